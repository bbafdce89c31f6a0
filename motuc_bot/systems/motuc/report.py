"""What happened, in the German lines that the thread shows; only what everybody may know."""

from collections.abc import Sequence
from typing import assert_never

from motuc_bot.systems.motuc import strikes
from motuc_bot.systems.motuc.announced import action_name, announcement, reactions
from motuc_bot.systems.motuc.news import charges, new_values, news, survivors
from motuc_bot.systems.motuc.owed import reactions_due, waiting_line
from motuc_bot.systems.motuc.spoken import TEAMS, VALUES
from motuc_bot.systems.motuc.strikes import Strike
from motuc_bot.systems.motuc.wording import counted, listed, variant
from rules.board import Field, Grid, column_letters
from rules.core import Posted, RolledBack, effective
from rules.motuc import MOTUC
from rules.motuc import events as ev
from rules.motuc.model import Figure, Setup, State
from rules.motuc.words import EffectKind, FigureName, Phase, Spell, Team, Trait, ValueRule

__all__ = ["tell", "waiting_line"]

Happening = ev.Event | Posted | RolledBack

_WALKS = ("geht", "läuft", "zieht")
_PASSES = ("{figure} wartet ab.", "{figure} passt.", "{figure} tut nichts weiter.")
_WHY_LAPSED = {
    "actor_fallen": "{figure} ist besiegt",
    "actor_prone": "{figure} liegt am Boden",
    "actor_confused": "{figure} ist verwirrt",
    "weapon_lost": "{figure} hat die Waffe dafür nicht mehr in der Hand",
    "target_fallen": "{target} ist schon besiegt",
    "nothing_to_take": "{target} hat nichts mehr in der Hand, was abzunehmen wäre",
}


def tell(state: State, events: Sequence[Happening], *, log: Sequence[Happening] = ()) -> list[str]:
    """Return the lines about `events`, given the state before them.

    `log` is all that happened before; only with it can be told what follows a `RolledBack` among the events, else the
    lines end there.
    """
    teller = _Teller(state)
    for index, event in enumerate(events):
        if not isinstance(event, RolledBack):
            teller.tell(event)
            continue
        teller.finish()
        teller.lines.append(_rolled_back(event))
        if not log:
            break
        teller.state = _fold((*log, *events[: index + 1]))
    teller.finish()
    return teller.lines


def _fold(log: Sequence[Happening]) -> State:
    state = MOTUC.blank
    counting: tuple[ev.Event | Posted, ...] = effective(log)
    for event in counting:
        state = MOTUC.evolve(state, event)
    return state


