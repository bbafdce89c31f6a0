"""Who is awaited now, for what."""

from collections.abc import Iterator

from motuc_bot.systems.motuc.examples import reaction_to_all
from motuc_bot.systems.motuc.phrase import phrase
from motuc_bot.systems.motuc.spoken import SPELLS
from motuc_bot.systems.motuc.wording import counted, listed, wrapped
from rules.core import Waiting
from rules.motuc import MOTUC
from rules.motuc.actions import Casting, Volley
from rules.motuc.model import State
from rules.motuc.reactions import Threat, ThreatKind, open_threats
from rules.motuc.words import FigureName, Spell, Team

_LONGEST_SAMPLE = 85


def waiting_line(state: State) -> str | None:
    """Return who is awaited for what, on as many lines as it takes; None when nobody is."""
    owed: dict[str, list[Waiting]] = {}
    for waiting in MOTUC.waiting(state):
        owed.setdefault(waiting.seat, []).append(waiting)
    if not owed:
        return None
    if state.paused:
        return "Pause: Es geht weiter, sobald die Spielleitung die Schlacht fortsetzt."
    names = {seat: list(dict.fromkeys(entry.figure for entry in entries)) for seat, entries in owed.items()}
    match next(iter(owed.values()))[0].kind:
        case "start":
            lines = wrapped("Noch keine Startposition:", (f"{seat} ({listed(mine)})" for seat, mine in names.items()))
        case "move":
            lines = wrapped("Am Zug:", (f"{seat} ({_movers(state, mine)})" for seat, mine in names.items()))
        case _:
            attacks = _open_attacks(state)
            lines = [
                f"Es fehlt die Reaktion von {seat}: "
                + "; ".join(f"{name} gegen {attacks[FigureName(name)]}" for name in mine)
                + "."
                for seat, mine in names.items()
            ]
    return "\n".join(lines)


def next_line(state: State) -> str | None:
    """Return the same right after a phase began, but nothing that its report has told: who has to react to what."""
    return waiting_line(state) if state.phase.reactor is None or state.paused else None


def reactions_due(state: State) -> list[str]:
    """Return one line for each figure that has to react: against whom, against what."""
    return [f"{name} ({state.figure(name).seat}) gegen {attacks}" for name, attacks in _open_attacks(state).items()]


def sample_reactions(state: State) -> list[str]:
    """Return lines that those that have to react could post, one for each kind of attack; none that would be long."""
    kinds: dict[FigureName, set[ThreatKind]] = {}
    for threat in open_threats(state):
        kinds.setdefault(threat.figure, set()).add(threat.kind)
    samples: list[str] = []
    shown: set[ThreatKind] = set()
    for name, mine in kinds.items():
        react = None if mine <= shown else reaction_to_all(state, state.figure(name))
        line = "" if react is None else phrase(react)
        if line and len(line) <= _LONGEST_SAMPLE:
            samples.append(line)
            shown |= mine
    return samples


def spells_due(state: State, team: Team) -> list[str]:
    """Return the spells against a team, to which nobody can react (R-Z3)."""
    spells = []
    for action in state.actions:
        if isinstance(action, Casting):
            name = SPELLS[action.spell]
            if action.spell is Spell.SHOCK_WAVE:
                spells.append(f"{name} Richtung {action.direction}")
            elif action.target is not None and state.figure(action.target).team is team:
                spells.append(f"{name} auf {action.target}")
    return wrapped("Gegen Zauber gibt es keine Reaktion:", spells)


def _movers(state: State, names: list[str]) -> str:
    begun = [name for name in names if state.figure(name).usage.things]
    fresh = [name for name in names if name not in begun]
    parts = [listed(fresh)] if fresh else []
    if begun:
        can = "kann" if len(begun) == 1 else "können"
        parts.append(f"{listed(begun)} {can} noch handeln, sonst `{begun[0]}: passt`")
    return "; ".join(parts)


def _open_attacks(state: State) -> dict[FigureName, str]:
    """Return by figure the attacks that ask for a reaction: `Skeletor (Nahkampf) und Trap-Jaw (2 Schüsse)`."""
    counts: dict[FigureName, dict[Threat, int]] = {}
    for threat in open_threats(state):
        on_figure = counts.setdefault(threat.figure, {})
        key = Threat(threat.kind, threat.attacker, threat.figure)
        on_figure[key] = on_figure.get(key, 0) + 1
    return {name: listed(_attacks(state, on_figure)) for name, on_figure in counts.items()}


def _attacks(state: State, counts: dict[Threat, int]) -> Iterator[str]:
    for threat, count in counts.items():
        match threat.kind:
            case ThreatKind.MELEE:
                attack = "Nahkampf"
            case ThreatKind.DISARM:
                attack = "Entwaffnen"
            case ThreatKind.SHOT if _throws(state, threat.attacker):
                attack = counted(count, "Wurf", "Würfe")
            case ThreatKind.SHOT:
                attack = counted(count, "Schuss", "Schüsse")
        doubt = ", falls nicht verwirrt" if _may_be_confused(state, threat) else ""
        yield f"{threat.attacker} ({attack}{doubt})"


def _may_be_confused(state: State, threat: Threat) -> bool:
    """Tell whether a Verwirrung is resolved before the attack, which would take the reaction away (R-N5)."""
    for action in state.actions:
        if action.figure == threat.attacker:
            return False
        if isinstance(action, Casting) and action.spell is Spell.CONFUSION and action.target == threat.figure:
            return True
    return False


def _throws(state: State, attacker: FigureName) -> bool:
    thrown = {item.id for item in state.figure(attacker).items if item.weapon.thrown}
    return any(
        isinstance(action, Volley) and action.figure == attacker and action.item in thrown for action in state.actions
    )
