"""Players choose another game master: the bot sees who has left the server."""

from typing import Any

import discord

from motuc_bot.bot.faults import say
from motuc_bot.bot.here import asker, bot_of
from motuc_bot.bot.names import free_seat, person_of, user_of
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.referee.takeover import GONE_AFTER, Candidate, StillThere, want_master
from motuc_bot.referee.threads import place_of
from rules.core import GAME_MASTER


async def want_other_master(interaction: discord.Interaction[Any], battle: int, member: discord.Member) -> None:
    """Let the asker's side want that member as game master, and tell him what is still missing. Raises: Refused."""
    bot, candidate = bot_of(interaction), Candidate(person_of(member.id), free_seat(member, ()))
    left = await _left(interaction, battle)
    try:
        wanting = await bot.work(want_master, bot.desk, battle, asker(interaction), candidate, left)
    except StillThere as refused:
        raise NotAllowed(
            f"Die Spielleitung gilt erst als weg, wenn sie {GONE_AFTER.days} Tage lang nichts geschrieben und auch "
            f"sonst nichts getan hat. Meldet sie sich nicht, so geht es ab <t:{int(refused.since.timestamp()) + 1}:f>."
        ) from None
    if wanting.done:
        told = f"{candidate.name} leitet jetzt die Schlacht."
    else:
        told = f"Ist notiert. Damit es gilt, muss noch jemand von {' und '.join(wanting.missing)} dasselbe wählen."
    await say(interaction, (told,))
    await bot.moved(battle)


async def _left(interaction: discord.Interaction[Any], battle: int) -> list[str]:
    """Return the game masters who are no longer on the server."""
    bot, guild = bot_of(interaction), interaction.guild
    place = await bot.work(place_of, bot.desk, battle)
    gone: list[str] = []
    for person in place.persons(GAME_MASTER):
        user = user_of(person)
        if guild is None or user is None:
            continue
        try:
            await guild.fetch_member(user)
        except discord.NotFound:
            gone.append(person)
        except discord.HTTPException:
            # Whether he is there can't be seen just now: then his silence counts.
            continue
    return gone
