"""Threads that are archived, locked or deleted, a bot that is thrown out, players who leave or change their names."""

from datetime import UTC, datetime

import pytest

from tests.bot.server import Server, Thread

_ARCHIVED, _LOCKED = 50083, 160005


async def _begun(server: Server, **options: str) -> Thread:
    thread = await server.open(**options)
    await thread.begin()
    return thread


def _archive(thread: Thread) -> None:
    thread.server.env.backend.edit_channel(thread.channel.id, {}, thread_metadata={"archived": True})


def _is_archived(thread: Thread) -> bool:
    metadata = thread.server.env.backend.get_channel(thread.channel.id).thread_metadata
    assert metadata is not None
    return metadata.archived


@pytest.mark.parametrize("code", [_ARCHIVED, _LOCKED])
async def test_an_archived_thread_is_opened_for_an_answer(server: Server, code: int) -> None:
    thread = await _begun(server)
    _archive(thread)
    path = f"/channels/{thread.channel.id}/messages"
    server.env.inject_error("POST", path, status=400, code=code, times=1)
    await thread.slash("meister", "sl pause")
    server.bot.sender.now = lambda: datetime(2031, 1, 1, tzinfo=UTC)
    await server.bot.deliver()
    assert not _is_archived(thread)
    assert thread.said().count("hält die Schlacht an") == 1


async def test_an_archived_thread_is_opened_for_a_mark_and_for_the_pinned_message(server: Server) -> None:
    thread = await _begun(server)
    _archive(thread)
    pinned = thread.channel.pinned_messages()[0]
    path = f"/channels/{thread.channel.id}/messages/{pinned.id}"
    server.env.inject_error("PATCH", path, status=400, code=_ARCHIVED, times=1)
    await thread.slash("meister", "sl pause")
    assert not _is_archived(thread)
    assert "Pause" in thread.channel.pinned_messages()[0].content
    assert [text for text in server.faults if "angeheftete" in text] == []


@pytest.mark.parametrize("archived", [True, False])
async def test_of_a_locked_thread_the_game_master_is_told_once_and_nothing_is_lost(
    server: Server, archived: bool
) -> None:
    thread = await _begun(server)
    path = f"/channels/{thread.channel.id}"
    if archived:
        _archive(thread)
    server.env.inject_error("POST", f"{path}/messages", status=403, code=_LOCKED, times=None)
    server.env.inject_error("PATCH", path, status=403, code=50013, times=None)
    await thread.slash("meister", "sl pause")
    server.bot.sender.now = lambda: datetime(2031, 1, 1, tzinfo=UTC)
    await server.bot.deliver()
    tried = [one for one in server.env.http_requests if one.method == "PATCH" and one.path == path]
    assert bool(tried) is archived
    (told,) = thread.private("meister")
    assert "ist gesperrt" in told
    assert "„Threads verwalten“" in told
    server.env.backend.faults.clear()
    server.bot.sender.now = lambda: datetime(2031, 1, 2, tzinfo=UTC)
    await server.bot.deliver()
    assert thread.said().count("hält die Schlacht an") == 1


async def test_of_a_deleted_thread_the_game_master_is_told_once_and_other_battles_go_on(server: Server) -> None:
    thread, other = await _begun(server), await server.open(name="Andere")
    server.env.backend.delete_channel(thread.channel.id)
    await server.env.settle()
    await server.restart()
    (told,) = thread.private("meister")
    assert f"/schlacht neuer_thread schlacht:{thread.battle}" in told
    assert thread.channel.id not in server.bot.threads
    assert "als kalle" in await other.slash("kalle", "schlacht beitreten", seite="black", figur="Clawful")


async def test_a_battle_whose_thread_is_gone_goes_on_in_a_new_one(server: Server) -> None:
    thread = await _begun(server)
    server.env.backend.delete_channel(thread.channel.id)
    await server.env.settle()
    server.faults.clear()
    meister = server.person("meister")
    (choice,) = await meister.autocomplete(server.channel, "schlacht neuer_thread", "schlacht", "")
    assert choice["value"] == thread.battle
    await meister.slash(server.channel, "schlacht neuer_thread", schlacht=thread.battle)
    (channel,) = server.channel.threads
    new = Thread(server, channel, thread.battle)
    assert "Schnelles Duell" in channel.pinned_messages()[0].content
    message = await new.write("kalle", "Clawful: geht nach D4")
    assert new.marks(message) == ["✅"]
    await server.restart()
    assert "wurde gelöscht" not in new.said()
    await new.write("kalle", "Clawful: greift Buzz-Off an")
    assert new.seen().document["figures"]["Clawful"]["field"] == "D4"  # type: ignore[index]


async def test_only_its_game_master_gives_a_battle_another_thread_and_only_if_it_has_none(server: Server) -> None:
    thread = await _begun(server)
    told = await thread.slash("kalle", "schlacht neuer_thread", schlacht=thread.battle)
    assert "leitest du hier nicht" in told
    assert "leitest du hier nicht" in await thread.slash("meister", "schlacht neuer_thread", schlacht=99)
    told = await thread.slash("meister", "schlacht neuer_thread", schlacht=thread.battle)
    assert f"ist noch da: <#{thread.channel.id}>" in told
    assert len(server.channel.threads) == 1


async def test_a_bot_that_is_thrown_out_tells_the_game_master_and_serves_others(server: Server) -> None:
    thread = await _begun(server)
    elsewhere = server.env.create_guild("Etheria")
    channel = elsewhere.create_text_channel("arena")
    await elsewhere.add_member(server.env.create_user("adora")).slash(channel, "schlacht neu", vorlage="duell")
    server.env.backend.remove_guild(server.guild.id)
    await server.env.settle()
    assert thread.channel.id not in server.bot.threads
    assert len(server.bot.threads) == 1
    assert "nicht mehr auf dem Server" in thread.private("meister")[-1]
    server.faults.clear()


async def test_of_a_player_who_has_left_the_thread_is_told_once(server: Server) -> None:
    thread = await _begun(server)
    server.guild.remove_member(server.person("anna"))
    await thread.attack()
    await server.restart()
    assert thread.said().count("„anna“ ist nicht mehr auf diesem Server") == 1
    assert "/sl ersatz" in thread.said()


async def test_of_who_has_left_it_is_not_said_that_he_takes_no_messages(server: Server) -> None:
    thread = await server.open()
    await thread.fill()
    kalle = server.person("kalle")
    server.guild.remove_member(kalle)
    server.env.inject_error(
        "POST", f"/channels/{kalle.user.dm_channel.id}/messages", status=403, code=50278, times=None
    )
    await thread.slash("meister", "schlacht start")
    assert thread.said().count("„kalle“ ist nicht mehr auf diesem Server") == 1
    assert "keine private Nachricht" not in thread.said()
    assert [text for text in server.faults if "kommt nie an" in text] == server.faults
    server.faults.clear()


async def test_nothing_depends_on_what_people_are_called(server: Server) -> None:
    thread = await _begun(server)
    user = server.env.backend.get_user(server.person("kalle").id)
    user.name = user.global_name = "Ganz Anders"
    await thread.write("kalle", "Clawful: geht nach D4")
    await server.restart()
    await thread.write("kalle", "fertig")
    document = thread.seen().document
    assert document["figures"]["Clawful"]["field"] == "D4"  # type: ignore[index]
    assert document["figures"]["Clawful"]["player"] == "kalle"  # type: ignore[index]
    assert document["phase"] != "black_moves"
