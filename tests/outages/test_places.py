"""Threads, servers and people that are gone or closed: who can act is told what to do, and then all goes on."""

import discord

from tests.loopback import shapes, threads
from tests.loopback.motuc import House, Thread
from tests.loopback.world import Overwrite
from tests.outages.recovery import faults, recovered
from tests.outages.scenes import ATTACK


async def begun(house: House) -> Thread:
    thread = await house.open()
    await thread.begin()
    return thread


def denies(house: House, **rights: bool) -> Overwrite:
    """Take rights away from the bot, in the channel and its threads."""
    denied = Overwrite(house.application.user.id, deny=discord.Permissions(**rights).value, member=True)
    house.channel.overwrites.append(denied)
    return denied


def told_to_master(house: House) -> list[str]:
    return [one.content for one in house.person("meister").inbox()]


def is_kicked(house: House) -> None:
    """Throw the bot out."""
    house.server.world.leave(house.guild, house.application.user)
    for session in house.server.gateway.sessions.values():
        session.tell("GUILD_DELETE", {"id": str(house.guild.id)})


def is_invited(house: House) -> None:
    """Let the bot in again."""
    role = next(role for role in house.guild.roles.values() if role.name == "MotUC-Bot")
    house.server.world.join(house.guild, house.application.user, role)
    for session in house.server.gateway.sessions.values():
        session.tell("GUILD_CREATE", shapes.guild(house.server.world, house.guild, house.application.user))


async def test_a_thread_that_is_archived_at_each_request(faulty_referee: House) -> None:
    house = faulty_referee
    thread = await begun(house)

    def archives(method: str, path: str) -> None:
        # Not while it is being opened again.
        if f"/channels/{thread.channel.id}/" in path and method != "GET" and next(times, None) is not None:
            threads.set_archived(house.server.world, thread.channel, archived=True)

    times = iter(range(6))
    house.server.hooks.watch = archives
    house.person("kalle").says(thread.channel, ATTACK)
    await recovered(house)
    assert next(times, None) is None
    house.server.hooks.watch = None
    house.person("anna").says(thread.channel, "Buzz-Off: wehrt sich nicht")
    await recovered(house)
    assert faults(house) == []


async def test_a_thread_that_is_locked_until_somebody_opens_it(faulty_referee: House) -> None:
    house = faulty_referee
    thread = await begun(house)
    denies(house, manage_threads=True)
    house.person("kalle").says(thread.channel, ATTACK)
    threads.set_archived(house.server.world, thread.channel, archived=True, locked=True)
    # Nothing comes through: it is not waited for.
    busy, house.settling.busy = house.settling.busy, []
    await house.settled()
    house.settling.busy = busy
    assert [one for one in told_to_master(house) if "ist gesperrt" in one and "Threads verwalten" in one]
    threads.set_archived(house.server.world, thread.channel, archived=False, locked=False)
    await recovered(house)
    assert faults(house) == []


async def test_a_thread_that_is_deleted_goes_on_elsewhere(faulty_referee: House) -> None:
    house = faulty_referee
    thread = await begun(house)
    threads.delete(house.server.world, house.guild.owner, thread.channel)
    await house.settled()
    (told,) = [one for one in told_to_master(house) if "/schlacht neuer_thread" in one]
    assert "ist gespeichert" in told
    master, before = house.person("meister"), set(house.server.world.channels)
    await house.does(master.uses(house.channel, "/schlacht neuer_thread", schlacht=thread.battle))
    (new,) = [one for number, one in house.server.world.channels.items() if number not in before and one.thread]
    house.person("kalle").says(new, ATTACK)
    await recovered(house)
    assert len(new.pins()) == 1
    assert [one for one in new.shown() if house.person("anna").id in one.pinged]


async def test_a_bot_that_is_thrown_out_and_invited_again(faulty_referee: House) -> None:
    house = faulty_referee
    thread = await begun(house)
    is_kicked(house)
    await house.settled()
    house.person("kalle").says(thread.channel, ATTACK)
    await house.settled()
    assert thread.seen().moment == "1 black_moves"
    is_invited(house)
    await recovered(house)
    assert thread.seen().moment != "1 black_moves"
    assert faults(house) == []


async def test_a_right_that_is_taken_and_given_back(faulty_referee: House) -> None:
    house = faulty_referee
    thread = await begun(house)
    denied = denies(house, send_messages_in_threads=True)
    house.person("kalle").says(thread.channel, ATTACK)
    busy, house.settling.busy = house.settling.busy, []
    await house.settled()
    house.settling.busy = busy
    assert [one for one in told_to_master(house) if "fehl" in one]
    house.channel.overwrites.remove(denied)
    await recovered(house)
    assert [one for one in thread.channel.shown() if house.person("anna").id in one.pinged]
    assert faults(house) == []


async def test_a_player_who_has_left(faulty_referee: House) -> None:
    house = faulty_referee
    thread = await begun(house)
    house.server.world.leave(house.guild, house.person("anna").user)
    house.person("kalle").says(thread.channel, ATTACK)
    await recovered(house)
    assert [one for one in thread.channel.texts() if "anna" in one and "nicht mehr" in one]
    assert faults(house) == []


async def test_a_player_who_calls_himself_otherwise(faulty_referee: House) -> None:
    house = faulty_referee
    thread = await begun(house)
    kalle = house.person("kalle")
    kalle.user.name = "Skeletor-Fan"
    house.guild.members[kalle.id].nick = "anna"
    post = kalle.says(thread.channel, ATTACK)
    await house.settled()
    assert post.marks() == ["✅"]
    assert faults(house) == []


async def test_without_the_right_to_pin_the_master_is_told_once(faulty_referee: House) -> None:
    house = faulty_referee
    denies(house, pin_messages=True)
    thread = await begun(house)
    house.person("kalle").says(thread.channel, ATTACK)
    await recovered(house)
    assert thread.channel.pins() == []
    assert len([one for one in told_to_master(house) if "anpin" in one or "anheft" in one]) == 1
    assert faults(house) == []


async def test_without_the_right_to_send_files_the_result_comes_as_text(faulty_referee: House) -> None:
    house = faulty_referee
    thread = await begun(house)
    denies(house, attach_files=True)
    house.person("kalle").says(thread.channel, ATTACK)
    await house.settled()
    before = len(thread.channel.shown())
    house.person("anna").says(thread.channel, "Buzz-Off: wehrt sich nicht")
    await recovered(house)
    results = [one for one in thread.channel.shown()[before:] if one.author.bot]
    assert ["Auswertung" in one.content for one in results] == [True, False]
    assert "am Zug (" in results[1].content
    assert results[0].attachments == []
    assert faults(house) == []
