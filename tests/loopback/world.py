"""What there is on the server: people, guilds, channels, messages, and the bots that are invited."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import IntEnum

import discord

from tests.loopback import refusals
from tests.loopback.refusals import Json

_EPOCH = 1_420_070_400_000

# What everybody may do in a fresh guild.
EVERYBODY = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    read_message_history=True,
    add_reactions=True,
    attach_files=True,
    embed_links=True,
    use_application_commands=True,
)


def shard_of(guild: int, count: int) -> int:
    """Return which of so many shards is told of a guild; 0, as if that were one, stands for private messages."""
    return (guild >> 22) % count


class Kind(IntEnum):
    """Kinds of channels, by Discord's numbers."""

    TEXT = 0
    DM = 1
    PUBLIC_THREAD = 11
    FORUM = 15


class Flag(IntEnum):
    """Flags of messages, by Discord's numbers."""

    SUPPRESS_EMBEDS = 1 << 2
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


class Clock:
    """The server's time: the real one, and what a test lets pass besides.

    Deadlines see only what tests let pass, unless the clock is `running`: no test fails because a machine is slow.
    """

    def __init__(self) -> None:
        self.running = False
        self._skipped = 0.0
        self._begun = time.monotonic()

    def now(self) -> datetime:
        """Return the time of day."""
        return datetime.fromtimestamp(time.time() + self._skipped, UTC)

    def elapsed(self) -> float:
        """Return the seconds by which deadlines go."""
        return self._skipped + (time.monotonic() - self._begun if self.running else 0.0)

    def advance(self, seconds: float) -> None:
        """Let so many seconds pass."""
        self._skipped += seconds


@dataclass(slots=True, eq=False, repr=False)
class User:
    """Somebody; `closed` = takes no private messages."""

    id: int
    name: str
    bot: bool = False
    closed: bool = False


@dataclass(slots=True, eq=False, repr=False)
class Role:
    """A role of a guild."""

    id: int
    name: str
    permissions: int
    mentionable: bool = False


@dataclass(slots=True, eq=False, repr=False)
class Member:
    """Somebody in a guild."""

    user: User
    joined: datetime
    roles: list[Role] = field(default_factory=list)
    nick: str | None = None


@dataclass(slots=True, eq=False, repr=False)
class Overwrite:
    """What a channel allows or denies a role or a member."""

    target: int
    allow: int = 0
    deny: int = 0
    member: bool = False


@dataclass(slots=True, eq=False, repr=False)
class ThreadState:
    """What a thread has besides a channel."""

    owner: int
    since: datetime
    auto_archive: int = 4320
    archived: bool = False
    locked: bool = False
    members: set[int] = field(default_factory=set)


@dataclass(slots=True, eq=False, repr=False)
class Attachment:
    """A file of a message."""

    id: int
    name: str
    data: bytes
    description: str | None = None


@dataclass(slots=True, eq=False, repr=False)
class Message:
    """A message. `only_for` = who alone sees it; `pinged` = who was really called by it, when it was sent."""

    id: int
    channel: "Channel"
    author: User
    at: datetime
    content: str = ""
    type: int = 0
    flags: int = 0
    edited: datetime | None = None
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    reference: int | None = None
    mentions: list[int] = field(default_factory=list)
    mention_roles: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    pinged: frozenset[int] = frozenset()
    reactions: dict[str, list[int]] = field(default_factory=dict)
    pinned: datetime | None = None
    nonce: str | None = None
    webhook: int | None = None
    only_for: int | None = None

    def __repr__(self) -> str:
        return f"<{self.author.name}: {self.content!r}>"

    def marks(self) -> list[str]:
        """Return the reactions at it."""
        return [emoji for emoji, users in self.reactions.items() if users]


@dataclass(slots=True, eq=False, repr=False)
class Channel:
    """A channel, a thread (`thread`) or private messages (`recipients`)."""

    id: int
    kind: Kind
    name: str
    guild: "Guild | None" = None
    parent: "Channel | None" = None
    thread: ThreadState | None = None
    recipients: list[User] = field(default_factory=list)
    overwrites: list[Overwrite] = field(default_factory=list)
    messages: dict[int, Message] = field(default_factory=dict)
    tag_required: bool = False

    def shown(self) -> list[Message]:
        """Return what everybody sees there, oldest first."""
        return [message for message in self.messages.values() if message.only_for is None]

    def texts(self) -> list[str]:
        """Return what stands there, oldest first."""
        return [message.content for message in self.shown()]

    def pins(self) -> list[Message]:
        """Return what is pinned, latest first."""
        pinned = [message for message in self.shown() if message.pinned is not None]
        return sorted(pinned, key=lambda message: (message.pinned, message.id), reverse=True)


