"""What makes a team worth more or less in the line-up: few changes that come out at an exact number (R-T2, R-T4)."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from typing import TypeVar

from rules.core import Rejected, Seat
from rules.motuc import lineup
from rules.motuc.commands import Command, Enlist, Equip, Withdraw
from rules.motuc.model import Figure, Setup, Sheet, State, Weapon
from rules.motuc.words import FigureName, Team, WeaponName

MOST = 3

Armoury = tuple[WeaponName, ...]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Rearmed:
    """A figure has other weapons from the armoury."""

    figure: FigureName
    before: Armoury
    after: Armoury


@dataclass(frozen=True, slots=True)
class Joined:
    """A figure joins, with these weapons from the armoury; `instead` of another one, whose player takes it, or None."""

    figure: FigureName
    value: int
    armoury: Armoury = ()
    instead: Figure | None = None


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Changes of one team that make it worth `gain` more (or less); `effort` counts things given, taken, replaced."""

    team: Team
    changes: tuple[Rearmed | Joined, ...]
    gain: int
    effort: int

    def commands(self, taker: Seat) -> tuple[Command, ...]:
        """Return the orders that carry it out, first all that give something back; `taker` takes one more figure."""
        orders: list[Command] = []
        rearmed = [change for change in self.changes if isinstance(change, Rearmed)]
        if len(rearmed) > 1:
            orders += [Equip(change.figure, _kept(change)) for change in rearmed if _kept(change) != change.before]
        for change in self.changes:
            match change:
                case Rearmed(figure=figure, after=after):
                    orders.append(Equip(figure, after))
                case Joined(figure=figure, armoury=armoury, instead=old):
                    if old is not None:
                        orders.append(Withdraw(old.name))
                    orders.append(Enlist(figure, self.team, taker if old is None else old.seat, armoury))
        return tuple(orders)

    @property
    def figures(self) -> set[FigureName]:
        """The figures that it is about."""
        names: set[FigureName] = set()
        for change in self.changes:
            names.add(change.figure)
            if isinstance(change, Joined) and change.instead is not None:
                names.add(change.instead.name)
        return names


@dataclass(frozen=True, slots=True)
class Levelling:
    """What was found: at most three exact suggestions, those of least effort first; if none, the nearest one."""

    exact: tuple[Suggestion, ...] = ()
    nearest: Suggestion | None = None


def levelled(state: State, wanted: Mapping[Team, int]) -> Levelling:
    """Return how one of the teams becomes worth as much more as wanted (less, if negative), by few changes.

    Tried are: one change of what a figure has from the armoury, one figure instead of another, one more figure; then
    the latter two with a weapon from the armoury, and two changes of what figures have from it. The state is one in
    line-up.
    """
    searches = [(_Search(state, team), amount) for team, amount in wanted.items() if amount]
    exact: list[Suggestion] = []
    nearest: Suggestion | None = None
    least = 0
    for effort in (_Search.LIGHT, _Search.HEAVY):
        found = [(s, amount) for way in effort for search, amount in searches for s in way(search, amount)]
        exact += _diverse([suggestion for suggestion, amount in found if suggestion.gain == amount])
        if len(exact) >= MOST:
            break
        for suggestion, amount in found:
            miss = abs(amount - suggestion.gain)
            if miss < (abs(amount) if nearest is None else least):
                nearest, least = suggestion, miss
    return Levelling(tuple(exact[:MOST])) if exact else Levelling(nearest=nearest)


def _diverse(suggestions: list[Suggestion]) -> list[Suggestion]:
    """Return them all, first such that no two are about the same figure."""
    first: list[Suggestion] = []
    rest: list[Suggestion] = []
    named: set[FigureName] = set()
    for suggestion in suggestions:
        (rest if named & suggestion.figures else first).append(suggestion)
        named |= suggestion.figures
    return first + rest


