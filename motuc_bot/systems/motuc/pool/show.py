"""The pool for players to look at: all figures as a table, one figure in full, the armouries."""

from collections.abc import Iterable, Iterator
from textwrap import fill

from motuc_bot.language import NameIndex
from motuc_bot.language.folding import name_key
from motuc_bot.systems.motuc.battle_file import FigureRow, WeaponRow
from motuc_bot.systems.motuc.pool.model import Pool
from motuc_bot.systems.motuc.spoken import CATEGORIES, SPELLS
from motuc_bot.systems.motuc.wording import counted, listed
from motuc_bot.systems.side import UnknownInPool
from rules.motuc.lineup import MOST_WEAPONS
from rules.motuc.magic import SPELLS as SPELLS_OF
from rules.motuc.model import START_LIFE, Weapon
from rules.motuc.words import Side, Trait

WIDTH = 80

_FIGURE = "figure"
SIDES = {Side.GOOD: "gut", Side.EVIL: "böse", None: "beide"}
_LETTERS = {
    Trait.FLIES: "F",
    Trait.FLOATS: "S",
    Trait.ROBOT: "R",
    Trait.CYBORG: "C",
    Trait.MOUNT: "T",
    Trait.FEAR_AURA: "A",
    Trait.WANDLESS: "Z",
}
_LEGEND = (
    "NK Nahkampf, FK Fernkampf, KK Körperkraft, Rü Rüstung, Be Beweglichkeit, Au Ausdauer; Leben hat jede Figur "
    f"{START_LIFE}. Wert = mit den eigenen Waffen (R-T1). "
    "F fliegt, S schwebt, R Roboter, C Cyborg, T reitet, A Angstaura, Z zaubert ohne Stab."
)
TRAITS = {
    Trait.FLIES: "fliegt (über besetzte und gesperrte Felder hinweg)",
    Trait.FLOATS: "schwebt (zählt wie Laufen)",
    Trait.ROBOT: "Roboter (Unsichtbarkeit, Verwirrung und Folter wirken nicht)",
    Trait.CYBORG: "Cyborg (kein Roboter: Zauber wirken)",
    Trait.MOUNT: "reitet (kämpft aus erhöhter Position)",
    Trait.FEAR_AURA: "Angstaura (wer nahe steht, verliert Körperkraft und Beweglichkeit)",
    Trait.WANDLESS: "zaubert ohne Zauberstab",
}
_STOCKS = {"black": "Waffenkammer von Schwarz", "white": "Waffenkammer von Weiß"}


def table(pool: Pool) -> str:
    """Return all figures of the pool, one a line, with a legend; at most 80 columns wide."""
    width = max(len(row.name) for row in pool.figures)
    head = f"{'Figur':{width}} Seite Basis Wert  NK FK KK Rü Be Au  Magie"
    rows = [_table_line(pool, row, width) for row in pool.figures]
    sides = [row.side for row in pool.figures]
    both = f", {sides.count(None)} für beide Seiten" if None in sides else ""
    sums = f"{len(sides)} Figuren: {sides.count(Side.GOOD)} gute, {sides.count(Side.EVIL)} böse{both}."
    return "\n".join([head, *rows, "", fill(_LEGEND, WIDTH), sums])


def sheet(pool: Pool, name: str) -> str:
    """Return one figure with all its values and weapons; aliases and unique beginnings count. Raises: UnknownInPool."""
    return sheet_of(pool, found(pool, name))


def sheet_of(pool: Pool, row: FigureRow) -> str:
    """Return a figure of the pool with all its values and weapons."""
    lines = [f"{row.name} ({SIDES[row.side]})" if row.side else f"{row.name} (spielt auf beiden Seiten)"]
    if row.aliases:
        lines.append(fill(f"Auch: {', '.join(row.aliases)}", WIDTH))
    lines += ["", f"Wert {pool.value(row)} mit den eigenen Waffen (Basiswert {row.base})"]
    lines.append(
        f"Nahkampf {row.melee} · Fernkampf {row.ranged} · Körperkraft {row.strength} · Rüstung {row.armour}\n"
        f"Beweglichkeit {row.agility} · Ausdauer {row.stamina} · Leben {START_LIFE}"
    )
    if row.magic is not None:
        spells = listed(SPELLS[spell] for spell in SPELLS_OF[row.magic.category])
        lines.append(fill(f"Magie {CATEGORIES[row.magic.category]}, Magiekraft {row.magic.power}: {spells}", WIDTH))
    special = "; ".join(text for trait, text in TRAITS.items() if trait in row.traits)
    if special:
        lines.append(fill(f"Besonderes: {special}", WIDTH))
    lines += ["", *_weapons(pool, row)]
    return "\n".join(lines)


