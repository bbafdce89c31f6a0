"""What will come of attacks and reactions, in exact chances as things stand: `trifft 63 %, im Schnitt 2,4 Schaden`."""

from collections.abc import Sequence
from fractions import Fraction

from motuc_bot.systems.motuc.spoken import SPELLS
from motuc_bot.systems.motuc.wording import counted, listed, weapon_name
from rules.board import distance
from rules.dice import Distribution
from rules.motuc import chances, odds
from rules.motuc import commands as cm
from rules.motuc.actions import Casting
from rules.motuc.answers import Answer, Dodge, NoDefence, Parry
from rules.motuc.conditions import effective_agility
from rules.motuc.disarming import disarming_items
from rules.motuc.magic import NEVER_ON_ONESELF, ROBOTS_ARE_IMMUNE, half_power, shock_targets
from rules.motuc.magic import SPELLS as SPELLS_OF
from rules.motuc.model import BARE_HAND, START_LIFE, Figure, Magic, State, Weapon
from rules.motuc.reactions import Threat, ThreatKind
from rules.motuc.targets import can_cast
from rules.motuc.weapons import held_item, takeable
from rules.motuc.words import Category, FigureName, Spell, Trait


def percent(chance: Fraction) -> str:
    """Return the chance in whole percent; only what is certain or impossible is called 100 % or 0 %."""
    if 0 < chance < Fraction(1, 200):
        return "unter 1 %"
    if Fraction(199, 200) <= chance < 1:
        return "über 99 %"
    return f"{_rounded(chance * 100)} %"


def of_command(state: State, command: cm.Command) -> str | None:
    """Return what will come of an action that is not announced yet, as far as it is a matter of chance or of points."""
    match command:
        case cm.Attack():
            attacker, target = state.figure(command.figure), state.figure(command.target)
            weapon = odds.attack_weapon(attacker, command.weapon)
            return _melee(state, attacker, target, weapon, command.stake)
        case cm.Disarm():
            return _disarming(state, state.figure(command.figure), state.figure(command.target), command.stake)
        case cm.Shoot(weapon=str(name)):
            shooter = state.figure(command.figure)
            weapon = held_item(shooter, name).weapon
            aims = [(state.figure(target), count) for target, count in command.shots]
            shots = [_shots(state, shooter, target, weapon, count) for target, count in aims]
            if len(shots) == 1:
                return shots[0]
            return "; ".join(f"{target.name}: {shot}" for (target, _), shot in zip(aims, shots, strict=True))
        case cm.Cast():
            return _spell(state, state.figure(command.figure), command)
        case _:
            return None


def of_reaction(state: State, threat: Threat, answer: Answer) -> str:
    """Return what will come of the announced attack against the answer."""
    hit = odds.succeeds(state, threat, answer)
    if threat.kind is ThreatKind.DISARM:
        return "verliert sicher eine Waffe" if isinstance(answer, NoDefence) else f"Widerstand hält {percent(1 - hit)}"
    match answer:
        case Parry():
            outcome = f"Parade hält {percent(1 - hit)}"
        case Dodge() if threat.kind is ThreatKind.MELEE:
            outcome = f"Ausweichen gelingt {percent(1 - hit)}"
        case _:
            outcome = _hits(hit)
    return f"{outcome}, {_expected(state, (threat,), (hit,))}"


def of_shared_dodge(state: State, threats: Sequence[Threat], answers: Sequence[Dodge]) -> str:
    """Return what will come of the shots of one volley that are dodged together, each with its named stake."""
    hits = [odds.succeeds(state, threat, answer) for threat, answer in zip(threats, answers, strict=True)]
    return f"du wirst getroffen: {listed(map(percent, hits))}, {_expected(state, threats, hits)}"


