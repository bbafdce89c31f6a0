"""What happened, in the German lines that the thread shows; only what everybody may know."""

from collections.abc import Sequence
from typing import assert_never

from motuc_bot.systems.motuc import announced, course, notes, strikes
from motuc_bot.systems.motuc.news import charges, losses, news
from motuc_bot.systems.motuc.owed import next_line, waiting_line
from motuc_bot.systems.motuc.spoken import TEAMS
from motuc_bot.systems.motuc.strikes import Strike
from motuc_bot.systems.motuc.wording import NOW, listed, sentence_case
from rules.core import Posted, RolledBack, effective
from rules.motuc import MOTUC
from rules.motuc import events as ev
from rules.motuc.actions import Casting, Volley
from rules.motuc.model import State
from rules.motuc.words import FigureName, Spell

__all__ = ["next_line", "tell", "waiting_line"]

Happening = ev.Event | Posted | RolledBack

_MOST_WITHOUT_DIGEST = 3


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
        teller.lines.append(course.rolled_back(event))
        if not log:
            break
        before, teller.state = teller.state, _fold((*log, *events[: index + 1]))
        teller.lines += course.back_to(before, teller.state)
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
        self._enlisted: list[FigureName] = []
        self._placed: list[ev.FigurePlaced] = []
        self._before_placed = state
        self._without_start: list[FigureName] = []
        self._starts: list[FigureName] = []
        self._reactions: list[ev.ReactionDeclared] = []
        self._before_reactions = state
        self._before_action: State | None = None
        self._finished = ""
        self._told: State | None = None
        self._costs: dict[FigureName, str] = {}
        self._resolution: tuple[int, State] | None = None
        self._fighters: tuple[FigureName, ...] = ()
        self._told_paid: set[FigureName] = set()
        self._two_dice_told = False
        self._shocked: list[ev.ShockRolled] | None = None
        self._wave_at = 0

    def tell(self, event: ev.Event | Posted) -> None:
        """Take the next event in."""
        after = MOTUC.evolve(self.state, event)
        if not isinstance(event, Posted) and not self._belongs(event):
            self._close()
            self._begin(event, after)
        self.state = after
        if isinstance(event, ev.SpellCast) and event.spell is Spell.SHOCK_WAVE:
            self._wave_at = len(self.lines)
            self._tell_changes()

    def finish(self) -> None:
        """Write down what is still being gathered."""
        self._close()
        self._close_action()
        self._say_finished()

    def _belongs(self, event: ev.Event) -> bool:
        """Take the event into what is being gathered, if it belongs there."""
        strike = self._strike
        struck = None if strike is None else strike.figure
        match event:
            case ev.HandsDeclared() | ev.FigurePlaced() if event.figure in self._enlisted:
                pass  # the line about the figure is written when all about it and the others is known
            case ev.FigureEnlisted() if self._enlisted:
                self._enlisted.append(event.sheet.name)
            case ev.StartRegistered() if self._starts:
                self._starts += [event.figure] if self._is_new(event) else []
            case ev.FigurePlaced() if self._placed:
                self._placed.append(event)
            case ev.ReactionDeclared() if self._reactions:
                self._reactions.append(event)
            case ev.DamageRolled() if strike is not None and event.figure == struck:
                strikes.add_damage(strike, self.state, event)
            case ev.FigureDefeated() if strike is not None and event.figure == struck:
                strikes.add_defeat(strike, self.state, event)
            case ev.WeaponDropped() if strike is not None and event.figure == struck:
                strikes.add_drop(strike, self.state, event)
            case ev.WeaponLanded() if strike is not None:
                strike.notes += strikes.lost(self.state, event)
            case ev.EffectBegan() if strike is not None and event.figure == struck:
                strikes.add_duration(strike, event)
            case _:
                return False
        return True

    def _say_finished(self) -> None:
        """Write down that a player has finished; a phase that begins with it says enough."""
        if self._finished:
            self.lines.append(self._finished)
            self._finished = ""

    def _close(self) -> None:
        """Write down what has been gathered."""
        if self._strike is not None:
            self.lines += self._strike.lines()
            self._strike = None
            self._tell_changes()
        if self._starts:
            self.lines += course.starts_came(self.state, self._starts)
            self._starts = []
        for name in self._enlisted:
            self.lines += course.lined_up(self.state, self.state.figure(name))
        self._enlisted = []
        if self._placed:
            self.lines += course.revealed(self.state, self._placed, self._without_start)
            self.lines += news(self._before_placed, self.state)
            self._placed = []
        if self._reactions:
            self.lines += announced.reactions(self._before_reactions, self._reactions)
            self._reactions = []

    def _close_action(self) -> None:
        """Write down what the action changed."""
        self.lines += self._lapsed_reactions
        self._lapsed_reactions = []
        if self._before_action is not None:
            self._tell_changes()
            self.lines += self._paid_already(self._before_action)
            self.lines += charges(self._before_action, self.state)
            self._before_action = self._told = None
        if self._shocked is not None:
            self.lines[self._wave_at : self._wave_at] = course.in_the_fan(self.state, self._shocked)
            self.lines += course.thrown_down(self._shocked)
            self._shocked = None

    def _tell_changes(self) -> None:
        """Write down the values that have changed since the last time in this action."""
        if self._told is not None:
            self.lines += news(self._told, self.state, costs=self._costs)
            self._told, self._costs = self.state, {}

    def _resolve(self) -> None:
        """Remember the state before the action; before the first one a line says what comes."""
        if self._before_action is None:
            self._before_action = self._told = self.state
        reactor = self.state.phase.reactor
        if self._resolution is None and reactor is not None:
            spells = [isinstance(action, Casting) for action in self.state.actions]
            kinds = ([] if all(spells) else ["Angriffe"]) + (["Zauber"] if any(spells) else [])
            self.lines.append(f"Auswertung der {listed(kinds)} von {TEAMS[reactor.other]}:")
            self._resolution = len(self.lines), self.state

    def _resolved(self, outcome: str = "") -> bool:
        """Put the outcome in front of a resolution that is over, a digest in it; tell whether there was one."""
        if self._resolution is None:
            return False
        at, before = self._resolution
        parts = sum(len(action.targets) if isinstance(action, Volley) else 1 for action in before.actions)
        digest = course.digest(losses(before, self.state)) if parts > _MOST_WITHOUT_DIGEST else []
        self.lines[at:at] = digest
        self.lines[at - 1 : at - 1] = [f"**{outcome}!**"] if outcome else []
        self._resolution = None
        return True

    def _paid_already(self, before: State) -> list[str]:
        """Return who fought in the action and has paid for melee before in this round, once a resolution (R-N7)."""
        payers = [before.figure(name) for name in self._fighters if name not in self._told_paid]
        paid = [one.name for one in payers if one.fought and one.stamina and self.state.figure(one.name).standing]
        self._told_paid.update(paid)
        self._fighters = ()
        return [f"Nahkampf dieser Runde schon bezahlt: {listed(paid)}."] if paid else []

    def _is_new(self, event: ev.StartRegistered) -> bool:
        """Tell whether the start is the figure's first: its field is secret, and so is a change of mind (R-S1)."""
        return all(start.figure != event.figure for start in self.state.starts)

    def _roll(self, strike: Strike) -> None:
        self._resolve()
        strike.notes[:0] = self._lapsed_reactions
        self._lapsed_reactions = []
        self._strike = strike

    def _notice(self, event: strikes.Roll) -> None:
        """Remember what the lines of the whole action or resolution need of a roll."""
        match event:
            case ev.ShockRolled() if self._shocked is not None:
                self._shocked.append(event)
            case ev.ShotRolled() | ev.ShockRolled() | ev.ConfusionRolled():
                pass
            case _:
                self._fighters = (event.attacker, event.figure)

    def _begin(self, event: ev.Event, after: State) -> None:
        """Tell an event that begins something new."""
        if not isinstance(event, ev.PhaseBegan):
            self._say_finished()
        self._finished = ""
        state, say = self.state, self.lines.append
        match event:
            # --- before the battle
            case ev.BattleOpened():
                self.lines += course.opened(event.setup)
            case ev.FigureEnlisted():
                self._enlisted = [event.sheet.name]
            case ev.FigureWithdrawn():
                say(f"{event.figure} spielt nicht mehr mit.")
            case ev.FigureEquipped():
                say(course.equipped(after.figure(event.figure)))
            case ev.HandsDeclared():
                say(f"{event.figure} hält in der Hand: {course.hands(after.figure(event.figure))}.")
            case ev.StartRegistered():
                self._starts += [event.figure] if self._is_new(event) else []
            case ev.StartLeft():
                say(f"{event.figure} startet, wo am Ende Platz ist (R-S3).")
            case ev.FigurePlaced():
                came = {start.figure for start in state.starts if start.field is not None}
                self._without_start = [one.name for one in state.figures if one.name not in came]
                self._before_placed = state
                self._placed.append(event)

            # --- the course of a round
            case ev.PhaseBegan():
                self._resolved()
                self.lines += course.phase_began(state, after, event)
            case ev.EffectEnded():
                say(course.effect_ended(event))
            case ev.BattleEnded():
                told = self._resolved(course.outcome(event))
                self.lines += course.battle_ended(state, after, event, told=told)

            # --- moving and handling weapons
            case ev.Walked():
                self.lines += course.walked(state, after, event)
                self.lines += news(state, after, but=event.figure) + announced.shrunk(state, after)
            case ev.WeaponChanged():
                say(course.weapon_changed(state, event))
            case ev.WeaponPickedUp():
                say(course.weapon_picked_up(state, event))
            case ev.WeaponReloaded():
                say(course.weapon_reloaded(state, event))
            case ev.StoodUp():
                say(f"{event.figure} steht wieder auf.")
            case ev.Passed():
                say(course.passed(state, event))
            case ev.SeatFinished():
                self._finished = f"{event.seat} ist fertig."
            case ev.TakenBack():
                self.lines += course.taken_back(state, after, event)
            case ev.ActionAnnounced():
                say(announced.announcement(state, event.action))
            case ev.ReactionDeclared():
                self._before_reactions = state
                self._reactions.append(event)

            # --- resolution
            case ev.ActionLapsed():
                self._resolve()
                say(announced.lapsed(state, event))
            case ev.ReactionLapsed():
                self._resolve()
                self._lapsed_reactions.append(announced.reaction_lapsed(event))
            case ev.MeleePaid():
                self._resolve()  # the new stamina is told when the outcome is
                self._costs |= dict.fromkeys(event.figures, "Nahkampf")
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
                self._notice(event)
                strike = strikes.of_roll(state, event)
                self._roll(strike)
                if isinstance(event, ev.ShotRolled) and not self._two_dice_told:
                    strike.sums.append(notes.TWO_DICE)
                    self._two_dice_told = True
                if isinstance(event, ev.ParryRolled) and self._resolution is not None:
                    strike.notes += notes.another_weapon(self._resolution[1], state, event)
            case ev.DamageRolled():
                self._roll(strikes.of_damage(state, event))
            case ev.FigureDefeated():
                say(f"**{event.figure} ist besiegt.**")
                self.lines += strikes.left_behind(state, event)
            case ev.WeaponLanded() | ev.WeaponDropped():
                self.lines += strikes.lost(state, event)
            case ev.SpellCast():
                self._resolve()
                self._costs[event.figure] = "Zauber"
                if event.spell is Spell.SHOCK_WAVE:  # of any other spell the outcome tells it
                    self._shocked = []
                    say(f"Schockwelle von {event.figure} Richtung {event.direction}:")
            case ev.Regenerated():
                self._roll(strikes.of_regeneration(state, event))
            case ev.EffectBegan():
                self._roll(strikes.of_effect(state, event))
            case ev.Tortured():
                self._roll(strikes.of_torture(state, event))
            case ev.ShockWaveSpent():
                self._roll(Strike("Die Schockwelle trifft niemanden", event.figure))
            case ev.ActionResolved():
                self._close_action()

            # --- the game master
            case ev.PhaseHurried():
                self.lines += course.hurried(state.phase)
            case ev.BattlePaused():
                say("Pause: Die Spielleitung hält die Schlacht an.")
            case ev.BattleResumed():
                say(f"Die Schlacht geht weiter: {sentence_case(NOW[state.phase])}.")
            case ev.ValueCorrected():
                say(course.corrected(event))
            case ev.FigureRelocated():
                say(course.relocated(event))
                self.lines += news(state, after) + announced.shrunk(state, after)
            case ev.FigureReassigned():
                say(course.reassigned(event))
            case ev.BattleCalledOff():
                say("Die Spielleitung beendet die Schlacht.")
            case _:
                assert_never(event)
