"""What can be wrong with the file of a database: one German line each, and nothing is damaged by it."""

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import rmtree
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from motuc_bot.app import open_desk as open_as_the_program_does
from motuc_bot.referee.check_battles import check_battles
from motuc_bot.referee.desk import Desk
from motuc_bot.settings import Settings
from motuc_bot.store import engine as engines
from motuc_bot.store.faults import DatabaseBusy, DatabaseFault, fault_of
from motuc_bot.store.posts import all_posts
from tests.referee.table import Thread, duel, open_desk
from tests.store.commands import DIFFERENT, fault, run
from tests.store.damage import spoil, spoil_header
from tests.store.older import FIRST, OLD_ROWS, OLD_TABLES, looks, make_older

NOBODY = 65_534
ATTACK = "Skeletor: greift He-Man an"
LONG = "Es wird eng. " * 500


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Give a database with a battle in which a post has counted."""
    made = tmp_path / "battles.db"
    desk = open_desk(f"sqlite:///{made}")
    duel(desk).post("kalle", ATTACK)
    desk.store.close()
    return made


def commands(folder: Path) -> tuple[tuple[str, ...], ...]:
    """Return every command that needs the database, with a name for a copy that is free."""
    return (
        ("db", "upgrade"),
        ("db", "check"),
        ("db", "backup", str(folder / "copy.db")),
        ("db", "undelivered"),
        ("export", "1"),
    )


def sound(file: Path) -> bool:
    """Tell whether the database passes its check."""
    return run(f"sqlite:///{file}", "db", "check").status == 0


@pytest.mark.parametrize("content", [b"Kein SQLite, aber lang genug, um eines zu sein." * 100, b"kurz"])
def test_a_file_that_is_no_database(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "battles.db"
    file.write_bytes(content)
    for command in commands(tmp_path):
        assert fault(f"sqlite:///{file}", *command).startswith(f"{file}: die Datenbank ist beschädigt; bitte eine Sich")
    assert file.read_bytes() == content
    assert not (tmp_path / "copy.db").exists()


def test_garbage_in_the_header(file: Path) -> None:
    spoil_header(file)
    before = file.read_bytes()
    for command in commands(file.parent):
        assert "die Datenbank ist beschädigt" in fault(f"sqlite:///{file}", *command)
    assert file.read_bytes() == before


@pytest.mark.parametrize("table", ["battles", "events", "posts", "alembic_version"])
def test_garbage_in_the_middle(file: Path, table: str) -> None:
    spoil(file, table)
    url = f"sqlite:///{file}"
    outcome = run(url, "db", "check")
    assert outcome.status != 0
    assert "die Datei ist beschädigt" in outcome.out or "die Datenbank ist beschädigt" in outcome.err
    assert "die Datenbank ist beschädigt" in fault(url, "db", "backup", str(file.parent / "copy.db"))
    assert [path.name for path in file.parent.glob("copy*")] == []


def test_damage_that_no_battle_meets_is_found_by_the_check(file: Path) -> None:
    with closing(sqlite3.connect(file)) as plain:
        plain.execute("PRAGMA writable_schema=ON")
        plain.execute("UPDATE sqlite_schema SET sql = replace(sql, 'fault TEXT', 'fault TEXT NOT NULL')")
        plain.commit()
    outcome = run(f"sqlite:///{file}", "db", "check")
    assert outcome.status == DIFFERENT
    assert outcome.out.startswith("die Datei ist beschädigt: NULL value in outbox.fault")
    assert outcome.out.endswith("1 Schlacht geprüft, alle stimmen.\n")


def test_a_post_meets_garbage(file: Path) -> None:
    spoil(file, "posts")
    desk, _ = open_as_the_program_does(Settings(database_url=f"sqlite:///{file}"))
    with closing(desk.store), pytest.raises(DatabaseFault, match="die Datenbank ist beschädigt"):
        Thread(desk, 1, 50).post("anna", "He-Man: pariert")


def test_a_table_that_is_gone(file: Path) -> None:
    with closing(sqlite3.connect(file)) as plain:
        plain.execute("DROP TABLE outbox")
    line = fault(f"sqlite:///{file}", "db", "undelivered")
    assert line.startswith(f"{file}: der Datenbank fehlt etwas, das dieses Programm angelegt hat")


def test_rows_that_belong_to_nothing_are_found_by_the_check(file: Path) -> None:
    with closing(sqlite3.connect(file)) as plain:
        plain.execute("INSERT INTO seats (battle_id, seat, person, taken_at) VALUES (99, 'x', 'y', '2030-01-02')")
        plain.commit()
    outcome = run(f"sqlite:///{file}", "db", "check")
    assert (outcome.status, outcome.out.splitlines()[0]) == (DIFFERENT, "in seats gehört Zeile 4 zu nichts in battles")


@contextmanager
def unprivileged() -> Iterator[None]:
    """Work as a user whom permissions bind; root may write whatever is write-protected."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def shared(file: Path) -> Iterator[Path]:
    """Give the database in a folder that a user without rights may enter."""
    folder = Path(tempfile.mkdtemp(prefix="motuc"))
    shared = folder / "battles.db"
    file.rename(shared)
    for path in (folder, shared):
        if os.geteuid() == 0:
            os.chown(path, NOBODY, NOBODY)
    # Whatever a command imports is imported before: the packages may lie where nobody may read.
    assert sound(shared)
    run(f"sqlite:///{shared}", "export", "1")
    yield shared
    folder.chmod(0o700)
    rmtree(folder)


