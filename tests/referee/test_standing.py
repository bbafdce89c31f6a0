"""Standing orders at the referee's: kept, told by a fingerprint, used in the same transaction, shown at the end."""

import contextlib
import io
import re
import traceback
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from motuc_bot.referee.check_battles import check_battles
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.export_battle import as_yaml, export_battle
from motuc_bot.referee.hand_over import hand_over
from motuc_bot.referee.open_battle import open_battle
from motuc_bot.referee.preview_post import preview_post
from motuc_bot.referee.read_battle import list_battles, read_battle, read_post
from motuc_bot.referee.read_moment import read_moment
from motuc_bot.referee.record import Message
from motuc_bot.referee.seen_messages import same_text, seen_message
from motuc_bot.referee.standing import fingerprint_of
from motuc_bot.store import standing
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.store.posts import all_posts
from motuc_bot.store.tables import OUTBOX, STANDING_ORDERS
from rules.core import Seat
from tests.referee import random_play
from tests.referee.export import checked, played
from tests.referee.lineup import LineUp, sent, told
from tests.referee.table import START, Thread, duel, open_desk, sit
from tests.referee.test_load import statements
from tests.rules.motuc.trial import SEATS

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "wuerfel.md"
PARRY = "Bei Nahkampf: pariert"
ATTACK = "Skeletor: greift He-Man an"
FOUR: dict[str, Any] = {
    "battle": {"name": "Vier", "rounds": 6, "value": "any"},
    "teams": {
        "black": [
            {"figure": "Skeletor", "player": "kalle", "at": "F4"},
            {"figure": "Clawful", "player": "uwe", "at": "F5"},
        ],
        "white": [
            {"figure": "He-Man", "player": "anna", "at": "G4"},
            {"figure": "Zodac", "player": "ben", "at": "G5"},
        ],
    },
}


def four(desk: Desk) -> Thread:
    """Open a battle of two against two, side by side."""
    thread = Thread(desk, open_battle(desk, "motuc", FOUR, "sl").battle)
    for seat in ("kalle", "uwe", "anna", "ben"):
        sit(desk, thread, seat)
    return thread


def leave(thread: Thread, person: str, text: str) -> str:
    """Leave a standing order, which must be right, and return its fingerprint."""
    answer = thread.post(person, text, private=True)
    assert answer.accepted, answer.lines
    return answer.own[-1].removeprefix("Fingerabdruck: ")


def posts(thread: Thread) -> list[tuple[int | None, str, str]]:
    return [(one.number, one.seat, one.text) for one in read_battle(thread.desk, thread.battle, None).posts]


def phase(thread: Thread) -> object:
    return read_battle(thread.desk, thread.battle, None).document["phase"]


def kept(desk: Desk) -> list[tuple[str, str, str]]:
    with desk.store.reading() as connection:
        return [
            tuple(row)
            for row in connection.execute(sa.select(*(STANDING_ORDERS.c[n] for n in ("seat", "text", "key"))))
        ]


def in_order(desk: Desk, thread: Thread) -> None:
    assert [faults for _, _, faults in check_battles(desk)] == [()]
    exported = export_battle(desk, thread.battle)
    replayed, seen = played(exported), read_battle(desk, thread.battle, None)
    assert {key: replayed[key] for key in seen.document} == seen.document
    assert all(post["accepted"] for post in replayed["posts"])
    assert checked(exported)[0] == 0


# --- left --------------------------------------------------------------------------------------------------------


