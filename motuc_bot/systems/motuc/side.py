"""MotUC-Battle for the referee: its rules, its reader, its German."""

from collections.abc import Mapping, Sequence
from typing import get_args

from motuc_bot.language.reading import Reading
from motuc_bot.language.slips import Slip
from motuc_bot.picture.view import BoardView
from motuc_bot.systems.choices import ChoiceGroup
from motuc_bot.systems.gist import Gist
from motuc_bot.systems.motuc import rulings, setup, symbols
from motuc_bot.systems.motuc.again import slip_of
from motuc_bot.systems.motuc.balance import balance
from motuc_bot.systems.motuc.battle_document import battle_document, lineup_config, trimmed
from motuc_bot.systems.motuc.battle_file import battle_file, config_of
from motuc_bot.systems.motuc.battle_sheet import battle_sheet
from motuc_bot.systems.motuc.board_twin import twin_lines
from motuc_bot.systems.motuc.board_view import board_view
from motuc_bot.systems.motuc.chance_texts import chance_lines
from motuc_bot.systems.motuc.choices import choices
from motuc_bot.systems.motuc.constituents import parser
from motuc_bot.systems.motuc.dice_names import name_die
from motuc_bot.systems.motuc.gist import gist
from motuc_bot.systems.motuc.kinds_of_fault import name_fault
from motuc_bot.systems.motuc.phase_names import phase_key, phase_name
from motuc_bot.systems.motuc.phrase import phrase
from motuc_bot.systems.motuc.pool import show
from motuc_bot.systems.motuc.pool.loader import load_pool
from motuc_bot.systems.motuc.pool.merge import completed
from motuc_bot.systems.motuc.readers import reader_of
from motuc_bot.systems.motuc.refusals import explain
from motuc_bot.systems.motuc.report import next_line, tell, waiting_line
from motuc_bot.systems.motuc.roster import roster
from motuc_bot.systems.motuc.setting_up import MotucSettingUp
from motuc_bot.systems.motuc.spoken import TEAMS
from motuc_bot.systems.motuc.standing import reacting_seats, standing_lines, standing_order
from motuc_bot.systems.motuc.wording import listed
from motuc_bot.systems.roster import RosterRow
from motuc_bot.systems.standing import StandingOrder
from rules.core import Past, Posted, RollBack, RolledBack, Seat
from rules.dice import Reason
from rules.motuc import MOTUC, Motuc
from rules.motuc.commands import Command, EndBattle, Hold, Pause, RegisterStart
from rules.motuc.conditions import effective_agility
from rules.motuc.events import Event, StartRegistered
from rules.motuc.model import Config, Figure, State
from rules.motuc.past import PAST
from rules.motuc.system import statuses
from rules.motuc.words import FigureName, Phase, Team

Happening = Event | Posted | RolledBack


