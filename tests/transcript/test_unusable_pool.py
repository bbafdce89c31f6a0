"""A pool that can't be used: each command says so in one German line."""

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from motuc_bot.systems.motuc.pool.loader import FIGURES
from tests.systems.motuc.pool.files import broken_pool
from tests.transcript.documents import base

FAULT = "figuren.yaml: formula: der Koeffizient für „mount“ fehlt\n"
# The command line with another folder of pool files, in a process of its own: the pool is read once.
PROGRAM = """
import sys
from pathlib import Path
from motuc_bot.systems.motuc.pool import loader
folder = Path(sys.argv.pop(1))
loader.files = lambda package: folder
from motuc_bot.cli import main
main()
"""


def run(folder: Path, *arguments: str) -> tuple[int, str, str]:
    """Return how a command exits and what it prints where the pool is broken."""
    pool = folder / "pool"
    pool.mkdir()
    broken_pool(pool, FIGURES, ", mount: 22", "")
    command = [sys.executable, "-c", PROGRAM, str(pool), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    return done.returncode, done.stdout, done.stderr


def battle(folder: Path, black: str) -> str:
    path = folder / f"{black}.yaml"
    document = base() | {"expect": {"round": 1}}
    document["teams"]["black"][0]["figure"] = black
    path.write_text(yaml.safe_dump(document), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("arguments", [["pool"], ["pool", "Skeletor"], ["pool", "--waffenkammern"]])
def test_the_pool_is_shown(tmp_path: Path, arguments: list[str]) -> None:
    assert run(tmp_path, *arguments) == (2, "", FAULT)


@pytest.mark.parametrize("arguments", [["replay"], ["replay", "--json"], ["replay", "--check"], ["watch"]])
def test_a_battle_draws_on_the_pool(tmp_path: Path, arguments: list[str]) -> None:
    assert run(tmp_path, *arguments, battle(tmp_path, "Skeletor")) == (2, "", FAULT)


def test_a_battle_that_needs_no_pool_is_played_all_the_same(tmp_path: Path) -> None:
    status, out, err = run(tmp_path, "replay", "--check", battle(tmp_path, "Skeletor"), battle(tmp_path, "Anna"))
    assert (status, err) == (2, FAULT)
    assert "Anna.yaml: wie erwartet" in out