class _Search:
    """The changes of one team; each way yields, for every place where it can be gone, what comes nearest."""

    def __init__(self, state: State, team: Team) -> None:
        self._state = state
        self._team = team
        self._figures = state.team(team)
        self._weapons = {weapon.name: weapon for weapon in state.setup.weapons}
        stock = next((armoury for armoury in state.setup.armouries if armoury.team is team), None)
        self._stock = None if stock is None else Counter(stock.weapons)
        if self._stock is None:
            self._kinds = _of_different_worth(state.setup)
        else:
            self._kinds = tuple(name for name in self._stock if name in self._weapons)
            self._stock.subtract(name for figure in self._figures for name in figure.armoury)
        self._unarmed = tuple(self._free_figures())
        self._armed_once: tuple[tuple[int, tuple[Sheet, Armoury]], ...] | None = None

    def rearm(self, wanted: int) -> Iterator[Suggestion]:
        """Yield one change of what one figure has from the armoury."""
        for figure in self._figures:
            for gain, after in _closest(self._steps(figure, figure.armoury), wanted):
                yield self._suggestion(gain, 1, Rearmed(figure.name, figure.armoury, after))

    def swap(self, wanted: int) -> Iterator[Suggestion]:
        """Yield one figure instead of another, with its own weapons."""
        for figure in self._figures:
            for value, sheet in _closest(self._unarmed, figure.value + wanted):
                change = Joined(sheet.name, value, instead=figure)
                yield self._suggestion(value - figure.value, 1, change)

    def join(self, wanted: int) -> Iterator[Suggestion]:
        """Yield one more figure, with its own weapons."""
        if self._has_room():
            for value, sheet in _closest(self._unarmed, wanted):
                yield self._suggestion(value, 1, Joined(sheet.name, value))

    def swap_armed(self, wanted: int) -> Iterator[Suggestion]:
        """Yield one figure instead of another, with a weapon from the armoury."""
        for figure in self._figures:
            in_stock = (one for one in self._armed() if self._in_stock(one[1][1], figure.armoury))
            for value, (sheet, weapons) in _closest(in_stock, figure.value + wanted):
                yield self._suggestion(value - figure.value, 2, Joined(sheet.name, value, weapons, figure))

    def join_armed(self, wanted: int) -> Iterator[Suggestion]:
        """Yield one more figure, with a weapon from the armoury."""
        if self._has_room():
            in_stock = (one for one in self._armed() if self._in_stock(one[1][1]))
            for value, (sheet, weapons) in _closest(in_stock, wanted):
                yield self._suggestion(value, 2, Joined(sheet.name, value, weapons))

    def rearm_two(self, wanted: int) -> Iterator[Suggestion]:
        """Yield one change each of what two figures have from the armoury."""
        pieces = tuple(name for figure in self._figures for name in figure.armoury)
        options = [(figure, _by_gain(self._steps(figure, pieces))) for figure in self._figures]
        for (one, of_one), (other, of_other) in combinations(options, 2):
            for _, first, second in sorted(_nearest_sums(of_one, sorted(of_other), wanted)):
                found = self._pair(one, of_one[first], other, of_other[second], padded=not (first and second))
                if found is not None:
                    yield self._suggestion(first + second, 2, *found)
                    break

    def rearm_twice(self, wanted: int) -> Iterator[Suggestion]:
        """Yield two changes of what one figure has from the armoury; only one without weapons of its own has room."""
        for figure in self._figures:
            if figure.sheet.weapons:
                continue
            afters = {
                tuple(sorted(twice)): None
                for once in _changed_once(figure, figure.armoury, self._kinds)
                for twice in _changed_once(figure, once, self._kinds)
                if self._in_stock(twice, figure.armoury)
            }
            simpler = {gain for gain, _ in self._steps(figure, figure.armoury)}
            gains = ((self._worth(figure.sheet, after) - figure.value, after) for after in afters)
            for gain, after in _closest((option for option in gains if option[0] not in simpler), wanted):
                yield self._suggestion(gain, 2, Rearmed(figure.name, figure.armoury, after))

    LIGHT: tuple[Callable[[_Search, int], Iterator[Suggestion]], ...] = (rearm, swap, join)
    HEAVY: tuple[Callable[[_Search, int], Iterator[Suggestion]], ...] = (
        swap_armed,
        join_armed,
        rearm_two,
        rearm_twice,
    )

    def _suggestion(self, gain: int, effort: int, *changes: Rearmed | Joined) -> Suggestion:
        return Suggestion(self._team, changes, gain, effort)

    def _steps(self, figure: Figure, given_back: Armoury) -> Iterator[tuple[int, Armoury]]:
        """Yield what one change of the figure's armoury weapons gains, once these pieces have been given back."""
        for after in _changed_once(figure, figure.armoury, self._kinds):
            if self._in_stock(after, given_back):
                yield self._worth(figure.sheet, after) - figure.value, after

    def _pair(
        self, one: Figure, firsts: list[Armoury], other: Figure, seconds: list[Armoury], *, padded: bool
    ) -> tuple[Rearmed, Rearmed] | None:
        """Return a change for each that the stock allows; a change that gains nothing must be needed by the other."""
        for first, second in product(firsts, seconds):
            alone = self._in_stock(first, one.armoury) and self._in_stock(second, other.armoury)
            if self._in_stock(first + second, one.armoury + other.armoury) and not (padded and alone):
                return Rearmed(one.name, one.armoury, first), Rearmed(other.name, other.armoury, second)
        return None

    def _in_stock(self, taken: Armoury, given_back: Armoury = ()) -> bool:
        if self._stock is None:
            return True
        return all(taken.count(name) <= self._stock[name] + given_back.count(name) for name in taken)

    def _worth(self, sheet: Sheet, armoury: Armoury) -> int:
        return lineup.value(sheet, tuple(self._weapons[name] for name in (*sheet.weapons, *armoury)))

    def _has_room(self) -> bool:
        return len(self._figures) < len(lineup.start_fields(self._state.setup, self._team))

    def _free_figures(self) -> Iterator[tuple[int, Sheet]]:
        """Yield the figures that may join the team, with their value (R-T3, R-T7)."""
        seat = self._figures[0].seat if self._figures else Seat("")
        for sheet in self._state.setup.sheets:
            try:
                lineup.joined(self._state, Enlist(sheet.name, self._team, seat))
            except Rejected:
                continue
            yield self._worth(sheet, ()), sheet

    def _armed(self) -> Iterable[tuple[int, tuple[Sheet, Armoury]]]:
        """Return the figures that may join the team with one weapon from the armoury, each once for each value."""
        if self._armed_once is None:
            found: dict[tuple[int, WeaponName | None, FigureName], tuple[int, tuple[Sheet, Armoury]]] = {}
            for value, sheet in self._unarmed:
                if len(sheet.weapons) >= lineup.MOST_WEAPONS:
                    continue
                for kind in self._kinds:
                    armed = self._worth(sheet, (kind,))
                    # What has run out is to be had from certain figures only, so that no other kind stands for it.
                    run_out = None if self._in_stock((kind,)) else kind
                    if armed != value:
                        found.setdefault((armed, run_out, sheet.name), (armed, (sheet, (kind,))))
            self._armed_once = tuple(found.values())
        return self._armed_once


