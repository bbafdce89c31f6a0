"""Damage that counts at once, and what falls with the fallen (§5.1.3, §5.3)."""

from rules.core import Unfolding
from rules.dice import Dice, Reason
from rules.motuc import events as ev
from rules.motuc.conditions import effective_strength
from rules.motuc.dice_keys import DiceKey
from rules.motuc.model import Figure, State, Weapon
from rules.motuc.words import FigureName, Spell, WeaponName

Course = Unfolding[State, ev.Event]


def roll_d6(dice: Dice, key: DiceKey, purpose: str, figure: FigureName, index: int = 0) -> int:
    """Return the face of a W6 that `figure` rolls."""
    return dice.roll(6, Reason(key, purpose, figure, index))


def melee_damage(
    course: Course, dice: Dice, key: DiceKey, attacker: FigureName, target: FigureName, weapon: Weapon | None
) -> None:
    """Roll the damage of a melee hit: W6 + weapon + strength against W6 + strength + armour (R-N6)."""
    bonus = 0 if weapon is None or weapon.melee is None else weapon.melee.damage
    strength = effective_strength(course.state, course.state.figure(attacker))
    faces = (roll_d6(dice, key, "damage", attacker),)
    name = None if weapon is None else weapon.name
    _strike(course, dice, key, attacker, target, weapon=name, spell=None, bonus=bonus, strength=strength, faces=faces)


def shot_damage(
    course: Course, dice: Dice, key: DiceKey, attacker: FigureName, target: FigureName, weapon: Weapon
) -> None:
    """Roll the damage of a hit from a distance: weapon + 2W6 against armour + strength + W6 (R-F3)."""
    assert weapon.ranged is not None
    faces = tuple(roll_d6(dice, key, "damage", attacker, index) for index in range(2))
    _strike(
        course,
        dice,
        key,
        attacker,
        target,
        weapon=weapon.name,
        spell=None,
        bonus=weapon.ranged.damage,
        strength=0,
        faces=faces,
    )


def spell_damage(
    course: Course, dice: Dice, key: DiceKey, attacker: FigureName, target: FigureName, spell: Spell, power: int
) -> None:
    """Roll the damage of Feuerstrahl (2W6, armour helps) or Blitz (W6, no armour) (§5.2.2.1 c, §5.2.2.3 c)."""
    count = 2 if spell is Spell.FIRE_BEAM else 1
    faces = tuple(roll_d6(dice, key, "damage", attacker, index) for index in range(count))
    _strike(course, dice, key, attacker, target, weapon=None, spell=spell, bonus=power, strength=0, faces=faces)


def armour(figure: Figure) -> int:
    """Return the armour that helps now, a Schutzschild included (R-Z3)."""
    return figure.sheet.armour + figure.shield_power


def defeat(figure: Figure) -> ev.FigureDefeated:
    """Return the fall of a figure: off the board, its weapons but fixed ones on its field, hands first (R-P5, R-X1)."""
    dropped = tuple(item for item in (*figure.held, *figure.belt) if not item.weapon.fixed)
    return ev.FigureDefeated(figure.name, figure.field, dropped)


def _strike(
    course: Course,
    dice: Dice,
    key: DiceKey,
    attacker: FigureName,
    target: FigureName,
    *,
    weapon: WeaponName | None,
    spell: Spell | None,
    bonus: int,
    strength: int,
    faces: tuple[int, ...],
) -> None:
    figure = course.state.figure(target)
    face = roll_d6(dice, key, "soak", target)
    target_strength = effective_strength(course.state, figure)
    protection = 0 if spell is Spell.LIGHTNING else armour(figure)
    damage = max(0, bonus + strength + sum(faces) - target_strength - protection - face)
    life = max(0, figure.life - damage)
    course.happen(
        ev.DamageRolled(
            attacker=attacker,
            figure=target,
            weapon=weapon,
            spell=spell,
            bonus=bonus,
            strength=strength,
            faces=faces,
            target_strength=target_strength,
            armour=protection,
            target_face=face,
            damage=damage,
            life=life,
        )
    )
    if life == 0:
        course.happen(defeat(course.state.figure(target)))
