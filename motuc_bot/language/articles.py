"""The article of a noun, which its last part tells: `den Havoc-Stab`, `das Machtschwert`, `mit der Laserpeitsche`."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class _Gender:
    """Accusative and dative: the articles, and how `ein` and `sein` end."""

    articles: tuple[str, str]
    endings: tuple[str, str]
    nouns: str


_GENDERS = (
    _Gender(
        ("den", "dem"),
        ("en", "em"),
        "arm blaster bogen brocken degen dolch fänger haken hammer kiefer kolben laser nebel pfeil revolver rüssel "
        "säbel schädel schild schlüssel schwanz speer stab stock strahl zack",
    ),
    _Gender(
        ("die", "der"),
        ("e", "er"),
        "armbrust axt faust hand hellebarde kanone kette keule klaue klinge lanze peitsche pistole schere schleuder "
        "sense wolke zange zunge",
    ),
    _Gender(
        ("das", "dem"),
        ("", "em"),
        "beil gewehr katana lasso maul messer netz nunchaku schwert seil",
    ),
    _Gender(("die", "den"), ("e", "en"), "arme augen fäuste klingen näpfe"),
)
# The longest ending counts: an `armbrust` is no `arm`.
_BY_ENDING = sorted(
    ((ending, gender) for gender in _GENDERS for ending in gender.nouns.split()), key=lambda entry: -len(entry[0])
)
_GENITIVES = ("der", "des")
_ARTICLE = r"(?P<the>d(?:en|em|er|ie|as))|(?P<a>[mds]?ein|ihr)(?P<ending>en|em|er|e|)"
_WITH_DATIVE = "[Mm]it"


def accusative(noun: str) -> str | None:
    """Return the article of the noun, None where its gender is unknown."""
    gender = _gender(noun)
    return None if gender is None else gender.articles[0]


def agreeing(line: str, noun: str) -> str:
    """Return the line with the articles before the noun as its gender wants them; unknown, they stay as they are."""
    gender = _gender(noun)
    if gender is None:
        return line

    def put(match: re.Match[str]) -> str:
        ending = match["ending"] if match["the"] is None else match["the"].removeprefix("d")
        case = int(match["before"] is not None or ending in ("em", "er"))
        article = gender.articles[case] if match["the"] else match["a"] + gender.endings[case]
        return f"{match['before'] or ''}{article}"

    pattern = rf"(?<![\w-])(?P<before>{_WITH_DATIVE}\s+)?(?:{_ARTICLE})(?=\s+{re.escape(noun)}(?![\w-]))"
    return re.sub(pattern, put, line)


def _gender(noun: str) -> _Gender | None:
    head, *rest = noun.split()
    if rest and rest[0] not in _GENITIVES:
        return None
    return next((gender for ending, gender in _BY_ENDING if head.casefold().endswith(ending)), None)
