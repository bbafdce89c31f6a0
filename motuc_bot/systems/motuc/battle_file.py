"""A battle as a file describes it: board, teams, figures and weapons, checked and turned into a rules Config.

`battle_document` writes a Config back as such a file.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainValidator, ValidationError, model_validator

from motuc_bot.language.folding import name_key
from motuc_bot.systems.faults import FileFault, Place
from motuc_bot.systems.german_errors import Wrong, fault_of
from rules.board import Board, Grid
from rules.board import Field as BoardField
from rules.core import GAME_MASTER, Seat
from rules.motuc.codes import Ruling
from rules.motuc.model import (
    BARE_HAND,
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
from rules.motuc.words import Category, FigureName, Side, Team, Trait, ValueRule, WeaponName

MOST = 99


def _named(text: str) -> str:
    if not text.strip() or text != text.strip() or any(sign in text for sign in ":;\n"):
        raise Wrong("ein Name darf nicht leer sein und weder Doppelpunkt noch Strichpunkt enthalten")
    return text


def _on_board(text: str) -> str:
    try:
        BoardField.parse(text)
    except ValueError:
        raise Wrong(f"„{text}“ ist kein Feld (Beispiel: C5)") from None
    return text


def _agreed(value: object) -> object:
    # By hand: of a union pydantic tells what is wrong with each part of it.
    if value in ("equal", "any") or (isinstance(value, int) and not isinstance(value, bool) and value >= 0):
        return value
    raise Wrong("muss equal, any oder eine ganze Zahl ab 0 sein")


Name = Annotated[str, Field(max_length=60), AfterValidator(_named)]
FieldName = Annotated[str, AfterValidator(_on_board)]
Points = Annotated[int, Field(ge=0, le=MOST)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class MeleeRow(_Strict):
    """Melee values of a weapon."""

    attack: Points
    defence: Points
    reach: Points
    damage: Points


class RangedRow(_Strict):
    """Values of a weapon at a distance."""

    range: Annotated[int, Field(ge=1, le=MOST)]
    damage: Points
    shots: Annotated[int, Field(ge=1, le=20)] = 1
    reload: Annotated[int, Field(ge=1, le=MOST)] | None = None


class WeaponRow(_Strict):
    """A kind of weapon."""

    name: Name
    aliases: tuple[Name, ...] = Field(default=(), strict=False)
    melee: MeleeRow | None = None
    ranged: RangedRow | None = None
    wand: bool = False
    shield: bool = False
    disarm: bool = False
    thrown: bool = False
    fixed: bool = False
    improvised: bool = False
    hands: Literal[1, 2] = 1

    @model_validator(mode="after")
    def _consistent(self) -> "WeaponRow":
        contradictions = (
            (self.thrown and self.fixed, "„thrown“ und „fixed“ schließen sich aus"),
            (self.fixed and self.hands == 2, "„fixed“ füllt eine Hand, „hands: 2“ passt nicht dazu"),
            (self.thrown and self.ranged is None, "„thrown“ braucht Fernkampfwerte (ranged)"),
            (self.shield and self.melee is None, "„shield“ braucht Nahkampfwerte (melee)"),
            (self.improvised and self.melee is None, "„improvised“ braucht Nahkampfwerte (melee)"),
            (name_key(self.name) == name_key(BARE_HAND.name), "dieser Name ist für die bloße Hand vergeben"),
        )
        for broken, text in contradictions:
            if broken:
                raise Wrong(text)
        return self

    def weapon(self) -> Weapon:
        """Return the weapon of the rules."""
        return Weapon(
            name=WeaponName(self.name),
            aliases=self.aliases,
            melee=None if self.melee is None else MeleeValues(**self.melee.model_dump()),
            ranged=None if self.ranged is None else RangedValues(**self.ranged.model_dump()),
            wand=self.wand,
            shield=self.shield,
            disarm=self.disarm,
            thrown=self.thrown,
            fixed=self.fixed,
            improvised=self.improvised,
            hands=self.hands,
        )


class MagicRow(_Strict):
    """A mage's magic."""

    power: Annotated[int, Field(ge=1, le=MOST)]
    category: Annotated[Category, Field(strict=False)]


