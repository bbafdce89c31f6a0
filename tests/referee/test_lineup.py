"""A battle is set up by forms: seats, figures, weapons, secret starts; then it is played to its end."""

import pytest

from motuc_bot.referee.check_battles import check_battles
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.leave_seat import leave_seat
from motuc_bot.referee.open_battle import open_battle
from motuc_bot.referee.read_battle import read_battle
from motuc_bot.referee.record import Message
from motuc_bot.referee.refused import NotAllowed, Refused
from motuc_bot.systems.faults import FileFault
from motuc_bot.systems.motuc import setup
from rules.board import Field
from rules.core import Seat
from rules.motuc.commands import Equip, Hold, Walk, Withdraw
from rules.motuc.words import FigureName, Team, WeaponName
from tests.referee.lineup import LineUp, filled, lineup, told
from tests.referee.table import DUEL, START, Thread, duel, enlisted


def figures(thread: Thread) -> dict[str, dict[str, object]]:
    found = read_battle(thread.desk, thread.battle, None).document["figures"]
    assert isinstance(found, dict)
    return found


def refusal(thread: LineUp, person: str, *orders: object) -> str:
    with pytest.raises(Refused) as caught:
        thread.join(person, *orders)
    return "\n".join(caught.value.lines)


def test_a_short_battle_from_the_first_form_to_the_last_post(desk: Desk) -> None:
    thread = filled(desk)
    assert {name: figure["value"] for name, figure in figures(thread).items()} == dict.fromkeys(
        ("Clawful", "Buzz-Off", "Schnapp", "Zodac"), 58
    )
    assert thread.post("anna", "SL: weiter").number is None
    assert thread.post("sl", "SL: weiter").number == 1
    starts = {"kalle": "Clawful A3", "uwe": "Schnapp A5", "ben": "Zodac L5"}
    for number, (person, start) in enumerate(starts.items(), start=2):
        answer = thread.post(person, f"Start {start}", private=True)
        assert answer.number == number
        assert start[-2:] in answer.own[0]
        assert all(figure["field"] is None for figure in figures(thread).values())
    last = thread.post("anna", "Start Buzz-Off L3", private=True)
    assert any("L3" in line for line in last.lines)
    assert {name: figure["field"] for name, figure in figures(thread).items()} == {
        "Clawful": "A3",
        "Schnapp": "A5",
        "Buzz-Off": "L3",
        "Zodac": "L5",
    }
    thread.play([("kalle", "Clawful: geht nach B3"), ("uwe", "fertig"), ("kalle", "fertig")])
    thread.play([("anna", "fertig"), ("ben", "fertig")])
    seen = read_battle(desk, thread.battle, None)
    assert seen.over
    assert seen.document["winner"] == "draw"
    assert list(check_battles(desk)) == [(thread.battle, "Aufstellung", ())]


def test_figures_and_weapons_are_found_however_they_are_spelt(desk: Desk) -> None:
    thread = lineup(desk)
    state = read_battle(desk, thread.battle, None).state
    thread.join("kalle", setup.enlist(state, Seat("kalle"), "schnappi", Team.BLACK, ["krummSCHWERT"]))
    assert figures(thread)["Schnapp"]["hands"] == ["Krummschwert"]
    state = read_battle(desk, thread.battle, None).state
    thread.order("kalle", setup.equip(state, "SCHNAPP", ["eisen-schild", "Krummschwert"]))
    thread.order("kalle", setup.hold(state, "schnapp", ["krummschwert"]))
    assert (figures(thread)["Schnapp"]["hands"], figures(thread)["Schnapp"]["belt"]) == (
        ["Krummschwert"],
        ["Eisenschild"],
    )
    for wrong in (
        lambda: setup.enlist(state, Seat("kalle"), "Schnüpp", Team.BLACK),
        lambda: setup.equip(state, "Schnapp", ["Zahnstocher"]),
    ):
        with pytest.raises(FileFault, match="gibt es in dieser Schlacht nicht"):
            wrong()


def test_what_the_rules_forbid_is_told_in_german_and_leaves_no_trace(desk: Desk) -> None:
    thread = lineup(desk)
    thread.join("kalle", enlisted("Clawful", Team.BLACK, "kalle"))
    refused = {
        "Unfug": refusal(thread, "anna", enlisted("Unfug", Team.WHITE, "anna")),
        "Clawful": refusal(thread, "anna", enlisted("Clawful", Team.BLACK, "anna")),
        "R-T7": refusal(thread, "anna", enlisted("Teela", Team.BLACK, "anna")),
        "R-T3": refusal(thread, "kalle", enlisted("Teela", Team.WHITE, "kalle")),
        "R-T4": refusal(thread, "anna", enlisted("King Randor", Team.WHITE, "anna", "Krummschwert")),
    }
    for named, lines in refused.items():
        assert named in lines
        assert lines.startswith("❓ ")
    # Of two orders one of which is wrong neither counts, nor is the seat taken.
    refusal(thread, "anna", enlisted("Teela", Team.WHITE, "anna"), enlisted("Unfug", Team.WHITE, "anna"))
    assert list(figures(thread)) == ["Clawful"]
    assert read_battle(desk, thread.battle, None).seats == ("SL", "kalle")
    assert refusal(thread, "anna", enlisted("Schnapp", Team.BLACK, "uwe")) != ""


