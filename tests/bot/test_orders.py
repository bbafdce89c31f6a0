"""Posts by command: they count like messages, and all see them."""

from tests.bot.server import Server


async def test_an_order_by_command_counts_and_is_shown_to_all(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    told = await thread.slash("kalle", "befehl", text="Clawful: greift Buzz-Off an; fertig")
    assert told.startswith("✅ #")
    kalle = server.person("kalle")
    shown = next(at for at, text in enumerate(thread.texts()) if text.startswith(f"<@{kalle.id}>:\n> Clawful: greift"))
    assert any("Clawful" in text and "Buzz-Off" in text for text in thread.texts()[shown + 1 :])
    assert "Weiß reagiert" in thread.said() or thread.questions()


async def test_what_is_refused_is_told_to_its_author_alone(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    before = thread.texts()
    assert "❓" in await thread.slash("kalle", "befehl", text="Clawful: geht nach Z99")
    assert "❓" in await thread.slash("anna", "befehl", text="Clawful: geht nach D4")
    assert thread.texts() == before


async def test_starts_by_command_are_secret(server: Server) -> None:
    thread = await server.open()
    await thread.fill()
    await thread.slash("meister", "schlacht start")
    told = await thread.slash("kalle", "befehl", text="Clawful: Start A3", privat=True)
    assert "A3" in told
    assert "A3" not in thread.said()


async def test_a_bot_that_may_not_read_plays_by_commands_and_mentions(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    await server.restart(reads=False)
    assert "/befehl" in thread.texts()[0]
    await thread.write("kalle", "Clawful: geht nach D4")
    assert thread.seen().posts[-1].text != "Clawful: geht nach D4"
    assert server.bot.user is not None
    await thread.write("kalle", f"<@{server.bot.user.id}> Clawful: geht nach D4")
    assert thread.seen().posts[-1].text.strip() == "Clawful: geht nach D4"
    assert thread.seen().posts[-1].number is not None
