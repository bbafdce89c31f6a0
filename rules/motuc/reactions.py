"""Reactions: which attacks ask for one, judging what players choose, and what counts when an attack is resolved."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from rules.core import GeneralCode, Rejected, Seat
from rules.motuc import events as ev
from rules.motuc.actions import Casting, Disarming, Melee, Volley
from rules.motuc.answers import Answer, Dodge, LeftToReferee, NoDefence, Parry, Resist
from rules.motuc.codes import Ruling
from rules.motuc.commands import React, Reaction
from rules.motuc.conditions import effective_agility
from rules.motuc.model import Answered, Figure, State
from rules.motuc.orders import not_paused, owned
from rules.motuc.weapons import melee_item
from rules.motuc.words import FigureName


class ThreatKind(StrEnum):
    """The three kinds of attack that allow a reaction."""

    MELEE = "melee"
    SHOT = "shot"
    DISARM = "disarm"


@dataclass(frozen=True, slots=True)
class Threat:
    """One attack to which one reaction is allowed; `shot` counts the shots at this target from 1, else 0 (R-P4)."""

    kind: ThreatKind
    attacker: FigureName
    figure: FigureName
    shot: int = 0


def threats(state: State) -> Iterator[Threat]:
    """Yield the announced attacks that are not resolved yet, in the order posted."""
    for action in state.actions:
        match action:
            case Melee():
                yield Threat(ThreatKind.MELEE, action.figure, action.target)
            case Disarming():
                yield Threat(ThreatKind.DISARM, action.figure, action.target)
            case Volley():
                counts: dict[FigureName, int] = {}
                for target in action.targets:
                    counts[target] = counts.get(target, 0) + 1
                    yield Threat(ThreatKind.SHOT, action.figure, target, counts[target])
            case Casting():
                pass


def asked(state: State, threat: Threat) -> bool:
    """Tell whether a reaction is asked for: not where there is no choice (R-P4)."""
    figure = state.figure(threat.figure)
    if not figure.standing or figure.confused or not state.figure(threat.attacker).standing:
        return False
    if threat.kind is ThreatKind.SHOT:
        return not figure.prone and effective_agility(state, figure) > 0
    return True


def open_threats(state: State) -> Iterator[Threat]:
    """Yield the attacks that ask for a reaction and have none yet (R-P4)."""
    for threat in threats(state):
        if asked(state, threat) and chosen(state, threat) is None:
            yield threat


def chosen(state: State, threat: Threat) -> Answer | None:
    """Return the reaction chosen so far for the attack."""
    for answered in state.answers:
        if answered.attacker == threat.attacker and answered.figure == threat.figure and answered.shot == threat.shot:
            return answered.answer
    return None


def stake_in(answer: Answer) -> int | None:
    """Return the agility that the answer names; None where it names none or stakes none."""
    return answer.stake if isinstance(answer, Dodge | Resist) else None


def react(state: State, seat: Seat, command: React) -> tuple[ev.Event, ...]:
    """Return the reactions of one line; they are judged together (§5.1.1, §5.1.2, R-P4, R-N4). Raises: Rejected."""
    figure = owned(state, seat, command.figure)
    not_paused(state, seat)
    if state.phase.reactor is not figure.team:
        raise Rejected(GeneralCode.WRONG_PHASE, "not_its_reaction_phase", figure=figure.name, phase=state.phase)
    if not figure.standing:
        raise Rejected(Ruling.R_P5, "defeated", figure=figure.name)
    if figure.confused:
        raise Rejected(Ruling.R_Z4, "confused", figure=figure.name)
    on_figure = tuple(threat for threat in threats(state) if threat.figure == figure.name)
    if not on_figure:
        raise Rejected(Ruling.R_P4, "nobody_attacks", figure=figure.name)
    new: dict[tuple[FigureName, int], Answered] = {}
    for reaction in command.reactions:
        for threat in _meant(state, figure, on_figure, reaction):
            new[threat.attacker, threat.shot] = Answered(threat.attacker, threat.figure, threat.shot, reaction.answer)
    _affordable(state, figure, new)
    return tuple(ev.ReactionDeclared(a.attacker, a.figure, a.shot, a.answer) for a in new.values())


def _meant(state: State, figure: Figure, on_figure: tuple[Threat, ...], reaction: Reaction) -> tuple[Threat, ...]:
    """Return the attacks to which the reaction answers: one, or all shots of a volley."""
    candidates = on_figure
    if reaction.attacker is not None:
        candidates = tuple(threat for threat in on_figure if threat.attacker == reaction.attacker)
        if not candidates:
            raise Rejected(Ruling.R_P4, "not_attacked_by", figure=figure.name, attacker=reaction.attacker)
    else:
        if reaction.shot:
            candidates = tuple(threat for threat in on_figure if threat.kind is ThreatKind.SHOT)
            if not candidates:
                raise Rejected(Ruling.R_F2, "no_such_shot", figure=figure.name, shot=reaction.shot, shots=0)
        # Where there is no choice nothing is asked, so nobody can be expected to name that attacker.
        candidates = tuple(threat for threat in candidates if asked(state, threat)) or candidates
        attackers = tuple(dict.fromkeys(threat.attacker for threat in candidates))
        if len(attackers) > 1:
            raise Rejected(GeneralCode.AMBIGUOUS_NAME, "which_attack", figure=figure.name, attackers=attackers)
    kind = candidates[0].kind
    fitting(figure, kind, reaction)
    if kind is not ThreatKind.SHOT or (isinstance(reaction.answer, NoDefence) and not reaction.shot):
        return candidates
    if reaction.shot:
        named = tuple(threat for threat in candidates if threat.shot == reaction.shot)
        if not named:
            raise Rejected(Ruling.R_F2, "no_such_shot", figure=figure.name, shot=reaction.shot, shots=len(candidates))
        return named
    if len(candidates) > 1:
        raise Rejected(
            GeneralCode.AMBIGUOUS_NAME,
            "which_shot",
            figure=figure.name,
            attacker=candidates[0].attacker,
            shots=len(candidates),
        )
    return candidates


def fitting(figure: Figure, kind: ThreatKind, reaction: Reaction) -> None:
    """Let pass what can be done against an attack of this kind."""
    match kind, reaction.answer:
        case ThreatKind.DISARM, Parry() | Dodge():
            raise Rejected(Ruling.R_X3, "only_resist", figure=figure.name)
        case ((ThreatKind.MELEE | ThreatKind.SHOT), Resist()):
            raise Rejected(Ruling.R_X3, "nobody_disarms", figure=figure.name)
        case ThreatKind.SHOT, Parry():
            raise Rejected(Ruling.R_F2, "shot_not_parried", figure=figure.name)
        case ((ThreatKind.MELEE | ThreatKind.DISARM), _) if reaction.shot:
            raise Rejected(Ruling.R_F2, "no_such_shot", figure=figure.name, shot=reaction.shot, shots=0)
        case _:
            return


def _affordable(state: State, figure: Figure, new: dict[tuple[FigureName, int], Answered]) -> None:
    """Let pass if all reactions of the figure together are possible (R-N2, R-N4, R-N8, R-T5)."""
    for answered in new.values():
        match answered.answer:
            case Parry(weapon=weapon) if weapon is not None:
                melee_item(figure, weapon)
            case Dodge(stake=stake) if figure.prone and (stake is None or stake > 0 or answered.shot == 0):
                raise Rejected(Ruling.R_Z4, "prone", figure=figure.name)
            case Resist(stake=stake) if figure.prone and stake is not None and stake > 0:
                raise Rejected(Ruling.R_Z4, "prone", figure=figure.name)
            case _:
                pass
    together = {
        (answered.attacker, answered.shot): answered for answered in state.answers if answered.figure == figure.name
    } | new
    parries = [answered for answered in together.values() if isinstance(answered.answer, Parry)]
    if len(parries) + figure.parried > 1:
        raise Rejected(Ruling.R_N2, "one_parry", figure=figure.name)
    named = sum(stake_in(answered.answer) or 0 for answered in together.values())
    agility = effective_agility(state, figure)
    if named > agility:
        raise Rejected(Ruling.R_N4, "too_much_agility", figure=figure.name, named=named, agility=agility)


def leave_rest(state: State, seat: Seat) -> tuple[ev.Event, ...]:
    """Return the leaving of the seat's open reactions to the referee (R-P4, R-D5)."""
    return tuple(
        ev.ReactionDeclared(threat.attacker, threat.figure, threat.shot, LeftToReferee())
        for threat in open_threats(state)
        if state.figure(threat.figure).seat == seat
    )


