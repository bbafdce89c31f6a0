"""Setting a battle up: options of the command, forms behind buttons, own figures and weapons, files."""

import json
from typing import Any

import pytest
import yaml

from tests.bot.server import Server, Thread, answers

_FIGURE = {"name": "Zodak Junior", "aliases": "Zod", "side": ["good"], "melee": "5", "ranged": "4"}
_MORE = {"strength": "6", "armour": "3", "agility": "4", "stamina": "5"}
_LAST = {"traits": ["flies"], "weapons": "Laserlanze", "base": "50"}
_WEAPON = {"name": "Laserlanze", "aliases": "", "hands": ["1"], "properties": []}
_FILE = {
    "system": "motuc",
    "battle": {"name": "Aus der Datei", "board": {"columns": 6, "rows": 4}, "rounds": 3, "value": "any"},
    "figures": [
        {"name": "Anna", "melee": 6, "ranged": 4, "strength": 6, "armour": 2, "agility": 4, "stamina": 5, "base": 30}
    ],
}


class Draft:
    """The message with the draft of a battle, as its writer sees it."""

    def __init__(self, server: Server, result: Any) -> None:
        self.server = server
        (self._message,) = answers(result)

    @property
    def id(self) -> int:
        """Its id."""
        return int(self._message.id)

    @property
    def text(self) -> str:
        """What it says now."""
        return str(self._message.content)

    async def open_form(self, label: str) -> Any:
        """Press the button of a form and return the form."""
        return await self.server.person("meister").click(self._message, label=label)

    async def fill(self, label: str, values: dict[str, Any]) -> Any:
        """Press the button of a form, enter something and send it."""
        form = await self.open_form(label)
        return await self.server.person("meister").submit_modal(form, values)

    async def press(self, label: str) -> Any:
        """Press a button."""
        return await self.server.person("meister").click(self._message, label=label)

    async def choose(self, at: int) -> None:
        """Choose one of the own things."""
        await self.server.person("meister").select(self._message, [str(at)])

    async def open(self) -> Thread:
        """Open the battle."""
        before = set(self.server.bot.threads)
        await self.press("Eröffnen")
        (new,) = set(self.server.bot.threads) - before
        channel = next(one for one in self.server.channel.threads if one.id == new)
        return Thread(self.server, channel, self.server.bot.threads[new])


async def _draft(server: Server) -> Draft:
    result = await server.person("meister").slash(server.channel, "schlacht einrichten", vorlage="duell")
    assert result.ephemeral
    return Draft(server, result)


def _default(form: Any, name: str) -> Any:
    """Return what stands in a field of a form when it opens."""
    for label in form.modal["components"]:
        field = label["component"]
        if field["custom_id"] == name:
            chosen = [option["value"] for option in field.get("options") or () if option.get("default")]
            return chosen if "options" in field else field.get("value", "")
    raise AssertionError(name)


async def test_the_choices_of_the_form_are_options_of_the_command(server: Server) -> None:
    thread = await server.open(wert_der_mannschaften="any", gut_und_böse="lifted", felder="hex")
    document = yaml.safe_load(json.dumps(thread.seen().document))
    assert document["phase"] == "lineup"
    told = await thread.slash("kalle", "schlacht beitreten", seite="black", figur="He-Man")
    assert "als kalle" in told


async def test_templates_are_listed_with_what_they_are(server: Server) -> None:
    result = await server.person("kalle").slash(server.channel, "schlacht vorlagen")
    (answer,) = answers(result)
    assert "**Schlucht** (`schlucht`): 12 × 8 Felder" in answer.content
    assert answer.ephemeral


