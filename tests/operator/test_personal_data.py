"""What is kept of a person, and how a person is forgotten while the battles stay as they are."""

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from motuc_bot.referee.check_battles import check_battles
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.export_battle import as_yaml, export_battle
from motuc_bot.referee.hand_over import hand_over
from motuc_bot.referee.open_battle import open_battle
from motuc_bot.referee.personal_data import UNKNOWN, as_json, as_lines, forget, shown
from motuc_bot.referee.read_battle import read_battle
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.referee.sit import sit
from motuc_bot.referee.takeover import Candidate, want_master
from motuc_bot.referee.threads import ThreadRow
from motuc_bot.store.tables import BOT_PRIVATE_CHANNELS, METADATA, STANDING_ORDERS, TAKEOVERS
from rules.core import GAME_MASTER
from tests.operator.operated import row, to_send
from tests.referee.bound import bind_thread
from tests.referee.table import DUEL, START, Thread, duel, open_desk

KALLE, ANNA, MASTER = "discord:300000000000000001", "discord:300000000000000002", "discord:300000000000000003"


def battle(desk: Desk) -> Thread:
    """Open a duel in a thread in which everybody is known by the id of a platform, and say all kinds of things."""
    thread = Thread(desk, open_battle(desk, "motuc", DUEL, MASTER).battle)
    for seat, person in (("kalle", KALLE), ("anna", ANNA)):
        sit(desk, thread.battle, MASTER, seat, person)
    bind_thread(desk, ThreadRow(thread.battle, 1, 1000 + thread.battle, None, KALLE))
    assert thread.post(KALLE, "Skeletor: greift He-Man an\nfertig").accepted
    assert thread.post(ANNA, "Das war knapp.").accepted
    assert not thread.post(KALLE, "Skeletor: geht nach Z99").accepted
    assert not thread.post(KALLE, "Skeletor: geht heimlich nach Z98", private=True).accepted
    to_send(desk, thread, f"ask.{thread.battle}.{KALLE}", person=KALLE)
    to_send(desk, thread, f"ask.{thread.battle}.{ANNA}", person=ANNA)
    with desk.store.writing() as connection:
        kept = {"battle_id": thread.battle, "seat": "kalle", "person": KALLE, "text": "pariert immer", "key": "k"}
        connection.execute(sa.insert(STANDING_ORDERS).values(**kept, fingerprint="f", kept_at=START))
        for side, person, candidate in (("black", KALLE, ANNA), ("white", ANNA, KALLE)):
            taken = {"battle_id": thread.battle, "side": side, "person": person, "candidate": candidate}
            connection.execute(sa.insert(TAKEOVERS).values(**taken, agreed_at=START))
    return thread


def with_channel(desk: Desk, person: str) -> None:
    with desk.store.writing() as connection:
        connection.execute(sa.insert(BOT_PRIVATE_CHANNELS).values(person=person, channel_id=7, read_until=8))


def everywhere(desk: Desk, text: str) -> list[str]:
    """Return the columns in which the text stands."""
    found = []
    with desk.store.reading() as connection:
        for table in METADATA.sorted_tables:
            for kept in connection.execute(sa.select(table)).mappings():
                found += [f"{table.name}.{name}" for name, value in kept.items() if text in str(value)]
    return found


def test_what_is_kept_is_shown_to_the_person(desk: Desk) -> None:
    thread = battle(desk)
    with_channel(desk, KALLE)
    kept = json.loads(as_json(shown(desk, KALLE)))
    assert kept["person"] == KALLE
    assert kept["private_channel"] == {"channel_id": 7, "read_until": 8}
    (one,) = kept["battles"]
    assert (one["battle"], one["name"], one["over"], one["opened"]) == (thread.battle, "Zweikampf", False, True)
    assert [seat["seat"] for seat in one["seats"]] == ["kalle"]
    assert [post["private"] for post in one["posts"]] == [False, False, True]
    assert one["posts"][2]["text"] == "Skeletor: geht heimlich nach Z98"
    assert [order["text"] for order in one["standing_orders"]] == ["pariert immer"]
    assert len(one["takeovers"]) == 2
    assert as_lines(shown(desk, KALLE)) == (
        f"Gespeichert ist über dich ({KALLE}):",
        "• Schlacht 1 (Zweikampf): Platz: kalle; Beiträge: 3, davon privat: 1; Vorgaben: 1; "
        "private Nachrichten an dich: 0; eröffnet von dir",
        "• wo ich dir privat schreibe, und bis wohin ich dort gelesen habe",
    )


