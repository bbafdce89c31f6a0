"""The way to Discord: long answers, broken sendings, places that are gone."""

import json
from typing import Any

import pytest
import sqlalchemy as sa

from motuc_bot.bot.front import NOWHERE, DiscordFront
from motuc_bot.outbox.port import Never, NotNow
from motuc_bot.referee.open_battle import open_battle
from motuc_bot.store.outbox import Delivery
from motuc_bot.store.tables import OUTBOX
from tests.bot.server import Server, Thread
from tests.referee.table import DUEL


def _delivery(thread: Thread, lines: list[str], *, attempts: int = 1, **more: Any) -> Delivery:
    body = json.dumps({"lines": lines, **more})
    return Delivery(1, thread.battle, None, "notice", body, f"nonce-{lines[0][:20]}", attempts)


def _front(server: Server) -> DiscordFront:
    return DiscordFront(server.bot, server.desk)


async def test_a_long_answer_is_split_between_lines_in_order(server: Server) -> None:
    thread = await server.open()
    before = len(thread.texts())
    lines = [f"Figur {number}: {'Wucht ' * 30}".strip() for number in range(30)]
    sent = await _front(server).send(_delivery(thread, lines))
    new = thread.texts()[before:]
    assert len(new) > 2
    assert all(len(text) <= 2000 for text in new)
    assert "\n".join(new).split("\n") == lines
    assert sent == str(thread.channel.history()[-1].id)


async def test_what_was_sent_is_found_and_only_its_rest_is_sent(server: Server) -> None:
    thread = await server.open()
    front = _front(server)
    lines = [f"{number} {'x' * 1500}" for number in range(3)]
    assert await front.find(_delivery(thread, lines, attempts=2)) is None
    sent = await front.send(_delivery(thread, lines))
    assert await front.find(_delivery(thread, lines, attempts=2)) == sent
    # The last message never arrived.
    server.env.backend.delete_message(thread.channel.id, int(sent))
    assert await front.find(_delivery(thread, lines, attempts=2)) is None
    await front.send(_delivery(thread, lines, attempts=2))
    assert [text[0] for text in thread.texts()[-3:]] == ["0", "1", "2"]


async def test_the_same_words_of_somebody_else_are_not_taken_for_ours(server: Server) -> None:
    thread = await server.open()
    await thread.write("gast", "Es regnet.")
    assert await _front(server).find(_delivery(thread, ["Es regnet."], attempts=2)) is None


async def test_the_same_words_as_an_answer_to_another_post_are_not_taken_for_it(server: Server) -> None:
    thread = await server.open()
    first, second = await thread.write("gast", "Eins."), await thread.write("gast", "Zwei.")
    front = _front(server)
    one = _delivery(thread, ["Ja."], reply_to=f"discord:{first.id}")
    other = _delivery(thread, ["Ja."], attempts=2, reply_to=f"discord:{second.id}")
    sent = await front.send(one)
    assert await front.find(other) is None
    assert await front.find(one) == sent


async def test_an_answer_to_a_message_that_is_gone_is_sent_all_the_same(server: Server) -> None:
    thread = await server.open()
    message = await thread.write("gast", "Eins.")
    await server.person("gast").delete(message)
    await _front(server).send(_delivery(thread, ["Ja."], reply_to=f"discord:{message.id}"))
    assert thread.texts()[-1] == "Ja."


@pytest.mark.parametrize(("status", "code", "fault"), [(500, 0, NotNow), (403, 50013, Never), (404, 10003, Never)])
async def test_what_discord_says_is_told_the_sender(
    server: Server, status: int, code: int, fault: type[Exception]
) -> None:
    thread = await server.open()
    server.env.inject_error("POST", f"/channels/{thread.channel.id}/messages", status=status, code=code, times=None)
    with pytest.raises(fault):
        await _front(server).send(_delivery(thread, ["Ja."]))


async def test_the_game_master_is_told_once_when_the_thread_is_gone(server: Server) -> None:
    thread = await server.open()
    server.env.inject_error("POST", f"/channels/{thread.channel.id}/messages", status=403, code=50001, times=None)
    front = _front(server)
    for _ in range(2):
        with pytest.raises(Never):
            await front.send(_delivery(thread, ["Ja."]))
    await server.bot.deliver()
    (told,) = thread.private("meister")
    assert f"Im Thread der Schlacht {thread.battle} kann ich nicht mehr schreiben" in told


async def test_battles_of_the_page_are_none_of_its_business(server: Server) -> None:
    opened = open_battle(server.desk, "motuc", DUEL, "tisch")
    await server.bot.deliver()
    with server.desk.store.reading() as connection:
        rows = connection.execute(sa.select(OUTBOX.c.sent_as).where(OUTBOX.c.battle_id == opened.battle)).scalars()
        assert set(rows) == {NOWHERE}


async def test_a_battle_whose_thread_is_just_being_opened_waits(server: Server) -> None:
    opened = open_battle(server.desk, "motuc", DUEL, "discord:1")
    with pytest.raises(NotNow):
        await _front(server).send(Delivery(1, opened.battle, None, "notice", '{"lines": ["x"]}', "n", 1))


async def test_the_outbox_is_empty_when_all_was_answered(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    await thread.attack()
    with server.desk.store.reading() as connection:
        left = connection.execute(sa.select(OUTBOX.c.nonce).where(OUTBOX.c.sent_at.is_(None))).all()
    assert left == []


async def test_what_was_sent_but_not_noted_is_not_sent_again(server: Server) -> None:
    """As after a crash between sending and noting so: questions with buttons, answers, notices, private messages."""
    thread = await server.open()
    await thread.begin()
    await thread.attack()
    await _all_again(server, thread)


async def test_a_question_that_was_half_answered_meanwhile_is_not_asked_again(server: Server) -> None:
    thread = await server.open(vorlage="arena")
    for figure in ("Clawful", "Beast Man"):
        await thread.slash("kalle", "schlacht beitreten", seite="black", figur=figure)
    await thread.slash("anna", "schlacht beitreten", seite="white", figur="Buzz-Off")
    await thread.slash("meister", "schlacht start")
    await thread.whisper("kalle", "Clawful: Start A4")
    await _all_again(server, thread)


async def _all_again(server: Server, thread: Thread) -> None:
    """Let the bot forget that it has sent anything; all that it may do is to find it."""
    before = thread.texts(), thread.private("kalle"), thread.private("anna")
    with server.desk.store.writing() as connection:
        connection.execute(sa.update(OUTBOX).values(sent_at=None, sent_as=None))
    await server.restart()
    await server.bot.deliver()
    assert (thread.texts(), thread.private("kalle"), thread.private("anna")) == before
    with server.desk.store.reading() as connection:
        assert connection.execute(sa.select(OUTBOX.c.nonce).where(OUTBOX.c.sent_at.is_(None))).all() == []
