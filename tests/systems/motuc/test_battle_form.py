"""The form for a new battle and its templates: whatever is entered opens a battle or is refused in German."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motuc_bot.systems.faults import FileFault
from motuc_bot.systems.forms import FieldKind, Form, FormFault, Values
from motuc_bot.systems.motuc import forms
from motuc_bot.systems.motuc.battle_document import battle_document
from motuc_bot.systems.motuc.battle_file import battle_file, config_of
from motuc_bot.systems.motuc.setup import new_battle
from rules.board import Board, Grid, find_path
from rules.core import Battle, Seat
from rules.dice import Tape
from rules.motuc import MOTUC
from rules.motuc.lineup import start_fields
from rules.motuc.model import Config, Entry, SideRule, State
from rules.motuc.words import FigureName, Phase, Team, ValueRule

TEMPLATES = forms.templates()
FORM = forms.battle_form()

templated = pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.key)


def opened(values: Values) -> State:
    battle = Battle.open(MOTUC, new_battle(forms.battle_document_of(values)), Tape([]))
    assert battle.state.phase is Phase.LINEUP
    assert not list(MOTUC.invariants(battle.state))
    return battle.state


def fault(**values: str | list[str]) -> tuple[str, str]:
    with pytest.raises(FormFault) as caught:
        forms.battle_document_of(values)
    return caught.value.field, caught.value.text


# --- templates ---------------------------------------------------------------------------------------------------


@templated
def test_every_template_opens_a_battle(template):
    state = opened(template.values)
    assert state.setup.name == template.label
    assert state.setup.board.columns == int(template.values["columns"])
    assert len(state.setup.sheets) >= 62
    assert len(state.setup.armouries) == 2


@templated
def test_every_template_is_the_same_for_both_teams(template):
    """Turned by half or mirrored, the board is the same."""
    board = opened(template.values).setup.board
    ways = [lambda f: (board.columns + 1 - f[0], board.rows + 1 - f[1])]
    if board.grid is Grid.SQUARE:
        ways.append(lambda f: (board.columns + 1 - f[0], f[1]))
    terrain = (board.blocked, board.raised)
    assert any(all({way(field) for field in kind} == kind for kind in terrain) for way in ways)


@templated
def test_every_template_has_room_and_a_way_across(template):
    setup = opened(template.values).setup
    assert min(len(start_fields(setup, team)) for team in Team) >= 6
    start, goal = start_fields(setup, Team.BLACK)[2], start_fields(setup, Team.WHITE)[-2]
    assert find_path(setup.board, start, goal, setup.board.blocked)


@templated
def test_every_template_fills_in_the_form(template):
    assert set(template.values) == {field.name for field in FORM.fields}
    filled = FORM.filled(template.values)
    again = forms.battle_document_of({field.name: field.default for field in filled.fields})
    assert again == forms.battle_document_of(template.values)


def test_the_templates_differ():
    assert len({template.key for template in TEMPLATES}) == len(TEMPLATES) >= 5
    assert len({template.label for template in TEMPLATES}) == len(TEMPLATES)


# --- what is entered ---------------------------------------------------------------------------------------------


def test_nothing_entered_is_the_usual_battle():
    setup = opened({}).setup
    assert setup.name == "Neue Schlacht"
    assert setup.board == Board(12, 8)
    assert (setup.rounds, setup.value, setup.sides) == (6, ValueRule.EQUAL, SideRule.KEPT)


def test_everything_entered_counts():
    setup = opened(
        {
            "name": " Am  Hohlweg ",
            "rounds": "3",
            "value": "number",
            "points": "412",
            "columns": "9",
            "rows": "7",
            "grid": "Sechsecke",
            "blocked": "d2, e4",
            "raised": ["C4"],
            "sides": "lifted",
            "armouries": "unlimited",
        }
    ).setup
    assert (setup.name, setup.rounds, setup.value, setup.sides) == ("Am Hohlweg", 3, 412, SideRule.LIFTED)
    assert setup.armouries == ()
    board = setup.board
    assert (board.columns, board.rows, board.grid) == (9, 7, Grid.HEX)
    assert {str(field) for field in board.blocked} == {"D2", "E4"}
    assert {str(field) for field in board.raised} == {"C4"}


def test_without_limit_any_weapon_may_be_taken_and_the_battle_written():
    state = opened({"armouries": "unlimited"})
    names = [option.value for option in forms.armoury_choices(state, Team.WHITE, "Stratos")]
    assert "Machtschwert" in names
    assert "Rammschädel" not in names, "nobody hands over what has grown on him"
    config = Config(state.setup, (Entry(FigureName("Orko"), Team.WHITE, Seat("ann")),))
    assert config_of(battle_file(battle_document(config))) == config


def test_own_figures_and_weapons_come_along():
    weapon = forms.weapon_row_of({"name": "Mondklinge", "attack": "3", "defence": "2", "reach": "2", "damage": "5"})
    figure = forms.figure_row_of({"name": "Lunara", "weapons": ["Mondklinge"]}, ["Mondklinge"])
    config = new_battle(forms.battle_document_of({}, figures=[figure], weapons=[weapon]))
    state = Battle.open(MOTUC, config, Tape([])).state
    (choice,) = (one for one in forms.lineup_choices(state, Seat("ann"), Team.WHITE) if one.value == "Lunara")
    assert choice.label == f"Lunara (Wert {int(str(figure['base'])) + 10})"
    with pytest.raises(FileFault, match="Mondklinge"):
        new_battle(forms.battle_document_of({}, figures=[figure]))


@pytest.mark.parametrize(
    ("values", "field", "text"),
    [
        ({"name": ""}, "name", "Hier fehlt noch etwas."),
        ({"name": "x" * 61}, "name", "Das ist zu lang: höchstens 60 Zeichen, nicht 61."),
        ({"rounds": "0"}, "rounds", "Das ist zu wenig: mindestens 1."),
        ({"rounds": "ein paar"}, "rounds", "Das muss eine ganze Zahl sein von 1 bis 99, nicht „ein paar“."),
        ({"value": "gleicht"}, "value", "„gleicht“ steht nicht zur Wahl. Meintest du gleich?"),
        ({"value": "number"}, "points", "Wie viele Punkte soll jede Mannschaft wert sein?"),
        (
            {"points": "400"},
            "points",
            "Diese Zahl gilt nur bei „genau so viele Punkte“: Wähle das oder lass sie weg.",
        ),
        ({"value": "number", "points": "99999"}, "points", "Das ist zu viel: höchstens 9999."),
        ({"columns": "1"}, "columns", "Das ist zu wenig: mindestens 2."),
        ({"rows": "41"}, "rows", "Das ist zu viel: höchstens 40."),
        ({"grid": "Dreiecke"}, "grid", "„Dreiecke“ steht nicht zur Wahl. Möglich: Quadrate, Sechsecke."),
        ({"blocked": "M1"}, "blocked", "M1 liegt nicht auf dem Spielfeld (12 × 8 Felder)."),
        ({"raised": "Hügel"}, "raised", "„Hügel“ ist kein Feld. So heißen Felder: C5."),
        (
            {"blocked": "C3", "raised": "c3"},
            "raised",
            "C3 ist schon gesperrt: Ein Feld ist nur eins von beidem.",
        ),
        (
            {"rows": "2", "blocked": "A1 A2"},
            "blocked",
            "Am linken Rand muss ein Feld frei sein, auf dem Schwarz anfangen kann (R-S1).",
        ),
        (
            {"rows": "2", "columns": "3", "blocked": "C1 C2"},
            "blocked",
            "Am rechten Rand muss ein Feld frei sein, auf dem Weiß anfangen kann (R-S1).",
        ),
        (
            {"armouries": "alle"},
            "armouries",
            "„alle“ steht nicht zur Wahl. Möglich: Castle Grayskull und Snake Mountain, Jede Waffe, so oft man will.",
        ),
    ],
)
def test_faults_are_told_at_their_field(values, field, text):
    found = fault(**values)
    assert found[0] == field
    assert found[1] == text


# --- whatever is entered -----------------------------------------------------------------------------------------

_words = ["", "6", "2", "40", "41", "0", "-1", "equal", "any", "number", "hex", "square", "kept", "lifted", "standard"]
_words += ["unlimited", "A1", "a1, b2", "B2", "A1 A2", "AN40", "beliebig", "\ud800", "\x00", "Neue\nSchlacht"]
_anything = st.sampled_from(_words) | st.text(st.characters(), max_size=10)
_value = _anything | st.lists(_anything, max_size=4)


@given(st.dictionaries(st.sampled_from([field.name for field in FORM.fields]) | st.text(max_size=5), _value))
def test_anything_entered_opens_a_battle_or_is_refused(values):
    try:
        opened(values)
    except FormFault as caught:
        check_told(caught, {field.name for field in FORM.fields})


def check_told(told: FormFault, fields: set[str]) -> None:
    assert told.field in fields
    assert told.text.endswith((".", "?"))


_size = st.integers(2, 12)


@st.composite
def well_meant(draw: st.DrawFn) -> dict[str, str | list[str]]:
    columns, rows = draw(_size), draw(_size)
    names = [str(field) for field in Board(columns, rows).fields()]
    value = draw(st.sampled_from(["equal", "any", "number"]))
    return {
        "name": draw(st.text(min_size=1, max_size=60)),
        "rounds": str(draw(st.integers(1, 99))),
        "value": value,
        "points": str(draw(st.integers(1, 9999))) if value == "number" else "",
        "columns": str(columns),
        "rows": str(rows),
        "grid": draw(st.sampled_from(Grid)).value,
        "blocked": draw(st.lists(st.sampled_from(names), max_size=5)),
        "raised": draw(st.lists(st.sampled_from(names), max_size=5)),
        "sides": draw(st.sampled_from(SideRule)).value,
        "armouries": draw(st.sampled_from(["standard", "unlimited"])),
    }


@given(well_meant())
def test_what_is_well_meant_opens_a_battle_in_which_a_team_can_be_chosen(values):
    try:
        state = opened(values)
    except FormFault as caught:
        check_told(caught, {"name", "blocked", "raised"})
        return
    for team, seat in ((Team.BLACK, Seat("ann")), (Team.WHITE, Seat("ben"))):
        assert forms.lineup_choices(state, seat, team)


# --- forms as fronts show them -----------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [FORM, forms.figure_form(), forms.weapon_form()], ids=lambda form: form.title)
def test_every_form_fits_everywhere(form: Form):
    """Within what Discord allows; every default is right for its field."""
    assert len(form.title) <= 45
    assert len({field.name for field in form.fields}) == len(form.fields)
    for field in form.fields:
        assert 0 < len(field.label) <= 45
        assert len(field.hint) <= 100
        assert bool(field.options) == (field.kind in (FieldKind.CHOICE, FieldKind.CHOICES))
        values = [option.value for option in field.options]
        assert len(set(values)) == len(values)
        assert all(0 < len(option.label) <= 100 and option.value for option in field.options)
        if field.kind is FieldKind.CHOICE:
            assert field.default in values
        assert isinstance(field.default, tuple) == (field.kind in (FieldKind.CHOICES, FieldKind.BOARD))
    for template in TEMPLATES:
        assert len(template.label) <= 45
        assert len(template.description) <= 100
