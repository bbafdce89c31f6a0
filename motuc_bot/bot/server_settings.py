"""`/einstellungen`: who may open battles on a server, how many may run at once, what becomes of posts and results."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from motuc_bot.bot.faults import answering, say
from motuc_bot.referee.guild_settings import GuildRow, guild_settings, set_guild
from motuc_bot.referee.refused import NotAllowed

if TYPE_CHECKING:
    from motuc_bot.bot.client import MotucBot


class ServerSettings(commands.Cog):
    """What whoever manages the server may set."""

    def __init__(self, bot: "MotucBot") -> None:
        self.bot = bot

    @app_commands.command(name="einstellungen", description="Wer Schlachten eröffnet und wie viele zugleich laufen")
    @app_commands.describe(
        rolle="Nur wer sie hat, eröffnet",
        alle="Jeder darf eröffnen",
        hoechstens="So viele zugleich",
        echo="Ob an Antworten ein Knopf zum Zurücknehmen ist",
        ergebnisse="Ob Ergebnisse zuerst an die Spielleitung gehen, die sie dann postet",
        bild="Ob bei Ergebnissen ein Bild des Schlachtfelds ist",
        nachrichten="So viele Nachrichten je Person und Minute lese ich",
    )
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def settings(
        self,
        interaction: discord.Interaction[Any],
        rolle: discord.Role | None = None,
        alle: bool = False,
        hoechstens: app_commands.Range[int, 1, 500] | None = None,
        echo: bool | None = None,
        ergebnisse: bool | None = None,
        bild: bool | None = None,
        nachrichten: app_commands.Range[int, 5, 200] | None = None,
    ) -> None:
        """Set what is given, and tell what is set."""
        async with answering(interaction):
            guild = interaction.guild_id
            if guild is None or not interaction.permissions.manage_guild:
                raise NotAllowed("Das stellt nur ein, wer den Server verwaltet.")
            before = await self.bot.work(guild_settings, self.bot.desk, guild)
            after = replace(
                before,
                opener_role_id=None if alle else before.opener_role_id if rolle is None else rolle.id,
                most_open=before.most_open if hoechstens is None else hoechstens,
                echo=before.echo if echo is None else echo,
                results_first=before.results_first if ergebnisse is None else ergebnisse,
                pictures=before.pictures if bild is None else bild,
                posts_a_minute=before.posts_a_minute if nachrichten is None else nachrichten,
            )
            if after != before:
                await self.bot.work(set_guild, self.bot.desk, guild, after)
                self.bot.posts_a_minute[guild] = after.posts_a_minute
            await say(interaction, _told(after))


def _told(row: GuildRow) -> tuple[str, ...]:
    who = "alle" if row.opener_role_id is None else f"<@&{row.opener_role_id}>"
    results = "zuerst an die Spielleitung, sie postet sie dann" if row.results_first else "gleich in den Thread"
    return (
        f"Schlachten eröffnen: {who}. Zugleich laufen höchstens {row.most_open}.",
        f"Antworten: {'mit' if row.echo else 'ohne'} Knopf zum Zurücknehmen.",
        f"Ergebnisse: {results}, {'mit' if row.pictures else 'ohne'} Bild.",
        f"Gelesen werden je Person und Minute höchstens {row.posts_a_minute} Nachrichten.",
    )
