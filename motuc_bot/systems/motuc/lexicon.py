"""The German of MotUC-Battle as a table: what each folded word of `lexicon.toml` is."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files

from motuc_bot.language.folding import fold, folded_words
from motuc_bot.language.numbers import CARDINALS, ORDINALS, TIMES
from motuc_bot.systems.motuc.conjugation import forms_of, unused_forms

# The auxiliaries that `nichts` makes an order: `macht diesmal nichts`.
DOING = "doing"
_DRAWN_OUT = re.compile(r"(.)\1{2,}")
_SHORTEST_PARTICIPLE = 7
_SHORTEST_SPELLING = 3
_DOTLESS = str.maketrans("äöü", "aou")


class Sort(StrEnum):
    """The sorts of words; the first ones are the terminals of the grammar."""

    NAME = "NAME"
    UNKNOWN = "UNKNOWN"
    NUMBER = "NUMBER"
    ORDINAL = "ORDINAL"
    TIMES = "TIMES"
    UNIT = "UNIT"
    SHOT = "SHOT"
    NTH_SHOT = "NTH_SHOT"
    WEAPON = "WEAPON"
    SELF = "SELF"
    PRONOUN = "PRONOUN"
    PREPOSITION = "PREPOSITION"
    PARTICLE = "PARTICLE"
    VERB = "VERB"
    AUXILIARY = "AUXILIARY"
    DEED = "DEED"
    SEPARATOR = "SEPARATOR"
    NEGATION = "NEGATION"
    NOTHING = "NOTHING"
    EACH = "EACH"
    FILLER = "FILLER"
    TIMES_WORD = "TIMES_WORD"
    WITH_IT = "WITH_IT"


class Meaning(StrEnum):
    """What a verb, a noun in its place or a set phrase orders."""

    WALK = "walk"
    DRAW = "draw"
    ATTACK = "attack"
    SHOOT = "shoot"
    CAST = "cast"
    TORTURE = "torture"
    CONFUSE = "confuse"
    REGENERATE = "regenerate"
    DISARM = "disarm"
    CHANGE = "change"
    PICK_UP = "pick_up"
    RELOAD = "reload"
    STAND_UP = "stand_up"
    PASS = "pass"
    STAY = "stay"
    PARRY = "parry"
    DODGE = "dodge"
    RESIST = "resist"
    DEFEND = "defend"
    NO_DEFENCE = "no_defence"
    LEAVE = "leave"
    STAKE = "stake"
    HOLD = "hold"
    HANDS = "hands"
    START = "start"
    FINISH = "finish"
    ENCHANT = "enchant"
    AIM = "aim"
    LIGHT = "light"
    STOW = "stow"
    GESTURE = "gesture"
    HIT = "hit"
    SAY = "say"


class Unit(StrEnum):
    """What a number counts; ALL is `mit allem`."""

    AGILITY = "agility"
    LIFE = "life"
    STAMINA = "stamina"
    ALL = "all"


REACTIONS = frozenset(
    (Meaning.PARRY, Meaning.DODGE, Meaning.RESIST, Meaning.DEFEND, Meaning.NO_DEFENCE, Meaning.LEAVE, Meaning.STAKE)
)

# What may be ordered by its verb alone.
NEEDS_NOTHING = REACTIONS | {Meaning.PASS, Meaning.STAY, Meaning.STAND_UP, Meaning.RELOAD}

# Verbs that order nothing by themselves.
_SOFT = frozenset((Meaning.ENCHANT, Meaning.AIM, Meaning.LIGHT, Meaning.GESTURE, Meaning.SAY))


@dataclass(frozen=True, slots=True)
class VerbForm:
    """A form of a verb: `greift` is `greifen` with no particle, `angreifen` is `greifen` with `an`.

    `finite` forms begin a clause, `closing` ones (infinitive, participle) may end it; `entwaffnet` does either.
    """

    base: str
    particle: str | None = None
    finite: bool = True
    closing: bool = False
    third: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """What one word is: its sort, and with it a verb form, a meaning, a preposition, a unit or a number."""

    sort: Sort
    value: VerbForm | Meaning | Unit | str | int | None = None


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All words, set phrases (by their first word, longest first) and meanings of verbs with their particles.

    `weak` verbs belong to everyday speech too, `soft` ones order nothing by themselves; `lenient` ones are read without
    this particle; `reactive` ones can be a reaction. `manner` and `moods` are words for how something is done (folded
    participles in -end too, unless in `no_manner`), `hedges` change the sense of what they stand beside, `taunts` make
    an imperative one, whoever is `spoken_to` gets no order, what follows `cries` and a colon is only said; `sayings`
    may be murmured beside an order. `spelling` writes the finite forms of the verbs of the battle, by their first
    letter, `weak_spelling` those of everyday speech; words in `no_slip` are none of them.
    With a field to go to `steps` walk; `armed` ones attack only with a weapon named, which `flings` may throw, and
    `verb_weapons` strike with this one. What follows an order may be more than speech if it holds one of the `changes`.
    `heads` may stand before a name at the head of a line. Parts of the `body` are struck, or moved by `limb_verbs`.
    What `thoughts` tell is not done, and `others` take part in it. Words in `for_it` point at the order before; `asks`
    begin a question; `articles` are spoken ones. `slaps` strike with `eins`, `knocks` with a weapon; a reaction may be
    against nouns that are `coming`, or end so.
    `weapon_kinds` are the last parts of the names of weapons with what these do, None where they may do either.
    """

    words: Mapping[str, Word]
    phrases: Mapping[str, tuple[tuple[tuple[str, ...], Word], ...]]
    meanings: Mapping[tuple[str, str | None], Meaning]
    weak: frozenset[str]
    soft: frozenset[str]
    lenient: Mapping[str, str]
    reactive: frozenset[str]
    manner: frozenset[str]
    no_manner: frozenset[str]
    moods: frozenset[str]
    hedges: frozenset[str]
    taunts: frozenset[str]
    spoken_to: frozenset[str]
    cries: frozenset[str]
    sayings: frozenset[str]
    no_slip: frozenset[str]
    steps: frozenset[str]
    changes: frozenset[str]
    heads: frozenset[str]
    armed: frozenset[str]
    flings: frozenset[str]
    body: frozenset[str]
    limb_verbs: frozenset[str]
    thoughts: frozenset[str]
    others: frozenset[str]
    for_it: frozenset[str]
    asks: frozenset[str]
    articles: frozenset[str]
    slaps: frozenset[str]
    knocks: frozenset[str]
    coming: frozenset[str]
    not_coming: frozenset[str]
    coming_ends: tuple[str, ...]
    weapon_kinds: Mapping[str, Meaning | None]
    verb_weapons: Mapping[str, str]
    spelling: Mapping[str, Mapping[str, str]]
    weak_spelling: Mapping[str, Mapping[str, str]]

    def is_manner(self, word: str) -> bool:
        """Tell whether a folded word says how something is done: `höhnisch`, `lachend`, but not `ausweichend`."""
        # Drawn out, a sound is the same: `WUUUSCH`.
        if word in self.manner or _DRAWN_OUT.sub(r"\1", word) in self.manner:
            return True
        if not word.endswith("end") or len(word) < _SHORTEST_PARTICIPLE or word in self.no_manner:
            return False
        verb = self.words.get(word[:-1])
        if verb is None or not isinstance(verb.value, VerbForm):
            return True
        meaning = self.meanings.get((verb.value.base, verb.value.particle))
        return meaning in (None, Meaning.WALK, Meaning.GESTURE)


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """Return the lexicon, read once per process."""
    table = tomllib.loads(files(__package__).joinpath("lexicon.toml").read_text(encoding="utf-8"))
    lists = {name: frozenset(map(fold, text.split())) for name, text in table["lists"].items()}
    meanings = dict(_meanings(table["meanings"]))
    forms = {fold(base): [fold(form) for form in text.split()] for base, text in table["strong"].items()}
    return Lexicon(
        words=dict(_numbers()) | dict(_verbs(meanings, forms, lists["nouns"])) | dict(_small_words(table)),
        phrases=_phrases(table["phrases"]),
        meanings=meanings,
        weak=lists["weak"],
        soft=_always(_SOFT, meanings),
        lenient={base: particle for base, particle in _separable(table["lists"]["lenient"]) if particle},
        reactive=frozenset(base for (base, _), meaning in meanings.items() if meaning in REACTIONS),
        manner=lists["manner"],
        no_manner=lists["no_manner"],
        moods=lists["moods"],
        hedges=lists["hedges"],
        taunts=lists["taunts"],
        spoken_to=lists["spoken_to"],
        cries=lists["cries"],
        sayings=lists["sayings"],
        no_slip=lists["no_slip"] | lists["everyday"],
        steps=lists["steps"],
        changes=lists["changes"],
        heads=lists["heads"],
        armed=lists["armed"],
        flings=lists["flings"],
        body=lists["body"],
        limb_verbs=lists["limb_verbs"],
        thoughts=lists["thoughts"],
        others=lists["others"],
        for_it=lists["for_it"],
        asks=lists["asks"],
        articles=lists["articles"],
        slaps=lists["slaps"],
        knocks=lists["knocks"],
        coming=lists["coming"],
        not_coming=lists["not_coming"],
        coming_ends=tuple(lists["coming_ends"]),
        weapon_kinds=dict(_weapon_kinds(table["weapon_kinds"])),
        verb_weapons={fold(verb): fold(weapon) for verb, weapon in table["verb_weapons"].items()},
        spelling=_by_first_letter(_spellings(table, lists, weak=False)),
        weak_spelling=_by_first_letter(_spellings(table, lists, weak=True)),
    )


