"""The map in letters: every figure has a mark of its own."""

from motuc_bot.systems.motuc import symbols
from rules.board import Board, Field
from rules.core import Battle, Post, Seat
from rules.dice import Tape
from rules.motuc import MOTUC
from rules.motuc import commands as cm
from rules.motuc.events import Event
from rules.motuc.model import Config, Entry, State
from rules.motuc.view import View
from rules.motuc.words import FigureName, Quantity, Team
from tests.rules.motuc.battles import SCHWERT, setup, sheet


def battle_of(*names: str) -> Battle[Config, State, cm.Command, Event, View]:
    agreed = setup(
        Board(4, 3, blocked=frozenset({Field(2, 1)}), raised=frozenset({Field(3, 1)})),
        sheets=tuple(sheet(name, SCHWERT) for name in names),
    )
    entries = tuple(
        Entry(FigureName(name), (Team.BLACK, Team.WHITE)[at % 2], Seat(f"p{at % 2}"), Field(1 + at, 2))
        for at, name in enumerate(names)
    )
    return Battle.open(MOTUC, Config(agreed, entries), Tape(()))


def test_marks_differ_even_where_names_begin_alike() -> None:
    state = battle_of("Teela", "Terror", "Teufel", "Tee").state
    assert symbols.marks(state) == {"Teela": "Te", "Terror": "Tr", "Teufel": "Tu", "Tee": "04"}


def test_names_without_letters_have_marks_too() -> None:
    state = battle_of("Ärger", "龍", "!?").state
    # Black comes first in the list: Ärger and !?.
    assert symbols.marks(state) == {"Ärger": "Ar", "!?": "X1", "龍": "03"}


def test_the_map_shows_figures_terrain_and_things_on_the_ground() -> None:
    battle = battle_of("Anna", "Bert", "Cora")
    battle, _ = battle.judge(Post(1, Seat("SL"), ((cm.Correct(FigureName("Cora"), Quantity.LIFE, 0),),)), Tape(()))
    assert symbols.map_lines(battle.state) == ["   A  B  C  D", " 1 .  #  ^  .", " 2 An Be +  .", " 3 .  .  .  ."]


def test_the_roster_shows_values_and_states() -> None:
    battle = battle_of("Anna", "Bert")
    battle, _ = battle.judge(Post(1, Seat("SL"), ((cm.Correct(FigureName("Bert"), Quantity.LIFE, 3),),)), Tape(()))
    assert symbols.roster_lines(battle.state) == [
        "Schwarz:",
        "An Anna ██████████ 10  Ausd. 4  Bew. 4  Schwert",
        "Weiß:",
        "Be Bert ███░░░░░░░  3  Ausd. 4  Bew. 4  Schwert",
    ]
