"""Exports of battles: written, read, played and checked as by the command line."""

import tempfile
from pathlib import Path
from typing import Any

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.export_battle import as_yaml, export_battle
from motuc_bot.transcript.document import document
from motuc_bot.transcript.load import Transcript, load
from motuc_bot.transcript.play import play
from motuc_bot.transcript.verify import verify


def read_back(exported: dict[str, Any]) -> Transcript:
    """Return the transcript that the file with this content holds."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "schlacht.yaml"
        path.write_text(as_yaml(exported), encoding="utf-8")
        return load(path)


def played(exported: dict[str, Any]) -> dict[str, Any]:
    """Return what `replay --json` prints of a file with this content."""
    return document(play(read_back(exported)))


def verified(desk: Desk, battle: int, person: str | None = None) -> tuple[int, tuple[str, ...]]:
    """Return status and lines of `verify` for the export of the battle."""
    return checked(export_battle(desk, battle, person))


def checked(exported: dict[str, Any]) -> tuple[int, tuple[str, ...]]:
    """Return status and lines of `verify` for a file with this content."""
    result = verify(read_back(exported))
    return 0 if result.right else 1, result.lines
