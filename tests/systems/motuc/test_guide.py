"""The German guides: their lists of rulings, their examples and the referee's answers in them are true.

`python -m tests.systems.motuc.test_guide` (part of `make docs`) writes the answers as the referee gives them now.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import yaml

from motuc_bot.language.reading import LineKind
from motuc_bot.systems.motuc import guide
from motuc_bot.systems.motuc.reader import Reader, Vocabulary
from motuc_bot.systems.motuc.rulings import sentences
from motuc_bot.transcript.check import differences
from motuc_bot.transcript.document import document
from motuc_bot.transcript.load import PostRow, Transcript, load
from motuc_bot.transcript.play import Answer, Played, play
from motuc_bot.transcript.yaml_file import UnreadableFile
from rules.core import RollBack
from rules.motuc import commands as cm
from rules.motuc.answers import Dodge, LeftToReferee, NoDefence, Parry, Resist
from rules.motuc.words import Spell

DOCS = Path(__file__).resolve().parents[3] / "docs"
FOR_PLAYERS, FOR_GAME_MASTERS = DOCS / "spielanleitung.md", DOCS / "spielleitung.md"
GUIDES = [FOR_PLAYERS, FOR_GAME_MASTERS]

READER = Reader(
    Vocabulary(
        figures=(
            *((name, ()) for name in ("Skeletor", "Beast Man", "Trap-Jaw", "Evil-Lyn", "Webstor", "Scare-Glow")),
            *((name, ()) for name in ("He-Man", "Teela", "Orko", "Stratos", "Sorceress", "Man-E-Faces")),
            ("Man-at-Arms", ("Duncan",)),
        ),
        weapons=(
            ("Havoc-Stab", ("Stab",)),
            ("Machtschwert", ("Schwert der Macht",)),
            *((name, ()) for name in ("Schwert", "Axt", "Keule", "Speer", "Schild", "Peitsche", "Haken")),
            *((name, ()) for name in ("Laser", "Armbrust")),
        ),
        seats=("Anna", "Ben", "Cem"),
    )
)

# What only a form of the bot or the table can order, never a post.
BY_FORMS = {cm.Enlist, cm.Withdraw, cm.Equip, cm.LeaveStarts}

# A block of code, or the place of an answer. The answer is that to the numbered block before it; 0 is the opening.
# ```beitrag``` holds orders, each line one; ```beitrag 3``` is the third post of the example battle;
# ```fehler 3 Anna``` a post that Anna might send after the third; ```rede``` is what never counts.
_PIECE = re.compile(
    r"^```(?P<kind>\S+)(?P<which>[^\n]*)\n(?P<body>.*?)^```$"
    r"|^(?P<begin><!-- antwort:anfang(?P<opening> 0)? -->\n).*?^(?P<end><!-- antwort:ende -->)$",
    re.MULTILINE | re.DOTALL,
)
_RULINGS = re.compile(f"{guide.BEGIN}.*?{guide.END}", re.DOTALL)
_INLINE = re.compile(r"`([^`\n]+)`")


@dataclass(frozen=True, slots=True)
class Block:
    """A block of code in a guide."""

    kind: str
    which: tuple[str, ...]
    body: str


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def blocks(path: Path, kind: str, *, numbered: bool = False) -> list[Block]:
    """Return the blocks of a kind; of posts either those of the example battle or all others."""
    found = [_block(piece) for piece in _PIECE.finditer(read(path)) if piece["kind"] == kind]
    return [block for block in found if bool(block.which) is numbered]


def _block(piece: re.Match[str]) -> Block:
    return Block(piece["kind"], tuple(piece["which"].split()), piece["body"])


def inline(path: Path) -> list[str]:
    """Return what stands between backticks in the prose of a guide, in one line."""
    prose = _RULINGS.sub("", _PIECE.sub("", read(path)))
    return _INLINE.findall(prose)


# --- the example battle ------------------------------------------------------------------------------------------


def played_from(text: str) -> Played:
    """Return the battle that is described in YAML, played to its end."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "sturm.yaml")
        path.write_text(text, encoding="utf-8")
        return play(load(path))


def example_text() -> str:
    return blocks(FOR_GAME_MASTERS, "yaml")[0].body


