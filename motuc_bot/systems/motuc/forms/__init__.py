"""The forms of MotUC-Battle: a new battle, own figures and weapons, and the lists to choose from."""

from motuc_bot.systems.motuc.forms.battle import battle_document_of, battle_form
from motuc_bot.systems.motuc.forms.browser import (
    battle_rows,
    battle_weapon_rows,
    pool_columns,
    pool_rows,
    weapon_columns,
    weapon_rows,
)
from motuc_bot.systems.motuc.forms.choices import armoury_choices, lineup_choices
from motuc_bot.systems.motuc.forms.figure import figure_form, figure_row_of, figure_value_of, figure_values
from motuc_bot.systems.motuc.forms.templates import templates
from motuc_bot.systems.motuc.forms.weapon import weapon_form, weapon_row_of, weapon_values

__all__ = [
    "armoury_choices",
    "battle_document_of",
    "battle_form",
    "battle_rows",
    "battle_weapon_rows",
    "figure_form",
    "figure_row_of",
    "figure_value_of",
    "figure_values",
    "lineup_choices",
    "pool_columns",
    "pool_rows",
    "templates",
    "weapon_columns",
    "weapon_form",
    "weapon_row_of",
    "weapon_rows",
    "weapon_values",
]
