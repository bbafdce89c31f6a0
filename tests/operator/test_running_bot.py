"""`motuc-bot bot` as its operator sees it: what it tells of itself while it runs, and what it logs."""

import json
import logging
import socket
from contextlib import closing
from pathlib import Path

import pytest
from aiohttp import ClientSession
from typer.testing import CliRunner, Result

from motuc_bot.bot.client import MotucBot
from motuc_bot.cli import app
from motuc_bot.store.faults import DatabaseAway

TOKEN = "ein-ganz-geheimes-Token"


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> int:
    """Give a free port on which the bot shall tell how it is."""
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        number: int = taken.getsockname()[1]
    monkeypatch.setenv("MOTUC_DATABASE_URL", f"sqlite:///{tmp_path / 'battles.db'}")
    monkeypatch.setenv("MOTUC_DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("MOTUC_HEALTH_PORT", str(number))
    return number


def ran() -> Result:
    return CliRunner().invoke(app, ["bot"])


def test_it_tells_how_it_is_in_its_own_loop(monkeypatch: pytest.MonkeyPatch, port: int) -> None:
    told: list[tuple[int, str]] = []

    async def plays(bot: MotucBot, token: str) -> None:
        assert token == TOKEN
        async with ClientSession() as session:
            for hears in (False, True):
                if hears:
                    bot.hearing.set()
                async with session.get(f"http://127.0.0.1:{port}/healthz") as answer:
                    told.append((answer.status, await answer.text()))
            async with session.get(f"http://127.0.0.1:{port}/metrics") as answer:
                assert "motuc_battles" in await answer.text()

    monkeypatch.setattr(MotucBot, "start", plays)
    assert ran().exit_code == 0
    assert told == [(503, "Keine Verbindung zu Discord.\n"), (200, "ok\n")]


def test_a_port_that_is_taken_is_one_clear_line(monkeypatch: pytest.MonkeyPatch, port: int) -> None:
    async def plays(bot: MotucBot, token: str) -> None:
        raise AssertionError("it was started")

    monkeypatch.setattr(MotucBot, "start", plays)
    with closing(socket.create_server(("127.0.0.1", port))):
        result = ran()
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"MOTUC_HEALTH_PORT: auf {port} geht es nicht")


def test_it_logs_as_the_settings_say_and_no_secret(monkeypatch: pytest.MonkeyPatch, port: int, tmp_path: Path) -> None:
    async def plays(bot: MotucBot, token: str) -> None:
        logging.getLogger("discord.client").info("logging in with %s", token)

    monkeypatch.setattr(MotucBot, "start", plays)
    monkeypatch.setenv("MOTUC_LOG_FORMAT", "json")
    monkeypatch.setenv("MOTUC_LOG_FILE", str(tmp_path / "motuc.log"))
    result = ran()
    assert result.exit_code == 0
    logged = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
    assert "logging in with …" in [one["event"] for one in logged]
    assert "logging in with …" in (tmp_path / "motuc.log").read_text(encoding="utf-8")
    assert TOKEN not in result.output


def test_a_log_file_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch, port: int, tmp_path: Path) -> None:
    monkeypatch.setenv("MOTUC_LOG_FILE", str(tmp_path / "nowhere" / "motuc.log"))
    result = ran()
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert line.startswith("MOTUC_LOG_FILE: ")
    assert "lässt sich nicht öffnen" in line


def test_a_database_that_is_away_may_be_there_the_next_time(monkeypatch: pytest.MonkeyPatch, port: int) -> None:
    """A supervisor starts the bot again: it is not told that this is for ever."""

    def away(url: str) -> None:
        raise DatabaseAway("rechner: die Datenbank ist nicht erreichbar")

    monkeypatch.setattr("motuc_bot.app.open_engine", away)
    result = ran()
    assert (result.exit_code, result.stderr) == (75, "rechner: die Datenbank ist nicht erreichbar\n")
    assert CliRunner().invoke(app, ["table"]).exit_code == 75
    assert CliRunner().invoke(app, ["db", "upgrade"]).exit_code == 2
