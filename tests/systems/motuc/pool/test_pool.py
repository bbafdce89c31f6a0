"""The figures, weapons and armouries that come with the program."""

from collections import Counter
from fractions import Fraction
from math import floor

import pytest
import yaml

from motuc_bot.language.folding import fold, folded_words, name_key
from motuc_bot.systems.motuc.lexicon import lexicon
from motuc_bot.systems.motuc.names import Kind, name_index
from motuc_bot.systems.motuc.pool import load_pool
from motuc_bot.systems.motuc.pool.loader import FIGURES
from rules.motuc.words import Category, Side, Trait
from tests.systems.motuc.pool.files import FOLDER

POOL = load_pool()

# Who must be there, with what.
FLIERS = {"Stratos", "Buzz-Off", "Sorceress"}
ROBOTS = {"Roboto", "Faker"}
MOUNTED = {"He-Man auf Battle Cat", "Skeletor auf Panthor"}
REQUIRED = {
    *(
        "He-Man",
        "Skeletor",
        "Man-at-Arms",
        "Teela",
        "Orko",
        "Stratos",
        "Ram Man",
        "Man-E-Faces",
        "Mekaneck",
        "Buzz-Off",
    ),
    *("Fisto", "Sorceress", "Roboto", "Zodac", "Trap-Jaw", "Evil-Lyn", "Beast Man", "Webstor", "Scare-Glow"),
    *("Tri-Klops", "Mer-Man", "Clawful", "Whiplash", "Kobra Khan", "Faker", "Hordak", "Grizzlor", "King Hiss"),
    *MOUNTED,
}


def figure(name):
    row = POOL.figure(name)
    assert row is not None
    assert row.name == name
    return row


def own(name):
    return {row.name: row for row in POOL.own_weapons(figure(name))}


def words(row):
    return (row.name, *row.aliases)


# --- who is there -------------------------------------------------------------------------------------------------


def test_is_read_once():
    assert load_pool() is POOL


def test_has_many_figures_about_half_of_them_good():
    sides = Counter(row.side for row in POOL.figures)
    assert len(POOL.figures) >= 48
    assert abs(sides[Side.GOOD] - sides[Side.EVIL]) <= 2
    assert [row.name for row in POOL.figures if row.side is None] == ["Zodac"]


def test_has_everybody_who_must_be_there():
    assert {row.name for row in POOL.figures} >= REQUIRED


def test_traits():
    with_trait = {trait: {row.name for row in POOL.figures if trait in row.traits} for trait in Trait}
    assert with_trait[Trait.FLIES] >= FLIERS
    assert with_trait[Trait.FLOATS] >= {"Orko"}
    assert with_trait[Trait.ROBOT] == ROBOTS
    assert with_trait[Trait.CYBORG] >= {"Trap-Jaw"}
    assert with_trait[Trait.MOUNT] >= MOUNTED
    assert with_trait[Trait.FEAR_AURA] == {"Scare-Glow"}
    assert with_trait[Trait.WANDLESS] == {"Shadow Weaver"}


def test_mages():
    magic = {row.name: row.magic for row in POOL.figures if row.magic is not None}
    assert all(3 <= one.power <= 7 for one in magic.values())
    assert magic["Sorceress"].category is Category.WHITE
    assert magic["Evil-Lyn"].category is magic["Skeletor"].category is Category.BLACK
    green = {figure(name).side for name, one in magic.items() if one.category is Category.GREEN}
    assert green == {Side.GOOD, Side.EVIL}
    assert magic["Orko"].category is Category.GREEN


def test_every_mage_can_cast_from_the_first_round():
    for row in POOL.figures:
        if row.magic is not None and Trait.WANDLESS not in row.traits:
            held = POOL.first_hands(row)
            assert any(weapon.wand and weapon.name in held for weapon in POOL.own_weapons(row)), row.name


def test_attributes_have_character():
    for row in POOL.figures:
        numbers = (row.melee, row.ranged, row.strength, row.agility, row.stamina)
        assert all(1 <= number <= 8 for number in numbers), row.name
        assert 0 <= row.armour <= 6, row.name
    ram_man, stratos, orko = figure("Ram Man"), figure("Stratos"), figure("Orko")
    assert ram_man.strength >= 7
    assert ram_man.agility <= 2
    assert stratos.agility == max(row.agility for row in POOL.figures)
    assert orko.strength == min(row.strength for row in POOL.figures)
    assert figure("He-Man").strength == max(row.strength for row in POOL.figures)


