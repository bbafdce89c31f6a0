"""Results that wait for the game master, on both databases: what is held, in which order, for how long."""

import json
from datetime import timedelta

import pytest

from motuc_bot.referee.ask import ask
from motuc_bot.referee.co_master import add_master
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.export_battle import export_battle
from motuc_bot.referee.guild_settings import change_guild
from motuc_bot.referee.hand_over import hand_over
from motuc_bot.referee.personal_data import as_lines, forget, shown
from motuc_bot.referee.read_battle import read_battle
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.referee.results import are_held, post_results
from motuc_bot.referee.sit import sit
from motuc_bot.referee.takeover import Candidate, want_master
from motuc_bot.referee.threads import ThreadRow
from motuc_bot.store import outbox, seats
from motuc_bot.store.outbox import Delivery
from motuc_bot.transcript.play import play
from motuc_bot.transcript.show import lines
from tests.referee.bound import bind_thread
from tests.referee.export import checked, played, read_back
from tests.referee.table import Thread, duel

GUILD = 2**62
_ATTACK = ("kalle", "Skeletor: greift He-Man an\nfertig")
_ANSWER = ("anna", "He-Man: wehrt sich nicht")


def _duel(desk: Desk, *, first: bool = True) -> Thread:
    """Return a duel on a server where results go to the game master first; nothing of it is still to be sent."""
    thread = duel(desk)
    bind_thread(desk, ThreadRow(thread.battle, GUILD, GUILD + thread.battle, None, "sl"))
    change_guild(desk, GUILD, {"results_first": first})
    _sent(desk)
    return thread


def _sent(desk: Desk, later: timedelta = timedelta()) -> list[Delivery]:
    """Send all that is due then, and return it."""
    found: list[Delivery] = []
    while True:
        at = desk.now() + later
        with desk.store.writing() as connection:
            due = outbox.is_due(connection, at)
            delivery = outbox.claim(connection, at, at + timedelta(seconds=30))
            # Whoever sends looks only if something is due: he must find it then, and else be left in peace.
            assert (delivery is not None) == due
            if delivery is None:
                return found
            outbox.mark_sent(connection, delivery, "x", at)
        found.append(delivery)


def _told(deliveries: list[Delivery]) -> list[tuple[str | None, str]]:
    return [(one.person, one.kind) for one in deliveries]


def test_the_results_wait_and_all_behind_them_for_the_thread(desk: Desk) -> None:
    thread = _duel(desk)
    thread.play([_ATTACK])
    assert _told(_sent(desk)) == [(None, "answer")]
    thread.play([_ANSWER])
    assert are_held(desk, thread.battle)
    assert are_held(desk, thread.battle, 2)
    assert not are_held(desk, thread.battle, 1)
    notice, private = _sent(desk)
    assert (notice.person, notice.kind) == (None, "notice")
    assert "#2 zählt. Die Ergebnisse liegen bei der Spielleitung" in notice.body
    assert (private.person, private.kind) == ("sl", "results")
    assert json.loads(private.body)["lines"]
    thread.play([("anna", "He-Man: greift Skeletor an\nfertig")])
    ask(desk, thread.battle)
    assert _sent(desk) == []
    assert post_results(desk, thread.battle, "sl", 2, "Blut\nim Sand") is False
    results, answer, question = _sent(desk)
    assert json.loads(results.body)["before"] == ["> Blut", "> im Sand"]
    assert json.loads(results.body)["lines"] == json.loads(private.body)["lines"]
    assert [json.loads(one.body).get("number") for one in (results, answer)] == [2, 3]
    assert question.kind == "reactions"


def test_the_words_are_kept_with_the_post_for_the_log_and_for_the_file(desk: Desk) -> None:
    thread = _duel(desk)
    thread.play([_ATTACK, _ANSWER, ("eve", "Ein Rabe krächzt."), ("sl", "SL: Schlacht beenden")])
    told = [post.lines for post in read_battle(desk, thread.battle, "sl").posts]
    # What would be an order in a post is none here.
    words = "Blut im Sand.\n\nSL: rückgängig\n```"
    post_results(desk, thread.battle, "sl", 2, "<@1> Blut", words)
    posts = read_battle(desk, thread.battle, None).posts
    assert [post.words for post in posts] == [(), ("Blut im Sand.", "", "SL: rückgängig", "'''"), (), ()]
    assert [post.lines for post in posts] == told
    exported = export_battle(desk, thread.battle)
    assert [post.get("words") for post in exported["posts"]] == [None, words.replace("```", "'''"), None, None]
    assert checked(exported)[0] == 0
    assert played(exported)["posts"][1]["accepted"]
    watched = "\n".join(lines(play(read_back(exported))))
    assert "He-Man: wehrt sich nicht\n  > Blut im Sand.\n  > \n  > SL: rückgängig\n" in watched
    post_results(desk, thread.battle, "sl")
    assert [bool(post.words) for post in read_battle(desk, thread.battle, None).posts] == [False, True, False, False]


