"""Watching a battle: posts, answers and a map after each phase; plain where nobody watches."""

import io
from pathlib import Path

from rich.console import Console

from motuc_bot.transcript.load import load
from motuc_bot.transcript.watch import watch
from tests.rules.conformance.playing import FOLDER
from tests.transcript.test_command_line import POSTS, battle, run

LONG = FOLDER / "long" / "six-against-six.yaml"


def watched(path: Path, *, terminal: bool) -> str:
    screen = io.StringIO()
    watch(load(path), 0, Console(file=screen, force_terminal=terminal, width=100, highlight=False))
    return screen.getvalue()


def test_posts_answers_and_a_map_after_each_phase(tmp_path: Path) -> None:
    shown = watched(battle(tmp_path, posts=POSTS), terminal=False)
    assert "#1 ann" in shown
    assert "❓ ann" in shown
    assert "   Ein schöner Tag." in shown
    # The opening, and the end of black's move phase with its empty reaction phase.
    assert shown.count("   A  B  C  D  E  F") == 2
    assert " 2 .  .  An .  .  Be" in shown


def test_the_game_masters_words_stand_before_the_answer_and_order_nothing(tmp_path: Path) -> None:
    posts = [{"by": "ann", "text": "Anna: geht nach B2", "words": "Anna: geht nach C2\nStaub wirbelt."}]
    shown = watched(battle(tmp_path, posts=posts), terminal=False)
    assert "   Anna: geht nach B2\n > Anna: geht nach C2\n > Staub wirbelt.\n Anna geht von A2 nach B2" in shown


def test_piped_output_is_plain(tmp_path: Path) -> None:
    path = battle(tmp_path, posts=POSTS)
    assert "\x1b" not in watched(path, terminal=False)
    assert "\x1b" in watched(path, terminal=True)
    done = run("watch", path)
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "#2 ann" in done.stdout


def test_private_messages_are_not_shown() -> None:
    shown = watched(LONG, terminal=False)
    before_the_reveal = shown[: shown.index("#12 dan")]
    assert "Start A2" not in before_the_reveal
    assert "private Nachricht" in before_the_reveal
    assert " 2 . . ." in before_the_reveal


def test_a_file_that_can_not_be_used(tmp_path: Path) -> None:
    done = run("watch", tmp_path / "fehlt.yaml")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
