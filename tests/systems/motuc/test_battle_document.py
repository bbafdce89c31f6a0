"""A battle written out as a document is read back as the same battle, and plays the same."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from motuc_bot.language.folding import name_key
from motuc_bot.systems.faults import FileFault
from motuc_bot.systems.motuc.battle_document import battle_document, lineup_config, trimmed
from motuc_bot.systems.motuc.battle_file import battle_file, config_of
from motuc_bot.systems.motuc.pool.merge import completed, is_complete
from motuc_bot.transcript import yaml_file
from motuc_bot.transcript.document import document
from motuc_bot.transcript.load import Transcript, load
from motuc_bot.transcript.play import play
from rules.board import Board, Field, Grid
from rules.core import GAME_MASTER, Battle, Post, Seat
from rules.dice import Tape
from rules.motuc import MOTUC
from rules.motuc import commands as cm
from rules.motuc.lineup import start_fields
from rules.motuc.model import (
    Armoury,
    Config,
    Entry,
    Figure,
    Magic,
    MeleeValues,
    RangedValues,
    Setup,
    Sheet,
    SideRule,
    State,
    Weapon,
)
from rules.motuc.words import Category, FigureName, ItemId, Phase, Side, Team, Trait, ValueRule, WeaponName
from tests.rules.conformance.playing import CASES, UNPLAYABLE
from tests.rules.motuc.battles import random_config
from tests.systems.motuc.lineups import carried_out, pool_setup, random_lineup

ROOT = Path(__file__).parents[3]
PLAYABLE = [*CASES, *sorted(ROOT.glob("examples/*.yaml")), *sorted(Path(__file__).parent.glob("scenes/*.yaml"))]

playable = pytest.mark.parametrize("path", PLAYABLE, ids=lambda path: path.stem)


def config_in(transcript: Transcript) -> Config:
    config: Config = transcript.side.config(transcript.document)
    return config


def as_yaml(content: object) -> str:
    return yaml.safe_dump(content, allow_unicode=True, sort_keys=False)


def read_back(content: dict[str, object], tmp_path: Path) -> Config:
    """The battle of a file of that content, read as transcripts are."""
    path = tmp_path / "battle.yaml"
    path.write_text(as_yaml(content), encoding="utf-8")
    read = yaml_file.load(path)
    assert isinstance(read, dict)
    return config_of(battle_file(read))


def black_first(config: Config) -> Config:
    return replace(config, entries=tuple(sorted(config.entries, key=lambda entry: entry.team is Team.WHITE)))


# --- the inverse -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [*PLAYABLE, *UNPLAYABLE], ids=lambda path: path.stem)
def test_it_is_the_inverse_for_every_transcript(path: Path, tmp_path: Path) -> None:
    try:
        config = config_in(load(path))
    except FileFault:
        pytest.skip("describes no battle")
    for one in dict.fromkeys((config, trimmed(config))):
        written = battle_document(one)
        assert read_back(written, tmp_path) == one
        file = battle_file(written)
        assert config_of(file) == one
        assert is_complete(file), "a later pool would change it"
        assert completed(file) is file


@pytest.mark.parametrize("seed", range(60))
def test_it_is_the_inverse_for_battles_at_random(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    config = black_first(random_config(random))
    if not config.entries:
        return
    sides = replace(config, setup=replace(config.setup, sides=random.choice(tuple(SideRule))))
    assert read_back(battle_document(sides), tmp_path) == sides


def test_it_is_the_inverse_for_the_whole_pool(tmp_path: Path) -> None:
    for stocked in (True, False):
        for sides in SideRule:
            setup = pool_setup(sides=sides, stocked=stocked)
            config = Config(setup, (Entry(FigureName("Orko"), Team.BLACK, Seat("ann")),))
            assert read_back(battle_document(config), tmp_path) == config


# Words that YAML may take for something else; weapons may share them.
_ALIASES = ("Schwert", "on", "1e3", "0x1F", "2001-01-01", "~", "- a", "#", "& b", "!c", "x\u2028d")
_TAKEN = {"", "barehand", *map(name_key, _ALIASES)}
# PyYAML writes U+0085 as a line break if it may write Unicode.
_letters = st.characters(exclude_categories=["Cs"], exclude_characters="\x85")
_words = st.text(_letters, min_size=1, max_size=12).filter(
    lambda text: text == text.strip() and not set(text) & set(":;\n") and name_key(text) not in _TAKEN
)
_points = st.integers(0, 99)
_melee = st.builds(MeleeValues, _points, _points, _points, _points)
_ranged = st.builds(RangedValues, st.integers(1, 99), _points, st.integers(1, 20), st.none() | st.integers(1, 99))


@st.composite
def configs(draw: st.DrawFn) -> Config:
    """Battles that a file may describe, of names such as nobody would choose."""
    names = draw(st.lists(_words, min_size=10, max_size=16, unique_by=name_key))
    weapons = tuple(draw(weapon(WeaponName(name))) for name in names[:4])
    kinds = st.sampled_from([weapon.name for weapon in weapons])
    aliases = [names[8:9], names[9:], [], []]
    sheets = tuple(
        draw(sheet(FigureName(name), tuple(other), kinds)) for name, other in zip(names[4:8], aliases, strict=True)
    )
    board = Board(draw(st.integers(2, 40)), draw(st.integers(2, 40)), draw(st.sampled_from(Grid)))
    fields = draw(st.lists(st.sampled_from([*board.fields()]), max_size=8, unique=True))
    setup = Setup(
        name=draw(st.text(_letters, max_size=20)),
        board=replace(board, blocked=frozenset(fields[::2]), raised=frozenset(fields[1::2])),
        rounds=draw(st.integers(1, 999)),
        value=draw(st.sampled_from(ValueRule) | st.integers(0, 10_000)),
        sheets=sheets,
        weapons=weapons,
        armouries=draw(st.just(()) | st.tuples(*(st.builds(Armoury, st.just(team), some(kinds)) for team in Team))),
        sides=draw(st.sampled_from(SideRule)),
    )
    entries = draw(st.lists(entry(sheets, kinds), min_size=1, max_size=6))
    return black_first(Config(setup, tuple(entries)))


def some(kinds: st.SearchStrategy[WeaponName]) -> st.SearchStrategy[tuple[WeaponName, ...]]:
    return st.lists(kinds, max_size=3).map(tuple)


@st.composite
def weapon(draw: st.DrawFn, name: WeaponName) -> Weapon:
    melee, ranged = draw(st.none() | _melee), draw(st.none() | _ranged)
    fixed = draw(st.booleans())
    return Weapon(
        name=name,
        aliases=tuple(draw(st.lists(st.sampled_from(_ALIASES), max_size=2))),
        melee=melee,
        ranged=ranged,
        wand=draw(st.booleans()),
        shield=melee is not None and draw(st.booleans()),
        disarm=draw(st.booleans()),
        thrown=ranged is not None and not fixed and draw(st.booleans()),
        fixed=fixed,
        improvised=melee is not None and draw(st.booleans()),
        hands=1 if fixed else draw(st.sampled_from((1, 2))),
    )


@st.composite
def sheet(draw: st.DrawFn, name: FigureName, aliases: tuple[str, ...], kinds: st.SearchStrategy[WeaponName]) -> Sheet:
    return Sheet(
        name,
        melee=draw(_points),
        ranged=draw(_points),
        strength=draw(_points),
        armour=draw(_points),
        agility=draw(_points),
        stamina=draw(_points),
        base=draw(st.integers(0, 999)),
        aliases=aliases,
        side=draw(st.none() | st.sampled_from(Side)),
        weapons=draw(some(kinds)),
        magic=draw(st.none() | st.builds(Magic, st.integers(1, 99), st.sampled_from(Category))),
        traits=draw(st.frozensets(st.sampled_from(Trait))),
    )


@st.composite
def entry(draw: st.DrawFn, sheets: tuple[Sheet, ...], kinds: st.SearchStrategy[WeaponName]) -> Entry:
    seats = st.text(_letters, min_size=1, max_size=20).filter(lambda text: text.casefold() != GAME_MASTER.casefold())
    return Entry(
        draw(st.sampled_from(sheets)).name,
        draw(st.sampled_from(Team)),
        Seat(draw(seats | st.just(GAME_MASTER))),
        draw(st.none() | st.builds(Field, st.integers(1, 60), st.integers(1, 60))),
        draw(st.none() | some(kinds)),
        draw(some(kinds)),
    )


@given(config=configs())
def test_it_is_the_inverse_whatever_the_names(config: Config) -> None:
    written = battle_document(config)
    assert config_of(battle_file(written)) == config
    assert config_of(battle_file(yaml.safe_load(as_yaml(written)))) == config


def test_it_holds_nothing_but_what_files_hold() -> None:
    plain = {str, int, bool, list, dict}

    def kinds(thing: object) -> set[type]:
        parts = thing.values() if isinstance(thing, dict) else thing if isinstance(thing, list) else ()
        return {type(thing)}.union(*(kinds(part) for part in parts))

    for path in PLAYABLE[::10]:
        written = battle_document(config_in(load(path)))
        assert kinds(written) <= plain
        assert "&id" not in as_yaml(written)


def test_a_stock_for_one_team_alone_is_refused() -> None:
    setup = pool_setup()
    with pytest.raises(ValueError, match="both teams"):
        battle_document(Config(replace(setup, armouries=setup.armouries[:1])))


# --- playing it --------------------------------------------------------------------------------------------------


@cache
def played(path: Path) -> dict[str, object]:
    return document(play(load(path)))


@playable
def test_it_plays_the_same(path: Path, tmp_path: Path) -> None:
    transcript = load(path)
    config = config_in(transcript)
    for at, one in enumerate(dict.fromkeys((config, trimmed(config)))):
        rewritten: dict[str, Any] = {"system": "motuc", **battle_document(one)}
        rewritten["dice"] = list(transcript.dice)
        rewritten["posts"] = [post.model_dump() for post in transcript.posts]
        copy = tmp_path / f"{at}.yaml"
        copy.write_text(as_yaml(rewritten), encoding="utf-8")
        assert played(copy) == played(path)


# --- trimmed -----------------------------------------------------------------------------------------------------


def test_trimmed_keeps_what_the_teams_and_the_armouries_need() -> None:
    entries = (
        Entry(FigureName("Orko"), Team.BLACK, Seat("ann"), armoury=(WeaponName("Knochenkeule"),)),
        Entry(FigureName("Teela"), Team.WHITE, Seat("ben"), hands=(WeaponName("Kobraschild"),)),
    )
    without_stock = trimmed(Config(pool_setup(stocked=False), entries))
    assert {one.name for one in without_stock.setup.sheets} == {"Orko", "Teela"}
    assert {one.name for one in without_stock.setup.weapons} == {
        "Trolla-Stab", "Knochenkeule", "Kobrastab", "Kobraschild",
    }  # fmt: skip
    config = Config(pool_setup(), entries)
    stocked = trimmed(config)
    assert {one.name for one in stocked.setup.weapons} == {one.name for one in without_stock.setup.weapons}.union(
        *(armoury.weapons for armoury in config.setup.armouries)
    )
    assert stocked.entries == config.entries
    assert replace(stocked.setup, sheets=(), weapons=()) == replace(config.setup, sheets=(), weapons=())
    assert trimmed(stocked) == stocked


# --- sides -------------------------------------------------------------------------------------------------------


def test_a_file_checks_the_sides_only_if_it_says_so() -> None:
    entries = (
        Entry(FigureName("Skeletor"), Team.WHITE, Seat("ben"), Field(12, 1)),
        Entry(FigureName("Orko"), Team.BLACK, Seat("ann"), Field(1, 1)),
    )
    written: dict[str, Any] = battle_document(Config(pool_setup(ValueRule.ANY), entries))
    assert written["battle"]["sides"] == "kept"
    kept = config_of(battle_file(written))
    assert kept.setup.sides is SideRule.KEPT
    with pytest.raises(Exception, match="R-T7"):
        Battle.open(MOTUC, kept, Tape(()))
    written["battle"]["sides"] = "lifted"
    assert Battle.open(MOTUC, config_of(battle_file(written)), Tape(())).state.figures
    del written["battle"]["sides"]
    assert config_of(battle_file(written)).setup.sides is SideRule.LIFTED
    assert "sides" not in battle_document(config_of(battle_file(written)))["battle"]  # type: ignore[operator]
    written["battle"]["sides"] = "mixed"
    with pytest.raises(FileFault) as caught:
        battle_file(written)
    assert caught.value.place == ("battle", "sides")
    assert "kept" in caught.value.text


# --- a line-up that has ended ------------------------------------------------------------------------------------


def alike(figures: tuple[Figure, ...]) -> list[object]:
    """The figures, black first, without the numbers of their weapons."""
    return [
        (
            replace(figure, items=(), hands=()),
            [replace(item, id=ItemId(0)) for item in figure.items],
            [item.weapon.name for item in figure.held],
        )
        for team in (Team.BLACK, Team.WHITE)
        for figure in figures
        if figure.team is team
    ]


def lined_up(random: Random) -> Battle[Config, State, cm.Command, Any, Any] | None:
    """A battle whose line-up was made by commands, as forms give them."""
    setup = pool_setup(ValueRule.ANY, random.choice(tuple(SideRule)), stocked=random.random() < 0.7)
    state = random_lineup(random, setup)
    if not all(state.team(team) for team in Team):
        return None
    for figure in state.figures:
        if random.random() < 0.4:
            weapon = random.choice([item.weapon.name for item in figure.items] or [None])
            state = carried_out(state, [cm.Hold(figure.name, () if weapon is None else (weapon,))])
    battle = Battle(MOTUC, (), state)
    begin: Post[cm.Command] = Post(1, GAME_MASTER, ((cm.Proceed(),),))
    begun, verdict = battle.judge(begin, Tape(()))
    assert verdict.accepted
    return begun


@pytest.mark.parametrize("seed", range(40))
def test_a_line_up_opens_to_the_same_figures(seed: int, tmp_path: Path) -> None:
    begun = lined_up(Random(seed))
    if begun is None:
        return
    config = lineup_config(begun.state)
    for one in (config, trimmed(config), read_back(battle_document(config), tmp_path)):
        opened = Battle.open(MOTUC, one, Tape(())).state
        assert alike(opened.figures) == alike(begun.state.figures)
        assert opened.phase is begun.state.phase is Phase.PLACEMENT
        assert (opened.round, opened.starts, opened.winner) == (0, (), None)
    assert config.setup == begun.state.setup


def test_what_stands_already_is_placed() -> None:
    random = Random(7)
    begun = next(battle for _ in range(20) if (battle := lined_up(random)) is not None)
    leave: Post[cm.Command] = Post(2, GAME_MASTER, ((cm.Proceed(),),))
    revealed, verdict = begun.judge(leave, Tape((1,) * 20))
    assert verdict.accepted
    assert revealed.state.phase is Phase.BLACK_MOVES
    config = lineup_config(revealed.state)
    assert all(entry.at in start_fields(config.setup, entry.team) for entry in config.entries)
    opened = Battle.open(MOTUC, config, Tape(())).state
    assert opened.phase is Phase.BLACK_MOVES
    assert alike(opened.figures) == alike(revealed.state.figures)


def test_start_positions_that_came_in_stay_with_the_posts() -> None:
    random = Random(3)
    begun = next(battle for _ in range(20) if (battle := lined_up(random)) is not None)
    figure = begun.state.figures[0]
    field = start_fields(begun.state.setup, figure.team)[0]
    state = carried_out(begun.state, [cm.RegisterStart(figure.name, field)])
    assert state.starts
    assert lineup_config(state) == lineup_config(begun.state)


@pytest.mark.parametrize("phase", [Phase.LINEUP, Phase.WHITE_REACTS, Phase.WHITE_MOVES, Phase.OVER])
def test_any_other_moment_is_refused(phase: Phase) -> None:
    with pytest.raises(ValueError, match="no line-up"):
        lineup_config(State(pool_setup(), phase=phase, round=0 if phase is Phase.LINEUP else 1))
    with pytest.raises(ValueError, match="no line-up"):
        lineup_config(State(pool_setup(), phase=Phase.BLACK_MOVES, round=2))
