"""The reasons for which an order can't be read (the `why` of `Unreadable`); each has its sentence for players."""

from enum import StrEnum


class Why(StrEnum):
    """Stable keys, each under the code `syntax` but for the three unknown names."""

    UNKNOWN_FIGURE = "unknown_figure"
    UNKNOWN_WEAPON = "unknown_weapon"
    UNKNOWN_SPELL = "unknown_spell"
    NOT_UNDERSTOOD = "not_understood"
    VERB_MISSING = "verb_missing"
    MISSPELT_VERB = "misspelt_verb"
    FIELD_MISSING = "field_missing"
    TARGET_MISSING = "target_missing"
    WEAPON_MISSING = "weapon_missing"
    SPELL_MISSING = "spell_missing"
    VALUE_MISSING = "value_missing"
    ONE_DESTINATION = "one_destination"
    ONE_TARGET = "one_target"
    ONE_WEAPON = "one_weapon"
    WHICH_SHOTS = "which_shots"
    WHICH_STAKE = "which_stake"
    DEFENCE_UNCLEAR = "defence_unclear"
    SPELL_NEEDS_FIGURE = "spell_needs_figure"
    LOOT_NOT_CHOSEN = "loot_not_chosen"
    NEGATED = "negated"
    REACTION_AND_MOVE = "reaction_and_move"
    SEVERAL_FIGURES = "several_figures"
    TOO_LONG = "too_long"
    TOO_MANY_LINES = "too_many_lines"
