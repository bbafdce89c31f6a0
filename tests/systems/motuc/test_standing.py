"""Standing orders: how they are read, what is refused, and what they give when reactions are awaited."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motuc_bot.systems.motuc.side import MotucSide
from motuc_bot.systems.standing import StandingOrder
from rules.core import Seat
from rules.motuc import commands as cm
from rules.motuc.answers import Parry
from rules.motuc.commands import Correct
from rules.motuc.reactions import open_threats
from rules.motuc.words import FigureName, Quantity
from tests.systems.motuc.scene import Scene, reacts
from tests.systems.motuc.test_guide import FOR_PLAYERS, blocks

SIDE = MotucSide()
BEN = Seat("ben")
HE_MAN, TEELA = FigureName("He-Man"), FigureName("Teela")


def scene() -> Scene:
    """Return Skeletor, Webstor and Trap-Jaw, who can hit or shoot at He-Man and Teela."""
    return Scene({"Skeletor": "F4", "Webstor": "F5", "Trap-Jaw": "G1"}, {"He-Man": "G4", "Teela": "G5"})


def attacked(*lines: str) -> Scene:
    """Return the scene after black has ordered this, with nobody of white having reacted."""
    played = scene()
    commands = [one for line in lines for one in SIDE.read(played.state, line).lines[0].commands]
    played.post("ann", *commands, cm.Done())
    return played


def left(text: str, played: Scene | None = None, seat: Seat = BEN) -> StandingOrder:
    order = SIDE.standing_order((played or scene()).state, seat, text)
    assert order is not None
    return order


def reacted(played: Scene, text: str) -> tuple[str, ...]:
    """Return what the order says now; it must be right, and its lines must count."""
    order = left(text, played)
    assert order.faults == ()
    lines = SIDE.standing_lines(played.state, BEN, order.text)
    read = SIDE.read(played.state, "\n".join(lines)).lines
    assert [line.error for line in read] == [None] * len(lines)
    played.post("ben", *(command for line in read for command in line.commands))
    return lines


ATTACKED = attacked("Skeletor: greift He-Man an", "Trap-Jaw: schießt 2x auf He-Man")

MELEE = "Skeletor: greift He-Man an"
SECOND = "Webstor: greift He-Man an"
SHOTS = "Trap-Jaw: schießt 2x auf He-Man"


@pytest.mark.parametrize(
    ("attacks", "text", "lines"),
    [
        ((MELEE,), "Bei Nahkampf: pariert", ("He-Man: pariert Skeletor",)),
        ((MELEE,), "bei angriffen pariere mit dem Schild", ("He-Man: pariert Skeletor mit Schild",)),
        ((MELEE,), "Bei Schüssen: 1 je Schuss", ()),
        ((MELEE, SHOTS), "Bei Nahkampf: pariert", ("He-Man: pariert Skeletor",)),
        (
            (SHOTS,),
            "Bei Beschuss: 1 je Schuss",
            ("He-Man: Beweglichkeit 1 auf Schuss 1 von Trap-Jaw, Beweglichkeit 1 auf Schuss 2 von Trap-Jaw",),
        ),
        (
            (SHOTS,),
            "Gegen Fernkampf: 2 auf Schuss 1, 1 auf Schuss 2",
            ("He-Man: Beweglichkeit 2 auf Schuss 1 von Trap-Jaw, Beweglichkeit 1 auf Schuss 2 von Trap-Jaw",),
        ),
        # There is one parry a round: then the next choice counts, be it in the same clause or in a later one.
        (
            (MELEE, SECOND),
            "Bei Nahkampf: pariert, sonst weicht mit 2 aus",
            ("He-Man: pariert Skeletor, weicht Webstor mit 2 aus",),
        ),
        (
            (MELEE, SECOND),
            "Bei Nahkampf: pariert; sonst: weicht mit 2 aus",
            ("He-Man: pariert Skeletor, weicht Webstor mit 2 aus",),
        ),
        ((MELEE, SECOND), "Bei Nahkampf: pariert", ("He-Man: pariert Skeletor",)),
        # No more agility than there is.
        ((SHOTS,), "Bei Schüssen: 3 je Schuss", ("He-Man: Beweglichkeit 3 auf Schuss 1 von Trap-Jaw",)),
        (("Webstor: entwaffnet He-Man",), "Bei Entwaffnen: widersteht mit 2", ("He-Man: widersteht Webstor mit 2",)),
        (("Webstor: entwaffnet He-Man",), "immer: pariert, sonst widersteht", ("He-Man: widersteht Webstor",)),
        ((MELEE,), "immer: wehrt sich nicht", ("He-Man: wehrt sich nicht gegen Skeletor",)),
        ((MELEE,), "unter 3 Leben: weicht aus", ()),
        (
            (MELEE, "Webstor: greift Teela an"),
            "Bei Nahkampf: pariert\nTeela: bei Nahkampf: alles auf Ausweichen",
            ("He-Man: pariert Skeletor", "Teela: weicht Webstor aus"),
        ),
        ((MELEE,), "Teela: immer: pariert", ()),
        ((MELEE, SECOND), "Bei Nahkampf: pariert Webstor", ("He-Man: pariert Webstor",)),
        ((MELEE,), "Immer: überlässt es dem Schiedsrichter", ("He-Man: überlässt Skeletor dem Schiedsrichter",)),
        (
            (SHOTS,),
            "Immer: überlässt es dem Schiedsrichter",
            (
                "He-Man: überlässt Schuss 1 von Trap-Jaw dem Schiedsrichter",
                "He-Man: überlässt Schuss 2 von Trap-Jaw dem Schiedsrichter",
            ),
        ),
        ((MELEE,), "Bei Zaubern: weicht aus", ()),
    ],
)
def test_what_an_order_gives(attacks, text, lines):
    played = attacked(*attacks)
    if lines:
        # Trap-Jaw shoots, Webstor disarms: no die is rolled as long as something is open.
        played.dice = type(played.dice)((1, 6) * 20)
    assert reacted(played, text) == lines if lines else SIDE.standing_lines(played.state, BEN, text) == ()


def test_few_lives_come_before_all_else_the_fewest_first():
    text = "Bei Nahkampf: pariert; unter 6 Leben: weicht mit 1 aus; unter 3 Leben: wehrt sich nicht"
    found: list[str] = []
    for life in (6, 5, 3, 2):
        played = scene()
        played.post("SL", Correct(HE_MAN, Quantity.LIFE, life))
        played.post("ann", *SIDE.read(played.state, MELEE).lines[0].commands, cm.Done())
        found += SIDE.standing_lines(played.state, BEN, left(text, played).text)
    assert found == [
        "He-Man: pariert Skeletor",
        "He-Man: weicht Skeletor mit 1 aus",
        "He-Man: weicht Skeletor mit 1 aus",
        "He-Man: wehrt sich nicht gegen Skeletor",
    ]


def test_what_a_player_has_chosen_himself_stays():
    played = attacked(MELEE, SECOND)
    played.post("ben", reacts("He-Man", Parry(), "Webstor"))
    text = "Bei Nahkampf: pariert, sonst wehrt sich nicht"
    assert SIDE.standing_lines(played.state, BEN, text) == ("He-Man: wehrt sich nicht gegen Skeletor",)
    assert len(list(open_threats(played.state))) == 1


def test_who_is_awaited():
    played = attacked(MELEE)
    assert SIDE.reacting_seats(played.state) == (BEN,)
    played.post("SL", cm.Pause())
    assert SIDE.reacting_seats(played.state) == ()
    assert SIDE.reacting_seats(scene().state) == ()


def test_a_figure_that_plays_for_somebody_else_now_is_left_alone():
    played = attacked(MELEE)
    played.post("SL", cm.Reassign(HE_MAN, Seat("cem")))
    assert SIDE.standing_lines(played.state, BEN, "He-Man: immer: pariert\nimmer: pariert") == ()


# --- what the author is told -------------------------------------------------------------------------------------


def test_how_it_was_understood():
    text = "**Teela**: bei Nahkampf: parieren\nBei Schuss: 1 pro Schuss; unter drei Leben: alles auf Ausweichen"
    order = left(text)
    assert (
        order.text == "Teela: bei Nahkampf: parieren\nBei Schuss: 1 pro Schuss; unter drei Leben: alles auf Ausweichen"
    )
    assert order.told == (
        "Verstanden, Vorgaben für He-Man und Teela:",
        "• Unter 3 Leben: weicht aus (mit aller Beweglichkeit, die dann noch da ist)",
        "• Bei Schüssen (bei jedem einzelnen): weicht mit 1 aus",
        "Verstanden, Vorgaben für Teela:",
        "• Bei Nahkampf: pariert",
        "Das gilt, bis du neue Vorgaben schickst; „keine Vorgaben mehr“ nimmt sie zurück.",
    )


def test_what_is_kept_is_read_as_what_was_written():
    for text in ("_He-Man_: `bei Nahkampf: pariert`", "- Bei Nahkampf:  pariert ;  immer:weicht aus\n> zitiert"):
        order = left(text)
        assert left(order.text) == order


def test_that_nothing_helps_against_spells_is_told():
    assert any("R-Z3" in line for line in left("Bei Zaubern: weicht aus").told)


@pytest.mark.parametrize("text", ["keine Vorgaben mehr", "Vorgaben löschen", "Bitte alle Vorgaben zurücknehmen!"])
def test_it_is_taken_back(text):
    order = left(text)
    assert (order.text, order.faults, len(order.told)) == ("", (), 1)


@pytest.mark.parametrize(
    "text",
    ["Hallo Schiri!", "Im Nebel ist es still.", "Start He-Man L4", "He-Man: pariert", "Immerhin: schön hier.", "", ":"],
)
def test_what_is_no_standing_order(text):
    assert SIDE.standing_order(scene().state, BEN, text) is None


# --- what is refused ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("Bei Nahkmapf: pariert", "syntax", "keiner Bedingung"),
        ("Bie Nahkampf: pariert", "syntax", "keiner Bedingung"),
        ("Bei Nahkampf: pariert\nStart He-Man L4", "syntax", "nichts anderes"),
        ("Bei Nahkampf:", "syntax", "steht nichts"),
        ("Bei Nahkampf: geht nach C4", "syntax", "keine Reaktion"),
        ("Bei Nahkampf: ruft um Hilfe", "syntax", "keine Reaktion"),
        ("Bei Nahkampf: pariert mit dem Schidl", "unknown_name", "`Bei Nahkampf: pariert mit dem Schild`"),
        ("Bei Nahkampf: pariert mit dem Haken", "R-T5", "nicht bei sich"),
        ("Teela: bei Nahkampf: pariert mit dem Laser", "R-N1", "Laser"),
        ("Bei Nahkampf: weicht mit 9 aus", "R-N4", "9"),
        ("Bei Nahkampf: widersteht", "R-X3", "widerstehen"),
        ("Bei Schüssen: pariert", "R-F2", "parieren"),
        ("Unter 99 Leben: weicht aus", "syntax", "2 bis 10"),
        ("Unter vielen Leben: weicht aus", "syntax", "keine Zahl"),
        ("Hemann: bei Nahkampf: pariert", "unknown_name", "He-Man"),
        ("Hallo Schiri: bei Nahkampf: pariert", "unknown_name", "Hallo Schiri"),
        ("Skeletor: bei Nahkampf: pariert", "not_your_figure", "He-Man und Teela"),
        ("Bei Nahkampf: " + "pariert, sonst " * 99 + "weicht aus", "syntax", "zu lang"),
    ],
)
def test_what_is_refused_with_reason_and_example(text, code, said):
    order = left(text)
    assert (order.text, order.told) == ("", ())
    fault = order.faults[0]
    assert (str(fault.code), said in fault.message) == (code, True), fault.message
    assert "`" in fault.message or code in ("wrong_phase",) or "zu lang" in fault.message
    if "Zum Beispiel: `" in fault.message:
        example = fault.message.split("Zum Beispiel: `")[1].rstrip("`")
        assert left(example).faults == ()


def test_the_faulty_line_is_named():
    order = left("Bei Nahkampf: pariert\n\nBei Schüssen: 1 je Schuss\nBei Entwaffnen: singt")
    assert [(fault.number, fault.line) for fault in order.faults] == [(4, "Bei Entwaffnen: singt")]


def test_who_has_no_figure_and_who_comes_too_late():
    assert left("Bei Nahkampf: pariert", seat=Seat("eve")).faults[0].code == "not_your_figure"
    played = scene()
    played.post("SL", cm.EndBattle())
    assert left("Bei Nahkampf: pariert", played).faults[0].code == "wrong_phase"


def test_what_one_figure_of_several_can_do_is_right_for_all():
    # Only He-Man has a shield, only Teela agility 5.
    assert left("Bei Nahkampf: pariert mit dem Schild, sonst weicht mit 5 aus").faults == ()
    assert left("He-Man: bei Nahkampf: weicht mit 5 aus").faults[0].code == "R-N4"


def test_nothing_secret_is_in_its_repr():
    order = left("Bei Nahkampf: pariert mit dem Schild")
    assert "Schild" not in repr(order)


WORDS = (
    "bei Bei Nahkampf Schüssen Entwaffnen unter 3 99 Leben immer sonst : ; , pariert mit dem Schild weicht aus je "
    "Schuss He-Man Skeletor „ * ` > ² Vorgaben keine mehr geht nach C4 überlässt es Schiedsrichter 🦴"
)
PIECES = st.sampled_from([*WORDS.split(" "), "\n", "\u2028"])


@given(st.lists(PIECES, max_size=25).map(" ".join))
def test_any_text_is_read_or_refused_and_what_is_kept_stays_right(text):
    order = SIDE.standing_order(ATTACKED.state, BEN, text)
    if order is None:
        return
    assert all(fault.message for fault in order.faults)
    assert bool(order.faults) is not bool(order.told)
    if order.text:
        kept = left(order.text, ATTACKED)
        assert (kept.text, kept.told) == (order.text, order.told)
        SIDE.standing_lines(ATTACKED.state, BEN, order.text)


# --- the guide ---------------------------------------------------------------------------------------------------


def test_the_examples_of_the_guide_are_understood():
    found = blocks(FOR_PLAYERS, "vorgabe")
    assert len(found) >= 3
    faults = [fault for block in found for fault in left(block.body).faults]
    assert faults == []
