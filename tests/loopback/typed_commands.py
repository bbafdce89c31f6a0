"""Commands as somebody types them: Discord's own program lets pass only what the bot has registered."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import discord

from tests.loopback import shapes
from tests.loopback.refusals import Json
from tests.loopback.rights import rights
from tests.loopback.world import Application, Channel, Guild, Role, User, World

_SUBCOMMANDS = (1, 2)
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = range(3, 11)


class CannotUse(AssertionError):
    """Discord's program would not even send it."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A command found by its name: the whole, the names below it, and its own options."""

    command: Json
    below: tuple[Json, ...]

    @property
    def options(self) -> list[Json]:
        """Its options."""
        last = self.below[-1] if self.below else self.command
        return list(last.get("options") or [])


def find_command(application: Application, user: User, channel: Channel, name: str) -> Typed:
    """Return the command `/schlacht neu`, if the user sees it there. Raises: CannotUse."""
    first, *rest = name.removeprefix("/").split()
    command = next((one for one in application.commands if one["name"] == first and one["type"] == 1), None)
    if command is None:
        raise CannotUse(f"/{first}: there is no such command")
    below: list[Json] = []
    options = command.get("options") or []
    for part in rest:
        found = next((one for one in options if one["name"] == part and one["type"] in _SUBCOMMANDS), None)
        if found is None:
            raise CannotUse(f"/{name}: there is no {part}")
        below.append(found)
        options = found.get("options") or []
    if any(one["type"] in _SUBCOMMANDS for one in options):
        raise CannotUse(f"/{name}: it can't be used alone")
    _check_place(command, user, channel)
    return Typed(command, tuple(below))


def _check_place(command: Json, user: User, channel: Channel) -> None:
    here = 1 if channel.guild is None else 0
    contexts = command.get("contexts")
    if contexts is not None and here not in contexts:
        raise CannotUse(f"/{command['name']}: not here")
    if channel.guild is None and contexts is None and command.get("dm_permission") is False:
        raise CannotUse(f"/{command['name']}: not in private")
    held = rights(user, channel)
    if not held.use_application_commands:
        raise CannotUse(f"/{command['name']}: no right to use commands")
    needed = command.get("default_member_permissions")
    if channel.guild is not None and needed is not None and not held.administrator:
        wanted = discord.Permissions(int(needed))
        if not wanted.value or not held.is_superset(wanted):
            raise CannotUse(f"/{command['name']}: not for {user.name}")


def command_data(world: World, typed: Typed, guild: Guild | None, values: Mapping[str, Any]) -> Json:
    """Return what is sent to the bot. Raises: CannotUse."""
    known = {option["name"]: option for option in typed.options}
    for name in values:
        if name not in known:
            raise CannotUse(f"there is no option {name}")
    for name, option in known.items():
        if option.get("required") and values.get(name) is None:
            raise CannotUse(f"the option {name} is needed")
    resolved: Json = {}
    options = [
        {"name": name, "type": known[name]["type"], "value": _value(world, known[name], value, guild, resolved)}
        for name, value in values.items()
        if value is not None
    ]
    return _nested(typed, options, guild) | ({"resolved": resolved} if resolved else {})


def typing_data(typed: Typed, guild: Guild | None, option: str, text: str, values: Mapping[str, Any]) -> Json:
    """Return what is sent while somebody types an option, others being filled in. Raises: CannotUse."""
    known = {one["name"]: one for one in typed.options}
    if not known.get(option, {}).get("autocomplete"):
        raise CannotUse(f"nothing is offered for {option}")
    others = [{"name": name, "type": known[name]["type"], "value": value} for name, value in values.items()]
    options = [*others, {"name": option, "type": known[option]["type"], "value": text, "focused": True}]
    return _nested(typed, options, guild)


def _nested(typed: Typed, options: list[Json], guild: Guild | None) -> Json:
    for part in reversed(typed.below):
        options = [{"name": part["name"], "type": part["type"], "options": options}]
    data: Json = {"id": typed.command["id"], "name": typed.command["name"], "type": 1, "options": options}
    return data | ({} if guild is None else {"guild_id": str(guild.id)})


def _value(world: World, option: Json, value: Any, guild: Guild | None, resolved: Json) -> Any:
    """Return a value as it is sent, and put whom or what it names into `resolved`. Raises: CannotUse."""
    name = option["name"]
    match option["type"]:
        case 3:
            _check_text(option, value)
        case 4 | 10:
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise CannotUse(f"{name}: {value!r} is no number")
            if not option.get("min_value", value) <= value <= option.get("max_value", value):
                raise CannotUse(f"{name}: {value!r} is out of range")
        case 5:
            if not isinstance(value, bool):
                raise CannotUse(f"{name}: {value!r} is neither yes nor no")
        case 6:
            return _user(name, value, guild, resolved)
        case 7:
            return _channel(world, option, value, guild, resolved)
        case 8:
            if not isinstance(value, Role) or guild is None:
                raise CannotUse(f"{name}: {value!r} is no role")
            resolved.setdefault("roles", {})[str(value.id)] = shapes.role(value, 1)
            return str(value.id)
        case kind:
            raise CannotUse(f"{name}: options of kind {kind} are not known here")
    choices = option.get("choices")
    if choices and value not in [choice["value"] for choice in choices]:
        raise CannotUse(f"{name}: {value!r} is not among the choices")
    return value


def _check_text(option: Json, value: Any) -> None:
    if not isinstance(value, str):
        raise CannotUse(f"{option['name']}: {value!r} is no text")
    if not option.get("min_length", 0) <= len(value) <= option.get("max_length", 6000):
        raise CannotUse(f"{option['name']}: a text of {len(value)} characters is too short or too long")
    if "\n" in value:
        raise CannotUse(f"{option['name']}: a command has one line")


def _user(name: str, value: Any, guild: Guild | None, resolved: Json) -> str:
    user = getattr(value, "user", value)
    if not isinstance(user, User):
        raise CannotUse(f"{name}: {value!r} is nobody")
    resolved.setdefault("users", {})[str(user.id)] = shapes.user(user)
    if guild is not None and user.id in guild.members:
        member = shapes.member(guild.members[user.id], with_user=False) | {"permissions": "0"}
        resolved.setdefault("members", {})[str(user.id)] = member
    return str(user.id)


def _channel(world: World, option: Json, value: Any, guild: Guild | None, resolved: Json) -> str:
    if not isinstance(value, Channel) or value.guild is not guild or value.id not in world.channels:
        raise CannotUse(f"{option['name']}: {value!r} is no channel here")
    kinds = option.get("channel_types")
    if kinds and value.kind not in kinds:
        raise CannotUse(f"{option['name']}: not a channel of that kind")
    resolved.setdefault("channels", {})[str(value.id)] = shapes.channel(value) | {"permissions": "0"}
    return str(value.id)
