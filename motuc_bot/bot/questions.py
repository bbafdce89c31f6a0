"""Buttons and lists for what somebody must choose: only he can press them, and they outlive a restart of the program.

Their ids say of which battle and seat they are, and which line they mean in which phase. What a press does is worked
out anew from the battle as it is then: nothing need be remembered.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, cast

import discord

from motuc_bot.bot.faults import DISCORD_FAULTS, answering, say
from motuc_bot.bot.here import asker, bot_of
from motuc_bot.bot.limits import MOST_IN_ROW, MOST_OPTIONS, MOST_ROWS
from motuc_bot.bot.names import name_of_message
from motuc_bot.bot.splitting import MOST_CHARACTERS
from motuc_bot.bot.thread_keeping import in_open_thread
from motuc_bot.referee.choose import Choosing, choosing, choosing_of, short_name
from motuc_bot.referee.post import NewPost, post
from motuc_bot.referee.record import Message
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.shortened import shortened
from motuc_bot.systems.choices import Choice, ChoiceGroup

_MOST_LABEL, _MOST_DESCRIPTION = 80, 100
# So many choices of each list stand above the lists too: those against which an attack is least likely to succeed.
_BEST = 2
_HEADING = "**"
_STRANGER = "Diese Knöpfe sind für jemand anderen. Was von dir fehlt, zeigt /lage."
_SAME = "Das hast du schon gewählt, und es zählt."
_DECIDED = "Das ist schon entschieden, oder gerade nicht dran. Was jetzt von dir fehlt, zeigt /lage."

View = discord.ui.View


class ChoiceButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=r"motuc:b:(?P<battle>\d{1,9}):(?P<seat>[0-9a-f]{12}):(?P<choice>[0-9a-f]{12})",
):
    """A button for one choice."""

    def __init__(self, battle: int, seat: str, choice: str, label: str = "…") -> None:
        self.battle, self.seat, self.choice = battle, seat, choice
        name = f"motuc:b:{battle}:{seat}:{choice}"
        super().__init__(discord.ui.Button(label=shortened(label, _MOST_LABEL), custom_id=name))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "ChoiceButton":
        """Return the button of that id."""
        return cls(int(match["battle"]), match["seat"], match["choice"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Let the choice count."""
        await _press(interaction, self.battle, self.seat, self.choice)


