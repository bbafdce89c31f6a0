"""Posts by command: they count like messages, and all see them."""

from typing import Any

import discord
import pytest

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


_EMOJI = "<:axt:123456789012345678>"


async def test_who_is_given_a_figure_by_command_sits_under_his_own_name(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    uwe, nobody = server.person("uwe"), 99999999999999999
    told = await thread.slash("meister", "befehl", text=f"SL: Buzz-Off spielt <@{uwe.id}>")
    assert told.startswith("✅ #")
    assert thread.seen("uwe").mine == ("uwe",)
    await thread.slash("meister", "befehl", text=f"SL: Clawful spielt <@{nobody}>")
    assert str(nobody) not in str(thread.seen().document)
    # Whoever sits already is called by his seat, though he is called otherwise now.
    server.person("kalle")
    await thread.slash("meister", "befehl", text=f"SL: Clawful spielt <@{server.person('kalle').id}>")
    told, call = thread.texts()[-2:]
    assert any("Clawful" in line and "kalle" in line for line in told.splitlines())
    assert call == f"<@{server.person('kalle').id}>: Du bist am Zug (Runde 1, Schwarz zieht)."


async def test_by_command_nobody_but_the_game_master_gives_figures_away(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    uwe = server.person("uwe")
    await thread.slash("kalle", "befehl", text=f"Clawful: geht nach C3\nIch rufe <@{uwe.id}>")
    assert "uwe" not in thread.seen().seats


async def test_signs_of_the_server_disturb_no_command(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    text = f"Clawful: geht nach C4 {_EMOJI}"
    assert "So würde es zählen" in await thread.slash("kalle", "vorschau", text=text)
    assert (await thread.slash("kalle", "befehl", text=text)).startswith("✅ #")
    reason = await thread.shown(
        "meister", "sl korrigieren", figur="Clawful", was="Leben", wert=7, grund=f"Gift{_EMOJI}"
    )
    assert "123456789012345678" not in reason.content


async def test_signs_of_the_server_disturb_no_private_form(server: Server) -> None:
    thread = await server.open()
    await thread.fill()
    await thread.slash("meister", "schlacht start")
    told = await thread.slash("kalle", "befehl", text=f"Clawful: Start A3 {_EMOJI}", privat=True)
    assert "A3" in told


async def test_where_the_others_can_not_be_shown_what_was_posted_it_is_answered_all_the_same(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await server.open()
    await thread.begin()
    send = discord.Webhook.send

    async def lost(webhook: discord.Webhook, content: str = "", **more: Any) -> Any:
        if content.startswith("<@"):
            raise OSError("weg")
        return await send(webhook, content, **more)

    monkeypatch.setattr(discord.Webhook, "send", lost)
    told = await thread.slash("kalle", "befehl", text="Clawful: greift Buzz-Off an; fertig")
    assert told.startswith("✅ #")
    assert thread.questions()
