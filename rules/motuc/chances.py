"""Exact chances before the dice are rolled, by convolution; equal to what the rules would give over all dice."""

from fractions import Fraction

from rules.dice import Distribution, dice

_W6 = dice(1, 6)
_2W6 = dice(2, 6)


def parry_fails(attack: int, defence: int, attack_reach: int, parry_reach: int) -> Fraction:
    """Return the chance that a parried attack hits (R-N2).

    `attack` = melee + attack value, `defence` = melee + defence value; the greater reach adds a W6.
    """
    attacker = _2W6 if attack_reach > parry_reach else _W6
    defender = _2W6 if parry_reach > attack_reach else _W6
    return (attacker + attack).above(defender + defence)


def dodge_fails(attack_stake: int, dodge_stake: int) -> Fraction:
    """Return the chance that a dodged melee attack hits (R-N4)."""
    return (_W6 + attack_stake).above(_W6 + dodge_stake)


def shot_hits(ranged: int, stake: int) -> Fraction:
    """Return the chance that a shot hits: ranged + W6 against 2W6 + stake (R-F2)."""
    return (_W6 + ranged).above(_2W6 + stake)


def disarming_succeeds(melee: int, stake: int, target_melee: int, target_stake: int) -> Fraction:
    """Return the chance to disarm a target that resists (R-X3)."""
    return (_W6 + melee + stake).above(_W6 + target_melee + target_stake)


def confusion_works(power: int, strength: int) -> Fraction:
    """Return the chance that Verwirrung works (§5.2.2.2 c)."""
    return (_W6 + power).above(_W6 + strength)


def shock_throws_down(power: int, strength: int) -> Fraction:
    """Return the chance that a shock wave throws a figure down: a tie is the mage's (§5.2.2.3 b)."""
    return (_W6 + power).at_least(_W6 + strength)


def melee_damage(damage: int, strength: int, target_strength: int, armour: int) -> Distribution:
    """Return the damage of a melee hit (R-N6)."""
    return _positive(_W6 + damage + strength - (_W6 + target_strength + armour))


def shot_damage(damage: int, target_strength: int, armour: int) -> Distribution:
    """Return the damage of a hit from a distance (R-F3)."""
    return _positive(_2W6 + damage - (_W6 + target_strength + armour))


def fire_beam_damage(power: int, target_strength: int, armour: int) -> Distribution:
    """Return the damage of Feuerstrahl (§5.2.2.1 c)."""
    return _positive(_2W6 + power - (_W6 + target_strength + armour))


def lightning_damage(power: int, target_strength: int) -> Distribution:
    """Return the damage of Blitz; armour does not help (§5.2.2.3 c)."""
    return _positive(_W6 + power - (_W6 + target_strength))


def _positive(difference: Distribution) -> Distribution:
    return difference.map(lambda value: max(0, value))