def protect(path: Path, mode: int) -> None:
    with unprivileged():
        path.chmod(mode)


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
class TestPermissions:
    def test_a_write_protected_file(self, shared: Path) -> None:
        protect(shared, 0o444)
        before = shared.read_bytes()
        with unprivileged():
            desk, _ = open_as_the_program_does(Settings(database_url=f"sqlite:///{shared}"))
            with closing(desk.store), pytest.raises(DatabaseFault) as caught:
                Thread(desk, 1, 50).post("anna", "He-Man: pariert")
        assert str(caught.value) == f"{shared}: die Datenbank ist schreibgeschützt; bitte Datei und Ordner freigeben"
        assert shared.read_bytes() == before

    def test_a_write_protected_file_can_be_read(self, shared: Path) -> None:
        protect(shared, 0o444)
        with unprivileged():
            for command in commands(shared.parent):
                assert run(f"sqlite:///{shared}", *command).status == 0
        assert sound(shared.with_name("copy.db"))

    def test_a_write_protected_file_of_an_earlier_shape(self, shared: Path) -> None:
        shared.unlink()
        with unprivileged():
            make_older(f"sqlite:///{shared}")
            shared.chmod(0o444)
            line = fault(f"sqlite:///{shared}", "db", "upgrade")
        assert line == f"{shared}: die Datenbank ist schreibgeschützt; bitte Datei und Ordner freigeben"
        assert looks(f"sqlite:///{shared}") == (FIRST, OLD_TABLES, OLD_ROWS)

    def test_a_write_protected_folder(self, shared: Path) -> None:
        protect(shared.parent, 0o555)
        with unprivileged():
            line = fault(f"sqlite:///{shared}", "db", "check")
            backup = fault(f"sqlite:///{shared}", "db", "backup", str(shared.with_name("copy.db")))
            restored = fault(f"sqlite:///{shared}", "db", "restore", str(shared))
        assert line in (
            f"{shared}: die Datei lässt sich nicht öffnen; bitte Pfad und Rechte prüfen",
            f"{shared}: die Datenbank ist schreibgeschützt; bitte Datei und Ordner freigeben",
        )
        assert backup.startswith((f"{shared}: ", f"{shared.with_name('copy.db')}: lässt sich nicht"))
        assert restored == f"{shared}: das ist die Datenbank selbst, keine Sicherung"

    def test_an_unreadable_file(self, shared: Path) -> None:
        protect(shared, 0o000)
        with unprivileged():
            for command in commands(shared.parent):
                assert fault(f"sqlite:///{shared}", *command).startswith(f"{shared}: die Datei lässt sich nicht öffnen")

    def test_a_folder_that_may_not_be_entered(self, shared: Path) -> None:
        protect(shared.parent, 0o000)
        with unprivileged():
            for command in commands(shared.parent):
                assert "Permission denied" in fault(f"sqlite:///{shared}", *command)
        protect(shared.parent, 0o700)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody wait long for a database that others hold."""
    monkeypatch.setattr(engines, "PATIENCE_SECONDS", 0.05)


HELD = "ein anderes Programm hält die Datenbank fest; bitte beenden oder warten"


@pytest.mark.usefixtures("impatient")
def test_a_database_to_which_another_program_writes(file: Path) -> None:
    url = f"sqlite:///{file}"
    desk, _ = open_as_the_program_does(Settings(database_url=url))
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseBusy, match=HELD):
            Thread(desk, 1, 50).post("anna", "He-Man: pariert")
        assert fault(url, "db", "check") == f"{file}: {HELD}"
        # A copy can be made all the same.
        assert run(url, "db", "backup", str(file.with_name("copy.db"))).status == 0
        other.execute("ROLLBACK")
    assert Thread(desk, 1, 50).post("anna", "He-Man: pariert").number == 2
    desk.store.close()
    assert sound(file)


@pytest.mark.usefixtures("impatient")
def test_a_database_that_another_program_has_for_itself(file: Path) -> None:
    url = f"sqlite:///{file}"
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        for command in commands(file.parent):
            assert fault(url, *command) == f"{file}: {HELD}"
    assert sound(file)


def test_the_change_to_the_write_ahead_log_is_waited_for(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite does not wait by itself while another program changes that: it says at once that the file is locked."""
    with closing(sqlite3.connect(file)) as plain:
        plain.execute("PRAGMA journal_mode=DELETE")
    other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    pauses = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            other.execute("ROLLBACK")
            other.close()

    monkeypatch.setattr(engines, "sleep", pause)
    assert run(f"sqlite:///{file}", "db", "upgrade").status == 0
    assert len(pauses) == 3


