"""The reactions that a figure can choose, attack by attack, with their exact chances."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from motuc_bot.systems.choices import Choice, ChoiceGroup
from motuc_bot.systems.motuc import chance_texts
from motuc_bot.systems.motuc.phrase import phrase
from motuc_bot.systems.motuc.wording import counted, is_bare_hand, listed, weapon_name
from rules.motuc import commands as cm
from rules.motuc import odds
from rules.motuc.actions import Volley
from rules.motuc.answers import Answer, Dodge, LeftToReferee, NoDefence, Parry, Resist
from rules.motuc.conditions import effective_agility
from rules.motuc.model import Figure, State
from rules.motuc.reactions import Threat, ThreatKind, asked, stake_in, stake_of_target, threats
from rules.motuc.weapons import weapon_of
from rules.motuc.words import FigureName

# Attacks on one figure from which on only all, half and no agility can be chosen against each.
_MANY = 7


def reaction_groups(state: State, figure: Figure, offered: Sequence[cm.React]) -> Iterator[ChoiceGroup]:
    """Yield a group for each attack that asks for a reaction, and one for each volley of several shots.

    `offered` are the reactions that the rules allow, each to one attack.
    """
    due = [threat for threat in threats(state) if threat.figure == figure.name and asked(state, threat)]
    answers: dict[tuple[FigureName | None, int], list[Answer]] = {}
    for command in offered:
        (reaction,) = command.reactions
        answers.setdefault((reaction.attacker, reaction.shot), []).append(reaction.answer)
    told: set[FigureName] = set()
    for threat in due:
        volley = [one for one in due if one.attacker == threat.attacker]
        if len(volley) > 1 and threat.attacker not in told:
            told.add(threat.attacker)
            yield from _together(state, figure, volley)
        choices = [
            _choice(state, threat, answer)
            for answer in sorted(answers.get((threat.attacker, threat.shot), ()), key=_rank)
            if _usual(state, figure, threat, answer, many=len(due) >= _MANY)
        ]
        if choices:
            yield ChoiceGroup(figure.name, _heading(state, threat, len(volley)), tuple(choices), due=True)


def _usual(state: State, figure: Figure, threat: Threat, answer: Answer, *, many: bool) -> bool:
    """Tell whether the answer is one of the usual ones, and no other says the same."""
    left = stake_of_target(state, threat, None)
    match answer:
        case Parry(weapon=None) | NoDefence():
            return True
        case Parry(weapon=name):
            return name != odds.parry_weapon(figure).name and not is_bare_hand(name)
        case Dodge(stake=stake) | Resist(stake=stake):
            if threat.kind is ThreatKind.SHOT and (stake == 0 or not left):
                return False  # nothing against a shot, as no defence
            if stake is None:
                return True
            return stake < left and (not many or stake in (0, left // 2))
        case LeftToReferee():
            return False


def _rank(answer: Answer) -> tuple[int, int]:
    """Return the place of an answer among the others: parries, then all agility, less and less of it, no defence."""
    match answer:
        case Parry():
            return 0, 0
        case Dodge(stake=stake) | Resist(stake=stake):
            return (1, 0) if stake is None else (2, -stake)
        case NoDefence() | LeftToReferee():
            return 3, 0


def _choice(state: State, threat: Threat, answer: Answer) -> Choice:
    command = cm.React(threat.figure, (cm.Reaction(answer, threat.attacker, threat.shot),))
    return Choice(
        _label(state, threat, answer),
        phrase(command),
        chance=chance_texts.of_reaction(state, threat, answer),
        risk=odds.succeeds(state, threat, answer),
    )


def _label(state: State, threat: Threat, answer: Answer) -> str:
    figure = state.figure(threat.figure)
    match answer:
        case Parry(weapon=name):
            return f"Parade ({weapon_name(odds.parry_weapon(figure, name).name)})"
        case Dodge(stake=stake):
            return f"Ausweichen{_stake(state, threat, stake)}"
        case Resist(stake=stake):
            return f"Widerstand{_stake(state, threat, stake)}"
        case NoDefence() if threat.kind is ThreatKind.SHOT:
            return "Nicht ausweichen"
        case NoDefence() | LeftToReferee():
            return "Keine Gegenwehr"


def _stake(state: State, threat: Threat, stake: int | None) -> str:
    if stake is None:
        left = stake_of_target(state, threat, None)
        return f" mit allem ({left})" if left else ""
    return f" mit {stake}" if stake else " ohne Bew."


def _together(state: State, figure: Figure, volley: Sequence[Threat]) -> Iterator[ChoiceGroup]:
    """Yield what can be done against all shots of a volley at once: share the agility, or nothing."""
    attacker = volley[0].attacker
    elsewhere = sum(
        stake_in(answered.answer) or 0
        for answered in state.answers
        if answered.figure == figure.name and answered.attacker != attacker
    )
    left = effective_agility(state, figure) - elsewhere
    choices = []
    if left > 0:
        each, rest = divmod(left, len(volley))
        dodges = [Dodge(each + (at < rest)) for at in range(len(volley))]
        reactions = tuple(
            cm.Reaction(dodge, attacker, threat.shot) for threat, dodge in zip(volley, dodges, strict=True)
        )
        label = f"Ausweichen, gleich verteilt ({listed(str(dodge.stake) for dodge in dodges)})"
        choices.append(_shared(state, volley, dodges, label, cm.React(figure.name, reactions)))
    none = cm.React(figure.name, (cm.Reaction(NoDefence(), attacker),))
    choices.append(_shared(state, volley, [Dodge(0)] * len(volley), "Nicht ausweichen", none))
    shots = counted(len(volley), "Wurf", "Würfe") if _thrown(state, volley[0]) else f"{len(volley)} Schüsse"
    parts = tuple(_heading(state, threat, len(volley)) for threat in volley)
    yield ChoiceGroup(figure.name, f"Reagieren auf {attacker} ({shots})", tuple(choices), due=True, parts=parts)


def _shared(state: State, volley: Sequence[Threat], dodges: Sequence[Dodge], label: str, command: cm.React) -> Choice:
    risks = [odds.succeeds(state, threat, dodge) for threat, dodge in zip(volley, dodges, strict=True)]
    chance = chance_texts.of_shared_dodge(state, volley, dodges)
    return Choice(label, phrase(command), chance=chance, risk=sum(risks, Fraction(0)))


def _heading(state: State, threat: Threat, shots: int) -> str:
    match threat.kind:
        case ThreatKind.MELEE:
            attack = "Nahkampf"
        case ThreatKind.DISARM:
            attack = "Entwaffnen"
        case ThreatKind.SHOT:
            attack = ("Wurf" if _thrown(state, threat) else "Schuss") + (f" {threat.shot}" if shots > 1 else "")
    return f"Reagieren auf {threat.attacker} ({attack})"


def _thrown(state: State, threat: Threat) -> bool:
    action = odds.attack_of(state, threat)
    return isinstance(action, Volley) and weapon_of(state.figure(threat.attacker), action.item).thrown
