"""A small battle to tell of: figures on their fields, posts given as commands, dice from a tape."""

from dataclasses import replace
from typing import Any

from motuc_bot.systems.motuc.report import tell
from rules.board import Board, Field
from rules.core import Battle, Post, RollBack, Seat
from rules.dice import Tape
from rules.motuc import MOTUC
from rules.motuc import commands as cm
from rules.motuc.answers import Answer
from rules.motuc.commands import Command
from rules.motuc.model import (
    Config,
    Entry,
    Magic,
    MeleeValues,
    RangedValues,
    Setup,
    SideRule,
    State,
    Weapon,
)
from rules.motuc.words import Category, FigureName, Team, Trait, ValueRule, WeaponName
from tests.rules.motuc.battles import sheet

STAB = Weapon(WeaponName("Havoc-Stab"), melee=MeleeValues(3, 1, 3, 3), wand=True)
SCHWERT = Weapon(WeaponName("Machtschwert"), melee=MeleeValues(3, 3, 2, 4))
SCHILD = Weapon(WeaponName("Schild"), melee=MeleeValues(0, 4, 3, 1), shield=True)
LASER = Weapon(WeaponName("Laser"), ranged=RangedValues(8, 3, 3))
BOGEN = Weapon(WeaponName("Armbrust"), ranged=RangedValues(6, 4, 2, 2))
HAKEN = Weapon(WeaponName("Haken"), melee=MeleeValues(1, 1, 2, 2), disarm=True)
BEIL = Weapon(WeaponName("Wurfbeil"), melee=MeleeValues(2, 0, 1, 3), ranged=RangedValues(4, 3), thrown=True)
ZAUBERSTAB = Weapon(WeaponName("Zauberstab"), melee=MeleeValues(0, 0, 1, 0), wand=True)
KIEFER = Weapon(WeaponName("Kiefer"), melee=MeleeValues(2, 0, 0, 4), fixed=True)

WEAPONS = (STAB, SCHWERT, SCHILD, LASER, BOGEN, HAKEN, BEIL, ZAUBERSTAB, KIEFER)


SHEETS = (
    sheet("Skeletor", STAB, melee=6, strength=6, magic=Magic(5, Category.BLACK)),
    sheet("Trap-Jaw", KIEFER, LASER, traits=frozenset({Trait.CYBORG})),
    sheet("Webstor", HAKEN, BOGEN),
    sheet("Scare-Glow", SCHWERT, traits=frozenset({Trait.FEAR_AURA})),
    sheet("Clawful", BEIL),
    sheet("Mer-Man", SCHWERT, melee=4),
    sheet("He-Man", SCHWERT, SCHILD, melee=7, strength=8, armour=2),
    sheet("Teela", SCHWERT, LASER, agility=5),
    sheet("Orko", ZAUBERSTAB, melee=2, strength=3, magic=Magic(5, Category.GREEN), traits=frozenset({Trait.FLOATS})),
    sheet("Sorceress", ZAUBERSTAB, melee=2, magic=Magic(6, Category.WHITE), traits=frozenset({Trait.FLIES})),
    sheet("Battle Cat", traits=frozenset({Trait.MOUNT})),
    sheet("Roboto", LASER, traits=frozenset({Trait.ROBOT})),
)


class Scene:
    """A battle that is played post by post; `ann` plays black, `ben` white."""

    def __init__(
        self,
        black: dict[str, str | None],
        white: dict[str, str | None],
        dice: tuple[int, ...] = (),
        *,
        hands: dict[str, tuple[str, ...]] | None = None,
        seats: dict[str, str] | None = None,
        **setup: Any,
    ) -> None:
        self.dice = Tape(dice)
        agreed = Setup(
            name="Probe",
            board=Board(12, 8),
            rounds=3,
            value=ValueRule.ANY,
            sheets=SHEETS,
            weapons=WEAPONS,
            sides=SideRule.LIFTED,
        )
        held = hands or {}
        players = seats or {}
        entries = tuple(
            Entry(
                FigureName(name),
                team,
                Seat(players.get(name, player)),
                at=None if at is None else Field.parse(at),
                hands=tuple(WeaponName(weapon) for weapon in held[name]) if name in held else None,
            )
            for team, player, figures in ((Team.BLACK, "ann", black), (Team.WHITE, "ben", white))
            for name, at in figures.items()
        )
        self.battle = Battle.open(MOTUC, Config(replace(agreed, **setup), entries), self.dice)
        self.opening = tell(MOTUC.blank, self.battle.log)
        self.number = 0
        self.batches: list[tuple[State, tuple[Any, ...], list[str]]] = []

    @property
    def state(self) -> State:
        """The state now."""
        return self.battle.state

    def post(self, seat: str, *commands: Command | RollBack) -> list[str]:
        """Return the lines about an accepted post."""
        self.number += 1
        before = self.battle
        post: Post[Command] = Post(self.number, Seat(seat), tuple((command,) for command in commands))
        self.battle, verdict = before.judge(post, self.dice)
        assert verdict.accepted, verdict.refusals
        lines = tell(before.state, verdict.events, log=before.log)
        self.batches.append((before.state, verdict.events, lines))
        return lines

    def refused(self, seat: str, *commands: Command | RollBack) -> Exception:
        """Return why the first faulty line of a post is refused."""
        post: Post[Command] = Post(self.number + 1, Seat(seat), tuple((command,) for command in commands))
        refusals = self.battle.review(post)
        assert refusals
        return refusals[0].rejected


def reacts(figure: str, answer: Answer, attacker: str | None = None, shot: int = 0) -> cm.React:
    """Return a reaction to one attack."""
    source = None if attacker is None else FigureName(attacker)
    return cm.React(FigureName(figure), (cm.Reaction(answer, source, shot),))


def field(name: str) -> Field:
    """Return the field of that name."""
    return Field.parse(name)
