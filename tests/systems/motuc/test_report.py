"""Golden lines: what the thread shows about each kind of event."""

import pytest

from motuc_bot.systems.motuc.report import tell
from rules.board import Board, Grid
from rules.core import RollBack
from rules.motuc import commands as cm
from rules.motuc.answers import Dodge, NoDefence, Parry, Resist
from rules.motuc.words import FigureName, Quantity, Spell, WeaponName
from tests.systems.motuc.scene import Scene, field, reacts

SKELETOR, HE_MAN, TEELA = FigureName("Skeletor"), FigureName("He-Man"), FigureName("Teela")
TRAP_JAW, WEBSTOR, CLAWFUL = FigureName("Trap-Jaw"), FigureName("Webstor"), FigureName("Clawful")
MER_MAN, SCARE_GLOW = FigureName("Mer-Man"), FigureName("Scare-Glow")
ORKO, SORCERESS, ROBOTO = FigureName("Orko"), FigureName("Sorceress"), FigureName("Roboto")
MACHTSCHWERT, SCHILD, HAND = WeaponName("Machtschwert"), WeaponName("Schild"), WeaponName("bare hand")
WHITE_MOVES = "**Runde 1: Weiß zieht.**"
REFILLED = "Die Beweglichkeit aller Figuren ist wieder aufgefüllt."


def duel(*dice: int, hands: dict[str, tuple[str, ...]] | None = None) -> Scene:
    """Skeletor next to He-Man."""
    return Scene({"Skeletor": "D4"}, {"He-Man": "E4"}, dice, hands=hands)


# --- melee -------------------------------------------------------------------------------------------------------


def test_an_attack_is_announced_and_asks_for_a_reaction():
    assert duel().post("ann", cm.Attack(SKELETOR, HE_MAN, stake=2)) == [
        "Skeletor greift He-Man an (Havoc-Stab; gegen Ausweichen: Bew. 2).",
        "**Weiß reagiert:**",
        "He-Man (ben) gegen Skeletor (Nahkampf)",
        "Zum Beispiel: `He-Man: pariert Skeletor`",
    ]


def test_parried_with_the_reach_die_of_the_attacker():
    scene = duel(4, 2, 6)
    scene.post("ann", cm.Attack(SKELETOR, HE_MAN))
    assert scene.post("ben", reacts(HE_MAN, Parry(MACHTSCHWERT))) == [
        "He-Man gegen Skeletor: Parade (Machtschwert).",
        "Auswertung der Angriffe von Schwarz:",
        "**He-Man pariert Skeletor.**",
        "Parade: Skeletor Nahkampf 6 + Havoc-Stab 3 + W6 4 + W6 2 = 15",
        "gegen He-Man Nahkampf 7 + Machtschwert 3 + W6 6 = 16",
        "Zweiter W6 für Skeletor: Havoc-Stab reicht weiter (Waffenvergleichswert 3 gegen 2).",
        "→ Skeletor: Ausdauer 3 (−1 Nahkampf)",
        "→ He-Man: Ausdauer 3 (−1 Nahkampf)",
        WHITE_MOVES,
    ]


def test_hit_through_a_parry_without_damage():
    scene = duel(4, 2, 4, 6, 5)
    scene.post("ann", cm.Attack(SKELETOR, HE_MAN))
    assert scene.post("ben", reacts(HE_MAN, Parry(MACHTSCHWERT))) == [
        "He-Man gegen Skeletor: Parade (Machtschwert).",
        "Auswertung der Angriffe von Schwarz:",
        "**Skeletor trifft He-Man: kein Schaden.**",
        "Parade: Nahkampf 6 + Havoc-Stab 3 + W6 4 + W6 2 = 15 gegen Nahkampf 7 + Machtschwert 3 + W6 4 = 14",
        "Zweiter W6 für Skeletor: Havoc-Stab reicht weiter (Waffenvergleichswert 3 gegen 2).",
        "Schaden: Havoc-Stab 3 + Kraft 6 + W6 6 = 15 gegen Kraft 8 + Rüstung 2 + W6 5 = 15",
        "→ Skeletor: Ausdauer 3 (−1 Nahkampf)",
        "→ He-Man: Ausdauer 3 (−1 Nahkampf)",
        WHITE_MOVES,
    ]


def test_parried_with_the_reach_die_of_the_defender_and_no_weapon_named():
    scene = Scene({"Mer-Man": "D4"}, {"He-Man": "E4"}, (3, 6, 5))
    scene.post("ann", cm.Attack(MER_MAN, HE_MAN))
    assert scene.post("ben", reacts(HE_MAN, Parry()))[:5] == [
        "He-Man gegen Mer-Man: Parade.",
        "Auswertung der Angriffe von Schwarz:",
        "**Mer-Man scheitert an der Parade von He-Man.**",
        "Parade: Nahkampf 4 + Machtschwert 3 + W6 3 = 10 gegen Nahkampf 7 + Schild 4 + W6 6 + W6 5 = 22",
        "Zweiter W6 für He-Man: Schild reicht weiter (Waffenvergleichswert 3 gegen 2).",
    ]


def test_a_tie_is_named():
    scene = Scene({"Mer-Man": "D4"}, {"Teela": "E4"}, (4, 3))
    scene.post("ann", cm.Attack(MER_MAN, TEELA))
    assert scene.post("ben", reacts(TEELA, Parry()))[1:6] == [
        "Auswertung der Angriffe von Schwarz:",
        "**Teela wehrt den Angriff von Mer-Man ab.**",
        "Parade: Mer-Man Nahkampf 4 + Machtschwert 3 + W6 4 = 11",
        "gegen Teela Nahkampf 5 + Machtschwert 3 + W6 3 = 11",
        "Gleichstand zählt für Teela (R-N2).",
    ]


