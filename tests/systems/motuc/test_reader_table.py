"""Every example of the grammar table in posts.md, read to the exact command."""

import pytest

from rules.board import Field
from rules.core import RollBack, Seat
from rules.motuc.answers import Dodge, NoDefence, Parry, Resist
from rules.motuc.commands import (
    Attack,
    Cast,
    ChangeWeapon,
    Command,
    Correct,
    Disarm,
    Done,
    EndBattle,
    Hold,
    Pass,
    Pause,
    PickUp,
    Proceed,
    React,
    Reaction,
    Reassign,
    RegisterStart,
    Reload,
    Relocate,
    Resume,
    Shoot,
    StandUp,
    TakeBack,
    Walk,
)
from rules.motuc.words import FigureName, Quantity, Spell, Team, WeaponName
from tests.systems.motuc.reading import commands

SKELETOR, HE_MAN, TEELA, ORKO = map(FigureName, ("Skeletor", "He-Man", "Teela", "Orko"))
MAN_AT_ARMS, STRATOS, BEAST_MAN, TRAP_JAW = map(FigureName, ("Man-at-Arms", "Stratos", "Beast Man", "Trap-Jaw"))
STAFF, SWORD, AXE, LASER, HOOK, SPEAR, CROSSBOW, SHIELD = map(
    WeaponName, ("Havoc-Stab", "Schwert", "Axt", "Laser", "Haken", "Speer", "Armbrust", "Schild")
)
B4, C4, C5, D4 = (Field.parse(name) for name in ("B4", "C4", "C5", "D4"))


def react(*reactions: Reaction) -> React:
    return React(SKELETOR, reactions)


WALK = Walk(SKELETOR, C5)

OF_A_FIGURE: dict[str, Command | tuple[Command, ...]] = {
    # walk
    "geht nach C5": WALK,
    "läuft auf C5": WALK,
    "zieht C5": WALK,
    "fliegt nach C5": WALK,
    "schwebt nach C5 über B4, C4": Walk(SKELETOR, C5, (B4, C4)),
    "bewegt sich nach C5": WALK,
    "rennt zu C5": WALK,
    "-> C5": WALK,
    # pass
    "bleibt stehen": Pass(SKELETOR),
    "wartet": Pass(SKELETOR),
    "passt": Pass(SKELETOR),
    "tut nichts": Pass(SKELETOR),
    # melee
    "greift He-Man an": Attack(SKELETOR, HE_MAN),
    "greift He-Man mit dem Havoc-Stab an": Attack(SKELETOR, HE_MAN, STAFF),
    "attackiert He-Man": Attack(SKELETOR, HE_MAN),
    "schlägt He-Man (Havoc-Stab)": Attack(SKELETOR, HE_MAN, STAFF),
    "Angriff auf He-Man mit Havoc-Stab, Beweglichkeit 2": Attack(SKELETOR, HE_MAN, STAFF, 2),
    "haut auf He-Man ein": Attack(SKELETOR, HE_MAN),
    # ranged
    "schießt auf Teela": Shoot(SKELETOR, ((TEELA, 1),)),
    "schießt 2x mit dem Laser auf Teela": Shoot(SKELETOR, ((TEELA, 2),), LASER),
    "feuert auf Teela und zweimal auf Orko": Shoot(SKELETOR, ((TEELA, 1), (ORKO, 2))),
    "wirft die Axt auf Teela": Shoot(SKELETOR, ((TEELA, 1),), AXE),
    # spell
    "zaubert Blitz auf Stratos": Cast(SKELETOR, Spell.LIGHTNING, STRATOS),
    "Zauber: Schutzschild auf Teela": Cast(SKELETOR, Spell.SHIELD, TEELA),
    "wirkt Verwirrung auf Beast Man": Cast(SKELETOR, Spell.CONFUSION, BEAST_MAN),
    "zaubert Schockwelle Richtung D4": Cast(SKELETOR, Spell.SHOCK_WAVE, direction=D4),
    "zaubert Regeneration: 2 Leben, 1 Ausdauer": Cast(SKELETOR, Spell.REGENERATION, life=2, stamina=1),
    "Regeneration auf Teela": Cast(SKELETOR, Spell.REGENERATION, TEELA),
    "wird unsichtbar": Cast(SKELETOR, Spell.INVISIBILITY),
    "foltert Orko": Cast(SKELETOR, Spell.TORTURE, ORKO),
    # disarm
    "entwaffnet Man-at-Arms mit dem Haken": Disarm(SKELETOR, MAN_AT_ARMS, HOOK),
    "entreißt Man-at-Arms die Waffe": Disarm(SKELETOR, MAN_AT_ARMS),
    # weapons
    "wechselt Schwert gegen Axt": ChangeWeapon(SKELETOR, AXE, SWORD),
    "zieht die Axt": ChangeWeapon(SKELETOR, AXE),
    "hebt den Speer auf": PickUp(SKELETOR, SPEAR),
    "hebt den Speer auf statt Schwert": PickUp(SKELETOR, SPEAR, SWORD),
    "lädt die Armbrust nach": Reload(SKELETOR, CROSSBOW),
    "steht auf": StandUp(SKELETOR),
    # several parts
    "geht nach C5, greift He-Man an": (WALK, Attack(SKELETOR, HE_MAN)),
    "geht nach C5 und greift dort He-Man mit der Axt an": (WALK, Attack(SKELETOR, HE_MAN, AXE)),
    "steht auf, greift He-Man an": (StandUp(SKELETOR), Attack(SKELETOR, HE_MAN)),
    # reaction
    "pariert": react(Reaction(Parry())),
    "pariert mit dem Schild": react(Reaction(Parry(SHIELD))),
    "pariert He-Man mit dem Schild, weicht Trap-Jaw aus": react(
        Reaction(Parry(SHIELD), HE_MAN), Reaction(Dodge(), TRAP_JAW)
    ),
    "weicht aus": react(Reaction(Dodge())),
    "weicht mit 3 aus": react(Reaction(Dodge(3))),
    "weicht Trap-Jaw mit 2 Beweglichkeit aus": react(Reaction(Dodge(2), TRAP_JAW)),
    "Beweglichkeit 2 auf Schuss 1, 1 auf Schuss 2": react(Reaction(Dodge(2), shot=1), Reaction(Dodge(1), shot=2)),
    "2 auf Schuss 1 von Teela": react(Reaction(Dodge(2), TEELA, 1)),
    "nutzt 2 gegen den zweiten Schuss": react(Reaction(Dodge(2), shot=2)),
    "widersteht mit 3": react(Reaction(Resist(3))),
    "wehrt sich nicht": react(Reaction(NoDefence())),
    # start, hands, finish, take back
    "Start A4": RegisterStart(SKELETOR, Field.parse("A4")),
    "hält Havoc-Stab und Schwert": Hold(SKELETOR, (STAFF, SWORD)),
    "hält nichts": Hold(SKELETOR, ()),
    "fertig": Pass(SKELETOR),
    "zurück": TakeBack(SKELETOR),
}

