"""What is looked up by figures and rulings: by any of their names, and as they are in the battle."""

from collections.abc import Sequence
from typing import Any

import pytest
import yaml

from motuc_bot.bot.rulings import told_rulings
from motuc_bot.systems.registry import SIDES
from tests.bot.server import Server, Thread, answers

_KARLO = {"name": "Karlo", "aliases": ["Der Kahle"], "melee": 6, "ranged": 4, "strength": 6}
_FILE = {
    "system": "motuc",
    "battle": {"name": "Aus der Datei", "board": {"columns": 6, "rows": 4}, "rounds": 3, "value": "any"},
    "figures": [{**_KARLO, "armour": 2, "agility": 4, "stamina": 5, "base": 30}],
}


async def _with_karlo(server: Server) -> Thread:
    """Open a battle that has an own figure, which kalle plays."""
    file = ("schlacht.yaml", yaml.safe_dump(_FILE).encode())
    await server.person("meister").slash(server.channel, "schlacht aus_datei", datei=file)
    (channel,) = server.channel.threads
    thread = Thread(server, channel, server.bot.threads[channel.id])
    await thread.slash("kalle", "schlacht beitreten", seite="black", figur="Karlo")
    return thread


async def _offered(server: Server, place: Any, command: str, option: str, typed: str, **given: str) -> Sequence[str]:
    offered = await server.person("kalle").autocomplete(place, command, option, typed, **given)
    return [one["value"] for one in offered]


async def test_an_own_figure_is_shown_where_it_plays_with_how_it_stands(server: Server) -> None:
    thread = await _with_karlo(server)
    told = await thread.slash("gast", "figur", name="karlo")
    assert "Wert 30 mit den eigenen Waffen" in told
    assert "Jetzt: Leben 10 · Ausdauer 5 · Beweglichkeit 4 · in der Hand: nichts" in told
    # Others of the pool are shown too, without what only a figure that plays has.
    other = await thread.slash("gast", "figur", name="Skeletor")
    assert "Wert 77" in other
    assert "Jetzt" not in other
    (elsewhere,) = answers(await server.person("gast").slash(server.channel, "figur", name="Karlo"))
    assert "gibt es nicht" in elsewhere.content


async def test_figures_that_play_are_offered_first_and_by_any_of_their_names(server: Server) -> None:
    thread = await _with_karlo(server)
    assert (await _offered(server, thread.channel, "figur", "name", ""))[0] == "Karlo"
    assert await _offered(server, thread.channel, "figur", "name", "kahle") == ["Karlo"]
    assert "Karlo" not in await _offered(server, server.channel, "figur", "name", "")
    (name, alias) = next((row.name, row.aliases[0]) for row in SIDES[0].setting_up.figure_rows() if row.aliases)
    assert name in await _offered(server, server.channel, "figur", "name", alias)


async def test_figures_to_join_with_are_offered_by_other_names_and_before_a_side_is_chosen(server: Server) -> None:
    thread = await server.open()
    aliases = {row.name: row.aliases for row in SIDES[0].setting_up.figure_rows()}
    name, alias = next((name, words[0]) for name, words in aliases.items() if words and words[0] not in name)
    assert name in await _offered(server, thread.channel, "schlacht beitreten", "figur", alias)
    assert "He-Man" in await _offered(server, thread.channel, "schlacht beitreten", "figur", "He-M")
    assert "Skeletor" in await _offered(server, thread.channel, "schlacht beitreten", "figur", "Skel")
    given = {"seite": "Schwarz"}
    assert "Skeletor" in await _offered(server, thread.channel, "schlacht beitreten", "figur", "Skel", **given)
    assert await _offered(server, thread.channel, "schlacht beitreten", "figur", "Teela", **given) == []
    assert await _offered(server, thread.channel, "schlacht beitreten", "figur", "", seite="Lila") == []
    assert await _offered(server, thread.channel, "schlacht beitreten", "waffe", "", seite="Lila") == []


@pytest.mark.parametrize("typed", ["Schwarz", "schwarz", "SCHWARZ ", "black"])
async def test_a_side_may_be_typed(server: Server, typed: str) -> None:
    thread = await server.open()
    assert "als kalle" in await thread.slash("kalle", "schlacht beitreten", seite=typed, figur="Skeletor")
    assert "als anna" in await thread.slash("anna", "schlacht beitreten", seite="weiss", figur="He-Man")


async def test_what_is_refused_begins_with_a_capital(server: Server) -> None:
    thread = await server.open()
    told = await thread.slash("kalle", "schlacht beitreten", seite="Weiß", figur="He-Mann")
    assert told == "❓ Eine Figur „He-Mann“ gibt es in dieser Schlacht nicht. Meintest du He-Man?"
    told = await thread.slash("kalle", "schlacht beitreten", seite="Lila", figur="He-Man")
    assert told == "❓ Bitte eine der beiden Seiten wählen: Schwarz oder Weiß."


async def test_a_ruling_is_found_by_a_word(server: Server) -> None:
    result = await server.person("gast").slash(server.channel, "regel", regel="parieren")
    assert answers(result)[0].content.startswith("**R-N2** Parieren kann jede Figur einmal pro Runde")


_RULINGS = {
    "R-A1": "Wer liegt, pariert nicht.",
    "R-A2": "Pariert wird mit dem Schild.",
    "R-A3": "Parieren kostet nichts.",
    "R-A4": "Ein Schild pariert Schüsse nie.",
    "R-A5": "Gelaufen wird einmal.",
}


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (" r-a5 ", ("**R-A5** Gelaufen wird einmal.",)),
        # Written just so, and so before what only has the root of it.
        ("parieren", ("**R-A3** Parieren kostet nichts.",)),
        ("Schild parieren", ("**R-A2** Pariert wird mit dem Schild.", "**R-A4** Ein Schild pariert Schüsse nie.")),
        ("nach Mitternacht", ("❓ Diese Regel gibt es nicht: Tippe ein Wort daraus und wähle aus der Liste.",)),
        ("", ("❓ Diese Regel gibt es nicht: Tippe ein Wort daraus und wähle aus der Liste.",)),
    ],
)
def test_rulings_that_say_most_of_what_was_typed_are_told(typed: str, told: tuple[str, ...]) -> None:
    assert told_rulings(_RULINGS, typed) == told


def test_of_many_rulings_three_are_told_and_the_others_named() -> None:
    rulings = {f"R-A{at}": "Wer pariert, lebt." for at in range(5)}
    told = told_rulings(rulings, "parieren")
    assert len(told) == 4
    assert told[3] == "-# Davon handeln auch: R-A3, R-A4. Zeigen: /regel mit dem Kürzel."
