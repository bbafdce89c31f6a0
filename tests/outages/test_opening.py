"""A battle gets its thread whatever becomes of the requests for it: one thread, one battle, one pinned message."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any, Literal

import pytest

from motuc_bot.bot.names import person_of
from motuc_bot.bot.opening import of_template
from motuc_bot.referee.open_battle import open_battle
from motuc_bot.referee.read_battle import list_battles
from motuc_bot.referee.read_status import read_status
from motuc_bot.referee.threads import ThreadRow, move_thread, threads_of
from motuc_bot.store.faults import DatabaseAway, DatabaseFault
from tests.loopback.motuc import House
from tests.loopback.settling import PATIENCE
from tests.loopback.threads import opened
from tests.loopback.world import Channel, Kind
from tests.outages.openings import LOOK, MESSAGE, OPENINGS, PIN, THREAD, Opening
from tests.outages.recovery import faults, recovered
from tests.outages.wrongs import WRONGS, Wrong, answer_lost, leave_out_waits, misreported
from tests.referee.bound import bind_thread

_ALWAYS = float("inf")
_WRONGS: Mapping[str, Wrong] = {**WRONGS, "504 though done": misreported}
_NEW_THREADS = [one for one in OPENINGS if one.what == "the thread" and not one.anew]


@pytest.fixture(autouse=True)
def without_waits(monkeypatch: pytest.MonkeyPatch, faulty_referee: House) -> None:
    """Wait no longer than until the bot has heard what came of its request: in seconds it would have."""

    async def until_heard(seconds: float) -> None:
        del seconds
        await faulty_referee.settling.heard()

    leave_out_waits(monkeypatch, until_heard)
    monkeypatch.setattr("motuc_bot.bot.new_thread._WAITS", (0.0, 0.0, 0.0))
    monkeypatch.setattr("motuc_bot.bot.new_thread._DOUBTFUL", 0.0)


async def goes_wrong(house: House, opening: Opening, wrong: Wrong) -> None:
    gone = await opening.prepare(house)
    hook = wrong(house, opening)
    used = opening.play(house)
    await recovered(house)
    assert hook.met == 1
    (row,), (thread,) = rows(house), made(house)
    assert row.channel_id == thread.id
    assert f"<#{thread.id}>" in used.said()
    assert thread.messages[row.status_message_id or 0].content.startswith("**Schnelles Duell** · Aufstellung")
    assert [one.id for one in thread.pins()] == ([row.status_message_id] if opening.kind is Kind.TEXT else [])
    assert faults_but_of(house, gone) == []
    assert house.logged == []


def faults_but_of(house: House, gone: frozenset[int]) -> list[str]:
    """Return what is wrong, besides that these messages are not there any more."""
    return [fault for fault in faults(house) if fault.partition(":")[0] not in {str(number) for number in gone}]


def rows(house: House) -> list[ThreadRow]:
    """Return where battles are played."""
    found = [row for row, _ in threads_of(house.desk)]
    assert {row.battle_id for row in found} == {battle.battle for battle in list_battles(house.desk)}
    return found


def made(house: House) -> list[Channel]:
    """Return the threads that are there."""
    return [one for one in house.server.world.channels_of(house.guild) if one.thread is not None]


@pytest.mark.parametrize("opening", OPENINGS, ids=lambda opening: opening.name)
async def test_the_answer_to_a_request_is_lost(faulty_referee: House, opening: Opening) -> None:
    await goes_wrong(faulty_referee, opening, answer_lost)


@pytest.mark.parametrize("opening", _NEW_THREADS, ids=lambda opening: opening.name)
async def test_a_thread_that_is_opened_twice_unnoticed(faulty_referee: House, opening: Opening) -> None:
    await goes_wrong(faulty_referee, opening, misreported)
    assert len([one for one in faulty_referee.server.asked if one.path.endswith("/threads")]) == 2


async def test_a_double_in_which_another_program_opens_a_battle_meanwhile_stays(
    faulty_referee: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, doubles = faulty_referee, list[int]()

    async def meanwhile(seconds: float) -> None:
        del seconds
        (row,) = rows(house)
        (double,) = (one for one in made(house) if one.id != row.channel_id)
        other = open_battle(house.desk, "motuc", of_template("duell", {}, None).document, row.created_by).battle
        bind_thread(house.desk, ThreadRow(other, row.guild_id, double.id, None, row.created_by))
        doubles.append(double.id)

    misreported(house, _NEW_THREADS[0])
    monkeypatch.setattr("motuc_bot.bot.new_thread.asyncio", SimpleNamespace(sleep=meanwhile))
    await house.does(_NEW_THREADS[0].play(house))
    assert len(doubles) == 1
    assert doubles[0] in {one.id for one in made(house)}


@pytest.mark.soak
@pytest.mark.parametrize("wrong", _WRONGS)
@pytest.mark.parametrize("opening", OPENINGS, ids=lambda opening: opening.name)
async def test_each_request_goes_wrong_in_each_way(faulty_referee: House, opening: Opening, wrong: str) -> None:
    await goes_wrong(faulty_referee, opening, _WRONGS[wrong])


async def test_while_discord_opens_no_thread_there_is_no_battle(faulty_referee: House) -> None:
    house, master = faulty_referee, faulty_referee.person("meister")
    house.server.hooks.fail(503, *THREAD, times=_ALWAYS)
    said = await house.does(master.uses(house.channel, "/schlacht neu", vorlage="duell"))
    assert said.startswith("Discord war gerade nicht richtig zu erreichen, deshalb gibt es keinen neuen Thread.")
    assert (rows(house), made(house)) == ([], [])
    house.server.hooks.clear()
    await house.open()
    assert len(rows(house)) == 1


async def test_whoever_asks_again_is_told_of_a_thread_that_nobody_could_look_for(faulty_referee: House) -> None:
    house, master = faulty_referee, faulty_referee.person("meister")
    house.server.hooks.lose_answer(*THREAD)
    look = house.server.hooks.fail(503, *LOOK, times=_ALWAYS)
    said = await house.does(master.uses(house.channel, "/schlacht neu", vorlage="duell"))
    assert "ein leerer Thread „Schnelles Duell“" in said
    # As long as nobody knows whether it is there no second one is opened.
    assert look.met == 3
    assert (len(rows(house)), len(made(house))) == (0, 1)
    house.server.hooks.clear()
    thread = await house.open()
    assert [row.channel_id for row in rows(house)] == [thread.channel.id]


@pytest.mark.parametrize("first", [True, False])
async def test_the_thread_of_another_battle_is_not_taken_for_the_own(faulty_referee: House, first: bool) -> None:
    """Two of the same name are wanted at once: of the first the answer is lost, or of the second the request."""
    house = faulty_referee
    wanted = asyncio.Semaphore(0)
    looks = asyncio.Event()

    class Noted(asyncio.Lock):
        async def acquire(self) -> Literal[True]:
            wanted.release()
            return await super().acquire()

    house.bot.keeping.opening = defaultdict(Noted)
    if first:
        house.server.hooks.lose_answer(*THREAD)
    else:
        house.server.hooks.lose(*THREAD, after=1)
    house.server.hooks.delay(looks, *LOOK)
    used = {name: house.person(name).uses(house.channel, "/schlacht neu", vorlage="duell") for name in ("eins", "zwei")}
    async with asyncio.timeout(PATIENCE):
        for _ in used:
            await wanted.acquire()
    # Whoever comes second asks for none before.
    assert len(made(house)) <= 1
    looks.set()
    await house.settled()
    led = {row.created_by: row.channel_id for row in rows(house)}
    for name, one in used.items():
        assert f"<#{led[person_of(house.person(name).id)]}>" in one.said()
    assert sorted(led.values()) == sorted(one.id for one in made(house))


async def test_an_older_thread_in_which_nothing_is_played_any_more_is_left_alone(faulty_referee: House) -> None:
    house = faulty_referee
    old = opened(house.server.world, house.application.user, house.channel, {"name": "Schnelles Duell"})
    await house.settled()
    house.server.hooks.lose(*THREAD)
    await house.does(house.person("meister").uses(house.channel, "/schlacht neu", vorlage="duell"))
    (row,) = rows(house)
    assert [one.id for one in made(house)] == [old.id, row.channel_id]


async def test_a_battle_whose_thread_is_gone_gets_one_however_often_that_is_asked(faulty_referee: House) -> None:
    house = faulty_referee
    anew = next(one for one in OPENINGS if one.anew)
    await anew.prepare(house)
    first, second = anew.play(house), anew.play(house)
    await house.settled()
    (thread,) = made(house)
    said = sorted((first.said(), second.said()))
    assert said == [
        f"Der Thread dieser Schlacht ist noch da: <#{thread.id}>",
        f"Die Schlacht geht hier weiter: <#{thread.id}>",
    ]


async def test_the_pinned_message_comes_when_discord_is_back(faulty_referee: House) -> None:
    house = faulty_referee
    for method, path in (MESSAGE, PIN):
        house.server.hooks.fail(503, method, path, times=_ALWAYS)
    used = house.person("meister").uses(house.channel, "/schlacht neu", vorlage="duell")
    busy, house.settling.busy = house.settling.busy, []
    await house.settled()
    (thread,) = made(house)
    assert [row.channel_id for row in rows(house)] == [thread.id]
    assert f"<#{thread.id}>" in used.said()
    assert thread.shown() == []
    house.server.hooks.clear()
    house.settling.busy = busy
    await recovered(house)
    assert len(thread.pins()) == 1
    assert faults(house) == []


@pytest.mark.parametrize("anew", [False, True])
async def test_a_battle_that_was_kept_though_the_database_did_not_say_so(
    faulty_referee: House, monkeypatch: pytest.MonkeyPatch, anew: bool
) -> None:
    house = faulty_referee
    asked = next(one for one in OPENINGS if one.anew is anew)
    gone = await asked.prepare(house)
    monkeypatch.setattr("motuc_bot.bot.opening.open_battle", silenced(open_battle))
    monkeypatch.setattr("motuc_bot.bot.opening.move_thread", silenced(move_thread))
    used = asked.play(house)
    await house.settled()
    (row,), (thread,) = rows(house), made(house)
    assert row.channel_id == thread.id
    assert f"<#{thread.id}>" in used.said()
    assert len(thread.pins()) == 1
    assert faults_but_of(house, gone) == []


def silenced(keep: Callable[..., Any]) -> Callable[..., Any]:
    """Return what keeps something, but fails to say so."""

    def kept(*args: Any, **kwargs: Any) -> None:
        keep(*args, **kwargs)
        raise DatabaseAway("weg")

    return kept


async def test_a_battle_that_is_open_is_told_as_such_though_the_database_is_gone_by_then(
    faulty_referee: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, calls = faulty_referee, iter((True,))

    def now(*args: Any) -> Any:
        if next(calls, False):
            raise DatabaseAway("weg")
        return read_status(*args)

    monkeypatch.setattr("motuc_bot.bot.status.read_status", now)
    thread = await house.open()
    assert next(calls, None) is None
    assert len(thread.channel.pins()) == 1


async def test_why_there_is_no_battle_is_told_though_its_thread_stays(
    faulty_referee: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*args: object, **kwargs: object) -> None:
        raise DatabaseFault("weg")

    house = faulty_referee
    monkeypatch.setattr("motuc_bot.bot.opening.open_battle", away)
    house.server.hooks.lose("DELETE", "/channels/", times=_ALWAYS)
    said = await house.does(house.person("meister").uses(house.channel, "/schlacht neu", vorlage="duell"))
    assert said.startswith("Die Datenbank ist gerade nicht zu erreichen")
    assert rows(house) == []
