"""`motuc-bot export`, `verify`, `replay` and `db check` on a real database."""

import json
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner, Result

from motuc_bot.cli import app
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.read_battle import read_battle
from tests.referee.lineup import lineup
from tests.referee.table import Thread, duel
from tests.transcript.test_command_line import run as run_outside


@pytest.fixture
def fought(desk: Desk, database_url: str, monkeypatch: pytest.MonkeyPatch) -> Thread:
    """Give a battle that is over, in the database of the settings."""
    monkeypatch.setenv("MOTUC_DATABASE_URL", database_url)
    thread = duel(desk)
    thread.play([("kalle", "Skeletor: greift He-Man an"), ("anna", "Hohoho!\nHe-Man: pariert")])
    thread.play([("sl", "SL: Schlacht beenden")])
    return thread


def run(*arguments: str | Path | int) -> Result:
    return CliRunner().invoke(app, [*map(str, arguments)])


def one_line(result: Result, status: int) -> str:
    assert (result.exit_code, result.stdout) == (status, "")
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_a_battle_is_exported_replayed_and_verified(fought: Thread, tmp_path: Path) -> None:
    printed = run("export", fought.battle)
    assert printed.exit_code == 0
    path = tmp_path / "schlacht.yaml"
    assert run("export", fought.battle, "--nach", path).stdout == f"{path}: geschrieben\n"
    assert path.read_text(encoding="utf-8") == printed.stdout
    replayed = run("replay", "--json", path)
    assert (replayed.exit_code, replayed.stderr) == (0, "")
    document = json.loads(replayed.stdout)
    seen = read_battle(fought.desk, fought.battle, None)
    assert {key: document[key] for key in seen.document} == seen.document
    # From outside, without a database.
    right = run_outside("verify", path)
    assert (right.returncode, right.stderr) == (0, "")
    assert "✅" in right.stdout


def test_a_manipulated_file_is_found(fought: Thread, tmp_path: Path) -> None:
    exported = yaml.safe_load(run("export", fought.battle).stdout)
    exported["dice"][1] = 7 - exported["dice"][1]
    path = tmp_path / "schlacht.yaml"
    path.write_text(yaml.safe_dump(exported), encoding="utf-8")
    wrong = run("verify", path)
    assert (wrong.exit_code, wrong.stderr) == (1, "")
    assert "❌ Würfel Nr. 2 (Beitrag #2" in wrong.stdout


def test_what_can_not_be_done_is_told_in_one_line(fought: Thread, tmp_path: Path) -> None:
    assert "Eine Schlacht 99 gibt es nicht" in one_line(run("export", 99), 2)
    assert "gibt es nicht" in one_line(run("export", 10**30), 2)
    assert "Aufstellung läuft noch" in one_line(run("export", lineup(fought.desk).battle), 2)
    nowhere = tmp_path / "kein" / "ordner.yaml"
    assert str(nowhere) in one_line(run("export", fought.battle, "--nach", nowhere), 2)
    assert "gibt es nicht" in one_line(run("verify", nowhere), 2)
    path = tmp_path / "leer.yaml"
    path.write_text("system: motuc\nteams: {black: [], white: []}\n", encoding="utf-8")
    assert "kein Export mit Siegel" in one_line(run("verify", path), 2)


def test_the_database_is_checked(fought: Thread) -> None:
    right = run("db", "check")
    assert right.exit_code == 0
    assert "alle stimmen" in right.stdout
    with fought.desk.store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE motuc_figures SET life = 1")
    wrong = run("db", "check")
    assert wrong.exit_code == 1
    assert "(Zweikampf): die Tabelle der Figuren" in wrong.stdout
