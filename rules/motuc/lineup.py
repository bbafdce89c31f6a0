"""Line-up: teams, values, armouries, what is in hand (§2, §7)."""

from rules.board import Field
from rules.core import GAME_MASTER, GeneralCode, Rejected, Seat
from rules.motuc import events as ev
from rules.motuc.codes import Ruling
from rules.motuc.commands import Enlist, Equip, Hold, Withdraw
from rules.motuc.model import Figure, Item, Setup, Sheet, SideRule, State, Weapon
from rules.motuc.orders import in_phase, owned
from rules.motuc.weapons import fits
from rules.motuc.words import ItemId, Phase, Side, Team, ValueRule, WeaponName

MOST_WEAPONS = 2
_SIDES = {Team.WHITE: Side.GOOD, Team.BLACK: Side.EVIL}
# Ids of weapons are drawn from a block of its own for each figure, so that they stay unique whoever joins or leaves.
_BLOCK = 100


def value(sheet: Sheet, weapons: tuple[Weapon, ...]) -> int:
    """Return the value of a figure with these weapons (§7, R-T1)."""
    melee = [weapon.melee for weapon in weapons if weapon.melee is not None]
    ranged = [weapon.ranged for weapon in weapons if weapon.ranged is not None]
    return (
        sheet.base
        + max((values.damage for values in melee), default=0)
        + max((values.attack for values in melee), default=0)
        + max((values.defence for values in melee), default=0)
        + max((values.damage * values.shots for values in ranged), default=0)
    )


def enlist(state: State, seat: Seat, command: Enlist) -> tuple[ev.Event, ...]:
    """Return the joining of a figure (R-T3, R-T4, R-T7, R-S4). Raises: Rejected."""
    in_phase(state, Phase.LINEUP)
    if seat not in (command.seat, GAME_MASTER):
        raise Rejected(GeneralCode.NOT_YOUR_FIGURE, "not_your_seat", seat=command.seat)
    events = joined(state, command)
    room = len(start_fields(state.setup, command.team))
    if len(state.team(command.team)) >= room:
        raise Rejected(Ruling.R_S4, "edge_full", team=command.team, room=room)
    return events


def joined(state: State, command: Enlist) -> tuple[ev.Event, ...]:
    """Return the joining of a figure, whoever orders it and whether or not the edge has room. Raises: Rejected."""
    sheet = next((sheet for sheet in state.setup.sheets if sheet.name == command.figure), None)
    if sheet is None:
        raise Rejected(GeneralCode.UNKNOWN_NAME, "unknown_figure", name=command.figure)
    if state.find(command.figure) is not None:
        raise Rejected(Ruling.R_T3, "figure_taken", figure=command.figure)
    if any(figure.seat == command.seat and figure.team is not command.team for figure in state.figures):
        raise Rejected(Ruling.R_T3, "both_teams", seat=command.seat)
    if state.setup.sides is SideRule.KEPT and sheet.side not in (None, _SIDES[command.team]):
        raise Rejected(Ruling.R_T7, "wrong_side", figure=sheet.name, team=command.team)
    _in_stock(state, command.team, None, command.armoury)
    items = _items(state.setup, sheet, command.armoury, _free_block(state))
    return (
        ev.FigureEnlisted(
            sheet=sheet,
            team=command.team,
            seat=command.seat,
            value=value(sheet, tuple(item.weapon for item in items)),
            items=items,
            hands=first_hands(items),
            armoury=command.armoury,
        ),
    )


def withdraw(state: State, seat: Seat, command: Withdraw) -> tuple[ev.Event, ...]:
    """Return the leaving of a figure. Raises: Rejected."""
    figure = owned(state, seat, command.figure)
    in_phase(state, Phase.LINEUP)
    return (ev.FigureWithdrawn(figure.name),)


def equip(state: State, seat: Seat, command: Equip) -> tuple[ev.Event, ...]:
    """Return the choosing of weapons from the armoury (§7, R-T4). Raises: Rejected."""
    figure = owned(state, seat, command.figure)
    in_phase(state, Phase.LINEUP)
    _in_stock(state, figure.team, figure, command.armoury)
    block = min((item.id for item in figure.items), default=_free_block(state)) // _BLOCK * _BLOCK
    items = _items(state.setup, figure.sheet, command.armoury, block)
    return (
        ev.FigureEquipped(
            figure=figure.name,
            value=value(figure.sheet, tuple(item.weapon for item in items)),
            items=items,
            hands=first_hands(items),
            armoury=command.armoury,
        ),
    )


