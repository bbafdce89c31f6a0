"""Where the bot talks in private with people, and how far that has been read."""

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.patience import patient
from motuc_bot.store import private_channels
from motuc_bot.store.private_channels import PrivateChannel

__all__ = ["PrivateChannel", "keep_heard", "keep_written_to", "private_channels_of_players"]


@patient
def keep_heard(desk: Desk, row: PrivateChannel) -> None:
    """Keep that what a person has written in private up to that message is taken. Raises: DatabaseFault."""
    with desk.store.writing() as connection:
        private_channels.keep(connection, row)


@patient
def keep_written_to(desk: Desk, row: PrivateChannel) -> None:
    """Keep where a person is written to if that is not yet known. Raises: DatabaseFault."""
    with desk.store.writing() as connection:
        private_channels.keep_new(connection, row)


@patient
def private_channels_of_players(desk: Desk) -> tuple[PrivateChannel, ...]:
    """Return the channels of all who sit in a battle that goes on in a thread. Raises: DatabaseFault."""
    with desk.store.reading() as connection:
        return private_channels.of_players(connection)
