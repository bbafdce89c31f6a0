"""What a delivery looks like on Discord: the texts of its messages, whom they call, what can be pressed."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import discord

from motuc_bot.bot.lines import owed_starts
from motuc_bot.bot.names import is_pressed, message_of, user_of
from motuc_bot.bot.private import closed_view
from motuc_bot.bot.questions import heading, question_lines, question_views
from motuc_bot.bot.results import results_view
from motuc_bot.bot.splitting import MOST_CHARACTERS, split
from motuc_bot.bot.suggestions import suggestions_view
from motuc_bot.bot.taking_back import BackButton
from motuc_bot.bot.twin import TwinButton
from motuc_bot.referee.ask import REACTIONS, STARTS, TURN
from motuc_bot.referee.choose import choosing
from motuc_bot.referee.deliveries import ANSWER, CHECKING, CONFIRMATION, SOMEBODY
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.guild_settings import GuildRow
from motuc_bot.referee.read_battle import NO_POSTS, read_battle
from motuc_bot.referee.read_head import read_head
from motuc_bot.referee.results import RESULTS, are_held
from motuc_bot.referee.threads import PlaceOfBattle
from motuc_bot.store.outbox import Delivery
from motuc_bot.systems.gist import Kind
from rules.core import GAME_MASTER

# For somebody who has just got a seat.
_FIRST_STEPS = "Hilfe: /lage, /hilfe"


@dataclass(frozen=True, slots=True)
class Piece:
    """One message; `view` = what can be pressed, `calls` = the users who are called by it.

    `asks` = it is a question, which may have changed since it was sent first. `board` = with a picture of the board
    after the post of that number.
    """

    text: str
    view: discord.ui.View | None = None
    calls: tuple[int, ...] = ()
    asks: bool = False
    board: int | None = None

    def is_shown_by(self, text: str) -> bool:
        """Tell whether a message of ours with that text is this one; of a question the first line tells."""
        if not self.asks:
            return text == self.text
        return text.partition("\n")[0] == self.text.partition("\n")[0]


@dataclass(frozen=True, slots=True)
class Rendered:
    """All messages of a delivery, in order; `reply_to` = the message that is answered; `silent` = no bell rings."""

    pieces: tuple[Piece, ...]
    reply_to: int | None = None
    silent: bool = False


def body_of(delivery: Delivery) -> dict[str, Any]:
    """Return what a delivery says, as data."""
    body: dict[str, Any] = json.loads(delivery.body)
    return body


def rendered(desk: Desk, delivery: Delivery, place: PlaceOfBattle) -> Rendered:
    """Return what to send, for a battle that is played at that place; no pieces: there is nothing left to say.

    Raises: Refused, DatabaseFault.
    """
    body = body_of(delivery)
    if delivery.kind == STARTS:
        seen = read_battle(desk, delivery.battle_id, delivery.person, body["seat"], NO_POSTS)
        owed = owed_starts(seen, body["seat"])
        where = (f"Zur Schlacht: <#{place.thread.channel_id}>",) if owed and place.thread is not None else ()
        return Rendered(tuple(Piece(text, asks=True) for text in split((*owed, *where))))
    if delivery.kind == REACTIONS:
        return Rendered(tuple(_question(desk, delivery.battle_id, body["seat"], body["moment"], place)))
    if delivery.kind == TURN:
        return Rendered(tuple(_turn(desk, delivery.battle_id, body["calls"], body["moment"])))
    if delivery.kind == RESULTS:
        return Rendered(tuple(_results(desk, delivery, body, place)))
    counts = delivery.kind == ANSWER and delivery.person is None and bool(body.get("number"))
    wishes = place.wishes
    lines = _told(body, wishes) if counts else list(body["lines"])
    lines = [f"-# {line}" if line.startswith(CHECKING) else line for line in lines]
    if lines and body.get("number"):
        lines[0] = f"**#{body['number']}** {lines[0]}"
    calls = users_of(body.get("calls", ()))
    if calls:
        lines[0] = f"{called(calls)} {lines[0]}"
    if sits := users_of([body["sits"]] if "sits" in body else ()):
        calls = (*calls, *sits)
        lines[0] = f"{lines[0].replace(SOMEBODY, called(sits), 1)} {_FIRST_STEPS}"
    lines.extend(_of_battle(desk, delivery, place))
    pieces = [Piece(text, calls=calls) for text in split((*body.get("before", ()), *lines))]
    if pieces and counts:
        pieces[-1] = _last(delivery.battle_id, pieces[-1].text, body, wishes)
    elif pieces and (slip := body.get("slip")) and (message := message_of(body["reply_to"])) is not None:
        view = suggestions_view(delivery.battle_id, message, slip["revision"], slip["line"], slip["meant"])
        pieces[-1] = Piece(pieces[-1].text, view)
    if pieces and body.get("form"):
        pieces[-1] = Piece(pieces[-1].text, closed_view(delivery.battle_id), calls)
    # What is told apart from its post does not stand where that is.
    reply_to = None if body.get("apart") else message_of(body.get("reply_to"))
    return Rendered(tuple(pieces), reply_to, silent=counts)


def _of_battle(desk: Desk, delivery: Delivery, place: PlaceOfBattle) -> tuple[str, ...]:
    """Return of which battle it is what somebody is answered in private, and its thread: he may play in several."""
    if delivery.person is None or delivery.kind not in (ANSWER, CONFIRMATION):
        return ()
    name = read_head(desk, delivery.battle_id).name
    where = "" if place.thread is None else f" · <#{place.thread.channel_id}>"
    return (f"-# Schlacht: {name}{where}",) if name else ()


def users_of(persons: Iterable[str]) -> tuple[int, ...]:
    """Return those of the persons who are users of Discord."""
    return tuple(user for person in persons if (user := user_of(person)) is not None)


def called(users: Iterable[int]) -> str:
    """Return the users as text that shows their names, and calls those of them who are to be called."""
    return " ".join(f"<@{user}>" for user in users)


def _results(desk: Desk, delivery: Delivery, body: dict[str, Any], place: PlaceOfBattle) -> Iterable[Piece]:
    """Yield the results for a game master, with the buttons to post them; nothing, once that has been done."""
    battle, number = delivery.battle_id, body["number"]
    # Whoever leads no more must not see them either.
    if not are_held(desk, battle, number) or delivery.person not in place.persons(GAME_MASTER):
        return
    name = read_head(desk, battle).name
    head = (
        f"**{name}**, Beitrag #{number}: Das sind die Ergebnisse. Noch sieht sie nur, wer leitet; im Thread stehen "
        "sie, wenn du sie postest, spätestens nach 24 Stunden."
    )
    *first, last = split((head, *body["lines"]))
    yield from (Piece(text) for text in first)
    yield Piece(last, results_view(battle, number), board=number if place.wishes.pictures else None)


def _told(body: dict[str, Any], wishes: GuildRow) -> list[str]:
    """Return what is told of a post that counts: nothing where the tick at it tells enough."""
    name = body["reply_to"]
    ticked = message_of(name) is not None and not is_pressed(name)
    if ticked and body.get("gist") in ((Kind.MOVES,) if wishes.echo else (Kind.MOVES, Kind.ATTACK)):
        return []
    repeated = () if wishes.echo else body.get("announced", ())
    return [line for line in body["lines"] if line not in repeated]


def _last(battle: int, text: str, body: dict[str, Any], wishes: GuildRow) -> Piece:
    """Return the last message of what came of a post: a result with the board, what can be undone with a way back."""
    number, view = body["number"], discord.ui.View(timeout=None)
    pictured = wishes.pictures and body.get("gist") == Kind.RESULT
    if pictured:
        view.add_item(TwinButton(battle, number))
    if wishes.echo and body.get("undoable"):
        view.add_item(BackButton(battle, number))
    return Piece(text, view if view.children else None, board=number if pictured else None)


def _turn(desk: Desk, battle: int, persons: Iterable[str], moment: str) -> Iterable[Piece]:
    """Yield what calls those who are to move; nothing, once that is over, or where none of them is of Discord."""
    users, head = users_of(persons), read_head(desk, battle)
    if not users or head.moment != moment:
        return
    who = "Du bist" if len(users) == 1 else "Ihr seid"
    yield Piece(f"{called(users)}: {who} am Zug ({head.phase}).", calls=users)


def _question(desk: Desk, battle: int, seat: str, moment: str, place: PlaceOfBattle) -> Iterable[Piece]:
    """Yield the question to a seat: its persons are called once, in the first message; nothing, once that is over."""
    head, found = read_head(desk, battle), choosing(desk, battle, seat)
    if (head.moment, found.moment) != (moment, moment):
        # Else it would ask what is asked by itself, a second time.
        return
    users = users_of(place.persons(seat))
    who = called(users) or f"**{seat}**"
    for at, (groups, view) in enumerate(question_views(battle, seat, found)):
        lines = [f"{who} {head.phase}: bitte wählen, oder schreiben."]
        if at:
            lines = [f"**{seat}** ({head.phase}), Teil {at + 1}:"]
        text = "\n".join((*lines, *question_lines(groups, view)))
        if len(text) > MOST_CHARACTERS:
            # The buttons say it too; the chances stand in /chancen.
            text = "\n".join((*lines, *map(heading, groups)))
        yield Piece(text[:MOST_CHARACTERS], view, () if at else users, asks=True)