def test_help_towards_equal_values_stands_in_the_answers(desk: Desk) -> None:
    thread = lineup(desk)
    thread.join("kalle", enlisted("Skeletor", Team.BLACK, "kalle"))
    answer = thread.join("anna", enlisted("Teela", Team.WHITE, "anna"))
    assert any("fehlen 15 Punkte" in line for line in answer.lines)
    assert any(line.startswith(("Genau passt", "Am nächsten")) for line in answer.lines)
    assert any("fehlen 15 Punkte" in line for line in told(desk, thread.battle))
    assert read_battle(desk, thread.battle, None).balance != ()
    unequal = thread.post("sl", "SL: weiter")
    assert unequal.number is None
    assert unequal.faults[0].code == "R-T2"
    even = thread.order("anna", Withdraw(FigureName("Teela")), enlisted("He-Man", Team.WHITE, "anna"))
    assert not any("fehl" in line for line in even.lines)
    assert read_battle(desk, thread.battle, None).balance == ()
    assert thread.post("sl", "SL: weiter").number == 1


def test_the_same_form_counts_once_and_gets_the_same_answer(desk: Desk) -> None:
    thread = lineup(desk)
    message = thread.message()
    first = thread.join("kalle", enlisted("Clawful", Team.BLACK, "kalle"), message=message)
    again = thread.join("kalle", enlisted("Clawful", Team.BLACK, "kalle"), message=message)
    assert (again.lines, first.again, again.again) == (first.lines, False, True)
    message = thread.message()
    thread.order("kalle", Equip(FigureName("Clawful"), ()), message=message)
    before = told(desk, thread.battle)
    assert thread.order("kalle", Equip(FigureName("Clawful"), ()), message=message).again
    message = thread.message()
    left = leave_seat(desk, thread.battle, "kalle", message)
    assert leave_seat(desk, thread.battle, "kalle", message).lines == left.lines
    assert told(desk, thread.battle) == [*before, *left.lines]
    assert figures(thread) == {}


def test_who_leaves_takes_the_figures_along_and_frees_the_seat(desk: Desk) -> None:
    thread = filled(desk)
    leave_seat(desk, thread.battle, "uwe", thread.message())
    assert "Schnapp" not in figures(thread)
    assert "uwe" not in read_battle(desk, thread.battle, None).seats
    thread.join("zoe")
    leave_seat(desk, thread.battle, "zoe", thread.message())
    for person in ("uwe", "zoe", "sl", "eve"):
        with pytest.raises(NotAllowed, match="keinen Platz"):
            leave_seat(desk, thread.battle, person, thread.message())
    thread.join("uwe", enlisted("Schnapp", Team.BLACK, "uwe"))
    thread.play([("sl", "SL: weiter")])
    with pytest.raises(Refused, match="Aufstellung ist vorbei"):
        leave_seat(desk, thread.battle, "uwe", thread.message())
    assert "Schnapp" in figures(thread)
    assert "uwe" in read_battle(desk, thread.battle, None).seats


def test_forms_set_a_battle_up_and_do_nothing_else(desk: Desk) -> None:
    thread = filled(desk)
    with pytest.raises(Refused):
        thread.order("kalle", Walk(FigureName("Clawful"), Field(2, 3)))
    thread.play([("sl", "SL: weiter")])
    with pytest.raises(Refused, match="Aufstellung ist vorbei"):
        thread.order("kalle", Hold(FigureName("Clawful"), ()))
    with pytest.raises(Refused, match="Aufstellung ist vorbei"):
        thread.join("zoe", enlisted("Whiplash", Team.BLACK, "zoe"))
    assert thread.post("kalle", "Clawful: hält nichts", private=True).number == 2


def test_a_document_that_is_no_battle_is_refused_in_german(desk: Desk) -> None:
    for document, named in (
        ({"battle": {"rounds": 0}}, "rounds"),
        ({"figures": [{"name": "Halb"}]}, "figures"),
        ({**DUEL, "teams": {**DUEL["teams"], "black": []}}, "R-T2"),
    ):
        with pytest.raises(Refused, match=named) as caught:
            open_battle(desk, "motuc", document, "sl")
        assert caught.value.lines[0].startswith("❓ ")
    with pytest.raises(Refused, match="Regelwerk"):
        open_battle(desk, "schach", DUEL, "sl")
    assert list(check_battles(desk)) == []


def test_a_ready_made_battle_needs_no_forms(desk: Desk) -> None:
    thread = duel(desk)
    assert read_battle(desk, thread.battle, None).document["phase"] == "black_moves"
    assert thread.post("kalle", "Skeletor: wartet", message=Message("x", START)).number == 1


def test_weapons_lie_in_the_armoury_once(desk: Desk) -> None:
    thread = lineup(desk)
    thread.join("kalle", enlisted("Schnapp", Team.BLACK, "kalle", "Krummschwert"))
    assert "R-T4" in refusal(thread, "uwe", enlisted("Shadow Weaver", Team.BLACK, "uwe", "Krummschwert"))
    thread.order("kalle", Equip(FigureName("Schnapp"), (WeaponName("Eisenschild"),)))
    assert thread.join("uwe", enlisted("Shadow Weaver", Team.BLACK, "uwe", "Krummschwert")).lines
