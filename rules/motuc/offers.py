"""What a seat may do now, described finitely."""

from collections.abc import Iterator
from functools import partial
from itertools import permutations

from rules.board import Field, neighbours
from rules.core import GAME_MASTER, Between, Offer, OneOf, Rejected, Seat, ShareOf, Within
from rules.motuc import commands as cm
from rules.motuc import corrections, finishing, lineup, magic, placement, ranged
from rules.motuc.answers import Answer, Dodge, NoDefence, Parry, Resist
from rules.motuc.conditions import available_agility, effective_agility, occupied, sees
from rules.motuc.disarming import disarming_items
from rules.motuc.model import BARE_HAND, START_LIFE, Figure, Item, Magic, State
from rules.motuc.movement import reachable
from rules.motuc.reactions import Threat, ThreatKind, stake_in, threats
from rules.motuc.targets import adjacent_enemy, place, visible
from rules.motuc.view import View
from rules.motuc.weapons import can_take_in_hand, held_item, needs_reload, takeable
from rules.motuc.words import FigureName, Phase, Quantity, Spell, Team, WeaponName

CommandOffer = Offer[cm.Command]


def offers(view: View, seat: Seat) -> tuple[CommandOffer, ...]:
    """Return what the seat may do; the game master may also do what every player may for his figures."""
    by_form = _in_lineup(view.state, seat) if view.state.phase is Phase.LINEUP else ()
    return (*by_form, *offers_by_post(view, seat))


def offers_by_post(view: View, seat: Seat) -> tuple[CommandOffer, ...]:
    """Return the same without what only forms give in the line-up: with a large pool that takes long to work out."""
    state = view.state
    if state.phase is Phase.OVER:
        return ()
    found: list[CommandOffer] = []
    if seat == GAME_MASTER:
        found += _for_game_master(state)
    elif state.paused and state.phase is not Phase.LINEUP:
        return tuple(_hands(state, seat)) if state.phase is Phase.PLACEMENT else ()
    match state.phase:
        case Phase.LINEUP:
            found += _hands(state, seat)
        case Phase.PLACEMENT:
            found += _in_placement(state, seat)
            found += _hands(state, seat)
        case Phase.BLACK_MOVES | Phase.WHITE_MOVES:
            found += _in_move_phase(state, seat)
        case _:
            found += _in_reaction_phase(state, seat)
    return tuple(found)


def _orders(state: State, seat: Seat) -> Iterator[Figure]:
    """Yield the standing figures that the seat may order."""
    for figure in state.figures:
        if figure.standing and seat in (figure.seat, GAME_MASTER):
            yield figure


# --- before the battle -------------------------------------------------------------------------------------------


def _in_lineup(state: State, seat: Seat) -> Iterator[CommandOffer]:
    for figure in _orders(state, seat):
        yield Offer(figure.name, partial(cm.Withdraw, figure.name))
        yield Offer(
            figure.name,
            partial(cm.Equip, figure.name),
            (("armoury", OneOf(_armoury_choices(state, partial(_can_equip, state, seat, figure.name)))),),
        )
    if seat == GAME_MASTER:
        return
    mine = {figure.team for figure in state.figures if figure.seat == seat}
    for team in Team:
        if mine and team not in mine:
            continue
        for sheet in state.setup.sheets:
            choices = _armoury_choices(state, partial(_can_enlist, state, seat, sheet.name, team))
            if choices:
                build = partial(cm.Enlist, sheet.name, team, seat)
                yield Offer(sheet.name, build, (("armoury", OneOf(choices)),))


def _armoury_choices(state: State, possible: partial[bool]) -> tuple[tuple[WeaponName, ...], ...]:
    names = tuple(weapon.name for weapon in state.setup.weapons)
    singles = tuple((name,) for name in names)
    pairs = tuple((first, second) for at, first in enumerate(names) for second in names[at:])
    return tuple(choice for choice in ((), *singles, *pairs) if possible(choice))


def _can_enlist(state: State, seat: Seat, name: FigureName, team: Team, armoury: tuple[WeaponName, ...]) -> bool:
    return _passes(lineup.enlist, state, seat, cm.Enlist(name, team, seat, armoury))


