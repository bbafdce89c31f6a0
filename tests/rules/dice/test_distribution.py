from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dice import Distribution, dice, mixture

d6 = Distribution.die(6)


def counted(*faces: int, sum_up: Callable[[tuple[int, ...]], int] = sum) -> dict[int, Fraction]:
    """The chances of a number of dice, by listing every way they fall."""
    falls = Counter(sum_up(values) for values in product(*(range(1, n + 1) for n in faces)))
    return {value: Fraction(ways, prod(faces)) for value, ways in falls.items()}


@st.composite
def distributions(draw: st.DrawFn) -> Distribution:
    values = draw(st.dictionaries(st.integers(-8, 8), st.integers(1, 5), min_size=1, max_size=5))
    total = sum(values.values())
    return mixture((Fraction(weight, total), Distribution.constant(value)) for value, weight in values.items())


def test_a_die_shows_each_face_alike():
    assert d6.items() == tuple((value, Fraction(1, 6)) for value in (1, 2, 3, 4, 5, 6))
    assert Distribution.die(1) == Distribution.constant(1)
    assert d6.mean() == Fraction(7, 2)


def test_two_dice_by_hand():
    assert dice(2, 6).items() == tuple(
        (value, Fraction(ways, 36)) for value, ways in zip(range(2, 13), (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1), strict=True)
    )
    assert dice(2, 6).at_least(10) == Fraction(6, 36)
    assert dice(2, 6).above(10) == Fraction(3, 36)


def test_one_die_above_another():
    assert d6.above(d6) == Fraction(15, 36)
    assert d6.at_least(d6) == Fraction(21, 36)
    assert d6.above(dice(2, 6)) == Fraction(20, 216)  # 1 + 3 + 6 + 10 ways below 3, 4, 5 and 6
    assert (d6 + 1).above(d6) == d6.at_least(d6)


def test_above_and_at_least_a_number():
    assert [d6.above(n) for n in (0, 1, 5, 6)] == [1, Fraction(5, 6), Fraction(1, 6), 0]
    assert [d6.at_least(n) for n in (1, 2, 6, 7)] == [1, Fraction(5, 6), Fraction(1, 6), 0]


def test_a_parry_by_hand():
    """Attacker 6+3+W6+W6 (reach) against 7+3+W6: he wins if two dice exceed one by at least 2."""
    attack, parry = 6 + Distribution.constant(3) + dice(2, 6), 7 + Distribution.constant(3) + d6
    wins = sum(a + b > c + 1 for a, b, c in product(range(1, 7), repeat=3))
    assert attack.above(parry) == Fraction(wins, 216)


def test_damage_is_the_positive_difference():
    damage = (d6 + 3 + 6 - (8 + d6 + 2)).map(lambda difference: max(0, difference))
    assert damage.items() == tuple(
        (value, Fraction(ways, 36)) for value, ways in ((0, 26), (1, 4), (2, 3), (3, 2), (4, 1))
    )
    assert damage.mean() == Fraction(4 + 6 + 6 + 4, 36)


@pytest.mark.parametrize(("count", "faces"), [(0, 6), (1, 6), (2, 6), (3, 6), (4, 4), (3, 10), (5, 2)])
def test_dice_against_counting(count: int, faces: int):
    assert dict(dice(count, faces).items()) == counted(*[faces] * count)


def test_no_dice_add_up_to_nothing():
    assert dice(0, 6) == Distribution.constant(0)


@given(st.lists(st.integers(1, 5), min_size=1, max_size=3), st.lists(st.integers(1, 5), min_size=1, max_size=3))
def test_sums_and_differences_against_counting(plus: list[int], minus: list[int]):
    total = Distribution.constant(0)
    for faces in plus:
        total = total + Distribution.die(faces)
    for faces in minus:
        total = total - Distribution.die(faces)
    expected = counted(*plus, *minus, sum_up=lambda values: sum(values[: len(plus)]) - sum(values[len(plus) :]))
    assert dict(total.items()) == expected
    values = [value for value, _ in total.items()]
    assert values == sorted(set(values))


