"""The figures of a MotUC-Battle with life, stamina, agility, states and weapons."""

from motuc_bot.systems.motuc import symbols
from motuc_bot.systems.roster import Bar, RosterRow
from rules.motuc.conditions import effective_agility
from rules.motuc.model import START_LIFE, Figure, State


def roster(state: State) -> tuple[RosterRow, ...]:
    """Return the figures in list order."""
    marks = symbols.marks(state)
    return tuple(_row(state, figure, marks[figure.name]) for figure in state.figures)


def _row(state: State, figure: Figure, mark: str) -> RosterRow:
    sheet = figure.sheet
    return RosterRow(
        name=figure.name,
        mark=mark,
        side=figure.team.value,
        seat=figure.seat,
        field=None if figure.field is None else str(figure.field),
        bars=(
            Bar("Leben", "Leben", figure.life, START_LIFE),
            Bar("Ausdauer", "Ausd.", figure.stamina, sheet.stamina),
            Bar("Beweglichkeit", "Bew.", effective_agility(state, figure), sheet.agility),
        ),
        states=symbols.states_of(figure),
        held=tuple(item.weapon.name for item in figure.held),
        worn=tuple(item.weapon.name for item in figure.belt),
        value=figure.value,
        fallen=not figure.standing,
    )
