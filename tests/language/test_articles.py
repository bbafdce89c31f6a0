"""The article of a noun, and a line in which it agrees with it."""

import pytest

from motuc_bot.language.articles import accusative, agreeing


@pytest.mark.parametrize(
    ("noun", "article"),
    [
        ("Havoc-Stab", "den"),
        ("Machtschwert", "das"),
        ("Laserpeitsche", "die"),
        ("Armbrust", "die"),
        ("Energieklingen", "die"),
        ("Schwert der Macht", "das"),
        ("Kosmischer Schlüssel", None),
        ("Dings", None),
    ],
)
def test_the_last_part_of_a_noun_tells_its_article(noun: str, article: str | None) -> None:
    assert accusative(noun) == article


@pytest.mark.parametrize(
    ("line", "noun", "expected"),
    [
        ("greift an mit dem Laserpeitsche", "Laserpeitsche", "greift an mit der Laserpeitsche"),
        ("greift an mit der Machtschwert", "Machtschwert", "greift an mit dem Machtschwert"),
        ("Mit den Machtschwert greift er an", "Machtschwert", "Mit dem Machtschwert greift er an"),
        ("mit dem Energieklingen", "Energieklingen", "mit den Energieklingen"),
        ("zieht die Machtschwert", "Machtschwert", "zieht das Machtschwert"),
        ("zieht das Axt", "Axt", "zieht die Axt"),
        ("zieht die Stab", "Stab", "zieht den Stab"),
        ("mit seinem Laserpeitsche", "Laserpeitsche", "mit seiner Laserpeitsche"),
        ("mit einer Machtschwert", "Machtschwert", "mit einem Machtschwert"),
        ("zieht seine Stab", "Stab", "zieht seinen Stab"),
        ("zieht einen Machtschwert", "Machtschwert", "zieht ein Machtschwert"),
        ("zieht ihr Axt statt dem Axt", "Axt", "zieht ihre Axt statt der Axt"),
        # What is right stays, and so does what is unknown, has no article, or belongs to another word.
        ("mit der Laserpeitsche", "Laserpeitsche", "mit der Laserpeitsche"),
        ("mit dem Dings", "Dings", "mit dem Dings"),
        ("Laserpeitsche: mit Laserpeitsche", "Laserpeitsche", "Laserpeitsche: mit Laserpeitsche"),
        ("mit dem Axtstiel", "Axt", "mit dem Axtstiel"),
        ("mit dem langen Axt", "Axt", "mit dem langen Axt"),
    ],
)
def test_the_article_before_a_noun_agrees_with_it(line: str, noun: str, expected: str) -> None:
    assert agreeing(line, noun) == expected