def hold(state: State, seat: Seat, command: Hold) -> tuple[ev.Event, ...]:
    """Return the declaring of what is in hand before the battle (R-T5, R-T6). Raises: Rejected."""
    figure = owned(state, seat, command.figure)
    in_phase(state, Phase.LINEUP, Phase.PLACEMENT)
    chosen: list[Item] = []
    for name in command.weapons:
        item = next((item for item in figure.items if item.weapon.name == name and item not in chosen), None)
        if item is None:
            raise Rejected(Ruling.R_T5, "not_carried", figure=figure.name, weapon=name)
        chosen.append(item)
    weapons = tuple(item.weapon for item in chosen)
    if sum(weapon.fixed for weapon in weapons) > 1:
        raise Rejected(Ruling.R_T6, "one_fixed_in_hand", figure=figure.name, held=command.weapons)
    if not fits(weapons):
        raise Rejected(Ruling.R_T5, "too_much_for_two_hands", figure=figure.name, held=command.weapons)
    return (ev.HandsDeclared(figure.name, tuple(item.id for item in chosen)),)


def ready_to_start(state: State) -> None:
    """Let pass if both teams are there and their values are as agreed (§2, R-T2). Raises: Rejected."""
    teams = {team: state.team(team) for team in Team}
    for team, figures in teams.items():
        if not figures:
            raise Rejected(Ruling.R_T2, "empty_team", team=team)
    sums = {team: sum(figure.value for figure in figures) for team, figures in teams.items()}
    agreed = state.setup.value
    if agreed is ValueRule.ANY:
        return
    goal = None if agreed is ValueRule.EQUAL else int(agreed)
    black, white = sums[Team.BLACK], sums[Team.WHITE]
    if black != white or (goal is not None and black != goal):
        raise Rejected(
            Ruling.R_T2,
            "unequal" if goal is None else "not_the_agreed_value",
            black=black,
            white=white,
            agreed=goal,
            values=tuple((figure.team, figure.name, figure.value) for figure in state.figures),
        )


def start_fields(setup: Setup, team: Team) -> tuple[Field, ...]:
    """Return the fields of the team's edge where figures may start, from top to bottom (R-S1)."""
    board = setup.board
    column = 1 if team is Team.BLACK else board.columns
    edge = (Field(column, row) for row in range(1, board.rows + 1))
    return tuple(field for field in edge if field not in board.blocked)


def first_hands(items: tuple[Item, ...]) -> tuple[ItemId, ...]:
    """Return what is in hand without a declaration: the first weapons of the list that fit (R-T5)."""
    chosen: list[Item] = []
    for item in items:
        if fits(tuple(held.weapon for held in (*chosen, item))):
            chosen.append(item)
    return tuple(item.id for item in chosen)


def weapon_kind(setup: Setup, name: str) -> Weapon:
    """Return the kind of weapon of that name. Raises: Rejected (unknown_name)."""
    for weapon in setup.weapons:
        if weapon.name == name:
            return weapon
    raise Rejected(GeneralCode.UNKNOWN_NAME, "unknown_weapon", name=name)


def _free_block(state: State) -> int:
    return _BLOCK * (1 + max((item.id // _BLOCK for figure in state.figures for item in figure.items), default=-1))


def _items(setup: Setup, sheet: Sheet, armoury: tuple[WeaponName, ...], block: int) -> tuple[Item, ...]:
    """Return the figure's own weapons and those from the armoury, which only fill up to two (§7, R-T4)."""
    if armoury and len(sheet.weapons) + len(armoury) > MOST_WEAPONS:
        raise Rejected(Ruling.R_T4, "enough_weapons", figure=sheet.name, own=len(sheet.weapons), more=len(armoury))
    kinds = (weapon_kind(setup, name) for name in (*sheet.weapons, *armoury))
    return tuple(
        Item(ItemId(block + at), kind, None if kind.ranged is None else kind.ranged.reload)
        for at, kind in enumerate(kinds)
    )


def _in_stock(state: State, team: Team, taker: Figure | None, wanted: tuple[WeaponName, ...]) -> None:
    """Let pass what is left in the team's armoury, `taker`'s own pieces put back first (R-T4)."""
    stock = next((armoury for armoury in state.setup.armouries if armoury.team is team), None)
    if stock is None:
        return
    taken = [
        name for figure in state.team(team) if taker is None or figure.name != taker.name for name in figure.armoury
    ]
    for name in wanted:
        if taken.count(name) >= stock.weapons.count(name):
            raise Rejected(Ruling.R_T4, "not_in_stock", team=team, weapon=name)
        taken.append(name)
