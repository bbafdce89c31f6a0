"""Whose move it is: called once a phase, in the thread, while it is so."""

from dataclasses import replace

from motuc_bot.bot.rendering import rendered
from motuc_bot.referee.ask import TURN, ask
from motuc_bot.referee.threads import move_thread, place_of
from motuc_bot.store import outbox
from motuc_bot.store.outbox import Delivery
from tests.bot.received import calls
from tests.bot.server import Server, Thread


def _sent(thread: Thread) -> list[str]:
    with thread.server.desk.store.reading() as connection:
        return [body for body, _ in outbox.sent_to_thread(connection, thread.battle, TURN)]


async def test_each_side_is_called_when_it_is_to_move(server: Server) -> None:
    thread = await server.open()
    await thread.fill()
    await thread.slash("meister", "schlacht start")
    # What is owed for the start is asked in private.
    assert calls(server, "kalle") == []
    await thread.whisper("kalle", "Clawful: Start A3")
    await thread.whisper("anna", "Buzz-Off: Start H3")
    assert calls(server, "kalle") == ["Du bist am Zug (Runde 1, Schwarz zieht)."]
    assert thread.texts()[-1] == f"<@{server.person('kalle').id}>: Du bist am Zug (Runde 1, Schwarz zieht)."
    await thread.write("kalle", "Clawful: geht nach B3")
    await server.restart()
    assert len(calls(server, "kalle")) == 1
    await thread.write("kalle", "fertig")
    assert calls(server, "anna")[-1] == "Du bist am Zug (Runde 1, Weiß zieht)."
    await thread.write("anna", "fertig")
    assert calls(server, "kalle")[1:] == ["Du bist am Zug (Runde 2, Schwarz zieht)."]
    await thread.carry_out("meister", "sl ende")
    assert len(calls(server, "kalle")) == 2


async def test_several_are_called_by_one_message_that_rings(server: Server) -> None:
    thread = await server.open(vorlage="arena", wert_der_mannschaften="any")
    for name, side, figure in (
        ("kalle", "black", "Stinkor"),
        ("berta", "black", "Evil-Lyn"),
        ("anna", "white", "He-Man"),
    ):
        await thread.slash(name, "schlacht beitreten", seite=side, figur=figure)
    await thread.slash("meister", "schlacht start")
    await thread.carry_out("meister", "sl weiter")
    assert thread.seen().moment == "1 black_moves"
    kalle, berta = server.person("kalle").id, server.person("berta").id
    (sent,) = [
        one.json for one in server.env.http_requests if isinstance(one.json, dict) and "am Zug (" in str(one.json)
    ]
    assert sent["content"].endswith(": Ihr seid am Zug (Runde 1, Schwarz zieht).")
    assert sorted(sent["allowed_mentions"]["users"]) == sorted((kalle, berta))
    assert not sent.get("flags", 0)


async def test_who_is_given_a_figure_by_command_while_it_is_to_move_is_called(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    uwe = server.person("uwe")
    await thread.slash("meister", "befehl", text=f"SL: Clawful spielt <@{uwe.id}>")
    assert calls(server, "uwe") == ["Du bist am Zug (Runde 1, Schwarz zieht)."]


async def test_nothing_is_said_when_it_is_over_or_nobody_is_of_discord(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    (body,) = _sent(thread)
    delivery = Delivery(99, thread.battle, None, TURN, body, "n", 1)
    place = place_of(server.desk, thread.battle)
    assert len(rendered(server.desk, delivery, place).pieces) == 1
    elsewhere = replace(delivery, body=body.replace("discord:", "page:"))
    assert rendered(server.desk, elsewhere, place).pieces == ()
    await thread.write("kalle", "fertig")
    assert rendered(server.desk, delivery, place).pieces == ()


async def test_in_another_thread_they_are_called_again_once(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    row = place_of(server.desk, thread.battle).thread
    assert row is not None
    with server.desk.store.writing() as connection:
        connection.exec_driver_sql("UPDATE outbox SET sent_at = NULL, sent_as = NULL, attempts = 0 WHERE kind = 'turn'")
    move_thread(server.desk, row)
    ask(server.desk, thread.battle)
    before = len(calls(server, "kalle"))
    await server.bot.deliver()
    assert calls(server, "kalle")[before:] == ["Du bist am Zug (Runde 1, Schwarz zieht)."]
