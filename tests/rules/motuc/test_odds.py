"""Chances in the states of random battles: equal to the very rules over every outcome of the dice."""

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import pytest

from rules.core import Battle, Post
from rules.dice import Dice
from rules.motuc import MOTUC, damage, odds
from rules.motuc import commands as cm
from rules.motuc import events as ev
from rules.motuc.actions import Disarming, Melee, Volley
from rules.motuc.answers import Dodge, NoDefence, Parry
from rules.motuc.damage import Course
from rules.motuc.model import BARE_HAND, State
from rules.motuc.offers import offers_by_post
from rules.motuc.reactions import Threat, asked, threats
from rules.motuc.weapons import weapon_of
from rules.motuc.words import EffectKind, Team
from tests.rules.contract.trial import RandomDice
from tests.rules.motuc.resolved import answered, damage_by_brute_force, success_by_brute_force
from tests.rules.motuc.test_chances import A, B, announced
from tests.rules.motuc.trial import SEATS, pace, random_config

SEEDS = range(16)


def states(seed: int, most: int = 80) -> Iterator[State]:
    """Yield the states of a battle played at random."""
    random = Random(seed)
    dice = RandomDice(random)
    battle: Battle[Any, Any, Any, Any, Any] = Battle.open(MOTUC, random_config(random), dice)
    yield battle.state
    for number in range(1, most):
        if MOTUC.over(battle.state) is not None:
            return
        waiting = MOTUC.waiting(battle.state)
        seat = random.choice(waiting).seat if waiting and random.random() < 0.8 else random.choice(SEATS)
        offers = MOTUC.offers(MOTUC.view(battle.state, seat), seat)
        commands = [random.choice(found) for offer in offers if (found := list(offer.commands()))]
        wanted = [command for command in commands if random.random() < pace(command)]
        if wanted:
            battle, _ = battle.judge(Post(number, seat, ((random.choice(wanted),),)), dice)
            yield battle.state


def reactions(state: State) -> Iterator[tuple[Threat, cm.Reaction]]:
    """Yield every reaction that can be chosen to an attack that asks for one."""
    due = [threat for threat in threats(state) if asked(state, threat)]
    for seat in dict.fromkeys(state.figure(threat.figure).seat for threat in due):
        for offer in MOTUC.offers(MOTUC.view(state, seat), seat):
            for command in offer.commands():
                if isinstance(command, cm.React):
                    (reaction,) = command.reactions
                    for threat in due:
                        if (threat.figure, threat.attacker) == (command.figure, reaction.attacker) and (
                            threat.shot == reaction.shot
                        ):
                            yield threat, reaction


def test_every_answer_against_every_attack() -> None:
    tried: set[tuple[str, str]] = set()
    count = 0
    for seed in SEEDS:
        random = Random(seed)
        for state in states(seed):
            found = list(reactions(state))
            for threat, reaction in random.sample(found, min(3, len(found))):
                told = odds.succeeds(state, threat, reaction.answer)
                chosen = answered(state, threat, reaction.answer)
                assert told == success_by_brute_force(chosen, threat, odds.attack_of(state, threat)), reaction
                tried.add((threat.kind, reaction.answer.kind))
                count += 1
    assert count > 60
    assert {("melee", "parry"), ("melee", "dodge"), ("shot", "dodge"), ("disarm", "resist")} <= tried


def strike(threat: Threat, action: Melee | Volley, course: Course, dice: Dice) -> None:
    """Let the attack hit."""
    weapon = weapon_of(course.state.figure(action.figure), action.item)
    if isinstance(action, Volley):
        damage.shot_damage(course, dice, (), threat.attacker, threat.figure, weapon)
    else:
        striking = None if weapon is BARE_HAND else weapon
        damage.melee_damage(course, dice, (), threat.attacker, threat.figure, striking)


def test_damage_of_every_attack() -> None:
    tried: set[type] = set()
    for seed in SEEDS[:8]:
        for state in states(seed):
            for threat in list(threats(state))[:1]:
                action = odds.attack_of(state, threat)
                if not (state.figure(threat.attacker).standing and state.figure(threat.figure).standing):
                    continue
                tried.add(type(action))
                told = odds.hit_damage(state, threat)
                if isinstance(action, Disarming):
                    assert told is None
                    continue
                assert isinstance(action, Melee | Volley)
                assert told is not None
                assert dict(told.items()) == damage_by_brute_force(state, partial(strike, threat, action))
    assert {Melee, Volley} <= tried


@pytest.mark.parametrize("answer", [NoDefence(), Dodge(), Parry()])
def test_the_confused_have_no_defence(answer: Any) -> None:
    state = announced({}, {}, cm.Attack(A, B), None, weapons=((), ()))
    threat = next(iter(threats(state)))
    assert (odds.succeeds(state, threat, answer) == 1) is isinstance(answer, NoDefence)
    confused = MOTUC.evolve(state, ev.EffectBegan(B, EffectKind.CONFUSED, Team.BLACK))
    assert odds.succeeds(confused, threat, answer) == 1


def test_offers_by_post_leave_out_the_forms_of_the_lineup() -> None:
    forms = (cm.Enlist, cm.Withdraw, cm.Equip)
    for seed in range(6):
        for state in states(seed, most=12):
            for seat in SEATS:
                view = MOTUC.view(state, seat)
                whole = [c for offer in MOTUC.offers(view, seat) for c in offer.commands()]
                posted = [c for offer in offers_by_post(view, seat) for c in offer.commands()]
                assert posted == [command for command in whole if not isinstance(command, forms)]
