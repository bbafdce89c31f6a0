"""A battle as a transcript: the file that replays to the same state, and by which its dice can be checked."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import yaml

from motuc_bot.referee.answer import Answer
from motuc_bot.referee.desk import Desk, Table, codec_of, salt_of
from motuc_bot.referee.patience import patient
from motuc_bot.referee.read_battle import shown
from motuc_bot.referee.refused import Refused
from motuc_bot.referee.rights import may_read, reader_of
from motuc_bot.store import posts
from motuc_bot.store.posts import PostRow
from rules.core import GAME_MASTER, Posted, RollBack, effective

Document = dict[str, Any]


@patient
def export_battle(desk: Desk, battle: int, person: str | None = None, seat: str | None = None) -> Document:
    """Return the battle as a transcript, as the person may have it (None = as a spectator).

    Seeds are in it once they are shown. While start positions are secret, only the seat's own private posts are.
    Raises: Refused, DatabaseFault.
    """
    with desk.store.reading() as connection:
        table = desk.view(connection, battle, person or "")
        reader = reader_of(table, person, seat)
        rows = posts.accepted(connection, battle)
    begun = _begun(table)
    open_rows = [row for row in rows if (row.number or 0) > begun.number and may_read(table, row, reader)]
    if table.side.keeps_secrets(table.battle.state):
        # What was taken back can't be told without what is still secret.
        open_rows = list(_counting(table, open_rows))
    return {
        "system": table.row.system,
        "id": table.row.key,
        "rules_version": table.row.rules_version,
        **table.side.battle_document(table.side.lineup_config(begun.state)),
        "posts": [*_first(table, begun, rows), *map(_post, open_rows)],
        "dice": [value for row in open_rows for _, value in json.loads(row.rolls)],
        "sealed": {
            "salt": dict(salt_of(table.row)),
            "seals": [
                {"first_post": seal.first_post, "commitment": seal.commitment}
                | ({"seed": seal.seed.hex()} if shown(table, seal.first_post) else {})
                for seal in table.known.seals
            ],
        },
    }


def as_yaml(document: Document) -> str:
    """Return the transcript as the text of a file."""
    return yaml.dump(document, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=110)


# What YAML takes for line breaks too: a text with one of them is quoted.
_BREAKS = frozenset("\r\x85\u2028\u2029")


class _Dumper(yaml.SafeDumper):
    """Writes posts of several lines as they were written, and no aliases for what is said twice."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _text(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    style = '"' if _BREAKS.intersection(text) else "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _text)


@dataclass(frozen=True, slots=True)
class _Begun:
    """The battle as its line-up ended, by the post of that number (0 = it was ready-made)."""

    state: Any
    number: int


def _begun(table: Table) -> _Begun:
    """Return how the battle began. Raises: Refused."""
    system, side = table.side.system, table.side
    state, number = system.blank, 0
    for event in effective(table.battle.log):
        if isinstance(event, Posted):
            number = event.number or number
        state = system.evolve(state, event)
        if system.over(state) is not None:
            raise Refused(("Diese Schlacht endete schon in der Aufstellung: es gibt nichts, was nachzuspielen wäre.",))
        if not side.in_lineup(state):
            return _Begun(state, number)
    raise Refused(("Die Aufstellung läuft noch: eine Datei gibt es, sobald beide Mannschaften stehen.",))


def _first(table: Table, begun: _Begun, rows: Iterable[PostRow]) -> Iterator[Document]:
    """Yield what is left to order of the post that ended the line-up."""
    orders = table.side.after_lineup(begun.state)
    if orders:
        row = next(row for row in rows if row.number == begun.number)
        yield _post(replace(row, seat=GAME_MASTER, text=_phrased(table, orders), private=False))


def _counting(table: Table, rows: Iterable[PostRow]) -> Iterator[PostRow]:
    """Yield the posts of which something still counts, without their orders to roll back, and all prose."""
    counting = {event.number for event in effective(table.battle.log) if isinstance(event, Posted)}
    for row in rows:
        orders = [order for line in codec_of(table.row.system).decode_lines(row.commands) for order in line]
        kept = [order for order in orders if not isinstance(order, RollBack)]
        if not orders or (kept == orders and row.number in counting):
            yield row
        elif kept and row.number in counting:
            yield replace(row, text=_phrased(table, kept))


def _phrased(table: Table, orders: Iterable[Any]) -> str:
    return "\n".join(table.side.phrase(order) for order in orders)


def _post(row: PostRow) -> Document:
    kept: Document = {"number": row.number, "by": row.seat, "at": row.posted_at.isoformat(timespec="seconds")}
    if row.private:
        kept["private"] = True
    words = Answer.from_json(row.answer, again=False).words
    return {**kept, "text": row.text, **({"words": "\n".join(words)} if words else {})}
