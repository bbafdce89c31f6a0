"""Buttons at a refusal, one for each name that may have been meant: the whole post comes in again with it."""

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import discord

from motuc_bot.bot.faults import answering, say
from motuc_bot.bot.here import asker, bot_of
from motuc_bot.bot.lasting import lasting
from motuc_bot.bot.limits import MOST_IN_ROW
from motuc_bot.bot.names import name_of_message
from motuc_bot.referee.mend import Suggestion, mend
from motuc_bot.shortened import shortened

_MOST_LABEL, _MOST_LINE = 80, 300
_NOT_YET = "Damit zählt der Beitrag noch nicht; die neue Antwort steht unter ihm."


def suggestions_view(battle: int, message: int, revision: int, line: int, meant: Sequence[str]) -> discord.ui.View:
    """Return a button for each of the names."""
    return lasting(
        *(
            SuggestionButton(battle, message, revision, line, candidate, name[:_MOST_LABEL])
            for candidate, name in enumerate(meant[:MOST_IN_ROW])
        )
    )


class SuggestionButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=r"motuc:n:(?P<battle>\d{1,9}):(?P<message>\d{1,20}):(?P<revision>\d{1,6}):"
    r"(?P<line>\d{1,4}):(?P<candidate>\d)",
):
    """Posts a refused message once more with one name put right, for its author alone."""

    def __init__(self, battle: int, message: int, revision: int, line: int, candidate: int, label: str = "…") -> None:
        self.message = message
        self.wanted = Suggestion(battle, name_of_message(message), revision, line, candidate)
        name = f"motuc:n:{battle}:{message}:{revision}:{line}:{candidate}"
        super().__init__(discord.ui.Button(label=label, custom_id=name))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "SuggestionButton":
        """Return the button of that id."""
        battle, message, revision, line, candidate = map(int, match.groups())
        return cls(battle, message, revision, line, candidate)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Post it."""
        bot, battle = bot_of(interaction), self.wanted.battle
        async with answering(interaction):
            async with bot.locks[battle]:
                line, answer = await bot.work(mend, bot.desk, self.wanted, asker(interaction), interaction.created_at)
                message = None if answer.again else await self._original(interaction)
                if message is not None:
                    await bot.posts.seat_called(battle, message, answer)
            if message is not None:
                await bot.marks.mark(message, answer, mended=True)
            if interaction.message is not None:
                # What it said of the post is no longer true.
                now = f"✅ Gilt jetzt als `{shortened(line, _MOST_LINE)}`"
                with suppress(discord.HTTPException):
                    content = now if answer.accepted else discord.utils.MISSING
                    await interaction.message.edit(content=content, view=None)
            told = (f"✅ `{line}`",) if answer.accepted else (f"❓ `{line}`", _NOT_YET)
            await say(interaction, told)
            await bot.moved(battle)

    async def _original(self, interaction: discord.Interaction[Any]) -> discord.Message | None:
        """Return the message that was refused, None if it is gone."""
        channel = bot_of(interaction).get_partial_messageable(interaction.channel_id or 0)
        try:
            return await channel.fetch_message(self.message)
        except discord.HTTPException:
            return None
