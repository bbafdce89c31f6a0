"""Taking back, correcting and ending: what it does to the dice and to their seals."""

import pytest

from motuc_bot.referee.act import act
from motuc_bot.referee.check_battles import check_battles
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.export_battle import export_battle
from motuc_bot.referee.read_battle import read_battle
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.sealed_dice import commitment_of
from rules.board import Field
from rules.core import Seat
from rules.motuc.commands import Attack, Correct, Pause, Reassign, Relocate
from rules.motuc.words import FigureName, Quantity
from tests.referee.export import verified
from tests.referee.lineup import filled, told
from tests.referee.master import correct, end, roll_back
from tests.referee.table import Thread, duel, sit

SKELETOR = FigureName("Skeletor")
# The seeds of `open_desk`, in the order in which they are drawn.
SEEDS = [bytes([number]) * 32 for number in range(1, 256)]


def fight(thread: Thread, attack: str = "Skeletor: greift He-Man an") -> list[tuple[str, ...]]:
    return [answer.lines for answer in thread.play([("kalle", attack), ("anna", "He-Man: pariert")])]


def state_of(thread: Thread) -> dict[str, object]:
    return read_battle(thread.desk, thread.battle, None).document


def test_the_same_action_keeps_its_dice(desk: Desk) -> None:
    thread = duel(desk)
    before = state_of(thread)
    first = fight(thread)
    fought = state_of(thread)
    assert roll_back(desk, thread.battle, "sl", thread.message(), 0).number == 3
    assert state_of(thread) == before
    assert (
        fight(thread, "Der Kampf beginnt!\nSkeletor greift He-Man noch einmal an.\nSkeletor: attackiert He-Man")
        == first
    )
    assert state_of(thread) == fought
    thread.play([("sl", "SL: rückgängig bis 3"), ("sl", "SL: He-Man Leben 9")])
    # A correction changes no dice either.
    assert [line for line in fight(thread)[1] if line.startswith("Parade")] == [
        line for line in first[1] if line.startswith("Parade")
    ]
    assert list(check_battles(desk)) == [(thread.battle, "Zweikampf", ())]
    roll_back(desk, thread.battle, "sl", thread.message(), 7)
    # Another action has other dice: each stake names another one.
    rolled = set()
    for stake in ("1", "2", "3", "4"):
        fight(thread, f"Skeletor: greift He-Man an, Beweglichkeit {stake}")
        rolled.add(tuple(export_battle(desk, thread.battle)["dice"][-3:]))
        roll_back(desk, thread.battle, "sl", thread.message(), 7)
    assert len(rolled) > 1


def test_corrections_are_posts_of_the_game_master(desk: Desk) -> None:
    thread = duel(desk)
    life = correct(desk, thread.battle, "sl", [Correct(SKELETOR, Quantity.LIFE, 7, "weil es so war")], thread.message())
    assert life.number == 1
    both = [Relocate(SKELETOR, Field(1, 1)), Reassign(SKELETOR, Seat("uwe")), Pause()]
    assert correct(desk, thread.battle, "sl", both, thread.message()).number == 2
    figures = state_of(thread)["figures"]
    assert isinstance(figures, dict)
    assert {key: figures["Skeletor"][key] for key in ("life", "field", "player")} == {
        "life": 7,
        "field": "A1",
        "player": "uwe",
    }
    wrong = [Correct(SKELETOR, Quantity.LIFE, 3), Correct(SKELETOR, Quantity.LIFE, 99)]
    assert correct(desk, thread.battle, "sl", wrong, thread.message()).faults[0].code == "R-X6"
    with pytest.raises(NotAllowed):
        correct(desk, thread.battle, "kalle", [Pause()], thread.message())
    assert read_battle(desk, thread.battle, None).posts[0].text == "SL: Skeletor Leben 7, weil es so war"
    sit(desk, thread, "uwe")
    assert thread.post("sl", "SL: Fortsetzen").number == 3
    assert act(desk, thread.battle, "uwe", [Attack(SKELETOR, FigureName("He-Man"))], thread.message()).number is None
    assert thread.post("uwe", "Skeletor: geht nach B2").number == 4