def _weapon_kinds(table: Mapping[str, str]) -> Iterator[tuple[str, Meaning | None]]:
    for does, parts in table.items():
        for part in parts.split():
            yield fold(part), None if does == "open" else Meaning(does)


def _always(kinds: frozenset[Meaning], meanings: Mapping[tuple[str, str | None], Meaning]) -> frozenset[str]:
    """Return the verbs that mean one of these with any particle."""
    others = {base for (base, _), meaning in meanings.items() if meaning not in kinds}
    return frozenset(base for base, _ in meanings) - others


def _meanings(table: Mapping[str, str]) -> Iterator[tuple[tuple[str, str | None], Meaning]]:
    for meaning, verbs in table.items():
        for verb in _separable(verbs):
            yield verb, Meaning(meaning)


def _separable(verbs: str) -> Iterator[tuple[str, str | None]]:
    for verb in verbs.split():
        particle, _, base = verb.rpartition("|")
        yield fold(base), fold(particle) or None


def _spellings(
    table: Mapping[str, Mapping[str, str]], lists: Mapping[str, frozenset[str]], *, weak: bool
) -> Iterator[tuple[str, str]]:
    """Yield the finite forms of the verbs of the battle (or of the `weak` ones), folded and as they are written."""
    for meaning, verbs in table["meanings"].items():
        if Meaning(meaning) in _SOFT:
            continue
        for base in (verb.rpartition("|")[2] for verb in verbs.split()):
            if fold(base) in lists["slang"] or (fold(base) in lists["weak"]) is not weak:
                continue
            strong = table["strong"].get(base, "").split()
            bogus = unused_forms(base, strong)
            finite = [form for form, finite, _ in forms_of(base, strong) if finite and form not in bogus]
            finite = [form for form in finite if len(form) >= _SHORTEST_SPELLING]
            # The strong forms first: `läuft` is written more often than `lauft`.
            for form in sorted(finite, key=lambda form: form not in strong):
                yield fold(form), form
                yield fold(form.translate(_DOTLESS)), form


