"""Whether anything has come in since somebody looked."""

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.refused import NoSuchBattle
from motuc_bot.store import posts


def version_of(desk: Desk, battle: int) -> int:
    """Return a number that grows with everything that comes in, refused posts too. Raises: Refused, DatabaseFault."""
    with desk.store.reading() as connection:
        found = posts.newest(connection, battle)
    if found is None:
        raise NoSuchBattle(f"Eine Schlacht {battle} gibt es nicht.")
    return found
