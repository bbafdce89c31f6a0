"""Keeping what came of a post or an order: the post, its events, the figures, the answers, all or nothing."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from motuc_bot.judging.judged import AnyBattle, Judged
from motuc_bot.referee.answer import Answer
from motuc_bot.referee.desk import Desk, Known, Table, codec_of
from motuc_bot.store import battles, events, figures, outbox, posts
from motuc_bot.store.battles import SealRow
from motuc_bot.store.outbox import Claims, NewDelivery
from motuc_bot.store.posts import PostRow
from motuc_bot.store.store import Connection
from rules.dice import Rolled


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a platform: `id` and `revision` name it for ever, `at` is when it was written there."""

    id: str
    at: datetime
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """What is to be kept of a post besides what came of it."""

    seat: str
    person: str
    text: str
    private: bool
    message: Message
    deliveries: Sequence[NewDelivery]
    # Of whoever sends them at once.
    claims: Claims | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The battle after a post, what came of it, the dice that fell and a seed drawn for it, if any."""

    after: AnyBattle
    judged: Judged
    answer: Answer
    rolls: Sequence[Rolled]
    new_seal: SealRow | None = None


def record(desk: Desk, connection: Connection, table: Table, entry: Entry, outcome: Outcome) -> Known | None:
    """Keep it all and return the battle as it is then; None: this message is kept already, nothing was done."""
    row, battle, at = table.row, outcome.after, desk.now()
    codec = codec_of(row.system)
    post = posts.insert_post(
        connection,
        PostRow(
            battle_id=row.id,
            number=outcome.answer.number,
            seat=entry.seat,
            person=entry.person,
            text=entry.text,
            private=entry.private,
            commands=codec.encode_lines(outcome.judged.orders),
            rolls=json.dumps([[roll.faces, roll.value] for roll in outcome.rolls]),
            answer=outcome.answer.to_json(),
            message_id=entry.message.id,
            revision=entry.message.revision,
            posted_at=entry.message.at,
            received_at=at,
        ),
    )
    if post is None:
        return None
    rows = table.known.rows
    if outcome.judged.events:
        stored = [codec.encode(event) for event in outcome.judged.events]
        events.append(connection, row.id, row.version, stored)
        rows = table.side.system.figures(battle.state)
        figures.keep(connection, desk.store.figures[row.system], row.id, table.figures, rows)
    seals = table.known.seals
    if outcome.new_seal is not None and outcome.answer.accepted:
        battles.insert_seal(connection, row.id, outcome.new_seal)
        seals = (*seals, outcome.new_seal)
    if entry.deliveries:
        outbox.insert(connection, row.id, post, entry.deliveries, at, entry.claims)
    if outcome.answer.accepted:
        battles.moved_on(
            connection,
            row.id,
            version=len(battle.log),
            posts=outcome.answer.number or row.posts,
            moment=table.side.phase(battle.state),
            over=table.side.system.over(battle.state) is not None,
            # That somebody has said something secret must not be seen either.
            at=None if entry.private and not outcome.answer.lines else at,
        )
    return Known(table.side, battle, seals, rows)
