"""What a battle takes from the pool: all that it needs, nothing more, and its own rows first."""

from random import Random

import pytest

from motuc_bot.systems.faults import FileFault
from motuc_bot.systems.motuc.battle_file import ArmouriesRow, BattleFile, battle_file, config_of
from motuc_bot.systems.motuc.pool import completed, load_pool, merge
from rules.core import Battle
from rules.dice import Tape
from rules.motuc import MOTUC
from rules.motuc.words import Team

POOL = load_pool()
HE_MAN = {"figure": "He-Man", "player": "ben", "at": "L4"}
SKELETOR = {"figure": "skeletor", "player": "ann", "at": "A4"}
ANNA = {
    "name": "Anna", "melee": 6, "ranged": 4, "strength": 6, "armour": 2, "agility": 4, "stamina": 5, "base": 30,
    "weapons": ["Stab"],
}  # fmt: skip
STAB = {"name": "Stab", "melee": {"attack": 3, "defence": 1, "reach": 3, "damage": 3}, "wand": True}


def file(black, white, *, battle=None, **others):
    agreed = {"value": "any", **(battle or {})}
    return BattleFile.model_validate({"battle": agreed, "teams": {"black": black, "white": white}, **others})


def names(rows):
    return [row.name for row in rows]


def written_out(merged):
    """The battle that the file describes, written out and read again as an export is."""
    return config_of(battle_file(merged.model_dump(mode="json")))


def setup_of(merged):
    return written_out(merged).setup


def test_takes_the_teams_figures_and_what_they_carry_and_the_stock():
    merged = merge(POOL, file([SKELETOR], [HE_MAN]))
    assert names(merged.figures) == ["Skeletor", "He-Man"]
    stock = dict.fromkeys((*POOL.armouries.black, *POOL.armouries.white))
    assert names(merged.weapons) == ["Havoc-Stab", "Purpurschwert", "Machtschwert", "Kampfaxt", *stock]
    assert merged.battle.armouries == POOL.armouries


def test_holds_the_pool_figures_in_full():
    merged = merge(POOL, file([SKELETOR], [HE_MAN]))
    assert merged.figures[0] == POOL.figure("Skeletor")
    assert merged.weapons[0] == POOL.weapon("Havoc-Stab")
    setup = setup_of(merged)
    he_man = next(sheet for sheet in setup.sheets if sheet.name == "He-Man")
    assert (he_man.strength, he_man.base, he_man.weapons) == (8, 65, ("Machtschwert", "Kampfaxt"))
    assert [stock.weapons for stock in setup.armouries] == [POOL.armouries.black, POOL.armouries.white]


def test_the_battle_opens():
    merged = merge(POOL, file([SKELETOR], [{**HE_MAN, "figure": "Stratos", "armoury": ["Langschwert"]}]))
    battle = Battle.open(MOTUC, written_out(merged), Tape(()))
    stratos = battle.state.figure("Stratos")
    assert [item.weapon.name for item in stratos.items] == ["Avion-Stab", "Langschwert"]
    assert stratos.value == 46 + 5 + 3 + 2
    assert not list(MOTUC.invariants(battle.state))


def test_is_complete_afterwards_and_stays_as_it_is():
    merged = merge(POOL, file([SKELETOR], [HE_MAN]))
    assert completed(merged) is merged
    assert merge(POOL, merged) == merged


def test_a_file_that_describes_everything_is_left_alone():
    alone = file([{**SKELETOR, "figure": "Anna"}], [], weapons=[STAB], figures=[ANNA])
    assert completed(alone) is alone


def test_a_file_that_does_not_is_filled_up():
    assert completed(file([SKELETOR], [HE_MAN])) == merge(POOL, file([SKELETOR], [HE_MAN]))


def test_the_files_own_figure_replaces_the_pools():
    mine = {**ANNA, "name": "HE-MAN", "weapons": ["Machtschwert"]}
    merged = merge(POOL, file([SKELETOR], [HE_MAN], figures=[mine]))
    assert names(merged.figures) == ["HE-MAN", "Skeletor"]
    assert merged.figures[0].base == 30
    assert "Machtschwert" in names(merged.weapons)
    assert "Kampfaxt" not in names(merged.weapons)


