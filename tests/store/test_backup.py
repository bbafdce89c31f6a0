"""Copies of a database, made while it is in use, and brought back."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, nullcontext, suppress
from pathlib import Path
from threading import Event, Thread

import pytest

from motuc_bot.app import open_desk as open_as_the_program_does
from motuc_bot.referee.read_battle import read_battle
from motuc_bot.settings import Settings
from motuc_bot.store import backup as backups
from motuc_bot.store import restore as restoring
from motuc_bot.store.backup import back_up
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.store.restore import restore
from tests.referee.table import Thread as BattleThread
from tests.referee.table import duel, open_desk
from tests.store.commands import fault, run
from tests.store.damage import spoil, spoil_header
from tests.store.older import FIRST, OLD_ROWS, OLD_TABLES, looks, make_older


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Give a database with a battle in which one post has counted."""
    made = tmp_path / "battles.db"
    posted(made, 1)
    return made


def posted(file: Path, posts: int) -> None:
    """Open a duel in a new database, in which so many posts count."""
    desk = open_desk(f"sqlite:///{file}")
    thread = duel(desk)
    for _ in range(posts):
        thread.post("kalle", "Hallo!")
    desk.store.close()


def posts_in(file: Path) -> int:
    """Return how many posts have counted; the database must be sound."""
    assert run(f"sqlite:///{file}", "db", "check").status == 0
    desk, _ = open_as_the_program_does(Settings(database_url=f"sqlite:///{file}"))
    with closing(desk.store):
        return len(read_battle(desk, 1, None).posts)


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


class Killed(BaseException):
    """The program was killed."""


# --- backup ------------------------------------------------------------------------------------------------------


def test_a_backup_is_one_plain_file(file: Path) -> None:
    target = file.with_name("copy.db")
    outcome = run(f"sqlite:///{file}", "db", "backup", str(target))
    assert (outcome.status, outcome.out) == (0, f"{target}: gesichert\n")
    assert names(file.parent) == {"battles.db", "copy.db"}
    with closing(sqlite3.connect(target)) as plain:
        assert plain.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert posts_in(target) == 1


def test_a_backup_while_somebody_posts_all_the_time(tmp_path: Path) -> None:
    file = tmp_path / "battles.db"
    desk = open_desk(f"sqlite:///{file}")
    thread = duel(desk)
    begun, enough = Event(), Event()

    def post_on() -> None:
        while not enough.is_set():
            thread.post("kalle", "Hallo!")
            begun.set()

    writer = Thread(target=post_on)
    writer.start()
    begun.wait()
    copies = [file.with_name(f"copy-{at}.db") for at in range(5)]
    try:
        for target in copies:
            assert run(f"sqlite:///{file}", "db", "backup", str(target)).status == 0
    finally:
        enough.set()
        writer.join()
    desk.store.close()
    counted = [posts_in(target) for target in copies]
    assert counted == sorted(counted)
    assert 1 <= counted[0] <= counted[-1] <= posts_in(file)


def test_a_backup_that_is_there_is_not_overwritten(file: Path) -> None:
    target = file.with_name("copy.db")
    target.write_text("mine")
    assert fault(f"sqlite:///{file}", "db", "backup", str(target)).startswith(f"{target}: das gibt es schon")
    assert target.read_text() == "mine"
    assert fault(f"sqlite:///{file}", "db", "backup", str(file)).startswith(f"{file}: das gibt es schon")


def test_no_database_no_backup(tmp_path: Path) -> None:
    file = tmp_path / "battles.db"
    line = fault(f"sqlite:///{file}", "db", "backup", str(tmp_path / "copy.db"))
    assert line == f"{file}: hier ist noch keine Datenbank"
    assert names(tmp_path) == set()


def test_a_backup_into_a_folder_that_is_not_there(file: Path) -> None:
    target = file.parent / "nowhere" / "copy.db"
    line = fault(f"sqlite:///{file}", "db", "backup", str(target))
    assert line == f"{target}: lässt sich nicht schreiben (den Ordner {target.parent} gibt es nicht)"


