"""People on the server: what they write and press, and what they can see."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.loopback import messages
from tests.loopback.component_limits import BUTTON, LABEL, ROW, SELECT, TEXT, fields_of
from tests.loopback.interactions import Interaction, Use
from tests.loopback.refusals import Json
from tests.loopback.rights import rights
from tests.loopback.server import Server
from tests.loopback.typed_commands import CannotUse, command_data, find_command, typing_data
from tests.loopback.world import Application, Channel, Guild, Message, User


@dataclass(frozen=True, slots=True, eq=False)
class Person:
    """Somebody in a guild. What he does is told at once; what comes of it is there when all is settled."""

    server: Server
    user: User
    guild: Guild

    @property
    def id(self) -> int:
        """His id."""
        return self.user.id

    @property
    def mention(self) -> str:
        """What calls him."""
        return f"<@{self.user.id}>"

    def says(self, channel: Channel, text: str, *, to: Message | None = None) -> Message:
        """Write a message, or (`to`) a reply. Raises: Refusal."""
        body: Json = {"content": text}
        if to is not None:
            body["message_reference"] = {"message_id": str(to.id), "channel_id": str(channel.id)}
        return messages.create(self.server.world, self.user, channel, body)

    def edits(self, message: Message, text: str) -> Message:
        """Change an own message. Raises: Refusal."""
        return messages.edit(self.server.world, self.user, message, {"content": text})

    def deletes(self, message: Message) -> None:
        """Delete a message. Raises: Refusal."""
        messages.delete(self.server.world, self.user, message)

    def dm(self, text: str, *, bot: Application | None = None) -> Message:
        """Write to the bot in private. Raises: Refusal."""
        return self.says(self.private(bot), text)

    def private(self, bot: Application | None = None) -> Channel:
        """Return where he and the bot write to each other."""
        return self.server.world.private(self.user, self._bot(bot).user)

    def inbox(self, bot: Application | None = None) -> list[Message]:
        """Return what the bot wrote to him in private, oldest first."""
        return [message for message in self.sees(self.private(bot)) if message.author.bot]

    def sees(self, channel: Channel) -> list[Message]:
        """Return the messages that he sees there, oldest first: what all see, and what answers him alone."""
        if not rights(self.user, channel).view_channel:
            return []
        mine = (message for message in channel.messages.values() if message.only_for in (None, self.user.id))
        return sorted(mine, key=lambda message: message.id)

    def pings(self) -> list[Message]:
        """Return the messages by which he was called, oldest first."""
        channels = self.server.world.channels.values()
        mine = (one for channel in channels for one in channel.messages.values() if self.user.id in one.pinged)
        return sorted(mine, key=lambda message: message.id)

    def uses(self, channel: Channel, command: str, /, *, bot: Application | None = None, **options: Any) -> Interaction:
        """Use a command such as `/schlacht neu`. Raises: CannotUse."""
        application = self._bot(bot)
        typed = find_command(application, self.user, channel, command)
        data = command_data(self.server.world, typed, channel.guild, options)
        return self._begun(application, Use.COMMAND, channel, data)

    def autocompletes(
        self,
        channel: Channel,
        command: str,
        option: str,
        text: str,
        /,
        *,
        bot: Application | None = None,
        **options: Any,
    ) -> Interaction:
        """Type an option of a command, and see what is offered (`choices`). Raises: CannotUse."""
        application = self._bot(bot)
        typed = find_command(application, self.user, channel, command)
        data = typing_data(typed, channel.guild, option, text, options)
        return self._begun(application, Use.AUTOCOMPLETE, channel, data)

    def presses(self, message: Message, button: str) -> Interaction:
        """Press the button with that label or id. Raises: CannotUse."""
        found = self._component(message, BUTTON, lambda one: button in (one.get("label"), one.get("custom_id")))
        return self._pressed(message, {"custom_id": found["custom_id"], "component_type": BUTTON})

    def selects(self, message: Message, name: str, *values: str) -> Interaction:
        """Choose from a list: `name` is its id or what stands in it, `values` ids or labels. Raises: CannotUse."""
        found = self._component(message, SELECT, lambda one: name in (one.get("custom_id"), one.get("placeholder")))
        chosen = _chosen(found, values)
        data = {"custom_id": found["custom_id"], "component_type": SELECT, "values": chosen}
        return self._pressed(message, data)

    def submits(self, opened: Interaction, values: Mapping[str, str | list[str]]) -> Interaction:
        """Fill in the form that was opened, by the ids of its fields. Raises: CannotUse."""
        modal = opened.modal
        if modal is None or opened.user is not self.user:
            raise CannotUse("no form is open")
        unknown = set(values) - {field["custom_id"] for field in fields_of(modal)}
        if unknown:
            raise CannotUse(f"there are no fields {unknown}")
        rows = [_filled(row, values) for row in modal["components"] if row["type"] != TEXT]
        data = {"custom_id": modal["custom_id"], "components": rows}
        return self._begun(opened.application, Use.MODAL, opened.channel, data, opened.message)

    def _pressed(self, message: Message, data: Json) -> Interaction:
        bot = next(one for one in self.server.world.applications.values() if one.user is message.author)
        return self._begun(bot, Use.COMPONENT, message.channel, data, message)

    def _component(self, message: Message, kind: int, wanted: Any) -> Json:
        if message not in self.sees(message.channel):
            raise CannotUse("the message is not there")
        found = [one for one in components(message) if one["type"] == kind and wanted(one)]
        if not found:
            raise CannotUse(f"there is no such thing; there are {[_named(one) for one in components(message)]}")
        if found[0].get("disabled"):
            raise CannotUse("it can't be pressed")
        return found[0]

    def _begun(
        self, bot: Application, use: Use, channel: Channel, data: Json, message: Message | None = None
    ) -> Interaction:
        return self.server.interactions.begin(bot, use, self.user, channel, data, message)

    def _bot(self, bot: Application | None) -> Application:
        if bot is not None:
            return bot
        bots = self.server.world.applications.values()
        (only,) = [one for one in bots if one.user.id in self.guild.members]
        return only


def components(message: Message) -> Iterator[Json]:
    """Yield the buttons and lists of a message."""
    for row in message.components:
        yield from row["components"]


def _named(component: Json) -> str:
    return str(component.get("label") or component.get("placeholder") or component.get("custom_id"))


def _filled(row: Json, values: Mapping[str, str | list[str]]) -> Json:
    """Return a row of a form with what was entered, or stood there already. Raises: CannotUse."""
    field: Json = row["component"] if row["type"] == LABEL else row["components"][0]
    sent: Json = {"type": field["type"], "custom_id": field["custom_id"]}
    if field["type"] == SELECT:
        given = values.get(field["custom_id"])
        stood = [one["value"] for one in field["options"] if one.get("default")]
        sent["values"] = _chosen(field, stood if given is None else [given] if isinstance(given, str) else given)
    else:
        text = values.get(field["custom_id"], field.get("value") or "")
        assert isinstance(text, str)
        _check_text(field, text)
        sent["value"] = text
    return {"type": LABEL, "component": sent} if row["type"] == LABEL else {"type": ROW, "components": [sent]}


def _chosen(field: Json, values: Sequence[str]) -> list[str]:
    """Return the values that are chosen in a list, by values or labels. Raises: CannotUse."""
    chosen: list[str] = []
    for value in values:
        found = [one["value"] for one in field["options"] if value in (one["value"], one["label"])]
        if not found:
            raise CannotUse(f"{value!r} is not in the list")
        chosen.append(found[0])
    # In a form nothing may be chosen where nothing is required.
    least = 0 if not field.get("required", True) and not chosen else field.get("min_values", 1)
    if not least <= len(chosen) <= field.get("max_values", 1):
        raise CannotUse(f"{len(chosen)} at once can't be chosen")
    return chosen


def _check_text(field: Json, text: str) -> None:
    least = field.get("min_length") or 0
    if field.get("required", True) and not text:
        raise CannotUse(f"{field['custom_id']}: it must be filled in")
    if text and not least <= len(text) <= (field.get("max_length") or 4000):
        raise CannotUse(f"{field['custom_id']}: {len(text)} characters are too few or too many")
    if field["style"] == 1 and "\n" in text:
        raise CannotUse(f"{field['custom_id']}: it has one line")
