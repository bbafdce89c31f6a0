"""The battle with which the page begins: every post counts whatever the dice say, and White has to react."""

from pathlib import Path

import pytest

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.figure_tables import FIGURE_TABLES
from motuc_bot.referee.read_battle import read_battle
from motuc_bot.store.engine import open_engine
from motuc_bot.store.store import Store
from motuc_bot.store.upgrade import upgrade
from motuc_bot.systems.registry import known_side
from motuc_bot.table.demo import set_up_demo
from motuc_bot.table.visitors import EVERYBODY
from rules.core import Seat, Waiting

# Shots of all kinds: some of these seeds let Man-at-Arms hit, some not.
SEEDS = 12


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_demo_stands_where_white_reacts(tmp_path: Path, seed: int):
    engine = open_engine(f"sqlite:///{tmp_path / 'demo.db'}")
    upgrade(engine)
    desk = Desk(Store(engine, FIGURE_TABLES), draw_seed=lambda: bytes([seed]) * 32)
    battle = set_up_demo(desk)
    assert battle is not None
    seen = read_battle(desk, battle, EVERYBODY)
    assert [post.lines for post in seen.posts if post.number is None] == []
    assert [post.number for post in seen.posts] == list(range(1, 9))
    side = known_side(seen.system)
    assert seen.moment == "2 white_reacts"
    assert side.system.waiting(seen.state) == (
        Waiting(Seat("Dirk"), "He-Man", "melee", "Skeletor"),
        Waiting(Seat("Elif"), "Stratos", "shot", "Trap-Jaw"),
        Waiting(Seat("Dirk"), "Teela", "disarm", "Beast Man"),
    )
    groups = [group for seat in ("Dirk", "Elif") for group in side.choices(seen.state, Seat(seat)) if group.due]
    assert [(group.figure, group.kind) for group in groups] == [
        ("He-Man", "Reagieren auf Skeletor (Nahkampf)"),
        ("Teela", "Reagieren auf Beast Man (Entwaffnen)"),
        ("Stratos", "Reagieren auf Trap-Jaw (Schuss)"),
    ]
    # The fourth one is a spell, and against spells nobody reacts.
    assert "Gegen Zauber gibt es keine Reaktion: Blitz auf Stratos." in seen.posts[-1].lines
    assert set_up_demo(desk) is None
    desk.store.close()
