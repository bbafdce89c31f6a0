"""`/protokoll`: the battle so far for whoever asks, in three messages at most, and whole as a file."""

from typing import Any

from tests.bot.server import Server, Thread, answers


async def _asked(thread: Thread, name: str, **options: Any) -> tuple[list[str], str]:
    result = await thread.server.person(name).slash(thread.channel, "protokoll", **options)
    assert result.ephemeral
    messages = answers(result)
    (file,) = messages[-1].attachments
    assert file.filename == f"schlacht-{thread.battle}.txt"
    return [one.content for one in messages], (await file.read()).decode()


async def test_it_tells_the_last_posts_with_their_numbers_and_results(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    await thread.write("kalle", "Nebel zieht auf.\nClawful: geht nach D4")
    texts, file = await _asked(thread, "gast")
    assert texts[0].startswith("**Schnelles Duell** · Runde 1, Schwarz zieht\n")
    assert "**#6 kalle**\n> Nebel zieht auf.\n> Clawful: geht nach D4\nClawful geht von D3 nach D4" in texts[-1]
    assert "#6 · kalle · " in file
    assert "Clawful geht von D3 nach D4" in file


async def test_it_is_paged_by_numbers_and_never_longer_than_three_messages(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    server.bot.posts_a_minute[server.guild.id] = 1000
    for number in range(40):
        await thread.write("kalle", f"Nebel {number} {'und Rauch ' * 40}")
    (text,), file = await _asked(thread, "gast")
    # The last five, where nobody says more.
    assert [number for number in range(40) if f"Nebel {number} " in text] == [35, 36, 37, 38, 39]
    assert "Früher: `/protokoll von:36`" in text
    texts, _ = await _asked(thread, "gast", von=1)
    assert len(texts) == 3
    assert all(len(text) <= 2000 for text in texts)
    assert file.count("Nebel ") == 40
    seen: list[int] = []
    since: int | None = 1
    while since is not None:
        texts, _ = await _asked(thread, "gast", von=since)
        assert len(texts) <= 3
        whole = "\n".join(texts)
        seen += [number for number in range(40) if f"Nebel {number} " in whole]
        since = int(whole.rpartition("Weiter: `/protokoll von:")[2].partition("`")[0]) if "Weiter:" in whole else None
    assert seen == list(range(40))


async def test_secret_posts_are_in_it_for_their_author_alone(server: Server) -> None:
    thread = await server.open()
    await thread.fill()
    await thread.slash("meister", "schlacht start")
    await thread.whisper("kalle", "Clawful: Start A4")
    told = {name: await _asked(thread, name) for name in ("kalle", "anna", "gast")}
    assert "Clawful: Start A4" in "".join(told["kalle"][0])
    assert "Clawful: Start A4" in told["kalle"][1]
    for name in ("anna", "gast"):
        # The notice about private messages has an example.
        assert "A4" not in "".join((*told[name][0], told[name][1])).replace("Start A4`", "")


async def test_where_there_is_nothing_it_says_so(server: Server) -> None:
    thread = await server.open()
    assert await thread.slash("gast", "protokoll") == "Noch ist nichts gepostet."
    await thread.begin()
    assert "Der letzte Beitrag ist #5" in await thread.slash("gast", "protokoll", von=99)


async def test_chances_of_one_figure_against_another_before_anything_is_announced(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    told = await thread.slash("kalle", "chancen", figur="Clawful", ziel="buzz off")
    assert told.startswith("Clawful gegen Buzz-Off, wie es gerade steht (Abstand 1 Feld):")
    assert "Nahkampf (Riesenschere): gegen Parade" in told
    assert "Bitte beides angeben" in await thread.slash("kalle", "chancen", ziel="Clawful")
    assert "Es gibt: Clawful, Buzz-Off" in await thread.slash("kalle", "chancen", figur="Skeletor", ziel="Clawful")
    assert "nicht sich selbst" in await thread.slash("kalle", "chancen", figur="Clawful", ziel="Clawful")
    shown = await server.person("kalle").autocomplete(thread.channel, "chancen", "ziel", "buz")
    assert [one["value"] for one in shown] == ["Buzz-Off"]
