"""What a program learns of others that are the same bot: threads that they open, pinned messages that they rewrite."""

import asyncio
import re
from datetime import timedelta
from pathlib import Path
from unittest.mock import patch

import pytest

from motuc_bot.bot.names import person_of
from motuc_bot.bot.sharded import ShardedMotucBot
from motuc_bot.referee.form import Form
from motuc_bot.referee.open_battle import open_battle
from motuc_bot.referee.record import Message
from motuc_bot.referee.take_seat import take_seat
from motuc_bot.referee.threads import ThreadRow, thread_in
from tests.loopback import messages
from tests.loopback.conftest import faulty_referee as faulty_referee
from tests.loopback.conftest import referee as referee
from tests.loopback.motuc import House
from tests.loopback.people import Person
from tests.loopback.threads import opened
from tests.loopback.world import Channel
from tests.referee.bound import bind_thread
from tests.referee.table import DUEL, open_desk


def opened_elsewhere(house: House) -> Channel:
    """Return a thread that another program has opened."""
    return opened(house.server.world, house.application.user, house.channel, {"name": "Zweikampf"})


def begun_elsewhere(house: House, thread: Channel) -> Person:
    """Let that program open a duel there, and return who has the move."""
    master, kalle = person_of(house.person("meister").id), house.person("kalle")
    battle = open_battle(house.desk, "motuc", DUEL, master).battle
    at = house.server.world.clock.now()
    take_seat(house.desk, Form(battle, person_of(kalle.id), (), Message("kalle", at), "kalle"))
    bind_thread(house.desk, ThreadRow(battle, house.guild.id, thread.id, None, master))
    return kalle


async def test_a_post_in_a_thread_that_another_program_has_opened(referee: House) -> None:
    thread = opened_elsewhere(referee)
    kalle = begun_elsewhere(referee, thread)
    post = kalle.says(thread, "Skeletor: wartet")
    await referee.settled()
    assert post.marks() == ["✅"]


async def test_a_command_in_such_a_thread(referee: House) -> None:
    thread = opened_elsewhere(referee)
    kalle = begun_elsewhere(referee, thread)
    assert "Skeletor" in await referee.does(kalle.uses(thread, "/lage"))


async def test_a_thread_may_be_there_before_its_battle(referee: House) -> None:
    thread = opened_elsewhere(referee)
    early = referee.person("kalle").says(thread, "Skeletor: wartet")
    await referee.settled()
    kalle = begun_elsewhere(referee, thread)
    post = kalle.says(thread, "Skeletor: wartet")
    await referee.settled()
    assert (early.marks(), post.marks()) == ([], ["✅"])


async def test_the_database_is_asked_once_of_a_thread_without_a_battle(referee: House) -> None:
    world, asked = referee.server.world, []
    mine = opened_elsewhere(referee)
    other = opened(world, referee.person("gast").user, referee.channel, {"name": "Plausch"})

    def counted(*arguments: object) -> object:
        asked.append(arguments[-1])
        return thread_in(*arguments)  # type: ignore[arg-type]

    with (
        patch("motuc_bot.bot.other_programs.thread_in", counted),
        patch("motuc_bot.bot.other_programs._NEW", timedelta(0)),
    ):
        await asyncio.sleep(0.01)
        for thread in (mine, other, mine):
            referee.person("gast").says(thread, "Hallo")
            await referee.settled()
    assert asked == [mine.id]


async def test_a_pinned_message_that_another_program_has_written_later(referee: House) -> None:
    """It had read the battle before, and shows how things stood then."""
    thread = await referee.open()
    await thread.begin()
    (pinned,) = thread.channel.pins()
    right, user = pinned.content, referee.application.user
    messages.edit(referee.server.world, user, pinned, {"content": "**Schnelles Duell** · Runde 0"})
    await referee.settled()
    assert pinned.content == right


async def test_a_player_who_has_left_a_server_of_another_program(
    faulty_referee: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = faulty_referee
    thread = await house.open()
    await thread.fill()
    house.server.world.leave(house.guild, house.person("kalle").user)
    # He shares no server with the bot any more.
    house.person("kalle").user.closed = True
    # Any program may send what waits, whatever server it is for.
    monkeypatch.setattr(house.bot, "get_guild", lambda _: None)
    await thread.uses("meister", "/schlacht start")
    assert len([text for text in thread.channel.texts() if "„kalle“ ist nicht mehr auf diesem Server" in text]) == 1
    assert [text for text in thread.channel.texts() if "private Nachricht" in text] == []


@pytest.mark.parametrize(("number", "taken"), [(0, False), (1, True), (2, False), (3, True)])
async def test_the_servers_of_a_program(tmp_path: Path, number: int, taken: bool) -> None:
    bot = ShardedMotucBot(open_desk(f"sqlite:///{tmp_path / 'battles.db'}"), shard_ids=(1, 3), shard_count=4)
    assert bot.takes((4 * 12_345 + number) << 22) is taken
    assert bot.hears_private is False


async def test_a_private_message_for_a_battle_that_another_program_plays(referee: House) -> None:
    here = await referee.open()
    await here.fill()
    elsewhere = opened_elsewhere(referee)
    kalle = begun_elsewhere(referee, elsewhere)
    kalle.dm("Clawful: Start A3")
    await referee.settled()
    (asked,) = kalle.inbox()
    assert {f"<#{here.channel.id}>", f"<#{elsewhere.id}>"} <= set(re.findall("<#[0-9]+>", asked.content))
