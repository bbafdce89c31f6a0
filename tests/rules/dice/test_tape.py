import pytest

from rules.dice import DiceLeft, Expected, Reason, Tape, TapeEmpty, TapeError, WrongDie

ATTACK = Reason((1, "black_moves", "Skeletor", "attack He-Man"), "attack", "Skeletor")
PARRY = Reason((1, "white_reacts", "He-Man", "parry"), "parry", "He-Man")


def test_a_tape_gives_its_values_in_order():
    tape = Tape([4, 2, 6])
    assert [tape.roll(6, ATTACK) for _ in range(3)] == [4, 2, 6]
    tape.finish()


def test_a_tape_counts_what_is_left():
    tape = Tape([4, 2])
    assert tape.left == 2
    tape.roll(6, ATTACK)
    assert tape.left == 1
    tape.roll(6, ATTACK)
    assert tape.left == 0


def test_a_tape_that_has_run_out_says_where_and_for_what():
    tape = Tape([4])
    tape.roll(6, ATTACK)
    with pytest.raises(TapeEmpty, match="die 2: the tape ends before 1d6 of He-Man for parry") as caught:
        tape.roll(6, PARRY)
    assert (caught.value.position, caught.value.reason) == (2, PARRY)


@pytest.mark.parametrize(("value", "faces"), [(7, 6), (0, 6), (-1, 6), (3, 2), (2, 1)])
def test_a_value_must_be_a_face_of_the_die(value: int, faces: int):
    with pytest.raises(WrongDie, match=f"die 1: {value} can't be the result of 1d{faces}") as caught:
        Tape([value]).roll(faces, ATTACK)
    assert (caught.value.position, caught.value.reason) == (1, ATTACK)


@pytest.mark.parametrize(("value", "faces"), [(1, 6), (6, 6), (1, 1), (10, 10)])
def test_the_first_and_the_last_face_fit(value: int, faces: int):
    assert Tape([value]).roll(faces, ATTACK) == value
    assert Tape([Expected(value, faces, "attack")]).roll(faces, ATTACK) == value


@pytest.mark.parametrize("meant", [Expected(4, 10, "attack"), Expected(4, 6, "parry"), Expected(7, 6, "attack")])
def test_an_expected_die_must_be_the_one_asked_for(meant: Expected):
    tape = Tape([1, meant])
    tape.roll(6, ATTACK)
    with pytest.raises(WrongDie) as caught:
        tape.roll(6, ATTACK)
    assert (caught.value.position, caught.value.reason) == (2, ATTACK)


def test_an_error_takes_nothing_from_the_tape():
    tape = Tape([Expected(4, 6, "attack")])
    with pytest.raises(WrongDie, match="expected 1d6 for attack, asked for 1d6 of He-Man for parry"):
        tape.roll(6, PARRY)
    assert tape.left == 1
    assert tape.roll(6, ATTACK) == 4


def test_dice_left_over_are_an_error():
    tape = Tape([4, 2, 6])
    tape.roll(6, ATTACK)
    with pytest.raises(DiceLeft, match="die 2: 2 left over") as caught:
        tape.finish()
    assert (caught.value.position, caught.value.reason) == (2, None)


def test_an_empty_tape_is_finished():
    tape = Tape(())
    tape.finish()
    assert tape.left == 0


def test_a_tape_keeps_its_own_values():
    values: list[int | Expected] = [4]
    tape = Tape(values)
    values[0] = 5
    values.append(6)
    assert tape.left == 1
    assert tape.roll(6, ATTACK) == 4


@pytest.mark.parametrize("error", [TapeEmpty, WrongDie, DiceLeft])
def test_all_errors_of_a_tape_are_tape_errors(error: type[TapeError]):
    with pytest.raises(TapeError, match="die 3: text"):
        raise error("text", 3, ATTACK)
