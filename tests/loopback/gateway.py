"""The gateway: bots are told of events over a websocket, in sessions that outlive a connection."""

import asyncio
import json
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.loopback import shapes
from tests.loopback.compression import Compress, stream
from tests.loopback.refusals import Json
from tests.loopback.rights import rights
from tests.loopback.world import Application, Channel, Kind, World, shard_of

# Discord's own is 41.25 s.
HEARTBEAT_MS = 41_250
_GUILDS, _GUILD_MESSAGES, _GUILD_REACTIONS = 1 << 0, 1 << 9, 1 << 10
_PRIVATE_MESSAGES, _PRIVATE_REACTIONS, _CONTENT = 1 << 12, 1 << 13, 1 << 15
_READS_NOTHING = {"content": "", "embeds": [], "attachments": [], "components": []}
Event = tuple[str, Json]


@dataclass(slots=True, eq=False, repr=False)
class Connection:
    """One websocket; what is put into `outgoing` is sent in its order."""

    socket: web.WebSocketResponse
    compress: Compress | None
    transport: asyncio.Transport | None
    outgoing: "asyncio.Queue[Json]" = field(default_factory=asyncio.Queue)
    session: "Session | None" = None


@dataclass(slots=True, eq=False, repr=False)
class Session:
    """What a bot was told since it identified itself; `sent` is kept for a bot that comes back.

    `shard` = which of so many it is; Discord does not mind two sessions of the same: both are told all.
    """

    id: str
    application: Application
    intents: int
    shard: tuple[int, int]
    connection: Connection | None
    sequence: int = 0
    acknowledged: int = 0
    sent: list[Json] = field(default_factory=list)

    def tell(self, event: str, data: Json) -> None:
        """Send an event, or keep it until the bot comes back."""
        self.sequence += 1
        frame: Json = {"op": 0, "t": event, "s": self.sequence, "d": data}
        self.sent.append(frame)
        if self.connection is not None:
            self.connection.outgoing.put_nowait(frame)