class MotucSide:
    """The language side of MotUC-Battle."""

    @property
    def system(self) -> Motuc:
        """The rules."""
        return MOTUC

    def config(self, document: Mapping[str, object]) -> Config:
        """Return the battle that a transcript describes, filled up from the pool. Raises: FileFault."""
        return config_of(completed(battle_file(document)))

    def new_battle(self, document: Mapping[str, object]) -> Config:
        """Return a battle whose line-up is still to come, with the whole pool to choose from. Raises: FileFault."""
        return setup.new_battle(document)

    def battle_document(self, config: Config) -> dict[str, object]:
        """Return the battle as a transcript describes it."""
        return battle_document(config)

    def lineup_config(self, state: State) -> Config:
        """Return the battle with the line-up of this state ready-made: just what plays, and all of it."""
        return trimmed(lineup_config(state))

    def after_lineup(self, state: State) -> tuple[Command, ...]:
        """Return the order to pause if the battle was paused while the line-up went on."""
        return (Pause(),) if state.paused else ()

    def in_lineup(self, state: State) -> bool:
        """Tell whether players still come and go."""
        return state.phase is Phase.LINEUP

    def keeps_secrets(self, state: State) -> bool:
        """Tell whether start positions are still secret (R-S1)."""
        return state.phase in (Phase.LINEUP, Phase.PLACEMENT)

    @property
    def kinds(self) -> tuple[type, ...]:
        """The classes of what is stored."""
        return (*get_args(Event), *get_args(Command), Config)

    @property
    def past(self) -> Past:
        """How stored things of earlier versions become those of today."""
        return PAST

    @property
    def ending(self) -> Command:
        """The game master's order to end the battle in a draw (R-X6)."""
        return EndBattle()

    def name(self, state: State) -> str:
        """Return what the battle is called."""
        return state.setup.name

    def side_name(self, side: str) -> str:
        """Return the team's name in German."""
        return TEAMS[Team(side)]

    def name_die(self, reason: Reason) -> str:
        """Return what a die was rolled for, and by whom."""
        return name_die(reason)

    def leaving(self, state: State, seat: Seat) -> tuple[Command, ...]:
        """Return the orders that take all figures of a seat out of the line-up."""
        return setup.leaving(state, seat)

    def phrase(self, command: Command | RollBack) -> str:
        """Return the command as one line of a post. Raises: ValueError for one that only forms give."""
        return phrase(command)

    def confirm(self, orders: Sequence[Sequence[Command | RollBack]]) -> tuple[str, ...]:
        """Return a line for each start position or hand that came by private message."""
        return tuple(f"Verstanden: {phrase(order)}" for line in orders for order in line)

    def tell_balance(self, state: State) -> tuple[str, ...]:
        """Return help towards equal team values (R-T2)."""
        return balance(state)

    def get_ready(self) -> None:
        """Build the parser of orders."""
        parser()

    def read(self, state: State, text: str) -> Reading[Command | RollBack]:
        """Return what a post says, in the names of this battle."""
        return reader_of(state).read(text)

    def is_private(self, command: Command | RollBack) -> bool:
        """Tell whether the command may come by private message: start positions and hands before the battle."""
        return isinstance(command, RegisterStart | Hold)

    def reacting_seats(self, state: State) -> tuple[Seat, ...]:
        """Return the seats whose reactions are awaited now; nobody's while the battle is paused."""
        return reacting_seats(state)

    def standing_order(self, state: State, seat: Seat, text: str) -> StandingOrder | None:
        """Return what a private message of the seat leaves for reactions to come; None if it means nothing such."""
        return standing_order(state, seat, text, reader_of(state))

    def standing_lines(self, state: State, seat: Seat, text: str) -> tuple[str, ...]:
        """Return the lines of a post of the seat that react now as the kept text says, one for each figure."""
        return standing_lines(state, seat, text, reader_of(state))

    def code(self, refusal: Exception) -> str:
        """Return the stable code of a refusal."""
        return str(getattr(refusal, "code", "syntax"))

    def slip(self, refusal: Exception) -> Slip | None:
        """Return what was written and what may be meant, if a name or a verb that is nearly right was refused."""
        return slip_of(str(getattr(refusal, "why", "")), getattr(refusal, "facts", {}))

    def explain(
        self,
        refusal: Exception,
        state: State,
        *,
        seat: Seat | None = None,
        text: str = "",
        commands: Sequence[Command | RollBack] = (),
        example: bool = True,
    ) -> str:
        """Return in plain German what is wrong with a line, by which ruling, and what the seat can write instead."""
        return explain(refusal, state, seat=seat, text=text, commands=commands, made_up=example)

    def name_fault(self, refusal: Exception, *, several: bool = False) -> str:
        """Return in one short German sentence what is wrong, the same for all faults of that kind."""
        return name_fault(refusal, several=several)

    def tell(self, state: State, events: Sequence[Happening], log: Sequence[Happening] = ()) -> list[str]:
        """Return the German lines about events, given the state before them and all that happened before."""
        return tell(state, events, log=log)

    def gist(self, state: State, events: Sequence[Happening]) -> Gist:
        """Return what the events of a post come down to, given the state before them."""
        return gist(state, events)

    def tell_exposed(self, events: Sequence[Happening]) -> list[str]:
        """Return a German line about the start positions that came in public (R-S1)."""
        names = dict.fromkeys(event.figure for event in events if isinstance(event, StartRegistered))
        if not names:
            return []
        start = "startet" if len(names) == 1 else "starten"
        return [f"Hier konnte jeder lesen, wo {listed(names)} {start}: Besser ist eine private Nachricht (R-S1)."]

    def tell_waiting(self, state: State) -> list[str]:
        """Return German lines about who is awaited now, for what."""
        line = waiting_line(state)
        return [] if line is None else line.splitlines()

    def tell_next(self, state: State) -> list[str]:
        """Return the same right after a phase began, as far as the report of that has not told it."""
        line = next_line(state)
        return [] if line is None else line.splitlines()

    def phase(self, state: State) -> str:
        """Return a key that changes when a phase ends."""
        return phase_key(state)

    def phase_name(self, phase: str) -> str:
        """Return what a key of `phase` means: `Runde 2, Schwarz zieht`."""
        return phase_name(phase)

    @property
    def setting_up(self) -> MotucSettingUp:
        """The forms, lists and orders of the line-up."""
        return MotucSettingUp()

    def choices(self, state: State, seat: Seat) -> tuple[ChoiceGroup, ...]:
        """Return the usual things that the seat may do now, as lines of a post, with their chances."""
        return choices(state, seat)

    def tell_chances(self, state: State, figure: str, target: str) -> list[str]:
        """Return the chances of all that one figure could do to another. Raises: KeyError."""
        return chance_lines(state, FigureName(figure), FigureName(target))

    def board_view(self, state: State, events: Sequence[Happening], seat: Seat | None) -> BoardView:
        """Return the board as the seat may see it, with the arrows of the latest of these events."""
        return board_view(state, events, seat)

    def twin_lines(self, state: State, seat: Seat | None) -> list[str]:
        """Return the board as text, from where the seat's figures stand."""
        return list(twin_lines(state, seat))

    def roster(self, state: State) -> tuple[RosterRow, ...]:
        """Return the figures with their values."""
        return roster(state)

    def map_lines(self, state: State) -> list[str]:
        """Return the board as lines of text."""
        return symbols.map_lines(state)

    def roster_lines(self, state: State) -> list[str]:
        """Return the figures with their values as lines of text."""
        return symbols.roster_lines(state)

    def marks(self, state: State) -> dict[str, list[str]]:
        """Return the marks that stand for figures on the map, by team."""
        marks = symbols.marks(state)
        return {team: [marks[figure.name] for figure in state.team(team)] for team in Team}

    def pool_table(self) -> str:
        """Return all figures that battles may draw on, as a table."""
        return show.table(load_pool())

    def pool_sheet(self, name: str) -> str:
        """Return one figure of the pool with all its values. Raises: UnknownInPool."""
        return show.sheet(load_pool(), name)

    def battle_sheet(self, state: State, name: str, *, with_now: bool = True) -> str:
        """Return one figure of a battle with all its values, and how it stands now. Raises: UnknownInPool."""
        return battle_sheet(state, name, with_now=with_now)

    def pool_stocks(self) -> str:
        """Return what lies in the armouries."""
        return show.armouries(load_pool())

    def rulings(self) -> Mapping[str, str]:
        """Return the rulings, each in one German sentence, by their codes."""
        return rulings.sentences()

    def document(self, state: State) -> dict[str, object]:
        """Return the state as `replay --json` shows it."""
        ground: dict[str, list[str]] = {}
        for lying in state.ground:
            ground.setdefault(str(lying.field), []).append(lying.item.weapon.name)
        result = MOTUC.over(state)
        winner = None if result is None else result.winner or "draw"
        return {
            "round": state.round,
            "phase": str(state.phase),
            "paused": state.paused,
            "winner": None if winner is None else str(winner),
            "figures": {figure.name: _figure(state, figure) for figure in state.figures},
            "ground": ground,
        }


def _figure(state: State, figure: Figure) -> dict[str, object]:
    return {
        "team": str(figure.team),
        "player": figure.seat,
        "field": None if figure.field is None else str(figure.field),
        "life": figure.life,
        "stamina": figure.stamina,
        "agility": effective_agility(state, figure),
        "status": list(statuses(figure)),
        "hands": [item.weapon.name for item in figure.held],
        "belt": [item.weapon.name for item in figure.belt],
        "defeated": not figure.standing,
        "value": figure.value,
    }
