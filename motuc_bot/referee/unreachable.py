"""Somebody takes no private messages: the thread is told, once, and what he can do."""

import json

from motuc_bot.referee.deliveries import NOTICE
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.patience import patient
from motuc_bot.referee.results import RESULTS
from motuc_bot.store import outbox, threads
from motuc_bot.store.outbox import Delivery, NewDelivery

# It says how things stand on one platform: no part of the battle's story.
UNREACHABLE = "unreachable"

_CLOSED = "ich kann dir keine private Nachricht schicken. Erlaube private Nachrichten von Servermitgliedern"
_LINES = {
    RESULTS: "ich kann dir die Ergebnisse nicht privat schicken. Erlaube private Nachrichten von Servermitgliedern, "
    "sieh sie dir mit /lage an und poste sie mit /sl ergebnisse.",
    NOTICE: f"{_CLOSED}: Dort steht, was du für die Schlacht tun musst.",
}
_WITH_FORM = f"{_CLOSED}, oder gib es hier ein; niemand sonst sieht es:"


@patient
def tell_unreachable(desk: Desk, delivery: Delivery) -> bool:
    """Tell the thread that the person of a delivery takes no private messages, once for each kind of them.

    Of results each is told: somebody must post it. Raises: DatabaseFault.
    """
    name = delivery.nonce if delivery.kind == RESULTS else f"{delivery.battle_id}.{delivery.person}.{delivery.kind}"
    nonce = f"{name}.unreachable"
    body = {
        "lines": [_LINES.get(delivery.kind, _WITH_FORM)],
        "calls": [delivery.person],
        "form": delivery.kind not in _LINES,
    }
    with desk.store.writing() as connection:
        if threads.is_told(connection, nonce):
            return False
        told = NewDelivery(None, UNREACHABLE, json.dumps(body, ensure_ascii=False), nonce)
        outbox.insert(connection, delivery.battle_id, None, [told], desk.now())
    return True
