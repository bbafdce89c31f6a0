"""The names of a battle: longest match over the words of a text, unique beginnings, nearest names."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from motuc_bot.language.folding import name_key

SHORTEST_BEGINNING = 3
_MOST_SUGGESTIONS = 3
_NEAR = 55.0
_BEHIND_THE_NEAREST = 15.0
_GENITIVE = ("s",)
_ENDINGS = ("es", "en", "s", "n", "e")
_UMLAUTS = (("ae", "a"), ("oe", "o"), ("ue", "u"))
# Punctuation that may stand inside a name: `Dr. Doom`, `He-Man (Battle Cat)`, `Skeletor & Panthor`.
_INSIDE_NAMES = frozenset(".()&+/")


@dataclass(frozen=True, slots=True)
class Meaning:
    """One thing a name can stand for: `kind` tells figures, weapons and the like apart."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Match:
    """A name found in a text: it ends before word `end`; `exact` is False for a mere beginning of names."""

    end: int
    meanings: tuple[Meaning, ...]
    exact: bool = True


class NameIndex:
    """The names of one battle, compared without case, accents, hyphens and spaces.

    A full name wins over an alias of another thing of its kind; both win over the `fallback` words, which the name of
    their thing does not belong to. Names of the `declined` kinds are known with any German ending, the others with
    that of the genitive only. The `unshortened` things are never meant by the mere beginning of a word.
    """

    def __init__(
        self,
        names: Iterable[tuple[str, str, Sequence[str]]],
        fallback: Iterable[tuple[str, str, Sequence[str]]] = (),
        declined: Iterable[str] = (),
        unshortened: Iterable[str] = (),
    ) -> None:
        self._declined = frozenset(declined)
        self._unshortened = frozenset(unshortened)
        found: dict[str, list[Meaning]] = {}
        names = tuple(names)
        for kind, name, _ in names:
            _add(found, name_key(name), Meaning(kind, name))
        full = {key: {meaning.kind for meaning in meanings} for key, meanings in found.items()}
        for kind, name, aliases in names:
            for alias in aliases:
                key = name_key(alias)
                if kind not in full.get(key, ()):
                    _add(found, key, Meaning(kind, name))
        taken = {key: {meaning.kind for meaning in meanings} for key, meanings in found.items()}
        for kind, name, aliases in fallback:
            for alias in aliases:
                key = name_key(alias)
                if kind not in taken.get(key, ()):
                    _add(found, key, Meaning(kind, name))
        self._exact = {key: tuple(meanings) for key, meanings in found.items()}
        self._keys = sorted(found)
        # By kind, found when they are first asked for: a post may hold many misspelt names.
        self._keys_of: dict[str, list[str]] = {}
        # `Äxte` begin like aexte, not like axt.
        self._declined_keys = [
            key for key in self._keys if any(meaning.kind in self._declined for meaning in self._exact[key])
        ]
        self._first_letters = {key[:2] for key in self._keys} | {key[:1] for key in self._keys}
        self._first_letters |= {key[0] + "e" for key in self._keys if key[0] in "aou"}

    def exact(self, key: str) -> tuple[Meaning, ...]:
        """Return what a whole folded name (`name_key`) stands for, nothing if it is no name."""
        return self._exact.get(key, ())

    def beginning(self, key: str) -> tuple[Meaning, ...]:
        """Return what a folded beginning of at least three letters can stand for."""
        if len(key) < SHORTEST_BEGINNING:
            return ()
        meanings: list[Meaning] = []
        for place in range(bisect_left(self._keys, key), len(self._keys)):
            if not self._keys[place].startswith(key):
                break
            meanings.extend(
                meaning
                for meaning in self._exact[self._keys[place]]
                if meaning not in meanings and meaning.name not in self._unshortened
            )
        return tuple(meanings)

    def longest(self, words: Sequence[str], at: int, ordinary: Container[str] = ()) -> Match | None:
        """Return the longest full name that begins at word `at`, with or without a German ending.

        An `ordinary` word begins a name only as it stands.
        """
        key = words[at]
        if key[:2] not in self._first_letters or (key in ordinary and not _begins(self._keys, key)):
            return None
        best: Match | None = None
        ended = False
        end = at + 1
        while True:
            meanings = self._exact.get(key)
            if meanings is None and not _begins(self._keys, key):
                key, meanings = self._without_ending(key, longer_than=len(key) - len(words[end - 1]))
                ended = True
            elif meanings and ended:
                meanings = tuple(meaning for meaning in meanings if meaning.kind in self._declined)
            if meanings:
                best = Match(end, meanings)
            while end < len(words) and words[end] in _INSIDE_NAMES:
                end += 1
            if not key or end == len(words) or not words[end][:1].isalnum():
                return best
            key += words[end]
            end += 1

    def longest_beginning(self, words: Sequence[str], at: int, ordinary: Container[str] = ()) -> Match | None:
        """Return what the words from `at` on begin, over as many words as still fit; `ordinary` words end it."""
        key = words[at]
        if key[:2] not in self._first_letters or not _begins(self._keys, key):
            return None
        end = at + 1
        while end < len(words) and words[end][:1].isalnum() and words[end] not in ordinary:
            if not _begins(self._keys, key + words[end]):
                break
            key += words[end]
            end += 1
        meanings = self.beginning(key)
        return Match(end, meanings, exact=False) if meanings else None

    def nearest(self, text: str, kind: str, at_least: float = _NEAR) -> tuple[str, ...]:
        """Return the names of one kind that are nearest to a misspelt one, the nearest first, at most three.

        `at_least` is how near in percent (`rapidfuzz.fuzz.ratio`).
        """
        choices = self._keys_of.get(kind)
        if choices is None:
            choices = [key for key in self._keys if any(meaning.kind == kind for meaning in self._exact[key])]
            self._keys_of[kind] = choices
        near = process.extract(name_key(text), choices, scorer=fuzz.ratio, score_cutoff=at_least, limit=8)
        names: list[str] = []
        for key, score, _ in near:
            if score < near[0][1] - _BEHIND_THE_NEAREST:
                break
            names.extend(
                meaning.name for meaning in self._exact[key] if meaning.kind == kind and meaning.name not in names
            )
        return tuple(names[:_MOST_SUGGESTIONS])

    def _without_ending(self, key: str, longer_than: int) -> tuple[str, tuple[Meaning, ...]]:
        """Return the name or the beginning of names that a word with a German ending belongs to, "" if none."""
        beginning = ""
        for ending in ("", *_ENDINGS):
            if not key.endswith(ending):
                continue
            stem = key[: len(key) - len(ending)]
            for form in (stem, *(stem.replace(umlaut, vowel, 1) for umlaut, vowel in _UMLAUTS if umlaut in stem)):
                if len(form) <= longer_than or form == key:
                    continue
                genitive = ending in _GENITIVE and form == stem
                meanings = tuple(
                    meaning for meaning in self._exact.get(form, ()) if genitive or meaning.kind in self._declined
                )
                if meanings:
                    return form, meanings
                if not beginning and _begins(self._declined_keys, form):
                    beginning = form  # it may go on: `Schwertes der Macht`
        return beginning, ()


def _begins(keys: list[str], beginning: str) -> bool:
    place = bisect_left(keys, beginning)
    return place < len(keys) and keys[place].startswith(beginning)


def _add(found: dict[str, list[Meaning]], key: str, meaning: Meaning) -> None:
    if key and meaning not in found.setdefault(key, []):
        found[key].append(meaning)
