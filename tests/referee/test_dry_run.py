"""What an order of the game master would change: told before, without dice, and carried out only as it was told."""

import pytest

from motuc_bot.referee.check_battles import check_battles
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.dry_run import carry_out, dry_run
from motuc_bot.referee.post import NewPost
from motuc_bot.referee.read_battle import read_battle
from motuc_bot.referee.refused import NotAllowed, Refused
from tests.referee.lineup import filled, sent
from tests.referee.table import Thread, duel


def _lines(thread: Thread, text: str) -> tuple[str, ...]:
    return dry_run(thread.desk, thread.battle, "sl", text).lines


def test_it_tells_before_and_after_and_keeps_nothing(desk: Desk) -> None:
    thread = duel(desk)
    before = read_battle(desk, thread.battle, "sl"), sent(desk, thread.battle)
    assert _lines(thread, "SL: Skeletor Leben 7, weil er fiel") == ("Skeletor: Leben 10 → 7",)
    assert _lines(thread, "SL: Skeletor auf C4") == ("Skeletor: Feld F4 → C4",)
    assert _lines(thread, "SL: Skeletor spielt @Ben") == ("Skeletor: gespielt von kalle → Ben",)
    assert _lines(thread, "SL: Schlacht beenden") == ("Die Schlacht ist vorbei: unentschieden",)
    assert _lines(thread, "SL: weiter") == ("Phase: Runde 1, Schwarz zieht → Runde 1, Weiß zieht",)
    assert _lines(thread, "SL: Pause") == ("An den Figuren ändert sich nichts.",)
    assert (read_battle(desk, thread.battle, "sl"), sent(desk, thread.battle)) == before


def test_no_die_falls_before_it_counts(desk: Desk) -> None:
    thread = duel(desk)
    thread.play([("kalle", "Skeletor: greift He-Man an\nfertig")])
    lines = _lines(thread, "SL: weiter")
    assert lines[-1] == "Danach fallen Würfel: Was dabei herauskommt, steht erst fest, wenn es gilt."
    assert "Leben" not in "".join(lines)


def test_going_back_names_what_is_taken_back(desk: Desk) -> None:
    thread = duel(desk)
    texts = ["Skeletor: geht nach F5", "Nur ein Vers.", f"Skeletor: greift He-Man an\n{'Lang ' * 40}"]
    thread.play([("kalle", text) for text in texts])
    lines = _lines(thread, "SL: rückgängig bis 0")
    assert lines[:2] == ("Zurückgenommen werden 2 Beiträge:", "#1 (kalle) Skeletor: geht nach F5")
    assert lines[2].startswith("#3 (kalle) Skeletor: greift")
    assert len(lines[2]) < 120
    assert "Feld F5 → F4" in lines[3]
    thread.play([("sl", "SL: rückgängig")])
    # What was taken back already is not taken back again.
    assert _lines(thread, "SL: rückgängig")[:2] == (
        "Zurückgenommen wird ein Beitrag:",
        "#1 (kalle) Skeletor: geht nach F5",
    )


def test_going_back_behind_the_end_and_into_the_lineup(desk: Desk) -> None:
    thread = duel(desk)
    thread.play([("sl", "SL: Schlacht beenden")])
    assert "Die Schlacht geht weiter" in _lines(thread, "SL: rückgängig")
    lining_up = filled(desk)
    lining_up.post("sl", "SL: weiter")
    assert "Phase: Startpositionen → Aufstellung" in _lines(lining_up, "SL: rückgängig")


def test_only_the_game_master_tries_and_carries_out(desk: Desk) -> None:
    thread = duel(desk)
    text = "SL: Skeletor Leben 7"
    for person in ("kalle", "eve"):
        with pytest.raises(NotAllowed):
            dry_run(desk, thread.battle, person, text)
        with pytest.raises(NotAllowed):
            carry_out(desk, NewPost(thread.battle, person, text, thread.message(), "SL"), 3)
    for wrong in ("SL: Skeletor Leben 99", "SL: rückgängig bis 7", "SL: Skeletr Leben 7", "SL: Ach, hm"):
        with pytest.raises(Refused):
            dry_run(desk, thread.battle, "sl", wrong)


def test_it_counts_once_and_only_as_it_was_told(desk: Desk) -> None:
    thread = duel(desk)
    found = dry_run(desk, thread.battle, "sl", "SL: Skeletor Leben 7")
    new = NewPost(thread.battle, "sl", "SL: Skeletor Leben 7", thread.message(), "SL")
    thread.play([("kalle", "Skeletor: geht nach F5")])
    assert carry_out(desk, new, found.version) is None
    anew = dry_run(desk, thread.battle, "sl", new.text)
    first, second = carry_out(desk, new, anew.version), carry_out(desk, new, anew.version)
    assert first is not None
    assert second is not None
    assert (first.number, first.again) == (2, False)
    assert (second.number, second.again) == (2, True)
    assert [faults for _, _, faults in check_battles(desk)] == [()]
