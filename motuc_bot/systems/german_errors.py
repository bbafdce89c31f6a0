"""pydantic's findings in German, for people who wrote the file by hand."""

from pydantic import ValidationError

from motuc_bot.systems.faults import FileFault

_ANY = "hat keinen gültigen Wert"
TEXTS = {
    "missing": "fehlt",
    "extra_forbidden": "diesen Schlüssel gibt es hier nicht",
    "int_type": "muss eine ganze Zahl sein",
    "int_parsing": "muss eine ganze Zahl sein",
    "int_from_float": "muss eine ganze Zahl sein",
    "string_type": "muss Text sein (im Zweifel in Anführungszeichen setzen)",
    "string_too_long": "ist zu lang (höchstens {max_length} Zeichen)",
    "string_too_short": "ist leer",
    "bool_type": "muss true oder false sein",
    "greater_than_equal": "muss mindestens {ge} sein",
    "less_than_equal": "darf höchstens {le} sein",
    "literal_error": "muss eines sein von: {expected}",
    "enum": "muss eines sein von: {expected}",
    "model_type": "muss eine Liste von „Schlüssel: Wert“ sein",
    "model_attributes_type": "muss eine Liste von „Schlüssel: Wert“ sein",
    "dict_type": "muss eine Liste von „Schlüssel: Wert“ sein",
    "tuple_type": "muss eine Liste sein ([…] oder Zeilen mit „-“)",
    "list_type": "muss eine Liste sein ([…] oder Zeilen mit „-“)",
    "frozen_set_type": "muss eine Liste sein ([…] oder Zeilen mit „-“)",
    "invalid_key": "ein Schlüssel muss Text sein (im Zweifel in Anführungszeichen setzen)",
    "float_type": "muss eine Zahl sein (mit Punkt, nicht mit Komma)",
    "finite_number": "muss eine endliche Zahl sein",
    "string_unicode": "enthält Zeichen, die es nicht gibt",
    "set_item_not_hashable": "darf keine Listen enthalten",
    "recursion_loop": "enthält sich selbst",
}
# How pydantic calls the place of a key.
_OF_A_KEY = "[key]"


class Wrong(ValueError):
    """What a validator of ours finds wrong with a value, in German, to be told as it is."""


def fault_of(error: ValidationError) -> FileFault:
    """Return the first thing that pydantic found, with its place and in German."""
    first = error.errors(include_url=False)[0]
    context = first.get("ctx", {})
    own = context.get("error")
    if isinstance(own, Wrong):
        text = str(own)
    else:
        words = {name: str(value).replace(" or ", " oder ") for name, value in context.items()}
        text = TEXTS.get(first["type"], _ANY).format(**words)
    *place, last = first["loc"] or ("",)
    if last == _OF_A_KEY:
        return FileFault(place, f"der Schlüssel {text}")
    return FileFault(first["loc"], text)
