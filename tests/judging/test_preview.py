"""A preview tells what a post would do, and does nothing: no die, no change, no secret."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from motuc_bot.judging.judged import MOST_EXPLAINED, Incoming, judge
from motuc_bot.judging.preview import Preview, PreviewKind, preview
from motuc_bot.systems.motuc.choices import choices
from motuc_bot.systems.motuc.phrase import phrase
from motuc_bot.systems.motuc.side import MotucSide
from rules.core import GAME_MASTER, Battle, Post, RollBack, Seat
from rules.motuc import MOTUC
from rules.motuc import commands as cm
from rules.motuc.words import FigureName
from tests.rules.contract.trial import RandomDice
from tests.rules.motuc.trial import SEATS, pace, random_config, rewritten, strange_command
from tests.systems.motuc.scene import Scene, field

SIDE = MotucSide()
ANN = Seat("ann")
NO_POST = (cm.Enlist, cm.Withdraw, cm.Equip, cm.LeaveStarts)
PROSE = ("Es wird Nacht über Eternia.", "> zitiert", "", "Was nun?")


class NoDice:
    """Fails when a die is rolled."""

    def roll(self, faces: int, reason: object) -> int:
        raise AssertionError(f"W{faces} for {reason}")


def looked_at(scene: Scene, text: str, seat: str = "ann", *, private: bool = False) -> Preview:
    """Return the preview of a post."""
    return preview(SIDE, scene.battle, Incoming(Seat(seat), text, private))


def shown(found: Preview) -> list[tuple[int, str, tuple[str, ...]]]:
    """Return number, kind and German lines of every line."""
    return [(line.number, line.kind.value, line.told) for line in found.lines]


def opened() -> Scene:
    return Scene({"Skeletor": "C3", "Webstor": "B6"}, {"He-Man": "D4", "Teela": "E6"})


# --- what it tells -----------------------------------------------------------------------------------------------


def test_orders_speech_and_prose() -> None:
    text = "Skeletor lacht laut.\nSkeletor: „Stirb!“\n\nSkeletor: geht nach C4, greift He-Man an; Webstor: passt\nEnde."
    found = looked_at(opened(), text)
    assert found.counts
    assert shown(found) == [
        (1, "prose", ()),
        (2, "speech", ()),
        (
            4,
            "command",
            (
                "Skeletor geht von C3 nach C4, 1 Feld: Ausdauer 3.",
                "Skeletor greift He-Man an (Havoc-Stab; gegen Ausweichen: alle Bew., jetzt 4).",
            ),
        ),
        (4, "command", ("Webstor passt.",)),
        (5, "prose", ()),
    ]
    assert [line.text for line in found.lines][3:] == ["Webstor: passt", "Ende."]


def test_each_line_is_judged_after_the_good_ones_before_it() -> None:
    found = looked_at(
        opened(), "Skeletor: geht nach C4\nSkeletor: geht nach C5\nSkeletor: greift He-Man an\nWebstor: gäht"
    )
    assert not found.counts
    assert [line.kind.value for line in found.lines] == ["command", "fault", "command", "speech"]
    assert "R-M3" in found.lines[1].told[0]


def test_a_line_that_changes_nothing() -> None:
    scene = opened()
    scene.post("ann", cm.Pass(FigureName("Webstor")))
    found = looked_at(scene, "Skeletor: passt\nfertig")
    assert shown(found)[1] == (2, "command", ("Du bist damit fertig.",))
    found = looked_at(scene, "Skeletor: greift He-Man an\nfertig")
    assert shown(found)[1] == (2, "command", ("Du bist damit fertig.",))


def test_an_order_to_somebody_who_does_not_take_part() -> None:
    text = "Beast Man: geht nach B2\nbeastman: lacht\n> Beast Man: geht nach B2\n> He-Man: geht\nNie Gehört: geht"
    found = looked_at(opened(), text)
    absent = ("Beast Man spielt hier nicht mit.",)
    assert [line.told for line in found.lines if line.kind is PreviewKind.PROSE] == [absent, absent, (), (), ()]
    assert found.counts
    assert not found.orders
    assert not looked_at(opened(), "rückgängig").orders
    assert looked_at(opened(), "Beast Man: geht nach B2\nSkeletor: passt").orders
    assert looked_at(opened(), "Skeletor: geht nach Z9").orders


def test_what_stands_behind_a_last_fault_is_not_called_prose() -> None:
    found = looked_at(opened(), "Prosa.\nSkeletor: geht nach Z9\nNoch mehr Prosa.")
    assert [line.kind for line in found.lines] == [PreviewKind.PROSE, PreviewKind.FAULT]


def test_a_post_without_orders_counts() -> None:
    assert looked_at(opened(), "Nur Prosa.") == Preview(tuple(looked_at(opened(), "Nur Prosa.").lines), counts=True)
    assert looked_at(opened(), "") == Preview((), counts=True)


def test_a_private_start_shows_what_was_understood() -> None:
    scene = Scene({"Skeletor": None, "Webstor": None}, {"He-Man": None})
    text = "Start Skeletor A4, Webstor A5"
    assert shown(looked_at(scene, text, private=True)) == [
        (1, "command", ("Verstanden: Skeletor: Start A4", "Verstanden: Webstor: Start A5"))
    ]
    told = looked_at(scene, text).lines[0].told
    assert told[:3] == (
        "Verstanden: Skeletor: Start A4",
        "Verstanden: Webstor: Start A5",
        "Die Startpositionen für Skeletor und Webstor sind da.",
    )
    assert told[-1] == "Hier könnte das jeder lesen: besser ist eine private Nachricht."
    private = looked_at(scene, "Skeletor: geht nach A4", private=True)
    assert not private.counts
    assert private.lines[0].kind is PreviewKind.FAULT


def test_going_back() -> None:
    scene = opened()
    scene.post("ann", cm.Walk(FigureName("Skeletor"), field("C5")))
    found = looked_at(scene, "SL: rückgängig\nSkeletor: geht nach B3", "SL")
    assert found.counts
    assert found.lines[0].told[0] == "**Die Spielleitung macht alle Beiträge rückgängig.**"
    assert found.lines[1].told == ("Skeletor geht von C3 nach B3, 1 Feld: Ausdauer 3.",)
    assert not looked_at(scene, "SL: rückgängig").counts


def test_a_post_takes_back_its_own_line() -> None:
    scene = opened()
    scene.post("ann", cm.Walk(FigureName("Skeletor"), field("C5")))
    before = scene.battle
    found = looked_at(scene, "Skeletor: greift He-Man an\nSkeletor: zurück")
    assert found.counts
    assert found.lines[1].told[0] == "ann nimmt #2 zurück (Skeletor)."
    assert scene.battle is before


# --- what it never does ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_it_says_what_the_referee_will(seed: int) -> None:
    random = Random(seed)
    tried = 0
    for number, battle in battles(random):
        seat = random.choice(SEATS)
        incoming = Incoming(seat, "\n".join(a_post(random, battle, seat)), random.random() < 0.2)
        before = (battle.log, battle.state)
        found = preview(SIDE, battle, incoming)
        assert (battle.log, battle.state) == before
        _, judged = judge(SIDE, battle, incoming, number, RandomDice(random))
        assert found.counts == judged.accepted
        faults = [line for line in found.lines if line.kind is PreviewKind.FAULT]
        assert [line.number for line in faults] == [fault.line for fault in judged.faults]
        told = ["\n".join(line.told) for line in faults]
        assert sorted(told[:MOST_EXPLAINED]) == sorted(fault.message for fault in judged.faults[:MOST_EXPLAINED])
        tried += len(found.lines)
    assert tried > 5


@pytest.mark.parametrize("seed", range(6))
def test_it_tells_no_secret(seed: int) -> None:
    random = Random(seed)
    for _, battle in battles(random, most=20):
        for seat in SEATS:
            twin = rewritten(random, battle.state, seat)
            if twin is not None:
                incoming = Incoming(seat, "\n".join(a_post(random, battle, seat)), random.random() < 0.5)
                assert preview(SIDE, replace(battle, state=twin), incoming) == preview(SIDE, battle, incoming)


def test_it_never_rolls() -> None:
    # The only figure that is still to move passes: what follows would be rolled.
    scene = Scene({"Skeletor": "C3"}, {"He-Man": "D4"})
    scene.post("ann", cm.Attack(FigureName("Skeletor"), FigureName("He-Man")))
    text = "He-Man: pariert"
    with pytest.raises(AssertionError):
        judge(SIDE, scene.battle, Incoming(Seat("ben"), text), 2, NoDice())
    assert shown(looked_at(scene, text, "ben")) == [(1, "command", ("He-Man gegen Skeletor: Parade.",))]


def battles(random: Random, most: int = 40) -> Iterator[tuple[int, Any]]:
    """Yield the battles of one played at random, each with the number of its next post."""
    dice = RandomDice(random)
    battle: Battle[Any, Any, Any, Any, Any] = Battle.open(MOTUC, random_config(random), dice)
    for number in range(1, most):
        yield number, battle
        if MOTUC.over(battle.state) is not None:
            return
        waiting = MOTUC.waiting(battle.state)
        seat = random.choice(waiting).seat if waiting and random.random() < 0.8 else random.choice(SEATS)
        offers = MOTUC.offers(MOTUC.view(battle.state, seat), seat)
        commands = [random.choice(found) for offer in offers if (found := list(offer.commands()))]
        wanted = [command for command in commands if random.random() < pace(command)]
        if wanted:
            battle, _ = battle.judge(Post(number, seat, ((random.choice(wanted),),)), dice)


def a_post(random: Random, battle: Any, seat: Seat) -> Iterator[str]:
    """Yield the lines of a post: choices of the seat, anything else, speech and prose."""
    usual = [choice.text for group in choices(battle.state, seat) for choice in group.choices]
    for _ in range(random.randint(1, 4)):
        kind = random.random()
        if usual and kind < 0.6:
            yield random.choice(usual)
        elif kind < 0.7:
            yield random.choice(PROSE)
        elif kind < 0.75 and seat == GAME_MASTER:
            yield phrase(RollBack(random.choice([None, 0, 1])))
        else:
            command = strange_command(random, battle.state, seat)
            if not isinstance(command, NO_POST):
                yield phrase(command)
