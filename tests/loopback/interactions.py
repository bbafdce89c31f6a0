"""Commands, buttons, lists and forms that people use, and how a bot answers them."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from tests.loopback import messages, refusals, shapes
from tests.loopback.component_limits import check_modal
from tests.loopback.message_limits import check_message, is_empty
from tests.loopback.messages import File
from tests.loopback.refusals import Form, Json
from tests.loopback.rights import rights
from tests.loopback.threads import set_archived
from tests.loopback.world import Application, Channel, Flag, Message, User, World

ANSWER_WITHIN, VALID_FOR = 3.0, 15 * 60.0


class Use(IntEnum):
    """What was used, by Discord's numbers."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Reply(IntEnum):
    """How it is answered, by Discord's numbers."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


_ANSWERS = {
    Use.COMMAND: {Reply.MESSAGE, Reply.DEFERRED_MESSAGE, Reply.MODAL},
    Use.COMPONENT: {Reply.MESSAGE, Reply.DEFERRED_MESSAGE, Reply.DEFERRED_UPDATE, Reply.UPDATE, Reply.MODAL},
    Use.AUTOCOMPLETE: {Reply.CHOICES},
    Use.MODAL: {Reply.MESSAGE, Reply.DEFERRED_MESSAGE, Reply.DEFERRED_UPDATE, Reply.UPDATE},
}
_COMMAND_ANSWERED = 20


@dataclass(slots=True, eq=False, repr=False)
class Interaction:
    """Something used by somebody, and what came of it.

    `answers` are the messages that answer it, `modal` is the form that it opened, `choices` what it offered.
    """

    id: int
    token: str
    application: Application
    use: Use
    user: User
    channel: Channel
    begun: float
    data: Json
    message: Message | None = None
    reply: Reply | None = None
    original: Message | None = None
    answers: list[Message] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] = field(default_factory=list)

    def said(self) -> str:
        """Return what the answers say."""
        return "\n".join(message.content for message in self.answers)


@dataclass(slots=True)
class Interactions:
    """All interactions of a server, by their ids."""

    world: World
    known: dict[int, Interaction] = field(default_factory=dict)

    def begin(
        self,
        application: Application,
        use: Use,
        user: User,
        channel: Channel,
        data: Json,
        message: Message | None = None,
    ) -> Interaction:
        """Tell a bot that somebody uses something."""
        begun = self.world.clock.elapsed()
        number, token = self.world.snowflake(), secrets.token_urlsafe(90)
        made = Interaction(number, token, application, use, user, channel, begun, data, message)
        self.known[number] = made
        self.world.emit("INTERACTION_CREATE", self._shape(made), None)
        return made

    def callback(self, number: int, token: str, body: Json, files: Sequence[File]) -> Json:
        """Answer an interaction, and return what Discord says of it. Raises: Refusal."""
        made = self.known.get(number)
        if made is None or made.token != token:
            raise refusals.unknown_interaction()
        if made.reply is not None:
            raise refusals.already_acknowledged()
        if self.world.clock.elapsed() - made.begun > ANSWER_WITHIN:
            raise refusals.unknown_interaction()
        reply, data = self._reply(made, body), body.get("data") or {}
        message: Message | None = None
        match reply:
            case Reply.MESSAGE | Reply.DEFERRED_MESSAGE:
                message = self._message(made, data, files, loading=reply is Reply.DEFERRED_MESSAGE)
            case Reply.UPDATE:
                assert made.message is not None
                self._change(made.message, data, files)
                message = made.message
            case Reply.DEFERRED_UPDATE:
                message = made.message
            case Reply.CHOICES:
                made.choices = _choices(data)
            case Reply.MODAL:
                form = Form()
                check_modal(form, data)
                form.done()
                made.modal = data
        # Only what was taken is an answer: after a refusal another can be tried.
        made.reply, made.original = reply, message
        return self._told(made, message)

    def interaction(self, application: int, token: str) -> Interaction:
        """Return the interaction of a token that is still good. Raises: Refusal."""
        made = next((one for one in self.known.values() if one.token == token), None)
        if made is None or made.application.id != application:
            raise refusals.unknown_webhook()
        if self.world.clock.elapsed() - made.begun > VALID_FOR:
            raise refusals.invalid_token()
        return made

    def follow_up(self, made: Interaction, body: Json, files: Sequence[File]) -> Message:
        """Answer once more; the first after "is thinking" takes its place. Raises: Refusal."""
        if made.reply is None:
            raise refusals.unknown_webhook()
        if made.original is not None and made.original.flags & Flag.LOADING:
            return self.edit(made, made.original, body, files)
        return self._message(made, body, files, loading=False)

    def find(self, made: Interaction, name: str) -> Message:
        """Return one of the answers. Raises: Refusal."""
        if name == "@original":
            if made.original is None:
                raise refusals.unknown_message()
            return made.original
        found = next((message for message in made.answers if str(message.id) == name), None)
        if found is None or found.id not in found.channel.messages:
            raise refusals.unknown_message()
        return found

    def edit(self, made: Interaction, message: Message, body: Json, files: Sequence[File]) -> Message:
        """Change an answer. Raises: Refusal."""
        if message.flags & Flag.LOADING:
            if is_empty(body, len(files)):
                raise refusals.empty_message()
            check_message(body, [len(file.data) for file in files])
            # Seen by the same people as "is thinking" was.
            new = self._built(made, body, files, ephemeral=message.only_for is not None)
            for name in ("content", "embeds", "components", "attachments", "mentions", "pinged"):
                setattr(message, name, getattr(new, name))
            message.flags &= ~Flag.LOADING
            self._tell(message)
            return message
        self._change(message, body, files)
        return message

    def _message(self, made: Interaction, data: Json, files: Sequence[File], *, loading: bool) -> Message:
        """Return a new answer. Raises: Refusal."""
        if not loading:
            check_message(data, [len(file.data) for file in files])
            if is_empty(data, len(files)):
                raise refusals.empty_message()
        ephemeral = bool(int(data.get("flags") or 0) & Flag.EPHEMERAL)
        message = self._built(made, {} if loading else data, files, ephemeral=ephemeral)
        if loading:
            message.flags |= Flag.LOADING
        if made.channel.thread is not None and made.channel.thread.archived and not ephemeral:
            set_archived(self.world, made.channel, archived=False)
        made.answers.append(message)
        messages.publish(self.world, message)
        return message

    def _built(self, made: Interaction, data: Json, files: Sequence[File], *, ephemeral: bool) -> Message:
        world, author = self.world, made.application.user
        message = messages.build(world, author, made.channel, data, files)
        message.webhook = made.application.id
        if made.use is Use.COMMAND:
            message.type = _COMMAND_ANSWERED
        if ephemeral:
            message.flags |= Flag.EPHEMERAL
            message.only_for = made.user.id
            message.pinged &= {made.user.id}
        return message

    def _change(self, message: Message, data: Json, files: Sequence[File]) -> None:
        messages.change(self.world, message, data, files)
        self._tell(message)

    def _tell(self, message: Message) -> None:
        if message.only_for is None:
            self.world.emit("MESSAGE_UPDATE", shapes.message_event(self.world, message), message.channel)

    def _reply(self, made: Interaction, body: Json) -> Reply:
        """Return how it is answered. Raises: Refusal."""
        kind: Any = body.get("type")
        wrong = kind not in _ANSWERS[made.use]
        # A form that a command opened belongs to no message.
        wrong = wrong or (kind in (Reply.UPDATE, Reply.DEFERRED_UPDATE) and made.message is None)
        if wrong:
            form = Form()
            form.fault("type", "BASE_TYPE_CHOICES", "This interaction can't be answered so")
            form.done()
        return Reply(kind)

    def _told(self, made: Interaction, message: Message | None) -> Json:
        told: Json = {"id": str(made.id), "type": int(made.use)}
        shape: Json = {"interaction": told}
        if message is not None:
            told["response_message_id"] = str(message.id)
            told["response_message_loading"] = bool(message.flags & Flag.LOADING)
            told["response_message_ephemeral"] = bool(message.flags & Flag.EPHEMERAL)
            resource = {"type": int(made.reply or 0), "message": shapes.message(self.world, message)}
            shape["resource"] = resource
        return shape

    def _shape(self, made: Interaction) -> Json:
        channel, guild = made.channel, made.channel.guild
        mine, bots = rights(made.user, channel), rights(made.application.user, channel)
        shape: Json = {
            "id": str(made.id),
            "application_id": str(made.application.id),
            "type": int(made.use),
            "token": made.token,
            "version": 1,
            "data": made.data,
            "channel_id": str(channel.id),
            "channel": shapes.channel(channel) | {"permissions": str(mine.value)},
            "app_permissions": str(bots.value),
            "locale": "de",
            "entitlements": [],
            "authorizing_integration_owners": {} if guild is None else {"0": str(guild.id)},
            "context": 1 if guild is None else 0,
            "attachment_size_limit": 10 * 1024 * 1024,
        }
        if guild is None:
            shape["user"] = shapes.user(made.user)
        else:
            shape["guild_id"] = str(guild.id)
            shape["guild"] = {"id": str(guild.id), "locale": "de", "features": []}
            shape["guild_locale"] = "de"
            shape["member"] = shapes.member(guild.members[made.user.id]) | {"permissions": str(mine.value)}
        if made.message is not None:
            shape["message"] = shapes.message(self.world, made.message)
        return shape


def _choices(data: Json) -> list[Json]:
    """Return what is offered while somebody types. Raises: Refusal."""
    form, choices = Form(), data.get("choices")
    form.count("data.choices", choices, 0, 25)
    offered: list[Any] = choices if isinstance(choices, list) else []
    for at, choice in enumerate(offered):
        form.text(f"data.choices.{at}.name", choice.get("name"), 1, 100)
        if isinstance(choice.get("value"), str):
            form.text(f"data.choices.{at}.value", choice["value"], 1, 100)
    form.done()
    return offered