@dataclass(slots=True, repr=False)
class Gateway:
    """All sessions, and what a test lets go wrong with them."""

    world: World
    url: str = ""
    sessions: dict[str, Session] = field(default_factory=dict)
    connections: list[Connection] = field(default_factory=list)
    identified: int = 0
    resumed: int = 0
    _held: list[tuple[Session, Event]] | None = None
    _twice: list[str] = field(default_factory=list)
    _speaking: asyncio.Event = field(default_factory=asyncio.Event)
    # Called with the event just before it is put on the wire.
    sending: Callable[[str, Json], None] | None = None

    def __post_init__(self) -> None:
        self._speaking.set()
        self.world.listeners.append(self._on_event)

    # What a test lets go wrong.

    def drop(self, code: int | None = None) -> None:
        """Close every connection: with a code, or (None) without a word, as when a cable is cut."""
        for connection in tuple(self.connections):
            self._gone(connection)
            if code is None and connection.transport is not None:
                connection.transport.abort()
            else:
                connection.outgoing.put_nowait({"close": code or 1000})

    def ask_to_reconnect(self) -> None:
        """Ask the bots to come back over a new connection (op 7)."""
        for connection in self.connections:
            connection.outgoing.put_nowait({"op": 7, "d": None})

    def invalidate(self, *, resumable: bool = False) -> None:
        """Tell the bots that their session is over (op 9), or (resumable) that they shall resume it."""
        for connection in self.connections:
            if not resumable and connection.session is not None:
                self.sessions.pop(connection.session.id, None)
                connection.session.connection = None
            connection.outgoing.put_nowait({"op": 9, "d": resumable})

    def forget_sessions(self) -> None:
        """Let no session be resumed: who tries has to begin anew."""
        self.sessions.clear()

    def hold(self) -> None:
        """Keep events back."""
        self._held = []

    def release(self, order: Callable[[list[Event]], Iterable[Event]] = list) -> None:
        """Send what was kept back, in an order of the test's choice."""
        held, self._held = self._held or [], None
        for session in dict.fromkeys(session for session, _ in held):
            for event, data in order([told for of, told in held if of is session]):
                session.tell(event, data)

    def duplicate(self, event: str) -> None:
        """Send the next event of that name twice."""
        self._twice.append(event)

    def fall_silent(self) -> None:
        """Send nothing at all, not even that a heartbeat was heard."""
        self._speaking.clear()

    def speak(self) -> None:
        """Go on sending."""
        self._speaking.set()

    # The protocol.

    def quiet(self) -> bool:
        """Tell whether everything that was told has been put on the wire."""
        return self._speaking.is_set() and not self._held and all(one.outgoing.empty() for one in self.connections)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Talk to a bot over its websocket until it goes."""
        socket = web.WebSocketResponse(max_msg_size=1 << 20)
        await socket.prepare(request)
        transport = request.transport
        connection = Connection(socket, stream(request.query.get("compress")), transport)
        self.connections.append(connection)
        connection.outgoing.put_nowait({"op": 10, "d": {"heartbeat_interval": HEARTBEAT_MS, "_trace": []}})
        writing = asyncio.ensure_future(self._write(connection))
        try:
            async for frame in socket:
                if frame.type is not WSMsgType.TEXT or not await self._hear(connection, json.loads(frame.data)):
                    break
        finally:
            self._gone(connection)
            writing.cancel()
            with suppress(asyncio.CancelledError):
                await writing
        return socket

    def _gone(self, connection: Connection) -> None:
        if connection in self.connections:
            self.connections.remove(connection)
        if connection.session is not None and connection.session.connection is connection:
            connection.session.connection = None

    async def _write(self, connection: Connection) -> None:
        with suppress(ConnectionError, RuntimeError):
            while True:
                frame = await connection.outgoing.get()
                await self._speaking.wait()
                if "close" in frame:
                    await connection.socket.close(code=frame["close"])
                    return
                if self.sending is not None and frame.get("t"):
                    self.sending(frame["t"], frame["d"])
                text = json.dumps(frame, ensure_ascii=False, separators=(",", ":"))
                if connection.compress is None:
                    await connection.socket.send_str(text)
                else:
                    await connection.socket.send_bytes(connection.compress(text.encode()))

    async def _hear(self, connection: Connection, frame: Json) -> bool:
        """Take what a bot says, and tell whether the connection goes on."""
        match frame.get("op"):
            case 1:
                if connection.session is not None:
                    connection.session.acknowledged = frame["d"] or 0
                connection.outgoing.put_nowait({"op": 11, "d": None})
            case 2:
                return await self._identify(connection, frame["d"])
            case 6:
                return await self._resume(connection, frame["d"])
            case 3 | 4 | 8:
                pass
            case _:
                await connection.socket.close(code=4001)
                return False
        return True

    async def _identify(self, connection: Connection, data: Json) -> bool:
        application = self.world.applications.get(str(data.get("token", "")).removeprefix("Bot "))
        if application is None:
            await connection.socket.close(code=4004, message=b"Authentication failed.")
            return False
        if data["intents"] & _CONTENT and not application.reads:
            await connection.socket.close(code=4014, message=b"Disallowed intent(s).")
            return False
        number, count = data.get("shard") or (0, 1)
        if not 0 <= number < count:
            await connection.socket.close(code=4010, message=b"Invalid shard.")
            return False
        self.identified += 1
        session = Session(secrets.token_hex(16), application, data["intents"], (number, count), connection)
        connection.session = session
        self.sessions[session.id] = session
        guilds = [
            guild
            for guild in self.world.guilds.values()
            if application.user.id in guild.members and shard_of(guild.id, count) == number
        ]
        session.tell(
            "READY",
            {
                "v": 10,
                "user": shapes.user(application.user) | {"verified": True, "mfa_enabled": False, "email": None},
                "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
                "session_id": session.id,
                "resume_gateway_url": self.url,
                "session_type": "normal",
                "shard": [number, count],
                "application": {"id": str(application.id), "flags": 1 << 19},
                "private_channels": [],
                "relationships": [],
            },
        )
        for guild in guilds:
            session.tell("GUILD_CREATE", shapes.guild(self.world, guild, application.user))
        return True

    async def _resume(self, connection: Connection, data: Json) -> bool:
        session = self.sessions.get(data["session_id"])
        if session is None or session.application.token != str(data.get("token", "")).removeprefix("Bot "):
            connection.outgoing.put_nowait({"op": 9, "d": False})
            return True
        if data["seq"] > session.sequence:
            await connection.socket.close(code=4007, message=b"Invalid seq.")
            return False
        self.resumed += 1
        connection.session, session.connection = session, connection
        for frame in session.sent:
            if frame["s"] > data["seq"]:
                connection.outgoing.put_nowait(frame)
        session.tell("RESUMED", {"_trace": []})
        return True

    # Who is told what.

    def _on_event(self, event: str, data: Json, channel: Channel | None) -> None:
        for session in tuple(self.sessions.values()):
            if _concerns(session, event, data, channel):
                self._told(session, event, _as_read_by(session, event, data, channel))

    def _told(self, session: Session, event: str, data: Json) -> None:
        times = 1
        if event in self._twice:
            self._twice.remove(event)
            times = 2
        for _ in range(times):
            if self._held is not None:
                self._held.append((session, (event, data)))
            else:
                session.tell(event, data)


def _concerns(session: Session, event: str, data: Json, channel: Channel | None) -> bool:
    number, count = session.shard
    if event == "INTERACTION_CREATE":
        mine = data["application_id"] == str(session.application.id)
        return bool(mine) and shard_of(int(data.get("guild_id", 0)), count) == number
    assert channel is not None
    if shard_of(channel.guild.id if channel.guild is not None else 0, count) != number:
        return False
    if not rights(session.application.user, channel).view_channel:
        return False
    return bool(session.intents & _intent(event, private=channel.kind is Kind.DM))


def _intent(event: str, *, private: bool) -> int:
    if event.startswith("MESSAGE_REACTION"):
        return _PRIVATE_REACTIONS if private else _GUILD_REACTIONS
    if event.startswith("MESSAGE"):
        return _PRIVATE_MESSAGES if private else _GUILD_MESSAGES
    return _PRIVATE_MESSAGES if private else _GUILDS


def _as_read_by(session: Session, event: str, data: Json, channel: Channel | None) -> Json:
    """Return an event as a bot may read it: without the intent it reads only what concerns it."""
    if not event.startswith(("MESSAGE_CREATE", "MESSAGE_UPDATE")) or session.intents & _CONTENT:
        return data
    mine = str(session.application.user.id)
    mentioned: Any = [one["id"] for one in data["mentions"]]
    if channel is None or channel.kind is Kind.DM or data["author"]["id"] == mine or mine in mentioned:
        return data
    return data | _READS_NOTHING
