"""A side adds a word of its own to the dice, before the first one falls."""

import json
import unicodedata

from motuc_bot.referee.deliveries import notice
from motuc_bot.referee.desk import Desk, salt_of
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.referee.rights import speakers
from motuc_bot.store import battles, outbox, posts
from motuc_bot.store.text import storable

_LONGEST = 100


def add_salt(desk: Desk, battle: int, person: str, word: str, seat: str | None = None) -> str:
    """Keep the word for the side of the person's figures and return the line that the thread reads.

    Each side has one word, and it can't be changed: else it could be chosen for its dice. It counts letter by letter,
    so it is tidied before: letters composed, white space single. Raises: Refused, DatabaseFault.
    """
    word = " ".join(unicodedata.normalize("NFC", storable(word)).split())
    if not word or len(word) > _LONGEST:
        raise NotAllowed(f"Bitte ein Wort für die Würfel: 1 bis {_LONGEST} Zeichen.")
    with desk.store.writing() as connection:
        table = desk.table(connection, battle, person)
        mine = speakers(table, person, seat)
        side = next((row.side for one in mine for row in table.figures if row.seat == one), None)
        if side is None:
            raise NotAllowed("Ein Wort für die Würfel gibt, wer eine Figur in der Schlacht hat.")
        words = dict(salt_of(table.row))
        if side in words:
            raise NotAllowed(f"Deine Seite hat ihr Wort schon gegeben: „{words[side]}“.")
        if table.row.over or posts.has_rolled(connection, battle):
            raise NotAllowed("Dafür ist es zu spät: die ersten Würfel sind gefallen.")
        words[side] = word
        battles.set_salt(connection, battle, json.dumps(sorted(words.items()), ensure_ascii=False))
        line = f"🎲 {table.side.side_name(side)} gibt den Würfeln das Wort „{word}“."
        outbox.insert(connection, battle, None, [notice((line,), f"{table.row.key}.salt.{side}")], desk.now())
    return line
