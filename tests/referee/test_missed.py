"""What is kept to find out what was missed, and threads that are gone, on both databases."""

import json
from dataclasses import replace
from datetime import timedelta

import sqlalchemy as sa

from motuc_bot.referee.ask import REACTIONS, STARTS, ask
from motuc_bot.referee.deliveries import CONFIRMATION, NOTICE, notice
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.private_channels import (
    PrivateChannel,
    keep_heard,
    keep_written_to,
    private_channels_of_players,
)
from motuc_bot.referee.record import Message
from motuc_bot.referee.results import RESULTS
from motuc_bot.referee.seen_messages import KnownMessage, private_messages, public_messages
from motuc_bot.referee.threads import (
    ThreadRow,
    keep_read,
    last_sent_before,
    move_thread,
    place_of,
    send_again,
    tell_gone,
    tell_masters,
    threads_of,
)
from motuc_bot.referee.unreachable import tell_unreachable
from motuc_bot.store import health, outbox
from motuc_bot.store.outbox import Delivery
from motuc_bot.store.tables import OUTBOX
from tests.referee.bound import bind_thread
from tests.referee.lineup import filled
from tests.referee.table import START, Thread, duel

# As large as the ids of Discord.
GUILD, CHANNEL, MESSAGE = 2**62, 2**62 + 1, 2**62 + 2


def _bound(desk: Desk) -> Thread:
    thread = duel(desk)
    bind_thread(desk, ThreadRow(thread.battle, GUILD, CHANNEL, None, "sl"))
    return thread


def _told(desk: Desk, thread: Thread) -> list[tuple[str | None, str]]:
    query = sa.select(OUTBOX.c.person, OUTBOX.c.body).where(OUTBOX.c.battle_id == thread.battle).order_by(OUTBOX.c.id)
    with desk.store.reading() as connection:
        return [(person, body) for person, body in connection.execute(query)]


def test_of_each_message_it_is_known_what_became_of_it(desk: Desk) -> None:
    thread = _bound(desk)
    order, prose, refused, mended = (Message(name, START) for name in ("o", "p", "r", "m"))
    thread.post("kalle", "Nebel zieht auf.", message=prose)
    thread.post("kalle", "Skeletor: geht nach Z99", message=refused)
    thread.post("kalle", "Skeletor: geht nach Z98", message=mended)
    thread.post("kalle", "Skeletor: geht nach E4", message=Message("m", START + timedelta(minutes=1), 1))
    thread.post("kalle", "fertig", message=order)
    thread.post("kalle", "Hallo!", private=True, message=Message("h", START))
    # Two have taken their seats by forms.
    assert public_messages(desk, thread.battle)[2:] == (
        KnownMessage("p", "kalle", counts=False, refused=False),
        KnownMessage("r", "kalle", counts=False, refused=True),
        KnownMessage("m", "kalle", counts=True, refused=False),
        KnownMessage("o", "kalle", counts=True, refused=False),
    )
    assert [message.name for message in private_messages(desk, "kalle")] == ["h"]
    assert private_messages(desk, "anna") == ()


def test_private_channels_are_kept_of_those_who_play(desk: Desk) -> None:
    thread = _bound(desk)
    keep_written_to(desk, PrivateChannel("kalle", CHANNEL, MESSAGE))
    keep_written_to(desk, PrivateChannel("kalle", CHANNEL, MESSAGE + 5))
    keep_heard(desk, PrivateChannel("niemand", CHANNEL + 7, 1))
    assert private_channels_of_players(desk) == (PrivateChannel("kalle", CHANNEL, MESSAGE),)
    for read, kept in ((MESSAGE + 2, MESSAGE + 2), (MESSAGE + 1, MESSAGE + 2)):
        # One is never read less far than before.
        keep_heard(desk, PrivateChannel("kalle", CHANNEL, read))
        assert private_channels_of_players(desk) == (PrivateChannel("kalle", CHANNEL, kept),)
    thread.post("sl", "SL: Schlacht beenden")
    assert private_channels_of_players(desk) == ()


def test_how_far_a_thread_was_read_is_kept(desk: Desk) -> None:
    _bound(desk)
    keep_read(desk, {CHANNEL: MESSAGE, CHANNEL + 1: MESSAGE})
    ((row, _),) = threads_of(desk)
    assert row.read_until == MESSAGE


def test_a_battle_goes_on_in_another_thread_with_what_did_not_arrive(desk: Desk) -> None:
    thread = _bound(desk)
    keep_read(desk, {CHANNEL: MESSAGE})
    thread.post("kalle", "Skeletor: geht nach E4")
    with desk.store.writing() as connection:
        lost = outbox.claim(connection, desk.now(), desk.now())
        assert lost is not None
        outbox.mark_dead(connection, lost, desk.now(), "weg")
    new = ThreadRow(thread.battle, GUILD, CHANNEL + 1, None, "sl")
    move_thread(desk, new)
    assert place_of(desk, thread.battle).thread == new
    with desk.store.writing() as connection:
        assert health.dead_letters(connection) == ()
        again = outbox.claim(connection, desk.now(), desk.now())
    assert again is not None
    # Whoever sends it looks first whether it is there already.
    assert (again.id, again.attempts) == (lost.id, 2)


