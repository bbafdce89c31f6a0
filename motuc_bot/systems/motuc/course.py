"""What happens between the rolls, as players read it: line-up, phases, walks, weapons in hand, the game master."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from motuc_bot.systems.motuc.news import new_values, survivors
from motuc_bot.systems.motuc.owed import reactions_due
from motuc_bot.systems.motuc.spoken import TEAMS, VALUES
from motuc_bot.systems.motuc.wording import counted, listed, variant
from rules.board import Field, Grid, column_letters
from rules.core import GAME_MASTER, RolledBack
from rules.motuc import events as ev
from rules.motuc.model import Figure, Setup, State
from rules.motuc.words import EffectKind, ItemId, Phase, Team, Trait

_WALKS = ("geht", "läuft", "eilt")
_SPECIAL_WALKS = ((Trait.FLIES, "fliegt"), (Trait.FLOATS, "schwebt"), (Trait.MOUNT, "reitet"))
_PASSES = ("{figure} wartet ab.", "{figure} passt.", "{figure} tut nichts weiter.")
_NO_LONGER = "Die Spielleitung wartet nicht länger auf {}; wer nichts ansagt, wehrt sich von selbst (R-D5)."
_HURRIED = {
    Phase.PLACEMENT: "Die Spielleitung deckt die Startpositionen auf.",
    Phase.BLACK_MOVES: "Die Spielleitung beendet den Zug von Schwarz.",
    Phase.WHITE_MOVES: "Die Spielleitung beendet den Zug von Weiß.",
    Phase.BLACK_REACTS: _NO_LONGER.format("Schwarz"),
    Phase.WHITE_REACTS: _NO_LONGER.format("Weiß"),
}


# --- before the battle -------------------------------------------------------------------------------------------


def opened(setup: Setup) -> list[str]:
    """Return what has been agreed."""
    board = setup.board
    fields = "Sechsecke" if board.grid is Grid.HEX else "Felder"
    rounds = counted(setup.rounds, "Runde", "Runden")
    value = f", Gesamtwert {setup.value}" if isinstance(setup.value, int) else ""
    lines = [f"**{setup.name}**"] if setup.name else []
    lines.append(f"{board.columns} × {board.rows} {fields}, {rounds}{value}.")
    lines += [
        f"{what}: {', '.join(map(str, sorted(terrain)))}."
        for terrain, what in ((board.blocked, "Gesperrt"), (board.raised, "Erhöht"))
        if terrain
    ]
    return lines


def lined_up(figure: Figure) -> str:
    """Return that a figure takes part, with what it is worth and holds."""
    place = "" if figure.field is None else f", auf {figure.field}"
    who = f"{TEAMS[figure.team]}: {figure.name} ({figure.seat})"
    return f"{who}, Wert {figure.value}{place}. In der Hand: {hands(figure)}."


def equipped(figure: Figure) -> str:
    """Return what a figure has from the armoury now."""
    armoury = listed(figure.armoury) or "nichts"
    return f"{figure.name} nimmt aus der Waffenkammer: {armoury}. Wert {figure.value}, in der Hand: {hands(figure)}."


def hands(figure: Figure) -> str:
    """Return what a figure holds."""
    return listed(item.weapon.name for item in figure.held) or "nichts"


def revealed(state: State, placed: Sequence[ev.FigurePlaced]) -> list[str]:
    """Return where everybody stands, then who was displaced and by which die (R-S2)."""
    lines = ["**Startpositionen:**"]
    for team in Team:
        mine = [f"{event.figure} {event.field}" for event in placed if state.figure(event.figure).team is team]
        if mine:
            lines.append(f"{TEAMS[team]}: {', '.join(mine)}")
    return lines + [_displaced(event, event.wanted) for event in placed if event.wanted is not None]


def _displaced(event: ev.FigurePlaced, wanted: Field) -> str:
    if event.face is None:
        return f"{event.figure} rückt auf {event.field}: {wanted} war schon vergeben."
    direction = "oben" if event.field.row < wanted.row else "unten"
    return f"{event.figure} rückt auf {event.field}: {wanted} war schon vergeben, W6 {event.face} = nach {direction}."


# --- the course of a round ---------------------------------------------------------------------------------------


def phase_began(before: State, after: State, event: ev.PhaseBegan) -> list[str]:
    """Return whose turn it is; in a reaction phase who must react to what."""
    match event.phase:
        case Phase.PLACEMENT:
            last = column_letters(after.setup.board.columns)
            return [
                "**Jetzt die Startpositionen**, am besten privat.",
                f"Schwarz startet in Spalte A, Weiß in Spalte {last}.",
            ]
        case Phase.BLACK_MOVES:
            refilled = [] if before.round == 0 else ["Die Beweglichkeit aller Figuren ist wieder aufgefüllt."]
            return [f"**Runde {event.round}: Schwarz zieht.**", *refilled]
        case Phase.WHITE_MOVES:
            return [f"**Runde {event.round}: Weiß zieht.**"]
        case Phase.WHITE_REACTS:
            return _reacting(after, Team.WHITE)
        case Phase.BLACK_REACTS:
            return _reacting(after, Team.BLACK)
        case Phase.LINEUP | Phase.OVER:
            return []  # the battle opens or ends: other events tell that
        case _:
            assert_never(event.phase)


def _reacting(state: State, team: Team) -> list[str]:
    due = reactions_due(state)
    return [f"**{TEAMS[team]} reagiert:**", *due] if due else []


def effect_ended(event: ev.EffectEnded) -> str:
    """Return that a lasting spell is over."""
    match event.effect:
        case EffectKind.CONFUSED:
            return f"{event.figure} ist nicht mehr verwirrt."
        case EffectKind.INVISIBLE:
            return f"{event.figure} ist wieder sichtbar."
        case EffectKind.SHIELDED:
            return f"Der Schutzschild auf {event.figure} endet."
        case _:
            assert_never(event.effect)


def battle_ended(before: State, after: State, event: ev.BattleEnded) -> list[str]:
    """Return who has won, and who still stands."""
    if event.winner is not None:
        lines = [
            f"**{TEAMS[event.winner]} gewinnt!**",
            f"Von {TEAMS[event.winner.other]} steht in Runde {event.rounds_over} niemand mehr.",
        ]
    elif before.ended_early:
        lines = ["**Unentschieden.**"]
    else:
        rounds = counted(event.rounds_over, "Runde", "Runden")
        lines = ["**Unentschieden!**", f"Nach {rounds} stehen noch beide Mannschaften."]
    return lines + survivors(after)


# --- moving and handling weapons ---------------------------------------------------------------------------------


def walked(before: State, after: State, event: ev.Walked) -> str:
    """Return from where to where a figure went, and what it has left."""
    figure = before.figure(event.figure)
    special = (verb for trait, verb in _SPECIAL_WALKS if figure.has(trait))
    verb = next(special, variant(_WALKS, before.round, event.figure))
    steps = counted(len(event.path) - 1, "Feld", "Felder")
    values = ", ".join(new_values(before, after, event.figure))
    cost = f": {values}" if values else ""
    return f"{event.figure} {verb} von {event.path[0]} nach {event.path[-1]}, {steps}{cost}."


def weapon_changed(state: State, event: ev.WeaponChanged) -> str:
    """Return what a figure took from the belt."""
    return f"{event.figure} nimmt {_names(state, event.figure, [event.item])} in die Hand{_away(state, event)}."


def weapon_picked_up(state: State, event: ev.WeaponPickedUp) -> str:
    """Return what a figure took from the ground."""
    return f"{event.figure} hebt {event.item.weapon.name} auf{_away(state, event)}."


def weapon_reloaded(state: State, event: ev.WeaponReloaded) -> str:
    """Return which weapon is full again."""
    weapon = _names(state, event.figure, [event.item])
    return f"{event.figure} lädt {weapon} nach, wieder {counted(event.charge, 'Schuss', 'Schüsse')}."


def _away(state: State, event: ev.WeaponChanged | ev.WeaponPickedUp) -> str:
    return f", an den Gürtel: {_names(state, event.figure, event.away)}" if event.away else ""


def _names(state: State, figure: str, items: Iterable[ItemId]) -> str:
    names = {item.id: item.weapon.name for item in state.figure(figure).items}
    return listed(names[item] for item in items)


def passed(state: State, event: ev.Passed) -> str:
    """Return that a figure does nothing more."""
    return variant(_PASSES, state.round, event.figure).format(figure=event.figure)


def taken_back(before: State, after: State, event: ev.TakenBack) -> list[str]:
    """Return whose doings count no more, and how the figures are again."""
    who = "Die Spielleitung" if event.seat == GAME_MASTER else event.seat
    lines = [f"{who} nimmt Beitrag #{event.posts[0]} zurück: {listed(event.figures)}."]
    for name in event.figures:
        old, new = before.figure(name), after.figure(name)
        again = [f"auf {new.field}"] if new.field != old.field else []
        again += ["am Boden"] if new.prone and not old.prone else []
        again += new_values(before, after, name)
        again += [f"in der Hand {hands(new)}"] if new.hands != old.hands else []
        if again:
            lines.append(f"→ {name}: wieder {', '.join(again)}")
    return lines


def rolled_back(event: RolledBack) -> str:
    """Return what counts no more."""
    if event.to == 0:
        return "**Die Spielleitung macht alle Beiträge rückgängig.**"
    return f"**Die Spielleitung macht alles nach Beitrag #{event.to} rückgängig.**"


# --- the game master ---------------------------------------------------------------------------------------------


def hurried(phase: Phase) -> list[str]:
    """Return that the game master waits no longer; the line-up ends silently, the next phase tells it."""
    return [_HURRIED[phase]] if phase in _HURRIED else []


def corrected(event: ev.ValueCorrected) -> str:
    """Return the value that the game master set."""
    value = f"{VALUES[event.quantity]} {event.value} statt {event.old}"
    return f"Spielleitung: {event.figure} hat jetzt {value}{_because(event.reason)}."


def relocated(event: ev.FigureRelocated) -> str:
    """Return where the game master put a figure."""
    return f"Spielleitung: {event.figure} steht jetzt auf {event.field} statt {event.old}{_because(event.reason)}."


def reassigned(event: ev.FigureReassigned) -> str:
    """Return who plays a figure now."""
    players = f"{event.seat} statt {event.old}"
    return f"Spielleitung: {event.figure} wird jetzt von {players} gespielt{_because(event.reason)}."


def _because(reason: str) -> str:
    """Return the game master's reason: a clause with `weil`, else in brackets."""
    plain = reason.rstrip(".")
    if not plain:
        return ""
    return f", {plain}" if plain.startswith("weil ") else f" ({plain})"
