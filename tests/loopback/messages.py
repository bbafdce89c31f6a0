"""Messages are written, changed, deleted and looked up."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from tests.loopback import refusals, shapes
from tests.loopback.mentions import mentions_of, pinged_by
from tests.loopback.message_limits import check_message, is_empty
from tests.loopback.refusals import Form, Json, Refusal
from tests.loopback.rights import require, rights
from tests.loopback.threads import wake
from tests.loopback.world import Attachment, Channel, Flag, Kind, Message, User, World

_REPLY = 19
# "For the past few minutes", says Discord.
_NONCE_KEPT = timedelta(minutes=5)
_SYSTEM = (6, 18, 21)
_SETTABLE = Flag.SUPPRESS_EMBEDS | Flag.SUPPRESS_NOTIFICATIONS


@dataclass(frozen=True, slots=True)
class File:
    """A file that is sent."""

    name: str
    data: bytes


def create(world: World, author: User, channel: Channel, body: Json, files: Sequence[File] = ()) -> Message:
    """Write a message, and return it; with a nonce that is known (and enforced) the one that is there. Raises: Refusal.

    A thread that is archived is woken by it.
    """
    may_write(author, channel, files)
    check_message(body, [len(file.data) for file in files])
    if is_empty(body, len(files)):
        raise refusals.empty_message()
    nonce = None if body.get("nonce") is None else str(body["nonce"])
    if nonce is not None and body.get("enforce_nonce"):
        since = world.clock.now() - _NONCE_KEPT
        for old in channel.messages.values():
            if old.author is author and old.nonce == nonce and old.at > since:
                return old
    answered = _answered(author, channel, body.get("message_reference"))
    wake(world, author, channel)
    message = build(world, author, channel, body, files, answered)
    message.nonce = nonce
    publish(world, message)
    return message


def may_write(author: User, channel: Channel, files: Sequence[File] = ()) -> None:
    """Let pass whoever may write there. Raises: Refusal."""
    if channel.kind is Kind.FORUM:
        raise refusals.wrong_channel_type()
    needed = ["send_messages" if channel.thread is None else "send_messages_in_threads"]
    require(author, channel, *needed, *(["attach_files"] if files else []))
    if channel.kind is Kind.DM and any(user.closed for user in channel.recipients if user is not author):
        raise refusals.closed_to_messages()


def build(
    world: World,
    author: User,
    channel: Channel,
    body: Json,
    files: Sequence[File] = (),
    answered: Message | None = None,
) -> Message:
    """Return a message with this content, which nobody knows of yet."""
    content = (body.get("content") or "").strip()
    found = mentions_of(world, author, channel, content, body.get("allowed_mentions"), answered)
    flags = int(body.get("flags") or 0) & _SETTABLE
    mentioned = [*found.users, *([found.replied] if found.replied is not None else [])]
    return Message(
        world.snowflake(),
        channel,
        author,
        world.clock.now(),
        content,
        type=0 if answered is None else _REPLY,
        flags=flags,
        embeds=list(body.get("embeds") or []),
        components=list(body.get("components") or []),
        attachments=_attachments(world, body, files),
        reference=None if answered is None else answered.id,
        mentions=list(dict.fromkeys(mentioned)),
        mention_roles=found.roles,
        mention_everyone=found.everyone,
        pinged=pinged_by(found, channel, author, flags),
    )


def publish(world: World, message: Message) -> None:
    """Let everybody see a new message."""
    message.channel.messages[message.id] = message
    if message.only_for is None:
        world.emit("MESSAGE_CREATE", shapes.message_event(world, message), message.channel)


def edit(world: World, author: User, message: Message, body: Json, files: Sequence[File] = ()) -> Message:
    """Change a message. Raises: Refusal."""
    require(author, message.channel)
    if message.author is not author:
        raise refusals.not_the_author()
    if message.channel.thread is not None and message.channel.thread.archived:
        raise refusals.archived()
    change(world, message, body, files)
    world.emit("MESSAGE_UPDATE", shapes.message_event(world, message), message.channel)
    return message


def change(world: World, message: Message, body: Json, files: Sequence[File] = ()) -> None:
    """Change what is given; a change calls nobody. Raises: Refusal."""
    check_message(body, [len(file.data) for file in files])
    kept = message.attachments
    if body.get("attachments") is not None:
        wanted = {str(one.get("id")) for one in body["attachments"]}
        kept = [file for file in kept if str(file.id) in wanted]
    attachments = [*kept, *_attachments(world, body, files)]
    before: Json = {"content": message.content, "embeds": message.embeds, "components": message.components}
    after: Json = {key: body.get(key, value) for key, value in before.items()}
    if is_empty(after, len(attachments)):
        raise refusals.empty_message()
    message.content = (after["content"] or "").strip()
    message.embeds, message.components = list(after["embeds"] or []), list(after["components"] or [])
    message.attachments = attachments
    if "content" in body:
        allowed = body.get("allowed_mentions")
        found = mentions_of(world, message.author, message.channel, message.content, allowed, None)
        message.mentions, message.mention_roles = found.users, found.roles
    message.edited = world.clock.now()


def delete(world: World, user: User, message: Message) -> None:
    """Delete a message. Raises: Refusal."""
    channel = message.channel
    require(user, channel, *([] if message.author is user else ["manage_messages"]))
    if channel.thread is not None and channel.thread.archived:
        raise refusals.archived()
    remove(world, message)


def delete_many(world: World, user: User, channel: Channel, numbers: Any) -> None:
    """Delete several messages at once; those that are gone are passed over. Raises: Refusal."""
    require(user, channel, "manage_messages")
    form = Form()
    form.count("messages", numbers, 2, 100)
    form.done()
    gone = [int(number) for number in numbers if int(number) in channel.messages]
    for number in gone:
        del channel.messages[number]
    told: Json = {"ids": [str(number) for number in gone], "channel_id": str(channel.id)}
    if channel.guild is not None:
        told["guild_id"] = str(channel.guild.id)
    world.emit("MESSAGE_DELETE_BULK", told, channel)


def remove(world: World, message: Message) -> None:
    """Take a message away."""
    channel = message.channel
    del channel.messages[message.id]
    gone: Json = {"id": str(message.id), "channel_id": str(channel.id)}
    if channel.guild is not None:
        gone["guild_id"] = str(channel.guild.id)
    if message.only_for is None:
        world.emit("MESSAGE_DELETE", gone, channel)


def history(reader: User, channel: Channel, query: dict[str, str]) -> list[Message]:
    """Return messages, newest first. Raises: Refusal."""
    require(reader, channel)
    form = Form()
    limit = int(query["limit"]) if query.get("limit", "50").isdecimal() and "limit" in query else 50
    if "limit" in query:
        form.number("limit", int(query["limit"]) if query["limit"].isdecimal() else None, 1, 100)
    form.done()
    # Not a refusal: whoever may not read what was said gets nothing.
    if not rights(reader, channel).read_message_history:
        return []
    found = sorted(channel.shown(), key=lambda message: message.id)
    if "before" in query:
        found = [message for message in found if message.id < int(query["before"])][-limit:]
    elif "after" in query:
        found = [message for message in found if message.id > int(query["after"])][:limit]
    elif "around" in query:
        middle = int(query["around"])
        older = [message for message in found if message.id < middle][-(limit // 2) :]
        found = [*older, *[message for message in found if message.id >= middle][: limit - len(older)]]
    return found[-limit:][::-1]


def _answered(author: User, channel: Channel, reference: Json | None) -> Message | None:
    """Return the message that is answered, None for none. Raises: Refusal."""
    if reference is None:
        return None
    if not rights(author, channel).read_message_history:
        raise refusals.no_history_to_reply()
    answered = channel.messages.get(int(reference["message_id"]))
    if answered is not None and int(reference.get("channel_id") or channel.id) == channel.id:
        if answered.type in _SYSTEM:
            raise Refusal(
                400,
                50035,
                "Invalid Form Body",
                {
                    "message_reference": {
                        "_errors": [{"code": "REPLIES_CANNOT_REPLY_TO_SYSTEM_MESSAGE", "message": "…"}]
                    }
                },
            )
        return answered
    if reference.get("fail_if_not_exists", True):
        form = Form()
        form.fault("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        form.done()
    return None


def _attachments(world: World, body: Json, files: Sequence[File]) -> list[Attachment]:
    told = {str(one.get("id")): one for one in body.get("attachments") or []}
    return [
        Attachment(world.snowflake(), file.name, file.data, told.get(str(at), {}).get("description"))
        for at, file in enumerate(files)
    ]
