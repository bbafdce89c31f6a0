"""Two battles on one server with the same players at once: nothing of the one shows in the other."""

from tests.bot.received import calls, numbers, question_to
from tests.bot.server import Server, Thread, answers

# What is in the one is in the other under no name.
_FIRST = {"kalle": ("black", "Clawful"), "anna": ("white", "Buzz-Off")}
_SECOND = {"kalle": ("black", "Spikor"), "anna": ("white", "Clamp Champ")}
_HITS = "Keine Gegenwehr"


async def test_they_know_nothing_of_each_other(server: Server) -> None:
    first, second = await _both(server)
    await _attack(first, "Clawful", "Buzz-Off")
    await _attack(second, "Spikor", "Clamp Champ")
    one, other = question_to(first, "anna"), question_to(second, "anna")
    before = second.texts()
    await server.person("anna").click(one, label=_HITS)
    assert (first.seen().moment, second.seen().moment) == ("1 white_moves", "1 white_reacts")
    assert second.texts() == before
    before = first.texts()
    await server.person("anna").click(other, label=_HITS)
    assert second.seen().moment == "1 white_moves"
    assert first.texts() == before
    for thread, others in ((first, ("Spikor", "Clamp Champ", "Zweite")), (second, ("Clawful", "Buzz-Off", "Erste"))):
        answered = numbers(thread.texts())
        assert answered == list(range(1, answered[-1] + 1))
        assert not [name for name in others if name in "\n".join(_since_start(thread))]
    # The figures of the one are strangers in the other.
    assert second.marks(await second.write("anna", "Buzz-Off: wartet")) == ["❓"]
    assert first.seen().moment == "1 white_moves"


async def test_each_is_called_once_a_phase_in_each(server: Server) -> None:
    first, second = await _both(server)
    await _attack(first, "Clawful", "Buzz-Off")
    asked, turn = "Runde 1, Weiß reagiert: bitte wählen, oder schreiben.", "Du bist am Zug (Runde 1, Schwarz zieht)."
    assert calls(server, "anna") == [asked]
    await _attack(second, "Spikor", "Clamp Champ")
    assert calls(server, "anna") == [asked, asked]
    assert calls(server, "kalle") == [turn, turn]


async def test_private_messages_tell_for_which_battle_they_are(server: Server) -> None:
    first, second = await _both(server)
    for name in ("kalle", "anna"):
        for text in first.private(name):
            if text.startswith("Du spielst in mehreren"):
                continue
            its = [thread for thread in (first, second) if thread.seen().name in text]
            assert len(its) == 1, text
            foreign = _SECOND if its == [first] else _FIRST
            assert not [figure for _, figure in foreign.values() if figure in text], text
    # Also what is refused, and what is left for reactions.
    await _whisper(second, "anna", "Bei Nahkampf: singt")
    assert first.private("anna")[-1].startswith("❓")
    assert "Zweite" in first.private("anna")[-1]
    await _whisper(second, "anna", "Bei Nahkampf: wehrt sich nicht")
    assert "Zweite" in first.private("anna")[-1]
    await _attack(first, "Clawful", "Buzz-Off")
    assert first.seen().moment == "1 white_reacts"
    await _attack(second, "Spikor", "Clamp Champ")
    assert second.seen().moment == "1 white_moves"
    assert "Vorgaben" not in first.said()


async def test_lists_and_look_ups_are_of_the_battle_in_whose_thread_they_are(server: Server) -> None:
    first, second = await _both(server)
    meister = server.person("meister")
    for thread, teams, foreign in ((first, _FIRST, _SECOND), (second, _SECOND, _FIRST)):
        own, others = ([figure for _, figure in one.values()] for one in (teams, foreign))
        for command in ("lage", "chancen", "protokoll"):
            told = await thread.slash("kalle", command)
            assert [figure for figure in own if figure in told], command
            assert not [figure for figure in others if figure in told], command
        found = await meister.autocomplete(thread.channel, "sl korrigieren", "figur", "")
        assert [one["value"] for one in found] == own
        pinned = thread.channel.pinned_messages()[0].content
        assert not [figure for figure in others if figure in pinned]
    result = await server.person("kalle").user.slash("lage")
    assert "nur im Thread einer Schlacht" in answers(result)[0].content


async def _both(server: Server) -> tuple[Thread, Thread]:
    """Return two battles that have begun, step by step in turn; the figures stand side by side."""
    first, second = await server.open(name="Erste"), await server.open(name="Zweite")
    both = ((first, _FIRST), (second, _SECOND))
    for name in ("kalle", "anna"):
        for thread, teams in both:
            side, figure = teams[name]
            await thread.slash(name, "schlacht beitreten", seite=side, figur=figure)
    for thread, _ in both:
        assert (await thread.slash("meister", "schlacht start")).startswith("Jetzt melden alle")
    for name, place in (("kalle", "A3"), ("anna", "H3")):
        for thread, teams in both:
            await _whisper(thread, name, f"{teams[name][1]}: Start {place}")
    for thread, teams in both:
        await thread.write("meister", f"SL: {teams['kalle'][1]} auf D3\nSL: {teams['anna'][1]} auf E3")
        assert thread.seen().moment == "1 black_moves"
    return first, second


async def _whisper(thread: Thread, name: str, text: str) -> None:
    """Write to the bot in private, and tell it for which battle."""
    await thread.whisper(name, text)
    person = thread.server.person(name).user
    asked = [one for one in person.dm_channel.history() if one.components][-1]
    await person.select(asked, [str(thread.battle)])


async def _attack(thread: Thread, figure: str, target: str) -> None:
    message = await thread.write("kalle", f"{figure}: greift {target} an")
    assert thread.marks(message) == ["✅"]


def _since_start(thread: Thread) -> list[str]:
    """Return the thread since its line-up, in which all free figures of that value are proposed."""
    texts = thread.texts()
    return texts[next(at for at, text in enumerate(texts) if text.startswith("**#1** ")) :]
