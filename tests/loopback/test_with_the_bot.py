"""The real bot on the loopback server: its commands, archived threads, and that nobody is called who need not be."""

import pytest

from tests.loopback.component_limits import fields_of
from tests.loopback.motuc import House
from tests.loopback.threads import set_archived
from tests.loopback.world import Kind


async def test_it_registers_its_commands(referee: House) -> None:
    names = {command["name"] for command in referee.application.commands}
    assert {"schlacht", "sl", "lage", "karte", "chancen", "hilfe", "einstellungen"} <= names


async def test_a_list_while_somebody_types(referee: House) -> None:
    thread = await referee.open()
    ann = referee.person("ann")
    typing = ann.autocompletes(thread.channel, "/schlacht beitreten", "figur", "claw", seite="black")
    await referee.settled()
    assert [choice["value"] for choice in typing.choices] == ["Clawful"]


async def test_the_board_as_a_picture_for_one_alone(referee: House) -> None:
    thread = await referee.open()
    await thread.begin()
    ann = referee.person("ann")
    used = ann.uses(thread.channel, "/karte")
    await referee.settled()
    (answer,) = used.answers
    (file,) = answer.attachments
    assert file.data.startswith(b"\x89PNG")
    assert file.description
    assert answer in ann.sees(thread.channel)
    assert answer not in referee.person("kalle").sees(thread.channel)


async def test_a_forum(referee: House) -> None:
    forum = referee.server.world.add_channel(referee.guild, "schlachten", Kind.FORUM)
    await referee.restart()
    thread = await referee.open(kanal=forum)
    assert thread.channel.parent is forum
    await thread.begin()


async def test_start_positions_where_private_messages_are_closed(faulty_referee: House) -> None:
    house = faulty_referee
    thread = await house.open()
    await thread.fill()
    kalle = house.person("kalle")
    kalle.user.closed = True
    await thread.uses("meister", "/schlacht start")
    # That is what the bot gets to know by it.
    assert [fault.code for fault in house.server.faults] == [50007]
    (told,) = [one for one in thread.channel.shown() if kalle.id in one.pinged]
    opened = kalle.presses(told, "Privat eingeben")
    await house.settled()
    assert opened.modal is not None
    (field,) = fields_of(opened.modal)
    kalle.submits(opened, {field["custom_id"]: "Clawful: Start A3"})
    house.person("anna").dm("Buzz-Off: Start H3")
    await house.settled()
    assert thread.seen().moment == "1 black_moves"


async def test_a_post_in_an_archived_thread(referee: House) -> None:
    thread = await referee.open()
    await thread.begin()
    assert thread.channel.thread is not None
    set_archived(referee.server.world, thread.channel, archived=True)
    await referee.settled()
    message = referee.person("kalle").says(thread.channel, "Clawful: greift Buzz-Off an\nfertig")
    await referee.settled()
    assert not thread.channel.thread.archived
    assert message.marks() == ["✅"]
    assert [one.reference for one in thread.channel.shown() if one.reference == message.id] == [message.id]


async def test_the_result_of_a_press_in_an_archived_thread(faulty_referee: House) -> None:
    """Pressing a button wakes nothing: the bot's own answer does."""
    house = faulty_referee
    thread = await house.open()
    await thread.begin()
    house.person("kalle").says(thread.channel, "Clawful: greift Buzz-Off an\nfertig")
    await house.settled()
    question = thread.channel.shown()[-1]
    set_archived(house.server.world, thread.channel, archived=True)
    await house.settled()
    said = await house.does(house.person("anna").presses(question, "Keine Gegenwehr"))
    assert said == "✅ `Buzz-Off: wehrt sich nicht gegen Clawful`"
    assert thread.seen().moment == "1 white_moves"
    assert thread.channel.thread is not None
    assert not thread.channel.thread.archived
    assert house.logged == []


@pytest.mark.parametrize("name", ["@everyone", "<@&{role}>", "<@{user}>", "@here"])
async def test_names_call_nobody(referee: House, name: str) -> None:
    """Whatever a battle is called, and whatever is posted: nobody is called by what the bot says of it."""
    everybody = [referee.person(one) for one in ("meister", "kalle", "anna", "gast")]
    role = referee.guild.roles[referee.guild.id]
    role.mentionable = True
    called = name.format(role=role.id, user=everybody[-1].id)
    thread = await referee.open(name=f"Die {called}")
    await thread.begin()
    message = referee.person("kalle").says(thread.channel, f"Clawful: geht nach {called}\n„{called}“, ruft er.")
    await referee.settled()
    referee.person("kalle").edits(message, f"„{called}“, ruft er.\nClawful: greift Buzz-Off an\nfertig")
    await referee.settled()
    for person in everybody:
        by_bot = [one for one in person.pings() if one.author.bot and one.channel.guild is not None]
        own = {"kalle": ["am Zug ("], "anna": ["bitte wählen"]}.get(person.user.name, [])
        assert [words in one.content for one, words in zip(by_bot, own, strict=True)] == [True] * len(own)