def test_the_words_are_told_to_who_said_them_and_stay_when_he_is_forgotten(desk: Desk) -> None:
    thread, words = _duel(desk), ("Blut im Sand.",)
    thread.play([_ATTACK, _ANSWER])
    post_results(desk, thread.battle, "sl", 2, words[0])
    (mine,), (kalles,) = (shown(desk, person)["battles"] for person in ("sl", "kalle"))
    assert mine["words"] == ({"number": 2, "words": [*words]},)
    assert kalles["words"] == ()
    assert "Worte zu Ergebnissen: 1" in "\n".join(as_lines(shown(desk, "sl")))
    forget(desk, "sl")
    assert shown(desk, "sl")["battles"] == []
    assert read_battle(desk, thread.battle, None).posts[1].words == words


def test_they_are_posted_once_by_the_game_master_alone(desk: Desk) -> None:
    thread = _duel(desk)
    thread.play([_ATTACK, _ANSWER])
    for person in ("kalle", "anna", "eve"):
        with pytest.raises(NotAllowed, match="postet die Spielleitung"):
            post_results(desk, thread.battle, person)
    with pytest.raises(NotAllowed, match="schon gepostet"):
        post_results(desk, thread.battle, "sl", 1)
    post_results(desk, thread.battle, "sl", 2)
    with pytest.raises(NotAllowed, match="schon gepostet"):
        post_results(desk, thread.battle, "sl", 2)
    assert not are_held(desk, thread.battle)


def test_after_a_day_they_are_sent_without_anybody(desk: Desk) -> None:
    thread = _duel(desk)
    thread.play([_ATTACK, _ANSWER, ("eve", "Ein Rabe krächzt.")])
    _sent(desk)
    assert _sent(desk, timedelta(hours=23)) == []
    (results,) = _sent(desk, timedelta(hours=25))
    assert json.loads(results.body)["number"] == 2
    assert not are_held(desk, thread.battle)


def test_later_results_stand_behind_those_that_still_wait(desk: Desk) -> None:
    thread = _duel(desk)
    add_master(desk, thread.battle, "sl", "uwe", "Uwe")
    thread.play([_ATTACK, _ANSWER, ("anna", "He-Man: greift Skeletor an\nfertig"), ("kalle", "Skeletor: pariert")])
    told = _told(_sent(desk))
    # The thread is told once, each game master of both.
    assert told.count((None, "notice")) == 2  # that Uwe leads is the other
    assert told.count(("sl", "results")) == told.count(("uwe", "results")) == 2
    assert post_results(desk, thread.battle, "uwe", 4) is True
    assert _sent(desk) == []
    assert post_results(desk, thread.battle, "sl") is False
    assert [json.loads(one.body)["number"] for one in _sent(desk)] == [2, 3, 4]


@pytest.mark.parametrize("way", ["handed over", "shared", "shared by a seat", "chosen"])
def test_a_new_game_master_gets_what_waits(desk: Desk, way: str) -> None:
    thread = _duel(desk)
    thread.play([_ATTACK, _ANSWER, ("anna", "He-Man: greift Skeletor an\nfertig"), ("kalle", "Skeletor: pariert")])
    theirs = [one.body for one in _sent(desk) if one.person == "sl"]
    match way:
        case "handed over":
            hand_over(desk, thread.battle, "sl", "SL", "uwe")
        case "shared":
            add_master(desk, thread.battle, "sl", "uwe", "Uwe")
        case "shared by a seat":
            sit(desk, thread.battle, "sl", "SL", "uwe")
        case _:
            for player in ("kalle", "anna"):
                want_master(desk, thread.battle, player, Candidate("uwe", "Uwe"), ["sl"])
    mine = [one for one in _sent(desk) if one.person == "uwe"]
    assert [one.kind for one in mine] == ["results"] * 2
    assert [one.body for one in mine] == theirs
    post_results(desk, thread.battle, "uwe")
    hand_over(desk, thread.battle, "uwe", "SL", "eve")
    assert not any(one.person == "eve" for one in _sent(desk))


def test_going_back_comes_in_its_turn(desk: Desk) -> None:
    thread = _duel(desk)
    thread.play([_ATTACK, _ANSWER])
    _sent(desk)
    thread.play([("sl", "SL: rückgängig")])
    assert _sent(desk) == []
    assert are_held(desk, thread.battle, 2)
    assert not are_held(desk, thread.battle, 3)
    post_results(desk, thread.battle, "sl")
    assert [json.loads(one.body)["number"] for one in _sent(desk)] == [2, 3]


def test_nothing_waits_for_nobody(desk: Desk) -> None:
    thread = _duel(desk)
    with desk.store.writing() as connection:
        seats.delete_seat(connection, thread.battle, "SL")
    thread.play([_ATTACK, _ANSWER])
    assert not are_held(desk, thread.battle)
    assert _told(_sent(desk)) == [(None, "answer")] * 2


@pytest.mark.parametrize("first", [True, False])
def test_only_where_a_server_wants_it(desk: Desk, first: bool) -> None:
    thread, elsewhere = _duel(desk, first=first), duel(desk)
    for one in (thread, elsewhere):
        one.play([_ATTACK, _ANSWER])
    assert are_held(desk, thread.battle) is first
    assert not are_held(desk, elsewhere.battle)
