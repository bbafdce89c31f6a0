"""Passing on one's place as game master: shown first, for whoever has done it cannot take it back."""

import re
from typing import Any

import discord

from motuc_bot.bot.confirming import LeaveButton
from motuc_bot.bot.faults import answering
from motuc_bot.bot.here import asker, bot_of, human, seen_here
from motuc_bot.bot.lasting import lasting
from motuc_bot.bot.names import person_of
from motuc_bot.referee.hand_over import hand_over
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.referee.rights import MASTER_ONLY
from rules.core import GAME_MASTER

_YOURSELF = "Du leitest diese Schlacht schon: Bitte jemand anderen auswählen."


async def show_passing_on(interaction: discord.Interaction[Any], to: discord.Member) -> None:
    """Show the asker what it would mean, with the buttons. Raises: Refused, DatabaseFault."""
    seen, person = await seen_here(interaction), person_of(human(to).id)
    if GAME_MASTER not in seen.mine:
        raise NotAllowed(MASTER_ONLY)
    if person == asker(interaction):
        raise NotAllowed(_YOURSELF)
    view = lasting(PassOnButton(seen.battle, to.id), LeaveButton(seen.battle))
    text = f"Noch gilt nichts. Mit „Ausführen“ leitet {to.display_name} die Schlacht, und du nicht mehr."
    await interaction.followup.send(text, view=view, ephemeral=True)


class PassOnButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"motuc:u:(?P<battle>\d{1,9}):(?P<user>\d{1,20})"
):
    """Lets that user lead the battle instead of whoever presses it."""

    def __init__(self, battle: int, user: int) -> None:
        self.battle, self.user = battle, user
        name = f"motuc:u:{battle}:{user}"
        super().__init__(discord.ui.Button(label="Ausführen", custom_id=name, style=discord.ButtonStyle.danger))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "PassOnButton":
        """Return the button of that id."""
        return cls(int(match["battle"]), int(match["user"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Pass the place on."""
        bot = bot_of(interaction)
        async with answering(interaction, thinking=False):
            to = person_of(self.user)
            await bot.work(hand_over, bot.desk, self.battle, asker(interaction), GAME_MASTER, to)
            told = f"✅ <@{self.user}> leitet die Schlacht jetzt, du nicht mehr."
            await interaction.edit_original_response(content=told, view=None)
            await bot.moved(self.battle)