def _changed_once(figure: Figure, armoury: Armoury, kinds: Iterable[WeaponName]) -> Iterator[Armoury]:
    """Yield what one change makes of the weapons that a figure has from the armoury: one more, another, one less."""
    if len(figure.sheet.weapons) + len(armoury) < lineup.MOST_WEAPONS:
        yield from ((*armoury, kind) for kind in kinds)
    for at, old in enumerate(armoury):
        yield from ((*armoury[:at], kind, *armoury[at + 1 :]) for kind in kinds if kind != old)
    for at in range(len(armoury)):
        yield (*armoury[:at], *armoury[at + 1 :])


def _of_different_worth(setup: Setup) -> tuple[WeaponName, ...]:
    """Return one weapon for each worth that a weapon can have; what has grown on somebody is none to be taken."""
    first: dict[tuple[object, ...], WeaponName] = {}
    for weapon in setup.weapons:
        if not weapon.fixed:
            first.setdefault(_worth_of(weapon), weapon.name)
    return tuple(first.values())


def _worth_of(weapon: Weapon) -> tuple[object, ...]:
    melee, ranged = weapon.melee, weapon.ranged
    return (
        None if melee is None else (melee.damage, melee.attack, melee.defence),
        None if ranged is None else ranged.damage * ranged.shots,
    )


def _closest(options: Iterable[tuple[int, T]], wanted: int) -> list[tuple[int, T]]:
    """Return the options whose gain is nearest to the wanted one, at most three."""
    kept = list(options)
    least = min((abs(wanted - gain) for gain, _ in kept), default=0)
    return [option for option in kept if abs(wanted - option[0]) == least][:MOST]


def _by_gain(options: Iterable[tuple[int, Armoury]]) -> dict[int, list[Armoury]]:
    found: dict[int, list[Armoury]] = {}
    for gain, after in options:
        found.setdefault(gain, []).append(after)
    return found


def _nearest_sums(first: Iterable[int], second: list[int], wanted: int) -> Iterator[tuple[int, int, int]]:
    """Yield (miss, one of the first, one of the second) for each of the first; the second are sorted."""
    for one in first:
        place = bisect_left(second, wanted - one)
        for other in second[max(place - 1, 0) : place + 1]:
            yield abs(wanted - one - other), one, other


def _kept(change: Rearmed) -> Armoury:
    """Return what the figure has before and after."""
    left = Counter(change.after)
    kept = []
    for name in change.before:
        if left[name]:
            left[name] -= 1
            kept.append(name)
    return tuple(kept)
