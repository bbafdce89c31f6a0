"""Melee: attack, parry, dodge (§5.1)."""

from rules.core import Rejected, Seat
from rules.dice import Dice
from rules.motuc import events as ev
from rules.motuc.actions import Disarming, Melee
from rules.motuc.answers import Dodge, Parry
from rules.motuc.codes import Ruling
from rules.motuc.commands import Attack
from rules.motuc.conditions import effective_agility
from rules.motuc.damage import Course, melee_damage, roll_d6
from rules.motuc.dice_keys import DiceKey, dice_key
from rules.motuc.model import BARE_HAND, Figure, State, Weapon
from rules.motuc.orders import Need, ready_to_move
from rules.motuc.reactions import Threat, ThreatKind, defence, lapsed_reaction, stake_of_attacker, stake_of_target
from rules.motuc.targets import adjacent_enemy, place
from rules.motuc.weapons import best_for_attack, best_for_parry, melee_item, weapon_of
from rules.motuc.words import Trait, WeaponName


def attack(state: State, seat: Seat, command: Attack) -> tuple[ev.Event, ...]:
    """Return the announcement of a melee attack (R-N1, R-P2). Raises: Rejected."""
    figure = ready_to_move(state, seat, command.figure, Need.ACTION)
    target = adjacent_enemy(state, figure, command.target)
    item = best_for_attack(figure) if command.weapon is None else melee_item(figure, command.weapon)
    affordable_stake(state, figure, command.stake)
    return (ev.ActionAnnounced(Melee(figure.name, target.name, None if item is None else item.id, command.stake)),)


def affordable_stake(state: State, figure: Figure, stake: int | None) -> None:
    """Let pass a stake that the figure has. Raises: Rejected (R-N4)."""
    agility = effective_agility(state, figure)
    if stake is not None and stake > agility:
        raise Rejected(Ruling.R_N4, "too_much_agility", figure=figure.name, named=stake, agility=agility)


def resolve(course: Course, action: Melee, dice: Dice) -> None:
    """Let a melee attack happen: stamina, defence, damage (§5.1.1 to §5.1.3)."""
    pay_stamina(course, action)
    threat = Threat(ThreatKind.MELEE, action.figure, action.target)
    why = lapsed_reaction(course.state, threat)
    if why is not None:
        course.happen(ev.ReactionLapsed(action.target, action.figure, why))
    key = dice_key(course.state, action)
    weapon = weapon_of(course.state.figure(action.figure), action.item)
    match defence(course.state, threat):
        case Parry(weapon=named):
            hit = _parry(course, action, weapon, named, dice, key)
        case Dodge(stake=stake):
            hit = _dodge(course, action, weapon, threat, stake, dice, key)
        case _:
            course.happen(ev.HitWithoutDefence(action.figure, action.target, _named(weapon)))
            hit = True
    if hit:
        striking = None if weapon is BARE_HAND else weapon
        melee_damage(course, dice, key, action.figure, action.target, striking)


def pay_stamina(course: Course, action: Melee | Disarming) -> None:
    """Let both pay their stamina for melee, once a round (R-N7)."""
    payers = tuple(name for name in (action.figure, action.target) if not course.state.figure(name).fought)
    if payers:
        course.happen(ev.MeleePaid(payers))


def reach(state: State, figure: Figure, opponent: Figure, weapon: Weapon) -> int:
    """Return the reach that counts for the figure: +1 if raised, mounted or against a prone opponent (R-N3, R-X5)."""
    assert weapon.melee is not None
    above = opponent.prone or figure.has(Trait.MOUNT) or place(figure) in state.setup.board.raised
    return weapon.melee.reach + above


def _parry(course: Course, action: Melee, weapon: Weapon, named: WeaponName | None, dice: Dice, key: DiceKey) -> bool:
    state = course.state
    attacker, target = state.figure(action.figure), state.figure(action.target)
    parry_weapon = _parry_weapon(target, named)
    assert weapon.melee is not None
    assert parry_weapon.melee is not None
    # A shield is made for defence: it loses reach when it attacks (§5.1.1).
    attack_reach = reach(state, attacker, target, weapon) - weapon.shield
    parry_reach = reach(state, target, attacker, parry_weapon)
    attack_face = roll_d6(dice, key, "attack", attacker.name)
    attack_reach_face = roll_d6(dice, key, "attack_reach", attacker.name) if attack_reach > parry_reach else None
    parry_face = roll_d6(dice, key, "parry", target.name)
    parry_reach_face = roll_d6(dice, key, "parry_reach", target.name) if parry_reach > attack_reach else None
    attack_total = attacker.sheet.melee + weapon.melee.attack + attack_face + (attack_reach_face or 0)
    parry_total = target.sheet.melee + parry_weapon.melee.defence + parry_face + (parry_reach_face or 0)
    hit = attack_total > parry_total
    course.happen(
        ev.ParryRolled(
            attacker=attacker.name,
            figure=target.name,
            weapon=_named(weapon),
            parry_weapon=_named(parry_weapon),
            attack_skill=attacker.sheet.melee,
            attack_value=weapon.melee.attack,
            attack_face=attack_face,
            attack_reach_face=attack_reach_face,
            parry_skill=target.sheet.melee,
            parry_value=parry_weapon.melee.defence,
            parry_face=parry_face,
            parry_reach_face=parry_reach_face,
            hit=hit,
        )
    )
    return hit


def _parry_weapon(target: Figure, named: WeaponName | None) -> Weapon:
    """Return the weapon that parries: the named one if it is still in hand, else the best (R-W1, R-N5)."""
    if named == BARE_HAND.name:
        return BARE_HAND
    for item in target.held:
        if item.weapon.name == named and item.weapon.melee is not None:
            return item.weapon
    best = best_for_parry(target)
    return BARE_HAND if best is None else best.weapon


def _dodge(
    course: Course, action: Melee, weapon: Weapon, threat: Threat, stake: int | None, dice: Dice, key: DiceKey
) -> bool:
    state = course.state
    attack_stake = stake_of_attacker(state, state.figure(action.figure), action.stake)
    dodge_stake = stake_of_target(state, threat, stake)
    attack_face = roll_d6(dice, key, "attack", action.figure)
    dodge_face = roll_d6(dice, key, "dodge", action.target)
    hit = attack_stake + attack_face > dodge_stake + dodge_face
    course.happen(
        ev.DodgeRolled(
            attacker=action.figure,
            figure=action.target,
            weapon=_named(weapon),
            attack_stake=attack_stake,
            attack_face=attack_face,
            dodge_stake=dodge_stake,
            dodge_face=dodge_face,
            hit=hit,
        )
    )
    return hit


def _named(weapon: Weapon) -> WeaponName | None:
    return None if weapon is BARE_HAND else weapon.name
