"""A word of each side for the dice."""

import pytest

from motuc_bot.referee.add_salt import add_salt
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.export_battle import export_battle
from motuc_bot.referee.form import Form
from motuc_bot.referee.read_battle import read_battle
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.referee.take_seat import take_seat
from tests.referee.export import checked, verified
from tests.referee.lineup import filled, told
from tests.referee.table import duel, sit

FIGHT = [("kalle", "Skeletor: greift He-Man an"), ("anna", "He-Man: pariert")]


def test_each_side_adds_one_word_before_the_first_die(desk: Desk) -> None:
    thread = duel(desk)
    sit(desk, thread, "uwe")
    line = add_salt(desk, thread.battle, "kalle", "  Nebel \n ist\tda ")
    assert "Schwarz" in line
    assert "„Nebel ist da“" in line
    assert told(desk, thread.battle)[-1] == line
    with pytest.raises(NotAllowed, match="„Nebel ist da“"):
        add_salt(desk, thread.battle, "kalle", "anders")
    for person in ("uwe", "sl", "eve"):
        with pytest.raises(NotAllowed, match="Figur"):
            add_salt(desk, thread.battle, person, "Wort")
    for word in ("", " \n ", "x" * 101):
        with pytest.raises(NotAllowed, match="1 bis 100"):
            add_salt(desk, thread.battle, "anna", word)
    thread.play(FIGHT)
    # Also after that post was taken back: its dice were seen.
    thread.play([("sl", "SL: rückgängig bis 0")])
    with pytest.raises(NotAllowed, match="zu spät"):
        add_salt(desk, thread.battle, "anna", "Wort")
    assert read_battle(desk, thread.battle, None).salt == (("black", "Nebel ist da"),)


def test_after_the_end_it_is_too_late(desk: Desk) -> None:
    thread = duel(desk)
    thread.play([("sl", "SL: Schlacht beenden")])
    with pytest.raises(NotAllowed, match="zu spät"):
        add_salt(desk, thread.battle, "anna", "Wort")


def test_letters_are_composed_and_what_no_database_holds_is_replaced(desk: Desk) -> None:
    thread = duel(desk)
    add_salt(desk, thread.battle, "kalle", "Su\u0308\u00dfholz")
    add_salt(desk, thread.battle, "anna", "\x00\ud800")
    assert dict(read_battle(desk, thread.battle, None).salt) == {"black": "Süßholz", "white": "\ufffd\ufffd"}
    thread.play([*FIGHT, ("sl", "SL: Schlacht beenden")])
    status, lines = verified(desk, thread.battle)
    assert status == 0
    assert any("Süßholz" in line for line in lines)


def test_each_word_changes_the_dice(desk: Desk) -> None:
    thread = duel(desk)
    add_salt(desk, thread.battle, "kalle", "Nebel")
    thread.play([*FIGHT, ("sl", "SL: Schlacht beenden")])
    exported = export_battle(desk, thread.battle)
    assert checked(exported)[0] == 0
    for salt in ({}, {"black": "nebel"}, {"white": "Nebel"}, {"black": "Nebel", "white": "Licht"}):
        exported["sealed"]["salt"] = salt
        status, lines = checked(exported)
        assert status == 1
        assert "Würfel Nr. " in lines[0]


def test_who_plays_and_leads_adds_the_word_of_his_figures(desk: Desk) -> None:
    thread = filled(desk)
    take_seat(desk, Form(thread.battle, "sl", (), thread.message(), "chef"))
    with pytest.raises(NotAllowed, match="Figur"):
        add_salt(desk, thread.battle, "sl", "Wort")
    thread.play([("sl", "SL: Clawful spielt @chef")])
    assert "Schwarz" in add_salt(desk, thread.battle, "sl", "Wort")
