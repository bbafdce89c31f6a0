"""What figures announce and how they react, as players read it."""

from collections.abc import Sequence

from motuc_bot.systems.motuc.nouns import the
from motuc_bot.systems.motuc.spoken import SPELLS
from motuc_bot.systems.motuc.wording import listed, weapon_name, wrapped
from rules.motuc import events as ev
from rules.motuc.actions import Action, Casting, Disarming, Melee, Volley
from rules.motuc.answers import Answer, Dodge, LeftToReferee, NoDefence, Parry, Resist
from rules.motuc.conditions import effective_agility
from rules.motuc.model import State
from rules.motuc.reactions import Threat, ThreatKind, chosen, threats
from rules.motuc.words import FigureName, ItemId, Spell

_WHY_LAPSED = {
    "actor_fallen": "{figure} ist besiegt",
    "actor_prone": "{figure} liegt am Boden",
    "actor_confused": "{figure} ist verwirrt",
    "weapon_lost": "{figure} hat die Waffe dafür nicht mehr in der Hand",
    "target_fallen": "{target} ist schon besiegt",
    "nothing_to_take": "{target} hat nichts mehr in der Hand, was sich abnehmen ließe",
}
_ARTICLES = {
    Spell.REGENERATION: "eine ",
    Spell.FIRE_BEAM: "einen ",
    Spell.SHIELD: "einen ",
    Spell.SHOCK_WAVE: "eine ",
    Spell.LIGHTNING: "einen ",
}


def announcement(state: State, action: Action) -> str:
    """Return what the figure is going to do."""
    match action:
        case Melee():
            weapon = _weapon(state, action.figure, action.item)
            # Whoever lies on the ground can't dodge, so that nothing is staked against it (R-N8).
            stake = "" if state.figure(action.target).prone else _stake(state, action, "; gegen Ausweichen: ")
            return f"{action.figure} greift {action.target} an ({weapon}{stake})."
        case Volley():
            weapon = _weapon(state, action.figure, action.item)
            if _is_thrown(state, action):
                return f"{action.figure} wirft {the(weapon)} {_aim(action)}."
            return f"{action.figure} schießt {_aim(action)} ({weapon})."
        case Casting():
            return f"{action.figure} zaubert {_spell(action)}."
        case Disarming():
            weapon = _weapon(state, action.figure, action.item)
            return f"{action.figure} will {action.target} entwaffnen ({weapon}{_stake(state, action, ', ')})."


def shrunk(before: State, after: State) -> list[str]:
    """Return what figures can still stake on attacks that they have announced, where an aura has lowered it (R-X4)."""
    lines = []
    for action in after.actions:
        if isinstance(action, Melee | Disarming):
            old = effective_agility(before, before.figure(action.figure))
            left = effective_agility(after, after.figure(action.figure))
            staked = old if action.stake is None else action.stake
            if left < min(old, staked):
                lines.append(
                    f"{action.figure} kann gegen {action.target} nur noch {left} statt {staked} Bew. einsetzen."
                )
    return lines


def lapsed(state: State, event: ev.ActionLapsed) -> str:
    """Return which action, or which shot of it, could not be carried out, and why (R-P2)."""
    why = _WHY_LAPSED[event.why].format(figure=event.figure, target=event.target)
    return f"**{_what(state, event)} entfällt:** {why}."


def _what(state: State, event: ev.ActionLapsed) -> str:
    action = next((action for action in state.actions if action.figure == event.figure), None)
    at = "" if event.target in (None, event.figure) else f" auf {event.target}"
    match action:
        case Volley():
            noun = "Wurf" if _is_thrown(state, action) else "Schuss"
            number = f" {event.shot}" if event.target and action.targets.count(event.target) > 1 else ""
            return f"{noun}{number} von {event.figure}{at}"
        case Casting():
            return f"{SPELLS[action.spell]} von {event.figure}{at}"
        case Disarming():
            return f"Das Entwaffnen von {event.target} durch {event.figure}"
        case Melee() | None:
            return f"Der Angriff von {event.figure}{at}"


def reaction_lapsed(event: ev.ReactionLapsed) -> str:
    """Return why a reaction could not be carried out (R-N5)."""
    if event.why == "prone":
        return f"{event.figure} liegt am Boden und kann nicht ausweichen."
    return f"{event.figure} ist verwirrt und kann sich nicht wehren."


