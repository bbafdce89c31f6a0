"""Disarming an opponent (§6.2)."""

from rules.core import Rejected, Seat
from rules.dice import Dice, Reason
from rules.motuc import events as ev
from rules.motuc.actions import Disarming
from rules.motuc.answers import Resist
from rules.motuc.codes import Ruling
from rules.motuc.commands import Disarm
from rules.motuc.damage import Course, roll_d6
from rules.motuc.dice_keys import DiceKey, dice_key
from rules.motuc.melee import affordable_stake, pay_stamina
from rules.motuc.model import Figure, Item, State
from rules.motuc.orders import Need, ready_to_move
from rules.motuc.reactions import Threat, ThreatKind, defence, stake_of_attacker, stake_of_target
from rules.motuc.targets import adjacent_enemy, place
from rules.motuc.weapons import held_item, takeable, weapon_of
from rules.motuc.words import WeaponName


def disarm(state: State, seat: Seat, command: Disarm) -> tuple[ev.Event, ...]:
    """Return the announcement of disarming (R-X3, R-P2). Raises: Rejected."""
    figure = ready_to_move(state, seat, command.figure, Need.ACTION)
    target = adjacent_enemy(state, figure, command.target)
    item = _disarming_item(figure, command.weapon)
    if not takeable(target):
        raise Rejected(Ruling.R_X3, "nothing_to_take", figure=figure.name, target=target.name)
    affordable_stake(state, figure, command.stake)
    return (ev.ActionAnnounced(Disarming(figure.name, target.name, item.id, command.stake)),)


def disarming_items(figure: Figure) -> tuple[Item, ...]:
    """Return the weapons in hand that can disarm, in the order of the hands."""
    return tuple(item for item in figure.held if item.weapon.disarm)


def _disarming_item(figure: Figure, name: WeaponName | None) -> Item:
    """Return the weapon meant: the named one, else the first in hand that can disarm (R-W1)."""
    if name is not None:
        item = held_item(figure, name)
        if not item.weapon.disarm:
            raise Rejected(Ruling.R_X3, "weapon_does_not_disarm", figure=figure.name, weapon=name)
        return item
    ready = disarming_items(figure)
    if ready:
        return ready[0]
    on_belt = [item.weapon.name for item in figure.belt if item.weapon.disarm]
    if on_belt:
        raise Rejected(Ruling.R_T5, "on_belt", figure=figure.name, weapon=on_belt[0])
    raise Rejected(Ruling.R_X3, "no_disarming_weapon", figure=figure.name)


def resolve(course: Course, action: Disarming, dice: Dice) -> None:
    """Let disarming happen: stamina, the contest, the draw among the weapons in hand (§6.2)."""
    pay_stamina(course, action)
    key = dice_key(course.state, action)
    threat = Threat(ThreatKind.DISARM, action.figure, action.target)
    weapon = weapon_of(course.state.figure(action.figure), action.item).name
    match defence(course.state, threat):
        case Resist(stake=stake):
            hit = _contest(course, action, threat, weapon, stake, dice, key)
        case _:
            course.happen(ev.DisarmedWithoutDefence(action.figure, action.target, weapon))
            hit = True
    if hit:
        _drop(course, action, dice, key)


def _contest(
    course: Course,
    action: Disarming,
    threat: Threat,
    weapon: WeaponName,
    stake: int | None,
    dice: Dice,
    key: DiceKey,
) -> bool:
    state = course.state
    attacker, target = state.figure(action.figure), state.figure(action.target)
    attack_stake = stake_of_attacker(state, attacker, action.stake)
    resist_stake = stake_of_target(state, threat, stake)
    attack_face = roll_d6(dice, key, "disarm", attacker.name)
    resist_face = roll_d6(dice, key, "resist", target.name)
    hit = attacker.sheet.melee + attack_stake + attack_face > target.sheet.melee + resist_stake + resist_face
    course.happen(
        ev.DisarmRolled(
            attacker=attacker.name,
            figure=target.name,
            weapon=weapon,
            attack_skill=attacker.sheet.melee,
            attack_stake=attack_stake,
            attack_face=attack_face,
            resist_skill=target.sheet.melee,
            resist_stake=resist_stake,
            resist_face=resist_face,
            hit=hit,
        )
    )
    return hit


def _drop(course: Course, action: Disarming, dice: Dice, key: DiceKey) -> None:
    target = course.state.figure(action.target)
    items = takeable(target)
    face = None
    if len(items) > 1:
        face = dice.roll(len(items), Reason(key, "weapon_draw", action.figure))
    taken = items[0 if face is None else face - 1]
    course.happen(ev.WeaponDropped(target.name, taken, place(target), face, len(items)))
