"""What a server of Discord sets for its battles."""

from collections.abc import Collection, Mapping

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.patience import patient
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.store import guilds
from motuc_bot.store.guilds import GuildRow

__all__ = ["USUAL_A_MINUTE", "GuildRow", "change_guild", "guild_settings", "may_open", "posts_a_minute"]

USUAL_A_MINUTE = GuildRow().posts_a_minute


@patient
def guild_settings(desk: Desk, guild: int) -> GuildRow:
    """Return what the server has set. Raises: DatabaseFault."""
    with desk.store.reading() as connection:
        return guilds.settings_of(connection, guild)


@patient
def change_guild(desk: Desk, guild: int, changed: Mapping[str, int | None]) -> GuildRow:
    """Keep what the server sets anew, by the names of the fields, and return all that it has set then.

    What is not named stays as it is, whoever sets it meanwhile. Raises: DatabaseFault.
    """
    with desk.store.writing() as connection:
        guilds.change_settings(connection, guild, changed)
        return guilds.settings_of(connection, guild)


@patient
def posts_a_minute(desk: Desk) -> dict[int, int]:
    """Return, by server, how many messages of one person are read in a minute. Raises: DatabaseFault."""
    with desk.store.reading() as connection:
        return {guild: row.posts_a_minute for guild, row in guilds.all_settings(connection).items()}


@patient
def may_open(desk: Desk, guild: int, roles: Collection[int]) -> None:
    """Let pass who may open a battle there now; managers pass before. Raises: NotAllowed, DatabaseFault."""
    with desk.store.reading() as connection:
        row, running = guilds.settings_of(connection, guild), guilds.count_open(connection, guild)
    if row.opener_role_id is not None and row.opener_role_id not in roles:
        raise NotAllowed(f"Schlachten eröffnet auf diesem Server nur, wer die Rolle <@&{row.opener_role_id}> hat.")
    if running >= row.most_open:
        raise NotAllowed(
            f"Auf diesem Server laufen schon {running} Schlachten, mehr sollen es nicht sein (/einstellungen)."
        )
