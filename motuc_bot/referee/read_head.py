"""What a battle is called and where it stands, for who needs nothing else of it."""

from dataclasses import dataclass

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.patience import patient


@dataclass(frozen=True, slots=True)
class Head:
    """The name of a battle, the key of its phase, and what that is called in German."""

    name: str
    moment: str
    phase: str


@patient
def read_head(desk: Desk, battle: int) -> Head:
    """Return the head of a battle; nothing in it is secret. Raises: Refused, DatabaseFault."""
    with desk.store.reading() as connection:
        table = desk.view(connection, battle)
    return Head(table.row.name, table.row.moment, table.side.phase_name(table.row.moment))
