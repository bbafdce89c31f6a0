"""Who leads a battle, on both databases: several at once, and another one when the game master is gone."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from motuc_bot.referee.co_master import add_master, remove_master
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.guild_settings import change_guild
from motuc_bot.referee.hand_over import hand_over
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.referee.results import post_results
from motuc_bot.referee.sit import rise, sit
from motuc_bot.referee.takeover import GONE_AFTER, Candidate, StillThere, Wanting, want_master
from motuc_bot.referee.threads import ThreadRow
from motuc_bot.referee.who_sits import who_sits
from motuc_bot.store import seats
from tests.referee.bound import bind_thread
from tests.referee.lineup import told
from tests.referee.table import Clock, Thread, duel

UWE, EVE = Candidate("u", "Uwe"), Candidate("e", "Eve")


def _later(desk: Desk, much: timedelta) -> None:
    assert isinstance(desk.now, Clock)
    desk.now._now += much


def _masters(thread: Thread, person: str) -> list[str]:
    return [row.person for row in who_sits(thread.desk, thread.battle, person) if row.seat == "SL"]


def test_both_sides_must_want_the_same(desk: Desk) -> None:
    thread = duel(desk)
    with pytest.raises(StillThere) as refused:
        want_master(desk, thread.battle, "kalle", UWE)
    _later(desk, refused.value.since - desk.now())
    assert want_master(desk, thread.battle, "kalle", UWE) == Wanting(False, ("Weiß",))
    assert want_master(desk, thread.battle, "anna", EVE) == Wanting(False, ("Schwarz",))
    count = len(told(desk, thread.battle))
    assert want_master(desk, thread.battle, "anna", EVE) == Wanting(False, ("Schwarz",))
    assert len(told(desk, thread.battle)) == count
    assert want_master(desk, thread.battle, "anna", UWE) == Wanting(True)
    assert _masters(thread, "u") == ["u"]
    assert told(desk, thread.battle)[-1].startswith("Uwe leitet jetzt die Schlacht.")
    # It is over with that: the next one needs three days again, and both sides anew.
    with pytest.raises(StillThere):
        want_master(desk, thread.battle, "anna", EVE)
    _later(desk, GONE_AFTER)
    assert not want_master(desk, thread.battle, "anna", EVE).done


@pytest.mark.parametrize("text", ["Ich bin da.", "SL: Pause", "SL: Unsinn"])
def test_whatever_the_game_master_writes_keeps_him(desk: Desk, text: str) -> None:
    thread = duel(desk)
    _later(desk, GONE_AFTER)
    want_master(desk, thread.battle, "kalle", UWE)
    thread.post("sl", text)
    with pytest.raises(StillThere):
        want_master(desk, thread.battle, "anna", UWE)
    # Even once he has left: what was said before he was seen counts no more.
    assert not want_master(desk, thread.battle, "anna", UWE, ["sl"]).done
    assert want_master(desk, thread.battle, "kalle", UWE, ["sl"]).done


@pytest.mark.parametrize(
    "done",
    [
        lambda thread: add_master(thread.desk, thread.battle, "sl", "e", "Eve"),
        lambda thread: remove_master(thread.desk, thread.battle, "sl", "two", "Two"),
        lambda thread: hand_over(thread.desk, thread.battle, "sl", "kalle", "karl"),
        lambda thread: hand_over(thread.desk, thread.battle, "sl", "kalle", "kalle"),
        lambda thread: sit(thread.desk, thread.battle, "sl", "kalle", "karl"),
        lambda thread: rise(thread.desk, thread.battle, "sl", "kalle", keep="kalle"),
        lambda thread: post_results(thread.desk, thread.battle, "sl"),
    ],
)
def test_whatever_the_game_master_does_keeps_him(desk: Desk, done: Callable[[Thread], object]) -> None:
    thread = duel(desk)
    bind_thread(desk, ThreadRow(thread.battle, 1, 2, None, "sl"))
    change_guild(desk, 1, {"results_first": True})
    add_master(desk, thread.battle, "sl", "two", "Two")
    thread.play([("kalle", "Skeletor: greift He-Man an\nfertig"), ("anna", "He-Man: wehrt sich nicht")])
    _later(desk, GONE_AFTER)
    done(thread)
    with pytest.raises(StillThere):
        want_master(desk, thread.battle, "anna", UWE)


def test_what_a_player_does_keeps_no_game_master(desk: Desk) -> None:
    thread = duel(desk)
    _later(desk, GONE_AFTER)
    hand_over(desk, thread.battle, "kalle", "kalle", "karl")
    assert want_master(desk, thread.battle, "anna", UWE) == Wanting(False, ("Schwarz",))


def test_a_battle_without_a_game_master_gets_one_at_once(desk: Desk) -> None:
    thread = duel(desk)
    with desk.store.writing() as connection:
        seats.delete_seat(connection, thread.battle, "SL")
    assert not want_master(desk, thread.battle, "kalle", UWE).done
    assert want_master(desk, thread.battle, "anna", UWE).done


def test_only_players_choose_and_each_for_his_side(desk: Desk) -> None:
    thread = duel(desk)
    _later(desk, GONE_AFTER)
    for person in ("sl", "eve"):
        with pytest.raises(NotAllowed, match="wählen die Spieler"):
            want_master(desk, thread.battle, person, UWE)
    with pytest.raises(NotAllowed, match="leitet diese Schlacht schon"):
        want_master(desk, thread.battle, "kalle", Candidate("sl", "Sela"))
    want_master(desk, thread.battle, "kalle", UWE)
    # Who plays no more has no say any more.
    hand_over(desk, thread.battle, "kalle", "kalle", "ben")
    assert want_master(desk, thread.battle, "anna", UWE) == Wanting(False, ("Schwarz",))
    assert want_master(desk, thread.battle, "ben", UWE).done


def test_of_several_all_must_be_gone(desk: Desk) -> None:
    thread = duel(desk)
    add_master(desk, thread.battle, "sl", "u", "Uwe")
    with pytest.raises(StillThere):
        want_master(desk, thread.battle, "kalle", EVE, ["sl"])
    assert not want_master(desk, thread.battle, "kalle", EVE, ["sl", "u"]).done
    assert want_master(desk, thread.battle, "anna", EVE, ["sl", "u"]).done
    assert _masters(thread, "e") == ["e"]


def test_a_battle_that_is_over_needs_nobody(desk: Desk) -> None:
    thread = duel(desk)
    thread.post("sl", "SL: Schlacht beenden")
    _later(desk, GONE_AFTER)
    with pytest.raises(NotAllowed, match="vorbei"):
        want_master(desk, thread.battle, "kalle", UWE)


def test_several_lead_with_the_same_rights(desk: Desk) -> None:
    thread = duel(desk)
    for forbidden in (add_master, remove_master):
        with pytest.raises(NotAllowed, match="bestimmt die Spielleitung"):
            forbidden(desk, thread.battle, "kalle", "kalle", "Kalle")
    add_master(desk, thread.battle, "sl", "u", "Uwe")
    with pytest.raises(NotAllowed, match="schon"):
        add_master(desk, thread.battle, "u", "u", "Uwe")
    thread.play([("sl", "SL: Pause"), ("u", "SL: Fortsetzen")])
    hand_over(desk, thread.battle, "sl", "SL", "e")
    assert sorted(_masters(thread, "u")) == ["e", "u"]
    hand_over(desk, thread.battle, "e", "SL", "u")
    assert _masters(thread, "u") == ["u"]
    with pytest.raises(NotAllowed, match="leitet diese Schlacht nicht"):
        remove_master(desk, thread.battle, "u", "kalle", "Kalle")
    with pytest.raises(NotAllowed, match="letzte Spielleitung"):
        remove_master(desk, thread.battle, "u", "u", "Uwe")
    assert [line for line in told(desk, thread.battle) if "Uwe" in line] == ["Uwe leitet die Schlacht jetzt mit."]
