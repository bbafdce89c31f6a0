"""The picture in words."""

from motuc_bot.picture.twin import Place, Twin, TwinRow, tell_fields, tell_places, tell_twin
from tests.picture.boards import at, fields


def test_tells_the_nearest_first():
    rows = (
        TwinRow("Orko", at("A1"), 6, ("nicht in Sicht (verdeckt)",)),
        TwinRow("Axt", at("C3"), 0),
        TwinRow("Skeletor", at("F5"), 1, ("in Sicht",)),
    )
    assert tell_twin(Twin("He-Man", at("G5"), rows)) == (
        "Von He-Man (G5) aus: Axt auf C3, dasselbe Feld; Skeletor auf F5, 1 Feld, in Sicht; "
        "Orko auf A1, 6 Felder, nicht in Sicht (verdeckt)."
    )


def test_tells_that_nobody_is_there():
    assert tell_twin(Twin("He-Man", at("G5"), ())) == "Von He-Man (G5) aus: niemand sonst auf dem Brett."


def test_lists_places_and_fields():
    places = [Place("Orko", at("A1"), ("am Boden", "verwirrt")), Place("Teela\n\u202e", at("B2"))]
    assert tell_places("Weiß", places) == ["Weiß: Orko auf A1 (am Boden, verwirrt); Teela auf B2."]
    assert tell_places("Weiß", []) == []
    assert tell_fields("Erhöht", fields("B2 A3 B1")) == ["Erhöht: A3, B1, B2."]
    assert tell_fields("Erhöht", ()) == []
