"""Who may do what: a player for his figures, the game master for all, a spectator reads."""

import pytest

from motuc_bot.referee.add_salt import add_salt
from motuc_bot.referee.co_master import add_master, remove_master
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.export_battle import export_battle
from motuc_bot.referee.form import Form
from motuc_bot.referee.hand_over import hand_over
from motuc_bot.referee.post import NewPost, post
from motuc_bot.referee.preview_post import preview_post
from motuc_bot.referee.read_battle import list_battles, read_battle
from motuc_bot.referee.refused import NoSuchBattle, NotAllowed, Refused
from motuc_bot.referee.sit import sit as seat_somebody
from motuc_bot.referee.take_seat import take_seat
from motuc_bot.store import seats
from motuc_bot.store.seats import SeatRow
from rules.motuc.commands import Withdraw
from rules.motuc.words import FigureName, Team
from tests.referee.lineup import filled, lineup, sent
from tests.referee.master import end, roll_back
from tests.referee.table import START, Thread, duel, enlisted, sit
from tests.referee.test_standing import four


def test_a_player_orders_his_figures_and_the_game_master_all(desk: Desk) -> None:
    thread = duel(desk)
    refused = thread.post("anna", "Skeletor: wartet")
    assert (refused.number, refused.faults[0].code) == (None, "not_your_figure")
    assert thread.post("sl", "Skeletor: wartet").number == 1
    assert thread.post("kalle", "He-Man: wartet").number is None
    assert thread.post("anna", "He-Man: wartet").number == 2
    assert thread.post("anna", "SL: rückgängig").faults[0].code == "not_your_figure"
    assert thread.post("sl", "SL: rückgängig").number == 3


def test_who_has_no_seat_writes_prose_and_reads(desk: Desk) -> None:
    thread = filled(desk)
    assert thread.post("eve", "Das wird spannend!").number == 1
    for text in ("Clawful: wartet", "fertig", "SL: weiter"):
        assert thread.post("eve", text).number is None
    for seat in ("kalle", "SL", "eve"):
        with pytest.raises(NotAllowed):
            post(desk, NewPost(thread.battle, "eve", "Hallo", thread.message(), seat))
        with pytest.raises(NotAllowed):
            read_battle(desk, thread.battle, "eve", seat)
        with pytest.raises(NotAllowed):
            export_battle(desk, thread.battle, "eve", seat)
        with pytest.raises(NotAllowed):
            hand_over(desk, thread.battle, "eve", seat, "eve")
        with pytest.raises(NotAllowed):
            add_salt(desk, thread.battle, "eve", "Wort", seat)
        with pytest.raises(NotAllowed):
            thread.order("eve", Withdraw(FigureName("Clawful")), seat=seat)
    for forbidden in (
        lambda: thread.order("eve", enlisted("Faker", Team.BLACK, "(eve)")),
        lambda: thread.order("eve", Withdraw(FigureName("Clawful"))),
        lambda: add_salt(desk, thread.battle, "eve", "Wort"),
        lambda: roll_back(desk, thread.battle, "eve", thread.message()),
        lambda: end(desk, thread.battle, "eve", thread.message()),
        lambda: end(desk, thread.battle, "kalle", thread.message()),
    ):
        with pytest.raises(NotAllowed):
            forbidden()
    spectator = read_battle(desk, thread.battle, "eve")
    assert spectator == read_battle(desk, thread.battle, None)
    assert spectator.seat is None
    assert [battle.name for battle in list_battles(desk)] == ["Aufstellung"]


def test_forms_are_for_the_own_figures(desk: Desk) -> None:
    thread = filled(desk)
    with pytest.raises(Refused, match="kalle"):
        thread.order("anna", Withdraw(FigureName("Clawful")))
    with pytest.raises(Refused):
        thread.join("zoe", enlisted("Faker", Team.BLACK, "kalle"))
    assert "zoe" not in read_battle(desk, thread.battle, None).seats
    assert thread.order("sl", Withdraw(FigureName("Clawful"))).lines
    assert thread.order("sl", enlisted("Whiplash", Team.BLACK, "kalle")).lines


NOBODYS_NAMES = (
    *("SL", "sl", "Sl", "kalle", "KALLE", "(eve)", "a:b", "a;b", "@a", "", " ", " a", "a  b"),
    *("a\nb", "a\x00", "\ud800", "a\u200bb", "x" * 41),
)


def test_names_that_nobody_can_have(desk: Desk) -> None:
    thread = duel(desk)
    for name in NOBODYS_NAMES:
        with pytest.raises(NotAllowed):
            take_seat(desk, Form(thread.battle, "eve", (), thread.message(), name))
    assert read_battle(desk, thread.battle, None).seats == ("SL", "anna", "kalle")


