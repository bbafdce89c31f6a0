"""What `motuc-bot pool` prints."""

import pytest

from motuc_bot.systems.motuc.pool import load_pool
from motuc_bot.systems.motuc.pool.show import WIDTH, armouries, sheet, table
from motuc_bot.systems.side import UnknownInPool

POOL = load_pool()


def test_the_table_has_a_line_for_each_figure():
    lines = table(POOL).splitlines()
    assert lines[0] == "Figur                 Seite Basis Wert  NK FK KK Rü Be Au  Magie"
    assert [line[:21].rstrip() for line in lines[1 : len(POOL.figures) + 1]] == [row.name for row in POOL.figures]
    assert "He-Man                gut      65   77   7  3  8  2  4  6" in lines
    assert "Skeletor auf Panthor  böse     85   96   5  4  6  2  5  8  schwarz 6 T" in lines
    assert "Zodac                 beide    50   58   5  7  5  2  4  6" in lines
    assert lines[-1] == "62 Figuren: 30 gute, 31 böse, 1 für beide Seiten."


def test_the_legend_explains_every_letter():
    text = " ".join(table(POOL).splitlines()[len(POOL.figures) + 1 :])
    for word in ("NK Nahkampf", "KK Körperkraft", "F fliegt", "A Angstaura", "Z zaubert ohne Stab"):
        assert word in text


def test_nothing_is_wider_than_a_terminal():
    for text in (table(POOL), armouries(POOL), *(sheet(POOL, row.name) for row in POOL.figures)):
        assert max(map(len, text.splitlines())) <= WIDTH
        assert not any(line != line.rstrip() for line in text.splitlines())


def test_a_figure_in_full():
    assert sheet(POOL, "Webstor").splitlines() == [
        "Webstor (böse)",
        "Auch: Webster, Spinnenmann",
        "",
        "Wert 60 mit den eigenen Waffen (Basiswert 44)",
        "Nahkampf 5 · Fernkampf 5 · Körperkraft 5 · Rüstung 1",
        "Beweglichkeit 6 · Ausdauer 5 · Leben 10",
        "",
        "Waffen:",
        "  Kletterhaken (zu Beginn in der Hand)",
        "    Nahkampf (improvisiert): Angriff 2, Abwehr 2, Vergleich 3, Schaden 4",
        "    entwaffnet",
        "  Spinnengewehr (zu Beginn in der Hand)",
        "    Nahkampf (improvisiert): Angriff 1, Abwehr 1, Vergleich 2, Schaden 2",
        "    Fernkampf: Reichweite 8, Schaden 4, 2 Schüsse, nach 6 Schüssen nachladen",
    ]


def test_a_mage_without_weapons():
    text = sheet(POOL, "Shadow Weaver")
    assert "Magie schwarz, Magiekraft 7: Folter, Schockwelle und Blitz" in text
    assert "Besonderes: schwebt (zählt wie Laufen); zaubert ohne Zauberstab" in text
    assert text.endswith("Aus der Waffenkammer: noch 2 Waffen (R-T4).")
    assert "Waffen:" not in text


def test_who_has_one_weapon_may_take_one():
    assert sheet(POOL, "Stratos").endswith("Aus der Waffenkammer: noch 1 Waffe (R-T4).")
    assert "Waffenkammer" not in sheet(POOL, "Trap-Jaw")


def test_only_one_attachment_is_in_hand():
    assert sheet(POOL, "Trap-Jaw").count("(zu Beginn in der Hand)") == 1


def test_every_value_of_every_weapon_is_shown():
    for row in POOL.figures:
        text = sheet(POOL, row.name)
        for weapon in POOL.own_weapons(row):
            assert weapon.name in text
            if weapon.melee is not None:
                assert f"Angriff {weapon.melee.attack}, Abwehr {weapon.melee.defence}" in text
                assert f"Vergleich {weapon.melee.reach}, Schaden {weapon.melee.damage}" in text
            if weapon.ranged is not None:
                assert f"Reichweite {weapon.ranged.range}, Schaden {weapon.ranged.damage}" in text


@pytest.mark.parametrize(
    ("name", "first_line"),
    [
        ("he-man", "He-Man (gut)"),
        ("HE MAN AUF BATTLE CAT", "He-Man auf Battle Cat (gut)"),
        ("Battle Cat", "He-Man auf Battle Cat (gut)"),
        ("Man-at", "Man-at-Arms (gut)"),
        ("Duncan", "Man-at-Arms (gut)"),
        ("Zodac", "Zodac (spielt auf beiden Seiten)"),
        ("skeletor", "Skeletor (böse)"),
    ],
)
def test_names_aliases_and_beginnings(name, first_line):
    assert sheet(POOL, name).splitlines()[0] == first_line


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Skelettor", "Die Figur „Skelettor“ gibt es nicht. Meintest du Skeletor?"),
        ("Tela", "Die Figur „Tela“ gibt es nicht. Meintest du Teela"),
        ("Xyzzy", "Die Figur „Xyzzy“ gibt es nicht. „motuc-bot pool“ zeigt alle."),
        ("", "Die Figur „“ gibt es nicht. „motuc-bot pool“ zeigt alle."),
        ("Skel", "„Skel“ kann mehrere Figuren meinen: Skeletor oder Skeletor auf Panthor."),
    ],
)
def test_an_unknown_name_is_told_with_the_nearest_ones(name, text):
    with pytest.raises(UnknownInPool) as caught:
        sheet(POOL, name)
    assert str(caught.value).startswith(text)
    assert "\n" not in str(caught.value)


def test_the_armouries_count_their_pieces():
    lines = armouries(POOL).splitlines()
    assert lines[0] == "Waffenkammer von Schwarz: 10 Stück"
    assert "Waffenkammer von Weiß: 10 Stück" in lines
    assert "  2 × Langschwert" in lines
    assert "    Nahkampf: Angriff 3, Abwehr 2, Vergleich 2, Schaden 5" in lines
    assert sum(int(line.split(" × ")[0]) for line in lines if " × " in line) == 20
