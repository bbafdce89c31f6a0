"""Databases as an operator meets them."""

from datetime import datetime, timedelta

import sqlalchemy as sa

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.threads import ThreadRow
from motuc_bot.store.outbox import NewDelivery, insert
from motuc_bot.store.tables import BATTLES, OUTBOX
from tests.referee.bound import bind_thread
from tests.referee.table import Thread, duel
from tests.store.games import opened, play

SECRET = "Skeletor: Start A3"


def on_platform(desk: Desk) -> Thread:
    """Open a duel that is played in a thread; whatever was to be sent so far has been."""
    thread = duel(desk)
    bind_thread(desk, ThreadRow(thread.battle, 1, 1000 + thread.battle, None, "sl"))
    with desk.store.writing() as connection:
        mine = sa.update(OUTBOX).where(OUTBOX.c.battle_id == thread.battle)
        connection.execute(mine.values(sent_at=desk.now(), sent_as="m-1"))
    return thread


def to_send(
    desk: Desk, thread: Thread, nonce: str, *, person: str | None = None, held_until: datetime | None = None
) -> None:
    """Put something secret into the outbox."""
    with desk.store.writing() as connection:
        new = NewDelivery(person, "answer", f'{{"lines": ["{SECRET}"]}}', nonce, held_until)
        insert(connection, thread.battle, None, [new], desk.now())


def changed(desk: Desk, nonce: str, **values: object) -> None:
    """Change what is kept of a delivery."""
    with desk.store.writing() as connection:
        connection.execute(sa.update(OUTBOX).where(OUTBOX.c.nonce == nonce).values(values))


def row(desk: Desk, nonce: str) -> sa.Row[tuple[object, ...]]:
    """Return all that is kept of a delivery."""
    with desk.store.reading() as connection:
        return connection.execute(sa.select(*OUTBOX.c).where(OUTBOX.c.nonce == nonce)).one()


def finished(desk: Desk, seed: int = 3, *, days_ago: float = 0) -> Thread:
    """Play a battle to its end, so many days ago."""
    thread = opened(desk, seed)
    play(thread, seed)
    with desk.store.writing() as connection:
        values = {"changed_at": desk.now() - timedelta(days=days_ago)}
        connection.execute(sa.update(BATTLES).where(BATTLES.c.id == thread.battle).values(values))
    return thread
