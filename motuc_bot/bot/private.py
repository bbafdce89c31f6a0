"""What is said in private: by direct message, or by a form that only its writer sees where those are closed."""

import re
from collections.abc import Sequence
from typing import Any, cast

import discord

from motuc_bot.bot.called import post_said
from motuc_bot.bot.faults import answering, say
from motuc_bot.bot.here import bot_of
from motuc_bot.bot.lasting import lasting
from motuc_bot.bot.limits import MOST_OPTIONS
from motuc_bot.bot.modals import Entered, ModalKind, giving_back, typed
from motuc_bot.referee.answer import Answer

_FIELD = "text"
_NO_ORDER = "Darin stand kein Befehl, es zählt nichts. Ein Befehl ist zum Beispiel: `Skeletor: Start A4`"


def closed_view(battle: int) -> discord.ui.View:
    """Return the button behind which the private form is."""
    return lasting(PrivateButton(battle))


class PrivateButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"motuc:p:(?P<battle>\d{1,9})"):
    """Opens the private form."""

    def __init__(self, battle: int) -> None:
        self.battle = battle
        super().__init__(discord.ui.Button(label="Privat eingeben", custom_id=f"motuc:p:{battle}"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "PrivateButton":
        """Return the button of that id."""
        return cls(int(match["battle"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Open the form."""
        await interaction.response.send_modal(private_form(self.battle))


def private_form(battle: int) -> discord.ui.Modal:
    """Return a form for what nobody else may see."""
    form = discord.ui.Modal(title="Nur für den Schiedsrichter", custom_id=f"motuc:f:{battle}", timeout=3600)
    text: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=_FIELD, style=discord.TextStyle.paragraph, placeholder="Skeletor: Start A4", max_length=1500
    )
    return form.add_item(discord.ui.Label(text="Startpositionen, Hände, Vorgaben", component=text))


async def _submitted(interaction: discord.Interaction[Any], match: re.Match[str], values: Entered) -> None:
    """Post what was entered, in private; what does not count is given back."""
    bot, battle, text = bot_of(interaction), int(match["battle"]), str(values[_FIELD])
    async with giving_back(interaction, values):
        answer = await post_said(interaction, battle, text, private=True)
        await say(interaction, own_lines(answer) if answer.accepted else (*own_lines(answer), *typed(values)))
        await bot.moved(battle)


PRIVATE_FORM = ModalKind(re.compile(r"motuc:f:(?P<battle>\d{1,9})"), _submitted)


def own_lines(answer: Answer) -> tuple[str, ...]:
    """Return what only the author of a private message reads."""
    if answer.accepted:
        return answer.own or (_NO_ORDER,)
    return answer.lines


def which_battle(message: int, battles: Sequence[tuple[int, str]]) -> discord.ui.View:
    """Return the list from which somebody chooses for which battle his message is."""
    return lasting(BattleList(message, battles))


class BattleList(discord.ui.DynamicItem[discord.ui.Select[Any]], template=r"motuc:d:(?P<message>\d{1,20})"):
    """Asks for which of several battles a private message is."""

    def __init__(self, message: int, battles: Sequence[tuple[int, str]] = ()) -> None:
        self.message = message
        options = [
            discord.SelectOption(label=f"{name or 'Schlacht'} (Nr. {number})"[:100], value=str(number))
            for number, name in battles[:MOST_OPTIONS]
        ]
        super().__init__(
            discord.ui.Select(custom_id=f"motuc:d:{message}", placeholder="Für welche Schlacht?", options=options)
        )

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "BattleList":
        """Return the list of that id, with what was chosen in it."""
        found = cls(int(match["message"]))
        found.item = cast("discord.ui.Select[Any]", item)
        return found

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Take the message for the chosen battle."""
        bot = bot_of(interaction)
        async with answering(interaction):
            channel = await bot.create_dm(interaction.user)
            message = await channel.fetch_message(self.message)
            await bot.posts.take(int(self.item.values[0]), message, message.content)
            await say(interaction, ("Angekommen.",))
