"""The line-up by commands, as forms give them: stock, values, hands, who may what (§2, §7)."""

from dataclasses import replace
from typing import Any

import pytest

from rules.board import Board, Field
from rules.core import GAME_MASTER, Battle, Post, Rejected, Seat
from rules.dice import Tape
from rules.motuc import MOTUC
from rules.motuc import commands as cm
from rules.motuc.events import Event
from rules.motuc.model import Armoury, Config, SideRule, State
from rules.motuc.view import View
from rules.motuc.words import FigureName, Phase, Side, Team, ValueRule
from tests.rules.motuc.battles import BOGEN, KRALLE, SCHILD, SCHWERT, STAB, ZANGE, setup, sheet

ANN, BEN = Seat("ann"), Seat("ben")
ANNA, BERT, CORA = FigureName("Anna"), FigureName("Bert"), FigureName("Cora")
AnyBattle = Battle[Config, State, cm.Command, Event, View]


def battle(**changes: Any) -> AnyBattle:
    agreed = setup(
        Board(4, 2),
        sheets=(sheet("Anna", SCHWERT), sheet("Bert", SCHWERT), sheet("Cora"), sheet("Dora", KRALLE, ZANGE, STAB)),
        **changes,
    )
    return Battle.open(MOTUC, Config(agreed), Tape(()))


def after(start: AnyBattle, seat: Seat, *commands: cm.Command) -> AnyBattle:
    done, verdict = start.judge(Post(1, seat, tuple((command,) for command in commands)), Tape(()))
    assert verdict.accepted, verdict.refusals
    return done


def code(start: AnyBattle, seat: Seat, command: cm.Command) -> str:
    with pytest.raises(Rejected) as caught:
        MOTUC.decide(start.state, seat, command)
    return str(caught.value.code)


STOCK = (Armoury(Team.BLACK, (SCHILD.name, BOGEN.name)), Armoury(Team.WHITE, ()))


def test_the_armoury_holds_so_many_pieces() -> None:
    start = after(battle(armouries=STOCK), ANN, cm.Enlist(ANNA, Team.BLACK, ANN, (SCHILD.name,)))
    assert code(start, ANN, cm.Enlist(CORA, Team.BLACK, ANN, (SCHILD.name,))) == "R-T4"
    assert code(start, BEN, cm.Enlist(BERT, Team.WHITE, BEN, (BOGEN.name,))) == "R-T4"
    # What Anna took she may keep, change and give back.
    assert after(start, ANN, cm.Equip(ANNA, (SCHILD.name,))).state.figure(ANNA).armoury == (SCHILD.name,)
    given_back = after(start, ANN, cm.Equip(ANNA, ()))
    assert given_back.state.figure(ANNA).armoury == ()
    after(given_back, ANN, cm.Enlist(CORA, Team.BLACK, ANN, (SCHILD.name, BOGEN.name)))
    # Cora can't take what Anna still has.
    both = after(start, ANN, cm.Enlist(CORA, Team.BLACK, ANN, (BOGEN.name,)))
    assert code(both, ANN, cm.Equip(CORA, (SCHILD.name,))) == "R-T4"


def test_values_follow_the_weapons_and_are_equal_at_the_start() -> None:
    start = after(battle(value=ValueRule.EQUAL, sides=SideRule.LIFTED), ANN, cm.Enlist(ANNA, Team.BLACK, ANN))
    assert code(start, GAME_MASTER, cm.Proceed()) == "R-T2"
    start = after(start, BEN, cm.Enlist(BERT, Team.WHITE, BEN, (BOGEN.name,)))
    # 20 + damage 4 + attack 2 + defence 2, and for the bow 2 shots of 3.
    assert [figure.value for figure in start.state.figures] == [28, 34]
    assert code(start, GAME_MASTER, cm.Proceed()) == "R-T2"
    start = after(start, BEN, cm.Equip(BERT, ()))
    assert after(start, GAME_MASTER, cm.Proceed()).state.phase is Phase.PLACEMENT


