"""Who may open battles on a server, and how many."""

import discord

from tests.bot.server import Server, answers


def _admin(server: Server) -> object:
    role = server.guild.create_role("Leitung", permissions=discord.Permissions(manage_guild=True))
    return server.guild.add_member(server.env.create_user("admin"), roles=[role])


async def _opened(server: Server, member: object) -> str:
    result = await member.slash(server.channel, "schlacht neu", vorlage="duell")  # type: ignore[attr-defined]
    return str(answers(result)[0].content)


async def test_a_server_sets_who_opens_battles_and_how_many(server: Server) -> None:
    admin, gast = _admin(server), server.person("gast")
    role = server.guild.create_role("Feldherr")
    chosen = server.guild.add_member(server.env.create_user("feldherr"), roles=[role])
    told = await admin.slash(server.channel, "einstellungen")  # type: ignore[attr-defined]
    assert "alle. Zugleich laufen höchstens 20" in answers(told)[0].content
    await admin.slash(server.channel, "einstellungen", rolle=role, hoechstens=1)  # type: ignore[attr-defined]
    assert "nur, wer die Rolle" in await _opened(server, gast)
    assert server.channel.threads == []
    assert "ist eröffnet" in await _opened(server, chosen)
    assert "laufen schon 1 Schlachten" in await _opened(server, chosen)
    # Whoever manages the server may always.
    assert "ist eröffnet" in await _opened(server, admin)
    await admin.slash(server.channel, "einstellungen", alle=True, hoechstens=5)  # type: ignore[attr-defined]
    assert "ist eröffnet" in await _opened(server, gast)


async def test_what_one_server_sets_is_nothing_to_another(server: Server) -> None:
    admin = _admin(server)
    await admin.slash(server.channel, "einstellungen", hoechstens=1)  # type: ignore[attr-defined]
    await server.open()
    guild = server.env.create_guild("Etheria")
    channel = guild.create_text_channel("arena")
    other = guild.add_member(server.env.create_user("adora"))
    result = await other.slash(channel, "schlacht neu", vorlage="duell")
    assert "ist eröffnet" in answers(result)[0].content


async def test_only_managers_see_the_settings(server: Server) -> None:
    assert "einstellungen" not in server.person("gast").available_commands(server.channel)


async def test_a_server_sets_what_becomes_of_results(server: Server) -> None:
    admin = _admin(server)
    told = await admin.slash(server.channel, "einstellungen", echo=False)  # type: ignore[attr-defined]
    assert "Ergebnisse: gleich in den Thread, mit Bild." in answers(told)[0].content
    told = await admin.slash(server.channel, "einstellungen", ergebnisse=True, bild=False)  # type: ignore[attr-defined]
    assert "Ergebnisse: zuerst an die Spielleitung, sie postet sie dann, ohne Bild." in answers(told)[0].content
    told = await admin.slash(server.channel, "einstellungen", hoechstens=3)  # type: ignore[attr-defined]
    assert "zuerst an die Spielleitung" in answers(told)[0].content
    assert "Angriffe: bekommen nur ein ✅." in answers(told)[0].content


async def test_without_a_change_all_is_shown_with_how_to_change_it(server: Server) -> None:
    admin = _admin(server)
    told = answers(await admin.slash(server.channel, "einstellungen"))[0].content  # type: ignore[attr-defined]
    assert "Angriffe: werden wiederholt, mit Knopf zum Zurücknehmen." in told
    assert "Ändern: " in told
    told = answers(await admin.slash(server.channel, "einstellungen", bild=False))[0].content  # type: ignore[attr-defined]
    assert "Ändern: " not in told
