"""All figures and weapons with all their values, for lists that can be sorted and filtered."""

from collections.abc import Iterable, Mapping, Sequence

from motuc_bot.systems.forms import PoolColumn, PoolRow
from motuc_bot.systems.motuc.forms.choices import NOBODY
from motuc_bot.systems.motuc.forms.figure import NUMBERS
from motuc_bot.systems.motuc.forms.weapon import MELEE
from motuc_bot.systems.motuc.pool.loader import load_pool
from motuc_bot.systems.motuc.pool.show import SIDES, TRAITS, trait_word, weapon_lines
from motuc_bot.systems.motuc.spoken import CATEGORIES, SPELLS, TEAMS
from motuc_bot.systems.motuc.wording import counted, listed
from rules.motuc import lineup
from rules.motuc.magic import SPELLS as SPELLS_OF
from rules.motuc.model import Armoury, Sheet, State, Weapon
from rules.motuc.words import Team, Trait, WeaponName

Cells = dict[str, str | int | None]

_TAKEN = "schon dabei"
_OWNERS, _LEFT = "owners", {Team.BLACK: "black", Team.WHITE: "white"}


def pool_columns() -> tuple[PoolColumn, ...]:
    """Return the columns of the figures."""
    return (
        PoolColumn("side", "Seite"),
        PoolColumn("value", "Wert", numeric=True),
        PoolColumn("base", "Basiswert", numeric=True),
        *(PoolColumn(name, label, numeric=True) for name, label in NUMBERS.items()),
        PoolColumn("category", "Magie"),
        PoolColumn("power", "Magiekraft", numeric=True),
        PoolColumn("traits", "Besonderes"),
        PoolColumn("weapons", "Waffen"),
    )


def pool_rows() -> tuple[PoolRow, ...]:
    """Return the figures of the pool. Raises: UnusablePool."""
    pool = load_pool()
    sheets = [row.sheet(tuple(map(WeaponName, row.weapons))) for row in pool.figures]
    return _figures(sheets, [row.weapon() for row in pool.weapons], {})


def battle_rows(state: State) -> tuple[PoolRow, ...]:
    """Return the figures that may take part in a battle, own ones too; those in a team have a tag that says so."""
    return _figures(state.setup.sheets, state.setup.weapons, {figure.name: figure.team for figure in state.figures})


def weapon_columns() -> tuple[PoolColumn, ...]:
    """Return the columns of the weapons; the last two count the pieces in the armouries, None = any number."""
    return (
        *(PoolColumn(name, label, numeric=True) for name, label in MELEE.items()),
        PoolColumn("range", "Reichweite", numeric=True),
        PoolColumn("shot_damage", "Schaden je Schuss", numeric=True),
        PoolColumn("shots", "Schüsse", numeric=True),
        PoolColumn("reload", "bis zum Nachladen", numeric=True),
        PoolColumn("hands", "Hände", numeric=True),
        PoolColumn("worth", "Wert bis zu", numeric=True),
        PoolColumn(_OWNERS, "gehört"),
        *(PoolColumn(key, f"Vorrat {TEAMS[team]}", numeric=True) for team, key in _LEFT.items()),
    )


def weapon_rows() -> tuple[PoolRow, ...]:
    """Return the weapons of the pool with what the armouries hold. Raises: UnusablePool."""
    pool = load_pool()
    stocks = {Team.BLACK: pool.armouries.black, Team.WHITE: pool.armouries.white}
    return _weapons(
        [row.weapon() for row in pool.weapons],
        [(row.name, row.weapons) for row in pool.figures],
        [Armoury(team, tuple(map(WeaponName, names))) for team, names in stocks.items()],
    )


def battle_weapon_rows(state: State) -> tuple[PoolRow, ...]:
    """Return the weapons of a battle, own ones too, with what is still left in the armouries."""
    owners = [(sheet.name, sheet.weapons) for sheet in state.setup.sheets]
    left = []
    for armoury in state.setup.armouries:
        pieces = list(armoury.weapons)
        for name in (name for figure in state.team(armoury.team) for name in figure.armoury):
            if name in pieces:
                pieces.remove(name)
        left.append(Armoury(armoury.team, tuple(pieces)))
    return _weapons(state.setup.weapons, owners, left)


def _figures(sheets: Iterable[Sheet], weapons: Iterable[Weapon], teams: Mapping[str, Team]) -> tuple[PoolRow, ...]:
    known = {weapon.name: weapon for weapon in weapons}
    return tuple(_figure(sheet, [known[name] for name in sheet.weapons], teams.get(sheet.name)) for sheet in sheets)


