"""The few things to choose in the form of a new battle, and the numbers that may go with them, as options."""

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from discord import app_commands

from motuc_bot.bot.limits import MOST_OPTIONS
from motuc_bot.systems.forms import FieldKind, FormField
from motuc_bot.systems.registry import SIDES

Command = TypeVar("Command", bound=Callable[..., Any])

_MOST_CHARACTERS, _MOST_NAME = 100, 32


def with_choices(callback: Command) -> Command:
    """Give a command an option for each choice of the form and for each number that only some choices need.

    Its callback takes them by the names of the fields.
    """
    fields = [field for field in SIDES[0].setting_up.battle_form().fields if _is_choice(field) or _may_go_with(field)]
    signature = inspect.signature(callback)
    fixed = [one for one in signature.parameters.values() if one.kind is not one.VAR_KEYWORD]
    chosen = [
        inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_annotation(field))
        for field in fields
    ]
    # discord.py makes the options out of the signature.
    callback.__signature__ = signature.replace(parameters=[*fixed, *chosen])  # type: ignore[attr-defined]
    app_commands.rename(**{field.name: _option_name(field) for field in fields})(callback)
    app_commands.describe(**{field.name: (field.hint or field.label)[:_MOST_CHARACTERS] for field in fields})(callback)
    app_commands.choices(
        **{
            field.name: [
                app_commands.Choice(name=option.label[:_MOST_CHARACTERS], value=option.value)
                for option in field.options
            ]
            for field in fields
            if _is_choice(field)
        }
    )(callback)
    return callback


def _is_choice(field: FormField) -> bool:
    return field.kind is FieldKind.CHOICE and len(field.options) <= MOST_OPTIONS


def _may_go_with(field: FormField) -> bool:
    return field.kind is FieldKind.NUMBER and not field.required


def _annotation(field: FormField) -> Any:
    if _is_choice(field):
        return str | None
    return app_commands.Range[int, field.low, field.high] | None


def _option_name(field: FormField) -> str:
    return "_".join(field.label.lower().split())[:_MOST_NAME]
