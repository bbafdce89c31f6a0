"""The German names of the closed sets of words."""

from rules.motuc.words import Category, Quantity, Spell, Team

SPELLS = {
    Spell.REGENERATION: "Regeneration",
    Spell.INVISIBILITY: "Unsichtbarkeit",
    Spell.FIRE_BEAM: "Feuerstrahl",
    Spell.SHIELD: "Schutzschild",
    Spell.CONFUSION: "Verwirrung",
    Spell.TORTURE: "Folter",
    Spell.SHOCK_WAVE: "Schockwelle",
    Spell.LIGHTNING: "Blitz",
}
TEAMS = {Team.BLACK: "Schwarz", Team.WHITE: "Weiß"}
VALUES = {Quantity.LIFE: "Leben", Quantity.STAMINA: "Ausdauer", Quantity.AGILITY: "Beweglichkeit"}
CATEGORIES = {Category.GREEN: "grün", Category.WHITE: "weiß", Category.BLACK: "schwarz"}
