"""Figures of the referee's answers: posts in which everything is wrong, in processor time."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from time import process_time

from motuc_bot.transcript.load import PostRow, Transcript, load
from motuc_bot.transcript.play import play
from tests.bench.measure import Measure, least_of
from tests.bench.rules import LONG_BATTLE

FAULTY_LINES = 60
# Each is wrong for every figure at the beginning of the battle: what is asked of the rules and of examples differs.
WRONG = (
    "{figure}: geht nach Z99",
    "{figure}: geht nach",
    "{figure}: grieft {other} an",
    "{figure}: greift {other} an",
    "{figure}: schießt auf {other}",
    "{figure}: zaubert Blitz auf {other}",
    "{figure}: weicht mit 99 aus",
    "{figure}: entwaffnet Hiemän",
    "{figure}: geht nach A1, greift {other} an",
    "SL: {figure} Leben 7",
)


def measures() -> Iterator[Measure]:
    """Yield the figures."""
    transcript = load(LONG_BATTLE)
    worst = max(
        least_of(partial(play, replace(transcript, posts=(post,), dice=())), rounds=7, clock=process_time)
        for post in _hostile(transcript)
    )
    yield Measure(f"the worst of all posts of {FAULTY_LINES} faulty lines answered", worst * 1e3, 20, "ms")


def _hostile(transcript: Transcript) -> Iterator[PostRow]:
    """Yield posts by a player of each side; their answers must name all lines."""
    figures = play(replace(transcript, posts=(), dice=())).battle.state.figures
    names = [figure.name for figure in figures]
    for seat in (figures[0].seat, figures[-1].seat):
        own = [figure.name for figure in figures if figure.seat == seat]
        for wrong in WRONG:
            for actors in (names, own):
                lines = (
                    wrong.format(figure=actors[at % len(actors)], other=names[(at * 5 + 3) % len(names)])
                    for at in range(FAULTY_LINES)
                )
                post = PostRow(by=seat, text="\n".join(lines))
                (answer,) = play(replace(transcript, posts=(post,), dice=())).answers
                assert len(answer.faults) == FAULTY_LINES, wrong
                yield post
