"""Several programs on one database: each plays on its servers, one that dies is replaced, the database may go away."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import sqlalchemy as sa

from motuc_bot.referee.desk import Desk
from motuc_bot.store.tables import BATTLES
from tests.databases import PostgresServer
from tests.loopback.server import Server
from tests.shards.driver import Driver
from tests.shards.field import Duel, Field, add_guilds, open_duels
from tests.shards.programs import programs
from tests.shards.scene import Scene
from tests.shards.verdict import faults, let_leases_lapse, settled

_ALREADY_ANSWERED = 40060
_REPLY = 19


async def test_battles_on_the_servers_of_two_programs(postgres_desk: Desk, postgres_url: str, tmp_path: Path) -> None:
    """What is said in private comes in at the first alone, for the battles of the other one too."""
    async with Server().running() as server:
        _, guilds = add_guilds(server, 2)
        scenes = [Scene(server, postgres_desk, guild) for guild in guilds]
        async with programs(server, postgres_url, tmp_path, 0, 1, count=2) as running:
            threads = await asyncio.gather(*(scene.play() for scene in scenes))
        assert [len(thread.pins()) for thread in threads] == [1, 1]
        assert server.faults == []
        assert ["[error" in program.log() for program in running] == [False, False]


async def test_what_two_programs_see_is_answered_once(postgres_desk: Desk, postgres_url: str, tmp_path: Path) -> None:
    """Of two programs for the same shard each is told of all that is written and used."""
    async with Server().running() as server:
        _, (guild,) = add_guilds(server, 1)
        async with programs(server, postgres_url, tmp_path, 0, 0, count=1):
            thread = await Scene(server, postgres_desk, guild).play()
            # Only one of them may answer what is used: Discord says so to the other one.
            assert {fault.code for fault in server.faults} == {_ALREADY_ANSWERED}
            assert all(used.reply is not None and len(used.answers) <= 1 for used in server.interactions.known.values())
            answered = [one.reference for one in thread.shown() if one.author.bot and one.type == _REPLY]
            assert answered
            assert len(answered) == len(set(answered))
            assert len(thread.pins()) == 1


async def test_posts_that_two_programs_see_count_once(postgres_desk: Desk, postgres_url: str, tmp_path: Path) -> None:
    async with on_field(postgres_desk, 1, 6) as (field, driver):
        async with programs(field.server, postgres_url, tmp_path, 0, 0, count=1):
            await driver.play(60)
            await settled(field)
        assert faults(field, driver.written) == []


async def test_a_program_that_is_killed(postgres_desk: Desk, postgres_url: str, tmp_path: Path) -> None:
    """The other one goes on; what is written meanwhile is taken when the program is back."""
    async with on_field(postgres_desk, 2, 8, by_reply=True) as (field, driver):
        async with programs(field.server, postgres_url, tmp_path, 0, 1, count=2) as running:
            others, mine = of_guild(field, 0), of_guild(field, 1)
            async with asyncio.TaskGroup() as playing:
                here = [playing.create_task(driver.play_one(duel, 20)) for duel in others]
                there = [playing.create_task(driver.play_one(duel, 20)) for duel in mine]
                await written(driver, mine, 12)
                await running[1].kill()
                await asyncio.wait(here)
                assert not any(task.done() for task in there)
                let_leases_lapse(field.desk, mine)
                await running[1].start()
            await settled(field)
        assert faults(field, driver.written) == []


async def test_a_twin_takes_over_from_a_program_that_is_killed(
    postgres_desk: Desk, postgres_url: str, tmp_path: Path
) -> None:
    async with on_field(postgres_desk, 1, 6, by_reply=True) as (field, driver):
        async with programs(field.server, postgres_url, tmp_path, 0, 0, count=1) as running:
            playing = asyncio.create_task(driver.play(90))
            await written(driver, field.duels, 30)
            await running[0].kill()
            let_leases_lapse(field.desk, field.duels)
            await playing
            await settled(field)
        assert faults(field, driver.written) == []


async def test_the_database_dies_under_load(
    postgres_server: PostgresServer, postgres_desk: Desk, postgres_url: str, tmp_path: Path
) -> None:
    async with on_field(postgres_desk, 2, 8, by_reply=True) as (field, driver):
        async with programs(field.server, postgres_url, tmp_path, 0, 1, count=2):
            playing = asyncio.create_task(driver.play(160))
            for posts in (40, 100):
                await written(driver, field.duels, posts)
                await asyncio.to_thread(postgres_server.crash)
            await playing
            let_leases_lapse(field.desk, field.duels)
            await settled(field)
        assert faults(field, driver.written) == []


async def test_no_battle_waits_for_another(postgres_desk: Desk, postgres_url: str, tmp_path: Path) -> None:
    """A battle is held by somebody else; however much is written there, all others go on."""
    async with on_field(postgres_desk, 2, 6) as (field, driver):
        held, *others = field.duels
        async with programs(field.server, postgres_url, tmp_path, 0, 1, count=2):
            await driver.play_one(held, 1)
            with postgres_desk.store.writing() as connection:
                connection.execute(sa.select(BATTLES).where(BATTLES.c.id == held.battle).with_for_update())
                waiting = [
                    asyncio.create_task(driver.say(held, "anna", f"He-Man: geht nach Z{at}")) for at in range(12)
                ]
                async with asyncio.TaskGroup() as playing:
                    for duel in others:
                        playing.create_task(driver.play_one(duel, 10))
                assert not any(task.done() for task in waiting)
            await asyncio.gather(*waiting)
            await settled(field)
        assert faults(field, driver.written) == []


@asynccontextmanager
async def on_field(
    desk: Desk, shards: int, battles: int, *, by_reply: bool = False
) -> AsyncIterator[tuple[Field, Driver]]:
    """Give battles on a guild of each shard, and who plays them."""
    async with Server().running() as server:
        field = open_duels(server, desk, shards=shards, battles=battles)
        yield field, Driver(field, by_reply)


def of_guild(field: Field, shard: int) -> list[Duel]:
    """Return the battles on the guild of that shard."""
    return [duel for duel in field.duels if duel.thread.guild is field.guilds[shard]]


async def written(driver: Driver, duels: Sequence[Duel], posts: int) -> None:
    """Return when so many posts have been written in these battles."""
    channels = {duel.thread.id for duel in duels}
    while sum(message.channel.id in channels for message in driver.written) < posts:
        await asyncio.sleep(0.005)