def test_a_seat_of_a_ready_made_battle_has_just_that_name(desk: Desk) -> None:
    thread = filled(desk)
    thread.post("sl", "SL: Clawful spielt @Österreicher, weil kalle krank ist")
    assert "Österreicher" in str(read_battle(desk, thread.battle, None).document)
    with pytest.raises(NotAllowed, match="„Österreicher“"):
        take_seat(desk, Form(thread.battle, "o", (), thread.message(), "ÖSTERREICHER"))
    take_seat(desk, Form(thread.battle, "o", (), thread.message(), "Österreicher"))
    assert thread.post("o", "Clawful: hält nichts").accepted


def test_a_seat_is_handed_over_by_who_has_it_or_by_the_game_master(desk: Desk) -> None:
    thread = duel(desk)
    for person, seat in (("anna", "kalle"), ("eve", "kalle"), ("anna", "SL")):
        with pytest.raises(NotAllowed):
            hand_over(desk, thread.battle, person, seat, "eve")
    with pytest.raises(NotAllowed, match="gibt es in dieser Schlacht nicht"):
        hand_over(desk, thread.battle, "sl", "niemand", "eve")
    assert hand_over(desk, thread.battle, "kalle", "kalle", "eve")
    assert not hand_over(desk, thread.battle, "sl", "kalle", "eve")
    assert thread.post("kalle", "Skeletor: wartet").number is None
    assert thread.post("eve", "Skeletor: wartet").number == 1
    hand_over(desk, thread.battle, "sl", "anna", "uwe")
    assert thread.post("anna", "He-Man: wartet").number is None
    assert thread.post("uwe", "He-Man: wartet").number == 2
    hand_over(desk, thread.battle, "sl", "SL", "neu")
    assert thread.post("sl", "SL: weiter").number is None
    assert thread.post("neu", "SL: Pause").number == 3
    notices = [body for _, kind, body in sent(desk, thread.battle) if kind == "notice" and "sits" in body]
    assert [(*body["lines"], body["sits"]) for body in notices] == [
        ("Jemand Neues spielt jetzt Skeletor (Platz „kalle“).", "eve"),
        ("Jemand Neues spielt jetzt He-Man (Platz „anna“).", "uwe"),
        ("Jemand Neues leitet jetzt die Schlacht.", "neu"),
    ]


def test_who_gets_a_seat_is_told_of_with_all_that_he_plays(desk: Desk) -> None:
    thread = lineup(desk)
    sit(desk, thread, "kalle")
    hand_over(desk, thread.battle, "sl", "kalle", "eve")
    for name in ("Clawful", "Beast Man", "Schnapp"):
        hand_over(desk, thread.battle, "sl", "kalle", "kalle")
        thread.order("kalle", enlisted(name, Team.BLACK, "kalle"), seat="kalle")
        hand_over(desk, thread.battle, "sl", "kalle", "eve")
    notices = [body for _, kind, body in sent(desk, thread.battle) if kind == "notice" and "sits" in body]
    assert [body["lines"][0] for body in notices if body["sits"] == "eve"] == [
        "Jemand Neues hat jetzt den Platz „kalle“.",
        "Jemand Neues spielt jetzt Clawful (Platz „kalle“).",
        "Jemand Neues spielt jetzt Clawful und Beast Man (Platz „kalle“).",
        "Jemand Neues spielt jetzt Clawful, Beast Man und Schnapp (Platz „kalle“).",
    ]


def test_nobody_plays_for_both_sides(desk: Desk) -> None:
    thread = filled(desk)
    for use in (
        lambda: hand_over(desk, thread.battle, "anna", "anna", "kalle"),
        lambda: hand_over(desk, thread.battle, "sl", "anna", "kalle"),
        lambda: seat_somebody(desk, thread.battle, "sl", "anna", "kalle"),
        lambda: take_seat(
            desk,
            Form(thread.battle, "kalle", (enlisted("Stratos", Team.WHITE, "other"),), thread.message(), "other"),
        ),
    ):
        with pytest.raises(NotAllowed, match="Niemand spielt für beide Seiten"):
            use()
    assert read_battle(desk, thread.battle, "kalle").mine == ("kalle",)
    # Two seats of one side are nothing strange.
    hand_over(desk, thread.battle, "sl", "uwe", "kalle")
    assert read_battle(desk, thread.battle, "kalle").mine == ("kalle", "uwe")


