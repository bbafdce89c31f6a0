"""The board of a MotUC-Battle in words: from each of the viewer's figures, who is how far away and in sight or not."""

from motuc_bot.picture.twin import Place, Twin, TwinRow, tell_fields, tell_places, tell_twin
from motuc_bot.systems.motuc.board_view import places_of, things_of
from motuc_bot.systems.motuc.spoken import TEAMS
from motuc_bot.systems.motuc.symbols import states_of
from motuc_bot.systems.motuc.wording import listed
from rules.board import Field, distance
from rules.core import Rejected, Seat
from rules.motuc.conditions import sees
from rules.motuc.model import Figure, State
from rules.motuc.targets import visible
from rules.motuc.view import view
from rules.motuc.words import Phase, Team


def twin_lines(state: State, seat: Seat | None) -> list[str]:
    """Return the board in German lines: distances and sight (R-B4, R-Z7) from the seat's standing figures to opponents.

    Who has none on the board learns who is where.
    """
    seen = view(state, seat).state
    mine = [figure for figure in seen.figures if figure.seat == seat and figure.standing and figure.field is not None]
    lines = [tell_twin(_twin(seen, figure, figure.field)) for figure in mine if figure.field is not None]
    lines += _friends(seen, mine)
    return (lines or _positions(seen)) + _rest(seen, with_things=not lines)


def _twin(state: State, figure: Figure, here: Field) -> Twin:
    board = state.setup.board
    figures = (
        TwinRow(other.name, other.field, distance(board, here, other.field), _sight(state, figure, other))
        for other in state.figures
        if other.standing and other.field is not None and other.team is not figure.team
    )
    things = (
        TwinRow(
            listed(thing.names),
            thing.field,
            distance(board, here, thing.field),
            ("Waffe am Boden" if len(thing.names) == 1 else "Waffen am Boden",),
        )
        for thing in things_of(state)
    )
    return Twin(figure.name, here, (*figures, *things))


def _friends(state: State, mine: list[Figure]) -> list[str]:
    """Return where those stand whom others lead in the same team: how far away they are matters little."""
    teams = {figure.team for figure in mine}
    others = [one for one in state.figures if one.team in teams and one.standing and one not in mine]
    return tell_places("Auf deiner Seite", [Place(one.name, one.field) for one in others if one.field is not None])


def _sight(state: State, figure: Figure, other: Figure) -> tuple[str, ...]:
    assert figure.field is not None
    assert other.field is not None
    if not sees(state, figure.field, other.field):
        return ("nicht in Sicht (verdeckt)",)
    try:
        visible(figure, other)
    except Rejected:
        return ("nicht in Sicht (unsichtbar)",)
    return ("in Sicht",)


def _positions(state: State) -> list[str]:
    places = places_of(state)
    if not places:
        return ["Noch steht niemand auf dem Brett."]
    early = state.phase in (Phase.LINEUP, Phase.PLACEMENT)
    lines: list[str] = []
    for team in Team:
        standing = [figure for figure in state.team(team) if figure.standing and figure.name in places]
        head = f"{TEAMS[team]} (Start)" if early else TEAMS[team]
        lines += tell_places(head, [Place(one.name, places[one.name], states_of(one)) for one in standing])
    return lines


def _rest(state: State, *, with_things: bool) -> list[str]:
    """Return who is defeated, what lies about unless told already, and the terrain."""
    board = state.setup.board
    defeated = [Place(one.name, one.field) for one in state.figures if not one.standing and one.field is not None]
    things = [Place(listed(thing.names), thing.field) for thing in things_of(state)] if with_things else []
    return [
        *tell_places("Besiegt", defeated),
        *tell_places("Waffen am Boden", things),
        *tell_fields("Gesperrt", board.blocked),
        *tell_fields("Erhöht", board.raised),
    ]
