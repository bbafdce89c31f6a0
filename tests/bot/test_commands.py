"""Every command, with its answers, its lists to choose from, and whom it refuses."""

import re
from typing import Any

import yaml

from motuc_bot.transcript.load import load
from tests.bot.server import Server, answers

_NAME = re.compile(r"[-_a-zäöüß0-9]{1,32}")


def _walk(command: dict[str, Any]) -> list[dict[str, Any]]:
    return [command, *(one for option in command.get("options", []) for one in _walk(option))]


async def test_names_and_descriptions_are_such_as_discord_takes(server: Server) -> None:
    for command in server.bot.tree.get_commands():
        for one in _walk(command.to_dict(server.bot.tree)):
            assert _NAME.fullmatch(one["name"]), one["name"]
            assert 1 <= len(one["description"]) <= 100, one
            assert one["description"] != "…", one["name"]
            assert len(one.get("options", [])) <= 25
            assert len(one.get("choices", [])) <= 25


async def test_all_commands_are_there(server: Server) -> None:
    names = set(server.person("kalle").available_commands(server.channel))
    lineup = {
        f"schlacht {name}"
        for name in (
            "neu",
            "beitreten",
            "verlassen",
            "waffen",
            "start",
            "abbrechen",
            "uebernehmen",
            "einrichten",
            "aus_datei",
            "vorlagen",
            "neuer_thread",
        )
    }
    master = {
        f"sl {name}"
        for name in (
            "weiter",
            "pause",
            "fortsetzen",
            "korrigieren",
            "platzieren",
            "ersatz",
            "rueckgaengig",
            "ende",
            "uebergeben",
            "helfer",
            "ergebnisse",
        )
    }
    lookups = {"befehl", "figur", "karte", "lage", "regel", "vorschau", "chancen", "fehler", "hilfe", "protokoll"}
    lookups |= {"daten zeigen", "daten loeschen"}
    assert names == lineup | master | lookups
    # In private there is no thread to open or to lead.
    assert set(server.person("kalle").user.available_commands()) == lookups


async def test_a_wrong_template_is_refused_and_leaves_no_thread(server: Server) -> None:
    result = await server.person("meister").slash(server.channel, "schlacht neu", vorlage="gibtsnicht")
    assert "Diese Vorlage gibt es nicht" in answers(result)[0].content
    assert server.channel.threads == []


async def test_a_battle_of_so_many_points_is_opened(server: Server) -> None:
    lacking = await server.person("meister").slash(
        server.channel, "schlacht neu", vorlage="duell", wert_der_mannschaften="number"
    )
    assert "Punkte" in answers(lacking)[0].content
    thread = await server.open(wert_der_mannschaften="number", punkte=70)
    assert "70" in thread.said()


async def test_lists_to_choose_from_fit_and_match_what_is_typed(server: Server) -> None:
    thread = await server.open()
    kalle = server.person("kalle")
    templates = await kalle.autocomplete(server.channel, "schlacht neu", "vorlage", "hex")
    assert [one["value"] for one in templates] == ["hexenwald"]
    sides = await kalle.autocomplete(thread.channel, "schlacht beitreten", "seite", "")
    assert [one["value"] for one in sides] == ["black", "white"]
    free = await kalle.autocomplete(thread.channel, "schlacht beitreten", "figur", "", seite="black")
    assert 0 < len(free) <= 25
    skeletor = await kalle.autocomplete(thread.channel, "schlacht beitreten", "figur", "skel", seite="black")
    assert skeletor[0]["value"] == "Skeletor"
    assert "Wert 77" in skeletor[0]["name"]
    stock = await kalle.autocomplete(thread.channel, "schlacht beitreten", "waffe", "", seite="black")
    assert 0 < len(stock) <= 25
    assert await kalle.autocomplete(server.channel, "schlacht beitreten", "figur", "", seite="black") == []
    assert await kalle.autocomplete(thread.channel, "figur", "name", "he-m")
    assert await kalle.autocomplete(thread.channel, "regel", "regel", "parier")


