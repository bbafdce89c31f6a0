"""Who is awaited now, for what."""

from collections.abc import Iterator

from motuc_bot.systems.motuc.examples import reaction_to_all
from motuc_bot.systems.motuc.phrase import phrase
from motuc_bot.systems.motuc.wording import counted, listed
from rules.core import Waiting
from rules.motuc import MOTUC
from rules.motuc.actions import Volley
from rules.motuc.model import State
from rules.motuc.reactions import ThreatKind, open_threats
from rules.motuc.words import FigureName

_LONGEST_SAMPLE = 85


def waiting_line(state: State) -> str | None:
    """Return who is awaited for what, one line a player; None when nobody is."""
    owed: dict[str, list[Waiting]] = {}
    for waiting in MOTUC.waiting(state):
        owed.setdefault(waiting.seat, []).append(waiting)
    if not owed:
        return None
    if state.paused:
        return "Pause: es geht weiter, sobald die Spielleitung die Schlacht fortsetzt."
    return "\n".join(f"{seat}: {_owed(state, entries)}" for seat, entries in owed.items())


def reactions_due(state: State) -> list[str]:
    """Return one line for each figure that has to react: against whom, against what."""
    return [f"{name} ({state.figure(name).seat}) gegen {attacks}" for name, attacks in _open_attacks(state).items()]


def sample_reaction(state: State) -> str | None:
    """Return a line that one of those that have to react could post, None where each would be long."""
    reacts = (reaction_to_all(state, state.figure(name)) for name in _open_attacks(state))
    lines = (phrase(react) for react in reacts if react is not None)
    return next((line for line in lines if len(line) <= _LONGEST_SAMPLE), None)


def _owed(state: State, entries: list[Waiting]) -> str:
    names = list(dict.fromkeys(entry.figure for entry in entries))
    match entries[0].kind:
        case "start":
            return f"Startposition für {listed(names)}, am besten privat"
        case "move":
            begun = [name for name in names if state.figure(name).usage.things]
            fresh = [name for name in names if name not in begun]
            parts = [f"{listed(fresh)} {'ist' if len(fresh) == 1 else 'sind'} am Zug"] if fresh else []
            if begun:
                can = "kann" if len(begun) == 1 else "können"
                parts.append(f"{listed(begun)} {can} noch handeln (sonst `{begun[0]}: passt`)")
            return "; ".join(parts)
        case _:
            attacks = _open_attacks(state)
            first, *others = names
            defences = [f"{first} verteidigt sich gegen {attacks[FigureName(first)]}"]
            return "; ".join(defences + [f"{name} gegen {attacks[FigureName(name)]}" for name in others])


def _open_attacks(state: State) -> dict[FigureName, str]:
    """Return by figure the attacks that ask for a reaction: `Skeletor (Nahkampf) und Trap-Jaw (2 Schüsse)`."""
    counts: dict[FigureName, dict[tuple[FigureName, ThreatKind], int]] = {}
    for threat in open_threats(state):
        on_figure = counts.setdefault(threat.figure, {})
        key = (threat.attacker, threat.kind)
        on_figure[key] = on_figure.get(key, 0) + 1
    return {name: listed(_attacks(state, on_figure)) for name, on_figure in counts.items()}


def _attacks(state: State, counts: dict[tuple[FigureName, ThreatKind], int]) -> Iterator[str]:
    for (attacker, kind), count in counts.items():
        match kind:
            case ThreatKind.MELEE:
                attack = "Nahkampf"
            case ThreatKind.DISARM:
                attack = "Entwaffnen"
            case ThreatKind.SHOT if _throws(state, attacker):
                attack = counted(count, "Wurf", "Würfe")
            case ThreatKind.SHOT:
                attack = counted(count, "Schuss", "Schüsse")
        yield f"{attacker} ({attack})"


def _throws(state: State, attacker: FigureName) -> bool:
    thrown = {item.id for item in state.figure(attacker).items if item.weapon.thrown}
    return any(
        isinstance(action, Volley) and action.figure == attacker and action.item in thrown for action in state.actions
    )