@cache
def example() -> Played:
    """Return the annotated battle of the guide for game masters."""
    return played_from(example_text())


def answer_to(block: Block) -> Answer:
    """Return the answer to a block: a post of the example battle, or one that might come in between."""
    if block.kind == "beitrag":
        return example().answers[int(block.which[0]) - 1]
    number, by = block.which
    transcript: Transcript = example().transcript
    posts = (*transcript.posts[: int(number)], PostRow(by=by, text=block.body))
    return play(replace(transcript, posts=posts)).answers[-1]


def with_answers(text: str) -> str:
    """Return a guide with the referee's answers as they are now."""
    before: list[Block] = []

    def renewed(piece: re.Match[str]) -> str:
        if piece["kind"] is not None:
            if piece["which"]:
                before.append(_block(piece))
            return piece[0]
        lines = example().opening if piece["opening"] else answer_to(before[-1]).lines
        return piece["begin"] + "\n" + "".join(f"> - {line}\n" for line in lines) + "\n" + piece["end"]

    return _PIECE.sub(renewed, text)


def test_the_battle_of_the_guide_can_be_played():
    played = example()
    assert played.dice_left == 0
    assert [answer.post.text for answer in played.answers if not answer.accepted] == []
    assert played.transcript.expect
    assert list(differences(dict(played.transcript.expect), document(played))) == []


def test_the_figure_of_ones_own_can_be_played():
    _, more = blocks(FOR_GAME_MASTERS, "yaml")
    battle: dict[str, Any] = yaml.safe_load(example_text())
    own = yaml.safe_load(more.body)
    for kind in ("figures", "weapons"):
        battle[kind] += own[kind]
    battle["battle"]["value"] = "any"
    (figure,) = own["figures"]
    battle["teams"]["black"].append({"figure": figure["name"], "player": "Anna"})
    battle |= {"posts": [], "dice": [], "expect": {}}
    played = played_from(yaml.safe_dump(battle, allow_unicode=True))
    assert figure["name"] in document(played)["figures"]  # type: ignore[operator]


def test_the_faults_in_a_file_are_told_as_the_guide_shows():
    told = []
    for right, wrong in (("figure: Skeletor", "figure: Skelletor"), ("rounds: 2", "rounds: zwei")):
        assert example_text().count(right) == 1
        with pytest.raises(UnreadableFile) as fault:
            played_from(example_text().replace(right, wrong))
        told.append("sturm.yaml" + str(fault.value).split("sturm.yaml", 1)[1] + "\n")
    (shown,) = blocks(FOR_GAME_MASTERS, "text")
    assert shown.body == "".join(told)


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.stem)
def test_numbered_posts_are_those_of_the_battle(path: Path):
    found = blocks(path, "beitrag", numbered=True)
    assert found
    posts = example().transcript.posts
    assert [block.body.strip() for block in found] == [posts[int(block.which[0]) - 1].text.strip() for block in found]


def test_faulty_posts_are_refused():
    found = blocks(FOR_PLAYERS, "fehler", numbered=True)
    assert found
    assert [block.body for block in found if answer_to(block).accepted] == []


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.stem)
def test_answers_are_what_the_referee_says(path: Path):
    assert read(path) == with_answers(read(path)), "make docs brings the answers up to date"


# --- orders ------------------------------------------------------------------------------------------------------


def misread(text: str) -> list[str]:
    """Return the lines that do not count as orders, with what is wrong with them."""
    lines = READER.read(text).lines
    read_as = {line.number: line for line in lines if line.kind is LineKind.COMMAND and line.error is None}
    faults = {line.number: repr(line.error) for line in lines if line.error is not None}
    return [
        f"{written}: {faults.get(number, 'no order')}"
        for number, written in enumerate(text.splitlines(), 1)
        if written.strip() and (number not in read_as or number in faults)
    ]


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.stem)
def test_every_example_order_is_read(path: Path):
    found = blocks(path, "beitrag")
    assert found
    assert [fault for block in found for fault in misread(block.body)] == []


def test_what_the_players_guide_puts_in_backticks_is_an_order():
    assert [fault for text in inline(FOR_PLAYERS) for fault in misread(text)] == []


