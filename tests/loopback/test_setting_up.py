"""A battle set up with an own figure and its own weapon over the whole way: the draft is a file that Discord keeps."""

from collections.abc import Mapping

from tests.loopback.motuc import House, Thread
from tests.loopback.people import components
from tests.loopback.world import Message


async def _fills(house: House, draft: Message, button: str, values: Mapping[str, str | list[str]]) -> None:
    master = house.person("meister")
    opened = master.presses(draft, button)
    await house.settled()
    assert opened.modal is not None, opened.said()
    master.submits(opened, values)
    await house.settled()


async def test_a_battle_is_set_up_with_an_own_figure_and_opened(referee: House) -> None:
    used = referee.person("meister").uses(referee.channel, "/schlacht einrichten", vorlage="duell")
    await referee.settled()
    (draft,) = used.answers
    await _fills(referee, draft, "Spielfeld", {"columns": "7"})
    await _fills(referee, draft, "Eigene Waffe", {"name": "Kochlöffel"})
    await _fills(referee, draft, "Kochlöffel: Nahkampf", {"attack": "1", "defence": "1", "reach": "1", "damage": "1"})
    await _fills(referee, draft, "Eigene Figur", {"name": "Karlo", "melee": "6"})
    await _fills(referee, draft, "Karlo: Waffen und Besonderes", {"weapons": "Kochlöffel"})
    assert "❓" not in draft.content
    assert "Karlo (Wert" in draft.content
    assert {"Karlo: Grundwerte", "Karlo: Magie"} <= {str(one.get("label")) for one in components(draft)}
    said = await referee.does(referee.person("meister").presses(draft, "Eröffnen"))
    assert said == ""
    assert "Die Schlacht ist eröffnet" in draft.content
    (channel,) = [one for one in referee.server.world.channels_of(referee.guild) if one.thread]
    thread = Thread(referee, channel, referee.bot.threads[channel.id])
    assert "als kalle" in await thread.uses("kalle", "/schlacht beitreten", seite="Schwarz", figur="Karlo")
    assert thread.seen().document["figures"]["Karlo"]["hands"] == ["Kochlöffel"]  # type: ignore[index]
    assert referee.logged == []
