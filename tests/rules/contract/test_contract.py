"""One test over every rule system: whole battles played at random through what the system offers."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from pydantic import TypeAdapter

from rules import SYSTEMS
from rules.core import GAME_MASTER, Battle, Post, Posted, Rejected, RollBack, RolledBack, Seat, System
from tests.rules.contract.trial import TRIALS, RandomDice, Trial

AnySystem = System[Any, Any, Any, Any, Any]
SEEDS = range(40)
MOST_POSTS = 3000


def test_every_system_is_on_trial() -> None:
    assert {system.key for system in SYSTEMS} == set(TRIALS)


@pytest.fixture(params=SYSTEMS, ids=lambda system: system.key)
def system(request: pytest.FixtureRequest) -> AnySystem:
    found: AnySystem = request.param
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_random_battles(system: AnySystem, seed: int) -> None:
    play_at_random(system, seed)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(20))
def test_many_random_battles(system: AnySystem, block: int) -> None:
    for seed in range(1000 + 50 * block, 1050 + 50 * block):
        play_at_random(system, seed)


def play_at_random(system: AnySystem, seed: int) -> None:
    """Play a battle to its end and look at every step whether the contract holds."""
    random = Random(seed)
    trial = TRIALS[system.key]
    dice = RandomDice(random)
    battle: Battle[Any, Any, Any, Any, Any] = Battle.open(system, trial.config(random), dice)
    number = 0
    while system.over(battle.state) is None:
        assert number < MOST_POSTS, "the battle does not end"
        seat, command = choose(system, trial, random, battle.state)
        if command is None:
            continue
        number += 1
        battle, verdict = battle.judge(Post(number, seat, ((command,),)), dice)
        assert verdict.accepted, f"offered, yet refused: {seat} {command} {verdict.refusals}"
        assert not list(system.invariants(battle.state)), command
        assert system.settle(battle.state, dice) == (), "settle was not quiet"
        if number % 3 == 0:
            owed = system.waiting(battle.state)
            owing = random.choice(owed).seat if owed and random.random() < 0.8 else seat
            nothing_outside_the_offers(system, trial, random, battle, owing)
            hidden_stays_hidden(system, trial, random, battle.state)
        if number % 40 == 0:
            survives_json(battle.state)
    assert Battle.replay(system, battle.log).state == battle.state
    survives_json(battle.state)
    for event in battle.log:
        survives_json(event)
    assert {row.name for row in system.figures(battle.state)} <= {str(name) for name in names(battle.state)}


def choose(system: AnySystem, trial: Trial, random: Random, state: Any) -> tuple[Seat, Any]:
    """Return a seat, mostly one that the battle waits for, and a command that it is offered."""
    waiting = system.waiting(state)
    seat = random.choice(trial.seats)
    if waiting and random.random() < 0.8:
        seat = random.choice(waiting).seat
    offers = system.offers(system.view(state, seat), seat)
    if not offers:
        return seat, None
    for _ in range(20):
        commands = tuple(random.choice(offers).commands())
        if commands:
            command = random.choice(commands)
            if random.random() < trial.pace(command):
                return seat, command
    return seat, None


def nothing_outside_the_offers(
    system: AnySystem,
    trial: Trial,
    random: Random,
    battle: Battle[Any, Any, Any, Any, Any],
    seat: Seat,
) -> None:
    """A well-formed command is refused, and changes nothing, unless the offers describe it."""
    state = battle.state
    offered = {c for offer in system.offers(system.view(state, seat), seat) for c in offer.commands()}
    for _ in range(12):
        command = trial.strange(random, state, seat)
        if command in offered:
            system.decide(state, seat, command)
            continue
        assert refused(system, state, seat, command), f"not offered, yet accepted: {seat} {command}"
        # In a post with a good line before it, neither counts and no die is rolled.
        good = next(iter(offered), None)
        lines = ((command,),) if good is None else ((good,), (command,))
        unrolled = RandomDice(random)
        after, verdict = battle.judge(Post(9999, seat, lines), unrolled)
        if verdict.accepted:
            # The good line made it possible (it put away a weapon, say); alone it is refused.
            after, verdict = battle.judge(Post(9999, seat, ((command,),)), unrolled)
            continue
        assert after is battle
        assert unrolled.rolls == 0


def refused(system: AnySystem, state: Any, seat: Seat, command: Any) -> bool:
    try:
        system.decide(state, seat, command)
    except Rejected:
        return True
    return False


def hidden_stays_hidden(system: AnySystem, trial: Trial, random: Random, state: Any) -> None:
    """What a seat may not know can be changed without changing anything that it gets."""
    for seat in (*trial.seats, None):
        twin = trial.rewritten(random, state, seat)
        if twin is None:
            continue
        assert system.view(twin, seat) == system.view(state, seat)
        if seat is not None:
            assert list(shown(system, twin, seat)) == list(shown(system, state, seat))


def shown(system: AnySystem, state: Any, seat: Seat) -> Iterator[Any]:
    """Yield every command the seat is offered."""
    for offer in system.offers(system.view(state, seat), seat):
        yield from offer.commands()


def survives_json(thing: Any) -> None:
    adapter: TypeAdapter[Any] = TypeAdapter(type(thing))
    assert adapter.validate_json(adapter.dump_json(thing)) == thing


def names(state: Any) -> set[str]:
    return {figure.name for figure in state.figures}


def test_hidden_things_were_really_tried(system: AnySystem) -> None:
    """The trial hides something at least once, else the test above would prove nothing."""
    trial = TRIALS[system.key]
    tried = 0
    for seed in SEEDS:
        random = Random(seed)
        dice = RandomDice(random)
        battle: Battle[Any, Any, Any, Any, Any] = Battle.open(system, trial.config(random), dice)
        for number in range(12):
            seat, command = choose(system, trial, random, battle.state)
            if command is not None:
                battle, _ = battle.judge(Post(number + 1, seat, ((command,),)), dice)
            tried += any(trial.rewritten(random, battle.state, one) is not None for one in (*trial.seats, None))
    assert tried > 0


def test_rolling_back_returns_to_the_very_state(system: AnySystem) -> None:
    trial = TRIALS[system.key]
    random = Random(7)
    dice = RandomDice(random)
    battle: Battle[Any, Any, Any, Any, Any] = Battle.open(system, trial.config(random), dice)
    states = {0: battle.state}
    number = 0
    while number < 30 and system.over(battle.state) is None:
        seat, command = choose(system, trial, random, battle.state)
        if command is None:
            continue
        number += 1
        battle, _ = battle.judge(Post(number, seat, ((command,),)), dice)
        states[number] = battle.state
    for back_to in (number - 1, number // 2, 0):
        number += 1
        battle, verdict = battle.judge(Post(number, GAME_MASTER, ((RollBack(back_to),),)), dice)
        assert verdict.accepted
        marker, rolled = battle.log[-2:]
        assert isinstance(marker, Posted)
        assert rolled == RolledBack(back_to)
        assert battle.state == system.evolve(states[back_to], marker)
        assert Battle.replay(system, battle.log).state == battle.state
