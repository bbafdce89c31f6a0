"""The reader of MotUC-Battle: the text of a post → commands. It knows the names of a battle, never its state."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from motuc_bot.language import Ambiguous, LineKind, Meaning, Reading, ReadLine, Unreadable
from motuc_bot.language.folding import folded_words
from motuc_bot.language.lines import Part, parts_of
from motuc_bot.language.speech import without_speech
from motuc_bot.systems.motuc.gamemaster import Rule, read_game_master
from motuc_bot.systems.motuc.lexicon import Lexicon, Sort, lexicon
from motuc_bot.systems.motuc.names import Entry, Kind, Named, name_index, unknown
from motuc_bot.systems.motuc.orders import Order, knows, read_alone, read_order
from motuc_bot.systems.motuc.slots import syntax
from motuc_bot.systems.motuc.starts import after_start, begins_with_start, read_starts
from motuc_bot.systems.motuc.tokens import tokens_of
from motuc_bot.systems.motuc.verbless import last_part
from motuc_bot.systems.motuc.why import Why
from rules.core import GAME_MASTER, GeneralCode, RollBack
from rules.motuc.commands import Command, Done, Pass, TakeBack
from rules.motuc.words import FigureName, Team

MOST_LINES = 60
# From here on no speech is looked for beside the orders of a post: each look costs time.
_MOST_MIXED = 15
_MOST_STRANGERS = 25
_MOST_INTRODUCING = 3
# Lines for a figure that had to be looked into before they were found to be speech.
_MOST_SPOKEN = 150
_MARKS = frozenset("„“”\"»«‚‘’'*")
_NEARLY = 72.0

_TEAMS = {
    prefix + name: team
    for name, team in (("schwarz", Team.BLACK), ("weiss", Team.WHITE))
    for prefix in ("", "team", "mannschaft")
}
_GAME_MASTERS = frozenset((GAME_MASTER.casefold(), "spielleitung", "spielleiter", "spielleiterin", "gm"))
_EVERYBODY = frozenset(("alle", "alle figuren", "meine figuren", "alle meine figuren", "wir", "beide"))
_READY = r"(?:(?:jetzt|nun|auch|dann|schon|damit|soweit|hiermit) )*fertig(?: (?:jetzt|soweit|danke))?"
_FINISHED = re.compile(rf"(?:(?:ist|(?:ich )?bin|(?:(?:wir|alle) )?sind|alle) )?{_READY}")
# On a line of its own `ist fertig` would be prose, `sind alle fertig` a question.
_ALL_FINISHED = re.compile(rf"(?:(?:(?:ich )?bin|(?:wir )?sind|alle) )?{_READY}")
_TAKE_BACK = re.compile(r"(?:bitte )?(?:(?:den )?(?:letzten )?beitrag )?zurueck(?:nehmen)?(?: bitte)?")
_TAKE_BACK_OF_FIGURE = re.compile(
    r"(?:bitte )?(?:(?:ich )?(?:nimmt|nehme|nehm|nimm) )?(?:(?:das|es|alles|(?:den|seinen|meinen) (?:zug|beitrag)) )?"
    r"(?:wieder )?zurueck(?:nehmen)?(?: bitte)?"
)
_LAST_WORD = re.compile("fertig|zur", re.IGNORECASE)
_EMOTICON = re.compile(r"\s*-?[()DPpO3*/\\|]+\s*")
_SOMEBODY_FINISHED = re.compile(r"(.*\w)\W+fertig\W*", re.IGNORECASE | re.DOTALL)
_LONGEST_FINISH = 120
# Rulings in brackets: `(R-N2)`, `[vgl. R-P3, R-P9]`.
_RULINGS = re.compile(r"[(\[](?:\s|[,;.]|gemäß|laut|nach|siehe|s\.|vgl|und|R-[A-Z][0-9]{1,2}){1,12}[)\]]")
_NOBODY = FigureName("")
_GAME_MASTER = FigureName(GAME_MASTER)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The names a battle knows: figures and weapons with their aliases, its players, who carries what."""

    figures: tuple[tuple[str, tuple[str, ...]], ...] = ()
    weapons: tuple[tuple[str, tuple[str, ...]], ...] = ()
    seats: tuple[str, ...] = ()
    carried: tuple[tuple[str, tuple[str, ...]], ...] = ()


