"""What a delivery looks like on Discord: the texts of its messages, whom they call, what can be pressed."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import discord

from motuc_bot.bot.lines import owed_starts
from motuc_bot.bot.names import message_of, user_of
from motuc_bot.bot.questions import question_views
from motuc_bot.bot.splitting import MOST_CHARACTERS, split
from motuc_bot.bot.taking_back import back_view
from motuc_bot.referee.ask import REACTIONS, STARTS
from motuc_bot.referee.choose import choosing
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.guild_settings import guild_settings
from motuc_bot.referee.read_battle import NO_POSTS, read_battle
from motuc_bot.referee.take_back import can_be_taken_back
from motuc_bot.referee.threads import place_of
from motuc_bot.store.outbox import Delivery
from motuc_bot.systems.registry import known_side


@dataclass(frozen=True, slots=True)
class Piece:
    """One message; `view` = what can be pressed, `calls` = the users who are called by it.

    `asks` = it is a question, which may have changed since it was sent first.
    """

    text: str
    view: discord.ui.View | None = None
    calls: tuple[int, ...] = ()
    asks: bool = False

    def is_shown_by(self, text: str) -> bool:
        """Tell whether a message of ours with that text is this one; of a question the first line tells."""
        if not self.asks:
            return text == self.text
        return text.partition("\n")[0] == self.text.partition("\n")[0]


@dataclass(frozen=True, slots=True)
class Rendered:
    """All messages of a delivery, in order; `reply_to` = the message that is answered."""

    pieces: tuple[Piece, ...]
    reply_to: int | None = None


def body_of(delivery: Delivery) -> dict[str, Any]:
    """Return what a delivery says, as data."""
    body: dict[str, Any] = json.loads(delivery.body)
    return body


def rendered(desk: Desk, delivery: Delivery) -> Rendered:
    """Return what to send; no pieces: there is nothing left to say. Raises: Refused, DatabaseFault."""
    body = body_of(delivery)
    if delivery.kind == STARTS:
        seen = read_battle(desk, delivery.battle_id, delivery.person, body["seat"], NO_POSTS)
        return Rendered(tuple(Piece(text, asks=True) for text in split(owed_starts(seen, body["seat"]))))
    if delivery.kind == REACTIONS:
        return Rendered(tuple(_question(desk, delivery.battle_id, body["seat"])))
    lines = list(body["lines"])
    if body.get("number"):
        lines[0] = f"**#{body['number']}** {lines[0]}"
    pieces = [Piece(text) for text in split(lines)]
    if pieces and delivery.person is None and body.get("number") and _has_way_back(desk, delivery, body["number"]):
        pieces[-1] = Piece(pieces[-1].text, back_view(delivery.battle_id, body["number"]))
    return Rendered(tuple(pieces), message_of(body.get("reply_to")))


def _has_way_back(desk: Desk, delivery: Delivery, number: int) -> bool:
    """Tell whether the answer gets a button to take the post back."""
    thread = place_of(desk, delivery.battle_id).thread
    if thread is None or not guild_settings(desk, thread.guild_id).echo:
        return False
    return can_be_taken_back(desk, delivery.battle_id, number)


def _question(desk: Desk, battle: int, seat: str) -> Iterable[Piece]:
    """Yield the question to a seat: its persons are called once, in the first message."""
    seen = read_battle(desk, battle, None, excerpt=NO_POSTS)
    found = choosing(desk, battle, seat)
    side = known_side(seen.system)
    persons = place_of(desk, battle).persons(seat)
    users = tuple(user for person in persons if (user := user_of(person)) is not None)
    called = " ".join(f"<@{user}>" for user in users) or f"**{seat}**"
    for at, (groups, view) in enumerate(question_views(battle, seat, found)):
        lines = [f"{called} {side.phase_name(found.moment)}: bitte wählen, oder schreiben."]
        if at:
            lines = [f"**{seat}** ({side.phase_name(found.moment)}), Teil {at + 1}:"]
        for group in groups:
            lines.append(f"**{group.figure}** – {group.kind}")
            lines += [f"• {choice.label}" + (f": {choice.chance}" if choice.chance else "") for choice in group.choices]
        text = "\n".join(lines)
        if len(text) > MOST_CHARACTERS:
            # The buttons say it too; the chances stand in /chancen.
            text = "\n".join([lines[0], *(f"**{group.figure}** – {group.kind}" for group in groups)])
        yield Piece(text[:MOST_CHARACTERS], view, () if at else users, asks=True)
