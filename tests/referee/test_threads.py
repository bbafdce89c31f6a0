"""Threads of Discord and what its servers set, on both databases."""

import pytest

from motuc_bot.referee.ask import TURN, ask
from motuc_bot.referee.choose import choosing, choosing_of, short_name
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.guild_settings import GuildRow, change_guild, guild_settings, may_open
from motuc_bot.referee.hand_over import hand_over
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.referee.seen_messages import public_messages, same_text, seen_message, tell_deleted
from motuc_bot.referee.sit import sit as seat_somebody
from motuc_bot.referee.threads import (
    ThreadRow,
    battles_of,
    keep_status_message,
    place_of,
    threads_of,
)
from tests.referee.bound import bind_thread
from tests.referee.lineup import filled, sent
from tests.referee.table import Thread, duel, sit

# As large as the ids of Discord.
GUILD, CHANNEL, MESSAGE = 2**62, 2**62 + 1, 2**62 + 2


def _bound(desk: Desk, thread: Thread) -> ThreadRow:
    row = ThreadRow(thread.battle, GUILD, CHANNEL, None, "sl")
    bind_thread(desk, row)
    return row


def test_a_battle_has_its_thread(desk: Desk) -> None:
    thread = duel(desk)
    assert place_of(desk, thread.battle).thread is None
    assert battles_of(desk, "anna") == ()
    row = _bound(desk, thread)
    place = place_of(desk, thread.battle)
    assert place.thread == row
    assert place.persons("anna") == ("anna",)
    assert place.persons("niemand") == ()
    keep_status_message(desk, thread.battle, MESSAGE)
    ((kept, over),) = threads_of(desk)
    assert kept.status_message_id == MESSAGE
    assert over is False
    assert battles_of(desk, "anna") == ((thread.battle, "Zweikampf"),)
    thread.post("sl", "SL: Schlacht beenden")
    ((_, over),) = threads_of(desk)
    assert over is True
    assert battles_of(desk, "anna") == ()


def test_a_server_keeps_its_settings(desk: Desk) -> None:
    assert guild_settings(desk, GUILD) == GuildRow()
    assert change_guild(desk, GUILD, {"opener_role_id": 7, "most_open": 3}) == GuildRow(7, 3)
    # What somebody else sets meanwhile is not set back.
    assert change_guild(desk, GUILD, {"echo": False, "results_first": True}) == GuildRow(7, 3, False, True)
    assert change_guild(desk, GUILD, {"opener_role_id": None, "pictures": False}) == GuildRow(
        None, 3, False, True, False
    )
    assert change_guild(desk, GUILD, {"opener_role_id": 7, "most_open": 1}) == GuildRow(7, 1, False, True, False)
    assert guild_settings(desk, GUILD) == GuildRow(7, 1, False, True, False)
    assert guild_settings(desk, GUILD - 1) == GuildRow()
    may_open(desk, GUILD, [5, 7])
    with pytest.raises(NotAllowed, match="Rolle"):
        may_open(desk, GUILD, [5])
    thread = duel(desk)
    _bound(desk, thread)
    with pytest.raises(NotAllowed, match="laufen schon 1"):
        may_open(desk, GUILD, [7])
    thread.post("sl", "SL: Schlacht beenden")
    may_open(desk, GUILD, [7])


def test_each_phase_asks_once(desk: Desk) -> None:
    thread = duel(desk)
    ask(desk, thread.battle)
    _bound(desk, thread)
    for _ in range(2):
        ask(desk, thread.battle)
    assert _asked(desk, thread) == []
    thread.play([("kalle", "Skeletor: greift He-Man an\nfertig")])
    for _ in range(2):
        ask(desk, thread.battle)
    assert _asked(desk, thread) == [(None, "reactions", "anna")]
    thread.play([("anna", "He-Man: weicht aus")])
    ask(desk, thread.battle)
    assert len(_asked(desk, thread)) == 1


def test_who_gets_a_seat_is_asked_what_it_owes(desk: Desk) -> None:
    thread = duel(desk)
    _bound(desk, thread)
    thread.play([("kalle", "Skeletor: greift He-Man an\nfertig")])
    # What nobody has been asked yet is asked of all, and not twice.
    assert hand_over(desk, thread.battle, "sl", "anna", "eve")
    ask(desk, thread.battle)
    assert _asked(desk, thread) == [(None, "reactions", "anna")]
    assert hand_over(desk, thread.battle, "sl", "anna", "uwe")
    assert hand_over(desk, thread.battle, "sl", "kalle", "karl")
    assert _asked(desk, thread) == [(None, "reactions", "anna")] * 2
    before = sent(desk, thread.battle)
    assert not hand_over(desk, thread.battle, "sl", "anna", "uwe")
    assert sent(desk, thread.battle) == before


@pytest.mark.parametrize("sits", ["before", "after"])
def test_who_gets_a_figure_while_reactions_are_due_is_asked_once(desk: Desk, sits: str) -> None:
    thread = duel(desk)
    _bound(desk, thread)
    if sits == "before":
        sit(desk, thread, "uwe")
    thread.play([("kalle", "Skeletor: greift He-Man an\nfertig")])
    ask(desk, thread.battle)
    thread.play([("sl", "SL: He-Man spielt @uwe")])
    if sits == "after":
        assert len(_asked(desk, thread)) == 1
        seat_somebody(desk, thread.battle, "sl", "uwe", "u")
    seat_somebody(desk, thread.battle, "sl", "uwe", "another")
    assert _asked(desk, thread) == [(None, "reactions", "anna"), (None, "reactions", "uwe")]
    # Back with the one who had it, who is asked anew.
    thread.play([("sl", "SL: rückgängig")])
    assert [seat for _, _, seat in _asked(desk, thread)] == ["anna", "uwe", "anna"]