async def test_a_battle_is_set_up_form_by_form_and_then_opened(server: Server) -> None:
    draft = await _draft(server)
    assert "Spalten: **8**" in draft.text
    board = {"columns": "7", "rows": "5", "grid": ["hex"], "blocked": "C3 D4", "raised": ""}
    await draft.fill("Spielfeld", board)
    # Each on a line of its own.
    for line in ("Spalten: **7**", "Zeilen: **5**", "Felder: **Sechsecke**", "Gesperrt: **C3 D4**"):
        assert line in draft.text.splitlines()
    await draft.fill("Name und Wert", {"name": "Im Moor", "rounds": "3", "value": ["any"], "points": ""})
    await draft.fill("Figuren und Waffen", {"sides": ["lifted"], "armouries": ["unlimited"]})
    thread = await draft.open()
    assert thread.seen().name == "Im Moor"
    assert thread.channel.name == "Im Moor"
    assert "eröffnet" in draft.text
    assert "als kalle" in await thread.slash("kalle", "schlacht beitreten", seite="white", figur="Skeletor")


async def test_own_figures_with_own_weapons_can_be_played(server: Server) -> None:
    draft = await _draft(server)
    await draft.fill("Eigene Waffe", _WEAPON)
    await draft.fill("Laserlanze: Nahkampf", {"attack": "3", "defence": "2", "reach": "2"})
    await draft.fill("Eigene Figur", _FIGURE)
    await draft.fill("Zodak Junior: Grundwerte", _MORE)
    await draft.fill("Zodak Junior: Magie", {"category": ["none"], "power": ""})
    await draft.fill("Zodak Junior: Waffen und Besonderes", _LAST)
    # That the weapon is not finished is no fault of the figure, and the field is named once.
    (fault,) = [line for line in draft.text.splitlines() if "❓" in line]
    assert fault == "❓ Laserlanze: Für den Nahkampf fehlt noch: Schaden."
    assert "Eigene Figuren: **Zodak Junior**" in draft.text
    await draft.choose(0)
    await draft.fill("Laserlanze: Nahkampf", {"attack": "3", "defence": "2", "reach": "2", "damage": "3"})
    assert "❓" not in draft.text
    # 50 as entered, and what the weapon adds (R-T1).
    assert "Eigene Figuren: **Zodak Junior (Wert 58)**" in draft.text
    thread = await draft.open()
    await thread.slash("anna", "schlacht beitreten", seite="white", figur="Zod")
    figure = thread.seen().document["figures"]["Zodak Junior"]  # type: ignore[index]
    assert figure["hands"] == ["Laserlanze"]


async def test_what_is_wrong_is_told_at_its_field_and_the_form_opens_with_it(server: Server) -> None:
    draft = await _draft(server)
    before = len(server.channel.threads)
    await draft.fill("Spielfeld", {"columns": "99", "rows": "6", "grid": ["square"], "blocked": "Z9", "raised": ""})
    assert "❓ Schlacht, Spalten: Das ist zu viel: höchstens 40." in draft.text
    form = await draft.open_form("Spielfeld")
    assert _default(form, "columns") == "99"
    assert _default(form, "blocked") == "Z9"
    assert _default(form, "grid") == ["square"]
    refused = await draft.press("Eröffnen")
    assert "Spalten: Das ist zu viel" in "\n".join(one.content for one in answers(refused))
    assert len(server.channel.threads) == before
    assert "Spalten: **99**" in draft.text


async def test_own_things_are_changed_and_taken_out(server: Server) -> None:
    draft = await _draft(server)
    await draft.fill("Eigene Figur", _FIGURE)
    await draft.fill("Eigene Figur", {**_FIGURE, "name": "Anders", "aliases": ""})
    await draft.choose(0)
    await draft.fill("Zodak Junior: Name und Kampf", {**_FIGURE, "name": "Zodak Senior"})
    assert "Zodak Senior (Wert 42), Anders (Wert 42)" in draft.text
    await draft.press("Zodak Senior entfernen")
    assert "Eigene Figuren: **Anders (Wert 42)**" in draft.text


async def test_a_draft_and_an_open_form_outlive_a_restart(server: Server) -> None:
    draft = await _draft(server)
    form = await draft.open_form("Eigene Figur")
    await server.restart()
    await server.person("meister").submit_modal(form, _FIGURE)
    assert "Zodak Junior" in draft.text
    await server.restart()
    await draft.fill("Zodak Junior: Grundwerte", _MORE)
    thread = await draft.open()
    assert "Zodak Junior" in await _free(server, thread)


