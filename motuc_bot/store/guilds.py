"""What a server of Discord has set."""

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy import Connection

from motuc_bot.store.tables import BATTLES, BOT_SETTINGS, BOT_THREADS


@dataclass(frozen=True, slots=True)
class GuildRow:
    """Who may open battles on a server (None = everybody), how many may run at once, whether posts have a way back."""

    opener_role_id: int | None = None
    most_open: int = 20
    echo: bool = True


def settings_of(connection: Connection, guild: int) -> GuildRow:
    """Return what the server has set, or what is usual."""
    query = sa.select(BOT_SETTINGS.c.opener_role_id, BOT_SETTINGS.c.most_open, BOT_SETTINGS.c.echo)
    row = connection.execute(query.where(BOT_SETTINGS.c.guild_id == guild)).first()
    return GuildRow() if row is None else GuildRow(*row)


def keep_settings(connection: Connection, guild: int, row: GuildRow) -> None:
    """Keep what the server has set."""
    values = {"opener_role_id": row.opener_role_id, "most_open": row.most_open, "echo": row.echo}
    changed = connection.execute(sa.update(BOT_SETTINGS).where(BOT_SETTINGS.c.guild_id == guild).values(values))
    if not changed.rowcount:
        connection.execute(sa.insert(BOT_SETTINGS).values(guild_id=guild, **values))


def count_open(connection: Connection, guild: int) -> int:
    """Return how many battles go on at the server."""
    query = sa.select(sa.func.count()).select_from(BOT_THREADS.join(BATTLES, BATTLES.c.id == BOT_THREADS.c.battle_id))
    number: int = connection.execute(query.where(BOT_THREADS.c.guild_id == guild, sa.not_(BATTLES.c.over))).scalar_one()
    return number
