"""The way to Discord: long answers, broken sendings, places that are gone."""

import json
from datetime import timedelta
from typing import Any
from unittest.mock import MagicMock, patch

import discord
import pytest
import sqlalchemy as sa

from motuc_bot.bot.front import NOWHERE, DiscordFront
from motuc_bot.bot.permissions import needed
from motuc_bot.bot.thread_keeping import THROWN_OUT
from motuc_bot.outbox.port import Never, NotNow
from motuc_bot.referee.deliveries import notice
from motuc_bot.referee.open_battle import open_battle
from motuc_bot.referee.threads import tell_masters
from motuc_bot.store import health, outbox
from motuc_bot.store.outbox import Delivery
from motuc_bot.store.tables import OUTBOX
from tests.bot.received import close_doors
from tests.bot.server import Server, Thread, buttons
from tests.referee.table import DUEL


def _delivery(thread: Thread, lines: list[str], *, attempts: int = 1, **more: Any) -> Delivery:
    body = json.dumps({"lines": lines, **more})
    return Delivery(1, thread.battle, None, "notice", body, f"nonce-{lines[0][:20]}", attempts)


def _go_on(server: Server, days: int) -> None:
    """Let what waits be due: so many days have gone by."""
    server.bot.sender.now = lambda: server.desk.now() + timedelta(days=days)


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


@pytest.mark.parametrize(("status", "code", "fault"), [(500, 0, NotNow), (403, 50013, NotNow), (404, 10003, Never)])
async def test_what_discord_says_is_told_the_sender(
    server: Server, status: int, code: int, fault: type[Exception]
) -> None:
    thread = await server.open()
    server.env.inject_error("POST", f"/channels/{thread.channel.id}/messages", status=status, code=code, times=None)
    with pytest.raises(fault):
        await _front(server).send(_delivery(thread, ["Ja."]))


async def test_the_game_master_is_told_once_when_the_thread_is_gone(server: Server) -> None:
    thread = await server.open()
    server.env.inject_error("POST", f"/channels/{thread.channel.id}/messages", status=404, code=10003, times=None)
    front = _front(server)
    for _ in range(2):
        with pytest.raises(Never):
            await front.send(_delivery(thread, ["Ja."]))
    await server.bot.deliver()
    (told,) = thread.private("meister")
    assert f"Im Thread der Schlacht {thread.battle} kann ich nicht mehr schreiben" in told