class FigureRow(_Strict):
    """A figure."""

    name: Name
    aliases: tuple[Name, ...] = Field(default=(), strict=False)
    side: Annotated[Side, Field(strict=False)] | None = None
    melee: Points
    ranged: Points
    strength: Points
    armour: Points
    agility: Points
    stamina: Points
    base: Annotated[int, Field(ge=0, le=999)]
    weapons: tuple[Name, ...] = Field(default=(), strict=False)
    magic: MagicRow | None = None
    traits: frozenset[Annotated[Trait, Field(strict=False)]] = Field(default=frozenset(), strict=False)

    def sheet(self, weapons: tuple[WeaponName, ...]) -> Sheet:
        """Return the figure of the rules, with the weapons' canonical names."""
        return Sheet(
            name=FigureName(self.name),
            aliases=self.aliases,
            side=self.side,
            melee=self.melee,
            ranged=self.ranged,
            strength=self.strength,
            armour=self.armour,
            agility=self.agility,
            stamina=self.stamina,
            base=self.base,
            weapons=weapons,
            magic=None if self.magic is None else Magic(self.magic.power, self.magic.category),
            traits=self.traits,
        )


class BoardRow(_Strict):
    """Size and grid of the board."""

    columns: Annotated[int, Field(ge=2, le=40)] = 12
    rows: Annotated[int, Field(ge=2, le=40)] = 8
    grid: Annotated[Grid, Field(strict=False)] = Grid.SQUARE


class TerrainRow(_Strict):
    """Fields that are not open."""

    blocked: tuple[FieldName, ...] = Field(default=(), strict=False)
    raised: tuple[FieldName, ...] = Field(default=(), strict=False)


class ArmouriesRow(_Strict):
    """What each team's armoury holds, one entry for each piece."""

    black: tuple[Name, ...] = Field(default=(), strict=False)
    white: tuple[Name, ...] = Field(default=(), strict=False)


class BattleRow(_Strict):
    """What was agreed for the battle; the sides of figures bind the teams only where `sides` says so (R-T7)."""

    name: str = ""
    board: BoardRow = BoardRow()
    terrain: TerrainRow = TerrainRow()
    rounds: Annotated[int, Field(ge=1, le=999)] = 6
    value: Annotated[int | Literal["equal", "any"], PlainValidator(_agreed)] = "equal"
    armouries: ArmouriesRow | None = None
    sides: Annotated[SideRule, Field(strict=False)] = SideRule.LIFTED


class EntryRow(_Strict):
    """One figure of a team."""

    figure: Name
    player: Annotated[str, Field(min_length=1, max_length=100)]
    at: FieldName | None = None
    hands: tuple[Name, ...] | None = Field(default=None, strict=False)
    armoury: tuple[Name, ...] = Field(default=(), strict=False)


class TeamsRow(_Strict):
    """The two teams."""

    black: tuple[EntryRow, ...] = Field(strict=False)
    white: tuple[EntryRow, ...] = Field(strict=False)


class BattleFile(_Strict):
    """The part of a transcript that belongs to MotUC-Battle."""

    battle: BattleRow = BattleRow()
    weapons: tuple[WeaponRow, ...] = Field(default=(), strict=False)
    figures: tuple[FigureRow, ...] = Field(default=(), strict=False)
    teams: TeamsRow


def battle_file(document: Mapping[str, object]) -> BattleFile:
    """Return the document, each part checked by itself. Raises: FileFault."""
    try:
        return BattleFile.model_validate(document)
    except ValidationError as error:
        fault = fault_of(error)
        ruling = f" ({Ruling.R_B1})" if fault.place[:2] == ("battle", "board") else ""
        raise FileFault(fault.place, fault.text + ruling) from None


def config_of(file: BattleFile) -> Config:
    """Return the battle that the file describes; sides are checked only if it says `sides: kept` (R-T7).

    Raises: FileFault.
    """
    setup = setup_of(file)
    weapons = {name_key(weapon.name): weapon for weapon in setup.weapons}
    sheets = {name_key(sheet.name): sheet for sheet in setup.sheets}
    rows = ((Team.BLACK, file.teams.black), (Team.WHITE, file.teams.white))
    entries = tuple(
        _entry(row, team, sheets, weapons, ("teams", team.value, at))
        for team, team_rows in rows
        for at, row in enumerate(team_rows)
    )
    if not entries:
        raise FileFault(("teams",), "keine Mannschaft hat eine Figur")
    return Config(setup, entries)