def test_bare_hands_are_called_bloße_hand():
    scene = duel(6, 1, 5, 1, hands={"Skeletor": (), "He-Man": ()})
    assert scene.post("ann", cm.Attack(SKELETOR, HE_MAN, HAND))[:1] == [
        "Skeletor greift He-Man an (bloße Hand; gegen Ausweichen: alle Bew., jetzt 4).",
    ]
    assert scene.post("ben", reacts(HE_MAN, Parry(HAND)))[:5] == [
        "He-Man gegen Skeletor: Parade (bloße Hand).",
        "Auswertung der Angriffe von Schwarz:",
        "**Skeletor trifft He-Man: kein Schaden.**",
        "Parade: Nahkampf 6 + bloße Hand 0 + W6 6 = 12 gegen Nahkampf 7 + bloße Hand 0 + W6 1 = 8",
        "Schaden: bloße Hand 0 + Kraft 6 + W6 5 = 11 gegen Kraft 8 + Rüstung 2 + W6 1 = 11",
    ]


def test_dodge_with_named_stakes_that_fails():
    scene = duel(6, 1, 6, 1)
    scene.post("ann", cm.Attack(SKELETOR, HE_MAN, stake=3))
    assert scene.post("ben", reacts(HE_MAN, Dodge(2))) == [
        "He-Man gegen Skeletor: Ausweichen mit Beweglichkeit 2.",
        "Auswertung der Angriffe von Schwarz:",
        "**Skeletor trifft He-Man: 4 Schaden.**",
        "Ausweichen: Bew. 3 + W6 6 = 9 gegen Bew. 2 + W6 1 = 3",
        "Schaden: Havoc-Stab 3 + Kraft 6 + W6 6 = 15",
        "gegen Kraft 8 + Rüstung 2 + W6 1 = 11; 15 − 11 = 4 Schaden",
        "→ Skeletor: Ausdauer 3 (−1 Nahkampf), Beweglichkeit 1",
        "→ He-Man: Leben 6, Ausdauer 3 (−1 Nahkampf), Beweglichkeit 2",
        WHITE_MOVES,
    ]


def test_dodged_with_all_agility():
    scene = duel(2, 2)
    scene.post("ann", cm.Attack(SKELETOR, HE_MAN))
    assert scene.post("ben", reacts(HE_MAN, Dodge())) == [
        "He-Man gegen Skeletor: Ausweichen mit voller Beweglichkeit (4).",
        "Auswertung der Angriffe von Schwarz:",
        "**He-Man weicht Skeletor aus.**",
        "Ausweichen: Skeletor Bew. 4 + W6 2 = 6 gegen He-Man Bew. 4 + W6 2 = 6",
        "Gleichstand zählt für He-Man (R-N4).",
        "→ Skeletor: Ausdauer 3 (−1 Nahkampf), Beweglichkeit 0",
        "→ He-Man: Ausdauer 3 (−1 Nahkampf), Beweglichkeit 0",
        WHITE_MOVES,
    ]


def test_no_defence():
    scene = duel(6, 1)
    scene.post("ann", cm.Attack(SKELETOR, HE_MAN))
    assert scene.post("ben", reacts(HE_MAN, NoDefence())) == [
        "He-Man gegen Skeletor: keine Gegenwehr.",
        "Auswertung der Angriffe von Schwarz:",
        "**Skeletor trifft He-Man ohne Gegenwehr (Havoc-Stab): 4 Schaden.**",
        "Schaden: Havoc-Stab 3 + Kraft 6 + W6 6 = 15",
        "gegen Kraft 8 + Rüstung 2 + W6 1 = 11; 15 − 11 = 4 Schaden",
        "→ Skeletor: Ausdauer 3 (−1 Nahkampf)",
        "→ He-Man: Leben 6, Ausdauer 3 (−1 Nahkampf)",
        WHITE_MOVES,
    ]


def test_a_changed_reaction_says_so_and_what_is_left_open_too():
    scene = Scene({"Skeletor": "D4", "Mer-Man": "E5"}, {"He-Man": "E4"}, (1, 6, 1, 6, 6))
    scene.post("ann", cm.Attack(SKELETOR, HE_MAN), cm.Attack(MER_MAN, HE_MAN))
    assert scene.post("ben", reacts(HE_MAN, Dodge(1), SKELETOR)) == [
        "He-Man gegen Skeletor: Ausweichen mit Beweglichkeit 1.",
    ]
    assert scene.post("ben", reacts(HE_MAN, Dodge(2), SKELETOR)) == [
        "He-Man gegen Skeletor, geändert: Ausweichen mit Beweglichkeit 2.",
    ]
    assert scene.post("ben", cm.Done())[:2] == [
        "He-Man gegen Mer-Man: nichts angesagt, wehrt sich von selbst (R-D5).",
        "Auswertung der Angriffe von Schwarz:",
    ]


# --- defeat ------------------------------------------------------------------------------------------------------


def test_the_last_blow_drops_the_weapons_and_ends_the_battle():
    scene = Scene({"Skeletor": "D4"}, {"Teela": "E4"}, (6, 1))
    scene.post("SL", cm.Correct(TEELA, Quantity.LIFE, 3))
    scene.post("ann", cm.Attack(SKELETOR, TEELA))
    assert scene.post("ben", reacts(TEELA, NoDefence())) == [
        "Teela gegen Skeletor: keine Gegenwehr.",
        "**Schwarz gewinnt!**",
        "Auswertung der Angriffe von Schwarz:",
        "**Skeletor trifft Teela ohne Gegenwehr (Havoc-Stab): 8 Schaden, Teela ist besiegt.**",
        "Schaden: Havoc-Stab 3 + Kraft 6 + W6 6 = 15 gegen Kraft 5 + Rüstung 1 + W6 1 = 7; 15 − 7 = 8 Schaden",
        "Am Boden (E4): Machtschwert, Laser.",
        "→ Skeletor: Ausdauer 3 (−1 Nahkampf)",
        "Schwarz gewinnt: Weiß hat in Runde 1 keine stehende Figur mehr (R-P6).",
        "Leben von Schwarz: Skeletor 10",
    ]