# --- what they carry ----------------------------------------------------------------------------------------------


def test_more_than_two_weapons():
    assert len(own("Man-at-Arms")) > 2
    assert len(own("Trap-Jaw")) == 3
    assert all(weapon.fixed for weapon in own("Trap-Jaw").values())
    assert len(POOL.first_hands(figure("Trap-Jaw"))) == 1


def test_what_disarms():
    assert [weapon.disarm for weapon in own("Beast Man").values()] == [True]
    hook = own("Webstor")["Kletterhaken"]
    assert hook.disarm
    assert hook.improvised
    assert hook.melee is not None


def test_weapons_of_every_sort():
    rows = POOL.weapons
    assert sum(row.hands == 2 for row in rows) >= 5
    assert sum(row.thrown for row in rows) >= 3
    assert sum(row.improvised for row in rows) >= 5
    assert sum(row.ranged is not None and row.ranged.reload is not None for row in rows) >= 5
    shields = [row.melee for row in rows if row.shield]
    assert len(shields) >= 5
    assert all(melee is not None and melee.defence >= 3 and melee.reach >= 3 for melee in shields)


def test_ranges_and_shots_are_sensible():
    for row in POOL.weapons:
        if row.ranged is not None:
            assert 4 <= row.ranged.range <= 10, row.name
            assert 1 <= row.ranged.shots <= 3, row.name
            assert row.ranged.reload is None or row.ranged.reload >= row.ranged.shots, row.name


def test_each_weapon_belongs_to_a_figure_or_an_armoury():
    carried = {name for row in POOL.figures for name in row.weapons}
    stock = {*POOL.armouries.black, *POOL.armouries.white}
    assert {row.name for row in POOL.weapons} == carried | stock
    assert not carried & stock


def test_armouries():
    for stock in (POOL.armouries.black, POOL.armouries.white):
        assert 8 <= len(stock) <= 10
        assert len(set(stock)) < len(stock), "no weapon is there twice"
        rows = [POOL.weapon(name) for name in stock]
        assert any(row is not None and row.shield for row in rows)
        assert any(row is not None and row.wand for row in rows)
        assert any(row is not None and row.ranged is not None for row in rows)
        assert any(row is not None and row.hands == 2 for row in rows)


# --- what they are worth ------------------------------------------------------------------------------------------


def test_every_base_value_follows_from_the_coefficients_in_the_file():
    """Computed from the raw file, not by the loader's own code."""
    content = yaml.safe_load((FOLDER / FIGURES).read_text(encoding="utf-8"))
    formula = content["formula"]

    def exact(number):
        return Fraction(str(number))

    for row in content["figures"]:
        base = exact(formula["constant"])
        base += exact(formula["skill"]) * max(row["melee"], row["ranged"])
        base += exact(formula["second"]) * min(row["melee"], row["ranged"])
        for value in ("strength", "armour", "agility", "stamina"):
            base += exact(formula[value]) * row[value]
        if "magic" in row:
            base += exact(formula["magic"][row["magic"]["category"]]) * row["magic"]["power"]
        base += sum(exact(formula["traits"][trait]) for trait in row.get("traits", ()))
        assert row["base"] == floor(base + Fraction(1, 2)), row["name"]


