"""A battle to begin with: half played, at a moment where there is something to decide."""

from datetime import UTC, datetime, timedelta
from importlib.resources import files
from typing import Any

from motuc_bot import strict_yaml
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.form import Form
from motuc_bot.referee.open_battle import open_battle
from motuc_bot.referee.post import NewPost, post
from motuc_bot.referee.read_battle import list_battles
from motuc_bot.referee.record import Message
from motuc_bot.referee.take_seat import take_seat
from motuc_bot.table.visitors import EVERYBODY
from rules.core import GAME_MASTER


def set_up_demo(desk: Desk) -> int | None:
    """Open the demo battle where there is no battle yet, and return its number. Raises: DatabaseFault."""
    if list_battles(desk):
        return None
    document: Any = strict_yaml.parse(files(__package__).joinpath("demo.yaml").read_text(encoding="utf-8"))
    posts = document.pop("posts")
    opened = open_battle(desk, document.pop("system"), document, EVERYBODY)
    begun = datetime.now(UTC) - timedelta(hours=len(posts))
    seats = dict.fromkeys(entry["player"] for team in document["teams"].values() for entry in team)
    for seat in seats:
        take_seat(desk, Form(opened.battle, EVERYBODY, (), Message(f"demo:{seat}", begun), seat))
    for number, row in enumerate(posts):
        message = Message(f"demo:{number}", begun + timedelta(hours=number, minutes=7 * number % 50))
        seat = GAME_MASTER if row["by"] == GAME_MASTER else row["by"]
        new = NewPost(opened.battle, EVERYBODY, row["text"], message, seat, row.get("private", False))
        post(desk, new)
    return opened.battle
