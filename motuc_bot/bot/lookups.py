"""What can be looked up: figures, rulings, the board, how things stand, chances, the reading of a post, the file."""

import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from motuc_bot.bot.called import text_of
from motuc_bot.bot.faults import answering, say
from motuc_bot.bot.here import asker, figures_here, matching, seen_here, seen_if_any
from motuc_bot.bot.lasting import lasting
from motuc_bot.bot.lines import owed_starts, phase_of
from motuc_bot.bot.results import battle_shown_here
from motuc_bot.bot.rulings import told_rulings
from motuc_bot.bot.twin import TwinButton, board_file
from motuc_bot.judging.preview import Preview, PreviewKind
from motuc_bot.language.folding import name_key
from motuc_bot.referee.ask import question_to
from motuc_bot.referee.export_battle import as_yaml, export_battle
from motuc_bot.referee.preview_post import preview_post
from motuc_bot.referee.read_battle import SeenBattle, read_battle
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.referee.results import are_hidden_from
from motuc_bot.referee.threads import place_of
from motuc_bot.systems.forms import Option
from motuc_bot.systems.registry import SIDES, known_side
from rules.core import GAME_MASTER, Seat

if TYPE_CHECKING:
    from motuc_bot.bot.client import MotucBot

_HELP = (
    "**So geht eine Schlacht**",
    "1. `/schlacht neu` eröffnet einen Thread; wer das tut, leitet die Schlacht.",
    "2. Im Thread: `/schlacht beitreten` mit Seite und Figur, für jede Figur einmal. Dann `/schlacht start`.",
    "3. Startpositionen schreibst du mir privat: `Skeletor: Start A4`.",
    "4. Danach im Thread, eine Zeile je Figur, mit Doppelpunkt: `Skeletor: geht nach C4, greift He-Man an`.",
    "✅ heißt: zählt. ❓ heißt: nichts davon zählt, ändere die Nachricht oder schreib neu. `zurück` nimmt deinen "
    "letzten Beitrag zurück, `fertig` beendet deinen Zug.",
    "Reagieren, ohne da zu sein: Schreib mir privat, was gelten soll, etwa `Bei Nahkampf: pariert, sonst weicht aus`.",
    "Nachsehen: `/lage` `/karte` `/protokoll` `/chancen` `/vorschau` `/figur` `/regel` · "
    "Datei zum Nachspielen: `/fehler` · "
    "Spielleitung: `/sl`",
)
_KINDS = {PreviewKind.COMMAND: "✅", PreviewKind.SPEECH: "💬", PreviewKind.PROSE: "▫️", PreviewKind.FAULT: "❓"}
_FILE = "Die Schlacht bis hier als Datei, ohne Geheimes: zum Aufheben, Nachspielen oder Melden eines Fehlers."
_NO_CHANCES = "Gerade hast du nichts vor dir, was von Würfeln abhängt. Für zwei bestimmte Figuren: figur und ziel."
_NO_ORDER = "Darin steht kein Befehl: Nach dem Namen gehört ein Doppelpunkt, zum Beispiel `Skeletor: geht nach D3`."
_MOST_SINCE = 40


