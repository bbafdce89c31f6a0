"""Whole battles on a desk, played at random through what the rules offer, every order written out as a post."""

from collections.abc import Iterator
from random import Random

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.open_battle import open_battle
from motuc_bot.systems.registry import SIDES
from rules.core import GAME_MASTER
from tests.referee.table import Thread, sit
from tests.rules.contract.test_contract import choose
from tests.rules.contract.trial import TRIALS

SIDE = SIDES[0]
TRIAL = TRIALS[SIDE.system.key]
MOST_POSTS = 400


def opened(desk: Desk, seed: int) -> Thread:
    """Open a ready-made battle; each seat's person has the name of the seat."""
    random = Random(seed)
    config = TRIAL.config(random)
    while not config.entries:
        config = TRIAL.config(random)
    document = SIDE.battle_document(config)
    thread = Thread(desk, open_battle(desk, SIDE.system.key, document, GAME_MASTER).battle)
    for seat in TRIAL.seats:
        if seat != GAME_MASTER:
            sit(desk, thread, seat)
    return thread


def play(thread: Thread, seed: int, most: int = MOST_POSTS) -> int:
    """Play the battle to its end, or so many posts, and return how many counted."""
    return sum(1 for _ in playing(thread, seed, most))


def playing(thread: Thread, seed: int, most: int = MOST_POSTS) -> Iterator[str]:
    """Yield the text of each post after it has counted, until the battle is over or so many have."""
    random = Random(seed)
    done = 0
    while done < most:
        with thread.desk.store.reading() as connection:
            state = thread.desk.view(connection, thread.battle).battle.state
        if SIDE.system.over(state) is not None:
            return
        seat, command = choose(SIDE.system, TRIAL, random, state)
        if command is None:
            continue
        try:
            text = SIDE.phrase(command)
        except ValueError:
            # What only forms give.
            continue
        answer = thread.post(seat, text, private=SIDE.is_private(command))
        assert answer.accepted, (seat, text, answer.lines)
        done += 1
        yield text
