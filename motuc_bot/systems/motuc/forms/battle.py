"""The form for a new battle, and the document that `setup.new_battle` opens."""

from collections.abc import Mapping, Sequence

from motuc_bot.systems.form_values import Entered
from motuc_bot.systems.forms import COLUMNS, GRID, ROWS, FieldKind, Form, FormFault, FormField, Option, Values, on_page
from motuc_bot.systems.motuc.setup import UNLIMITED
from rules.board import Board, Field, Grid
from rules.motuc.model import SideRule
from rules.motuc.words import ValueRule

NAME, ROUNDS = "name", "rounds"
VALUE, POINTS = "value", "points"
BLOCKED, RAISED = "blocked", "raised"
SIDES, ARMOURIES = "sides", "armouries"

NUMBER, STANDARD = "number", "standard"
MOST_ROUNDS, MOST_POINTS = 99, 9999

_SMALLEST, _LARGEST = 2, 40
_LONGEST_NAME = 60


def battle_form() -> Form:
    """Return the form for a new battle, filled in as most battles are."""
    return Form(
        "Neue Schlacht",
        (
            *on_page("Name und Wert", *_agreed()),
            *on_page("Spielfeld", *_board_fields()),
            *on_page("Figuren und Waffen", *_choosing()),
        ),
    )


def battle_document_of(
    values: Values, figures: Sequence[Mapping[str, object]] = (), weapons: Sequence[Mapping[str, object]] = ()
) -> dict[str, object]:
    """Return what was agreed as a document for `setup.new_battle`, with own figures and weapons.

    Raises: FormFault. What the figures and weapons lack is left to `new_battle`.
    """
    entered = Entered(battle_form(), values)
    battle: dict[str, object] = {
        "name": entered.text(NAME),
        "rounds": entered.number(ROUNDS),
        "value": _value(entered),
        **_board(entered),
        "sides": entered.choice(SIDES),
    }
    if entered.choice(ARMOURIES) == UNLIMITED:
        battle["armouries"] = UNLIMITED
    return {"battle": battle, "figures": [dict(row) for row in figures], "weapons": [dict(row) for row in weapons]}


def _agreed() -> tuple[FormField, ...]:
    return (
        FormField(NAME, "Name der Schlacht", FieldKind.TEXT, "Neue Schlacht", high=_LONGEST_NAME),
        FormField(ROUNDS, "Runden", FieldKind.NUMBER, "6", low=1, high=MOST_ROUNDS, hint="Danach ist Schluss."),
        FormField(
            VALUE,
            "Wert der Mannschaften",
            FieldKind.CHOICE,
            ValueRule.EQUAL.value,
            options=(
                Option(ValueRule.EQUAL.value, "gleich"),
                Option(NUMBER, "genau so viele Punkte"),
                Option(ValueRule.ANY.value, "beliebig"),
            ),
            hint="Gleich: Die Schlacht beginnt erst, wenn beide gleich viel wert sind (R-T2).",
        ),
        FormField(
            POINTS,
            "Punkte",
            FieldKind.NUMBER,
            low=1,
            high=MOST_POINTS,
            hint="Nur bei „genau so viele Punkte“. Eine Figur ist meist 40 bis 100 wert.",
            required=False,
        ),
    )


def _board_fields() -> tuple[FormField, ...]:
    return (
        FormField(COLUMNS, "Spalten", FieldKind.NUMBER, "12", low=_SMALLEST, high=_LARGEST),
        FormField(ROWS, "Zeilen", FieldKind.NUMBER, "8", low=_SMALLEST, high=_LARGEST),
        FormField(
            GRID,
            "Felder",
            FieldKind.CHOICE,
            Grid.SQUARE.value,
            options=(Option(Grid.SQUARE.value, "Quadrate"), Option(Grid.HEX.value, "Sechsecke")),
        ),
        FormField(
            BLOCKED,
            "Gesperrt",
            FieldKind.BOARD,
            (),
            hint="Fels, Mauer, Baum: Niemand steht dort oder sieht hindurch. Zum Beispiel: C4, D5",
            required=False,
        ),
        FormField(
            RAISED,
            "Erhöht",
            FieldKind.BOARD,
            (),
            hint="Hügel oder Karren: Wer dort steht, hat im Nahkampf den Vorteil. Zum Beispiel: E2",
            required=False,
        ),
    )


def _choosing() -> tuple[FormField, ...]:
    return (
        FormField(
            SIDES,
            "Gut und Böse",
            FieldKind.CHOICE,
            SideRule.KEPT.value,
            options=(
                Option(SideRule.KEPT.value, "Weiß führt die Guten, Schwarz die Bösen"),
                Option(SideRule.LIFTED.value, "Jede Mannschaft nimmt, wen sie will"),
            ),
        ),
        FormField(
            ARMOURIES,
            "Waffenkammern",
            FieldKind.CHOICE,
            STANDARD,
            options=(
                Option(STANDARD, "Castle Grayskull und Snake Mountain"),
                Option(UNLIMITED, "Jede Waffe, so oft man will"),
            ),
            hint="Wer weniger als zwei eigene Waffen hat, darf sich daraus eine holen (R-T4).",
        ),
    )


def _value(entered: Entered) -> str | int:
    rule, points = entered.choice(VALUE), entered.number_if_given(POINTS)
    if rule != NUMBER:
        if points is not None:
            raise FormFault(POINTS, "Diese Zahl gilt nur bei „genau so viele Punkte“: Wähle das oder lass sie weg.")
        return rule
    if points is None:
        raise FormFault(POINTS, "Wie viele Punkte soll jede Mannschaft wert sein?")
    return points


def _board(entered: Entered) -> dict[str, object]:
    columns, rows, grid = entered.number(COLUMNS), entered.number(ROWS), entered.choice(GRID)
    board = Board(columns, rows, Grid(grid))
    blocked, raised = entered.fields(BLOCKED, board), entered.fields(RAISED, board)
    both = [field for field in raised if field in blocked]
    if both:
        raise FormFault(RAISED, f"{both[0]} ist schon gesperrt: Ein Feld ist nur eins von beidem.")
    for column, where, team in ((1, "linken", "Schwarz"), (columns, "rechten", "Weiß")):
        if all(Field(column, row) in blocked for row in range(1, rows + 1)):
            raise FormFault(BLOCKED, f"Am {where} Rand muss ein Feld frei sein, auf dem {team} anfangen kann (R-S1).")
    return {
        "board": {"columns": columns, "rows": rows, "grid": grid},
        "terrain": {"blocked": [str(field) for field in blocked], "raised": [str(field) for field in raised]},
    }