async def test_while_a_right_is_missing_all_waits_and_then_comes_in_order(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    for at, loss in enumerate(("Clawful: greift Buzz-Off an\nfertig", "SL: Pause")):
        server.env.inject_error("POST", f"/channels/{thread.channel.id}/messages", status=403, code=50013, times=None)
        await thread.write("kalle" if at == 0 else "meister", loss)
        for day in (1, 2):
            _go_on(server, 3 * at + day)
            await server.bot.deliver()
        told = thread.private("meister")
        assert len(told) == at + 1, "once for each loss"
        assert f"Im Thread <#{thread.channel.id}>" in told[-1]
        server.env.backend.faults.clear()
        _go_on(server, 3 * at + 3)
        await server.bot.deliver()
    said = [text for text in thread.texts() if text.startswith("**#") or "bitte wählen" in text][-3:]
    assert ["#6" in said[0], "bitte wählen" in said[1], "#7" in said[2]] == [True] * 3


async def test_which_right_is_missing_is_told(server: Server) -> None:
    thread = await server.open()
    ours = server.bot.user
    assert ours is not None
    shown = server.bot.get_channel(thread.channel.id)
    assert isinstance(shown, discord.Thread)
    with patch.object(discord.Thread, "permissions_for", lambda *_: needed() & ~discord.Permissions(attach_files=True)):
        server.env.inject_error("POST", f"/channels/{thread.channel.id}/messages", status=403, code=50013, times=None)
        with pytest.raises(NotNow):
            await _front(server).send(_delivery(thread, ["Ja."]))
    await server.bot.deliver()
    assert "Mir fehlen Rechte (Dateien anhängen)." in thread.private("meister")[-1]


async def test_what_a_server_missed_that_threw_the_bot_out_comes_when_it_is_back(server: Server) -> None:
    thread = await server.open()
    path = f"/channels/{thread.channel.id}/messages"
    server.env.inject_error("POST", path, status=403, code=50001, times=None)
    server.env.inject_error("GET", f"/guilds/{server.guild.id}", status=403, code=50001, times=None)
    await thread.slash("kalle", "schlacht beitreten", seite="black", figur="Clawful")
    assert "nicht mehr auf dem Server" in thread.private("meister")[-1]
    with server.desk.store.reading() as connection:
        assert [letter.fault for letter in health.dead_letters(connection)] == [THROWN_OUT]
    server.faults.clear()
    server.env.backend.faults.clear()
    guild = server.bot.get_guild(server.guild.id)
    assert guild is not None
    await server.bot.keeping.back(guild)
    await server.bot.deliver()
    assert "Clawful (kalle)" in thread.texts()[-1]


async def test_a_question_asked_again_in_the_same_phase_is_not_taken_for_the_first(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    question = await thread.attack()
    await server.person("anna").click(question, label="Keine Gegenwehr")
    asked = len(thread.questions())
    send = discord.PartialMessageable.send
    left = [discord.DiscordServerError(MagicMock(status=502), "")]

    async def breaking(self: discord.PartialMessageable, text: str, **more: Any) -> discord.Message:
        if "bitte wählen" in text and left:
            raise left.pop()
        return await send(self, text, **more)

    with patch.object(discord.PartialMessageable, "send", breaking):
        await thread.carry_out("meister", "sl rueckgaengig")
        assert left == []
        _go_on(server, 1)
        await server.bot.deliver()
    new = [one for one in thread.questions()[asked:] if "bitte wählen" in one.content]
    assert [sorted(buttons(one)) for one in new] == [sorted(buttons(question))]


async def test_of_two_like_notices_the_second_is_not_taken_for_the_first(server: Server) -> None:
    thread = await server.open()
    for at, status in enumerate((None, 502)):
        if status is not None:
            server.env.inject_error("POST", f"/channels/{thread.channel.id}/messages", status=status, times=1)
        with server.desk.store.writing() as connection:
            outbox.insert(connection, thread.battle, None, [notice(("Es regnet.",), f"regen {at}")], server.desk.now())
        await server.bot.deliver()
    _go_on(server, 1)
    await server.bot.deliver()
    assert thread.texts().count("Es regnet.") == 2


async def test_that_somebody_takes_no_messages_is_told_although_discord_fails_at_first(server: Server) -> None:
    thread = await server.open()
    await thread.fill()
    close_doors(server, "kalle")
    send = discord.PartialMessageable.send
    left = [discord.DiscordServerError(MagicMock(status=502), "")]

    async def breaking(self: discord.PartialMessageable, text: str, **more: Any) -> discord.Message:
        if "keine private Nachricht" in text and left:
            raise left.pop()
        return await send(self, text, **more)

    with patch.object(discord.PartialMessageable, "send", breaking):
        await thread.slash("meister", "schlacht start")
    assert "keine private Nachricht" not in thread.said()
    server.faults.clear()
    await server.restart()
    _go_on(server, 1)
    await server.bot.deliver()
    (told,) = [one for one in thread.channel.history() if "keine private Nachricht" in one.content]
    assert list(buttons(told)) == ["Privat eingeben"]


async def test_to_a_game_master_who_takes_no_messages_no_form_is_offered(server: Server) -> None:
    thread = await server.open()
    close_doors(server, "meister")
    tell_masters(server.desk, thread.battle, "Etwas fehlt.", "fehlt")
    await server.bot.deliver()
    (told,) = [one for one in thread.channel.history() if "keine private Nachricht" in one.content]
    assert told.content.startswith(f"<@{server.person('meister').id}>")
    assert (buttons(told), "gib es hier ein" in told.content, "Etwas fehlt" in thread.said()) == ({}, False, False)
    server.faults.clear()


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