def test_it_is_confirmed_in_private_and_told_by_a_fingerprint(desk: Desk) -> None:
    thread = duel(desk)
    answer = thread.post("anna", PARRY, private=True)
    ((seat, text, key),) = kept(desk)
    fingerprint = fingerprint_of(key, text)
    assert (seat, text, len(key)) == ("anna", PARRY, 64)
    assert answer.own[:2] == ("Verstanden, Vorgaben für He-Man:", "• Bei Nahkampf: pariert")
    assert answer.own[-1] == f"Fingerabdruck: {fingerprint}"
    assert told(desk, thread.battle, "anna") == list(answer.own)
    assert (
        told(desk, thread.battle)[-1] == f"🔒 anna hat Vorgaben für Reaktionen hinterlegt (Fingerabdruck {fingerprint})"
    )
    # No number is missing in the thread.
    assert thread.post("kalle", "Hallo!").number == 1


def test_what_is_wrong_is_refused_in_private_at_once(desk: Desk) -> None:
    thread = duel(desk)
    leave(thread, "anna", PARRY)
    before = told(desk, thread.battle)
    answer = thread.post("anna", "Bei Nahkampf: pariert\nBei Schüssen: pariert", private=True)
    assert (answer.accepted, answer.private, answer.faults[0].line) == (False, True, 2)
    assert answer.lines[0].startswith("❓ Bei Schüssen: ")
    assert "frühere gelten weiter" in answer.lines[-2]
    assert told(desk, thread.battle) == before
    thread.play([("kalle", ATTACK)])
    assert posts(thread)[-1] == (2, "anna", "He-Man: pariert Skeletor")


def test_the_same_message_is_left_once(desk: Desk) -> None:
    thread = duel(desk)
    message = Message("once", START)
    first = thread.post("anna", PARRY, private=True, message=message)
    again = thread.post("anna", PARRY, private=True, message=message)
    assert (again.own, again.again) == (first.own, True)
    assert len(kept(desk)) == 1
    assert same_text(seen_message(desk, "once"), PARRY)


def test_an_edit_changes_nothing_and_a_refused_one_may_be_edited(desk: Desk) -> None:
    thread = duel(desk)
    thread.post("anna", "Bei Nahkampf: singt", private=True, message=Message("m", START))
    assert thread.post("anna", PARRY, private=True, message=Message("m", START, revision=1)).accepted
    edited = thread.post("anna", "Bei Nahkampf: weicht aus", private=True, message=Message("m", START, revision=2))
    assert (edited.accepted, "neuen Nachricht" in edited.lines[0]) == (False, True)
    assert [text for _, text, _ in kept(desk)] == [PARRY]


def test_a_new_one_replaces_the_old_one_and_it_can_be_taken_back(desk: Desk) -> None:
    thread = duel(desk)
    leave(thread, "anna", PARRY)
    leave(thread, "anna", "Bei Nahkampf: weicht mit 1 aus")
    thread.play([("kalle", ATTACK)])
    assert posts(thread)[-1] == (2, "anna", "He-Man: weicht Skeletor mit 1 aus")
    before = told(desk, thread.battle)
    assert thread.post("anna", "keine Vorgaben mehr", private=True).own == (
        "Deine Vorgaben für Reaktionen gelten nicht mehr.",
    )
    assert told(desk, thread.battle) == before
    thread.play([("anna", "fertig"), ("kalle", ATTACK)])
    assert phase(thread) == "white_reacts"


def test_who_plays_on_two_seats_names_the_figure_or_means_the_first(desk: Desk) -> None:
    thread = four(desk)
    hand_over(desk, thread.battle, "ben", "ben", "anna")
    assert "Zodac" in thread.post("anna", "Zodac: bei Nahkampf: pariert", private=True).own[0]
    assert [seat for seat, _, _ in kept(desk)] == ["ben"]


# --- used --------------------------------------------------------------------------------------------------------


