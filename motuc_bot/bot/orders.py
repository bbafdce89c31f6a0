"""`/befehl`: a post by command, for who wants to see what counts at once, or where the bot may read no messages."""

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from motuc_bot.bot.faults import answering, say
from motuc_bot.bot.here import asker, battle_here
from motuc_bot.bot.names import said
from motuc_bot.bot.private import own_lines
from motuc_bot.referee.post import NewPost, post

if TYPE_CHECKING:
    from motuc_bot.bot.client import MotucBot


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
            async with self.bot.locks[battle]:
                new = NewPost(battle, asker(interaction), text, said(interaction), private=private)
                answer = await self.bot.work(post, self.bot.desk, new)
            if private or not answer.accepted:
                await say(interaction, own_lines(answer))
            else:
                await say(interaction, (f"✅ #{answer.number}",))
                await self._show(interaction, text)
            await self.bot.moved(battle)

    async def _show(self, interaction: discord.Interaction[Any], text: str) -> None:
        """Show the others what was posted: a command's text is seen by its user alone."""
        quoted = "\n".join(f"> {line}" for line in text.splitlines())
        shown = f"<@{interaction.user.id}>:\n{quoted}"[:2000]
        await interaction.followup.send(shown, ephemeral=False, silent=True)