def test_who_leads_may_sit_on_both_sides_until_he_leads_no_more(desk: Desk) -> None:
    thread = filled(desk)
    for seat in ("kalle", "anna"):
        hand_over(desk, thread.battle, "sl", seat, "sl")
    with pytest.raises(NotAllowed, match="den Plätzen kalle und anna"):
        hand_over(desk, thread.battle, "sl", "SL", "neu")
    add_master(desk, thread.battle, "sl", "neu", "Neu")
    with pytest.raises(NotAllowed, match="den Plätzen kalle und anna"):
        remove_master(desk, thread.battle, "neu", "sl", "Sela")
    hand_over(desk, thread.battle, "sl", "anna", "eve")
    remove_master(desk, thread.battle, "neu", "sl", "Sela")
    assert read_battle(desk, thread.battle, "sl").mine == ("kalle",)


def test_a_seat_that_nobody_has_taken_is_handed_over_too(desk: Desk) -> None:
    thread = lineup(desk)
    thread.order("sl", enlisted("Clawful", Team.BLACK, "kalle"))
    hand_over(desk, thread.battle, "sl", "kalle", "k")
    assert thread.order("k", Withdraw(FigureName("Clawful"))).lines


def test_two_people_on_one_seat(desk: Desk) -> None:
    thread = duel(desk)
    with pytest.raises(NotAllowed, match="schon vergeben"):
        take_seat(desk, Form(thread.battle, "uwe", (), thread.message(), "kalle"))
    with desk.store.writing() as connection:
        seats.insert_seat(connection, thread.battle, SeatRow("kalle", "uwe"), START)
    assert read_battle(desk, thread.battle, None).seats == ("SL", "anna", "kalle")
    thread.play([("uwe", "Skeletor: geht nach F5"), ("kalle", "zurück"), ("uwe", "Skeletor: wartet")])
    # Handed over, the seat is the newcomer's alone.
    hand_over(desk, thread.battle, "uwe", "kalle", "uwe")
    assert thread.post("kalle", "Skeletor: zurück").faults[0].code == "not_your_figure"


def test_a_person_with_several_seats_speaks_for_the_one_that_is_meant(desk: Desk) -> None:
    thread = filled(desk)
    hand_over(desk, thread.battle, "sl", "uwe", "kalle")
    hand_over(desk, thread.battle, "sl", "SL", "kalle")
    assert read_battle(desk, thread.battle, "kalle").seat == "SL"
    assert read_battle(desk, thread.battle, "kalle", "uwe").seat == "uwe"
    thread.play([("kalle", "Schnapp: hält nichts"), ("kalle", "Clawful: hält nichts"), ("kalle", "SL: weiter")])
    thread.play([("kalle", "Start Schnapp A1"), ("kalle", "Start Clawful A2"), ("kalle", "SL: weiter")])
    by_seat = [seen.seat for seen in read_battle(desk, thread.battle, None).posts]
    assert by_seat == ["uwe", "kalle", "SL", "uwe", "kalle", "SL"]
    # Nobody else's: the game master's view of it is told.
    refused = thread.post("kalle", "Zodac: geht nach A1")
    assert refused.faults[0].code != "not_your_figure"
    thread.play([("kalle", "fertig"), ("kalle", "SL: weiter")])
    assert post(desk, NewPost(thread.battle, "kalle", "SL: Pause", thread.message(), "uwe")).number is None


def test_a_preview_is_for_the_seat_for_which_the_post_would_count(desk: Desk) -> None:
    thread = four(desk)
    hand_over(desk, thread.battle, "sl", "uwe", "sl")

    def told(text: str, *, private: bool = False) -> tuple[bool, str]:
        found = preview_post(desk, thread.battle, "sl", text, private=private)
        return found.counts, repr(found.lines)

    # As the game master he has no figures, and nothing to leave for reactions.
    counts, lines = told("Bei Nahkampf: pariert", private=True)
    assert counts
    assert "Clawful" in lines
    counts, lines = told("fertig")
    assert counts
    assert "Das ändert nichts" not in lines
    assert told("SL: weiter")[0]
    # Nobody's seat: he is told what the game master would be, that may order all.
    counts, lines = told("Zodac: geht nach Z99")
    answer = thread.post("sl", "Zodac: geht nach Z99")
    assert not counts
    assert answer.faults[0].message.splitlines()[0] in lines


def test_there_is_no_such_battle(desk: Desk) -> None:
    thread = duel(desk)
    for number in (0, -1, thread.battle + 1, 2**31, 2**63, 10**30):
        missing = Thread(desk, number)
        for use in (
            lambda missing=missing: missing.post("kalle", "Hallo"),
            lambda missing=missing: read_battle(desk, missing.battle, None),
            lambda missing=missing: export_battle(desk, missing.battle),
            lambda missing=missing: sit(desk, missing, "kalle"),
            lambda missing=missing: roll_back(desk, missing.battle, "sl", missing.message()),
            lambda missing=missing: hand_over(desk, missing.battle, "sl", "kalle", "uwe"),
        ):
            with pytest.raises(NoSuchBattle):
                use()
