"""The battles in examples/ end as they say, show what they claim, and read like a thread."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from motuc_bot.language.reading import LineKind
from motuc_bot.transcript.load import load
from motuc_bot.transcript.play import Played, play
from rules.board import Grid
from rules.core import GAME_MASTER, RolledBack
from rules.motuc import events as ev
from rules.motuc.words import Category, EffectKind, Phase, Spell, Team, Trait
from tests.rules.conformance.playing import case_differences

FOLDER = Path(__file__).parents[2] / "examples"
EXAMPLES = sorted(FOLDER.glob("*.yaml"))
FIRST, FOREST, SIX = (FOLDER / f"{name}.yaml" for name in ("erste-schlacht", "hexenwald", "sechs-gegen-sechs"))

# What each example shows, beside what its own test looks for.
SHOWN: dict[Path, set[type]] = {
    FIRST: {ev.ParryRolled, ev.DodgeRolled, ev.ShotRolled, ev.FigureDefeated, ev.ActionLapsed},
    FOREST: {ev.EffectEnded, ev.ConfusionRolled, ev.ShockRolled, ev.Regenerated, ev.StoodUp, ev.FigureDefeated},
    SIX: {
        ev.DisarmRolled,
        ev.WeaponDropped,
        ev.WeaponReloaded,
        ev.WeaponLanded,
        ev.WeaponPickedUp,
        ev.ShockRolled,
        ev.TakenBack,
        ev.ValueCorrected,
        ev.PhaseHurried,
        ev.HandsDeclared,
        RolledBack,
    },
}

examples = pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)


@cache
def played(path: Path) -> Played:
    return play(load(path))


def happened(path: Path, kind: type) -> list[Any]:
    return [event for event in played(path).battle.log if isinstance(event, kind)]


def holds_order(path: Path, text: str) -> bool:
    battle = played(path)
    # Names are the same all battle long, so the state at its end reads every post.
    lines = battle.transcript.side.read(battle.battle.state, text).lines
    return any(line.error is not None or line.kind is LineKind.COMMAND for line in lines)


def test_the_examples_are_there() -> None:
    assert set(EXAMPLES) == {FIRST, FOREST, SIX}


@examples
def test_it_ends_as_it_says(path: Path) -> None:
    assert case_differences(path) == []
    expected = played(path).transcript.expect
    assert expected is not None
    assert set(expected) >= {"round", "phase", "winner", "figures"}
    assert all("life" in figure for figure in expected["figures"].values())
    assert len(expected["figures"]) == len(played(path).battle.state.figures)
    assert expected["phase"] == Phase.OVER


@examples
def test_it_starts_with_what_it_shows(path: Path) -> None:
    first = path.read_text(encoding="utf-8").split("\nsystem:")[0].splitlines()
    assert 2 <= len(first) <= 3
    assert all(re.match(r"# \S", line) for line in first)


@examples
def test_only_the_planned_mistake_is_refused(path: Path) -> None:
    refused = [answer for answer in played(path).answers if not answer.accepted]
    if path != FIRST:
        assert refused == []
        return
    (answer,) = refused
    (fault,) = answer.faults
    assert fault.code == "unknown_name"
    assert "Buzz-Off" in fault.message


@examples
def test_a_quarter_of_the_posts_holds_no_order(path: Path) -> None:
    posts = played(path).transcript.posts
    prose = [post for post in posts if not holds_order(path, post.text)]
    assert len(prose) * 4 >= len(posts)


@examples
def test_the_teams_are_worth_the_same(path: Path) -> None:
    state = played(path).battle.state
    assert len({sum(figure.value for figure in state.team(team)) for team in Team}) == 1


@pytest.mark.parametrize(
    ("path", "kind"),
    [(path, kind) for path, kinds in SHOWN.items() for kind in sorted(kinds, key=lambda kind: kind.__name__)],
    ids=lambda value: value.stem if isinstance(value, Path) else value.__name__,
)
def test_it_shows(path: Path, kind: type) -> None:
    assert happened(path, kind)


def test_the_first_evening_has_a_winner() -> None:
    assert [event.winner for event in happened(FIRST, ev.BattleEnded)] == [Team.WHITE]
    assert {event.hit for event in happened(FIRST, ev.ShotRolled)} == {True, False}
    assert {event.hit for event in happened(FIRST, ev.ParryRolled)} == {True, False}


def test_the_forest_shows_every_spell() -> None:
    assert played(FOREST).battle.state.setup.board.grid is Grid.HEX
    cast = happened(FOREST, ev.SpellCast)
    assert {event.spell for event in cast} == set(Spell)
    regenerated = happened(FOREST, ev.Regenerated)
    assert any(event.life and event.stamina for event in regenerated)
    # Green heals itself, white somebody else.
    healers = {event.figure for event in cast if event.spell is Spell.REGENERATION}
    assert {
        figure.sheet.magic.category for figure in played(FOREST).battle.state.figures if figure.name in healers
    } == {Category.GREEN, Category.WHITE}
    effects = {event.effect for event in happened(FOREST, ev.EffectBegan)}
    assert effects >= {EffectKind.INVISIBLE, EffectKind.CONFUSED, EffectKind.SHIELDED}
    assert any(event.worked for event in happened(FOREST, ev.ConfusionRolled))
    assert any(event.fell for event in happened(FOREST, ev.ShockRolled))


def test_the_forest_has_a_conflict_over_a_start_field() -> None:
    assert any(event.wanted is not None for event in happened(FOREST, ev.FigurePlaced))
    flying = [figure for figure in played(FOREST).battle.state.figures if Trait.FLIES in figure.sheet.traits]
    assert len(flying) == 2


def test_six_against_six_has_all_sorts() -> None:
    state = played(SIX).battle.state
    traits = {trait for figure in state.figures for trait in figure.sheet.traits}
    assert traits >= {Trait.MOUNT, Trait.ROBOT, Trait.FEAR_AURA, Trait.FLIES}
    assert all(len(state.team(team)) == 6 for team in Team)
    assert len({figure.seat for figure in state.figures}) == 6
    assert any(event.armoury for event in happened(SIX, ev.FigureEnlisted))
    assert all(any(not figure.standing for figure in state.team(team)) for team in Team)
    assert any(event.hit for event in happened(SIX, ev.DisarmRolled))
    assert all(event.reason for event in happened(SIX, ev.ValueCorrected))
    writers = {post.by for post in played(SIX).transcript.posts}
    assert writers == {figure.seat for figure in state.figures} | {GAME_MASTER}


def test_a_thrown_weapon_is_picked_up_by_somebody_else() -> None:
    thrown = {(event.figure, event.item.id) for event in happened(SIX, ev.WeaponLanded)}
    taken = {(event.figure, event.item.id) for event in happened(SIX, ev.WeaponPickedUp)}
    assert any(item == other and by != figure for by, item in thrown for figure, other in taken)
