"""Orders of the game master that are shown first: what they would change, and two buttons.

The order stands in the message itself, and of which state of the battle it was worked out in the button: so the buttons
outlive a restart, and what has become another battle meanwhile is shown anew.
"""

import re
from typing import Any

import discord

from motuc_bot.bot.faults import answering, say
from motuc_bot.bot.here import asker, bot_of
from motuc_bot.bot.lasting import lasting
from motuc_bot.bot.splitting import split
from motuc_bot.referee.dry_run import DryRun, carry_out, dry_run
from motuc_bot.referee.post import NewPost
from motuc_bot.referee.record import Message
from motuc_bot.referee.refused import NotAllowed
from rules.core import GAME_MASTER

# So much is shown of what would change; the rest of the message is the order.
_MOST_CHANGES = 1300
_ORDER = re.compile(r"`([^`\n]+)`")
_TRIED = "Noch gilt nichts. Mit „Ausführen“ gilt:"
_CHANGED = "In der Schlacht hat sich inzwischen etwas geändert; es wurde nichts ausgeführt. Mit „Ausführen“ gilt jetzt:"
_TWICE = "Das ist schon ausgeführt."
_LOST = "Welcher Befehl das war, steht hier nicht mehr: Bitte gib ihn noch einmal ein."
_LEFT = "Es bleibt alles, wie es ist."


def in_one_line(order: str) -> str:
    """Return an order of the game master as one line of a post: what else stood in it would be orders of their own."""
    return f"{GAME_MASTER}: {' '.join(order.replace(';', ',').replace('`', chr(39)).split())}"


async def show_first(interaction: discord.Interaction[Any], battle: int, line: str) -> None:
    """Show the asker what the order would change, with the buttons. Raises: Refused, DatabaseFault."""
    bot = bot_of(interaction)
    found = await bot.work(dry_run, bot.desk, battle, asker(interaction), line)
    await interaction.followup.send(_shown(_TRIED, line, found), view=_view(battle, found), ephemeral=True)


class CarryOutButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"motuc:k:(?P<battle>\d{1,9}):(?P<version>\d{1,9})"
):
    """Lets the order of its message count, if nothing has changed since so many events."""

    def __init__(self, battle: int, version: int) -> None:
        self.battle, self.version = battle, version
        name = f"motuc:k:{battle}:{version}"
        super().__init__(discord.ui.Button(label="Ausführen", custom_id=name, style=discord.ButtonStyle.danger))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "CarryOutButton":
        """Return the button of that id."""
        return cls(int(match["battle"]), int(match["version"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Carry the order out."""
        bot, shown = bot_of(interaction), interaction.message
        async with answering(interaction, thinking=False):
            order = None if shown is None else _ORDER.search(shown.content)
            if shown is None or order is None:
                raise NotAllowed(_LOST)
            line, person = order[1], asker(interaction)
            # The same name for each tap at this message, as it is shown now. Its author is answered here.
            message = Message(f"interaction:{shown.id}.{self.version}", interaction.created_at)
            new = NewPost(self.battle, person, line, message, GAME_MASTER)
            async with bot.locks[self.battle]:
                answer = await bot.work(carry_out, bot.desk, new, self.version)
            if answer is None:
                found = await bot.work(dry_run, bot.desk, self.battle, person, line)
                text = _shown(_CHANGED, line, found)
                await interaction.edit_original_response(content=text, view=_view(self.battle, found))
                return
            told = (f"✅ {line}",) if answer.accepted else answer.lines
            await interaction.edit_original_response(content=split(told)[0], view=None)
            if answer.again:
                await say(interaction, (_TWICE,))
            await bot.moved(self.battle)


class LeaveButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"motuc:v:(?P<battle>\d{1,9})"):
    """Leaves everything as it is."""

    def __init__(self, battle: int) -> None:
        super().__init__(discord.ui.Button(label="Lassen", custom_id=f"motuc:v:{battle}"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "LeaveButton":
        """Return the button of that id."""
        return cls(int(match["battle"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Take the buttons away."""
        async with answering(interaction, thinking=False):
            await interaction.edit_original_response(content=_LEFT, view=None)


def _view(battle: int, found: DryRun) -> discord.ui.View:
    return lasting(CarryOutButton(battle, found.version), LeaveButton(battle))


def _shown(head: str, line: str, found: DryRun) -> str:
    """Return the message: the order, then what it would change, as much as one message takes."""
    changes = split((f"• {change}" for change in found.lines), _MOST_CHANGES)
    return "\n".join((f"{head} `{line}`", changes[0], *(("• … und noch mehr",) if len(changes) > 1 else ())))
