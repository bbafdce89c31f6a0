"""The file of a database, watched while the program runs: what is written into a deleted file is lost."""

import os
from dataclasses import dataclass

from motuc_bot.store.faults import DatabaseFault

_GONE = "die Datenbankdatei wurde gelöscht oder ersetzt, während das Programm läuft; bitte neu starten"


@dataclass(slots=True)
class OpenedFile:
    """The file as it was when it was looked at first."""

    _path: str = ""
    _seen: tuple[int, int] | None = None

    def hold(self, file: str) -> None:
        """Let pass the same file as the first time; open handles of another one lead nowhere. Raises: DatabaseFault."""
        if not self._path:
            self._path = os.path.abspath(file)
        now = _identity(self._path)
        if self._seen is None:
            self._seen = now
        elif now != self._seen:
            raise DatabaseFault(f"{file}: {_GONE}")

    def forget(self) -> None:
        """Take whatever file is there next."""
        self._seen = None


def _identity(path: str) -> tuple[int, int] | None:
    """Return by what a file is known, None where there is none; where files have no number, all are the same."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    except OSError:
        # Whatever it is, the database itself will tell.
        return 0, 0
    return (found.st_dev, found.st_ino) if found.st_ino else (0, 0)
