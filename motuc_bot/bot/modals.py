"""Modals that outlive a restart: what was entered is handed on by the id of the modal, whoever has opened it.

discord.py keeps what a modal does in memory alone, so that the modals here do nothing of their own.
"""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, cast

import discord
from discord.ext import commands

from motuc_bot.bot.faults import StillCatchingUp, answering, say
from motuc_bot.bot.limits import MOST_OPTIONS
from motuc_bot.shortened import shortened
from motuc_bot.systems.forms import FieldKind, FormField

# What was entered, by the names of the fields.
Entered = dict[str, str | list[str]]
Interaction = discord.Interaction[Any]

MOST_FIELDS = 5
_MOST_TITLE, _MOST_LABEL, _MOST_HINT, _MOST_OPTION, _MOST_TEXT = 45, 45, 100, 100, 4000
_UNKNOWN = "Dieses Formular gibt es nicht mehr: nichts davon zählt. Damit es nicht verloren ist, hattest du eingegeben:"


@dataclass(frozen=True, slots=True)
class ModalKind:
    """A kind of modal by its ids, and what is done with what was entered."""

    template: re.Pattern[str]
    submitted: Callable[[Interaction, re.Match[str], Entered], Awaitable[None]]


class Modals(commands.Cog):
    """Hands what was entered to the kind of modal."""

    def __init__(self, kinds: Sequence[ModalKind]) -> None:
        self.kinds = kinds

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Take what was entered; of a modal that no kind knows it is given back."""
        if interaction.type is not discord.InteractionType.modal_submit:
            return
        data = cast("Mapping[str, Any]", interaction.data)
        values = dict(_values(data["components"]))
        for kind in self.kinds:
            match = kind.template.fullmatch(data["custom_id"])
            if match is not None:
                await kind.submitted(interaction, match, values)
                return
        await say(interaction, (_UNKNOWN, *typed(values)))


@asynccontextmanager
async def giving_back(interaction: Interaction, values: Entered, *, thinking: bool = True) -> AsyncIterator[None]:
    """Answer with what was refused, and with what was entered, so that it need not be typed again.

    Without `thinking` the answer changes the message from which the form was opened.
    """
    try:
        async with answering(interaction, thinking=thinking):
            try:
                yield
            except Exception:
                await _give_back(interaction, values)
                raise
    except StillCatchingUp:
        await _give_back(interaction, values)
        raise


async def _give_back(interaction: Interaction, values: Entered) -> None:
    await say(interaction, ("Das hattest du eingegeben:", *typed(values)))


def typed(values: Entered) -> Iterator[str]:
    """Yield what was entered as lines to copy."""
    for value in values.values():
        text = value if isinstance(value, str) else ", ".join(value)
        if text:
            # A fence of its own would end ours.
            yield from ("```", text.replace("```", "'''"), "```")


def modal_of(title: str, custom_id: str, fields: Iterable[FormField]) -> discord.ui.Modal:
    """Return a modal with a component for each of at most five fields, filled in with their defaults."""
    modal = discord.ui.Modal(title=shortened(title, _MOST_TITLE), custom_id=custom_id, timeout=3600)
    for field in fields:
        modal.add_item(
            discord.ui.Label(
                text=shortened(field.label, _MOST_LABEL),
                description=shortened(_hint(field), _MOST_HINT) or None,
                component=_component(field),
            )
        )
    return modal


def _component(field: FormField) -> discord.ui.Item[Any]:
    chosen = (field.default,) if isinstance(field.default, str) else field.default
    if field.options and len(field.options) <= MOST_OPTIONS:
        several = field.kind is FieldKind.CHOICES
        return discord.ui.Select(
            custom_id=field.name,
            min_values=0 if several else 1,
            max_values=min(field.high or MOST_OPTIONS, len(field.options)) if several else 1,
            required=not several,
            options=[
                discord.SelectOption(
                    label=shortened(option.label, _MOST_OPTION), value=option.value, default=option.value in chosen
                )
                for option in field.options
            ],
        )
    between = " " if field.kind is FieldKind.BOARD else ", "
    long = field.kind in (FieldKind.LONG_TEXT, FieldKind.CHOICES, FieldKind.BOARD)
    # What is missing is told by the form itself, with all that was entered kept.
    return discord.ui.TextInput(
        custom_id=field.name,
        style=discord.TextStyle.paragraph if long else discord.TextStyle.short,
        default=between.join(chosen)[:_MOST_TEXT] or None,
        required=False,
    )


def _hint(field: FormField) -> str:
    if field.hint:
        return field.hint
    if field.kind is FieldKind.NUMBER and field.low is not None and field.high is not None:
        return f"{field.low} bis {field.high}"
    return "Mit Kommas dazwischen" if field.kind is FieldKind.CHOICES and len(field.options) > MOST_OPTIONS else ""


def _values(components: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str | list[str]]]:
    """Yield name and value of each field, whatever it is wrapped in."""
    for component in components:
        if "components" in component:
            yield from _values(component["components"])
        elif "component" in component:
            yield from _values([component["component"]])
        elif "custom_id" in component:
            several = component.get("values")
            yield component["custom_id"], list(several) if several is not None else str(component.get("value") or "")
