"""An order taken apart into clauses: one verb each, with the phrases that belong to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from motuc_bot.systems.motuc.constituents import Item, Phrase, PhraseKind
from motuc_bot.systems.motuc.lexicon import DOING, Lexicon, Meaning, Sort, Unit, VerbForm
from motuc_bot.systems.motuc.names import Kind
from motuc_bot.systems.motuc.tokens import COLON, WHEREBY, Token
from motuc_bot.systems.motuc.verbless import says_against, weapon_in_use
from rules.motuc.words import Spell

_DEFENCES = frozenset((Meaning.DODGE, Meaning.RESIST))
_ANSWERS = frozenset((Meaning.PARRY, Meaning.RESIST, Meaning.NO_DEFENCE))
_STAKE = frozenset((Meaning.DODGE, Meaning.STAKE))
_SPEAK_OF_SHOTS = _STAKE | {Meaning.NO_DEFENCE, Meaning.DEFEND, Meaning.LEAVE}
_AGAINST = frozenset(("auf", "gegen"))
_MOVES = frozenset(
    (
        *(Meaning.WALK, Meaning.ATTACK, Meaning.SHOOT, Meaning.CAST, Meaning.DISARM, Meaning.CHANGE, Meaning.DRAW),
        *(Meaning.PICK_UP, Meaning.RELOAD, Meaning.STAND_UP),
    )
)
# What may go before an attack that is told by its weapon alone.
_MAKE_READY = frozenset((Meaning.WALK, Meaning.PICK_UP, Meaning.RELOAD, Meaning.STAND_UP, Meaning.DRAW))
_TO = frozenset((None, "auf", "nach", "zu", "in", "an"))
_NEAR = frozenset(("zu", "neben", "bei", "vor", "hinter", "richtung"))
_CASTS = frozenset((Meaning.CAST, Meaning.ENCHANT))
_CASTING = frozenset(
    (Meaning.CAST, Meaning.TORTURE, Meaning.CONFUSE, Meaning.REGENERATE, Meaning.ENCHANT, Meaning.ATTACK)
)
# What may follow the verb that closes a clause.
TRAILING = frozenset((PhraseKind.PARTICLE, PhraseKind.PRONOUN))
_SPEAK_OF_FIELDS = frozenset((Meaning.WALK, Meaning.DRAW, Meaning.START))


@dataclass(slots=True, eq=False)
class Clause:
    """A verb (or a noun in its place: `deed`) with its phrases; a clause without either speaks by its phrases.

    `whereby` tells that it only says how the order before is done: `…, wobei er 2 Beweglichkeit einsetzt`.
    """

    verb: VerbForm | None = None
    deed: Meaning | None = None
    auxiliary: bool = False
    does: bool = False
    negated: bool = False
    closed: bool = False
    whereby: bool = False
    segments: int = 1
    phrases: list[Phrase] = field(default_factory=list)
    start: int = 0
    end: int = 0

    @property
    def headed(self) -> bool:
        """Tell whether it has a verb or a noun in its place."""
        return self.verb is not None or self.deed is not None

    @property
    def empty(self) -> bool:
        """Tell whether it says nothing."""
        return not self.headed and not self.phrases and not self.negated

    @property
    def carried_out(self) -> bool:
        """Tell whether a light verb carries its noun out: `führt einen Angriff auf He-Man aus`."""
        return self.deed is not None and self.auxiliary

    def verb_is(self, *bases: str) -> bool:
        """Tell whether its verb is one of these."""
        return self.verb is not None and self.verb.base in bases

    def absorb(self, other: Clause) -> None:
        """Take in the phrases of a piece behind a separator."""
        for phrase in other.phrases:
            phrase.segment = self.segments
        self.segments += 1
        self.phrases += other.phrases
        self.negated = self.negated or other.negated
        self.end = max(self.end, other.end)


def clauses_of(items: Sequence[Item], lexicon: Lexicon) -> list[Clause]:
    """Return the clauses of an order, in order.

    Separators divide the order into segments. A segment without a verb goes on with the clause before it
    (`feuert auf Teela und zweimal auf Orko`) unless it can stand alone (`geht nach C5, Blitz auf Stratos`); one that
    can't, with nothing before it, belongs to the verb that follows. Who is aimed at is who is shot at.
    """
    clauses: list[Clause] = []
    for segment, mark in _segments(items):
        pieces = [piece for piece in _pieces(segment, lexicon) if not piece.empty]
        if mark == WHEREBY and pieces:
            pieces[0].whereby = True
        elif clauses and pieces:
            before, first = clauses[-1], pieces[0]
            first.does = first.does or _leaves_it_at_that(first, before, lexicon)
            if _says_only_where(first, before, lexicon) or not (
                first.headed or first.auxiliary or _stands_alone(first, before, lexicon, colon=mark == COLON)
            ):
                before.absorb(first)
                pieces.pop(0)
            elif _says_what_for(first, before, lexicon):
                before.verb = first.verb
                before.absorb(first)
                pieces.pop(0)
            elif not before.headed and implied_meaning(before, lexicon) is None and first.headed:
                _prepend(clauses.pop(), first)
            elif _takes_aim(before, first, lexicon):
                _prepend(clauses.pop(), first)
                first.phrases = [phrase for phrase in first.phrases if phrase.kind is not PhraseKind.PRONOUN]
        clauses += pieces
    return clauses


def meaning_of(clause: Clause, lexicon: Lexicon) -> Meaning | None:
    """Return what a clause orders."""
    return _meaning_and_particle(clause, lexicon)[0]


def settle_meaning(clause: Clause, lexicon: Lexicon) -> Meaning | None:
    """Return what a clause orders, and take the particle of its verb (`greift … an`) out of its phrases."""
    meaning, particle = _meaning_and_particle(clause, lexicon)
    if particle is not None:
        particle.preposition = None
        particle.used = particle.kind is PhraseKind.PARTICLE
    return meaning


def _meaning_and_particle(clause: Clause, lexicon: Lexicon) -> tuple[Meaning | None, Phrase | None]:
    if clause.deed is not None:
        return clause.deed, None
    if clause.verb is None:
        return implied_meaning(clause, lexicon), None
    if clause.verb.base in lexicon.steps and _goes_to_field(clause):
        return Meaning.WALK, None
    base, particle = clause.verb.base, clause.verb.particle
    if particle is not None:
        return lexicon.meanings[base, particle], None
    for phrase in clause.phrases:
        if phrase.kind is PhraseKind.PARTICLE and (meaning := lexicon.meanings.get((base, phrase.preposition))):
            return meaning, phrase
    if plain := lexicon.meanings.get((base, None)):
        return plain, None
    for phrase in clause.phrases:
        if phrase.preposition and (meaning := lexicon.meanings.get((base, phrase.preposition))):
            # `greift an: He-Man`, `hebt auf den Speer`
            return meaning, phrase
    return lexicon.meanings.get((base, lexicon.lenient.get(base))), None


def _goes_to_field(clause: Clause) -> bool:
    """Tell whether a field stands where a verb of walking has it: `tritt auf C5`, but not `tritt He-Man`."""
    fields = any(_is_field(phrase) and phrase.preposition in _TO for phrase in clause.phrases)
    return fields and not any(
        phrase.kind is PhraseKind.PRONOUN  # `schiebt ihn nach C5`
        or (phrase.named is not None and phrase.preposition not in _NEAR and not _is_field(phrase))
        for phrase in clause.phrases
    )


def implied_meaning(clause: Clause, lexicon: Lexicon) -> Meaning | None:
    """Return what phrases without a verb order: a weapon against somebody, a spell, a field, agility, nothing."""
    if weapon_meaning := weapon_in_use(clause.phrases, lexicon):
        return weapon_meaning
    if clause.does and any(phrase.kind is PhraseKind.NOTHING for phrase in clause.phrases):
        return Meaning.PASS
    if any(_is_spell(phrase) for phrase in clause.phrases):
        return Meaning.CAST
    if any(_is_field(phrase) for phrase in clause.phrases):
        return Meaning.WALK
    if [phrase.unit for phrase in clause.phrases] == [Unit.ALL] and clause.phrases[0].preposition is None:
        return None  # `Das war alles.`
    if any(phrase.kind is PhraseKind.SHOT or phrase.unit for phrase in clause.phrases):
        return Meaning.STAKE
    if says_against(clause.phrases):
        return Meaning.STAKE
    if any(phrase.kind is PhraseKind.SHOTS for phrase in clause.phrases):
        return Meaning.SHOOT
    return None


def _segments(items: Sequence[Item]) -> Iterator[tuple[Sequence[Item], object]]:
    """Yield what stands between separators, with the value of the one before it."""
    begin = 0
    mark: object = None
    for at, item in enumerate(items):
        if isinstance(item, Token) and item.type == Sort.SEPARATOR:
            if at > begin:
                yield items[begin:at], mark
            begin, mark = at + 1, item.value
    if begin < len(items):
        yield items[begin:], mark


def _pieces(segment: Sequence[Item], lexicon: Lexicon) -> list[Clause]:
    """Divide a segment where a second verb begins: `geht nach C5 greift He-Man an`."""
    pieces = [Clause()]
    for item in segment:
        now = pieces[-1]
        if isinstance(item, Phrase):
            if now.closed and item.kind not in TRAILING and item.preposition != "mit":
                pieces.append(now := Clause())
            now.phrases.append(item)
        elif item.type == Sort.NEGATION:
            now.negated = True
        elif item.type == Sort.AUXILIARY:
            if now.headed:
                pieces.append(now := Clause())
            now.auxiliary = True
            now.does = now.does or item.value == DOING
        elif isinstance(item.value, VerbForm):
            now = _verb_for(item.value, pieces, lexicon)
        elif isinstance(item.value, Meaning):
            now = _deed_for(item.value, pieces, segment, lexicon)
        now.start = min(now.start or item.start, item.start)
        now.end = max(now.end, item.end)
    return pieces


def _verb_for(form: VerbForm, pieces: list[Clause], lexicon: Lexicon) -> Clause:
    now = pieces[-1]
    if now.headed and not form.finite and meaning_of(now, lexicon) is Meaning.STAKE:
        now.verb = form  # `nutzt 2 Beweglichkeit zum Ausweichen`
        return now
    if now.headed:
        following = Clause()
        if not form.finite and now.verb is not None and meaning_of(now, lexicon) is Meaning.WALK:
            # `geht (nach C5) He-Man angreifen`: what is no field belongs to the infinitive.
            following.phrases = [phrase for phrase in now.phrases if not _belongs_to_walk(phrase)]
            now.phrases = [phrase for phrase in now.phrases if _belongs_to_walk(phrase)]
            if not now.phrases:
                pieces.pop()
        pieces.append(following)
        now = following
    now.closed = form.closing and bool(now.auxiliary or (now.phrases and not form.finite))
    now.verb = form
    return now


def _deed_for(meaning: Meaning, pieces: list[Clause], segment: Sequence[Item], lexicon: Lexicon) -> Clause:
    """Give a noun its clause; beside a reaction it only says against what: `pariert den Angriff von Skeletor`."""
    now = pieces[-1]
    if any(_is_reaction(item, lexicon) for item in segment):
        if now.phrases and now.phrases[-1].kind is PhraseKind.PARTICLE and now.phrases[-1].preposition in _AGAINST:
            now.phrases.pop()  # `nutzt 2 gegen den Angriff`
        return now
    if _is_staked_on(now, lexicon):
        if now.phrases[-1].kind is PhraseKind.PARTICLE:
            now.phrases.pop()
        return now
    if now.headed:
        before = meaning_of(now, lexicon)
        if meaning is Meaning.CAST and before in _CASTING:
            if now.phrases and now.phrases[-1].kind is PhraseKind.PARTICLE and now.phrases[-1].preposition == "mit":
                now.phrases.pop()  # `belegt Teela mit dem Zauber Verwirrung`
            return now
        if before is meaning or (before, meaning) == (Meaning.HOLD, Meaning.HANDS):
            return now  # `wirkt den Zauber Blitz`, `hält die Axt in der Hand`
        carries = before is Meaning.LIGHT or now.verb_is("starten", "beginnen")
        if not carries and not (meaning is Meaning.SHOOT and now.verb_is("nehmen")):
            pieces.append(now := Clause())
    now.verb, now.deed = None, meaning
    return now


def _is_reaction(item: Item, lexicon: Lexicon) -> bool:
    return isinstance(item, Token) and isinstance(item.value, VerbForm) and item.value.base in lexicon.reactive


def _is_staked_on(clause: Clause, lexicon: Lexicon) -> bool:
    """Tell whether agility was named just for the noun that follows: `Beweglichkeit 2 auf den Angriff von Teela`."""
    if clause.headed or not clause.phrases or clause.phrases[-1].preposition not in _AGAINST:
        return False
    first, *others = clause.phrases
    bare = first.kind is PhraseKind.AMOUNT and first.unit is None and first.preposition is None
    if bare and len(others) == 1 and others[0].kind is PhraseKind.PARTICLE:
        first.unit = Unit.AGILITY  # `2 gegen den Hieb von Teela`
    return implied_meaning(clause, lexicon) is Meaning.STAKE


def _says_only_where(piece: Clause, before: Clause, lexicon: Lexicon) -> bool:
    """Tell whether a piece ends what a verb of holding began: `hält die Axt und das Schwert in den Händen`."""
    return piece.deed is Meaning.HANDS and meaning_of(before, lexicon) is Meaning.HOLD


def _says_what_for(piece: Clause, before: Clause, lexicon: Lexicon) -> bool:
    """Tell whether a piece says what a stake is for: `setzt 2 Beweglichkeit ein, um Teela auszuweichen`."""
    if before.verb is None or piece.verb is None or piece.verb.finite:
        return False
    if any(phrase.kind is PhraseKind.AMOUNT for phrase in piece.phrases):
        return False
    return meaning_of(before, lexicon) is Meaning.STAKE and meaning_of(piece, lexicon) in _DEFENCES


def _leaves_it_at_that(piece: Clause, before: Clause, lexicon: Lexicon) -> bool:
    """Tell whether nothing follows a move: `geht nach C5, danach nichts`."""
    if piece.headed or not piece.phrases or any(phrase.kind is not PhraseKind.NOTHING for phrase in piece.phrases):
        return False
    return meaning_of(before, lexicon) in _MOVES


def _prepend(before: Clause, clause: Clause) -> None:
    """Give a clause what stands before its own segment."""
    for phrase in before.phrases:
        phrase.segment = -1
    clause.phrases[:0] = before.phrases
    clause.negated = clause.negated or before.negated


def _takes_aim(before: Clause, piece: Clause, lexicon: Lexicon) -> bool:
    """Tell whether a clause aims for the shot behind it: `zielt auf Teela und schießt`."""
    if meaning_of(before, lexicon) is not Meaning.AIM or meaning_of(piece, lexicon) is not Meaning.SHOOT:
        return False
    if all(any(map(_is_figure, clause.phrases)) for clause in (before, piece)):
        return False
    settle_meaning(before, lexicon)
    return True


def _stands_alone(piece: Clause, before: Clause, lexicon: Lexicon, *, colon: bool) -> bool:
    meaning = meaning_of(before, lexicon)
    if meaning is None:
        return False
    if piece.does:
        return True
    if weapon_in_use(piece.phrases, lexicon):
        return meaning in _MAKE_READY
    if any(_is_spell(phrase) for phrase in piece.phrases):
        return meaning not in _CASTS or any(_is_spell(phrase) for phrase in before.phrases)
    if any(_is_field(phrase) for phrase in piece.phrases):
        return (meaning not in _SPEAK_OF_FIELDS or _draws(before)) and not _is_shock_wave(before)
    if any(phrase.kind is PhraseKind.SHOT for phrase in piece.phrases):
        if not colon and _adds_dodge(piece, before, meaning):
            return True
        staked = any(phrase.kind is PhraseKind.AMOUNT for phrase in piece.phrases)
        return meaning not in (_STAKE if staked else _SPEAK_OF_SHOTS)
    if meaning in _ANSWERS and says_against(piece.phrases):
        return True
    if any(phrase.kind is PhraseKind.SHOTS for phrase in piece.phrases):
        return meaning not in _SPEAK_OF_SHOTS and meaning is not Meaning.SHOOT
    return False


def _adds_dodge(piece: Clause, before: Clause, meaning: Meaning) -> bool:
    """Tell whether a shot is dodged beside an attack not named: `weicht aus, Beweglichkeit 1 auf Schuss 1 von Teela`.

    `weicht aus: 1 auf Schuss 1` only says how it dodges.
    """
    if meaning is not Meaning.DODGE or any(phrase.kind not in TRAILING for phrase in before.phrases):
        return False
    staked = any(phrase.unit is Unit.AGILITY for phrase in piece.phrases)
    return staked and any(map(_is_figure, piece.phrases))


def _is_spell(phrase: Phrase) -> bool:
    return phrase.named is not None and phrase.named.only_spell


def _is_figure(phrase: Phrase) -> bool:
    return phrase.named is not None and phrase.named.may_be(Kind.FIGURE)


def _is_shock_wave(clause: Clause) -> bool:
    return any(
        phrase.named is not None and phrase.named.only_spell and phrase.named.stands_for(Kind.SPELL, Spell.SHOCK_WAVE)
        for phrase in clause.phrases
    )


def _draws(clause: Clause) -> bool:
    return any(phrase.named is not None and phrase.named.may_be(Kind.WEAPON) for phrase in clause.phrases)


def _is_field(phrase: Phrase) -> bool:
    return phrase.named is not None and phrase.named.field is not None


def _belongs_to_walk(phrase: Phrase) -> bool:
    return phrase.kind is PhraseKind.PARTICLE or _is_field(phrase)