def on_each_connection(desk: Desk, statement: Callable[[sqlite3.Connection], str]) -> None:
    """Let each new connection of the desk begin with a statement."""
    desk.store.close()

    def begin(connection: sqlite3.Connection, entry: Any) -> None:
        connection.execute(statement(connection)).fetchall()

    event.listen(desk.store.engine, "connect", begin)


def test_a_full_disk(tmp_path: Path) -> None:
    """Simulated by the most pages that the file may have."""
    file = tmp_path / "battles.db"
    desk = open_desk(f"sqlite:///{file}")
    thread = duel(desk)
    thread.post("kalle", ATTACK)
    room = 3

    def limit(connection: sqlite3.Connection) -> str:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        return f"PRAGMA max_page_count={pages + room}"

    on_each_connection(desk, limit)
    messages = [thread.message() for _ in range(100)]
    told, counted = "", 0
    for message in messages:
        try:
            counted = thread.post("kalle", LONG, message=message).number or 0
        except DatabaseFault as full:
            told = str(full)
            break
    assert told == f"{file}: die Datenbank ist voll; bitte Platz auf dem Datenträger schaffen"
    assert [faults for _, _, faults in check_battles(desk)] == [()]
    # When there is room again, it goes on as if nothing had been.
    room = 1000
    desk.store.close()
    assert thread.post("kalle", LONG, message=message).number == counted + 1
    assert [faults for _, _, faults in check_battles(desk)] == [()]
    desk.store.close()
    assert sound(file)


def test_a_disk_that_has_become_read_only(tmp_path: Path) -> None:
    """Simulated by SQLite's own switch."""
    file = tmp_path / "battles.db"
    desk = open_desk(f"sqlite:///{file}")
    thread = duel(desk)
    on_each_connection(desk, lambda connection: "PRAGMA query_only=ON")
    with pytest.raises(DatabaseFault, match="die Datenbank ist schreibgeschützt"):
        thread.post("kalle", ATTACK)
    desk.store.close()
    assert sound(file)


