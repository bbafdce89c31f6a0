"""`/einstellungen`: who may open battles on a server, how many may run at once, what becomes of posts and results."""

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from motuc_bot.bot.faults import answering, say
from motuc_bot.referee.guild_settings import GuildRow, change_guild, guild_settings
from motuc_bot.referee.refused import NotAllowed

if TYPE_CHECKING:
    from motuc_bot.bot.client import MotucBot

_HOW = "-# Ändern: dieselbe Eingabe mit dem, was anders sein soll, etwa /einstellungen bild:False"


class ServerSettings(commands.Cog):
    """What whoever manages the server may set."""

    def __init__(self, bot: "MotucBot") -> None:
        self.bot = bot

    @app_commands.command(
        name="einstellungen", description="Zeigt und ändert, wer Schlachten eröffnet und was ich poste und lese"
    )
    @app_commands.describe(
        rolle="Nur wer diese Rolle hat, darf Schlachten eröffnen",
        alle="Jeder darf Schlachten eröffnen",
        hoechstens="So viele Schlachten dürfen zugleich laufen",
        echo="Ob der Schiedsrichter Angriffe wiederholt, mit Knopf zum Zurücknehmen",
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
            given: dict[str, int | None] = {
                "opener_role_id": None if rolle is None else rolle.id,
                "most_open": hoechstens,
                "echo": echo,
                "results_first": ergebnisse,
                "pictures": bild,
                "posts_a_minute": nachrichten,
            }
            changed: dict[str, int | None] = {name: value for name, value in given.items() if value is not None}
            if alle:
                changed["opener_role_id"] = None
            if changed:
                row = await self.bot.work(change_guild, self.bot.desk, guild, changed)
                self.bot.posts_a_minute[guild] = row.posts_a_minute
            else:
                row = await self.bot.work(guild_settings, self.bot.desk, guild)
            await say(interaction, (*_told(row), *(() if changed else (_HOW,))))


def _told(row: GuildRow) -> tuple[str, ...]:
    who = "alle" if row.opener_role_id is None else f"<@&{row.opener_role_id}>"
    results = "zuerst an die Spielleitung, sie postet sie dann" if row.results_first else "gleich in den Thread"
    echo = "werden wiederholt, mit Knopf zum Zurücknehmen" if row.echo else "bekommen nur ein ✅"
    return (
        f"Schlachten eröffnen: {who}. Zugleich laufen höchstens {row.most_open}.",
        f"Angriffe: {echo}.",
        f"Ergebnisse: {results}, {'mit' if row.pictures else 'ohne'} Bild.",
        f"Gelesen werden je Person und Minute höchstens {row.posts_a_minute} Nachrichten.",
    )
