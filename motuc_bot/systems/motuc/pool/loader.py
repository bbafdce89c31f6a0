"""Reading the pool's files: every row checked by pydantic, then all of them together."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from motuc_bot.systems.german_errors import fault_of
from motuc_bot.systems.motuc.battle_file import ArmouriesRow, FigureRow, Name, WeaponRow
from motuc_bot.systems.motuc.pool import checks
from motuc_bot.systems.motuc.pool.faults import UnusablePool, unusable
from motuc_bot.systems.motuc.pool.formula import Formula
from motuc_bot.systems.motuc.pool.model import Pool

FIGURES, WEAPONS, ARMOURIES = "figuren.yaml", "waffen.yaml", "waffenkammern.yaml"

# The parser in C where the wheel has it: ten times as fast.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Figures(_Strict):
    formula: Formula
    figures: tuple[FigureRow, ...] = Field(strict=False)


class _Weapons(_Strict):
    kinds: tuple[Name, ...] = Field(default=(), strict=False)
    weapons: tuple[WeaponRow, ...] = Field(strict=False)


Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class _File:
    name: str
    content: object


@cache
def load_pool() -> Pool:
    """Return the pool that comes with the program, read once per process. Raises: UnusablePool."""
    return read_pool(files(__package__))


def read_pool(folder: Traversable) -> Pool:
    """Return the pool in a folder. Raises: UnusablePool."""
    weapons_file, figures_file, armouries_file = (_read(folder, name) for name in (WEAPONS, FIGURES, ARMOURIES))
    weapons = _checked(weapons_file, _Weapons)
    figures = _checked(figures_file, _Figures)
    armouries = _checked(armouries_file, ArmouriesRow)
    pool = Pool(figures.figures, weapons.weapons, armouries, figures.formula)
    for file, faults in (
        (weapons_file, checks.of_weapons(pool, weapons.kinds)),
        (figures_file, checks.of_figures(pool)),
        (armouries_file, checks.of_armouries(pool)),
    ):
        for fault in faults:
            raise unusable(file.name, file.content, fault)
    return pool


def _read(folder: Traversable, name: str) -> _File:
    try:
        return _File(name, yaml.load(folder.joinpath(name).read_text(encoding="utf-8"), _LOADER))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f"Zeile {mark.line + 1}: " if mark is not None else ""
        raise UnusablePool(f"{name}: {line}kein gültiges YAML ({error.problem or 'unbekannter Fehler'})") from None
    except (yaml.YAMLError, ValueError) as error:
        raise UnusablePool(f"{name}: kein gültiges YAML ({str(error).splitlines()[0]})") from None
    except OSError as error:
        raise UnusablePool(f"{name}: die Datei lässt sich nicht lesen ({error.strerror})") from None


def _checked(file: _File, model: type[Model]) -> Model:
    try:
        return model.model_validate(file.content)
    except ValidationError as error:
        raise unusable(file.name, file.content, fault_of(error)) from None