def test_numbers_can_stand_on_either_side():
    assert (d6 + 2).items() == (2 + d6).items() == tuple((value, Fraction(1, 6)) for value in range(3, 9))
    assert (d6 - 2).items() == tuple((value, Fraction(1, 6)) for value in range(-1, 5))
    assert (2 - d6).items() == tuple((value, Fraction(1, 6)) for value in range(-4, 2))
    assert -d6 == 0 - d6


def test_a_distribution_added_to_itself_is_two_dice():
    assert d6 + d6 == dice(2, 6)
    assert d6.map(lambda value: 2 * value) != dice(2, 6)
    assert d6 - d6 != Distribution.constant(0)


def test_chance_and_map_by_hand():
    assert d6.chance(lambda value: value % 3 == 0) == Fraction(1, 3)
    assert d6.chance(lambda value: value > 6) == 0
    assert d6.map(lambda value: (value + 1) // 2) == Distribution.die(3)


def test_equal_chances_are_equal_however_they_came_about():
    even = d6.map(lambda value: value % 2)
    other = dice(2, 2).map(lambda value: value % 2)
    assert even == other
    assert hash(even) == hash(other)
    assert {even, other} == {mixture([(Fraction(1, 2), Distribution.constant(n)) for n in (1, 0)])}


def test_a_mixture_by_hand():
    mixed = mixture([(Fraction(1, 3), Distribution.constant(0)), (Fraction(2, 3), Distribution.die(2))])
    assert mixed.items() == ((0, Fraction(1, 3)), (1, Fraction(1, 3)), (2, Fraction(1, 3)))
    assert mixed == Distribution.die(3) - 1


def test_a_part_without_a_chance_leaves_no_trace():
    assert mixture([(Fraction(1), d6), (Fraction(0), Distribution.constant(9))]) == d6


def test_the_parts_of_a_mixture_may_be_used_up_once():
    assert mixture(pair for pair in [(Fraction(1), d6)]) == d6


@pytest.mark.parametrize("chances", [[], [Fraction(1, 2)], [Fraction(1), Fraction(1, 6)], [Fraction(2), Fraction(-1)]])
def test_the_chances_of_a_mixture_add_up_to_one(chances: list[Fraction]):
    with pytest.raises(ValueError, match="add up to 1"):
        mixture((chance, d6) for chance in chances)


@pytest.mark.parametrize("faces", [0, -1])
def test_a_die_has_a_face(faces: int):
    with pytest.raises(ValueError, match="at least one face"):
        Distribution.die(faces)
    with pytest.raises(ValueError, match="at least one face"):
        dice(0, faces)


def test_a_number_of_dice_is_not_negative():
    with pytest.raises(ValueError, match="not negative: -1"):
        dice(-1, 6)


@given(distributions(), distributions())
@settings(deadline=None)
def test_comparisons_against_counting(a: Distribution, b: Distribution):
    pairs = [(x, y, chance * other) for x, chance in a.items() for y, other in b.items()]
    assert a.above(b) == sum(chance for x, y, chance in pairs if x > y)
    assert a.at_least(b) == sum(chance for x, y, chance in pairs if x >= y)
    assert a.above(b) + b.at_least(a) == 1


@given(distributions(), distributions(), distributions())
@settings(deadline=None)
def test_distributions_obey_the_laws_of_sums(a: Distribution, b: Distribution, c: Distribution):
    assert a + b == b + a
    assert (a + b) + c == a + (b + c)
    assert a - b == a + -b
    assert (a + b).mean() == a.mean() + b.mean()
    assert (a - b).mean() == a.mean() - b.mean()
    assert sum(chance for _, chance in (a + b).items()) == 1


@given(distributions(), distributions(), st.fractions(0, 1))
@settings(deadline=None)
def test_a_mixture_against_its_parts(a: Distribution, b: Distribution, share: Fraction):
    mixed = mixture([(share, a), (1 - share, b)])
    chances, parts = dict(mixed.items()), (dict(a.items()), dict(b.items()))
    for value in range(-9, 10):
        assert chances.get(value, 0) == share * parts[0].get(value, 0) + (1 - share) * parts[1].get(value, 0)