async def test_a_second_tap_on_a_slow_phone_opens_nothing_more(server: Server) -> None:
    draft = await _draft(server)
    kept = server.env.backend.get_message(server.channel.id, draft.id)
    before = kept.components, kept.attachments
    await draft.open()
    # The phone still shows the message as it was.
    kept.components, kept.attachments = before
    await draft.press("Eröffnen")
    assert len(server.channel.threads) == 1


async def test_what_was_typed_is_given_back_where_the_draft_cannot_be_read(server: Server) -> None:
    draft = await _draft(server)
    form = await draft.open_form("Eigene Figur")
    server.env.backend.get_message(server.channel.id, draft.id).attachments = []
    told = "\n".join(one.content for one in answers(await server.person("meister").submit_modal(form, _FIGURE)))
    assert "Der Entwurf ist gerade nicht zu lesen" in told
    assert "Zodak Junior" in told
    pressed = await draft.press("Spielfeld")
    assert "nicht zu lesen" in "\n".join(one.content for one in answers(pressed))


async def test_a_form_that_no_kind_knows_is_given_back(server: Server) -> None:
    draft = await _draft(server)
    form = await draft.open_form("Eigene Figur")
    form._interaction.modal["custom_id"] = "motuc:0:alt"
    done = await server.person("meister").submit_modal(form, _FIGURE)
    told = "\n".join(one.content for one in answers(done))
    assert "gibt es nicht mehr" in told
    assert "Zodak Junior" in told
    assert done.ephemeral


async def _attach(server: Server, data: bytes) -> str:
    result = await server.person("meister").slash(server.channel, "schlacht aus_datei", datei=("schlacht.yaml", data))
    assert result.ephemeral
    return "\n".join(one.content for one in answers(result))


async def test_a_battle_comes_out_of_a_file(server: Server) -> None:
    assert "eröffnet" in await _attach(server, yaml.safe_dump(_FILE).encode())
    (channel,) = server.channel.threads
    thread = Thread(server, channel, server.bot.threads[channel.id])
    assert thread.seen().name == "Aus der Datei"
    assert "Anna" in await _free(server, thread)


async def test_a_file_with_posts_begins_anew_with_its_teams(server: Server) -> None:
    teams = {"black": [{"figure": "Anna", "player": "ann"}], "white": [{"figure": "Berta", "player": "ben"}]}
    figures = [*_FILE["figures"], {**_FILE["figures"][0], "name": "Berta"}]  # type: ignore[index]
    file = {**_FILE, "figures": figures, "teams": teams, "posts": [{"by": "ann", "text": "Anna: geht nach C4"}]}
    assert "Sie zählen nicht" in await _attach(server, yaml.safe_dump(file).encode())
    (channel,) = server.channel.threads
    thread = Thread(server, channel, server.bot.threads[channel.id])
    server.person("kalle")
    assert "„ann“ hat jetzt kalle" in await thread.slash(
        "meister", "sl ersatz", platz="ann", wer=server.person("kalle")
    )
    assert thread.seen("kalle").mine == ("ann",)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"system: motuc\nbattle: {rounds: 0}\n", "rounds"),
        (b"system: mau-mau\n", "das Regelwerk „mau-mau“ gibt es nicht"),
        (b"\xff\xfe\x00", "kein UTF-8-Text"),
        (b"a: [", "kein gültiges YAML"),
        (b"x" * 1_000_001, "zu groß"),
        (b"", "beschreibt keine Schlacht"),
    ],
)
async def test_a_file_that_is_no_battle_is_told_and_opens_nothing(server: Server, data: bytes, told: str) -> None:
    answer = await _attach(server, data)
    assert told in answer
    assert answer.startswith("❓ ")
    assert "/tmp" not in answer
    assert server.channel.threads == []


async def _free(server: Server, thread: Thread) -> list[str]:
    choices = await server.person("anna").autocomplete(thread.channel, "schlacht beitreten", "figur", "", seite="white")
    return [one["value"] for one in choices] + [
        one["value"]
        for one in await server.person("anna").autocomplete(
            thread.channel, "schlacht beitreten", "figur", "Zod", seite="white"
        )
    ]