@pytest.mark.parametrize("sits", ["before", "after"])
def test_who_gets_a_figure_while_it_is_to_move_is_called_once(desk: Desk, sits: str) -> None:
    thread = duel(desk)
    _bound(desk, thread)
    if sits == "before":
        sit(desk, thread, "uwe")
    ask(desk, thread.battle)
    assert _called(desk, thread) == [["kalle"]]
    # It is not his move.
    thread.play([("sl", "SL: He-Man spielt @otto")])
    thread.play([("sl", "SL: Skeletor spielt @uwe")])
    if sits == "after":
        assert len(_called(desk, thread)) == 1
        seat_somebody(desk, thread.battle, "sl", "uwe", "uwe")
    assert _called(desk, thread) == [["kalle"], ["uwe"]]
    ask(desk, thread.battle)
    assert len(_called(desk, thread)) == 2
    # Back with the one who had it.
    thread.play([("sl", "SL: rückgängig")])
    assert _called(desk, thread)[2:] == [["kalle"]]


def test_who_has_the_move_already_is_not_called_again_for_one_more_figure(desk: Desk) -> None:
    thread = filled(desk)
    _bound(desk, thread)
    thread.play([("sl", "SL: weiter"), ("sl", "SL: weiter")])
    ask(desk, thread.battle)
    assert _called(desk, thread) == [["kalle", "uwe"]]
    thread.play([("sl", "SL: Schnapp spielt @kalle")])
    assert len(_called(desk, thread)) == 1


def test_who_gets_a_figure_when_nobody_has_been_called_yet_is_called_with_all(desk: Desk) -> None:
    thread = duel(desk)
    _bound(desk, thread)
    sit(desk, thread, "uwe")
    thread.play([("sl", "SL: Skeletor spielt @uwe")])
    assert _called(desk, thread) == []
    ask(desk, thread.battle)
    assert _called(desk, thread) == [["uwe"]]


def test_who_gets_a_figure_that_has_no_start_yet_is_asked_in_private(desk: Desk) -> None:
    thread = filled(desk)
    _bound(desk, thread)
    sit(desk, thread, "otto")
    thread.post("sl", "SL: weiter")
    ask(desk, thread.battle)
    count = len(_asked(desk, thread))
    thread.play([("sl", "SL: Schnapp spielt @otto")])
    assert _asked(desk, thread)[count:] == [("otto", "starts", "otto")]
    assert _called(desk, thread) == []


def test_starts_are_asked_of_each_alone(desk: Desk) -> None:
    thread = filled(desk)
    _bound(desk, thread)
    thread.post("sl", "SL: weiter")
    ask(desk, thread.battle)
    assert sorted(_asked(desk, thread)) == [(name, "starts", name) for name in ("anna", "ben", "kalle", "uwe")]


def _asked(desk: Desk, thread: Thread) -> list[tuple[str | None, str, str]]:
    return [(to, kind, body["seat"]) for to, kind, body in sent(desk, thread.battle) if "seat" in body]


def _called(desk: Desk, thread: Thread) -> list[list[str]]:
    return [body["calls"] for _, kind, body in sent(desk, thread.battle) if kind == TURN]


def test_choices_have_names_for_their_phase(desk: Desk) -> None:
    thread = duel(desk)
    thread.play([("kalle", "Skeletor: greift He-Man an\nfertig")])
    found = choosing(desk, thread.battle, "anna")
    line = "He-Man: weicht Skeletor aus"
    assert found.chosen(found.name(line)) == line
    assert found.chosen(short_name(line)) is None
    assert choosing_of(desk, thread.battle, "kalle", short_name("anna")) is None
    mine = choosing_of(desk, thread.battle, "anna", short_name("anna"))
    assert mine is not None
    assert mine[0] == "anna"
    assert mine[1].last is None
    last = choosing_of(desk, thread.battle, "kalle", short_name("kalle"))
    assert last is not None
    assert last[1].last == "Skeletor: greift He-Man an\nfertig"


def test_messages_are_known_again(desk: Desk) -> None:
    thread = duel(desk)
    assert seen_message(desk, "nie").revision == -1
    message = thread.message()
    thread.post("kalle", "Skeletor: geht nach E4", message=message)
    seen = seen_message(desk, message.id)
    assert (seen.revision, seen.orders, seen.battle) == (0, True, thread.battle)
    assert same_text(seen, "Skeletor: geht nach E4")
    assert not same_text(seen, "Skeletor: geht nach E5")
    assert not same_text(seen_message(desk, "nie"), "")
    assert message.id in {one.name for one in public_messages(desk, thread.battle)}
    assert tell_deleted(desk, thread.battle, message.id)
    assert not tell_deleted(desk, thread.battle, message.id)
    assert not tell_deleted(desk, thread.battle + 1, message.id)
    prose = thread.message()
    thread.post("kalle", "Staub.", message=prose)
    assert not tell_deleted(desk, thread.battle, prose.id)
