"""Many who post at the same time, in one process and in several: all are answered, none is lost."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from motuc_bot.referee.check_battles import check_battles
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.form import Form
from motuc_bot.referee.read_battle import read_battle
from motuc_bot.referee.record import Message
from motuc_bot.referee.take_seat import take_seat
from motuc_bot.store import outbox
from motuc_bot.store.store import Connection
from rules.motuc.words import Team
from tests.referee.crowd import all_at_once, posting
from tests.referee.lineup import lineup, sent
from tests.referee.table import START, Thread, duel, enlisted, open_desk


def numbers(desk: Desk, battle: int) -> list[int | None]:
    return [seen.number for seen in read_battle(desk, battle, None).posts]


def test_two_processes_post_at_once(desk: Desk, database_url: str) -> None:
    thread = duel(desk)
    crowd = [posting(database_url, thread.battle, "kalle") for _ in range(2)]
    # Orders that exclude each other, then the same three messages, then prose.
    moves = [("a", "Skeletor: geht nach F5"), ("b", "Skeletor: geht nach E4")]
    shared = [("m0", "Skeletor: wartet"), ("m1", "Skeletor: geht nach Z9"), ("m2", "Hallo")]
    prose = [[(f"{who}{at}", f"{who} sagt {at}") for at in range(6)] for who in "xy"]
    first, second = all_at_once(crowd, [[move, *shared, *own] for move, own in zip(moves, prose, strict=True)])
    assert [first[0]["number"] is None, second[0]["number"] is None].count(True) == 1
    assert [(one["number"], one["lines"]) for one in first[1:4]] == [
        (one["number"], one["lines"]) for one in second[1:4]
    ]
    assert [one["again"] + other["again"] for one, other in zip(first, second, strict=True)][:4] == [0, 1, 1, 1]
    for own in (first, second):
        mine = [one["number"] for one in own if one["number"] is not None and not one["again"]]
        assert mine == sorted(mine)
    assert [number for number in numbers(desk, thread.battle) if number is not None] == list(range(1, 16))
    assert len(numbers(desk, thread.battle)) == 17
    answered = [body["reply_to"] for _, _, body in sent(desk, thread.battle) if "reply_to" in body]
    assert sorted(answered) == ["a", "b", "m0", "m1"]
    assert list(check_battles(desk)) == [(thread.battle, "Zweikampf", ())]


def test_many_threads_lose_nothing(desk: Desk) -> None:
    thread = duel(desk)
    messages = [Message(f"t{at}", START) for at in range(40)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(
            pool.map(lambda message: thread.post("kalle", f"Beitrag {message.id}", message=message), messages)
        )
    assert sorted(answer.number or 0 for answer in answers) == list(range(1, 41))
    assert numbers(desk, thread.battle) == list(range(1, 41))
    assert list(check_battles(desk)) == [(thread.battle, "Zweikampf", ())]


def test_one_form_by_many_threads_counts_once(desk: Desk) -> None:
    thread = lineup(desk)
    form = Form(thread.battle, "kalle", (enlisted("Clawful", Team.BLACK, "kalle"),), Message("f", START), "kalle")
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: take_seat(desk, form), range(8)))
    assert len({answer.lines for answer in answers}) == 1
    assert sum(not answer.again for answer in answers) == 1
    assert read_battle(desk, thread.battle, None).seats == ("SL", "kalle")


def test_one_name_is_for_one_person(desk: Desk) -> None:
    thread = lineup(desk)

    def take(person: str) -> bool:
        try:
            take_seat(desk, Form(thread.battle, person, (), Message(person, START), "Wanda"))
        except Exception:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(take, [f"p{at}" for at in range(8)])) == 1


def test_an_older_desk_sees_what_another_has_written(desk: Desk, database_url: str) -> None:
    thread = duel(desk)
    other = open_desk(database_url)
    elsewhere = Thread(other, thread.battle, 100)
    assert read_battle(other, thread.battle, "kalle") == read_battle(desk, thread.battle, "kalle")
    thread.play([("kalle", "Skeletor: greift He-Man an"), ("anna", "He-Man: pariert")])
    assert read_battle(other, thread.battle, "kalle") == read_battle(desk, thread.battle, "kalle")
    elsewhere.play([("sl", "SL: rückgängig"), ("anna", "He-Man: weicht aus")])
    assert read_battle(desk, thread.battle, "kalle") == read_battle(other, thread.battle, "kalle")
    thread.play([("sl", "SL: rückgängig bis 1")])
    # Here nobody has looked meanwhile.
    assert elsewhere.post("anna", "He-Man: pariert").number == 6
    thread.play([("sl", "SL: Schlacht beenden"), ("sl", "SL: rückgängig")])
    assert elsewhere.post("anna", "He-Man: wartet").number == 9
    assert read_battle(desk, thread.battle, None) == read_battle(other, thread.battle, None)
    assert list(check_battles(other)) == [(thread.battle, "Zweikampf", ())]
    other.store.close()


def test_what_failed_at_the_commit_is_not_remembered(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    thread = duel(desk)

    def breaks(connection: Connection, *_: object) -> None:
        raise RuntimeError("power cut")

    with monkeypatch.context() as patched:
        patched.setattr(outbox, "insert", breaks)
        with pytest.raises(RuntimeError):
            thread.post("kalle", "Skeletor: geht nach F5")
    assert read_battle(desk, thread.battle, None).posts == ()
    assert thread.post("kalle", "Skeletor: geht nach E4").number == 1
    assert list(check_battles(desk)) == [(thread.battle, "Zweikampf", ())]
