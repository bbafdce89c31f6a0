"""Everybody sees what is kept of him, and can be forgotten."""

import json

from motuc_bot.store import people
from tests.bot.server import Server, answers


async def test_everybody_is_shown_his_own_data_alone(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    await thread.write("kalle", "Clawful: greift Buzz-Off an")
    result = await server.person("kalle").slash(thread.channel, "daten zeigen")
    assert result.ephemeral
    told, file = answers(result)
    assert "Platz: kalle; Beiträge: 3, davon privat: 1" in told.content
    (attached,) = file.attachments
    kept = json.loads(await attached.read())
    assert kept["person"] == f"discord:{server.person('kalle').id}"
    assert "Buzz-Off: Start" not in json.dumps(kept)
    nobody = await server.person("uwe").slash(thread.channel, "daten zeigen")
    assert [one.content for one in answers(nobody)] == ["Über dich ist nichts gespeichert."]


async def test_who_wants_it_is_forgotten_after_a_question_and_the_battle_goes_on(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    kalle = server.person("kalle")
    asked = answers(await kalle.slash(thread.channel, "daten loeschen"))[0]
    assert "Zurück geht das nicht" in asked.content
    assert thread.seen("kalle").mine == ("kalle",)
    await server.restart()
    done = await kalle.click(asked, label="Endgültig vergessen")
    assert "Die Plätze bleiben: „kalle“" in answers(done)[0].content
    with server.desk.store.reading() as connection:
        assert people.battles_with(connection, f"discord:{kalle.id}") == ()
    assert "Auf dem Platz „kalle“ sitzt niemand mehr" in thread.said()
    again = await kalle.click(asked, label="Endgültig vergessen")
    assert "nichts mehr gespeichert" in answers(again)[0].content
    # The seat is there for somebody else, with all that was played.
    await thread.slash("meister", "sl ersatz", platz="kalle", wer=server.person("uwe"))
    await thread.write("uwe", "Clawful: greift Buzz-Off an\nfertig")
    assert thread.questions()
