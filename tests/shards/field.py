"""Many battles on several guilds, which no program has been told of: each finds them in the database."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any

from motuc_bot.bot.names import person_of
from motuc_bot.bot.permissions import needed
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.figure_tables import FIGURE_TABLES
from motuc_bot.referee.form import Form
from motuc_bot.referee.guild_settings import change_guild
from motuc_bot.referee.open_battle import open_battle
from motuc_bot.referee.record import Message
from motuc_bot.referee.take_seat import take_seat
from motuc_bot.referee.threads import ThreadRow
from motuc_bot.store.engine import open_engine
from motuc_bot.store.store import Store
from motuc_bot.store.upgrade import upgrade
from tests.loopback.people import Person
from tests.loopback.server import Server
from tests.loopback.threads import opened
from tests.loopback.world import Application, Channel, Guild
from tests.referee.bound import bind_thread

TOKEN = "loopback.token.of-the-referees"
_DUEL: dict[str, Any] = {
    "battle": {"name": "Zweikampf", "rounds": 999, "value": "any"},
    "teams": {
        "black": [{"figure": "Skeletor", "player": "kalle", "at": "F4"}],
        "white": [{"figure": "He-Man", "player": "anna", "at": "G4"}],
    },
}
# Nobody is too fast for the referee here.
_POSTS_A_MINUTE = 1_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Duel:
    """A battle that goes on, its thread, and who sits on which seat."""

    battle: int
    thread: Channel
    people: dict[str, Person]


@dataclass(slots=True, repr=False)
class Field:
    """All guilds, with the referee in each, and the battles there."""

    server: Server
    desk: Desk
    application: Application
    guilds: list[Guild]
    duels: list[Duel]


@contextmanager
def desk_on(url: str) -> Iterator[Desk]:
    """Give a desk on a database, brought to its shape, with a real clock, as the programs have it."""
    store = Store(open_engine(url), FIGURE_TABLES)
    upgrade(store.engine)
    with closing(store):
        yield Desk(store)


def add_guilds(server: Server, shards: int) -> tuple[Application, list[Guild]]:
    """Return the referee and a guild of each shard."""
    world = server.world
    application, owner = world.add_application("MotUC-Bot", TOKEN), world.add_user("Grayskull")
    guilds = []
    for shard in range(shards):
        guild = world.add_guild(f"Gilde {shard}", owner, shard=shard, shards=shards)
        world.join(guild, application.user, world.add_role(guild, "MotUC-Bot", needed()))
        world.add_channel(guild, "arena")
        guilds.append(guild)
    return application, guilds


def open_duels(server: Server, desk: Desk, *, shards: int, battles: int) -> Field:
    """Open so many duels, by turns on a guild of each shard."""
    application, guilds = add_guilds(server, shards)
    for guild in guilds:
        change_guild(desk, guild.id, {"posts_a_minute": _POSTS_A_MINUTE})
    duels = [_opened(server, desk, application, guilds[at % shards], at) for at in range(battles)]
    return Field(server, desk, application, guilds, duels)


def _opened(server: Server, desk: Desk, application: Application, guild: Guild, number: int) -> Duel:
    world = server.world
    (parent,) = [channel for channel in world.channels_of(guild) if channel.thread is None]
    battle = open_battle(desk, "motuc", _DUEL, person_of(guild.owner.id)).battle
    people = {}
    for seat in ("kalle", "anna"):
        user = world.add_user(f"{seat}{number}")
        world.join(guild, user)
        people[seat] = Person(server, user, guild)
        form = Form(battle, person_of(user.id), (), Message(f"{battle}-{seat}", world.clock.now()), seat)
        take_seat(desk, form)
    thread = opened(world, application.user, parent, {"name": f"Zweikampf {number}"})
    bind_thread(desk, ThreadRow(battle, guild.id, thread.id, None, person_of(guild.owner.id)))
    return Duel(battle, thread, people)
