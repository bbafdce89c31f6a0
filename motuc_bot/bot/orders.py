"""`/befehl`: a post by command, for who wants to see what counts at once, or where the bot may read no messages."""

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from motuc_bot.bot.called import post_said
from motuc_bot.bot.faults import DISCORD_FAULTS, answering, say
from motuc_bot.bot.here import battle_here
from motuc_bot.bot.private import own_lines
from motuc_bot.referee.results import are_held

if TYPE_CHECKING:
    from motuc_bot.bot.client import MotucBot

_LATER = "Die Ergebnisse liegen noch bei der Spielleitung; dein Beitrag ist notiert, die Antwort kommt danach."


class Orders(commands.Cog):
    """Takes posts by command."""

    def __init__(self, bot: "MotucBot") -> None:
        self.bot = bot

    @app_commands.command(name="befehl", description="Ein Beitrag als Befehl: zählt wie eine Nachricht im Thread")
    @app_commands.describe(text="Mehrere Befehle mit ; dazwischen", privat="Nur für mich: Start, Hände, Vorgaben")
    async def order(
        self, interaction: discord.Interaction[Any], text: app_commands.Range[str, 1, 2000], privat: bool = False
    ) -> None:
        """Take a post."""
        async with answering(interaction):
            battle = await battle_here(interaction)
            private = privat or interaction.guild_id is None
            answer = await post_said(interaction, battle, text, private=private)
            if private or not answer.accepted:
                await say(interaction, own_lines(answer))
            else:
                held = await self.bot.work(are_held, self.bot.desk, battle)
                await say(interaction, (f"✅ #{answer.number}", *((_LATER,) if held else ())))
                await self._show(interaction, text)
            await self.bot.moved(battle)
            if interaction.channel_id is not None:
                await self.bot.marks.take_back(battle, interaction.channel_id, answer.gone)

    async def _show(self, interaction: discord.Interaction[Any], text: str) -> None:
        """Show the others what was posted: a command's text is seen by its user alone."""
        quoted = "\n".join(f"> {line}" for line in text.splitlines())
        shown = f"<@{interaction.user.id}>:\n{quoted}"[:2000]
        # It has counted: what is answered follows, whether or not they see this.
        with suppress(*DISCORD_FAULTS):
            await interaction.followup.send(shown, ephemeral=False, silent=True)
