"""One roll of the resolution and what came of it, as players read it: the outcome first, then dice and sums."""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

from motuc_bot.systems.motuc import notes
from motuc_bot.systems.motuc.spoken import TEAMS
from motuc_bot.systems.motuc.wording import LONGEST_LINE, listed, sentence_case, variant, weapon_name
from rules.board import Field
from rules.motuc import events as ev
from rules.motuc.actions import Volley
from rules.motuc.codes import Ruling
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

_AGILITY = "Bew."
_NO_DAMAGE = "kein Schaden"

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
    # That a tie would have turned the outcome: told only where that would have changed anything.
    narrow: str = ""

    def lines(self) -> list[str]:
        """Return the outcome, the sums, the notes."""
        outcome = ": ".join(part for part in (self.headline, ", ".join(self.consequences)) if part)
        sums = [line for line in self.sums if line != self.narrow or self.consequences != [_NO_DAMAGE]]
        return [f"**{outcome}.**", *sums, *dict.fromkeys(self.notes)]


# --- how a strike begins -----------------------------------------------------------------------------------------


def of_roll(state: State, roll: Roll) -> Strike:
    """Return what a roll decides, given the state before it."""
    strike = Strike(_headline(state, roll), roll.figure)
    # Where the outcome is told of the target, both sums need their names: the left one is the attacker's.
    a, d = (f"{roll.attacker} ", f"{roll.figure} ") if strike.headline.startswith(f"{roll.figure} ") else ("", "")
    match roll:
        case ev.ParryRolled():
            attack = [(f"{a}Nahkampf", roll.attack_skill), (weapon_name(roll.weapon), roll.attack_value)]
            parry = [(f"{d}Nahkampf", roll.parry_skill), (weapon_name(roll.parry_weapon), roll.parry_value)]
            strike.sums += _sums(
                "Parade: ",
                _sum(attack, (roll.attack_face, roll.attack_reach_face)),
                _sum(parry, (roll.parry_face, roll.parry_reach_face)),
            )
            strike.sums += notes.second_die(state, roll)
            _compare(strike, roll.attack_total, roll.parry_total, roll.figure, Ruling.R_N2)
            strike.notes += notes.by_itself(state, roll) + notes.unspent(state, roll)
        case ev.DodgeRolled():
            attack, dodge = [(f"{a}{_AGILITY}", roll.attack_stake)], [(f"{d}{_AGILITY}", roll.dodge_stake)]
            strike.sums += _sums("Ausweichen: ", _sum(attack, (roll.attack_face,)), _sum(dodge, (roll.dodge_face,)))
            attacked, dodged = roll.attack_stake + roll.attack_face, roll.dodge_stake + roll.dodge_face
            _compare(strike, attacked, dodged, roll.figure, Ruling.R_N4)
            strike.notes += notes.by_itself(state, roll) + notes.too_high(state, roll)
            strike.notes += notes.agilities(state, roll.attacker, roll.figure)
        case ev.ShotRolled():
            stake = [(f"{d}{_AGILITY}", roll.stake)] if roll.stake else []
            strike.sums += _sums(
                f"{_shot_name(state, roll)} ({roll.weapon}): ",
                _sum([(f"{a}Fernkampf", roll.skill)], (roll.face,)),
                _sum(stake, roll.dodge_faces, "" if stake else d),
            )
            shot, dodged = roll.skill + roll.face, sum(roll.dodge_faces) + roll.stake
            _compare(strike, shot, dodged, roll.figure, Ruling.R_F2)
            strike.notes += notes.too_high(state, roll)
            if roll.stake:
                strike.notes += notes.agilities(state, roll.figure)
        case ev.ConfusionRolled() | ev.ShockRolled():
            name = "Verwirrung" if isinstance(roll, ev.ConfusionRolled) else "Schockwelle"
            mage, target = [(f"{a}Magie", roll.power)], [(f"{d}Kraft", roll.strength)]
            strike.sums += _sums(f"{name}: ", _sum(mage, (roll.face,)), _sum(target, (roll.target_face,)))
            cast, resisted = roll.power + roll.face, roll.strength + roll.target_face
            if isinstance(roll, ev.ConfusionRolled):
                _compare(strike, cast, resisted, roll.figure, Ruling.R_Z3)
            else:
                _compare(strike, resisted, cast, roll.attacker, Ruling.R_Z3)
            strike.notes += notes.strengths(state, roll.figure)
        case ev.DisarmRolled():
            attack = [(f"{a}Nahkampf", roll.attack_skill), (_AGILITY, roll.attack_stake)]
            resistance = [(f"{d}Nahkampf", roll.resist_skill), (_AGILITY, roll.resist_stake)]
            strike.sums += _sums(
                "Entwaffnen: ", _sum(attack, (roll.attack_face,)), _sum(resistance, (roll.resist_face,))
            )
            attacked = roll.attack_skill + roll.attack_stake + roll.attack_face
            resisted = roll.resist_skill + roll.resist_stake + roll.resist_face
            _compare(strike, attacked, resisted, roll.figure, Ruling.R_X3)
            strike.notes += notes.by_itself(state, roll) + notes.too_high(state, roll)
            strike.notes += notes.agilities(state, roll.attacker, roll.figure)
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


