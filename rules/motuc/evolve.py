"""The state after an event: the only place where states change."""

from typing import assert_never

from rules.core import Posted, changed
from rules.motuc import events as ev
from rules.motuc import journal
from rules.motuc.changes import with_figure, without_item
from rules.motuc.model import FRESH, Answered, Effect, Figure, Item, Lying, Start, State
from rules.motuc.words import Phase, Quantity, Team


def evolve(state: State, event: ev.Event | Posted) -> State:
    """Return the state after the event; never rolls, never refuses."""
    match event:
        case Posted():
            return changed(state, post=event.number, poster=event.seat)
        case ev.ActionAnnounced():
            state = journal.noted(state, event.action.figure)
            actor = state.figure(event.action.figure)
            return changed(
                state,
                figures=with_figure(state, changed(actor, usage=changed(actor.usage, acted=True))),
                actions=(*state.actions, event.action),
            )
        case ev.PhaseBegan():
            return _phase_began(state, event)
        case ev.ReactionDeclared():
            kept = _answers_but(state, event.attacker, event.figure, event.shot)
            answered = Answered(event.attacker, event.figure, event.shot, event.answer)
            return changed(state, answers=(*kept, answered))
        case ev.ParryRolled():
            return _change(state, changed(state.figure(event.figure), parried=True))
        case ev.MeleePaid():
            figures = tuple(
                changed(figure, stamina=max(0, figure.stamina - 1), fought=True)
                if figure.sheet.name in event.figures
                else figure
                for figure in state.figures
            )
            return changed(state, figures=figures)
        case ev.DamageRolled():
            return _change(state, changed(state.figure(event.figure), life=event.life))
        case ev.ActionResolved():
            return changed(
                state,
                actions=state.actions[1:],
                answers=tuple(answered for answered in state.answers if answered.attacker != event.figure),
            )
        case ev.Walked():
            state = journal.noted(state, event.figure, stamina=event.stamina, agility=event.agility)
            walker = state.figure(event.figure)
            return _change(
                state,
                changed(
                    walker,
                    field=event.path[-1],
                    stamina=walker.stamina - event.stamina,
                    spent=walker.spent + event.agility,
                    usage=changed(walker.usage, walked=True),
                ),
            )
        case ev.Passed():
            state = journal.noted(state, event.figure)
            figure = state.figure(event.figure)
            return _change(state, changed(figure, usage=changed(figure.usage, passed=True)))
        case ev.SeatFinished():
            for name in event.figures:
                state = journal.noted(state, name, by_seat=True)
                figure = state.figure(name)
                state = _change(state, changed(figure, usage=changed(figure.usage, passed=True)))
            return state
        case ev.DodgeRolled():
            state = _spend(state, event.attacker, event.attack_stake)
            return _spend(state, event.figure, event.dodge_stake)
        case ev.ShotRolled():
            shooter = state.figure(event.attacker)
            items = tuple(_less_loaded(item) if item.id == event.item else item for item in shooter.items)
            state = _change(state, changed(shooter, items=items))
            state = _spend(state, event.figure, event.stake)
            return changed(state, answers=_answers_but(state, event.attacker, event.figure, event.number))
        case ev.FigureDefeated():
            fallen = state.figure(event.figure)
            items = tuple(item for item in fallen.items if item.weapon.fixed)
            fixed = {item.id for item in items}
            state = _change(
                state,
                changed(
                    fallen,
                    life=0,
                    items=items,
                    hands=tuple(held for held in fallen.hands if held in fixed),
                    prone=False,
                    effects=(),
                ),
            )
            if event.field is None:
                return state
            return changed(state, ground=(*state.ground, *(Lying(event.field, item) for item in event.dropped)))
        case ev.ActionLapsed():
            if event.target is None or not event.shot:
                return state
            return changed(state, answers=_answers_but(state, event.figure, event.target, event.shot))
        case ev.WeaponChanged():
            return _handled(state, event.figure, changed(state.figure(event.figure), hands=event.hands))
        case ev.WeaponPickedUp():
            figure = state.figure(event.figure)
            laden = changed(figure, items=(*figure.items, event.item), hands=event.hands)
            state = _handled(state, event.figure, laden)
            return changed(state, ground=tuple(lying for lying in state.ground if lying.item.id != event.item.id))
        case ev.WeaponReloaded():
            figure = state.figure(event.figure)
            items = tuple(
                changed(item, charge=event.charge) if item.id == event.item else item for item in figure.items
            )
            return _handled(state, event.figure, changed(figure, items=items))
        case ev.StoodUp():
            return _handled(state, event.figure, changed(state.figure(event.figure), prone=False))
        case ev.TakenBack():
            return journal.taken_back(state, event)
        case ev.EffectEnded():
            figure = state.figure(event.figure)
            mover = state.phase.mover
            effects = tuple(e for e in figure.effects if e.kind is not event.effect or e.until is not mover)
            return _change(state, changed(figure, effects=effects))
        case ev.SpellCast():
            mage = state.figure(event.figure)
            return _change(state, changed(mage, stamina=max(0, mage.stamina - 1)))
        case ev.Regenerated():
            figure = state.figure(event.figure)
            return _change(
                state, changed(figure, life=figure.life + event.life, stamina=figure.stamina + event.stamina)
            )
        case ev.EffectBegan():
            figure = state.figure(event.figure)
            effect = Effect(event.effect, event.until, event.power)
            return _change(state, changed(figure, effects=(*figure.effects, effect)))
        case ev.Tortured():
            figure = state.figure(event.figure)
            return _change(state, changed(figure, stamina=figure.stamina - event.stamina))
        case ev.ShockRolled():
            if not event.fell:
                return state
            return _change(state, changed(state.figure(event.figure), prone=True))
        case ev.DisarmRolled():
            state = _spend(state, event.attacker, event.attack_stake)
            return _spend(state, event.figure, event.resist_stake)
        case ev.WeaponDropped() | ev.WeaponLanded():
            state = _change(state, without_item(state.figure(event.figure), event.item.id))
            return changed(state, ground=(*state.ground, Lying(event.field, event.item)))
        case ev.BattleOpened():
            return State(event.setup)
        case ev.FigureEnlisted():
            newcomer = Figure(
                sheet=event.sheet,
                team=event.team,
                seat=event.seat,
                value=event.value,
                stamina=event.sheet.stamina,
                items=event.items,
                hands=event.hands,
                armoury=event.armoury,
            )
            # Black comes first, as in a ready-made line-up, whoever joined first.
            joined = sorted((*state.figures, newcomer), key=lambda figure: figure.team is not Team.BLACK)
            return changed(state, figures=tuple(joined))
        case ev.FigureWithdrawn():
            return changed(state, figures=tuple(f for f in state.figures if f.name != event.figure))
        case ev.FigureEquipped():
            figure = state.figure(event.figure)
            return _change(
                state,
                changed(figure, value=event.value, items=event.items, hands=event.hands, armoury=event.armoury),
            )
        case ev.HandsDeclared():
            return _change(state, changed(state.figure(event.figure), hands=event.hands))
        case ev.StartRegistered():
            kept_starts = tuple(start for start in state.starts if start.figure != event.figure)
            return changed(state, starts=(*kept_starts, Start(event.figure, event.field)))
        case ev.StartLeft():
            return changed(state, starts=(*state.starts, Start(event.figure, None)))
        case ev.FigurePlaced():
            state = _change(state, changed(state.figure(event.figure), field=event.field))
            return changed(state, starts=tuple(start for start in state.starts if start.figure != event.figure))
        case ev.BattleEnded():
            return changed(
                state, phase=Phase.OVER, winner=event.winner, actions=(), answers=(), journal=(), hurried=False
            )
        case ev.PhaseHurried():
            return changed(state, hurried=True)
        case ev.BattlePaused():
            return changed(state, paused=True)
        case ev.BattleResumed():
            return changed(state, paused=False)
        case ev.ValueCorrected():
            return _corrected(state, event)
        case ev.FigureRelocated():
            return _change(state, changed(state.figure(event.figure), field=event.field))
        case ev.FigureReassigned():
            return _change(state, changed(state.figure(event.figure), seat=event.seat))
        case ev.BattleCalledOff():
            return changed(state, ended_early=True)
        case ev.ReactionLapsed() | ev.HitWithoutDefence() | ev.ConfusionRolled() | ev.ShockWaveSpent():
            return state
        case ev.DisarmedWithoutDefence():
            return state
        case _:
            assert_never(event)


