"""A battle written as the document that a file holds: the inverse of `battle_file` and `config_of`."""

from rules.core import changed
from rules.motuc.model import Config, Entry, RangedValues, Setup, Sheet, SideRule, State, Weapon
from rules.motuc.words import Phase, Team, Trait

Document = dict[str, object]

_TEAMS = (Team.BLACK, Team.WHITE)
_JUST_LINED_UP = (Phase.PLACEMENT, Phase.BLACK_MOVES)


def battle_document(config: Config) -> Document:
    """Return the document of the battle, with all its figures and weapons in full: no later pool changes it.

    `config_of(battle_file(document)) == config`, also when the document went through YAML, if the entries of black
    come before those of white, as files and `lineup_config` have them. It holds text, numbers, lists and dictionaries.

    Raises:
        ValueError: only one of the teams has an armoury, which a file can't say.
    """
    return {
        "battle": _battle(config.setup),
        "weapons": [_weapon(weapon) for weapon in config.setup.weapons],
        "figures": [_figure(sheet) for sheet in config.setup.sheets],
        "teams": {team.value: [_entry(entry) for entry in config.entries if entry.team is team] for team in _TEAMS},
    }


def trimmed(config: Config) -> Config:
    """Return the battle with just the figures of its teams, and the weapons that these or an armoury have."""
    setup = config.setup
    playing = {entry.figure for entry in config.entries}
    sheets = tuple(sheet for sheet in setup.sheets if sheet.name in playing)
    needed = {name for sheet in sheets for name in sheet.weapons}
    needed |= {name for entry in config.entries for name in (*entry.armoury, *(entry.hands or ()))}
    needed |= {name for armoury in setup.armouries for name in armoury.weapons}
    weapons = tuple(weapon for weapon in setup.weapons if weapon.name in needed)
    return changed(config, setup=changed(setup, sheets=sheets, weapons=weapons))


def lineup_config(state: State) -> Config:
    """Return the ready-made battle that opens to the figures of a battle whose line-up has just ended.

    Black's figures come first, each team in its order. Fields are those on which figures stand; registered start
    positions are left to the posts that follow.

    Raises:
        ValueError: the line-up still goes on, or the first move phase is over.
    """
    if state.phase not in _JUST_LINED_UP or state.round > 1:
        raise ValueError(f"no line-up that has just ended: {state.phase}, round {state.round}")
    return Config(
        state.setup,
        tuple(
            Entry(
                figure=figure.name,
                team=team,
                seat=figure.seat,
                at=figure.field,
                hands=tuple(item.weapon.name for item in figure.held),
                armoury=figure.armoury,
            )
            for team in _TEAMS
            for figure in state.team(team)
        ),
    )


def _battle(setup: Setup) -> Document:
    board = setup.board
    document: Document = {
        "name": setup.name,
        "board": {"columns": board.columns, "rows": board.rows, "grid": board.grid.value},
        "terrain": {
            "blocked": [str(field) for field in sorted(board.blocked)],
            "raised": [str(field) for field in sorted(board.raised)],
        },
        "rounds": setup.rounds,
        "value": setup.value if isinstance(setup.value, int) else setup.value.value,
    }
    if setup.armouries:
        document["armouries"] = _armouries(setup)
    if setup.sides is not SideRule.LIFTED:
        document["sides"] = setup.sides.value
    return document


def _armouries(setup: Setup) -> Document:
    if tuple(armoury.team for armoury in setup.armouries) != _TEAMS:
        raise ValueError("a file gives an armoury to both teams, black first, or to none")
    return {armoury.team.value: list(armoury.weapons) for armoury in setup.armouries}


def _weapon(weapon: Weapon) -> Document:
    melee = weapon.melee
    return _telling(
        {
            "name": weapon.name,
            "aliases": list(weapon.aliases),
            "melee": None
            if melee is None
            else {
                "attack": melee.attack,
                "defence": melee.defence,
                "reach": melee.reach,
                "damage": melee.damage,
            },
            "ranged": None if weapon.ranged is None else _ranged(weapon.ranged),
            "wand": weapon.wand,
            "shield": weapon.shield,
            "disarm": weapon.disarm,
            "thrown": weapon.thrown,
            "fixed": weapon.fixed,
            "improvised": weapon.improvised,
            "hands": weapon.hands,
        }
    )


def _ranged(values: RangedValues) -> Document:
    return _telling(
        {"range": values.range, "damage": values.damage, "shots": values.shots, "reload": values.reload},
    )


def _figure(sheet: Sheet) -> Document:
    magic = sheet.magic
    return _telling(
        {
            "name": sheet.name,
            "aliases": list(sheet.aliases),
            "side": None if sheet.side is None else sheet.side.value,
            "melee": sheet.melee,
            "ranged": sheet.ranged,
            "strength": sheet.strength,
            "armour": sheet.armour,
            "agility": sheet.agility,
            "stamina": sheet.stamina,
            "base": sheet.base,
            "weapons": list(sheet.weapons),
            "magic": None if magic is None else {"power": magic.power, "category": magic.category.value},
            "traits": [trait.value for trait in Trait if trait in sheet.traits],
        }
    )


def _entry(entry: Entry) -> Document:
    document = _telling(
        {
            "figure": entry.figure,
            "player": entry.seat,
            "at": None if entry.at is None else str(entry.at),
            "armoury": list(entry.armoury),
        }
    )
    if entry.hands is not None:
        document["hands"] = list(entry.hands)  # an empty list says that the hands are empty
    return document


def _telling(document: Document) -> Document:
    """Return the document without what a file leaves out: what is missing, not so, or an empty list."""
    return {key: value for key, value in document.items() if value is not None and value is not False and value != []}