class ChoiceList(
    discord.ui.DynamicItem[discord.ui.Select[Any]],
    template=r"motuc:l:(?P<battle>\d{1,9}):(?P<seat>[0-9a-f]{12}):(?P<group>\d{1,3})",
):
    """A list with all choices of one group."""

    def __init__(
        self, battle: int, seat: str, group: int, heading: str = "…", options: Iterable[discord.SelectOption] = ()
    ) -> None:
        self.battle, self.seat = battle, seat
        name = f"motuc:l:{battle}:{seat}:{group}"
        super().__init__(discord.ui.Select(custom_id=name, placeholder=shortened(heading, 150), options=list(options)))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "ChoiceList":
        """Return the list of that id, with what was chosen in it."""
        found = cls(int(match["battle"]), match["seat"], int(match["group"]))
        found.item = cast("discord.ui.Select[Any]", item)
        return found

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Let the choice count."""
        await _press(interaction, self.battle, self.seat, self.item.values[0])


def question_views(battle: int, seat: str, found: Choosing) -> Iterator[tuple[tuple[ChoiceGroup, ...], View]]:
    """Yield the groups for which the battle waits, message by message: buttons for one group, a list for each of many.

    Buttons of several groups would say the same and mean another figure.
    """
    due, name = [group for group in found.groups if group.due], short_name(seat)
    if len(due) == 1 and len(due[0].choices) <= MOST_ROWS * MOST_IN_ROW:
        yield tuple(due), _buttons(battle, name, found, due[0])
        return
    for start in range(0, len(due), MOST_ROWS):
        part = due[start : start + MOST_ROWS]
        view = View(timeout=None)
        for at, group in enumerate(part):
            options = [
                discord.SelectOption(
                    label=shortened(choice.label, _MOST_DESCRIPTION),
                    value=found.name(choice.text),
                    description=shortened(choice.chance, _MOST_DESCRIPTION) if choice.chance else None,
                )
                for choice in group.choices[:MOST_OPTIONS]
            ]
            heading = f"{group.figure}: {group.kind}" if group.figure else group.kind
            view.add_item(ChoiceList(battle, name, start + at, heading, options))
        yield tuple(part), view


def question_lines(groups: Sequence[ChoiceGroup], view: View) -> list[str]:
    """Return what stands above the buttons or lists of `question_views`: lists say themselves what else there is."""
    most = _BEST if any(isinstance(item, ChoiceList) for item in view.children) else None
    lines = []
    for group in groups:
        shown = group.choices if most is None else sorted(group.choices, key=_risk)[:most]
        lines.append(heading(group))
        lines += [f"• {choice.label}" + (f": {choice.chance}" if choice.chance else "") for choice in shown]
    return lines


def heading(group: ChoiceGroup) -> str:
    """Return the line in a question below which the choices of a group stand."""
    return f"**{group.figure}** – {group.kind}"


def _risk(choice: Choice) -> tuple[bool, Fraction]:
    return choice.risk is None, choice.risk or Fraction(0)


def answered(content: str, group: ChoiceGroup, line: str) -> str:
    """Return the text of a question once a choice of that group counts: below its heading nothing else is left."""
    own = heading(group)
    parts = [heading(replace(group, kind=kind)) for kind in group.parts]
    lines: list[str] = []
    drops = False
    for row in content.split("\n"):
        if row.startswith(_HEADING):
            drops = row == own or row in parts
        elif drops:
            continue
        lines.append(row)
        if row == own:
            lines.append(f"✅ `{line}`")
    # One that was cut may lack the heading.
    return "\n".join(lines if own in lines else [*lines, f"✅ `{line}`"])


def _buttons(battle: int, seat: str, found: Choosing, group: ChoiceGroup) -> View:
    view = View(timeout=None)
    for at, choice in enumerate(group.choices):
        button = ChoiceButton(battle, seat, found.name(choice.text), choice.label)
        button.item.row = at // MOST_IN_ROW
        view.add_item(button)
    return view


async def _press(interaction: discord.Interaction[Any], battle: int, seat_name: str, choice: str) -> None:
    """Post the line of a choice for whoever pressed it, if it is his and still open."""
    bot, person = bot_of(interaction), asker(interaction)
    async with answering(interaction):
        # One after the other: the second tap finds that the choice has been made.
        async with bot.locks[battle]:
            found = await bot.work(choosing_of, bot.desk, battle, person, seat_name)
            if found is None:
                raise NotAllowed(_STRANGER)
            seat, open_choices = found
            line = open_choices.chosen(choice)
            if line is None:
                raise NotAllowed(_DECIDED)
            if line == open_choices.last:
                # Choices may be changed while the phase lasts, so that the same one is open still.
                raise NotAllowed(_SAME)
            asked = interaction.message.id if interaction.message is not None else interaction.id
            # In another process a second tap may come in at the same state: it is the same message then.
            name = f"{name_of_message(asked)}.{seat_name}.{choice}.{open_choices.version}"
            message = Message(name, interaction.created_at)
            answer = await bot.work(post, bot.desk, NewPost(battle, person, line, message, seat))
            left = await bot.work(choosing, bot.desk, battle, seat) if answer.accepted else open_choices
        if not answer.accepted:
            await say(interaction, answer.lines)
            return
        await _settle(interaction, battle, seat, left, open_choices.group_of(line), line)
        await say(interaction, (f"✅ `{line}`",))
        await bot.moved(battle)


async def _settle(
    interaction: discord.Interaction[Any], battle: int, seat: str, left: Choosing, group: ChoiceGroup, line: str
) -> None:
    """Show in the question what was chosen, and leave what can still be chosen, or changed."""
    if interaction.message is None:
        return
    views = [view for _, view in question_views(battle, seat, left)]
    text = answered(interaction.message.content, group, line)
    if len(text) > MOST_CHARACTERS:
        text = interaction.message.content
    try:
        # The question may have been one of several messages: the last ones stay as they are, they work all the same.
        view = views[0] if len(views) == 1 else None if not views else discord.utils.MISSING
        change = partial(interaction.message.edit, content=text, view=view)
        await in_open_thread(interaction.client, interaction.message.channel.id, change)
    except DISCORD_FAULTS:
        # Only for the eye: the choice counts, and says so if pressed again.
        return