def test_a_fallen_actor_and_a_fallen_target_make_actions_lapse():
    scene = Scene({"Skeletor": "D4", "Trap-Jaw": "A8"}, {"Teela": "E4", "He-Man": "L1"}, (6, 1))
    scene.post("SL", cm.Correct(TEELA, Quantity.LIFE, 1))
    scene.post("ann", cm.Attack(SKELETOR, TEELA), cm.Shoot(TRAP_JAW, ((TEELA, 2),)))
    told = scene.post("ben", reacts(TEELA, NoDefence(), SKELETOR), reacts(TEELA, NoDefence(), TRAP_JAW))
    assert told == [
        "Teela gegen Skeletor: keine Gegenwehr.",
        "Teela gegen Trap-Jaw: keine Gegenwehr.",
        "Auswertung der Angriffe von Schwarz:",
        "**Skeletor trifft Teela ohne Gegenwehr (Havoc-Stab): 8 Schaden, Teela ist besiegt.**",
        "Schaden: Havoc-Stab 3 + Kraft 6 + W6 6 = 15 gegen Kraft 5 + Rüstung 1 + W6 1 = 7; 15 − 7 = 8 Schaden",
        "Am Boden (E4): Machtschwert, Laser.",
        "→ Skeletor: Ausdauer 3 (−1 Nahkampf)",
        "**Schuss 1 von Trap-Jaw auf Teela entfällt:** Teela ist schon besiegt.",
        "**Schuss 2 von Trap-Jaw auf Teela entfällt:** Teela ist schon besiegt.",
        WHITE_MOVES,
    ]


def test_an_aura_ends_with_its_bearer():
    scene = Scene({"Skeletor": "D4", "Scare-Glow": "D5"}, {"He-Man": "L4"})
    assert scene.post("SL", cm.Correct(SCARE_GLOW, Quantity.LIFE, 0, "vergessener Treffer")) == [
        "Spielleitung: Scare-Glow hat jetzt 0 statt 10 Leben (vergessener Treffer).",
        "**Scare-Glow ist besiegt.**",
        "Am Boden (D5): Machtschwert.",
        "Die Angstaura von Scare-Glow ist vorbei.",
    ]


# --- ranged ------------------------------------------------------------------------------------------------------


def test_shots_at_two_targets_with_stakes():
    scene = Scene({"Trap-Jaw": "B4"}, {"He-Man": "F4", "Teela": "F6"}, (6, 1, 2, 5, 5, 1, 3, 5, 4, 5, 1, 4, 6, 6, 1))
    assert scene.post("ann", cm.Shoot(TRAP_JAW, ((HE_MAN, 2), (TEELA, 1)))) == [
        "Trap-Jaw schießt 2× auf He-Man und 1× auf Teela (Laser).",
        "**Weiß reagiert:**",
        "He-Man (ben) gegen Trap-Jaw (2 Schüsse)",
        "Teela (ben) gegen Trap-Jaw (1 Schuss)",
        "Zum Beispiel: `Teela: Beweglichkeit 5 auf Schuss 1 von Trap-Jaw`",
    ]
    stakes = cm.React(HE_MAN, (cm.Reaction(Dodge(1), TRAP_JAW, 1), cm.Reaction(Dodge(2), TRAP_JAW, 2)))
    assert scene.post("ben", stakes, reacts(TEELA, NoDefence())) == [
        "He-Man gegen Trap-Jaw: Ausweichen mit Beweglichkeit 1 bei Schuss 1.",
        "He-Man gegen Trap-Jaw: Ausweichen mit Beweglichkeit 2 bei Schuss 2.",
        "Teela gegen Trap-Jaw: keine Gegenwehr.",
        "Auswertung der Angriffe von Schwarz:",
        "**He-Man wird von Trap-Jaw getroffen: 2 Schaden.**",
        "Schuss 1 (Laser): Trap-Jaw Fernkampf 4 + W6 6 = 10 gegen He-Man Bew. 1 + W6 1 + W6 2 = 4",
        "Bei Schuss und Wurf würfelt das Ziel zwei W6; auch für den Schaden fallen zwei (R-F2, R-F3).",
        "Schaden: Laser 3 + W6 5 + W6 5 = 13 gegen Kraft 8 + Rüstung 2 + W6 1 = 11; 13 − 11 = 2 Schaden",
        "→ He-Man: Leben 8, Beweglichkeit 3",
        "**He-Man wird von Trap-Jaw verfehlt.**",
        "Schuss 2 (Laser): Trap-Jaw Fernkampf 4 + W6 3 = 7 gegen He-Man Bew. 2 + W6 5 + W6 4 = 11",
        "→ He-Man: Beweglichkeit 1",
        "**Trap-Jaw trifft Teela: 8 Schaden.**",
        "Schuss (Laser): Fernkampf 4 + W6 5 = 9 gegen W6 1 + W6 4 = 5",
        "Schaden: Laser 3 + W6 6 + W6 6 = 15 gegen Kraft 5 + Rüstung 1 + W6 1 = 7; 15 − 7 = 8 Schaden",
        "→ Teela: Leben 2",
        WHITE_MOVES,
    ]


