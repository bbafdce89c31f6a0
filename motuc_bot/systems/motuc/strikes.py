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

# a: who attacks, d: who is attacked.
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


# --- how a strike begins -----------------------------------------------------------------------------------------


def of_roll(state: State, roll: Roll) -> Strike:
    """Return what a roll decides, given the state before it."""
    strike = Strike(_headline(state, roll), roll.figure)
    match roll:
        case ev.ParryRolled():
            weapon = weapon_name(roll.weapon) + ("" if roll.attack_reach_face is None else " (+W6)")
            parry_weapon = weapon_name(roll.parry_weapon) + ("" if roll.parry_reach_face is None else " (+W6)")
            attack = _sum((roll.attack_skill, roll.attack_value), (roll.attack_face, roll.attack_reach_face))
            parry = _sum((roll.parry_skill, roll.parry_value), (roll.parry_face, roll.parry_reach_face))
            strike.sums.append(sentence_case(f"{weapon} gegen {parry_weapon}: {attack} gegen {parry}"))
            strike.notes += _tie(roll.attack_total == roll.parry_total, roll.figure)
        case ev.DodgeRolled():
            attack = _sum((roll.attack_stake,), (roll.attack_face,))
            dodge = _sum((roll.dodge_stake,), (roll.dodge_face,))
            strike.sums.append(f"Ausweichen ({weapon_name(roll.weapon)}): {attack} gegen {dodge}")
            tie = roll.attack_stake + roll.attack_face == roll.dodge_stake + roll.dodge_face
            strike.notes += _tie(tie, roll.figure)
            strike.notes += _agility_notes(state, roll.attacker, roll.figure)
        case ev.ShotRolled():
            luck = " + ".join(f"W6 {face}" for face in roll.dodge_faces) + (f" + {roll.stake}" if roll.stake else "")
            total = sum(roll.dodge_faces) + roll.stake
            shot = _sum((roll.skill,), (roll.face,))
            strike.sums.append(f"{_shot_name(state, roll)} ({roll.weapon}): {shot} gegen {luck} = {total}")
            strike.notes += _tie(roll.skill + roll.face == total, roll.figure)
            if roll.stake:
                strike.notes += _agility_notes(state, roll.figure)
        case ev.ConfusionRolled() | ev.ShockRolled():
            name = "Verwirrung" if isinstance(roll, ev.ConfusionRolled) else "Schockwelle"
            mage = _sum((roll.power,), (roll.face,))
            target = _sum((roll.strength,), (roll.target_face,))
            strike.sums.append(f"{name}: {mage} gegen {target}")
            favoured = roll.figure if isinstance(roll, ev.ConfusionRolled) else roll.attacker
            strike.notes += _tie(roll.power + roll.face == roll.strength + roll.target_face, favoured)
            strike.notes += _strength_notes(state, roll.figure)
        case ev.DisarmRolled():
            attack = _sum((roll.attack_skill, roll.attack_stake), (roll.attack_face,))
            resistance = _sum((roll.resist_skill, roll.resist_stake), (roll.resist_face,))
            strike.sums.append(f"Entwaffnen ({roll.weapon}): {attack} gegen {resistance}")
            attacked = roll.attack_skill + roll.attack_stake + roll.attack_face
            tie = attacked == roll.resist_skill + roll.resist_stake + roll.resist_face
            strike.notes += _tie(tie, roll.figure)
            strike.notes += _agility_notes(state, roll.attacker, roll.figure)
        case ev.HitWithoutDefence() | ev.DisarmedWithoutDefence():
            if state.figure(roll.figure).confused:
                strike.notes.append(f"{roll.figure} ist verwirrt und kann sich nicht wehren.")
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


def of_damage(state: State, event: ev.DamageRolled) -> Strike:
    """Return the strike of a damage to which no roll to hit led: a spell's."""
    if event.spell is None:
        headline = f"{event.attacker} trifft {event.figure}"
    else:
        spell = "Feuerstrahl" if event.spell is Spell.FIRE_BEAM else "Blitz"
        text = variant(_BEAM_HIT, state.round, event.attacker, event.figure)
        headline = text.format(spell=spell, a=event.attacker, d=event.figure)
    strike = Strike(headline, event.figure)
    add_damage(strike, state, event)
    return strike


def of_regeneration(state: State, event: ev.Regenerated) -> Strike:
    """Return the strike of a regeneration, given the state before it."""
    mage = _mage(state, event.figure)
    whom = "sich" if mage == event.figure else event.figure
    gained = [f"{word} +{value}" for word, value in (("Leben", event.life), ("Ausdauer", event.stamina)) if value]
    strike = Strike(f"{mage} regeneriert {whom}", event.figure, gained or ["nichts zu heilen"])
    if event.lost:
        strike.notes.append(f"{event.lost} {'Punkt verfällt' if event.lost == 1 else 'Punkte verfallen'}.")
    return strike


