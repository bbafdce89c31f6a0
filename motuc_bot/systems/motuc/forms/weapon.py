"""The form for an own weapon, and the row of a battle's file that it gives."""

from collections.abc import Iterator

from pydantic import ValidationError

from motuc_bot.systems.form_values import Entered
from motuc_bot.systems.forms import FieldKind, Form, FormFault, FormField, Option, Values, on_page
from motuc_bot.systems.german_errors import fault_of
from motuc_bot.systems.motuc.battle_file import MOST, WeaponRow
from motuc_bot.systems.motuc.forms.own_names import ALIASES, NAME, free_of, name_fields, own_names
from motuc_bot.systems.motuc.pool.loader import load_pool
from motuc_bot.systems.motuc.wording import sentence_case

HANDS, PROPERTIES = "hands", "properties"
RANGE, SHOT_DAMAGE, SHOTS, RELOAD = "range", "shot_damage", "shots", "reload"
MELEE = {"attack": "Angriffswert", "defence": "Verteidigungswert", "reach": "Waffenvergleichswert", "damage": "Schaden"}

_WAND, _SHIELD, _DISARM, _THROWN, _FIXED, _IMPROVISED = "wand", "shield", "disarm", "thrown", "fixed", "improvised"
_LABELS = {
    _WAND: "Zauberstab",
    _SHIELD: "Schild",
    _DISARM: "kann entwaffnen",
    _THROWN: "wird geworfen",
    _FIXED: "aufgesteckt oder angewachsen",
    _IMPROVISED: "im Nahkampf nur ein Notbehelf",
}
_MOST_SHOTS = 20


def weapon_form() -> Form:
    """Return the form for an own weapon: with values for melee, for a distance, or both."""
    return Form(
        "Eigene Waffe",
        (
            *on_page("Name und Art", *name_fields("Durch Kommas getrennt. Mehrere Waffen dürfen Schwert heißen.")),
            *on_page("Nahkampf", *_melee_fields()),
            *on_page("Fernkampf", *_ranged_fields()),
            *on_page("Name und Art", *_kind_fields()),
        ),
    )


def weapon_row_of(values: Values) -> dict[str, object]:
    """Return what was entered as a weapon of a battle's file. Raises: FormFault, UnusablePool."""
    entered = Entered(weapon_form(), values)
    name, aliases = own_names(entered)
    free_of(name, aliases, load_pool().figures, "die Figur")
    melee, ranged = _melee(entered), _ranged(entered)
    properties, hands = entered.choices(PROPERTIES), int(entered.choice(HANDS))
    for broken, field, text in (
        (melee is None and ranged is None and _WAND not in properties, "attack", "Ohne Werte ist nur ein Zauberstab."),
        (_THROWN in properties and ranged is None, RANGE, "Was geworfen wird, braucht Reichweite und Schaden."),
        (_SHIELD in properties and melee is None, "defence", "Ein Schild braucht Nahkampfwerte."),
        (_DISARM in properties and melee is None, "attack", "Entwaffnet wird im Nahkampf: Dafür fehlen die Werte."),
        (_IMPROVISED in properties and melee is None, "attack", "Auch ein Notbehelf braucht Nahkampfwerte."),
        (_THROWN in properties and _FIXED in properties, PROPERTIES, "Was angewachsen ist, lässt sich nicht werfen."),
        (_FIXED in properties and hands == 2, HANDS, "Was aufgesteckt oder angewachsen ist, füllt eine Hand."),
    ):
        if broken:
            raise FormFault(field, text)
    row: dict[str, object] = {
        "name": name,
        "aliases": list(aliases),
        "melee": melee,
        "ranged": ranged,
        **dict.fromkeys(properties, True),
        "hands": hands,
    }
    row = {key: value for key, value in row.items() if value not in (None, [])}
    try:
        WeaponRow.model_validate(row)
    except ValidationError as error:
        raise FormFault(NAME, sentence_case(f"{fault_of(error).text}.")) from None
    return row


def weapon_values(row: WeaponRow) -> dict[str, str | tuple[str, ...]]:
    """Return the values with which the form gives this weapon: to change it, or to make another one from it."""
    melee, ranged = row.melee, row.ranged
    return {
        NAME: row.name,
        ALIASES: ", ".join(row.aliases),
        **{name: "" if melee is None else str(getattr(melee, name)) for name in MELEE},
        RANGE: "" if ranged is None else str(ranged.range),
        SHOT_DAMAGE: "" if ranged is None else str(ranged.damage),
        SHOTS: "" if ranged is None else str(ranged.shots),
        RELOAD: "" if ranged is None or ranged.reload is None else str(ranged.reload),
        HANDS: str(row.hands),
        PROPERTIES: tuple(name for name in _LABELS if getattr(row, name)),
    }


def _melee_fields() -> Iterator[FormField]:
    for name, label in MELEE.items():
        hint = "Leer: keine Nahkampfwaffe."
        yield FormField(name, f"Nahkampf: {label}", FieldKind.NUMBER, low=0, high=MOST, hint=hint, required=False)


def _kind_fields() -> tuple[FormField, ...]:
    hands = (Option("1", "eine Hand"), Option("2", "beide Hände"))
    properties = tuple(Option(value, label) for value, label in _LABELS.items())
    return (
        FormField(HANDS, "Hände", FieldKind.CHOICE, "1", options=hands),
        FormField(PROPERTIES, "Eigenschaften", FieldKind.CHOICES, (), options=properties, required=False),
    )


def _ranged_fields() -> tuple[FormField, ...]:
    return tuple(
        FormField(name, f"Fernkampf: {label}", FieldKind.NUMBER, low=low, high=high, hint=hint, required=False)
        for name, label, low, high, hint in (
            (RANGE, "Reichweite", 1, MOST, "Leer: keine Fernwaffe. Das eigene Feld zählt mit."),
            (SHOT_DAMAGE, "Schaden", 0, MOST, ""),
            (SHOTS, "Schüsse je Runde", 1, _MOST_SHOTS, "Leer: einer."),
            (RELOAD, "Schüsse bis zum Nachladen", 1, MOST, "Leer: nie leer."),
        )
    )


def _melee(entered: Entered) -> dict[str, object] | None:
    values = {name: entered.number_if_given(name) for name in MELEE}
    if all(value is None for value in values.values()):
        return None
    for name, value in values.items():
        if value is None:
            raise FormFault(name, f"Für den Nahkampf fehlt noch: {MELEE[name]}.")
    return {**values}


def _ranged(entered: Entered) -> dict[str, object] | None:
    values = {name: entered.number_if_given(name) for name in (RANGE, SHOT_DAMAGE, SHOTS, RELOAD)}
    if all(value is None for value in values.values()):
        return None
    for name, label in ((RANGE, "Reichweite"), (SHOT_DAMAGE, "Schaden")):
        if values[name] is None:
            raise FormFault(name, f"Für den Fernkampf fehlt noch: {label}.")
    row: dict[str, object] = {"range": values[RANGE], "damage": values[SHOT_DAMAGE], "shots": values[SHOTS] or 1}
    return row if values[RELOAD] is None else {**row, "reload": values[RELOAD]}
