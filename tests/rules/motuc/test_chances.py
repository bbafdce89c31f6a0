"""Exact chances: equal to the very rules over every outcome of the dice, and to numbers worked out by hand."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from rules.board import Board, Field
from rules.core import Battle, Post, Seat, Unfolding
from rules.dice import Dice, Distribution, outcomes
from rules.motuc import MOTUC, chances
from rules.motuc import commands as cm
from rules.motuc import events as ev
from rules.motuc.answers import Dodge, NoDefence, Parry, Resist
from rules.motuc.model import Config, Entry, Magic, State, Weapon
from rules.motuc.settle import settle
from rules.motuc.words import Category, FigureName, Phase, Spell, Team
from tests.rules.motuc.battles import BOGEN, HAKEN, SCHILD, SCHWERT, STAB, setup, sheet

A, B = FigureName("Anton"), FigureName("Berta")


class NoDice:
    """Fails when a die is rolled before it should be."""

    def roll(self, faces: int, reason: object) -> int:
        raise AssertionError(f"W{faces} for {reason}")


def announced(
    attacker: dict[str, Any],
    target: dict[str, Any],
    command: cm.Command,
    reaction: cm.Reaction | None,
    *,
    weapons: tuple[tuple[Weapon, ...], tuple[Weapon, ...]],
    magic: Magic | None = None,
    apart: int = 1,
    raised: frozenset[Field] = frozenset(),
) -> State:
    """Return the state in which the action is announced and answered, and nothing rolled yet."""
    attackers, targets = weapons
    agreed = setup(
        Board(8, 3, raised=raised),
        rounds=1,
        sheets=(
            sheet(A, *attackers, magic=magic, **attacker),
            sheet(B, *targets, **target),
            sheet("Carl"),
        ),
    )
    entries = (
        Entry(A, Team.BLACK, Seat("ann"), Field(2, 2)),
        Entry(FigureName("Carl"), Team.BLACK, Seat("cem"), Field(1, 3)),
        Entry(B, Team.WHITE, Seat("ben"), Field(2 + apart, 2)),
    )
    battle = Battle.open(MOTUC, Config(agreed, entries), NoDice())
    battle, verdict = battle.judge(Post(1, Seat("ann"), ((command,),)), NoDice())
    assert verdict.accepted, verdict.refusals
    # The other figure of the side ends the phase only in the state, so that nothing is resolved yet.
    unfolding: Unfolding[State, ev.Event] = Unfolding(MOTUC.evolve, battle.state)
    unfolding.happen(ev.Passed(FigureName("Carl")))
    unfolding.happen(ev.PhaseBegan(Phase.WHITE_REACTS, 1))
    if reaction is not None:
        for event in MOTUC.decide(unfolding.state, Seat("ben"), cm.React(B, (reaction,))):
            unfolding.happen(event)
    return unfolding.state


def by_brute_force(state: State, kind: type, look: Callable[[Any], object]) -> dict[object, Fraction]:
    """Return what `look` sees in the first event of the kind, over all dice; None where there is none."""

    def run(dice: Dice) -> object:
        for event in settle(state, dice):
            if isinstance(event, kind):
                return look(event)
        return None

    return dict(outcomes(run))


def spread(distribution: Distribution) -> dict[object, Fraction]:
    return dict(distribution.items())


@pytest.mark.parametrize("raised", [frozenset(), frozenset({Field(2, 2)}), frozenset({Field(3, 2)})])
@pytest.mark.parametrize(("mine", "theirs"), [(SCHWERT, STAB), (STAB, SCHWERT), (SCHWERT, SCHWERT), (SCHILD, SCHILD)])
@pytest.mark.parametrize("lead", [0, 3])
def test_parry(raised: frozenset[Field], mine: Weapon, theirs: Weapon, lead: int) -> None:
    state = announced(
        {"melee": 5 + lead},
        {"melee": 5},
        cm.Attack(A, B),
        cm.Reaction(Parry()),
        weapons=((mine,), (theirs,)),
        raised=raised,
    )
    found = by_brute_force(state, ev.ParryRolled, lambda event: event.hit)
    up_mine, up_theirs = Field(2, 2) in raised, Field(3, 2) in raised
    assert mine.melee is not None
    assert theirs.melee is not None
    expected = chances.parry_fails(
        5 + lead + mine.melee.attack,
        5 + theirs.melee.defence,
        mine.melee.reach + up_mine - mine.shield,
        theirs.melee.reach + up_theirs,
    )
    assert found.get(True, 0) == expected


@pytest.mark.parametrize(("mine", "theirs"), [(0, 0), (2, 3), (4, 0), (0, 4), (None, None)])
def test_dodge(mine: int | None, theirs: int | None) -> None:
    state = announced(
        {"agility": 4},
        {"agility": 5},
        cm.Attack(A, B, stake=mine),
        cm.Reaction(Dodge(theirs)),
        weapons=((SCHWERT,), (SCHWERT,)),
    )
    found = by_brute_force(state, ev.DodgeRolled, lambda event: event.hit)
    assert found.get(True, 0) == chances.dodge_fails(4 if mine is None else mine, 5 if theirs is None else theirs)


@pytest.mark.parametrize("ranged", [1, 4, 7])
@pytest.mark.parametrize("stake", [0, 3])
def test_shot(ranged: int, stake: int) -> None:
    state = announced(
        {"ranged": ranged},
        {"agility": 3},
        cm.Shoot(A, ((B, 1),)),
        cm.Reaction(Dodge(stake)),
        weapons=((BOGEN,), ()),
        apart=3,
    )
    found = by_brute_force(state, ev.ShotRolled, lambda event: event.hit)
    assert found.get(True, 0) == chances.shot_hits(ranged, stake)


@pytest.mark.parametrize(("stake", "resistance"), [(None, 0), (1, 3), (0, None)])
def test_disarming(stake: int | None, resistance: int | None) -> None:
    state = announced(
        {"melee": 5, "agility": 4},
        {"melee": 6, "agility": 2} if resistance is None else {"melee": 6, "agility": 3},
        cm.Disarm(A, B, stake=stake),
        cm.Reaction(Resist(resistance)),
        weapons=((HAKEN,), (SCHWERT,)),
    )
    found = by_brute_force(state, ev.DisarmRolled, lambda event: event.hit)
    assert found.get(True, 0) == chances.disarming_succeeds(
        5, 4 if stake is None else stake, 6, 2 if resistance is None else resistance
    )


@pytest.mark.parametrize(("power", "strength"), [(5, 5), (3, 6), (8, 5)])
@pytest.mark.parametrize(("spell", "category"), [(Spell.CONFUSION, Category.WHITE), (Spell.SHOCK_WAVE, Category.BLACK)])
def test_confusion_and_shock_wave(power: int, strength: int, spell: Spell, category: Category) -> None:
    shock = spell is Spell.SHOCK_WAVE
    command = cm.Cast(A, spell, None if shock else B, Field(3, 2) if shock else None)
    state = announced({}, {"strength": strength}, command, None, weapons=((STAB,), ()), magic=Magic(power, category))
    if shock:
        found = by_brute_force(state, ev.ShockRolled, lambda event: event.fell)
        assert found.get(True, 0) == chances.shock_throws_down(power, strength)
    else:
        found = by_brute_force(state, ev.ConfusionRolled, lambda event: event.worked)
        assert found.get(True, 0) == chances.confusion_works(power, strength)


@pytest.mark.parametrize("armour", [0, 3])
def test_melee_damage(armour: int) -> None:
    state = announced(
        {"strength": 6},
        {"strength": 5, "armour": armour},
        cm.Attack(A, B),
        cm.Reaction(NoDefence()),
        weapons=((SCHWERT,), ()),
    )
    found = by_brute_force(state, ev.DamageRolled, lambda event: event.damage)
    assert found == spread(chances.melee_damage(4, 6, 5, armour))


@pytest.mark.parametrize("armour", [0, 3])
def test_shot_damage(armour: int) -> None:
    state = announced(
        {"ranged": 20},
        {"strength": 5, "armour": armour},
        cm.Shoot(A, ((B, 1),)),
        cm.Reaction(NoDefence()),
        weapons=((BOGEN,), ()),
        apart=2,
    )
    found = by_brute_force(state, ev.DamageRolled, lambda event: event.damage)
    assert found == spread(chances.shot_damage(3, 5, armour))


@pytest.mark.parametrize(("spell", "category"), [(Spell.FIRE_BEAM, Category.GREEN), (Spell.LIGHTNING, Category.BLACK)])
@pytest.mark.parametrize("power", [3, 9])
def test_spell_damage(spell: Spell, category: Category, power: int) -> None:
    state = announced(
        {},
        {"strength": 5, "armour": 2},
        cm.Cast(A, spell, B),
        None,
        weapons=((STAB,), ()),
        magic=Magic(power, category),
        apart=3,
    )
    found = by_brute_force(state, ev.DamageRolled, lambda event: event.damage)
    if spell is Spell.FIRE_BEAM:
        assert found == spread(chances.fire_beam_damage(power, 5, 2))
    else:
        assert found == spread(chances.lightning_damage(power, 5))


def test_numbers_worked_out_by_hand() -> None:
    # Two equal sums with one die each: of 36 pairs 15 are won by the attacker, ties are the defender's.
    assert chances.parry_fails(8, 8, 2, 2) == Fraction(15, 36)
    assert chances.dodge_fails(3, 3) == Fraction(15, 36)
    # The reach die: W6 + W6 > W6 wins in 216 - (number of a+b<=c): c=2:1, 3:3, 4:6, 5:10, 6:15 = 35 triples lost.
    assert chances.parry_fails(0, 0, 3, 2) == Fraction(216 - 35, 216)
    # The other way round: W6 > W6 + W6 in c>a+b: c=3:1, 4:3, 5:6, 6:10 = 20 triples.
    assert chances.parry_fails(0, 0, 2, 3) == Fraction(20, 216)
    assert chances.shot_hits(0, 0) == Fraction(20, 216)
    # Skill 5: 5 + face > 2W6: 10+15+21+26+30+33 = 135 of 216.
    assert chances.shot_hits(5, 0) == Fraction(135, 216)
    assert chances.shot_hits(5, 5) == Fraction(20, 216)
    assert chances.disarming_succeeds(5, 1, 6, 0) == Fraction(15, 36)
    assert chances.confusion_works(5, 5) == Fraction(15, 36)
    assert chances.confusion_works(6, 5) == Fraction(21, 36)
    # The shock wave wins ties: 21 of 36.
    assert chances.shock_throws_down(5, 5) == Fraction(21, 36)
    assert chances.shock_throws_down(4, 9) == Fraction(1, 36)
    # Equal sums: no damage in 21 of 36, then 1 to 5 with 5, 4, 3, 2, 1 of 36.
    assert dict(chances.melee_damage(2, 3, 4, 1).items()) == {
        0: Fraction(21, 36),
        1: Fraction(5, 36),
        2: Fraction(4, 36),
        3: Fraction(3, 36),
        4: Fraction(2, 36),
        5: Fraction(1, 36),
    }
    assert chances.lightning_damage(11, 5).chance(lambda damage: damage >= 10) == Fraction(3, 36)
    # 2W6 against W6 + 1: at most 1 + 1 + 6 - ... the highest difference is 12 - 2 = 10, one triple of 216.
    assert chances.shot_damage(0, 1, 0).chance(lambda damage: damage == 10) == Fraction(1, 216)
    assert chances.fire_beam_damage(1, 1, 1).chance(lambda damage: damage == 10) == Fraction(1, 216)
