"""Texts on their way in and out: codes of Discord, long answers, names."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from motuc_bot.bot.names import is_interaction, is_pressed, message_of, name_of_message, person_of, user_of
from motuc_bot.bot.plain_text import plain_text
from motuc_bot.bot.splitting import split
from motuc_bot.transcript.load import load
from motuc_bot.transcript.play import play


def test_codes_of_discord_become_words() -> None:
    names = {5: "Anna"}
    assert plain_text("<@5> und <@!5>, <@6>", names) == "@Anna und @Anna, @jemand"
    assert plain_text("<@&7> in <#8>, </lage:9>", names) == "@Rolle in #Kanal, /lage"
    assert plain_text("<:axt:10>Skeletor<a:blitz:11>: geht", names) == "Skeletor: geht"
    assert plain_text("<t:0:R> <t:0> <t:99999999999999:R>", names) == (
        "01.01.1970 00.00 Uhr (UTC) 01.01.1970 00.00 Uhr (UTC) <t:99999999999999:R>"
    )
    assert plain_text("<t:9999999999999>", names) == "irgendwann"
    assert plain_text("a < b > c <@x>", names) == "a < b > c <@x>"


@given(st.lists(st.text(st.sampled_from("ab 🔥\n"), max_size=60), max_size=30))
def test_no_part_is_too_long_and_nothing_is_lost(lines: list[str]) -> None:
    parts = split(lines, 20)
    assert all(0 < len(part) <= 20 for part in parts)
    assert "".join("".join(parts).split()) == "".join("".join(lines).split())


def test_a_line_is_cut_only_where_it_is_too_long() -> None:
    assert split(["eins zwei", "drei"], 14) == ("eins zwei\ndrei",)
    assert split(["eins zwei", "drei"], 12) == ("eins zwei", "drei")
    assert split(["eins zwei drei vier"], 10) == ("eins zwei", "drei vier")
    assert split([]) == split(["", " "]) == ()


def test_what_belongs_together_is_not_torn_apart() -> None:
    blow, shot = ["**A trifft B.**", "Summe 1", "→ B"], ["**C trifft D.**", "Summe 2", "→ D"]
    assert split(["Kurz.", *blow, *shot], 40) == ("\n".join(["Kurz.", *blow]), "\n".join(shot))
    # What is too long for any message is cut between its lines, and begins where there is room.
    assert split(["Kurz.", *blow, "Summe 3"], 30) == ("Kurz.\n**A trifft B.**\nSumme 1", "→ B\nSumme 3")


def test_the_shots_of_a_volley_stay_in_one_message_where_they_fit() -> None:
    one, two = ["**A verfehlt B.**", "Schuss 1 (Blaster): 7"], ["**A trifft B.**", "Schuss 2 (Blaster): 9"]
    other = ["**C trifft D.**", "Schuss 1 (Axt): 9"]
    volley = "\n".join([*one, *two])
    assert split(["**E trifft F.**", *one, *two, *other], 85) == ("**E trifft F.**", volley, "\n".join(other))
    # One that is too long for any message is cut between its shots.
    assert split([*one, *two], 60) == ("\n".join(one), "\n".join(two))


def test_the_longest_real_resolutions_are_cut_between_blows() -> None:
    played = play(load(Path("examples/sechs-gegen-sechs.yaml")))
    long = [parts for answer in played.answers if len(parts := split(answer.lines)) > 1]
    assert len(long) >= 3
    for first, *others in long:
        assert "Kurz: " in first
        assert all(part.startswith("**") for part in others)


def test_names_go_there_and_back() -> None:
    assert user_of(person_of(7)) == 7
    assert user_of("tisch") is user_of("link:7") is None
    assert message_of(name_of_message(7)) == message_of("discord:7.seat.choice.3") == 7
    assert message_of("interaction:7") is message_of(None) is None
    assert is_interaction("interaction:7")
    assert not is_interaction("discord:7")
    assert is_pressed("discord:7.seat.choice.3")
    assert not is_pressed("discord:7")
    assert not is_pressed(None)
