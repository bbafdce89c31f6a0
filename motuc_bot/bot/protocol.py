"""`/protokoll`: what has been posted in a battle and what came of it, to read on and as a file."""

import io
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from motuc_bot.bot.faults import answering
from motuc_bot.bot.here import asker
from motuc_bot.bot.lines import phase_of
from motuc_bot.bot.results import battle_shown_here
from motuc_bot.bot.splitting import split
from motuc_bot.referee.read_battle import SeenBattle, SeenPost, read_battle
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.shortened import shortened
from rules.core import GAME_MASTER

if TYPE_CHECKING:
    from motuc_bot.bot.client import MotucBot

_MOST_MESSAGES = 3
# So many of the last posts are told where nobody says from which one on.
_LAST = 5
# So much of a post is quoted; the file has all of it.
_MOST_QUOTED = 300


class Protocol(commands.Cog):
    """The battle so far; only the asker reads the answer."""

    def __init__(self, bot: "MotucBot") -> None:
        self.bot = bot

    @app_commands.command(name="protokoll", description="Was bisher geschah: die letzten Beiträge, und alle als Datei")
    @app_commands.describe(von="Ab dieser Beitragsnummer")
    async def protocol(
        self, interaction: discord.Interaction[Any], von: app_commands.Range[int, 1, 1_000_000] | None = None
    ) -> None:
        """Tell the battle so far, as the asker may see it."""
        async with answering(interaction):
            battle = await battle_shown_here(interaction)
            seen = await self.bot.work(read_battle, self.bot.desk, battle, asker(interaction))
            *first, last = _pages(seen, von)
            file = discord.File(io.BytesIO("\n".join(_whole(seen)).encode()), f"schlacht-{battle}.txt")
            for text in first:
                await interaction.followup.send(text, ephemeral=True)
            await interaction.followup.send(last, file=file, ephemeral=True)


def _pages(seen: SeenBattle, since: int | None) -> tuple[str, ...]:
    """Return the messages: from that post on, or the last few, as many as fit. Raises: NotAllowed."""
    posts = [one for one in seen.posts if one.number]
    if not posts:
        raise NotAllowed("Noch ist nichts gepostet.")
    highest = posts[-1].number or 0
    if since is not None and since > highest:
        raise NotAllowed(f"❓ So weit ist die Schlacht noch nicht: Der letzte Beitrag ist #{highest}.")
    head = f"**{seen.name}** · {phase_of(seen)}"
    if since is None:
        shown = _as_many(posts[: -_LAST - 1 : -1], lambda chosen: (head, *_told(chosen[::-1], posts)))[::-1]
    else:
        wanted = [one for one in posts if (one.number or 0) >= since]
        shown = _as_many(wanted, lambda chosen: (head, *_told(chosen, posts)))
    return split((head, *_told(shown, posts)))[:_MOST_MESSAGES]


def _as_many(posts: Sequence[SeenPost], told: Callable[[Sequence[SeenPost]], Sequence[str]]) -> Sequence[SeenPost]:
    """Return as many of the first posts as fit, at least one."""
    number = 1
    while number < len(posts) and len(split(told(posts[: number + 1]))) <= _MOST_MESSAGES:
        number += 1
    return posts[:number]


def _told(shown: Sequence[SeenPost], posts: Sequence[SeenPost]) -> tuple[str, ...]:
    """Return the posts with what came of them, and where to read on."""
    lines = [line for one in shown for line in _post(one)]
    before, after = posts.index(shown[0]), len(posts) - posts.index(shown[-1]) - 1
    if before:
        earlier = posts[max(0, before - len(shown))].number
        lines.append(f"-# Früher: `/protokoll von:{earlier}` · alles steht in der Datei.")
    if after:
        lines.append(f"-# Weiter: `/protokoll von:{posts[posts.index(shown[-1]) + 1].number}`")
    return tuple(lines)


def _post(one: SeenPost) -> Iterator[str]:
    """Yield a post, shortened, and its results in full."""
    yield f"**#{one.number} {one.seat}**" + (" (privat)" if one.private else "")
    yield from _quoted(one.text)
    if one.words:
        yield f"**{GAME_MASTER}**"
        yield from _quoted("\n".join(one.words))
    yield from one.lines


def _quoted(text: str) -> Iterator[str]:
    # A fence that is not closed would run on.
    lines = shortened(text, _MOST_QUOTED).replace("```", "'''").splitlines()
    yield from (f"> {line}" for line in lines if line.strip())


def _whole(seen: SeenBattle) -> Iterator[str]:
    """Yield everything that the reader may see, for a file."""
    yield f"{seen.name} · {phase_of(seen)}"
    notices = list(seen.notices)
    for at, one in enumerate(seen.posts, 1):
        while notices and notices[0].after < at:
            yield from ("", *notices.pop(0).lines)
        number = "zählt nicht" if one.number is None else f"#{one.number}"
        private = ", privat" if one.private else ""
        yield ""
        yield f"{number} · {one.seat} · {one.posted_at:%d.%m.%Y %H:%M} UTC{private}"
        yield from (f"> {line}" for line in one.text.splitlines())
        if one.words:
            yield f"{GAME_MASTER}:"
            yield from (f"> {line}".rstrip() for line in one.words)
        yield from one.lines
    for notice in notices:
        yield from ("", *notice.lines)
    yield from ("", *seen.waiting, *seen.roster_lines)
