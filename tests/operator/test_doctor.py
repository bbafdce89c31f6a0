"""`motuc-bot doctor` and `motuc-bot outbox`: what is stuck is seen, and nothing secret is shown."""

import json
import os
import socket
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from motuc_bot.cli import app
from motuc_bot.doctor import Finding, Level, examine
from motuc_bot.referee.desk import Desk
from motuc_bot.settings import Settings
from motuc_bot.store import health
from motuc_bot.store.engine import open_engine, passwords
from motuc_bot.table.health import Health
from tests.operator.operated import SECRET, changed, on_platform, row, to_send
from tests.referee.table import START, duel, open_desk
from tests.store.commands import run
from tests.store.older import make_older


def findings(desk: Desk, **more: object) -> dict[str, Finding]:
    """Return what the doctor finds, by what it is about."""
    settings = Settings(database_url=desk.store.engine.url.render_as_string(hide_password=False), **more)  # type: ignore[arg-type]
    found = {one.about: one for one in examine(settings, desk.now(), 14)}
    assert SECRET not in repr(found)
    return found


def test_all_is_well(desk: Desk) -> None:
    on_platform(desk)
    found = findings(desk)
    assert "permissions" not in found or found.pop("permissions").level is Level.ATTENTION
    assert {one.level for one in found.values()} == {Level.FINE}
    assert found["battles"].facts == {"open": 1, "over": 0}
    assert found["database"].facts["shape"] == found["database"].facts["newest"]
    assert str(found["database"].facts["made_by"]).split()[0] in ("SQLite", "PostgreSQL")


def test_what_is_overdue_names_the_battle(desk: Desk) -> None:
    thread = on_platform(desk)
    to_send(desk, thread, "a")
    assert findings(desk)["outbox"].level is Level.FINE
    for _ in range(10):
        desk.now()
    outbox = findings(desk)["outbox"]
    assert outbox.level is Level.ATTENTION
    assert (outbox.facts["due"], outbox.facts["overdue"]) == (1, 1)
    assert outbox.lines[1].startswith(f"Am längsten wartet eine Antwort in Schlacht {thread.battle}, seit ")


def test_what_is_held_back_holds_back_what_comes_behind_it_in_the_thread(desk: Desk) -> None:
    thread = on_platform(desk)
    to_send(desk, thread, "held", held_until=desk.now() + timedelta(days=1))
    to_send(desk, thread, "behind")
    to_send(desk, thread, "another", person="kalle")
    for _ in range(10):
        desk.now()
    facts = findings(desk)["outbox"].facts
    assert (facts["held"], facts["due"], facts["overdue"]) == (1, 1, 1)


def test_what_nobody_would_send_is_not_overdue(desk: Desk) -> None:
    """A battle of the page alone has no thread."""
    thread = duel(desk)
    to_send(desk, thread, "a")
    for _ in range(10):
        desk.now()
    assert findings(desk)["outbox"].level is Level.FINE


def test_a_sender_that_is_gone(desk: Desk) -> None:
    thread = on_platform(desk)
    to_send(desk, thread, "a")
    changed(desk, "a", claimed_until=desk.now() - timedelta(minutes=6))
    outbox = findings(desk)["outbox"]
    assert outbox.facts["lapsed"] == 1
    assert outbox.level is Level.ATTENTION


def test_dead_letters_are_named_without_what_they_say(desk: Desk) -> None:
    thread = on_platform(desk)
    to_send(desk, thread, "a")
    to_send(desk, thread, "b", person="kalle")
    token = "t" * 60
    changed(desk, "a", dead_at=desk.now(), fault=f"Discord nimmt es nicht an /webhooks/1/{token}")
    changed(desk, "b", dead_at=desk.now(), fault="zu")
    letters = findings(desk)["dead_letters"]
    assert letters.level is Level.ATTENTION
    assert f"(Schlacht {thread.battle}, eine Antwort in den Thread, seit " in letters.lines[0]
    assert letters.lines[0].endswith("Discord nimmt es nicht an /webhooks/1/…")
    assert "eine Antwort an kalle" in letters.lines[1]
    assert letters.lines[1].endswith(": zu")


