"""`motuc-bot replay` from outside: what it prints and how it exits."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from tests.transcript.documents import base


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "motuc_bot", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


def battle(folder: Path, name: str = "probe.yaml", **changes: Any) -> Path:
    document = base() | changes
    path = folder / name
    path.write_text(yaml.safe_dump(document, allow_unicode=True), encoding="utf-8")
    return path


POSTS = [
    {"by": "ann", "text": "Ein schöner Tag.\nAnna: geht nach C2"},
    {"by": "ann", "text": "Anna: geht nach D2"},
    {"by": "ann", "text": "Anna: passt"},
]


def test_replay_prints_the_thread(tmp_path: Path) -> None:
    done = run("replay", battle(tmp_path, posts=POSTS))
    assert done.returncode == 0
    assert done.stderr == ""
    assert "#1 ann: Ein schöner Tag." in done.stdout
    assert "– ann: Anna: geht nach D2" in done.stdout
    assert "R-M3" in done.stdout
    assert "#2 ann: Anna: passt" in done.stdout


def test_json_is_one_document(tmp_path: Path) -> None:
    done = run("replay", "--json", battle(tmp_path, posts=POSTS))
    assert done.returncode == 0
    document = json.loads(done.stdout)
    assert document["system"] == "motuc"
    assert document["round"] == 1
    assert document["phase"] == "white_moves"
    assert document["winner"] is None
    assert document["figures"]["Anna"] == {
        "team": "black",
        "player": "ann",
        "field": "C2",
        "life": 10,
        "stamina": 3,
        "agility": 4,
        "status": [],
        "hands": ["Schwert"],
        "belt": [],
        "defeated": False,
        "value": 28,
    }
    assert document["ground"] == {}
    assert document["waiting"] == [{"player": "ben", "figure": "Bert", "for": "move", "from": None}]
    assert [post["accepted"] for post in document["posts"]] == [True, False, True]
    assert [(error["line"], error["code"]) for error in document["posts"][1]["errors"]] == [(1, "R-M3")]
    assert document["posts"][1]["errors"][0]["message"]
    assert document["dice"] == []
    assert document["report"]


def test_until_plays_only_the_first_posts(tmp_path: Path) -> None:
    path = battle(tmp_path, posts=POSTS, dice=[3])
    document = json.loads(run("replay", "--json", "--until", "1", path).stdout)
    assert len(document["posts"]) == 1
    assert document["phase"] == "black_moves"
    assert run("replay", "--json", "--until", "1", path).stderr == ""


def test_dice_left_over(tmp_path: Path) -> None:
    path = battle(tmp_path, posts=POSTS, dice=[3, 4], expect={"round": 1})
    done = run("replay", path)
    assert done.returncode == 0
    assert done.stderr.count("\n") == 1
    assert "2 Würfel" in done.stderr
    checked = run("replay", "--check", path)
    assert checked.returncode == 1
    assert "2 Würfel" in checked.stdout


def test_check_tells_differences_with_their_paths(tmp_path: Path) -> None:
    good = battle(tmp_path, "gut.yaml", posts=POSTS, expect={"phase": "white_moves"})
    bad = battle(tmp_path, "schlecht.yaml", posts=POSTS, expect={"figures": {"Anna": {"field": "D2"}}})
    assert run("replay", "--check", good).returncode == 0
    done = run("replay", "--check", good, bad)
    assert done.returncode == 1
    assert "schlecht.yaml: figures.Anna.field: erwartet D2, ist C2" in done.stdout
    assert "gut.yaml: wie erwartet" in done.stdout


def test_a_file_that_expects_nothing_can_not_be_checked(tmp_path: Path) -> None:
    without = battle(tmp_path, "ohne.yaml", posts=POSTS)
    empty = battle(tmp_path, "leer.yaml", posts=POSTS, expect={})
    good = battle(tmp_path, "gut.yaml", posts=POSTS, expect={"phase": "white_moves"})
    done = run("replay", "--check", without, good, empty)
    assert (done.returncode, done.stdout) == (2, f"{good}: wie erwartet\n")
    told = "diese Datei erwartet nichts (expect: fehlt oder ist leer)"
    assert done.stderr == f"{without}: {told}\n{empty}: {told}\n"
    as_json = run("replay", "--check", "--json", without)
    assert (as_json.returncode, as_json.stdout, as_json.stderr) == (2, "", f"{without}: {told}\n")


def test_a_file_that_can_not_be_used(tmp_path: Path) -> None:
    path = battle(tmp_path, teams={"black": [], "white": []})
    done = run("replay", path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "probe.yaml" in done.stderr
    assert "teams" in done.stderr


def test_one_bad_file_does_not_hide_the_others(tmp_path: Path) -> None:
    good = battle(tmp_path, "gut.yaml", posts=POSTS, expect={"phase": "white_moves"})
    done = run("replay", "--check", tmp_path / "fehlt.yaml", good)
    assert done.returncode == 2
    assert "gut.yaml: wie erwartet" in done.stdout


def test_a_private_post_is_not_shown(tmp_path: Path) -> None:
    teams = {"black": [{"figure": "Anna", "player": "ann"}], "white": [{"figure": "Bert", "player": "ben"}]}
    posts = [{"by": "ann", "private": True, "text": "Start Anna A1"}]
    done = run("replay", battle(tmp_path, posts=posts, teams=teams))
    assert done.returncode == 0
    assert "A1" not in done.stdout
    assert (
        json.loads(run("replay", "--json", battle(tmp_path, posts=posts, teams=teams)).stdout)["figures"]["Anna"][
            "field"
        ]
        is None
    )
    public = [{"by": "ann", "text": "Start Anna A1"}]
    assert "private Nachricht" in run("replay", battle(tmp_path, posts=public, teams=teams)).stdout


def test_moves_do_not_come_by_private_message(tmp_path: Path) -> None:
    posts = [{"by": "ann", "private": True, "text": "Anna: geht nach C2"}]
    document = json.loads(run("replay", "--json", battle(tmp_path, posts=posts)).stdout)
    assert document["figures"]["Anna"]["field"] == "A2"
    assert document["posts"][0]["errors"][0]["code"] == "syntax"


def test_the_pool_is_listed_and_shown() -> None:
    listed = run("pool")
    assert listed.returncode == 0
    assert sum(line.startswith(("He-Man", "Skeletor", "Orko")) for line in listed.stdout.splitlines()) >= 3
    shown = run("pool", "skeletor")
    assert shown.returncode == 0
    assert "Havoc-Stab" in shown.stdout
    assert "Blitz" in shown.stdout
    stocks = run("pool", "--waffenkammern")
    assert "Waffenkammer von Schwarz" in stocks.stdout
    unknown = run("pool", "Skelettor")
    assert unknown.returncode == 2
    assert unknown.stderr == "Die Figur „Skelettor“ gibt es nicht. Meintest du Skeletor?\n"


def test_a_battle_draws_on_the_pool(tmp_path: Path) -> None:
    path = tmp_path / "probe.yaml"
    teams = {
        "black": [{"figure": "skeletor", "player": "ann", "at": "A4"}],
        "white": [{"figure": "He-Man", "player": "ben", "at": "L4"}],
    }
    path.write_text(yaml.safe_dump({"system": "motuc", "battle": {"value": "any"}, "teams": teams}), encoding="utf-8")
    document = json.loads(run("replay", "--json", path).stdout)
    assert "Havoc-Stab" in document["figures"]["Skeletor"]["hands"]
    # A figure of the file's own replaces the pool's.
    own = base()["figures"][0] | {"name": "He-Man", "weapons": []}
    path.write_text(
        yaml.safe_dump({"system": "motuc", "battle": {"value": "any"}, "figures": [own], "teams": teams}),
        encoding="utf-8",
    )
    document = json.loads(run("replay", "--json", path).stdout)
    assert document["figures"]["He-Man"]["value"] == 20


def test_the_thread_does_not_show_what_is_wrong_with_a_private_message(tmp_path: Path) -> None:
    teams = {"black": [{"figure": "Anna", "player": "ann"}], "white": [{"figure": "Bert", "player": "ben"}]}
    posts = [{"by": "ann", "private": True, "text": "Start Anna B4"}]
    document = json.loads(run("replay", "--json", battle(tmp_path, posts=posts, teams=teams)).stdout)
    assert document["posts"][0]["errors"][0]["code"] == "R-S1"
    assert "B4" in document["posts"][0]["errors"][0]["message"]
    assert not any("B4" in line for line in document["report"])
