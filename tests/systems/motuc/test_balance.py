"""What is suggested towards equal team values can be carried out by the rules, and then the values are as agreed."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest

from motuc_bot.systems.motuc.balance import balance
from motuc_bot.systems.motuc.levelling import MOST, Joined, Rearmed, Suggestion, levelled
from rules.core import GAME_MASTER, Rejected, Seat
from rules.motuc import MOTUC
from rules.motuc import commands as cm
from rules.motuc.model import Armoury, MeleeValues, Setup, Sheet, SideRule, State, Weapon
from rules.motuc.words import FigureName, Phase, Side, Team, ValueRule, WeaponName
from tests.rules.motuc.battles import BOGEN, SCHILD, SCHWERT, setup, sheet
from tests.systems.motuc.lineups import SEATS, carried_out, pool_setup, random_lineup, with_figures, worth

NOBODY = Seat("eve")
KEULE = Weapon(WeaponName("Keule"), melee=MeleeValues(0, 0, 0, 1))
SPEER = Weapon(WeaponName("Speer"), melee=MeleeValues(2, 1, 3, 4))


def wanted(state: State) -> dict[Team, int]:
    """What each team must be worth more, by itself."""
    black, white = worth(state, Team.BLACK), worth(state, Team.WHITE)
    return {Team.BLACK: white - black, Team.WHITE: black - white}


def taker(state: State, team: Team) -> Seat:
    return next((figure.seat for figure in state.team(team)), SEATS[team][0])


def after(state: State, suggestion: Suggestion) -> State:
    return carried_out(state, suggestion.commands(taker(state, suggestion.team)))


def agreed(*sheets: Sheet, stock: tuple[WeaponName, ...] = (), **changes: object) -> Setup:
    weapons = (SCHWERT, SCHILD, BOGEN, KEULE, SPEER)
    armouries = tuple(Armoury(team, stock) for team in Team)
    plain = setup(sheets=sheets, weapons=weapons, armouries=armouries, value=ValueRule.EQUAL)
    return replace(plain, **changes)  # type: ignore[arg-type]


# --- whatever is suggested holds ---------------------------------------------------------------------------------


@pytest.mark.parametrize("stocked", [True, False], ids=["stocked", "any number"])
@pytest.mark.parametrize("sides", SideRule)
def test_every_suggestion_comes_out_exactly(sides: SideRule, stocked: bool) -> None:
    random = Random(f"{sides} {stocked}")
    setup = pool_setup(sides=sides, stocked=stocked)
    tried = 0
    for _ in range(60):
        state = random_lineup(random, setup)
        found = levelled(state, wanted(state))
        assert len(found.exact) <= MOST
        assert [one.effort for one in found.exact] == sorted(one.effort for one in found.exact)
        assert len({one.changes for one in found.exact}) == len(found.exact)
        for suggestion in found.exact:
            levelled_state = after(state, suggestion)
            assert worth(levelled_state, Team.BLACK) == worth(levelled_state, Team.WHITE)
            # Nobody of the other team is touched, and nobody plays for somebody else now.
            assert levelled_state.team(suggestion.team.other) == state.team(suggestion.team.other)
            assert {figure.seat for figure in levelled_state.figures} <= {
                *(figure.seat for figure in state.figures),
                taker(state, suggestion.team),
            }
            tried += 1
        if found.nearest is not None:
            assert not found.exact
            nearer = after(state, found.nearest)
            assert worth(nearer, found.nearest.team) - worth(state, found.nearest.team) == found.nearest.gain
            gap = worth(state, Team.BLACK) - worth(state, Team.WHITE)
            assert 0 < abs(worth(nearer, Team.BLACK) - worth(nearer, Team.WHITE)) < abs(gap)
    assert tried > 60


def test_changes_of_every_sort_come_out_exactly() -> None:
    """Every other time nobody is left to join, so that armouries must do it."""
    random = Random(1)
    sorts: set[tuple[str, ...]] = set()
    everybody = pool_setup()
    for turn in range(300):
        few = replace(everybody, sheets=tuple(random.sample(everybody.sheets, 12)), sides=SideRule.LIFTED)
        state = random_lineup(random, few, most=4)
        if turn % 2:
            state = replace(state, setup=replace(few, sheets=tuple(figure.sheet for figure in state.figures)))
        amount = random.randint(-20, 9) if turn % 2 else random.randint(20, 70)
        for team in Team:
            for suggestion in levelled(state, {team: amount}).exact:
                assert worth(after(state, suggestion), team) == worth(state, team) + amount
                sorts.add(tuple(sort_of(change) for change in suggestion.changes))
    assert {sort for pair in sorts if len(pair) == 2 for sort in pair} == {"add", "give back", "exchange"}
    assert {sort for single in sorts if len(single) == 1 for sort in single} == {
        "add", "give back", "exchange", "swap", "armed swap", "join", "armed join",
    }  # fmt: skip


def sort_of(change: Rearmed | Joined) -> str:
    if isinstance(change, Rearmed):
        return {-1: "give back", 0: "exchange"}.get(len(change.after) - len(change.before), "add")
    return ("armed " if change.armoury else "") + ("join" if change.instead is None else "swap")


# --- nothing exact is overlooked ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(25))
def test_what_one_or_two_changes_can_do_is_found(seed: int) -> None:
    """Every order is tried by the rules themselves."""
    random = Random(seed)
    everybody = pool_setup()
    state = State(everybody)
    while len(state.figures) < 3:
        sheets = tuple(random.sample(everybody.sheets, 6))
        stock = tuple(random.sample(everybody.armouries[0].weapons, 3))
        few = replace(everybody, sheets=sheets, armouries=(Armoury(Team.BLACK, stock),), sides=SideRule.LIFTED)
        state = random_lineup(random, few, most=3)
    team = Team.BLACK
    now = worth(state, team)
    light = {worth(other, team) - now for other in by_one_change(state, team)}
    heavy = {worth(other, team) - now for other in by_two_changes(state, team)}
    for amount in range(-40, 41):
        if amount:
            efforts = [suggestion.effort for suggestion in levelled(state, {team: amount}).exact]
            assert (1 in efforts) == (amount in light), amount
            assert bool(efforts) == (amount in light | heavy), amount


def by_one_change(state: State, team: Team) -> Iterator[State]:
    for figure in state.team(team):
        for armoury in armouries(state, team):
            if changes(figure.armoury, armoury) == 1:
                yield from tried(state, [cm.Equip(figure.name, armoury)])
    yield from newcomers(state, team, [()])


def by_two_changes(state: State, team: Team) -> Iterator[State]:
    yield from newcomers(state, team, [armoury for armoury in armouries(state, team) if len(armoury) == 1])
    for figure in state.team(team):
        for armoury in armouries(state, team):
            if changes(figure.armoury, armoury) == 2:
                yield from tried(state, [cm.Equip(figure.name, armoury)])
    for one, other in combinations(state.team(team), 2):
        for first, second in product(armouries(state, team), repeat=2):
            if changes(one.armoury, first) == 1 == changes(other.armoury, second):
                orders: list[cm.Command] = [cm.Equip(one.name, ()), cm.Equip(other.name, ())]
                orders += [cm.Equip(one.name, first), cm.Equip(other.name, second)]
                yield from tried(state, orders)


def newcomers(state: State, team: Team, weapons: list[tuple[WeaponName, ...]]) -> Iterator[State]:
    free = [sheet.name for sheet in state.setup.sheets if state.find(sheet.name) is None]
    for name, armoury in product(free, weapons):
        yield from tried(state, [cm.Enlist(name, team, taker(state, team), armoury)])
        for figure in state.team(team):
            yield from tried(state, [cm.Withdraw(figure.name), cm.Enlist(name, team, figure.seat, armoury)])


def armouries(state: State, team: Team) -> list[tuple[WeaponName, ...]]:
    kinds = list(dict.fromkeys(state.setup.armouries[0].weapons))
    return [(), *((kind,) for kind in kinds), *product(kinds, repeat=2)]


def changes(before: tuple[WeaponName, ...], after: tuple[WeaponName, ...]) -> int:
    gone, come = list(before), list(after)
    for name in before:
        if name in come:
            come.remove(name)
            gone.remove(name)
    return max(len(gone), len(come))


def tried(state: State, orders: list[cm.Command]) -> Iterator[State]:
    try:
        yield carried_out(state, orders)
    except Rejected:
        return


# --- what it says ------------------------------------------------------------------------------------------------

# Values: Anna 20, Bert 22, Cora 26.
ANNA, BERT, CORA = (
    sheet("Anna", side=Side.EVIL, base=20),
    sheet("Bert", side=Side.GOOD, base=22),
    sheet("Cora", side=Side.GOOD, base=26),
)


def test_says_what_to_take_from_the_armoury() -> None:
    state = with_figures(agreed(ANNA, BERT, stock=(SPEER.name,)), ["Anna"], ["Bert"])
    assert balance(with_figures(agreed(ANNA, CORA, stock=(SPEER.name, KEULE.name)), ["Anna"], ["Cora"])) == (
        "Schwarz fehlen 6 Punkte: Schwarz hat 20, Weiß 26.",
        "Mit ein oder zwei Änderungen geht es nicht genau auf.",
        "Am nächsten kommt bei Schwarz: Speer aus der Waffenkammer für Anna; dann fehlt Weiß 1 Punkt.",
    )
    state = with_figures(agreed(ANNA, replace(BERT, base=27), stock=(SPEER.name,)), ["Anna"], ["Bert"])
    assert balance(state) == (
        "Schwarz fehlen 7 Punkte: Schwarz hat 20, Weiß 27.",
        "Genau passt bei Schwarz: Speer aus der Waffenkammer für Anna.",
    )


def test_says_what_to_give_back_or_exchange() -> None:
    pieces = (SPEER.name, KEULE.name)
    state = with_figures(agreed(ANNA, replace(BERT, base=20), stock=pieces), ["Anna + Speer"], ["Bert"])
    assert balance(state) == (
        "Weiß fehlen 7 Punkte: Schwarz hat 27, Weiß 20.",
        "Genau passt bei Weiß: Speer aus der Waffenkammer für Bert.",
        "Oder bei Schwarz: Speer von Anna zurück in die Waffenkammer.",
    )
    state = with_figures(agreed(ANNA, replace(BERT, base=21), stock=pieces), ["Anna + Speer"], ["Bert"])
    assert balance(state)[1:] == ("Genau passt bei Schwarz: Keule statt Speer aus der Waffenkammer für Anna.",)


def test_says_whom_to_take_instead_or_besides() -> None:
    dora = sheet("Dora", side=Side.EVIL, base=26)
    assert balance(with_figures(agreed(ANNA, CORA, dora), ["Anna"], ["Cora"])) == (
        "Schwarz fehlen 6 Punkte: Schwarz hat 20, Weiß 26.",
        "Genau passt bei Schwarz: Dora (Wert 26) statt Anna (Wert 20).",
    )
    dora = replace(dora, base=6)
    assert balance(with_figures(agreed(ANNA, CORA, dora), ["Anna"], ["Cora"]))[1:] == (
        "Genau passt bei Schwarz: Dora (Wert 6) dazu.",
    )
    dora = replace(dora, base=25)
    state = with_figures(agreed(ANNA, CORA, dora, stock=(KEULE.name,)), ["Anna"], ["Cora"])
    assert balance(state)[1:] == (
        "Genau passt bei Schwarz: Dora mit Keule aus der Waffenkammer (Wert 26) statt Anna (Wert 20).",
    )


def test_says_two_changes() -> None:
    dora = sheet("Dora", SCHWERT, side=Side.EVIL, base=0)
    pieces = (SCHILD.name, KEULE.name)
    bert = replace(BERT, base=20 + 8 + 1 + 2)
    state = with_figures(agreed(ANNA, dora, bert, stock=pieces), ["Anna", "Dora"], ["Bert"])
    assert balance(state) == (
        "Schwarz fehlen 3 Punkte: Schwarz hat 28, Weiß 31.",
        "Genau passt bei Schwarz: Keule aus der Waffenkammer für Anna und Schild aus der Waffenkammer für Dora.",
    )
    alone = replace(BERT, base=20 + 1 + 4 + 6)
    state = with_figures(agreed(ANNA, alone, stock=(SCHILD.name, BOGEN.name)), ["Anna"], ["Bert"])
    assert balance(state)[1:] == ("Genau passt bei Schwarz: Bogen und Schild aus der Waffenkammer für Anna.",)


def test_two_figures_may_exchange_the_last_pieces() -> None:
    """Each takes what the other gives back, which only works if both give back first."""
    anna, dora = sheet("Anna", SPEER), sheet("Dora", KEULE)
    state = with_figures(agreed(anna, dora, BERT, stock=(BOGEN.name, KEULE.name)), ["Anna + Keule", "Dora + Bogen"], [])
    first = Rearmed(FigureName("Anna"), (KEULE.name,), (BOGEN.name,))
    second = Rearmed(FigureName("Dora"), (BOGEN.name,), (KEULE.name,))
    exchanged = Suggestion(Team.BLACK, (first, second), 0, 2)
    assert [figure.armoury for figure in after(state, exchanged).figures] == [(BOGEN.name,), (KEULE.name,)]


def test_says_it_for_each_team_where_a_number_is_agreed() -> None:
    state = with_figures(agreed(ANNA, CORA, value=21, stock=(KEULE.name,)), ["Anna"], ["Cora"])
    assert balance(state) == (
        "Schwarz fehlt 1 Punkt: 20 statt der vereinbarten 21.",
        "Genau passt bei Schwarz: Keule aus der Waffenkammer für Anna.",
        "Weiß hat 5 Punkte zu viel: 26 statt der vereinbarten 21.",
        "Mit ein oder zwei Änderungen geht es nicht genau auf.",
    )
    dora = sheet("Dora", side=Side.GOOD, base=23)
    state = with_figures(agreed(ANNA, CORA, dora, value=20), ["Anna"], ["Cora"])
    assert balance(state)[-1] == (
        "Am nächsten kommt bei Weiß: Dora (Wert 23) statt Cora (Wert 26); dann hat Weiß noch 3 Punkte zu viel."
    )


def test_an_empty_team_may_be_filled_by_one_figure() -> None:
    dora = sheet("Dora", side=Side.GOOD, base=20)
    state = with_figures(agreed(ANNA, CORA, dora), ["Anna"], [])
    assert balance(state) == (
        "Weiß fehlen 20 Punkte: Schwarz hat 20, Weiß 0.",
        "Genau passt bei Weiß: Dora (Wert 20) dazu.",
    )
    (suggestion,) = levelled(state, {Team.WHITE: 20}).exact
    assert worth(carried_out(state, suggestion.commands(NOBODY)), Team.WHITE) == 20


def test_where_whole_figures_are_missing_one_or_two_changes_are_no_advice() -> None:
    strong, weak = replace(ANNA, base=120), replace(CORA, base=26)
    state = with_figures(agreed(strong, BERT, weak, sides=SideRule.KEPT), ["Anna"], ["Bert"])
    assert balance(state) == ("Weiß fehlen 98 Punkte: Schwarz hat 120, Weiß 22.",)
    # One more makes it nearly right.
    near = with_figures(agreed(replace(ANNA, base=70), BERT, weak, sides=SideRule.KEPT), ["Anna"], ["Bert"])
    assert balance(near)[-1] == "Am nächsten kommt bei Weiß: Cora (Wert 26) dazu; dann fehlen Weiß noch 22 Punkte."


def test_the_edge_must_have_room_for_one_more() -> None:
    small = pool_setup(sides=SideRule.LIFTED)
    full = with_figures(replace(small, board=replace(small.board, rows=2)), ["Orko", "Teela"], ["Stratos"])
    for amount in range(20, 100):
        for suggestion in levelled(full, {Team.BLACK: amount}).exact:
            assert len(after(full, suggestion).team(Team.BLACK)) == 2


@pytest.mark.parametrize("value", [ValueRule.EQUAL, ValueRule.ANY, 20])
def test_says_nothing_where_all_is_right_or_nobody_is_there(value: int | ValueRule) -> None:
    pair = agreed(ANNA, replace(BERT, base=20), stock=(KEULE.name,), value=value)
    assert balance(State(pair)) == ()
    assert balance(with_figures(pair, ["Anna"], ["Bert"])) == ()


def test_says_nothing_where_any_values_will_do_or_the_line_up_is_over() -> None:
    assert balance(with_figures(agreed(ANNA, CORA, value=ValueRule.ANY), ["Anna"], ["Cora"])) == ()
    state = with_figures(agreed(ANNA, CORA), ["Anna"], ["Cora"])
    assert balance(state)
    assert balance(replace(state, phase=Phase.PLACEMENT)) == ()


def test_equal_values_let_the_battle_begin() -> None:
    random = Random(4)
    begun = 0
    for _ in range(20):
        state = random_lineup(random, pool_setup())
        for suggestion in levelled(state, wanted(state)).exact:
            ready = after(state, suggestion)
            if all(ready.team(team) for team in Team):
                assert MOTUC.decide(ready, GAME_MASTER, cm.Proceed())
                begun += 1
    assert begun > 10
