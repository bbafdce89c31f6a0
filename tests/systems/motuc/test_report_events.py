"""Over whole battles played at random: every event is told, nothing secret is, and the German holds for any name."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, get_args

import pytest

from motuc_bot.systems.motuc.report import tell, waiting_line
from rules.board import Field
from rules.core import Battle, Post, Posted, RollBack, RolledBack, Seat
from rules.motuc import MOTUC
from rules.motuc import commands as cm
from rules.motuc import events as ev
from rules.motuc.answers import Dodge, NoDefence, Resist
from rules.motuc.model import Config, State
from rules.motuc.words import FigureName, Spell
from tests.rules.contract.test_contract import choose
from tests.rules.contract.trial import TRIALS, RandomDice
from tests.systems.motuc.scene import Scene, reacts

SEEDS = range(20)
MOST_POSTS = 250
# These say nothing by themselves, whatever the state: what follows tells it.
SILENT = {ev.MeleePaid, ev.ActionResolved}
# Anything of Python's in a line would show as one of these.
NOT_GERMAN = re.compile(r"None|True|False|[A-Za-z]+\(.*=|<|\bbare hand\b|_|\bWeapon|\bField|\{|\}|\('")

Batch = tuple[State, tuple[Any, ...], list[str]]


@cache
def batches() -> tuple[Batch, ...]:
    """Return for each post of the battles the state before it, its events and its lines."""
    return (*(batch for seed in SEEDS for batch in played(seed)), *staged())


def played(seed: int) -> Iterator[Batch]:
    random, trial = Random(seed), TRIALS["motuc"]
    dice = RandomDice(random)
    battle: Battle[Any, Any, Any, Any, Any] = Battle.open(MOTUC, deadly(trial.config(random)), dice)
    yield MOTUC.blank, battle.log, tell(MOTUC.blank, battle.log)
    for number in range(1, MOST_POSTS):
        seat, command = choose(MOTUC, trial, random, battle.state)
        if command is None:
            continue
        before = battle
        battle, verdict = battle.judge(Post(number, seat, ((command,),)), dice)
        yield before.state, verdict.events, tell(before.state, verdict.events, log=before.log)
        if MOTUC.over(battle.state) is not None:
            return


def staged() -> Iterator[Batch]:
    """Yield what random play hardly ever comes to."""
    webstor, skeletor, mer_man = FigureName("Webstor"), FigureName("Skeletor"), FigureName("Mer-Man")
    for answer, dice in ((Resist(1), (6, 1, 2)), (NoDefence(), (1,))):
        scene = Scene({"Webstor": "D4"}, {"He-Man": "E4"}, dice, hands={"Webstor": ("Haken",)})
        scene.post("ann", cm.Disarm(webstor, FigureName("He-Man")))
        scene.post("ben", reacts("He-Man", answer))
        yield from scene.batches
    scene = Scene({"Skeletor": "D4", "Mer-Man": "E5"}, {"Orko": "E4"}, (6, 1, 1, 6))
    wave = cm.Cast(skeletor, Spell.SHOCK_WAVE, direction=Field(5, 3))
    scene.post("ann", wave, cm.Attack(mer_man, FigureName("Orko")))
    scene.post("ben", reacts("Orko", Dodge()))
    scene.post("SL", cm.Relocate(skeletor, Field(9, 8)))
    scene.post("SL", cm.Reassign(mer_man, Seat("cem")))
    scene.post("SL", RollBack(2))
    yield from scene.batches


def deadly(config: Config) -> Config:
    """Return the battle with more rounds and deadlier weapons, so that figures fall."""
    weapons = tuple(
        replace(
            weapon,
            melee=weapon.melee and replace(weapon.melee, damage=weapon.melee.damage + 6),
            ranged=weapon.ranged and replace(weapon.ranged, damage=weapon.ranged.damage + 6),
        )
        for weapon in config.setup.weapons
    )
    return replace(config, setup=replace(config.setup, rounds=8, weapons=weapons))


def singly() -> Iterator[tuple[State, ev.Event, list[str]]]:
    """Yield every event with the state before it, told alone."""
    for state, events, _ in batches():
        for event in events:
            if isinstance(event, RolledBack):
                break
            if not isinstance(event, Posted):
                yield state, event, tell(state, (event,))
            state = MOTUC.evolve(state, event)


def test_every_kind_of_event_occurs_and_is_told_or_left_out_on_purpose():
    told: dict[type, bool] = {}
    for _, event, lines in singly():
        told[type(event)] = told.get(type(event), False) or bool(lines)
    assert set(told) == set(get_args(ev.Event)), "these battles don't show every kind of event"
    silent = {kind for kind, spoken in told.items() if not spoken}
    assert silent <= SILENT


def test_lines_are_german_and_whole():
    for _, _, lines in batches():
        for line in lines:
            assert line == line.strip()
            assert line
            assert "\n" not in line
            assert "  " not in line
            assert line.count("**") in (0, 2)
            assert not NOT_GERMAN.search(line), line
            assert line[-1] in ".:*)" or line[0] == "→" or ": " in line or "gegen " in line, line


def test_lines_fit_a_phone():
    longest = max((line for _, _, lines in batches() for line in lines), key=len)
    assert len(longest) <= 110, longest


def test_sums_add_up():
    found = 0
    for _, _, lines in batches():
        for line in lines:
            if " + " not in line or "=" not in line:
                continue
            sums, _, difference = line.partition("; ")
            if difference:
                higher, lower, damage = map(int, re.findall(r"\d+", difference))
                assert difference == f"{higher} − {lower} = {damage} Schaden", line
                assert higher - lower == damage, line
                assert sums.endswith(f" = {lower}"), line
            for side in sums.split(" gegen "):
                terms, total = side.rsplit(" = ", 1)
                assert sum(int(term.rsplit(" ", 1)[1]) for term in terms.split(" + ")) == int(total), line
                found += 1
    assert found > 200


def test_every_die_is_shown():
    for _, events, lines in batches():
        text = "\n".join(lines)
        for event in events:
            faces: tuple[int | None, ...]
            match event:
                case ev.ParryRolled():
                    faces = (event.attack_face, event.attack_reach_face, event.parry_face, event.parry_reach_face)
                case ev.DamageRolled():
                    faces = (*event.faces, event.target_face)
                case ev.ShotRolled():
                    faces = (event.face, *event.dodge_faces)
                case _:
                    continue
            for face in faces:
                assert face is None or f"W6 {face}" in text


def test_names_are_never_bent():
    names = {figure.name for state, _, _ in batches() for figure in state.figures}
    bent = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})(?:s|es|n|en|em|er)\b|'s?\b")
    for _, _, lines in batches():
        for line in lines:
            assert not bent.search(line.replace("Reiters", "")), line


def test_a_start_field_changes_no_line():
    told = 0
    for state, events, lines in batches():
        for at, event in enumerate(events):
            if isinstance(event, ev.StartRegistered) and not any(isinstance(e, ev.FigurePlaced) for e in events):
                other = replace(event, field=Field(event.field.column, 99))
                assert tell(state, (*events[:at], other, *events[at + 1 :])) == lines
                assert str(event.field) not in " ".join(lines)
                told += 1
    assert told > 10


def test_the_same_is_told_every_time():
    for state, events, lines in batches()[:200]:
        if not any(isinstance(event, RolledBack) for event in events):
            assert tell(state, events) == lines


def test_outcomes_vary():
    hits = set()
    for _, _, lines in batches():
        hits |= {re.sub(r"[A-Z]\w+", "…", line) for line in lines if "trifft" in line or "pariert" in line}
    assert len(hits) > 8


# --- who is awaited ----------------------------------------------------------------------------------------------


def test_waiting_line_names_each_owing_player_once():
    for state, events, _ in batches():
        if any(isinstance(event, RolledBack) for event in events):
            continue
        for event in events:
            state = MOTUC.evolve(state, event)
        line, owed = waiting_line(state), MOTUC.waiting(state)
        if not owed:
            assert line is None
        elif not state.paused:
            assert line is not None
            named = re.findall(r"(?:: |, )(\w+) \(|Reaktion von (\w+):", line)
            seats = list(dict.fromkeys(one.seat for one in owed))
            assert [one for pair in named for one in pair if one in seats] == seats, line
            assert all(one.figure in line for one in owed)
            assert all(one.source is None or one.source in line for one in owed)


@pytest.mark.parametrize("face", [3, 4])
def test_waiting_lines_of_each_phase(face):
    scene = Scene({"Skeletor": None, "Trap-Jaw": None}, {"He-Man": None}, (face,), seats={"Trap-Jaw": "cem"})
    assert waiting_line(scene.state) == ("Noch keine Startposition: ann (Skeletor), cem (Trap-Jaw), ben (He-Man).")
    for seat, name, column in (("ann", "Skeletor", 1), ("cem", "Trap-Jaw", 1), ("ben", "He-Man", 12)):
        scene.post(seat, cm.RegisterStart(FigureName(name), Field(column, 4)))
    assert waiting_line(scene.state) == "Am Zug: ann (Skeletor), cem (Trap-Jaw)."


def test_who_has_walked_can_still_act():
    scene = Scene({"Skeletor": "D4", "Trap-Jaw": "D6"}, {"He-Man": "L4"})
    scene.post("ann", cm.Walk(FigureName("Skeletor"), Field(5, 4)))
    assert waiting_line(scene.state) == ("Am Zug: ann (Trap-Jaw; Skeletor kann noch handeln, sonst `Skeletor: passt`).")
    scene.post("ann", cm.Walk(FigureName("Trap-Jaw"), Field(5, 6)))
    assert (
        waiting_line(scene.state) == "Am Zug: ann (Skeletor und Trap-Jaw können noch handeln, sonst `Skeletor: passt`)."
    )
