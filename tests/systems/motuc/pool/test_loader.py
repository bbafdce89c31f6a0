"""Broken pool files: one German line that names the file, the figure or weapon, the key."""

import pytest

from motuc_bot.systems.motuc.pool import UnusablePool, load_pool
from motuc_bot.systems.motuc.pool.loader import ARMOURIES, FIGURES, WEAPONS, read_pool
from tests.systems.motuc.pool.files import FOLDER, broken_pool

SKELETOR = "melee: 6, ranged: 4, strength: 6, armour: 2, agility: 5, stamina: 6, base: 66"
HAVOC = "{name: Havoc-Stab, aliases: [Widderstab, Stab], melee: {attack: 3,"


def fault(folder):
    with pytest.raises(UnusablePool) as caught:
        read_pool(folder)
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_an_unbroken_copy_is_the_same_pool(tmp_path):
    assert read_pool(broken_pool(tmp_path, FIGURES, "He-Man", "He-Man")) == load_pool() == read_pool(FOLDER)


@pytest.mark.parametrize(
    ("file", "old", "new", "text"),
    [
        # rows
        (
            FIGURES,
            SKELETOR,
            SKELETOR.replace("6", "viel", 1),
            "figuren.yaml: Skeletor, melee: muss eine ganze Zahl sein",
        ),
        (
            FIGURES,
            SKELETOR,
            SKELETOR.replace("6", "6.5", 1),
            "figuren.yaml: Skeletor, melee: muss eine ganze Zahl sein",
        ),
        (FIGURES, SKELETOR, SKELETOR.replace("6", "-1", 1), "figuren.yaml: Skeletor, melee: muss mindestens 0 sein"),
        (FIGURES, SKELETOR, SKELETOR[len("melee: 6, ") :], "figuren.yaml: Skeletor, melee: fehlt"),
        (
            FIGURES,
            SKELETOR,
            SKELETOR.replace("melee", "mele"),
            "figuren.yaml: Skeletor, melee: fehlt",
        ),
        (
            FIGURES,
            SKELETOR,
            SKELETOR + ", Laune: schlecht",
            "figuren.yaml: Skeletor, Laune: diesen Schlüssel gibt es hier nicht",
        ),
        (FIGURES, "{name: He-Man, side", "{side", "figuren.yaml: figures[0], name: fehlt"),
        (
            FIGURES,
            "{power: 6, category: black}",
            "{power: 6, category: lila}",
            "figuren.yaml: Skeletor, magic.category: muss eines sein von: 'green', 'white' oder 'black'",
        ),
        (
            WEAPONS,
            HAVOC,
            HAVOC.replace("3", "drei"),
            "waffen.yaml: Havoc-Stab, melee.attack: muss eine ganze Zahl sein",
        ),
        (
            WEAPONS,
            HAVOC,
            HAVOC.replace("melee", "thrown: true, melee"),
            "waffen.yaml: Havoc-Stab: „thrown“ braucht Fernkampfwerte (ranged)",
        ),
        (
            WEAPONS,
            HAVOC,
            HAVOC.replace("melee", "hands: 2, fixed: true, melee"),
            "waffen.yaml: Havoc-Stab: „fixed“ füllt eine Hand, „hands: 2“ passt nicht dazu",
        ),
        # the formula
        (FIGURES, "  skill: 3.5\n", "", "figuren.yaml: formula.skill: fehlt"),
        (FIGURES, ", mount: 22", "", "figuren.yaml: formula: der Koeffizient für „mount“ fehlt"),
        (FIGURES, "{green: 3.5, ", "{", "figuren.yaml: formula: der Koeffizient für „green“ fehlt"),
        (FIGURES, SKELETOR, SKELETOR.replace("66", "60"), "figuren.yaml: Skeletor, base: ist 60, nach der Formel 66"),
        (FIGURES, "constant: -24", "constant: -20", "figuren.yaml: He-Man, base: ist 65, nach der Formel 69"),
        # names
        (
            FIGURES,
            "[Duncan, ",
            "[Skeletor, ",
            "figuren.yaml: Man-at-Arms, aliases: „Skeletor“ heißt schon eine andere Figur",
        ),
        (FIGURES, "[Gorpo, ", "[DUNCAN, ", "figuren.yaml: Orko, aliases: „DUNCAN“ heißt schon eine andere Figur"),
        (FIGURES, "[Gorpo, ", "[ORKO, ", "figuren.yaml: Orko, aliases: „ORKO“ ist überflüssig: so heißt sie schon"),
        (FIGURES, "{name: Stratos,", "{name: Teela,", "figuren.yaml: Teela, name: so heißt schon eine andere Figur"),
        (FIGURES, "{name: Stratos,", "{name: '?',", "figuren.yaml: ?, name: braucht Buchstaben oder Ziffern"),
        (
            FIGURES,
            "{name: Stratos,",
            "{name: Katana,",
            "figuren.yaml: Katana: „Katana“ heißt auch die Waffe Katana",
        ),
        (
            WEAPONS,
            "[Widderstab, ",
            "[Katana, ",
            "waffen.yaml: Havoc-Stab, aliases: „Katana“ heißt schon eine andere Waffe",
        ),
        (
            WEAPONS,
            "[Widderstab, ",
            "[Karatehand, ",
            "waffen.yaml: Goldhand, aliases: „Karatehand“ heißt schon eine andere Waffe",
        ),
        (
            WEAPONS,
            "kinds: [Schwert,",
            "kinds: [Katana,",
            "waffen.yaml: Breitschwert, aliases: „Schwert“ heißt schon eine andere Waffe",
        ),
        (
            WEAPONS,
            "kinds: [Schwert,",
            "kinds: [Schwert, Katana,",
            "waffen.yaml: Katana, name: das ist ein Gattungswort (kinds), kein Name",
        ),
        # weapons of figures
        (
            FIGURES,
            "[Havoc-Stab, Purpurschwert]",
            "[Havoc-Stab, Blaulichtschwert]",
            "figuren.yaml: Skeletor, weapons: die Waffe „Blaulichtschwert“ steht nicht in waffen.yaml",
        ),
        (
            FIGURES,
            "[Havoc-Stab, Purpurschwert]",
            "[Havocstab, Purpurschwert]",
            "figuren.yaml: Skeletor, weapons: die Waffe heißt „Havoc-Stab“, nicht „Havocstab“",
        ),
        (
            FIGURES,
            "[Havoc-Stab, Purpurschwert]",
            "[Katana, Purpurschwert, Havoc-Stab]",
            "figuren.yaml: Skeletor, weapons: zwei Waffen heißen „Schwert“",
        ),
        (
            FIGURES,
            "[Havoc-Stab, Purpurschwert]",
            "[Zwillingssäbel, Havoc-Stab]",
            "figuren.yaml: Skeletor, weapons: wer zaubert, hat anfangs einen Zauberstab in der Hand",
        ),
        (
            FIGURES,
            "traits: [fear_aura]",
            "traits: [flies, floats]",
            "figuren.yaml: Scare-Glow, traits: flies und floats schließen sich aus",
        ),
        (
            FIGURES,
            "traits: [fear_aura]",
            "traits: [robot, cyborg]",
            "figuren.yaml: Scare-Glow, traits: robot und cyborg schließen sich aus",
        ),
        (
            FIGURES,
            "traits: [fear_aura]",
            "traits: [wandless]",
            "figuren.yaml: Scare-Glow, traits: wandless braucht Magie (magic)",
        ),
        # weapons by themselves
        (
            FIGURES,
            "    weapons: [Bestienpeitsche]",
            "    weapons: [Laserpeitsche]",
            "waffen.yaml: Bestienpeitsche: gehört keiner Figur und liegt in keiner Waffenkammer",
        ),
        (
            WEAPONS,
            "ranged: {range: 6, damage: 4}, fixed: true}",
            "fixed: true}",
            "waffen.yaml: Armlaser: braucht melee, ranged oder wand, sonst ist sie zu nichts gut",
        ),
        (
            WEAPONS,
            "ranged: {range: 6, damage: 4}, fixed: true}",
            "ranged: {range: 6, damage: 4}, disarm: true}",
            "waffen.yaml: Armlaser, disarm: braucht Nahkampfwerte (melee)",
        ),
        # armouries
        (
            ARMOURIES,
            "- Langschwert",
            "- Lankschwert",
            "waffenkammern.yaml: Lankschwert: die Waffe steht nicht in waffen.yaml",
        ),
        (
            ARMOURIES,
            "- Langschwert",
            "- Lang-Schwert",
            "waffenkammern.yaml: Lang-Schwert: die Waffe heißt „Langschwert“",
        ),
        (
            ARMOURIES,
            "- Langschwert",
            "- Armlaser",
            "waffenkammern.yaml: Armlaser: was angewachsen oder aufgesteckt ist (fixed), liegt in keiner Waffenkammer",
        ),
        (
            ARMOURIES,
            "- Langschwert",
            "- 7",
            "waffenkammern.yaml: white[0]: muss Text sein (im Zweifel in Anführungszeichen setzen)",
        ),
        (ARMOURIES, "white:", "rot:", "waffenkammern.yaml: rot: diesen Schlüssel gibt es hier nicht"),
    ],
)
def test_a_fault_is_told_in_one_line(tmp_path, file, old, new, text):
    assert fault(broken_pool(tmp_path, file, old, new)) == text