def _can_equip(state: State, seat: Seat, name: FigureName, armoury: tuple[WeaponName, ...]) -> bool:
    return _passes(lineup.equip, state, seat, cm.Equip(name, armoury))


def _hands(state: State, seat: Seat) -> Iterator[CommandOffer]:
    for figure in _orders(state, seat):
        names = [item.weapon.name for item in figure.items]
        choices = dict.fromkeys(choice for count in range(3) for choice in permutations(names, count))
        fitting = tuple(choice for choice in choices if _passes(lineup.hold, state, seat, cm.Hold(figure.name, choice)))
        yield Offer(figure.name, partial(cm.Hold, figure.name), (("weapons", OneOf(fitting)),))


def _in_placement(state: State, seat: Seat) -> Iterator[CommandOffer]:
    for figure in state.figures:
        if seat not in (figure.seat, GAME_MASTER):
            continue
        own = {
            placement.registered(state, other)
            for other in state.figures
            if other.seat == figure.seat and other.name != figure.name
        }
        free = tuple(field for field in lineup.start_fields(state.setup, figure.team) if field not in own)
        yield Offer(figure.name, partial(cm.RegisterStart, figure.name), (("field", Within(free)),))
    if any(figure.seat == seat for figure in state.figures):
        yield Offer(None, cm.LeaveStarts)


# --- the move phase ----------------------------------------------------------------------------------------------


def _in_move_phase(state: State, seat: Seat) -> Iterator[CommandOffer]:
    for figure in _orders(state, seat):
        if figure.team is not state.phase.mover:
            continue
        if not (figure.usage.acted or figure.usage.passed):
            yield Offer(figure.name, partial(cm.Pass, figure.name))
            if not figure.confused and figure.usage.things < 2:
                yield from _handlings(state, figure)
                if not figure.prone:
                    yield from _walk(state, figure)
                    yield from _attacks(state, figure)
                    yield from _volleys(state, figure)
                    yield from _spells(state, figure)
                    yield from _disarmings(state, figure)
        if _passes(finishing.take_back, state, seat, cm.TakeBack(figure.name)):
            yield Offer(figure.name, partial(cm.TakeBack, figure.name))
    if _passes(finishing.done, state, seat, cm.Done()):
        yield Offer(None, cm.Done)
    if _passes(finishing.take_back, state, seat, cm.TakeBack()):
        yield Offer(None, cm.TakeBack)


def _walk(state: State, figure: Figure) -> Iterator[CommandOffer]:
    fields = () if figure.usage.walked else reachable(state, figure)
    if fields:
        yield Offer(figure.name, partial(cm.Walk, figure.name), (("to", Within(fields)),))


def _handlings(state: State, figure: Figure) -> Iterator[CommandOffer]:
    held = dict.fromkeys(item.weapon.name for item in figure.held)
    replaceable: tuple[WeaponName | None, ...] = (None, *held)
    for item in _first_of_each_name(figure.belt):
        olds = tuple(old for old in replaceable if _can_take(figure, item, old))
        if olds:
            yield Offer(figure.name, partial(cm.ChangeWeapon, figure.name, item.weapon.name), (("old", OneOf(olds)),))
    lying = tuple(lying.item for lying in state.ground if lying.field == figure.field)
    for item in _first_of_each_name(lying):
        olds = tuple(old for old in replaceable if _can_take(figure, item, old))
        if olds:
            yield Offer(figure.name, partial(cm.PickUp, figure.name, item.weapon.name), (("instead", OneOf(olds)),))
    loadable = tuple(name for name in held if needs_reload(held_item(figure, name)))
    if any(needs_reload(item) for item in figure.held):
        yield Offer(figure.name, partial(cm.Reload, figure.name), (("weapon", OneOf((None, *loadable))),))
    if figure.prone:
        yield Offer(figure.name, partial(cm.StandUp, figure.name))


def _can_take(figure: Figure, item: Item, old: WeaponName | None) -> bool:
    return can_take_in_hand(figure, item, None if old is None else held_item(figure, old))


