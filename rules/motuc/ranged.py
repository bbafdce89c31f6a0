"""Shooting and throwing (§5.2, §5.2.1)."""

from rules.board import distance
from rules.core import Rejected, Seat
from rules.dice import Dice
from rules.motuc import events as ev
from rules.motuc.actions import Volley
from rules.motuc.answers import Dodge
from rules.motuc.codes import Ruling
from rules.motuc.commands import Shoot
from rules.motuc.damage import Course, roll_d6, shot_damage
from rules.motuc.dice_keys import dice_key
from rules.motuc.model import Figure, Item, RangedValues, State
from rules.motuc.orders import Need, known, ready_to_move
from rules.motuc.reactions import Threat, ThreatKind, defence, lapsed_reaction, stake_of_target
from rules.motuc.targets import actor_hindrance, place, seen, target_hindrance, visible
from rules.motuc.weapons import held_item
from rules.motuc.words import FigureName, WeaponName


def shoot(state: State, seat: Seat, command: Shoot) -> tuple[ev.Event, ...]:
    """Return the announcement of a volley (R-F1, R-F2, R-F4). Raises: Rejected."""
    figure = ready_to_move(state, seat, command.figure, Need.ACTION)
    targets = tuple(known(state, name) for name, _ in command.shots)
    for target in targets:
        if target.team is figure.team:
            raise Rejected(Ruling.R_F1, "no_enemy", figure=figure.name, target=target.name)
        if not target.standing:
            raise Rejected(Ruling.R_F1, "target_fallen", figure=figure.name, target=target.name)
    item = _weapon_for(state, figure, targets, command.weapon)
    ranged = ranged_values(item)
    for target in targets:
        steps = _distance(state, figure, target)
        if steps > ranged.range - 1:
            raise Rejected(
                Ruling.R_F1,
                "out_of_range",
                figure=figure.name,
                target=target.name,
                weapon=item.weapon.name,
                distance=steps,
                range=ranged.range,
            )
    for target in targets:
        seen(state, figure, target)
        visible(figure, target)
    shots = sum(count for _, count in command.shots)
    if shots > ranged.shots:
        raise Rejected(
            Ruling.R_F2,
            "too_many_shots",
            figure=figure.name,
            weapon=item.weapon.name,
            shots=shots,
            allowed=ranged.shots,
        )
    if item.charge is not None and shots > item.charge:
        raise Rejected(
            Ruling.R_F4,
            "weapon_empty" if item.charge == 0 else "not_enough_shots_left",
            figure=figure.name,
            weapon=item.weapon.name,
            shots=shots,
            left=item.charge,
        )
    each = tuple(name for name, count in command.shots for _ in range(count))
    return (ev.ActionAnnounced(Volley(figure.name, item.id, each)),)


def ranged_values(item: Item) -> RangedValues:
    """Return the item's values at a distance; only for weapons that have them."""
    if item.weapon.ranged is None:
        raise ValueError(f"{item.weapon.name} is no ranged weapon")
    return item.weapon.ranged


def in_reach(state: State, figure: Figure, target: Figure, item: Item) -> bool:
    """Tell whether the weapon reaches so far; the shooter's own field counts (R-F1)."""
    return _distance(state, figure, target) <= ranged_values(item).range - 1


def _distance(state: State, figure: Figure, target: Figure) -> int:
    return distance(state.setup.board, place(figure), place(target))


def _weapon_for(state: State, figure: Figure, targets: tuple[Figure, ...], name: WeaponName | None) -> Item:
    """Return the weapon meant: the named one, else the first loaded one in hand that reaches the targets (R-W1)."""
    if name is not None:
        item = held_item(figure, name)
        if item.weapon.ranged is None:
            raise Rejected(Ruling.R_F1, "no_ranged_weapon", figure=figure.name, weapon=name)
        return item
    ready = [item for item in figure.held if item.weapon.ranged is not None]
    if not ready:
        on_belt = [item.weapon.name for item in figure.belt if item.weapon.ranged is not None]
        if on_belt:
            raise Rejected(Ruling.R_T5, "on_belt", figure=figure.name, weapon=on_belt[0])
        raise Rejected(Ruling.R_F1, "nothing_to_shoot_with", figure=figure.name)
    reaching = [item for item in ready if all(in_reach(state, figure, target, item) for target in targets)]
    loaded = [item for item in reaching if item.charge != 0]
    # Where none fits, the first one is taken, and the checks that follow say what it lacks.
    return (loaded or reaching or ready)[0]


def resolve(course: Course, action: Volley, dice: Dice) -> None:
    """Let the shots happen one after the other, each with its damage; then a thrown weapon lands (R-F2 to R-F5)."""
    numbers: dict[FigureName, int] = {}
    landing = None
    for shot, target in enumerate(action.targets, start=1):
        numbers[target] = numbers.get(target, 0) + 1
        why = actor_hindrance(course.state, action) or target_hindrance(course.state, action, target)
        if why is not None:
            course.happen(ev.ActionLapsed(action.figure, target, why, shot=numbers[target]))
            continue
        landing = place(course.state.figure(target))
        _shot(course, action, target, shot, numbers[target], dice)
    shooter = course.state.figure(action.figure)
    item = next((item for item in shooter.items if item.id == action.item), None)
    if landing is not None and item is not None and item.weapon.thrown:
        course.happen(ev.WeaponLanded(shooter.name, item, landing))


def _shot(course: Course, action: Volley, target: FigureName, shot: int, number: int, dice: Dice) -> None:
    threat = Threat(ThreatKind.SHOT, action.figure, target, number)
    why = lapsed_reaction(course.state, threat)
    if why is not None:
        course.happen(ev.ReactionLapsed(target, action.figure, why))
    # The place in the volley keeps the dice of its shots apart.
    key = (*dice_key(course.state, action), shot)
    answer = defence(course.state, threat)
    stake = stake_of_target(course.state, threat, answer.stake) if isinstance(answer, Dodge) else 0
    shooter = course.state.figure(action.figure)
    item = next(item for item in shooter.items if item.id == action.item)
    face = roll_d6(dice, key, "shot", action.figure)
    first, second = (roll_d6(dice, key, "luck", target, index) for index in range(2))
    hit = shooter.sheet.ranged + face > first + second + stake
    course.happen(
        ev.ShotRolled(
            attacker=action.figure,
            figure=target,
            item=item.id,
            weapon=item.weapon.name,
            number=number,
            skill=shooter.sheet.ranged,
            face=face,
            dodge_faces=(first, second),
            stake=stake,
            hit=hit,
        )
    )
    if hit:
        shot_damage(course, dice, key, action.figure, target, item.weapon)
