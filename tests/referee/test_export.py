"""The export of a battle replays to the same, whatever was posted; and holds no more than it may."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motuc_bot import strict_yaml
from motuc_bot.referee.check_battles import check_battles
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.export_battle import as_yaml, export_battle
from motuc_bot.referee.read_battle import read_battle
from motuc_bot.referee.refused import Refused
from motuc_bot.systems.motuc.pool import loader
from tests.referee.export import checked, played, read_back, verified
from tests.referee.lineup import LineUp, filled, lineup
from tests.referee.random_play import play_at_random, play_from_the_lineup
from tests.referee.table import duel


def same_as_replayed(desk: Desk, thread: LineUp) -> None:
    exported = export_battle(desk, thread.battle)
    replayed = played(exported)
    seen = read_battle(desk, thread.battle, None)
    assert {key: replayed[key] for key in seen.document} == seen.document
    assert [die["value"] for die in replayed["dice"]] == exported["dice"]
    assert all(post["accepted"] for post in replayed["posts"])
    assert [post["number"] for post in exported["posts"]] == [post["number"] for post in replayed["posts"]]
    assert checked(exported)[0] == 0
    assert [faults for _, _, faults in check_battles(desk)] == [()]


def test_a_ready_made_battle(desk: Desk) -> None:
    same_as_replayed(desk, play_at_random(desk, Random(3)))


def test_a_battle_from_the_lineup(desk: Desk) -> None:
    same_as_replayed(desk, play_from_the_lineup(desk, Random(4)))


def test_the_posts_that_are_counted_are_those_of_the_file(sqlite_desk: Desk) -> None:
    """The thread goes on counting after the line-up, of which the file holds what came out."""
    thread = play_from_the_lineup(sqlite_desk, Random(1))
    posts = export_battle(sqlite_desk, thread.battle)["posts"]
    first, last = posts[0]["number"], posts[-1]["number"]
    assert first > 1
    assert last > len(posts)
    told = f"Beiträge: {len(posts)} (#{first} bis #{last}; was davor war, steht als Aufstellung in der Datei)."
    assert verified(sqlite_desk, thread.battle)[1][0].endswith(told)


def test_posts_that_have_no_number_of_their_own_are_counted_where_they_are_in_the_file(sqlite_desk: Desk) -> None:
    thread = duel(sqlite_desk)
    thread.play([("kalle", "Skeletor: greift He-Man an"), ("anna", "Hohoho!\nHe-Man: pariert")])
    assert thread.post("anna", "Psst, nur für mich.", private=True).number == 2
    thread.play([("sl", "SL: Schlacht beenden")])
    assert verified(sqlite_desk, thread.battle)[1][0].endswith("Beiträge: 3.")
    assert verified(sqlite_desk, thread.battle, "anna")[1][0].endswith("Beiträge: 4 (#1 bis #3).")


@pytest.mark.parametrize("seed", range(3))
def test_random_battles(sqlite_desk: Desk, seed: int) -> None:
    play = play_from_the_lineup if seed % 2 else play_at_random
    same_as_replayed(sqlite_desk, play(sqlite_desk, Random(seed)))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 160))
def test_many_random_battles(sqlite_desk: Desk, seed: int) -> None:
    play = play_from_the_lineup if seed % 2 else play_at_random
    same_as_replayed(sqlite_desk, play(sqlite_desk, Random(seed), 4))


def starting(desk: Desk) -> LineUp:
    """Return a battle whose start positions are secret; two have come in."""
    thread = filled(desk)
    thread.play([("kalle", "Clawful: hält nichts"), ("sl", "SL: Pause\nSL: weiter"), ("eve", "Und los!")])
    thread.play([("sl", "SL: Fortsetzen")])
    for person, text in (("kalle", "Start Clawful A3"), ("anna", "Start Buzz-Off L3"), ("kalle", "Hallo Schiri!")):
        assert thread.post(person, text, private=True).accepted
    return thread


def texts(exported: dict[str, Any]) -> list[str]:
    return [post["text"] for post in exported["posts"]]


def test_a_running_battle_tells_no_seed_and_no_secret(desk: Desk) -> None:
    thread = starting(desk)
    public = ["SL: Pause", "Und los!", "SL: Fortsetzen"]
    assert texts(export_battle(desk, thread.battle)) == public
    assert texts(export_battle(desk, thread.battle, "ben")) == public
    assert texts(export_battle(desk, thread.battle, "kalle")) == [*public, "Start Clawful A3", "Hallo Schiri!"]
    assert len(texts(export_battle(desk, thread.battle, "sl"))) == 6
    for person in (None, "ben", "kalle", "sl"):
        exported = export_battle(desk, thread.battle, person)
        assert played(exported)["phase"] == "placement"
        assert played(exported)["paused"] is False
        assert exported["sealed"]["seals"][0].keys() == {"first_post", "commitment"}
        assert checked(exported)[0] == 0
    thread.play([("sl", "SL: weiter")])
    # What was said to the referee alone is never told.
    shown = texts(export_battle(desk, thread.battle))
    assert ("Start Clawful A3" in shown, "Hallo Schiri!" in shown) == (True, False)
    assert [seen.text for seen in read_battle(desk, thread.battle, None).posts if seen.private] == [
        "Start Clawful A3",
        "Start Buzz-Off L3",
    ]


def test_what_was_taken_back_before_the_reveal_is_left_out_until_then(desk: Desk) -> None:
    thread = starting(desk)
    thread.play([("sl", "SL: rückgängig bis 5\nSL: Pause"), ("sl", "SL: rückgängig"), ("ben", "Schade.")])
    assert thread.post("anna", "Start Buzz-Off L2", private=True).accepted
    for person in (None, "anna", "kalle", "sl"):
        exported = export_battle(desk, thread.battle, person)
        assert not any("rückgängig" in text for text in texts(exported))
        status, lines = checked(exported)
        assert (status, lines[0][:1]) == (0, "🔒")
        assert played(exported)["phase"] == "placement"
    thread.play([("sl", "SL: weiter")])
    same_as_replayed(desk, thread)
    assert any("rückgängig" in text for text in texts(export_battle(desk, thread.battle)))


def test_there_is_no_file_of_a_battle_that_has_not_begun(desk: Desk) -> None:
    thread = lineup(desk)
    with pytest.raises(Refused, match="Aufstellung läuft noch"):
        export_battle(desk, thread.battle)
    other = filled(desk)
    other.play([("sl", "SL: Schlacht beenden")])
    with pytest.raises(Refused, match="endete schon in der Aufstellung"):
        export_battle(desk, other.battle)
    third = filled(desk)
    third.play([("sl", "SL: weiter"), ("sl", "SL: rückgängig bis 0")])
    with pytest.raises(Refused, match="Aufstellung läuft noch"):
        export_battle(desk, third.battle)
    third.play([("sl", "SL: weiter"), ("sl", "SL: weiter"), ("kalle", "Clawful: wartet")])
    assert verified(desk, third.battle)[0] == 0


def test_a_changed_pool_changes_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    thread = duel(desk)
    thread.play([("kalle", "Skeletor: greift He-Man an"), ("anna", "He-Man: pariert"), ("sl", "SL: Schlacht beenden")])
    exported, seen = export_battle(desk, thread.battle), read_battle(desk, thread.battle, None)

    def gone() -> None:
        raise AssertionError("the export needs the pool")

    assert {figure["name"] for figure in exported["figures"]} == {"Skeletor", "He-Man"}
    transcript = read_back(exported)
    assert transcript.side.battle_document(transcript.side.config(transcript.document)).items() <= exported.items()
    pool = loader.load_pool()
    assert pool is not None
    stronger = [{**figure, "name": figure["name"], "base": 1} for figure in exported["figures"]]
    assert played(exported)["figures"] == seen.document["figures"]
    assert played({**exported, "figures": stronger})["figures"] != seen.document["figures"]


@given(st.text(st.characters(codec="utf-8"), max_size=60))
def test_any_text_survives_the_file(text: str) -> None:
    document = {"posts": [{"text": text}, {"text": f"  {text}\n"}, {"text": f"{text}\n\n {text}"}]}
    assert strict_yaml.parse(as_yaml(document)) == document
