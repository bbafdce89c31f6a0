"""Another bot on the same database, in each phase of a battle: it goes on where the first one stopped."""

import asyncio
from datetime import UTC, datetime

from motuc_bot.referee.check_battles import check_battles
from tests.bot.server import Server


async def test_a_restart_in_each_phase_changes_nothing(server: Server) -> None:
    thread = await server.open(runden=1)
    await _restarted(server, thread.texts, "0 lineup")
    await thread.fill()
    await _restarted(server, thread.texts, "0 lineup")
    await thread.slash("meister", "schlacht start")
    await _restarted(server, thread.texts, "0 placement")
    assert len(thread.private("kalle")) == len(thread.private("anna")) == 1
    await thread.whisper("kalle", "Clawful: Start A3")
    await _restarted(server, thread.texts, "0 placement")
    await thread.whisper("anna", "Buzz-Off: Start H3")
    await _restarted(server, thread.texts, "1 black_moves")
    await thread.carry_out("meister", "sl platzieren", figur="Clawful", feld="D3")
    await thread.carry_out("meister", "sl platzieren", figur="Buzz-Off", feld="E3")
    question = await thread.attack()
    await _restarted(server, thread.texts, "1 white_reacts")
    await server.person("anna").click(question, label="Keine Gegenwehr")
    await _restarted(server, thread.texts, "1 white_moves")
    await thread.slash("meister", "sl pause")
    await _restarted(server, thread.texts, "1 white_moves")
    await thread.slash("meister", "sl fortsetzen")
    await thread.write("anna", "Buzz-Off: greift Clawful an")
    await _restarted(server, thread.texts, "1 black_reacts")
    await server.person("kalle").click(thread.questions()[-1], label="Keine Gegenwehr")
    assert thread.seen().over
    await _restarted(server, thread.texts, "1 over")
    assert len(thread.channel.pinned_messages()) == 1
    for _, _, faults in check_battles(server.desk):
        assert faults == ()


async def _restarted(server: Server, texts: object, moment: str) -> None:
    assert callable(texts)
    before = texts()
    (battle,) = server.bot.threads.values()
    await server.restart()
    assert texts() == before
    assert list(server.bot.threads.values()) == [battle]
    with server.desk.store.reading() as connection:
        assert server.desk.view(connection, battle).row.moment == moment


async def test_what_was_written_while_the_bot_was_away_counts(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    backend = server.env.backend
    listening = list(backend.subscribers)
    backend.subscribers.clear()
    kalle = server.person("kalle")
    prose = backend.create_message(thread.channel.id, kalle.id, "Nebel zieht auf.")
    order = backend.create_message(thread.channel.id, kalle.id, "Clawful: geht nach D4")
    assert prose.id < order.id
    backend.subscribers.extend(listening)
    assert thread.seen().document["figures"]["Clawful"]["field"] == "D3"  # type: ignore[index]
    await server.restart()
    assert thread.seen().document["figures"]["Clawful"]["field"] == "D4"  # type: ignore[index]
    marks = {message.content: [str(one.emoji) for one in message.reactions] for message in thread.channel.history()}
    assert marks["Clawful: geht nach D4"] == ["✅"]
    assert marks["Nebel zieht auf."] == []


async def test_what_is_written_while_it_catches_up_waits_for_its_turn(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    await server.bot.on_disconnect()
    kalle, backend = server.person("kalle"), server.env.backend
    listening, backend.subscribers[:] = list(backend.subscribers), []
    message = backend.create_message(thread.channel.id, kalle.id, "Clawful: geht nach D4")
    backend.subscribers.extend(listening)
    heard = next(one for one in thread.channel.history() if one.id == message.id)
    hearing = asyncio.ensure_future(server.bot.posts.on_message(heard))
    await asyncio.sleep(0.1)
    assert not hearing.done()
    await server.bot.on_resumed()
    await hearing
    assert thread.seen().document["figures"]["Clawful"]["field"] == "D4"  # type: ignore[index]


async def test_what_could_not_be_sent_before_the_end_is_sent_by_the_next_bot(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    server.env.inject_error("POST", f"/channels/{thread.channel.id}/messages", status=500, times=None)
    await thread.write("kalle", "Clawful: geht nach D4\nfertig")
    assert "Clawful geht" not in thread.said()
    server.env.backend.faults.clear()
    server.desk.now = lambda: datetime(2031, 1, 1, tzinfo=UTC)
    await server.restart()
    await server.bot.deliver()
    assert thread.said().count("Clawful geht") == 1
