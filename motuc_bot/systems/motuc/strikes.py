"""One roll of the resolution and what came of it, as players read it: the outcome first, then dice and sums."""

import dataclasses
from dataclasses import dataclass

from motuc_bot.systems.motuc.spoken import TEAMS
from motuc_bot.systems.motuc.wording import sentence_case, variant, weapon_name
from rules.board import Field
from rules.motuc import events as ev
from rules.motuc.actions import Volley
from rules.motuc.conditions import available_agility, effective_strength
from rules.motuc.model import Item, State
from rules.motuc.words import EffectKind, FigureName, Spell, Trait

Roll = (
    ev.ParryRolled
    | ev.DodgeRolled
    | ev.HitWithoutDefence
    | ev.ShotRolled
    | ev.ConfusionRolled
    | ev.ShockRolled
    | ev.DisarmRolled
    | ev.DisarmedWithoutDefence
)

_PARRY_HIT = ("{a} trifft {d}", "{a} durchbricht die Parade von {d}", "{d} pariert vergeblich, {a} trifft")
_PARRIED = ("{d} pariert {a}", "{d} wehrt den Angriff von {a} ab", "{a} scheitert an der Parade von {d}")
_DODGE_HIT = ("{a} trifft {d}", "{d} weicht zu langsam aus, {a} trifft", "{a} erwischt {d}")
_DODGED = ("{d} weicht {a} aus", "{a} schlägt ins Leere, {d} weicht aus", "{d} entgeht dem Angriff von {a}")
_SHOT_HIT = ("{a} trifft {d}", "{d} wird von {a} getroffen", "Treffer von {a} bei {d}")
_SHOT_MISSED = ("{a} verfehlt {d}", "{d} wird von {a} verfehlt", "{a} trifft {d} nicht")
_BEAM_HIT = ("Der {spell} von {a} trifft {d}", "{a} trifft {d} mit einem {spell}")


@dataclass(slots=True)
class Strike:
    """The lines of one roll while its consequences still come in."""

    headline: str
    figure: FigureName
    consequences: list[str] = dataclasses.field(default_factory=list)
    sums: list[str] = dataclasses.field(default_factory=list)
    notes: list[str] = dataclasses.field(default_factory=list)

    def lines(self) -> list[str]:
        """Return the outcome, the sums, the notes."""
        outcome = ": ".join(part for part in (self.headline, ", ".join(self.consequences)) if part)
        return [f"**{outcome}.**", *self.sums, *dict.fromkeys(self.notes)]


def strike_of(state: State, roll: Roll) -> Strike:
    """Return what the roll decides."""
    strike = Strike(_headline(state, roll), roll.figure)
    match roll:
        case ev.ParryRolled():
            strike.sums.append(_parry_sum(roll))
        case ev.DodgeRolled():
            strike.sums.append(
                f"Ausweichen gegen {weapon_name(roll.weapon)}: "
                + _against(
                    _sum((roll.attack_stake,), (roll.attack_face,)), _sum((roll.dodge_stake,), (roll.dodge_face,))
                )
            )
            strike.notes += _agility_notes(state, roll.attacker, roll.figure)
        case ev.ShotRolled():
            strike.sums.append(f"{_shot_name(state, roll)} ({roll.weapon}): {_shot_sum(roll)}")
            if roll.stake:
                strike.notes += _agility_notes(state, roll.figure)
        case ev.ConfusionRolled() | ev.ShockRolled():
            name = "Verwirrung" if isinstance(roll, ev.ConfusionRolled) else "Schockwelle"
            mage, target = _sum((roll.power,), (roll.face,)), _sum((roll.strength,), (roll.target_face,))
            strike.sums.append(f"{name}: {_against(mage, target)}")
            strike.notes += _strength_notes(state, roll.figure)
        case ev.DisarmRolled():
            attack = _sum((roll.attack_skill, roll.attack_stake), (roll.attack_face,))
            resistance = _sum((roll.resist_skill, roll.resist_stake), (roll.resist_face,))
            strike.sums.append(f"Entwaffnen ({roll.weapon}): {_against(attack, resistance)}")
            strike.notes += _agility_notes(state, roll.attacker, roll.figure)
        case ev.HitWithoutDefence() | ev.DisarmedWithoutDefence():
            pass
    return strike


