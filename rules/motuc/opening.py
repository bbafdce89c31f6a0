"""Opening a battle, with or without a ready-made line-up (§2)."""

from rules.core import GAME_MASTER, Rejected, Unfolding
from rules.motuc import events as ev
from rules.motuc import lineup
from rules.motuc.codes import Ruling
from rules.motuc.commands import Enlist, Hold
from rules.motuc.damage import Course
from rules.motuc.evolve import evolve
from rules.motuc.model import Config, Entry, State
from rules.motuc.movement import enterable
from rules.motuc.words import Team


def opened(blank: State, config: Config) -> tuple[ev.Event, ...]:
    """Return the events that open the battle; a ready-made line-up is judged like any other. Raises: Rejected."""
    course: Course = Unfolding(evolve, blank)
    course.happen(ev.BattleOpened(config.setup))
    for entry in config.entries:
        _enter(course, entry)
    if config.entries:
        _room_for_all(course.state)
        lineup.ready_to_start(course.state)
        course.happen(ev.PhaseHurried())
    return course.events


def _enter(course: Course, entry: Entry) -> None:
    for event in lineup.joined(course.state, Enlist(entry.figure, entry.team, entry.seat, entry.armoury)):
        course.happen(event)
    if entry.hands is not None:
        for event in lineup.hold(course.state, GAME_MASTER, Hold(entry.figure, entry.hands)):
            course.happen(event)
    if entry.at is not None:
        enterable(course.state, course.state.figure(entry.figure), entry.at)
        course.happen(ev.FigurePlaced(entry.figure, entry.at))


def _room_for_all(state: State) -> None:
    """Let pass if every figure that still has to start finds a field on its edge (R-S4). Raises: Rejected."""
    taken = {figure.field for figure in state.figures if figure.field is not None}
    for team in Team:
        room = sum(field not in taken for field in lineup.start_fields(state.setup, team))
        if sum(figure.field is None for figure in state.team(team)) > room:
            raise Rejected(Ruling.R_S4, "edge_full", team=team, room=room)
