"""What is kept to find out what was missed, and threads that are gone, on both databases."""

from datetime import timedelta

import sqlalchemy as sa

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.private_channels import (
    PrivateChannel,
    keep_heard,
    keep_written_to,
    private_channels_of_players,
)
from motuc_bot.referee.record import Message
from motuc_bot.referee.seen_messages import KnownMessage, private_messages, public_messages
from motuc_bot.referee.threads import (
    ThreadRow,
    bind_thread,
    keep_read,
    move_thread,
    place_of,
    tell_gone,
    tell_masters,
    threads_of,
)
from motuc_bot.store import outbox
from motuc_bot.store.tables import OUTBOX
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
        assert outbox.dead(connection) == ()
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
