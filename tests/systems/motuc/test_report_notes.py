"""Golden lines: why a roll went as it did, and what players must know about the moment."""

import pytest

from motuc_bot.systems.motuc.nouns import the
from motuc_bot.systems.motuc.pool.loader import load_pool
from motuc_bot.systems.motuc.report import waiting_line
from motuc_bot.systems.motuc.side import MotucSide
from rules.board import Board
from rules.core import RollBack
from rules.motuc import commands as cm
from rules.motuc.answers import Dodge, NoDefence, Parry, Resist
from rules.motuc.words import FigureName, Quantity, Spell, WeaponName
from tests.systems.motuc.scene import Scene, field, reacts

SKELETOR, HE_MAN, TEELA = FigureName("Skeletor"), FigureName("He-Man"), FigureName("Teela")
WEBSTOR, MER_MAN, SCARE_GLOW = FigureName("Webstor"), FigureName("Mer-Man"), FigureName("Scare-Glow")
TRAP_JAW, SORCERESS = FigureName("Trap-Jaw"), FigureName("Sorceress")


# --- the roll ----------------------------------------------------------------------------------------------------


def test_a_near_miss_of_the_tie_is_told_where_it_mattered():
    scene = Scene({"Skeletor": "D4"}, {"He-Man": "E4"}, (4, 2, 4, 6, 1))
    scene.post("ann", cm.Attack(SKELETOR, HE_MAN))
    told = scene.post("ben", reacts(HE_MAN, Parry(WeaponName("Machtschwert"))))
    assert told[2] == "**Skeletor trifft He-Man: 4 Schaden.**"
    assert told[5] == "Knapp: Ein Gleichstand hätte für He-Man gezählt (R-N2)."


def test_the_second_die_names_the_reach_with_what_the_position_adds():
    scene = Scene({"Mer-Man": "D4"}, {"Teela": "E4"}, (1, 1, 5), board=Board(12, 8, raised=frozenset({field("E4")})))
    scene.post("ann", cm.Attack(MER_MAN, TEELA))
    assert "Zweiter W6 für Teela: Machtschwert reicht weiter (Waffenvergleichswert 3 gegen 2, mit R-N3)." in scene.post(
        "ben", reacts(TEELA, Parry())
    )


def test_who_defends_by_itself_is_told_how():
    scene = Scene({"Skeletor": "D4", "Mer-Man": "E5"}, {"He-Man": "E4"}, (1, 1, 6, 1, 1, 6))
    scene.post("ann", cm.Attack(SKELETOR, HE_MAN), cm.Attack(MER_MAN, HE_MAN))
    told = scene.post("ben", cm.Done())
    assert "He-Man pariert von selbst (Schild)." in told
    assert "He-Man weicht von selbst aus." in told
    chosen = Scene({"Skeletor": "D4"}, {"He-Man": "E4"}, (1, 1, 6))
    chosen.post("ann", cm.Attack(SKELETOR, HE_MAN))
    assert not any("von selbst" in line for line in chosen.post("ben", reacts(HE_MAN, Parry())))


@pytest.mark.parametrize("named", [None, WeaponName("Schild")])
def test_a_parry_with_another_weapon_than_the_one_that_was_lost(named):
    hands: dict[str, tuple[str, ...]] = {"Webstor": ("Haken",)}
    scene = Scene({"Webstor": "D4", "Skeletor": "E5"}, {"He-Man": "E4"}, (6, 1, 2, 1, 1, 6), hands=hands)
    scene.post("ann", cm.Disarm(WEBSTOR, HE_MAN), cm.Attack(SKELETOR, HE_MAN))
    told = scene.post("ben", reacts(HE_MAN, Resist(0), WEBSTOR), reacts(HE_MAN, Parry(named), SKELETOR))
    assert "Schild verloren, daher Machtschwert." in told
    assert not any("hält nichts mehr" in line for line in told)


def test_a_parry_with_the_bare_hand_where_nothing_is_left():
    hands: dict[str, tuple[str, ...]] = {"Webstor": ("Haken",), "He-Man": ("Schild",)}
    scene = Scene({"Webstor": "D4", "Skeletor": "E5"}, {"He-Man": "E4"}, (6, 1, 1, 1, 1, 6, 6), hands=hands)
    scene.post("ann", cm.Disarm(WEBSTOR, HE_MAN), cm.Attack(SKELETOR, HE_MAN))
    told = scene.post("ben", reacts(HE_MAN, Resist(0), WEBSTOR), cm.Done())
    assert "He-Man hält nichts mehr; am Gürtel: Machtschwert." in told
    assert told.index("Schild verloren, daher bloße Hand.") > told.index("He-Man pariert von selbst (bloße Hand).")