def test_the_seed_is_shown_when_the_battle_ends_and_not_before(desk: Desk) -> None:
    thread = duel(desk)
    fight(thread)
    seen = read_battle(desk, thread.battle, "sl")
    assert [(seal.first_post, seal.commitment, seal.seed) for seal in seen.seals] == [
        (0, commitment_of(SEEDS[0]), None)
    ]
    assert sum(commitment_of(SEEDS[0]) in line for line in told(desk, thread.battle)) == 1
    assert SEEDS[0].hex() not in str(told(desk, thread.battle))
    assert end(desk, thread.battle, "sl", thread.message()).number == 3
    seen = read_battle(desk, thread.battle, None)
    assert (seen.over, seen.seals[0].seed) == (True, SEEDS[0].hex())
    assert sum(SEEDS[0].hex() in line for line in told(desk, thread.battle)) == 1
    assert thread.post("kalle", "Schön war es.").number == 4
    assert thread.post("kalle", "Skeletor: wartet").number is None
    assert sum(SEEDS[0].hex() in line for line in told(desk, thread.battle)) == 1
    assert verified(desk, thread.battle)[0] == 0


def test_after_the_end_a_roll_back_leads_on_with_a_new_seal(desk: Desk) -> None:
    thread = duel(desk)
    first = fight(thread)
    thread.play([("sl", "SL: Schlacht beenden"), ("eve", "Und?")])
    before = len(told(desk, thread.battle))
    assert thread.post("sl", "SL: rückgängig bis 99").number is None
    assert roll_back(desk, thread.battle, "sl", thread.message(), 0).number == 5
    old, new = read_battle(desk, thread.battle, "sl").seals
    assert (old.first_post, old.seed, new.first_post, new.seed) == (0, SEEDS[0].hex(), 5, None)
    assert any(new.commitment in line for line in told(desk, thread.battle)[before:])
    status, lines = verified(desk, thread.battle)
    assert (status, any("Erst prüfbar" in line for line in lines)) == (0, False)
    # The seed of the first dice is known: the same action gets other ones.
    seeds = [seed for seed in SEEDS if commitment_of(seed) == new.commitment]
    again = fight(thread)
    assert again != first
    status, lines = verified(desk, thread.battle)
    assert (status, any("Erst prüfbar" in line for line in lines)) == (0, True)
    thread.play([("sl", "SL: Schlacht beenden")])
    assert [seal.seed for seal in read_battle(desk, thread.battle, None).seals] == [SEEDS[0].hex(), seeds[0].hex()]
    assert any(seeds[0].hex() in line for line in told(desk, thread.battle))
    assert verified(desk, thread.battle)[0] == 0
    assert list(check_battles(desk)) == [(thread.battle, "Zweikampf", ())]


def test_what_goes_back_and_ends_again_in_one_post_shows_no_new_seed(desk: Desk) -> None:
    thread = duel(desk)
    thread.play([("kalle", "Skeletor: geht nach E4"), ("sl", "SL: Schlacht beenden")])
    thread.play([("sl", "SL: rückgängig\nSL: Schlacht beenden")])
    assert [seal.seed for seal in read_battle(desk, thread.battle, None).seals] == [SEEDS[0].hex()]
    assert verified(desk, thread.battle)[0] == 0
    assert list(check_battles(desk)) == [(thread.battle, "Zweikampf", ())]


def test_a_roll_back_reaches_into_the_line_up(desk: Desk) -> None:
    thread = filled(desk)
    thread.play([("kalle", "Clawful: hält nichts"), ("sl", "SL: weiter"), ("sl", "SL: weiter"), ("uwe", "fertig")])
    thread.play([("sl", "SL: rückgängig bis 1")])
    assert state_of(thread)["phase"] == "lineup"
    thread.play([("sl", "SL: Pause"), ("sl", "SL: weiter")])
    figures = state_of(thread)["figures"]
    assert isinstance(figures, dict)
    assert (figures["Clawful"]["field"], state_of(thread)["phase"], state_of(thread)["paused"]) == (
        None,
        "placement",
        True,
    )
    assert list(check_battles(desk)) == [(thread.battle, "Aufstellung", ())]
