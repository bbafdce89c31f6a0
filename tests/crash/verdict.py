"""What is wrong at the end, seen from outside: the ledger, what was shown, and the database."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from motuc_bot.referee.check_battles import check_battles
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.figure_tables import FIGURE_TABLES
from motuc_bot.store import health, posts
from motuc_bot.store.engine import open_engine
from motuc_bot.store.store import Store
from motuc_bot.store.tables import BATTLES, OUTBOX
from tests.crash.client import Client
from tests.crash.ledger import Ledger
from tests.outbox.left import anything_left

REVISION = 0


@dataclass(frozen=True, slots=True)
class Shown:
    """A delivery as it was shown."""

    nonce: str
    battle: int
    person: str | None
    body: Any


def faults(playing: Client) -> list[str]:
    """Return everything that should not be; nothing, if all is well."""
    store = Store(open_engine(playing.life.url), FIGURE_TABLES)
    shown = read_shown(Path(playing.life.shown))
    found = [
        *playing.ledger.contradictions,
        *(f"{post.id}: never acknowledged" for post in playing.ledger.open()),
        *_posts(store, playing.ledger),
        *_answers(playing.ledger, shown, [opened.nonce for opened in playing.battles]),
        *_order(store, shown),
        *_leftovers(store),
        *(f"battle {number}: {fault}" for number, _, wrong in check_battles(Desk(store)) for fault in wrong),
    ]
    store.close()
    return found


def read_shown(file: Path) -> list[Shown]:
    """Return what was shown, in order."""
    return [Shown(**json.loads(line)) for line in file.read_bytes().splitlines()] if file.exists() else []


def _posts(store: Store, ledger: Ledger) -> Iterator[str]:
    """Yield what is wrong with the posts: each acknowledged one is there as it was acknowledged, and once."""
    with store.reading() as connection:
        battles = connection.execute(sa.select(BATTLES.c.id, BATTLES.c.posts)).all()
        rows = [row for battle in battles for row in posts.all_posts(connection, battle.id)]
    for message, times in Counter(row.message_id for row in rows).items():
        if times > 1:
            yield f"{message}: kept {times} times"
    kept = {row.message_id: row for row in rows}
    for message, given in ledger.acknowledged.items():
        row = kept.get(message)
        if row is None:
            yield f"{message}: acknowledged, but it is not there"
        elif row.number != given.number:
            yield f"{message}: acknowledged as number {given.number}, kept as {row.number}"
        elif tuple(json.loads(row.answer)["lines"]) != given.lines:
            yield f"{message}: another answer was acknowledged than is kept"
    # The forms from before the battle have number 0, and are none of the client's.
    strange = [message for message, row in kept.items() if row.number != 0 and message not in ledger.sent]
    yield from (f"{message}: kept, but never sent" for message in strange)
    for battle in battles:
        numbers = [row.number for row in rows if row.battle_id == battle.id and row.number]
        if numbers != list(range(1, battle.posts + 1)):
            yield f"battle {battle.id}: {battle.posts} posts, numbered {numbers}"


def _answers(ledger: Ledger, shown: Sequence[Shown], opened: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong with what was shown: each answer to an acknowledged post, and once."""
    due: dict[str, tuple[str, ...] | None] = dict.fromkeys(opened)
    for message, given in ledger.acknowledged.items():
        if given.lines:
            due[f"{message}.{REVISION}"] = given.lines
        if given.own:
            due[f"{message}.{REVISION}.own"] = given.own
    times = Counter(one.nonce for one in shown)
    for nonce, lines in due.items():
        if nonce not in times:
            yield f"{nonce}: the answer is missing"
        elif lines is not None and any(tuple(one.body["lines"]) != lines for one in shown if one.nonce == nonce):
            yield f"{nonce}: another answer was acknowledged than was shown"
    yield from (f"{nonce}: shown {count} times" for nonce, count in times.items() if count > 1)
    strange = {one.nonce for one in shown if not one.nonce.endswith(".notice")} - due.keys()
    yield from (f"{nonce}: shown, but no answer to anything" for nonce in sorted(strange))


def _order(store: Store, shown: Sequence[Shown]) -> Iterator[str]:
    """Yield where something was shown too early: each battle's thread tells things in the order they happened."""
    with store.reading() as connection:
        places = {row.nonce: row.id for row in connection.execute(sa.select(OUTBOX.c.nonce, OUTBOX.c.id))}
    for place in {(one.battle, one.person) for one in shown}:
        there = [one for one in shown if (one.battle, one.person) == place]
        numbers = [one.body["number"] for one in there if one.body.get("number")]
        if any(later < earlier for earlier, later in pairwise(numbers)):
            yield f"{place}: the posts were answered in the order {numbers}"
        ids = [places[one.nonce] for one in there if one.nonce in places]
        if any(later < earlier for earlier, later in pairwise(ids)):
            yield f"{place}: shown in another order than put out"


def _leftovers(store: Store) -> Iterator[str]:
    with store.reading() as connection:
        if anything_left(connection):
            yield "something is still waiting to be sent"
        yield from (f"{letter.nonce}: given up ({letter.fault})" for letter in health.dead_letters(connection))
