"""What a rule system offers for setting a battle up: forms, lists to choose from, orders from what was chosen."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from motuc_bot.systems.forms import Form, Option, PoolColumn, PoolRow, Template, Values
from rules.core import Seat

State = TypeVar("State", contravariant=True)
Row = Mapping[str, object]


class SettingUp(Protocol[State]):
    """The forms of one rule system; whatever is wrong with an entry is a FormFault, with a name a FileFault."""

    def templates(self) -> tuple[Template, ...]:
        """Return battles that are ready but for the figures."""

    def battle_form(self) -> Form:
        """Return the form for a new battle."""

    def battle_document(self, values: Values, figures: Sequence[Row], weapons: Sequence[Row]) -> dict[str, object]:
        """Return what was agreed, with own figures and weapons, as `Side.new_battle` wants it. Raises: FormFault."""

    def figure_form(self, weapons: Sequence[str]) -> Form:
        """Return the form for an own figure, which may have own weapons of these names."""

    def figure_row(self, values: Values, weapons: Sequence[str]) -> dict[str, object]:
        """Return an own figure. Raises: FormFault."""

    def figure_value(self, figure: Row, weapons: Sequence[Row]) -> int:
        """Return what an own figure is worth with its weapons, of which these are own ones."""

    def weapon_form(self) -> Form:
        """Return the form for an own weapon."""

    def weapon_row(self, values: Values) -> dict[str, object]:
        """Return an own weapon. Raises: FormFault."""

    def figure_columns(self) -> tuple[PoolColumn, ...]:
        """Return the columns of the figures."""

    def figure_rows(self) -> tuple[PoolRow, ...]:
        """Return the figures of the pool."""

    def aliases(self, state: State) -> Mapping[str, Sequence[str]]:
        """Return what the figures of a battle are also called, by their names."""

    def weapon_columns(self) -> tuple[PoolColumn, ...]:
        """Return the columns of the weapons."""

    def weapon_rows(self) -> tuple[PoolRow, ...]:
        """Return the weapons of the pool."""

    def sides(self) -> tuple[Option, ...]:
        """Return the sides that can be joined."""

    def lineup_choices(self, state: State, seat: Seat, side: str) -> tuple[Option, ...]:
        """Return the figures that the seat may still take into the side."""

    def armoury_choices(self, state: State, side: str, figure: str | None = None) -> tuple[Option, ...]:
        """Return what is left in the side's armoury (for the figure)."""

    def carried(self, state: State, figure: str) -> tuple[Option, ...]:
        """Return the weapons of a figure, of which it may hold some."""

    def enlist(self, state: State, seat: Seat, figure: str, side: str, armoury: Sequence[str]) -> Any:
        """Return the order to take a figure into a side. Raises: FormFault, FileFault."""

    def equip(self, state: State, figure: str, armoury: Sequence[str]) -> Any:
        """Return the order to choose anew from the armoury. Raises: FileFault."""

    def hold(self, state: State, figure: str, weapons: Sequence[str]) -> Any:
        """Return the order that tells what a figure has in hand. Raises: FileFault."""

    def withdraw(self, state: State, figure: str) -> Any:
        """Return the order to take a figure out of the line-up. Raises: FileFault."""

    def start(self) -> Any:
        """Return the game master's order to end the line-up."""
