"""Battles made up for tests: figures of every kind, on boards of every kind."""

from dataclasses import replace
from random import Random
from typing import Any

from rules.board import Board, Field, Grid
from rules.core import Seat
from rules.motuc.model import (
    Armoury,
    Config,
    Entry,
    Magic,
    MeleeValues,
    RangedValues,
    Setup,
    Sheet,
    SideRule,
    Weapon,
)
from rules.motuc.words import Category, FigureName, Team, Trait, ValueRule, WeaponName

STAB = Weapon(WeaponName("Stab"), melee=MeleeValues(3, 1, 3, 3), wand=True)
SCHWERT = Weapon(WeaponName("Schwert"), melee=MeleeValues(2, 2, 2, 4))
SCHILD = Weapon(WeaponName("Schild"), melee=MeleeValues(0, 4, 3, 1), shield=True)
BOGEN = Weapon(WeaponName("Bogen"), ranged=RangedValues(6, 3, 2, 4))
LASER = Weapon(WeaponName("Laser"), ranged=RangedValues(9, 2, 3), melee=MeleeValues(0, 0, 1, 1), improvised=True)
HAKEN = Weapon(WeaponName("Haken"), melee=MeleeValues(1, 1, 2, 2), disarm=True)
BEIL = Weapon(WeaponName("Beil"), melee=MeleeValues(2, 0, 1, 3), ranged=RangedValues(4, 3), thrown=True)
HAMMER = Weapon(WeaponName("Hammer"), melee=MeleeValues(4, 1, 3, 6), hands=2)
KRALLE = Weapon(WeaponName("Kralle"), melee=MeleeValues(2, 1, 1, 3), fixed=True)
ZANGE = Weapon(WeaponName("Zange"), melee=MeleeValues(1, 2, 1, 2), fixed=True, disarm=True)
WEAPONS = (STAB, SCHWERT, SCHILD, BOGEN, LASER, HAKEN, BEIL, HAMMER, KRALLE, ZANGE)


def sheet(name: str, *weapons: Weapon, **changes: Any) -> Sheet:
    """Return a figure with middling values but for the changes."""
    middling = Sheet(
        name=FigureName(name),
        melee=5,
        ranged=4,
        strength=5,
        armour=1,
        agility=4,
        stamina=4,
        base=20,
        weapons=tuple(weapon.name for weapon in weapons),
    )
    return replace(middling, **changes)


SHEETS = (
    sheet("Anna", STAB, BOGEN, melee=6, stamina=5, agility=4),
    sheet("Bert", SCHWERT, SCHILD, melee=7, strength=6, armour=2),
    sheet("Cora", HAKEN, BEIL, stamina=3),
    sheet("Dora", SCHWERT, strength=7, agility=5),
    sheet("Gruna", STAB, melee=2, magic=Magic(5, Category.GREEN)),
    sheet("Mira", STAB, melee=2, magic=Magic(6, Category.BLACK), traits=frozenset({Trait.FLOATS})),
    sheet("Wanda", melee=2, magic=Magic(4, Category.WHITE), traits=frozenset({Trait.WANDLESS})),
    sheet("Furcht", SCHWERT, melee=3, traits=frozenset({Trait.FEAR_AURA})),
    sheet("Falk", LASER, traits=frozenset({Trait.FLIES})),
    sheet("Robo", LASER, HAMMER, strength=8, agility=1, traits=frozenset({Trait.ROBOT})),
    sheet("Kralla", KRALLE, ZANGE, SCHWERT, traits=frozenset({Trait.CYBORG})),
    sheet("Reiter", BEIL, agility=0, stamina=1, traits=frozenset({Trait.MOUNT})),
)

PLAYERS = {Team.BLACK: (Seat("ann"), Seat("cem")), Team.WHITE: (Seat("ben"), Seat("dan"))}


def setup(board: Board | None = None, rounds: int = 4, **changes: Any) -> Setup:
    """Return a set-up with all figures and weapons."""
    plain = Setup(
        name="Probe",
        board=Board(7, 6) if board is None else board,
        rounds=rounds,
        value=ValueRule.ANY,
        sheets=SHEETS,
        weapons=WEAPONS,
        sides=SideRule.LIFTED,
    )
    return replace(plain, **changes)


def random_config(random: Random) -> Config:
    """Return a battle to open: any board, 1 to 4 figures a side, some placed in mid-board, or the bare line-up."""
    columns, rows = random.randint(3, 8), random.randint(4, 7)
    fields = [Field(column, row) for column in range(1, columns + 1) for row in range(1, rows + 1)]
    inner = [field for field in fields if 1 < field.column < columns]
    blocked = frozenset(random.sample(inner, min(len(inner), random.randint(0, 3))))
    raised = frozenset(random.sample(fields, 3)) - blocked
    board = Board(columns, rows, random.choice(tuple(Grid)), blocked, raised)
    armouries: tuple[Armoury, ...] = ()
    if random.random() < 0.5:
        armouries = tuple(Armoury(team, (SCHWERT.name, BOGEN.name)) for team in Team)
    agreed = setup(board, random.randint(1, 4), armouries=armouries)
    if random.random() < 0.2:
        return Config(agreed)
    sheets = random.sample(SHEETS, random.randint(2, 8))
    placed = random.random() < 0.7
    free = [field for field in fields if field not in blocked]
    random.shuffle(free)
    entries = tuple(
        Entry(
            figure=one.name,
            team=team,
            seat=random.choice(PLAYERS[team]),
            at=free[at] if placed else None,
        )
        for at, one in enumerate(sheets)
        for team in ((Team.BLACK, Team.WHITE)[at % 2],)
    )
    return Config(agreed, entries)
