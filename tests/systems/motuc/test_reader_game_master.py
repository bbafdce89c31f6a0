"""Lines of the game master and start positions."""

import pytest

from motuc_bot.language import LineKind
from rules.board import Field
from rules.core import GeneralCode, RollBack, Seat
from rules.motuc.commands import Command, Correct, EndBattle, Pause, Proceed, Reassign, RegisterStart, Relocate, Resume
from rules.motuc.words import FigureName, Quantity
from tests.systems.motuc.reading import READER, commands, error, line

SKELETOR, TEELA = FigureName("Skeletor"), FigureName("Teela")
A4, A6, C5 = (Field.parse(name) for name in ("A4", "A6", "C5"))
LIFE = Correct(SKELETOR, Quantity.LIFE, 7)

ORDERS: list[tuple[str, Command | RollBack]] = [
    ("weiter!", Proceed()),
    ("Pause", Pause()),
    ("fortsetzen", Resume()),
    ("Schlacht beenden.", EndBattle()),
    ("rueckgaengig", RollBack()),
    ("rückgängig bis #17", RollBack(17)),
    ("rückgängig bis Beitrag 17", RollBack(17)),
    ("rückgängig bis #5", RollBack(5)),
    ("zurück zu #5", RollBack(5)),
    ("Zurück auf 5!", RollBack(5)),
    ("bitte zurück bis Beitrag 5", RollBack(5)),
    ("Skelli Leben 7", LIFE),
    ("Skeletor: Leben 7", LIFE),
    ("Skeletor 7 Leben", LIFE),
    ("Skeletor Leben auf 7", LIFE),
    ("Skeletor Leben = 7", LIFE),
    ("Skeletor Lebenspunkte 7", LIFE),
    ("Leben von Skeletor 7", LIFE),
    ("Skeletor Leben sieben", LIFE),
    ("Skeletor Leben -1", Correct(SKELETOR, Quantity.LIFE, -1)),
    ("Skeletor Leben 7 weil Regel 5", Correct(SKELETOR, Quantity.LIFE, 7, "weil Regel 5")),
    ("Skeletor Leben 7, weil es so war, ja", Correct(SKELETOR, Quantity.LIFE, 7, "weil es so war, ja")),
    ("Skeletor Leben 7, Regelfehler", Correct(SKELETOR, Quantity.LIFE, 7, "Regelfehler")),
    ("Skeletor Leben 7 (Regelfehler)", Correct(SKELETOR, Quantity.LIFE, 7, "Regelfehler")),
    ("Skeletor Leben 7, weil „Regel 5“ gilt", Correct(SKELETOR, Quantity.LIFE, 7, "weil „Regel 5“ gilt")),
    ("Skeletor Leben 7, weil He-Man nach C5 geht", Correct(SKELETOR, Quantity.LIFE, 7, "weil He-Man nach C5 geht")),
    ("Skeletor nach C5, weil er dort stand", Relocate(SKELETOR, C5, "weil er dort stand")),
    ("Skeletor C5", Relocate(SKELETOR, C5)),
    ("Skeletor spielt @ANN", Reassign(SKELETOR, Seat("ann"))),
    ("Skeletor spielt Ben", Reassign(SKELETOR, Seat("ben"))),
    ("Skeletor spielt <@4711>", Reassign(SKELETOR, Seat("4711"))),
    ("Skeletor spielt <@!999>", Reassign(SKELETOR, Seat("999"))),
    ("Skeletor spielt @Neu, weil Ann krank ist", Reassign(SKELETOR, Seat("Neu"), "weil Ann krank ist")),
    ("Skeletor geht an @Ann", Reassign(SKELETOR, Seat("ann"))),
]


@pytest.mark.parametrize(("words", "expected"), ORDERS)
def test_order(words: str, expected: Command | RollBack):
    assert commands(f"SL: {words}") == (expected,)


@pytest.mark.parametrize("head", ["sl", "**SL**", "Spielleitung", "GM", "🎲 SL"])
def test_heads(head: str):
    assert commands(f"{head}: weiter") == (Proceed(),)


def test_several_values_share_the_reason():
    assert commands("SL: Skeletor Leben 7, Ausdauer 3, weil Sturz") == (
        Correct(SKELETOR, Quantity.LIFE, 7, "weil Sturz"),
        Correct(SKELETOR, Quantity.STAMINA, 3, "weil Sturz"),
    )


def test_parts():
    read = READER.read("SL: Skeletor Leben 7; Teela auf C5").lines
    assert [one.commands for one in read] == [(LIFE,), (Relocate(TEELA, C5),)]


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        ("Skelettor Leben 7", GeneralCode.UNKNOWN_NAME, "unknown_figure"),
        ("Zora spielt @ann", GeneralCode.UNKNOWN_NAME, "unknown_figure"),
        ("Man auf C5", GeneralCode.AMBIGUOUS_NAME, "figure"),
        ("Skeletor Leben", GeneralCode.SYNTAX, "value_missing"),
        ("Skeletor Leben 99999", GeneralCode.SYNTAX, "not_understood"),
        ("rückgängig bis gestern", GeneralCode.SYNTAX, "not_understood"),
        ("Start Zora A4", GeneralCode.UNKNOWN_NAME, "unknown_figure"),
        ("Start Skeletor", GeneralCode.SYNTAX, "field_missing"),
    ],
)
def test_refused(words: str, code: GeneralCode, why: str):
    refusal = error(f"SL: {words}")
    assert (refusal.code, refusal.why) == (code, why)


@pytest.mark.parametrize(
    "words",
    [
        "Gute Runde!",
        "Weiter geht's morgen",
        "Pause bis acht",
        '"weiter"',
        "weiter?",
        "zurück zu 5?",
        "zurück zum Thema",
        "",
    ],
)
def test_speech(words: str):
    assert line(f"SL: {words}").kind is LineKind.SPEECH


STARTS = (RegisterStart(SKELETOR, A4), RegisterStart(FigureName("Trap-Jaw"), A6))


@pytest.mark.parametrize(
    "text",
    [
        "Start Skeletor A4, Trap-Jaw A6",
        "start skeletor a4 trap-jaw a6",
        "Start: Skeletor A4, Trap-Jaw A6",
        "Start Skeletor: A4, Trap-Jaw: A6",
        "Start Skeletor auf A4 und Trap-Jaw auf A6",
        "**Start** Skeletor A4 / Trap-Jaw A6",
        "SL: Start Skeletor A4, Trap-Jaw A6",
    ],
)
def test_starts(text: str):
    assert commands(text) == STARTS


@pytest.mark.parametrize("text", ["Start frei für He-Man!", "Startet die Motoren", "Starten wir!"])
def test_no_starts(text: str):
    assert READER.read(text).lines == ()