def reactions(state: State, declared: Sequence[ev.ReactionDeclared]) -> list[str]:
    """Return what each figure does against each attacker, one line a pair, given the state before."""
    pairs: dict[tuple[FigureName, FigureName], list[ev.ReactionDeclared]] = {}
    for reaction in declared:
        pairs.setdefault((reaction.figure, reaction.attacker), []).append(reaction)
    lines = []
    for (name, attacker), chosen_now in pairs.items():
        changed = any(chosen(state, _threat(state, reaction)) is not None for reaction in chosen_now)
        answers = dict.fromkeys(_reaction(state, reaction, _left(state, reaction, declared)) for reaction in chosen_now)
        lines += wrapped(f"{name} gegen {attacker}{', geändert' if changed else ''}:", answers)
    return lines


def _left(state: State, reaction: ev.ReactionDeclared, declared: Sequence[ev.ReactionDeclared]) -> str:
    """Return the agility that a stake without a number means; without the number where other stakes share it."""
    figure = state.figure(reaction.figure)
    answers = {(a.attacker, a.shot): a.answer for a in state.answers if a.figure == figure.name}
    answers |= {(a.attacker, a.shot): a.answer for a in declared if a.figure == figure.name}
    staking = [answer for answer in answers.values() if isinstance(answer, Dodge | Resist)]
    if len(answers) < sum(threat.figure == figure.name for threat in threats(state)) or figure.prone:
        return "mit aller übrigen Beweglichkeit"
    if sum(answer.stake is None for answer in staking) > 1:
        return "mit aller übrigen Beweglichkeit"
    named = sum(answer.stake or 0 for answer in staking)
    left = max(0, effective_agility(state, figure) - named)
    whole = not named and left == figure.sheet.agility
    return f"mit {'voller' if whole else 'der restlichen'} Beweglichkeit ({left})" if left else "ohne Beweglichkeit"


def _reaction(state: State, reaction: ev.ReactionDeclared, left: str) -> str:
    answer: Answer = reaction.answer
    match answer:
        case Parry(weapon=weapon):
            return "Parade" if weapon is None else f"Parade ({weapon_name(weapon)})"
        case Dodge(stake=stake):
            return f"Ausweichen {_agility(stake, left)}{_at_shot(state, reaction)}"
        case Resist(stake=stake):
            return f"Widerstand {_agility(stake, left)}"
        case NoDefence():
            return "keine Gegenwehr"
        case LeftToReferee():
            return "nichts angesagt, wehrt sich von selbst (R-D5)"


def _threat(state: State, reaction: ev.ReactionDeclared) -> Threat:
    kind = ThreatKind.SHOT if reaction.shot else ThreatKind.MELEE
    return Threat(kind, reaction.attacker, reaction.figure, reaction.shot)


def _at_shot(state: State, reaction: ev.ReactionDeclared) -> str:
    """Return which shot is meant, where there are several."""
    for action in state.actions:
        if isinstance(action, Volley) and action.figure == reaction.attacker and reaction.shot:
            noun = "Wurf" if _is_thrown(state, action) else "Schuss"
            return f" bei {noun} {reaction.shot}" if action.targets.count(reaction.figure) > 1 else ""
    return f" bei Schuss {reaction.shot}" if reaction.shot else ""


def _agility(stake: int | None, left: str) -> str:
    if stake is None:
        return left
    return f"mit Beweglichkeit {stake}" if stake else "ohne Beweglichkeit"


def _stake(state: State, action: Melee | Disarming, lead: str) -> str:
    """Return the agility that the attacker stakes; all of it may be another number by then."""
    if action.stake is not None:
        return f"{lead}Bew. {action.stake}"
    left = effective_agility(state, state.figure(action.figure))
    return f"{lead}alle Bew., jetzt {left}" if left else ""


def _weapon(state: State, name: FigureName, item: ItemId | None) -> str:
    carried = (one.weapon.name for one in state.figure(name).items if one.id == item)
    return weapon_name(next(carried, None))


def _is_thrown(state: State, action: Volley) -> bool:
    return any(item.weapon.thrown for item in state.figure(action.figure).items if item.id == action.item)


def _aim(action: Volley) -> str:
    """Return `auf He-Man`, or how many shots go where."""
    counts = {name: action.targets.count(name) for name in dict.fromkeys(action.targets)}
    if max(counts.values()) == 1:
        return f"auf {listed(counts)}"
    return listed(f"{count}× auf {name}" for name, count in counts.items())


def _spell(action: Casting) -> str:
    name = f"{_ARTICLES.get(action.spell, '')}{SPELLS[action.spell]}"
    if action.spell is Spell.SHOCK_WAVE:
        return f"{name} Richtung {action.direction}"
    if action.target is None or action.target == action.figure:
        return f"{name} auf sich selbst" if action.spell is not Spell.INVISIBILITY else name
    split = [f"{value} {word}" for value, word in ((action.life, "Leben"), (action.stamina, "Ausdauer")) if value]
    return f"{name} auf {action.target}" + (f" ({', '.join(split)})" if split else "")
