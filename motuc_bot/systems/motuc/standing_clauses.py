"""Standing orders taken apart: `Skeletor: bei Nahkampf: pariert, sonst weicht aus; unter 3 Leben: weicht aus`.

Each clause is a condition and what is done then, first choice first. What is done is read as a reaction of the figure
that it is for, as in any post: the same words may mean another weapon to another figure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from motuc_bot.language.folding import folded_words
from motuc_bot.language.lines import Part, parts_of
from motuc_bot.language.numbers import CARDINALS, whole_number
from motuc_bot.shortened import shortened
from rules.motuc.reactions import ThreatKind


class When(Enum):
    """The conditions of a clause, each as it is told to its author."""

    LOW = "Unter {} Leben"
    MELEE = "Bei Nahkampf"
    SHOT = "Bei Schüssen (bei jedem einzelnen)"
    DISARM = "Bei Entwaffnen"
    SPELL = "Bei Zaubern"
    ANY = "Sonst immer"

    @property
    def kinds(self) -> tuple[ThreatKind, ...]:
        """The kinds of attack for which it can hold; a spell allows no reaction."""
        match self:
            case When.MELEE:
                return (ThreatKind.MELEE,)
            case When.SHOT:
                return (ThreatKind.SHOT,)
            case When.DISARM:
                return (ThreatKind.DISARM,)
            case When.SPELL:
                return ()
            case When.LOW | When.ANY:
                return tuple(ThreatKind)


@dataclass(frozen=True, slots=True)
class Clause:
    """One condition with what is done then, in words; `head` is the name of the figure as written (None = all).

    `below` is the number of a `When.LOW`. `number` and `line` are where it stands in the message.
    """

    number: int
    line: str
    head: str | None
    when: When
    below: int
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unclear:
    """A line, or a part of it, that is no clause, with what is wrong in German."""

    number: int
    line: str
    message: str


_ENDS = re.compile(
    r"(?:bitte )?(?:(?:ab (?:jetzt|sofort) )?keine (?:\w+ )?vorgaben(?: fuer \w+)?(?: mehr)?"
    r"|(?:alle |meine |alle meine )?vorgaben(?: fuer \w+)? (?:loeschen|zurueck(?:nehmen|ziehen)?|weg|aufheben|beenden))"
    r"(?: bitte)?"
)
_HEADING = re.compile(r"(?:meine |neue |meine neuen )?vorgaben?(?: fuer (?:meine )?(?:reaktionen|figuren))?")
_AT = r"(?:(?:bei|beim|gegen|im|in|auf|von)\s+)?(?:(?:ein\w*|jede[mnrs]?|alle[nr]?|dem|den|der|die)\s+)?"
_KINDS: dict[When, str] = {
    When.MELEE: r"Nahk[aä]mpf\w*|Angriff\w*|Schl[aä]g\w*",
    When.SHOT: r"Sch(?:uss|u[sß]|üss|uess)\w*|Beschuss|Beschuß|Fernk[aä]mpf\w*|W[uü]rf\w*|Wuerf\w*",
    When.DISARM: r"Entwaffn\w*",
    When.SPELL: r"Zauber\w*|Magie",
}
_SIGN = r"\s*[:：,]?\s*"
_WHEN: dict[When, re.Pattern[str]] = {
    When.LOW: re.compile(
        rf"(?:(?:bei|mit|wenn)\s+)?(?:unter|weniger\s+als)\s+(?P<below>\w+)\s+Leben\w*{_SIGN}", re.IGNORECASE
    ),
    When.ANY: re.compile(rf"(?:immer|sonst(?:\s+immer)?|ansonsten|in\s+jedem\s+Fall)\b{_SIGN}", re.IGNORECASE),
} | {when: re.compile(rf"{_AT}(?:{words})\b{_SIGN}", re.IGNORECASE) for when, words in _KINDS.items()}
# Without `bei` a noun is a condition only before a colon: `Schüsse: weicht aus`.
_STARTS = re.compile(r"(?:bei|beim|gegen|im|unter|weniger|immer|sonst|ansonsten|wenn|falls)\b", re.IGNORECASE)
# Before a colon, however else the line is written: `Falls Nahkampf: pariert`.
_SPEAKS_OF = re.compile(
    r"[^:：\n]{0,60}\b(?:Vorgabe|Nahkampf|Schuss|Schuß|Schüsse|Beschuss|Fernkampf|Entwaffn)\w*[^:：]{0,30}[:：]",
    re.IGNORECASE,
)
_LONGEST_CONDITION = 60
_EMPHASIS = re.compile(r"[*`~|]")
_OTHERWISE = re.compile(r"\s*[,.;]?\s*\b(?:sonst|ansonsten)\b\s*[:：]?\s*", re.IGNORECASE)
_EACH_SHOT = re.compile(
    r"(?:weicht\s+|weiche\s+)?(?:mit\s+)?(?P<stake>\w+)(?:\s+Bew\w*)?\s+"
    r"(?:je|pro|auf\s+jeden|für\s+jeden|gegen\s+jeden)\s+(?:Schuss|Schuß|Wurf)(?:\s+aus)?",
    re.IGNORECASE,
)
_ALL_IN = re.compile(r"alle[sn]?\s+(?:auf|fürs|für\s+das|ins|zum)\s+Ausweichen", re.IGNORECASE)
_EXAMPLES = "bei Nahkampf, bei Schüssen, bei Entwaffnen, unter 3 Leben, immer, sonst"


def ends(text: str) -> bool:
    """Tell whether a message takes back the standing orders, and says nothing else."""
    return _ENDS.fullmatch(" ".join(folded_words(text))) is not None


def begins(text: str) -> bool:
    """Tell whether a message holds a line that is meant as a standing order."""
    return any(part.first and _is_meant(part) for part in parts_of(text))


def clauses_of(text: str) -> Iterator[Clause | Unclear]:
    """Yield the clauses of a message, line by line, and what is none; headings and quoted lines are left out."""
    head: str | None = None
    for part in parts_of(text):
        if part.first:
            head = None
        whole = _whole(part)
        if part.first and _HEADING.fullmatch(" ".join(folded_words(whole))):
            continue
        if part.head is not None and _condition(whole) is None and not _STARTS.match(whole):
            head, whole = _plain(part.head), _plain(part.body)
        yield _clause(part, head, whole)


def tidied(text: str) -> str:
    """Return the lines of a message that are read, without decoration: the same text each time it is told."""
    lines: dict[int, list[str]] = {}
    for part in parts_of(text):
        lines.setdefault(part.number, []).append(" ".join(_whole(part).split()))
    return "\n".join("; ".join(parts) for parts in lines.values())


def _whole(part: Part) -> str:
    return _plain(part.body if part.head is None else f"{part.head}:{part.body}")


def _plain(text: str) -> str:
    return _EMPHASIS.sub("", text).strip(" _")


def _is_meant(part: Part) -> bool:
    texts = [_whole(part)] if part.head is None else [_whole(part), _plain(part.body)]
    return any(
        _condition(text) is not None
        or _SPEAKS_OF.match(text) is not None
        or (_STARTS.match(text) is not None and ":" in text[:_LONGEST_CONDITION])
        for text in texts
    )


def _condition(text: str) -> tuple[When, re.Match[str]] | None:
    """Return the condition with which a text begins."""
    for when, pattern in _WHEN.items():
        found = pattern.match(text)
        if found and (_STARTS.match(text) or found[0].rstrip().endswith((":", "："))):
            return when, found
    return None


def _clause(part: Part, head: str | None, text: str) -> Clause | Unclear:
    found = _condition(text)
    if found is None:
        return Unclear(
            part.number,
            part.text,
            f"„{_quoted(text)}“ beginnt mit keiner Bedingung, die ich kenne: {_EXAMPLES}. "
            "In einer Nachricht mit Vorgaben steht nichts anderes.",
        )
    when, match = found
    below = _number(match["below"]) if when is When.LOW else 0
    if below is None:
        return Unclear(part.number, part.text, f"Unter wie viel Leben? „{_quoted(match['below'])}“ ist keine Zahl.")
    actions = tuple(_reworded(action) for action in _OTHERWISE.split(text[match.end() :]) if action.strip(" ,.;"))
    if not actions:
        return Unclear(part.number, part.text, f"Was soll geschehen? Hinter „{_quoted(match[0])}“ steht nichts.")
    return Clause(part.number, part.text, head, when, below, actions)


def _number(word: str) -> int | None:
    return whole_number(word) if word.isdigit() else CARDINALS.get("".join(folded_words(word)))


def _reworded(action: str) -> str:
    """Return what is done in the words of a post: `1 je Schuss` is said of each shot alone."""
    action = action.strip(" ,.;")
    if each := _EACH_SHOT.fullmatch(action):
        return f"weicht mit {each['stake']} aus"
    return "weicht mit allem aus" if _ALL_IN.fullmatch(action) else action


def _quoted(text: str) -> str:
    return shortened(" ".join(text.rstrip(" :：,").split()), _LONGEST_CONDITION)
