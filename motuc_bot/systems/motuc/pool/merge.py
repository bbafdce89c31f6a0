"""A battle's file filled up from the pool, so that the battle holds all that it needs and no more."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from motuc_bot.language.folding import name_key
from motuc_bot.systems.motuc.battle_file import ArmouriesRow, BattleFile, EntryRow, FigureRow, WeaponRow
from motuc_bot.systems.motuc.pool.loader import load_pool
from motuc_bot.systems.motuc.pool.model import Pool

Row = TypeVar("Row", FigureRow, WeaponRow)


def completed(file: BattleFile) -> BattleFile:
    """Return the file, filled up from the pool unless it describes all that it names itself. Raises: UnusablePool.

    What is complete stays as it is, so that no later pool changes an exported battle.
    """
    return file if is_complete(file) else merge(load_pool(), file)


def is_complete(file: BattleFile) -> bool:
    """Tell whether the file describes every figure and weapon that it names."""
    figures, weapons = _by_key(file.figures), _by_key(file.weapons)
    return all(name_key(entry.figure) in figures for entry in _entries(file)) and all(
        name_key(name) in weapons for name in _weapon_names(file, file.figures, file.battle.armouries)
    )


def merge(pool: Pool, file: BattleFile) -> BattleFile:
    """Return the file with what it names and does not describe: the pool's figures, weapons, armouries (R-T4).

    The file's own rows come first and replace what has the same name. What the pool does not know is left open. Where
    the file says nothing about armouries it gets the pool's, with the file's own weapons that a team takes from it.
    """
    figures = (*file.figures, *_missing(file.figures, pool.figures, (entry.figure for entry in _entries(file))))
    armouries = _armouries(pool, file)
    names = _weapon_names(file, figures, armouries)
    weapons = (*file.weapons, *_missing(file.weapons, pool.weapons, names))
    battle = file.battle.model_copy(update={"armouries": armouries})
    return file.model_copy(update={"battle": battle, "figures": figures, "weapons": weapons})


def with_whole_pool(pool: Pool, file: BattleFile) -> BattleFile:
    """Return the file with all figures and weapons of the pool, to choose from; its own rows replace them."""
    figures = (*file.figures, *_missing(file.figures, pool.figures, (row.name for row in pool.figures)))
    weapons = (*file.weapons, *_missing(file.weapons, pool.weapons, (row.name for row in pool.weapons)))
    armouries = _armouries(pool, file)
    battle = file.battle.model_copy(update={"armouries": armouries})
    return file.model_copy(update={"battle": battle, "figures": figures, "weapons": weapons})


def _entries(file: BattleFile) -> tuple[EntryRow, ...]:
    return (*file.teams.black, *file.teams.white)


def _weapon_names(file: BattleFile, figures: Iterable[FigureRow], armouries: ArmouriesRow | None) -> Iterator[str]:
    for figure in figures:
        yield from figure.weapons
    for entry in _entries(file):
        yield from entry.hands or ()
        yield from entry.armoury
    if armouries is not None:
        yield from armouries.black
        yield from armouries.white


def _armouries(pool: Pool, file: BattleFile) -> ArmouriesRow:
    if file.battle.armouries is not None:
        return file.battle.armouries
    own = _by_key(file.weapons)
    return ArmouriesRow(
        black=_stock(pool.armouries.black, file.teams.black, own),
        white=_stock(pool.armouries.white, file.teams.white, own),
    )


def _stock(stock: tuple[str, ...], entries: Sequence[EntryRow], own: Mapping[str, WeaponRow]) -> tuple[str, ...]:
    known = {name_key(name) for name in stock}
    taken = (name for entry in entries for name in entry.armoury)
    return (*stock, *(name for name in taken if name_key(name) in own and name_key(name) not in known))


def _missing(own: Iterable[Row], pool: Iterable[Row], names: Iterable[str]) -> Iterator[Row]:
    """Yield the pool's rows of these names that the file does not have itself, each once, in the order of the names."""
    known, taken = _by_key(pool), set(_by_key(own))
    for key in map(name_key, names):
        if key in known and key not in taken:
            taken.add(key)
            yield known[key]


def _by_key(rows: Iterable[Row]) -> dict[str, Row]:
    return {name_key(row.name): row for row in rows}