Line = ReadLine[Command | RollBack]


class Reader:
    """Reads the posts of one battle."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._lexicon = lexicon()
        self._index = name_index(vocabulary.figures, tuple(_with_last_parts(vocabulary, self._lexicon)))
        self._seats = vocabulary.seats
        self._carried = {figure: frozenset(weapons) for figure, weapons in vocabulary.carried}

    def read(self, text: str) -> Reading[Command | RollBack]:
        """Return the command lines, faulty lines and speech of a post; no text makes this fail."""
        lines: list[Line] = []
        orders = strangers = spoken = 0
        speaker: FigureName | None = None
        for part in _whole(parts_of(text)):
            if part.first:
                speaker = None
            alone = orders >= _MOST_MIXED
            found = self._named(part, alone)
            if found is not None:
                line, speaker = found
            elif part.head is None:
                line = self._unnamed(part, speaker, alone)
            else:
                strangers += 1
                line = self._strange(part) if strangers <= _MOST_STRANGERS else None
                if line is None and speaker is not None and strangers <= _MOST_STRANGERS:
                    # What stands behind a `;` goes on: `greift He-Man an; Beweglichkeit: 2`.
                    line = self._unnamed(replace(part, head=None, body=f"{part.head}: {part.body}"), speaker, alone)
            if line is None and lines and lines[-1].commands and speaker is not None and not part.first:
                line = self._left_over(part)
            if line is None:
                continue
            orders += line.kind is LineKind.COMMAND
            spoken += line.kind is LineKind.SPEECH and part.body.lstrip()[:1] not in _MARKS
            if orders > MOST_LINES or spoken > _MOST_SPOKEN:
                lines.append(
                    _faulty(part, syntax(Why.TOO_MANY_LINES, most=MOST_LINES if orders > MOST_LINES else None))
                )
                break
            lines.append(line)
        return Reading(tuple(lines))

    def _named(self, part: Part, alone: bool) -> tuple[Line | None, FigureName | None] | None:
        """Read a part that names a figure, a team or the game master before its colon; None if it names none."""
        if part.head is None:
            return None
        key = "".join(folded_words(part.head))
        figures = _figures(self._index.exact(key))
        if not figures and key in _TEAMS:
            return _team_line(part, _TEAMS[key]), None
        if key == _GAME_MASTER.casefold() or (not figures and key in _GAME_MASTERS):
            return self._game_master_line(part), _GAME_MASTER
        figures = figures or _figures(self._index.beginning(key))
        if not figures:
            return self._introduced(part, alone)
        if len(figures) > 1:
            return self._unclear_line(part, figures), None
        return self._figure_line(part, figures[0], alone), figures[0]

    def _introduced(self, part: Part, alone: bool) -> tuple[Line | None, FigureName | None] | None:
        """Read a part with more than the name before its colon: `Die Zauberin`, `So, He-Man`; None if it is none."""
        assert part.head is not None
        words = folded_words(part.head)
        for at in range(1, min(len(words), _MOST_INTRODUCING + 1)):
            figures = _figures(self._index.exact("".join(words[at:])))
            if len(figures) != 1:
                continue
            if self._lexicon.heads.issuperset(words[:at]):
                line = self._figure_line(part, figures[0], alone)
                return (None if line.kind is LineKind.SPEECH else line), figures[0]
            strange = at == 1 and words[0] not in self._lexicon.words and part.head[:1].isupper()
            strange = strange and not (self._index.exact(words[0]) or self._index.beginning(words[0]))
            if strange and self._order(_NOBODY, part.body).commands:
                # `Superheld He-Man: …` is told how to write it, `Skeletor zu He-Man: …` is prose.
                head = part.head.strip()
                return _faulty(
                    part,
                    Unreadable(GeneralCode.UNKNOWN_NAME, Why.UNKNOWN_FIGURE, name=head, suggestions=tuple(figures)),
                ), None
        return None

    def _unnamed(self, part: Part, speaker: FigureName | None, alone: bool) -> Line | None:
        """Read a part without a colon: `fertig`, `zurück`, `Start …`, or more for the figure named before a `;`."""
        if not part.body[:1].isalnum() and speaker is None:
            return None
        if finished := self._finish_line(part):
            return finished
        if (starts := after_start(part.body, self._lexicon)) is not None and part.body[:1].isalnum():
            return self._start_line(part, starts)
        if begins_with_start(part.body, self._index, self._lexicon):
            started = self._start_line(part, part.body)
            return None if started is None or started.error else started
        if speaker == _GAME_MASTER:
            return _line(part, read_game_master(part.body, self._index, self._lexicon, self._seats))
        if speaker is not None:
            return _line(part, self._order(speaker, part.body, alone))
        return None

    def _left_over(self, part: Part) -> Line | None:
        """Refuse what stands behind the `;` of an order and may belong to it: `heilt Teela: 3 Leben; 1 Ausdauer`."""
        text = without_speech(part.text, self._knows)
        tokens = tokens_of(text, self._index, self._lexicon) if text is not None else []
        things = any(token.type in (Sort.NUMBER, Sort.UNIT, Sort.TIMES) or _is_thing(token.value) for token in tokens)
        return _faulty(part, syntax(Why.NOT_UNDERSTOOD, rest=part.text.strip())) if things else None

    def _finish_line(self, part: Part) -> Line | None:
        """Read `fertig`, `Ich bin fertig`, `Schwarz fertig`, `Skeletor fertig` or `zurück`, alone on their line."""
        if len(part.body) > _LONGEST_FINISH or "?" in part.body:
            return None
        written = " ".join(folded_words(part.body))
        if _TAKE_BACK.fullmatch(written):
            return _commands(part, TakeBack())
        if not written.endswith(("fertig", "jetzt", "soweit", "danke")):
            return None
        if _ALL_FINISHED.fullmatch(written):
            return _commands(part, Done())
        whose = _SOMEBODY_FINISHED.fullmatch(part.body)
        if whose is None:
            return None
        team = _TEAMS.get("".join(folded_words(whose[1])).removesuffix("ist"))
        if team is not None:
            return _commands(part, Done(team))
        return _commands(part, *(Pass(figure) for figure in figures)) if (figures := self._listed(whose[1])) else None

    def _strange(self, part: Part) -> Line | None:
        """Read a part with an unknown name before its colon: refused only if the rest reads as a command."""
        assert part.head is not None
        if (starts := after_start(part.head, self._lexicon)) is not None:
            return self._start_line(part, f"{starts} {part.body}")
        if _EMOTICON.fullmatch(part.body):
            return self._finish_line(replace(part, head=None, body=part.head))
        figures = self._listed(part.head)
        if figures and _is_finished(part.body):
            return _commands(part, *map(Pass, figures))
        everybody = " ".join(folded_words(part.head)) in _EVERYBODY
        if everybody and _is_finished(part.body):
            return _commands(part, Done())
        order = self._order(_NOBODY, part.body)
        misspelt = order.error is not None and order.error.code != GeneralCode.SYNTAX
        if not order.commands and not misspelt:
            return None
        if order.commands and (everybody or figures):
            return _faulty(part, syntax(Why.SEVERAL_FIGURES, names=figures or (part.head.strip(),)))
        refusal = unknown(self._index, Kind.FIGURE, part.head.strip())
        near = bool(self._index.nearest(part.head, Kind.FIGURE, at_least=_NEARLY))
        one_word = len(part.head.split()) == 1
        return _faulty(part, refusal) if near or (one_word and order.said) else None

    def _listed(self, text: str) -> tuple[FigureName, ...]:
        """Return the figures of a text that names figures and nothing else: `Skeletor und Beast Man`."""
        figures: list[FigureName] = []
        for token in tokens_of(text, self._index, self._lexicon):
            if isinstance(token.value, Named) and len(meant := token.value.figures) == 1:
                figures.append(meant[0])
            elif token.type != Sort.SEPARATOR:
                return ()
        return tuple(dict.fromkeys(figures))

    def _figure_line(self, part: Part, figure: FigureName, alone: bool) -> Line:
        if _LAST_WORD.search(part.body) and without_speech(part.body, self._knows) is not None:
            if _is_finished(part.body):
                return _commands(part, Pass(figure))
            if "?" not in part.body and _TAKE_BACK_OF_FIGURE.fullmatch(" ".join(folded_words(part.body))):
                return _commands(part, TakeBack(figure))
        return _line(part, self._order(figure, part.body, alone)) or ReadLine(part.number, part.text, LineKind.SPEECH)

    def _game_master_line(self, part: Part) -> Line:
        if without_speech(part.body, self._knows) is None:
            return ReadLine(part.number, part.text, LineKind.SPEECH)
        # Quotation marks inside the line belong to the reason.
        rule = read_game_master(part.body, self._index, self._lexicon, self._seats)
        return _line(part, rule) or ReadLine(part.number, part.text, LineKind.SPEECH)

    def _start_line(self, part: Part, starts: str) -> Line | None:
        try:
            commands = read_starts(starts, self._index, self._lexicon)
        except (Unreadable, Ambiguous) as refusal:
            return _faulty(part, refusal.with_traceback(None))
        return _commands(part, *commands) if commands else None

    def _unclear_line(self, part: Part, figures: tuple[FigureName, ...]) -> Line | None:
        order = self._order(_NOBODY, part.body)
        if not order.commands and order.error is None:
            return None
        assert part.head is not None
        return _faulty(part, Ambiguous(Kind.FIGURE, part.head.strip(), figures))

    def _order(self, figure: FigureName, body: str, alone: bool = True) -> Order:
        """Read what a figure does; no speech or reason may stand beside an order that must be `alone`."""
        text = without_speech(body, self._knows)
        if text is None:
            return Order()
        if "R-" in text:
            text = _RULINGS.sub(_blank, text)
        read = read_alone if alone else read_order
        return read(figure, text, self._index, self._lexicon, self._carried)

    def _knows(self, marked: str) -> bool:
        return knows(marked, self._index, self._lexicon)


def _with_last_parts(vocabulary: Vocabulary, lexicon: Lexicon) -> Iterator[Entry]:
    """Yield the weapons with their aliases and, as one more, what a compound name ends with (`Speer`).

    Of weapons that nobody carries only the names count, as long as it is known who carries what.
    """
    carried = {weapon for _, weapons in vocabulary.carried for weapon in weapons}
    for name, aliases in vocabulary.weapons:
        part = last_part(name, lexicon) if not carried or name in carried else None
        yield name, aliases if part is None else (*aliases, part)


def _whole(parts: Iterable[Part]) -> Iterator[Part]:
    """Yield the parts of a post; one that a `;` in brackets has cut is put together again."""
    before: Part | None = None
    for part in parts:
        if before is not None and not part.first and _is_cut(before, part):
            together = f"{before.body}; {part.text}"
            before = replace(before, text=f"{before.text}; {part.text}", body=together)
            continue
        if before is not None:
            yield before
        before = part
    if before is not None:
        yield before


def _is_cut(before: Part, part: Part) -> bool:
    """Tell whether the brackets of a part are closed in the next one."""
    return any(
        before.body.rfind(opening) > before.body.rfind(closing)
        and part.text.find(closing) >= 0
        and (part.text.find(opening) < 0 or part.text.find(closing) < part.text.find(opening))
        for opening, closing in ("()", "[]")
    )


def _blank(span: re.Match[str]) -> str:
    return " " * len(span[0])


def _is_thing(value: object) -> bool:
    return isinstance(value, Named) and not value.only_figure


def _figures(meanings: Iterable[Meaning]) -> tuple[FigureName, ...]:
    return tuple(dict.fromkeys(FigureName(meaning.name) for meaning in meanings if meaning.kind == Kind.FIGURE))


def _is_finished(body: str) -> bool:
    if "?" in body or without_speech(body, lambda _: False) is None:
        return False
    return bool(_FINISHED.fullmatch(" ".join(folded_words(body))))


def _team_line(part: Part, team: Team) -> Line | None:
    return _commands(part, Done(team)) if _is_finished(part.body) else None


def _line(part: Part, read: Order | Rule) -> Line | None:
    """Return the line for what was read, None for what is no order."""
    if read.error is not None:
        return _faulty(part, read.error)
    return _commands(part, *read.commands) if read.commands else None


def _commands(part: Part, *commands: Command | RollBack) -> Line:
    return ReadLine(part.number, part.text, LineKind.COMMAND, commands)


def _faulty(part: Part, error: Unreadable | Ambiguous) -> Line:
    return ReadLine(part.number, part.text, LineKind.COMMAND, error=error)
