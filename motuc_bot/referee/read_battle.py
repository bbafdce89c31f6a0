"""A battle as somebody may see it."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from motuc_bot.referee.answer import Answer
from motuc_bot.referee.deliveries import NOTICE
from motuc_bot.referee.desk import Desk, Table, salt_of
from motuc_bot.referee.patience import patient
from motuc_bot.referee.rights import readable, reader_of
from motuc_bot.referee.standing import BY_ORDERS
from motuc_bot.store import battles, outbox, posts, seats
from motuc_bot.store.outbox import ToldRow
from motuc_bot.store.posts import PostRow
from rules.core import GAME_MASTER, Seat


@dataclass(frozen=True, slots=True)
class SeenPost:
    """A post with its answer; `lines` are those that the reader may see. `written` tells that a person wrote it.

    `words` are what the game master said before its results.
    """

    number: int | None
    seat: str
    text: str
    private: bool
    posted_at: datetime
    lines: tuple[str, ...]
    written: bool = True
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeenNotice:
    """What the referee has told all besides his answers, after so many of the posts that are read with it."""

    after: int
    told_at: datetime
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeenSeal:
    """A seal of the dice; `seed` in hex once it is shown."""

    first_post: int
    commitment: str
    seed: str | None


@dataclass(frozen=True, slots=True)
class SeenBattle:
    """A battle as one seat (None = a spectator) may know it.

    `state` is the system's state with nothing hidden in it, for maps and offers; `document` the same as data.
    `earlier` posts come before those in `posts`; `notices` stand between these. `rolled` tells that dice have fallen.
    """

    battle: int
    name: str
    system: str
    rules_version: int
    seat: str | None
    moment: str
    over: bool
    seats: tuple[str, ...]
    document: dict[str, object]
    map_lines: tuple[str, ...]
    roster_lines: tuple[str, ...]
    waiting: tuple[str, ...]
    balance: tuple[str, ...]
    posts: tuple[SeenPost, ...]
    salt: tuple[tuple[str, str], ...]
    seals: tuple[SeenSeal, ...]
    state: Any
    mine: tuple[str, ...] = ()
    earlier: int = 0
    notices: tuple[SeenNotice, ...] = ()
    rolled: bool = False


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Which posts are read: at most so many (None = all), the latest before that place (None = of all)."""

    most: int | None = None
    before: int | None = None


WHOLE, NO_POSTS = Excerpt(), Excerpt(0)


@dataclass(frozen=True, slots=True)
class ListedBattle:
    """A battle in a list."""

    battle: int
    name: str
    system: str
    moment: str
    over: bool
    changed_at: datetime


@patient
def read_battle(
    desk: Desk, battle: int, person: str | None, seat: str | None = None, excerpt: Excerpt = WHOLE
) -> SeenBattle:
    """Return the battle as the person sees it from a seat of his; None = as a spectator.

    Whatever the seat may not know is nowhere in it. Raises: Refused, DatabaseFault.
    """
    with desk.store.reading() as connection:
        table = desk.view(connection, battle, person or "")
        reader = reader_of(table, person, seat)
        mine = viewer(table, person, seat)
        may = readable(table, reader)
        earlier, rows = posts.read_page(connection, battle, may, excerpt.most, excerpt.before)
        told = () if excerpt.most == 0 else outbox.told_to_thread(connection, battle, NOTICE, may)
        rolled = posts.has_rolled(connection, battle)
        names = tuple(dict.fromkeys(row.seat for row in seats.seats_of(connection, battle)))
    side, state = table.side, table.side.system.view(table.battle.state, mine).state
    return SeenBattle(
        battle=battle,
        name=table.row.name,
        system=table.row.system,
        rules_version=table.row.rules_version,
        seat=mine,
        moment=table.row.moment,
        over=table.row.over,
        seats=names,
        document=side.document(state),
        map_lines=tuple(side.map_lines(state)),
        roster_lines=tuple(side.roster_lines(state)),
        waiting=tuple(side.tell_waiting(state)),
        balance=tuple(side.tell_balance(state)),
        posts=tuple(_seen(row, reader, person) for row in rows),
        salt=salt_of(table.row),
        seals=tuple(
            SeenSeal(seal.first_post, seal.commitment, seal.seed.hex() if shown(table, seal.first_post) else None)
            for seal in table.known.seals
        ),
        state=state,
        mine=() if person is None else tuple(sorted(table.seats, key=lambda seat: seat == GAME_MASTER)),
        earlier=earlier,
        notices=_notices(told, earlier, len(rows)),
        rolled=rolled,
    )


@patient
def read_post(desk: Desk, battle: int, person: str | None, number: int) -> SeenPost | None:
    """Return the post of that number, None: there is none that the person may see. Raises: Refused, DatabaseFault."""
    with desk.store.reading() as connection:
        table = desk.view(connection, battle, person or "")
        reader = reader_of(table, person, None)
        row = posts.read_number(connection, battle, readable(table, reader), number)
    return None if row is None else _seen(row, reader, person)


@patient
def list_battles(desk: Desk) -> tuple[ListedBattle, ...]:
    """Return all battles, the last changed first. Raises: DatabaseFault."""
    with desk.store.reading() as connection:
        rows = battles.all_battles(connection)
    return tuple(ListedBattle(row.id, row.name, row.system, row.moment, row.over, changed) for row, changed in rows)


def viewer(table: Table, person: str | None, seat: str | None) -> Seat | None:
    """Return the seat from which the person looks; None = a spectator. Raises: NotAllowed."""
    reader = reader_of(table, person, seat)
    return reader if reader in table.seats else None


def shown(table: Table, first_post: int) -> bool:
    """Tell whether the seed that counts from that post on may be seen: its dice have all fallen."""
    last = table.known.seals[-1].first_post
    return table.row.over or first_post != last


def _notices(told: tuple[ToldRow, ...], earlier: int, count: int) -> tuple[SeenNotice, ...]:
    """Return the notices among so many posts; what was told before the first post of all belongs to it."""
    return tuple(
        SeenNotice(row.place - earlier, row.created_at, tuple(json.loads(row.body)["lines"]))
        for row in told
        if earlier < row.place <= earlier + count or row.place == earlier == 0
    )


def _seen(row: PostRow, reader: Seat | None, person: str | None) -> SeenPost:
    answer, text = Answer.from_json(row.answer, again=False), row.text
    lines, own = answer.lines, reader in (Seat(row.seat), GAME_MASTER)
    if answer.sealed:
        # For its author alone: not for the game master, nor for whoever sits there with him or after him.
        own = row.person == person
        text, lines = (answer.sealed, lines) if own else (text, ())
    shown_lines = (*lines, *answer.own) if own else lines
    written = not row.message_id.startswith(BY_ORDERS)
    return SeenPost(row.number, row.seat, text, row.private, row.posted_at, shown_lines, written, answer.words)
