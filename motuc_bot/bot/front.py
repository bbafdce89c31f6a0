"""The outbox's way to Discord: threads and private messages.

Whether something was sent before an outage is found out by looking: Discord keeps a nonce for minutes only and does not
show it in the history. A message is ours if the bot wrote it, as a reply to the same message (or to none, as it must if
that is gone), with the very same text, whatever picture goes with it; a question with buttons, with the same first
line, since its choices may have changed. It is younger than what was sent to the same place before: two that are alike
are told apart by that.
"""

import asyncio
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import discord

from motuc_bot.bot.faults import UNREACHABLE, logged
from motuc_bot.bot.names import is_interaction, is_pressed, user_of
from motuc_bot.bot.rendering import Rendered, body_of, rendered
from motuc_bot.bot.thread_keeping import (
    THROWN_OUT,
    is_closed,
    is_gone,
    is_thrown_out,
    open_again,
    tell_closed,
    tell_forbidden,
    tell_lost,
    tell_thrown_out,
)
from motuc_bot.bot.twin import board_file
from motuc_bot.outbox.port import Never, NotNow
from motuc_bot.referee.deliveries import ANSWER
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.private_channels import PrivateChannel, keep_written_to
from motuc_bot.referee.refused import Refused
from motuc_bot.referee.threads import PlaceOfBattle, ThreadRow, last_sent_before, place_of
from motuc_bot.referee.unreachable import tell_unreachable
from motuc_bot.store.outbox import Delivery

# As what a delivery is noted that had no place to go: of a battle that is played elsewhere, or answered on the spot.
NOWHERE = "nirgends"

_LOOK_BACK = 100
# What Discord says where no files may be sent, or none as large.
_NO_FILES = (403, 413)
_SOON = 2.0
# With the longest wait in between a right may be missing for a month before an answer is given up.
_FIRST_TRIES, _LONG, _LONGEST = 100, 300.0, 3600.0

Channel = discord.PartialMessageable | discord.DMChannel


