"""Proving that the database holds what the rules make of the posts."""

import json
from collections.abc import Iterator
from typing import Any

from motuc_bot.judging.judged import AnyBattle
from motuc_bot.referee.desk import Desk, Table, codec_of, load, salt_of, seal_for
from motuc_bot.referee.refused import Refused
from motuc_bot.sealed_dice import Seal, SealedDice
from motuc_bot.store import battles, figures, posts
from motuc_bot.store.battles import BattleRow
from motuc_bot.store.codec import UnknownShape
from motuc_bot.store.posts import PostRow
from motuc_bot.store.store import Connection
from rules.core import Battle, Post, Seat
from rules.dice import Recorder


def check_battles(desk: Desk) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """Yield each battle's number and name with what is wrong with it, in German; nothing, if all is right.

    The figures must be those of the fold, and the posts with their seeds must give the very same events again.
    Raises: DatabaseFault.
    """
    with desk.store.reading() as connection:
        rows = battles.all_battles(connection)
    for row in sorted((row for row, _ in rows), key=lambda row: row.id):
        with desk.store.reading() as connection:
            found = battles.peeked(connection, row.id, "")
            if found is not None:
                yield row.id, row.name, tuple(_checked(desk, connection, found[0]))


def _checked(desk: Desk, connection: Connection, row: BattleRow) -> Iterator[str]:
    """Yield what is wrong; what is kept may be damaged in any way, and the other battles shall be checked all the same.

    Raises: DatabaseFault.
    """
    try:
        yield from _faults(desk, connection, row)
    except (UnknownShape, Refused) as fault:
        yield str(fault)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as fault:
        yield f"was gespeichert ist, ergibt keine Schlacht ({type(fault).__name__}: {fault})"


def _faults(desk: Desk, connection: Connection, row: BattleRow) -> Iterator[str]:
    known = load(connection, row)
    if known.version != row.version:
        yield f"{row.version} Ereignisse sollen da sein, es sind {known.version}"
        return
    system = known.side.system
    kept = figures.kept(connection, desk.store.figures[row.system], row.id)
    if kept != figures.expected(row.id, system.figures(known.battle.state)):
        yield "die Tabelle der Figuren stimmt nicht mit den Ereignissen überein"
    yield from (f"unmöglicher Stand: {broken}" for broken in system.invariants(known.battle.state))
    if row.rules_version != system.version:
        yield (
            f"gespielt nach Regeln der Fassung {row.rules_version}, dieses Programm hat Fassung {system.version}: "
            "nicht nachgerechnet"
        )
        return
    if (row.moment, row.over) != (known.side.phase(known.battle.state), system.over(known.battle.state) is not None):
        yield f"eingetragen ist „{row.moment}“, nach den Ereignissen ist „{known.side.phase(known.battle.state)}“"
    rows = posts.accepted(connection, row.id)
    yield from _numbered(row, rows)
    config = codec_of(row.system).decode_one(battles.config(connection, row.id))
    yield from _replayed(Table(row, known, ()), config, rows)


def _numbered(row: BattleRow, rows: tuple[PostRow, ...]) -> Iterator[str]:
    """Yield where the posts of the thread are not numbered 1, 2, 3 …; what nobody is told of has the last number."""
    last = 0
    for post in rows:
        if post.number not in (0, last + 1) and not (post.private and post.number == last):
            yield f"nach Beitrag #{last} kommt Beitrag #{post.number}"
        last = post.number or last
    if last != row.posts:
        yield f"{row.posts} Beiträge sollen da sein, der letzte ist #{last}"


def _replayed(table: Table, config: Any, rows: tuple[PostRow, ...]) -> Iterator[str]:
    """Yield the first difference between the kept events and those that the posts give again."""
    row, known = table.row, table.known
    codec = codec_of(row.system)
    first = known.seals[0]
    battle: AnyBattle = Battle.open(known.side.system, config, SealedDice(Seal(row.key, first.seed, ())))
    for post in rows:
        lines = codec.decode_lines(post.commands)
        if not lines:
            continue
        number = post.number or 0
        dice = Recorder(SealedDice(Seal(row.key, seal_for(known.seals, number).seed, salt_of(row))))
        before = len(battle.log)
        battle, verdict = battle.judge(Post(number, Seat(post.seat), lines), dice)
        if not verdict.accepted:
            yield f"Beitrag #{number} würde heute abgelehnt"
            return
        if [[roll.faces, roll.value] for roll in dice.rolls] != json.loads(post.rolls):
            yield f"Beitrag #{number}: die Würfel passen nicht zum Siegel"
            return
        if battle.log[before:] != known.battle.log[before : len(battle.log)]:
            yield f"Beitrag #{number}: die Ereignisse sind andere als die, die aus dem Beitrag folgen"
            return
    if battle.log != known.battle.log:
        yield "es gibt Ereignisse, die zu keinem Beitrag gehören"
