"""What Discord refuses as commands, the server refuses."""

from typing import Any

import pytest

from tests.loopback.bare import Bare
from tests.loopback.command_limits import characters


def command(name: str = "tu", **more: Any) -> dict[str, Any]:
    return {"type": 1, "name": name, "description": "Tut", **more}


def option(name: str = "was", kind: int = 3, **more: Any) -> dict[str, Any]:
    return {"type": kind, "name": name, "description": "Was", **more}


def choices(count: int, **more: Any) -> list[dict[str, Any]]:
    return [{"name": f"w{at}", "value": f"w{at}", **more} for at in range(count)]


@pytest.mark.parametrize(
    ("commands", "wrong"),
    [
        ([command("Groß")], {"0.name"}),
        ([command("zwei wörter")], {"0.name"}),
        ([command("x" * 33)], {"0.name"}),
        ([command("")], {"0.name"}),
        ([command("a.b")], {"0.name"}),
        ([command(description="")], {"0.description"}),
        ([command(description="x" * 101)], {"0.description"}),
        ([command(f"c{at}") for at in range(101)], {"commands"}),
        ([command(), command()], {"1.name"}),
        ([command(name_localizations={"de": "Tu"})], {"0.name_localizations.de"}),
        ([command(name_localizations={"xx": "tu"})], {"0.name_localizations"}),
        ([command(description_localizations={"de": "x" * 101})], {"0.description_localizations.de"}),
        ([command(options=[option(f"o{at}") for at in range(26)])], {"0.options"}),
        ([command(options=[option("Was")])], {"0.options.0.name"}),
        ([command(options=[option(description="x" * 101)])], {"0.options.0.description"}),
        ([command(options=[option(), option()])], {"0.options.1.name"}),
        ([command(options=[option("a"), option("b", required=True)])], {"0.options.1"}),
        ([command(options=[option(choices=choices(26))])], {"0.options.0.choices"}),
        ([command(options=[option(choices=[{"name": "x" * 101, "value": "x"}])])], {"0.options.0.choices.0.name"}),
        (
            [command(options=[option(choices=[{"name": "", "value": "x" * 101}])])],
            {"0.options.0.choices.0.name", "0.options.0.choices.0.value"},
        ),
        ([command(options=[option(choices=choices(2, name="gleich"))])], {"0.options.0.choices.1.name"}),
        ([command(options=[option(choices=choices(1), autocomplete=True)])], {"0.options.0"}),
        ([command(options=[option(max_length=6001)])], {"0.options.0.max_length"}),
        ([command(options=[option(max_value=3)])], {"0.options.0.max_value"}),
        ([command(options=[option("a", 1), option("b")])], {"0.options"}),
        ([command(options=[option("a", 1, options=[option("b", 1)])])], {"0.options.0.options.0.type"}),
        ([command(options=[option("a", 12)])], {"0.options.0.type"}),
    ],
)
async def test_what_is_too_long_or_wrong(discord_alone: Bare, commands: Any, wrong: set[str]) -> None:
    answer = await discord_alone.ask("PUT", f"/applications/{discord_alone.application.id}/commands", commands)
    assert (answer.status, answer.code) == (400, 50035)
    assert answer.wrong() == wrong
    assert discord_alone.application.commands == []


async def test_a_command_of_too_many_characters(discord_alone: Bare) -> None:
    many = [option(f"o{at}", description="x" * 100, choices=choices(25)) for at in range(25)]
    path = f"/applications/{discord_alone.application.id}/commands"
    fits = command(options=many)
    assert characters(fits) < 8000
    assert (await discord_alone.ask("PUT", path, [fits])).status == 200
    longer = command(
        options=[{**one, "choices": [{"name": "n" * 100, "value": f"{at}"} for at in range(3)]} for one in many]
    )
    longer["options"][0]["choices"] = choices(3)
    for one in longer["options"]:
        one["choices"] = [{"name": f"{at}{'n' * 99}", "value": "v" * 60} for at in range(3)]
    assert characters(longer) > 8000
    answer = await discord_alone.ask("PUT", path, [longer])
    assert answer.wrong() == {"0"}


async def test_names_of_other_letters_and_groups(discord_alone: Bare) -> None:
    nested = command("größe", options=[option("grüß", 2, options=[option("los", 1, options=[option()])])])
    answer = await discord_alone.ask("PUT", f"/applications/{discord_alone.application.id}/commands", [nested])
    assert answer.status == 200
    assert [one["name"] for one in answer.body] == ["größe"]
    other = await discord_alone.ask("PUT", "/applications/1/commands", [])
    assert other.code == 50001