@dataclass(slots=True)
class DiscordFront:
    """Shows deliveries where they belong."""

    client: discord.Client
    desk: Desk
    # The battles whose threads were told something since what follows from it was done.
    reached: set[int] = field(default_factory=set)
    # Whom a battle has called since somebody looked whether they are still there.
    called: set[tuple[int, int]] = field(default_factory=set)
    # What has been worked out of deliveries that are about to be sent.
    _ready: dict[int, tuple[PlaceOfBattle, Rendered | None]] = field(default_factory=dict)
    _written_to: set[str] = field(default_factory=set)

    async def send(self, delivery: Delivery) -> str:
        """Send what is not yet there and return the id of the last message. Raises: NotNow, Never."""
        place, shown = await self._prepared(delivery)
        if shown is None or not shown.pieces:
            return NOWHERE
        with translated():
            if delivery.person is None:
                assert place.thread is not None
                return await self._to_thread(delivery, place.thread, shown)
            return await self._to_person(delivery, shown, place)

    async def find(self, delivery: Delivery) -> str | None:
        """Return the id of the last message of the delivery if all of it is there. Raises: NotNow, Never."""
        place, shown = await self._prepared(delivery)
        if shown is None or not shown.pieces:
            return NOWHERE
        try:
            with translated():
                channel = await self._channel(delivery, place)
                there = await self._there(channel, delivery, shown)
        except Never:
            # Sending will find out, and tells whom it concerns.
            return None
        return str(there[-1]) if None not in there else None

    def prepare(self, delivery: Delivery, place: PlaceOfBattle) -> None:
        """Work out beforehand what will be sent, for who knows that place and is in a thread for the database."""
        # What it answers has counted: whatever is wrong here is found again, and told, when it is sent.
        with suppress(Exception):
            self._ready[delivery.id] = place, self._shown(delivery, place)

    async def _prepared(self, delivery: Delivery) -> tuple[PlaceOfBattle, Rendered | None]:
        """Return where the battle is played and what to send; None: nothing, here. Raises: NotNow, Never."""
        ready = self._ready.pop(delivery.id, None)
        return await asyncio.to_thread(self._placed, delivery) if ready is None else ready

    def _placed(self, delivery: Delivery) -> tuple[PlaceOfBattle, Rendered | None]:
        """Return the same. Raises: NotNow, Never, DatabaseFault."""
        place = place_of(self.desk, delivery.battle_id)
        return place, self._shown(delivery, place)

    def _shown(self, delivery: Delivery, place: PlaceOfBattle) -> Rendered | None:
        """Return what to send; None: nothing, here. Raises: NotNow, Never, DatabaseFault."""
        if place.thread is None:
            if any(user_of(person) is not None for _, person in place.seats):
                raise NotNow("der Thread wird gerade erst eröffnet", _SOON)
            return None
        body = body_of(delivery)
        # Who said it by a command, a form or a button was answered there; a refusal concerns nobody else.
        name, refused = body.get("reply_to"), body.get("number") is None and delivery.kind == ANSWER
        if (is_interaction(name) and delivery.person is not None) or (
            refused and (is_interaction(name) or is_pressed(name))
        ):
            return None
        if delivery.person is not None and user_of(delivery.person) is None:
            return None
        try:
            return rendered(self.desk, delivery, place)
        except Refused as refusal:
            # The person has left the seat meanwhile.
            raise Never(str(refusal)) from None

    async def _to_thread(self, delivery: Delivery, thread: ThreadRow, shown: Rendered) -> str:
        channel = self.client.get_partial_messageable(thread.channel_id)
        try:
            sent = await self._all(channel, delivery, shown)
        except discord.HTTPException as error:
            if is_closed(error):
                raise await self._closed(delivery, thread) from None
            if error.status == 403:
                raise await self._forbidden(delivery, thread) from None
            if error.status == 404:
                await tell_lost(self.desk, thread)
            raise
        self.reached.add(delivery.battle_id)
        self.called |= {(delivery.battle_id, user) for piece in shown.pieces for user in piece.calls}
        return sent

    async def _forbidden(self, delivery: Delivery, thread: ThreadRow) -> NotNow | Never:
        """Tell who can help, and return that it waits until the right is there again, if the bot may come back."""
        if await is_thrown_out(self.client, thread.guild_id):
            await tell_thrown_out(self.desk, thread)
            return Never(THROWN_OUT)
        await tell_forbidden(self.client, self.desk, thread, delivery.id)
        longest = _LONG if delivery.attempts < _FIRST_TRIES else _LONGEST
        return NotNow("im Thread fehlt ein Recht", min(2.0 ** min(delivery.attempts, 16), longest))

    async def _closed(self, delivery: Delivery, thread: ThreadRow) -> NotNow:
        """Open an archived thread, or tell who can, and return when to try again."""
        if await open_again(self.client, thread.channel_id):
            return NotNow("der Thread war archiviert", 0.0)
        await tell_closed(self.desk, thread, delivery.id)
        return NotNow("der Thread ist gesperrt")

    async def _to_person(self, delivery: Delivery, shown: Rendered, place: PlaceOfBattle) -> str:
        try:
            channel = await self._channel(delivery, place)
            sent = await self._all(channel, delivery, shown)
        except discord.Forbidden:
            await self._tell_closed(delivery, place)
            raise
        if delivery.person is not None and delivery.person not in self._written_to:
            # What he answers is found there, should nobody hear it.
            row = PrivateChannel(delivery.person, channel.id, int(sent))
            await asyncio.to_thread(keep_written_to, self.desk, row)
            self._written_to.add(delivery.person)
        return sent

    async def _channel(self, delivery: Delivery, place: PlaceOfBattle) -> Channel:
        assert place.thread is not None
        if delivery.person is None:
            return self.client.get_partial_messageable(place.thread.channel_id)
        user = user_of(delivery.person)
        assert user is not None
        return await self.client.create_dm(discord.Object(user))

    async def _all(self, channel: Channel, delivery: Delivery, shown: Rendered) -> str:
        # Of a long answer some messages may be there already.
        there: list[int | None] = [None] * len(shown.pieces)
        if delivery.attempts > 1:
            there = await self._there(channel, delivery, shown)
        for at in range(len(shown.pieces)):
            if there[at] is None:
                there[at] = await self._one(channel, shown, delivery, at)
        return str(there[-1])

    async def _one(self, channel: Channel, shown: Rendered, delivery: Delivery, at: int) -> int:
        piece, reply_to = shown.pieces[at], shown.reply_to if at == 0 else None
        more: dict[str, Any] = {"silent": shown.silent}
        if piece.view is not None:
            more["view"] = piece.view
        if reply_to is not None:
            more["reference"] = discord.MessageReference(
                message_id=reply_to, channel_id=channel.id, fail_if_not_exists=False
            )
            more["mention_author"] = False
        calls = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in piece.calls]
        )
        more["nonce"] = hashlib.sha256(f"{delivery.nonce}/{at}".encode()).hexdigest()[:24]
        more["allowed_mentions"] = calls
        file = None if piece.board is None else await self._picture(delivery.battle_id, piece.board)
        if file is not None:
            try:
                return (await channel.send(piece.text, file=file, **more)).id
            except discord.HTTPException as error:
                if error.status not in _NO_FILES:
                    raise
        # Where files are not allowed, or if nothing at all is, the text shows which.
        return (await channel.send(piece.text, **more)).id

    async def _picture(self, battle: int, number: int) -> discord.File | None:
        """Return the board after that post as anybody may see it; a fault in it must not keep the result."""
        try:
            file, _ = await asyncio.to_thread(board_file, self.desk, battle, None, number)
        except Exception as error:
            logged(error, f"Bild der Schlacht {battle}")
            return None
        return file

    async def _there(self, channel: Channel, delivery: Delivery, shown: Rendered) -> list[int | None]:
        """Return for each message of the delivery whether it is there: its id."""
        ours = self.client.user
        there: list[int | None] = [None] * len(shown.pieces)
        # What is older was there before this could be sent.
        oldest = max(await asyncio.to_thread(last_sent_before, self.desk, delivery), shown.reply_to or 0)
        messages: list[discord.Message] = []
        # No `after`: the latest ones are those that count.
        async for message in channel.history(limit=_LOOK_BACK):
            if message.id <= oldest:
                break
            if ours is not None and message.author.id == ours.id:
                messages.append(message)
        for message in reversed(messages):
            replied = message.reference.message_id if message.reference is not None else None
            for at, piece in enumerate(shown.pieces):
                # What answers a message that is gone refers to none.
                expected = (shown.reply_to, None) if at == 0 else (None,)
                if there[at] is None and replied in expected and piece.is_shown_by(message.content):
                    there[at] = message.id
                    break
        return there

    async def _tell_closed(self, delivery: Delivery, place: PlaceOfBattle) -> None:
        """Let the thread be told that somebody takes no private messages, or that he has left."""
        assert place.thread is not None
        assert delivery.person is not None
        user = user_of(delivery.person)
        if user is not None and await is_gone(self.client, place.thread.guild_id, user):
            self.called.add((delivery.battle_id, user))
            return
        await asyncio.to_thread(tell_unreachable, self.desk, delivery)


@contextmanager
def translated() -> Iterator[None]:
    """Tell the sender in its words what Discord says. Raises: NotNow, Never."""
    try:
        yield
    except discord.RateLimited as error:
        raise NotNow("Discord bremst", error.retry_after) from None
    except discord.HTTPException as error:
        if error.status == 429 or error.status >= 500:
            raise NotNow(f"Discord ist überlastet ({error.status})") from None
        raise Never(f"Discord nimmt es nicht an ({error.status}, {error.code})") from None
    except UNREACHABLE as error:
        raise NotNow(f"Discord ist nicht zu erreichen ({type(error).__name__})") from None
