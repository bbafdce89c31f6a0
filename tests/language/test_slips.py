"""A name put right in a line, and in the whole post."""

import pytest

from motuc_bot.language.slips import Slip, mended, mended_post

SKELETOR = Slip("Skelettor", ("Skeletor",))


@pytest.mark.parametrize(
    ("line", "slip", "right", "expected"),
    [
        ("Skelettor: greift He-Man an", SKELETOR, "Skeletor", "Skeletor: greift He-Man an"),
        ("Orko: „Skelettor!“ zaubert auf skelettor", SKELETOR, "Skeletor", "Orko: „Skeletor!“ zaubert auf Skeletor"),
        ("Skelettors Burg", SKELETOR, "Skeletor", None),
        ("Beast: greift Beast Man an", Slip("Beast", ("Beast Man",)), "Beast Man", "Beast Man: greift Beast Man an"),
        ("He-Man: greift Man an", Slip("Man", ("He-Man", "Mer-Man")), "Mer-Man", "He-Man: greift Mer-Man an"),
        ("schlägt mit dem Axd zu", Slip("Axd", ("Axt",)), "Axt", "schlägt mit der Axt zu"),
        ("geht mit  dem   Stab", Slip("dem Stab", ("Stab",)), "Stab", "geht mit  Stab"),
    ],
)
def test_a_slip_is_put_right_wherever_it_stands_as_a_word(
    line: str, slip: Slip, right: str, expected: str | None
) -> None:
    assert mended(line, slip, right) == expected


def test_the_rest_of_the_post_stays_as_it_was() -> None:
    post = "Skelettor lacht.\r\nSkelettor: geht nach C4\n\nEnde\u2028hier."
    line = "Skeletor: geht nach C4"
    assert mended_post(post, 2, SKELETOR, "Skeletor") == (f"Skelettor lacht.\r\n{line}\n\nEnde\u2028hier.", line)
    assert mended_post(post, 4, SKELETOR, "Skeletor") is None
    assert mended_post(post, 9, SKELETOR, "Skeletor") is None
