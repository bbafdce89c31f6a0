"""Ways to spoil the file of a database."""

import sqlite3
from contextlib import closing
from pathlib import Path

GARBAGE = b"\xa5garbage"


def spoil(file: Path, name: str) -> None:
    """Put garbage into the first page of a table or an index."""
    with closing(sqlite3.connect(file)) as plain:
        # What is still in the write-ahead log would mend the page again.
        plain.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = plain.execute("PRAGMA page_size").fetchone()
        (page,) = plain.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    with file.open("r+b") as opened:
        opened.seek((page - 1) * size)
        opened.write((GARBAGE * size)[:size])


def spoil_header(file: Path) -> None:
    """Put garbage where SQLite says that it is SQLite."""
    with file.open("r+b") as opened:
        opened.write((GARBAGE * 100)[:100])
