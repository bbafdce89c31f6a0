"""Each button, list and form that is registered works after a restart, whenever it was opened before."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import discord
import pytest

from motuc_bot.bot.confirming import CarryOutButton, LeaveButton
from motuc_bot.bot.modals import ModalKind, Modals
from motuc_bot.bot.my_data import ForgetButton
from motuc_bot.bot.passing_on import PassOnButton
from motuc_bot.bot.private import PRIVATE_FORM, BattleList, PrivateButton
from motuc_bot.bot.questions import ChoiceButton, ChoiceList
from motuc_bot.bot.results import WORDS_FORM, PostButton, WordsButton
from motuc_bot.bot.self_test import TrialButton
from motuc_bot.bot.setup_buttons import SETUP_FORM, DropButton, FormButton, OpenButton, OwnList
from motuc_bot.bot.suggestions import SuggestionButton
from motuc_bot.bot.taking_back import BackButton
from motuc_bot.bot.twin import TwinButton
from tests.bot.received import answer_to, choose, close_doors, question_to
from tests.bot.server import Server, Thread, answers

Item = type[discord.ui.DynamicItem[Any]]

IN_BATTLE: tuple[Item, ...] = (BackButton, SuggestionButton, ChoiceButton, TwinButton, ChoiceList)
IN_PRIVATE: tuple[Item, ...] = (PrivateButton, BattleList)
OF_MASTER: tuple[Item, ...] = (CarryOutButton, LeaveButton, PassOnButton, PostButton, WordsButton, TrialButton)
OF_DRAFT: tuple[Item, ...] = (FormButton, OwnList, DropButton, OpenButton)
OF_ANYBODY: tuple[Item, ...] = (ForgetButton,)
FORMS = (PRIVATE_FORM, SETUP_FORM, WORDS_FORM)


@dataclass(slots=True)
class Used:
    """What is pressed on a server; before everything there is a restart. `items` are those that were really asked."""

    server: Server
    items: set[Item] = field(default_factory=set)

    async def press(self, name: str, message: Any, label: str) -> Any:
        """Press a button, in private if it is there."""
        await self.server.restart()
        person = self.server.person(name)
        place: Any = person.user if _is_private(message) else person
        return await place.click(message, label=label)

    async def submit(self, name: str, kind: ModalKind, form: Any, values: dict[str, Any]) -> Any:
        """Send a form of that kind which has been open since before the restart."""
        assert kind.template.fullmatch(form.modal["custom_id"])
        await self.server.restart()
        person = self.server.person(name)
        place: Any = person.user if form._interaction.guild_id is None else person
        return await place.submit_modal(form, values)


@pytest.fixture
def used(server: Server, monkeypatch: pytest.MonkeyPatch) -> Used:
    """Give presses that are noted as they come in."""
    noted = Used(server)
    for item in _subclasses(discord.ui.DynamicItem):
        monkeypatch.setattr(item, "callback", _noting(item, item.callback, noted.items))
    return noted


def _noting(item: Item, callback: Callable[..., Any], items: set[Item]) -> Callable[..., Any]:
    async def called(self: Any, interaction: Any) -> None:
        items.add(item)
        await callback(self, interaction)

    return called


def _subclasses(of: Any) -> Iterator[Item]:
    """Yield all kinds of items of the bot."""
    for one in of.__subclasses__():
        yield from _subclasses(one)
        if one.__module__.startswith("motuc_bot."):
            yield one


async def test_each_item_and_form_is_registered_and_used_here(server: Server) -> None:
    registered = set(server.bot._connection._view_store._dynamic_items.values())
    assert registered == set(_subclasses(discord.ui.DynamicItem))
    assert registered == {*IN_BATTLE, *IN_PRIVATE, *OF_MASTER, *OF_DRAFT, *OF_ANYBODY}
    modals = server.bot.get_cog("Modals")
    assert isinstance(modals, Modals)
    assert set(modals.kinds) == set(FORMS)


async def test_in_a_battle(server: Server, used: Used) -> None:
    thread = await server.open()
    await thread.begin_in_pairs()
    await thread.carry_out("meister", "sl platzieren", figur="Clamp Champ", feld="E4")
    used.items.clear()
    first = await thread.write("kalle", "Clawful: greift Buzz-Off an")
    await used.press("kalle", answer_to(thread, first), "Zurücknehmen")
    slip = await thread.write("kalle", "Clawful: greift Buz-Of an")
    await used.press("kalle", answer_to(thread, slip), "Buzz-Off")
    await thread.write("kalle", "fertig")
    assert thread.seen().moment == "1 white_reacts"
    await used.press("anna", question_to(thread, "anna"), "Keine Gegenwehr")
    assert thread.seen().moment == "1 white_moves"
    result = [one for one in thread.channel.history() if one.attachments][-1]
    told = await used.press("gast", result, "Als Text")
    assert "Clawful" in answers(told)[0].content
    await thread.write("anna", "Buzz-Off: greift Clawful an\nClamp Champ: greift Clawful an")
    question = question_to(thread, "kalle")
    for attacker in ("Buzz-Off", "Clamp Champ"):
        await server.restart()
        await choose(thread, "kalle", question, f"Clawful: Reagieren auf {attacker}", "Keine Gegenwehr")
    assert thread.seen().moment == "2 black_moves"
    assert used.items == set(IN_BATTLE)


async def test_in_private(server: Server, used: Used) -> None:
    close_doors(server, "anna")
    first, second = await _placing(server, name="Erste"), await _placing(server, name="Zweite")
    told = next(one for one in first.questions() if "private Nachricht" in one.content)
    form = await used.press("anna", told, "Privat eingeben")
    done = await used.submit("anna", PRIVATE_FORM, form, {"text": "Buzz-Off: Start H3"})
    assert "Verstanden: Buzz-Off: Start H3" in answers(done)[0].content
    # He was asked before, and is asked no second time.
    assert len(first.private("kalle")) == 2
    await first.whisper("kalle", "Clawful: Start A4")
    (asked,) = [one for one in server.person("kalle").user.dm_channel.history() if one.components]
    await server.restart()
    await server.person("kalle").user.select(asked, [str(first.battle)])
    assert (first.seen().moment, second.seen().moment) == ("1 black_moves", "0 placement")
    assert used.items == set(IN_PRIVATE)
    server.faults.clear()


async def test_a_start_is_taken_after_a_restart_and_nobody_is_asked_twice(server: Server) -> None:
    thread = await _placing(server)
    asked = thread.private("kalle")
    await server.restart()
    await thread.whisper("kalle", "Clawful: Start A4")
    await server.restart()
    await thread.whisper("anna", "Buzz-Off: Start H3")
    assert thread.seen().moment == "1 black_moves"
    assert thread.private("kalle")[:-1] == asked


async def test_of_a_game_master(server: Server, used: Used) -> None:
    role = server.guild.create_role("Leitung", permissions=discord.Permissions(manage_guild=True))
    server.people["chefin"] = chefin = server.guild.add_member(server.env.create_user("chefin"), roles=[role])
    tested = await chefin.slash(server.channel, "selbsttest")
    assert "Knöpfe gehen" in answers(await used.press("chefin", answers(tested)[0], "Knopf"))[0].content
    await chefin.slash(server.channel, "einstellungen", ergebnisse=True)
    thread = await server.open()
    await thread.begin()
    left = await thread.shown("meister", "sl ende")
    await used.press("meister", left, "Lassen")
    assert not thread.seen().over
    await thread.slash("meister", "sl ergebnisse")
    await thread.attack()
    await thread.write("anna", "Buzz-Off: wehrt sich nicht")
    form = await used.press("meister", _held(thread), "Mit Text posten")
    done = await used.submit("meister", WORDS_FORM, form, {"words": "Blut im Sand."})
    assert answers(done)[0].content == "Gepostet."
    assert "> Blut im Sand." in thread.said()
    await server.restart()
    passing = await thread.shown("meister", "sl uebergeben", wer=server.person("uwe"))
    await used.press("meister", passing, "Ausführen")
    back = await thread.shown("uwe", "sl uebergeben", wer=server.person("meister"))
    await used.press("uwe", back, "Ausführen")
    ending = await thread.shown("meister", "sl ende")
    await used.press("meister", ending, "Ausführen")
    assert "🔓" not in thread.said()
    await used.press("meister", _held(thread), "Posten")
    assert "🔓" in thread.said()
    assert used.items == set(OF_MASTER)


async def test_of_a_draft(server: Server, used: Used) -> None:
    result = await server.person("meister").slash(server.channel, "schlacht einrichten", vorlage="duell")
    (draft,) = answers(result)
    for name in ("Anna", "Berta"):
        form = await used.press("meister", draft, "Eigene Figur")
        await used.submit("meister", SETUP_FORM, form, {"name": name, "side": ["good"], "melee": "5", "ranged": "4"})
    assert "Eigene Figuren: **Anna (Wert 42), Berta (Wert 42)**" in draft.content
    await server.restart()
    await server.person("meister").select(draft, ["0"])
    await used.press("meister", draft, "Anna entfernen")
    assert "Eigene Figuren: **Berta (Wert 42)**" in draft.content
    await server.restart()
    await server.person("meister").select(draft, ["0"])
    await used.press("meister", draft, "Berta entfernen")
    await used.press("meister", draft, "Eröffnen")
    assert len(server.bot.threads) == 1
    assert used.items == set(OF_DRAFT)


async def test_of_anybody(server: Server, used: Used) -> None:
    thread = await _placing(server)
    (asked,) = answers(await server.person("kalle").slash(thread.channel, "daten loeschen"))
    assert thread.seen("kalle").mine == ("kalle",)
    await used.press("kalle", asked, "Endgültig vergessen")
    assert thread.seen("kalle").mine == ()
    assert used.items == set(OF_ANYBODY)


async def _placing(server: Server, **options: str) -> Thread:
    thread = await server.open(**options)
    await thread.fill()
    await thread.slash("meister", "schlacht start")
    return thread


def _held(thread: Thread) -> discord.Message:
    """Return the latest private message with results that wait to be posted."""
    history = thread.server.person("meister").user.dm_channel.history()
    return [message for message in history if message.components][-1]


def _is_private(message: Any) -> bool:
    return isinstance(message, discord.Message) and message.guild is None