def test_a_thrown_weapon_lands():
    scene = Scene({"Clawful": "D4"}, {"He-Man": "F4"}, (6, 1, 1, 1, 1, 6))
    assert scene.post("ann", cm.Shoot(CLAWFUL, ((HE_MAN, 1),))) == [
        "Clawful wirft das Wurfbeil auf He-Man.",
        "**Weiß reagiert:**",
        "He-Man (ben) gegen Clawful (1 Wurf)",
        "Zum Beispiel: `He-Man: Beweglichkeit 4 auf Schuss 1 von Clawful`",
    ]
    assert scene.post("ben", reacts(HE_MAN, Dodge(0), CLAWFUL, 1)) == [
        "He-Man gegen Clawful: Ausweichen ohne Beweglichkeit.",
        "Auswertung der Angriffe von Schwarz:",
        "**Clawful trifft He-Man: kein Schaden.**",
        "Wurf (Wurfbeil): Fernkampf 4 + W6 6 = 10 gegen W6 1 + W6 1 = 2",
        "Bei Schuss und Wurf würfelt das Ziel zwei W6; auch für den Schaden fallen zwei (R-F2, R-F3).",
        "Schaden: Wurfbeil 3 + W6 1 + W6 1 = 5 gegen Kraft 8 + Rüstung 2 + W6 6 = 16",
        "Am Boden (F4): Wurfbeil.",
        "Clawful hält nichts mehr.",
        WHITE_MOVES,
    ]


def test_an_empty_weapon_says_so_and_is_reloaded():
    scene = Scene({"Webstor": "D4"}, {"He-Man": "G4"}, (1, 6, 6, 1, 6, 2))
    scene.post("ann", cm.Shoot(WEBSTOR, ((HE_MAN, 2),)))
    assert "Armbrust: leer, muss nachgeladen werden." in scene.post("ben", cm.Done())
    scene.post("ben", cm.Done())
    assert scene.post("ann", cm.Reload(WEBSTOR)) == [
        "Webstor lädt die Armbrust nach: wieder 2 Schüsse.",
    ]


# --- magic -------------------------------------------------------------------------------------------------------


def black_magic(*dice: int) -> Scene:
    return Scene({"Skeletor": "D4", "Mer-Man": "E5"}, {"Orko": "E4", "He-Man": "G4"}, dice)


def white_moves(*dice: int) -> Scene:
    """Orko and Sorceress to move, Orko with 8 life and 3 stamina."""
    scene = Scene({"Skeletor": "D4"}, {"Orko": "F4", "Sorceress": "E2"}, dice)
    scene.post("SL", cm.Correct(ORKO, Quantity.LIFE, 8), cm.Correct(ORKO, Quantity.STAMINA, 3))
    scene.post("ann", cm.Done())
    return scene


def test_lightning():
    scene = black_magic(3, 4)
    told = scene.post("ann", cm.Cast(SKELETOR, Spell.LIGHTNING, ORKO), cm.Done())
    assert told == [
        "Skeletor zaubert einen Blitz auf Orko.",
        "Auswertung der Zauber von Schwarz:",
        "**Der Blitz von Skeletor trifft Orko: 1 Schaden.**",
        "Schaden: Magie 5 + W6 3 = 8 gegen Kraft 3 + W6 4 = 7; 8 − 7 = 1 Schaden",
        "→ Skeletor: Ausdauer 3 (−1 Zauber)",
        "→ Orko: Leben 9",
        WHITE_MOVES,
    ]


def test_torture():
    scene = black_magic()
    assert scene.post("ann", cm.Cast(SKELETOR, Spell.TORTURE, ORKO), cm.Done())[2:6] == [
        "**Skeletor foltert Orko: Ausdauer −3.**",
        "Folter nimmt ohne Wurf Ausdauer, halb so viel wie die Magiekraft (aufgerundet): 3 (R-Z3).",
        "→ Skeletor: Ausdauer 3 (−1 Zauber)",
        "→ Orko: Ausdauer 1",
    ]


def test_shock_wave_throws_down_friend_and_foe_and_standing_up():
    scene = black_magic(4, 6, 1, 6)
    assert scene.post("ann", cm.Cast(SKELETOR, Spell.SHOCK_WAVE, direction=field("E4")), cm.Done()) == [
        "Skeletor zaubert eine Schockwelle Richtung E4.",
        "Auswertung der Zauber von Schwarz:",
        "Schockwelle von Skeletor Richtung E4:",
        "Im Fächer, bis 5 Felder weit: Orko (E4), Mer-Man (E5).",
        "→ Skeletor: Ausdauer 3 (−1 Zauber)",
        "**Die Schockwelle wirft Orko zu Boden.**",
        "Schockwelle: Magie 5 + W6 4 = 9 gegen Kraft 3 + W6 6 = 9",
        "Gleichstand zählt für Skeletor (R-Z3).",
        "**Mer-Man hält der Schockwelle stand.**",
        "Schockwelle: Skeletor Magie 5 + W6 1 = 6 gegen Mer-Man Kraft 5 + W6 6 = 11",
        "Am Boden, aber ohne Schaden: Orko.",
        "Aufstehen ist ein Handgriff: `Orko: steht auf`",
        WHITE_MOVES,
    ]
    assert scene.post("ben", cm.StandUp(ORKO)) == ["Orko steht wieder auf."]


def test_shock_wave_that_meets_nobody():
    scene = black_magic()
    told = scene.post("ann", cm.Cast(SKELETOR, Spell.SHOCK_WAVE, direction=field("C3")), cm.Done())
    assert told[2:5] == [
        "Schockwelle von Skeletor Richtung C3:",
        "→ Skeletor: Ausdauer 3 (−1 Zauber)",
        "**Die Schockwelle trifft niemanden.**",
    ]


