"""Chances in German: whole percent that never claim too much, and all that one figure can do to another."""

from fractions import Fraction

import pytest

from motuc_bot.systems.motuc.chance_texts import chance_lines, percent
from rules.motuc import commands as cm
from rules.motuc.words import FigureName, Quantity
from tests.systems.motuc.scene import Scene

HE_MAN, SKELETOR, TEELA = FigureName("He-Man"), FigureName("Skeletor"), FigureName("Teela")


@pytest.mark.parametrize(
    ("chance", "told"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1, 216), "unter 1 %"),
        (Fraction(1, 200), "1 %"),
        (Fraction(1, 8), "13 %"),
        (Fraction(15, 36), "42 %"),
        (Fraction(199, 200), "über 99 %"),
        (Fraction(215, 216), "über 99 %"),
        (Fraction(1), "100 %"),
    ],
)
def test_percent(chance: Fraction, told: str) -> None:
    assert percent(chance) == told


def test_all_that_a_figure_can_do_to_another() -> None:
    scene = Scene({"Skeletor": "C3", "Webstor": "B6"}, {"He-Man": "D3", "Teela": "H6"}, hands={"Webstor": ("Haken",)})
    assert chance_lines(scene.state, SKELETOR, HE_MAN) == [
        "Skeletor gegen He-Man, wie es gerade steht (Abstand 1 Feld):",
        "Nahkampf (Havoc-Stab): gegen Parade (Schild) 17 %, gegen volles Ausweichen (4) 42 %; "
        "ein Treffer macht im Schnitt 0,6 Schaden",
        "Folter: nimmt 3 Ausdauer",
        "Schockwelle: wirft um 17 %",
        "Blitz: verletzt 8 %, im Schnitt 0,1 Schaden",
    ]
    assert chance_lines(scene.state, FigureName("Webstor"), TEELA)[-1] == "Entwaffnen: gegen vollen Widerstand (5) 28 %"
    assert chance_lines(scene.state, TEELA, SKELETOR)[2] == (
        "Schuss (Laser): trifft 50 %, gegen volles Ausweichen (4) 9 %; ein Treffer macht im Schnitt 1 Schaden"
    )


def test_nothing_to_roll() -> None:
    scene = Scene({"Skeletor": None, "Webstor": None}, {"He-Man": None})
    assert chance_lines(scene.state, SKELETOR, HE_MAN) == ["Skeletor steht noch nicht auf dem Plan."]
    scene = Scene({"Skeletor": "C3", "Webstor": "B6"}, {"He-Man": "D3", "Teela": "E8"})
    assert chance_lines(scene.state, HE_MAN, TEELA)[1:] == ["Hier gibt es nichts zu würfeln."]
    scene.post("SL", cm.Correct(TEELA, Quantity.LIFE, 0))
    assert chance_lines(scene.state, SKELETOR, TEELA) == ["Teela ist besiegt."]
    with pytest.raises(KeyError):
        chance_lines(scene.state, SKELETOR, FigureName("Orko"))
