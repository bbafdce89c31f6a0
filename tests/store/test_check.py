"""`motuc-bot db check` and the other commands with what a database holds, whatever somebody has done to it."""

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from motuc_bot.referee.desk import Desk
from motuc_bot.store.engine import open_engine
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.store.tables import BATTLES, EVENTS, POSTS, SEALS
from tests.referee.table import Thread, duel, open_desk
from tests.store.commands import DIFFERENT, fault, run

NEWER = "die Datenbank ist neuer als das Programm; bitte das Programm aktualisieren"


@pytest.fixture
def url(database_url: str) -> str:
    """Give a database with two battles; in the first, dice have fallen."""
    desk = open_desk(database_url)
    duel(desk).play([("kalle", "Skeletor: greift He-Man an"), ("anna", "He-Man: pariert")])
    duel(desk)
    desk.store.close()
    return database_url


def change(url: str, table: sa.Table, **values: Any) -> None:
    """Change all rows of the first battle."""
    engine = open_engine(url)
    key = table.c.id if table is BATTLES else table.c.battle_id
    with engine.begin() as connection:
        connection.execute(sa.update(table).where(key == 1).values(values))
    engine.dispose()


def test_a_sound_database(url: str) -> None:
    outcome = run(url, "db", "check")
    assert (outcome.status, outcome.out, outcome.err) == (0, "2 Schlachten geprüft, alle stimmen.\n", "")


def test_an_empty_database(database_url: str) -> None:
    assert run(database_url, "db", "upgrade").status == 0
    assert run(database_url, "db", "check").out == "0 Schlachten geprüft, alle stimmen.\n"


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"kind": "Flown"}, f"„Flown“ kennt dieses Programm nicht: {NEWER}"),
        ({"schema_version": 99}, f"in Fassung 99 kennt dieses Programm nicht: {NEWER}"),
        ({"schema_version": 0}, "(Fassung 0) lässt sich nicht lesen"),
        ({"payload": "garbage"}, "(Fassung 1) lässt sich nicht lesen: 'garbage'"),
        ({"payload": "{}"}, "(Fassung 1) lässt sich nicht lesen: '{}'"),
    ],
)
def test_events_that_can_not_be_read(url: str, values: dict[str, Any], told: str) -> None:
    change(url, EVENTS, **values)
    outcome = run(url, "db", "check")
    # The other battle is checked all the same.
    found, counted = outcome.out.splitlines()
    assert (outcome.status, counted) == (DIFFERENT, "2 Schlachten geprüft, 1 stimmt nicht.")
    assert found.startswith("Schlacht 1 (Zweikampf): ")
    assert told in found
    assert told in fault(url, "export", "1")
    assert run(url, "export", "2").status == 0


@pytest.mark.parametrize(
    ("table", "values"),
    [
        (BATTLES, {"config": "garbage"}),
        (BATTLES, {"config": "[]"}),
        (BATTLES, {"salt": "garbage"}),
        (BATTLES, {"salt": '[["black", "Nebel"]]'}),
        (BATTLES, {"system": "chess"}),
        (BATTLES, {"key": "another"}),
        (BATTLES, {"version": 3}),
        (BATTLES, {"version": 99}),
        (BATTLES, {"moment": "9 over", "over": True}),
        (BATTLES, {"rules_version": 99}),
        (POSTS, {"commands": "garbage"}),
        (POSTS, {"commands": "[]"}),
        (POSTS, {"rolls": "garbage"}),
        (POSTS, {"rolls": "[[6, 6]]"}),
        (POSTS, {"seat": "eve"}),
        (POSTS, {"number": None}),
        (SEALS, {"first_post": 5}),
        (SEALS, {"seed": b"short"}),
    ],
    ids=lambda part: part.name if isinstance(part, sa.Table) else str(part),
)
def test_whatever_was_changed_is_found_and_told_in_lines(url: str, table: sa.Table, values: dict[str, Any]) -> None:
    change(url, table, **values)
    outcome = run(url, "db", "check")
    assert outcome.status == DIFFERENT
    assert all(line.startswith("Schlacht 1 (") for line in outcome.out.splitlines()[:-1])
    assert outcome.out.endswith("2 Schlachten geprüft, 1 stimmt nicht.\n")


def test_a_post_in_a_battle_that_a_newer_program_has_led_on(url: str) -> None:
    change(url, EVENTS, schema_version=99)
    desk = open_desk(url)
    with pytest.raises(DatabaseFault, match="kennt dieses Programm nicht"):
        Thread(desk, 1, 50).post("anna", "He-Man: wartet")
    desk.store.close()


def test_an_export_of_a_battle_that_is_not_there(url: str, tmp_path: Path) -> None:
    assert fault(url, "export", "99") == "Eine Schlacht 99 gibt es nicht."
    target = tmp_path / "nowhere" / "battle.yaml"
    assert fault(url, "export", "1", "--nach", str(target)).startswith(f"{target}: die Datei lässt sich nicht schreib")


def test_commands_that_need_no_change_change_nothing(url: str) -> None:
    engine = open_engine(url)

    def rows() -> list[Any]:
        with engine.connect() as connection:
            return [connection.execute(sa.select(table)).all() for table in (BATTLES, EVENTS, POSTS, SEALS)]

    before = rows()
    for command in (["db", "upgrade"], ["db", "check"], ["db", "undelivered"], ["export", "1"]):
        assert run(url, *command).status == 0
    assert rows() == before
    engine.dispose()


def test_a_desk_closes_what_it_has_opened(database_url: str) -> None:
    desk: Desk = open_desk(database_url)
    duel(desk)
    desk.store.close()
    assert desk.store.engine.pool.checkedin() == 0  # type: ignore[attr-defined]