def test_fire_beam_and_confusion_with_its_end():
    scene = white_moves(6, 4, 5, 3, 2)
    assert scene.post(
        "ben", cm.Cast(ORKO, Spell.FIRE_BEAM, SKELETOR), cm.Cast(SORCERESS, Spell.CONFUSION, SKELETOR)
    ) == [
        "Orko zaubert einen Feuerstrahl auf Skeletor.",
        "Sorceress zaubert Verwirrung auf Skeletor.",
        "Auswertung der Zauber von Weiß:",
        "**Orko trifft Skeletor mit einem Feuerstrahl: 3 Schaden.**",
        "Schaden: Magie 5 + W6 6 + W6 4 = 15 gegen Kraft 6 + Rüstung 1 + W6 5 = 12; 15 − 12 = 3 Schaden",
        "→ Skeletor: Leben 7",
        "→ Orko: Ausdauer 2 (−1 Zauber)",
        "**Sorceress verwirrt Skeletor.**",
        "Verwirrung: Magie 6 + W6 3 = 9 gegen Kraft 6 + W6 2 = 8",
        "Knapp: Ein Gleichstand hätte für Skeletor gezählt (R-Z3).",
        "Skeletor kann nichts tun, bis Weiß wieder zieht.",
        "→ Sorceress: Ausdauer 3 (−1 Zauber)",
        "**Runde 2: Schwarz zieht.**",
        REFILLED,
        "Verwirrt und deshalb nicht dabei: Skeletor.",
        "**Runde 2: Weiß zieht.**",
        "Skeletor ist nicht mehr verwirrt.",
    ]


def test_confusion_that_fails():
    scene = white_moves(1, 2)
    assert scene.post("ben", cm.Cast(SORCERESS, Spell.CONFUSION, SKELETOR), cm.Done())[2:4] == [
        "**Skeletor lässt sich von Sorceress nicht verwirren.**",
        "Verwirrung: Sorceress Magie 6 + W6 1 = 7 gegen Skeletor Kraft 6 + W6 2 = 8",
    ]


def test_invisibility_and_shield_until_white_moves():
    scene = white_moves(6, 6, 1)
    told = scene.post("ben", cm.Cast(ORKO, Spell.INVISIBILITY), cm.Cast(SORCERESS, Spell.SHIELD, ORKO))
    assert told[3:9] == [
        "**Orko wird unsichtbar.**",
        "Das hält, bis Weiß wieder zieht.",
        "→ Orko: Ausdauer 2 (−1 Zauber)",
        "**Sorceress legt einen Schutzschild auf Orko: Rüstung +6.**",
        "Das hält, bis Weiß wieder zieht.",
        "→ Sorceress: Ausdauer 3 (−1 Zauber)",
    ]
    assert scene.post("ann", cm.Done()) == [
        "**Runde 2: Weiß zieht.**",
        "Orko ist wieder sichtbar.",
        "Der Schutzschild auf Orko endet.",
    ]


def test_a_shield_shows_in_the_sum():
    scene = white_moves(6, 5, 6, 1)
    scene.post("ben", cm.Cast(SORCERESS, Spell.SHIELD, ORKO), cm.Done())
    scene.post("ann", cm.Walk(SKELETOR, field("E4")), cm.Attack(SKELETOR, ORKO))
    assert scene.post("ben", reacts(ORKO, NoDefence()))[1:5] == [
        "Auswertung der Angriffe von Schwarz:",
        "**Skeletor trifft Orko ohne Gegenwehr (Havoc-Stab): kein Schaden.**",
        "Schaden: Havoc-Stab 3 + Kraft 6 + W6 6 = 15 gegen Kraft 3 + Rüstung 1 + Schutzschild 6 + W6 5 = 15",
        "→ Skeletor: Ausdauer 2 (−1 Nahkampf)",
    ]


def test_regeneration_of_another_and_of_oneself():
    scene = white_moves()
    split = cm.Cast(SORCERESS, Spell.REGENERATION, ORKO, life=2, stamina=0)
    assert scene.post("ben", split, cm.Cast(ORKO, Spell.REGENERATION)) == [
        "Sorceress zaubert eine Regeneration auf Orko (2 Leben).",
        "Orko zaubert eine Regeneration auf sich selbst.",
        "Auswertung der Zauber von Weiß:",
        "**Sorceress regeneriert Orko: Leben +2.**",
        "1 Punkt verfällt.",
        "→ Orko: Leben 10",
        "→ Sorceress: Ausdauer 3 (−1 Zauber)",
        "**Orko regeneriert sich: Ausdauer +2.**",
        "1 Punkt verfällt.",
        "→ Orko: Ausdauer 4 (−1 Zauber)",
        "**Runde 2: Schwarz zieht.**",
        REFILLED,
    ]


# --- disarming, prone, aura --------------------------------------------------------------------------------------


def test_disarming_with_a_draw_and_picking_up():
    scene = Scene({"Webstor": "D4"}, {"He-Man": "E4"}, (6, 1, 2), hands={"Webstor": ("Haken",)})
    assert scene.post("ann", cm.Disarm(WEBSTOR, HE_MAN, stake=2)) == [
        "Webstor will He-Man entwaffnen (Haken, Bew. 2).",
        "**Weiß reagiert:**",
        "He-Man (ben) gegen Webstor (Entwaffnen)",
        "Zum Beispiel: `He-Man: widersteht Webstor`",
    ]
    assert scene.post("ben", reacts(HE_MAN, Resist(1))) == [
        "He-Man gegen Webstor: Widerstand mit Beweglichkeit 1.",
        "Auswertung der Angriffe von Schwarz:",
        "**Webstor entwaffnet He-Man: Schild verloren.**",
        "Entwaffnen: Nahkampf 5 + Bew. 2 + W6 6 = 13 gegen Nahkampf 7 + Bew. 1 + W6 1 = 9",
        "Welche Waffe: W2 2 = Schild",
        "Am Boden (E4): Schild.",
        "→ Webstor: Ausdauer 3 (−1 Nahkampf), Beweglichkeit 2",
        "→ He-Man: Ausdauer 3 (−1 Nahkampf), Beweglichkeit 3",
        WHITE_MOVES,
    ]
    assert scene.post("ben", cm.PickUp(HE_MAN, SCHILD)) == [
        "He-Man hebt den Schild auf.",
    ]