def test_nobody_is_shown_what_another_one_has_said(desk: Desk) -> None:
    battle(desk)
    kept = as_json(shown(desk, ANNA))
    assert KALLE not in kept
    assert "Skeletor" not in kept
    assert "pariert" not in kept
    assert as_lines(shown(desk, "discord:9")) == ("Über dich ist nichts gespeichert.",)


def test_a_forgotten_person_is_named_nowhere(desk: Desk) -> None:
    first, second = battle(desk), battle(desk)
    with_channel(desk, KALLE)
    with_channel(desk, ANNA)
    assert {place.partition(".")[0] for place in everywhere(desk, KALLE)} >= {
        "seats", "posts", "outbox", "standing_orders", "takeovers", "bot_threads", "bot_private_channels",
    }  # fmt: skip
    before = everywhere(desk, ANNA)
    forgotten = forget(desk, KALLE)
    assert (forgotten.battles, forgotten.seats) == (2, ("kalle",))
    assert everywhere(desk, KALLE) == []
    assert everywhere(desk, ANNA) == before
    assert as_lines(shown(desk, KALLE)) == ("Über dich ist nichts gespeichert.",)
    with desk.store.reading() as connection:
        named = {
            thread.battle: set(
                connection.execute(
                    sa.text("SELECT person FROM seats WHERE battle_id = :battle AND seat = 'kalle'"),
                    {"battle": thread.battle},
                ).scalars()
            )
            for thread in (first, second)
        }
    # The same within a battle, another one in the next: nobody can tell that it was the same person.
    (one,), (other,) = named[first.battle], named[second.battle]
    assert one != other
    assert one.startswith(UNKNOWN)
    # Twice wanted by two takeovers, once seated, once the opener, with posts, deliveries, a standing order.
    assert len(everywhere(desk, one)) == len(everywhere(desk, other)) > 8


def test_what_was_for_nobody_else_is_gone(desk: Desk) -> None:
    thread = battle(desk)
    forget(desk, KALLE)
    assert everywhere(desk, "heimlich") == []
    # Of what was still to be sent to the person nothing is sent to nobody; the other's is.
    theirs = row(desk, f"ask.{thread.battle}.{ANNA}")
    assert theirs.sent_at is None
    with desk.store.reading() as connection:
        mine = connection.execute(sa.text("SELECT body, sent_as FROM outbox WHERE person LIKE 'vergessen:%'")).all()
    assert {tuple(one) for one in mine} == {('{"lines": []}', "vergessen")}


def test_what_was_left_for_reactions_is_gone_while_the_battle_goes_on(desk: Desk) -> None:
    thread = battle(desk)
    for person, weapon in ((KALLE, "Havoc-Stab"), (ANNA, "Machtschwert")):
        left = thread.post(person, f"Bei Nahkampf: pariert mit dem {weapon}", private=True)
        assert left.accepted, left.lines
    forget(desk, KALLE)
    assert everywhere(desk, "pariert mit dem Havoc-Stab") == everywhere(desk, "pariert immer") == []
    assert set(everywhere(desk, "pariert mit dem Machtschwert")) >= {"posts.answer", "standing_orders.text"}
    sit(desk, thread.battle, MASTER, "kalle", "discord:4")
    assert thread.post(MASTER, "SL: Schlacht beenden").accepted
    lines = [line for one in read_battle(desk, thread.battle, None).notices for line in one.lines]
    assert [line for line in lines if "vergessen werden wollte" in line] == [
        f"kalle (Fingerabdruck {fingerprint}): gelöscht, weil vergessen werden wollte, wer sie geschrieben hat."
        for fingerprint in fingerprints(desk, "kalle")
    ]
    assert "`Bei Nahkampf: pariert mit dem Machtschwert`" in lines
    assert [faults for _, _, faults in check_battles(desk)] == [()]


def fingerprints(desk: Desk, seat: str) -> list[str]:
    orders = STANDING_ORDERS.c
    with desk.store.reading() as connection:
        query = sa.select(orders.fingerprint).where(orders.seat == seat).order_by(orders.id)
        return list(connection.execute(query).scalars())


