"""The order of one figure: words → tokens → phrases → clauses → commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from motuc_bot.language import Ambiguous, NameIndex, Unreadable
from motuc_bot.systems.motuc.afterwords import without_reason, without_speech_around, without_taunts
from motuc_bot.systems.motuc.armed import slaps
from motuc_bot.systems.motuc.asides import calls_out, is_harmless, is_taunt, moves_limb, without_quotation
from motuc_bot.systems.motuc.clauses import clauses_of, settle_meaning
from motuc_bot.systems.motuc.constituents import phrases_of
from motuc_bot.systems.motuc.lexicon import REACTIONS, Lexicon, Meaning, Sort, VerbForm
from motuc_bot.systems.motuc.meant import calls_on_others, has_verb_or_field, is_mere_figure, is_order
from motuc_bot.systems.motuc.misspelt import lone_misspelt_verb, misspelt_verb
from motuc_bot.systems.motuc.moves import is_there, names_spell, read_move
from motuc_bot.systems.motuc.names import Named
from motuc_bot.systems.motuc.narration import without_narration
from motuc_bot.systems.motuc.reactions import as_reaction, read_reactions
from motuc_bot.systems.motuc.slots import Slots, syntax
from motuc_bot.systems.motuc.tokens import COLON, MOST_TOKENS, Token, tokens_of
from motuc_bot.systems.motuc.uses import adds_stake, adds_use, answered, given, serves, settled_use
from motuc_bot.systems.motuc.why import Why
from rules.motuc.commands import ChangeWeapon, Command, Pass, PickUp, React, Reaction, Reload, TakeBack
from rules.motuc.words import FigureName, WeaponName

# The weapons of each figure, as far as they are known.
Holdings = Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Order:
    """What the words behind a figure's name are: commands, or a refusal, or (neither) mere speech.

    `said` tells that a verb or a noun in its place orders it, not a mere field or spell.
    """

    commands: tuple[Command, ...] = ()
    error: Unreadable | Ambiguous | None = None
    said: bool = False


def read_order(
    figure: FigureName, text: str, index: NameIndex, lexicon: Lexicon, holdings: Holdings = MappingProxyType({})
) -> Order:
    """Return what a text orders a figure to do; speech and reasons beside the order change nothing (afterwords.py)."""
    text = without_reason(text, index, lexicon) or without_taunts(text, index, lexicon) or text
    order = read_alone(figure, text, index, lexicon, holdings)
    if order.error is not None and (rest := without_speech_around(text, index, lexicon)) is not None:
        alone = read_alone(figure, rest, index, lexicon, holdings)
        return alone if alone.commands else order
    return order


def read_alone(
    figure: FigureName, text: str, index: NameIndex, lexicon: Lexicon, holdings: Holdings = MappingProxyType({})
) -> Order:
    """Return what a text that is all order says.

    A text that can't be read is an order all the same if it holds a verb or a field; names alone make it one only if
    every word is known (`Axt auf He-Man`), so that dialogue may name its figures (`Du wirst verlieren, He-Man!`).
    """
    tokens = tokens_of(text, index, lexicon)
    if COLON in text:
        tokens = without_quotation(tokens, lexicon)
    if all(token.type in (Sort.UNKNOWN, Sort.SEPARATOR, Sort.PRONOUN) for token in tokens):
        return Order(error=lone_misspelt_verb(tokens, text, lexicon))
    if len(tokens) > MOST_TOKENS:
        return Order(error=syntax(Why.TOO_LONG)) if has_verb_or_field(tokens, lexicon) else Order()
    if is_taunt(tokens, text, lexicon):
        return Order()
    if _speaks_of(figure, tokens):
        tokens = tokens[1:]
    try:
        if all(token.type == Sort.UNKNOWN or is_mere_figure(token) for token in tokens):
            raise syntax(Why.VERB_MISSING, rest=text[tokens[0].start : tokens[-1].end])
        commands = _commands(figure, tokens, text, index, lexicon, holdings)
    except (Unreadable, Ambiguous) as refusal:
        if (misspelt := misspelt_verb(tokens, text, index, lexicon)) is not None:
            return Order(error=misspelt)
        if (rest := without_narration(figure, tokens, text, index, lexicon)) is not None:
            return _told(figure, rest, refusal, text, index, lexicon, holdings)
        return Order(error=refusal.with_traceback(None)) if is_order(tokens, text, refusal, lexicon) else Order()
    if calls_on_others(text) and _asks_to_wait(commands, tokens, text, lexicon):
        return Order()
    return Order(commands, said=any(isinstance(token.value, VerbForm | Meaning) for token in tokens))


def _asks_to_wait(commands: Sequence[Command], tokens: Sequence[Token], text: str, lexicon: Lexicon) -> bool:
    """Tell whether what is called out asks others to do nothing: `Wartet nur!`, `Kniet nieder und wartet!`."""
    if any(not isinstance(command, Pass) for command in commands):
        return False
    verb = tokens[0].value
    return calls_out(text, lexicon) or (isinstance(verb, VerbForm) and verb.base in lexicon.soft)


def _told(
    figure: FigureName,
    tokens: list[Token],
    refusal: Unreadable | Ambiguous,
    text: str,
    index: NameIndex,
    lexicon: Lexicon,
    holdings: Holdings,
) -> Order:
    """Return the order behind what is told before it; if that can't be read, the refusal of the whole."""
    try:
        commands = _commands(figure, tokens, text, index, lexicon, holdings)
    except (Unreadable, Ambiguous):
        return Order(error=refusal.with_traceback(None))
    return Order(commands, said=True)