def test_the_files_own_weapon_replaces_the_pools():
    mine = {**STAB, "name": "HavocStab"}
    merged = merge(POOL, file([SKELETOR], [HE_MAN], weapons=[mine]))
    assert names(merged.weapons).count("HavocStab") == 1
    assert "Havoc-Stab" not in names(merged.weapons)
    skeletor = next(sheet for sheet in setup_of(merged).sheets if sheet.name == "Skeletor")
    assert skeletor.weapons == ("HavocStab", "Purpurschwert")


def test_own_figures_and_weapons_stay_though_no_team_uses_them():
    merged = merge(POOL, file([SKELETOR], [HE_MAN], weapons=[STAB], figures=[ANNA]))
    assert names(merged.figures) == ["Anna", "Skeletor", "He-Man"]
    assert names(merged.weapons)[0] == "Stab"


def test_an_own_figure_may_carry_a_weapon_of_the_pool():
    mine = {**ANNA, "weapons": ["Katana"]}
    merged = completed(file([{**SKELETOR, "figure": "Anna"}], [], figures=[mine]))
    assert "Katana" in names(merged.weapons)


def test_own_armouries_replace_the_pools():
    own = {"black": ["Knochenkeule"], "white": ["Stab"]}
    merged = merge(POOL, file([SKELETOR], [HE_MAN], weapons=[STAB], battle={"armouries": own}))
    assert merged.battle.armouries == ArmouriesRow(black=("Knochenkeule",), white=("Stab",))
    assert "Knochenkeule" in names(merged.weapons)
    assert "Langschwert" not in names(merged.weapons)


def test_own_weapons_may_be_taken_from_the_pools_armoury():
    taking = {**HE_MAN, "figure": "Stratos", "armoury": ["Stab"]}
    merged = merge(POOL, file([SKELETOR], [taking], weapons=[STAB]))
    assert merged.battle.armouries is not None
    assert merged.battle.armouries.white == (*POOL.armouries.white, "Stab")
    assert merged.battle.armouries.black == POOL.armouries.black
    Battle.open(MOTUC, written_out(merged), Tape(()))


def test_what_nobody_knows_is_left_to_the_battle_file():
    merged = merge(POOL, file([SKELETOR], [{**HE_MAN, "figure": "Oger"}]))
    assert names(merged.figures) == ["Skeletor"]
    with pytest.raises(FileFault) as caught:
        written_out(merged)
    assert caught.value.place == ("teams", "white", 0, "figure")


def test_changes_nothing_that_it_is_given():
    before = file([SKELETOR], [HE_MAN], figures=[ANNA])
    kept = before.model_dump()
    merge(POOL, before)
    assert before.model_dump() == kept


def test_every_figure_of_the_pool_can_open_a_battle():
    """All of them, in random teams of twelve, with what they carry and hold at first."""
    random = Random(1)
    rows = list(POOL.figures)
    random.shuffle(rows)
    for start in range(0, len(rows), 12):
        teams: dict[str, list[dict[str, str]]] = {"black": [], "white": []}
        for at, row in enumerate(rows[start : start + 12]):
            team, column = (("black", "A"), ("white", "L"))[at % 2]
            teams[team].append({"figure": row.name, "player": team, "at": f"{column}{1 + at // 2}"})
        merged = merge(POOL, file(**teams))
        battle = Battle.open(MOTUC, written_out(merged), Tape(()))
        assert not list(MOTUC.invariants(battle.state))
        for figure in battle.state.figures:
            sheet = POOL.figure(figure.name)
            assert sheet is not None
            assert figure.value == POOL.value(sheet)
            assert tuple(item.weapon.name for item in figure.held) == POOL.first_hands(sheet)
        assert {figure.team for figure in battle.state.figures} == set(Team)
