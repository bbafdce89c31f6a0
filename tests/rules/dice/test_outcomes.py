from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dice import Dice, Reason, Recorder, dice, outcomes

WHY = Reason((1, "black_moves", "Skeletor", "attack He-Man"), "attack", "Skeletor")


def test_without_dice_there_is_one_outcome():
    assert outcomes(lambda _: "quiet") == (("quiet", Fraction(1)),)


def test_one_die_has_its_faces_in_order():
    assert outcomes(lambda dice: dice.roll(3, WHY)) == tuple((value, Fraction(1, 3)) for value in (1, 2, 3))


def test_sequences_come_depth_first():
    rolled = outcomes(lambda dice: (dice.roll(2, WHY), dice.roll(3, WHY)))
    assert rolled == tuple((pair, Fraction(1, 6)) for pair in product((1, 2), (1, 2, 3)))


def test_equal_results_are_merged():
    assert dict(outcomes(lambda dice: dice.roll(6, WHY) + dice.roll(6, WHY))) == dict(dice(2, 6).items())
    assert outcomes(lambda dice: dice.roll(6, WHY) > 4) == ((False, Fraction(2, 3)), (True, Fraction(1, 3)))


def test_later_dice_may_depend_on_earlier_ones():
    """A coin decides whether a die is rolled, and the die which one comes next."""

    def run(dice: Dice) -> tuple[int, ...]:
        if dice.roll(2, WHY) == 1:
            return ()
        first = dice.roll(3, WHY)
        return (first,) if first == 1 else (first, dice.roll(first, WHY))

    assert outcomes(run) == (
        ((), Fraction(1, 2)),
        ((1,), Fraction(1, 6)),
        ((2, 1), Fraction(1, 12)),
        ((2, 2), Fraction(1, 12)),
        ((3, 1), Fraction(1, 18)),
        ((3, 2), Fraction(1, 18)),
        ((3, 3), Fraction(1, 18)),
    )


def test_a_die_with_one_face_branches_nowhere():
    assert outcomes(lambda dice: (dice.roll(1, WHY), dice.roll(2, WHY), dice.roll(1, WHY))) == (
        ((1, 1, 1), Fraction(1, 2)),
        ((1, 2, 1), Fraction(1, 2)),
    )


def test_each_sequence_is_run_once():
    runs: list[tuple[int, ...]] = []

    def run(dice: Dice) -> None:
        recorder = Recorder(dice)
        while recorder.roll(3, WHY) == 2 and len(recorder.rolls) < 3:
            pass
        runs.append(tuple(rolled.value for rolled in recorder.rolls))

    assert outcomes(run) == ((None, Fraction(1)),)
    assert runs == [(1,), (2, 1), (2, 2, 1), (2, 2, 2), (2, 2, 3), (2, 3), (3,)]


@given(st.dictionaries(st.lists(st.integers(1, 3), max_size=3).map(tuple), st.integers(1, 3)))
@settings(deadline=None)
def test_chances_add_up_to_one_whatever_is_rolled(tree: dict[tuple[int, ...], int]):
    """`tree` says which die, if any, follows which values."""

    def run(dice: Dice) -> tuple[int, ...]:
        values: tuple[int, ...] = ()
        while values in tree:
            values += (dice.roll(tree[values], WHY),)
        return values

    found = outcomes(run)
    assert sum(chance for _, chance in found) == 1
    assert [values for values, _ in found] == sorted({values for values, _ in found})
    for values, chance in found:
        for length in range(len(values)):
            chance *= tree[values[:length]]
        assert chance == 1


@pytest.mark.parametrize("faces", [0, -3])
def test_a_die_has_a_face(faces: int):
    with pytest.raises(ValueError, match="at least one face"):
        outcomes(lambda dice: dice.roll(faces, WHY))


def test_a_run_that_rolls_other_dice_after_the_same_values_is_refused():
    faces = iter([2, 3])
    with pytest.raises(ValueError, match="a d3 instead of a d2"):
        outcomes(lambda dice: dice.roll(next(faces), WHY))


def test_a_run_that_stops_rolling_is_refused():
    again = iter([True, False])
    with pytest.raises(ValueError, match="fewer dice"):
        outcomes(lambda dice: dice.roll(2, WHY) if next(again) else 1)


def test_an_error_of_the_run_gets_through():
    def run(dice: Dice) -> int:
        return 1 // (dice.roll(3, WHY) - 2)

    with pytest.raises(ZeroDivisionError):
        outcomes(run)