@dataclass(slots=True, eq=False, repr=False)
class Guild:
    """A guild."""

    id: int
    name: str
    owner: User
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)


@dataclass(slots=True, eq=False, repr=False)
class Application:
    """An invited bot. `reads` = Discord lets it read what is written (Message Content Intent)."""

    id: int
    user: User
    token: str
    reads: bool = True
    commands: list[Json] = field(default_factory=list)


Listener = Callable[[str, Json, "Channel | None"], None]


@dataclass(slots=True, repr=False)
class World:
    """Everything; `emit` tells the gateway."""

    clock: Clock = field(default_factory=Clock)
    users: dict[int, User] = field(default_factory=dict)
    guilds: dict[int, Guild] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    applications: dict[str, Application] = field(default_factory=dict)
    listeners: list[Listener] = field(default_factory=list)
    # Where files are.
    cdn: str = ""
    _last: int = 0

    def snowflake(self) -> int:
        """Return a new id, greater than all before."""
        self._last = max(self._last + 1, (int(self.clock.now().timestamp() * 1000) - _EPOCH) << 22)
        return self._last

    def emit(self, event: str, data: Json, channel: Channel | None = None) -> None:
        """Tell of an event in a channel, to whoever may see it."""
        for listener in self.listeners:
            listener(event, data, channel)

    def add_user(self, name: str, *, bot: bool = False) -> User:
        """Return somebody new."""
        user = User(self.snowflake(), name, bot)
        self.users[user.id] = user
        return user

    def add_application(self, name: str, token: str) -> Application:
        """Return a new bot."""
        user = self.add_user(name, bot=True)
        # Discord gives both the same id.
        application = Application(user.id, user, token)
        self.applications[token] = application
        return application

    def add_guild(self, name: str, owner: User, *, shard: int = 0, shards: int = 1) -> Guild:
        """Return a new guild, of which so many shards' given one is told."""
        while (number := self.snowflake()) and shard_of(number, shards) != shard:
            # What an id is dealt by is its time.
            self._last += 1 << 22
        guild = Guild(number, name, owner)
        guild.roles[guild.id] = Role(guild.id, "@everyone", EVERYBODY.value)
        self.guilds[guild.id] = guild
        self.join(guild, owner)
        return guild

    def add_role(self, guild: Guild, name: str, permissions: discord.Permissions) -> Role:
        """Return a new role."""
        role = Role(self.snowflake(), name, permissions.value)
        guild.roles[role.id] = role
        return role

    def join(self, guild: Guild, user: User, *roles: Role) -> Member:
        """Let somebody into a guild."""
        member = Member(user, self.clock.now(), list(roles))
        guild.members[user.id] = member
        return member

    def leave(self, guild: Guild, user: User) -> None:
        """Let somebody go; bots without the intent for members are not told."""
        del guild.members[user.id]

    def add_channel(self, guild: Guild, name: str, kind: Kind = Kind.TEXT) -> Channel:
        """Return a new channel."""
        channel = Channel(self.snowflake(), kind, name, guild)
        self.channels[channel.id] = channel
        return channel

    def private(self, one: User, other: User) -> Channel:
        """Return where the two write to each other."""
        for channel in self.channels.values():
            if channel.kind is Kind.DM and {user.id for user in channel.recipients} == {one.id, other.id}:
                return channel
        channel = Channel(self.snowflake(), Kind.DM, "", recipients=[one, other])
        self.channels[channel.id] = channel
        return channel

    def channels_of(self, guild: Guild) -> Iterator[Channel]:
        """Yield the channels of a guild and its threads."""
        return (channel for channel in self.channels.values() if channel.guild is guild)

    def channel(self, number: int) -> Channel:
        """Return the channel of that id. Raises: Refusal."""
        if number not in self.channels:
            raise refusals.unknown_channel()
        return self.channels[number]

    def message(self, channel: Channel, number: int) -> Message:
        """Return a message that everybody there sees. Raises: Refusal."""
        message = channel.messages.get(number)
        if message is None or message.only_for is not None:
            raise refusals.unknown_message()
        return message
