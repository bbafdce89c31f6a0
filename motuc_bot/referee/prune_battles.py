"""Battles that are long over are deleted, each on its own; before, they may be written down."""

from datetime import datetime, timedelta
from pathlib import Path

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.export_battle import as_yaml, export_battle
from motuc_bot.referee.patience import patient
from motuc_bot.referee.refused import Refused
from motuc_bot.store import people, prune
from motuc_bot.store.prune import OldBattle


@patient
def old_ones(desk: Desk, before: datetime) -> tuple[OldBattle, ...]:
    """Return the battles that are over and unchanged since then. Raises: DatabaseFault."""
    with desk.store.reading() as connection:
        return prune.old_battles(connection, before)


def export_into(desk: Desk, battle: int, folder: Path) -> Path:
    """Write a battle as everybody may have it into a new file of the folder, and return that.

    Raises: Refused, DatabaseFault, OSError.
    """
    file = folder / f"schlacht-{battle}.yaml"
    if file.exists():
        raise Refused((f"{file} gibt es schon; bitte einen anderen Ordner angeben.",))
    file.write_text(as_yaml(export_battle(desk, battle)), encoding="utf-8")
    return file


@patient
def prune_battle(desk: Desk, battle: int, before: datetime) -> bool:
    """Delete such a battle for good, and tell whether it still was one. Raises: DatabaseFault."""
    with desk.store.writing() as connection:
        people.overwrite_what_goes(connection)
        return prune.delete_battle(connection, battle, before)


def prune_old(desk: Desk, days: int) -> int:
    """Delete the battles that have been over for so long, and return how many those were. Raises: DatabaseFault."""
    before = desk.now() - timedelta(days=days)
    return sum(prune_battle(desk, one.battle, before) for one in old_ones(desk, before))
