"""The board at some moment: as a picture, and in words behind a button under it, for whoever sees no picture."""

import io
import re
from typing import Any

import discord

from motuc_bot.bot.faults import answering, say
from motuc_bot.bot.here import asker, bot_of
from motuc_bot.bot.lines import WITH_MASTER
from motuc_bot.picture.png import alt_text, board_png
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.read_battle import NO_POSTS, read_battle
from motuc_bot.referee.read_moment import read_moment
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.referee.results import are_hidden_from
from motuc_bot.systems.registry import known_side
from rules.core import Seat

_FILE = "karte.png"
# Discord takes no longer description.
_MOST_ALT = 1024


def board_file(desk: Desk, battle: int, person: str | None, number: int | None = None) -> tuple[discord.File, int]:
    """Return the picture of the board after the post of that number (None = now), and the number.

    It shows what the person may see; None = a spectator. Raises: Refused, DatabaseFault.
    """
    seen = read_battle(desk, battle, person, excerpt=NO_POSTS)
    moment = read_moment(desk, battle, person, number)
    seat = None if seen.seat is None else Seat(seen.seat)
    view = known_side(seen.system).board_view(moment.state, moment.recent, seat)
    return discord.File(io.BytesIO(board_png(view)), _FILE, description=alt_text(view)[:_MOST_ALT]), moment.number


class TwinButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"motuc:t:(?P<battle>\d{1,9}):(?P<number>\d{1,9})"
):
    """Tells the presser alone, from where his figures stand, what the picture shows."""

    def __init__(self, battle: int, number: int) -> None:
        self.battle, self.number = battle, number
        super().__init__(discord.ui.Button(label="Als Text", custom_id=f"motuc:t:{battle}:{number}"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "TwinButton":
        """Return the button of that id."""
        return cls(int(match["battle"]), int(match["number"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Tell the board in words."""
        bot = bot_of(interaction)
        async with answering(interaction):
            await say(interaction, await bot.work(_twin, bot.desk, self.battle, asker(interaction), self.number))


def _twin(desk: Desk, battle: int, person: str, number: int) -> tuple[str, ...]:
    # No button of ours leads there yet, but one may be forged.
    if are_hidden_from(desk, battle, person, number):
        raise NotAllowed(WITH_MASTER)
    seen = read_battle(desk, battle, person, excerpt=NO_POSTS)
    # Who leads and plays too wants to know how things look from his own figures.
    seat = seen.mine[0] if seen.mine else None
    moment = read_moment(desk, battle, person, number, seat)
    lines = known_side(seen.system).twin_lines(moment.state, None if seat is None else Seat(seat))
    return (f"**{seen.name}**, nach Beitrag #{moment.number}:", *lines)
