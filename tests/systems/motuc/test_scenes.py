"""Thirteen scenes as a thread would show them, word for word.

After a wanted change of the wording, `python -m tests.systems.motuc.test_scenes` writes the scenes anew; read them.
"""

from pathlib import Path

import pytest

from motuc_bot.transcript.load import load
from motuc_bot.transcript.play import play
from motuc_bot.transcript.show import lines

FOLDER = Path(__file__).parent / "scenes"
SCENES = sorted(FOLDER.glob("*.yaml"))


def shown(scene: Path) -> str:
    played = play(load(scene))
    assert played.dice_left == 0
    return "\n".join(lines(played)) + "\n"


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.stem)
def test_scene(scene: Path) -> None:
    assert shown(scene) == scene.with_suffix(".txt").read_text(encoding="utf-8")


def test_there_are_thirteen() -> None:
    assert len(SCENES) == 13


if __name__ == "__main__":
    for path in SCENES:
        path.with_suffix(".txt").write_text(shown(path), encoding="utf-8")