def test_a_battle_that_stands_still(desk: Desk) -> None:
    thread = on_platform(desk)
    settings = Settings(database_url=desk.store.engine.url.render_as_string(hide_password=False))
    later = desk.now() + timedelta(days=15)
    found = {one.about: one for one in examine(settings, later, 14)}["standstills"]
    assert found.level is Level.FINE
    (line,) = found.lines
    assert line.startswith(f"Schlacht {thread.battle} (Zweikampf) wartet seit ")
    assert findings(desk)["standstills"].lines == ("Keine Schlacht wartet länger als 14 Tage",)


def test_an_older_database_is_left_as_it_is(database_url: str) -> None:
    make_older(database_url)
    before = {one.about: one for one in examine(Settings(database_url=database_url), START, 14)}
    again = {one.about: one for one in examine(Settings(database_url=database_url), START, 14)}
    assert before["database"] == again["database"]
    assert before["database"].level is Level.ATTENTION
    assert "motuc-bot db upgrade" in before["database"].lines[0]
    assert "outbox" not in before


@pytest.mark.skipif(os.name != "posix", reason="the rights of files are those of POSIX")
def test_a_file_that_others_can_read(sqlite_desk: Desk) -> None:
    file = Path(str(sqlite_desk.store.engine.url.database))
    file.chmod(0o644)
    assert findings(sqlite_desk)["permissions"].level is Level.ATTENTION
    file.chmod(0o600)
    assert "permissions" not in findings(sqlite_desk)


