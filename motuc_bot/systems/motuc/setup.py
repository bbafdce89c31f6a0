"""Setting a battle up: the battle to which players come one by one, and the orders that forms give."""

from collections.abc import Collection, Mapping, Sequence

from motuc_bot.language.folding import name_key
from motuc_bot.systems.faults import FileFault
from motuc_bot.systems.motuc.battle_file import battle_file, setup_of
from motuc_bot.systems.motuc.names import Kind, name_index
from motuc_bot.systems.motuc.pool.loader import load_pool
from motuc_bot.systems.motuc.pool.merge import with_whole_pool
from motuc_bot.systems.motuc.wording import listed
from rules.core import Seat, changed
from rules.motuc.commands import Enlist, Equip, Hold, Withdraw
from rules.motuc.model import Config, Sheet, SideRule, State, Weapon
from rules.motuc.words import Team, WeaponName

UNLIMITED = "unlimited"
_MOST_SUGGESTIONS = 3
# In percent: a weapon that may be meant is suggested alone if it is so near.
_NEAR, _VERY_NEAR = 55.0, 75.0
# Of a longer name only the beginning is compared and quoted.
_LONGEST_NAME = 60


def new_battle(document: Mapping[str, object]) -> Config:
    """Return a battle whose line-up is still to come: what was agreed, own figures and weapons, and the whole pool.

    `battle`, `figures` and `weapons` of the document count, as in a transcript; the sides of figures bind the teams
    unless `sides: lifted` says otherwise (R-T7). Only here `armouries: unlimited` lets every weapon be taken any number
    of times (R-T4). Raises: FileFault, UnusablePool.
    """
    document, unlimited = _without_unlimited(document)
    given = battle_file({**document, "teams": {"black": [], "white": []}})
    if "sides" not in given.battle.model_fields_set:
        given = given.model_copy(update={"battle": given.battle.model_copy(update={"sides": SideRule.KEPT})})
    setup = setup_of(with_whole_pool(load_pool(), given))
    return Config(changed(setup, armouries=()) if unlimited else setup)


def enlist(state: State, seat: Seat, figure: str, team: Team, armoury: Sequence[str] = ()) -> Enlist:
    """Return the order to take a figure into a team, its name and weapons however they are spelt. Raises: FileFault."""
    return Enlist(sheet_of(state, figure).name, team, seat, _weapons(state, armoury, in_armoury(state, team)))


def equip(state: State, figure: str, armoury: Sequence[str]) -> Equip:
    """Return the order to choose anew from the armoury. Raises: FileFault."""
    name = sheet_of(state, figure).name
    playing = state.find(name)
    stock = () if playing is None else in_armoury(state, playing.team)
    return Equip(name, _weapons(state, armoury, stock))


def hold(state: State, figure: str, weapons: Sequence[str]) -> Hold:
    """Return the order that tells what is in hand. Raises: FileFault."""
    sheet = sheet_of(state, figure)
    playing = state.find(sheet.name)
    carried = sheet.weapons if playing is None else tuple(item.weapon.name for item in playing.items)
    return Hold(sheet.name, _weapons(state, weapons, carried))


def withdraw(state: State, figure: str) -> Withdraw:
    """Return the order to take a figure out of the line-up. Raises: FileFault."""
    return Withdraw(sheet_of(state, figure).name)


def leaving(state: State, seat: Seat) -> tuple[Withdraw, ...]:
    """Return the orders that take all figures of a seat out of the line-up."""
    return tuple(Withdraw(figure.name) for figure in state.figures if figure.seat == seat)


def sheet_of(state: State, name: str) -> Sheet:
    """Return the figure of that name or alias, whether or not it is in a team yet. Raises: FileFault."""
    key = name_key(name)
    for sheet in state.setup.sheets:
        if key in map(name_key, (sheet.name, *sheet.aliases)):
            return sheet
    nearest = _nearest(Kind.FIGURE, name, state.setup.sheets)
    raise FileFault((), f"eine Figur „{_short(name)}“ gibt es in dieser Schlacht nicht.{nearest}")


def in_armoury(state: State, team: Team) -> tuple[WeaponName, ...]:
    """Return the kinds of weapons that the team's armoury had at first; without one all that can be handed over."""
    for armoury in state.setup.armouries:
        if armoury.team is team:
            return tuple(dict.fromkeys(armoury.weapons))
    return tuple(weapon.name for weapon in state.setup.weapons if not weapon.fixed)


def _weapons(state: State, names: Sequence[str], likely: Collection[WeaponName]) -> tuple[WeaponName, ...]:
    return tuple(_weapon(state, name, likely) for name in names)


def _weapon(state: State, name: str, likely: Collection[WeaponName]) -> WeaponName:
    """Return the weapon of that name, or the only `likely` one with that alias. Raises: FileFault."""
    key = name_key(name)
    for weapon in state.setup.weapons:
        if key == name_key(weapon.name):
            return weapon.name
    candidates = [weapon for weapon in state.setup.weapons if weapon.name in likely]
    called = [weapon.name for weapon in candidates if key in map(name_key, weapon.aliases)]
    if len(called) == 1:
        return called[0]
    if called:
        raise FileFault((), f"„{_short(name)}“ kann mehrere Waffen meinen: {listed(called, 'oder')}.")
    nearest = _nearest(Kind.WEAPON, name, candidates, _VERY_NEAR) or _nearest(Kind.WEAPON, name, state.setup.weapons)
    raise FileFault((), f"eine Waffe „{_short(name)}“ gibt es in dieser Schlacht nicht.{nearest}")


def _nearest(kind: Kind, name: str, things: Sequence[Sheet] | Sequence[Weapon], at_least: float = _NEAR) -> str:
    entries = [(thing.name, thing.aliases) for thing in things]
    index = name_index(entries, ()) if kind is Kind.FIGURE else name_index((), entries)
    known = {thing.name for thing in things}
    names = [near for near in index.nearest(_short(name), kind, at_least) if near in known]
    if not names:
        begun = (meaning.name for meaning in index.beginning(name_key(_short(name))) if meaning.kind == kind)
        names = [near for near in dict.fromkeys(begun) if near in known][:_MOST_SUGGESTIONS]
    return f" Meintest du {listed(names, 'oder')}?" if names else ""


def _short(name: str) -> str:
    return name[:_LONGEST_NAME]


def _without_unlimited(document: Mapping[str, object]) -> tuple[Mapping[str, object], bool]:
    battle = document.get("battle")
    if not isinstance(battle, Mapping) or battle.get("armouries") != UNLIMITED:
        return document, False
    return {**document, "battle": {key: value for key, value in battle.items() if key != "armouries"}}, True
