"""A message that comes again, edited or not, in whatever order."""

from datetime import timedelta

import pytest

from motuc_bot.referee.answer import Answer
from motuc_bot.referee.check_battles import check_battles
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.read_battle import read_battle
from motuc_bot.referee.record import Message
from motuc_bot.referee.refused import NotAllowed
from tests.referee.lineup import filled, told
from tests.referee.table import START, Thread, duel


def edit(thread: Thread, person: str, revision: int, text: str, *, private: bool = False) -> Answer:
    at = START + timedelta(minutes=revision)
    return thread.post(person, text, private=private, message=Message("m", at, revision))


def numbers(thread: Thread) -> list[int]:
    return [seen.number for seen in read_battle(thread.desk, thread.battle, None).posts if seen.number is not None]


def test_prose_may_be_edited_but_gives_no_orders_afterwards(desk: Desk) -> None:
    thread = duel(desk)
    assert edit(thread, "kalle", 0, "Nebel ziht auf.").number == 1
    corrected = edit(thread, "kalle", 1, "Nebel zieht auf.")
    assert (corrected.number, corrected.lines) == (None, ())
    late = edit(thread, "kalle", 2, "Nebel zieht auf.\nSkeletor: wartet")
    assert late.number is None
    assert "neuen Beitrag" in late.lines[0]
    assert edit(thread, "kalle", 3, "Skeletor: greift He-Man an").lines == ()
    assert told(desk, thread.battle).count(late.lines[0]) == 1
    assert thread.post("kalle", "Skeletor: wartet").number == 2


def test_each_edit_of_a_refused_post_is_read_anew_until_it_counts(desk: Desk) -> None:
    thread = duel(desk)
    assert edit(thread, "kalle", 0, "Skeletor: geht nach Z9").number is None
    assert edit(thread, "kalle", 1, "Skeletor: geht nach G4").number is None
    assert edit(thread, "kalle", 2, "Skeletor: geht nach E4").number == 1
    assert "R-P8" in edit(thread, "kalle", 3, "Skeletor: geht nach F5").lines[0]
    assert edit(thread, "kalle", 4, "Skeletor: geht nach F6").lines == ()
    again = edit(thread, "kalle", 2, "Skeletor: geht nach E4")
    assert (again.number, again.again) == (1, True)
    assert numbers(thread) == [1]


def test_what_was_edited_meanwhile_comes_too_late(desk: Desk) -> None:
    thread = duel(desk)
    assert edit(thread, "kalle", 1, "Skeletor: geht nach E4").number == 1
    late = edit(thread, "kalle", 0, "Skeletor: geht nach F5")
    assert (late.number, late.lines) == (None, ())
    assert numbers(thread) == [1]
    other = duel(desk)
    message = Message("n", START, 2)
    assert other.post("kalle", "Skeletor: geht nach Z9", message=message).number is None
    assert other.post("kalle", "Skeletor: geht nach E4", message=Message("n", START, 1)).lines == ()
    assert other.post("kalle", "Skeletor: geht nach E4", message=Message("n", START, 3)).number == 1
    assert [faults for _, _, faults in check_battles(desk)] == [(), ()]


def test_the_edit_of_a_private_message_stays_private(desk: Desk) -> None:
    thread = filled(desk)
    thread.play([("sl", "SL: weiter")])
    assert edit(thread, "kalle", 0, "Start Clawful A3", private=True).number == 2
    before = told(desk, thread.battle)
    assert "R-P8" in edit(thread, "kalle", 1, "Start Clawful A4", private=True).lines[0]
    assert told(desk, thread.battle) == before
    assert any("R-P8" in line for line in told(desk, thread.battle, "kalle"))


def test_a_message_belongs_to_its_author_and_its_battle(desk: Desk) -> None:
    thread = filled(desk)
    thread.play([("sl", "SL: weiter")])
    edit(thread, "kalle", 0, "Start Clawful A3", private=True)
    for revision in (0, 1):
        with pytest.raises(NotAllowed):
            edit(thread, "anna", revision, "Hallo", private=True)
    other = duel(desk)
    with pytest.raises(NotAllowed):
        edit(other, "kalle", 0, "Start Clawful A3", private=True)
    with pytest.raises(NotAllowed):
        filled(desk).join("uwe", message=Message("m", START))