def test_what_was_shown_to_all_stays_shown(desk: Desk) -> None:
    thread = battle(desk)
    assert thread.post(MASTER, "SL: Schlacht beenden").accepted
    forget(desk, KALLE)
    assert "standing_orders.text" in everywhere(desk, "pariert immer")


def test_who_sits_or_is_called_somewhere_is_named_no_more_in_what_was_told(desk: Desk) -> None:
    thread = battle(desk)
    hand_over(desk, thread.battle, MASTER, "kalle", "discord:30")
    hand_over(desk, thread.battle, MASTER, "kalle", "discord:3")
    want_master(desk, thread.battle, ANNA, Candidate("discord:5", "Uwe"), [MASTER])
    assert "outbox.body" in everywhere(desk, "discord:3")
    assert "outbox.body" in everywhere(desk, MASTER)
    forget(desk, "discord:3")
    forget(desk, MASTER)
    assert everywhere(desk, '"discord:3"') == everywhere(desk, MASTER) == []
    assert everywhere(desk, '"discord:30"') == ["outbox.body"]


def test_the_battle_goes_on_and_is_proved_as_before(desk: Desk) -> None:
    thread = battle(desk)
    seen, exported = read_battle(desk, thread.battle, None), as_yaml(export_battle(desk, thread.battle))
    forget(desk, KALLE)
    after = read_battle(desk, thread.battle, None)
    # All is as it was, but that the others are told whose seat is free.
    assert replace(after, notices=()) == replace(seen, notices=())
    assert after.notices[:-1] == seen.notices
    assert after.notices[-1].lines == (
        "Auf dem Platz „kalle“ sitzt niemand mehr. Wer ihn übernimmt, sagt die Spielleitung (/sl ersatz).",
    )
    assert as_yaml(export_battle(desk, thread.battle)) == exported
    assert [faults for _, _, faults in check_battles(desk)] == [()]
    assert thread.post(ANNA, "Weiter geht es.").accepted
    # Whoever was forgotten plays no more, and the game master may give the seat to somebody else.
    with pytest.raises(NotAllowed):
        read_battle(desk, thread.battle, KALLE, "kalle")
    sit(desk, thread.battle, MASTER, "kalle", "discord:4")
    assert read_battle(desk, thread.battle, "discord:4", "kalle").seat == "kalle"


def test_who_has_no_seat_is_forgotten_too(desk: Desk) -> None:
    """What such a person says is kept under a seat that is named by the id."""
    thread = duel(desk)
    thread.post("discord:77", "Ich schaue nur zu.")
    thread.post("discord:77", "Skeletor: geht nach C4")
    assert "posts.seat" in everywhere(desk, "discord:77")
    assert forget(desk, "discord:77").battles == 1
    assert everywhere(desk, "discord:77") == []
    assert [faults for _, _, faults in check_battles(desk)] == [()]


def test_a_game_master_is_forgotten_too(desk: Desk) -> None:
    thread = battle(desk)
    assert forget(desk, MASTER).seats == (GAME_MASTER,)
    assert everywhere(desk, MASTER) == []
    assert thread.post(ANNA, "Wer leitet jetzt?").accepted


def test_no_new_column_names_a_person_unnoticed() -> None:
    """Whoever adds one lets it be forgotten too (motuc_bot/store/people.py)."""
    named = {
        f"{table.name}.{column.name}"
        for table in METADATA.sorted_tables
        for column in table.c
        if column.name in ("person", "candidate", "created_by", "user", "user_id", "owner")
    }
    assert named == {
        "seats.person", "posts.person", "outbox.person", "standing_orders.person", "takeovers.person",
        "takeovers.candidate", "bot_threads.created_by", "bot_private_channels.person",
    }  # fmt: skip


def test_somebody_unknown_changes_nothing(desk: Desk) -> None:
    battle(desk)
    forgotten = forget(desk, "discord:3")
    assert (forgotten.battles, forgotten.seats) == (0, ())
    assert everywhere(desk, KALLE) != []


def test_nothing_is_left_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "battles.db"
    desk = open_desk(f"sqlite:///{file}")
    with closing(desk.store):
        battle(desk)
        forget(desk, KALLE)
    assert KALLE.encode() not in file.read_bytes()
    assert b"heimlich" not in file.read_bytes()