def defence(state: State, threat: Threat) -> Parry | Dodge | Resist | None:
    """Return the defence that counts when the attack is resolved; None = none (R-N5, R-D5, R-N8)."""
    figure = state.figure(threat.figure)
    if figure.confused:
        return None
    answer = chosen(state, threat)
    match answer:
        case None | LeftToReferee():
            answer = _default(state, threat)
        case NoDefence():
            return None
        case _:
            pass
    if isinstance(answer, Dodge) and figure.prone and threat.kind is ThreatKind.MELEE:
        return None
    return answer


def lapsed_reaction(state: State, threat: Threat) -> str | None:
    """Return why a reaction that the player chose can't be carried out, None if it can (R-N5)."""
    figure = state.figure(threat.figure)
    answer = chosen(state, threat)
    if answer is None or isinstance(answer, NoDefence | LeftToReferee):
        return None
    if figure.confused:
        return "confused"
    if figure.prone and isinstance(answer, Dodge) and answer.stake != 0:
        return "prone"
    return None


def _default(state: State, threat: Threat) -> Parry | Dodge | Resist:
    match threat.kind:
        case ThreatKind.MELEE:
            figure = state.figure(threat.figure)
            # A parry that the player has kept for another attack is not free for this one.
            reserved = any(
                answered.figure == threat.figure and isinstance(answered.answer, Parry) for answered in state.answers
            )
            return Dodge() if figure.parried or reserved else Parry()
        case ThreatKind.SHOT:
            return Dodge(0)
        case ThreatKind.DISARM:
            return Resist()


def stake_of_target(state: State, threat: Threat, stake: int | None) -> int:
    """Return the agility that the target stakes now: what is named, else all that named stakes leave (R-N4, R-N8)."""
    figure = state.figure(threat.figure)
    if figure.prone:
        return 0
    left = effective_agility(state, figure)
    if stake is not None:
        return min(stake, left)
    set_aside = sum(
        stake_in(answered.answer) or 0
        for answered in state.answers
        if answered.figure == threat.figure and (answered.attacker, answered.shot) != (threat.attacker, threat.shot)
    )
    return max(0, left - set_aside)


def stake_of_attacker(state: State, attacker: Figure, stake: int | None) -> int:
    """Return the agility that the attacker stakes now (R-N4)."""
    left = effective_agility(state, attacker)
    return left if stake is None else min(stake, left)
