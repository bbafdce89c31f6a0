"""Help towards equal team values in the line-up: what is missing, and what would make it right (R-T2)."""

from collections import Counter
from collections.abc import Iterable, Mapping

from motuc_bot.systems.motuc.levelling import Armoury, Joined, Rearmed, Suggestion, levelled
from motuc_bot.systems.motuc.spoken import TEAMS
from motuc_bot.systems.motuc.wording import counted, listed
from rules.motuc.model import State
from rules.motuc.words import Phase, Team, ValueRule

# Where so many points would be left, whole figures are missing: one or two changes are no advice.
_FAR = 30


def balance(state: State) -> tuple[str, ...]:
    """Return German lines about team values that are not as agreed, with at most three ways to make a team's right.

    No lines: all is right, any values will do, nobody is there yet, or the line-up is over.
    """
    agreed = state.setup.value
    if state.phase is not Phase.LINEUP or not state.figures or agreed is ValueRule.ANY:
        return ()
    sums = {team: sum(figure.value for figure in state.team(team)) for team in Team}
    if agreed is ValueRule.EQUAL:
        return _to_each_other(state, sums)
    return tuple(line for team in Team for line in _to_the_number(state, team, sums[team], int(agreed)))


def _to_each_other(state: State, sums: Mapping[Team, int]) -> tuple[str, ...]:
    black, white = sums[Team.BLACK], sums[Team.WHITE]
    if black == white:
        return ()
    poorer = Team.BLACK if black < white else Team.WHITE
    missing = abs(black - white)
    head = f"{TEAMS[poorer]} {_lacks(missing)}: Schwarz hat {black}, Weiß {white}."
    wanted = {poorer: missing}
    if state.team(poorer):
        wanted[poorer.other] = -missing
    return head, *_advice(state, wanted)


def _to_the_number(state: State, team: Team, total: int, agreed: int) -> tuple[str, ...]:
    if total == agreed:
        return ()
    off = _lacks(agreed - total) if total < agreed else f"hat {_points(total - agreed)} zu viel"
    return f"{TEAMS[team]} {off}: {total} statt der vereinbarten {agreed}.", *_advice(state, {team: agreed - total})


def _advice(state: State, wanted: Mapping[Team, int]) -> Iterable[str]:
    found = levelled(state, wanted)
    for at, suggestion in enumerate(found.exact):
        yield f"{'Oder' if at else 'Genau passt'} bei {TEAMS[suggestion.team]}: {_said(suggestion)}."
    nearest = found.nearest
    if found.exact or (nearest is not None and abs(wanted[nearest.team] - nearest.gain) >= _FAR):
        return
    yield "Mit ein oder zwei Änderungen geht es nicht genau auf."
    if nearest is not None:
        rest = _rest(nearest.team, wanted[nearest.team], nearest.gain, each_other=state.setup.value is ValueRule.EQUAL)
        yield f"Am nächsten kommt bei {TEAMS[nearest.team]}: {_said(nearest)}; dann {rest}."


def _rest(team: Team, wanted: int, gain: int, *, each_other: bool) -> str:
    """Return what is still wrong after the gain; what the one team has too much the other lacks, of each other."""
    left = wanted - gain
    still = "noch " if (left > 0) == (wanted > 0) else ""
    if left > 0 or each_other:
        short = team if left > 0 else team.other
        return f"{'fehlt' if abs(left) == 1 else 'fehlen'} {TEAMS[short]} {still}{_points(abs(left))}"
    return f"hat {TEAMS[team]} {still}{_points(-left)} zu viel"


def _said(suggestion: Suggestion) -> str:
    return " und ".join(
        _rearming(change) if isinstance(change, Rearmed) else _joining(change) for change in suggestion.changes
    )


def _rearming(change: Rearmed) -> str:
    taken, given = _without(change.after, change.before), _without(change.before, change.after)
    if not taken:
        return f"{listed(given)} von {change.figure} zurück in die Waffenkammer"
    instead = f" statt {listed(given)}" if given else ""
    return f"{listed(taken)}{instead} aus der Waffenkammer für {change.figure}"


def _joining(change: Joined) -> str:
    weapons = f" mit {listed(change.armoury)} aus der Waffenkammer" if change.armoury else ""
    place = "dazu" if change.instead is None else f"statt {change.instead.name} (Wert {change.instead.value})"
    return f"{change.figure}{weapons} (Wert {change.value}) {place}"


def _without(some: Armoury, others: Armoury) -> list[str]:
    return list((Counter(some) - Counter(others)).elements())


def _lacks(points: int) -> str:
    return f"{'fehlt' if points == 1 else 'fehlen'} {_points(points)}"


def _points(number: int) -> str:
    return counted(number, "Punkt", "Punkte")
