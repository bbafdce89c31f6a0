"""What the referee needs of a rule system besides its rules: reading its posts and telling its events."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from motuc_bot.language.reading import Reading
from motuc_bot.language.slips import Slip
from motuc_bot.picture.view import BoardView
from motuc_bot.systems.choices import ChoiceGroup
from motuc_bot.systems.gist import Gist
from motuc_bot.systems.roster import RosterRow
from motuc_bot.systems.setting_up import SettingUp
from motuc_bot.systems.standing import StandingOrder
from rules.core import Past, Seat, System
from rules.dice import Reason

Config = TypeVar("Config")
State = TypeVar("State")
Command = TypeVar("Command")
Event = TypeVar("Event")


class UnknownInPool(Exception):
    """A name that nothing in a system's pool has; the text is one German line for the player."""


class UnusablePool(Exception):
    """A pool that can't be used; the text is one German line that names the file, the place there and the fault."""


class Side(Protocol[Config, State, Command, Event]):
    """The language side of one rule system."""

    @property
    def system(self) -> System[Config, State, Command, Event, Any]:
        """The rules."""

    def config(self, document: Mapping[str, object]) -> Config:
        """Return the battle that a transcript describes. Raises: FileFault, UnusablePool."""

    def new_battle(self, document: Mapping[str, object]) -> Config:
        """Return a battle whose line-up is still to come. Raises: FileFault, UnusablePool."""

    def battle_document(self, config: Config) -> dict[str, object]:
        """Return the battle as the part of a transcript that belongs to the system: `config` reads it back."""

    def lineup_config(self, state: State) -> Config:
        """Return the battle with the line-up of this state ready-made: just what plays, and all of it."""

    def after_lineup(self, state: State) -> tuple[Command, ...]:
        """Return the game master's orders that turn a battle of `lineup_config` into this state."""

    def in_lineup(self, state: State) -> bool:
        """Tell whether players still come and go."""

    def keeps_secrets(self, state: State) -> bool:
        """Tell whether what came by private message must still be kept from others."""

    @property
    def kinds(self) -> tuple[type, ...]:
        """The classes of what is stored: events, commands and the battle's Config."""

    @property
    def past(self) -> Past:
        """How stored things of earlier versions become those of today."""

    @property
    def ending(self) -> Command:
        """The game master's order to end the battle without a winner."""

    def name(self, state: State) -> str:
        """Return what the battle is called."""

    def side_name(self, side: str) -> str:
        """Return what a side of the battle is called in German."""

    def name_die(self, reason: Reason) -> str:
        """Return in German what a die was rolled for, and by whom."""

    def leaving(self, state: State, seat: Seat) -> tuple[Command, ...]:
        """Return the orders that take all that a seat has out of the line-up."""

    def phrase(self, command: Command) -> str:
        """Return the command as one line of a post. Raises: ValueError for one that only forms give."""

    def confirm(self, orders: Sequence[Sequence[Command]]) -> tuple[str, ...]:
        """Return German lines that tell the author of a private message what was understood."""

    def tell_balance(self, state: State) -> tuple[str, ...]:
        """Return German help towards a line-up with which the battle can start."""

    def get_ready(self) -> None:
        """Load what would else be loaded while the first post waits to be read."""

    def read(self, state: State, text: str) -> Reading[Command]:
        """Return what a post says, in the names of this battle."""

    def is_private(self, command: Command) -> bool:
        """Tell whether the command may come by private message."""

    def reacting_seats(self, state: State) -> tuple[Seat, ...]:
        """Return the seats whose reactions are awaited now."""

    def standing_order(self, state: State, seat: Seat, text: str) -> StandingOrder | None:
        """Return what a private message of the seat leaves for reactions to come; None if it means nothing such."""

    def standing_lines(self, state: State, seat: Seat, text: str) -> tuple[str, ...]:
        """Return the lines of a post of the seat that react now as the kept text of a standing order says."""

    def code(self, refusal: Exception) -> str:
        """Return the stable code of a refusal."""

    def slip(self, refusal: Exception) -> Slip | None:
        """Return what was written and what may be meant, if a name that is nearly right was refused."""

    def explain(
        self,
        refusal: Exception,
        state: State,
        *,
        seat: Seat | None = None,
        text: str = "",
        commands: Sequence[Command] = (),
        example: bool = True,
    ) -> str:
        """Return in plain German what is wrong with a line, by which ruling, and what the seat can write instead.

        `text` is the line and `commands` what it was read as, where they are known. A line break stands before what to
        write where all would be too long for one line. Without `example` no line is made up that the seat could write.
        """

    def name_fault(self, refusal: Exception, *, several: bool = False) -> str:
        """Return in one short German sentence what is wrong, the same for all faults of that kind; it costs nothing.

        `several` tells that it is said of more than one.
        """

    def tell(self, state: State, events: Sequence[Event], log: Sequence[Event] = ()) -> list[str]:
        """Return the German lines about events, given the state before them and all that happened before."""

    def gist(self, state: State, events: Sequence[Event]) -> Gist:
        """Return what the events of a post come down to, given the state before them."""

    def tell_exposed(self, events: Sequence[Event]) -> list[str]:
        """Return German lines about events that would better have come by private message."""

    def tell_waiting(self, state: State) -> list[str]:
        """Return German lines about who is awaited now, for what."""

    def tell_next(self, state: State) -> list[str]:
        """Return who is awaited after a change of phase, as far as `tell` did not say so when it told of the change."""

    def phase(self, state: State) -> str:
        """Return a key that changes when a phase ends."""

    def phase_name(self, phase: str) -> str:
        """Return in German what a key of `phase` means: `Runde 2, Schwarz zieht`."""

    @property
    def setting_up(self) -> SettingUp[State]:
        """The forms, lists and orders of the line-up."""

    def choices(self, state: State, seat: Seat) -> tuple[ChoiceGroup, ...]:
        """Return the usual things that the seat may do now, as lines of a post, with their chances."""

    def tell_chances(self, state: State, figure: str, target: str) -> list[str]:
        """Return German lines about what one figure could do to another, with the chances. Raises: KeyError."""

    def board_view(self, state: State, events: Sequence[Event], seat: Seat | None) -> BoardView:
        """Return the board as the seat may see it, with the arrows of the latest of these events."""

    def twin_lines(self, state: State, seat: Seat | None) -> list[str]:
        """Return the board as text, from where the seat's figures stand."""

    def roster(self, state: State) -> tuple[RosterRow, ...]:
        """Return the figures with their values."""

    def map_lines(self, state: State) -> list[str]:
        """Return the board as lines of text."""

    def roster_lines(self, state: State) -> list[str]:
        """Return the figures with their values as lines of text."""

    def marks(self, state: State) -> dict[str, list[str]]:
        """Return the marks that stand for figures on the map, by side of the battle."""

    def pool_table(self) -> str:
        """Return all figures that battles may draw on, as a table. Raises: UnusablePool."""

    def pool_sheet(self, name: str) -> str:
        """Return one figure of the pool with all its values. Raises: UnknownInPool, UnusablePool."""

    def battle_sheet(self, state: State, name: str, *, with_now: bool = True) -> str:
        """Return one figure of a battle with all its values, and how it stands. Raises: UnknownInPool, UnusablePool."""

    def pool_stocks(self) -> str:
        """Return what lies in the armouries. Raises: UnusablePool."""

    def rulings(self) -> Mapping[str, str]:
        """Return the rulings, each in one German sentence, by their codes."""

    def document(self, state: State) -> dict[str, object]:
        """Return the state as `replay --json` shows it."""