def of_torture(state: State, event: ev.Tortured) -> Strike:
    """Return the strike of Folter, given the state before it."""
    loss = f"Ausdauer −{event.stamina}" if event.stamina else "keine Ausdauer mehr da"
    headline = f"{event.attacker} foltert {event.figure}"
    return Strike(headline, event.figure, [loss], notes=notes.torture(state, event))


# --- what comes of it --------------------------------------------------------------------------------------------


def add_damage(strike: Strike, state: State, event: ev.DamageRolled) -> None:
    """Put damage to the strike, given the state before it."""
    strike.consequences.append(f"{event.damage} Schaden" if event.damage else _NO_DAMAGE)
    shield = state.figure(event.figure).shield_power
    melee = event.spell is None and len(event.faces) == 1
    attack = [("Magie" if event.spell is not None else weapon_name(event.weapon), event.bonus)]
    attack += [("Kraft", event.strength)] if melee else []
    protection = [("Kraft", event.target_strength)]
    if event.spell is not Spell.LIGHTNING:
        protection += [("Rüstung", event.armour - shield)]
        protection += [("Schutzschild", shield)] if shield else []
    taken = _sum(protection, (event.target_face,))
    if event.damage:
        taken += f"; {event.attack_total} − {event.target_total} = {event.damage} Schaden"
    strike.sums += _sums("Schaden: ", _sum(attack, event.faces), taken)
    strike.notes += notes.strengths(state, *((event.attacker, event.figure) if melee else (event.figure,)))


def add_defeat(strike: Strike, state: State, event: ev.FigureDefeated) -> None:
    """Put the fall of the target to the strike, given the state before it."""
    strike.consequences.append(f"{event.figure} ist besiegt")
    strike.notes += left_behind(state, event)


def add_drop(strike: Strike, state: State, event: ev.WeaponDropped) -> None:
    """Put the weapon that was lost to the strike, given the state before it."""
    weapon = event.item.weapon.name
    strike.consequences.append(f"{weapon} verloren")
    if event.face is not None:
        strike.sums.append(f"Welche Waffe: W{event.among} {event.face} = {weapon}")
    strike.notes += lost(state, event)


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


def lost(state: State, event: ev.WeaponLanded | ev.WeaponDropped) -> list[str]:
    """Return where a weapon lies now, and that its figure holds nothing any more, given the state before it."""
    lines = [on_the_ground(event.field, (event.item,))]
    figure = state.figure(event.figure)
    if all(item.id == event.item.id for item in figure.held):
        belt = listed(item.weapon.name for item in figure.belt)
        lines.append(f"{figure.name} hält nichts mehr{f'; am Gürtel: {belt}' if belt else ''}.")
    return lines


def on_the_ground(field: Field, items: tuple[Item, ...]) -> str:
    """Return the line about what lies on a field now."""
    return f"Am Boden ({field}): {', '.join(item.weapon.name for item in items)}."


# --- sums and notes ----------------------------------------------------------------------------------------------


def _sum(values: Sequence[tuple[str, int]], faces: Sequence[int | None], name: str = "") -> str:
    """Return values and dice with their sum: `Kraft 6 + W6 5 + W6 4 = 15`; a face is None where no die was due."""
    rolled = [face for face in faces if face is not None]
    terms = [f"{word} {value}" for word, value in values] + [f"W6 {face}" for face in rolled]
    return f"{name}{' + '.join(terms)} = {sum(value for _, value in values) + sum(rolled)}"


def _sums(what: str, attack: str, defence: str) -> list[str]:
    """Return both sums on one line, on two where a phone would break it."""
    line = sentence_case(f"{what}{attack} gegen {defence}")
    return [line] if len(line) <= LONGEST_LINE else [sentence_case(f"{what}{attack}"), f"gegen {defence}"]


def _compare(strike: Strike, total: int, favoured_total: int, favoured: FigureName, ruling: Ruling) -> None:
    """Put to the strike for whom a tie counts, where there was one or a tie would have turned the outcome."""
    strike.sums += notes.tie(total, favoured_total, favoured, ruling)
    strike.narrow = notes.narrow(total, favoured_total, favoured, ruling)
    strike.sums += [strike.narrow] if strike.narrow else []


def _shot_name(state: State, roll: ev.ShotRolled) -> str:
    """Return `Schuss`, `Schuss 2` where there are several at the target, `Wurf` for a weapon that flies itself."""
    thrown = any(item.weapon.thrown for item in state.figure(roll.attacker).items if item.id == roll.item)
    noun = "Wurf" if thrown else "Schuss"
    several = any(
        isinstance(action, Volley) and action.figure == roll.attacker and action.targets.count(roll.figure) > 1
        for action in state.actions
    )
    return f"{noun} {roll.number}" if several else noun


def _mage(state: State, otherwise: FigureName) -> FigureName:
    """Return who casts the spell that is being resolved."""
    return state.actions[0].figure if state.actions else otherwise
