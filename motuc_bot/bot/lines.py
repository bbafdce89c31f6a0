"""Putting into words, for Discord, what the referee knows of a battle."""

from collections.abc import Iterator
from typing import Any

from motuc_bot.referee.read_battle import SeenBattle
from motuc_bot.referee.read_status import SeenStatus
from motuc_bot.systems.registry import known_side
from motuc_bot.systems.roster import RosterRow
from rules.core import Seat

WITH_MASTER = "Die Ergebnisse liegen bei der Spielleitung."

_MOST_STATUS = 1900
# On a phone a longer line is broken: 40 characters of one width stand beside each other.
_MOST_NAME, _BLOCKS = 12, 5


def phase_of(seen: SeenBattle | SeenStatus) -> str:
    """Return where the battle stands, or how it ended."""
    side = known_side(seen.system)
    result = side.system.over(seen.state)
    if result is None:
        return side.phase_name(side.phase(seen.state))
    return "Vorbei: unentschieden" if result.winner is None else f"Vorbei: {side.side_name(result.winner)} gewinnt"


def status_text(seen: SeenStatus) -> str:
    """Return the pinned message of a battle: where it stands, who is awaited, the figures.

    While the results wait for the game master there is nothing in it of what they are.
    """
    if seen.held:
        return f"**{seen.name}** · {WITH_MASTER}\n-# Hilfe: /hilfe"
    waiting = () if seen.over else (seen.waiting or seen.balance)
    head = "\n".join((f"**{seen.name}** · {phase_of(seen)}", *waiting))[:_MOST_STATUS]
    joining = "Mitmachen: /schlacht beitreten · " if known_side(seen.system).in_lineup(seen.state) else ""
    foot = f"\n-# {joining}Hilfe: /hilfe · Nachsehen: /lage"
    rows = list(_roster_lines(seen))
    while rows and len(head) + sum(len(row) + 1 for row in rows) + len(foot) > _MOST_STATUS:
        rows.pop()
    # A fence of its own would end ours.
    block = "\n```\n" + "\n".join(rows).replace("```", "'''") + "\n```" if rows else ""
    return f"{head}{block}{foot}"


def _roster_lines(seen: SeenStatus) -> Iterator[str]:
    """Yield the figures side by side, each on a line that a phone shows whole, and what the letters mean."""
    side = known_side(seen.system)
    rows = side.roster(seen.state)
    width = max((len(row.name[:_MOST_NAME]) for row in rows), default=0)
    for one in side.setting_up.sides():
        yield f"{side.side_name(one.value)}:"
        for row in rows:
            if row.side == one.value:
                yield f"{row.mark} {row.name[:_MOST_NAME]:<{width}} {_values(row)}"
                if row.states and not row.fallen:
                    yield f"   {', '.join(row.states)}"
    if rows:
        yield ", ".join(f"{bar.short[0]} = {bar.label}" for bar in rows[0].bars[1:])


def _values(row: RosterRow) -> str:
    """Return the field, the first value as a bar, the others by their first letters."""
    if row.fallen:
        return "besiegt"
    life, *others = row.bars
    # Whoever has a little left has a block.
    blocks = -(-life.now * _BLOCKS // life.full)
    bar = "█" * blocks + "░" * (_BLOCKS - blocks)
    return " ".join((f"{row.field or '–':<3}", bar, f"{life.now:>2}", *(f"{one.short[0]}{one.now}" for one in others)))


def owed_starts(seen: SeenBattle, seat: str) -> tuple[str, ...]:
    """Return what a seat still owes for the start, with an example to copy."""
    side: Any = known_side(seen.system)
    state = side.system.view(seen.state, Seat(seat)).state
    owed = list(dict.fromkeys(one.figure for one in side.system.waiting(state) if str(one.seat) == seat))
    if not owed or not side.keeps_secrets(state):
        return ()
    groups = side.choices(state, Seat(seat))
    examples: dict[str, str] = {}
    taken: set[str] = set()
    for figure in owed:
        # Copied as they are, all of them must count.
        free = (one for group in groups if group.figure == figure for one in group.choices if one.field)
        choice = next((one for one in free if one.field not in taken), None)
        if choice is not None:
            examples[figure] = choice.text
            taken.add(choice.field)
    return (
        # The first line is the same as long as something is owed: by it the question is found again.
        f"**{seen.name}**: Es fehlen noch Startpositionen von dir.",
        f"Noch keine: {', '.join(map(str, owed))}",
        "Schreib sie hier, jede in eine Zeile. Zum Beispiel:",
        *(f"`{examples[figure]}`" for figure in owed if figure in examples),
        "Niemand sonst erfährt davon, bis alle da sind. Auch was in der Hand ist, geht hier.",
    )