def test_the_game_master_alone_is_told_once(desk: Desk) -> None:
    thread = _bound(desk)
    before = len(_told(desk, thread))
    assert tell_masters(desk, thread.battle, "Der Thread ist weg.", "weg") is True
    assert tell_masters(desk, thread.battle, "Der Thread ist weg.", "weg") is False
    assert _told(desk, thread)[before:] == [("sl", '{"lines": ["Der Thread ist weg."]}')]


def test_of_who_has_left_the_thread_is_told_once(desk: Desk) -> None:
    thread = _bound(desk)
    before = len(_told(desk, thread))
    assert tell_gone(desk, thread.battle, "anna") is True
    assert tell_gone(desk, thread.battle, "anna") is False
    assert tell_gone(desk, thread.battle, "niemand") is False
    ((person, body),) = _told(desk, thread)[before:]
    assert person is None
    assert "„anna“ ist nicht mehr auf diesem Server" in body


def _reacting(desk: Desk) -> Thread:
    """A duel in a thread, in which anna has been asked for her reaction."""
    thread = _bound(desk)
    thread.play([("kalle", "Skeletor: greift He-Man an\nfertig")])
    ask(desk, thread.battle)
    return thread


def _waiting(desk: Desk, thread: Thread) -> list[str]:
    query = sa.select(OUTBOX.c.kind).where(OUTBOX.c.battle_id == thread.battle, OUTBOX.c.sent_at.is_(None))
    with desk.store.reading() as connection:
        return list(connection.execute(query.order_by(OUTBOX.c.id)).scalars())


def test_in_another_thread_a_question_is_asked_once(desk: Desk) -> None:
    thread = _reacting(desk)
    before = _waiting(desk, thread)
    assert before.count(REACTIONS) == 1
    move_thread(desk, ThreadRow(thread.battle, GUILD, CHANNEL + 1, None, "sl"))
    ask(desk, thread.battle)
    assert _waiting(desk, thread) == before


def test_in_another_thread_what_is_owed_in_private_is_not_asked_again(desk: Desk) -> None:
    thread = filled(desk)
    bind_thread(desk, ThreadRow(thread.battle, GUILD, CHANNEL, None, "sl"))
    thread.post("sl", "SL: weiter")
    ask(desk, thread.battle)
    before = _waiting(desk, thread)
    assert STARTS in before
    move_thread(desk, ThreadRow(thread.battle, GUILD, CHANNEL + 1, None, "sl"))
    ask(desk, thread.battle)
    assert _waiting(desk, thread) == before


def test_what_could_not_be_sent_for_one_reason_is_sent_again(desk: Desk) -> None:
    thread = _bound(desk)
    with desk.store.writing() as connection:
        outbox.insert(connection, thread.battle, None, [notice((name,), name) for name in ("a", "b")], desk.now())
        while (one := outbox.claim(connection, desk.now(), desk.now())) is not None:
            outbox.mark_dead(connection, one, desk.now(), "draußen" if one.nonce == "a" else "zu lang")
    send_again(desk, thread.battle, "draußen")
    assert len(_waiting(desk, thread)) > 1
    with desk.store.writing() as connection:
        again = outbox.claim(connection, desk.now(), desk.now())
        assert again is not None
        assert (again.nonce, again.attempts) == ("a", 2)
        assert "b" in [letter.nonce for letter in health.dead_letters(connection)]


def test_the_last_message_before_a_delivery_is_one_of_the_same_place(desk: Desk) -> None:
    thread = _bound(desk)
    told = [replace(notice((name,), name), person=person) for name, person in (("a", None), ("b", "anna"), ("c", None))]
    with desk.store.writing() as connection:
        connection.execute(sa.update(OUTBOX).values(sent_at=desk.now(), sent_as="nirgends"))
        outbox.insert(connection, thread.battle, None, told, desk.now())
        sent = []
        for message in (MESSAGE, MESSAGE + 1, MESSAGE + 2):
            delivery = outbox.claim(connection, desk.now(), desk.now() + timedelta(hours=1))
            assert delivery is not None
            sent.append(delivery)
            outbox.mark_sent(connection, delivery, str(message), desk.now())
    assert [last_sent_before(desk, one) for one in sent] == [0, 0, MESSAGE]


def test_of_who_takes_no_messages_the_thread_is_told_once_for_each_kind(desk: Desk) -> None:
    thread = _bound(desk)
    before = len(_told(desk, thread))
    kinds = (STARTS, STARTS, CONFIRMATION, NOTICE, RESULTS, RESULTS)
    new = [
        tell_unreachable(desk, Delivery(at, thread.battle, "sl", kind, "{}", f"n{at}", 1))
        for at, kind in enumerate(kinds)
    ]
    assert new == [True, False, True, True, True, True]
    bodies = [json.loads(body) for _, body in _told(desk, thread)[before:]]
    assert [body["form"] for body in bodies] == [True, True, False, False, False]
    assert {tuple(body["calls"]) for body in bodies} == {("sl",)}
