"""Files that can't be used: one German line with file, place and fault; never a traceback."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from motuc_bot.transcript.load import load
from motuc_bot.transcript.play import play
from motuc_bot.transcript.yaml_file import UnreadableFile
from tests.rules.conformance.playing import unplayable_reason
from tests.transcript.documents import base

Spoil = Callable[[dict[str, Any]], object]


def reason(path: Path) -> str:
    with pytest.raises(UnreadableFile) as caught:
        play(load(path))
    text = str(caught.value)
    assert "\n" not in text
    assert path.name in text
    return text


def written(folder: Path, document: object) -> Path:
    path = folder / "probe.yaml"
    path.write_text(yaml.safe_dump(document, allow_unicode=True), encoding="utf-8")
    return path


def test_the_unspoilt_file_can_be_played(tmp_path: Path) -> None:
    assert play(load(written(tmp_path, base()))).battle.state.round == 1


SPOILT: list[tuple[str, Spoil, tuple[str, ...]]] = [
    ("no system", lambda d: d.pop("system"), ("system", "fehlt", "motuc")),
    ("other system", lambda d: d.update(system="schach"), ("schach", "motuc")),
    ("unknown key", lambda d: d.update(figuren=[]), ("figuren", "gibt es hier nicht")),
    ("no teams", lambda d: d.pop("teams"), ("teams", "fehlt")),
    ("empty teams", lambda d: d.update(teams={"black": [], "white": []}), ("teams", "keine Mannschaft")),
    ("one team", lambda d: d["teams"].update(white=[]), ("teams", "R-T2")),
    ("unknown figure", lambda d: d["teams"]["black"][0].update(figure="Zora"), ("teams.black[0].figure", "Zora")),
    ("figure twice", lambda d: d["figures"].append(d["figures"][0]), ("figures[2].name", "Anna", "vergeben")),
    ("weapon twice", lambda d: d["weapons"].append(d["weapons"][0]), ("weapons[2].name", "Schwert", "vergeben")),
    (
        "figure called like a weapon",
        lambda d: d["figures"][1].update(aliases=["schwert"]),
        ("figures[1].name", "schwert", "Waffe Schwert"),
    ),
    ("unknown weapon", lambda d: d["figures"][0].update(weapons=["Keule"]), ("figures[0].weapons[0]", "Keule")),
    ("text for a number", lambda d: d["figures"][1].update(melee="viel"), ("figures[1].melee", "ganze Zahl")),
    ("half a number", lambda d: d["figures"][1].update(melee=2.5), ("figures[1].melee", "ganze Zahl")),
    ("negative", lambda d: d["figures"][1].update(stamina=-1), ("figures[1].stamina", "mindestens 0")),
    ("value missing", lambda d: d["figures"][1].pop("armour"), ("figures[1].armour", "fehlt")),
    ("number as a name", lambda d: d["figures"][1].update(name=7), ("figures[1].name", "Text")),
    ("colon in a name", lambda d: d["figures"][1].update(name="Bert:"), ("figures[1].name", "Doppelpunkt")),
    ("trait", lambda d: d["figures"][0].update(traits=["klug"]), ("figures[0].traits", "flies")),
    (
        "magic",
        lambda d: d["figures"][0].update(magic={"power": 5, "category": "blue"}),
        ("figures[0].magic.category", "green"),
    ),
    ("board too wide", lambda d: d["battle"]["board"].update(columns=41), ("battle.board.columns", "höchstens 40")),
    ("board too small", lambda d: d["battle"]["board"].update(rows=1), ("battle.board.rows", "mindestens 2")),
    ("grid", lambda d: d["battle"]["board"].update(grid="dreieck"), ("battle.board.grid", "square")),
    ("terrain off the board", lambda d: d["battle"].update(terrain={"blocked": ["Z9"]}), ("terrain.blocked[0]", "Z9")),
    ("terrain no field", lambda d: d["battle"].update(terrain={"raised": ["5C"]}), ("terrain.raised[0]", "5C")),
    (
        "blocked and raised",
        lambda d: d["battle"].update(terrain={"blocked": ["C2"], "raised": ["C2"]}),
        ("battle.terrain", "C2", "zugleich"),
    ),
    ("no rounds", lambda d: d["battle"].update(rounds=0), ("battle.rounds", "mindestens 1")),
    ("value", lambda d: d["battle"].update(value="viel"), ("battle.value: muss equal, any oder eine ganze Zahl",)),
    ("value below 0", lambda d: d["battle"].update(value=-1), ("battle.value: muss equal, any oder eine ganze Zahl",)),
    ("value yes", lambda d: d["battle"].update(value=True), ("battle.value: muss equal, any oder eine ganze Zahl",)),
    ("number as an inner key", lambda d: d["battle"].update({1: 2}), ("battle[1]: ein Schlüssel muss Text sein",)),
    ("number as an expected key", lambda d: d.update(expect={1: 2}), ("expect[1]: der Schlüssel muss Text sein",)),
    ("unequal", lambda d: (d["battle"].update(value="equal"), d["figures"][0].update(base=21)), ("R-T2", "29", "28")),
    ("agreed value", lambda d: d["battle"].update(value=30), ("R-T2", "30", "28")),
    ("two on one field", lambda d: d["teams"]["white"][0].update(at="A2"), ("A2", "R-B5")),
    ("on a blocked field", lambda d: d["battle"].update(terrain={"blocked": ["A2"]}), ("A2", "R-B3")),
    ("start off the board", lambda d: d["teams"]["white"][0].update(at="G2"), ("G2", "R-B3")),
    ("both teams", lambda d: d["teams"]["white"][0].update(player="ann"), ("ann", "R-T3")),
    (
        "figure in both teams",
        lambda d: d["teams"]["white"].append({"figure": "Anna", "player": "ben", "at": "F3"}),
        ("Anna", "R-T3"),
    ),
    ("hands not carried", lambda d: d["teams"]["black"][0].update(hands=["Bogen"]), ("Bogen", "R-T5")),
    (
        "too much from the armoury",
        lambda d: d["teams"]["black"][0].update(armoury=["Bogen", "Schwert"]),
        ("Anna", "R-T4"),
    ),
    (
        "thrown and fixed",
        lambda d: d["weapons"][1].update(thrown=True, fixed=True),
        ("weapons[1]", "thrown", "fixed"),
    ),
    ("three hands", lambda d: d["weapons"][0].update(hands=3), ("weapons[0].hands (Schwert)", "1")),
    ("fixed for two hands", lambda d: d["weapons"][0].update(hands=2, fixed=True), ("weapons[0]", "fixed")),
    ("thrown without range", lambda d: d["weapons"][0].update(thrown=True), ("weapons[0]", "thrown")),
    ("shield without melee", lambda d: d["weapons"][1].update(shield=True), ("weapons[1]", "shield")),
    ("dice of text", lambda d: d.update(dice=["sechs"]), ("dice[0]", "ganze Zahl")),
    ("dice of 0", lambda d: d.update(dice=[0]), ("dice[0]", "mindestens 1")),
    ("posts no list", lambda d: d.update(posts="Anna: passt"), ("posts", "Liste")),
    ("post without text", lambda d: d.update(posts=[{"by": "ann"}]), ("posts[0].text", "fehlt")),
    ("post by nobody", lambda d: d.update(posts=[{"by": "", "text": "x"}]), ("posts[0].by", "leer")),
    (
        "dice run out",
        lambda d: (
            d["teams"]["white"][0].update(at="B2"),
            d.update(posts=[{"by": "ann", "text": "Anna: greift Bert an"}, {"by": "ben", "text": "Bert: pariert"}]),
        ),
        ("posts[1]", "Würfel", "Anna"),
    ),
    (
        "a die that does not fit",
        lambda d: (
            d["teams"]["white"][0].update(at="B2"),
            d.update(dice=[7, 1, 1, 1]),
            d.update(posts=[{"by": "ann", "text": "Anna: greift Bert an"}, {"by": "ben", "text": "Bert: pariert"}]),
        ),
        ("posts[1] (Beitrag 2)", "Würfel Nr. 1", "Anna"),
    ),
]


@pytest.mark.parametrize(("spoil", "parts"), [row[1:] for row in SPOILT], ids=[row[0] for row in SPOILT])
def test_spoilt_files(tmp_path: Path, spoil: Spoil, parts: tuple[str, ...]) -> None:
    document = base()
    spoil(document)
    text = reason(written(tmp_path, document))
    for part in parts:
        assert part in text, text


TEXTS = {
    "empty": ("", ("keine Schlacht",)),
    "a list": ("- 1", ("keine Schlacht",)),
    "broken": ("system: motuc\nbattle: {name: Probe", ("Zeile 3", "YAML")),
    "tabs": ("system: motuc\nbattle:\n\tname: x", ("Zeile 3", "YAML")),
    "key twice": ("system: motuc\ndice: []\ndice: [1]", ("Zeile 3", "dice", "zweimal", "Zeile 2", "lass nur eines")),
    "key of two lines twice": ('"a\\nb": 1\n"a\\nb": 2', ("Zeile 2", "a b", "zweimal")),
    "unknown key of two lines": ('system: motuc\nteams: {black: [], white: []}\n"a\\nb": 1', ("a b: diesen",)),
    "field of two lines": (
        'system: motuc\nteams: {black: [{figure: Orko, player: ann, at: "A\\n1"}], white: []}',
        ("„A 1“ ist kein Feld",),
    ),
    "number as a key": ("system: motuc\n1: x", ("1", "kein Schlüssel")),
    "list as a key": ("system: motuc\n? [a]\n: x", ("YAML",)),
    "python object": ("system: !!python/object/apply:os.getcwd []", ("YAML",)),
    "loop": ("system: motuc\nposts: &a [*a]", ("verschachtelt",)),
    "bomb": (
        "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
        + "".join(f"{n}: &{n} [{','.join(['*' + p] * 10)}]\n" for p, n in zip("abcdefg", "bcdefgh", strict=True)),
        ("verschachtelt",),
    ),
    "deep": ("[" * 5000, ("YAML",)),
    "date for dice": ("system: motuc\ndice: 2026-11-30", ("dice", "Liste")),
}


@pytest.mark.parametrize(("text", "parts"), TEXTS.values(), ids=TEXTS)
def test_texts_that_are_no_transcript(tmp_path: Path, text: str, parts: tuple[str, ...]) -> None:
    path = tmp_path / "probe.yaml"
    path.write_text(text, encoding="utf-8")
    found = reason(path)
    for part in parts:
        assert part in found, found


def test_the_line_of_a_fault_is_named(tmp_path: Path) -> None:
    path = tmp_path / "probe.yaml"
    lines = ["system: motuc", "battle:", "  rounds: 3", "  board:", "    columns: 99", "teams: {black: [], white: []}"]
    path.write_text("\n".join(lines), encoding="utf-8")
    assert "Zeile 5" in reason(path)


def test_files_that_are_no_text(tmp_path: Path) -> None:
    assert "gibt es nicht" in reason(tmp_path / "fehlt.yaml")
    folder = tmp_path / "ordner.yaml"
    folder.mkdir()
    assert "Ordner" in reason(folder)
    binary = tmp_path / "bild.yaml"
    binary.write_bytes(b"\xff\xfe\x00\x01")
    assert "UTF-8" in reason(binary)
    nul = tmp_path / "nul.yaml"
    nul.write_bytes(b"system: \x00")
    assert "YAML" in reason(nul)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 50) | st.text(max_size=8) | st.floats(allow_nan=True),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_file_makes_a_traceback(tmp_path: Path, data: st.DataObject) -> None:
    """A part of a good file, wherever it is, is replaced by anything; it is played or refused in one line."""
    document: Any = base()
    document["posts"] = [{"by": "ann", "text": "Anna: geht nach B2"}]
    steps = []
    node: Any = document
    while isinstance(node, dict | list) and node and data.draw(st.integers(0, 4)) > 0:
        key = data.draw(st.sampled_from(sorted(node) if isinstance(node, dict) else range(len(node))))
        steps.append(key)
        node = node[key]
    replacement = data.draw(JSON)
    if not steps:
        document = replacement
    else:
        parent = document
        for key in steps[:-1]:
            parent = parent[key]
        parent[steps[-1]] = replacement
    path = tmp_path / "probe.yaml"
    path.write_text(yaml.safe_dump(document, allow_unicode=True), encoding="utf-8")
    reason = unplayable_reason(path)
    assert reason is None or "\n" not in reason


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=200) | st.binary(max_size=200))
def test_no_text_makes_a_traceback(tmp_path: Path, text: str | bytes) -> None:
    path = tmp_path / "probe.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    assert reason(path)
