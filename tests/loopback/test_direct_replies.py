"""What the bot replies without the outbox is there once, however often a message is heard: by two programs, say."""

from motuc_bot.referee.guild_settings import USUAL_A_MINUTE
from tests.loopback import shapes
from tests.loopback.motuc import House
from tests.loopback.world import Channel, Message


async def _heard_again(house: House, message: Message) -> None:
    world = house.server.world
    world.emit("MESSAGE_CREATE", shapes.message_event(world, message), message.channel)
    await house.settled()


def _replies(channel: Channel, message: Message) -> list[str]:
    return [one.content for one in channel.shown() if one.reference == message.id]


async def test_who_has_no_battle_is_told_once(referee: House) -> None:
    message = referee.person("gast").dm("Hallo?")
    await referee.settled()
    await _heard_again(referee, message)
    (told,) = _replies(message.channel, message)
    assert "in keiner Schlacht" in told


async def test_who_has_several_battles_is_asked_once(referee: House) -> None:
    for thread in (await referee.open(), await referee.open(name="Die zweite")):
        await thread.fill()
        await thread.uses("meister", "/schlacht start")
    message = referee.person("kalle").dm("Clawful: Start A3")
    await referee.settled()
    await _heard_again(referee, message)
    (told,) = _replies(message.channel, message)
    assert "Für welche ist das?" in told


async def test_who_writes_orders_elsewhere_is_told_once(referee: House) -> None:
    thread = await referee.open()
    await thread.begin()
    message = referee.person("kalle").says(referee.channel, "Clawful: greift Buzz-Off an")
    await referee.settled()
    await _heard_again(referee, message)
    (told,) = _replies(message.channel, message)
    assert "Hier wird nicht gespielt" in told


async def test_who_writes_too_fast_is_told_with_a_number_of_the_message(referee: House) -> None:
    """Each program counts for itself, and so each would tell of the same message."""
    thread = await referee.open()
    kalle = referee.person("kalle")
    for number in range(USUAL_A_MINUTE + 1):
        message = kalle.says(thread.channel, f"Nummer {number}")
    await referee.settled()
    (told,) = [one for one in thread.channel.shown() if one.reference == message.id]
    assert "zu schnell" in told.content
    assert told.nonce == f"{message.id}.x"
