"""Reading the pool's files: every row checked by pydantic, then all of them together."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from motuc_bot import strict_yaml
from motuc_bot.systems.german_errors import fault_of
from motuc_bot.systems.motuc.battle_file import ArmouriesRow, FigureRow, Name, WeaponRow
from motuc_bot.systems.motuc.pool import checks
from motuc_bot.systems.motuc.pool.faults import unusable
from motuc_bot.systems.motuc.pool.formula import Formula
from motuc_bot.systems.motuc.pool.model import Pool
from motuc_bot.systems.side import UnusablePool

FIGURES, WEAPONS, ARMOURIES = "figuren.yaml", "waffen.yaml", "waffenkammern.yaml"


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
        return _File(name, strict_yaml.parse(folder.joinpath(name).read_text(encoding="utf-8")))
    except strict_yaml.YamlFault as fault:
        raise UnusablePool(f"{name}: {fault}") from None
    except UnicodeDecodeError as error:
        raise UnusablePool(f"{name}: kein UTF-8-Text (Byte {error.start})") from None
    except OSError as error:
        raise UnusablePool(f"{name}: die Datei lässt sich nicht lesen ({error.strerror})") from None


def _checked(file: _File, model: type[Model]) -> Model:
    try:
        return model.model_validate(file.content)
    except ValidationError as error:
        raise unusable(file.name, file.content, fault_of(error)) from None
