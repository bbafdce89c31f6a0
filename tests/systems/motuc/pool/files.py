"""The pool's files for tests: where they lie, and copies of them with something broken."""

import shutil
from pathlib import Path

import motuc_bot.systems.motuc.pool as package

FOLDER = Path(package.__file__).parent


def broken_pool(folder: Path, file: str, old: str, new: str) -> Path:
    """Return the folder, now a copy of the pool in which the first `old` of a file is replaced by `new`."""
    for path in FOLDER.glob("*.yaml"):
        shutil.copy(path, folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text, f"{file} has no {old!r}"
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder
