"""`/daten`: what is kept of somebody, for himself alone; and the way to be forgotten."""

import io
import re
from typing import TYPE_CHECKING, Any, cast

import discord
from discord import app_commands
from discord.ext import commands

from motuc_bot.bot.faults import answering, say
from motuc_bot.bot.here import asker
from motuc_bot.bot.lasting import lasting
from motuc_bot.referee.personal_data import as_json, as_lines, forget, shown

if TYPE_CHECKING:
    from motuc_bot.bot.client import MotucBot

_WARNING = (
    "**Willst du vergessen werden?** Dann weiß ich in keiner Schlacht mehr, wer du bist.",
    "• Von deinen Plätzen in laufenden Schlachten stehst du auf; die Spielleitung kann sie anderen geben.",
    "• Was du mir privat geschrieben hast und was ich dir privat geschrieben habe, lösche ich.",
    "• Öffentliche Beiträge und Züge bleiben unter dem Namen des Platzes, damit die Würfel nachzurechnen sind.",
    "• Nachrichten auf Discord löschst du dort selbst.",
    "Zurück geht das nicht. Was gespeichert ist, zeigt /daten zeigen.",
)


class MyData(commands.GroupCog, group_name="daten", group_description="Was über dich gespeichert ist"):
    """Everybody's own data."""

    def __init__(self, bot: "MotucBot") -> None:
        self.bot = bot

    @app_commands.command(name="zeigen", description="Was über dich gespeichert ist, auch als Datei; nur du siehst es")
    async def show(self, interaction: discord.Interaction[Any]) -> None:
        """Tell what is kept, with a file of all of it."""
        async with answering(interaction):
            kept = await self.bot.work(shown, self.bot.desk, asker(interaction))
            await say(interaction, as_lines(kept))
            if kept["battles"]:
                file = discord.File(io.BytesIO(as_json(kept).encode()), "meine-daten.json")
                await interaction.followup.send("Alles davon:", file=file, ephemeral=True)

    @app_commands.command(name="loeschen", description="Lässt mich vergessen, wer du bist; vorher frage ich nach")
    async def delete(self, interaction: discord.Interaction[Any]) -> None:
        """Ask whether somebody really wants to be forgotten."""
        await say(interaction, _WARNING, view=lasting(ForgetButton()))


class ForgetButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"motuc:f"):
    """Forgets whoever presses it."""

    def __init__(self) -> None:
        style = discord.ButtonStyle.danger
        super().__init__(discord.ui.Button(label="Endgültig vergessen", style=style, custom_id="motuc:f"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "ForgetButton":
        """Return the button."""
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Forget the presser."""
        bot = cast("MotucBot", interaction.client)
        async with answering(interaction):
            done = await bot.work(forget, bot.desk, asker(interaction))
            if not done.battles:
                await say(interaction, ("Über dich ist nichts mehr gespeichert.",))
                return
            seats = ", ".join(f"„{seat}“" for seat in done.seats)
            await say(interaction, (f"Vergessen. Die Plätze bleiben: {seats}." if seats else "Vergessen.",))
            await bot.deliver()
