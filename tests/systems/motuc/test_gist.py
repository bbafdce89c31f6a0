"""What a post comes down to: moves, an attack told in one line, a result, or what everybody must read."""

import pytest

from motuc_bot.systems.gist import Gist, Kind
from motuc_bot.systems.motuc.gist import gist
from rules.core import RollBack
from rules.motuc import commands as cm
from rules.motuc.commands import Command
from rules.motuc.words import FigureName, Spell, WeaponName
from tests.systems.motuc.scene import Scene, field

JAW, SK, WE, HE, MER = map(FigureName, ("Trap-Jaw", "Skeletor", "Webstor", "He-Man", "Mer-Man"))
TEELA = FigureName("Teela")


def _scene() -> Scene:
    return Scene(
        {"Skeletor": "B2", "Trap-Jaw": "C4", "Webstor": "B3", "Clawful": "A8"},
        {"He-Man": "C2", "Teela": "D5"},
        hands={"Trap-Jaw": ("Laser",), "Webstor": ("Haken",)},
    )


def _told(scene: Scene, seat: str, *commands: Command | RollBack) -> tuple[Gist, list[str]]:
    lines = scene.post(seat, *commands)
    state, events, _ = scene.batches[-1]
    return gist(state, events), lines


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (cm.Attack(SK, HE), "Skeletor greift He-Man an (Havoc-Stab; gegen Ausweichen: alle Bew., jetzt 4)."),
        (cm.Attack(SK, HE, stake=2), "Skeletor greift He-Man an (Havoc-Stab; gegen Ausweichen: Bew. 2)."),
        (cm.Shoot(JAW, ((HE, 2), (TEELA, 1))), "Trap-Jaw schießt 2× auf He-Man und 1× auf Teela (Laser)."),
        (cm.Cast(SK, Spell.LIGHTNING, HE), "Skeletor zaubert einen Blitz auf He-Man."),
        (cm.Disarm(WE, HE), "Webstor will He-Man entwaffnen (Haken, alle Bew., jetzt 4)."),
    ],
)
def test_an_attack_is_told_in_one_line_with_weapon_target_and_stake(command: Command, line: str) -> None:
    found, lines = _told(_scene(), "ann", command)
    assert found == Gist(Kind.ATTACK, (line,), undoable=True)
    assert lines == [line]


def test_moves_alone_are_moves_and_with_an_attack_they_are_an_attack() -> None:
    scene = _scene()
    claw = FigureName("Clawful")
    assert _told(scene, "ann", cm.Walk(claw, field("B8")))[0] == Gist(Kind.MOVES, undoable=True)
    assert _told(scene, "ann", cm.ChangeWeapon(WE, WeaponName("Armbrust"), WeaponName("Haken")))[0].kind is Kind.MOVES
    found, lines = _told(scene, "ann", cm.Pass(claw), cm.Attack(SK, HE))
    assert found.kind is Kind.ATTACK
    assert set(found.announced) < set(lines)


def test_a_walk_that_lowers_what_others_can_do_is_more() -> None:
    scene = Scene({"Scare-Glow": "A1", "Clawful": "A8"}, {"He-Man": "D1"})
    found, lines = _told(scene, "ann", cm.Walk(FigureName("Scare-Glow"), field("C1")))
    assert found == Gist(Kind.MORE, undoable=True)
    assert len(lines) > 1


def test_what_was_rolled_or_revealed_is_a_result_and_a_phase_alone_is_not() -> None:
    scene = Scene({"Skeletor": "B2"}, {"He-Man": "C2"}, dice=(1, 6, 1, 1, 6, 1))
    found, _ = _told(scene, "ann", cm.Attack(SK, HE))
    # The phase is over with it.
    assert (found.kind, found.undoable) == (Kind.MORE, False)
    found, _ = _told(scene, "SL", cm.Proceed())
    assert found.kind is Kind.RESULT
    revealed = Scene({"Skeletor": None}, {"He-Man": None})
    assert _told(revealed, "ann", cm.RegisterStart(SK, field("A4")))[0].kind is Kind.MORE
    assert _told(revealed, "ben", cm.RegisterStart(HE, field("L4")))[0].kind is Kind.RESULT


def test_what_is_taken_back_is_more() -> None:
    scene = _scene()
    scene.post("ann", cm.Walk(FigureName("Clawful"), field("B8")))
    walked = scene.number
    assert _told(scene, "ann", cm.TakeBack())[0] == Gist(gone=(walked,))
    assert _told(scene, "SL", RollBack(0))[0] == Gist()


def test_a_post_is_gone_when_nothing_of_it_is_left() -> None:
    scene, claw = _scene(), FigureName("Clawful")
    scene.post("ann", cm.Walk(claw, field("B8")), cm.Attack(SK, HE))
    both = scene.number
    assert _told(scene, "ann", cm.TakeBack(claw))[0].gone == ()
    assert _told(scene, "ann", cm.TakeBack(SK))[0].gone == (both,)


def test_what_a_post_takes_back_of_itself_does_not_make_it_count_no_more() -> None:
    scene, claw = _scene(), FigureName("Clawful")
    scene.post("ann", cm.Walk(claw, field("B8")))
    walked = scene.number
    # It is the post before that is taken back first, then what this one has said itself.
    again = (cm.TakeBack(claw), cm.Walk(claw, field("B7")), cm.TakeBack(claw), cm.Walk(claw, field("A7")))
    assert _told(scene, "ann", *again)[0].gone == (walked,)
