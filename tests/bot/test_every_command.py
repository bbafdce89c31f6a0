"""Each command that is registered: it works, refuses whom it is not for, and says so where it does not belong."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import discord
import pytest
from discord import app_commands

from tests.bot.server import Server, Thread, answers

_NOT_HERE = "Das geht nur im Thread einer Schlacht:"
_YAML = b"system: motuc\nbattle: {name: Datei, board: {columns: 6, rows: 4}, rounds: 3, value: any}\n"
_MASTER, _ROLE, _MANAGER = "Das darf nur die Spielleitung.", "nur, wer die Rolle", "wer den Server verwaltet"
_CORRECTION = {"figur": "Clawful", "was": "Leben", "wert": 7, "grund": "Gift"}


@dataclass(frozen=True, slots=True)
class Case:
    """How somebody uses a command with success in a battle that has gone so far, and what he is told.

    `refused` = what a stranger is told, None: everybody may use it. `anywhere` = it needs no battle in its channel.
    `private` = it works in private too. An option that begins with `@` is a member.
    """

    by: str
    told: str
    options: Mapping[str, Any] = field(default_factory=dict)
    refused: str | None = None
    anywhere: bool = False
    private: bool = False
    stage: str = "begun"


CASES = {
    "schlacht neu": Case("meister", "ist eröffnet", {"vorlage": "duell"}, _ROLE, anywhere=True),
    "schlacht einrichten": Case("meister", "Neue Schlacht", {"vorlage": "duell"}, anywhere=True),
    "schlacht aus_datei": Case("meister", "ist eröffnet", {"datei": ("datei.yaml", _YAML)}, _ROLE, anywhere=True),
    "schlacht vorlagen": Case("gast", "Schnelles Duell", anywhere=True),
    "schlacht neuer_thread": Case(
        "meister", "geht hier weiter", {"schlacht": 1}, "leitest du hier nicht", anywhere=True, stage="lost"
    ),
    "schlacht beitreten": Case("kalle", "als kalle", {"seite": "black", "figur": "Clawful"}, stage="open"),
    "schlacht verlassen": Case("kalle", "nicht mehr dabei", refused="keinen Platz", stage="filled"),
    "schlacht waffen": Case(
        "kalle", "notiert", {"figur": "Clawful", "hand": "Stachelkeule"}, "keinen Platz", stage="filled"
    ),
    "schlacht start": Case("meister", "Jetzt melden alle ihre Startpositionen", refused=_MASTER, stage="filled"),
    "schlacht abbrechen": Case("meister", "Noch gilt nichts", refused=_MASTER),
    "schlacht uebernehmen": Case("kalle", "3 Tage lang", {"wer": "@uwe"}, "wählen die Spieler"),
    "sl weiter": Case("meister", "✅ SL: weiter", refused=_MASTER),
    "sl pause": Case("meister", "✅ SL: Pause", refused=_MASTER),
    "sl fortsetzen": Case("meister", "✅ SL: Fortsetzen", refused=_MASTER, stage="paused"),
    "sl korrigieren": Case("meister", "Leben 10 → 7", _CORRECTION, _MASTER),
    "sl platzieren": Case("meister", "Feld D3 → C4", {"figur": "Clawful", "feld": "C4"}, _MASTER),
    "sl rueckgaengig": Case("meister", "Zurückgenommen", refused=_MASTER),
    "sl ende": Case("meister", "unentschieden", refused=_MASTER),
    "sl ergebnisse": Case("meister", "schon gepostet", refused="postet die Spielleitung"),
    "sl helfer": Case("meister", "uwe leitet jetzt mit", {"wer": "@uwe"}, "bestimmt die Spielleitung"),
    "sl ersatz": Case("meister", "hat jetzt uwe", {"platz": "kalle", "wer": "@uwe"}, "kann nur hergeben"),
    "sl uebergeben": Case("meister", "leitet uwe die Schlacht, und du nicht mehr", {"wer": "@uwe"}, _MASTER),
    "hilfe": Case("gast", "So geht eine Schlacht", anywhere=True, private=True),
    "figur": Case("gast", "Skeletor", {"name": "Skeletor"}, anywhere=True, private=True),
    "regel": Case("gast", "**R-F3**", {"regel": "R-F3"}, anywhere=True, private=True),
    "karte": Case("kalle", "karte.png", private=True),
    "lage": Case("kalle", "kalle, du bist dran", private=True),
    "chancen": Case("kalle", "Clawful: greift Buzz-Off an", refused="nichts vor dir", private=True),
    "vorschau": Case("kalle", "So würde es zählen", {"text": "Clawful: geht nach D4"}, private=True),
    "befehl": Case("kalle", "Clawful", {"text": "Clawful: geht nach D4"}, "spielst hier nicht mit", private=True),
    "fehler": Case("kalle", "schlacht-1.yaml", private=True),
    "protokoll": Case("kalle", "schlacht-1.txt", private=True),
    "daten zeigen": Case("kalle", "Platz: kalle", anywhere=True, private=True),
    "daten loeschen": Case("kalle", "Willst du vergessen werden?", anywhere=True, private=True),
    "einstellungen": Case("chefin", "Schlachten eröffnen: alle", refused=_MANAGER, anywhere=True),
    "selbsttest": Case("chefin", "✅ Reaktion", refused=_MANAGER, anywhere=True),
}


# For each option that is chosen from a list: what else is filled in, what is typed, and what the list then has.
LISTS: dict[tuple[str, str], tuple[dict[str, Any], str, str | int]] = {
    ("schlacht neu", "vorlage"): ({}, "hex", "hexenwald"),
    ("schlacht einrichten", "vorlage"): ({}, "hex", "hexenwald"),
    ("schlacht neuer_thread", "schlacht"): ({}, "", 2),
    ("schlacht beitreten", "seite"): ({}, "schw", "black"),
    ("schlacht beitreten", "figur"): ({"seite": "black"}, "skel", "Skeletor"),
    ("schlacht beitreten", "waffe"): ({"seite": "black"}, "", "Krummschwert"),
    ("schlacht waffen", "figur"): ({}, "claw", "Clawful"),
    ("schlacht waffen", "hand"): ({"figur": "Clawful"}, "stachel", "Stachelkeule"),
    ("schlacht waffen", "hand2"): ({"figur": "Clawful"}, "leere", "-"),
    ("schlacht waffen", "kammer"): ({"figur": "Beast Man"}, "", "Krummschwert"),
    ("sl korrigieren", "figur"): ({}, "buzz", "Buzz-Off"),
    ("sl platzieren", "figur"): ({}, "buzz", "Buzz-Off"),
    ("sl ersatz", "platz"): ({}, "an", "anna"),
    ("figur", "name"): ({}, "he-m", "He-Man"),
    ("regel", "regel"): ({}, "R-F3", "R-F3"),
    ("chancen", "figur"): ({}, "claw", "Clawful"),
    ("chancen", "ziel"): ({}, "buzz", "Buzz-Off"),
}
_NO_BATTLE = ("schlacht neu", "schlacht einrichten", "schlacht neuer_thread", "figur", "regel")


async def test_each_command_has_a_case_and_each_list(server: Server) -> None:
    registered = {
        command.qualified_name: command
        for kind in discord.AppCommandType
        for command in server.bot.tree.walk_commands(type=kind)
        if not isinstance(command, app_commands.Group)
    }
    assert set(CASES) == set(registered)
    lists = {
        (name, option.display_name)
        for name, command in registered.items()
        if isinstance(command, app_commands.Command)
        for option in command.parameters
        if option.autocomplete
    }
    assert set(LISTS) == lists


async def test_each_list_has_what_is_looked_for_and_is_empty_elsewhere(server: Server) -> None:
    thread, lost = await server.open(), await server.open(name="Verlorene")
    await thread.fill()
    # He alone has a hand free for the armoury.
    await thread.slash("kalle", "schlacht beitreten", seite="black", figur="Beast Man")
    server.env.backend.delete_channel(lost.channel.id)
    await server.env.settle()
    meister = server.person("meister")
    for (name, option), (filled, typed, expected) in LISTS.items():
        found = [one["value"] for one in await meister.autocomplete(thread.channel, name, option, typed, **filled)]
        assert expected in found, (name, option, found)
        elsewhere = await meister.autocomplete(server.channel, name, option, typed, **filled)
        if (name, option) != ("schlacht beitreten", "seite"):
            assert bool(elsewhere) is (name in _NO_BATTLE), (name, option, elsewhere)
    server.faults.clear()


@pytest.mark.parametrize("name", CASES)
async def test_it_refuses_strangers_and_other_places_and_works_for_whom_it_is(server: Server, name: str) -> None:
    case = CASES[name]
    thread = await _at(server, case.stage)
    options = {key: _member(server, value) for key, value in case.options.items()}
    place = thread.channel if case.stage != "lost" else server.channel
    chefin = _managing(server)
    if case.refused is not None:
        if case.refused == _ROLE:
            await chefin.slash(server.channel, "einstellungen", rolle=server.guild.create_role("Eröffner"))
        await _allow(server, name, "gast")
        before = thread.seen().document, len(server.channel.threads)
        assert case.refused in _told(await server.person("gast").slash(place, name, **options))
        assert (thread.seen().document, len(server.channel.threads)) == before
        await chefin.slash(server.channel, "einstellungen", alle=True)
    if not case.anywhere:
        assert _NOT_HERE in _told(await server.person(case.by).slash(server.channel, name, **options))
    assert case.told in _told(await server.person(case.by).slash(place, name, **options))


async def test_in_private_those_work_that_need_no_thread(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    kalle, gast = server.person("kalle").user, server.person("gast").user
    private = {name for name, case in CASES.items() if case.private}
    assert set(kalle.available_commands()) == private
    for name in sorted(private - {"befehl"}):
        case = CASES[name]
        assert case.told in _told(await kalle.slash(name, **case.options)), name
        if not case.anywhere:
            assert _NOT_HERE in _told(await gast.slash(name, **case.options)), name
    before = thread.texts()
    # What is said in private is no order for all to see.
    assert "❓" in _told(await kalle.slash("befehl", **CASES["befehl"].options))
    assert "Verstanden, Vorgaben" in _told(await kalle.slash("befehl", text="Bei Nahkampf: pariert"))
    assert _NOT_HERE in _told(await gast.slash("befehl", text="Bei Nahkampf: pariert"))
    assert thread.texts()[:-1] == before


async def _at(server: Server, stage: str) -> Thread:
    """Return a battle that has gone so far."""
    thread = await server.open()
    if stage == "filled":
        await thread.fill()
    elif stage != "open":
        await thread.begin()
    if stage == "paused":
        await thread.slash("meister", "sl pause")
    if stage == "lost":
        server.env.backend.delete_channel(thread.channel.id)
        await server.env.settle()
        server.faults.clear()
    return thread


def _managing(server: Server) -> Any:
    role = server.guild.create_role("Leitung", permissions=discord.Permissions(manage_guild=True))
    server.people["chefin"] = server.guild.add_member(server.env.create_user("chefin"), roles=[role])
    return server.people["chefin"]


async def _allow(server: Server, name: str, person: str) -> None:
    """Let somebody see a command that Discord shows to managers alone."""
    for command in await server.bot.tree.fetch_commands():
        if command.name == name and command.default_member_permissions is not None:
            server.guild.set_command_permissions(command, {server.person(person): True})


def _member(server: Server, value: Any) -> Any:
    return server.person(value[1:]) if isinstance(value, str) and value.startswith("@") else value


def _told(result: Any) -> str:
    assert result.acknowledged
    assert result.ephemeral
    return "\n".join("\n".join((one.content, *(file.filename for file in one.attachments))) for one in answers(result))
