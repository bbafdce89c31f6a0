"""The lists to choose from: figures and weapons with all values, and what a seat may still take."""

from random import Random

import pytest

from motuc_bot.systems.faults import FileFault
from motuc_bot.systems.forms import PoolColumn, PoolRow
from motuc_bot.systems.motuc import forms, setup
from motuc_bot.systems.motuc.pool import load_pool
from rules.core import GAME_MASTER, Rejected, Seat
from rules.motuc import MOTUC
from rules.motuc import commands as cm
from rules.motuc.model import SideRule, State
from rules.motuc.words import FigureName, Phase, Team, WeaponName
from tests.systems.motuc.lineups import SEATS, carried_out, pool_setup, random_lineup, with_figures

POOL = load_pool()
ANN = SEATS[Team.BLACK][0]
BEN = SEATS[Team.WHITE][0]


def rows_by_name(rows: tuple[PoolRow, ...]) -> dict[str, PoolRow]:
    return {row.name: row for row in rows}


# --- the browser -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("columns", "rows"),
    [
        (forms.pool_columns(), forms.pool_rows()),
        (forms.weapon_columns(), forms.weapon_rows()),
        (forms.pool_columns(), forms.battle_rows(State(pool_setup()))),
        (forms.weapon_columns(), forms.battle_weapon_rows(State(pool_setup(stocked=False)))),
    ],
    ids=["figures", "weapons", "battle's figures", "battle's weapons"],
)
def test_every_row_has_a_cell_for_every_column(columns: tuple[PoolColumn, ...], rows: tuple[PoolRow, ...]) -> None:
    keys = [column.key for column in columns]
    assert len(set(keys)) == len(keys)
    for row in rows:
        assert list(row.cells) == keys
        for column in columns:
            assert isinstance(row.cells[column.key], int if column.numeric else str) or row.cells[column.key] is None
        assert len(set(row.tags)) == len(row.tags)
        assert all(line and "\n" not in line for line in row.details)
    assert all(any(row.cells[key] is not None for row in rows) or key in ("black", "white") for key in keys)


def test_the_figures_have_all_their_values() -> None:
    rows = rows_by_name(forms.pool_rows())
    assert list(rows) == [figure.name for figure in POOL.figures]
    for figure in POOL.figures:
        cells = rows[figure.name].cells
        for name in ("base", "melee", "ranged", "strength", "armour", "agility", "stamina"):
            assert cells[name] == getattr(figure, name)
        assert cells["value"] == POOL.value(figure)
        for weapon in figure.weapons:
            assert any(line.startswith(f"{weapon}: ") for line in rows[figure.name].details)
    skeletor = rows["Skeletor auf Panthor"]
    assert (skeletor.cells["side"], skeletor.cells["category"], skeletor.cells["power"]) == ("böse", "schwarz", 6)
    assert {"böse", "zaubert", "Magie schwarz", "reitet"} <= set(skeletor.tags)
    assert "Zauber: Folter, Schockwelle und Blitz" in skeletor.details
    assert "Aus der Waffenkammer: noch 1 Waffe (R-T4)" in rows["Stratos"].details


def test_the_weapons_have_all_their_values() -> None:
    rows = rows_by_name(forms.weapon_rows())
    assert list(rows) == [weapon.name for weapon in POOL.weapons]
    sword = rows["Machtschwert"]
    assert (sword.cells["attack"], sword.cells["damage"], sword.cells["range"]) == (3, 5, None)
    assert sword.cells["owners"] == "He-Man, He-Man auf Battle Cat, Prince Adam"
    assert (sword.cells["black"], sword.cells["white"]) == (0, 0)
    assert sword.cells["worth"] == 11
    spear = rows["Gardespeer"]
    assert (spear.cells["white"], spear.cells["range"], spear.cells["shots"]) == (1, 4, 1)
    assert "Waffenkammer Weiß" in spear.tags


