"""What is wrong with the pool's files, in one German line."""

from collections.abc import Mapping

from motuc_bot.systems.faults import FileFault, place_name
from motuc_bot.systems.side import UnusablePool


def unusable(file: str, content: object, fault: FileFault) -> UnusablePool:
    """Return the fault with its file; where it lies in a figure or weapon, by name instead of by number."""
    place = fault.place
    if len(place) >= 2 and isinstance(place[1], int):
        name = _name(content, str(place[0]), place[1])
        where = ", ".join(part for part in (name, place_name(place[2:])) if part)
    else:
        where = place_name(place)
    return UnusablePool(f"{file}: {where}: {fault.text}" if where else f"{file}: {fault.text}")


def _name(content: object, key: str, at: int) -> str:
    """Return the name of the entry, or its place if it has none that can be read."""
    rows = content.get(key) if isinstance(content, Mapping) else None
    row = rows[at] if isinstance(rows, list) and at < len(rows) else None
    name = row.get("name") if isinstance(row, Mapping) else row
    return name.splitlines()[0][:60] if isinstance(name, str) and name.strip() else f"{key}[{at}]"