def test_disarming_without_resistance_and_without_a_draw():
    scene = Scene({"Webstor": "D4"}, {"Sorceress": "E4"}, hands={"Webstor": ("Haken",)})
    scene.post("ann", cm.Disarm(WEBSTOR, SORCERESS))
    assert scene.post("ben", reacts(SORCERESS, NoDefence()))[1:4] == [
        "Auswertung der Angriffe von Schwarz:",
        "**Webstor entwaffnet Sorceress ohne Gegenwehr (Haken): Zauberstab verloren.**",
        "Am Boden (E4): Zauberstab.",
    ]


def test_a_reaction_that_lapses_is_explained_behind_the_outcome():
    scene = Scene({"Skeletor": "D4", "Mer-Man": "E5"}, {"Orko": "E4", "He-Man": "L4"}, (6, 1, 1, 6, 1, 1))
    scene.post("ann", cm.Cast(SKELETOR, Spell.SHOCK_WAVE, direction=field("E3")), cm.Attack(MER_MAN, ORKO))
    told = scene.post("ben", reacts(ORKO, Dodge()))
    assert told[1:] == [
        "Auswertung der Angriffe und Zauber von Schwarz:",
        "Schockwelle von Skeletor Richtung E3:",
        "Im Fächer, bis 5 Felder weit: Orko (E4).",
        "→ Skeletor: Ausdauer 3 (−1 Zauber)",
        "**Die Schockwelle wirft Orko zu Boden.**",
        "Schockwelle: Magie 5 + W6 6 = 11 gegen Kraft 3 + W6 1 = 4",
        "Am Boden, aber ohne Schaden: Orko.",
        "Aufstehen ist ein Handgriff: `Orko: steht auf`",
        "**Mer-Man trifft Orko ohne Gegenwehr (Machtschwert): kein Schaden.**",
        "Schaden: Machtschwert 4 + Kraft 5 + W6 1 = 10 gegen Kraft 3 + Rüstung 1 + W6 6 = 10",
        "Orko liegt am Boden und kann nicht ausweichen.",
        "→ Mer-Man: Ausdauer 3 (−1 Nahkampf)",
        "→ Orko: Ausdauer 3 (−1 Nahkampf)",
        WHITE_MOVES,
    ]


def test_the_aura_shows_what_it_takes():
    scene = Scene({"Scare-Glow": "E5", "Skeletor": "D4"}, {"He-Man": "E4"}, (6, 1, 6, 6))
    scene.post("ann", cm.Attack(SKELETOR, HE_MAN), cm.Done())
    assert scene.post("ben", reacts(HE_MAN, Dodge()))[1:] == [
        "Auswertung der Angriffe von Schwarz:",
        "**Skeletor trifft He-Man: kein Schaden.**",
        "Ausweichen: Bew. 2 + W6 6 = 8 gegen Bew. 2 + W6 1 = 3",
        "Schaden: Havoc-Stab 3 + Kraft 3 + W6 6 = 12 gegen Kraft 4 + Rüstung 2 + W6 6 = 12",
        "Skeletor: Bew. 2 statt 4 (Angstaura von Scare-Glow, wirkt auch auf eigene Figuren, R-X4).",
        "He-Man: Bew. 2 statt 4 (Angstaura von Scare-Glow, R-X4).",
        "Skeletor: Kraft 3 statt 6 (Angstaura von Scare-Glow, wirkt auch auf eigene Figuren, R-X4).",
        "He-Man: Kraft 4 statt 8 (Angstaura von Scare-Glow, R-X4).",
        "→ Skeletor: Ausdauer 3 (−1 Nahkampf), Beweglichkeit 0",
        "→ He-Man: Ausdauer 3 (−1 Nahkampf), Beweglichkeit 0",
        WHITE_MOVES,
    ]


def test_an_aura_that_walks_changes_the_agility_of_others():
    scene = Scene({"Scare-Glow": "B4"}, {"He-Man": "E4"})
    assert scene.post("ann", cm.Walk(SCARE_GLOW, field("D4"))) == [
        "Scare-Glow geht von B4 nach D4, 2 Felder: Ausdauer 3.",
        "→ He-Man: Kraft 4, Beweglichkeit 2 (Angstaura von Scare-Glow)",
    ]


def test_agility_names_the_aura_only_where_the_aura_has_changed_it():
    scene = Scene({"Scare-Glow": "D4", "Skeletor": "C2"}, {"He-Man": "L4"})
    assert scene.post("ann", cm.Walk(SKELETOR, field("C3"))) == [
        "Skeletor geht von C2 nach C3, 1 Feld.",
        "→ Skeletor: Ausdauer 3, Kraft 3, Beweglichkeit 2 (Angstaura von Scare-Glow, wirkt auch auf eigene Figuren)",
    ]
    scene.post("ann", cm.Done())
    scene.post("ben", cm.Done())
    assert scene.post("ann", cm.Walk(SKELETOR, field("B1"))) == [
        "Skeletor geht von C3 nach B1, 2 Felder: Ausdauer 2, Kraft 6, Beweglichkeit 4 (keine Angstaura mehr).",
    ]


# --- long resolutions and what is left of them ---


