"""A figure of a battle for players to look at: all its values as in the pool, and how it stands now."""

from dataclasses import replace

from motuc_bot.systems.motuc.battle_document import battle_document
from motuc_bot.systems.motuc.battle_file import battle_file
from motuc_bot.systems.motuc.pool import show
from motuc_bot.systems.motuc.pool.loader import load_pool
from motuc_bot.systems.motuc.symbols import states_of
from motuc_bot.systems.motuc.wording import listed
from rules.motuc.conditions import effective_agility
from rules.motuc.model import Config, Figure, State


def battle_sheet(state: State, name: str, *, with_now: bool = True) -> str:
    """Return a figure that may take part in the battle, own ones too, and `with_now` how it stands if it plays.

    Raises: UnknownInPool, UnusablePool.
    """
    file = battle_file(battle_document(Config(state.setup)))
    pool = replace(load_pool(), figures=file.figures, weapons=file.weapons)
    row = show.found(pool, name)
    figure = state.find(row.name)
    sheet = show.sheet_of(pool, row)
    return sheet if figure is None or not with_now else f"{sheet}\n\n{_now(state, figure)}"


def _now(state: State, figure: Figure) -> str:
    if not figure.standing:
        return "Jetzt: besiegt"
    held = listed([item.weapon.name for item in figure.held]) or "nichts"
    values = f"Leben {figure.life} · Ausdauer {figure.stamina} · Beweglichkeit {effective_agility(state, figure)}"
    return " · ".join((f"Jetzt: {values}", f"in der Hand: {held}", *states_of(figure)))
