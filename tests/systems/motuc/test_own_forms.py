"""Own figures and weapons by form: read as meant, or refused in German at the field."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motuc_bot.systems.faults import FileFault
from motuc_bot.systems.forms import FormFault, Values
from motuc_bot.systems.motuc import forms
from motuc_bot.systems.motuc.battle_file import FigureRow, WeaponRow
from motuc_bot.systems.motuc.pool import load_pool
from motuc_bot.systems.motuc.setup import new_battle
from motuc_bot.systems.registry import side_of
from rules.core import Battle, Seat
from rules.dice import Tape
from rules.motuc import MOTUC
from rules.motuc import commands as cm
from rules.motuc.model import State
from rules.motuc.words import FigureName, Phase, Team, Trait
from tests.systems.motuc.lineups import carried_out

POOL = load_pool()

MELEE = {"attack": "3", "defence": "2", "reach": "2", "damage": "5"}
RANGED = {"range": "6", "shot_damage": "4"}


def opened(figures: list[dict[str, object]], weapons: list[dict[str, object]]) -> State:
    config = new_battle(forms.battle_document_of({"sides": "lifted"}, figures, weapons))
    return Battle.open(MOTUC, config, Tape([])).state


def figure_fault(**values: str | list[str]) -> tuple[str, str]:
    with pytest.raises(FormFault) as caught:
        forms.figure_row_of({"name": "Lunara", **values})
    return caught.value.field, caught.value.text


def weapon_fault(**values: str | list[str]) -> tuple[str, str]:
    with pytest.raises(FormFault) as caught:
        forms.weapon_row_of({"name": "Mondklinge", **values})
    return caught.value.field, caught.value.text


# --- there and back ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", POOL.figures, ids=lambda row: row.name)
def test_a_figure_comes_back_as_it_was_with_the_base_value_of_the_formula(row: FigureRow) -> None:
    values = forms.figure_values(row)
    assert FigureRow.model_validate(forms.figure_row_of(values)) == row
    assert FigureRow.model_validate(forms.figure_row_of({**values, "base": ""})) == row
    changed = forms.figure_row_of({**values, "base": "7"})
    assert changed["base"] == 7
    filled = forms.figure_form().filled(values)
    assert {field.name: field.default for field in filled.fields} == values


@pytest.mark.parametrize("row", POOL.weapons, ids=lambda row: row.name)
def test_a_weapon_comes_back_as_it_was(row: WeaponRow) -> None:
    values = forms.weapon_values(row)
    assert WeaponRow.model_validate(forms.weapon_row_of(values)) == row
    filled = forms.weapon_form().filled(values)
    assert {field.name: field.default for field in filled.fields} == values


def test_an_own_figure_in_full() -> None:
    row = forms.figure_row_of(
        {
            "name": "  Lunara ",
            "aliases": "Mondfrau, LUNARA, Lu",
            "side": "gut (für Weiß)",
            "melee": "7",
            "ranged": "3",
            "strength": "5",
            "armour": "1",
            "agility": "6",
            "stamina": "5",
            "category": "green",
            "power": "4",
            "traits": ["flies", "wandless"],
            "weapons": "Lehrlingsstab, Mondklinge",
        },
        ["Mondklinge"],
    )
    assert row == {
        "name": "Lunara",
        "aliases": ["Mondfrau", "Lu"],
        "side": "good",
        "melee": 7,
        "ranged": 3,
        "strength": 5,
        "armour": 1,
        "agility": 6,
        "stamina": 5,
        "magic": {"power": 4, "category": "green"},
        "traits": ["flies", "wandless"],
        "weapons": ["Lehrlingsstab", "Mondklinge"],
        "base": POOL.formula.base(FigureRow.model_validate({**row, "base": 0})),
    }


def test_the_base_value_stays_within_what_a_file_allows() -> None:
    nothing = dict.fromkeys(("melee", "ranged", "strength", "armour", "agility", "stamina"), "0")
    assert forms.figure_row_of({"name": "Wurm", **nothing})["base"] == 0
    most = dict.fromkeys(nothing, "99")
    assert forms.figure_row_of({"name": "Titan", **most, "category": "green", "power": "99"})["base"] == 999


def test_an_own_figure_replaces_one_of_the_same_name() -> None:
    row = forms.figure_row_of({**forms.figure_values(POOL.figures[0]), "melee": "9"})
    (sheet,) = (sheet for sheet in opened([row], []).setup.sheets if sheet.name == POOL.figures[0].name)
    assert sheet.melee == 9


# --- faults ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "field", "text"),
    [
        ({"name": ""}, "name", "Hier fehlt noch etwas."),
        ({"name": "C5"}, "name", "„C5“ geht nicht: So heißt ein Feld."),
        ({"name": "Weiss"}, "name", "„Weiss“ geht nicht: Das Wort hat in Beiträgen schon eine Bedeutung."),
        ({"name": "Läuft"}, "name", "„Läuft“ geht nicht: Das Wort hat in Beiträgen schon eine Bedeutung."),
        ({"aliases": "Mond, Blitz"}, "aliases", "„Blitz“ geht nicht: Das Wort hat in Beiträgen schon eine Bedeutung."),
        ({"aliases": "SL"}, "aliases", "„SL“ geht nicht: Das Wort hat in Beiträgen schon eine Bedeutung."),
        ({"name": "Lu:na"}, "name", "Das Zeichen „:“ kann in einem Namen nicht stehen: Beiträge nennen ihn."),
        ({"name": "---"}, "name", "„---“ geht nicht: Ein Name beginnt mit einem Buchstaben."),
        ({"name": "prinz adam"}, "name", "„prinz adam“ heißt schon die Figur Prince Adam."),
        ({"aliases": "Mond, He Man"}, "aliases", "„He Man“ heißt schon die Figur He-Man."),
        ({"name": "Machtschwert"}, "name", "„Machtschwert“ heißt schon die Waffe Machtschwert."),
        ({"aliases": ",".join(f"Zq{letter}" for letter in "abcdefghi")}, "aliases", "Das sind zu viele: höchstens 8."),
        ({"aliases": "x" * 61}, "aliases", f"„{'x' * 39}…“ ist zu lang: höchstens 60 Zeichen."),
        ({"melee": "100"}, "melee", "Das ist zu viel: höchstens 99."),
        ({"armour": ""}, "armour", "Hier fehlt noch eine Zahl."),
        ({"category": "green"}, "power", "Wer zaubert, braucht eine Magiekraft."),
        (
            {"power": "5"},
            "power",
            "Magiekraft hat nur, wer zaubert: Wähle eine Magie oder lass die Zahl weg.",
        ),
        ({"traits": ["wandless"]}, "traits", "Ohne Zauberstab zaubert nur, wer eine Magie hat."),
        ({"traits": ["robot", "cyborg"]}, "traits", "Roboter und Cyborg: Es geht nur eins davon."),
        ({"traits": ["floats", "flies"]}, "traits", "Fliegt und schwebt: Es geht nur eins davon."),
        ({"weapons": "Machtschwrt"}, "weapons", "„Machtschwrt“ steht nicht zur Wahl. Meintest du Machtschwert?"),
        ({"weapons": ["Katana", "katana"]}, "weapons", "„katana“ steht zweimal da."),
        ({"weapons": [row.name for row in POOL.weapons[:7]]}, "weapons", "Das sind zu viele: höchstens 6."),
        ({"base": "1000"}, "base", "Das ist zu viel: höchstens 999."),
    ],
)
def test_faults_of_figures_are_told_at_their_field(values, field, text):
    assert figure_fault(**values) == (field, text)


@pytest.mark.parametrize(
    ("values", "field", "text"),
    [
        ({}, "attack", "Ohne Werte ist nur ein Zauberstab."),
        ({**MELEE, "name": "Skeletor"}, "name", "„Skeletor“ heißt schon die Figur Skeletor."),
        (
            {**MELEE, "name": "bloße Hand"},
            "name",
            "„bloße Hand“ geht nicht: Das Wort hat in Beiträgen schon eine Bedeutung.",
        ),
        ({"attack": "3"}, "defence", "Für den Nahkampf fehlt noch: Verteidigungswert."),
        ({"range": "6"}, "shot_damage", "Für den Fernkampf fehlt noch: Schaden."),
        ({"reload": "6"}, "range", "Für den Fernkampf fehlt noch: Reichweite."),
        ({**RANGED, "shots": "21"}, "shots", "Das ist zu viel: höchstens 20."),
        ({**MELEE, "properties": ["thrown"]}, "range", "Was geworfen wird, braucht Reichweite und Schaden."),
        ({**RANGED, "properties": ["shield"]}, "defence", "Ein Schild braucht Nahkampfwerte."),
        ({**RANGED, "properties": ["disarm"]}, "attack", "Entwaffnet wird im Nahkampf: Dafür fehlen die Werte."),
        ({**RANGED, "properties": ["improvised"]}, "attack", "Auch ein Notbehelf braucht Nahkampfwerte."),
        (
            {**RANGED, "properties": ["thrown", "fixed"]},
            "properties",
            "Was angewachsen ist, lässt sich nicht werfen.",
        ),
        (
            {**MELEE, "hands": "beide Hände", "properties": ["fixed"]},
            "hands",
            "Was aufgesteckt oder angewachsen ist, füllt eine Hand.",
        ),
    ],
)
def test_faults_of_weapons_are_told_at_their_field(values, field, text):
    assert weapon_fault(**values) == (field, text)


# --- whatever is entered -----------------------------------------------------------------------------------------

_words = ["", "0", "1", "5", "99", "100", "Lunara", "He-Man", "Mond klinge", "good", "both", "none", "green", "flies"]
_words += ["robot", "wandless", "thrown", "fixed", "shield", "Katana", "Schwert", "A1", "SL", "\ud800", "a, b, c", "²x"]
_anything = st.sampled_from(_words) | st.text(st.characters(), max_size=10)
_value = _anything | st.lists(_anything, max_size=3)


def _values(names: list[str], usual: dict[str, str]) -> st.SearchStrategy[dict[str, str | list[str]]]:
    return st.dictionaries(st.sampled_from(names), _value, max_size=6).map(lambda values: {**usual, **values})


_figures = _values([field.name for field in forms.figure_form().fields], {"name": "Lunara"})
_weapons = _values([field.name for field in forms.weapon_form().fields], {"name": "Mondklinge", **MELEE})


@given(_figures, _weapons)
def test_anything_entered_plays_or_is_refused(figure: Values, weapon: Values) -> None:
    try:
        weapon_row = forms.weapon_row_of(weapon)
        figure_row = forms.figure_row_of(figure, [str(weapon_row["name"])])
        state = opened([figure_row], [weapon_row])
    except (FormFault, FileFault) as caught:
        check_told(caught)
        return
    name = str(figure_row["name"])
    state = carried_out(state, [cm.Enlist(FigureName(name), Team.WHITE, Seat("ann"))])
    assert not list(MOTUC.invariants(state))
    understood(name, state)


def check_told(told: FormFault | FileFault) -> None:
    if isinstance(told, FormFault):
        assert told.text.endswith((".", "?"))
    else:
        assert "schon vergeben" in told.text, "only what the one has to do with the other is left to the battle"


_letters = st.characters(categories=["Lu", "Ll", "Nd"]) | st.sampled_from(" -'’.()&+/äöüß")


@given(st.text(_letters, min_size=1, max_size=60))
def test_posts_can_use_every_name_that_is_let_through(name: str) -> None:
    try:
        row = forms.figure_row_of({"name": name})
    except FormFault:
        return
    state = carried_out(opened([row], []), [cm.Enlist(FigureName(str(row["name"])), Team.WHITE, Seat("ann"))])
    understood(str(row["name"]), state)


def understood(name: str, state: State) -> None:
    """Check that a post can have the figure walk."""
    side = side_of("motuc")
    assert side is not None
    figure = state.figures[0]
    (line,) = side.read(state, f"{name}: läuft nach C3").lines
    assert line.error is None, line.error
    (walk,) = line.commands
    assert isinstance(walk, cm.Walk)
    assert walk.figure == figure.name
    assert state.phase is Phase.LINEUP


def test_every_trait_can_be_chosen() -> None:
    assert {option.value for option in forms.figure_form().field("traits").options} == {trait.value for trait in Trait}