def _change(state: State, figure: Figure) -> State:
    return changed(state, figures=with_figure(state, figure))


def _spend(state: State, name: str, stake: int) -> State:
    if not stake:
        return state
    figure = state.figure(name)
    return _change(state, changed(figure, spent=figure.spent + stake))


def _answers_but(state: State, attacker: str, figure: str, shot: int) -> tuple[Answered, ...]:
    return tuple(
        answered
        for answered in state.answers
        if answered.attacker != attacker or answered.figure != figure or answered.shot != shot
    )


def _less_loaded(item: Item) -> Item:
    return item if item.charge is None else changed(item, charge=item.charge - 1)


def _handled(state: State, name: str, after: Figure) -> State:
    state = journal.noted(state, name)
    usage = changed(after.usage, handled=after.usage.handled + 1)
    return _change(state, changed(after, usage=usage))


def _phase_began(state: State, event: ev.PhaseBegan) -> State:
    figures = state.figures
    if event.phase is Phase.BLACK_MOVES:
        figures = tuple(changed(f, spent=0, parried=False, fought=False, usage=FRESH) for f in figures)
    elif event.phase is Phase.WHITE_MOVES:
        white = event.phase.mover
        figures = tuple(changed(f, usage=FRESH) if f.team is white and f.usage is not FRESH else f for f in figures)
    reacting = event.phase.reactor is not None
    return changed(
        state,
        phase=event.phase,
        round=event.round,
        figures=figures,
        actions=state.actions if reacting else (),
        answers=(),
        journal=(),
        hurried=False,
    )


def _corrected(state: State, event: ev.ValueCorrected) -> State:
    figure = state.figure(event.figure)
    match event.quantity:
        case Quantity.LIFE:
            return _change(state, changed(figure, life=event.value))
        case Quantity.STAMINA:
            return _change(state, changed(figure, stamina=event.value))
        case Quantity.AGILITY:
            return _change(state, changed(figure, spent=event.spent))
        case _:
            assert_never(event.quantity)
