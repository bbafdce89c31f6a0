"""What is kept of a person, told to that person alone; and how a person is forgotten.

A battle must stay readable for the others, and its dice must still come out of its seals: what was said and ordered in
the thread stays, under the name of the seat. Whose seat that was is forgotten.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from motuc_bot.referee.answer import Answer
from motuc_bot.referee.deliveries import notice
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.patience import patient
from motuc_bot.store import battles, outbox, people

# Before a name drawn by lot; no platform calls anybody so.
UNKNOWN = "vergessen:"
_LEFT = "Auf dem Platz „{seat}“ sitzt niemand mehr. Wer ihn übernimmt, sagt die Spielleitung (/sl ersatz)."


@dataclass(frozen=True, slots=True)
class Forgotten:
    """In how many battles a person was named, and the names of the seats that stay."""

    battles: int
    seats: tuple[str, ...]


@patient
def shown(desk: Desk, person: str) -> Mapping[str, Any]:
    """Return all that is kept of the person, as data for JSON; what others may not know yet is not in it.

    Raises: DatabaseFault.
    """
    with desk.store.reading() as connection:
        kept = [people.kept_in_battle(connection, battle, person) for battle in people.battles_with(connection, person)]
        channel = people.private_channel(connection, person)
    return {"person": person, "private_channel": channel, "battles": kept}


def as_json(kept: Mapping[str, Any]) -> str:
    """Return the same as the text of a file."""
    return json.dumps(kept, ensure_ascii=False, indent=1, default=_plain) + "\n"


def as_lines(kept: Mapping[str, Any]) -> tuple[str, ...]:
    """Return in German how much is kept, battle by battle."""
    if not kept["battles"] and kept["private_channel"] is None:
        return ("Über dich ist nichts gespeichert.",)
    return (
        f"Gespeichert ist über dich ({kept['person']}):",
        *(_line(one) for one in kept["battles"]),
        *(("• wo ich dir privat schreibe, und bis wohin ich dort gelesen habe",) if kept["private_channel"] else ()),
    )


def forget(desk: Desk, person: str) -> Forgotten:
    """Let the person be nobody known in all battles: in each under a name drawn by lot, the same everywhere in it.

    The seats stay as they are; the game master may give them to somebody else. Raises: DatabaseFault.
    """
    seats: dict[str, None] = {}
    refused = Answer(None, private=True).to_json()
    with desk.store.writing() as connection:
        people.overwrite_what_goes(connection)
        numbers = people.battles_with(connection, person)
        for battle in numbers:
            # Nothing of the person shall come in meanwhile.
            found = battles.locked(connection, battle, person)
            kept = people.kept_in_battle(connection, battle, person)
            seats.update(dict.fromkeys(row["seat"] for row in kept["seats"]))
            unknown = f"{UNKNOWN}{desk.draw_key()}"
            people.forget_in_battle(connection, battle, person, unknown, refused, desk.now())
            if found is not None and not found[0].over and kept["seats"]:
                lines = tuple(_LEFT.format(seat=row["seat"]) for row in kept["seats"])
                told = notice(lines, f"{found[0].key}.{unknown}")
                outbox.insert(connection, battle, None, [told], desk.now())
        people.forget_private_channel(connection, person)
    return Forgotten(len(numbers), tuple(seats))


def _line(kept: Mapping[str, Any]) -> str:
    seats = ", ".join(row["seat"] for row in kept["seats"]) or "keiner"
    parts = (
        f"Platz: {seats}",
        f"Beiträge: {len(kept['posts'])}, davon privat: {sum(row['private'] for row in kept['posts'])}",
        *((f"Worte zu Ergebnissen: {len(kept['words'])}",) if kept["words"] else ()),
        f"Vorgaben: {len(kept['standing_orders'])}",
        f"private Nachrichten an dich: {len(kept['deliveries'])}",
        *(("eröffnet von dir",) if kept["opened"] else ()),
    )
    return f"• Schlacht {kept['battle']} ({kept['name']}): {'; '.join(parts)}"


def _plain(value: object) -> str:
    assert isinstance(value, datetime)
    return value.isoformat()
