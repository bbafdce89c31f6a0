"""A battle with four players, a game master and somebody who looks on, from its set-up to the last blow."""

from pathlib import Path

from motuc_bot.transcript.document import document
from motuc_bot.transcript.load import load
from motuc_bot.transcript.play import play
from motuc_bot.transcript.verify import verify
from tests.bot.received import answer_to, calls, choose, close_doors, numbers, question_to
from tests.bot.server import Server, Thread, answers

# Each of the white ones is so much stronger than each of the black ones that a blow without defence always hurts.
_TEAMS = {
    "kalle": ("black", "Stinkor", "Shadow Weaver"),
    "berta": ("black", "Evil-Lyn", "Count Marzo"),
    "anna": ("white", "He-Man", "Fisto"),
    "dora": ("white", "Procrustus", "Faker"),
}
_NOTHING = "Bei Nahkampf: wehrt sich nicht"


async def test_a_battle_of_four_players_from_set_up_to_the_last_blow(server: Server, tmp_path: Path) -> None:
    close_doors(server, "dora")
    thread = await _set_up(server)
    await _black_attacks(server, thread)
    await _white_reacts(server, thread)
    await _white_attacks(server, thread)
    await _last_blows(server, thread)
    _has_ended(thread)
    _each_was_called_once_a_phase(server)
    _each_got_his_own_private_messages(thread)
    _answers_are_in_order(thread)
    await _file_replays(thread, tmp_path)
    # It is told once that dora takes no private messages.
    assert [text for text in server.faults if "kommt nie an" in text] == server.faults
    assert len(server.faults) == 1
    server.faults.clear()


async def _set_up(server: Server) -> Thread:
    """Bring in all figures, and let each start position come in another way."""
    thread = await server.open(vorlage="arena", name="Die Arena", runden=3)
    for name, (side, *figures) in _TEAMS.items():
        for figure in figures:
            told = await thread.slash(name, "schlacht beitreten", seite=side, figur=figure)
            assert told.startswith(f"Du spielst mit, als {name}. ")
    started = await thread.slash("meister", "schlacht start")
    assert started == "Jetzt melden alle ihre Startpositionen, am besten privat bei mir."
    await thread.whisper("kalle", "Stinkor: Start A4\nShadow Weaver: Start A7")
    await thread.slash("anna", "befehl", text="He-Man: Start I4; Fisto: Start I5", privat=True)
    await thread.whisper("meister", "SL: Start Evil-Lyn A5, Count Marzo A6")
    (told_closed,) = [one for one in thread.questions() if "private Nachricht" in one.content]
    form = await server.person("dora").click(told_closed, label="Privat eingeben")
    assert thread.seen().moment == "0 placement"
    done = await server.person("dora").submit_modal(form, {"text": "Procrustus: Start I6\nFaker: Start I7"})
    assert done.ephemeral
    assert thread.seen().moment == "1 black_moves"
    await thread.write("meister", "SL: He-Man auf B4\nSL: Fisto auf B5\nSL: Procrustus auf B6\nSL: Faker auf B7")
    return thread


async def _black_attacks(server: Server, thread: Thread) -> None:
    """Take a post back, mend one by a suggestion and one by an edit, post one by command."""
    kalle, berta = server.person("kalle"), server.person("berta")
    first = await thread.write("kalle", "Shadow Weaver: zaubert Blitz auf Faker")
    await kalle.click(answer_to(thread, first), label="Zurücknehmen")
    slip = await thread.write("kalle", "Shadow Weaver: zaubert Blitz auf Fakir\nStinkor: schießt auf He-Man")
    assert thread.marks(slip) == ["❓"]
    await kalle.click(answer_to(thread, slip), label="Faker")
    assert thread.marks(slip) == ["✅"]
    wrong = await thread.write("berta", "Evil-Lyn: greift Fisto mit der Kampfaxt an")
    assert thread.marks(wrong) == ["❓"]
    await berta.edit(wrong, "Evil-Lyn: greift Fisto mit dem Giftdolch an")
    assert thread.marks(wrong) == ["✅"]
    told = await thread.slash("berta", "befehl", text="Count Marzo: greift Procrustus an; fertig")
    assert told.startswith("✅ #")
    assert thread.seen().moment == "1 white_reacts"


async def _white_reacts(server: Server, thread: Thread) -> None:
    """React by a list, in writing and by a button."""
    await choose(thread, "anna", question_to(thread, "anna"), "He-Man", "Nicht ausweichen")
    await thread.write("anna", "Fisto: pariert")
    question = question_to(thread, "dora")
    for name in ("anna", "meister", "gast"):
        refused = await server.person(name).click(question, label="Keine Gegenwehr")
        assert answers(refused)[0].content == "Diese Knöpfe sind für jemand anderen. Was von dir fehlt, zeigt /lage."
    assert thread.seen().moment == "1 white_reacts"
    await server.person("dora").click(question, label="Keine Gegenwehr")
    assert thread.seen().moment == "1 white_moves"


async def _white_attacks(server: Server, thread: Thread) -> None:
    """Let somebody else play on for dora; black reacts by a standing order and by a button."""
    told = await thread.slash("meister", "sl ersatz", platz="dora", wer=server.person("eva"))
    assert told == "Den Platz „dora“ hat jetzt eva."
    assert thread.marks(await thread.write("dora", "Faker: wartet")) == ["❓"]
    await thread.whisper("kalle", "Bei Nahkampf: pariert")
    orders = "He-Man: greift Stinkor mit der bloßen Hand an\nFisto: greift Evil-Lyn mit der bloßen Hand an"
    assert thread.marks(await thread.write("anna", orders)) == ["✅"]
    assert (await thread.slash("eva", "befehl", text="fertig")).startswith("✅ #")
    assert thread.seen().moment == "1 black_reacts"
    assert "`Stinkor: pariert He-Man`" in thread.said()
    await server.person("berta").click(question_to(thread, "berta"), label="Keine Gegenwehr")
    assert thread.seen().moment == "2 black_moves"


