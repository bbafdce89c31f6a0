"""The board of a battle as a picture and in words: who is where, the arrows of the latest phase, distance and sight."""

from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from motuc_bot.picture.svg import board_svg
from motuc_bot.picture.view import Camp, Move, Piece, Strike, StrikeKind, Thing
from motuc_bot.systems.motuc.board_twin import twin_lines
from motuc_bot.systems.motuc.board_view import board_view
from rules.board import Board, Field
from rules.core import GAME_MASTER, Battle, Post, RollBack, Seat
from rules.motuc import MOTUC
from rules.motuc import commands as cm
from rules.motuc.actions import Casting
from rules.motuc.events import ActionAnnounced
from rules.motuc.model import State
from rules.motuc.words import EffectKind, FigureName, Quantity, Spell
from tests.rules.contract.test_contract import choose
from tests.rules.contract.trial import TRIALS, RandomDice
from tests.systems.motuc.scene import Scene, field

SVG = "{http://www.w3.org/2000/svg}"
HE, SK, WE = FigureName("He-Man"), FigureName("Skeletor"), FigureName("Webstor")
ANN, BEN, GM = Seat("ann"), Seat("ben"), GAME_MASTER


def way(names: str, side: Camp) -> Move:
    return Move(tuple(field(name) for name in names.split()), side)


def moves(scene: Scene) -> tuple[Move, ...]:
    return board_view(scene.state, scene.battle.log).moves


def strikes(scene: Scene) -> tuple[Strike, ...]:
    return board_view(scene.state, scene.battle.log).strikes


def test_shows_terrain_pieces_and_things():
    board = Board(5, 4, blocked=frozenset({Field(2, 2)}), raised=frozenset({Field(3, 3)}))
    scene = Scene({"Skeletor": "A1", "Webstor": "A2"}, {"He-Man": "D1"}, board=board)
    scene.post("SL", cm.Correct(SK, Quantity.LIFE, 4), cm.Correct(WE, Quantity.LIFE, 0))
    view = board_view(scene.state, seat=ANN)
    assert (view.columns, view.rows, view.blocked, view.raised) == (5, 4, board.blocked, board.raised)
    assert view.pieces == (
        Piece(field("A1"), "Sk", "Skeletor", Camp.DARK, (4, 10), mine=True),
        Piece(field("A2"), "We", "Webstor", Camp.DARK, (0, 10), fallen=True, mine=True),
        Piece(field("D1"), "He", "He-Man", Camp.LIGHT, (10, 10)),
    )
    assert view.things == (Thing(field("A2"), ("Haken", "Armbrust")),)
    assert not any(piece.mine for piece in board_view(scene.state).pieces)


def test_shows_the_ways_of_a_phase_until_somebody_moves_in_the_next_one():
    scene = Scene({"Skeletor": "A1"}, {"He-Man": "D1"})
    scene.post("ann", cm.Walk(SK, field("B2")))
    scene.post("ann", cm.Done())
    assert scene.state.phase == "white_moves"
    assert moves(scene) == (way("A1 B2", Camp.DARK),)
    scene.post("ben", cm.Walk(HE, field("C1")))
    assert moves(scene) == (way("D1 C1", Camp.LIGHT),)


def test_shows_no_way_that_was_taken_back():
    scene = Scene({"Skeletor": "A1", "Webstor": "A3"}, {"He-Man": "D1"})
    scene.post("ann", cm.Walk(WE, field("B3")), cm.Walk(SK, field("B2")))
    scene.post("ann", cm.Cast(SK, Spell.SHOCK_WAVE, None, field("C2")))
    assert len(strikes(scene)) == 1
    scene.post("ann", cm.TakeBack(SK))
    assert strikes(scene) == ()
    assert moves(scene) == (way("A3 B3", Camp.DARK), way("A1 B2", Camp.DARK))
    scene.post("ann", cm.TakeBack(SK))
    assert moves(scene) == (way("A3 B3", Camp.DARK),)


def test_shows_nothing_of_what_was_rolled_back():
    scene = Scene({"Skeletor": "A1"}, {"He-Man": "D1"})
    scene.post("SL", cm.Pause())
    scene.post("SL", cm.Resume())
    scene.post("ann", cm.Walk(SK, field("B2")))
    scene.post("SL", RollBack(1))
    assert moves(scene) == ()
    assert board_view(scene.state, scene.batches[-1][1]).moves == ()


def test_shows_where_the_game_master_put_somebody():
    scene = Scene({"Skeletor": "A1"}, {"He-Man": "D1"})
    scene.post("SL", cm.Relocate(HE, field("F6"), reason="Sturm"))
    assert moves(scene) == (way("D1 F6", Camp.LIGHT),)


def test_shows_each_kind_of_action_also_without_the_log():
    scene = Scene(
        {"Skeletor": "B2", "Trap-Jaw": "C4", "Webstor": "B3"},
        {"He-Man": "C2"},
        hands={"Trap-Jaw": ("Laser",), "Webstor": ("Haken",)},
    )
    jaw = FigureName("Trap-Jaw")
    scene.post("ann", cm.Cast(SK, Spell.LIGHTNING, HE), cm.Shoot(jaw, ((HE, 3),)), cm.Disarm(WE, HE))
    expected = (
        Strike(field("B2"), field("C2"), Camp.DARK, StrikeKind.SPELL),
        Strike(field("C4"), field("C2"), Camp.DARK, StrikeKind.SHOT),
        Strike(field("B3"), field("C2"), Camp.DARK, StrikeKind.MELEE),
    )
    assert strikes(scene) == expected
    assert board_view(scene.state).strikes == expected