def chance_lines(state: State, attacker: FigureName, target: FigureName) -> list[str]:
    """Return the chances of all that one figure can do to another with what it holds, as if it were near enough.

    Raises: KeyError.
    """
    one, other = state.figure(attacker), state.figure(target)
    for figure in (one, other):
        if not figure.standing:
            return [f"{figure.name} ist besiegt."]
        if figure.field is None:
            return [f"{figure.name} steht noch nicht auf dem Plan."]
    assert one.field is not None
    assert other.field is not None
    steps = distance(state.setup.board, one.field, other.field)
    lines = [f"{one.name} gegen {other.name}, wie es gerade steht (Abstand {counted(steps, 'Feld', 'Felder')}):"]
    if one.team is not other.team:
        lines += [f"Nahkampf ({weapon_name(w.name)}): {_melee(state, one, other, w, None)}" for w in _blades(one)]
        lines += [
            f"{'Wurf' if weapon.thrown else 'Schuss'} ({weapon.name}): {_shots(state, one, other, weapon, 1)}"
            for weapon in _kinds(one)
            if weapon.ranged is not None
        ]
        if disarming_items(one) and takeable(other):
            lines.append(f"Entwaffnen: {_disarming(state, one, other, None)}")
    lines += _spell_lines(state, one, other)
    return lines if len(lines) > 1 else [*lines, "Hier gibt es nichts zu würfeln."]


def _melee(state: State, attacker: Figure, target: Figure, weapon: Weapon, stake: int | None) -> str:
    damage = _on_a_hit(odds.melee_damage(state, attacker, target, weapon))
    if target.confused:
        return f"trifft sicher; {damage}"
    parry = odds.parry_weapon(target)
    against = []
    if not target.parried:
        hit = odds.parry_fails(state, attacker, target, weapon, parry)
        against.append(f"gegen Parade ({weapon_name(parry.name)}) {percent(hit)}")
    if not target.prone:
        dodge = odds.full_stake(state, target)
        hit = chances.dodge_fails(_stake(state, attacker, stake), dodge)
        against.append(f"gegen {_full('Ausweichen', dodge)} {percent(hit)}")
    return f"{', '.join(against) or 'trifft sicher'}; {damage}"


def _disarming(state: State, attacker: Figure, target: Figure, stake: int | None) -> str:
    if target.confused:
        return "gelingt sicher"
    resistance = odds.full_stake(state, target)
    works = odds.disarming_succeeds(attacker, target, _stake(state, attacker, stake), resistance)
    return f"gegen {_full('Widerstand', resistance, 'vollen')} {percent(works)}"


def _shots(state: State, shooter: Figure, target: Figure, weapon: Weapon, count: int) -> str:
    skill = shooter.sheet.ranged
    plain = percent(chances.shot_hits(skill, 0))
    each = f"{'je Wurf' if weapon.thrown else 'je Schuss'} {plain}" if count > 1 else f"trifft {plain}"
    stake = 0 if target.confused else odds.full_stake(state, target)
    dodged = f", gegen {_full('Ausweichen', stake)} {percent(chances.shot_hits(skill, stake))}" if stake else ""
    return f"{each}{dodged}; {_on_a_hit(odds.shot_damage(state, target, weapon))}"


def _spell(state: State, mage: Figure, command: cm.Cast) -> str | None:
    magic = mage.sheet.magic
    if magic is None:
        return None
    if command.spell is Spell.SHOCK_WAVE:
        return _shock_wave(state, mage, command, magic)
    target = mage if command.target is None else state.figure(command.target)
    return _spell_on(state, target, command, magic)


def _spell_on(state: State, target: Figure, command: cm.Cast, magic: Magic) -> str | None:
    match command.spell:
        case Spell.FIRE_BEAM | Spell.LIGHTNING:
            damage = odds.spell_damage(state, target, command.spell, magic)
            return f"verletzt {percent(damage.above(0))}, im Schnitt {_points(damage.mean())} Schaden"
        case Spell.CONFUSION:
            return f"wirkt {percent(odds.confusion_works(state, target, magic))}"
        case Spell.TORTURE:
            return f"nimmt {min(half_power(magic), target.stamina)} Ausdauer"
        case Spell.SHIELD:
            return f"{max(magic.power, target.shield_power) - target.shield_power:+} Rüstung"
        case Spell.REGENERATION:
            life, stamina = gains(target, command, magic)
            return f"{life:+} Leben, {stamina:+} Ausdauer"
        case _:
            return None