async def _last_blows(server: Server, thread: Thread) -> None:
    """Weaken black by the game master's orders, the first of them shown before it counts, and let white strike."""
    shown = await thread.shown("meister", "sl korrigieren", figur="Stinkor", was="Leben", wert=1, grund="Gift")
    assert "`SL: Stinkor Leben 1, Grund: Gift`" in shown.content
    assert _life(thread, "Stinkor") != 1
    await server.person("meister").click(shown, label="Ausführen")
    assert _life(thread, "Stinkor") == 1
    others = "\n".join(f"SL: {figure} Leben 1, weil Gift" for figure in ("Shadow Weaver", "Evil-Lyn", "Count Marzo"))
    assert thread.marks(await thread.write("meister", others)) == ["✅"]
    await thread.whisper("kalle", _NOTHING)
    assert thread.marks(await thread.write("kalle", "fertig")) == ["✅"]
    assert thread.marks(await thread.write("berta", "Es ist aus …\nfertig")) == ["✅"]
    assert thread.seen().moment == "2 white_moves"
    await thread.write("anna", "He-Man: greift Stinkor an\nFisto: greift Evil-Lyn an")
    await thread.write("eva", "Procrustus: greift Count Marzo an\nFaker: greift Shadow Weaver an")
    assert thread.seen().moment == "2 black_reacts"
    question = question_to(thread, "berta")
    await choose(thread, "berta", question, "Evil-Lyn", "Keine Gegenwehr")
    assert not thread.seen().over
    await choose(thread, "berta", question, "Count Marzo", "Keine Gegenwehr")


def _has_ended(thread: Thread) -> None:
    assert thread.seen().over
    assert thread.seen().document["winner"] == "white"
    results, seals = thread.texts()[-2:]
    assert "Weiß gewinnt" in results
    assert seals.startswith("🔓 Die Würfel sind offen")
    # What was left in secret is shown now.
    assert _NOTHING in seals
    assert "Vorbei: Weiß gewinnt" in thread.channel.pinned_messages()[0].content
    assert len(thread.channel.pinned_messages()) == 1


def _each_was_called_once_a_phase(server: Server) -> None:
    ask = "bitte wählen, oder schreiben."
    closed = "ich kann dir keine private Nachricht schicken."
    black, white = ([f"Ihr seid am Zug (Runde {at}, {side} zieht)." for at in (1, 2)] for side in ("Schwarz", "Weiß"))
    assert calls(server, "anna") == [f"Runde 1, Weiß reagiert: {ask}", *white]
    assert [text.partition(" Erlaube")[0] for text in calls(server, "dora")] == [
        closed,
        f"Runde 1, Weiß reagiert: {ask}",
        white[0],
    ]
    react = [f"Runde {at}, Schwarz reagiert: {ask}" for at in (1, 2)]
    assert calls(server, "berta") == [black[0], react[0], black[1], react[1]]
    # kalle's orders react for him; eva got her seat in a phase that had begun.
    assert calls(server, "kalle") == black
    assert calls(server, "eva")[1:] == white[1:]
    for name in ("meister", "gast"):
        assert calls(server, name) == [], name


def _each_got_his_own_private_messages(thread: Thread) -> None:
    told = {name: [text.partition("\n")[0] for text in thread.private(name)] for name in thread.server.people}
    start = "**Die Arena**: Es fehlen noch Startpositionen von dir."
    assert told == {
        "meister": ["**#4** Verstanden: Evil-Lyn: Start A5"],
        "kalle": [
            start,
            "**#2** Verstanden: Stinkor: Start A4",
            "Verstanden, Vorgaben für Stinkor und Shadow Weaver:",
            "Verstanden, Vorgaben für Stinkor und Shadow Weaver:",
        ],
        "berta": [start],
        "anna": [start],
        "dora": [],
        "eva": [],
        "gast": [],
    }
    for name, (_, *own) in _TEAMS.items():
        others = [figure for _, *figures in _TEAMS.values() for figure in figures if figure not in own]
        private = "\n".join(thread.private(name))
        assert not [figure for figure in others if figure in private], name


def _answers_are_in_order(thread: Thread) -> None:
    """Find each post in the record, and answered once by its number; but for a mere `fertig` the tick tells enough."""
    posts = {post.number: post.text for post in thread.seen().posts if post.number is not None}
    answered = numbers(thread.texts())
    assert answered == sorted(set(answered))
    silent = [number for number in range(1, max(posts) + 1) if number not in answered]
    assert [posts[number] for number in silent] == ["fertig"]
    assert sorted(posts) == list(range(1, max(posts) + 1))


async def _file_replays(thread: Thread, folder: Path) -> None:
    result = await thread.server.person("gast").slash(thread.channel, "fehler")
    (file,) = [one for answer in answers(result) for one in answer.attachments]
    path = folder / file.filename
    path.write_bytes(await file.read())
    transcript = load(path)
    verified = verify(transcript)
    assert verified.right, verified.lines
    assert verified.lines[0].startswith("✅ Alles stimmt mit dem Siegel überein")
    played = document(play(transcript))
    seen = thread.seen().document
    assert {key: played[key] for key in seen} == seen


def _life(thread: Thread, figure: str) -> object:
    return thread.seen().document["figures"][figure]["life"]  # type: ignore[index]
