"""What Discord takes as buttons, lists and forms."""

from typing import Any

from tests.loopback.refusals import Form, Json

ROW, BUTTON, SELECT, TEXT_INPUT, TEXT, LABEL = 1, 2, 3, 4, 10, 18
_OTHER_SELECTS = (5, 6, 7, 8)
_LINK, _PREMIUM = 5, 6
MOST_ROWS, MOST_BUTTONS, MOST_OPTIONS = 5, 5, 25


def check_components(form: Form, rows: Any) -> None:
    """Note what is wrong with the components of a message."""
    if not isinstance(rows, list):
        form.fault("components", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return
    form.count("components", rows, 0, MOST_ROWS)
    names: set[str] = set()
    for at, row in enumerate(rows):
        path = f"components.{at}"
        children = _children(form, path, row)
        kinds = {child.get("type") for child in children}
        form.count(f"{path}.components", children, 1, MOST_BUTTONS if kinds <= {BUTTON} else 1)
        for place, child in enumerate(children):
            _child(form, f"{path}.components.{place}", child, names)


def check_modal(form: Form, data: Any) -> None:
    """Note what is wrong with a form that somebody shall fill in."""
    form.text("data.title", data.get("title"), 1, 45)
    form.text("data.custom_id", data.get("custom_id"), 1, 100)
    rows = data.get("components")
    form.count("data.components", rows, 1, MOST_ROWS)
    names: set[str] = set()
    for at, row in enumerate(rows or []):
        path = f"data.components.{at}"
        match row.get("type"):
            case 10:
                form.text(f"{path}.content", row.get("content"), 1, 4000)
            case 18:
                _labelled(form, path, row, names)
            case _:
                children = _children(form, path, row)
                form.count(f"{path}.components", children, 1, 1)
                for child in children:
                    form.text(f"{path}.components.0.label", child.get("label"), 1, 45)
                    _text_input(form, f"{path}.components.0", child, names)


def fields_of(modal: Json) -> list[Json]:
    """Return what can be filled in in a form: texts and lists."""
    rows = [row for row in modal["components"] if row["type"] != TEXT]
    return [row["component"] if row["type"] == LABEL else row["components"][0] for row in rows]


def _labelled(form: Form, path: str, row: Json, names: set[str]) -> None:
    """Note what is wrong with a field that has its label around it."""
    form.text(f"{path}.label", row.get("label"), 1, 45)
    if row.get("description") is not None:
        form.text(f"{path}.description", row["description"], 0, 100)
    child: Json = row.get("component") or {}
    match child.get("type"):
        case 4:
            if child.get("label") is not None:
                form.fault(f"{path}.component.label", "TEXT_INPUT_LABEL_IN_LABEL", "The label stands around it")
            _text_input(form, f"{path}.component", child, names)
        case 3:
            _name(form, f"{path}.component", child, names)
            _select(form, f"{path}.component", child)
        case _:
            form.fault(f"{path}.component.type", "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (3, 4).')


def _children(form: Form, path: str, row: Any) -> list[Json]:
    if not isinstance(row, dict) or row.get("type") != ROW or not isinstance(row.get("components"), list):
        form.fault(f"{path}.type", "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (1,).')
        return []
    children: list[Json] = row["components"]
    return children


def _name(form: Form, path: str, child: Json, names: set[str]) -> None:
    name = child.get("custom_id")
    form.text(f"{path}.custom_id", name, 1, 100)
    if isinstance(name, str):
        if name in names:
            form.fault(
                f"{path}.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"
            )
        names.add(name)


def _child(form: Form, path: str, child: Json, names: set[str]) -> None:
    match child.get("type"):
        case 2:
            _button(form, path, child, names)
        case 3:
            _name(form, path, child, names)
            _select(form, path, child)
        case kind if kind in _OTHER_SELECTS:
            _name(form, path, child, names)
            _select_frame(form, path, child, MOST_OPTIONS)
        case _:
            form.fault(f"{path}.type", "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (2, 3, 5, 6, 7, 8).')


def _button(form: Form, path: str, child: Json, names: set[str]) -> None:
    form.number(f"{path}.style", child.get("style"), 1, _PREMIUM)
    if child.get("style") == _LINK:
        form.text(f"{path}.url", child.get("url"), 1, 512)
    else:
        _name(form, path, child, names)
    if child.get("label") is not None:
        form.text(f"{path}.label", child["label"], 0, 80)
    if not child.get("label") and not child.get("emoji"):
        form.fault(path, "BUTTON_COMPONENT_INVALID", "A button must have a label or emoji")


def _select_frame(form: Form, path: str, child: Json, most: int) -> None:
    if child.get("placeholder") is not None:
        form.text(f"{path}.placeholder", child["placeholder"], 0, 150)
    least_chosen, most_chosen = child.get("min_values", 1), child.get("max_values", 1)
    form.number(f"{path}.min_values", least_chosen, 0, most)
    form.number(f"{path}.max_values", most_chosen, 1, most)
    if isinstance(least_chosen, int) and isinstance(most_chosen, int) and least_chosen > most_chosen:
        form.fault(f"{path}.min_values", "SELECT_COMPONENT_MIN_MAX", "min_values is greater than max_values")


def _select(form: Form, path: str, child: Json) -> None:
    options = child.get("options")
    form.count(f"{path}.options", options, 1, MOST_OPTIONS)
    values: set[object] = set()
    chosen = 0
    for at, option in enumerate(options or []):
        place = f"{path}.options.{at}"
        form.text(f"{place}.label", option.get("label"), 1, 100)
        form.text(f"{place}.value", option.get("value"), 1, 100)
        if option.get("description") is not None:
            form.text(f"{place}.description", option["description"], 0, 100)
        if option.get("value") in values:
            form.fault(
                f"{place}.value",
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        values.add(option.get("value"))
        chosen += bool(option.get("default"))
    _select_frame(form, path, child, len(options or []) or 1)
    most = child.get("max_values", 1)
    if isinstance(most, int) and chosen > most:
        form.fault(f"{path}.options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "Too many default values")


def _text_input(form: Form, path: str, child: Json, names: set[str]) -> None:
    if child.get("type") != TEXT_INPUT:
        form.fault(f"{path}.type", "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (4,).')
        return
    _name(form, path, child, names)
    form.number(f"{path}.style", child.get("style"), 1, 2)
    if child.get("placeholder") is not None:
        form.text(f"{path}.placeholder", child["placeholder"], 0, 100)
    if child.get("value") is not None:
        form.text(f"{path}.value", child["value"], 0, 4000)
    least, most = child.get("min_length") or 0, child.get("max_length") or 4000
    form.number(f"{path}.min_length", least, 0, 4000)
    form.number(f"{path}.max_length", most, 1, 4000)
    if least > most:
        form.fault(f"{path}.min_length", "TEXT_INPUT_MIN_MAX", "min_length is greater than max_length")
