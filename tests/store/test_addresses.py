"""Addresses that name no database of ours: one German line each, with what is wrong."""

from pathlib import Path

import psycopg
import pytest
from sqlalchemy.exc import OperationalError

from motuc_bot.store import engine as engines
from motuc_bot.store.faults import DatabaseFault, fault_of
from tests.databases import PostgresServer
from tests.store.commands import fault, run

ONLY_A_PATH = "bei SQLite geht nur der Pfad einer Datei (drei Schrägstriche, danach ohne Zusätze)"
KNOWN = "möglich: sqlite:///pfad/zur/datei.db oder postgresql+psycopg://name:passwort@rechner/datenbank"


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("garbage", "das ist keine Adresse einer Datenbank"),
        ("://", "das ist keine Adresse einer Datenbank"),
        ("postgresql://anna:geheim@rechner:port/schlachten", "das ist keine Adresse einer Datenbank"),
        ("mysql://anna:geheim@rechner/schlachten", "„mysql“ geht nicht"),
        ("mongodb://rechner/schlachten", "„mongodb“ geht nicht"),
        ("postgresql+asyncpg://anna:geheim@rechner/schlachten", "der Treiber „asyncpg“ geht nicht"),
        ("sqlite+foo:///schlachten.db", "der Treiber „foo“ geht nicht"),
        ("sqlite://", "es fehlt der Pfad der Datei"),
        ("sqlite:///:memory:", "es fehlt der Pfad der Datei"),
        ("sqlite://schlachten.db", "es fehlt der Pfad der Datei"),
        ("sqlite://rechner/schlachten.db", ONLY_A_PATH),
        ("sqlite:///schlachten.db?mode=ro", ONLY_A_PATH),
        ("sqlite:///file:schlachten.db", ONLY_A_PATH),
        ("postgresql://anna:geheim@rechner", "es fehlt der Name der Datenbank"),
        ("postgresql+psycopg://anna:geheim@rechner/", "es fehlt der Name der Datenbank"),
    ],
)
def test_an_unusable_address_is_told_with_what_would_do(url: str, told: str) -> None:
    for command in (["db", "check"], ["db", "backup", "copy.db"], ["export", "1"]):
        assert fault(url, *command) == f"MOTUC_DATABASE_URL: {told}; {KNOWN}"


@pytest.mark.parametrize("url", ["postgres://h/d", "postgresql://h/d", "postgresql+psycopg://h/d"])
def test_every_name_of_postgresql_will_do(url: str) -> None:
    assert engines.open_engine(url).url.drivername == "postgresql+psycopg"


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "battles.db"
    told = f"{file}: den Ordner {file.parent} gibt es nicht; bitte anlegen oder den Pfad ändern"
    assert fault(f"sqlite:///{file}", "db", "upgrade") == told
    assert fault(f"sqlite:///{file}", "db", "backup", str(tmp_path / "copy.db")) == told


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    told = f"{tmp_path}: das ist ein Ordner; bitte den Pfad einer Datei angeben"
    for command in (["db", "upgrade"], ["db", "backup", str(tmp_path / "copy.db")], ["db", "restore", str(tmp_path)]):
        assert fault(f"sqlite:///{tmp_path}", *command) == told


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert "den Ordner" in fault(f"sqlite:///{file / 'battles.db'}", "db", "upgrade")


def test_a_path_that_no_disk_takes_is_told(tmp_path: Path) -> None:
    line = fault(f"sqlite:///{tmp_path / ('x' * 300)}", "db", "upgrade")
    assert "dieser Pfad geht nicht (" in line


def test_no_server_no_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "PATIENCE_SECONDS", 2)
    url = f"postgresql://anna:geheim@/battles?host={tmp_path}&password=geheim"
    line = fault(url, "db", "upgrade")
    assert "die Datenbank ist nicht erreichbar; läuft der Server?" in line
    assert line.startswith("postgresql+psycopg://anna:***@/battles?host=")


def test_a_server_without_the_database(postgres_server: PostgresServer) -> None:
    line = fault(postgres_server.url("nowhere"), "db", "upgrade")
    assert line.endswith(": diese Datenbank gibt es nicht; bitte anlegen (createdb)")