def damage_strike(state: State, event: ev.DamageRolled) -> Strike:
    """Return the strike of a damage that no roll to hit went before: a spell's."""
    if event.spell is None:
        return Strike(f"{event.attacker} trifft {event.figure}", event.figure)
    text = variant(_BEAM_HIT, state.round, event.attacker, event.figure, "spell")
    spell = {Spell.FIRE_BEAM: "Feuerstrahl", Spell.LIGHTNING: "Blitz"}[event.spell]
    return Strike(text.format(spell=spell, a=event.attacker, d=event.figure), event.figure)


def add_damage(strike: Strike, state: State, event: ev.DamageRolled) -> None:
    """Put the damage to the strike."""
    strike.consequences.append(f"{event.damage} Schaden" if event.damage else "kein Schaden")
    target = state.figure(event.figure)
    melee = event.spell is None and len(event.faces) == 1
    own = (event.bonus, event.strength) if melee else (event.bonus,)
    if event.spell is Spell.LIGHTNING:
        protection: tuple[int, ...] = (event.target_strength,)
    elif target.shield_power:
        protection = (event.target_strength, event.armour - target.shield_power, target.shield_power)
        strike.notes.append(f"Schutzschild: {target.shield_power} Rüstung mehr für {event.figure}.")
    else:
        protection = (event.target_strength, event.armour)
    strike.sums.append(f"Schaden: {_against(_sum(own, event.faces), _sum(protection, (event.target_face,)))}")
    names = (event.attacker, event.figure) if melee else (event.figure,)
    strike.notes += _strength_notes(state, *names)


def add_defeat(strike: Strike, state: State, event: ev.FigureDefeated) -> None:
    """Put the fall of the target to the strike."""
    strike.consequences.append(f"{event.figure} ist besiegt")
    strike.notes += left_behind(state, event)


def left_behind(state: State, event: ev.FigureDefeated) -> list[str]:
    """Return what remains of a fallen figure: its weapons on the ground, and its aura no more."""
    lines = []
    if event.dropped and event.field is not None:
        lines.append(on_the_ground(event.field, event.dropped))
    if state.figure(event.figure).has(Trait.FEAR_AURA):
        lines.append(f"Die Angstaura von {event.figure} ist vorbei.")
    return lines


def on_the_ground(field: Field, items: tuple[Item, ...]) -> str:
    """Return the line about what lies on a field now."""
    return f"Am Boden ({field}): {', '.join(item.weapon.name for item in items)}."


def add_drop(strike: Strike, event: ev.WeaponDropped) -> None:
    """Put the weapon that was lost to the strike."""
    strike.consequences.append(f"verloren ist {event.item.weapon.name}")
    if event.face is not None:
        strike.sums.append(f"Welche Waffe: W{event.among} {event.face} = {event.item.weapon.name}")
    strike.notes.append(on_the_ground(event.field, (event.item,)))


def add_effect(strike: Strike, event: ev.EffectBegan) -> None:
    """Put how long a spell lasts to the strike."""
    until = f"bis {TEAMS[event.until]} wieder zieht"
    if event.effect is EffectKind.CONFUSED:
        strike.notes.append(f"{event.figure} kann nichts tun, {until}.")
    else:
        strike.notes.append(f"Das hält, {until}.")


def regeneration_strike(mage: FigureName, event: ev.Regenerated) -> Strike:
    """Return the strike of a regeneration."""
    whom = "sich" if mage == event.figure else event.figure
    gained = [f"{word} +{value}" for word, value in (("Leben", event.life), ("Ausdauer", event.stamina)) if value]
    strike = Strike(f"{mage} regeneriert {whom}", event.figure, [*gained] or ["nichts zu heilen"])
    if event.lost:
        strike.notes.append(f"{event.lost} {'Punkt verfällt' if event.lost == 1 else 'Punkte verfallen'}.")
    return strike


def effect_strike(mage: FigureName, event: ev.EffectBegan) -> Strike:
    """Return the strike of a spell that needs no dice and lasts."""
    match event.effect:
        case EffectKind.INVISIBLE:
            headline = f"{event.figure} wird unsichtbar"
        case EffectKind.SHIELDED:
            whom = "sich selbst" if mage == event.figure else event.figure
            headline = f"{mage} legt einen Schutzschild auf {whom}: Rüstung +{event.power}"
        case EffectKind.CONFUSED:
            headline = f"{event.figure} ist verwirrt"
    strike = Strike(headline, event.figure)
    add_effect(strike, event)
    return strike


