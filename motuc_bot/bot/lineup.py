"""`/schlacht`: a battle is opened, people join it with figures, and it starts."""

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from motuc_bot.bot.battle_files import attached, battle_in
from motuc_bot.bot.confirming import show_first
from motuc_bot.bot.faults import answering, say
from motuc_bot.bot.form_options import with_choices
from motuc_bot.bot.here import asker, battle_here, human, matching, seen_here, seen_if_any
from motuc_bot.bot.names import free_seat, said
from motuc_bot.bot.new_thread import Place
from motuc_bot.bot.opening import Wanted, of_template, open_other_thread, open_thread, template_of
from motuc_bot.bot.results import battle_shown_here
from motuc_bot.bot.setup_buttons import show_new
from motuc_bot.bot.setup_forms import Draft
from motuc_bot.bot.takeover import want_other_master
from motuc_bot.referee.act import act
from motuc_bot.referee.form import Form
from motuc_bot.referee.give_orders import give_orders
from motuc_bot.referee.leave_seat import leave_seat
from motuc_bot.referee.read_battle import SeenBattle
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.referee.take_seat import take_seat
from motuc_bot.referee.threads import battles_of, place_of
from motuc_bot.systems.forms import FormFault, Option
from motuc_bot.systems.registry import SIDES, known_side
from rules.core import GAME_MASTER, Seat

if TYPE_CHECKING:
    from motuc_bot.bot.client import MotucBot

_POSTS_LEFT_OUT = "In der Datei stehen auch Beiträge: Sie zählen nicht, die Schlacht beginnt von vorn."
_JOINED = "Noch eine Figur: noch einmal /schlacht beitreten. Es beginnt, wenn die Spielleitung /schlacht start eingibt."
_STARTED = "Jetzt melden alle ihre Startpositionen, am besten privat bei mir."
_EMPTY = Option("-", "leere Hand")
# Whoever has no seat yet gets the choices of a newcomer.
_NEWCOMER = Seat("(neu)")