def test_weapons_keep_ids_of_their_own() -> None:
    start = after(battle(), ANN, cm.Enlist(ANNA, Team.BLACK, ANN), cm.Enlist(CORA, Team.BLACK, ANN, (SCHWERT.name,)))
    start = after(start, ANN, cm.Withdraw(ANNA), cm.Equip(CORA, (BOGEN.name, SCHILD.name)))
    start = after(start, BEN, cm.Enlist(BERT, Team.WHITE, BEN))
    ids = [item.id for figure in start.state.figures for item in figure.items]
    assert len(set(ids)) == len(ids) == 3


def test_sides_seats_and_room() -> None:
    evil = replace(sheet("Anna", SCHWERT), side=Side.EVIL)
    start: AnyBattle = Battle.open(
        MOTUC,
        Config(setup(Board(4, 2), sheets=(evil, sheet("Bert"), sheet("Cora"), sheet("Dora")), sides=SideRule.KEPT)),
        Tape(()),
    )
    assert code(start, BEN, cm.Enlist(ANNA, Team.WHITE, BEN)) == "R-T7"
    assert code(start, BEN, cm.Enlist(ANNA, Team.BLACK, ANN)) == "not_your_figure"
    start = after(start, ANN, cm.Enlist(ANNA, Team.BLACK, ANN), cm.Enlist(BERT, Team.BLACK, ANN))
    assert code(start, ANN, cm.Enlist(CORA, Team.BLACK, ANN)) == "R-S4"
    assert code(start, ANN, cm.Enlist(CORA, Team.WHITE, ANN)) == "R-T3"
    assert code(start, BEN, cm.Enlist(ANNA, Team.WHITE, BEN)) == "R-T3"
    assert code(start, BEN, cm.Withdraw(ANNA)) == "not_your_figure"


def test_hands() -> None:
    dora = FigureName("Dora")
    start = after(battle(), ANN, cm.Enlist(dora, Team.BLACK, ANN))
    # Only one attachment fits, so the third weapon fills the second hand.
    assert [item.weapon.name for item in start.state.figure(dora).held] == [KRALLE.name, STAB.name]
    assert code(start, ANN, cm.Hold(dora, (KRALLE.name, ZANGE.name))) == "R-T6"
    assert code(start, ANN, cm.Hold(dora, (SCHWERT.name,))) == "R-T5"
    held = after(start, ANN, cm.Hold(dora, (STAB.name, ZANGE.name))).state.figure(dora)
    assert [item.weapon.name for item in held.held] == [STAB.name, ZANGE.name]


def test_when_the_time_is_up_missing_starts_are_left_to_the_referee() -> None:
    start = after(battle(), ANN, cm.Enlist(ANNA, Team.BLACK, ANN), cm.Enlist(CORA, Team.BLACK, ANN))
    start = after(start, BEN, cm.Enlist(BERT, Team.WHITE, BEN))
    start = after(start, GAME_MASTER, cm.Proceed())
    start = after(start, ANN, cm.RegisterStart(CORA, Field(1, 1)))
    assert MOTUC.lapse(start.state, Seat("zoe")) == ()
    assert MOTUC.lapse(start.state, ANN) == (cm.LeaveStarts(),)
    assert code(start, Seat("zoe"), cm.LeaveStarts()) == "not_your_figure"
    start = after(start, ANN, *MOTUC.lapse(start.state, ANN))
    assert MOTUC.lapse(start.state, ANN) == ()
    assert start.state.phase is Phase.PLACEMENT
    start = after(start, BEN, *MOTUC.lapse(start.state, BEN))
    assert start.state.phase is Phase.BLACK_MOVES
    assert {figure.name: figure.field for figure in start.state.figures} == {
        ANNA: Field(1, 2),
        CORA: Field(1, 1),
        BERT: Field(4, 1),
    }
    # In the move phase what counts is `fertig`.
    assert MOTUC.lapse(start.state, ANN) == (cm.Done(),)
    assert MOTUC.lapse(start.state, BEN) == ()
