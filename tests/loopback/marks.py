"""Reactions and pins."""

import unicodedata

from tests.loopback import refusals, shapes
from tests.loopback.refusals import Json
from tests.loopback.rights import require
from tests.loopback.world import Channel, Message, User, World

_MOST_REACTIONS, _MOST_PINS = 20, 250
_PINNED = 6
# What people and bots write, replies and answers to commands too; all else Discord says by itself.
_WRITTEN = (0, 19, 20)


def react(world: World, user: User, message: Message, mark: str) -> None:
    """Add a reaction. Raises: Refusal."""
    require(user, message.channel, "read_message_history", *([] if message.reactions.get(mark) else ["add_reactions"]))
    _awake(message.channel)
    # Own emojis of a guild are not there.
    if not mark or unicodedata.category(mark[0]) not in ("So", "Sm", "Po", "Sk", "Cn"):
        raise refusals.unknown_emoji()
    if not message.reactions.get(mark) and len(message.marks()) >= _MOST_REACTIONS:
        raise refusals.too_many_reactions()
    users = message.reactions.setdefault(mark, [])
    if user.id not in users:
        users.append(user.id)
        _tell_reaction(world, "ADD", user, message, mark)


def unreact(world: World, user: User, message: Message, mark: str) -> None:
    """Take one's own reaction away; it need not be there. Raises: Refusal."""
    require(user, message.channel)
    _awake(message.channel)
    users = message.reactions.get(mark, [])
    if user.id in users:
        users.remove(user.id)
        _tell_reaction(world, "REMOVE", user, message, mark)


def pin(world: World, user: User, message: Message) -> None:
    """Pin a message, which a line in the channel tells of. Raises: Refusal."""
    channel = message.channel
    require(user, channel, "pin_messages")
    _awake(channel)
    if message.type not in _WRITTEN:
        raise refusals.system_message()
    if message.pinned is not None:
        return
    if len(channel.pins()) >= _MOST_PINS:
        raise refusals.too_many_pins()
    message.pinned = world.clock.now()
    _tell_pins(world, message)
    told = Message(world.snowflake(), channel, user, world.clock.now(), type=_PINNED, reference=message.id)
    channel.messages[told.id] = told
    world.emit("MESSAGE_CREATE", shapes.message_event(world, told), channel)


def unpin(world: World, user: User, message: Message) -> None:
    """Take a message off the board. Raises: Refusal."""
    require(user, message.channel, "pin_messages")
    _awake(message.channel)
    message.pinned = None
    _tell_pins(world, message)


def _awake(channel: Channel) -> None:
    if channel.thread is not None and channel.thread.archived:
        raise refusals.archived()


def _tell_reaction(world: World, what: str, user: User, message: Message, mark: str) -> None:
    told: Json = {
        "user_id": str(user.id),
        "channel_id": str(message.channel.id),
        "message_id": str(message.id),
        "message_author_id": str(message.author.id),
        "emoji": {"id": None, "name": mark},
        "burst": False,
        "type": 0,
    }
    guild = message.channel.guild
    if guild is not None:
        told["guild_id"] = str(guild.id)
        if what == "ADD":
            told["member"] = shapes.member(guild.members[user.id])
    world.emit(f"MESSAGE_REACTION_{what}", told, message.channel)


def _tell_pins(world: World, message: Message) -> None:
    pins = message.channel.pins()
    told: Json = {"channel_id": str(message.channel.id)}
    told["last_pin_timestamp"] = shapes.moment(pins[0].pinned) if pins else None
    if message.channel.guild is not None:
        told["guild_id"] = str(message.channel.guild.id)
    world.emit("CHANNEL_PINS_UPDATE", told, message.channel)
    world.emit("MESSAGE_UPDATE", shapes.message_event(world, message), message.channel)