def test_a_battle_shows_who_is_taken_and_what_is_left() -> None:
    state = with_figures(pool_setup(), [], ["Stratos + Langschwert"])
    figures = rows_by_name(forms.battle_rows(state))
    assert {"schon dabei", "Weiß"} <= set(figures["Stratos"].tags)
    assert "schon dabei" not in figures["Teela"].tags
    weapons = rows_by_name(forms.battle_weapon_rows(state))
    assert weapons["Langschwert"].cells["white"] == 1
    assert weapons["Rundschild"].cells["white"] == 2
    endless = rows_by_name(forms.battle_weapon_rows(State(pool_setup(stocked=False))))
    assert endless["Langschwert"].cells["white"] is None


# --- figures to take ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sides", SideRule)
def test_exactly_what_the_rules_let_join_is_offered_with_its_value(sides: SideRule) -> None:
    random = Random(str(sides))
    for _ in range(5):
        state = random_lineup(random, pool_setup(sides=sides))
        for team in Team:
            for seat in (*SEATS[team], SEATS[team.other][0], GAME_MASTER):
                offered = {option.value: option.label for option in forms.lineup_choices(state, seat, team)}
                for sheet in state.setup.sheets:
                    try:
                        order = cm.Enlist(sheet.name, team, seat)
                        (event,) = MOTUC.decide(state, seat, order)
                    except Rejected:
                        assert sheet.name not in offered
                        continue
                    value = MOTUC.evolve(state, event).figure(sheet.name).value
                    assert offered[sheet.name] == f"{sheet.name} (Wert {value})"


def test_nobody_is_offered_after_the_line_up() -> None:
    state = State(pool_setup(), phase=Phase.BLACK_MOVES)
    assert forms.lineup_choices(state, ANN, Team.BLACK) == ()


# --- weapons to take ---------------------------------------------------------------------------------------------


def labels(state: State, team: Team, figure: str | None = None) -> dict[str, str]:
    return {option.value: option.label for option in forms.armoury_choices(state, team, figure)}


def test_the_armoury_shows_what_is_left_and_what_it_adds() -> None:
    state = with_figures(pool_setup(), [], ["Stratos + Gardespeer", "Man-E-Faces + Langschwert"])
    everything = labels(state, Team.WHITE)
    assert everything["Langschwert"] == "Langschwert (noch 1, Wert bis zu +10)"
    assert "Gardespeer" not in everything
    assert "Wurfaxt" not in everything
    assert labels(state, Team.WHITE, "stratos")["Gardespeer"] == "Gardespeer (noch 1, Wert +4)"
    assert "Gardespeer" not in labels(state, Team.WHITE, "Mekaneck")
    assert labels(state, Team.WHITE, "He-Man") == {}
    assert labels(State(pool_setup(stocked=False)), Team.BLACK, "Stratos")["Langschwert"] == "Langschwert (Wert +1)"
    with pytest.raises(FileFault, match="Meintest du Stratos"):
        forms.armoury_choices(state, Team.WHITE, "Stratoss")


@pytest.mark.parametrize("stocked", [True, False], ids=["stocked", "any number"])
def test_exactly_what_the_rules_hand_out_is_offered_with_its_effect(stocked: bool) -> None:
    random = Random(5)
    for _ in range(8):
        state = random_lineup(random, pool_setup(stocked=stocked))
        for figure in state.figures:
            offered = labels(state, figure.team, figure.name)
            bare = carried_out(state, [cm.Equip(figure.name, ())]).figure(figure.name).value
            for weapon in state.setup.weapons:
                if weapon.fixed:
                    assert weapon.name not in offered
                    continue
                try:
                    after = carried_out(state, [cm.Equip(figure.name, (weapon.name,))])
                except Rejected:
                    assert weapon.name not in offered
                    continue
                assert offered[weapon.name].endswith(f"Wert {after.figure(figure.name).value - bare:+})")


# --- names as people write them ----------------------------------------------------------------------------------