async def test_a_figure_joins_and_leaves(server: Server) -> None:
    thread = await server.open()
    assert "als kalle" in await thread.slash("kalle", "schlacht beitreten", seite="black", figur="Skeletor")
    assert "Schwarz: Skeletor (kalle), Wert 77" in thread.said()
    assert "❓" in await thread.slash("kalle", "schlacht beitreten", seite="black", figur="Nirgendwer")
    taken = await thread.slash("anna", "schlacht beitreten", seite="black", figur="Skeletor")
    assert "als anna" not in taken
    assert "nicht mehr dabei" in await thread.slash("kalle", "schlacht verlassen")
    assert thread.seen().seats == ("SL",)
    assert "keinen Platz" in await thread.slash("kalle", "schlacht verlassen")


async def test_weapons_are_chosen(server: Server) -> None:
    thread = await server.open()
    await thread.slash("kalle", "schlacht beitreten", seite="black", figur="Clawful")
    kalle = server.person("kalle")
    figures = await kalle.autocomplete(thread.channel, "schlacht waffen", "figur", "")
    assert [one["value"] for one in figures] == ["Clawful"]
    carried = await kalle.autocomplete(thread.channel, "schlacht waffen", "hand", "", figur="Clawful")
    assert [one["value"] for one in carried] == ["Riesenschere", "Stachelkeule", "-"]
    assert "notiert" in await thread.slash("kalle", "schlacht waffen", figur="Clawful", hand="Stachelkeule")
    hands = thread.seen().document["figures"]["Clawful"]["hands"]  # type: ignore[index]
    assert hands == ["Stachelkeule"]
    assert "notiert" in await thread.slash("kalle", "schlacht waffen", figur="Clawful", hand="-")
    assert thread.seen().document["figures"]["Clawful"]["hands"] == []  # type: ignore[index]
    assert "❓" in await thread.slash("kalle", "schlacht waffen", figur="Clawful", hand="Lichtschwert")


async def test_only_the_game_master_starts_and_stops(server: Server) -> None:
    thread = await server.open()
    await thread.fill()
    assert "nur die Spielleitung" in await thread.slash("kalle", "schlacht start")
    assert "nur die Spielleitung" in await thread.slash("kalle", "schlacht abbrechen")
    assert "Jetzt melden alle ihre Startpositionen" in await thread.slash("meister", "schlacht start")
    await thread.carry_out("meister", "schlacht abbrechen")
    assert thread.seen().over


async def test_a_second_start_opens_no_secret(server: Server) -> None:
    thread = await server.open()
    await thread.fill()
    await thread.slash("meister", "schlacht start")
    await thread.whisper("kalle", "Clawful: Start A3")
    told = await thread.slash("meister", "schlacht start")
    assert "Die Aufstellung ist schon abgeschlossen; es fehlen noch Startpositionen von anna." in told
    assert thread.seen().moment == "0 placement"
    shown = await thread.shown("meister", "sl weiter")
    assert "Phase: Startpositionen → Runde 1, Schwarz zieht" in shown.content
    assert thread.seen().moment == "0 placement"
    await server.person("meister").click(shown, label="Ausführen")
    assert thread.seen().moment == "1 black_moves"
    told = await thread.slash("meister", "schlacht start")
    assert told == "Die Aufstellung ist schon abgeschlossen. Wie die Schlacht steht, zeigt /lage."


async def test_a_start_with_unequal_teams_is_refused(server: Server) -> None:
    thread = await server.open()
    await thread.slash("kalle", "schlacht beitreten", seite="black", figur="Skeletor")
    assert "R-T2" in await thread.slash("meister", "schlacht start") or thread.seen().moment == "0 lineup"
    assert thread.seen().moment == "0 lineup"


async def test_commands_outside_a_battle_are_refused(server: Server) -> None:
    for name in ("karte", "lage", "chancen", "fehler"):
        result = await server.person("kalle").slash(server.channel, name)
        assert "nur im Thread einer Schlacht" in answers(result)[0].content


