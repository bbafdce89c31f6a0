"""A battle as a transcript: the file that replays to the same state, and by which its dice can be checked."""

import json
from typing import Any

import yaml

from motuc_bot.referee.desk import Desk, Table, salt_of
from motuc_bot.referee.read_battle import shown, viewer
from motuc_bot.referee.refused import Refused
from motuc_bot.store import posts
from motuc_bot.store.posts import PostRow
from rules.core import GAME_MASTER, Posted, effective

Document = dict[str, Any]


def export_battle(desk: Desk, battle: int, person: str | None = None, seat: str | None = None) -> Document:
    """Return the battle as a transcript, as the person may have it (None = as a spectator).

    Seeds are in it once they are shown. While start positions are secret, only the seat's own private posts are.
    Raises: Refused, DatabaseFault.
    """
    with desk.store.reading() as connection:
        table = desk.view(connection, battle, person or "")
        mine = viewer(table, person, seat)
        rows = posts.accepted(connection, battle)
    begun = _begun(table)
    if begun is None:
        raise Refused(("Die Aufstellung läuft noch: eine Datei gibt es, sobald beide Mannschaften stehen.",))
    config, first = begun
    secret = table.side.keeps_secrets(table.battle.state)
    played = [row for row in rows if row.number is not None and row.number > first]
    open_to_me = [row for row in played if not (secret and row.private) or mine in (row.seat, GAME_MASTER)]
    return {
        "system": table.row.system,
        "id": table.row.key,
        "rules_version": table.row.rules_version,
        **table.side.battle_document(config),
        "posts": [_post(row) for row in open_to_me],
        "dice": [value for row in open_to_me for _, value in json.loads(row.rolls)],
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


def _begun(table: Table) -> tuple[Any, int] | None:
    """Return the line-up with which the battle began and the number of the last post before; None = not yet."""
    system, side = table.side.system, table.side
    state, number = system.blank, 0
    for event in effective(table.battle.log):
        if isinstance(event, Posted):
            number = event.number or number
        state = system.evolve(state, event)
        if not side.in_lineup(state):
            return side.lineup_config(state), number
    return None


def _post(row: PostRow) -> Document:
    kept: Document = {"number": row.number, "by": row.seat, "at": row.posted_at.isoformat(timespec="seconds")}
    if row.private:
        kept["private"] = True
    return {**kept, "text": row.text}
