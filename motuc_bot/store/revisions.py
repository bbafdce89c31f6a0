"""The shapes that a database of this program has had: each step to one is a file named by its number."""

import re
from functools import cache
from importlib import resources
from pathlib import Path

from motuc_bot.store.faults import DatabaseFault

# Where the steps are, as Alembic writes it: a folder, of a package if one is named before it.
SCRIPTS = "motuc_bot:migrations"
# Where a database notes its shape (Alembic).
VERSIONS = "alembic_version"

_STEP = re.compile(r"([0-9]{4})_\w+\.py")


def ours() -> tuple[str, ...]:
    """Return all shapes that this program knows, the first one first; without Alembic, which takes long to load."""
    return _shapes(SCRIPTS)


def newest() -> str:
    """Return the shape that this program needs."""
    return ours()[-1]


def known(found: tuple[str, ...], place: str) -> str | None:
    """Return the shape that a database names, None if it names none. Raises: DatabaseFault: it is not one of ours."""
    match found:
        case ():
            return None
        case (name,) if name in ours():
            return name
        case (name,) if re.fullmatch("[0-9]{4}", name) and name > newest():
            raise DatabaseFault(
                f"{place}: die Datenbank ist neuer als dieses Programm (Stand {name}); bitte das Programm aktualisieren"
            )
    raise of_another_program(place)


def of_another_program(place: str) -> DatabaseFault:
    """Return the fault of a database that is not ours."""
    return DatabaseFault(f"{place}: das ist die Datenbank eines anderen Programms; bitte eine eigene angeben")


@cache
def _shapes(scripts: str) -> tuple[str, ...]:
    package, _, folder = scripts.rpartition(":")
    place = resources.files(package) if package else Path()
    steps = place.joinpath(folder, "versions").iterdir()
    return tuple(sorted(match[1] for step in steps if (match := _STEP.fullmatch(step.name))))
