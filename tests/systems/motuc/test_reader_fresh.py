"""Posts by people who know the player guide alone: what is no order must never count or be answered.

`means` says in plain words what each author wanted; how many of the others are read right is counted by eye.
"""

from pathlib import Path
from typing import Any

import pytest
import yaml

from motuc_bot.language import LineKind
from motuc_bot.systems.motuc.pool.loader import load_pool
from motuc_bot.systems.motuc.reader import Reader, Vocabulary
from rules.motuc.commands import Walk

FIGURES = (
    *("He-Man", "Teela", "Man-at-Arms", "Orko", "Stratos", "Sorceress"),
    *("Skeletor", "Evil-Lyn", "Trap-Jaw", "Beast Man", "Webstor", "Scare-Glow"),
)
WEAPONS = (
    *("Machtschwert", "Kampfaxt", "Schlangenstab", "Schild", "Keule", "Laserpistole", "Armbrust", "Zauberstab"),
    *("Wurfspeer", "Falkenstab", "Havoc-Stab", "Schwert", "Kristallstab", "Greifhaken", "Energiekanone", "Zange"),
    *("Peitsche", "Haken", "Strahlengewehr", "Geisterhellebarde"),
)
FOLDER = Path(__file__).parent / "fresh"


def posts() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for path in sorted(FOLDER.glob("*.yaml")):
        found += [row | {"set": path.stem} for row in yaml.safe_load(path.read_text(encoding="utf-8"))]
    return found


SILENT = [post for post in posts() if post["means"].strip() == "kein Befehl"]
SAID = [post for post in posts() if not post["means"].startswith(("kein Befehl", "Fehler"))]


def reader() -> Reader:
    """Return a reader that knows the aliases of the pool, as the player guide teaches them: `Duncan`."""
    rows = [load_pool().figure(name) for name in FIGURES]
    figures = tuple((name, row.aliases if row else ()) for name, row in zip(FIGURES, rows, strict=True))
    return Reader(Vocabulary(figures, tuple((name, ()) for name in WEAPONS)))


def test_the_aliases_of_the_guide_are_known() -> None:
    (line,) = reader().read("Duncan: geht nach C5").lines
    assert [command.figure for command in line.commands if isinstance(command, Walk)] == ["Man-at-Arms"]


def test_there_are_enough() -> None:
    assert len(SILENT) >= 20
    assert len(SAID) >= 80


@pytest.mark.parametrize("post", SILENT, ids=lambda post: f"{post['set']}-{post['id']}")
def test_what_is_no_order_never_counts(post: dict[str, Any]) -> None:
    assert [line for line in reader().read(post["text"]).lines if line.kind is LineKind.COMMAND] == []


@pytest.mark.parametrize("post", SAID, ids=lambda post: f"{post['set']}-{post['id']}")
def test_an_order_is_never_taken_for_mere_prose(post: dict[str, Any]) -> None:
    assert any(line.kind is LineKind.COMMAND for line in reader().read(post["text"]).lines)
