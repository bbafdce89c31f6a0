"""Who is awaited now, for what."""

from motuc_bot.systems.motuc.wording import counted, listed
from rules.core import Waiting
from rules.motuc import MOTUC
from rules.motuc.model import State
from rules.motuc.reactions import ThreatKind, open_threats
from rules.motuc.words import FigureName

_ATTACKS = {ThreatKind.MELEE: "Nahkampf", ThreatKind.DISARM: "Entwaffnen"}


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
    return [f"{name} gegen {listed(attacks)}" for name, attacks in _open_attacks(state).items()]


def _owed(state: State, entries: list[Waiting]) -> str:
    names = list(dict.fromkeys(entry.figure for entry in entries))
    match entries[0].kind:
        case "start":
            return f"Startposition für {listed(names)}, am besten privat"
        case "move":
            return f"{listed(names)} {'ist' if len(names) == 1 else 'sind'} am Zug"
        case _:
            attacks = _open_attacks(state)
            return "; ".join(f"{name} verteidigt sich gegen {listed(attacks[FigureName(name)])}" for name in names)


def _open_attacks(state: State) -> dict[FigureName, list[str]]:
    """Return by figure the attacks that ask for a reaction: `Skeletor (Nahkampf)`, `Trap-Jaw (2 Schüsse)`."""
    counts: dict[FigureName, dict[tuple[FigureName, ThreatKind], int]] = {}
    for threat in open_threats(state):
        on_figure = counts.setdefault(threat.figure, {})
        key = (threat.attacker, threat.kind)
        on_figure[key] = on_figure.get(key, 0) + 1
    return {
        name: [
            f"{attacker} ({_ATTACKS.get(kind) or counted(count, 'Schuss', 'Schüsse')})"
            for (attacker, kind), count in on_figure.items()
        ]
        for name, on_figure in counts.items()
    }