def test_a_long_resolution_begins_with_what_it_came_to():
    scene = Scene(
        {"Skeletor": "D4", "Mer-Man": "E5", "Webstor": "F5", "Clawful": "G5"},
        {"He-Man": "E4", "Teela": "F4"},
        (6, 1, 1, 6, 1, 6, 6, 1),
    )
    attacks = [cm.Attack(SKELETOR, HE_MAN), cm.Attack(MER_MAN, HE_MAN), cm.Attack(WEBSTOR, TEELA)]
    scene.post("ann", *attacks, cm.Attack(CLAWFUL, TEELA))
    nobody = [reacts(HE_MAN, NoDefence(), name) for name in (SKELETOR, MER_MAN)]
    nobody += [reacts(TEELA, NoDefence(), name) for name in (WEBSTOR, CLAWFUL)]
    assert scene.post("ben", *nobody)[4:7] == [
        "Auswertung der Angriffe von Schwarz:",
        "Kurz: He-Man −4 (6 Leben), Teela −7 (3 Leben), sonst kein Schaden.",
        "**Skeletor trifft He-Man ohne Gegenwehr (Havoc-Stab): 4 Schaden.**",
    ]


def test_the_rest_is_dropped_when_the_last_enemy_falls():
    scene = Scene({"Skeletor": "D4", "Mer-Man": "E5"}, {"Teela": "E4"}, (6, 1))
    scene.post("SL", cm.Correct(TEELA, Quantity.LIFE, 3))
    scene.post("ann", cm.Attack(SKELETOR, TEELA), cm.Attack(MER_MAN, TEELA))
    told = scene.post("ben", reacts(TEELA, NoDefence(), SKELETOR), reacts(TEELA, NoDefence(), MER_MAN))
    assert told[2:4] == ["**Schwarz gewinnt!**", "Auswertung der Angriffe von Schwarz:"]
    assert told[7:10] == [
        "→ Skeletor: Ausdauer 3 (−1 Nahkampf)",
        "Damit ist Schluss; nicht mehr ausgeführt: die Ansage von Mer-Man.",
        "Schwarz gewinnt: Weiß hat in Runde 1 keine stehende Figur mehr (R-P6).",
    ]


def test_a_stake_named_against_a_parry_is_not_used_up():
    scene = duel(4, 2, 6)
    scene.post("ann", cm.Attack(SKELETOR, HE_MAN, stake=2))
    assert scene.post("ben", reacts(HE_MAN, Parry(MACHTSCHWERT)))[5:7] == [
        "Zweiter W6 für Skeletor: Havoc-Stab reicht weiter (Waffenvergleichswert 3 gegen 2).",
        "Skeletor behält die 2 Bew., weil He-Man pariert hat.",
    ]


# --- moving, handling, finishing ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "verb"), [("Orko", "schwebt"), ("Sorceress", "fliegt"), ("Battle Cat", "reitet"), ("Roboto", "geht")]
)
def test_how_a_figure_moves(name, verb):
    scene = Scene({name: "D4"}, {"He-Man": "L4"})
    assert scene.post("ann", cm.Walk(FigureName(name), field("I4"))) == [
        f"{name} {verb} von D4 nach I4, 5 Felder: Ausdauer 3, Beweglichkeit 3."
    ]


def test_weapons_change_hands():
    scene = Scene({"Trap-Jaw": "D4"}, {"He-Man": "L4"}, hands={"He-Man": (), "Trap-Jaw": ("Laser",)})
    assert scene.post("ann", cm.ChangeWeapon(TRAP_JAW, WeaponName("Kiefer"))) == [
        "Trap-Jaw nimmt den Kiefer in die Hand.",
    ]
    scene = Scene({"Mer-Man": "D4"}, {"He-Man": "L4"}, hands={"He-Man": ("Schild",)})
    scene.post("ann", cm.Pass(MER_MAN))
    assert scene.post("ben", cm.ChangeWeapon(HE_MAN, MACHTSCHWERT, SCHILD)) == [
        "He-Man nimmt das Machtschwert in die Hand und steckt den Schild an den Gürtel.",
    ]


def test_taking_back_gives_back():
    scene = Scene({"Skeletor": "D4", "Mer-Man": "D6"}, {"He-Man": "L4"})
    scene.post("ann", cm.Walk(SKELETOR, field("J7")), cm.Walk(MER_MAN, field("D7")))
    assert scene.post("ann", cm.TakeBack(SKELETOR)) == [
        "ann nimmt #1 zurück (Skeletor).",
        "→ Skeletor: wieder auf D4, Ausdauer 4, Beweglichkeit 4",
    ]


def test_rolling_back_says_how_far_and_goes_on_from_there():
    scene = Scene({"Skeletor": "D4"}, {"He-Man": "L4"})
    scene.post("ann", cm.Walk(SKELETOR, field("D5")))
    scene.post("ann", cm.Pass(SKELETOR))
    assert scene.post("SL", RollBack(1)) == [
        "**Die Spielleitung macht alles nach Beitrag #1 rückgängig.**",
        "Gerade zieht Schwarz (Runde 1).",
    ]
    assert scene.post("SL", RollBack(0), cm.Proceed()) == [
        "**Die Spielleitung macht alle Beiträge rückgängig.**",
        "→ Skeletor: wieder auf D4, Ausdauer 4",
        "Die Spielleitung beendet den Zug von Schwarz.",
        WHITE_MOVES,
    ]


def test_without_the_log_the_lines_end_at_the_roll_back():
    scene = Scene({"Skeletor": "D4"}, {"He-Man": "L4"})
    scene.post("ann", cm.Walk(SKELETOR, field("D5")))
    before = scene.state
    scene.post("SL", RollBack(0), cm.Proceed())
    events = scene.battle.log[-4:]
    assert tell(before, events) == ["**Die Spielleitung macht alle Beiträge rückgängig.**"]


# --- the game master ---------------------------------------------------------------------------------------------