def test_a_server_without_the_user(postgres_server: PostgresServer) -> None:
    url = postgres_server.emptied().replace("postgres:", "nobody:geheim", 1).replace("//postgres@", "//nobody:geheim@")
    assert fault(url, "db", "check").endswith(": Name oder Passwort stimmt nicht (MOTUC_DATABASE_URL)")


def test_a_wrong_password(postgres_server: PostgresServer) -> None:
    url = postgres_server.emptied()
    postgres_server.run("CREATE ROLE anna LOGIN PASSWORD 'right'")
    with postgres_server.passwords_asked():
        wrong = url.replace("//postgres:@", "//anna:geheim@").replace("//postgres@", "//anna:geheim@")
        assert fault(wrong, "db", "check").endswith(": Name oder Passwort stimmt nicht (MOTUC_DATABASE_URL)")
    postgres_server.run("DROP ROLE anna")


def test_a_user_without_rights(postgres_server: PostgresServer) -> None:
    url = postgres_server.emptied()
    postgres_server.run("CREATE ROLE anna LOGIN")
    poor = url.replace("//postgres:@", "//anna@").replace("//postgres@", "//anna@")
    assert fault(poor, "db", "upgrade").endswith(": dem Benutzer fehlen Rechte an der Datenbank")
    postgres_server.run("DROP ROLE anna")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ('FATAL:  password authentication failed for user "anna"', "Name oder Passwort stimmt nicht"),
        ("FATAL:  Passwort-Authentifizierung für Benutzer »anna« fehlgeschlagen", "Name oder Passwort stimmt nicht"),
        ('FATAL:  no pg_hba.conf entry for host "::1", user "anna"', "Name oder Passwort stimmt nicht"),
        ("FATAL:  kein pg_hba.conf-Eintrag für Host »::1«, Benutzer »anna«", "Name oder Passwort stimmt nicht"),
        ('FATAL:  role "anna" does not exist', "Name oder Passwort stimmt nicht"),
        ("FATAL:  Rolle »anna« existiert nicht", "Name oder Passwort stimmt nicht"),
        ('FATAL:  Peer authentication failed for user "anna"', "Name oder Passwort stimmt nicht"),
        ("FATAL:  Peer-Authentifizierung für Benutzer »anna« fehlgeschlagen", "Name oder Passwort stimmt nicht"),
        ('FATAL:  database "battles" does not exist', "diese Datenbank gibt es nicht"),
        ("FATAL:  Datenbank »battles« existiert nicht", "diese Datenbank gibt es nicht"),
        ("failed to resolve host 'nowhere'", "die Datenbank ist nicht erreichbar"),
    ],
)
def test_what_a_server_says_at_the_door_is_understood(said: str, told: str) -> None:
    found = fault_of(OperationalError(None, None, psycopg.OperationalError(f"connection failed: {said}")), "place")
    assert str(found).startswith(f"place: {told}")


def test_a_server_has_no_file_to_back_up(postgres_server: PostgresServer, tmp_path: Path) -> None:
    url = postgres_server.emptied()
    told = "Diese Datenbank liegt auf einem Server: bitte mit dessen Werkzeug (pg_dump, pg_restore)."
    assert fault(url, "db", "backup", str(tmp_path / "copy.db")) == told
    assert fault(url, "db", "restore", str(tmp_path / "copy.db")) == told


def test_without_an_address_the_database_lies_in_the_users_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert run(None, "db", "upgrade").status == 0
    assert (tmp_path / "data" / "motuc-bot" / "motuc-bot.db").is_file()


def test_a_users_folder_that_can_not_be_made_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert "der Ordner lässt sich nicht anlegen" in fault(None, "db", "check")


def test_an_address_is_shown_without_what_is_secret() -> None:
    engine = engines.open_engine("postgresql://anna:geheim@rechner/d?password=geheim&sslkey=geheim&port=5433")
    assert engines.place(engine) == "postgresql+psycopg://anna:***@rechner/d?port=5433"
    with pytest.raises(DatabaseFault) as caught:
        engines.open_engine("postgresql://anna:geheim@rechner")
    assert "geheim" not in str(caught.value)