def test_a_parry_with_the_weapon_that_was_meant_gives_no_reason():
    hands: dict[str, tuple[str, ...]] = {"Webstor": ("Haken",)}
    scene = Scene({"Webstor": "D4", "Skeletor": "E5"}, {"He-Man": "E4"}, (6, 1, 1, 1, 1, 6), hands=hands)
    scene.post("ann", cm.Disarm(WEBSTOR, HE_MAN), cm.Attack(SKELETOR, HE_MAN))
    told = scene.post("ben", reacts(HE_MAN, Resist(0), WEBSTOR), reacts(HE_MAN, Parry(), SKELETOR))
    assert "Am Boden (E4): Machtschwert." in told
    assert not any("daher" in line for line in told)


def test_melee_that_is_paid_already_is_told_once():
    scene = Scene({"Skeletor": "D4", "Mer-Man": "E5", "Webstor": "F5"}, {"He-Man": "E4"}, (6, 6) * 3)
    attacks = [cm.Attack(name, HE_MAN) for name in (SKELETOR, MER_MAN, WEBSTOR)]
    scene.post("ann", *attacks)
    told = scene.post("ben", *(reacts(HE_MAN, NoDefence(), name) for name in (SKELETOR, MER_MAN, WEBSTOR)))
    assert told.count("Nahkampf dieser Runde schon bezahlt: He-Man.") == 1
    assert told.index("Nahkampf dieser Runde schon bezahlt: He-Man.") > told.index(
        "→ Mer-Man: Ausdauer 3 (−1 Nahkampf)"
    )


def test_a_named_stake_that_is_not_there_any_more():
    scene = Scene({"Skeletor": "D4"}, {"He-Man": "E4"}, (6, 1, 1, 6))
    scene.post("ann", cm.Attack(SKELETOR, HE_MAN, stake=4))
    scene.post("SL", cm.Correct(SKELETOR, Quantity.AGILITY, 1))
    assert "Skeletor hat nur noch Bew. 1, angesagt waren 4." in scene.post("ben", reacts(HE_MAN, Dodge(1)))


def test_an_aura_that_lowers_an_announced_stake():
    scene = Scene({"Skeletor": "D4", "Scare-Glow": "A4"}, {"He-Man": "E4"})
    assert scene.post("ann", cm.Attack(SKELETOR, HE_MAN), cm.Walk(SCARE_GLOW, field("C4")))[1:] == [
        "Scare-Glow geht von A4 nach C4, 2 Felder: Ausdauer 3.",
        "→ Skeletor: Kraft 3, Beweglichkeit 2 (Angstaura von Scare-Glow, wirkt auch auf eigene Figuren)",
        "→ He-Man: Kraft 6, Beweglichkeit 3 (Angstaura von Scare-Glow)",
        "Skeletor kann gegen He-Man nur noch 2 statt 4 Bew. einsetzen.",
    ]


# --- the moment --------------------------------------------------------------------------------------------------


def test_an_aura_shows_in_the_opening_and_when_agility_is_refilled():
    scene = Scene({"Scare-Glow": "D4"}, {"He-Man": "E4"})
    assert scene.opening[-3:-1] == [
        "Weiß: He-Man (ben), Wert 31, auf E4. Ausd. 4, Bew. 4. In der Hand: Machtschwert und Schild.",
        "→ He-Man: Kraft 4, Beweglichkeit 2 (Angstaura von Scare-Glow)",
    ]
    scene.post("ann", cm.Done())
    assert scene.post("ben", cm.Done()) == [
        "**Runde 2: Schwarz zieht.**",
        "Die Beweglichkeit aller Figuren ist wieder aufgefüllt.",
        "Unter einer Angstaura nur zum Teil (R-X4): He-Man 2 von 4.",
    ]


