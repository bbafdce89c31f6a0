"""The pinned message: one in each thread, whatever breaks in between, and pinned as soon as that is allowed."""

import asyncio
from typing import Any

import pytest
import sqlalchemy as sa

from motuc_bot.bot import status
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.read_status import read_status
from motuc_bot.store.faults import DatabaseAway
from motuc_bot.store.tables import BATTLES
from tests.bot.server import Server, Thread


def _states(thread: Thread) -> list[bool]:
    """Return of each message that says how the battle stands whether it is pinned."""
    return [
        message.pinned for message in thread.channel.history() if message.content.startswith("**Schnelles Duell** · ")
    ]


async def test_what_was_written_before_a_crash_is_not_written_again(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*args: Any) -> None:
        raise RuntimeError("aus")

    with monkeypatch.context() as patch:
        patch.setattr(status, "keep_status_message", killed)
        thread = await server.open()
    server.faults.clear()
    assert _states(thread) == [False]
    await server.restart()
    assert _states(thread) == [True]


async def test_it_is_pinned_once_that_is_allowed_and_the_game_master_is_told_once(server: Server) -> None:
    path = "/channels/*/messages/pins/*"
    server.env.inject_error("PUT", path, status=403, code=50013, times=None)
    thread = await server.open()
    await thread.slash("kalle", "schlacht beitreten", seite="black", figur="Clawful")
    assert _states(thread) == [False]
    (told,) = thread.private("meister")
    assert "„Nachrichten anpinnen“" in told
    server.env.backend.faults.clear()
    await thread.slash("anna", "schlacht beitreten", seite="white", figur="Buzz-Off")
    assert _states(thread) == [True]


async def test_what_others_have_left_to_who_failed_is_made_up_for(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await server.open()
    faults = iter((True,))

    def away(*args: Any) -> Any:
        if next(faults, False):
            raise DatabaseAway("weg")
        return read_status(*args)

    monkeypatch.setattr("motuc_bot.bot.status.read_status", away)
    pinned, battle = server.bot.pinned, thread.battle
    async with pinned._writing[battle]:
        # What comes in while somebody waits for his turn leaves it to him.
        first = asyncio.create_task(pinned.refresh(battle))
        await asyncio.sleep(0)
        change_name(server.desk, battle, "Umgetauft")
        await pinned.refresh(battle)
    with pytest.raises(DatabaseAway):
        await first
    await server.bot.send_late()
    assert any(message.content.startswith("**Umgetauft** · ") for message in thread.channel.history())


def change_name(desk: Desk, battle: int, name: str) -> None:
    with desk.store.writing() as connection:
        connection.execute(sa.update(BATTLES).where(BATTLES.c.id == battle).values(name=name))


async def test_of_a_battle_that_is_over_nothing_is_kept(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    assert thread.battle in server.bot.locks
    await thread.write("meister", "SL: Schlacht beenden")
    assert thread.battle not in server.bot.locks
    assert "Vorbei" in thread.channel.pinned_messages()[0].content


async def test_a_phone_shows_each_figure_on_one_line(server: Server) -> None:
    thread = await server.open()
    await thread.slash("anna", "schlacht beitreten", seite="white", figur="Clamp Champ")
    await thread.slash("kalle", "schlacht beitreten", seite="black", figur="Clawful")
    await thread.slash("meister", "schlacht start")
    await thread.whisper("kalle", "Clawful: Start A3")
    await thread.whisper("anna", "Clamp Champ: Start H3")
    await thread.write("meister", "SL: Clamp Champ: Leben 1")
    text = thread.channel.pinned_messages()[0].content
    block = text.split("```")[1].strip("\n").split("\n")
    assert block == [
        "Schwarz:",
        "Cl Clawful     A3  █████ 10 A5 B2",
        "Weiß:",
        "Ca Clamp Champ H3  █░░░░  1 A6 B5",
        "A = Ausdauer, B = Beweglichkeit",
    ]
    assert all(len(line) <= 40 for line in block)
