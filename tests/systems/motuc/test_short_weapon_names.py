"""Short names of weapons mean what the acting figure carries or could pick up."""

from pathlib import Path

import pytest
import yaml

from motuc_bot.language import Ambiguous
from motuc_bot.systems.motuc.reader import Reader, Vocabulary
from motuc_bot.transcript.load import load
from motuc_bot.transcript.play import Played, play
from rules.motuc.commands import Attack
from rules.motuc.words import FigureName, WeaponName


def played(folder: Path, *posts: tuple[str, str], at: str = "E4") -> Played:
    document = {
        "system": "motuc",
        "battle": {"value": "any"},
        "dice": [1, 6, 6, 1, 1, 6],
        "teams": {
            "black": [{"figure": "Skeletor", "player": "ann", "at": "D4"}],
            "white": [{"figure": "He-Man", "player": "ben", "at": at}, {"figure": "Teela", "player": "jo", "at": "L1"}],
        },
        "posts": [{"by": by, "text": text} for by, text in posts],
    }
    path = folder / "probe.yaml"
    path.write_text(yaml.safe_dump(document, allow_unicode=True), encoding="utf-8")
    return play(load(path))


@pytest.mark.parametrize("weapon", ["Schwert", "Purpurschwert"])
def test_the_attackers_own_sword_is_meant(tmp_path: Path, weapon: str) -> None:
    answers = played(tmp_path, ("ann", f"Skeletor: greift He-Man mit dem {weapon} an")).answers
    assert answers[0].accepted, answers[0].lines
    assert any("Purpurschwert" in line for line in answers[0].lines)


def test_the_defenders_own_sword_is_meant(tmp_path: Path) -> None:
    done = played(
        tmp_path, ("ann", "Skeletor: greift He-Man mit dem Schwert an"), ("ben", "He-Man: pariert mit dem Schwert")
    )
    assert done.answers[1].accepted, done.answers[1].lines
    assert any("Machtschwert" in line for line in done.answers[1].lines)


def test_what_lies_here_is_picked_up_by_its_short_name(tmp_path: Path) -> None:
    done = played(
        tmp_path,
        ("SL", "SL: Skeletor Leben 5"),
        ("SL", "SL: He-Man Leben 0"),
        ("SL", "SL: Skeletor auf E4"),
        ("ann", "Skeletor: hebt die Axt auf statt Havoc-Stab"),
    )
    assert done.answers[3].accepted, done.answers[3].lines
    assert any("Kampfaxt" in line for line in done.answers[3].lines)


COMPOUNDS = Reader(
    Vocabulary(
        figures=(("Skeletor", ()), ("He-Man", ()), ("Teela", ())),
        weapons=(
            ("Havoc-Stab", ()),
            ("Schlangenstab", ()),
            ("Geisterhellebarde", ()),
            ("Wurfspeer", ()),
            ("Keule", ()),
        ),
        carried=(
            *(("Skeletor", ("Havoc-Stab", "Geisterhellebarde")), ("He-Man", ("Keule",)), ("Teela", ("Schlangenstab",))),
        ),
    )
)


@pytest.mark.parametrize(("short", "whole"), [("Stab", "Havoc-Stab"), ("Hellebarde", "Geisterhellebarde")])
def test_the_last_part_of_a_compound_means_what_the_figure_carries(short: str, whole: str) -> None:
    (line,) = COMPOUNDS.read(f"Skeletor: greift He-Man mit dem {short} an").lines
    assert line.commands == (Attack(FigureName("Skeletor"), FigureName("He-Man"), WeaponName(whole)),)


def test_the_last_part_of_several_compounds_is_ambiguous_for_who_carries_none() -> None:
    (line,) = COMPOUNDS.read("He-Man: greift Skeletor mit dem Stab an").lines
    assert isinstance(line.error, Ambiguous)
    assert line.error.candidates == ("Havoc-Stab", "Schlangenstab")


def test_what_nobody_carries_has_its_whole_name_alone() -> None:
    (line,) = COMPOUNDS.read("He-Man: greift Skeletor mit dem Speer an").lines
    assert line.error is not None
    assert line.error.facts == {"name": "Speer", "suggestions": ("Wurfspeer",)}
