"""Posts: from the text to the committed answer."""

from motuc_bot.referee.check_battles import check_battles
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.post import NewPost, post
from motuc_bot.referee.read_battle import read_battle
from motuc_bot.referee.record import Message
from tests.referee.table import START, duel, open_desk


def test_a_duel_is_played_and_read_again_from_the_database(desk: Desk, database_url: str) -> None:
    thread = duel(desk)
    answers = thread.play([("kalle", "Skeletor: greift He-Man an"), ("anna", "He-Man: pariert")])
    assert [answer.number for answer in answers] == [1, 2]
    assert any(line.startswith("Parade:") for line in answers[1].lines)
    again = open_desk(database_url)
    assert read_battle(again, thread.battle, "anna") == read_battle(desk, thread.battle, "anna")
    assert list(check_battles(again)) == [(thread.battle, "Zweikampf", ())]
    again.store.close()


def test_the_same_message_counts_once_and_gets_the_same_answer(desk: Desk) -> None:
    thread = duel(desk)
    message = thread.message()
    first = thread.post("kalle", "Skeletor: greift He-Man an", message=message)
    again = thread.post("kalle", "Skeletor: greift He-Man an", message=message)
    assert (again.number, again.lines, again.again) == (first.number, first.lines, True)
    assert not first.again
    assert len(read_battle(desk, thread.battle, None).posts) == 1


def test_a_refused_post_may_be_edited(desk: Desk) -> None:
    thread = duel(desk)
    refused = thread.post("kalle", "Skeletor: greift Orko an", message=Message("m", START))
    assert refused.number is None
    edited = thread.post("kalle", "Skeletor: greift He-Man an", message=Message("m", START, revision=1))
    assert edited.number == 1


def test_an_accepted_post_is_final_and_its_author_is_told_once(desk: Desk) -> None:
    thread = duel(desk)
    thread.post("kalle", "Skeletor: greift He-Man an", message=Message("m", START))
    first = thread.post("kalle", "Skeletor: wartet", message=Message("m", START, revision=1))
    second = thread.post("kalle", "Skeletor: steht auf", message=Message("m", START, revision=2))
    assert first.number is None
    assert "R-P8" in first.lines[0]
    assert second.lines == ()
    assert thread.post("anna", "He-Man: pariert").number == 2


def test_a_stranger_orders_nothing(desk: Desk) -> None:
    thread = duel(desk)
    answer = post(desk, NewPost(thread.battle, "eve", "Skeletor: greift He-Man an", Message("x", START)))
    assert answer.number is None
    assert "kalle" in answer.lines[0]


def test_what_a_database_can_not_hold_does_no_harm(desk: Desk) -> None:
    thread = duel(desk)
    answer = thread.post("kalle", "Hallo\x00 \ud800 Welt")
    assert answer.number == 1
    assert read_battle(desk, thread.battle, None).posts[0].text == "Hallo\ufffd \ufffd Welt"
