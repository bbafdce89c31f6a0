"""How an attack is likely to end as things stand: weapons, reach, stakes and auras of a state put into `chances`.

What is resolved before the attack may still change it: a Verwirrung, a fall, agility that is spent (R-P2, R-N4).
"""

from fractions import Fraction

from rules.dice import Distribution
from rules.motuc import chances
from rules.motuc.actions import Action, Disarming, Melee, Volley
from rules.motuc.answers import Answer, Dodge, NoDefence, Parry, Resist
from rules.motuc.conditions import effective_agility, effective_strength
from rules.motuc.damage import armour
from rules.motuc.melee import reach
from rules.motuc.model import BARE_HAND, Figure, Magic, State, Weapon
from rules.motuc.reactions import Threat, stake_of_attacker, stake_of_target
from rules.motuc.weapons import best_for_attack, best_for_parry, melee_item, weapon_of
from rules.motuc.words import Spell, WeaponName

CERTAIN = Fraction(1)


def succeeds(state: State, threat: Threat, answer: Answer) -> Fraction:
    """Return the chance that an announced attack succeeds against the answer, which counts for no other attack."""
    action = attack_of(state, threat)
    attacker, figure = state.figure(threat.attacker), state.figure(threat.figure)
    match action, NoDefence() if figure.confused else answer:
        case Melee(), Parry(weapon=name):
            weapon = weapon_of(attacker, action.item)
            return parry_fails(state, attacker, figure, weapon, parry_weapon(figure, name))
        case Melee(), Dodge(stake=stake) if not figure.prone:
            attack_stake = stake_of_attacker(state, attacker, action.stake)
            return chances.dodge_fails(attack_stake, stake_of_target(state, threat, stake))
        case Volley(), Dodge(stake=stake):
            return chances.shot_hits(attacker.sheet.ranged, stake_of_target(state, threat, stake))
        case Volley(), _:
            return chances.shot_hits(attacker.sheet.ranged, 0)
        case Disarming(), Resist(stake=stake):
            attack_stake = stake_of_attacker(state, attacker, action.stake)
            return disarming_succeeds(attacker, figure, attack_stake, stake_of_target(state, threat, stake))
        case _:
            return CERTAIN


def hit_damage(state: State, threat: Threat) -> Distribution | None:
    """Return the damage of the announced attack once it hits; None for disarming."""
    action = attack_of(state, threat)
    attacker, figure = state.figure(threat.attacker), state.figure(threat.figure)
    match action:
        case Melee():
            return melee_damage(state, attacker, figure, weapon_of(attacker, action.item))
        case Volley():
            return shot_damage(state, figure, weapon_of(attacker, action.item))
        case _:
            return None


def attack_of(state: State, threat: Threat) -> Action:
    """Return the announced action from which the threat comes; a figure announces one at a time (R-P9)."""
    return next(action for action in state.actions if action.figure == threat.attacker)


def parry_fails(state: State, attacker: Figure, target: Figure, weapon: Weapon, parry: Weapon) -> Fraction:
    """Return the chance that an attack with the weapon hits a target that parries with `parry` (R-N2, R-N3)."""
    assert weapon.melee is not None
    assert parry.melee is not None
    return chances.parry_fails(
        attacker.sheet.melee + weapon.melee.attack,
        target.sheet.melee + parry.melee.defence,
        reach(state, attacker, target, weapon) - weapon.shield,
        reach(state, target, attacker, parry),
    )


def disarming_succeeds(attacker: Figure, target: Figure, stake: int, target_stake: int) -> Fraction:
    """Return the chance to disarm a target that resists (R-X3)."""
    return chances.disarming_succeeds(attacker.sheet.melee, stake, target.sheet.melee, target_stake)


def full_stake(state: State, figure: Figure) -> int:
    """Return the agility that the figure can stake in defence, if it stakes all on this; none when prone (R-N8)."""
    return 0 if figure.prone else effective_agility(state, figure)


def attack_weapon(figure: Figure, name: WeaponName | None) -> Weapon:
    """Return the weapon of an attack with the weapon named, or with the best one in hand (R-W1). Raises: Rejected."""
    item = best_for_attack(figure) if name is None else melee_item(figure, name)
    return BARE_HAND if item is None else item.weapon


def parry_weapon(figure: Figure, name: WeaponName | None = None) -> Weapon:
    """Return the weapon of a parry with the weapon named, or with the best one in hand (R-W1). Raises: Rejected."""
    item = best_for_parry(figure) if name is None else melee_item(figure, name)
    return BARE_HAND if item is None else item.weapon


def melee_damage(state: State, attacker: Figure, target: Figure, weapon: Weapon) -> Distribution:
    """Return the damage of a hit in melee (R-N6)."""
    assert weapon.melee is not None
    strength, target_strength = effective_strength(state, attacker), effective_strength(state, target)
    return chances.melee_damage(weapon.melee.damage, strength, target_strength, armour(target))


def shot_damage(state: State, target: Figure, weapon: Weapon) -> Distribution:
    """Return the damage of a hit from a distance (R-F3)."""
    assert weapon.ranged is not None
    return chances.shot_damage(weapon.ranged.damage, effective_strength(state, target), armour(target))


def spell_damage(state: State, target: Figure, spell: Spell, magic: Magic) -> Distribution:
    """Return the damage of Feuerstrahl or Blitz (§5.2.2.1 c, §5.2.2.3 c)."""
    strength = effective_strength(state, target)
    if spell is Spell.FIRE_BEAM:
        return chances.fire_beam_damage(magic.power, strength, armour(target))
    return chances.lightning_damage(magic.power, strength)


def confusion_works(state: State, target: Figure, magic: Magic) -> Fraction:
    """Return the chance that Verwirrung works (§5.2.2.2 c)."""
    return chances.confusion_works(magic.power, effective_strength(state, target))


def shock_throws_down(state: State, target: Figure, magic: Magic) -> Fraction:
    """Return the chance that a shock wave throws the figure down (§5.2.2.3 b)."""
    return chances.shock_throws_down(magic.power, effective_strength(state, target))