def _first_of_each_name(items: tuple[Item, ...]) -> tuple[Item, ...]:
    first: dict[WeaponName, Item] = {}
    for item in items:
        first.setdefault(item.weapon.name, item)
    return tuple(first.values())


def _stakes(state: State, figure: Figure) -> OneOf:
    return OneOf((None, *range(effective_agility(state, figure) + 1)))


def _enemies_beside(state: State, figure: Figure) -> tuple[Figure, ...]:
    return tuple(other for other in state.figures if _passes(adjacent_enemy, state, figure, other.name))


def _attacks(state: State, figure: Figure) -> Iterator[CommandOffer]:
    targets = tuple(target.name for target in _enemies_beside(state, figure))
    if not targets:
        return
    names = [
        name
        for name in dict.fromkeys(item.weapon.name for item in figure.held)
        if held_item(figure, name).weapon.melee is not None
    ]
    yield Offer(
        figure.name,
        partial(cm.Attack, figure.name),
        (
            ("target", OneOf(targets)),
            ("weapon", OneOf((None, BARE_HAND.name, *names))),
            ("stake", _stakes(state, figure)),
        ),
    )


def _disarmings(state: State, figure: Figure) -> Iterator[CommandOffer]:
    targets = tuple(target.name for target in _enemies_beside(state, figure) if takeable(target))
    ready = disarming_items(figure)
    if not (targets and ready):
        return
    names = [
        name for name in dict.fromkeys(item.weapon.name for item in ready) if held_item(figure, name).weapon.disarm
    ]
    yield Offer(
        figure.name,
        partial(cm.Disarm, figure.name),
        (("target", OneOf(targets)), ("weapon", OneOf((None, *names))), ("stake", _stakes(state, figure))),
    )


def _volleys(state: State, figure: Figure) -> Iterator[CommandOffer]:
    """Offer volleys with each weapon; the targets are named in the order of the figures."""
    for item in _first_of_each_name(figure.held):
        if item.weapon.ranged is None:
            continue
        most = item.weapon.ranged.shots if item.charge is None else min(item.weapon.ranged.shots, item.charge)
        targets = tuple(
            target.name
            for target in state.figures
            if target.team is not figure.team
            and target.standing
            and ranged.in_reach(state, figure, target, item)
            and sees(state, place(figure), place(target))
            and _passes(visible, figure, target)
        )
        if targets and most > 0:
            build = partial(_volley, figure.name, item.weapon.name, targets)
            yield Offer(figure.name, build, (("shares", ShareOf(most, len(targets), least=1)),))


def _volley(
    figure: FigureName, weapon: WeaponName, targets: tuple[FigureName, ...], *, shares: tuple[int, ...]
) -> cm.Shoot:
    shots = tuple((target, count) for target, count in zip(targets, shares, strict=True) if count)
    return cm.Shoot(figure, shots, weapon)


def _spells(state: State, figure: Figure) -> Iterator[CommandOffer]:
    if figure.sheet.magic is None:
        return
    for spell in magic.SPELLS[figure.sheet.magic.category]:
        if not _passes(magic.magic_for, figure, spell):
            continue
        if spell is Spell.SHOCK_WAVE:
            around: tuple[Field, ...] = neighbours(state.setup.board, place(figure))
            yield Offer(
                figure.name,
                partial(cm.Cast, figure.name, spell, None),
                (("direction", Within(around)),),
            )
            continue
        targets = tuple(
            None if target.name == figure.name else target.name
            for target in state.figures
            if _passes(magic.may_be_target, state, figure, target, spell, figure.sheet.magic)
        )
        if targets:
            yield Offer(figure.name, partial(cm.Cast, figure.name, spell), (("target", OneOf(targets)),))
            if spell is Spell.REGENERATION:
                yield _split_regeneration(figure, figure.sheet.magic, targets)


def _split_regeneration(figure: Figure, power: Magic, targets: tuple[FigureName | None, ...]) -> CommandOffer:
    return Offer(
        figure.name,
        partial(_regeneration, figure.name),
        (("target", OneOf(targets)), ("shares", ShareOf(magic.half_power(power), 2))),
    )


def _regeneration(figure: FigureName, *, target: FigureName | None, shares: tuple[int, int]) -> cm.Cast:
    return cm.Cast(figure, Spell.REGENERATION, target, life=shares[0], stamina=shares[1])