def test_lines_of_the_game_master_in_backticks_are_orders():
    orders = [text for text in inline(FOR_GAME_MASTERS) if text.startswith("SL: ") or text == "zurück"]
    assert orders
    assert [fault for text in orders for fault in misread(text)] == []


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.stem)
def test_speech_and_prose_do_not_count(path: Path):
    texts = [block.body for block in blocks(path, "rede")]
    assert texts or path is not FOR_PLAYERS
    lines = [line for text in texts for written in text.splitlines() for line in READER.read(written).lines]
    assert [line.text for line in lines if line.kind is LineKind.COMMAND] == []


def commands(path: Path) -> Iterator[object]:
    """Yield what the examples of a guide order."""
    for text in (*(block.body for block in blocks(path, "beitrag")), *inline(path)):
        for line in READER.read(text).lines:
            yield from line.commands


def test_the_guides_leave_nothing_out():
    shown = [*commands(FOR_PLAYERS), *commands(FOR_GAME_MASTERS)]
    of_posts = {*cm.Command.__args__, RollBack} - BY_FORMS
    assert {type(command) for command in shown} == of_posts


def test_the_players_guide_shows_every_spell_and_every_reaction():
    shown = list(commands(FOR_PLAYERS))
    assert {command.spell for command in shown if isinstance(command, cm.Cast)} == set(Spell)
    reactions = [reaction for command in shown if isinstance(command, cm.React) for reaction in command.reactions]
    assert {type(reaction.answer) for reaction in reactions} == {Parry, Dodge, Resist, NoDefence, LeftToReferee}


# --- rulings and links -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.stem)
def test_the_rulings_are_up_to_date(path: Path):
    assert read(path) == guide.with_rulings(read(path)), "make docs brings the rulings up to date"


def test_every_ruling_is_listed_once_in_order():
    listed = re.findall(r"^- \*\*(R-\w+)\*\* (.*)$", guide.rulings(), re.MULTILINE)
    assert listed == list(sentences().items())


def test_the_chapters_are_those_of_the_data():
    data = files("motuc_bot.systems.motuc").joinpath("rulings.toml").read_text(encoding="utf-8")
    chapters = re.findall(r"^# (\d · .*)$", data, re.MULTILINE)
    assert re.findall(r"^### (.*)$", guide.rulings(), re.MULTILINE) == chapters


def test_the_text_around_the_rulings_stays():
    text = f"davor\n{guide.BEGIN}\nalt\n{guide.END}\ndanach\n"
    new = guide.with_rulings(text)
    assert new == f"davor\n{guide.BEGIN}\n\n{guide.rulings()}\n\n{guide.END}\ndanach\n"
    assert guide.with_rulings(new) == new


@pytest.mark.parametrize(
    "text",
    [
        "",
        guide.BEGIN,
        guide.END,
        guide.END + guide.BEGIN,
        guide.BEGIN + guide.END + guide.END,
        guide.BEGIN + guide.BEGIN + guide.END,
        guide.END + guide.BEGIN + guide.END,
    ],
)
def test_a_guide_without_one_pair_of_markers_is_refused(text: str):
    with pytest.raises(ValueError, match="je einmal"):
        guide.with_rulings(text)


def test_the_command_writes_the_files(tmp_path: Path):
    paths = [tmp_path / "a.md", tmp_path / "ä.md"]
    for path in paths:
        path.write_text(f"Grüße\n{guide.BEGIN}{guide.END}\n", encoding="utf-8")
    guide.main([str(path) for path in paths])
    for path in paths:
        assert guide.rulings() in read(path)
        assert read(path).startswith("Grüße\n")


def anchors(path: Path) -> list[str]:
    """Return the anchors of the headings as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", _PIECE.sub("", read(path)), re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.stem)
def test_links_lead_somewhere(path: Path):
    dead = []
    for file, anchor in re.findall(r"\]\(([^)#\s]*)#?([^)]*)\)", read(path)):
        target = path.parent / file if file else path
        if not target.exists() or (anchor and Counter(anchors(target))[anchor] != 1):
            dead.append(f"{file}#{anchor}")
    assert dead == []


if __name__ == "__main__":
    for each in GUIDES:
        each.write_text(with_answers(read(each)), encoding="utf-8")
