"""The button at an answer that takes the post back, as long as that can be done."""

import re
from contextlib import suppress
from typing import Any

import discord

from motuc_bot.bot.faults import answering, say
from motuc_bot.bot.here import asker, bot_of
from motuc_bot.bot.names import name_of_message
from motuc_bot.referee.record import Message
from motuc_bot.referee.take_back import take_back


class BackButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"motuc:z:(?P<battle>\d{1,9}):(?P<number>\d{1,9})"
):
    """Takes the post of that number back, for its author alone."""

    def __init__(self, battle: int, number: int) -> None:
        self.battle, self.number = battle, number
        super().__init__(discord.ui.Button(label="Zurücknehmen", custom_id=f"motuc:z:{battle}:{number}"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "BackButton":
        """Return the button of that id."""
        return cls(int(match["battle"]), int(match["number"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Take the post back."""
        bot = bot_of(interaction)
        async with answering(interaction):
            at = interaction.message.id if interaction.message is not None else interaction.id
            # A post is taken back once: the same name, however often it is pressed.
            message = Message(f"{name_of_message(at)}.back", interaction.created_at)
            async with bot.locks[self.battle]:
                answer = await bot.work(take_back, bot.desk, self.battle, asker(interaction), self.number, message)
            if answer.accepted and interaction.message is not None:
                with suppress(discord.HTTPException):
                    await interaction.message.edit(view=None)
            await say(interaction, (f"#{self.number} ist zurückgenommen.",) if answer.accepted else answer.lines)
            await bot.moved(self.battle)
            if interaction.message is not None:
                await bot.marks.take_back(self.battle, interaction.message.channel.id, answer.gone)