@pytest.mark.parametrize("command", [("db", "check"), ("db", "undelivered"), ("export", "1")])
@pytest.mark.parametrize("empty", [False, True])
def test_no_database_is_made_where_one_is_looked_at(tmp_path: Path, command: tuple[str, ...], empty: bool) -> None:
    file = tmp_path / "batles.db"
    if empty:
        file.touch()
    told = f"{file}: hier ist noch keine Datenbank; bitte den Pfad prüfen (MOTUC_DATABASE_URL)"
    assert fault(f"sqlite:///{file}", *command) == told
    assert [(one, one.stat().st_size) for one in tmp_path.iterdir()] == ([(file, 0)] if empty else [])


GONE = "die Datenbankdatei wurde gelöscht oder ersetzt, während das Programm läuft; bitte neu starten"


@contextmanager
def at_work(file: Path) -> Iterator[Thread]:
    """Give a battle of the program that has the database open and has just counted a post."""
    desk, _ = open_as_the_program_does(Settings(database_url=f"sqlite:///{file}"))
    thread = duel(desk)
    assert thread.post("kalle", ATTACK).accepted
    yield thread
    desk.store.close()


@pytest.mark.parametrize("replaced", [False, True])
def test_no_post_is_acknowledged_once_the_file_is_gone(file: Path, tmp_path: Path, replaced: bool) -> None:
    away = tmp_path / "away.db"
    with at_work(file) as thread:
        file.rename(away)
        if replaced:
            open_desk(f"sqlite:///{file}").store.close()
        message = thread.message()
        with pytest.raises(DatabaseFault) as caught:
            thread.post("anna", "He-Man: pariert", message=message)
        assert str(caught.value) == f"{file}: {GONE}"
        with pytest.raises(DatabaseFault, match=GONE), thread.desk.store.reading():
            pass
        assert file.exists() == replaced
        if not replaced:
            away.rename(file)
            assert thread.post("anna", "He-Man: pariert", message=message).accepted
    assert sound(file)


def test_a_database_is_watched_from_the_start(file: Path) -> None:
    desk, _ = open_as_the_program_does(Settings(database_url=f"sqlite:///{file}"))
    file.unlink()
    with pytest.raises(DatabaseFault, match=GONE):
        duel(desk)
    desk.store.close()


def test_what_is_committed_into_a_file_that_went_meanwhile_is_not_acknowledged(file: Path) -> None:
    with at_work(file) as thread:
        writing = thread.desk.store.writing()
        assert all_posts(writing.__enter__(), thread.battle)
        file.unlink()
        with pytest.raises(DatabaseFault, match=GONE):
            writing.__exit__(None, None, None)
        with pytest.raises(DatabaseFault, match=GONE), thread.desk.store.writing():
            pass


def test_another_file_is_taken_once_all_is_closed(file: Path) -> None:
    with at_work(file) as thread:
        thread.desk.store.close()
        copy = file.read_bytes()
        file.unlink()
        file.write_bytes(copy)
        assert thread.post("anna", "He-Man: pariert").accepted


def test_where_files_have_no_number_none_is_taken_for_another(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.stat

    def numberless(*arguments: Any, **named: Any) -> os.stat_result:
        found = real(*arguments, **named)
        return os.stat_result((found.st_mode, 0, *found[2:]))

    monkeypatch.setattr("motuc_bot.store.opened_file.os.stat", numberless)
    with at_work(file) as thread:
        copy = file.read_bytes()
        file.rename(file.with_name("away.db"))
        file.write_bytes(copy)
        with thread.desk.store.reading():
            pass
        file.unlink()
        with pytest.raises(DatabaseFault, match=GONE), thread.desk.store.reading():
            pass


def test_what_sqlite_itself_says_of_a_file_that_was_replaced() -> None:
    moved = sqlite3.OperationalError("attempt to write a readonly database")
    moved.sqlite_errorcode = sqlite3.SQLITE_READONLY_DBMOVED
    told = str(fault_of(OperationalError(None, None, moved), "battles.db"))
    assert told == "battles.db: die Datei wurde ersetzt oder verschoben; bitte das Programm neu starten"