def setup_of(file: BattleFile) -> Setup:
    """Return what the file agrees for the battle, whoever takes part. Raises: FileFault."""
    weapons = {name_key(row.name): row.weapon() for row in file.weapons}
    _unique_names(file)
    sheets = {}
    for at, row in enumerate(file.figures):
        names = _weapon_names(row.weapons, weapons, ("figures", at, "weapons"))
        sheets[name_key(row.name)] = row.sheet(names)
    return Setup(
        name=file.battle.name,
        board=_board(file.battle),
        rounds=file.battle.rounds,
        value=file.battle.value if isinstance(file.battle.value, int) else ValueRule(file.battle.value),
        sheets=tuple(sheets.values()),
        weapons=tuple(weapons.values()),
        armouries=_armouries(file.battle.armouries, weapons),
        sides=file.battle.sides,
    )


def _board(battle: BattleRow) -> Board:
    size, terrain = battle.board, battle.terrain
    blocked = frozenset(BoardField.parse(name) for name in terrain.blocked)
    raised = frozenset(BoardField.parse(name) for name in terrain.raised)
    plain = Board(size.columns, size.rows, size.grid)
    for kind, names in (("blocked", terrain.blocked), ("raised", terrain.raised)):
        for at, name in enumerate(names):
            if BoardField.parse(name) not in plain:
                text = f"{name} liegt nicht auf dem Spielfeld ({size.columns} × {size.rows} Felder)"
                raise FileFault(("battle", "terrain", kind, at), text)
    both = sorted(blocked & raised)
    if both:
        raise FileFault(("battle", "terrain"), f"{both[0]} ist zugleich gesperrt und erhöht")
    return Board(size.columns, size.rows, size.grid, blocked, raised)


def _armouries(row: ArmouriesRow | None, weapons: Mapping[str, Weapon]) -> tuple[Armoury, ...]:
    if row is None:
        return ()
    stocks = ((Team.BLACK, row.black), (Team.WHITE, row.white))
    return tuple(
        Armoury(team, _weapon_names(names, weapons, ("battle", "armouries", team.value))) for team, names in stocks
    )


def _entry(
    row: EntryRow, team: Team, sheets: Mapping[str, Sheet], weapons: Mapping[str, Weapon], place: Place
) -> Entry:
    sheet = sheets.get(name_key(row.figure))
    if sheet is None:
        raise FileFault((*place, "figure"), f"die Figur „{row.figure}“ ist nirgends beschrieben")
    seat = GAME_MASTER if row.player.casefold() == GAME_MASTER.casefold() else Seat(row.player)
    return Entry(
        figure=sheet.name,
        team=team,
        seat=seat,
        at=None if row.at is None else BoardField.parse(row.at),
        hands=None if row.hands is None else _weapon_names(row.hands, weapons, (*place, "hands")),
        armoury=_weapon_names(row.armoury, weapons, (*place, "armoury")),
    )


def _weapon_names(names: Iterable[str], weapons: Mapping[str, Weapon], place: Place) -> tuple[WeaponName, ...]:
    found = []
    for at, name in enumerate(names):
        weapon = weapons.get(name_key(name))
        if weapon is None:
            raise FileFault((*place, at), f"die Waffe „{name}“ ist nirgends beschrieben")
        found.append(weapon.name)
    return tuple(found)


def _unique_names(file: BattleFile) -> None:
    """Let pass a file in which names mean one thing: posts know things by their names alone.

    Only weapons may share an alias (`Schwert`): that of the acting figure is meant.
    """
    taken: dict[str, str] = {}
    for at, weapon in enumerate(file.weapons):
        _claim(taken, (weapon.name,), f"Waffe {weapon.name}", ("weapons", at, "name"))
    for weapon in file.weapons:
        for alias in weapon.aliases:
            taken.setdefault(name_key(alias), f"Waffe {weapon.name}")
    for at, figure in enumerate(file.figures):
        _claim(taken, (figure.name, *figure.aliases), f"Figur {figure.name}", ("figures", at, "name"))


def _claim(taken: dict[str, str], names: tuple[str, ...], owner: str, place: Place) -> None:
    """Note the names as the owner's. Raises: FileFault."""
    for name in names:
        if name_key(name) in taken:
            raise FileFault(place, f"der Name „{name}“ ist schon vergeben ({taken[name_key(name)]})")
    taken.update((name_key(name), owner) for name in names)
