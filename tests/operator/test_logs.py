"""The log: lines or JSON, from a level on, into a file too, and never a secret."""

import json
import logging
from pathlib import Path

import pytest

from motuc_bot.logs import Log, logging_as
from motuc_bot.settings import UnusableSettings, read_settings

TOKEN = 'geheim"mit Zeichen'
LONG = "a" * 60


def test_lines_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    with logging_as(Log()):
        logging.getLogger("motuc_bot.bot").warning("Schlacht %d: %s", 3, "der Thread ist weg")
    out, err = capsys.readouterr()
    (line,) = out.splitlines()
    assert "[warning  ] Schlacht 3: der Thread ist weg" in line
    assert line.endswith("[motuc_bot.bot]")
    assert err == ""


def test_json_for_machines(capsys: pytest.CaptureFixture[str]) -> None:
    with logging_as(Log(as_json=True)):
        try:
            raise RuntimeError("kaputt")
        except RuntimeError:
            logging.getLogger("aiohttp.server").exception("Fehler in %s", "Schlacht", extra={"battle": 7})
    (line,) = capsys.readouterr().out.splitlines()
    told = json.loads(line)
    assert (told["event"], told["level"], told["logger"]) == ("Fehler in Schlacht", "error", "aiohttp.server")
    assert told["battle"] == 7
    assert told["exception"].endswith("RuntimeError: kaputt")
    assert "timestamp" in told


@pytest.mark.parametrize("as_json", [False, True])
def test_no_secret_whoever_logs_it(capsys: pytest.CaptureFixture[str], *, as_json: bool) -> None:
    with logging_as(Log(as_json=as_json, secrets=(TOKEN, "", "ab"))):
        log = logging.getLogger("discord.http")
        log.error("mit %s angemeldet", TOKEN, extra={"header": f"Bot {TOKEN}"})
        log.error("429 an /webhooks/1/%s", LONG)
        log.error('{"token": "%s"}', "b" * 25)
        try:
            raise ValueError(TOKEN)
        except ValueError:
            log.exception("gescheitert")
    out = capsys.readouterr().out
    assert "angemeldet" in out
    assert "geheim" not in out
    assert LONG not in out
    assert "b" * 25 not in out
    # Too short to be taken out of every word.
    assert "gescheitert" in out


def test_libraries_never_tell_what_was_said_to_them(capsys: pytest.CaptureFixture[str]) -> None:
    """At that level discord.py logs whole messages, private ones too."""
    with logging_as(Log(level="DEBUG")):
        logging.getLogger("discord.http").debug("POST with start A3")
        logging.getLogger("motuc_bot.outbox").debug("unser eigenes")
    out = capsys.readouterr().out
    assert "A3" not in out
    assert "unser eigenes" in out


def test_the_level_holds_and_afterwards_all_is_as_before(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before = root.level, list(root.handlers)
    with logging_as(Log(level="ERROR")):
        logging.getLogger("motuc_bot").warning("leise")
        logging.getLogger("discord").warning("leise")
        logging.getLogger("motuc_bot").error("laut")
    assert len(capsys.readouterr().out.splitlines()) == 1
    assert (root.level, list(root.handlers)) == before


def test_a_file_that_is_rotated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motuc_bot.logs._FILE_BYTES", 200)
    file = tmp_path / "motuc.log"
    with logging_as(Log(file=file, secrets=(TOKEN,))):
        for number in range(4):
            logging.getLogger("motuc_bot").info("Zeile %d %s %s", number, "x" * 80, TOKEN)
    assert "Zeile 3" in file.read_text(encoding="utf-8")
    assert "Zeile 0" not in file.read_text(encoding="utf-8")
    assert {path.name for path in tmp_path.iterdir()} > {"motuc.log", "motuc.log.1"}
    assert all("geheim" not in path.read_text(encoding="utf-8") for path in tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("LOG_LEVEL", "laut", "hier geht nur 'debug', 'info', 'warning' oder 'error'"),
        ("LOG_FORMAT", "xml", "hier geht nur 'console' oder 'json'"),
        ("HEALTH_PORT", "70000", "die Zahl darf höchstens 65535 sein"),
        ("RETENTION_DAYS", "-1", "die Zahl muss mindestens 0 sein"),
    ],
)
def test_settings_that_do_not_work(monkeypatch: pytest.MonkeyPatch, name: str, value: str, told: str) -> None:
    monkeypatch.setenv(f"MOTUC_{name}", value)
    with pytest.raises(UnusableSettings) as caught:
        read_settings()
    assert str(caught.value) == f"MOTUC_{name}: {told}; was geht, steht in .env.example"


def test_levels_may_be_written_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOTUC_LOG_LEVEL", "WARNING")
    assert read_settings().log_level == "warning"