def test_what_is_no_yaml_is_told_with_its_line(tmp_path):
    text = fault(broken_pool(tmp_path, ARMOURIES, "white:", "white: [Langschwert"))
    assert text == (
        "waffenkammern.yaml: Zeile 3: kein gültiges YAML "
        "(stimmen Klammern, Anführungszeichen, Doppelpunkte und Einrückung?)"
    )


@pytest.mark.parametrize(
    ("file", "old", "new", "key"),
    [
        (FIGURES, "  skill: 3.5\n", "  skill: 3.5\n  skill: 4\n", "skill"),
        (FIGURES, SKELETOR, f"{SKELETOR},\n melee: 9", "melee"),
        (WEAPONS, HAVOC, HAVOC.replace("aliases", "\n name: Stab, aliases"), "name"),
    ],
)
def test_a_key_that_stands_twice(tmp_path, file, old, new, key):
    before = (FOLDER / file).read_text(encoding="utf-8").partition(old)[0].count("\n") + 1
    where = f"Zeile {before + 1}: „{key}“ steht hier zweimal (schon in Zeile {before})"
    assert fault(broken_pool(tmp_path, file, old, new)) == f"{file}: {where}; lass nur eines davon stehen"


def test_a_key_that_stands_twice_in_one_line(tmp_path):
    text = fault(broken_pool(tmp_path, FIGURES, SKELETOR, f"{SKELETOR}, melee: 9"))
    assert text.startswith("figuren.yaml: Zeile ")
    assert text.endswith(": „melee“ steht hier zweimal; lass nur eines davon stehen")


def test_a_file_that_is_no_mapping(tmp_path):
    broken_pool(tmp_path, FIGURES, "He-Man", "He-Man")
    (tmp_path / FIGURES).write_text("- He-Man\n", encoding="utf-8")
    assert fault(tmp_path) == "figuren.yaml: muss eine Liste von „Schlüssel: Wert“ sein"


def test_a_file_that_is_not_text(tmp_path):
    broken_pool(tmp_path, FIGURES, "He-Man", "He-Man")
    (tmp_path / WEAPONS).write_bytes(b"\xff\xfe\x00")
    assert fault(tmp_path) == "waffen.yaml: kein UTF-8-Text (Byte 0)"


def test_a_missing_file(tmp_path):
    broken_pool(tmp_path, FIGURES, "He-Man", "He-Man")
    (tmp_path / ARMOURIES).unlink()
    assert fault(tmp_path).startswith("waffenkammern.yaml: die Datei lässt sich nicht lesen")
