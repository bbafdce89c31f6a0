"""Refusals in plain German: what is wrong, by which ruling, and one line to write instead."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from string import Formatter

from motuc_bot.shortened import shortened
from motuc_bot.systems.motuc.again import again, corrected, in_thread, moment
from motuc_bot.systems.motuc.examples import example, head
from motuc_bot.systems.motuc.nouns import the
from motuc_bot.systems.motuc.rulings import short_sentence
from motuc_bot.systems.motuc.spoken import CATEGORIES, SPELLS, TEAMS, VALUES
from motuc_bot.systems.motuc.why import Why
from motuc_bot.systems.motuc.wording import LONGEST_LINE, NOW, counted, listed, sentence_case, weapon_name
from rules.board import Field, column_letters, in_sight
from rules.core import GeneralCode, Seat
from rules.motuc.codes import Ruling
from rules.motuc.conditions import occupied
from rules.motuc.model import State
from rules.motuc.words import Category, Phase, Quantity, Spell, Team

Facts = Mapping[str, object]

_LONGEST_QUOTE = 60
_WEAPON = "den"
_SENTENCE = "Satz"
_NOT_IN_PRIVATE = "not_in_private"
_NO_TEXT = "Das geht so nicht."


def explain(
    refusal: Exception,
    state: State,
    *,
    seat: Seat | None = None,
    figure: str | None = None,
    text: str = "",
    commands: Sequence[object] = (),
    made_up: bool = True,
) -> str:
    """Return what is wrong with a line, the heart of the ruling behind it, and what to write instead.

    `refusal` is a `Rejected`, `Unreadable` or `Ambiguous`. `seat` and `figure` are who posted and for whom, `text` is
    the line and `commands` what it was read as, where they are known: so the line to write is as near to it as can be.
    It stands behind a line break where all would be too long for one line. Without `made_up` it is never an example.
    """
    code, why = str(getattr(refusal, "code", "")), str(getattr(refusal, "why", ""))
    facts: Facts = getattr(refusal, "facts", {})
    waits = moment(why, facts, state, seat, commands)
    told = facts if waits is None or not waits.timing else {**facts, "timing": waits.timing}
    if code == GeneralCode.NOT_YOUR_FIGURE and seat is not None:
        told = {**told, "own": tuple(one.name for one in state.figures if one.seat == seat and one.standing)}
    parts = [reason(code, why, told, state)]
    if near := _words(facts).get("suggestions"):
        parts.append(f"Meintest du {listed(near, 'oder')}?" if isinstance(near, tuple) else f"Meintest du {near}?")
    if code in list(Ruling):
        parts.append(f"{short_sentence(Ruling(code)).removesuffix('.')} ({code}).")
    instead: list[str] = []
    if waits is not None:
        instead = again(waits, text)
    elif why == _NOT_IN_PRIVATE:
        instead = [in_thread(text)]
    elif mended := corrected(why, facts, text):
        instead = [f"Dann schreib: `{mended}`"]
    elif made_up:
        line = example(why, facts, state, seat=seat, figure=figure, text=text, commands=commands)
        instead = _pattern(why, state, text) if line is None else [f"Zum Beispiel: `{line}`"]
    whole = " ".join(parts + instead)
    if len(whole) <= LONGEST_LINE or "`" not in "".join(instead):
        return whole
    return "\n".join((" ".join(parts), *instead))


def _pattern(why: str, state: State, text: str) -> list[str]:
    """Return how a line with a target is written, where nobody is near enough for one that would count now."""
    name = head(state, text)
    actor = None if name is None else state.find(name)
    if why != Why.TARGET_MISSING or actor is None:
        return []
    foe = next((one for one in state.figures if one.team is not actor.team and one.standing), None)
    verb = "schießt auf {foe}" if "schie" in text.casefold() else "greift {foe} an"
    return [] if foe is None else [f"Wenn ein Ziel nah genug ist: `{actor.name}: {verb.format(foe=foe.name)}`"]


def reason(code: str, why: str, facts: Facts, state: State) -> str:
    """Return the sentence that says what is wrong, with the facts of the refusal."""
    words = _words(facts) | _derived(facts, state)
    for text in texts().get((code, why), ()):
        if fields_of(text) <= words.keys():
            return _German().vformat(text, (), words)
    return _NO_TEXT


@cache
def texts() -> Mapping[tuple[str, str], tuple[str, ...]]:
    """Return the sentences by code and reason; of several the first counts for which all facts are there."""
    text = files("motuc_bot.systems.motuc").joinpath("refusals.toml").read_text(encoding="utf-8")
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for code, reasons in tomllib.loads(text).items():
        for why, sentences in reasons.items():
            found[code, why] = (sentences,) if isinstance(sentences, str) else tuple(sentences)
    return found


def fields_of(text: str) -> frozenset[str]:
    """Return the facts that a sentence needs."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name)


