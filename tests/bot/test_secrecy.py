"""Twin battles that differ only in what is secret: to everybody else they look the same, in whatever he gets."""

import json
from pathlib import Path
from typing import Any

from tests.bot.server import Server, Thread, answers, serving, without_ids

NAMES = ("meister", "anna", "gast")


async def _seen_by_others(folder: Path, start: str, refused: str) -> list[str]:
    """Return all that the others get of a battle in which kalle starts there, with a refused attempt before."""
    folder.mkdir()
    async with serving(folder) as server:
        thread = await server.open()
        await thread.fill()
        await thread.slash("meister", "schlacht start")
        await thread.whisper("kalle", f"Clawful: Start {refused}")
        await thread.whisper("kalle", f"Clawful: Start {start}")
        own = "\n".join(thread.private("kalle"))
        assert f"Clawful: Start {start}" in own
        await server.restart()
        return [without_ids(text) for text in await _everything(server, thread)]


async def _everything(server: Server, thread: Thread) -> list[str]:
    """Return everything that the server and its members get but kalle."""
    got: list[str] = []
    for name in NAMES:
        for command, options in _LOOK_UPS:
            result = await server.person(name).slash(thread.channel, command, **options)
            for one in answers(result):
                got.append(f"{name} /{command}: {one.content} {json.dumps(one.components)}")
                for file in one.attachments:
                    got.append(f"{name} {file.filename} {file.description} {(await file.read())!r}")
        for command, option, filled in _LISTS:
            found = await server.person(name).autocomplete(thread.channel, command, option, "", **filled)
            got.append(f"{name} {command} {option}: {found}")
        got += [f"{name} DM: {text}" for text in thread.private(name)]
    for message in thread.channel.history():
        got.append(f"{message.content} {message.embeds} {[str(one.emoji) for one in message.reactions]}")
        got.append(str([row.to_dict() for row in message.components]))
    return [*got, *server.faults]


_LOOK_UPS: list[tuple[str, dict[str, Any]]] = [
    ("lage", {}),
    ("karte", {}),
    ("chancen", {}),
    ("fehler", {}),
    ("vorschau", {"text": "Clawful: Start A4"}),
    ("vorschau", {"text": "Clawful: Start A3", "privat": True}),
    ("sl platzieren", {"figur": "Buzz-Off", "feld": "A4"}),
]
_LISTS: list[tuple[str, str, dict[str, Any]]] = [
    ("sl platzieren", "figur", {}),
    ("sl ersatz", "platz", {}),
    ("schlacht waffen", "figur", {}),
    ("schlacht beitreten", "figur", {"seite": "black"}),
]


async def test_nobody_else_learns_where_somebody_starts(tmp_path: Path) -> None:
    one = await _seen_by_others(tmp_path / "one", "A3", "H3")
    other = await _seen_by_others(tmp_path / "other", "A5", "F2")
    # The game master leads: he may know it all, and asks for it.
    assert [text for text in one if "meister" not in text] == [text for text in other if "meister" not in text]
    assert len(one) > 30


async def test_the_log_has_nothing_secret(tmp_path: Path, caplog: Any) -> None:
    caplog.set_level("INFO", logger="motuc_bot")
    async with serving(tmp_path) as server:
        thread = await server.open()
        await thread.fill()
        await thread.slash("meister", "schlacht start")
        await thread.whisper("kalle", "Clawful: Start A3")
        await thread.whisper("kalle", "Clawful: Start H3")
    assert "Start A3" not in caplog.text
    assert "H3" not in caplog.text


async def test_only_the_player_reads_his_own_look_ups(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    for command in ("lage", "karte", "chancen", "fehler", "hilfe"):
        result = await server.person("kalle").slash(thread.channel, command)
        assert all(one.ephemeral for one in answers(result))
