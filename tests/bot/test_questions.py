"""Buttons for reactions: only for whoever must react, once, in this phase, after a restart too."""

import discord
from simcord import interactions
from simcord.backend import serializers

from motuc_bot.bot.questions import answered, question_views
from motuc_bot.referee.choose import Choosing
from motuc_bot.systems.choices import Choice, ChoiceGroup
from tests.bot.server import Server, answers, buttons

DECIDED = "Das ist schon entschieden, oder gerade nicht dran. Was jetzt von dir fehlt, zeigt /lage."


async def test_the_owner_is_called_once_with_buttons_and_chances(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    question = await thread.attack()
    anna = server.person("anna")
    assert question.content.startswith(f"<@{anna.id}> Runde 1, Weiß reagiert")
    assert "Keine Gegenwehr: du wirst sicher getroffen" in question.content
    assert len(buttons(question)) == 10
    assert all(len(row.children) <= 5 for row in question.components if isinstance(row, discord.ActionRow))
    (request,) = [
        one
        for one in server.env.http_requests
        if one.method == "POST" and isinstance(one.json, dict) and "Weiß reagiert: bitte" in one.json.get("content", "")
    ]
    assert isinstance(request.json, dict)
    assert request.json["allowed_mentions"] == {"parse": [], "users": [anna.id]}
    assert thread.said().count(f"<@{anna.id}>") == 1


async def test_only_the_owner_can_press(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    question, before = await thread.attack(), thread.texts()
    for name in ("kalle", "meister", "gast"):
        result = await server.person(name).click(question, label="Keine Gegenwehr")
        assert result.ephemeral
        assert [one.content for one in answers(result)] == [
            "Diese Knöpfe sind für jemand anderen. Was von dir fehlt, zeigt /lage."
        ]
    assert thread.texts() == before
    assert thread.seen().moment == "1 white_reacts"


async def test_a_press_counts_as_its_line_and_shows_in_the_question(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    question = await thread.attack()
    result = await server.person("anna").click(question, label="Keine Gegenwehr")
    assert [one.content for one in answers(result)] == ["✅ `Buzz-Off: wehrt sich nicht gegen Clawful`"]
    assert thread.seen().moment == "1 white_moves"
    assert thread.now(question).content.endswith("✅ `Buzz-Off: wehrt sich nicht gegen Clawful`")
    assert buttons(thread.now(question)) == {}
    assert any(post.text == "Buzz-Off: wehrt sich nicht gegen Clawful" for post in thread.seen().posts)


async def test_how_things_stand_leads_to_the_open_question(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    assert "Deine Frage" not in await thread.slash("anna", "lage")
    question = await thread.attack()
    link = f"https://discord.com/channels/{server.guild.id}/{thread.channel.id}/{question.id}"
    assert (await thread.slash("anna", "lage")).endswith(f"Deine Frage mit den Knöpfen: {link}")
    assert "Deine Frage" not in await thread.slash("kalle", "lage")
    await server.person("anna").click(question, label="Keine Gegenwehr")
    assert "Deine Frage" not in await thread.slash("anna", "lage")


async def test_a_double_tap_counts_once(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    question = await thread.attack()
    names = buttons(question)
    anna, posts = server.person("anna"), len(thread.seen().posts)
    await anna.click(question, custom_id=names["Keine Gegenwehr"])
    # The client may still show the buttons as they were.
    stored = server.env.backend.get_message(question.channel.id, question.id)
    stored.components = [dict(row.to_dict()) for row in question.components]
    again = await anna.click(question, custom_id=names["Keine Gegenwehr"])
    other = await anna.click(question, custom_id=names["Ausweichen mit 3"])
    for result in (again, other):
        assert [one.content for one in answers(result)] == [DECIDED]
    assert len(thread.seen().posts) == posts + 1


async def test_two_taps_at_the_very_same_time_count_once(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    question = await thread.attack()
    backend, posts = server.env.backend, len(thread.seen().posts)
    for label in ("Keine Gegenwehr", "Keine Gegenwehr", "Ausweichen mit 3"):
        _, payload = interactions.base_payload(
            backend,
            type=3,
            channel_id=thread.channel.id,
            guild_id=server.guild.id,
            user_id=server.person("anna").id,
            data={"custom_id": buttons(question)[label], "component_type": 2},
        )
        stored = backend.get_message(thread.channel.id, question.id)
        backend.emit("INTERACTION_CREATE", {**payload, "message": dict(serializers.message_payload(backend, stored))})
    await server.env.settle()
    assert len(thread.seen().posts) == posts + 1
    assert thread.seen().moment == "1 white_moves"


async def test_writing_does_the_same_and_the_buttons_say_so(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    question = await thread.attack()
    await thread.write("anna", "Buzz-Off: weicht aus")
    assert thread.seen().moment == "1 white_moves"
    result = await server.person("anna").click(question, label="Keine Gegenwehr")
    assert [one.content for one in answers(result)] == [DECIDED]


async def test_buttons_of_an_earlier_round_do_nothing(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    first = await thread.attack()
    await thread.write("anna", "Buzz-Off: weicht aus")
    await thread.write("anna", "Buzz-Off: fertig")
    assert thread.seen().moment == "2 black_moves"
    second = await thread.attack()
    assert second.id != first.id
    assert thread.seen().moment == "2 white_reacts"
    result = await server.person("anna").click(first, label="Keine Gegenwehr")
    assert [one.content for one in answers(result)] == [DECIDED]
    assert thread.seen().moment == "2 white_reacts"


async def test_buttons_work_after_a_restart_and_nobody_is_asked_twice(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    question, before = await thread.attack(), thread.texts()
    await server.restart()
    assert thread.texts() == before
    await server.person("anna").click(question, label="Keine Gegenwehr")
    assert thread.seen().moment == "1 white_moves"


async def test_who_is_asked_again_after_a_roll_back_is_called_again(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    first = await thread.attack()
    await server.person("anna").click(first, label="Keine Gegenwehr")
    await thread.carry_out("meister", "sl rueckgaengig")
    assert thread.seen().moment == "1 white_reacts"
    second = thread.questions()[-1]
    assert second.id != first.id
    await server.person("anna").click(second, label="Keine Gegenwehr")
    assert thread.seen().moment == "1 white_moves"


async def test_many_choices_become_lists_and_very_many_several_messages() -> None:
    groups = tuple(
        ChoiceGroup(
            f"Figur {number}",
            "Reagieren",
            tuple(Choice(f"Wahl {choice} {'x' * 100}", f"{number}/{choice}", chance="50 %") for choice in range(30)),
            due=True,
        )
        for number in range(7)
    )
    views = list(question_views(1, "anna", Choosing("1 white_reacts", 7, groups)))
    assert [len(part) for part, _ in views] == [5, 2]
    for part, view in views:
        rows = view.to_components()
        assert len(rows) == len(part)
        for row in rows:
            (select,) = row["components"]
            assert len(select["options"]) == 25
            assert all(len(option["label"]) <= 100 for option in select["options"])
            assert len(select["custom_id"]) <= 100


def test_a_choice_for_a_whole_volley_takes_the_place_of_those_for_its_shots() -> None:
    shots = [ChoiceGroup("Teela", f"Schuss {number}", (), due=True) for number in (1, 2)]
    whole = ChoiceGroup("Teela", "2 Schüsse", (), due=True, parts=("Schuss 1", "Schuss 2"))
    content = "Bitte wählen\n**Teela** – 2 Schüsse\n• a\n**Teela** – Schuss 1\n• b\n**Teela** – Schuss 2\n• c"
    content = answered(answered(content, shots[0], "eins"), shots[0], "zwei")
    assert content == (
        "Bitte wählen\n**Teela** – 2 Schüsse\n• a\n**Teela** – Schuss 1\n✅ `zwei`\n**Teela** – Schuss 2\n• c"
    )
    content = answered(content, whole, "alle")
    assert content == "Bitte wählen\n**Teela** – 2 Schüsse\n✅ `alle`\n**Teela** – Schuss 1\n**Teela** – Schuss 2"
    assert answered(content, shots[1], "anders") == f"{content}\n✅ `anders`"
    assert answered("Abgeschnitten", whole, "alle") == "Abgeschnitten\n✅ `alle`"


async def test_a_list_counts_like_a_button(server: Server) -> None:
    thread = await server.open(vorlage="arena")
    await thread.slash("kalle", "schlacht beitreten", seite="black", figur="Clawful")
    await thread.slash("kalle", "schlacht beitreten", seite="black", figur="Beast Man")
    await thread.slash("anna", "schlacht beitreten", seite="white", figur="Buzz-Off")
    await thread.slash("anna", "schlacht beitreten", seite="white", figur="Stratos")
    await thread.slash("meister", "schlacht start")
    await thread.whisper("kalle", "Start Clawful A4, Beast Man A5")
    await thread.whisper("anna", "Start Buzz-Off I4, Stratos I5")
    for figure, field in (("Clawful", "D3"), ("Beast Man", "D4"), ("Buzz-Off", "E3"), ("Stratos", "E4")):
        await thread.carry_out("meister", "sl platzieren", figur=figure, feld=field)
    await thread.write("kalle", "Clawful: greift Buzz-Off an\nBeast Man: greift Stratos an\nfertig")
    question = thread.questions()[-1]
    lists = [
        child
        for row in question.components
        if isinstance(row, discord.ActionRow)
        for child in row.children
        if isinstance(child, discord.SelectMenu)
    ]
    assert len(lists) == 2
    assert [one.placeholder for one in lists] == [
        "Buzz-Off: Reagieren auf Clawful (Nahkampf)",
        "Stratos: Reagieren auf Beast Man (Nahkampf)",
    ]
    # The lists have all; above them stand the two against which an attack is least likely to succeed.
    head, *shown = question.content.split("\n")
    assert [row.split(":")[0] for row in shown] == [
        "**Buzz-Off** – Reagieren auf Clawful (Nahkampf)",
        "• Ausweichen mit allem (7)",
        "• Ausweichen mit 6",
        "**Stratos** – Reagieren auf Beast Man (Nahkampf)",
        "• Ausweichen mit allem (8)",
        "• Ausweichen mit 7",
    ]
    option = next(option for option in lists[1].options if option.label == "Keine Gegenwehr")
    assert option.description is not None
    # The list works after a restart too, and while others are awaited the choice may be changed.
    await server.restart()
    anna = server.person("anna")

    async def choose(at: int, label: str) -> str:
        value = next(option.value for option in lists[at].options if option.label == label)
        result = await anna.select(question, [value], custom_id=lists[at].custom_id)
        return str(answers(result)[0].content)

    assert await choose(1, "Keine Gegenwehr") == "✅ `Stratos: wehrt sich nicht gegen Beast Man`"
    posts = len(thread.seen().posts)
    assert await choose(1, "Keine Gegenwehr") == "Das hast du schon gewählt, und es zählt."
    assert len(thread.seen().posts) == posts
    assert (await choose(1, "Ausweichen mit 2")).startswith("✅")
    assert (await choose(1, "Keine Gegenwehr")).startswith("✅")
    # The latest choice alone, below its attack; the other one is still asked.
    assert thread.now(question).content.split("\n") == [
        head,
        *shown[:4],
        "✅ `Stratos: wehrt sich nicht gegen Beast Man`",
    ]
    await thread.carry_out("meister", "sl rueckgaengig")
    assert (await choose(1, "Keine Gegenwehr")).startswith("✅")
    assert (await choose(0, "Keine Gegenwehr")).startswith("✅")
    assert thread.seen().moment == "1 white_moves"
