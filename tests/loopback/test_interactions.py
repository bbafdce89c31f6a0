"""How a bot may answer commands, buttons and forms, and until when."""

from typing import Any

import pytest

from tests.loopback.bare import Bare
from tests.loopback.interactions import ANSWER_WITHIN, VALID_FOR, Interaction, Use
from tests.loopback.world import Flag, Message

EPHEMERAL = int(Flag.EPHEMERAL)


def used(alone: Bare, use: Use = Use.COMMAND, message: Message | None = None) -> Interaction:
    return alone.server.interactions.begin(alone.application, use, alone.ann.user, alone.channel, {}, message)


async def answer(alone: Bare, made: Interaction, kind: int, data: Any = None) -> Any:
    path = f"/interactions/{made.id}/{made.token}/callback"
    return await alone.ask("POST", path, {"type": kind, "data": data or {}}, token="")


async def followed(alone: Bare, made: Interaction, body: Any) -> Any:
    return await alone.ask("POST", f"/webhooks/{alone.application.id}/{made.token}", body, token="")


async def test_an_answer_in_time_and_only_one(discord_alone: Bare) -> None:
    made = used(discord_alone)
    discord_alone.world.clock.advance(ANSWER_WITHIN)
    assert (await answer(discord_alone, made, 4, {"content": "Da"})).status == 204
    again = await answer(discord_alone, made, 4, {"content": "Nochmal"})
    assert (again.status, again.code) == (400, 40060)
    assert discord_alone.channel.texts() == ["Da"]


async def test_an_answer_too_late(discord_alone: Bare) -> None:
    made = used(discord_alone)
    discord_alone.world.clock.advance(ANSWER_WITHIN + 0.1)
    late = await answer(discord_alone, made, 5)
    assert (late.status, late.code) == (404, 10062)
    assert (await followed(discord_alone, made, {"content": "x"})).code == 10015


async def test_a_wrong_token(discord_alone: Bare) -> None:
    made = used(discord_alone)
    path = f"/interactions/{made.id}/falsch/callback"
    assert (await discord_alone.ask("POST", path, {"type": 5}, token="")).code == 10062
    assert (
        await discord_alone.ask("POST", f"/webhooks/{discord_alone.application.id}/falsch", {"content": "x"})
    ).code == 10015


@pytest.mark.parametrize(
    ("use", "taken"),
    [
        (Use.COMMAND, {4, 5, 9}),
        (Use.COMPONENT, {4, 5, 6, 7, 9}),
        (Use.AUTOCOMPLETE, {8}),
        (Use.MODAL, {4, 5, 6, 7}),
    ],
)
async def test_what_can_be_answered_how(discord_alone: Bare, use: Use, taken: set[int]) -> None:
    sent = await discord_alone.send({"content": "x"})
    message = discord_alone.channel.messages[int(sent.body["id"])]
    modal = {"title": "t", "custom_id": "m", "components": [row_of_text()]}
    bodies: dict[int, Any] = {4: {"content": "x"}, 7: {"content": "y"}, 8: {"choices": []}, 9: modal}
    for kind in range(1, 11):
        with_message = message if use in (Use.COMPONENT, Use.MODAL) else None
        found = await answer(discord_alone, used(discord_alone, use, with_message), kind, bodies.get(kind))
        assert (found.status == 204) is (kind in taken), (kind, found)
        assert found.code == (0 if kind in taken else 50035)


def row_of_text() -> dict[str, Any]:
    return {"type": 1, "components": [{"type": 4, "custom_id": "t", "style": 1, "label": "Text"}]}


async def test_a_form_of_a_command_has_no_message_to_change(discord_alone: Bare) -> None:
    assert (await answer(discord_alone, used(discord_alone, Use.MODAL), 7, {"content": "x"})).wrong() == {"type"}


async def test_the_first_follow_up_takes_the_place_of_thinking(discord_alone: Bare) -> None:
    made = used(discord_alone)
    await answer(discord_alone, made, 5, {"flags": EPHEMERAL})
    (thinking,) = made.answers
    assert thinking.flags & Flag.LOADING
    # Whether all see it was decided by then.
    await followed(discord_alone, made, {"content": f"Fertig {discord_alone.ann.mention}"})
    assert made.answers == [thinking]
    assert not thinking.flags & Flag.LOADING
    assert discord_alone.channel.shown() == []
    assert discord_alone.ann.sees(discord_alone.channel) == [thinking]
    second = await followed(discord_alone, made, {"content": "Und noch was", "flags": EPHEMERAL})
    assert second.body["flags"] & EPHEMERAL
    assert made.said().endswith("Und noch was")
    # Nobody finds by a plain request what answers one person alone.
    path = f"/channels/{discord_alone.channel.id}/messages/{thinking.id}"
    assert (await discord_alone.ask("GET", path)).code == 10008


async def test_answers_are_changed_and_deleted(discord_alone: Bare) -> None:
    made = used(discord_alone)
    path = f"/webhooks/{discord_alone.application.id}/{made.token}/messages"
    assert (await discord_alone.ask("GET", f"{path}/@original", token="")).code == 10008
    await answer(discord_alone, made, 4, {"content": "eins"})
    changed = await discord_alone.ask("PATCH", f"{path}/@original", {"content": "zwei"}, token="")
    assert changed.body["content"] == "zwei"
    assert (await discord_alone.ask("DELETE", f"{path}/@original", token="")).status == 204
    assert discord_alone.channel.shown() == []


async def test_a_token_is_good_for_a_quarter_of_an_hour(discord_alone: Bare) -> None:
    made = used(discord_alone)
    await answer(discord_alone, made, 4, {"content": "eins"})
    discord_alone.world.clock.advance(VALID_FOR + 1)
    late = await followed(discord_alone, made, {"content": "x"})
    assert (late.status, late.code) == (401, 50027)


async def test_answers_have_the_limits_of_messages(discord_alone: Bare) -> None:
    made = used(discord_alone)
    assert (await answer(discord_alone, made, 4, {"content": "x" * 2001})).wrong() == {"content"}
    assert (await answer(discord_alone, made, 4, {})).code == 50006
    # A refusal is no answer.
    assert (await answer(discord_alone, made, 5)).status == 204
    assert (await followed(discord_alone, made, {"content": "x" * 2001})).wrong() == {"content"}
    assert (await followed(discord_alone, made, {})).code == 50006


@pytest.mark.parametrize(
    ("choices", "wrong"),
    [
        ([{"name": str(at), "value": "x"} for at in range(26)], {"data.choices"}),
        ([{"name": "", "value": "x"}], {"data.choices.0.name"}),
        ([{"name": "x" * 101, "value": "x"}], {"data.choices.0.name"}),
        ([{"name": "x", "value": "x" * 101}], {"data.choices.0.value"}),
    ],
)
async def test_what_is_offered_while_somebody_types(discord_alone: Bare, choices: Any, wrong: set[str]) -> None:
    made = used(discord_alone, Use.AUTOCOMPLETE)
    assert (await answer(discord_alone, made, 8, {"choices": choices})).wrong() == wrong
    assert made.choices == []


async def test_a_changed_message(discord_alone: Bare) -> None:
    sent = await discord_alone.send({"content": "x"})
    message = discord_alone.channel.messages[int(sent.body["id"])]
    made = used(discord_alone, Use.COMPONENT, message)
    await answer(discord_alone, made, 7, {"content": "y"})
    assert discord_alone.channel.texts() == ["y"]
    # What follows is a new message.
    await followed(discord_alone, made, {"content": "z"})
    assert discord_alone.channel.texts() == ["y", "z"]
