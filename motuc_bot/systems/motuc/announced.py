"""What figures announce and how they react, as players read it."""

from collections.abc import Sequence

from motuc_bot.systems.motuc.spoken import SPELLS
from motuc_bot.systems.motuc.wording import listed, variant, weapon_name
from rules.motuc import events as ev
from rules.motuc.actions import Action, Casting, Disarming, Melee, Volley
from rules.motuc.answers import Answer, Dodge, LeftToReferee, NoDefence, Parry, Resist
from rules.motuc.model import State
from rules.motuc.words import FigureName, ItemId, Spell

_ATTACKS = ("{a} greift {d} an", "{a} attackiert {d}", "{a} geht auf {d} los")


def announcement(state: State, action: Action) -> str:
    """Return what the figure is going to do."""
    match action:
        case Melee():
            text = variant(_ATTACKS, state.round, action.figure, action.target)
            attack = text.format(a=action.figure, d=action.target)
            weapon = _weapon(state, action.figure, action.item)
            return f"{attack} ({weapon}{_stake(action.stake)})."
        case Volley():
            verb = "wirft" if _is_thrown(state, action) else "schießt"
            targets = (
                f"{name} ({count}×)" if (count := action.targets.count(name)) > 1 else name
                for name in dict.fromkeys(action.targets)
            )
            weapon = _weapon(state, action.figure, action.item)
            return f"{action.figure} {verb} auf {listed(targets)} ({weapon})."
        case Casting():
            return f"{action.figure} zaubert {_spell(action)}."
        case Disarming():
            weapon = _weapon(state, action.figure, action.item)
            return f"{action.figure} will {action.target} entwaffnen ({weapon}{_stake(action.stake)})."


def action_name(action: Action | None, lapsed: ev.ActionLapsed) -> str:
    """Return what lapses, as the subject of a sentence; all of it are masculine or plain names."""
    against = "" if lapsed.target in (None, lapsed.figure) else f" auf {lapsed.target}"
    match action:
        case Volley():
            several = lapsed.target is not None and action.targets.count(lapsed.target) > 1
            return f"Schuss{f' {lapsed.shot}' if several else ''} von {lapsed.figure}{against}"
        case Casting(spell=spell):
            return f"{SPELLS[spell]} von {lapsed.figure}{against}"
        case Disarming():
            return f"Entwaffnen von {lapsed.target} durch {lapsed.figure}"
        case Melee() | None:
            return f"Angriff von {lapsed.figure}{against}"


def reactions(state: State, declared: Sequence[ev.ReactionDeclared]) -> list[str]:
    """Return one line for each figure that reacts; what is left to the referee comes last."""
    lines = []
    left: dict[FigureName, list[FigureName]] = {}
    chosen: dict[FigureName, list[ev.ReactionDeclared]] = {}
    for reaction in declared:
        if isinstance(reaction.answer, LeftToReferee):
            attackers = left.setdefault(reaction.figure, [])
            if reaction.attacker not in attackers:
                attackers.append(reaction.attacker)
        else:
            chosen.setdefault(reaction.figure, []).append(reaction)
    for name, answers in chosen.items():
        lines.append(f"{name} {listed(dict.fromkeys(_reaction(state, answer) for answer in answers))}.")
    for name, attackers in left.items():
        lines.append(f"{name} verteidigt sich gegen {listed(attackers)} wie ohne Ansage (R-D5).")
    return lines


def _reaction(state: State, reaction: ev.ReactionDeclared) -> str:
    attacker = reaction.attacker
    answer: Answer = reaction.answer
    match answer:
        case Parry(weapon=None):
            return f"pariert {attacker}"
        case Parry(weapon=weapon):
            return f"pariert {attacker} ({weapon_name(weapon)})"
        case Dodge(stake=stake) if reaction.shot:
            shot = f"{_shot(state, reaction)} von {attacker}"
            if stake == 0:
                return f"setzt gegen {shot} nichts ein"
            return f"setzt gegen {shot} {_agility(stake)} ein"
        case Dodge(stake=stake):
            return f"weicht {attacker} aus ({_agility(stake)})"
        case Resist(stake=stake):
            return f"widersteht {attacker} ({_agility(stake)})"
        case NoDefence() if reaction.shot:
            return f"setzt gegen {attacker} nichts ein"
        case NoDefence():
            return f"wehrt sich nicht gegen {attacker}"
        case LeftToReferee():
            return f"verteidigt sich gegen {attacker} wie ohne Ansage"


def _shot(state: State, reaction: ev.ReactionDeclared) -> str:
    for action in state.actions:
        if action.figure == reaction.attacker and isinstance(action, Volley):
            return f"Schuss {reaction.shot}" if action.targets.count(reaction.figure) > 1 else "den Schuss"
    return f"Schuss {reaction.shot}"


def _agility(stake: int | None) -> str:
    return "alle übrige Beweglichkeit" if stake is None else f"Beweglichkeit {stake}"


def _stake(stake: int | None) -> str:
    return "" if stake is None else f", Beweglichkeit {stake}"


def _weapon(state: State, name: FigureName, item: ItemId | None) -> str:
    carried = (one.weapon.name for one in state.figure(name).items if one.id == item)
    return weapon_name(next(carried, None))


def _is_thrown(state: State, action: Volley) -> bool:
    return any(item.weapon.thrown for item in state.figure(action.figure).items if item.id == action.item)


def _spell(action: Casting) -> str:
    name = SPELLS[action.spell]
    if action.spell is Spell.SHOCK_WAVE:
        return f"{name} Richtung {action.direction}"
    if action.target is None or action.target == action.figure:
        return f"{name} auf sich selbst" if action.spell is not Spell.INVISIBILITY else name
    split = [f"{value} {word}" for value, word in ((action.life, "Leben"), (action.stamina, "Ausdauer")) if value]
    return f"{name} auf {action.target}" + (f" ({', '.join(split)})" if split else "")
