"""What a server of Discord has set."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace

import sqlalchemy as sa
from sqlalchemy import Connection

from motuc_bot.store.prepared import Prepared
from motuc_bot.store.tables import BATTLES, BOT_SETTINGS, BOT_THREADS


@dataclass(frozen=True, slots=True)
class GuildRow:
    """Who may open battles on a server (None = everybody), how many may run at once, whether posts have a way back.

    `results_first`: results go to the game master first; `pictures`: they have a picture;
    `posts_a_minute`: so many messages of one person are read.
    """

    opener_role_id: int | None = None
    most_open: int = 20
    echo: bool = True
    results_first: bool = False
    pictures: bool = True
    posts_a_minute: int = 20


_COLUMNS = tuple(BOT_SETTINGS.c[name] for name in GuildRow.__dataclass_fields__)
_SETTINGS_OF = Prepared(lambda dialect: sa.select(*_COLUMNS).where(BOT_SETTINGS.c.guild_id == sa.bindparam("guild")))

_RESULTS_FIRST = Prepared(
    lambda dialect: (
        sa.select(BOT_SETTINGS.c.results_first)
        .join(BOT_THREADS, BOT_THREADS.c.guild_id == BOT_SETTINGS.c.guild_id)
        .where(BOT_THREADS.c.battle_id == sa.bindparam("battle"))
    )
)


def settings_of(connection: Connection, guild: int) -> GuildRow:
    """Return what the server has set, or what is usual."""
    rows = _SETTINGS_OF.run(connection, {"guild": guild})
    if not rows:
        return GuildRow()
    found = GuildRow(*rows[0])
    # SQLite knows no truth, only numbers.
    return replace(found, echo=bool(found.echo), results_first=bool(found.results_first), pictures=bool(found.pictures))


def change_settings(connection: Connection, guild: int, changed: Mapping[str, int | None]) -> None:
    """Keep what the server sets anew, by the names of the fields; all else stays as it is."""
    mine = BOT_SETTINGS.c.guild_id == guild
    if not connection.execute(sa.update(BOT_SETTINGS).where(mine).values(dict(changed))).rowcount:
        connection.execute(sa.insert(BOT_SETTINGS).values({**asdict(GuildRow()), **changed, "guild_id": guild}))


def wants_results_first(connection: Connection, battle: int) -> bool:
    """Tell whether the battle is played on a server where results go to the game master first."""
    rows = _RESULTS_FIRST.run(connection, {"battle": battle})
    return bool(rows and rows[0][0])


def count_open(connection: Connection, guild: int) -> int:
    """Return how many battles go on at the server."""
    query = sa.select(sa.func.count()).select_from(BOT_THREADS.join(BATTLES, BATTLES.c.id == BOT_THREADS.c.battle_id))
    number: int = connection.execute(query.where(BOT_THREADS.c.guild_id == guild, sa.not_(BATTLES.c.over))).scalar_one()
    return number


def all_settings(connection: Connection) -> dict[int, GuildRow]:
    """Return what the servers have set that have set something."""
    rows = connection.execute(sa.select(BOT_SETTINGS.c.guild_id, *_COLUMNS))
    return {row[0]: GuildRow(*row[1:]) for row in rows}
