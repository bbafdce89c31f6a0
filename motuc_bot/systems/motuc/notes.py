"""Why a roll went as it did: ties, dice for reach, what an aura takes, stakes that are left or were too high."""

from motuc_bot.systems.motuc.news import aura_over
from motuc_bot.systems.motuc.wording import is_bare_hand, sentence_case, weapon_name
from rules.motuc import events as ev
from rules.motuc.actions import Disarming, Melee
from rules.motuc.answers import Dodge, LeftToReferee, Parry, Resist
from rules.motuc.codes import Ruling
from rules.motuc.conditions import available_agility, effective_strength
from rules.motuc.magic import half_power
from rules.motuc.melee import reach
from rules.motuc.model import BARE_HAND, Figure, State, Weapon
from rules.motuc.reactions import Threat, ThreatKind, asked, chosen
from rules.motuc.weapons import best_for_parry
from rules.motuc.words import FigureName

TWO_DICE = "Bei Schuss und Wurf würfelt das Ziel zwei W6; auch für den Schaden fallen zwei (R-F2, R-F3)."


def tie(total: int, favoured_total: int, favoured: FigureName, ruling: Ruling) -> list[str]:
    """Return for whom the tie counted, if there was one."""
    return [f"Gleichstand zählt für {favoured} ({ruling})."] if total == favoured_total else []


def narrow(total: int, favoured_total: int, favoured: FigureName, ruling: Ruling) -> str:
    """Return for whom a tie would have turned the outcome; empty where it was not so near."""
    return f"Knapp: Ein Gleichstand hätte für {favoured} gezählt ({ruling})." if total == favoured_total + 1 else ""


def second_die(state: State, roll: ev.ParryRolled) -> list[str]:
    """Return why one of the two rolled a second die (R-N2), given the state before it."""
    if roll.attack_reach_face is None and roll.parry_reach_face is None:
        return []
    attacker, target = state.figure(roll.attacker), state.figure(roll.figure)
    weapon, parry_weapon = _carried(attacker, roll.weapon), _carried(target, roll.parry_weapon)
    attack = reach(state, attacker, target, weapon) - weapon.shield, weapon
    parry = reach(state, target, attacker, parry_weapon), parry_weapon
    name, (more, longer), (less, _) = (
        (target.name, parry, attack) if roll.attack_reach_face is None else (attacker.name, attack, parry)
    )
    changed = any(one.melee is not None and one.melee.reach != value for value, one in (attack, parry))
    why = f"Waffenvergleichswert {more} gegen {less}{', mit R-N3' if changed else ''}"
    return [f"Zweiter W6 für {name}: {sentence_case(weapon_name(longer.name))} reicht weiter ({why})."]


def another_weapon(before: State, state: State, roll: ev.ParryRolled) -> list[str]:
    """Return why another weapon parries than was announced or would have, `before` the resolution (R-N5, R-W1)."""
    answer = chosen(state, Threat(ThreatKind.MELEE, roll.attacker, roll.figure))
    wanted = answer.weapon if isinstance(answer, Parry) else None
    if wanted is None:
        best = best_for_parry(before.figure(roll.figure))
        wanted = None if best is None else best.weapon.name
    if is_bare_hand(wanted) or wanted == roll.parry_weapon:
        return []
    return [f"{wanted} verloren, daher {weapon_name(roll.parry_weapon)}."]


def unspent(state: State, roll: ev.ParryRolled) -> list[str]:
    """Return that the attacker's stake is free again: it counts only when the attack is dodged (R-N4)."""
    action = next((action for action in state.actions if action.figure == roll.attacker), None)
    stake = action.stake if isinstance(action, Melee) else None
    return [f"{roll.attacker} behält die {stake} Bew., weil {roll.figure} pariert hat."] if stake else []


def by_itself(state: State, roll: ev.ParryRolled | ev.DodgeRolled | ev.DisarmRolled) -> list[str]:
    """Return how a figure defends itself for which nothing was chosen (R-D5)."""
    kind = ThreatKind.DISARM if isinstance(roll, ev.DisarmRolled) else ThreatKind.MELEE
    threat = Threat(kind, roll.attacker, roll.figure)
    if not asked(state, threat) or not isinstance(chosen(state, threat), LeftToReferee | None):
        return []
    match roll:
        case ev.ParryRolled():
            return [f"{roll.figure} pariert von selbst ({weapon_name(roll.parry_weapon)})."]
        case ev.DodgeRolled():
            return [f"{roll.figure} weicht von selbst aus."]
        case ev.DisarmRolled():
            return [f"{roll.figure} widersteht von selbst."]


def too_high(state: State, roll: ev.DodgeRolled | ev.DisarmRolled | ev.ShotRolled) -> list[str]:
    """Return whose stake is lower than what was named, because so much is not left any more (R-N4, R-N8)."""
    staked: list[tuple[FigureName, int, int | None]] = []
    match roll:
        case ev.ShotRolled():
            shot, stake = roll.number, roll.stake
        case ev.DodgeRolled():
            shot, stake = 0, roll.dodge_stake
        case ev.DisarmRolled():
            shot, stake = 0, roll.resist_stake
    if not isinstance(roll, ev.ShotRolled):
        action = next((action for action in state.actions if action.figure == roll.attacker), None)
        named = action.stake if isinstance(action, Melee | Disarming) else None
        staked.append((roll.attacker, roll.attack_stake, named))
    answer = chosen(state, Threat(ThreatKind.SHOT if shot else ThreatKind.MELEE, roll.attacker, roll.figure, shot))
    staked.append((roll.figure, stake, answer.stake if isinstance(answer, Dodge | Resist) else None))
    return [_too_high(state.figure(name), left, named) for name, left, named in staked if (named or 0) > left]


def _too_high(figure: Figure, left: int, named: int | None) -> str:
    if figure.prone:
        return f"{figure.name} liegt am Boden: Die angesagten {named} Bew. zählen nicht (R-N8)."
    return f"{figure.name} hat nur noch Bew. {left}, angesagt waren {named}."


def torture(state: State, event: ev.Tortured) -> list[str]:
    """Return by which rule how much stamina is lost."""
    magic = state.figure(event.attacker).sheet.magic
    if magic is None:
        return []
    rule = (
        f"Folter nimmt ohne Wurf Ausdauer, halb so viel wie die Magiekraft (aufgerundet): {half_power(magic)} (R-Z3)."
    )
    more = f"Mehr hatte {event.figure} nicht." if 0 < event.stamina < half_power(magic) else ""
    return [rule, more] if more else [rule]


def strengths(state: State, *names: FigureName) -> list[str]:
    """Return a note about the strength that a fear aura takes (R-X4)."""
    figures = [state.figure(name) for name in names]
    return _lowered(state, "Kraft", [(one, effective_strength(state, one), one.sheet.strength) for one in figures])


def agilities(state: State, *names: FigureName) -> list[str]:
    """Return a note about the agility that a fear aura takes (R-X4)."""
    figures = [state.figure(name) for name in names]
    return _lowered(state, "Bew.", [(one, available_agility(state, one), one.sheet.agility) for one in figures])


def _lowered(state: State, what: str, values: list[tuple[Figure, int, int]]) -> list[str]:
    return [
        f"{figure.name}: {what} {value} statt {full} ({aura_over(state, figure)}, R-X4)."
        for figure, value, full in values
        if value < full
    ]


def _carried(figure: Figure, name: str | None) -> Weapon:
    return next((item.weapon for item in figure.items if item.weapon.name == name), BARE_HAND)
