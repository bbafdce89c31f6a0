"""Results that wait for the game master: his private message with two buttons, what the others are told meanwhile."""

import re
from contextlib import suppress
from typing import Any

import discord

from motuc_bot.bot.called import text_of
from motuc_bot.bot.faults import answering, say
from motuc_bot.bot.here import asker, battle_here, bot_of
from motuc_bot.bot.lasting import lasting
from motuc_bot.bot.lines import WITH_MASTER
from motuc_bot.bot.modals import Entered, ModalKind, giving_back
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.referee.results import are_held, are_hidden_from, post_results

MOST_WORDS = 1500
_LATER = f"{WITH_MASTER} Sobald sie sie im Thread postet, kannst du hier wieder nachsehen."
_POSTED = "Gepostet."
_BEHIND = "Gepostet wird es, sobald auch die Ergebnisse davor freigegeben sind (alle auf einmal: /sl ergebnisse)."
_FIELD = "words"


def results_view(battle: int, number: int) -> discord.ui.View:
    """Return the buttons with which a game master posts the results of a post."""
    return lasting(PostButton(battle, number), WordsButton(battle, number))


async def battle_shown_here(interaction: discord.Interaction[Any]) -> int:
    """Return the battle of this thread, unless its results wait for somebody else to post them. Raises: NotAllowed."""
    bot, battle = bot_of(interaction), await battle_here(interaction)
    if await bot.work(are_hidden_from, bot.desk, battle, asker(interaction)):
        raise NotAllowed(_LATER)
    return battle


async def give_results(interaction: discord.Interaction[Any], battle: int, number: int | None, words: str = "") -> None:
    """Post the results of that post (None = all that wait), with the words before them. Raises: Refused."""
    bot = bot_of(interaction)
    kept = await text_of(interaction, battle, words) if words else ""
    behind = await bot.work(post_results, bot.desk, battle, asker(interaction), number, words, kept)
    await say(interaction, (_BEHIND if behind else _POSTED,))
    await bot.moved(battle)


class PostButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"motuc:e:(?P<battle>\d{1,9}):(?P<number>\d{1,9})"
):
    """Posts the results as they are."""

    def __init__(self, battle: int, number: int) -> None:
        self.battle, self.number = battle, number
        name = f"motuc:e:{battle}:{number}"
        super().__init__(discord.ui.Button(label="Posten", custom_id=name, style=discord.ButtonStyle.primary))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "PostButton":
        """Return the button of that id."""
        return cls(int(match["battle"]), int(match["number"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Post them."""
        async with answering(interaction):
            try:
                await give_results(interaction, self.battle, self.number)
            finally:
                await _without_buttons(interaction, self.battle, self.number)


class WordsButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"motuc:m:(?P<battle>\d{1,9}):(?P<number>\d{1,9})"
):
    """Asks for words to stand before the results."""

    def __init__(self, battle: int, number: int) -> None:
        self.battle, self.number = battle, number
        super().__init__(discord.ui.Button(label="Mit Text posten", custom_id=f"motuc:m:{battle}:{number}"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "WordsButton":
        """Return the button of that id."""
        return cls(int(match["battle"]), int(match["number"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Open the form."""
        name = f"motuc:w:{self.battle}:{self.number}"
        form = discord.ui.Modal(title="Text vor den Ergebnissen", custom_id=name, timeout=3600)
        words: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id=_FIELD, style=discord.TextStyle.paragraph, max_length=MOST_WORDS
        )
        label = discord.ui.Label(text="Deine Worte", description="Als Zitat über den Ergebnissen", component=words)
        await interaction.response.send_modal(form.add_item(label))


async def _submitted(interaction: discord.Interaction[Any], match: re.Match[str], values: Entered) -> None:
    """Post the results with the words; if they can't be, these are given back."""
    battle, number = int(match["battle"]), int(match["number"])
    async with giving_back(interaction, values):
        try:
            await give_results(interaction, battle, number, str(values[_FIELD])[:MOST_WORDS])
        finally:
            await _without_buttons(interaction, battle, number)


WORDS_FORM = ModalKind(re.compile(r"motuc:w:(?P<battle>\d{1,9}):(?P<number>\d{1,9})"), _submitted)


async def _without_buttons(interaction: discord.Interaction[Any], battle: int, number: int) -> None:
    """Take the buttons away once there is nothing left to post."""
    bot = bot_of(interaction)
    if interaction.message is None or await bot.work(are_held, bot.desk, battle, number):
        return
    with suppress(discord.HTTPException):
        await interaction.message.edit(view=None)
