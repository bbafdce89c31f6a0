"""Every command that a post can hold is written as German that is read back as the same command."""

from random import Random
from typing import Any

import pytest

from motuc_bot.systems.motuc.phrase import phrase
from motuc_bot.systems.motuc.side import MotucSide
from rules.core import GAME_MASTER, Battle, Post, RollBack, Seat
from rules.motuc import MOTUC
from rules.motuc import commands as cm
from rules.motuc.answers import Dodge, LeftToReferee
from rules.motuc.words import FigureName, Quantity, Team
from tests.rules.contract.trial import RandomDice
from tests.rules.motuc.trial import SEATS, pace, random_config

BY_FORMS = (cm.Enlist, cm.Withdraw, cm.Equip, cm.LeaveStarts)


def read_back(state: Any, command: Any) -> None:
    """Look whether the command survives being written and read."""
    text = phrase(command)
    lines = MotucSide().read(state, text).lines
    assert [line.commands for line in lines] == [(command,)], text


@pytest.mark.parametrize("seed", range(12))
def test_all_offers_of_random_battles(seed: int) -> None:
    random = Random(seed)
    dice = RandomDice(random)
    battle: Battle[Any, Any, Any, Any, Any] = Battle.open(MOTUC, random_config(random), dice)
    number = tried = 0
    while MOTUC.over(battle.state) is None and number < 60:
        waiting = MOTUC.waiting(battle.state)
        seat = random.choice(waiting).seat if waiting and random.random() < 0.8 else random.choice(SEATS)
        offered = []
        for offer in MOTUC.offers(MOTUC.view(battle.state, seat), seat):
            commands = list(offer.commands())
            offered += random.sample(commands, min(2, len(commands)))
        for command in offered:
            if not isinstance(command, BY_FORMS):
                read_back(battle.state, command)
                tried += 1
        wanted = [command for command in offered if random.random() < pace(command)]
        if wanted:
            number += 1
            battle, _ = battle.judge(Post(number, seat, ((random.choice(wanted),),)), dice)
    assert tried > 0 or battle.state.phase == "lineup"


def test_commands_beyond_the_offers() -> None:
    battle: Battle[Any, Any, Any, Any, Any] = Battle.open(MOTUC, random_config(Random(1)), RandomDice(Random(1)))
    name = battle.state.figures[0].name
    for command in (
        RollBack(),
        RollBack(17),
        cm.Done(Team.BLACK),
        cm.Correct(name, Quantity.LIFE, 7, "weil er getroffen war"),
        cm.Reassign(name, Seat("neu")),
        cm.React(name, (cm.Reaction(Dodge()),)),
        cm.React(name, (cm.Reaction(Dodge(2), None, 1), cm.Reaction(Dodge(1), None, 2))),
    ):
        read_back(battle.state, command)


def test_what_no_post_can_say() -> None:
    name = FigureName("Anna")
    for command in (cm.Withdraw(name), cm.LeaveStarts(), cm.Enlist(name, Team.BLACK, GAME_MASTER)):
        with pytest.raises(ValueError, match="not given by a post"):
            phrase(command)
    with pytest.raises(ValueError, match="fertig"):
        phrase(cm.React(name, (cm.Reaction(LeftToReferee()),)))