def test_spells_and_doubtful_reactions_are_named_and_each_kind_has_its_example():
    hands: dict[str, tuple[str, ...]] = {"Webstor": ("Haken",)}
    scene = Scene({"Trap-Jaw": "D4", "Webstor": "F5"}, {"Sorceress": "H4", "He-Man": "F4", "Teela": "E5"}, hands=hands)
    scene.post("ann", cm.Done())
    told = scene.post(
        "ben", cm.Cast(SORCERESS, Spell.CONFUSION, WEBSTOR), cm.Attack(HE_MAN, WEBSTOR), cm.Attack(TEELA, TRAP_JAW)
    )
    assert told[3:] == [
        "**Schwarz reagiert:**",
        "Webstor (ann) gegen He-Man (Nahkampf, falls nicht verwirrt)",
        "Trap-Jaw (ann) gegen Teela (Nahkampf)",
        "Gegen Zauber gibt es keine Reaktion: Verwirrung auf Webstor.",
        "Zum Beispiel: `Webstor: pariert He-Man`",
    ]
    assert waiting_line(scene.state) == (
        "Es fehlt die Reaktion von ann: Webstor gegen He-Man (Nahkampf, falls nicht verwirrt); "
        "Trap-Jaw gegen Teela (Nahkampf)."
    )


def test_what_a_report_of_a_phase_has_told_is_not_told_again():
    scene = Scene({"Skeletor": "D4", "Mer-Man": "A8"}, {"He-Man": "E4"}, (1, 1))
    side = MotucSide()
    assert side.tell_next(scene.state) == side.tell_waiting(scene.state) == ["Am Zug: ann (Skeletor und Mer-Man)."]
    told = scene.post("ann", cm.Attack(SKELETOR, HE_MAN), cm.Done())
    owed = ["He-Man (ben) gegen Skeletor (Nahkampf)", "Zum Beispiel: `He-Man: pariert Skeletor`"]
    assert told[-3:] == ["**Weiß reagiert:**", *owed]
    assert side.tell_next(scene.state) == []
    assert side.tell_waiting(scene.state) == ["Es fehlt die Reaktion von ben: He-Man gegen Skeletor (Nahkampf)."]
    scene.post("ben", reacts(HE_MAN, NoDefence()))
    assert side.tell_next(scene.state) == ["Am Zug: ben (He-Man)."]
    # Going back into a reaction phase tells it too.
    assert scene.post("SL", RollBack())[-3:] == ["Gerade reagiert Weiß (Runde 1).", *owed]
    scene.post("SL", cm.Pause())
    assert side.tell_next(scene.state) == ["Pause: Es geht weiter, sobald die Spielleitung die Schlacht fortsetzt."]


def test_start_positions_in_public_are_told_once():
    scene = Scene({"Skeletor": None, "Mer-Man": None}, {"He-Man": None})
    scene.post("ann", cm.RegisterStart(SKELETOR, field("A1")), cm.RegisterStart(MER_MAN, field("A3")))
    ((_, events, _),) = scene.batches
    assert MotucSide().tell_exposed(events) == [
        "Hier konnte jeder lesen, wo Skeletor und Mer-Man starten: Besser ist eine private Nachricht (R-S1)."
    ]
    assert MotucSide().tell_exposed(()) == []


def test_examples_for_a_shot_and_for_disarming():
    hands: dict[str, tuple[str, ...]] = {"Webstor": ("Haken",)}
    scene = Scene({"Webstor": "D4", "Trap-Jaw": "A8"}, {"He-Man": "E4", "Teela": "E8"}, (6, 1, 1), hands=hands)
    told = scene.post("ann", cm.Disarm(WEBSTOR, HE_MAN), cm.Shoot(TRAP_JAW, ((TEELA, 1),)))
    assert told[-2:] == [
        "Zum Beispiel: `He-Man: widersteht Webstor`",
        "Zum Beispiel: `Teela: Beweglichkeit 5 auf Schuss 1 von Trap-Jaw`",
    ]
    assert scene.post("ben", reacts(HE_MAN, Resist()))[0] == (
        "He-Man gegen Webstor: Widerstand mit voller Beweglichkeit (4)."
    )


# --- weapons with their articles ---------------------------------------------------------------------------------


def test_the_article_of_every_weapon_of_the_pool_is_known():
    unknown = {one.name for one in load_pool().weapons if the(one.name).startswith("die Waffe ")}
    assert unknown == {"Kosmischer Schlüssel"}


@pytest.mark.parametrize(
    ("weapon", "right"),
    [
        ("Axtarm", "den Axtarm"),
        ("Kampfaxt", "die Kampfaxt"),
        ("Hordenarmbrust", "die Hordenarmbrust"),
        ("Schwert des Schutzes", "das Schwert des Schutzes"),
        ("bare hand", "die bloße Hand"),
        ("bloße Hand", "die bloße Hand"),
        ("Zapp", "die Waffe Zapp"),
    ],
)
def test_weapons_with_their_articles(weapon, right):
    assert the(weapon) == right
