"""The verdict finds what it is there for."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from motuc_bot.bot.names import name_of_message, person_of
from motuc_bot.referee.post import NewPost, post
from motuc_bot.referee.record import Message as Name
from tests.loopback import marks, messages
from tests.loopback.server import Server
from tests.loopback.world import Message
from tests.shards.field import Duel, Field, desk_on, open_duels
from tests.shards.verdict import faults


@pytest.fixture
async def field(tmp_path: Path) -> AsyncIterator[Field]:
    """Give a duel that no program plays."""
    with desk_on(f"sqlite:///{tmp_path / 'battles.db'}") as desk:
        async with Server().running() as server:
            yield open_duels(server, desk, shards=1, battles=1)


def written(duel: Duel) -> Message:
    return duel.people["kalle"].says(duel.thread, "Skeletor: wartet")


def taken(field: Field, message: Message) -> None:
    """Let a message count, as a program does."""
    name = Name(name_of_message(message.id), message.at)
    post(field.desk, NewPost(field.duels[0].battle, person_of(message.author.id), message.content, name))
    marks.react(field.server.world, field.application.user, message, "✅")


def answered(field: Field, message: Message) -> None:
    body = {"content": "**#1** …", "message_reference": {"message_id": str(message.id)}}
    messages.create(field.server.world, field.application.user, message.channel, body)


async def test_a_lost_post(field: Field) -> None:
    message = written(field.duels[0])
    found = faults(field, [message])
    assert f"{name_of_message(message.id)}: lost" in found
    assert f"{message}: marked []" in found


async def test_an_answer_that_is_missing_and_one_that_is_shown_twice(field: Field) -> None:
    message = written(field.duels[0])
    taken(field, message)
    found = faults(field, [message])
    assert "something is still waiting to be sent" in found
    assert not any("lost" in fault for fault in found)
    for _ in range(2):
        answered(field, message)
    found = faults(field, [message])
    assert sum("is shown, but no delivery" in fault for fault in found) == 2
    assert any("answered in another order than written, or twice" in fault for fault in found)


async def test_posts_that_were_taken_in_another_order(field: Field) -> None:
    first, second = written(field.duels[0]), written(field.duels[0])
    taken(field, second)
    taken(field, first)
    assert "battle 1: not taken in the order in which they were written" in faults(field, [first, second])


async def test_a_pinned_message_that_is_missing_or_old(field: Field) -> None:
    world, bot, thread = field.server.world, field.application.user, field.duels[0].thread
    assert "battle 1: 0 pinned messages" in faults(field, [])
    marks.pin(world, bot, messages.create(world, bot, thread, {"content": "Runde 0"}))
    assert any(fault.startswith("battle 1: pinned is 'Runde 0'") for fault in faults(field, []))
