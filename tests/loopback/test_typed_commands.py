"""What Discord's own program lets nobody send, nobody sends."""

from typing import Any

import discord
import pytest

from tests.loopback.bare import Bare
from tests.loopback.interactions import Use
from tests.loopback.typed_commands import CannotUse

OPTIONS = [
    {"type": 3, "name": "figur", "description": "x", "required": True, "max_length": 5, "autocomplete": True},
    {"type": 4, "name": "zahl", "description": "x", "min_value": 1, "max_value": 9},
    {"type": 5, "name": "ja", "description": "x"},
    {"type": 6, "name": "wer", "description": "x"},
    {"type": 7, "name": "wo", "description": "x", "channel_types": [15]},
    {"type": 3, "name": "was", "description": "x", "choices": [{"name": "Leben", "value": "l"}]},
]
COMMANDS = [
    {"name": "tu", "description": "x", "options": [{"type": 1, "name": "was", "description": "x", "options": OPTIONS}]},
    {"name": "hier", "description": "x", "contexts": [0]},
    {
        "name": "leitung",
        "description": "x",
        "default_member_permissions": str(discord.Permissions(manage_guild=True).value),
    },
]


@pytest.fixture
async def alone(discord_alone: Bare) -> Bare:
    path = f"/applications/{discord_alone.application.id}/commands"
    assert (await discord_alone.ask("PUT", path, COMMANDS)).status == 200
    return discord_alone


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("/nichts", {}),
        ("/tu", {}),
        ("/tu anders", {}),
        ("/tu was", {}),
        ("/tu was", {"figur": "x", "mehr": "y"}),
        ("/tu was", {"figur": "x" * 6}),
        ("/tu was", {"figur": "x\ny"}),
        ("/tu was", {"figur": 1}),
        ("/tu was", {"figur": "x", "zahl": 10}),
        ("/tu was", {"figur": "x", "zahl": "1"}),
        ("/tu was", {"figur": "x", "ja": "ja"}),
        ("/tu was", {"figur": "x", "wer": "ann"}),
        ("/tu was", {"figur": "x", "wo": "arena"}),
        ("/tu was", {"figur": "x", "was": "Leben"}),
        ("/leitung", {}),
    ],
)
async def test_what_nobody_can_send(alone: Bare, command: str, options: dict[str, Any]) -> None:
    with pytest.raises(CannotUse):
        alone.ann.uses(alone.channel, command, **options)
    assert alone.server.interactions.known == {}


async def test_what_is_sent(alone: Bare) -> None:
    used = alone.ann.uses(alone.channel, "/tu was", figur="x", zahl=9, ja=False, wer=alone.ann, was="l")
    assert used.use is Use.COMMAND
    (inner,) = used.data["options"]
    assert {one["name"]: one["value"] for one in inner["options"]}["wer"] == str(alone.ann.id)
    assert used.data["resolved"]["members"][str(alone.ann.id)]["nick"] is None
    typing = alone.ann.autocompletes(alone.channel, "/tu was", "figur", "Ske", zahl=1)
    assert [one.get("focused", False) for one in typing.data["options"][0]["options"]] == [False, True]
    with pytest.raises(CannotUse):
        alone.ann.autocompletes(alone.channel, "/tu was", "was", "L")
    with pytest.raises(CannotUse):
        alone.ann.uses(alone.ann.private(), "/hier")
    role = alone.world.add_role(alone.guild, "Leitung", discord.Permissions(manage_guild=True))
    alone.guild.members[alone.ann.id].roles.append(role)
    alone.ann.uses(alone.channel, "/leitung")


async def test_what_can_be_pressed(alone: Bare) -> None:
    rows = [
        {"type": 1, "components": [{"type": 2, "style": 1, "label": "Los", "custom_id": "a"}]},
        {"type": 1, "components": [{"type": 2, "style": 1, "label": "Aus", "custom_id": "b", "disabled": True}]},
        {"type": 1, "components": [{"type": 3, "custom_id": "s", "options": [{"label": "Eins", "value": "1"}]}]},
    ]
    sent = await alone.send({"content": "x", "components": rows})
    message = alone.channel.messages[int(sent.body["id"])]
    assert alone.ann.presses(message, "Los").data["custom_id"] == "a"
    assert alone.ann.selects(message, "s", "Eins").data["values"] == ["1"]
    for press in (lambda: alone.ann.presses(message, "Nichts"), lambda: alone.ann.presses(message, "Aus")):
        with pytest.raises(CannotUse):
            press()
    for values in (("2",), ("1", "1"), ()):
        with pytest.raises(CannotUse):
            alone.ann.selects(message, "s", *values)
    await alone.ask("DELETE", f"/channels/{alone.channel.id}/messages/{message.id}")
    with pytest.raises(CannotUse):
        alone.ann.presses(message, "Los")


async def test_a_form_is_filled_in(alone: Bare) -> None:
    opened = alone.ann.uses(alone.channel, "/tu was", figur="x")
    with pytest.raises(CannotUse):
        alone.ann.submits(opened, {})
    fields = {"type": 4, "custom_id": "t", "style": 1, "label": "Text", "min_length": 2, "max_length": 3}
    modal = {"title": "t", "custom_id": "m", "components": [{"type": 1, "components": [fields]}]}
    path = f"/interactions/{opened.id}/{opened.token}/callback"
    assert (await alone.ask("POST", path, {"type": 9, "data": modal}, token="")).status == 204
    for text in ("", "x", "xxxx", "x\ny"):
        with pytest.raises(CannotUse):
            alone.ann.submits(opened, {"t": text})
    with pytest.raises(CannotUse):
        alone.ann.submits(opened, {"t": "xyz", "u": "x"})
    assert alone.ann.submits(opened, {"t": "xyz"}).use is Use.MODAL
    choice = {
        "type": 3,
        "custom_id": "s",
        "options": [{"label": "Eins", "value": "1"}, {"label": "Zwei", "value": "2"}],
    }
    rows = [
        {"type": 10, "content": "Bitte ausfüllen"},
        {"type": 18, "label": "Text", "component": {"type": 4, "custom_id": "t", "style": 1, "value": "steht da"}},
        {"type": 18, "label": "Wahl", "component": choice},
    ]
    opened = alone.ann.uses(alone.channel, "/tu was", figur="x")
    path = f"/interactions/{opened.id}/{opened.token}/callback"
    modal = {"title": "t", "custom_id": "m", "components": rows}
    assert (await alone.ask("POST", path, {"type": 9, "data": modal}, token="")).status == 204
    with pytest.raises(CannotUse):
        alone.ann.submits(opened, {"s": "Drei"})
    sent = alone.ann.submits(opened, {"s": "Zwei"}).data["components"]
    assert [row["component"].get("value", row["component"].get("values")) for row in sent] == ["steht da", ["2"]]