def test_an_arrow_follows_its_target():
    scene = Scene({"Skeletor": "B2", "Webstor": "A8"}, {"He-Man": "C2"})
    scene.post("ann", cm.Attack(SK, HE))
    scene.post("SL", cm.Relocate(HE, field("C3"), reason="Sturm"))
    assert strikes(scene) == (Strike(field("B2"), field("C3"), Camp.DARK, StrikeKind.MELEE),)


def test_a_shock_wave_points_where_it_goes():
    scene = Scene({"Skeletor": "B2", "Webstor": "A8"}, {"He-Man": "E2"})
    scene.post("ann", cm.Cast(SK, Spell.SHOCK_WAVE, None, field("C2")))
    assert isinstance(next(e.action for e in scene.battle.log if isinstance(e, ActionAnnounced)), Casting)
    assert strikes(scene) == (Strike(field("B2"), field("C2"), Camp.DARK, StrikeKind.SPELL),)


def test_a_start_is_shown_to_its_player_and_the_game_master_only():
    scene = Scene({"Skeletor": None}, {"He-Man": None})
    scene.post("ann", cm.RegisterStart(SK, field("A4")))
    shown = {seat: [piece.name for piece in board_view(scene.state, seat=seat).pieces] for seat in (ANN, BEN, GM, None)}
    assert shown == {ANN: ["Skeletor"], BEN: [], GM: ["Skeletor"], None: []}
    assert twin_lines(scene.state, ANN) == ["Schwarz (Start): Skeletor auf A4."]
    assert twin_lines(scene.state, BEN) == twin_lines(scene.state, None) == ["Noch steht niemand auf dem Brett."]


# --- in words ----------------------------------------------------------------------------------------------------


def test_tells_where_figures_of_other_players_of_the_own_team_are():
    scene = Scene({"Skeletor": "F5"}, {"He-Man": "G5", "Mer-Man": "C5"}, seats={"Mer-Man": "cem"})
    assert twin_lines(scene.state, BEN)[:2] == [
        "Von He-Man (G5) aus: Skeletor auf F5, 1 Feld, in Sicht.",
        "Auf deiner Seite: Mer-Man auf C5.",
    ]


def test_tells_distance_and_sight_from_each_own_figure():
    board = Board(8, 8, blocked=frozenset({Field(5, 5)}), raised=frozenset({Field(1, 8), Field(1, 7)}))
    scene = Scene({"Skeletor": "F5", "Webstor": "A1"}, {"He-Man": "G5", "Mer-Man": "C5"}, board=board)
    scene.post("SL", cm.Correct(WE, Quantity.LIFE, 0))
    assert twin_lines(scene.state, BEN) == [
        "Von He-Man (G5) aus: Skeletor auf F5, 1 Feld, in Sicht; Haken und Armbrust auf A1, 6 Felder, Waffen am Boden.",
        "Von Mer-Man (C5) aus: Skeletor auf F5, 3 Felder, nicht in Sicht (verdeckt); "
        "Haken und Armbrust auf A1, 4 Felder, Waffen am Boden.",
        "Besiegt: Webstor auf A1.",
        "Gesperrt: E5.",
        "Erhöht: A7, A8.",
    ]


def test_tells_a_spectator_the_positions():
    scene = Scene({"Skeletor": "F5", "Webstor": "A1"}, {"He-Man": "G5"})
    scene.post("SL", cm.Correct(WE, Quantity.LIFE, 0))
    expected = [
        "Schwarz: Skeletor auf F5.",
        "Weiß: He-Man auf G5.",
        "Besiegt: Webstor auf A1.",
        "Waffen am Boden: Haken und Armbrust auf A1.",
    ]
    assert twin_lines(scene.state, None) == twin_lines(scene.state, GM) == expected


# --- any battle --------------------------------------------------------------------------------------------------


def looked_at(state: State, log: tuple[Any, ...], seat: Seat | None) -> None:
    """Look at a state as the seat does."""
    view = board_view(state, log, seat)
    root = ElementTree.fromstring(board_svg(view, title="Lage"))
    drawn = [node.attrib["data-piece"] for node in root.iter(f"{SVG}g") if "data-piece" in node.attrib]
    for figure in state.figures:
        if figure.standing and figure.field is not None:
            assert drawn.count(figure.name) == 1
            assert [piece.field for piece in view.pieces if piece.name == figure.name] == [figure.field]
    assert all(len(move.path) > 1 for move in view.moves)
    invisible = any(effect.kind is EffectKind.INVISIBLE for figure in state.figures for effect in figure.effects)
    assert invisible or not any("unsichtbar" in line for line in twin_lines(state, seat))


@pytest.mark.parametrize("seed", range(8))
def test_any_battle_can_be_looked_at(seed: int):
    random, trial = Random(seed), TRIALS["motuc"]
    dice = RandomDice(random)
    battle: Battle[Any, Any, Any, Any, Any] = Battle.open(MOTUC, trial.config(random), dice)
    for number in range(1, 120):
        seat, command = choose(MOTUC, trial, random, battle.state)
        if command is not None:
            battle, _ = battle.judge(Post(number, seat, ((command,),)), dice)
            hidden = trial.rewritten(random, battle.state, seat)
            if hidden is not None:
                assert board_view(battle.state, battle.log, seat) == board_view(hidden, battle.log, seat)
                assert twin_lines(battle.state, seat) == twin_lines(hidden, seat)
            if number % 4 == 0:
                for viewer in (None, seat, *trial.seats[:1]):
                    looked_at(battle.state, battle.log, viewer)
        if MOTUC.over(battle.state) is not None:
            break
