"""Whole battles played at random through posts: what the rules offer, written out as a player would."""

import tempfile
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.export_battle import export_battle
from motuc_bot.referee.form import Form
from motuc_bot.referee.open_battle import open_battle
from motuc_bot.referee.take_seat import take_seat
from motuc_bot.systems.motuc.battle_document import battle_document
from motuc_bot.systems.motuc.side import MotucSide
from rules.core import GAME_MASTER
from rules.motuc import MOTUC
from rules.motuc import commands as cm
from rules.motuc.model import Config, State
from rules.motuc.words import FigureName, Phase, Team
from tests.referee.lineup import LineUp
from tests.referee.table import open_desk
from tests.rules.motuc.battles import PLAYERS, SHEETS, random_config
from tests.rules.motuc.trial import SEATS, pace

SIDE = MotucSide()
MOST_POSTS = 400
# Those who have no seat write prose now and then.
PROSE = (
    "Der Nebel steigt.",
    "„Muahaha!“\nEr lacht.",
    "  Was für ein Tag: sonnig; warm!\n\n> zitiert\n- Liste",
    "🦴\t'\"\\",
)


@cache
def finished(seed: int) -> dict[str, Any]:
    """Return the export of a battle played at random to its end, with dice in it. Not to be changed."""
    with tempfile.TemporaryDirectory() as folder:
        desk = open_desk(f"sqlite:///{Path(folder) / 'battles.db'}")
        try:
            return export_battle(desk, play_at_random(desk, Random(seed)).battle)
        finally:
            desk.store.close()


def play_at_random(desk: Desk, random: Random, rounds: int = 2) -> LineUp:
    """Play a battle that was ready-made to its end."""
    config = random_config(random)
    while len(config.entries) < 2 or any(len(entries) == len(config.entries) for entries in _teams(config)):
        config = random_config(random)
    document = battle_document(config)
    document["battle"] = {**_mapping(document["battle"]), "rounds": rounds}
    thread = _opened(desk, document)
    _play(thread, random)
    return thread


def play_from_the_lineup(desk: Desk, random: Random, rounds: int = 2) -> LineUp:
    """Play a battle to its end to which players came by forms."""
    config = random_config(random)
    document = battle_document(Config(config.setup))
    del document["teams"]
    document["battle"] = {**_mapping(document["battle"]), "rounds": rounds, "sides": "lifted"}
    thread = _opened(desk, document)
    names = [sheet.name for sheet in random.sample(SHEETS, random.randint(2, 4))]
    for at, name in enumerate(names):
        team = (Team.BLACK, Team.WHITE)[at % 2]
        seat = random.choice(PLAYERS[team])
        thread.order(str(seat), cm.Enlist(FigureName(name), team, seat))
        if random.random() < 0.5:
            thread.post(str(seat), f"{name}: hält nichts")
    if random.random() < 0.5:
        thread.post("SL", "SL: Pause")
    begun = thread.post("SL", "Los geht es.\nSL: weiter").number
    assert begun
    _play(thread, random, begun)
    return thread


def _opened(desk: Desk, document: dict[str, Any]) -> LineUp:
    thread = LineUp(desk, open_battle(desk, "motuc", document, "SL").battle)
    for seat in SEATS:
        if seat != GAME_MASTER:
            take_seat(desk, Form(thread.battle, str(seat), (), thread.message(), str(seat)))
    return thread


def _play(thread: LineUp, random: Random, begun: int = 0) -> None:
    posts = 0
    while (state := _state(thread)).phase is not Phase.OVER:
        posts += 1
        if posts > MOST_POSTS:
            assert thread.post("SL", "SL: Schlacht beenden").accepted
        elif random.random() < 0.05:
            assert thread.post(random.choice(["eve", "SL", "ann"]), random.choice(PROSE)).accepted
        elif random.random() < 0.04:
            # Never back into the line-up.
            to = begun + random.randint(0, posts)
            back = "SL: rückgängig" if state.phase is not Phase.PLACEMENT and random.random() < 0.5 else None
            thread.post("SL", back or f"SL: rückgängig bis {to}")
        else:
            _offered(thread, random, state)


def _offered(thread: LineUp, random: Random, state: State) -> None:
    waiting = MOTUC.waiting(state)
    seat = random.choice(waiting).seat if waiting and random.random() < 0.9 else random.choice(SEATS)
    offers = MOTUC.offers(MOTUC.view(state, seat), seat)
    if not offers:
        return
    commands = [one for one in random.choice(offers).commands() if not isinstance(one, cm.LeaveStarts | cm.EndBattle)]
    if not commands:
        return
    command = random.choice(commands)
    if (isinstance(command, cm.Proceed) and random.random() < 0.7) or random.random() > pace(command):
        return
    text = SIDE.phrase(command)
    if random.random() < 0.2:
        text = f"{random.choice(PROSE)}\n{text}"
    private = isinstance(command, cm.RegisterStart | cm.Hold) and random.random() < 0.8
    answer = thread.post(str(seat), text, private=private)
    assert answer.accepted, (seat, text, answer.lines)


def _state(thread: LineUp) -> State:
    """Return the whole state; the fold is in memory, so that it costs nothing."""
    with thread.desk.store.reading() as connection:
        state: State = thread.desk.view(connection, thread.battle).battle.state
    return state


def _teams(config: Config) -> list[list[object]]:
    return [[entry for entry in config.entries if entry.team is team] for team in Team]


def _mapping(value: object) -> dict[str, Any]:
    assert isinstance(value, dict)
    return value
