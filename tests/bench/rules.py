"""Figures of the rules engine: one melee, one event, one battle from text."""

from collections.abc import Iterator
from pathlib import Path

from motuc_bot.transcript.load import load
from motuc_bot.transcript.play import play
from rules.board import Board, Field
from rules.core import Battle, Post, RolledBack, Seat
from rules.dice import Tape
from rules.motuc import MOTUC
from rules.motuc import commands as cm
from rules.motuc.answers import Parry
from rules.motuc.events import Event
from rules.motuc.model import Config, Entry, State
from rules.motuc.view import View
from rules.motuc.words import Team
from tests.bench.measure import Measure, least_of
from tests.rules.motuc.battles import SHEETS, setup

LONG_BATTLE = Path(__file__).parents[1] / "rules" / "conformance" / "long" / "six-against-six.yaml"


def measures() -> Iterator[Measure]:
    """Yield the figures."""
    yield Measure("melee announced, parried, resolved, 12 figures", _melee() * 1e6, 200, "µs")
    yield Measure("one event evolved, mean over the log of a battle 6 against 6", _evolving() * 1e6, 10, "µs")
    transcript = load(LONG_BATTLE)
    yield Measure(
        "battle 6 against 6, 6 rounds, replayed from text",
        least_of(lambda: play(load(LONG_BATTLE)), rounds=9) * 1e3,
        150,
        "ms",
    )
    assert play(transcript).battle.state.round == 6


def twelve_figures() -> Battle[Config, State, cm.Command, Event, View]:
    """Return a battle 6 against 6 in which only one figure of the moving side has not finished."""
    entries = tuple(
        Entry(
            sheet.name,
            Team.BLACK if at < 6 else Team.WHITE,
            Seat("ann" if at < 6 else "ben"),
            Field(3 if at < 6 else 4, 1 + at % 6),
        )
        for at, sheet in enumerate(SHEETS)
    )
    battle: Battle[Config, State, cm.Command, Event, View] = Battle.open(
        MOTUC, Config(setup(Board(12, 8)), entries), Tape(())
    )
    passes = tuple((cm.Pass(entry.figure),) for entry in entries[1:6])
    battle, verdict = battle.judge(Post(1, Seat("ann"), passes), Tape(()))
    assert verdict.accepted
    return battle


def _melee() -> float:
    battle = twelve_figures()
    attacker, target = SHEETS[0].name, SHEETS[6].name
    announce: Post[cm.Command] = Post(2, Seat("ann"), ((cm.Attack(attacker, target),),))
    react: Post[cm.Command] = Post(3, Seat("ben"), ((cm.React(target, (cm.Reaction(Parry()),)),),))

    def work() -> None:
        # Hits, so that damage is rolled too.
        dice = Tape((6, 6, 1, 6, 1))
        announced, first = battle.judge(announce, dice)
        _, second = announced.judge(react, dice)
        assert first.accepted
        assert second.accepted
        dice.finish()

    return least_of(work, rounds=15, repeat=200)


def _evolving() -> float:
    log = [event for event in play(load(LONG_BATTLE)).battle.log if not isinstance(event, RolledBack)]

    def work() -> None:
        state = MOTUC.blank
        for event in log:
            state = MOTUC.evolve(state, event)

    return least_of(work, rounds=9) / len(log)