def _commands(
    figure: FigureName, tokens: list[Token], text: str, index: NameIndex, lexicon: Lexicon, holdings: Holdings
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
        slots = Slots(figure, clause, text, index, tokens, _taken_up(commands), holdings)
        meaning = settle_meaning(clause, lexicon)
        if clause.negated and clause.verb_is("bewegen", "ruehren"):
            clause.negated, meaning = False, Meaning.PASS
        if moves_limb(slots, lexicon):
            meaning = Meaning.GESTURE
        meaning = as_reaction(meaning, slots)
        if meaning is Meaning.WALK and not clause.headed and is_there(slots):
            raise slots.not_understood()
        if meaning is None:
            raise syntax(
                Why.NOT_UNDERSTOOD if clause.headed else Why.VERB_MISSING, rest=text[clause.start : clause.end]
            )
        if not clause.headed and meaning in _BLOWS and len(clauses) == 1 and text.rstrip().endswith("!"):
            raise syntax(Why.VERB_MISSING, rest=text[clause.start : clause.end])  # `Mein Schwert gegen Skeletor!`
        if meaning is Meaning.DRAW or meaning is Meaning.LIGHT:
            meaning = settled_use(meaning, slots, clauses[place - 1].end if place else 0, lexicon)
        if clause.whereby and meaning is not Meaning.STAKE and meaning is not Meaning.GESTURE:
            raise slots.not_understood()
        if meaning is Meaning.GESTURE and slaps(slots, lexicon):
            meaning = Meaning.ATTACK
        if meaning is Meaning.GESTURE or meaning is Meaning.SAY:
            gestures.append(slots)
        elif meaning is Meaning.STOW:
            stowed.append((len(commands), slots))
        elif meaning is Meaning.STAKE and names_spell(slots):
            commands.append(read_move(meaning, slots, lexicon))
        elif meaning is Meaning.STAKE and serves(clause, commands or reactions, clauses[place + 1 :], lexicon):
            ahead = slots
        elif meaning is Meaning.STAKE and commands and (adds_stake(clause) or adds_use(clause)):
            commands[-1] = given(commands[-1], slots)
        elif meaning is Meaning.STAKE and reactions and (together := answered(reactions, slots)) is not None:
            reactions = together
        elif meaning in REACTIONS:
            if clause.whereby:
                raise slots.not_understood()
            reactions += read_reactions(meaning, slots, lexicon)
            if ahead is not None:
                reactions, ahead = answered(reactions, ahead) or reactions, None
        elif meaning is Meaning.STAY:
            slots.finish()
            stays = True
        else:
            commands.append(read_move(meaning, slots, lexicon))
            if ahead is not None:
                commands[-1], ahead = given(commands[-1], ahead), None
    if ahead is not None:
        raise ahead.not_understood()
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


# What a weapon does that no verb goes with.
_BLOWS = frozenset((Meaning.ATTACK, Meaning.SHOOT))


def knows(text: str, index: NameIndex, lexicon: Lexicon) -> bool:
    """Tell whether a marked stretch inside an order is only names, fields and numbers: `"Blitz"`, `*He-Man*`."""
    if "!" in text or "?" in text:
        return False
    tokens = tokens_of(text, index, lexicon)
    return bool(tokens) and all(
        token.type in (Sort.NAME, Sort.NUMBER, Sort.TIMES, Sort.PREPOSITION) for token in tokens
    )
