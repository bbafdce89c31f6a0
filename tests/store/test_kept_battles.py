"""Battles that earlier programs kept still load, and are what they were."""

from contextlib import closing
from pathlib import Path

import pytest

from motuc_bot.app import open_desk
from motuc_bot.referee.check_battles import check_battles
from motuc_bot.referee.export_battle import export_battle
from motuc_bot.referee.read_battle import read_battle
from motuc_bot.settings import Settings
from motuc_bot.store import figures
from tests.store import kept_battles
from tests.store.kept_battles import files, load


def test_battles_of_every_program_so_far_are_kept() -> None:
    assert [file.stem for file in files()] == ["version-1"]


@pytest.mark.parametrize("file", files(), ids=lambda file: file.stem)
def test_a_kept_battle_loads_and_shows_the_same_figures(file: Path, database_url: str) -> None:
    kept = load(file, database_url)
    (battle,) = kept["tables"]["battles"]
    desk, upgraded = open_desk(Settings(database_url=database_url))
    with closing(desk.store):
        assert upgraded.before == kept["revision"]
        with desk.store.reading() as connection:
            table = desk.view(connection, battle["id"])
            rows = figures.kept(connection, desk.store.figures[battle["system"]], battle["id"])
        system = table.side.system
        then = kept["tables"][f"{battle['system']}_figures"]
        assert list(rows) == sorted(then, key=lambda row: row["place"])
        assert rows == figures.expected(battle["id"], system.figures(table.battle.state))
        assert len(table.battle.log) == battle["version"] == len(kept["tables"]["events"])
        assert (table.row.moment, table.row.over) == (battle["moment"], True)
        for _, _, faults in check_battles(desk):
            assert [fault for fault in faults if not fault.startswith("gespielt nach Regeln der Fassung")] == []
        seen = read_battle(desk, battle["id"], None)
        assert [post.text for post in seen.posts] == [
            post["text"] for post in kept["tables"]["posts"] if post["number"] != 0
        ]
        assert export_battle(desk, battle["id"])["sealed"]["seals"][0]["seed"] == kept["tables"]["seals"][0]["seed"]


def test_a_kept_battle_is_never_written_anew() -> None:
    with pytest.raises(SystemExit, match="is kept for ever"):
        kept_battles.write("version-1")
