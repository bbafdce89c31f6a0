"""What every use case works with: the store, the clock, the seeds, and the battles that were just on the table."""

import json
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from threading import Lock
from time import sleep
from typing import Any

from motuc_bot.judging.judged import AnyBattle, AnySide
from motuc_bot.referee.refused import NoSuchBattle, Refused
from motuc_bot.sealed_dice import Seal, SealedDice, draw_seed
from motuc_bot.store import battles, events
from motuc_bot.store.battles import BattleRow, SealRow
from motuc_bot.store.codec import Codec, UnknownShape
from motuc_bot.store.store import Connection, Store
from motuc_bot.systems.registry import SIDES, side_of
from rules.core import Battle, FigureRow, RolledBack
from rules.dice import Dice, Reason

_KEPT = 256
_HIGHEST = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Known:
    """A battle as it was after some transaction: its fold, its seeds."""

    side: AnySide
    # Never shown: they hold what is secret.
    battle: AnyBattle = field(repr=False)
    seals: tuple[SealRow, ...] = field(repr=False)
    # Where they have been worked out already.
    rows: tuple[FigureRow, ...] | None = field(default=None, repr=False)

    @property
    def figures(self) -> tuple[FigureRow, ...]:
        """The figures as they are in that state."""
        return self.side.system.figures(self.battle.state) if self.rows is None else self.rows

    @property
    def version(self) -> int:
        """How many events it has."""
        return len(self.battle.log)


@dataclass(frozen=True, slots=True)
class Table:
    """A battle within a transaction: its row, its fold, and the seats of whoever asks."""

    row: BattleRow
    known: Known
    seats: tuple[str, ...]

    @property
    def side(self) -> AnySide:
        """The system's language side."""
        return self.known.side

    @property
    def battle(self) -> AnyBattle:
        """The battle as it is now."""
        return self.known.battle

    @property
    def figures(self) -> tuple[FigureRow, ...]:
        """The figures as they are now."""
        return self.known.figures

    def dice(self, number: int) -> Dice:
        """Return the dice for a post of that number."""
        return _Dice(self, number)

    def seal(self, row: SealRow) -> Seal:
        """Return the seal with one of the battle's seeds."""
        return Seal(self.row.key, row.seed, salt_of(self.row))


@dataclass(slots=True)
class _Dice:
    """The sealed dice of a post, made ready when the first one falls: of most posts none does."""

    _table: Table
    _number: int
    _sealed: SealedDice | None = None

    def roll(self, faces: int, reason: Reason) -> int:
        """Roll one die. Raises: UnknownShape."""
        if self._sealed is None:
            self._sealed = SealedDice(self._table.seal(seal_for(self._table.known.seals, self._number)))
        return self._sealed.roll(faces, reason)


@dataclass(slots=True)
class Desk:
    """Where the use cases are worked; battles are kept in memory, checked against the database each time."""

    store: Store
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    draw_seed: Callable[[], bytes] = draw_seed
    draw_key: Callable[[], str] = lambda: secrets.token_hex(8)
    # How long a use case that may be done twice waits, each time the database is away.
    waits: tuple[float, ...] = (0.1, 0.5, 1.0, 2.0, 4.0, 8.0)
    sleep: Callable[[float], None] = sleep
    # Is told of each post what came of it, and how many seconds it took.
    watch: Callable[[str, float], None] = lambda outcome, seconds: None
    _known: "OrderedDict[int, Known]" = field(default_factory=OrderedDict, repr=False)
    _remembering: Lock = field(default_factory=Lock, repr=False)

    def table(self, connection: Connection, battle: int, person: str = "") -> Table:
        """Return the battle, locked until the end of the transaction. Raises: NoSuchBattle."""
        return self._table(connection, battles.locked(connection, _number(battle), person), battle)

    def view(self, connection: Connection, battle: int, person: str = "") -> Table:
        """Return the battle for reading. Raises: NoSuchBattle."""
        return self._table(connection, battles.peeked(connection, _number(battle), person), battle)

    def remember(self, battle: int, known: Known) -> None:
        """Keep what a transaction has committed, and no more than the latest battles."""
        with self._remembering:
            # Threads come here in any order; a log only grows.
            kept = self._known.get(battle)
            if kept is None or kept.version <= known.version:
                self._known[battle] = known
            self._known.move_to_end(battle)
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)

    def _table(self, connection: Connection, found: tuple[BattleRow, tuple[str, ...]] | None, number: int) -> Table:
        if found is None:
            raise NoSuchBattle(f"Eine Schlacht {number} gibt es nicht.")
        row, seats = found
        known = self._known.get(number)
        if known is None or known.version != row.version:
            known = load(connection, row, known)
            self.remember(number, known)
        return Table(row, known, seats)


def load(connection: Connection, row: BattleRow, older: Known | None = None) -> Known:
    """Return the battle as the database has it; what `older` knows already is not read again."""
    side = side_of(row.system)
    if side is None:
        raise Refused((f"Das Regelwerk „{row.system}“ kennt dieses Programm nicht.",))
    codec = codec_of(row.system)
    # An older fold is of use only for a prefix of the log; the log is never shortened.
    log: tuple[Any, ...] = older.battle.log if older is not None and older.version <= row.version else ()
    new = tuple(codec.decode(stored) for stored in events.since(connection, row.id, len(log)))
    seals = battles.seals(connection, row.id)
    if older is None or not log or any(isinstance(event, RolledBack) for event in new):
        return Known(side, Battle.replay(side.system, (*log, *new)), seals)
    state = older.battle.state
    for event in new:
        state = side.system.evolve(state, event)
    return Known(side, Battle(side.system, (*log, *new), state), seals)


def _number(battle: int) -> int:
    """Return the number of a battle; what no database can hold as one is no battle. Raises: NoSuchBattle."""
    if not 0 < battle <= _HIGHEST:
        raise NoSuchBattle(f"Eine Schlacht {battle} gibt es nicht.")
    return battle


@cache
def codec_of(system: str) -> Codec:
    """Return the codec for what a system stores."""
    side = next(side for side in SIDES if side.system.key == system)
    return Codec(side.kinds, side.past)


def seal_for(seals: tuple[SealRow, ...], number: int) -> SealRow:
    """Return the seed that decides the dice of a post. Raises: UnknownShape."""
    found = next((seal for seal in reversed(seals) if seal.first_post <= number), None)
    if found is None:
        raise UnknownShape(f"für die Würfel von Beitrag #{number} ist kein Siegel da")
    return found


def salt_of(row: BattleRow) -> tuple[tuple[str, str], ...]:
    """Return the words that the sides have added to the dice, by side."""
    return tuple((side, word) for side, word in json.loads(row.salt))
