"""How a battle stands, as everybody may know: what its pinned message says."""

from dataclasses import dataclass
from typing import Any

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.patience import patient
from motuc_bot.referee.threads import ThreadRow
from motuc_bot.store import outbox, threads


@dataclass(frozen=True, slots=True)
class SeenStatus:
    """A battle as a spectator sees it, and its thread (None = it is played elsewhere); `state` hides what is secret.

    `held` tells that results wait for the game master: then nothing of the state may be shown.
    """

    thread: ThreadRow | None
    name: str
    system: str
    state: Any
    over: bool
    waiting: tuple[str, ...]
    balance: tuple[str, ...]
    held: bool


@patient
def read_status(desk: Desk, battle: int) -> SeenStatus:
    """Return how the battle stands. Raises: Refused, DatabaseFault."""
    with desk.store.reading() as connection:
        table = desk.view(connection, battle)
        thread = threads.thread_of(connection, battle)
        held = bool(outbox.held(connection, battle))
    side = table.side
    state = side.system.view(table.battle.state, None).state
    return SeenStatus(
        thread=thread,
        name=table.row.name,
        system=table.row.system,
        state=state,
        over=table.row.over,
        waiting=tuple(side.tell_waiting(state)),
        balance=tuple(side.tell_balance(state)),
        held=held,
    )
