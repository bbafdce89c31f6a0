"""The order of one figure: words → tokens → phrases → clauses → commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from motuc_bot.language import Ambiguous, NameIndex, Unreadable
from motuc_bot.language.folding import WORD, folded_words
from motuc_bot.systems.motuc.afterwords import without_reason, without_speech_around, without_taunts
from motuc_bot.systems.motuc.asides import calls_out, is_harmless, is_taunt, without_quotation
from motuc_bot.systems.motuc.clauses import TRAILING, Clause, clauses_of, meaning_of, settle_meaning
from motuc_bot.systems.motuc.constituents import PhraseKind, phrases_of
from motuc_bot.systems.motuc.lexicon import REACTIONS, Lexicon, Meaning, Sort, Unit, VerbForm
from motuc_bot.systems.motuc.misspelt import misspelt_verb
from motuc_bot.systems.motuc.moves import names_spell, read_move
from motuc_bot.systems.motuc.names import Named
from motuc_bot.systems.motuc.reactions import read_reactions
from motuc_bot.systems.motuc.slots import Slots, syntax
from motuc_bot.systems.motuc.tokens import COLON, MOST_TOKENS, Token, tokens_of
from motuc_bot.systems.motuc.why import Why
from rules.core import GeneralCode
from rules.motuc.commands import Attack, ChangeWeapon, Command, Disarm, Pass, PickUp, React, Reaction, Reload, TakeBack
from rules.motuc.words import FigureName, WeaponName


@dataclass(frozen=True, slots=True)
class Order:
    """What the words behind a figure's name are: commands, or a refusal, or (neither) mere speech.

    `said` tells that a verb or a noun in its place orders it, not a mere field or spell.
    """

    commands: tuple[Command, ...] = ()
    error: Unreadable | Ambiguous | None = None
    said: bool = False


def read_order(
    figure: FigureName, text: str, index: NameIndex, lexicon: Lexicon, carried: frozenset[str] = frozenset()
) -> Order:
    """Return what a text orders a figure to do; speech and reasons beside the order change nothing (afterwords.py)."""
    text = without_reason(text, index, lexicon) or without_taunts(text, index, lexicon) or text
    order = read_alone(figure, text, index, lexicon, carried)
    if order.error is not None and (rest := without_speech_around(text, index, lexicon)) is not None:
        alone = read_alone(figure, rest, index, lexicon, carried)
        return alone if alone.commands else order
    return order


def read_alone(
    figure: FigureName, text: str, index: NameIndex, lexicon: Lexicon, carried: frozenset[str] = frozenset()
) -> Order:
    """Return what a text that is all order says.

    A text that can't be read is an order all the same if it holds a verb or a field; names alone make it one only if
    every word is known (`Axt auf He-Man`), so that dialogue may name its figures (`Du wirst verlieren, He-Man!`).
    """
    tokens = tokens_of(text, index, lexicon)
    if COLON in text:
        tokens = without_quotation(tokens, lexicon)
    if all(token.type in (Sort.UNKNOWN, Sort.SEPARATOR, Sort.PRONOUN) for token in tokens):
        return Order()
    if len(tokens) > MOST_TOKENS:
        return Order(error=syntax(Why.TOO_LONG)) if _has_verb_or_field(tokens, lexicon) else Order()
    if is_taunt(tokens, text, lexicon):
        return Order()
    if _speaks_of(figure, tokens):
        tokens = tokens[1:]
    try:
        if all(token.type == Sort.UNKNOWN or _is_mere_figure(token) for token in tokens):
            raise syntax(Why.VERB_MISSING, rest=text[tokens[0].start : tokens[-1].end])
        commands = _commands(figure, tokens, text, index, lexicon, carried)
    except (Unreadable, Ambiguous) as refusal:
        if (misspelt := misspelt_verb(tokens, text, index, lexicon)) is not None:
            return Order(error=misspelt)
        return Order(error=refusal.with_traceback(None)) if _is_order(tokens, text, refusal, lexicon) else Order()
    return Order(commands, said=any(isinstance(token.value, VerbForm | Meaning) for token in tokens))


def _commands(
    figure: FigureName, tokens: list[Token], text: str, index: NameIndex, lexicon: Lexicon, carried: frozenset[str]
) -> tuple[Command, ...]:
    if len(tokens) == 1 and tokens[0].type == Sort.PARTICLE and tokens[0].value == "zurueck":
        return (TakeBack(figure),)
    commands: list[Command] = []
    reactions: list[Reaction] = []
    stays = False
    ahead: Slots | None = None
    gestures: list[Slots] = []
    stowed: list[tuple[int, Slots]] = []
    clauses = clauses_of(phrases_of(tokens), lexicon)
    for place, clause in enumerate(clauses):
        slots = Slots(figure, clause, text, index, tokens, _taken_up(commands), carried)
        meaning = settle_meaning(clause, lexicon)
        if clause.negated and clause.verb_is("bewegen", "ruehren"):
            clause.negated, meaning = False, Meaning.PASS
        if meaning is None:
            raise syntax(
                Why.NOT_UNDERSTOOD if clause.headed else Why.VERB_MISSING, rest=text[clause.start : clause.end]
            )
        if not clause.headed and meaning in _BLOWS and len(clauses) == 1 and text.rstrip().endswith("!"):
            raise syntax(Why.VERB_MISSING, rest=text[clause.start : clause.end])  # `Mein Schwert gegen Skeletor!`
        if meaning is Meaning.DRAW and _adds_stake(clause):
            meaning = Meaning.STAKE  # `nimmt 2 Beweglichkeit dafür`
        if meaning is Meaning.GESTURE or meaning is Meaning.SAY:
            gestures.append(slots)
        elif meaning is Meaning.STOW:
            stowed.append((len(commands), slots))
        elif meaning is Meaning.STAKE and names_spell(slots):
            commands.append(read_move(meaning, slots))
        elif meaning is Meaning.STAKE and _adds_stake(clause) and _is_attack(clauses[place + 1 :], lexicon):
            ahead = slots
        elif meaning is Meaning.STAKE and commands and _adds_stake(clause):
            commands[-1] = _with_stake(commands[-1], slots)
        elif meaning in REACTIONS:
            reactions += read_reactions(meaning, slots)
        elif meaning is Meaning.STAY:
            slots.finish()
            stays = True
        else:
            commands.append(read_move(meaning, slots))
            if ahead is not None:
                commands[-1], ahead = _with_stake(commands[-1], ahead), None
    for place, slots in stowed:
        _put_away(slots, commands, place)
    for slots in gestures:
        if not is_harmless(slots, lexicon):
            raise slots.not_understood()
    if gestures and not (commands or reactions or stays):
        return ()
    if reactions and (commands or stays):
        raise syntax(Why.REACTION_AND_MOVE)
    if reactions:
        return (React(figure, tuple(dict.fromkeys(reactions))),)
    if not commands and stays:
        # Beside another part `bleibt stehen` only says that it does not walk.
        return (Pass(figure),)
    if not commands:
        raise syntax(Why.VERB_MISSING)
    return tuple(commands)


def _speaks_of(figure: FigureName, tokens: Sequence[Token]) -> bool:
    """Tell whether the figure is named once more: `He-Man: He-Man geht nach C5`."""
    first = tokens[0].value
    if len(tokens) < 2 or not isinstance(first, Named) or not (first.exact and first.only_figure):
        return False
    verb = tokens[1].value
    follows = isinstance(verb, VerbForm) and verb.finite and verb.third
    return first.figures == (figure,) and (follows or tokens[1].type == Sort.AUXILIARY)


def _taken_up(commands: Sequence[Command]) -> WeaponName | None:
    """Return the weapon that the order before took into hand or loaded."""
    match commands[-1] if commands else None:
        case ChangeWeapon(new=weapon) | PickUp(weapon=weapon) | Reload(weapon=weapon):
            return weapon
        case _:
            return None


def _put_away(slots: Slots, commands: list[Command], place: int) -> None:
    """Give the weapon put away to the command behind it or before it that takes another one into hand."""
    weapon = slots.needed_weapon()
    slots.finish()
    for at in (place, place - 1):
        match commands[at] if 0 <= at < len(commands) else None:
            case ChangeWeapon(old=None) as change:
                commands[at] = replace(change, old=weapon)
            case PickUp(instead=None) as pick_up:
                commands[at] = replace(pick_up, instead=weapon)
            case _:
                continue
        return
    raise slots.not_understood()


def _is_attack(clauses: Sequence[Clause], lexicon: Lexicon) -> bool:
    """Tell whether what follows is an attack for which agility may be staked."""
    return bool(clauses) and meaning_of(clauses[0], lexicon) in (Meaning.ATTACK, Meaning.DISARM)


def _adds_stake(clause: Clause) -> bool:
    """Tell whether a clause only names agility for an attack beside it: `und setzt 2 Beweglichkeit ein`."""
    kinds = {phrase.kind for phrase in clause.phrases if phrase.kind not in TRAILING}
    return kinds == {PhraseKind.AMOUNT}


def _with_stake(command: Command, slots: Slots) -> Command:
    if not isinstance(command, Attack | Disarm) or command.stake is not None:
        raise syntax(Why.REACTION_AND_MOVE)
    stake = slots.stake()
    slots.finish()
    return replace(command, stake=stake)


def _is_order(tokens: list[Token], text: str, refusal: Unreadable | Ambiguous, lexicon: Lexicon) -> bool:
    """Tell whether a text that can't be read was meant as an order.

    It was if it holds a verb of the battle or a field, unless it speaks to somebody (`Ich schlage dich zu Brei!`). What
    else is said with names or everyday verbs may be dialogue: it is an order if it begins like one (`hebt …`, `fesselt
    He-Man`), if a name in it is nearly right, or if there is a name other than a figure's, every word is known and
    nothing is called out (`Axt auf He-Man`).
    """
    if refusal.code == GeneralCode.UNKNOWN_NAME and _is_wordless_attack(tokens):
        return text.rstrip()[-1:] not in ("!", "?")
    if _has_verb_or_field(tokens, lexicon):
        return lexicon.spoken_to.isdisjoint(folded_words(text)) or any(map(_is_needed, tokens))
    verb = any(isinstance(token.value, VerbForm) and token.value.base not in lexicon.soft for token in tokens)
    if verb and refusal.code == GeneralCode.UNKNOWN_NAME and refusal.facts["suggestions"]:
        return True
    first = WORD.search(text)
    if first and tokens[0].start != first.start():
        first = None
    begins = tokens[0].value if first else None
    if isinstance(begins, VerbForm) and begins.third and begins.base not in lexicon.soft:
        return not calls_out(text, lexicon) and lexicon.spoken_to.isdisjoint(folded_words(text))
    named = any(isinstance(token.value, Named) and token.value.exact for token in tokens)
    if not named or text.rstrip()[-1:] in ("!", "?"):
        return False
    # An unknown verb in the third person: `fesselt He-Man`.
    begun = first[0] if first and _is_strange(tokens[0], lexicon) else ""
    if begun[:1].islower() and begun.endswith("t"):
        return True
    if any(map(lexicon.is_manner, folded_words(text))) or any(_is_strange(token, lexicon) for token in tokens):
        return False
    return verb or (all(token.type in _THINGS for token in tokens) and not all(map(_is_mere_figure, tokens)))


def _is_wordless_attack(tokens: Sequence[Token]) -> bool:
    """Tell whether a weapon is aimed at somebody unknown: `Laser auf Marzo`."""
    types = [token.type for token in tokens]
    return types in (
        [Sort.NAME, Sort.PREPOSITION, Sort.UNKNOWN],
        [Sort.NAME, Sort.SEPARATOR, Sort.PREPOSITION, Sort.UNKNOWN],
    )


def _is_strange(token: Token, lexicon: Lexicon) -> bool:
    """Tell whether a word is unknown, or known only as what may stand beside an order."""
    value = token.value
    if isinstance(value, VerbForm):
        return value.base in lexicon.soft
    return token.type == Sort.UNKNOWN or (token.type == Sort.PREPOSITION and value in _SOFT_PREPOSITIONS)


def _is_needed(token: Token) -> bool:
    """Tell whether a token names a field, a weapon or a spell."""
    value = token.value
    return isinstance(value, Named) and not value.only_figure


def _is_mere_figure(token: Token) -> bool:
    """Tell whether a token can only name a figure, as whoever calls out to it does: `He-Man …`."""
    if token.type == Sort.SEPARATOR:
        return True
    return isinstance(token.value, Named) and token.value.only_figure


def _has_verb_or_field(tokens: list[Token], lexicon: Lexicon) -> bool:
    """Tell whether there is a verb of the battle, a noun in its place, a field, or a number of shots or agility."""
    deed = False
    types = {token.type for token in tokens}
    if Sort.NTH_SHOT in types or (Sort.NUMBER in types and Sort.SHOT in types):
        return True
    for token in tokens:
        value = token.value
        if value is Unit.AGILITY and Sort.NUMBER in types:
            return True
        if isinstance(value, VerbForm) and value.base not in lexicon.weak and value.base not in lexicon.soft:
            return True
        if isinstance(value, Named) and value.match is None and value.field is not None:
            return True
        deed = deed or (isinstance(value, Meaning) and value in _TELLING)
    # `Angriff!` alone is a cry.
    return deed and any(token.type in (Sort.NAME, Sort.UNKNOWN, Sort.NUMBER) for token in tokens)


# What an order without its verb may hold: `2x Axt auf He-Man`.
_THINGS = frozenset(
    (
        *(Sort.NAME, Sort.PREPOSITION, Sort.SEPARATOR, Sort.NUMBER, Sort.TIMES, Sort.UNIT, Sort.WEAPON),
        *(Sort.PRONOUN, Sort.SHOT),
    )
)
# What a weapon does that no verb goes with.
_BLOWS = frozenset((Meaning.ATTACK, Meaning.SHOOT))

# These occur in everyday speech more often than in orders.
_SOFT_PREPOSITIONS = frozenset(("neben", "hinter"))

# Nouns that speak of orders and hardly of anything else.
_TELLING = frozenset(
    (
        *(Meaning.ATTACK, Meaning.SHOOT, Meaning.CAST, Meaning.PARRY, Meaning.DODGE, Meaning.WALK, Meaning.START),
        *(Meaning.NO_DEFENCE, Meaning.DISARM, Meaning.CHANGE),
    )
)


def knows(text: str, index: NameIndex, lexicon: Lexicon) -> bool:
    """Tell whether a marked stretch inside an order is only names, fields and numbers: `"Blitz"`, `*He-Man*`."""
    if "!" in text or "?" in text:
        return False
    tokens = tokens_of(text, index, lexicon)
    return bool(tokens) and all(
        token.type in (Sort.NAME, Sort.NUMBER, Sort.TIMES, Sort.PREPOSITION) for token in tokens
    )