WHOLE_LINES: dict[str, Command | RollBack | tuple[Command, ...]] = {
    "Start Skeletor A4, Trap-Jaw A6": (
        RegisterStart(SKELETOR, Field.parse("A4")),
        RegisterStart(TRAP_JAW, Field.parse("A6")),
    ),
    "fertig": Done(),
    "Schwarz: fertig": Done(Team.BLACK),
    "Weiß: fertig": Done(Team.WHITE),
    "zurück": TakeBack(),
    "SL: weiter": Proceed(),
    "SL: Pause": Pause(),
    "SL: Fortsetzen": Resume(),
    "SL: Skeletor Leben 7": Correct(SKELETOR, Quantity.LIFE, 7),
    "SL: Skeletor Ausdauer 7": Correct(SKELETOR, Quantity.STAMINA, 7),
    "SL: Skeletor Beweglichkeit 7": Correct(SKELETOR, Quantity.AGILITY, 7),
    "SL: Skeletor Leben 7, weil er getroffen war": Correct(SKELETOR, Quantity.LIFE, 7, "weil er getroffen war"),
    "SL: Skeletor auf C5": Relocate(SKELETOR, C5),
    "SL: Skeletor spielt @Ann": Reassign(SKELETOR, Seat("ann")),
    "SL: Start Skeletor A4": RegisterStart(SKELETOR, Field.parse("A4")),
    "SL: rückgängig": RollBack(),
    "SL: rückgängig bis 17": RollBack(17),
    "SL: Schlacht beenden": EndBattle(),
}


def _several(expected: Command | RollBack | tuple[Command, ...]) -> tuple[Command | RollBack, ...]:
    return expected if isinstance(expected, tuple) else (expected,)


@pytest.mark.parametrize("words", OF_A_FIGURE)
def test_order_of_a_figure(words: str):
    assert commands(f"Skeletor: {words}") == _several(OF_A_FIGURE[words])


@pytest.mark.parametrize("text", WHOLE_LINES)
def test_other_line(text: str):
    assert commands(text) == _several(WHOLE_LINES[text])
