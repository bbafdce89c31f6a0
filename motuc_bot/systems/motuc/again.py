"""The line of a refused post itself, to be posted again: later, or with the right name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from motuc_bot.language.slips import Slip, mended
from motuc_bot.systems.motuc.nouns import the
from motuc_bot.systems.motuc.spoken import TEAMS
from rules.core import Seat
from rules.motuc import commands as cm
from rules.motuc.actions import Casting, Disarming, Melee, Volley
from rules.motuc.model import State
from rules.motuc.words import Phase, Team

Facts = Mapping[str, object]

_LONGEST_LINE = 100
_ROUND = (Phase.BLACK_MOVES, Phase.WHITE_REACTS, Phase.WHITE_MOVES, Phase.BLACK_REACTS)
_MOVES = {Team.BLACK: Phase.BLACK_MOVES, Team.WHITE: Phase.WHITE_MOVES}
_REACTS = {Team.BLACK: Phase.BLACK_REACTS, Team.WHITE: Phase.WHITE_REACTS}
_OUT_OF_TURN = frozenset(("paused", "not_its_move_phase", "not_its_reaction_phase", "not_your_phase", "not_begun"))
# Whose orders need no phase of their own.
_ANY_TIME = (cm.Correct, cm.Relocate, cm.Reassign, cm.Hold, cm.RegisterStart)
_TOO_LATE = "Zu spät"
_NOT_TAKEN_BACK = "Zurücknehmen geht nur, solange deine Seite zieht (R-P8). Jetzt kann es nur die Spielleitung."


@dataclass(frozen=True, slots=True)
class Moment:
    """When a line may come: `then` as a clause, empty where never; `timing` is whether it came early or late.

    `needless` says why the line need not come at all.
    """

    timing: str
    then: str
    needless: tuple[str, ...] = ()


def moment(why: str, facts: Facts, state: State, seat: Seat | None, commands: Sequence[object]) -> Moment | None:
    """Return when a line that came out of turn may come; None if it did not."""
    if why not in _OUT_OF_TURN:
        return None
    if why == "not_begun":
        return Moment("", "Sobald die Schlacht begonnen hat,")
    if state.phase is Phase.OVER:
        return Moment(_TOO_LATE, "")
    phase = _wanted(why, facts, state, seat, commands)
    if phase is not state.phase and any(isinstance(command, cm.TakeBack) for command in commands):
        # In the side's next move phase it would mean another post.
        return Moment(_TOO_LATE, "", (_NOT_TAKEN_BACK,))
    if phase is None or phase is state.phase:
        return Moment("", "Danach")
    team = phase.mover or phase.reactor
    assert team is not None
    late = state.phase in _ROUND and _ROUND.index(state.phase) > _ROUND.index(phase)
    needless = _needless(state, commands)
    if needless:
        return Moment(_TOO_LATE if late else "Noch zu früh", "", needless)
    if not late:
        return Moment("Noch zu früh", f"Wenn {TEAMS[team]} {'zieht' if phase.mover else 'reagiert'},")
    again = phase.mover is not None and state.round < state.setup.rounds
    return Moment(_TOO_LATE, f"Wenn {TEAMS[team]} wieder zieht," if again else "")


def _needless(state: State, commands: Sequence[object]) -> tuple[str, ...]:
    """Return what of the line holds already: a weapon that is in hand, an action that is announced."""
    found = []
    for command in commands:
        match command:
            case cm.PickUp(figure=name, weapon=weapon) if any(
                item.weapon.name == weapon for figure in state.figures if figure.name == name for item in figure.held
            ):
                found.append(f"{name} hat {the(weapon)} schon in der Hand.")
            case cm.Attack(figure=name, target=target) if any(
                isinstance(one, Melee) and one.figure == name and one.target == target for one in state.actions
            ):
                found.append(f"Der Angriff auf {target} ist schon angesagt und gilt.")
            case cm.Disarm(figure=name, target=target) if any(
                isinstance(one, Disarming) and one.figure == name and one.target == target for one in state.actions
            ):
                found.append(f"Das Entwaffnen von {target} ist schon angesagt und gilt.")
            case cm.Shoot(figure=name, shots=shots) if any(
                isinstance(one, Volley) and one.figure == name and {*one.targets} == {target for target, _ in shots}
                for one in state.actions
            ):
                found.append("Das Schießen ist schon angesagt und gilt.")
            case cm.Cast(figure=name, spell=spell) if any(
                isinstance(one, Casting) and one.figure == name and one.spell is spell for one in state.actions
            ):
                found.append("Der Zauber ist schon angesagt und gilt.")
            case _:
                pass
    return tuple(found)


def _wanted(why: str, facts: Facts, state: State, seat: Seat | None, commands: Sequence[object]) -> Phase | None:
    """Return the phase in which the line may come, None where that is not known."""
    command = commands[0] if commands else None
    name = str(facts.get("figure") or getattr(command, "figure", None) or "")
    figure = state.find(name)
    if figure is None:
        figure = next((one for one in state.figures if one.seat == seat), None)
    if figure is None or isinstance(command, _ANY_TIME):
        return None
    if why == "not_its_reaction_phase" or isinstance(command, cm.React):
        return _REACTS[figure.team]
    if why == "paused" and (command is None or isinstance(command, cm.Done)):
        return None
    return _MOVES[figure.team]


def again(waits: Moment, text: str) -> list[str]:
    """Return when to post the line again, or why that is needless; nothing where it can't come any more."""
    if waits.needless:
        return [*waits.needless]
    line = _own_line(text)
    if not waits.then or not text:
        return []
    return [f"{waits.then} schreib noch einmal: `{line}`" if line else f"{waits.then} schreib das noch einmal."]


def in_thread(text: str) -> str:
    """Return where to post a line that does not count in private."""
    line = _own_line(text)
    return f"Schreib das im Thread der Schlacht: `{line}`" if line else "Schreib das im Thread der Schlacht."


def corrected(why: str, facts: Facts, text: str) -> str | None:
    """Return the line with the nearest name, or the right verb, in place of the misspelt one."""
    line, slip = _own_line(text), slip_of(why, facts)
    return None if line is None or slip is None else mended(line, slip, slip.meant[0])


def slip_of(why: str, facts: Facts) -> Slip | None:
    """Return what was written in the line and what may be meant, None if it is no slip."""
    match facts:
        case {"name": str(written), "suggestions": (str(), *_) as meant} | {
            "name": str(written),
            "candidates": (str(), *_) as meant,
        } if written.strip():
            return Slip(written, tuple(map(str, meant)))
        case {"written": str(written), "verb": str(right)} if why == "misspelt_verb":
            return Slip(written, (right,))
        case _:
            return None


def _own_line(text: str) -> str | None:
    """Return the author's line as it can be copied; None where it is too long to be shown."""
    line = " ".join(text.replace("`", "'").split()).strip("*_> ")
    return line if line and len(line) <= _LONGEST_LINE else None
