"""The form for an own figure, and the row of a battle's file that it gives."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pydantic import ValidationError

from motuc_bot.language.folding import name_key
from motuc_bot.systems.form_values import Entered
from motuc_bot.systems.forms import FieldKind, Form, FormFault, FormField, Option, Values, on_page
from motuc_bot.systems.german_errors import fault_of
from motuc_bot.systems.motuc.battle_file import MOST, FigureRow, WeaponRow
from motuc_bot.systems.motuc.forms.own_names import ALIASES, NAME, free_of, name_fields, own_names
from motuc_bot.systems.motuc.pool.loader import load_pool
from motuc_bot.systems.motuc.pool.show import TRAITS, trait_word
from motuc_bot.systems.motuc.spoken import CATEGORIES, SPELLS
from motuc_bot.systems.motuc.wording import listed, sentence_case
from rules.motuc.magic import SPELLS as SPELLS_OF
from rules.motuc.words import Category, Side, Trait

SIDE, BASE, WEAPONS, TRAIT = "side", "base", "weapons", "traits"
CATEGORY, POWER = "category", "power"
BOTH, NO_MAGIC = "both", "none"
NUMBERS = {
    "melee": "Nahkampf",
    "ranged": "Fernkampf",
    "strength": "Körperkraft",
    "armour": "Rüstung",
    "agility": "Beweglichkeit",
    "stamina": "Ausdauer",
}
MOST_WEAPONS = 6

_HIGHEST_BASE = 999
# Melee and ranged stand by the name, so that no page has too many fields.
_FIRST_NUMBERS = 2
_EXCLUSIVE = ((Trait.ROBOT, Trait.CYBORG), (Trait.FLIES, Trait.FLOATS))


def figure_form(weapon_names: Sequence[str] = ()) -> Form:
    """Return the form for an own figure, which may have weapons of the pool and own ones of these names."""
    numbers = [FormField(name, label, FieldKind.NUMBER, "4", low=0, high=MOST) for name, label in NUMBERS.items()]
    return Form(
        "Eigene Figur",
        (
            *on_page(
                "Name und Kampf",
                *name_fields("Durch Kommas getrennt: wie man sie in Beiträgen auch nennen kann."),
                _side(),
                *numbers[:_FIRST_NUMBERS],
            ),
            *on_page("Grundwerte", *numbers[_FIRST_NUMBERS:]),
            *on_page("Magie", *_magic()),
            *on_page("Waffen und Besonderes", _traits(), _weapons(weapon_names), _base()),
        ),
    )


def figure_row_of(values: Values, weapon_names: Sequence[str] = ()) -> dict[str, object]:
    """Return what was entered as a figure of a battle's file; without a base value it has that of the pool's formula.

    Raises: FormFault, UnusablePool.
    """
    entered = Entered(figure_form(weapon_names), values)
    pool = load_pool()
    name, aliases = own_names(entered)
    # One of the same name is replaced in this battle.
    free_of(name, aliases, (row for row in pool.figures if name_key(row.name) != name_key(name)), "die Figur")
    free_of(name, aliases, pool.weapons, "die Waffe")
    row: dict[str, object] = {
        "name": name,
        "aliases": list(aliases),
        "side": None if (side := entered.choice(SIDE)) == BOTH else side,
        **{number: entered.number(number) for number in NUMBERS},
        "magic": _magic_row(entered),
        "traits": list(_traits_of(entered)),
        "weapons": list(entered.choices(WEAPONS)),
    }
    base = entered.number_if_given(BASE)
    proposed = pool.formula.base(_checked({**row, "base": 0}))
    row["base"] = min(max(proposed, 0), _HIGHEST_BASE) if base is None else base
    return {key: value for key, value in row.items() if value not in (None, [])}


def figure_value_of(row: Mapping[str, object], weapons: Sequence[Mapping[str, object]]) -> int:
    """Return what an own figure is worth with its weapons, of which these are own ones (R-T1). Raises: UnusablePool."""
    pool = load_pool()
    own = tuple(WeaponRow.model_validate(weapon) for weapon in weapons)
    # The later one counts: an own weapon replaces that of the pool.
    return replace(pool, weapons=(*pool.weapons, *own)).value(FigureRow.model_validate(row))


def figure_values(row: FigureRow) -> dict[str, str | tuple[str, ...]]:
    """Return the values with which the form gives this figure: to change it, or to make another one from it."""
    return {
        NAME: row.name,
        ALIASES: ", ".join(row.aliases),
        SIDE: BOTH if row.side is None else row.side.value,
        **{number: str(getattr(row, number)) for number in NUMBERS},
        CATEGORY: NO_MAGIC if row.magic is None else row.magic.category.value,
        POWER: "" if row.magic is None else str(row.magic.power),
        TRAIT: tuple(trait.value for trait in Trait if trait in row.traits),
        WEAPONS: row.weapons,
        BASE: str(row.base),
    }


def _side() -> FormField:
    return FormField(
        SIDE,
        "Seite",
        FieldKind.CHOICE,
        BOTH,
        options=(
            Option(Side.GOOD.value, "gut (für Weiß)"),
            Option(Side.EVIL.value, "böse (für Schwarz)"),
            Option(BOTH, "passt zu beiden"),
        ),
    )


def _magic() -> tuple[FormField, ...]:
    categories = (
        Option(category.value, f"{CATEGORIES[category]}: {listed(SPELLS[spell] for spell in SPELLS_OF[category])}")
        for category in Category
    )
    return (
        FormField(CATEGORY, "Magie", FieldKind.CHOICE, NO_MAGIC, options=(Option(NO_MAGIC, "keine"), *categories)),
        FormField(
            POWER,
            "Magiekraft",
            FieldKind.NUMBER,
            low=1,
            high=MOST,
            hint="Nur wer zaubert, hat eine; meist ist sie 3 bis 7.",
            required=False,
        ),
    )


def _traits() -> FormField:
    options = tuple(Option(trait.value, text) for trait, text in TRAITS.items())
    return FormField(TRAIT, "Besonderes", FieldKind.CHOICES, (), options=options, required=False)


def _weapons(own: Sequence[str]) -> FormField:
    names: dict[str, str] = {}
    for name in (*own, *(row.name for row in load_pool().weapons)):
        names.setdefault(name_key(name), name)
    return FormField(
        WEAPONS,
        "Waffen",
        FieldKind.CHOICES,
        (),
        options=tuple(Option(name, name) for name in names.values()),
        high=MOST_WEAPONS,
        hint="Die ersten, die in zwei Hände passen, hat sie anfangs in der Hand (R-T5).",
        required=False,
    )


def _base() -> FormField:
    return FormField(
        BASE,
        "Basiswert",
        FieldKind.NUMBER,
        low=0,
        high=_HIGHEST_BASE,
        hint="Leer: wie bei den bekannten Figuren aus den Werten berechnet.",
        required=False,
    )


def _magic_row(entered: Entered) -> dict[str, object] | None:
    category, power = entered.choice(CATEGORY), entered.number_if_given(POWER)
    if category == NO_MAGIC:
        if power is not None:
            raise FormFault(POWER, "Magiekraft hat nur, wer zaubert: Wähle eine Magie oder lass die Zahl weg.")
        return None
    if power is None:
        raise FormFault(POWER, "Wer zaubert, braucht eine Magiekraft.")
    return {"power": power, "category": category}


def _traits_of(entered: Entered) -> tuple[str, ...]:
    traits = entered.choices(TRAIT)
    for one, other in _EXCLUSIVE:
        if one in traits and other in traits:
            raise FormFault(TRAIT, f"{sentence_case(trait_word(one))} und {trait_word(other)}: Es geht nur eins davon.")
    if Trait.WANDLESS in traits and entered.choice(CATEGORY) == NO_MAGIC:
        raise FormFault(TRAIT, "Ohne Zauberstab zaubert nur, wer eine Magie hat.")
    return traits


def _checked(row: dict[str, object]) -> FigureRow:
    """Return the row of the battle's file. Raises: FormFault."""
    try:
        return FigureRow.model_validate(row)
    except ValidationError as error:
        fault = fault_of(error)
        field = str(fault.place[0]) if fault.place else NAME
        raise FormFault(POWER if field == "magic" else field, sentence_case(f"{fault.text}.")) from None