async def test_look_ups(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    assert "Schlacht" in await thread.slash("gast", "hilfe")
    assert "Skeletor" in await thread.slash("gast", "figur", name="Skeletor")
    assert "❓" in await thread.slash("gast", "figur", name="Nirgendwer")
    assert (await thread.slash("gast", "regel", regel="R-F3")).startswith("**R-F3** Jeder Treffer")
    assert "❓" in await thread.slash("gast", "regel", regel="R-?")
    told = await thread.slash("kalle", "lage")
    assert "kalle, du bist dran" in told
    assert "Spielleitung: Clawful steht jetzt auf D3" in told
    assert "Clawful: greift Buzz-Off an" in await thread.slash("kalle", "chancen")
    assert "nichts vor dir" in await thread.slash("gast", "chancen")
    seen = await thread.slash("kalle", "vorschau", text="Clawful: geht nach D4")
    assert "✅ Clawful: geht nach D4" in seen
    assert "So würde es zählen" in seen
    assert "So zählt nichts" in await thread.slash("kalle", "vorschau", text="Clawful: geht nach Z99")
    told = await thread.slash("kalle", "vorschau", text="Der Nebel lichtet sich.")
    assert "Darin steht kein Befehl: Nach dem Namen gehört ein Doppelpunkt" in told
    assert "So würde es zählen" not in told
    assert thread.seen().document["figures"]["Clawful"]["field"] == "D3"  # type: ignore[index]


async def test_a_private_post_is_not_the_last_one(server: Server) -> None:
    thread = await server.open()
    await thread.fill()
    await thread.slash("meister", "schlacht start")
    told = await thread.slash("kalle", "lage")
    assert told.count("Noch keine Startposition") == 1
    await thread.whisper("kalle", "Clawful: Start A3")
    assert "Seit deinem letzten Beitrag" not in await thread.slash("kalle", "lage")
    await thread.whisper("anna", "Buzz-Off: Start H3")
    told = await thread.slash("kalle", "lage")
    assert "**Bisher:**" in told
    assert "**kalle, du bist dran.**" in told
    await thread.write("kalle", "Clawful: geht nach B3")
    await thread.slash("meister", "sl pause")
    told = await thread.slash("kalle", "lage")
    assert "**Seit deinem letzten Beitrag:**" in told
    assert "Pause: Es geht weiter" in told
    assert "du bist dran" not in told


async def test_look_ups_work_in_private_where_one_battle_is_meant(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    result = await server.person("kalle").user.slash("lage")
    assert "Schnelles Duell" in answers(result)[0].content
    nobody = await server.person("gast").user.slash("lage")
    assert "nur im Thread" in answers(nobody)[0].content


async def test_the_board_is_a_picture_with_a_text_for_who_cannot_see_it(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    result = await server.person("kalle").slash(thread.channel, "karte")
    assert result.ephemeral
    (file,) = [one for answer in answers(result) for one in answer.attachments]
    assert file.filename == "karte.png"
    assert (await file.read()).startswith(b"\x89PNG")


async def test_the_file_of_a_battle_can_be_replayed(server: Server, tmp_path: Any) -> None:
    thread = await server.open()
    assert "Aufstellung läuft noch" in await thread.slash("kalle", "fehler")
    await thread.begin()
    result = await server.person("kalle").slash(thread.channel, "fehler")
    (file,) = [one for answer in answers(result) for one in answer.attachments]
    assert answers(result)[-1].content == (
        "Die Schlacht bis hier als Datei, ohne Geheimes: zum Aufheben, Nachspielen oder Melden eines Fehlers."
    )
    path = tmp_path / file.filename
    path.write_bytes(await file.read())
    assert yaml.safe_load(path.read_text())["battle"]["name"] == "Schnelles Duell"
    assert load(path).posts


async def test_the_game_masters_commands(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    assert "nur die Spielleitung" in await thread.slash("kalle", "sl pause")
    assert "✅ SL: Pause" in await thread.slash("meister", "sl pause")
    assert thread.marks(await thread.write("kalle", "Clawful: geht nach D4")) == ["❓"]
    assert "✅ SL: Fortsetzen" in await thread.slash("meister", "sl fortsetzen")
    await thread.carry_out("meister", "sl korrigieren", figur="Clawful", was="Leben", wert=7, grund="es; fiel")
    assert "es, fiel" in thread.said()
    assert thread.seen().document["figures"]["Clawful"]["life"] == 7  # type: ignore[index]
    before = thread.texts()
    assert "R-X6" in await thread.slash(
        "meister", "sl korrigieren", figur="Clawful", was="Leben", wert=99, grund="zu viel"
    )
    # What was refused concerns nobody else.
    assert thread.texts() == before
    await thread.carry_out("meister", "sl rueckgaengig")
    assert thread.seen().document["figures"]["Clawful"]["life"] == 10  # type: ignore[index]
    assert "✅" in await thread.slash("meister", "sl weiter")
    assert thread.seen().moment == "1 white_moves"
    await thread.carry_out("meister", "sl ende")
    assert thread.seen().over


async def test_placing_tells_its_reason_and_a_refusal_gives_no_move_as_example(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    await thread.carry_out("meister", "sl platzieren", figur="Clawful", feld="C4", grund="Erdbeben")
    assert "Clawful steht jetzt auf C4 statt D3 (Erdbeben)." in thread.said()
    for place in ("E3", "Z9"):
        told = await thread.slash("meister", "sl platzieren", figur="Clawful", feld=place)
        assert "❓" in told
        assert "Zum Beispiel" not in told


async def test_the_game_master_places_a_figure_in_secret_before_the_start(server: Server) -> None:
    thread = await server.open()
    await thread.fill()
    await thread.slash("meister", "schlacht start")
    told = await thread.slash("meister", "sl platzieren", figur="Clawful", feld="A4")
    assert "✅" in told
    assert "A4" not in thread.texts()[-1]
    assert "Es fehlt noch: Buzz-Off (anna)" in thread.said()


async def test_seats_go_to_others(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    gast, uwe = server.person("gast"), server.person("uwe")
    seats = await server.person("meister").autocomplete(thread.channel, "sl ersatz", "platz", "")
    assert [one["value"] for one in seats] == ["anna", "kalle"]
    assert "gast" in await thread.slash("meister", "sl ersatz", platz="kalle", wer=gast)
    assert thread.marks(await thread.write("kalle", "Clawful: geht nach D4")) == ["❓"]
    assert thread.marks(await thread.write("gast", "Clawful: geht nach D4")) == ["✅"]
    assert "nur die Spielleitung" in await thread.slash("anna", "sl uebergeben", wer=gast)
    await thread.carry_out("meister", "sl uebergeben", wer=uwe)
    assert thread.marks(await thread.write("meister", "SL: Pause")) == ["❓"]
    assert thread.marks(await thread.write("uwe", "SL: Pause")) == ["✅"]


async def test_who_gets_a_seat_is_asked_what_it_owes(server: Server) -> None:
    thread = await server.open()
    await thread.fill()
    await thread.slash("meister", "schlacht start")
    gast, uwe = server.person("gast"), server.person("uwe")
    await thread.slash("meister", "sl ersatz", platz="kalle", wer=gast)
    assert "`Clawful: Start A1`" in thread.private("gast")[-1]
    assert len(thread.private("anna")) == 1
    await thread.whisper("gast", "Clawful: Start A3")
    await thread.whisper("anna", "Buzz-Off: Start H3")
    await thread.carry_out("meister", "sl platzieren", figur="Clawful", feld="D3")
    await thread.carry_out("meister", "sl platzieren", figur="Buzz-Off", feld="E3")
    await thread.write("gast", "Clawful: greift Buzz-Off an\nfertig")
    await thread.slash("meister", "sl ersatz", platz="anna", wer=uwe)
    question = thread.questions()[-1]
    assert question.content.startswith(f"<@{uwe.id}>")
    assert (
        "für jemand anderen" in answers(await server.person("anna").click(question, label="Keine Gegenwehr"))[0].content
    )
    await uwe.click(question, label="Keine Gegenwehr")
    assert thread.seen().moment == "1 white_moves"