class _Teller:
    """Folds the events on and gathers what belongs together: a roll and its consequences, reactions, start fields."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.lines: list[str] = []
        self._strike: Strike | None = None
        self._lapsed_reactions: list[str] = []
        self._enlisted: FigureName | None = None
        self._placed: list[ev.FigurePlaced] = []
        self._reactions: list[ev.ReactionDeclared] = []
        self._action_began: State | None = None
        self._resolving = False

    def tell(self, event: ev.Event | Posted) -> None:
        """Take the next event in."""
        after = MOTUC.evolve(self.state, event)
        if not isinstance(event, Posted) and not self._belongs(event):
            self._close()
            self._begin(event, after)
        self.state = after

    def finish(self) -> None:
        """Write down what is still being gathered."""
        self._close()
        self._close_action()

    def _belongs(self, event: ev.Event) -> bool:
        """Take the event into what is being gathered, if it belongs there."""
        strike = self._strike
        match event:
            case ev.HandsDeclared(figure=name) | ev.FigurePlaced(figure=name) if name == self._enlisted:
                return True
            case ev.FigurePlaced() if self._placed:
                self._placed.append(event)
            case ev.ReactionDeclared() if self._reactions:
                self._reactions.append(event)
            case ev.DamageRolled(figure=name) if strike is not None and name == strike.figure:
                strikes.add_damage(strike, self.state, event)
            case ev.FigureDefeated(figure=name) if strike is not None and name == strike.figure:
                strikes.add_defeat(strike, self.state, event)
            case ev.WeaponDropped(figure=name) if strike is not None and name == strike.figure:
                strikes.add_drop(strike, event)
            case ev.EffectBegan(figure=name) if strike is not None and name == strike.figure:
                strikes.add_effect(strike, event)
            case _:
                return False
        return True

    def _close(self) -> None:
        """Write down what is gathered and not yet told."""
        if self._strike is not None:
            self.lines += self._strike.lines()
            self._strike = None
        if self._enlisted is not None:
            self.lines.append(_line_up(self.state.figure(self._enlisted)))
            self._enlisted = None
        if self._placed:
            self.lines += _revealed(self.state, self._placed)
            self._placed = []
        if self._reactions:
            self.lines += reactions(self.state, self._reactions)
            self._reactions = []

    def _close_action(self) -> None:
        self.lines += self._lapsed_reactions
        self._lapsed_reactions = []
        if self._action_began is not None:
            self.lines += charges(self._action_began, self.state)
            self.lines += news(self._action_began, self.state)
            self._action_began = None

    def _resolve(self) -> None:
        """Remember the state before the action; before the first of several a line says what comes."""
        if self._action_began is None:
            self._action_began = self.state
        reactor = self.state.phase.reactor
        if not self._resolving and reactor is not None and len(self.state.actions) > 1:
            self.lines.append(f"Auswertung für {TEAMS[reactor.other]}:")
        self._resolving = True

    def _roll(self, strike: Strike) -> None:
        self._resolve()
        strike.notes[:0] = self._lapsed_reactions
        self._lapsed_reactions = []
        self._strike = strike

    def _begin(self, event: ev.Event, after: State) -> None:
        state, say = self.state, self.lines.append
        match event:
            # --- before the battle
            case ev.BattleOpened():
                self.lines += _opened(event.setup)
            case ev.FigureEnlisted():
                self._enlisted = event.sheet.name
            case ev.FigureWithdrawn():
                say(f"{event.figure} spielt nicht mehr mit.")
            case ev.FigureEquipped():
                say(_equipped(after.figure(event.figure)))
            case ev.HandsDeclared():
                say(f"{event.figure} hält {_hands(after.figure(event.figure))}.")
            case ev.StartRegistered():
                # Where to is secret, and so is a change of mind (R-S1).
                if all(start.figure != event.figure for start in state.starts):
                    say(f"Startposition für {event.figure} ist da.")
            case ev.StartLeft():
                say(f"{event.figure} startet, wo am Ende Platz ist (R-S3).")
            case ev.FigurePlaced():
                self._placed.append(event)

            # --- the course of a round
            case ev.PhaseBegan():
                self._resolving = False
                self.lines += _phase(state, after, event)
            case ev.EffectEnded():
                say(_effect_ended(event))
            case ev.BattleEnded():
                self.lines += _battle_ended(state, after, event)

            # --- moving and handling weapons
            case ev.Walked():
                say(_walked(state, after, event))
                self.lines += news(state, after, but=event.figure)
            case ev.WeaponChanged():
                names = {item.id: item.weapon.name for item in state.figure(event.figure).items}
                away = [names[item] for item in event.away]
                say(f"{event.figure} nimmt {names[event.item]} in die Hand{_to_the_belt(away)}.")
            case ev.WeaponPickedUp():
                names = {item.id: item.weapon.name for item in state.figure(event.figure).items}
                away = [names[item] for item in event.away]
                say(f"{event.figure} hebt {event.item.weapon.name} auf{_to_the_belt(away)}.")
            case ev.WeaponReloaded():
                weapon = next(i.weapon.name for i in state.figure(event.figure).items if i.id == event.item)
                shots = counted(event.charge, "Schuss", "Schüsse")
                say(f"{event.figure} lädt {weapon} nach (wieder {shots}).")
            case ev.StoodUp():
                say(f"{event.figure} steht wieder auf.")
            case ev.Passed():
                say(variant(_PASSES, state.round, event.figure).format(figure=event.figure))
            case ev.SeatFinished():
                say(f"{event.seat} ist fertig.")
            case ev.TakenBack():
                self.lines += _taken_back(state, after, event)
            case ev.ActionAnnounced():
                say(announcement(state, event.action))
            case ev.ReactionDeclared():
                self._reactions.append(event)

            # --- resolution
            case ev.ActionLapsed():
                self._resolve()
                action = state.actions[0] if state.actions else None
                why = _WHY_LAPSED[event.why].format(figure=event.figure, target=event.target)
                say(f"**{action_name(action, event)} entfällt:** {why}.")
            case ev.ReactionLapsed():
                self._resolve()
                why = "ist verwirrt und kann sich nicht wehren"
                if event.why == "prone":
                    why = "liegt am Boden und kann nicht ausweichen"
                self._lapsed_reactions.append(f"{event.figure} {why}.")
            case ev.MeleePaid():
                self._resolve()
            case (
                ev.ParryRolled()
                | ev.DodgeRolled()
                | ev.HitWithoutDefence()
                | ev.ShotRolled()
                | ev.ConfusionRolled()
                | ev.ShockRolled()
                | ev.DisarmRolled()
                | ev.DisarmedWithoutDefence()
            ):
                self._roll(strikes.strike_of(state, event))
            case ev.DamageRolled():
                strike = strikes.damage_strike(state, event)
                strikes.add_damage(strike, state, event)
                self._roll(strike)
            case ev.FigureDefeated():
                say(f"**{event.figure} ist besiegt.**")
                self.lines += strikes.left_behind(state, event)
            case ev.WeaponLanded() | ev.WeaponDropped():
                say(strikes.on_the_ground(event.field, (event.item,)))
            case ev.SpellCast():
                self._resolve()
                if event.spell is Spell.SHOCK_WAVE:
                    say(f"Schockwelle von {event.figure} Richtung {event.direction}:")
            case ev.Regenerated():
                self._roll(strikes.regeneration_strike(_actor(state, event.figure), event))
            case ev.EffectBegan():
                self._roll(strikes.effect_strike(_actor(state, event.figure), event))
            case ev.Tortured():
                loss = f"Ausdauer {-event.stamina}" if event.stamina else "keine Ausdauer mehr da"
                self._roll(Strike(f"{event.attacker} foltert {event.figure}: {loss}", event.figure))
            case ev.ShockWaveSpent():
                self._roll(Strike("Die Schockwelle trifft niemanden", event.figure))
            case ev.ActionResolved():
                self._close_action()

            # --- the game master
            case ev.PhaseHurried():
                self.lines += _hurried(state)
            case ev.BattlePaused():
                say("Pause: die Spielleitung hält die Schlacht an.")
            case ev.BattleResumed():
                say("Die Schlacht geht weiter.")
            case ev.ValueCorrected():
                value = f"{VALUES[event.quantity]} {event.value} statt {event.old}"
                say(f"Spielleitung: {event.figure} hat jetzt {value}.{_reason(event.reason)}")
            case ev.FigureRelocated():
                fields = f"auf {event.field} statt {event.old}"
                say(f"Spielleitung: {event.figure} steht jetzt {fields}.{_reason(event.reason)}")
                self.lines += news(state, after)
            case ev.FigureReassigned():
                players = f"{event.seat} statt {event.old}"
                say(f"Spielleitung: {event.figure} wird jetzt von {players} gespielt.{_reason(event.reason)}")
            case ev.BattleCalledOff():
                say("Die Spielleitung beendet die Schlacht.")
            case _:
                assert_never(event)


# --- before the battle -------------------------------------------------------------------------------------------


def _opened(setup: Setup) -> list[str]:
    board = setup.board
    shape = "Sechsecke" if board.grid is Grid.HEX else "Felder"
    lines = [f"**{setup.name}**"] if setup.name else []
    value = "" if isinstance(setup.value, ValueRule) else f", Gesamtwert {setup.value}"
    lines.append(f"{board.columns} × {board.rows} {shape}, {counted(setup.rounds, 'Runde', 'Runden')}{value}.")
    for fields, what in ((board.blocked, "Gesperrt"), (board.raised, "Erhöht")):
        if fields:
            lines.append(f"{what}: {', '.join(map(str, sorted(fields)))}.")
    return lines


def _line_up(figure: Figure) -> str:
    place = "" if figure.field is None else f", auf {figure.field}"
    who = f"{TEAMS[figure.team]}: {figure.name} ({figure.seat})"
    return f"{who}, Wert {figure.value}{place}. In der Hand: {_hands(figure)}."


def _equipped(figure: Figure) -> str:
    armoury = listed(figure.armoury) if figure.armoury else "nichts"
    return f"{figure.name} nimmt aus der Waffenkammer: {armoury}. Wert {figure.value}, in der Hand: {_hands(figure)}."


def _hands(figure: Figure) -> str:
    return listed(item.weapon.name for item in figure.held) or "nichts"


def _revealed(state: State, placed: Sequence[ev.FigurePlaced]) -> list[str]:
    """Return where everybody stands, then who was displaced and how."""
    lines = ["**Startpositionen:**"]
    for team in Team:
        mine = [event for event in placed if state.figure(event.figure).team is team]
        if mine:
            lines.append(f"{TEAMS[team]}: {', '.join(f'{event.figure} {event.field}' for event in mine)}")
    lines += [_displaced(event, event.wanted) for event in placed if event.wanted is not None]
    return lines


def _displaced(event: ev.FigurePlaced, wanted: Field) -> str:
    direction = "oben" if event.field.row < wanted.row else "unten"
    die = "" if event.face is None else f", W6 {event.face}: nach {direction}"
    return f"{event.figure}: {wanted} war schon vergeben{die}. Start auf {event.field}."


# --- the course of a round ---------------------------------------------------------------------------------------


def _phase(before: State, after: State, event: ev.PhaseBegan) -> list[str]:
    match event.phase:
        case Phase.PLACEMENT:
            right = column_letters(after.setup.board.columns)
            return [
                "**Jetzt die Startpositionen**, bitte privat.",
                f"Schwarz startet in Spalte A, Weiß in Spalte {right}.",
            ]
        case Phase.BLACK_MOVES:
            refilled = [] if before.round == 0 else ["Alle haben wieder volle Beweglichkeit."]
            return [f"**Runde {event.round}: Schwarz zieht.**", *refilled]
        case Phase.WHITE_MOVES:
            return [f"**Runde {event.round}: Weiß zieht.**"]
        case Phase.WHITE_REACTS | Phase.BLACK_REACTS:
            due = reactions_due(after)
            team = event.phase.reactor
            return [f"**{TEAMS[team]} reagiert:**", *due] if due and team is not None else []
        case Phase.LINEUP | Phase.OVER:
            return []  # no event begins these
        case _:
            assert_never(event.phase)


def _effect_ended(event: ev.EffectEnded) -> str:
    match event.effect:
        case EffectKind.CONFUSED:
            return f"{event.figure} ist nicht mehr verwirrt."
        case EffectKind.INVISIBLE:
            return f"{event.figure} ist wieder sichtbar."
        case EffectKind.SHIELDED:
            return f"Der Schutzschild auf {event.figure} endet."
        case _:
            assert_never(event.effect)


def _battle_ended(before: State, after: State, event: ev.BattleEnded) -> list[str]:
    if event.winner is not None:
        loser = TEAMS[event.winner.other]
        lines = [f"**{TEAMS[event.winner]} gewinnt!**", f"Von {loser} steht in Runde {event.rounds_over} niemand mehr."]
    elif before.ended_early:
        lines = ["**Unentschieden.**"]
    else:
        rounds = counted(event.rounds_over, "Runde", "Runden")
        lines = ["**Unentschieden!**", f"Nach {rounds} stehen noch beide Mannschaften."]
    return [*lines, *survivors(after)]


# --- moving and handling weapons ---------------------------------------------------------------------------------


def _walked(before: State, after: State, event: ev.Walked) -> str:
    figure = before.figure(event.figure)
    verb = variant(_WALKS, before.round, event.figure)
    for trait, special in ((Trait.FLIES, "fliegt"), (Trait.FLOATS, "schwebt"), (Trait.MOUNT, "reitet")):
        if figure.has(trait):
            verb = special
    steps = counted(len(event.path) - 1, "Feld", "Felder")
    values = "".join(f", {value}" for value in new_values(before, after, event.figure))
    return f"{event.figure} {verb} von {event.path[0]} nach {event.path[-1]} ({steps}{values})."


def _to_the_belt(away: Sequence[str]) -> str:
    return f", an den Gürtel kommt {listed(away)}" if away else ""


def _taken_back(before: State, after: State, event: ev.TakenBack) -> list[str]:
    posts = ", ".join(f"#{post}" for post in dict.fromkeys(event.posts))
    lines = [f"{event.seat} nimmt zurück, was {listed(event.figures)} getan hat (Beitrag {posts})."]
    for name in event.figures:
        field = after.figure(name).field
        back = [f"auf {field}"] if field != before.figure(name).field else []
        values = back + new_values(before, after, name)
        if values:
            lines.append(f"→ {name}: wieder {', '.join(values)}")
    return lines


def _rolled_back(event: RolledBack) -> str:
    if event.to == 0:
        return "**Die Spielleitung macht alle Beiträge rückgängig.**"
    return f"**Die Spielleitung macht alles nach Beitrag #{event.to} rückgängig.**"


# --- the rest ----------------------------------------------------------------------------------------------------


def _actor(state: State, otherwise: FigureName) -> FigureName:
    """Return whose action is being resolved."""
    return state.actions[0].figure if state.actions else otherwise


def _hurried(state: State) -> list[str]:
    if state.phase is Phase.LINEUP:
        return []  # the phase that begins says it
    return ["Die Spielleitung geht weiter."]


def _reason(reason: str) -> str:
    return f" Grund: {reason.rstrip('.')}." if reason else ""
