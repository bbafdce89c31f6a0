"""A battle to begin with: half played, at a moment where there is something to decide."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from typing import Any

from motuc_bot import strict_yaml
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.form import Form
from motuc_bot.referee.open_battle import AlreadyOpen, open_battle
from motuc_bot.referee.post import NewPost, post
from motuc_bot.referee.read_battle import list_battles
from motuc_bot.referee.record import Message
from motuc_bot.referee.take_seat import take_seat
from motuc_bot.store import battles, posts
from motuc_bot.store.posts import PostRow
from motuc_bot.table.visitors import EVERYBODY
from rules.core import GAME_MASTER

# Always the same, so that two who set it up at once set up one battle.
_KEY = "demo"


def set_up_demo(desk: Desk) -> int | None:
    """Open the demo battle where there is no battle yet, and return its number.

    One that is half set up is taken up: it broke off, or another program is about it. Raises: Refused, DatabaseFault.
    """
    document: Any = strict_yaml.parse(files(__package__).joinpath("demo.yaml").read_text(encoding="utf-8"))
    system, told = document.pop("system"), document.pop("posts")
    if not list_battles(desk):
        with suppress(AlreadyOpen):
            open_battle(desk, system, document, EVERYBODY, key=_KEY)
    found = _only_demo(desk)
    if found is None:
        return None
    battle, came = found
    begun = came[0].posted_at if came else datetime.now(UTC) - timedelta(hours=len(told))
    steps = {step.message.id: step for step in _steps(battle, begun, document["teams"], told)}
    done = {row.message_id for row in came}
    # With a post of somebody else it has become his battle.
    if not done < steps.keys():
        return None
    # Each message counts once, whoever sends it.
    for step in (step for name, step in steps.items() if name not in done):
        if isinstance(step, Form):
            take_seat(desk, step)
        else:
            post(desk, step)
    return battle


def _only_demo(desk: Desk) -> tuple[int, tuple[PostRow, ...]] | None:
    """Return the demo battle with all that came in for it, if there is no other."""
    with desk.store.reading() as connection:
        there = [row for row, _ in battles.all_battles(connection)]
        if [row.key for row in there] != [_KEY]:
            return None
        return there[0].id, posts.all_posts(connection, there[0].id)


def _steps(battle: int, begun: datetime, teams: Any, told: Any) -> Iterator[Form | NewPost]:
    """Yield all that is done in the demo battle, in order: seats are taken, then posts are written."""
    for seat in dict.fromkeys(entry["player"] for team in teams.values() for entry in team):
        yield Form(battle, EVERYBODY, (), Message(f"demo:{battle}:{seat}", begun), seat)
    for number, row in enumerate(told):
        at = begun + timedelta(hours=number, minutes=7 * number % 50)
        seat = GAME_MASTER if row["by"] == GAME_MASTER else row["by"]
        message = Message(f"demo:{battle}:{number}", at)
        yield NewPost(battle, EVERYBODY, row["text"], message, seat, row.get("private", False))
