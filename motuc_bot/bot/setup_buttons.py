"""Setting a battle up before it is opened: a message that only its writer sees, with forms behind its buttons.

The draft is a file at the message: so it outlives a restart, and nothing typed is lost.
"""

import io
import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, cast

import discord

from motuc_bot.bot.faults import answering, say
from motuc_bot.bot.here import bot_of
from motuc_bot.bot.modals import Entered, ModalKind, giving_back, modal_of
from motuc_bot.bot.opening import Wanted, open_thread
from motuc_bot.bot.setup_forms import MOST_OWN, Draft, Own, Subject, draft_of, pages
from motuc_bot.bot.splitting import split
from motuc_bot.referee.refused import NotAllowed, Refused
from motuc_bot.systems.registry import SIDES

Interaction = discord.Interaction[Any]

_FILE = "entwurf.json"
_UNREADABLE = "Der Entwurf ist gerade nicht zu lesen: bitte gleich noch einmal, sonst mit /schlacht einrichten neu."
_FULL = f"Mehr als {MOST_OWN} eigene Figuren und Waffen passen nicht in eine Schlacht: Entferne erst eine."
_FOOT = "-# Noch ist nichts eröffnet; nur du siehst das hier. Wenn alles stimmt: „Eröffnen“."
_NEW = {Subject.FIGURE: "Eigene Figur", Subject.WEAPON: "Eigene Waffe"}


async def show_new(interaction: Interaction, draft: Draft) -> None:
    """Show a draft for the first time."""
    content, view, file = _rendered(draft)
    await interaction.followup.send(content, view=view, file=file, ephemeral=True)


class FormButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=r"motuc:a:(?P<subject>[bfw]):(?P<at>\d{1,2}):(?P<page>\d)",
):
    """Opens a page of a form: of the battle, of an own thing, or of a new one."""

    def __init__(self, subject: Subject, at: int, page: int, label: str = "…") -> None:
        self.subject, self.at, self.page = subject, at, page
        name = f"motuc:a:{subject}:{at}:{page}"
        super().__init__(discord.ui.Button(label=label[:80], custom_id=name))

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "FormButton":
        """Return the button of that id."""
        return cls(Subject(match["subject"]), int(match["at"]), int(match["page"]))

    async def callback(self, interaction: Interaction) -> None:
        """Open the page."""
        try:
            draft = await _kept(interaction)
            if self.at >= MOST_OWN:
                raise NotAllowed(_FULL)
        except NotAllowed as refused:
            await say(interaction, refused.lines)
            return
        form = draft.form(self.subject, self.at)
        name = f"motuc:o:{self.subject}:{self.at}:{self.page}"
        await interaction.response.send_modal(modal_of(form.title, name, pages(form)[self.page]))


class DropButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"motuc:a:x:(?P<at>\d{1,2})"):
    """Takes an own figure or weapon out."""

    def __init__(self, at: int, label: str = "…") -> None:
        self.at = at
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=label[:80], custom_id=f"motuc:a:x:{at}", style=discord.ButtonStyle.danger
        )
        super().__init__(button)

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "DropButton":
        """Return the button of that id."""
        return cls(int(match["at"]))

    async def callback(self, interaction: Interaction) -> None:
        """Take it out."""
        async with answering(interaction, thinking=False):
            await _show(interaction, (await _kept(interaction)).without(self.at))


class OwnList(discord.ui.DynamicItem[discord.ui.Select[Any]], template=r"motuc:a:l"):
    """Chooses the own figure or weapon to work on."""

    def __init__(self, own: Sequence[Own] = (), chosen: int | None = None) -> None:
        options = [
            discord.SelectOption(label=one.name[:100], value=str(at), default=at == chosen)
            for at, one in enumerate(own)
        ]
        super().__init__(
            discord.ui.Select(custom_id="motuc:a:l", placeholder="Eigenes ändern oder entfernen", options=options)
        )

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "OwnList":
        """Return the list with what was chosen in it."""
        found = cls()
        found.item = cast("discord.ui.Select[Any]", item)
        return found

    async def callback(self, interaction: Interaction) -> None:
        """Show the buttons for it."""
        async with answering(interaction, thinking=False):
            draft = await _kept(interaction)
            await _show(interaction, Draft(draft.values, draft.place, draft.own, int(self.item.values[0])))


class OpenButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"motuc:a:o"):
    """Opens the battle."""

    def __init__(self) -> None:
        super().__init__(discord.ui.Button(label="Eröffnen", custom_id="motuc:a:o", style=discord.ButtonStyle.success))

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "OpenButton":
        """Return the button."""
        return cls()

    async def callback(self, interaction: Interaction) -> None:
        """Open the battle, once."""
        bot, message = bot_of(interaction), interaction.message
        async with answering(interaction, thinking=False):
            assert message is not None
            if message.id in bot.drafts_opened:
                return
            bot.drafts_opened.add(message.id)
            try:
                draft = await _kept(interaction)
                place = bot.get_channel(draft.place) if draft.place is not None else None
                wanted = Wanted(SIDES[0].system.key, draft.document(), cast("Any", place))
                thread = await open_thread(interaction, wanted)
            except BaseException:
                bot.drafts_opened.discard(message.id)
                raise
            told = f"Die Schlacht ist eröffnet: <#{thread}>"
            await interaction.edit_original_response(content=told, view=None, attachments=[])


SETUP_BUTTONS = (FormButton, DropButton, OwnList, OpenButton)


async def _submitted(interaction: Interaction, match: re.Match[str], values: Entered) -> None:
    """Keep what was entered, whatever is wrong with it: the message says so, and the form has it again."""
    async with giving_back(interaction, values, thinking=False):
        draft = await _kept(interaction)
        await _show(interaction, draft.entered(Subject(match["subject"]), int(match["at"]), values))


SETUP_FORM = ModalKind(re.compile(r"motuc:o:(?P<subject>[bfw]):(?P<at>\d{1,2}):(?P<page>\d)"), _submitted)


async def _kept(interaction: Interaction) -> Draft:
    """Return the draft of the message. Raises: NotAllowed."""
    files = interaction.message.attachments if interaction.message is not None else []
    with suppress(discord.HTTPException, OSError, ValueError, KeyError, IndexError):
        return draft_of((await files[0].read()).decode())
    raise NotAllowed(_UNREADABLE)


async def _show(interaction: Interaction, draft: Draft) -> None:
    content, view, file = _rendered(draft)
    await interaction.edit_original_response(content=content, view=view, attachments=[file])


def _rendered(draft: Draft) -> tuple[str, discord.ui.View, discord.File]:
    """Return the message of a draft: its text, what can be pressed, and the file that keeps it."""
    try:
        draft.document()
        faults: tuple[str, ...] = ()
    except Refused as refused:
        faults = refused.lines
    texts = split(("**Neue Schlacht**", *draft.lines(), *faults), 1800)
    content = f"{texts[0]}\n{_FOOT}"
    return content, _view(draft), discord.File(io.BytesIO(draft.to_json().encode()), _FILE)


def _view(draft: Draft) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    rows: list[list[discord.ui.DynamicItem[Any]]] = [
        [OpenButton()],
        [*_pages(draft, Subject.BATTLE, 0)],
        [FormButton(subject, len(draft.own), 0, label) for subject, label in _NEW.items()],
    ]
    if draft.own:
        rows.append([OwnList(draft.own, draft.chosen)])
    if draft.chosen is not None and draft.chosen < len(draft.own):
        own = draft.own[draft.chosen]
        rows.append([*_pages(draft, own.subject, draft.chosen), DropButton(draft.chosen, f"{own.name} entfernen")])
    for at, row in enumerate(rows):
        for item in row:
            item.item.row = at
            view.add_item(item)
    return view


def _pages(draft: Draft, subject: Subject, at: int) -> list[FormButton]:
    form = draft.form(subject, at)
    name = f"{draft.own[at].name[:30]}: " if subject is not Subject.BATTLE else ""
    return [FormButton(subject, at, page, f"{name}{fields[0].page}") for page, fields in enumerate(pages(form))]
