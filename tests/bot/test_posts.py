"""Messages in the thread of a battle: which count, which are refused, which are nothing to the referee."""

from tests.bot.server import Server, Thread


async def _begun(server: Server) -> Thread:
    thread = await server.open()
    await thread.begin()
    return thread


async def test_an_accepted_post_is_ticked_and_answered_with_its_number(server: Server) -> None:
    thread = await _begun(server)
    before = len(thread.texts())
    message = await thread.write("kalle", "**Clawful**: geht nach D4")
    assert thread.marks(message) == ["✅"]
    assert len(thread.texts()) == before + 1, "a mere move needs no answer"
    ending = await thread.write("kalle", "Clawful: fertig")
    (answer,) = [one for one in thread.channel.history() if one.reference and one.reference.message_id == ending.id]
    assert answer.content.startswith("**#7** ")
    assert thread.seen().document["figures"]["Clawful"]["field"] == "D4"  # type: ignore[index]


async def test_prose_is_never_answered(server: Server) -> None:
    thread = await _begun(server)
    before = len(thread.texts())
    message = await thread.write("kalle", "Die Sonne sinkt über Eternia.\n> Clawful: geht nach D4")
    stranger = await thread.write("gast", "Das sieht gut aus!")
    assert thread.marks(message) == thread.marks(stranger) == []
    assert len(thread.texts()) == before + 2


async def test_speech_is_marked_as_such(server: Server) -> None:
    thread = await _begun(server)
    before = len(thread.texts())
    message = await thread.write("kalle", "Clawful: Muahaha!")
    assert thread.marks(message) == ["💬"]
    assert len(thread.texts()) == before + 1


async def test_a_refused_post_is_marked_and_told_what_is_wrong(server: Server) -> None:
    thread = await _begun(server)
    message = await thread.write("kalle", "Clawful: geht nach Z99")
    assert thread.marks(message) == ["❓"]
    (reply,) = [one for one in thread.channel.history() if one.reference and one.reference.message_id == message.id]
    assert reply.content.startswith("❓ Clawful:")
    assert "zählt nicht" in reply.content


async def test_orders_for_others_figures_are_refused(server: Server) -> None:
    thread = await _begun(server)
    for name in ("gast", "anna"):
        message = await thread.write(name, "Clawful: geht nach D4")
        assert thread.marks(message) == ["❓"]
    assert thread.seen().document["figures"]["Clawful"]["field"] == "D3"  # type: ignore[index]


async def test_nobody_but_the_game_master_gives_his_orders(server: Server) -> None:
    thread = await _begun(server)
    assert thread.marks(await thread.write("kalle", "SL: weiter")) == ["❓"]
    assert thread.marks(await thread.write("meister", "SL: Clawful Leben 7, weil ein Stein fiel")) == ["✅"]


async def test_a_refused_post_is_read_anew_when_it_is_edited(server: Server) -> None:
    thread = await _begun(server)
    message = await thread.write("kalle", "Clawful: geht nach Z99")
    await server.person("kalle").edit(message, "Clawful: geht nach Z98")
    assert thread.marks(message) == ["❓"]
    await server.person("kalle").edit(message, "Clawful: geht nach D4")
    assert thread.marks(message) == ["✅"]
    assert thread.seen().document["figures"]["Clawful"]["field"] == "D4"  # type: ignore[index]


async def test_who_edits_a_post_that_counts_is_told_so_once(server: Server) -> None:
    thread = await _begun(server)
    message = await thread.write("kalle", "Clawful: geht nach D4")
    for text in ("Clawful: geht nach D5", "Clawful: geht nach D6"):
        await server.person("kalle").edit(message, text)
    assert thread.said().count("die Änderung zählt nicht") == 1
    assert thread.marks(message) == ["✅"]
    assert thread.seen().document["figures"]["Clawful"]["field"] == "D4"  # type: ignore[index]


async def test_who_deletes_a_post_that_counts_is_told_so_once(server: Server) -> None:
    thread = await _begun(server)
    prose, order = await thread.write("kalle", "Staub."), await thread.write("kalle", "Clawful: geht nach D4")
    await server.person("kalle").delete(prose)
    assert "gelöscht" not in thread.said()
    await server.person("kalle").delete(order)
    assert thread.said().count("Beitrag #7 von kalle wurde gelöscht: Er gilt weiter") == 1
    assert thread.seen().document["figures"]["Clawful"]["field"] == "D4"  # type: ignore[index]


async def test_mentions_emoji_and_times_are_read_as_words(server: Server) -> None:
    thread = await _begun(server)
    anna = server.person("anna")
    emoji = server.guild.create_emoji("schere")
    text = f"<:schere:{emoji.id}> Clawful: geht nach D4 <:schere:{emoji.id}>\nBis <t:1900000000:R>, <@{anna.id}>!"
    message = await thread.write("kalle", text)
    assert thread.marks(message) == ["✅"]
    kept = thread.seen().posts[-1].text
    assert kept == " Clawful: geht nach D4 \nBis 17.03.2030 17.46 Uhr (UTC), @anna!"


async def test_the_game_master_names_a_player_by_a_mention(server: Server) -> None:
    thread = await _begun(server)
    gast = server.person("gast")
    message = await thread.write("meister", f"SL: Clawful spielt <@{gast.id}>")
    assert thread.marks(message) == ["✅"]
    assert thread.seen().document["figures"]["Clawful"]["player"] == "gast"  # type: ignore[index]
    assert thread.marks(await thread.write("gast", "Clawful: geht nach D4")) == ["✅"]
    assert thread.marks(await thread.write("kalle", "Clawful: geht nach D4")) == ["❓"]


async def test_a_namesake_gets_a_seat_of_his_own(server: Server) -> None:
    thread = await _begun(server)
    other = server.guild.add_member(server.env.create_user("anna"))
    await thread.write("meister", f"SL: Clawful spielt <@{other.id}>")
    assert thread.seen().document["figures"]["Clawful"]["player"] == "anna 2"  # type: ignore[index]


async def test_a_move_is_answered_where_no_tick_can_be_set(server: Server) -> None:
    thread = await _begun(server)
    server.env.inject_error("PUT", "/channels/*/messages/*/reactions/*", status=403, times=None)
    await thread.write("kalle", "Clawful: geht nach D4")
    assert thread.texts()[-1] == "✅ #6"


async def test_what_was_taken_back_does_not_count(server: Server) -> None:
    thread = await _begun(server)
    await thread.write("kalle", "Clawful: geht nach D4")
    assert thread.marks(await thread.write("kalle", "zurück")) == ["✅"]
    assert thread.seen().document["figures"]["Clawful"]["field"] == "D3"  # type: ignore[index]


async def test_who_deletes_many_posts_is_told_of_those_that_count(server: Server) -> None:
    thread = await _begun(server)
    messages = [await thread.write("kalle", text) for text in ("Staub.", "Clawful: geht nach D4")]
    backend = server.env.backend
    payload = {
        "ids": [str(message.id) for message in messages],
        "channel_id": str(thread.channel.id),
        "guild_id": str(server.guild.id),
    }
    backend.emit("MESSAGE_DELETE_BULK", payload)
    await server.env.settle()
    assert thread.said().count("wurde gelöscht: Er gilt weiter") == 1
