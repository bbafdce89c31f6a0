"""Setting a battle up: the battle to which players come one by one, and the orders that forms give."""

from collections.abc import Mapping, Sequence

from motuc_bot.language.folding import name_key
from motuc_bot.systems.faults import FileFault
from motuc_bot.systems.motuc.battle_file import battle_file, setup_of
from motuc_bot.systems.motuc.pool.loader import load_pool
from motuc_bot.systems.motuc.pool.merge import with_whole_pool
from rules.core import Seat
from rules.motuc.commands import Enlist, Equip, Hold, Withdraw
from rules.motuc.model import Config, SideRule, State
from rules.motuc.words import FigureName, Team, WeaponName


def new_battle(document: Mapping[str, object]) -> Config:
    """Return a battle whose line-up is still to come: what was agreed, own figures and weapons, and the whole pool.

    `battle`, `figures` and `weapons` of the document count, as in a transcript; the sides of figures bind the teams
    unless `sides: lifted` says otherwise (R-T7). Raises: FileFault, UnusablePool.
    """
    given = battle_file({**document, "teams": {"black": [], "white": []}})
    if "sides" not in given.battle.model_fields_set:
        given = given.model_copy(update={"battle": given.battle.model_copy(update={"sides": SideRule.KEPT})})
    return Config(setup_of(with_whole_pool(load_pool(), given)))


def enlist(state: State, seat: Seat, figure: str, team: Team, armoury: Sequence[str] = ()) -> Enlist:
    """Return the order to take a figure into a team, its name and weapons however they are spelt. Raises: FileFault."""
    return Enlist(_figure(state, figure), team, seat, _weapons(state, armoury))


def equip(state: State, figure: str, armoury: Sequence[str]) -> Equip:
    """Return the order to choose anew from the armoury. Raises: FileFault."""
    return Equip(_figure(state, figure), _weapons(state, armoury))


def hold(state: State, figure: str, weapons: Sequence[str]) -> Hold:
    """Return the order that tells what is in hand. Raises: FileFault."""
    return Hold(_figure(state, figure), _weapons(state, weapons))


def withdraw(state: State, figure: str) -> Withdraw:
    """Return the order to take a figure out of the line-up. Raises: FileFault."""
    return Withdraw(_figure(state, figure))


def leaving(state: State, seat: Seat) -> tuple[Withdraw, ...]:
    """Return the orders that take all figures of a seat out of the line-up."""
    return tuple(Withdraw(figure.name) for figure in state.figures if figure.seat == seat)


def _figure(state: State, name: str) -> FigureName:
    key = name_key(name)
    for sheet in state.setup.sheets:
        if key in map(name_key, (sheet.name, *sheet.aliases)):
            return sheet.name
    raise FileFault((), f"eine Figur „{name}“ gibt es in dieser Schlacht nicht")


def _weapons(state: State, names: Sequence[str]) -> tuple[WeaponName, ...]:
    return tuple(_weapon(state, name) for name in names)


def _weapon(state: State, name: str) -> WeaponName:
    key = name_key(name)
    for weapon in state.setup.weapons:
        if key == name_key(weapon.name):
            return weapon.name
    raise FileFault((), f"eine Waffe „{name}“ gibt es in dieser Schlacht nicht")