def armouries(pool: Pool) -> str:
    """Return what lies in each armoury, with the values of each weapon."""
    lines: list[str] = []
    for key, title in _STOCKS.items():
        names: tuple[str, ...] = getattr(pool.armouries, key)
        lines += [f"{title}: {counted(len(names), 'Stück', 'Stück')}"]
        for name in dict.fromkeys(names):
            row = pool.weapon(name)
            assert row is not None  # the pool was checked when it was read
            lines += _weapon(row, f"{names.count(name)} × {row.name}")
        lines.append("")
    return "\n".join(lines[:-1])


def trait_word(trait: Trait) -> str:
    """Return what the trait is called in a few words: `fliegt`."""
    return TRAITS[trait].partition(" (")[0]


def _table_line(pool: Pool, row: FigureRow, width: int) -> str:
    numbers = (row.melee, row.ranged, row.strength, row.armour, row.agility, row.stamina)
    values = " ".join(f"{number:2}" for number in numbers)
    magic = "" if row.magic is None else f"{CATEGORIES[row.magic.category]} {row.magic.power}"
    letters = "".join(letter for trait, letter in _LETTERS.items() if trait in row.traits)
    line = f"{row.name:{width}} {SIDES[row.side]:5} {row.base:5} {pool.value(row):4}  {values}  {magic:9} {letters}"
    return line.rstrip()


def found(pool: Pool, name: str) -> FigureRow:
    """Return the figure of that name, alias or unique beginning. Raises: UnknownInPool."""
    index = NameIndex((_FIGURE, row.name, row.aliases) for row in pool.figures)
    key = name_key(name)
    names = list(dict.fromkeys(meaning.name for meaning in index.exact(key) or index.beginning(key)))
    rows = {row.name: row for row in pool.figures}
    if len(names) == 1:
        return rows[names[0]]
    if names:
        raise UnknownInPool(f"„{name}“ kann mehrere Figuren meinen: {listed(names, 'oder')}.")
    nearest = index.nearest(name, _FIGURE)
    hint = f"Meintest du {listed(nearest, 'oder')}?" if nearest else "„motuc-bot pool“ zeigt alle."
    raise UnknownInPool(f"Die Figur „{name}“ gibt es nicht. {hint}")


def _weapons(pool: Pool, row: FigureRow) -> Iterator[str]:
    own = pool.own_weapons(row)
    room = MOST_WEAPONS - len(own)
    if own:
        held = pool.first_hands(row)
        yield "Waffen:"
        for weapon in own:
            yield from _weapon(weapon, weapon.name + (" (zu Beginn in der Hand)" if weapon.name in held else ""))
    if room > 0:
        yield f"Aus der Waffenkammer: noch {counted(room, 'Waffe', 'Waffen')} (R-T4)."


def _weapon(row: WeaponRow, title: str) -> Iterator[str]:
    yield f"  {title}"
    for line in weapon_lines(row):
        yield fill(line, WIDTH, initial_indent="    ", subsequent_indent="      ")


def weapon_lines(row: WeaponRow | Weapon) -> Iterator[str]:
    """Yield the values of a weapon: in melee, at a distance, and what else it is."""
    if row.melee is not None:
        melee = row.melee
        improvised = " (improvisiert)" if row.improvised else ""
        yield (
            f"Nahkampf{improvised}: Angriff {melee.attack}, Abwehr {melee.defence}, Vergleich {melee.reach}, "
            f"Schaden {melee.damage}"
        )
    if row.ranged is not None:
        ranged = row.ranged
        load = "" if ranged.reload is None else f", nach {counted(ranged.reload, 'Schuss', 'Schüssen')} nachladen"
        shots = counted(ranged.shots, "Wurf", "Würfe") if row.thrown else counted(ranged.shots, "Schuss", "Schüsse")
        yield f"Fernkampf: Reichweite {ranged.range}, Schaden {ranged.damage}, {shots}{load}"
    notes = ", ".join(_notes(row))
    if notes:
        yield notes


def _notes(row: WeaponRow | Weapon) -> Iterable[str]:
    if row.wand:
        yield "Zauberstab"
    if row.shield:
        yield "Schild (im Angriff Vergleich −1)"
    if row.disarm:
        yield "entwaffnet"
    if row.thrown:
        yield "liegt nach dem Wurf beim Ziel"
    if row.fixed:
        yield "aufgesteckt oder angewachsen"
    if row.hands > 1:
        yield "braucht beide Hände"
