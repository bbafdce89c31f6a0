"""Line-ups made up for tests, by the commands that forms give."""

from collections.abc import Iterable
from random import Random

from motuc_bot.systems.motuc.pool import load_pool
from rules.board import Board
from rules.core import GAME_MASTER, Rejected, Seat
from rules.motuc import MOTUC
from rules.motuc import commands as cm
from rules.motuc.model import Armoury, Setup, SideRule, State
from rules.motuc.words import FigureName, Team, ValueRule, WeaponName

SEATS = {Team.BLACK: (Seat("ann"), Seat("cem")), Team.WHITE: (Seat("ben"), Seat("dan"))}


def pool_setup(
    value: int | ValueRule = ValueRule.EQUAL, sides: SideRule = SideRule.KEPT, *, stocked: bool = True
) -> Setup:
    """Return a set-up in which every figure of the pool may be chosen."""
    pool = load_pool()
    stocks = ((Team.BLACK, pool.armouries.black), (Team.WHITE, pool.armouries.white))
    return Setup(
        name="Auswahl",
        board=Board(12, 8),
        rounds=6,
        value=value,
        sheets=tuple(row.sheet(tuple(WeaponName(name) for name in row.weapons)) for row in pool.figures),
        weapons=tuple(row.weapon() for row in pool.weapons),
        armouries=tuple(Armoury(team, tuple(map(WeaponName, names))) for team, names in stocks) if stocked else (),
        sides=sides,
    )


def carried_out(state: State, orders: Iterable[cm.Command]) -> State:
    """Return the state after the game master gave the orders. Raises: Rejected."""
    for order in orders:
        for event in MOTUC.decide(state, GAME_MASTER, order):
            state = MOTUC.evolve(state, event)
    return state


def worth(state: State, team: Team) -> int:
    """Return the value of a team."""
    return sum(figure.value for figure in state.team(team))


def with_figures(setup: Setup, black: Iterable[str], white: Iterable[str]) -> State:
    """Return the line-up of these figures; `Teela + Langschwert` takes a weapon from the armoury."""
    state = State(setup)
    for team, names in ((Team.BLACK, black), (Team.WHITE, white)):
        for name in names:
            figure, *armoury = name.split(" + ")
            order = cm.Enlist(FigureName(figure), team, SEATS[team][0], tuple(map(WeaponName, armoury)))
            state = carried_out(state, [order])
    return state


def random_lineup(random: Random, setup: Setup, most: int = 7) -> State:
    """Return a line-up at random: two teams of much the same size, some with armoury weapons."""
    state = State(setup)
    size = random.randint(0, most)
    wanted = {team: max(size - random.choice((0, 0, 1)), 0) for team in Team}
    kinds = {stock.team: stock.weapons for stock in setup.armouries}
    for _ in range(8 * most):
        team = random.choice(tuple(Team))
        if len(state.team(team)) >= wanted[team]:
            continue
        sheet = random.choice(setup.sheets)
        stock = kinds.get(team, tuple(weapon.name for weapon in setup.weapons))
        armoury = random.choices(stock, k=random.choice((0, 0, 1, 1, 2))) if stock else []
        orders: list[cm.Command] = [cm.Enlist(sheet.name, team, random.choice(SEATS[team]), tuple(armoury))]
        if random.random() < 0.1:
            orders.append(cm.Withdraw(sheet.name))
        try:
            state = carried_out(state, orders)
        except Rejected:
            continue
    return state
