"""`/sl`: what the game master may do, most of it as the post that he could write as well."""

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from motuc_bot.bot.called import post_said, text_of
from motuc_bot.bot.confirming import in_one_line, show_first
from motuc_bot.bot.faults import answering, say
from motuc_bot.bot.here import asker, battle_here, figures_here, human, matching, seen_here, seen_if_any
from motuc_bot.bot.names import free_seat, person_of
from motuc_bot.bot.passing_on import show_passing_on
from motuc_bot.bot.private import own_lines
from motuc_bot.bot.results import MOST_WORDS, give_results
from motuc_bot.referee.co_master import add_master, remove_master
from motuc_bot.referee.hand_over import hand_over
from motuc_bot.systems.forms import Option
from motuc_bot.systems.registry import known_side
from rules.core import GAME_MASTER, RollBack

if TYPE_CHECKING:
    from motuc_bot.bot.client import MotucBot

_VALUES = [app_commands.Choice(name=name, value=name) for name in ("Leben", "Ausdauer", "Beweglichkeit")]


@app_commands.guild_only()
class GameMaster(commands.GroupCog, group_name="sl", group_description="Für die Spielleitung"):
    """The game master's commands; for whom they are not, the referee says so."""

    def __init__(self, bot: "MotucBot") -> None:
        self.bot = bot

    @app_commands.command(name="weiter", description="Beendet die Phase; was fehlt, nimmt der Schiedsrichter an")
    async def go_on(self, interaction: discord.Interaction[Any]) -> None:
        """End the phase; start positions that nobody has posted yet are not given up unasked."""
        async with answering(interaction):
            seen = await seen_here(interaction)
            if known_side(seen.system).keeps_secrets(seen.state):
                await show_first(interaction, seen.battle, in_one_line("weiter"))
            else:
                await self._posted(interaction, "weiter")

    @app_commands.command(name="pause", description="Hält die Schlacht an")
    async def pause(self, interaction: discord.Interaction[Any]) -> None:
        """Pause."""
        await self._post(interaction, "Pause")

    @app_commands.command(name="fortsetzen", description="Lässt die Schlacht weitergehen")
    async def resume(self, interaction: discord.Interaction[Any]) -> None:
        """Resume."""
        await self._post(interaction, "Fortsetzen")

    @app_commands.command(name="korrigieren", description="Setzt einen Wert einer Figur; der Thread erfährt den Grund")
    @app_commands.describe(figur="Wessen Wert", was="Welcher Wert", wert="Wie hoch er dann ist", grund="Für den Thread")
    @app_commands.choices(was=_VALUES)
    async def correct(
        self,
        interaction: discord.Interaction[Any],
        figur: str,
        was: app_commands.Choice[str],
        wert: app_commands.Range[int, 0, 99],
        grund: app_commands.Range[str, 1, 200],
    ) -> None:
        """Set a value right."""
        async with answering(interaction):
            battle = await battle_here(interaction)
            reason = await text_of(interaction, battle, grund)
            await show_first(interaction, battle, in_one_line(f"{figur} {was.value} {wert}, Grund: {reason}"))

    @app_commands.command(name="platzieren", description="Stellt eine Figur auf ein Feld; vor dem Start geheim")
    @app_commands.describe(
        figur="Welche Figur", feld="Wohin, zum Beispiel C4", grund="Für den Thread; vor dem Start nicht nötig"
    )
    async def place(
        self,
        interaction: discord.Interaction[Any],
        figur: str,
        feld: app_commands.Range[str, 2, 4],
        grund: app_commands.Range[str, 1, 200] | None = None,
    ) -> None:
        """Put a figure somewhere."""
        async with answering(interaction):
            seen = await seen_here(interaction)
            if known_side(seen.system).keeps_secrets(seen.state):
                await self._posted(interaction, f"Start {figur} {feld}", private=True)
            else:
                why = "" if grund is None else f", Grund: {await text_of(interaction, seen.battle, grund)}"
                await show_first(interaction, seen.battle, in_one_line(f"{figur} auf {feld}{why}"))

    @correct.autocomplete("figur")
    @place.autocomplete("figur")
    async def _figures(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        return await figures_here(interaction, typed)

    @app_commands.command(name="rueckgaengig", description="Nimmt Beiträge zurück: den letzten, oder alle nach #bis")
    @app_commands.describe(bis="Bis zu welcher Nummer alles bleibt")
    async def undo(
        self, interaction: discord.Interaction[Any], bis: app_commands.Range[int, 0, 1_000_000] | None = None
    ) -> None:
        """Roll back."""
        async with answering(interaction):
            seen = await seen_here(interaction)
            await show_first(interaction, seen.battle, known_side(seen.system).phrase(RollBack(bis)))

    @app_commands.command(name="ende", description="Beendet die Schlacht ohne Sieger")
    async def end(self, interaction: discord.Interaction[Any]) -> None:
        """End the battle."""
        async with answering(interaction):
            seen = await seen_here(interaction)
            side = known_side(seen.system)
            await show_first(interaction, seen.battle, side.phrase(side.ending))

    @app_commands.command(name="ergebnisse", description="Postet die Ergebnisse, die bei der Spielleitung liegen")
    @app_commands.describe(text="Dein Text, als Zitat darüber")
    async def results(
        self, interaction: discord.Interaction[Any], text: app_commands.Range[str, 1, MOST_WORDS] | None = None
    ) -> None:
        """Post what waits for the game master."""
        async with answering(interaction):
            await give_results(interaction, await battle_here(interaction), None, text or "")

    @app_commands.command(name="helfer", description="Holt jemanden in die Spielleitung dazu, mit allen Rechten")
    @app_commands.describe(wer="Wer mitleitet", aktion="Dazuholen oder entlassen; ohne Angabe: dazuholen")
    @app_commands.choices(
        aktion=[app_commands.Choice(name="dazu", value="dazu"), app_commands.Choice(name="weg", value="weg")]
    )
    async def helper(
        self,
        interaction: discord.Interaction[Any],
        wer: discord.Member,
        aktion: app_commands.Choice[str] | None = None,
    ) -> None:
        """Let somebody lead the battle too, or no more."""
        async with answering(interaction):
            battle, name = await battle_here(interaction), free_seat(wer, ())
            out = aktion is not None and aktion.value == "weg"
            change = remove_master if out else add_master
            person = person_of(wer.id) if out else person_of(human(wer).id)
            await self.bot.work(change, self.bot.desk, battle, asker(interaction), person, name)
            await say(interaction, (f"{name} leitet {'nicht mehr' if out else 'jetzt'} mit.",))
            await self.bot.moved(battle)

    @app_commands.command(name="ersatz", description="Gibt einen Platz jemand anderem; die Figuren bleiben")
    @app_commands.describe(platz="Wessen Platz", wer="Wer ihn bekommt")
    async def substitute(self, interaction: discord.Interaction[Any], platz: str, wer: discord.Member) -> None:
        """Let somebody else sit on a seat; that of the game master is passed on, which is asked first."""
        async with answering(interaction):
            if platz.strip().casefold() == GAME_MASTER.casefold():
                await show_passing_on(interaction, wer)
                return
            battle = await battle_here(interaction)
            person = person_of(human(wer).id)
            new = await self.bot.work(hand_over, self.bot.desk, battle, asker(interaction), platz, person)
            await say(interaction, (f"Den Platz „{platz}“ hat {'jetzt' if new else 'schon'} {wer.display_name}.",))
            await self.bot.moved(battle)

    @substitute.autocomplete("platz")
    async def _seats(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        seen = await seen_if_any(interaction)
        seats = () if seen is None else seen.seats
        return matching((Option(seat, seat) for seat in seats if seat != GAME_MASTER), typed)

    @app_commands.command(name="uebergeben", description="Gibt deinen Platz in der Spielleitung jemand anderem")
    @app_commands.describe(wer="Wer sie bekommt")
    async def pass_on(self, interaction: discord.Interaction[Any], wer: discord.Member) -> None:
        """Let somebody else be the game master."""
        async with answering(interaction):
            await show_passing_on(interaction, wer)

    async def _post(self, interaction: discord.Interaction[Any], order: str) -> None:
        async with answering(interaction):
            await self._posted(interaction, order)

    async def _posted(self, interaction: discord.Interaction[Any], order: str, *, private: bool = False) -> None:
        battle, text = await battle_here(interaction), in_one_line(order)
        answer = await post_said(interaction, battle, text, seat=GAME_MASTER, private=private)
        lines = own_lines(answer) if private else answer.lines
        await say(interaction, (f"✅ {text}",) if answer.accepted else lines)
        await self.bot.moved(battle)
