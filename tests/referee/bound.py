"""A battle that was opened elsewhere is played in a thread."""

from motuc_bot.referee.desk import Desk
from motuc_bot.store import threads
from motuc_bot.store.threads import ThreadRow


def bind_thread(desk: Desk, row: ThreadRow) -> None:
    """Keep where a battle is played, as opening it there does."""
    with desk.store.writing() as connection:
        threads.insert_thread(connection, row)
