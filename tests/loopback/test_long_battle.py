"""One long battle as it is played on Discord: 6 against 6, three players a side, all attacks at once."""

import re
from pathlib import Path
from random import Random

from motuc_bot.referee.check_battles import check_battles
from motuc_bot.transcript.document import document
from motuc_bot.transcript.load import load
from motuc_bot.transcript.play import play
from motuc_bot.transcript.verify import verify
from tests.loopback.long_battle import BLACK, WHITE, LongBattle
from tests.loopback.motuc import House

ROUNDS = 4
_PHASE = re.compile(r"Runde \d+, (?:Weiß|Schwarz) (?:zieht|reagiert)")
_NUMBER = re.compile(r"\*\*#(\d+)\*\* ")


async def test_a_long_battle(referee: House, tmp_path: Path) -> None:
    thread = await referee.open(vorlage="sechs", name="Die lange Schlacht", runden=ROUNDS)
    battle = LongBattle(referee, thread, Random(7))
    await battle.set_up()
    await battle.play()

    assert referee.server.faults == []
    assert len(battle.attacks) == 2 * ROUNDS
    assert min(battle.attacks.values()) >= 4, battle.attacks
    assert battle.pressed > 10
    assert battle.written > 10
    _answers_come_in_the_order_of_the_posts(battle)
    for name in (*BLACK, *WHITE):
        _called_once_a_phase(battle, name)
    assert "Vorbei" in thread.channel.pins()[0].content

    exported = referee.person("ann").uses(thread.channel, "/fehler")
    await referee.settled()
    (file,) = exported.answers[0].attachments
    path = tmp_path / file.name
    path.write_bytes(file.data)
    transcript = load(path)
    assert verify(transcript).right
    replayed, seen = document(play(transcript)), thread.seen()
    assert {key: replayed[key] for key in seen.document} == seen.document
    assert [faults for _, _, faults in check_battles(referee.desk)] == [()]


def _answers_come_in_the_order_of_the_posts(battle: LongBattle) -> None:
    """Check that no post is answered twice, nor before an earlier one; of some the tick tells all."""
    shown = battle.thread.channel.shown()
    numbers = [int(found[1]) for one in shown if one.author.bot and (found := _NUMBER.match(one.content))]
    assert numbers == sorted(set(numbers))
    posts = [post.id for post in battle.posts]
    answered = [one.reference for one in shown if one.author.bot and one.reference in posts and one.type == 19]
    assert len(answered) > 2 * ROUNDS
    assert answered == [post for post in posts if post in answered]


def _called_once_a_phase(battle: LongBattle, name: str) -> None:
    """Check that each call in the thread is of another phase, one for each phase that awaited the player."""
    shown, user = battle.thread.channel.shown(), battle.person(name).id
    calls = [one.content.partition("\n")[0] for one in shown if user in one.pinged]
    phases = [found[0] for call in calls if (found := _PHASE.search(call))]
    assert len(phases) == len(calls), calls
    assert len(set(phases)) == len(phases)
    assert len(phases) == sum(name in seats for seats in battle.asked.values())
