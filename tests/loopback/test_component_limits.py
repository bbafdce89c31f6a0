"""What Discord refuses as buttons, lists and forms, the server refuses."""

from typing import Any

import pytest

from tests.loopback.bare import Bare
from tests.loopback.component_limits import check_modal
from tests.loopback.refusals import Form, Refusal


def button(name: str = "b", **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Los", "custom_id": name, **more}


def option(value: str = "v", **more: Any) -> dict[str, Any]:
    return {"label": "Wahl", "value": value, **more}


def select(name: str = "s", **more: Any) -> dict[str, Any]:
    return {"type": 3, "custom_id": name, "options": [option()], **more}


def row(*children: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(children)}


HERE = "components.0.components.0"


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        ([row(button(str(at))) for at in range(6)], {"components"}),
        ([row(*(button(str(at)) for at in range(6)))], {"components.0.components"}),
        ([row(select("a"), select("b"))], {"components.0.components"}),
        ([row(button("a"), select("b"))], {"components.0.components"}),
        ([row()], {"components.0.components"}),
        ([button()], {"components.0.type", "components.0.components"}),
        ([row({"type": 4, "custom_id": "t", "label": "x", "style": 1})], {f"{HERE}.type"}),
        ([row(button("a"), button("a"))], {"components.0.components.1.custom_id"}),
        ([row(button("a")), row(select("a"))], {"components.1.components.0.custom_id"}),
        ([row(button("x" * 101))], {f"{HERE}.custom_id"}),
        ([row(button(""))], {f"{HERE}.custom_id"}),
        ([row(button(label="x" * 81))], {f"{HERE}.label"}),
        ([row(button(label=None))], {HERE}),
        ([row(button(style=9))], {f"{HERE}.style"}),
        ([row(select(options=[]))], {f"{HERE}.options"}),
        ([row(select(options=[option(str(at)) for at in range(26)]))], {f"{HERE}.options"}),
        ([row(select(options=[option(label="x" * 101)]))], {f"{HERE}.options.0.label"}),
        ([row(select(options=[option(label="")]))], {f"{HERE}.options.0.label"}),
        ([row(select(options=[option("x" * 101)]))], {f"{HERE}.options.0.value"}),
        ([row(select(options=[option(description="x" * 101)]))], {f"{HERE}.options.0.description"}),
        ([row(select(options=[option(), option()]))], {f"{HERE}.options.1.value"}),
        ([row(select(placeholder="x" * 151))], {f"{HERE}.placeholder"}),
        ([row(select(max_values=2))], {f"{HERE}.max_values"}),
        ([row(select(options=[option("a", default=True), option("b", default=True)]))], {f"{HERE}.options"}),
        ("nichts", {"components"}),
    ],
)
async def test_what_is_too_many_or_too_long(discord_alone: Bare, rows: Any, wrong: set[str]) -> None:
    answer = await discord_alone.send({"content": "x", "components": rows})
    assert (answer.status, answer.code) == (400, 50035)
    assert answer.wrong() == wrong


async def test_what_just_fits(discord_alone: Bare) -> None:
    rows = [row(*(button(f"{line}-{at}", label="x" * 80) for at in range(5))) for line in range(4)]
    options = [option(f"{at:0100}", label="x" * 100, description="x" * 100) for at in range(25)]
    answer = await discord_alone.send(
        {"components": [*rows, row(select("s" * 100, options=options, placeholder="x" * 150))]}
    )
    assert answer.status == 200


def field(name: str = "f", **more: Any) -> dict[str, Any]:
    return {"type": 4, "style": 1, "label": "Feld", "custom_id": name, **more}


def modal(*fields: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"title": "Form", "custom_id": "m", "components": [row(one) for one in fields], **more}


@pytest.mark.parametrize(
    "data",
    [
        modal(field(), title="x" * 46),
        modal(field(), title=""),
        modal(field(), custom_id="x" * 101),
        modal(),
        modal(*(field(str(at)) for at in range(6))),
        modal(field("a"), field("a")),
        modal(field(label="x" * 46)),
        modal(field(placeholder="x" * 101)),
        modal(field(value="x" * 4001)),
        modal(field(max_length=4001)),
        modal(field(min_length=9, max_length=8)),
        modal(field(style=3)),
        modal(button()),
    ],
)
def test_a_form_that_is_too_large(data: Any) -> None:
    form = Form()
    check_modal(form, data)
    with pytest.raises(Refusal, match="50035"):
        form.done()


def labelled(component: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": 18, "label": "Feld", "component": component, **more}


BARE_FIELD = {"type": 4, "style": 1, "custom_id": "f"}


@pytest.mark.parametrize(
    "row_of_form",
    [
        labelled(BARE_FIELD, label="x" * 46),
        labelled(BARE_FIELD, label=""),
        labelled(BARE_FIELD, description="x" * 101),
        labelled(field()),
        labelled(button()),
        labelled(select(options=[])),
        labelled(select(options=[option(label="x" * 101)])),
        {"type": 10, "content": ""},
    ],
)
def test_a_labelled_field_that_is_too_large(row_of_form: Any) -> None:
    form = Form()
    check_modal(form, modal() | {"components": [row_of_form]})
    with pytest.raises(Refusal, match="50035"):
        form.done()


def test_a_form_that_just_fits() -> None:
    form = Form()
    fields = (field(str(at), label="x" * 45, placeholder="x" * 100, value="x" * 4000) for at in range(5))
    check_modal(form, modal(*fields, title="x" * 45, custom_id="m" * 100))
    rows = [
        labelled(BARE_FIELD, label="x" * 45, description="x" * 100),
        labelled(select()),
        {"type": 10, "content": "x"},
    ]
    check_modal(form, modal() | {"components": rows})
    form.done()
