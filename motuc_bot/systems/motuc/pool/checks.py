"""What must be right among the rows of the pool: names, weapons, hands, base values."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from motuc_bot.language.folding import name_key
from motuc_bot.systems.faults import FileFault, Place
from motuc_bot.systems.motuc.battle_file import FigureRow, WeaponRow
from motuc_bot.systems.motuc.pool.model import Pool, held_first
from rules.motuc.words import Trait


def of_weapons(pool: Pool, kinds: Collection[str]) -> Iterator[FileFault]:
    """Yield what is wrong with the weapons; `kinds` are the aliases that several of them may share."""
    kind_keys = {name_key(kind) for kind in kinds}
    yield from _names("weapons", pool.weapons, kind_keys, "eine andere Waffe")
    needed = {name_key(name) for figure in pool.figures for name in figure.weapons}
    needed |= {name_key(name) for name in (*pool.armouries.black, *pool.armouries.white)}
    for at, row in enumerate(pool.weapons):
        place: Place = ("weapons", at)
        if name_key(row.name) in kind_keys:
            yield FileFault((*place, "name"), "das ist ein Gattungswort (kinds), kein Name")
        if row.melee is None and row.ranged is None and not row.wand:
            yield FileFault(place, "braucht melee, ranged oder wand, sonst ist sie zu nichts gut")
        if row.disarm and row.melee is None:
            yield FileFault((*place, "disarm"), "braucht Nahkampfwerte (melee)")
        if name_key(row.name) not in needed:
            yield FileFault(place, "gehört keiner Figur und liegt in keiner Waffenkammer")


def of_figures(pool: Pool) -> Iterator[FileFault]:
    """Yield what is wrong with the figures."""
    yield from _names("figures", pool.figures, (), "eine andere Figur")
    weapons = {name_key(row.name): row for row in pool.weapons}
    weapon_words = {name_key(word): row.name for row in pool.weapons for word in (row.name, *row.aliases)}
    for at, row in enumerate(pool.figures):
        place: Place = ("figures", at)
        for word in (row.name, *row.aliases):
            if name_key(word) in weapon_words:
                yield FileFault(place, f"„{word}“ heißt auch die Waffe {weapon_words[name_key(word)]}")
        unknown = [name for name in row.weapons if name_key(name) not in weapons]
        if unknown:
            yield FileFault((*place, "weapons"), f"die Waffe „{unknown[0]}“ steht nicht in waffen.yaml")
            continue
        own = [weapons[name_key(name)] for name in row.weapons]
        yield from _arming(row, own, place)
        base = pool.formula.base(row)
        if row.base != base:
            yield FileFault((*place, "base"), f"ist {row.base}, nach der Formel {base}")


def of_armouries(pool: Pool) -> Iterator[FileFault]:
    """Yield what is wrong with the armouries."""
    for team, names in (("black", pool.armouries.black), ("white", pool.armouries.white)):
        for at, name in enumerate(names):
            row = pool.weapon(name)
            if row is None:
                yield FileFault((team, at), "die Waffe steht nicht in waffen.yaml")
            elif row.name != name:
                yield FileFault((team, at), f"die Waffe heißt „{row.name}“")
            elif row.fixed:
                yield FileFault(
                    (team, at), "was angewachsen oder aufgesteckt ist (fixed), liegt in keiner Waffenkammer"
                )


def _names(key: str, rows: Sequence[FigureRow | WeaponRow], shared: Collection[str], other: str) -> Iterator[FileFault]:
    """Yield each name and alias that is taken, those in `shared` left out."""
    names = {name_key(row.name) for row in rows}
    seen: set[str] = set()
    for at, row in enumerate(rows):
        if not name_key(row.name):
            yield FileFault((key, at, "name"), "braucht Buchstaben oder Ziffern")
        if name_key(row.name) in seen:
            yield FileFault((key, at, "name"), f"so heißt schon {other}")
        seen.add(name_key(row.name))
    taken: set[str] = set()
    for at, row in enumerate(rows):
        mine: set[str] = set()
        for alias in row.aliases:
            word = name_key(alias)
            if word in mine or word == name_key(row.name):
                yield FileFault((key, at, "aliases"), f"„{alias}“ ist überflüssig: so heißt sie schon")
            elif word in names or word in taken:
                yield FileFault((key, at, "aliases"), f"„{alias}“ heißt schon {other}")
            mine.add(word)
        taken |= mine.difference(shared)


def _arming(figure: FigureRow, own: Sequence[WeaponRow], place: Place) -> Iterator[FileFault]:
    """Yield what is wrong with the weapons of a figure."""
    for name, row in zip(figure.weapons, own, strict=True):
        if name != row.name:
            yield FileFault((*place, "weapons"), f"die Waffe heißt „{row.name}“, nicht „{name}“")
    twice = _twice(word for row in own for word in (row.name, *row.aliases))
    if twice:
        yield FileFault((*place, "weapons"), f"zwei Waffen heißen „{twice}“")
    wandless = Trait.WANDLESS in figure.traits
    if figure.magic is not None and not wandless and not _wand_in_hand(own):
        yield FileFault((*place, "weapons"), "wer zaubert, hat anfangs einen Zauberstab in der Hand")
    if figure.magic is None and wandless:
        yield FileFault((*place, "traits"), "wandless braucht Magie (magic)")
    if {Trait.ROBOT, Trait.CYBORG} <= figure.traits:
        yield FileFault((*place, "traits"), "robot und cyborg schließen sich aus")
    if {Trait.FLIES, Trait.FLOATS} <= figure.traits:
        yield FileFault((*place, "traits"), "flies und floats schließen sich aus")


def _wand_in_hand(own: Sequence[WeaponRow]) -> bool:
    held = held_first(own)
    return any(row.wand and row.name in held for row in own)


def _twice(words: Iterable[str]) -> str | None:
    seen: set[str] = set()
    for word in words:
        if name_key(word) in seen:
            return word
        seen.add(name_key(word))
    return None
