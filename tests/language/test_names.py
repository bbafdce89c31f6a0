"""Names: longest match, German endings, beginnings, nearest names."""

import pytest

from motuc_bot.language import Match, Meaning, NameIndex
from motuc_bot.language.folding import folded_words

INDEX = NameIndex(
    [
        ("figure", "Man-at-Arms", ("Duncan",)),
        ("figure", "Man-E-Faces", ()),
        ("figure", "Beast Man", ("Biest",)),
        ("figure", "Teela", ()),
        ("figure", "Dr. Doom", ()),
        ("figure", "He-Man", ("Held",)),
        ("figure", "He-Man (Battle Cat)", ("Held", "Teela")),
        ("weapon", "Axt", ()),
        ("weapon", "Schwert", ()),
        ("weapon", "Schwert der Macht", ()),
        ("weapon", "Teela", ()),
    ],
    fallback=[("weapon", "hand", ("Faust", "Axt"))],
    declined=["weapon"],
    unshortened=["hand"],
)


def found(text: str) -> tuple[int, set[str]] | None:
    match = INDEX.longest(folded_words(text), 0)
    return None if match is None else (match.end, {meaning.name for meaning in match.meanings})


@pytest.mark.parametrize(
    ("text", "end", "name"),
    [
        ("Man-at-Arms geht", 3, "Man-at-Arms"),
        ("man at arms", 3, "Man-at-Arms"),
        ("MANATARMS", 1, "Man-at-Arms"),
        ("manat-arms", 2, "Man-at-Arms"),
        ("Beast Man", 2, "Beast Man"),
        ("Beastman", 1, "Beast Man"),
        ("He-Man Battle", 2, "He-Man"),
        ("He-Man Battle Cat an", 4, "He-Man (Battle Cat)"),
        ("Schwert der Schande", 1, "Schwert"),
        ("Schwert der Macht", 3, "Schwert der Macht"),
        ("Schwertes der Macht", 3, "Schwert der Macht"),
        ("Schwert der Mächte", 3, "Schwert der Macht"),
        ("Schwertern", 1, None),
        ("Äxten", 1, "Axt"),
        ("Duncans Axt", 1, "Man-at-Arms"),
        ("Duncane", 1, None),
        ("Mann-at-Arms", 3, None),
        ("Faust", 1, "hand"),
        ("Dr Doom", 2, "Dr. Doom"),
        ("Man", 1, None),
        ("Zora", 1, None),
    ],
)
def test_longest(text: str, end: int, name: str | None):
    assert found(text) == (None if name is None else (end, {name}))


def test_punctuation_inside_a_name():
    assert INDEX.longest(["dr", ".", "doom", "!"], 0) == Match(3, (Meaning("figure", "Dr. Doom"),))
    assert INDEX.longest(["he", "man", "(", "axt"], 0) == Match(2, (Meaning("figure", "He-Man"),))


def test_a_full_name_wins_over_an_alias_of_its_kind():
    assert INDEX.exact("teela") == (Meaning("figure", "Teela"), Meaning("weapon", "Teela"))


def test_an_alias_of_two_names_both():
    assert {meaning.name for meaning in INDEX.exact("held")} == {"He-Man", "He-Man (Battle Cat)"}


def test_fallback_names_give_way():
    assert INDEX.exact("axt") == (Meaning("weapon", "Axt"),)


@pytest.mark.parametrize(
    ("key", "names"), [("man", 2), ("manat", 1), ("ma", 0), ("bie", 1), ("xyz", 0), ("fau", 0), ("han", 0)]
)
def test_beginning(key: str, names: int):
    assert len(INDEX.beginning(key)) == names


def test_longest_beginning_ends_at_ordinary_words():
    assert INDEX.longest_beginning(["man", "at", "an"], 0, {"an"}) == Match(
        2, (Meaning("figure", "Man-at-Arms"),), exact=False
    )
    match = INDEX.longest_beginning(["man", "at"], 0, {"at"})
    assert match is not None
    assert match.end == 1


@pytest.mark.parametrize(
    ("text", "kind", "names"),
    [
        ("Tela", "figure", ("Teela",)),
        ("Duncon", "figure", ("Man-at-Arms",)),
        ("Schwerd", "weapon", ("Schwert",)),
        ("Akst", "figure", ()),
        ("xyz", "figure", ()),
        ("", "figure", ()),
    ],
)
def test_nearest(text: str, kind: str, names: tuple[str, ...]):
    assert INDEX.nearest(text, kind)[: max(1, len(names))] == names