def _by_first_letter(spellings: Iterable[tuple[str, str]]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for form, written in spellings:
        found.setdefault(form[0], {}).setdefault(form, written)
    return found


def _verbs(
    meanings: Mapping[tuple[str, str | None], Meaning], strong: Mapping[str, list[str]], nouns: frozenset[str]
) -> Iterator[tuple[str, Word]]:
    """Yield every form of every verb that is none of the `nouns`.

    Where two fall together the plain verb wins over one with a particle.
    """
    for base, particle in sorted(meanings, key=lambda verb: verb[1] is None):
        gesture = meanings[base, particle] is Meaning.GESTURE
        for form, finite, closing in forms_of(base, strong.get(base, [])):
            if form in nouns or (gesture and base in (form + "en", form.removesuffix("n") + "en")):
                continue  # a noun or a cry: `Fluch`, `Schrei`, `Schrein`
            third = finite and form.endswith("t") and form + "en" != base
            yield form, Word(Sort.VERB, VerbForm(base, None, finite, closing, third))
            if particle is not None:
                yield particle + form, Word(Sort.VERB, VerbForm(base, particle, finite, True, third))
        if particle is not None:
            yield f"{particle}zu{base}", Word(Sort.VERB, VerbForm(base, particle, False, True))


def _numbers() -> Iterator[tuple[str, Word]]:
    for word, number in CARDINALS.items():
        yield word, Word(Sort.NUMBER, number)
    for word, number in ORDINALS.items():
        yield word, Word(Sort.ORDINAL, number)
    for word, number in TIMES.items():
        yield word, Word(Sort.TIMES, number)
    # `acht` counts more often than it orders.
    yield "acht", Word(Sort.NUMBER, 8)


def _small_words(table: Mapping[str, Mapping[str, str]]) -> Iterator[tuple[str, Word]]:
    sorts: dict[str, tuple[Sort, VerbForm | Meaning | Unit | str | None]] = {
        "fillers": (Sort.FILLER, None),
        "auxiliaries": (Sort.AUXILIARY, None),
        "doings": (Sort.AUXILIARY, DOING),
        "separators": (Sort.SEPARATOR, None),
        "negations": (Sort.NEGATION, None),
        "self": (Sort.SELF, None),
        "pronouns": (Sort.PRONOUN, None),
        "each": (Sort.EACH, None),
        "times": (Sort.TIMES_WORD, None),
        "shots": (Sort.SHOT, None),
        "weapon": (Sort.WEAPON, None),
        "all": (Sort.UNIT, Unit.ALL),
        "everything_left": (Sort.NOTHING, None),
        "agility": (Sort.UNIT, Unit.AGILITY),
        "life": (Sort.UNIT, Unit.LIFE),
        "stamina": (Sort.UNIT, Unit.STAMINA),
    }
    for meaning, nouns in table["deeds"].items():
        for noun in nouns.split():
            yield fold(noun), Word(Sort.DEED, Meaning(meaning))
    for word in table["lists"]["manner"].split():
        yield fold(word), Word(Sort.FILLER)
    for particle in table["words"]["particles"].split():
        yield fold(particle), Word(Sort.PARTICLE, fold(particle))
    for group, (sort, value) in sorts.items():
        for word in table["words"][group].split():
            yield fold(word), Word(sort, value)
    for particle, written in table["spoken_particles"].items():
        for word in written.split():
            yield fold(word), Word(Sort.PARTICLE, fold(particle))
    for sort, spoken in ((Sort.TIMES, "spoken_times"), (Sort.NUMBER, "spoken_numbers")):
        for number, written in table[spoken].items():
            for word in written.split():
                yield fold(word), Word(sort, int(number))
    for preposition, written in table["prepositions"].items():
        for word in written.split():
            yield fold(word), Word(Sort.PREPOSITION, fold(preposition))


def _phrases(table: Mapping[str, list[str]]) -> dict[str, tuple[tuple[tuple[str, ...], Word], ...]]:
    special = {
        "skip": Word(Sort.FILLER),
        "instead": Word(Sort.PREPOSITION, "statt"),
        "towards": Word(Sort.PREPOSITION, "richtung"),
        "nothing": Word(Sort.NOTHING),
        "out_of_hand": Word(Sort.PARTICLE, "hand"),
        "from_the_ground": Word(Sort.PARTICLE, "boden"),
        "aside": Word(Sort.PARTICLE, "seite"),
        "one_blow": Word(Sort.PARTICLE, "eins"),
        "at_the_throat": Word(Sort.PARTICLE, "gurgel"),
        "to_the_feet": Word(Sort.PARTICLE, "beine"),
        "said": Word(Sort.UNKNOWN),
        "bare_hand": Word(Sort.NAME),
        "with_it": Word(Sort.WITH_IT),
        "with": Word(Sort.PREPOSITION, "mit"),
    }
    found: dict[str, list[tuple[tuple[str, ...], Word]]] = {}
    for group, phrases in table.items():
        word = special.get(group) or Word(Sort.DEED, Meaning(group))
        for phrase in phrases:
            first, *rest = folded_words(phrase)
            found.setdefault(first, []).append((tuple(rest), word))
    return {first: tuple(sorted(entries, key=lambda entry: -len(entry[0]))) for first, entries in found.items()}
