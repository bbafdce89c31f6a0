"""Battles that are ready to be played but for the figures."""

from motuc_bot.systems.forms import COLUMNS, GRID, ROWS, Template
from motuc_bot.systems.motuc.forms.battle import (
    ARMOURIES,
    BLOCKED,
    NAME,
    NUMBER,
    POINTS,
    RAISED,
    ROUNDS,
    SIDES,
    STANDARD,
    VALUE,
)
from rules.board import Grid
from rules.motuc.model import SideRule
from rules.motuc.words import ValueRule


def templates() -> tuple[Template, ...]:
    """Return the templates, the quickest battle first."""
    return (
        _template(
            "duell",
            "Schnelles Duell",
            "Einer gegen einen, 8 × 6 Felder, 4 Runden, zwei Hügel in der Mitte.",
            size=(8, 6),
            rounds=4,
            raised="D3 E4",
        ),
        _template(
            "drei",
            "Drei gegen drei",
            "10 × 7 Felder, 5 Runden, ein paar Felsen und zwei Hügel. Gut zum Kennenlernen.",
            size=(10, 7),
            rounds=5,
            blocked="E2 E6 F2 F6",
            raised="D4 G4",
        ),
        _template(
            "sechs",
            "Sechs gegen sechs",
            "Die große Schlacht: 12 × 8 Felder, 6 Runden, offenes Gelände mit Deckung.",
            size=(12, 8),
            rounds=6,
            blocked="F2 G2 D5 I4 F7 G7",
            raised="F4 G5",
        ),
        _template(
            "hexenwald",
            "Hexenwald",
            "11 × 8 Sechsecke, 6 Runden: Bäume nehmen überall die Sicht. Schützen haben es schwer.",
            size=(11, 8),
            rounds=6,
            grid=Grid.HEX,
            blocked="C3 C6 D5 E2 E7 F4 F5 G2 G7 H4 I3 I6",
            raised="D2 F3 F6 H7",
        ),
        _template(
            "schlucht",
            "Schlucht",
            "12 × 8 Felder, 6 Runden: ein Engpass zwischen Felswänden, Simse am Rand, Felsblöcke in der Mitte.",
            size=(12, 8),
            rounds=6,
            blocked="D1 E1 F1 G1 H1 I1 E2 F2 G2 H2 F5 G4 E7 F7 G7 H7 D8 E8 F8 G8 H8 I8",
            raised="E3 H3 E6 H6",
        ),
        _template(
            "arena",
            "Arena ohne Grenzen",
            "9 × 9 Felder, 8 Runden, ein Podest in der Mitte; alle Seiten, Werte und Waffen erlaubt.",
            size=(9, 9),
            rounds=8,
            blocked="C3 C7 G3 G7",
            raised="E4 D5 E5 F5 E6",
            value=ValueRule.ANY,
            sides=SideRule.LIFTED,
        ),
    )


def _template(
    key: str,
    label: str,
    description: str,
    *,
    size: tuple[int, int],
    rounds: int,
    grid: Grid = Grid.SQUARE,
    blocked: str = "",
    raised: str = "",
    value: ValueRule | int = ValueRule.EQUAL,
    sides: SideRule = SideRule.KEPT,
) -> Template:
    columns, rows = size
    values: dict[str, str | tuple[str, ...]] = {
        NAME: label,
        ROUNDS: str(rounds),
        VALUE: value.value if isinstance(value, ValueRule) else NUMBER,
        POINTS: "" if isinstance(value, ValueRule) else str(value),
        COLUMNS: str(columns),
        ROWS: str(rows),
        GRID: grid.value,
        BLOCKED: tuple(blocked.split()),
        RAISED: tuple(raised.split()),
        SIDES: sides.value,
        ARMOURIES: STANDARD,
    }
    return Template(key, label, description, values)