STATE = State(pool_setup(sides=SideRule.LIFTED))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Skelettor", "eine Figur „Skelettor“ gibt es in dieser Schlacht nicht. Meintest du Skeletor?"),
        ("Hemann", "eine Figur „Hemann“ gibt es in dieser Schlacht nicht. Meintest du He-Man?"),
        ("Webst", "eine Figur „Webst“ gibt es in dieser Schlacht nicht. Meintest du Webstor?"),
        ("Man", "eine Figur „Man“ gibt es in dieser Schlacht nicht. Meintest du "),
        ("xyzzy", "eine Figur „xyzzy“ gibt es in dieser Schlacht nicht."),
        ("", "eine Figur „“ gibt es in dieser Schlacht nicht."),
        ("x" * 999, f"eine Figur „{'x' * 60}“ gibt es in dieser Schlacht nicht."),
    ],
)
def test_a_figure_of_no_such_name_is_told_with_the_nearest(name: str, text: str) -> None:
    for order in (
        lambda: setup.enlist(STATE, BEN, name, Team.WHITE),
        lambda: setup.equip(STATE, name, ()),
        lambda: setup.hold(STATE, name, ()),
        lambda: setup.withdraw(STATE, name),
    ):
        with pytest.raises(FileFault) as caught:
            order()
        assert caught.value.text.startswith(text)
        assert text.endswith("du ") or caught.value.text == text


@pytest.mark.parametrize(
    ("weapon", "text"),
    [
        ("Langschwrt", "eine Waffe „Langschwrt“ gibt es in dieser Schlacht nicht. Meintest du Langschwert?"),
        (
            "Havok-Stab",
            "eine Waffe „Havok-Stab“ gibt es in dieser Schlacht nicht. Meintest du Havoc-Stab oder Avion-Stab?",
        ),
        ("Ypsilon-Dings", "eine Waffe „Ypsilon-Dings“ gibt es in dieser Schlacht nicht."),
        ("Laserr", "eine Waffe „Laserr“ gibt es in dieser Schlacht nicht. Meintest du Laserpistole?"),
    ],
)
def test_a_weapon_of_no_such_name_is_told_with_the_nearest(weapon: str, text: str) -> None:
    for order in (
        lambda: setup.enlist(STATE, BEN, "Stratos", Team.WHITE, [weapon]),
        lambda: setup.equip(with_figures(STATE.setup, [], ["Stratos"]), "Stratos", [weapon]),
    ):
        with pytest.raises(FileFault) as caught:
            order()
        assert caught.value.text == text


def test_a_weapon_may_be_called_by_what_only_one_at_hand_is_called() -> None:
    for team, name in ((Team.WHITE, "Langschwert"), (Team.BLACK, "Krummschwert")):
        assert setup.enlist(STATE, BEN, "Stratos", team, ["schwert"]).armoury == (name,)
    assert setup.hold(STATE, "He-Man", ["Axt", "Schwert"]).weapons == ("Kampfaxt", "Machtschwert")
    armed = with_figures(STATE.setup, [], ["Stratos + Langschwert"])
    assert setup.hold(armed, "Stratos", ["Schwert", "Stab"]).weapons == ("Langschwert", "Avion-Stab")
    endless = State(pool_setup(stocked=False))
    with pytest.raises(FileFault, match="„Peitsche“ kann mehrere Waffen meinen: Bestienpeitsche, "):
        setup.enlist(endless, Seat("ann"), "Stratos", Team.WHITE, ["Peitsche"])


def test_orders_are_as_the_rules_want_them() -> None:
    assert setup.enlist(STATE, BEN, "kampfkatze", Team.WHITE) == cm.Enlist(
        FigureName("He-Man auf Battle Cat"), Team.WHITE, BEN
    )
    armed = with_figures(STATE.setup, [], ["Stratos"])
    order = setup.equip(armed, "STRATOS", ["lang schwert"])
    assert carried_out(armed, [order]).figure("Stratos").armoury == (WeaponName("Langschwert"),)