class Lookups(commands.Cog):
    """Commands that change nothing; only the asker reads the answers."""

    def __init__(self, bot: "MotucBot") -> None:
        self.bot = bot

    @app_commands.command(name="hilfe", description="Wie gespielt wird")
    async def help(self, interaction: discord.Interaction[Any]) -> None:
        """Explain."""
        await say(interaction, _HELP)

    @app_commands.command(name="figur", description="Zeigt eine Figur mit allen Werten")
    @app_commands.describe(name="Welche Figur")
    async def figure(self, interaction: discord.Interaction[Any], name: str) -> None:
        """Show a figure: as it stands in the battle of this thread, elsewhere as it is in the pool."""
        async with answering(interaction):
            seen = await seen_if_any(interaction)
            if seen is None:
                sheet = await self.bot.work(SIDES[0].pool_sheet, name)
            else:
                hidden = await self.bot.work(are_hidden_from, self.bot.desk, seen.battle, asker(interaction))
                battle_sheet = known_side(seen.system).battle_sheet
                sheet = await self.bot.work(battle_sheet, seen.state, name, with_now=not hidden)
            await say(interaction, ("```", sheet.replace("```", "'''")[:1900], "```"))

    @figure.autocomplete("name")
    async def _figures(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        seen = await seen_if_any(interaction)
        if seen is None:
            rows = await self.bot.work(SIDES[0].setting_up.figure_rows)
            aliases: Mapping[str, Sequence[str]] = {row.name: row.aliases for row in rows}
            names = list(aliases)
        else:
            side = known_side(seen.system)
            aliases = side.setting_up.aliases(seen.state)
            # Those that play come first.
            names = [*(row.name for row in side.roster(seen.state)), *aliases]
        return matching((Option(name, name) for name in dict.fromkeys(names)), typed, aliases)

    @app_commands.command(name="regel", description="Zeigt eine Regel in einem Satz")
    @app_commands.describe(regel="Ihr Kürzel wie R-F3, oder ein Wort daraus")
    async def ruling(self, interaction: discord.Interaction[Any], regel: str) -> None:
        """Show a ruling."""
        await say(interaction, told_rulings(SIDES[0].rulings(), regel))

    @ruling.autocomplete("regel")
    async def _rulings(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        return matching((Option(code, f"{code}: {text}") for code, text in SIDES[0].rulings().items()), typed)

    @app_commands.command(name="karte", description="Zeigt das Schlachtfeld, wie du es kennst")
    async def board(self, interaction: discord.Interaction[Any]) -> None:
        """Show the board."""
        async with answering(interaction):
            battle = await battle_shown_here(interaction)
            file, number = await self.bot.work(board_file, self.bot.desk, battle, asker(interaction))
            await interaction.followup.send(file=file, view=lasting(TwinButton(battle, number)), ephemeral=True)

    @app_commands.command(name="lage", description="Was seit deinem letzten Beitrag geschah und was von dir fehlt")
    async def situation(self, interaction: discord.Interaction[Any]) -> None:
        """Tell how things stand."""
        async with answering(interaction):
            battle = await battle_shown_here(interaction)
            seen = await self.bot.work(read_battle, self.bot.desk, battle, asker(interaction))
            await say(interaction, (*_situation(seen), *await self._questions(seen)))

    async def _questions(self, seen: SeenBattle) -> list[str]:
        """Return where those questions stand that the asker has not answered yet."""
        place = await self.bot.work(place_of, self.bot.desk, seen.battle)
        if place.thread is None:
            return []
        awaited = {str(one.seat) for one in known_side(seen.system).system.waiting(seen.state)}
        asked = [
            await self.bot.work(question_to, self.bot.desk, seen.battle, seat) for seat in seen.mine if seat in awaited
        ]
        channel = f"https://discord.com/channels/{place.thread.guild_id}/{place.thread.channel_id}"
        return [f"Deine Frage mit den Knöpfen: {channel}/{message}" for message in asked if message is not None]

    @app_commands.command(name="chancen", description="Was deine Figuren jetzt tun können, mit den Chancen")
    @app_commands.describe(figur="Wer angreifen würde; zusammen mit ziel", ziel="Wen")
    async def chances(
        self, interaction: discord.Interaction[Any], figur: str | None = None, ziel: str | None = None
    ) -> None:
        """Tell chances: of what can be done now, or of one figure against another."""
        async with answering(interaction):
            await battle_shown_here(interaction)
            seen = await seen_here(interaction)
            told = _chances(seen) if figur is None and ziel is None else _chances_against(seen, figur, ziel)
            await say(interaction, told)

    @chances.autocomplete("figur")
    @chances.autocomplete("ziel")
    async def _fighters(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        return await figures_here(interaction, typed)

    @app_commands.command(name="vorschau", description="Wie der Schiedsrichter einen Beitrag lesen würde; nichts zählt")
    @app_commands.describe(text="Der Beitrag; mehrere Befehle mit ; dazwischen", privat="Als private Nachricht gelesen")
    async def preview(
        self, interaction: discord.Interaction[Any], text: app_commands.Range[str, 1, 2000], privat: bool = False
    ) -> None:
        """Preview a post."""
        async with answering(interaction):
            battle = await battle_shown_here(interaction)
            # Where a command has one line, `;` stands between orders, as in a post.
            plain = await text_of(interaction, battle, text)
            found = await self.bot.work(preview_post, self.bot.desk, battle, asker(interaction), plain, private=privat)
            await say(interaction, _previewed(found))

    @app_commands.command(name="fehler", description="Die Schlacht bis hier als Datei, zum Nachspielen oder Melden")
    async def export(self, interaction: discord.Interaction[Any]) -> None:
        """Give the battle as a file, with nothing in it that is still secret: it is made to be handed on."""
        async with answering(interaction):
            battle = await battle_shown_here(interaction)
            text = as_yaml(await self.bot.work(export_battle, self.bot.desk, battle))
            file = discord.File(io.BytesIO(text.encode()), f"schlacht-{battle}.yaml")
            await interaction.followup.send(_FILE, file=file, ephemeral=True)


def _situation(seen: SeenBattle) -> tuple[str, ...]:
    side = known_side(seen.system)
    last = max(
        (
            at
            for at, one in enumerate(seen.posts)
            if one.written and one.seat in seen.mine and one.number is not None and not one.private
        ),
        default=-1,
    )
    told = [line for one in seen.posts[last + 1 :] if one.number is not None for line in one.lines]
    seat = next((one for one in seen.mine if one != GAME_MASTER), None)
    own: tuple[str, ...] = ()
    if seat is not None and any(str(one.seat) == seat for one in side.system.waiting(seen.state)):
        if side.keeps_secrets(seen.state):
            own = owed_starts(seen, seat)
        elif side.choices(seen.state, Seat(seat)):
            # While the battle is paused it waits for him, but there is nothing that he could do.
            own = (f"**{seat}, du bist dran.**",)
    # Who is awaited stands below, as it is now.
    since = [line for line in told if line not in seen.waiting]
    head = "Bisher" if last < 0 else "Seit deinem letzten Beitrag"
    return (
        f"**{seen.name}** · {phase_of(seen)}",
        *((f"**{head}:**", *since[-_MOST_SINCE:]) if since else ()),
        *own,
        *seen.waiting,
        *side.twin_lines(seen.state, None if seat is None else Seat(seat)),
    )


def _chances(seen: SeenBattle) -> tuple[str, ...]:
    side = known_side(seen.system)
    told: list[str] = []
    for seat in seen.mine:
        for group in side.choices(seen.state, Seat(seat)):
            known = [choice for choice in group.choices if choice.chance]
            told += [f"**{group.figure}** – {group.kind}"] if known else []
            told += [f"• `{choice.text}`: {choice.chance}" for choice in known]
    if not told:
        raise NotAllowed(_NO_CHANCES)
    return tuple(told)


def _chances_against(seen: SeenBattle, figure: str | None, target: str | None) -> tuple[str, ...]:
    """Return the chances of one figure against another, whoever leads it: values are no secret. Raises: NotAllowed."""
    side = known_side(seen.system)
    names = {name_key(row.name): row.name for row in side.roster(seen.state)}
    if figure is None or target is None:
        raise NotAllowed("❓ Bitte beides angeben: figur und ziel.")
    for typed in (figure, target):
        if name_key(typed) not in names:
            known = ", ".join(names.values())
            raise NotAllowed(f"❓ Eine Figur „{typed[:50]}“ gibt es in dieser Schlacht nicht. Es gibt: {known}.")
    one, other = names[name_key(figure)], names[name_key(target)]
    if one == other:
        raise NotAllowed(f"❓ {one} kann nicht sich selbst angreifen: Nimm als ziel eine andere Figur.")
    return tuple(side.tell_chances(seen.state, one, other))


def _previewed(found: Preview) -> tuple[str, ...]:
    told: list[str] = []
    for line in found.lines:
        told += [f"{_KINDS[line.kind]} {line.text}", *(f"-# {text}" for text in line.told)]
    if not found.orders:
        return (*told, _NO_ORDER)
    return (*told, "So würde es zählen." if found.counts else "So zählt nichts davon.")