def of_effect(state: State, event: ev.EffectBegan) -> Strike:
    """Return the strike of a spell that lasts and rolls nothing, given the state before it."""
    mage = _mage(state, event.figure)
    match event.effect:
        case EffectKind.INVISIBLE:
            headline = f"{event.figure} wird unsichtbar"
        case EffectKind.SHIELDED:
            whom = "sich selbst" if mage == event.figure else event.figure
            headline = f"{mage} legt einen Schutzschild auf {whom}: Rüstung +{event.power}"
        case EffectKind.CONFUSED:
            headline = f"{event.figure} ist verwirrt"
    strike = Strike(headline, event.figure)
    add_duration(strike, event)
    return strike


def of_torture(event: ev.Tortured) -> Strike:
    """Return the strike of Folter."""
    loss = f"Ausdauer −{event.stamina}" if event.stamina else "keine Ausdauer mehr da"
    return Strike(f"{event.attacker} foltert {event.figure}", event.figure, [loss])


# --- what comes of it --------------------------------------------------------------------------------------------


def add_damage(strike: Strike, state: State, event: ev.DamageRolled) -> None:
    """Put damage to the strike, given the state before it."""
    strike.consequences.append(f"{event.damage} Schaden" if event.damage else "kein Schaden")
    shield = state.figure(event.figure).shield_power
    melee = event.spell is None and len(event.faces) == 1
    attack = (event.bonus, event.strength) if melee else (event.bonus,)
    protection: tuple[int, ...] = (event.target_strength, event.armour)
    if event.spell is Spell.LIGHTNING:
        protection = (event.target_strength,)
    elif shield:
        protection = (event.target_strength, event.armour - shield, shield)
        strike.notes.append(f"Der Schutzschild gibt {event.figure} Rüstung +{shield}.")
    strike.sums.append(f"Schaden: {_sum(attack, event.faces)} gegen {_sum(protection, (event.target_face,))}")
    strike.notes += _strength_notes(state, *((event.attacker, event.figure) if melee else (event.figure,)))


def add_defeat(strike: Strike, state: State, event: ev.FigureDefeated) -> None:
    """Put the fall of the target to the strike, given the state before it."""
    strike.consequences.append(f"{event.figure} ist besiegt")
    strike.notes += left_behind(state, event)


def add_drop(strike: Strike, event: ev.WeaponDropped) -> None:
    """Put the weapon that was lost to the strike."""
    weapon = event.item.weapon.name
    strike.consequences.append(f"verloren ist {weapon}")
    if event.face is not None:
        strike.sums.append(f"Welche Waffe: W{event.among} {event.face} = {weapon}")
    strike.notes.append(on_the_ground(event.field, (event.item,)))


def add_duration(strike: Strike, event: ev.EffectBegan) -> None:
    """Put to the strike how long the spell lasts (R-Z6)."""
    what = f"{event.figure} kann nichts tun" if event.effect is EffectKind.CONFUSED else "Das hält"
    strike.notes.append(f"{what}, bis {TEAMS[event.until]} wieder zieht.")


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


# --- sums and notes ----------------------------------------------------------------------------------------------


def _sum(values: tuple[int, ...], faces: tuple[int | None, ...]) -> str:
    """Return values and dice with their sum: `6 + 3 + W6 5 + W6 4 = 18`; a face is None where no die was due."""
    rolled = [face for face in faces if face is not None]
    terms = [str(value) for value in values] + [f"W6 {face}" for face in rolled]
    return f"{' + '.join(terms)} = {sum(values) + sum(rolled)}"


def _tie(equal: bool, favoured: FigureName) -> list[str]:
    return [f"Gleichstand: der zählt für {favoured}."] if equal else []


def _shot_name(state: State, roll: ev.ShotRolled) -> str:
    """Return `Schuss`, `Schuss 2` where there are several at the target, `Wurf` for a weapon that flies itself."""
    thrown = any(item.weapon.thrown for item in state.figure(roll.attacker).items if item.id == roll.item)
    noun = "Wurf" if thrown else "Schuss"
    several = any(
        isinstance(action, Volley) and action.figure == roll.attacker and action.targets.count(roll.figure) > 1
        for action in state.actions
    )
    return f"{noun} {roll.number}" if several else noun


def _strength_notes(state: State, *names: FigureName) -> list[str]:
    """Return a note about the strength that a fear aura takes (R-X4)."""
    figures = [state.figure(name) for name in names]
    return _aura_note(
        "Körperkraft", [(one.name, effective_strength(state, one), one.sheet.strength) for one in figures]
    )


def _agility_notes(state: State, *names: FigureName) -> list[str]:
    """Return a note about the agility that a fear aura takes (R-X4)."""
    figures = [state.figure(name) for name in names]
    return _aura_note(
        "Beweglichkeit", [(one.name, available_agility(state, one), one.sheet.agility) for one in figures]
    )


def _aura_note(what: str, values: list[tuple[FigureName, int, int]]) -> list[str]:
    reduced = [f"{name} {value} statt {full}" for name, value, full in values if value < full]
    return [f"Angstaura, {what}: {', '.join(reduced)}."] if reduced else []


def _mage(state: State, otherwise: FigureName) -> FigureName:
    """Return who casts the spell that is being resolved."""
    return state.actions[0].figure if state.actions else otherwise