def test_it_reacts_in_the_transaction_of_the_post_that_asks(desk: Desk, database_url: str) -> None:
    thread = duel(desk)
    fingerprint = leave(thread, "anna", PARRY)
    answer = thread.post("kalle", ATTACK)
    assert answer.number == 1
    assert posts(thread) == [(1, "kalle", ATTACK), (2, "anna", "He-Man: pariert Skeletor")]
    assert phase(thread) == "white_moves"
    body = [body for _, kind, body in sent(desk, thread.battle) if kind == "answer"][-1]
    assert (body["number"], body["lines"][:2]) == (
        2,
        [f"Nach hinterlegten Vorgaben von anna (Fingerabdruck {fingerprint}):", "`He-Man: pariert Skeletor`"],
    )
    again = open_desk(database_url)
    assert posts(Thread(again, thread.battle)) == posts(thread)
    again.store.close()
    in_order(desk, thread)


def test_nothing_of_it_stays_if_the_transaction_fails(sqlite_desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    thread = duel(sqlite_desk)
    leave(thread, "anna", PARRY)

    def broken(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(standing, "counting", broken)
    with pytest.raises(RuntimeError):
        thread.post("kalle", ATTACK)
    monkeypatch.undo()
    assert posts(thread) == []
    thread.play([("kalle", ATTACK)])
    assert len(posts(thread)) == 2


def test_one_left_while_it_is_awaited_counts_at_once(desk: Desk) -> None:
    thread = duel(desk)
    thread.play([("kalle", ATTACK)])
    leave(thread, "anna", PARRY)
    assert posts(thread)[-1] == (2, "anna", "He-Man: pariert Skeletor")
    in_order(desk, thread)


def test_what_no_clause_covers_stays_open(desk: Desk) -> None:
    thread = four(desk)
    leave(thread, "anna", "He-Man: bei Nahkampf: pariert Clawful")
    leave(thread, "ben", "Bei Schüssen: weicht aus")
    thread.play([("kalle", ATTACK), ("uwe", "Clawful: greift He-Man an")])
    assert posts(thread)[-1] == (3, "anna", "He-Man: pariert Clawful")
    assert phase(thread) == "white_reacts"
    # As long as the phase goes on another reaction counts, and it stays.
    thread.play([("anna", "He-Man: weicht Clawful mit 1 aus"), ("anna", "He-Man: pariert Skeletor")])
    assert phase(thread) == "white_moves"
    in_order(desk, thread)


def test_several_seats_react_one_after_the_other(desk: Desk) -> None:
    thread = four(desk)
    for seat in ("ben", "anna", "kalle"):
        leave(thread, seat, PARRY)
    thread.play([("kalle", ATTACK), ("uwe", "Clawful: greift Zodac an")])
    assert posts(thread)[2:] == [(3, "ben", "Zodac: pariert Clawful"), (4, "anna", "He-Man: pariert Skeletor")]
    in_order(desk, thread)


@pytest.mark.parametrize("back", ["SL: rückgängig", "SL: rückgängig bis 1"])
def test_after_going_back_into_the_phase_it_reacts_again(desk: Desk, back: str) -> None:
    thread = duel(desk)
    leave(thread, "anna", PARRY)
    thread.play([("kalle", ATTACK), ("sl", back)])
    assert posts(thread)[2:] == [(3, "SL", back), (4, "anna", "He-Man: pariert Skeletor")]
    thread.play([("sl", "SL: rückgängig bis 0")])
    assert phase(thread) == "black_moves"
    in_order(desk, thread)


def test_a_pause_holds_it_up(desk: Desk) -> None:
    thread = four(desk)
    leave(thread, "anna", PARRY)
    thread.play([("kalle", ATTACK), ("sl", "SL: Pause\nSL: weiter")])
    assert posts(thread)[-1][1] == "SL"
    thread.play([("sl", "SL: Fortsetzen")])
    assert posts(thread)[-1] == (4, "anna", "He-Man: pariert Skeletor")


def test_it_counts_only_as_long_as_its_author_sits_there(desk: Desk) -> None:
    thread = duel(desk)
    leave(thread, "anna", PARRY)
    hand_over(desk, thread.battle, "sl", "anna", "eve")
    thread.play([("kalle", ATTACK)])
    assert phase(thread) == "white_reacts"


def test_an_order_of_the_game_master_that_begins_the_phase_is_followed_too(desk: Desk) -> None:
    thread = four(desk)
    leave(thread, "anna", PARRY)
    thread.play([("kalle", ATTACK), ("sl", "SL: weiter")])
    assert posts(thread)[-1] == (3, "anna", "He-Man: pariert Skeletor")


@pytest.mark.parametrize("seed", [0, 1, 3])
def test_random_battles_with_standing_orders_replay_to_the_same(
    sqlite_desk: Desk, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    ordinary = random_play._play

    def with_orders(thread: LineUp, random: Random, begun: int = 0) -> None:
        for seat in SEATS:
            thread.post(str(seat), "Immer: pariert, sonst weicht aus, sonst widersteht mit 0", private=True)
        ordinary(thread, random, begun)

    monkeypatch.setattr(random_play, "_play", with_orders)
    thread = random_play.play_at_random(sqlite_desk, Random(seed))
    with sqlite_desk.store.reading() as connection:
        rows = all_posts(connection, thread.battle)
    by_orders = [row for row in rows if row.message_id.startswith("standing:")]
    assert len(by_orders) > 1
    assert [row.text for row in by_orders if row.number is None] == []
    in_order(sqlite_desk, thread)


def test_an_ordinary_post_costs_no_statement_more(sqlite_desk: Desk) -> None:
    def costs(thread: Thread) -> list[int]:
        found = []
        for person, text in (("eve", "Ein Vers."), ("kalle", "Skeletor: geht nach F5"), ("kalle", "Skeletor: zurück")):
            with statements(thread.desk) as made:
                thread.post(person, text)
            found.append(len([one for one in made if "standing_orders" in one]) * 100 + len(made))
        return found

    without, with_orders = duel(sqlite_desk), duel(sqlite_desk)
    for _ in range(5):
        leave(with_orders, "anna", PARRY)
    assert costs(without) == costs(with_orders)
    with statements(sqlite_desk) as made:
        without.play([("kalle", ATTACK)])
    assert sum("standing_orders" in one for one in made) == 1


def test_who_leaves_it_anew_learns_that_the_former_counts_no_more(desk: Desk) -> None:
    thread = duel(desk)
    replaced = "Deine vorherigen Vorgaben gelten nicht mehr. Sollen beide gelten, schick sie zusammen."
    assert replaced not in thread.post("anna", PARRY, private=True).own
    # Of another seat.
    assert replaced not in thread.post("kalle", PARRY, private=True).own
    assert replaced in thread.post("anna", "Bei Schüssen: 1 je Schuss", private=True).own
    assert replaced not in thread.post("anna", "keine Vorgaben mehr", private=True).own
    assert replaced not in thread.post("anna", PARRY, private=True).own


# --- shown -------------------------------------------------------------------------------------------------------


def test_all_is_shown_at_the_end_and_not_before(desk: Desk) -> None:
    thread = duel(desk)
    texts = [PARRY, "He-Man: bei Nahkampf: pariert\nBei Schüssen: 1 je Schuss", "Bei Nahkampf: weicht aus"]
    fingerprints = [leave(thread, "anna", text) for text in texts[:2]]
    thread.post("anna", "keine Vorgaben mehr", private=True)
    fingerprints.append(leave(thread, "kalle", texts[2]))
    keys = [key for _, _, key in kept(desk)]
    assert not any(secret in str(told(desk, thread.battle)) for secret in (*texts, *keys))
    thread.play([("sl", "SL: Schlacht beenden")])
    lines = told(desk, thread.battle)
    (head,) = [at for at, line in enumerate(lines) if line.startswith("🔓 Die Vorgaben für Reaktionen sind offen")]
    # How to check it stands there, not in a file that players never see.
    assert lines[head + 1].startswith("Nachrechnen: Der Fingerabdruck sind die ersten 16 Stellen von HMAC-SHA256")
    assert "docs/" not in lines[head + 1]
    shown = lines[head + 2 :]
    expected = []
    for seat, text, key, fingerprint in zip(("anna", "anna", "kalle"), texts, keys, fingerprints, strict=True):
        assert fingerprint_of(key, text) == fingerprint
        expected += [
            f"{seat} (Fingerabdruck {fingerprint}, Schlüssel {key}):",
            *(f"`{line}`" for line in text.split("\n")),
        ]
    assert shown == expected
    # The private messages themselves are never shown, nor is it all told a second time.
    assert PARRY not in as_yaml(export_battle(desk, thread.battle))
    thread.play([("eve", "Schön war es.")])
    assert told(desk, thread.battle) == lines
    assert thread.post("anna", PARRY, private=True).faults[0].code == "wrong_phase"
    in_order(desk, thread)


def test_what_was_shown_counts_no_more_when_the_battle_goes_back(desk: Desk) -> None:
    thread = duel(desk)
    leave(thread, "anna", PARRY)
    thread.play([("sl", "SL: Schlacht beenden")])
    assert any("gelten nicht mehr" in line for line in told(desk, thread.battle))
    thread.play([("sl", "SL: rückgängig"), ("kalle", ATTACK)])
    assert phase(thread) == "white_reacts"
    leave(thread, "anna", "Bei Nahkampf: weicht aus")
    assert posts(thread)[-1][2] == "He-Man: weicht Skeletor aus"
    in_order(desk, thread)


def test_a_message_that_comes_twice_ends_nothing(desk: Desk) -> None:
    thread = duel(desk)
    end = thread.message()
    thread.post("sl", "SL: Schlacht beenden", message=end)
    thread.play([("sl", "SL: rückgängig")])
    leave(thread, "anna", PARRY)
    assert thread.post("sl", "SL: Schlacht beenden", message=end).again
    thread.play([("kalle", ATTACK)])
    assert posts(thread)[-1] == (4, "anna", "He-Man: pariert Skeletor")


def test_a_battle_without_any_says_nothing_of_it(desk: Desk) -> None:
    thread = duel(desk)
    thread.play([("sl", "SL: Schlacht beenden")])
    assert not any("Vorgaben" in line for line in told(desk, thread.battle))


def test_the_program_in_the_guide_computes_the_fingerprint_of_its_example() -> None:
    blocks = dict(re.findall(r"^```(vorgabe|py|ergebnis)\n(.*?)^```$", DOCUMENT.read_text("utf-8"), re.M | re.S))
    head, *lines = blocks["vorgabe"].splitlines()
    found = re.fullmatch(r"anna \(Fingerabdruck ([0-9a-f]{16}), Schlüssel ([0-9a-f]{64})\):", head)
    assert found is not None
    assert fingerprint_of(found[2], "\n".join(lines)) == found[1]
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(blocks["py"], {})
    assert output.getvalue() == blocks["ergebnis"] == f"Fingerabdruck: {found[1]}\n"


# --- seen by nobody ----------------------------------------------------------------------------------------------

OTHERS = (None, "eve", "kalle", "ben", "sl")
# anna's messages in either twin: another text, another figure, one refused and one taken back.
TWINS = [
    (PARRY, "He-Man: bei Schüssen: 1 je Schuss; unter 4 Leben: wehrt sich nicht"),
    ("Bei Nahkampf: singt", "Orko: bei Entwaffnen: pariert mit dem Schild; bei Nahkampf: tanzt"),
    ("keine Vorgaben mehr", "Bitte Vorgaben löschen!"),
]
_DIGEST = re.compile(r"Fingerabdruck [0-9a-f]{16}")


def twin(desk: Desk) -> Thread:
    keys = count(1)
    desk.now, desk.draw_key, desk.draw_seed = lambda: START, lambda: f"key-{next(keys)}", lambda: bytes([7]) * 32
    return four(desk)


def got(thread: Thread, person: str | None) -> Iterator[str]:
    """Yield everything that the person can get, as text."""
    desk, battle = thread.desk, thread.battle
    seen = read_battle(desk, battle, person)
    yield from map(repr, (seen, list_battles(desk), export_battle(desk, battle, person)))
    yield repr([read_post(desk, battle, person, number) for number in (0, 1, 2)])
    yield repr(read_moment(desk, battle, person))
    if person is not None:
        yield repr(preview_post(desk, battle, person, PARRY, private=True))
    query = sa.select(OUTBOX.c.person, OUTBOX.c.kind, OUTBOX.c.body, OUTBOX.c.nonce).order_by(OUTBOX.c.id)
    with desk.store.reading() as connection:
        yield repr([tuple(row) for row in connection.execute(query) if row.person in (None, person)])


def same(first: Thread, second: Thread) -> None:
    for person in OTHERS:
        for one, other in zip(got(first, person), got(second, person), strict=True):
            assert _DIGEST.sub("", one) == _DIGEST.sub("", other), person


def test_nobody_else_can_tell_the_twins_apart(desk: Desk, sqlite_desk: Desk) -> None:
    twins = (twin(desk), twin(sqlite_desk))
    for step, texts in enumerate(TWINS):
        for thread, text in zip(twins, texts, strict=True):
            thread.post("anna", text, private=True, message=Message(f"whisper-{step}", START))
        same(*twins)
        for person, text in (
            ("ben", PARRY),
            ("sl", "SL: Pause\nSL: Fortsetzen"),
            ("eve", "Nanu?"),
            ("kalle", "fertig"),
        ):
            if person == "kalle" and step:
                continue
            answers = [
                thread.post(person, text, private=person == "ben", message=Message(f"said-{step}-{person}", START))
                for thread in twins
            ]
            assert repr(answers[0].lines) == repr(answers[1].lines)
        same(*twins)


def test_the_author_sees_his_own_and_nobody_who_takes_his_seat(desk: Desk) -> None:
    thread = duel(desk)
    leave(thread, "anna", PARRY)
    thread.post("anna", "Bei Nahkampf: singt laut", private=True)

    def private_of(person: str) -> str:
        return repr([(one.text, one.lines) for one in read_battle(desk, thread.battle, person).posts if one.private])

    assert PARRY in private_of("anna")
    assert "• Bei Nahkampf: pariert" in private_of("anna")
    assert "singt laut" in private_of("anna")
    hand_over(desk, thread.battle, "sl", "anna", "sl")
    hand_over(desk, thread.battle, "sl", "anna", "eve")
    for person in ("sl", "eve"):
        assert PARRY not in private_of(person)
        assert "singt" not in private_of(person)


# Not written out where a traceback shows the line.
_WEAPON = "Kampfaxt"


def test_nothing_of_it_is_in_what_a_log_may_show(desk: Desk) -> None:
    thread = duel(desk)
    with desk.store.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE standing_orders RENAME TO elsewhere")
    with pytest.raises(DatabaseFault) as caught:
        leave(thread, "anna", f"Bei Nahkampf: pariert mit der {_WEAPON}")
    shown = traceback.format_exception(caught.value)
    with desk.store.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE elsewhere RENAME TO standing_orders")
    leave(thread, "anna", f"Bei Nahkampf: pariert mit der {_WEAPON}")
    with desk.store.reading() as connection:
        shown += [repr(standing.all_left(connection, thread.battle)), repr(seen_message(desk, "none"))]
        table = desk.view(connection, thread.battle, "anna")
    order = table.side.standing_order(table.battle.state, Seat("anna"), f"Bei Nahkampf: pariert mit der {_WEAPON}")
    ((_, _, key),) = kept(desk)
    shown += [repr(table), repr(order)]
    assert order is not None
    for text in shown:
        assert _WEAPON not in text
        assert key not in text