@app_commands.guild_only()
class Lineup(commands.GroupCog, group_name="schlacht", group_description="Eine Schlacht eröffnen und aufstellen"):
    """The commands before the first move."""

    def __init__(self, bot: "MotucBot") -> None:
        self.bot = bot

    @app_commands.command(name="neu", description="Eröffnet eine Schlacht in einem eigenen Thread; du leitest sie")
    @app_commands.describe(
        vorlage="Feld und Regeln", name="Wie die Schlacht heißt", runden="Wie viele Runden", kanal="Wo der Thread liegt"
    )
    @with_choices
    async def new(
        self,
        interaction: discord.Interaction[Any],
        /,
        vorlage: str,
        name: app_commands.Range[str, 1, 60] | None = None,
        runden: app_commands.Range[int, 1, 99] | None = None,
        kanal: Place | None = None,
        **chosen: str | int | None,
    ) -> None:
        """Open a battle."""
        async with answering(interaction):
            values = {"name": name, "rounds": runden, **chosen}
            changed = {field: str(value) for field, value in values.items() if value is not None}
            wanted = of_template(vorlage, changed, kanal)
            await self._open(interaction, wanted)

    @app_commands.command(
        name="einrichten", description="Legt Spielfeld, Regeln, eigene Figuren und Waffen fest und eröffnet dann"
    )
    @app_commands.describe(vorlage="Womit du anfängst", kanal="Wo der Thread liegen soll")
    async def set_up(self, interaction: discord.Interaction[Any], vorlage: str, kanal: Place | None = None) -> None:
        """Show the forms for a battle that is not yet open."""
        async with answering(interaction):
            draft = Draft(template_of(vorlage).values, None if kanal is None else kanal.id)
            await show_new(interaction, draft)

    @app_commands.command(name="aus_datei", description="Eröffnet eine Schlacht aus einer Datei, mit eigenen Figuren")
    @app_commands.describe(datei="Eine Schlacht als YAML-Datei", kanal="Wo der Thread liegt")
    async def from_file(
        self, interaction: discord.Interaction[Any], datei: discord.Attachment, kanal: Place | None = None
    ) -> None:
        """Open a battle from a file."""
        async with answering(interaction):
            found = await self.bot.work(battle_in, await attached(datei))
            notes = (_POSTS_LEFT_OUT,) if found.posts else ()
            await self._open(interaction, Wanted(found.system, found.document, kanal), notes)

    @app_commands.command(name="vorlagen", description="Welche Vorlagen es gibt")
    async def templates(self, interaction: discord.Interaction[Any]) -> None:
        """List the templates."""
        templates = SIDES[0].setting_up.templates()
        lines = (f"**{one.label}** (`{one.key}`): {one.description}" for one in templates)
        await say(interaction, (*lines, "-# Damit beginnen: /schlacht neu oder /schlacht einrichten"))

    @new.autocomplete("vorlage")
    @set_up.autocomplete("vorlage")
    async def _templates(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        templates = SIDES[0].setting_up.templates()
        return matching((Option(one.key, f"{one.label}: {one.description}") for one in templates), typed)

    @app_commands.command(
        name="neuer_thread", description="Führt eine Schlacht in einem neuen Thread weiter, wenn ihrer weg ist"
    )
    @app_commands.describe(schlacht="Welche Schlacht; du leitest sie", kanal="Wo der neue Thread liegt")
    async def other_thread(
        self,
        interaction: discord.Interaction[Any],
        schlacht: app_commands.Range[int, 1, 999_999_999],
        kanal: Place | None = None,
    ) -> None:
        """Give a battle another thread."""
        async with answering(interaction):
            thread = await open_other_thread(interaction, schlacht, kanal)
            await say(interaction, (f"Die Schlacht geht hier weiter: <#{thread}>",))

    @other_thread.autocomplete("schlacht")
    async def _lost(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[int]]:
        mine = await self.bot.work(battles_of, self.bot.desk, asker(interaction))
        lost = [battle for battle in mine if battle[0] not in self.bot.threads.values()]
        options = matching((Option(str(number), f"{name} (Nr. {number})") for number, name in lost), typed)
        return [app_commands.Choice(name=one.name, value=int(one.value)) for one in options]

    @app_commands.command(name="beitreten", description="Mitmachen: nimmt eine Figur in eine Mannschaft; du spielst")
    @app_commands.describe(seite="Für wen sie kämpft", figur="Welche Figur", waffe="Aus der Waffenkammer dazu")
    async def join(
        self, interaction: discord.Interaction[Any], seite: str, figur: str, waffe: str | None = None
    ) -> None:
        """Take a figure."""
        async with answering(interaction):
            seen = await seen_here(interaction)
            seat = await self._seat(interaction, seen)
            up = known_side(seen.system).setting_up
            order = up.enlist(seen.state, Seat(seat), figur, seite, (waffe,) if waffe else ())
            form = Form(seen.battle, asker(interaction), (order,), said(interaction), seat)
            await self.bot.work(take_seat, self.bot.desk, form)
            await say(interaction, (f"Du spielst mit, als {seat}. {_JOINED}",))
            await self.bot.moved(seen.battle)

    @join.autocomplete("seite")
    async def _sides(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        return matching(SIDES[0].setting_up.sides(), typed)

    @join.autocomplete("figur")
    async def _free(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        seen = await seen_if_any(interaction)
        if seen is None:
            return []
        mine = next((Seat(seat) for seat in seen.mine if seat != GAME_MASTER), _NEWCOMER)
        up = known_side(seen.system).setting_up
        wanted = getattr(interaction.namespace, "seite", None)
        # Whoever begins with the figure sees those of all sides.
        sides = [wanted] if wanted else [one.value for one in up.sides()]
        try:
            free = [one for side in sides for one in up.lineup_choices(seen.state, mine, side)]
        except FormFault:
            return []
        return matching(dict.fromkeys(free), typed, up.aliases(seen.state))

    @join.autocomplete("waffe")
    async def _stock(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        seen, side = await seen_if_any(interaction), getattr(interaction.namespace, "seite", None)
        if seen is None or not side:
            return []
        try:
            return matching(known_side(seen.system).setting_up.armoury_choices(seen.state, side), typed)
        except FormFault:
            return []

    @app_commands.command(
        name="verlassen", description="Nimmt deine Figuren aus der Aufstellung; du bist nicht mehr dabei"
    )
    async def leave(self, interaction: discord.Interaction[Any]) -> None:
        """Leave the line-up."""
        async with answering(interaction):
            battle = await battle_here(interaction)
            await self.bot.work(leave_seat, self.bot.desk, battle, asker(interaction), said(interaction))
            await say(interaction, ("Du bist nicht mehr dabei.",))
            await self.bot.moved(battle)

    @app_commands.command(name="waffen", description="Was deine Figur in der Hand hält oder aus der Kammer nimmt")
    @app_commands.describe(figur="Welche deiner Figuren", hand="In der Hand", hand2="Auch in der Hand", kammer="Dazu")
    async def weapons(
        self,
        interaction: discord.Interaction[Any],
        figur: str,
        hand: str | None = None,
        hand2: str | None = None,
        kammer: str | None = None,
    ) -> None:
        """Choose weapons."""
        async with answering(interaction):
            await battle_shown_here(interaction)
            if kammer is not None:
                await self._order(interaction, "equip", figur, (kammer,))
            if hand is not None or hand2 is not None or kammer is None:
                held = tuple(one for one in (hand, hand2) if one and one != _EMPTY.value)
                await self._order(interaction, "hold", figur, held)
            await say(interaction, ("Ist notiert.",))
            await self.bot.moved(await battle_here(interaction))

    @weapons.autocomplete("figur")
    async def _mine(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        seen = await seen_if_any(interaction)
        rows = () if seen is None else known_side(seen.system).roster(seen.state)
        mine = () if seen is None else seen.mine
        options = (Option(row.name, row.name) for row in rows if row.seat in mine or GAME_MASTER in mine)
        return matching(options, typed)

    @weapons.autocomplete("hand")
    @weapons.autocomplete("hand2")
    async def _carried(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        seen, figure = await seen_if_any(interaction), getattr(interaction.namespace, "figur", "")
        if seen is None or not _may_arm(seen, figure):
            return []
        return matching((*known_side(seen.system).setting_up.carried(seen.state, figure), _EMPTY), typed)

    @weapons.autocomplete("kammer")
    async def _armoury(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        seen, figure = await seen_if_any(interaction), getattr(interaction.namespace, "figur", "")
        if seen is None or not _may_arm(seen, figure):
            return []
        side = next(row.side for row in known_side(seen.system).roster(seen.state) if row.name == figure)
        return matching(known_side(seen.system).setting_up.armoury_choices(seen.state, side, figure), typed)

    @app_commands.command(name="start", description="Beendet die Aufstellung, die Schlacht beginnt (Spielleitung)")
    async def start(self, interaction: discord.Interaction[Any]) -> None:
        """End the line-up."""
        async with answering(interaction):
            battle = await battle_here(interaction)
            async with self.bot.locks[battle]:
                seen = await seen_here(interaction)
                side = known_side(seen.system)
                if not side.in_lineup(seen.state):
                    # The same order would end the next phase too.
                    raise NotAllowed(_already_started(seen))
                orders = (side.setting_up.start(),)
                answer = await self.bot.work(
                    act, self.bot.desk, battle, asker(interaction), orders, said(interaction), seat=GAME_MASTER
                )
            # The thread is told of a refusal as well, by the outbox.
            await say(interaction, (_STARTED,) if answer.accepted else answer.lines)
            await self.bot.moved(battle)

    @app_commands.command(name="abbrechen", description="Beendet die Schlacht ohne Sieger (Spielleitung)")
    async def stop(self, interaction: discord.Interaction[Any]) -> None:
        """End the battle."""
        async with answering(interaction):
            seen = await seen_here(interaction)
            side = known_side(seen.system)
            await show_first(interaction, seen.battle, side.phrase(side.ending))

    @app_commands.command(
        name="uebernehmen",
        description="Neue Spielleitung, wenn die alte weg ist: aus jeder Mannschaft gibt es einer ein",
    )
    @app_commands.describe(wer="Wer dann leiten soll; beide Mannschaften nennen dieselbe Person")
    async def take_over(self, interaction: discord.Interaction[Any], wer: discord.Member) -> None:
        """Let the asker's side want a new game master."""
        async with answering(interaction):
            await want_other_master(interaction, await battle_here(interaction), human(wer))

    async def _open(self, interaction: discord.Interaction[Any], wanted: Wanted, notes: tuple[str, ...] = ()) -> None:
        thread = await open_thread(interaction, wanted)
        await say(interaction, (f"Die Schlacht ist eröffnet: <#{thread}>", *notes))

    async def _order(
        self, interaction: discord.Interaction[Any], kind: str, figure: str, weapons: tuple[str, ...]
    ) -> None:
        seen = await seen_here(interaction)
        up = known_side(seen.system).setting_up
        order = up.equip(seen.state, figure, weapons) if kind == "equip" else up.hold(seen.state, figure, weapons)
        own = next((one for one in seen.mine if one != GAME_MASTER), None)
        seat = GAME_MASTER if GAME_MASTER in seen.mine and not _owns(seen, figure) else own
        form = Form(seen.battle, asker(interaction), (order,), said(interaction, f".{kind}"), seat)
        await self.bot.work(give_orders, self.bot.desk, form)

    async def _seat(self, interaction: discord.Interaction[Any], seen: SeenBattle) -> str:
        """Return the seat of whoever joins: the one he has, else a free one of his name."""
        mine = next((seat for seat in seen.mine if seat != GAME_MASTER), None)
        if mine is not None:
            return mine
        place = await self.bot.work(place_of, self.bot.desk, seen.battle)
        taken = [seat for seat, _ in place.seats]
        taken += [row.seat for row in known_side(seen.system).roster(seen.state)]
        return free_seat(interaction.user, taken)


def _already_started(seen: SeenBattle) -> str:
    """Return what is told to whoever wants to end the line-up a second time, and what he can do instead."""
    side = known_side(seen.system)
    if not side.keeps_secrets(seen.state):
        return "Die Aufstellung ist schon abgeschlossen. Wie die Schlacht steht, zeigt /lage."
    owing = dict.fromkeys(str(one.seat) for one in side.system.waiting(seen.state))
    return (
        f"Die Aufstellung ist schon abgeschlossen; es fehlen noch Startpositionen von {', '.join(owing)}. "
        "Setzen kann sie auch die Spielleitung: /sl platzieren"
    )


def _may_arm(seen: SeenBattle, figure: str) -> bool:
    """Tell whether the asker may choose weapons for the figure; later what it holds may be a result not yet told."""
    side = known_side(seen.system)
    if not side.in_lineup(seen.state) and not side.keeps_secrets(seen.state):
        return False
    rows = side.roster(seen.state)
    return any(row.name == figure and (row.seat in seen.mine or GAME_MASTER in seen.mine) for row in rows)


def _owns(seen: SeenBattle, figure: str) -> bool:
    rows = known_side(seen.system).roster(seen.state)
    return any(row.name == figure and row.seat in seen.mine for row in rows)
