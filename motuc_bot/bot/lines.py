"""Putting into words, for Discord, what the referee knows of a battle."""

from typing import Any

from motuc_bot.referee.read_battle import SeenBattle
from motuc_bot.systems.registry import known_side
from rules.core import Seat

WITH_MASTER = "Die Ergebnisse liegen bei der Spielleitung."

_MOST_STATUS = 1900


def phase_of(seen: SeenBattle) -> str:
    """Return where the battle stands, or how it ended."""
    side = known_side(seen.system)
    result = side.system.over(seen.state)
    if result is None:
        return side.phase_name(side.phase(seen.state))
    return "Vorbei: unentschieden" if result.winner is None else f"Vorbei: {side.side_name(result.winner)} gewinnt"


def status_text(seen: SeenBattle) -> str:
    """Return the pinned message of a battle: where it stands, who is awaited, the figures."""
    waiting = () if seen.over else (seen.waiting or seen.balance)
    head = "\n".join((f"**{seen.name}** · {phase_of(seen)}", *waiting))[:_MOST_STATUS]
    joining = "Mitmachen: /schlacht beitreten · " if known_side(seen.system).in_lineup(seen.state) else ""
    foot = f"\n-# {joining}Hilfe: /hilfe · Nachsehen: /lage"
    rows = list(seen.roster_lines)
    while rows and len(head) + sum(len(row) + 1 for row in rows) + len(foot) > _MOST_STATUS:
        rows.pop()
    # A fence of its own would end ours.
    block = "\n```\n" + "\n".join(rows).replace("```", "'''") + "\n```" if rows else ""
    return f"{head}{block}{foot}"


def held_text(seen: SeenBattle) -> str:
    """Return the same while the results wait for the game master: nothing of what they are."""
    return f"**{seen.name}** · {WITH_MASTER}\n-# Hilfe: /hilfe"


def owed_starts(seen: SeenBattle, seat: str) -> tuple[str, ...]:
    """Return what a seat still owes for the start, with an example to copy."""
    side: Any = known_side(seen.system)
    state = side.system.view(seen.state, Seat(seat)).state
    owed = list(dict.fromkeys(one.figure for one in side.system.waiting(state) if str(one.seat) == seat))
    if not owed or not side.keeps_secrets(state):
        return ()
    examples = {
        group.figure: group.choices[0].text
        for group in reversed(side.choices(state, Seat(seat)))
        if group.figure in owed and group.choices and group.choices[0].field
    }
    return (
        # The first line is the same as long as something is owed: by it the question is found again.
        f"**{seen.name}**: Es fehlen noch Startpositionen von dir.",
        f"Noch keine: {', '.join(map(str, owed))}",
        "Schreib sie hier, jede in eine Zeile. Zum Beispiel:",
        *(f"`{examples[figure]}`" for figure in owed if figure in examples),
        "Niemand sonst erfährt davon, bis alle da sind. Auch was in der Hand ist, geht hier.",
    )