def test_a_backup_for_which_the_disk_is_full(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulated by the most pages that the copy may have."""
    monkeypatch.setattr(sqlite3, "connect", small)
    target = file.with_name("copy.db")
    with pytest.raises(DatabaseFault) as caught:
        back_up(file, target)
    assert str(caught.value) == f"{target}: lässt sich nicht schreiben (der Datenträger ist voll)"
    assert names(file.parent) == {"battles.db"}


def small(database: object, **options: object) -> sqlite3.Connection:
    """Open a database; one that is not opened by a URI may have one page only."""
    connection = connect(database, **options)  # type: ignore[call-overload]
    if "uri" not in options:
        connection.execute("PRAGMA max_page_count=1")
    made: sqlite3.Connection = connection
    return made


connect = sqlite3.connect


def test_a_killed_backup_leaves_no_file_with_the_name_of_a_whole_one(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is half done has another name, and does not disturb the next backup."""
    target = file.with_name("copy.db")

    def dies(new: Path, name: Path) -> None:
        assert not name.exists()
        new.rename(new.with_name("as it was when the power went"))
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(backups, "replace", dies)
        with pytest.raises(Killed):
            back_up(file, target)
    target.with_name("copy.db.halb").write_bytes(b"half")
    back_up(file, target)
    assert posts_in(target) == 1


# --- restore -----------------------------------------------------------------------------------------------------


@pytest.fixture
def copy(file: Path) -> Path:
    """Give a backup; since it was made, two more posts have counted."""
    target = file.with_name("copy.db")
    back_up(file, target)
    desk, _ = open_as_the_program_does(Settings(database_url=f"sqlite:///{file}"))
    thread = BattleThread(desk, 1, 50)
    thread.post("kalle", "Hallo!")
    thread.post("anna", "Hallo!")
    desk.store.close()
    assert posts_in(file) == 3
    return target


def test_a_backup_is_brought_back_and_what_was_there_is_kept(file: Path, copy: Path) -> None:
    outcome = run(f"sqlite:///{file}", "db", "restore", str(copy))
    kept = file.with_name("battles.db.alt-1")
    assert outcome.status == 0
    assert outcome.out == f"{file}: zurückgeholt aus {copy}\nWas vorher da war, liegt jetzt hier: {kept}\n"
    assert (posts_in(file), posts_in(kept), posts_in(copy)) == (1, 3, 1)
    assert names(file.parent) == {"battles.db", "battles.db.alt-1", "copy.db"}
    assert restore(copy, file) == file.with_name("battles.db.alt-2")


def test_a_backup_is_brought_back_where_nothing_is(file: Path, copy: Path) -> None:
    file.unlink()
    assert restore(copy, file) is None
    assert posts_in(file) == 1


def test_a_log_that_was_left_does_not_get_into_the_restored_database(file: Path, copy: Path) -> None:
    """A program that was killed leaves a write-ahead log; SQLite would replay it into whatever lies beside it."""
    log = crashed(file)
    kept = restore(copy, file)
    assert posts_in(file) == 1
    assert kept is not None
    assert kept.with_name(f"{kept.name}-wal").read_bytes() == log
    assert posts_in(kept) == 4


def test_a_log_without_its_database_is_kept_aside_too(file: Path, copy: Path) -> None:
    log = crashed(file)
    file.unlink()
    kept = restore(copy, file)
    assert posts_in(file) == 1
    assert kept is not None
    assert kept.with_name(f"{kept.name}-wal").read_bytes() == log


def crashed(file: Path) -> bytes:
    """Leave the database as a program leaves it that is killed after a post has counted; return what its log holds."""
    desk, _ = open_as_the_program_does(Settings(database_url=f"sqlite:///{file}"))
    BattleThread(desk, 1, 60).post("kalle", "Hallo!")
    parts = [file, file.with_name("battles.db-wal"), file.with_name("battles.db-shm")]
    content = [part.read_bytes() for part in parts]
    desk.store.close()
    for part, held in zip(parts, content, strict=True):
        part.write_bytes(held)
    return content[1]


@pytest.mark.parametrize("how", ["header", "middle", "empty", "text"])
def test_a_broken_database_is_kept_and_replaced(file: Path, copy: Path, how: str) -> None:
    match how:
        case "header":
            spoil_header(file)
        case "middle":
            spoil(file, "events")
        case "empty":
            file.write_bytes(b"")
        case _:
            file.write_text("Das war einmal eine Datenbank.")
    before = file.read_bytes()
    kept = restore(copy, file)
    assert posts_in(file) == 1
    assert kept is not None
    assert kept.read_bytes() == before


def test_a_database_in_use_is_not_replaced(file: Path, copy: Path) -> None:
    desk, _ = open_as_the_program_does(Settings(database_url=f"sqlite:///{file}"))
    read_battle(desk, 1, None)
    line = fault(f"sqlite:///{file}", "db", "restore", str(copy))
    assert line == f"{file}: die Datenbank ist in Gebrauch; bitte erst alle Programme beenden"
    assert not file.with_name("battles.db.alt-1").exists()
    assert len(read_battle(desk, 1, None).posts) == 3
    desk.store.close()
    assert posts_in(file) == 3


@pytest.fixture(params=["missing", "folder", "text", "empty", "header", "middle", "another", "newer", "itself"])
def unsound(request: pytest.FixtureRequest, file: Path, copy: Path) -> tuple[Path, str]:
    """Give something that is no backup, and what is said of it."""
    told = "das ist keine brauchbare Sicherung"
    match request.param:
        case "missing":
            copy.unlink()
            told = "diese Datei gibt es nicht"
        case "folder":
            copy, told = copy.parent, "diese Datei gibt es nicht"
        case "text":
            copy.write_text("Keine Datenbank." * 100)
        case "empty":
            copy.write_bytes(b"")
        case "header":
            spoil_header(copy)
        case "middle":
            spoil(copy, "events")
        case "another":
            copy.unlink()
            with closing(sqlite3.connect(copy)) as plain:
                plain.execute("CREATE TABLE recipes (name TEXT)")
        case "newer":
            told = "die Datenbank ist neuer als dieses Programm (Stand 9999)"
            with closing(sqlite3.connect(copy)) as plain:
                plain.execute("UPDATE alembic_version SET version_num = '9999'")
                plain.commit()
        case _:
            copy, told = file, "das ist die Datenbank selbst, keine Sicherung"
    return copy, told


def test_what_is_no_backup_changes_nothing(unsound: tuple[Path, str], file: Path) -> None:
    copy, told = unsound
    before, there = file.read_bytes(), names(file.parent)
    assert fault(f"sqlite:///{file}", "db", "restore", str(copy)).startswith(f"{copy}: {told}")
    assert (file.read_bytes(), names(file.parent)) == (before, there)


def test_a_backup_from_an_earlier_program_is_brought_up_at_the_next_start(file: Path) -> None:
    older = file.with_name("older.db")
    make_older(f"sqlite:///{older}")
    restore(older, file)
    assert looks(f"sqlite:///{file}") == (FIRST, OLD_TABLES, OLD_ROWS)
    assert run(f"sqlite:///{file}", "db", "upgrade").status == 0
    assert looks(f"sqlite:///{file}")[2] == OLD_ROWS


def test_a_restore_for_which_the_disk_is_full_changes_nothing(
    file: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, there = file.read_bytes(), names(file.parent)
    monkeypatch.setattr(sqlite3, "connect", small)
    with pytest.raises(DatabaseFault, match="der Datenträger ist voll"):
        restore(copy, file)
    assert (file.read_bytes(), names(file.parent)) == (before, there)


@pytest.mark.parametrize("step", range(8))
def test_a_restore_that_is_killed_loses_nothing(
    file: Path, copy: Path, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it did last, the old database is there whole: in its place or aside. The next attempt ends it."""
    crashed(file)
    steps = iter(range(100))

    def mortal(work: Callable[..., object]) -> Callable[..., object]:
        def done(*arguments: object, **options: object) -> object:
            if next(steps) == step:
                raise Killed
            return work(*arguments, **options)

        return done

    with monkeypatch.context() as patched:
        # Whoever is killed clears nothing away.
        patched.setattr(restoring, "removed_if_it_fails", lambda *files: nullcontext())
        patched.setattr(os, "fsync", mortal(os.fsync))
        patched.setattr(Path, "unlink", mortal(Path.unlink))
        patched.setattr(Path, "replace", mortal(Path.replace))
        with suppress(Killed):
            restore(copy, file)
    aside = file.with_name("battles.db.alt-1")
    assert next(steps) == step + 1, "there are fewer steps than that"
    assert (posts_in(file) == 4) if step < 5 else (posts_in(aside) == 4)
    restore(copy, file)
    assert posts_in(file) == 1
