import pytest

from rules.dice import Dice, Reason, Recorder, Rolled, Tape, TapeEmpty

FIRST = Reason((1, "black_moves", "Skeletor", "attack He-Man"), "attack", "Skeletor")
SECOND = Reason((1, "black_moves", "Skeletor", "attack He-Man"), "attack", "Skeletor", index=1)


def test_a_recorder_passes_on_what_the_dice_show_and_keeps_it():
    recorder = Recorder(Tape([4, 9]))
    assert recorder.roll(6, FIRST) == 4
    assert recorder.roll(10, SECOND) == 9
    assert recorder.rolls == [Rolled(6, 4, FIRST), Rolled(10, 9, SECOND)]


def test_a_roll_that_fails_is_not_kept():
    recorder = Recorder(Tape([4]))
    recorder.roll(6, FIRST)
    with pytest.raises(TapeEmpty):
        recorder.roll(6, SECOND)
    assert recorder.rolls == [Rolled(6, 4, FIRST)]


def test_recorders_are_dice():
    inner = Recorder(Tape([3]))
    outer: Dice = Recorder(inner)
    assert outer.roll(6, FIRST) == 3
    assert inner.rolls == [Rolled(6, 3, FIRST)]


def test_dice_of_one_purpose_differ_by_their_index():
    assert FIRST.index == 0
    assert FIRST != SECOND
    assert len({FIRST, SECOND, Reason(FIRST.action, "attack", "Skeletor", 0)}) == 2
