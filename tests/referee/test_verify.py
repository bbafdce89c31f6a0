"""`verify` finds every manipulation of an export and names the first die or post that is not right."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from motuc_bot.sealed_dice import commitment_of
from motuc_bot.transcript.load import load
from motuc_bot.transcript.verify import verify
from motuc_bot.transcript.yaml_file import UnreadableFile
from tests.referee.export import checked
from tests.referee.random_play import finished

# Battles with dice in them.
SEEDS = (0, 1, 3, 9)
SEED, OTHER = bytes([1]) * 32, bytes([2]) * 32


def export(seed: int = 3) -> dict[str, Any]:
    return deepcopy(finished(seed))


def wrong(exported: dict[str, Any]) -> str:
    """Return what is wrong with the file, in the first line."""
    status, lines = checked(exported)
    assert status == 1
    assert lines[0].startswith("❌ ")
    return lines[0]


def rolling(exported: dict[str, Any]) -> int:
    """Return the place of a post whose text matters: an order, not prose."""
    return next(at for at, post in enumerate(exported["posts"]) if ": geht nach " in post["text"])


@pytest.mark.parametrize("seed", SEEDS)
def test_a_right_file(seed: int) -> None:
    exported = export(seed)
    status, lines = checked(exported)
    assert status == 0
    assert lines[0].startswith(f"✅ Alles stimmt mit dem Siegel überein: {len(exported['dice'])} Würfel")
    assert any(exported["sealed"]["seals"][0]["commitment"] in line for line in lines)


@settings(max_examples=25)
@given(st.data())
def test_any_one_changed_die_is_named(data: st.DataObject) -> None:
    exported = export(data.draw(st.sampled_from(SEEDS)))
    at = data.draw(st.integers(0, len(exported["dice"]) - 1))
    right = exported["dice"][at]
    told = exported["dice"][at] = data.draw(st.integers(1, 7).filter(lambda value: value != right))
    line = wrong(exported)
    assert f"Würfel Nr. {at + 1} (Beitrag #" in line
    assert str(told) in line


@settings(max_examples=15)
@given(st.data())
def test_a_die_too_many_or_too_few_is_found(data: st.DataObject) -> None:
    exported = export(data.draw(st.sampled_from(SEEDS)))
    before = list(exported["dice"])
    at = data.draw(st.integers(0, len(before)))
    if data.draw(st.booleans()) and at < len(before):
        del exported["dice"][at]
    else:
        exported["dice"].insert(at, data.draw(st.integers(1, 6)))
    after = exported["dice"]
    # Named is the first die that is another one than it should be.
    same = next((n for n, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]), None)
    first = min(len(before), len(after)) if same is None else same
    assert f"Würfel Nr. {first + 1} " in wrong(exported)


def test_another_seed_or_commitment_is_found() -> None:
    for change in ({"seed": OTHER.hex()}, {"commitment": commitment_of(OTHER)}):
        exported = export()
        exported["sealed"]["seals"][0] |= change
        assert "Siegel 1" in wrong(exported)
    exported = export()
    exported["sealed"]["seals"][0] |= {"seed": OTHER.hex(), "commitment": commitment_of(OTHER)}
    assert "Würfel Nr. " in wrong(exported)


def test_another_word_or_battle_is_found() -> None:
    exported = export()
    exported["sealed"]["salt"] = {"black": "Nebel"}
    assert "Würfel Nr. " in wrong(exported)
    exported = export()
    exported["id"] = "eine-andere"
    assert "Würfel Nr. " in wrong(exported)


def test_a_seed_that_is_missing_is_found() -> None:
    exported = export()
    del exported["sealed"]["seals"][0]["seed"]
    assert "zu Ende" in wrong(exported)
    exported["sealed"]["seals"].append({"first_post": 2, "commitment": commitment_of(SEED), "seed": SEED.hex()})
    assert "Siegel 1" in wrong(exported)


def test_a_file_that_breaks_off_is_found() -> None:
    exported = export()
    exported["posts"], exported["dice"] = exported["posts"][:2], []
    line = wrong(exported)
    assert "fehlt" in line


def test_changed_posts_are_found() -> None:
    exported = export()
    at = rolling(exported)
    post = exported["posts"][at]
    head = next(line for line in post["text"].splitlines() if ": geht nach " in line).partition(":")[0]
    post["text"] = f"{head}: geht nach Z99"
    assert f"Beitrag #{post['number']} würde nach den Regeln nicht gelten" in wrong(exported)


@pytest.mark.parametrize("seed", SEEDS)
def test_swapped_posts_are_found(seed: int) -> None:
    for at in range(len(finished(seed)["posts"]) - 1):
        exported = export(seed)
        posts = exported["posts"]
        if posts[at]["number"] == posts[at + 1]["number"]:
            continue
        posts[at], posts[at + 1] = posts[at + 1], posts[at]
        assert f"Beitrag #{posts[at + 1]['number']} steht hinter Beitrag #{posts[at]['number']}" in wrong(exported)


def test_a_post_left_out_is_found_by_its_dice() -> None:
    found = 0
    for at in range(len(finished(3)["posts"])):
        exported = export()
        del exported["posts"][at]
        found += checked(exported)[0]
    assert found > len(finished(3)["posts"]) // 3


def test_a_running_battle_can_not_be_checked_yet() -> None:
    exported = export()
    del exported["sealed"]["seals"][0]["seed"]
    exported["posts"], exported["dice"] = exported["posts"][:1], []
    status, lines = checked(exported)
    assert status == 0
    assert "läuft noch" in lines[0]
    assert "Noch nicht prüfbar" in lines[-1]
    # What no die can show is seen all the same.
    fresh = export()
    del fresh["sealed"]["seals"][0]["seed"]
    fresh["dice"][0] = 9
    assert "Würfel Nr. 1 " in wrong(fresh)


def _without(key: str) -> Any:
    return lambda document: document.pop(key)


def _sealed(**changes: Any) -> Any:
    return lambda document: document["sealed"].update(changes)


@pytest.mark.parametrize(
    "spoil",
    [
        _without("sealed"),
        _without("id"),
        _without("rules_version"),
        _without("system"),
        _without("teams"),
        _sealed(salt={"pink": "Wort"}),
        _sealed(salt={"black": "\ud800"}),
        _sealed(salt=["black"]),
        _sealed(seals=[]),
        _sealed(seals=[{"first_post": 1, "commitment": commitment_of(SEED)}]),
        _sealed(seals=[{"first_post": 0, "commitment": commitment_of(SEED)}] * 2),
        _sealed(seals=[{"first_post": 0, "commitment": "abc"}]),
        _sealed(seals=[{"first_post": 0, "commitment": commitment_of(SEED), "seed": SEED.hex().upper() + "g"}]),
        lambda document: document.update(rules_version=99),
        lambda document: document.update(dice=[0]),
        lambda document: document.update(dice="viele"),
        lambda document: document.update(posts=[{"by": "ann"}]),
        lambda document: document.update(id="\ud800"),
        lambda document: document.update(id=""),
        lambda document: document.update(figures=[]),
    ],
)
def test_files_that_can_not_be_used(tmp_path: Path, spoil: Any) -> None:
    exported = export()
    spoil(exported)
    path = tmp_path / "schlacht.yaml"
    path.write_text(yaml.safe_dump(exported), encoding="utf-8")
    with pytest.raises(UnreadableFile) as caught:
        verify(load(path))
    assert "\n" not in str(caught.value)
    assert "schlacht.yaml" in str(caught.value)
