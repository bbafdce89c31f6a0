"""Whatever pydantic finds in a file is told in German."""

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, get_args

import pytest
from pydantic import AfterValidator, BaseModel, TypeAdapter, ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError
from pydantic_core.core_schema import ErrorType

from motuc_bot import systems, transcript
from motuc_bot.systems.german_errors import TEXTS, Wrong, fault_of

Schema = Mapping[str, Any]

ANY = "hat keinen gültigen Wert"
NUMBER = {"ge": "greater_than_equal", "le": "less_than_equal"}
TEXT = {"min_length": "string_too_short", "max_length": "string_too_long"}
LIMITS = {"ge", "gt", "le", "lt", "multiple_of", "min_length", "max_length", "pattern"}
# What each kind of schema may find wrong, by pydantic's names for it. All models are strict; `enum`, `tuple` and
# `frozenset` are not, so that YAML's words and lists do.
FINDINGS: dict[str, Callable[[Schema], set[str]]] = {
    "any": lambda schema: set(),
    "bool": lambda schema: {"bool_type"},
    "default": lambda schema: set(),
    "definitions": lambda schema: set(),
    "definition-ref": lambda schema: {"recursion_loop"},
    "dict": lambda schema: {"dict_type"} | _limits(schema, {}),
    "enum": lambda schema: {"enum"},
    "float": lambda schema: {"float_type", "finite_number"} | _limits(schema, NUMBER),
    "frozenset": lambda schema: {"frozen_set_type", "set_item_not_hashable"} | _limits(schema, {}),
    # What they raise is a Wrong.
    "function-after": lambda schema: set(),
    "function-plain": lambda schema: set(),
    "no-info": lambda schema: set(),
    "int": lambda schema: {"int_type", "int_from_float"} | _limits(schema, NUMBER),
    "literal": lambda schema: {"literal_error"},
    "model": lambda schema: {"model_type", "model_attributes_type"},
    "model-field": lambda schema: {"missing"},
    "model-fields": lambda schema: {"extra_forbidden", "invalid_key"},
    "nullable": lambda schema: set(),
    "str": lambda schema: {"string_type", "string_unicode"} | _limits(schema, TEXT),
    "tuple": lambda schema: {"tuple_type"} | _limits(schema, {}),
}


def _limits(schema: Schema, known: Mapping[str, str]) -> set[str]:
    """Return what the limits of a schema may find; all of them must be known."""
    return {known[limit] for limit in LIMITS & schema.keys()}


def models() -> list[type[BaseModel]]:
    """Return all models of what people write in files."""
    for package in (systems, transcript):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    mine = (f"{systems.__name__}.", f"{transcript.__name__}.")
    return [model for model in _below(BaseModel) if model.__module__.startswith(mine)]


def _below(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for each in model.__subclasses__():
        yield each
        yield from _below(each)


def schemas(node: object) -> Iterator[Schema]:
    """Yield all parts of a schema that have a type."""
    if isinstance(node, Mapping):
        if isinstance(node.get("type"), str):
            yield node
        for key, part in node.items():
            if key not in ("metadata", "serialization"):
                yield from schemas(part)
    elif isinstance(node, list | tuple):
        for part in node:
            yield from schemas(part)


def reachable() -> list[str]:
    """Return all that pydantic may find in a file. A KeyError names the kind of schema that is new here."""
    found: set[str] = set()
    for model in models():
        for schema in schemas(model.__pydantic_core_schema__):
            found |= FINDINGS[schema["type"]](schema)
    return sorted(found)


def told(kind: str | PydanticCustomError, place: tuple[str | int, ...] = ("key",)) -> str:
    limits = {"ge": 1, "le": 9, "max_length": 9, "min_length": 1, "expected": "'a' or 'b'", "class_name": "Model"}
    details: InitErrorDetails = {"type": kind, "loc": place, "input": 1, "ctx": limits | {"error": "x"}}
    return fault_of(ValidationError.from_exception_data("Model", [details])).text


def test_there_are_models():
    assert len(models()) > 15
    assert {"float_type", "int_type", "string_too_long", "extra_forbidden"} <= set(reachable())


@pytest.mark.parametrize("kind", reachable())
def test_all_that_can_be_found_has_a_german_text(kind):
    assert kind in TEXTS
    text = told(kind)
    assert text != ANY
    assert "{" not in text
    assert not re.search(r"\b(?:should|valid|input|value|or|must|be|at most)\b", text), text


def test_no_text_is_for_something_that_pydantic_never_finds():
    assert set(TEXTS) <= set(get_args(ErrorType))


def test_what_is_unknown_is_told_in_german_too():
    assert told(PydanticCustomError("strange", "this is English")) == ANY
    assert told("none_required") == ANY


def test_only_our_own_validators_have_their_say():
    def english(text: str) -> str:
        int(text)
        return text

    def german(text: str) -> str:
        raise Wrong("so nicht")

    def asserting(text: str) -> str:
        raise AssertionError("this is English")

    found = []
    for check in (english, german, asserting):
        with pytest.raises(ValidationError) as caught:
            TypeAdapter(Annotated[str, AfterValidator(check)]).validate_python("x")
        found.append(fault_of(caught.value).text)
    assert found == [ANY, "so nicht", ANY]


def test_the_fault_of_a_key_is_told_at_its_entry():
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(dict[str, int]).validate_python({1: 1})
    assert str(fault_of(caught.value)) == "[1]: der Schlüssel muss Text sein (im Zweifel in Anführungszeichen setzen)"


def test_the_whole_may_be_at_fault():
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(dict[str, int]).validate_python([])
    assert fault_of(caught.value).place == ()