def _figure(sheet: Sheet, own: Sequence[Weapon], team: Team | None) -> PoolRow:
    traits = [trait for trait in TRAITS if trait in sheet.traits]
    magic = sheet.magic
    cells: Cells = {
        "side": SIDES[sheet.side],
        "value": lineup.value(sheet, tuple(own)),
        "base": sheet.base,
        **{name: getattr(sheet, name) for name in NUMBERS},
        "category": None if magic is None else CATEGORIES[magic.category],
        "power": None if magic is None else magic.power,
        "traits": ", ".join(map(trait_word, traits)) or None,
        "weapons": ", ".join(weapon.name for weapon in own) or None,
    }
    return PoolRow(
        sheet.name,
        cells,
        tuple(_about(sheet, own, traits)),
        tuple(_figure_tags(sheet, own, traits, team)),
        tuple(sheet.aliases),
    )


def _about(sheet: Sheet, own: Sequence[Weapon], traits: Iterable[Trait]) -> Iterable[str]:
    if sheet.aliases:
        yield f"Auch: {', '.join(sheet.aliases)}"
    if sheet.magic is not None:
        yield f"Zauber: {listed(SPELLS[spell] for spell in SPELLS_OF[sheet.magic.category])}"
    for trait in traits:
        yield TRAITS[trait]
    for weapon in own:
        yield f"{weapon.name}: {'; '.join(weapon_lines(weapon))}"
    room = lineup.MOST_WEAPONS - len(own)
    if room > 0:
        yield f"Aus der Waffenkammer: noch {counted(room, 'Waffe', 'Waffen')} (R-T4)"


def _figure_tags(sheet: Sheet, own: Iterable[Weapon], traits: Iterable[Trait], team: Team | None) -> Iterable[str]:
    yield SIDES[sheet.side]
    if sheet.magic is not None:
        yield "zaubert"
        yield f"Magie {CATEGORIES[sheet.magic.category]}"
    yield from map(trait_word, traits)
    yield from dict.fromkeys(tag for weapon in own for tag in _weapon_tags(weapon))
    if team is not None:
        yield _TAKEN
        yield TEAMS[team]


def _weapons(
    weapons: Iterable[Weapon], figures: Iterable[tuple[str, Sequence[str]]], stocks: Iterable[Armoury]
) -> tuple[PoolRow, ...]:
    owners: dict[str, list[str]] = {}
    for figure, names in figures:
        for name in dict.fromkeys(names):
            owners.setdefault(name, []).append(figure)
    pieces = {armoury.team: armoury.weapons for armoury in stocks}
    return tuple(_weapon(weapon, owners.get(weapon.name, ()), pieces) for weapon in weapons)


def _weapon(weapon: Weapon, owners: Sequence[str], stocks: Mapping[Team, Sequence[WeaponName]]) -> PoolRow:
    ranged = weapon.ranged
    left = {team: stocks[team].count(weapon.name) if team in stocks else None for team in _LEFT}
    cells: Cells = {
        **{name: None if weapon.melee is None else getattr(weapon.melee, name) for name in MELEE},
        "range": None if ranged is None else ranged.range,
        "shot_damage": None if ranged is None else ranged.damage,
        "shots": None if ranged is None else ranged.shots,
        "reload": None if ranged is None else ranged.reload,
        "hands": weapon.hands,
        "worth": lineup.value(NOBODY, (weapon,)),
        _OWNERS: ", ".join(owners) or None,
        **{key: left[team] for team, key in _LEFT.items()},
    }
    tags = list(_weapon_tags(weapon))
    tags += [f"Waffenkammer {TEAMS[team]}" for team, count in left.items() if count]
    about = [f"Auch: {', '.join(weapon.aliases)}"] if weapon.aliases else []
    return PoolRow(weapon.name, cells, (*about, *weapon_lines(weapon)), tuple(tags))


def _weapon_tags(weapon: Weapon) -> Iterable[str]:
    for applies, tag in (
        (weapon.melee is not None and not weapon.improvised, "Nahkampfwaffe"),
        (weapon.ranged is not None, "Fernwaffe"),
        (weapon.shield, "Schild"),
        (weapon.disarm, "entwaffnet"),
        (weapon.wand, "Zauberstab"),
        (weapon.hands > 1, "zweihändig"),
    ):
        if applies:
            yield tag