def gains(target: Figure, command: cm.Cast, magic: Magic) -> tuple[int, int]:
    """Return the life and the stamina that a regeneration gives back: life first, unless it is split (R-Z3)."""
    missing_life, missing_stamina = START_LIFE - target.life, target.sheet.stamina - target.stamina
    if command.life is None and command.stamina is None:
        life = min(half_power(magic), missing_life)
        return life, min(half_power(magic) - life, missing_stamina)
    return min(command.life or 0, missing_life), min(command.stamina or 0, missing_stamina)


def meets_somebody(state: State, command: cm.Cast) -> bool:
    """Tell whether anybody stands in the way of a shock wave."""
    mage = state.figure(command.figure)
    return mage.sheet.magic is not None and bool(_met(state, mage, command, mage.sheet.magic))


def _met(state: State, mage: Figure, command: cm.Cast, magic: Magic) -> list[Figure]:
    wave = Casting(mage.name, command.spell, origin=mage.field, direction=command.direction)
    return [state.figure(name) for name in shock_targets(state, wave, magic.power)]


def _shock_wave(state: State, mage: Figure, command: cm.Cast, magic: Magic) -> str:
    met = _met(state, mage, command, magic)
    falls = [f"{figure.name} {percent(odds.shock_throws_down(state, figure, magic))}" for figure in met]
    return f"wirft um: {', '.join(falls)}" if falls else "trifft niemanden"


def _spell_lines(state: State, mage: Figure, target: Figure) -> list[str]:
    magic = mage.sheet.magic
    if magic is None or not can_cast(mage) or mage is target:
        return []
    lines = []
    for spell in SPELLS_OF[magic.category]:
        harmful = spell in NEVER_ON_ONESELF
        own = spell is Spell.INVISIBILITY or (spell is Spell.REGENERATION and magic.category is Category.GREEN)
        immune = spell in ROBOTS_ARE_IMMUNE and target.has(Trait.ROBOT)
        if spell is Spell.SHOCK_WAVE:
            if not target.prone:
                lines.append(f"{SPELLS[spell]}: wirft um {percent(odds.shock_throws_down(state, target, magic))}")
        elif not own and not immune and harmful is (mage.team is not target.team):
            told = _spell_on(state, target, cm.Cast(mage.name, spell, target.name), magic)
            lines.append(f"{SPELLS[spell]}: {told}")
    return lines


def _blades(figure: Figure) -> list[Weapon]:
    """Return the kinds of melee weapons in hand, or the bare hand."""
    return [weapon for weapon in _kinds(figure) if weapon.melee is not None] or [BARE_HAND]


def _kinds(figure: Figure) -> list[Weapon]:
    return list({item.weapon.name: item.weapon for item in figure.held}.values())


def _stake(state: State, attacker: Figure, stake: int | None) -> int:
    return effective_agility(state, attacker) if stake is None else stake


def _full(defence: str, stake: int, whole: str = "volles") -> str:
    return f"{whole} {defence} ({stake})" if stake else defence


def _hits(chance: Fraction) -> str:
    return "du wirst sicher getroffen" if chance == 1 else f"du wirst getroffen: {percent(chance)}"


def _expected(state: State, threats: Sequence[Threat], hits: Sequence[Fraction]) -> str:
    """Return the mean damage over hits and misses."""
    mean = Fraction(0)
    for threat, hit in zip(threats, hits, strict=True):
        damage = odds.hit_damage(state, threat)
        mean += hit * damage.mean() if damage is not None else 0
    return f"im Schnitt {_points(mean)} Schaden"


def _on_a_hit(damage: Distribution) -> str:
    mean = damage.mean()
    return f"ein Treffer macht im Schnitt {_points(mean)} Schaden" if mean else "ein Treffer macht keinen Schaden"


def _points(mean: Fraction) -> str:
    tenths = _rounded(mean * 10)
    if mean and not tenths:
        return "unter 0,1"
    return f"{tenths // 10},{tenths % 10}" if tenths % 10 else str(tenths // 10)


def _rounded(number: Fraction) -> int:
    """Return the nearest whole number, halves up."""
    return (2 * number.numerator + number.denominator) // (2 * number.denominator)
