"""Setting a MotUC-Battle up, as fronts reach it."""

from collections.abc import Mapping, Sequence

from motuc_bot.language.folding import name_key
from motuc_bot.systems.forms import Form, FormFault, Option, PoolColumn, PoolRow, Template, Values
from motuc_bot.systems.motuc import forms, setup
from motuc_bot.systems.motuc.spoken import TEAMS
from rules.core import Seat
from rules.motuc.commands import Enlist, Equip, Hold, Proceed, Withdraw
from rules.motuc.model import State
from rules.motuc.words import Team

Row = Mapping[str, object]


class MotucSettingUp:
    """The forms, lists and orders of the line-up."""

    def templates(self) -> tuple[Template, ...]:
        """Return battles that are ready but for the figures."""
        return forms.templates()

    def battle_form(self) -> Form:
        """Return the form for a new battle."""
        return forms.battle_form()

    def battle_document(self, values: Values, figures: Sequence[Row], weapons: Sequence[Row]) -> dict[str, object]:
        """Return what was agreed, with own figures and weapons. Raises: FormFault."""
        return forms.battle_document_of(values, figures, weapons)

    def figure_form(self, weapons: Sequence[str]) -> Form:
        """Return the form for an own figure."""
        return forms.figure_form(weapons)

    def figure_row(self, values: Values, weapons: Sequence[str]) -> dict[str, object]:
        """Return an own figure. Raises: FormFault."""
        return forms.figure_row_of(values, weapons)

    def figure_value(self, figure: Row, weapons: Sequence[Row]) -> int:
        """Return what an own figure is worth with its weapons, of which these are own ones."""
        return forms.figure_value_of(figure, weapons)

    def weapon_form(self) -> Form:
        """Return the form for an own weapon."""
        return forms.weapon_form()

    def weapon_row(self, values: Values) -> dict[str, object]:
        """Return an own weapon. Raises: FormFault."""
        return forms.weapon_row_of(values)

    def figure_columns(self) -> tuple[PoolColumn, ...]:
        """Return the columns of the figures."""
        return forms.pool_columns()

    def figure_rows(self) -> tuple[PoolRow, ...]:
        """Return the figures of the pool."""
        return forms.pool_rows()

    def aliases(self, state: State) -> Mapping[str, Sequence[str]]:
        """Return what the figures of a battle are also called, by their names."""
        return {sheet.name: sheet.aliases for sheet in state.setup.sheets}

    def weapon_columns(self) -> tuple[PoolColumn, ...]:
        """Return the columns of the weapons."""
        return forms.weapon_columns()

    def weapon_rows(self) -> tuple[PoolRow, ...]:
        """Return the weapons of the pool."""
        return forms.weapon_rows()

    def sides(self) -> tuple[Option, ...]:
        """Return the two teams."""
        return tuple(Option(team.value, TEAMS[team]) for team in Team)

    def lineup_choices(self, state: State, seat: Seat, side: str) -> tuple[Option, ...]:
        """Return the figures that the seat may still take into the team."""
        return forms.lineup_choices(state, seat, _team(side))

    def armoury_choices(self, state: State, side: str, figure: str | None = None) -> tuple[Option, ...]:
        """Return what is left in the team's armoury."""
        return forms.armoury_choices(state, _team(side), figure)

    def carried(self, state: State, figure: str) -> tuple[Option, ...]:
        """Return the weapons of a figure in the battle."""
        found = state.find(figure)
        names = dict.fromkeys(item.weapon.name for item in found.items) if found is not None else ()
        return tuple(Option(name, name) for name in names)

    def enlist(self, state: State, seat: Seat, figure: str, side: str, armoury: Sequence[str]) -> Enlist:
        """Return the order to take a figure into a team. Raises: FormFault, FileFault."""
        return setup.enlist(state, seat, figure, _team(side), armoury)

    def equip(self, state: State, figure: str, armoury: Sequence[str]) -> Equip:
        """Return the order to choose anew from the armoury. Raises: FileFault."""
        return setup.equip(state, figure, armoury)

    def hold(self, state: State, figure: str, weapons: Sequence[str]) -> Hold:
        """Return the order that tells what a figure has in hand. Raises: FileFault."""
        return setup.hold(state, figure, weapons)

    def withdraw(self, state: State, figure: str) -> Withdraw:
        """Return the order to take a figure out of the line-up. Raises: FileFault."""
        return setup.withdraw(state, figure)

    def start(self) -> Proceed:
        """Return the game master's order to end the line-up."""
        return Proceed()


def _team(side: str) -> Team:
    key = name_key(side)
    for team in Team:
        # Somebody may have written what stands in the list.
        if key in (team.value, name_key(TEAMS[team])):
            return team
    raise FormFault("side", f"Bitte eine der beiden Seiten wählen: {' oder '.join(TEAMS.values())}.")