def test_a_disk_that_gets_full(sqlite_desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    assert findings(sqlite_desk)["disk"].level is Level.FINE
    monkeypatch.setattr("motuc_bot.doctor._LEAST_FREE", 10**18)
    disk = findings(sqlite_desk)["disk"]
    assert disk.level is Level.ATTENTION
    assert "das wird knapp" in disk.lines[0]


def test_settings_show_no_secret(sqlite_desk: Desk) -> None:
    found = findings(sqlite_desk, discord_token="ganz-geheim", metrics_token="auch-geheim")
    assert found["settings"].facts["MOTUC_DISCORD_TOKEN"] == "gesetzt"
    assert found["settings"].facts["MOTUC_METRICS_TOKEN"] == "gesetzt"
    assert found["settings"].facts["MOTUC_DISCORD_API_URL"] == "nicht gesetzt"
    assert "geheim" not in repr(found["settings"])


def test_the_password_of_the_database_is_not_shown() -> None:
    url = "postgresql+psycopg://anna:geheim@127.0.0.1:1/battles"
    found = {one.about: one for one in examine(Settings(database_url=url), START, 14)}
    assert found["database"].level is Level.CANNOT_LOOK
    assert "geheim" not in repr(found)


def test_whether_the_bot_answers(sqlite_desk: Desk, running_health: Callable[[Health], int]) -> None:
    connected = [True]
    port = running_health(Health(sqlite_desk, lambda: connected[0]))
    assert findings(sqlite_desk, health_port=port)["bot"].lines == ("Der Bot läuft",)
    connected[0] = False
    ill = findings(sqlite_desk, health_port=port)["bot"]
    assert (ill.level, ill.lines) == (Level.ATTENTION, ("Der Bot läuft, aber: Keine Verbindung zu Discord.",))


def test_a_bot_that_does_not_answer(sqlite_desk: Desk) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
    gone = findings(sqlite_desk, health_port=port)["bot"]
    assert gone.level is Level.ATTENTION
    assert gone.lines[0].startswith("Der Bot antwortet nicht")
    assert findings(sqlite_desk)["bot"].level is Level.FINE


# --- the commands ------------------------------------------------------------------------------------------------


@pytest.fixture
def url(tmp_path: Path) -> str:
    """Give a database with two dead letters, `a` and `b`, that nobody else can read."""
    url = f"sqlite:///{tmp_path / 'battles.db'}"
    desk = open_desk(url)
    thread = on_platform(desk)
    for nonce in "ab":
        to_send(desk, thread, nonce)
        changed(desk, nonce, dead_at=desk.now(), fault="der Thread ist weg", attempts=7)
    desk.store.close()
    (tmp_path / "battles.db").chmod(0o600)
    return url


def numbers(url: str) -> dict[str, int]:
    """Return the numbers of the dead letters."""
    desk = open_desk(url)
    with closing(desk.store), desk.store.reading() as connection:
        return {letter.nonce: letter.number for letter in health.dead_letters(connection)}


def test_the_exit_code_and_the_marks(url: str) -> None:
    outcome = run(url, "doctor")
    assert outcome.status == 1
    assert "! Unzustellbar ist Nr. " in outcome.out
    assert "✓ Schlachten: 1 laufen, 0 sind zu Ende" in outcome.out
    dead = numbers(url)
    assert run(url, "outbox", "drop", *map(str, dead.values())).status == 0
    assert run(url, "doctor").status == 0


def test_as_json(url: str) -> None:
    outcome = run(url, "doctor", "--json")
    told = json.loads(outcome.out)
    assert told["status"] == outcome.status == 1
    letters = next(one for one in told["findings"] if one["about"] == "dead_letters")
    assert letters["level"] == "attention"
    assert [letter["fault"] for letter in letters["letters"]] == ["der Thread ist weg"] * 2


def test_what_cannot_be_looked_at(tmp_path: Path) -> None:
    file = tmp_path / "nowhere.db"
    outcome = run(f"sqlite:///{file}", "doctor")
    assert outcome.status == 2
    assert f"✗ {file}: hier ist noch keine Datenbank; bitte den Pfad prüfen" in outcome.out
    assert not file.exists()
    told = json.loads(run("mysql://x", "doctor", "--json").out)
    assert told["status"] == 2


def test_settings_that_cannot_be_read() -> None:
    ran = CliRunner().invoke(app, ["doctor"], env={"MOTUC_HEALTH_PORT": "viele"})
    assert ran.exit_code == 2
    assert ran.stderr.startswith("MOTUC_HEALTH_PORT: das ist keine ganze Zahl")


def test_a_dead_letter_is_sent_again(url: str) -> None:
    dead = numbers(url)
    outcome = run(url, "outbox", "retry", str(dead["a"]))
    assert outcome.out == f"Nr. {dead['a']} wird noch einmal gesendet, sobald der Bot läuft\n"
    desk = open_desk(url)
    with closing(desk.store):
        again, other = row(desk, "a"), row(desk, "b")
    # Whoever sends it looks first whether it is there already, and has all its attempts before it.
    assert (again.dead_at, again.fault, again.sent_at, again.attempts) == (None, None, None, 1)
    assert other.dead_at is not None


def test_a_dead_letter_is_given_up_but_its_name_stays(url: str) -> None:
    dead = numbers(url)
    assert run(url, "outbox", "drop", str(dead["a"])).out == f"Nr. {dead['a']} ist aufgegeben\n"
    desk = open_desk(url)
    with closing(desk.store):
        gone = row(desk, "a")
    assert (gone.dead_at, gone.sent_as) == (None, "verworfen")
    assert "a" not in numbers(url)


@pytest.mark.parametrize("command", ["retry", "drop"])
def test_what_is_no_dead_letter_is_left_alone(url: str, command: str) -> None:
    before = numbers(url)
    outcome = run(url, "outbox", command, "1", "999")
    assert outcome.status == 2
    assert outcome.out == (
        "Nr. 1 ist nicht unzustellbar: nichts geändert\nNr. 999 ist nicht unzustellbar: nichts geändert\n"
    )
    assert numbers(url) == before


def test_the_engine_knows_what_of_its_address_is_secret() -> None:
    assert passwords(open_engine("postgresql+psycopg://anna:geheim@h/b")) == ("geheim",)
    assert passwords(open_engine("postgresql+psycopg://h/b?password=geheim")) == ("geheim",)
    assert passwords(open_engine("postgresql+psycopg://h/b")) == ()
