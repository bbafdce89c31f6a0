"""What happens between the rolls, as players read it: line-up, phases, walks, weapons in hand, the game master."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from motuc_bot.systems.motuc.news import new_values, restored, survivors, under_an_aura
from motuc_bot.systems.motuc.nouns import the
from motuc_bot.systems.motuc.owed import reactions_due, sample_reactions, spells_due
from motuc_bot.systems.motuc.phrase import phrase
from motuc_bot.systems.motuc.spoken import TEAMS, VALUES
from motuc_bot.systems.motuc.wording import LONGEST_LINE, NOW, counted, listed, sentence_case, wrapped
from rules.board import Field, Grid, column_letters
from rules.core import GAME_MASTER, RolledBack
from rules.motuc import events as ev
from rules.motuc.commands import RegisterStart, StandUp
from rules.motuc.conditions import available_agility
from rules.motuc.lineup import start_fields
from rules.motuc.model import START_LIFE, Figure, Setup, State
from rules.motuc.placement import owes_start
from rules.motuc.words import EffectKind, ItemId, Phase, Team, Trait

_SPECIAL_WALKS = ((Trait.FLIES, "fliegt"), (Trait.FLOATS, "schwebt"), (Trait.MOUNT, "reitet"))
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
    lines.append(
        f"Alle haben {START_LIFE} Leben. Wert = Stärke mit allen Waffen, Ausd. = Ausdauer, Bew. = Beweglichkeit."
    )
    lines += [
        f"{what}: {', '.join(map(str, sorted(terrain)))}."
        for terrain, what in ((board.blocked, "Gesperrt"), (board.raised, "Erhöht"))
        if terrain
    ]
    return lines


def lined_up(state: State, figure: Figure) -> list[str]:
    """Return that a figure takes part, with what it is worth and holds, given the state when all are lined up."""
    place = "" if figure.field is None else f", auf {figure.field}"
    who = f"{TEAMS[figure.team]}: {figure.name} ({figure.seat})"
    line = f"{who}, Wert {figure.value}{place}. Ausd. {figure.stamina}, Bew. {figure.sheet.agility}."
    weapons = f"in der Hand: {hands(figure)}.{_belt(figure)}"
    whole = f"{line} {sentence_case(weapons)}"
    lines = [whole] if len(whole) <= LONGEST_LINE else [line, f"→ {figure.name}, {weapons}"]
    return lines + under_an_aura(state, figure)


def equipped(figure: Figure) -> str:
    """Return what a figure has from the armoury now."""
    armoury = listed(figure.armoury) or "nichts"
    weapons = f"in der Hand: {hands(figure)}.{_belt(figure)}"
    return f"{figure.name} nimmt aus der Waffenkammer: {armoury}. Wert {figure.value}, {weapons}"


def hands(figure: Figure) -> str:
    """Return what a figure holds."""
    return listed(item.weapon.name for item in figure.held) or "nichts"


def _belt(figure: Figure) -> str:
    return f" Am Gürtel: {listed(item.weapon.name for item in figure.belt)}." if figure.belt else ""


def starts_came(state: State, names: Sequence[str]) -> list[str]:
    """Return whose start positions are in, and whose are missing, given the state after them."""
    lines = [
        f"Die Startposition für {names[0]} ist da."
        if len(names) == 1
        else f"Die Startpositionen für {listed(names)} sind da."
    ]
    missing = [figure for figure in state.figures if owes_start(state, figure)]
    if missing:
        head = "Es fehlt noch:" if len(missing) == 1 else "Es fehlen noch:"
        lines += wrapped(head, (f"{figure.name} ({figure.seat})" for figure in missing))
    return lines


def revealed(state: State, placed: Sequence[ev.FigurePlaced], missing: Sequence[str]) -> list[str]:
    """Return where everybody stands, then who was displaced and by which die (R-S2), and who was `missing` (R-S3)."""
    lines = ["**Startpositionen:**"]
    for team in Team:
        mine = [f"{event.figure} {event.field}" for event in placed if state.figure(event.figure).team is team]
        if mine:
            lines.append(f"{TEAMS[team]}: {', '.join(mine)}")
    lines += [_displaced(event, event.wanted) for event in placed if event.wanted is not None]
    put = [f"{event.figure} auf {event.field}" for event in placed if event.figure in missing]
    return lines + (wrapped("Ohne Meldung, vom Schiedsrichter gesetzt (R-S3):", put) if put else [])


def _displaced(event: ev.FigurePlaced, wanted: Field) -> str:
    if event.face is None:
        return f"{event.figure} rückt auf {event.field}: {wanted} war schon vergeben (R-S2)."
    direction = f"W6 {event.face} = nach {'oben' if event.field.row < wanted.row else 'unten'}"
    return f"{event.figure} rückt auf {event.field}: {wanted} war schon vergeben, {direction} (R-S2)."


# --- the course of a round ---------------------------------------------------------------------------------------


def phase_began(before: State, after: State, event: ev.PhaseBegan) -> list[str]:
    """Return whose turn it is; in a reaction phase who must react to what."""
    match event.phase:
        case Phase.PLACEMENT:
            last = column_letters(after.setup.board.columns)
            return [
                "**Jetzt die Startpositionen**, am besten privat.",
                f"Schwarz startet in Spalte A, Weiß in Spalte {last}.",
                *_sample_start(after),
            ]
        case Phase.BLACK_MOVES:
            refilled = [] if before.round == 0 else ["Die Beweglichkeit aller Figuren ist wieder aufgefüllt."]
            refilled += _under_an_aura(after) if refilled else []
            return [f"**Runde {event.round}: Schwarz zieht.**", *refilled, *_sitting_out(after, Team.BLACK)]
        case Phase.WHITE_MOVES:
            return [f"**Runde {event.round}: Weiß zieht.**", *_sitting_out(after, Team.WHITE)]
        case Phase.WHITE_REACTS:
            return _reacting(after, Team.WHITE)
        case Phase.BLACK_REACTS:
            return _reacting(after, Team.BLACK)
        case Phase.LINEUP | Phase.OVER:
            return []  # the battle opens or ends: other events tell that
        case _:
            assert_never(event.phase)


def _under_an_aura(state: State) -> list[str]:
    """Return whose agility is not full although a round begins, and what is left of it (R-X4)."""
    lowered = [
        f"{figure.name} {left} von {figure.sheet.agility}"
        for figure in state.figures
        if figure.standing and (left := available_agility(state, figure)) < figure.sheet.agility
    ]
    return wrapped("Unter einer Angstaura nur zum Teil (R-X4):", lowered)


def _sitting_out(state: State, team: Team) -> list[str]:
    """Return who does not move with the team; what ends now does not count any more (R-Z6)."""
    confused = [
        figure.name
        for figure in state.team(team)
        if figure.standing and any(one.kind is EffectKind.CONFUSED and one.until is not team for one in figure.effects)
    ]
    return wrapped("Verwirrt und deshalb nicht dabei:", confused)


def _reacting(state: State, team: Team) -> list[str]:
    owed = _owed(state, team)
    return [f"**{TEAMS[team]} reagiert:**", *owed] if owed else []


def _owed(state: State, team: Team) -> list[str]:
    """Return who of the team still has to react to what, and how; all that `tell_next` need not say again."""
    due = reactions_due(state)
    if not due:
        return []
    return [*due, *spells_due(state, team), *(f"Zum Beispiel: `{sample}`" for sample in sample_reactions(state))]


def _sample_start(state: State) -> list[str]:
    """Return how a start position is sent in; the field has nothing to do with any that came."""
    figure = next(iter(state.figures), None)
    if figure is None:
        return []
    fields = start_fields(state.setup, figure.team)
    return [f"Zum Beispiel: `{phrase(RegisterStart(figure.name, fields[len(fields) // 2]))}`"] if fields else []


def digest(losses: Sequence[str]) -> list[str]:
    """Return in short what a long resolution came to."""
    return wrapped("Kurz:", [*losses, "sonst kein Schaden"] if losses else ["niemand hat Leben verloren"])


def in_the_fan(state: State, shocked: Sequence[ev.ShockRolled]) -> list[str]:
    """Return whom the shock wave met, and where."""
    if not shocked:
        return []
    reach = f"Im Fächer, bis {counted(shocked[0].power, 'Feld', 'Felder')} weit:"
    return wrapped(reach, (f"{event.figure} ({state.figure(event.figure).field})" for event in shocked))


def thrown_down(shocked: Sequence[ev.ShockRolled]) -> list[str]:
    """Return who lies on the ground now, and how one gets up (R-Z4)."""
    fallen = [event.figure for event in shocked if event.fell]
    if not fallen:
        return []
    down = wrapped("Am Boden, aber ohne Schaden:", fallen)
    return [*down, f"Aufstehen ist ein Handgriff: `{phrase(StandUp(fallen[0]))}`"]


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


def outcome(event: ev.BattleEnded) -> str:
    """Return who has won: `Schwarz gewinnt`."""
    return "Unentschieden" if event.winner is None else f"{TEAMS[event.winner]} gewinnt"


def battle_ended(before: State, after: State, event: ev.BattleEnded, *, told: bool) -> list[str]:
    """Return how the battle ended and why, and who still stands; `told` is whether the outcome stands above already."""
    if event.winner is not None:
        why = f"{TEAMS[event.winner.other]} hat in Runde {event.rounds_over} keine stehende Figur mehr (R-P6)."
    elif before.ended_early:
        why = "Eine Schlacht, die die Spielleitung beendet, hat keinen Sieger (R-X6)."
    else:
        why = f"Nach {counted(event.rounds_over, 'Runde', 'Runden')} stehen noch beide Mannschaften (R-P6)."
    dropped = [action.figure for action in before.actions if before.figure(action.figure).standing]
    lines = [f"Damit ist Schluss; nicht mehr ausgeführt: die Ansage von {listed(dropped)}."] if dropped else []
    lines += [f"{outcome(event)}: {why}"] if told else [f"**{outcome(event)}!**", why]
    return lines + survivors(after)


# --- moving and handling weapons ---------------------------------------------------------------------------------


def walked(before: State, after: State, event: ev.Walked) -> list[str]:
    """Return from where to where a figure went, and what it has left."""
    figure = before.figure(event.figure)
    special = (verb for trait, verb in _SPECIAL_WALKS if figure.has(trait))
    verb = next(special, "geht")
    steps = counted(len(event.path) - 1, "Feld", "Felder")
    values = ", ".join(new_values(before, after, event.figure))
    way = f"{event.figure} {verb} von {event.path[0]} nach {event.path[-1]}, {steps}"
    line = f"{way}: {values}." if values else f"{way}."
    return [line] if len(line) <= LONGEST_LINE else [f"{way}.", f"→ {event.figure}: {values}"]


def weapon_changed(state: State, event: ev.WeaponChanged) -> str:
    """Return what a figure took from the belt."""
    return f"{event.figure} nimmt {_the(state, event.figure, [event.item])} in die Hand{_away(state, event)}."


def weapon_picked_up(state: State, event: ev.WeaponPickedUp) -> str:
    """Return what a figure took from the ground."""
    return f"{event.figure} hebt {the(event.item.weapon.name)} auf{_away(state, event)}."


def weapon_reloaded(state: State, event: ev.WeaponReloaded) -> str:
    """Return which weapon is full again."""
    weapon = _the(state, event.figure, [event.item])
    return f"{event.figure} lädt {weapon} nach: wieder {counted(event.charge, 'Schuss', 'Schüsse')}."


def _away(state: State, event: ev.WeaponChanged | ev.WeaponPickedUp) -> str:
    return f" und steckt {_the(state, event.figure, event.away)} an den Gürtel" if event.away else ""


def _the(state: State, figure: str, items: Iterable[ItemId]) -> str:
    names = {item.id: item.weapon.name for item in state.figure(figure).items}
    return listed(the(names[item]) for item in items)


def passed(state: State, event: ev.Passed) -> str:
    """Return that a figure does nothing more."""
    if state.figure(event.figure).usage.things:
        return f"{event.figure} ist fertig."
    return f"{event.figure} passt."


def taken_back(before: State, after: State, event: ev.TakenBack) -> list[str]:
    """Return whose doings count no more, and how the figures are again."""
    who = "Die Spielleitung" if event.seat == GAME_MASTER else event.seat
    return [f"{who} nimmt #{event.posts[0]} zurück ({listed(event.figures)}).", *restored(before, after)]


def rolled_back(event: RolledBack) -> str:
    """Return what counts no more."""
    if event.to == 0:
        return "**Die Spielleitung macht alle Beiträge rückgängig.**"
    return f"**Die Spielleitung macht alles nach Beitrag #{event.to} rückgängig.**"


def back_to(before: State, after: State) -> list[str]:
    """Return what is again as it was: the values of figures, and the phase if it is another one, with what is owed."""
    lines = restored(before, after)
    if (before.round, before.phase) != (after.round, after.phase):
        now = f"{NOW[after.phase]} (Runde {after.round})" if after.round else NOW[after.phase]
        lines.append(f"{sentence_case(now)}.")
        lines += [] if after.phase.reactor is None else _owed(after, after.phase.reactor)
    return lines


# --- the game master ---------------------------------------------------------------------------------------------


def hurried(phase: Phase) -> list[str]:
    """Return that the game master waits no longer; the line-up ends silently, the next phase tells it."""
    return [_HURRIED[phase]] if phase in _HURRIED else []


def corrected(event: ev.ValueCorrected) -> str:
    """Return the value that the game master set."""
    value = f"{event.value} statt {event.old} {VALUES[event.quantity]}"
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