def _headline(state: State, roll: Roll) -> str:
    variants: tuple[str, ...]
    match roll:
        case ev.ParryRolled(hit=hit):
            variants = _PARRY_HIT if hit else _PARRIED
        case ev.DodgeRolled(hit=hit):
            variants = _DODGE_HIT if hit else _DODGED
        case ev.HitWithoutDefence(weapon=weapon):
            variants = (f"{{a}} trifft {{d}} ohne Gegenwehr ({weapon_name(weapon)})",)
        case ev.ShotRolled(hit=hit):
            variants = _SHOT_HIT if hit else _SHOT_MISSED
        case ev.ConfusionRolled(worked=worked):
            variants = ("{a} verwirrt {d}",) if worked else ("{d} lässt sich von {a} nicht verwirren",)
        case ev.ShockRolled(fell=fell):
            variants = ("Die Schockwelle wirft {d} zu Boden",) if fell else ("{d} hält der Schockwelle stand",)
        case ev.DisarmRolled(hit=hit):
            variants = ("{a} entwaffnet {d}",) if hit else ("{d} lässt sich von {a} nicht entwaffnen",)
        case ev.DisarmedWithoutDefence(weapon=weapon):
            variants = (f"{{a}} entwaffnet {{d}} ohne Gegenwehr ({weapon_name(weapon)})",)
    number = roll.number if isinstance(roll, ev.ShotRolled) else 0
    text = variant(variants, state.round, state.phase, roll.attacker, roll.figure, number)
    return text.format(a=roll.attacker, d=roll.figure)


def _sum(values: tuple[int, ...], faces: tuple[int, ...]) -> str:
    terms = [str(value) for value in values] + [f"W6 {face}" for face in faces]
    return f"{' + '.join(terms)} = {sum(values) + sum(faces)}"


def _against(attack: str, defence: str) -> str:
    return f"{attack} gegen {defence}"


def _parry_sum(roll: ev.ParryRolled) -> str:
    attack_faces = tuple(face for face in (roll.attack_face, roll.attack_reach_face) if face is not None)
    parry_faces = tuple(face for face in (roll.parry_face, roll.parry_reach_face) if face is not None)
    attack = _sum((roll.attack_skill, roll.attack_value), attack_faces)
    parry = _sum((roll.parry_skill, roll.parry_value), parry_faces)
    weapon = weapon_name(roll.weapon) + (" (+W6)" if roll.attack_reach_face is not None else "")
    parry_weapon = weapon_name(roll.parry_weapon) + (" (+W6)" if roll.parry_reach_face is not None else "")
    return sentence_case(f"{weapon} gegen {parry_weapon}: {_against(attack, parry)}")


def _shot_sum(roll: ev.ShotRolled) -> str:
    luck = " + ".join(f"W6 {face}" for face in roll.dodge_faces) + (f" + {roll.stake}" if roll.stake else "")
    return _against(_sum((roll.skill,), (roll.face,)), f"{luck} = {sum(roll.dodge_faces) + roll.stake}")


def _shot_name(state: State, roll: ev.ShotRolled) -> str:
    """Return `Schuss`, or `Schuss 2` where several are fired at the target; a weapon that flies itself is thrown."""
    item = next((item for item in state.figure(roll.attacker).items if item.id == roll.item), None)
    noun = "Wurf" if item is not None and item.weapon.thrown else "Schuss"
    action = state.actions[0] if state.actions else None
    several = isinstance(action, Volley) and action.targets.count(roll.figure) > 1
    return f"{noun} {roll.number}" if several else noun


def _strength_notes(state: State, *names: FigureName) -> list[str]:
    """Return notes about strength that a fear aura takes (R-X4)."""
    notes = []
    for figure in map(state.figure, names):
        strength = effective_strength(state, figure)
        if strength < figure.sheet.strength:
            notes.append(f"Angstaura: Körperkraft von {figure.name} {strength} statt {figure.sheet.strength}.")
    return notes


def _agility_notes(state: State, *names: FigureName) -> list[str]:
    """Return notes about agility that a fear aura takes (R-X4)."""
    notes = []
    for figure in map(state.figure, names):
        agility = available_agility(state, figure)
        if agility < figure.sheet.agility:
            notes.append(f"Angstaura: Beweglichkeit von {figure.name} {agility} statt {figure.sheet.agility}.")
    return notes