class _German(Formatter):
    """Formats `{steps:Feld|Felder}` as a number with its noun, `{names:oder}` as a list, `{weapon:den}` as a weapon.

    `{phase:Satz}` begins with a capital.
    """

    def format_field(self, value: object, format_spec: str) -> str:
        if isinstance(value, tuple):
            return listed(map(str, value), format_spec or "und")
        if isinstance(value, int) and "|" in format_spec:
            one, many = format_spec.split("|")
            return counted(value, one, many)
        if format_spec == _SENTENCE:
            return sentence_case(str(value))
        return the(str(value)) if format_spec == _WEAPON else str(value)


def _words(facts: Facts) -> dict[str, object]:
    """Return the facts as words and numbers; what is None is left out."""
    return {name: _word(value) for name, value in facts.items() if value is not None and value != ()}


def _word(value: object) -> object:
    # By type: as strings Team.WHITE and Category.WHITE are equal.
    match value:
        case Team():
            return TEAMS[value]
        case Spell():
            return SPELLS[value]
        case Category():
            return CATEGORIES[value]
        case Quantity():
            return VALUES[value]
        case Phase():
            return NOW[value]
        case Field():
            return str(value)
        case tuple() | list():
            return tuple(_word(each) for each in value)
        case str():
            return shortened(" ".join(weapon_name(value).split()), _LONGEST_QUOTE)
        case _:
            return value


def _derived(facts: Facts, state: State) -> dict[str, object]:
    """Return what follows from the facts and the state: sums, limits, who stands in between."""
    words: dict[str, object] = {}
    if state.figures:
        words["last_column"] = column_letters(state.setup.board.columns)
        words["last_row"] = state.setup.board.rows
    if "figure" in facts and facts["figure"] == facts.get("target"):
        words["oneself"] = facts["figure"]
    match facts:
        case {"stamina": int(stamina), "agility": int(agility)}:
            words["limit"] = stamina + agility
        case {"range": int(steps)}:
            words["range_steps"] = steps - 1
        case {"team": Team() as team, "figure": _, "field": _}:
            words["edge"] = column_letters(1 if team is Team.BLACK else state.setup.board.columns)
        case {"field": Field() as origin, "target_field": Field() as goal}:
            between = _between(state, origin, goal)
            if between:
                words["between"] = between
        case {"black": int(black), "white": int(white), "agreed": agreed, "values": tuple(values)}:
            words |= _values(black, white, agreed, values)
        case _:
            pass
    return words


def _between(state: State, origin: Field, goal: Field) -> str:
    """Return the figure without which the line of sight would be free."""
    taken = occupied(state)
    for figure in state.figures:
        if figure.standing and figure.field in taken and figure.field not in (origin, goal, None):
            others = frozenset(field for field in taken if field != figure.field)
            if in_sight(state.setup.board, origin, goal, others):
                return figure.name
    return ""


def _values(black: int, white: int, agreed: object, values: tuple[object, ...]) -> dict[str, object]:
    words: dict[str, object] = {
        "poorer": TEAMS[Team.BLACK if black < white else Team.WHITE],
        "difference": abs(black - white),
    }
    for team, total in ((Team.BLACK, black), (Team.WHITE, white)):
        mine = [row for row in values if isinstance(row, tuple) and row[0] == team]
        words[f"{team}_figures"] = ", ".join(f"{name} {value}" for _, name, value in mine)
        if isinstance(agreed, int):
            words[f"{team}_off"] = _off(total - agreed)
    return words


def _off(difference: int) -> str:
    if difference == 0:
        return "genau richtig"
    return f"{difference} zu viel" if difference > 0 else f"{-difference} zu wenig"
