"""What a power cut would leave of an SQLite database: its files as they were when they were last synced."""

import os
import shutil
from pathlib import Path

_PARTS = ("", "-wal")
_NAME = "latest"


def keep(file: Path, kept: Path) -> None:
    """Copy the database as it is; whoever is killed meanwhile leaves the copy from before."""
    number = 1 + max((int(one.name) for one in kept.iterdir() if one.name.isdigit()), default=0)
    folder = kept / str(number)
    folder.mkdir(parents=True)
    for part in _PARTS:
        source = file.with_name(file.name + part)
        if source.exists():
            shutil.copyfile(source, folder / f"database{part}")
    half = kept / "half"
    half.write_text(str(number))
    os.replace(half, kept / _NAME)
    old = kept / str(number - 1)
    if old.exists():
        shutil.rmtree(old)


def cut_power(file: Path, kept: Path) -> None:
    """Put the database back as it was when it was last kept; no process may have it open."""
    folder = kept / (kept / _NAME).read_text()
    for part in (*_PARTS, "-shm"):
        file.with_name(file.name + part).unlink(missing_ok=True)
    for part in _PARTS:
        source = folder / f"database{part}"
        if source.exists():
            shutil.copyfile(source, file.with_name(file.name + part))
