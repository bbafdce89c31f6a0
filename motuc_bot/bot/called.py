"""Users in what is written: to the referee they are called by their seats, and who is given a figure gets one."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import discord

from motuc_bot.bot.faults import DISCORD_FAULTS
from motuc_bot.bot.here import asker, bot_of
from motuc_bot.bot.names import free_seat, person_of, said, user_of
from motuc_bot.bot.plain_text import plain_text, users_in
from motuc_bot.referee.answer import Answer
from motuc_bot.referee.post import NewPost, post
from motuc_bot.referee.read_battle import NO_POSTS, read_battle
from motuc_bot.referee.sit import sit
from motuc_bot.referee.threads import PlaceOfBattle, place_of
from motuc_bot.systems.registry import known_side
from rules.core import GAME_MASTER

if TYPE_CHECKING:
    from motuc_bot.bot.client import MotucBot

# So many users in one text are looked up; an order names one.
_MOST_STRANGERS = 5


def called(users: Iterable[discord.abc.User], place: PlaceOfBattle) -> dict[int, str]:
    """Return what the users are called in the battle: by their seats, or by the one each would get."""
    seats = {person: seat for seat, person in reversed(place.seats)}
    names: dict[int, str] = {}
    for user in users:
        taken = [*(seat for seat, _ in place.seats), *names.values()]
        names[user.id] = seats.get(person_of(user.id)) or free_seat(user, taken)
    return names


async def text_of(interaction: discord.Interaction[Any], battle: int, text: str) -> str:
    """Return the text of a command or a form as the referee reads it, just as that of a message."""
    return (await _read(interaction, battle, text))[0]


async def post_said(
    interaction: discord.Interaction[Any], battle: int, text: str, *, seat: str | None = None, private: bool = False
) -> Answer:
    """Post the text of a command or a form, just as a message: who is given a figure in it gets a seat.

    Raises: Refused, DatabaseFault.
    """
    bot, author = bot_of(interaction), asker(interaction)
    # Discord may take its time to tell who that is: meanwhile nobody else waits.
    plain, strangers = await _read(interaction, battle, text)
    async with bot.locks[battle]:
        new = NewPost(battle, author, plain, said(interaction), seat, private)
        answer = await bot.work(post, bot.desk, new)
        await seat_called(bot, battle, author, strangers, answer)
    return answer


async def seat_called(
    bot: "MotucBot", battle: int, author: str, users: Sequence[discord.abc.User], answer: Answer
) -> None:
    """Let those sit to whom the game master has given a figure (`SL: Skeletor spielt @Ann`), if the post counts."""
    if not answer.accepted or not users:
        return
    place = await bot.work(place_of, bot.desk, battle)
    sitting = {person for _, person in place.seats}
    new = {person: seat for user, seat in called(users, place).items() if (person := person_of(user)) not in sitting}
    if not new or author not in place.persons(GAME_MASTER):
        return
    seen = await bot.work(read_battle, bot.desk, battle, None, None, NO_POSTS)
    played = {row.seat for row in known_side(seen.system).roster(seen.state)}
    for person, seat in new.items():
        if seat in played:
            await bot.work(sit, bot.desk, battle, author, seat, person)


async def _read(
    interaction: discord.Interaction[Any], battle: int, text: str
) -> tuple[str, Sequence[discord.abc.User]]:
    """Return the text as the referee reads it, and the users in it who have no seat yet."""
    bot = bot_of(interaction)
    place = await bot.work(place_of, bot.desk, battle)
    seats = {user: seat for seat, person in reversed(place.seats) if (user := user_of(person)) is not None}
    strangers = await _members(interaction.guild, [user for user in users_in(text) if user not in seats])
    return plain_text(text, {**seats, **called(strangers, place)}), strangers


async def _members(guild: discord.Guild | None, users: Sequence[int]) -> list[discord.Member]:
    """Return those of the users who are on the server; Discord tells of a message who is in it, but of no form."""
    found: list[discord.Member] = []
    if guild is None:
        return found
    for user in users[:_MOST_STRANGERS]:
        try:
            found.append(guild.get_member(user) or await guild.fetch_member(user))
        except DISCORD_FAULTS:
            # Somebody who is not there: to the referee he is nobody.
            continue
    return found