@pytest.mark.parametrize(
    ("name", "base", "value"),
    [
        # -24 + 3.5·7 + 0.5·3 + 5.5·8 + 3·2 + 2.5·4 + 0.5·6 = 65; axe 6, sword 3 and 3
        ("He-Man", 65, 65 + 6 + 3 + 3),
        # -24 + 3.5·6 + 0.5·4 + 5.5·6 + 3·2 + 2.5·5 + 0.5·6 + 2·6 = 65.5; sword 5, 3, 3
        ("Skeletor", 66, 66 + 5 + 3 + 3),
        # -24 + 3.5·6 + 0.5·6 + 5.5·5 + 3·3 + 2.5·4 + 0.5·5 = 49; mace 5 and 3, dagger 3, blaster 2 × 4
        ("Man-at-Arms", 49, 49 + 5 + 3 + 3 + 8),
        # -24 + 3.5·6 + 0.5·5 + 5.5·6 + 3·3 + 2.5·3 + 0.5·5 = 51.5; pincers 6, 3, 2, beam 5
        ("Trap-Jaw", 52, 52 + 6 + 3 + 2 + 5),
        # -24 + 3.5·2 + 0.5·1 + 5.5·1 + 2.5·6 + 0.5·4 + 3.5·5 + 0 = 23.5; wand 1, 0, 1
        ("Orko", 24, 24 + 1 + 0 + 1),
        # -24 + 3.5·2 + 0.5·2 + 5.5·3 + 3·1 + 2.5·5 + 0.5·5 + 2·7 + 0 + 8 = 40.5; no weapon
        ("Shadow Weaver", 41, 41),
        # -24 + 3.5·6 + 0.5·5 + 5.5·5 + 3·2 + 2.5·4 + 0.5·5 = 45.5; the blaster as a club 1, 0, 1, and 5 as a blaster
        ("Man-E-Faces", 46, 46 + 1 + 0 + 1 + 5),
    ],
)
def test_values_by_hand(name, base, value):
    row = figure(name)
    assert row.base == base
    assert POOL.value(row) == value


# --- what they are called -----------------------------------------------------------------------------------------


def test_no_figure_shares_a_name_or_alias_with_another_or_with_a_weapon():
    figures = Counter(name_key(word) for row in POOL.figures for word in words(row))
    assert not [word for word, count in figures.items() if count > 1]
    weapons = {name_key(word) for row in POOL.weapons for word in words(row)}
    assert not weapons & set(figures)


def test_weapons_share_only_the_words_for_their_kind():
    kinds = {fold(kind) for kind in yaml.safe_load((FOLDER / "waffen.yaml").read_text(encoding="utf-8"))["kinds"]}
    weapons = Counter(name_key(word) for row in POOL.weapons for word in words(row))
    assert {word for word, count in weapons.items() if count > 1} <= kinds
    assert kinds <= set(weapons)
    for row in POOL.figures:
        carried = Counter(name_key(word) for weapon in POOL.own_weapons(row) for word in words(weapon))
        assert max(carried.values(), default=1) == 1, row.name


def test_every_name_can_be_reached_though_it_begins_another():
    index = name_index(
        [(row.name, row.aliases) for row in POOL.figures], [(row.name, row.aliases) for row in POOL.weapons]
    )
    for kind, rows in ((Kind.FIGURE, POOL.figures), (Kind.WEAPON, POOL.weapons)):
        for row in rows:
            for word in words(row):
                spoken = folded_words(word)
                match = index.longest([*spoken, "und", "nach", "c5"], 0)
                assert match is not None
                assert match.exact
                assert match.end == len(spoken), word
                names = {meaning.name for meaning in match.meanings}
                assert row.name in names, word
                if kind is Kind.FIGURE or word == row.name:
                    assert names == {row.name}, word


def test_he_man_and_he_man_on_battle_cat_are_told_apart():
    assert figure("He-Man").name == "He-Man"
    for name in ("he man", "HEMAN"):
        row = POOL.figure(name)
        assert row is not None
        assert row.name == "He-Man"
    for name in ("He-Man auf Battle Cat", "Battle Cat", "He-Man (Battle-Cat)"):
        row = POOL.figure(name)
        assert row is not None
        assert row.name == "He-Man auf Battle Cat"


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("Duncan", "Man-at-Arms"),
        ("Waffenmeister", "Man-at-Arms"),
        ("Zauberin", "Sorceress"),
        ("Prinz Adam", "Prince Adam"),
        ("König Randor", "King Randor"),
        ("Koenig Randor", "King Randor"),
        ("Panthor", "Skeletor auf Panthor"),
        ("Graf Marzo", "Count Marzo"),
    ],
)
def test_aliases(alias, name):
    assert POOL.figure(alias) == figure(name)


def test_no_name_hijacks_a_word_that_orders_need():
    """Names are read before verbs, spells and the bare hand: a weapon called Faust would spoil `mit der Faust`."""
    plain = name_index((), ())
    lexical = lexicon()
    for row in (*POOL.figures, *POOL.weapons):
        for word in words(row):
            key = name_key(word)
            assert not plain.exact(key), word
            assert key not in lexical.words, word
            assert key not in lexical.phrases, word
            assert not {key + ending for ending in ("es", "en", "s", "n", "e")} & lexical.words.keys(), word