def test_corrections_with_their_reasons():
    scene = Scene({"Skeletor": "D4"}, {"He-Man": "F4", "Teela": "L1"}, seats={"Teela": "dan"})
    assert scene.post(
        "SL",
        cm.Correct(HE_MAN, Quantity.STAMINA, 2, "Zauber übersehen."),
        cm.Correct(HE_MAN, Quantity.AGILITY, 1),
        cm.Relocate(HE_MAN, field("G5"), "falsch gezogen"),
        cm.Reassign(TEELA, scene.state.figure("He-Man").seat, "weil dan verreist ist"),
        cm.Pause(),
        cm.Resume(),
    ) == [
        "Spielleitung: He-Man hat jetzt 2 statt 4 Ausdauer (Zauber übersehen).",
        "Spielleitung: He-Man hat jetzt 1 statt 4 Beweglichkeit.",
        "Spielleitung: He-Man steht jetzt auf G5 statt F4 (falsch gezogen).",
        "Spielleitung: Teela wird jetzt von ben statt dan gespielt, weil dan verreist ist.",
        "Pause: Die Spielleitung hält die Schlacht an.",
        "Die Schlacht geht weiter: Gerade zieht Schwarz.",
    ]


def test_calling_the_battle_off():
    scene = Scene({"Skeletor": "D4"}, {"He-Man": "F4"})
    assert scene.post("SL", cm.EndBattle()) == [
        "Die Spielleitung beendet die Schlacht.",
        "**Unentschieden!**",
        "Eine Schlacht, die die Spielleitung beendet, hat keinen Sieger (R-X6).",
        "Leben von Schwarz: Skeletor 10",
        "Leben von Weiß: He-Man 10",
    ]


# --- the course of the battle ------------------------------------------------------------------------------------


def test_the_opening_lists_board_and_figures():
    terrain = Board(12, 8, Grid.HEX, frozenset({field("F4"), field("F3")}), frozenset({field("D2")}))
    scene = Scene({"Skeletor": "D4"}, {"He-Man": "F5"}, hands={"He-Man": ()}, board=terrain, rounds=1)
    assert scene.opening == [
        "**Probe**",
        "12 × 8 Sechsecke, 1 Runde.",
        "Alle haben 10 Leben. Wert = Stärke mit allen Waffen, Ausd. = Ausdauer, Bew. = Beweglichkeit.",
        "Gesperrt: F3, F4.",
        "Erhöht: D2.",
        "Schwarz: Skeletor (ann), Wert 27, auf D4. Ausd. 4, Bew. 4. In der Hand: Havoc-Stab.",
        "Weiß: He-Man (ben), Wert 31, auf F5. Ausd. 4, Bew. 4.",
        "→ He-Man, in der Hand: nichts. Am Gürtel: Machtschwert und Schild.",
        "**Runde 1: Schwarz zieht.**",
    ]


def test_start_positions_stay_secret_until_all_are_revealed():
    scene = Scene({"Skeletor": None, "Mer-Man": None}, {"He-Man": None}, (2,), seats={"Mer-Man": "cem"})
    assert scene.opening[-3:] == [
        "**Jetzt die Startpositionen**, am besten privat.",
        "Schwarz startet in Spalte A, Weiß in Spalte L.",
        "Zum Beispiel: `Skeletor: Start A5`",
    ]
    assert scene.post("ann", cm.RegisterStart(SKELETOR, field("A5"))) == [
        "Die Startposition für Skeletor ist da.",
        "Es fehlen noch: Mer-Man (cem), He-Man (ben).",
    ]
    assert scene.post("ann", cm.RegisterStart(SKELETOR, field("A4"))) == []
    assert scene.post("cem", cm.RegisterStart(MER_MAN, field("A4"))) == [
        "Die Startposition für Mer-Man ist da.",
        "Es fehlt noch: He-Man (ben).",
    ]
    assert scene.post("ben", cm.Hold(HE_MAN, (SCHILD,)), cm.RegisterStart(HE_MAN, field("L4"))) == [
        "He-Man hält in der Hand: Schild.",
        "Die Startposition für He-Man ist da.",
        "**Startpositionen:**",
        "Schwarz: Skeletor A4, Mer-Man A3",
        "Weiß: He-Man L4",
        "Mer-Man rückt auf A3: A4 war schon vergeben, W6 2 = nach oben (R-S2).",
        "**Runde 1: Schwarz zieht.**",
    ]


def test_displaced_without_a_die_and_the_missing_from_the_middle():
    scene = Scene({"Skeletor": None, "Mer-Man": None, "Clawful": None}, {"He-Man": None}, seats={"Mer-Man": "cem"})
    scene.post("ann", cm.RegisterStart(SKELETOR, field("A1")))
    scene.post("cem", cm.RegisterStart(MER_MAN, field("A1")))
    scene.post("ben", cm.LeaveStarts())
    assert scene.post("SL", cm.Proceed()) == [
        "Die Spielleitung deckt die Startpositionen auf.",
        "**Startpositionen:**",
        "Schwarz: Skeletor A1, Mer-Man A2, Clawful A4",
        "Weiß: He-Man L4",
        "Mer-Man rückt auf A2: A1 war schon vergeben (R-S2).",
        "Ohne Meldung, vom Schiedsrichter gesetzt (R-S3): Clawful auf A4, He-Man auf L4.",
        "**Runde 1: Schwarz zieht.**",
    ]


def test_rounds_and_the_draw_after_the_last():
    scene = Scene({"Skeletor": "D4"}, {"He-Man": "F4"}, rounds=2)
    assert scene.post("ann", cm.Done()) == [
        WHITE_MOVES,
    ]
    assert scene.post("ben", cm.Done()) == [
        "**Runde 2: Schwarz zieht.**",
        REFILLED,
    ]
    assert scene.post("ann", cm.Pass(SKELETOR)) == [
        "Skeletor passt.",
        "**Runde 2: Weiß zieht.**",
    ]
    assert scene.post("ben", cm.Pass(HE_MAN)) == [
        "He-Man passt.",
        "**Unentschieden!**",
        "Nach 2 Runden stehen noch beide Mannschaften (R-P6).",
        "Leben von Schwarz: Skeletor 10",
        "Leben von Weiß: He-Man 10",
    ]