# --- the reaction phase ------------------------------------------------------------------------------------------


def _in_reaction_phase(state: State, seat: Seat) -> Iterator[CommandOffer]:
    for figure in _orders(state, seat):
        if figure.team is not state.phase.reactor or figure.confused:
            continue
        on_figure = tuple(threat for threat in threats(state) if threat.figure == figure.name)
        for threat in on_figure:
            yield Offer(
                figure.name,
                partial(_react, figure.name, threat),
                (("answer", OneOf(_answers(state, figure, threat))),),
            )
        for attacker in dict.fromkeys(t.attacker for t in on_figure if t.kind is ThreatKind.SHOT):
            reaction = cm.Reaction(NoDefence(), attacker)
            yield Offer(figure.name, partial(cm.React, figure.name, (reaction,)))
    if _passes(finishing.done, state, seat, cm.Done()):
        yield Offer(None, cm.Done)


def _react(figure: FigureName, threat: Threat, *, answer: Answer) -> cm.React:
    return cm.React(figure, (cm.Reaction(answer, threat.attacker, threat.shot),))


def _answers(state: State, figure: Figure, threat: Threat) -> tuple[Answer, ...]:
    others = [
        answered.answer
        for answered in state.answers
        if answered.figure == figure.name and (answered.attacker, answered.shot) != (threat.attacker, threat.shot)
    ]
    left = effective_agility(state, figure) - sum(stake_in(answer) or 0 for answer in others)
    stakes: tuple[int | None, ...] = (None, *range(left + 1))
    match threat.kind:
        case ThreatKind.SHOT:
            dodges = (Dodge(0),) if figure.prone else tuple(Dodge(stake) for stake in stakes)
            return (*dodges, NoDefence())
        case ThreatKind.DISARM:
            resists = (Resist(), Resist(0)) if figure.prone else tuple(Resist(stake) for stake in stakes)
            return (*resists, NoDefence())
        case ThreatKind.MELEE:
            parries: tuple[Answer, ...] = ()
            if not figure.parried and not any(isinstance(answer, Parry) for answer in others):
                names = [
                    name
                    for name in dict.fromkeys(item.weapon.name for item in figure.held)
                    if held_item(figure, name).weapon.melee is not None
                ]
                parries = tuple(Parry(name) for name in (None, BARE_HAND.name, *names))
            dodges = () if figure.prone else tuple(Dodge(stake) for stake in stakes)
            return (*parries, *dodges, NoDefence())


# --- the game master ---------------------------------------------------------------------------------------------


def _for_game_master(state: State) -> Iterator[CommandOffer]:
    if _passes(corrections.proceed, state, GAME_MASTER, cm.Proceed()):
        yield Offer(None, cm.Proceed)
    yield Offer(None, cm.Resume if state.paused else cm.Pause)
    yield Offer(None, cm.EndBattle)
    taken = occupied(state) | state.setup.board.blocked
    free = tuple(field for field in state.setup.board.fields() if field not in taken)
    for figure in state.figures:
        if not figure.standing:
            continue
        bounds = {
            Quantity.LIFE: START_LIFE,
            Quantity.STAMINA: figure.sheet.stamina,
            Quantity.AGILITY: available_agility(state, figure),
        }
        if state.phase not in (Phase.LINEUP, Phase.PLACEMENT):
            for quantity, most in bounds.items():
                build = partial(cm.Correct, figure.name, quantity)
                yield Offer(figure.name, build, (("value", Between(0, most)),))
            if free:
                yield Offer(figure.name, partial(cm.Relocate, figure.name), (("field", Within(free)),))
        seats = dict.fromkeys(other.seat for other in state.team(figure.team) if other.seat != figure.seat)
        if seats:
            yield Offer(figure.name, partial(cm.Reassign, figure.name), (("seat", OneOf(tuple(seats))),))


def _passes(judge: object, *arguments: object) -> bool:
    """Tell whether a chapter's judge lets its arguments pass."""
    try:
        judge(*arguments)  # type: ignore[operator]
    except Rejected:
        return False
    return True
