"""What is stored can be read again: every class of every system, of every version."""

from dataclasses import dataclass, fields, is_dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motuc_bot.store.codec import Codec, Stored, UnknownShape
from motuc_bot.systems.registry import SIDES
from rules.board import Board, Field, Grid
from rules.core import Battle, Past, Payload, Post, Posted, RollBack, RolledBack
from tests.rules.contract.test_contract import choose
from tests.rules.contract.trial import TRIALS, RandomDice

CODECS = {str(side.system.key): Codec(side.kinds, side.past) for side in SIDES}
CLASSES = [(str(side.system.key), kind) for side in SIDES for kind in (*side.kinds, Posted, RollBack, RolledBack)]

_FIELDS = st.builds(Field, st.integers(1, 5), st.integers(1, 5))
st.register_type_strategy(
    Board, st.builds(Board, st.just(5), st.just(5), st.sampled_from(Grid), st.frozensets(_FIELDS, max_size=3))
)


def same(codec: Codec, thing: object) -> bool:
    """Tell whether the thing comes back, alone and among others, as the very classes that it is made of."""
    again = codec.decode(codec.encode(thing))
    return again == thing and made_of(again) == made_of(thing) and codec.decode_one(codec.encode_one(thing)) == thing


def made_of(thing: object) -> object:
    """Return the classes in the thing: a word of a closed set equals its text, and True equals 1."""
    if is_dataclass(thing):
        return type(thing), [made_of(getattr(thing, part.name)) for part in fields(thing)]
    if isinstance(thing, tuple):
        return tuple, [made_of(part) for part in thing]
    if isinstance(thing, frozenset):
        return frozenset, {type(part) for part in thing}
    return type(thing)


@pytest.mark.parametrize(("system", "kind"), CLASSES, ids=lambda part: part if isinstance(part, str) else part.__name__)
def test_every_class_comes_back_whatever_is_in_it(system: str, kind: type) -> None:
    @settings(max_examples=20, database=None)
    @given(st.from_type(kind))
    def comes_back(thing: object) -> None:
        assert same(CODECS[system], thing)

    comes_back()


@settings(max_examples=25)
@given(st.sampled_from(SIDES), st.integers(0, 100_000))
def test_events_and_offers_of_random_battles_come_back(side: Any, seed: int) -> None:
    codec, trial, random = CODECS[side.system.key], TRIALS[side.system.key], Random(seed)
    dice = RandomDice(random)
    config = trial.config(random)
    assert same(codec, config)
    battle: Battle[Any, Any, Any, Any, Any] = Battle.open(side.system, config, dice)
    commands = []
    for number in range(1, 40):
        seat, command = choose(side.system, trial, random, battle.state)
        if command is not None:
            commands.append(command)
            battle, _ = battle.judge(Post(number, seat, ((command,),)), dice)
    assert all(same(codec, event) for event in battle.log)
    lines = (tuple(commands), (), (RollBack(3),))
    assert codec.decode_lines(codec.encode_lines(lines)) == lines


@dataclass(frozen=True, slots=True)
class Ridden:
    """What a figure of an unheard-of system did: today in fields and with a steed."""

    figure: str
    fields: int
    steed: str


def _in_fields(payload: Payload) -> Payload:
    return {"figure": payload["figure"], "fields": payload["metres"]}


def _with_steed(payload: Payload) -> Payload:
    return {**payload, "steed": "Battle Cat"}


OLD_RULES = Codec((Ridden,), Past({"Ridden": (_in_fields, _with_steed)}))


@pytest.mark.parametrize(
    ("version", "payload"),
    [
        (1, '{"figure": "He-Man", "metres": 4}'),
        (2, '{"figure": "He-Man", "fields": 4}'),
        (3, '{"figure": "He-Man", "fields": 4, "steed": "Battle Cat"}'),
    ],
)
def test_what_was_stored_in_an_earlier_shape_is_brought_up(version: int, payload: str) -> None:
    assert OLD_RULES.decode(Stored("Ridden", version, payload)) == Ridden("He-Man", 4, "Battle Cat")


def test_new_things_are_stored_in_the_newest_shape() -> None:
    assert OLD_RULES.encode(Ridden("He-Man", 4, "Battle Cat")).version == 3


@pytest.mark.parametrize(
    ("stored", "told"),
    [
        (Stored("Flown", 1, "{}"), "„Flown“ kennt dieses Programm nicht: die Datenbank ist neuer als das Programm"),
        (Stored("Ridden", 4, "{}"), "„Ridden“ in Fassung 4 kennt dieses Programm nicht: die Datenbank ist neuer"),
        (Stored("Ridden", 0, "{}"), "„Ridden“ (Fassung 0) lässt sich nicht lesen"),
        (Stored("Ridden", 1, "{}"), "„Ridden“ (Fassung 1) lässt sich nicht lesen"),
        (Stored("Ridden", 1, "[]"), "„Ridden“ (Fassung 1) lässt sich nicht lesen"),
        (Stored("Ridden", 2, "garbage"), "„Ridden“ (Fassung 2) lässt sich nicht lesen"),
        (Stored("Ridden", 3, '{"figure": "He-Man"}'), "„Ridden“ (Fassung 3) lässt sich nicht lesen"),
        (Stored("Ridden", 3, "\x00\n\n"), "„Ridden“ (Fassung 3) lässt sich nicht lesen"),
    ],
)
def test_what_can_not_be_read_is_named_in_one_german_line(stored: Stored, told: str) -> None:
    with pytest.raises(UnknownShape) as caught:
        OLD_RULES.decode(stored)
    assert str(caught.value).startswith(told)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("text", ["", "garbage", "[1]", "[[1]]", '[["Ridden"]]', '[[["Ridden", "1", {}]]]', "3"])
def test_orders_that_can_not_be_read_are_named_in_one_german_line(text: str) -> None:
    for read in (OLD_RULES.decode_lines, OLD_RULES.decode_one):
        with pytest.raises(UnknownShape) as caught:
            read(text)
        assert len(str(caught.value).splitlines()) == 1
