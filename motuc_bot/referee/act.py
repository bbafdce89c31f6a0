"""Orders that come by buttons or commands: they are written out as a post, which stays the one way in."""

from collections.abc import Sequence
from typing import Any

from motuc_bot.referee.answer import Answer
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.patience import patient
from motuc_bot.referee.post import NewPost, post
from motuc_bot.referee.record import Message
from motuc_bot.systems.registry import side_of


def act(
    desk: Desk,
    battle: int,
    person: str,
    orders: Sequence[Any],
    message: Message,
    *,
    seat: str | None = None,
    private: bool = False,
) -> Answer:
    """Post the orders as a player would write them. Raises: Refused, DatabaseFault."""
    return post(desk, NewPost(battle, person, _written(desk, battle, orders), message, seat, private))


@patient
def _written(desk: Desk, battle: int, orders: Sequence[Any]) -> str:
    with desk.store.reading() as connection:
        side = side_of(desk.view(connection, battle).row.system)
    assert side is not None
    return "\n".join(side.phrase(order) for order in orders)
