"""The outbox's way to Discord: threads and private messages.

Whether something was sent before an outage is found out by looking: Discord keeps a nonce for minutes only and does
not show it in the history. A message is ours if the bot wrote it, as a reply to the same message (or to none), with
the very same text; a question with buttons, with the same first line, since its choices may have changed. Each answer
carries the number of its post and replies to it, so that two are never alike; of two like notices without a number the
second could be taken for the first, but only where its sending was broken off.
"""

import asyncio
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import discord

from motuc_bot.bot.names import is_interaction, is_pressed, user_of
from motuc_bot.bot.private import closed_view
from motuc_bot.bot.rendering import Piece, Rendered, body_of, rendered
from motuc_bot.outbox.port import Never, NotNow
from motuc_bot.referee.deliveries import ANSWER
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.refused import Refused
from motuc_bot.referee.threads import PlaceOfBattle, place_of
from motuc_bot.store.outbox import Delivery
from rules.core import GAME_MASTER

# As what a delivery is noted that had no place to go: of a battle that is played elsewhere, or answered on the spot.
NOWHERE = "nirgends"

_LOOK_BACK = 100
_SOON = 2.0
_CLOSED = (
    "ich kann dir keine private Nachricht schicken. Erlaube private Nachrichten von Servermitgliedern, "
    "oder gib es hier ein; niemand sonst sieht es:"
)

Channel = discord.PartialMessageable | discord.DMChannel


@dataclass(slots=True)
class DiscordFront:
    """Shows deliveries where they belong."""

    client: discord.Client
    desk: Desk
    _told_closed: set[tuple[int, str]] = field(default_factory=set)

    async def send(self, delivery: Delivery) -> str:
        """Send what is not yet there and return the id of the last message. Raises: NotNow, Never."""
        place, shown = await self._prepared(delivery)
        if shown is None or not shown.pieces:
            return NOWHERE
        with translated():
            if delivery.person is None:
                assert place.thread is not None
                return await self._to_thread(delivery, place.thread.channel_id, shown, place)
            return await self._to_person(delivery, shown, place)

    async def find(self, delivery: Delivery) -> str | None:
        """Return the id of the last message of the delivery if all of it is there. Raises: NotNow, Never."""
        place, shown = await self._prepared(delivery)
        if shown is None or not shown.pieces:
            return NOWHERE
        try:
            with translated():
                channel = await self._channel(delivery, place)
                there = await self._there(channel, shown)
        except Never:
            # Sending will find out, and tells whom it concerns.
            return None
        return str(there[-1]) if None not in there else None

    async def _prepared(self, delivery: Delivery) -> tuple[PlaceOfBattle, Rendered | None]:
        """Return where the battle is played and what to send; None: nothing, here. Raises: NotNow."""
        place = await asyncio.to_thread(place_of, self.desk, delivery.battle_id)
        if place.thread is None:
            if any(user_of(person) is not None for _, person in place.seats):
                raise NotNow("der Thread wird gerade erst eröffnet", _SOON)
            return place, None
        body = body_of(delivery)
        # Who said it by a command, a form or a button was answered there; a refusal concerns nobody else.
        name, refused = body.get("reply_to"), body.get("number") is None and delivery.kind == ANSWER
        if (is_interaction(name) and delivery.person is not None) or (
            refused and (is_interaction(name) or is_pressed(name))
        ):
            return place, None
        if delivery.person is not None and user_of(delivery.person) is None:
            return place, None
        try:
            return place, await asyncio.to_thread(rendered, self.desk, delivery)
        except Refused as refused:
            # The person has left the seat meanwhile.
            raise Never(str(refused)) from None

    async def _to_thread(self, delivery: Delivery, channel_id: int, shown: Rendered, place: PlaceOfBattle) -> str:
        channel = self.client.get_partial_messageable(channel_id)
        try:
            return await self._all(channel, delivery, shown)
        except (discord.Forbidden, discord.NotFound):
            await self._tell_master(place, delivery)
            raise

    async def _to_person(self, delivery: Delivery, shown: Rendered, place: PlaceOfBattle) -> str:
        try:
            return await self._all(await self._channel(delivery, place), delivery, shown)
        except discord.Forbidden:
            await self._tell_closed(delivery, place)
            raise

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
            there = await self._there(channel, shown)
        for at, piece in enumerate(shown.pieces):
            if there[at] is None:
                there[at] = await self._one(channel, piece, shown.reply_to if at == 0 else None, delivery, at)
        return str(there[-1])

    async def _one(self, channel: Channel, piece: Piece, reply_to: int | None, delivery: Delivery, at: int) -> int:
        more: dict[str, Any] = {}
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
        nonce = hashlib.sha256(f"{delivery.nonce}/{at}".encode()).hexdigest()[:24]
        message = await channel.send(piece.text, nonce=nonce, allowed_mentions=calls, **more)
        return message.id

    async def _there(self, channel: Channel, shown: Rendered) -> list[int | None]:
        """Return for each message of the delivery whether it is there: its id."""
        ours = self.client.user
        there: list[int | None] = [None] * len(shown.pieces)
        # No `after`: the latest ones are those that count, the reply target ends the search.
        async for message in channel.history(limit=_LOOK_BACK):
            if shown.reply_to is not None and message.id < shown.reply_to:
                break
            if ours is None or message.author.id != ours.id:
                continue
            replied = message.reference.message_id if message.reference is not None else None
            for at, piece in enumerate(shown.pieces):
                expected = shown.reply_to if at == 0 else None
                if there[at] is None and replied == expected and piece.is_shown_by(message.content):
                    there[at] = message.id
                    break
        return there

    async def _tell_closed(self, delivery: Delivery, place: PlaceOfBattle) -> None:
        """Tell the thread, once while the program runs, that somebody takes no private messages."""
        assert place.thread is not None
        assert delivery.person is not None
        key = (delivery.battle_id, delivery.person)
        if key in self._told_closed:
            return
        self._told_closed.add(key)
        user = user_of(delivery.person)
        with suppress(discord.HTTPException):
            await self.client.get_partial_messageable(place.thread.channel_id).send(
                f"<@{user}>, {_CLOSED}",
                view=closed_view(delivery.battle_id),
                allowed_mentions=discord.AllowedMentions(users=[discord.Object(user or 0)]),
            )

    async def _tell_master(self, place: PlaceOfBattle, delivery: Delivery) -> None:
        """Tell the game masters that the thread takes nothing any more, as far as they can be told."""
        key = (delivery.battle_id, "")
        if key in self._told_closed:
            return
        self._told_closed.add(key)
        for person in place.persons(GAME_MASTER):
            user = user_of(person)
            if user is not None:
                with suppress(discord.HTTPException):
                    channel = await self.client.create_dm(discord.Object(user))
                    await channel.send(
                        f"Im Thread der Schlacht {delivery.battle_id} kann ich nicht mehr schreiben: "
                        "Er ist weg, oder mir fehlen Rechte. Die Schlacht selbst ist gespeichert."
                    )


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
    except OSError as error:
        raise NotNow(f"Discord ist nicht zu erreichen ({type(error).__name__})") from None
