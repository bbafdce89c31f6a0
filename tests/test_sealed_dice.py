"""Sealed dice: computed as documented, each die on its own, and fair."""

import contextlib
import hashlib
import hmac
import io
import itertools
import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motuc_bot import sealed_dice
from motuc_bot.sealed_dice import Seal, SealedDice, commitment_of, draw_seed
from rules import SYSTEMS
from rules.core import Battle, Post, System
from rules.dice import Dice, Reason, Recorder
from rules.motuc.words import Phase
from tests.rules.contract.test_contract import choose
from tests.rules.contract.trial import TRIALS

SEED = bytes(range(32))
SEAL = Seal("sturm-auf-grayskull", SEED, (("black", "Nebel"), ("white", "Süßholz")))
BLOW = (1, "white_reacts", "Skeletor", "melee", "He-Man", "Havoc-Stab", "all")
DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "wuerfel.md"
# Two different dice with so many faces show the same one time in 2^128.
TELLING = 1 << 128

texts = st.text(max_size=12)
reasons = st.builds(
    Reason,
    st.lists(st.one_of(st.integers(), texts), max_size=6).map(tuple),
    texts,
    texts,
    st.integers(0, 50),
)
salts = st.dictionaries(texts, texts, max_size=3).map(lambda words: tuple(sorted(words.items())))
seals = st.builds(Seal, texts, st.binary(min_size=32, max_size=32), salts)
sizes = st.one_of(st.integers(1, 1000), st.integers(1, 1 << 256))


# --- As documented ----------------------------------------------------------------------------------------------------


def test_one_die_without_the_module():
    message = json.dumps(
        {
            "action": [1, "white_reacts", "Skeletor", "melee", "He-Man", "Havoc-Stab", "all"],
            "battle": "sturm-auf-grayskull",
            "block": 0,
            "faces": 6,
            "figure": "Skeletor",
            "index": 0,
            "purpose": "attack",
            "salt": {"black": "Nebel", "white": "Süßholz"},
        },
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=False,
    )
    digest = hmac.new(bytes(range(32)), message.encode("utf-8"), hashlib.sha256).digest()
    assert digest[0] == 95
    assert SealedDice(SEAL).roll(6, Reason(BLOW, "attack", "Skeletor")) == 95 % 6 + 1 == 6
    example = (sealed_dice.__doc__ or "").partition("An example.")[2]
    assert message in example.replace("\n    ", "")
    assert digest.hex() in example
    assert SEAL.commitment in example
    assert example.rstrip().endswith("The first is 95, it is 95 modulo 6 = 5: the die shows 6.")


FACES = (1, 2, 3, 6, 20, 100, 256, 257, 1000, 65536, 65537)


@pytest.mark.parametrize(
    ("purpose", "figure", "values"),
    [
        ("attack", "Skeletor", (1, 1, 1, 6, 1, 85, 252, 240, 731, 13708, 33444)),
        ("attack_reach", "Skeletor", (1, 1, 1, 1, 6, 94, 84, 134, 109, 6103, 45040)),
        ("parry", "He-Man", (1, 1, 1, 6, 12, 100, 151, 117, 164, 27635, 2738)),
        ("damage", "Skeletor", (1, 1, 1, 4, 20, 69, 72, 180, 325, 9718, 15792)),
        ("soak", "He-Man", (1, 1, 3, 2, 18, 9, 255, 65, 767, 38222, 5921)),
    ],
)
def test_known_dice(purpose: str, figure: str, values: tuple[int, ...]):
    dice = SealedDice(SEAL)
    assert tuple(dice.roll(faces, Reason(BLOW, purpose, figure)) for faces in FACES) == values


def test_what_would_favour_low_faces_is_passed_over():
    """The digest of this die begins with 253, 235: the first is no fair share, the second is 39 · 6 + 1."""
    assert SealedDice(SEAL).roll(6, Reason(BLOW, "attack", "Skeletor", 39)) == 2


@pytest.mark.parametrize("faces", [(1 << 255) + 1, (1 << 135) + 1])
def test_another_block_where_a_digest_does_not_do(faces: int):
    """Every other number is passed over, and a digest holds one of 32 or of 17 bytes; what is left of it is unused."""
    dice = SealedDice(SEAL)
    needed: Counter[int] = Counter()
    for index in range(64):
        reason = Reason(BLOW, "attack", "Skeletor", index)
        value, block = by_the_book(SEAL, faces, reason)
        assert dice.roll(faces, reason) == value
        needed[block] += 1
    assert needed[0] > 0
    assert max(needed) > 2


@given(seals, sizes, reasons)
def test_every_die_is_rolled_by_the_book(seal: Seal, faces: int, reason: Reason):
    value, _ = by_the_book(seal, faces, reason)
    assert SealedDice(seal).roll(faces, reason) == value


def test_each_character_is_written_by_the_book():
    everything = "".join(map(chr, [*range(0x300), *range(0x2000, 0x2070), 0xFEFF, 0xFFFF, 0x1F409, 0x10FFFF]))
    seal = Seal(everything, SEED, ((everything, "black"), ("black", everything)))
    reason = Reason((everything, -7, 1 << 70), everything, everything)
    assert SealedDice(seal).roll(TELLING, reason) == by_the_book(seal, TELLING, reason)[0]


def test_enumerated_words_count_as_their_text():
    dice = SealedDice(SEAL)
    plain = Reason((1, "white_reacts"), "attack", "Skeletor")
    assert dice.roll(TELLING, Reason((1, Phase.WHITE_REACTS), "attack", "Skeletor")) == dice.roll(TELLING, plain)


def by_the_book(seal: Seal, faces: int, reason: Reason) -> tuple[int, int]:
    """The die and the block that decided it, computed another way from what the module's docstring says."""
    n = next(n for n in range(1, 33) if 256**n >= faces)
    fair = 256**n - 256**n % faces
    salt = ",".join(f"{quoted(side)}:{quoted(word)}" for side, word in sorted(seal.salt))
    action = ",".join(quoted(part) if isinstance(part, str) else str(part) for part in reason.action)
    block = 0
    while True:
        message = (
            f'{{"action":[{action}],"battle":{quoted(seal.battle)},"block":{block},"faces":{faces},'
            f'"figure":{quoted(reason.figure)},"index":{reason.index},"purpose":{quoted(reason.purpose)},'
            f'"salt":{{{salt}}}}}'
        )
        rest = list(hmac.new(seal.seed, message.encode("utf-8"), hashlib.sha256).digest())
        while len(rest) >= n:
            number = sum(byte << 8 * place for place, byte in enumerate(reversed(rest[:n])))
            if number < fair:
                return number % faces + 1, block
            rest = rest[n:]
        block += 1


def quoted(text: str) -> str:
    short = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
    return '"' + "".join(short.get(c) or (f"\\u{ord(c):04x}" if c < " " else c) for c in text) + '"'


# --- Each die on its own ----------------------------------------------------------------------------------------------


@given(seals, sizes, reasons)
def test_a_die_shows_one_of_its_faces_and_always_the_same(seal: Seal, faces: int, reason: Reason):
    dice: Dice = SealedDice(seal)
    value = dice.roll(faces, reason)
    assert 1 <= value <= faces
    assert dice.roll(faces, reason) == SealedDice(seal).roll(faces, reason) == value


@given(st.integers(2, 40))
def test_every_face_comes(faces: int):
    dice = SealedDice(SEAL)
    shown = {dice.roll(faces, Reason(BLOW, "attack", "Skeletor", index)) for index in range(40 * faces)}
    assert shown == set(range(1, faces + 1))


@given(st.lists(st.tuples(sizes, reasons), max_size=12), st.randoms(use_true_random=False))
def test_the_order_of_dice_changes_none(asked: list[tuple[int, Reason]], random: Random):
    first, second = SealedDice(SEAL), SealedDice(SEAL)
    shuffled = random.sample(asked, len(asked))
    assert {die: first.roll(*die) for die in asked} == {die: second.roll(*die) for die in shuffled}


@given(reasons, reasons)
def test_another_reason_is_another_die(one: Reason, other: Reason):
    dice = SealedDice(SEAL)
    assert (dice.roll(TELLING, one) == dice.roll(TELLING, other)) == (one == other)


@given(seals, seals, reasons)
def test_another_seal_is_another_die(one: Seal, other: Seal, reason: Reason):
    assert (SealedDice(one).roll(TELLING, reason) == SealedDice(other).roll(TELLING, reason)) == (one == other)


def test_what_looks_alike_is_another_die():
    def reason(action: tuple[str | int, ...] = ("a", "b"), purpose: str = "p", figure: str = "f", index: int = 0):
        return Reason(action, purpose, figure, index)

    alike: list[tuple[Seal, Reason]] = [
        (SEAL, reason()),
        (SEAL, reason(action=("ab",))),
        (SEAL, reason(action=('a","b',))),
        (SEAL, reason(action=("b", "a"))),
        (SEAL, reason(action=("a", "b", ""))),
        (SEAL, reason(action=())),
        (SEAL, reason(action=(1,))),
        (SEAL, reason(action=("1",))),
        (SEAL, reason(purpose="f", figure="p")),
        (SEAL, reason(index=1)),
        (Seal("sturm", SEED, SEAL.salt), reason()),
        (Seal(SEAL.battle, bytes(32), SEAL.salt), reason()),
        (Seal(SEAL.battle, SEED), reason()),
        (Seal(SEAL.battle, SEED, (("black", "Nebel"),)), reason()),
        (Seal(SEAL.battle, SEED, (("white", "Nebel"),)), reason()),
        (Seal(SEAL.battle, SEED, (("black", "nebel"),)), reason()),
        (Seal(SEAL.battle, SEED, (("black", "Süßholz"), ("white", "Nebel"))), reason()),
        (Seal(SEAL.battle, SEED, (("black", "Nebel"), ("white", "Su\u0308ßholz"))), reason()),
    ]
    assert len({SealedDice(seal).roll(TELLING, why) for seal, why in alike}) == len(alike)
    assert SealedDice(SEAL).roll(TELLING - 1, reason()) != SealedDice(SEAL).roll(TELLING, reason())


@pytest.mark.parametrize("faces", [0, -1, -6, (1 << 256) + 1])
def test_no_die_has_so_many_faces(faces: int):
    with pytest.raises(ValueError, match="1 to 2\\^256 faces"):
        SealedDice(SEAL).roll(faces, Reason(BLOW, "attack", "Skeletor"))


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_no_two_dice_of_a_battle_have_one_reason(system: System[Any, Any, Any, Any, Any]):
    """They would always show the same."""
    trial = TRIALS[system.key]
    count = 0
    for number in range(20):
        random = Random(number)
        dice = Recorder(SealedDice(Seal(f"probe-{number}", SEED)))
        battle: Battle[Any, Any, Any, Any, Any] = Battle.open(system, trial.config(random), dice)
        for post in range(1, 250):
            if system.over(battle.state) is not None:
                break
            seat, command = choose(system, trial, random, battle.state)
            if command is not None:
                battle, _ = battle.judge(Post(post, seat, ((command,),)), dice)
        reasons = Counter(die.reason for die in dice.rolls)
        assert [reason for reason, times in reasons.items() if times > 1] == []
        count += len(dice.rolls)
    assert count > 200


# --- The seal ---------------------------------------------------------------------------------------------------------


def test_the_commitment_is_the_sha_256_of_the_seed():
    assert SEAL.commitment == commitment_of(SEED) == hashlib.sha256(SEED).hexdigest()


def test_a_seed_is_drawn_afresh():
    seeds = {draw_seed() for _ in range(20)}
    assert len(seeds) == 20
    assert {len(seed) for seed in seeds} == {32}


def test_the_seed_does_not_get_into_a_log():
    assert repr(SEED) not in repr(SEAL)
    assert SEED.hex() not in repr(SEAL)


@pytest.mark.parametrize(
    ("battle", "seed", "salt"),
    [
        ("x", b"", ()),
        ("x", bytes(31), ()),
        ("x", bytes(33), ()),
        ("x", SEED, (("white", "a"), ("black", "b"))),
        ("x", SEED, (("black", "a"), ("black", "b"))),
        ("x", SEED, (("black", "\ud800"),)),
        ("\ud800", SEED, ()),
    ],
)
def test_no_such_seal(battle: str, seed: bytes, salt: tuple[tuple[str, str], ...]):
    with pytest.raises(ValueError, match=r"seed has 32 bytes|each side once|surrogates"):
        Seal(battle, seed, salt)


# --- docs/wuerfel.md --------------------------------------------------------------------------------------------------


def blocks(language: str) -> list[str]:
    text = DOCUMENT.read_text(encoding="utf-8")
    found = re.findall(rf"^( *)```{language}\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL)
    return [re.sub(rf"^{indent}", "", body, flags=re.MULTILINE) for indent, body in found]


def test_the_program_in_the_guide_computes_the_same_die():
    (program,) = blocks("python")
    namespace: dict[str, Any] = {}
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(program, namespace)
    value = SealedDice(SEAL).roll(6, Reason(BLOW, "attack", "Skeletor"))
    assert output.getvalue() == f"Prüfsumme: {SEAL.commitment}\nDer Würfel zeigt {value}\n"
    assert blocks("text")[-1] == output.getvalue()
    assert blocks("json") == [namespace["nachricht"] + "\n"]
    assert namespace["samen"] == SEED


def test_the_numbers_in_the_guide_are_those_of_the_example():
    (message,) = blocks("json")
    digest = hmac.digest(SEED, message.strip().encode(), "sha256").hex()
    commitment, _, key, result, _ = blocks("text")
    assert (commitment.strip(), key.strip(), result.strip()) == (SEAL.commitment, SEED.hex(), digest)
    text = DOCUMENT.read_text(encoding="utf-8")
    assert f"`{digest[:2]}`" in text
    assert "5 · 16 + 15 = **95**" in text
    assert "95 = 15 · 6 + **5**. Dazu 1: **Der Würfel zeigt eine 6.**" in text


def test_the_links_of_the_guide_lead_somewhere():
    text = DOCUMENT.read_text(encoding="utf-8")
    titles = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in re.findall(r"^#+ (.*)", text, re.M)}
    for link in re.findall(r"\]\(([^)]+)\)", text):
        path, _, anchor = link.partition("#")
        assert anchor in titles if not path else (DOCUMENT.parent / path).exists(), link


# --- Fair -------------------------------------------------------------------------------------------------------------

# So improbable must a result of fair dice be to count as a fault, on either side: too uneven or too even.
SUSPICIOUS = 1e-6


def chi_square_tail(x: float, freedom: int) -> float:
    """The chance of a chi-square of at least `x`: exact, a finite sum (Abramowitz and Stegun 26.4.4 and 26.4.5)."""
    half = x / 2
    if half <= 0:
        return 1.0
    odd = freedom % 2
    powers = (term + odd / 2 for term in range(freedom // 2))
    terms = (math.exp(power * math.log(half) - half - math.lgamma(power + 1)) for power in powers)
    return math.fsum((math.erfc(math.sqrt(half)) if odd else 0.0, *terms))


def evenness(counts: Counter[Any], cells: int) -> float:
    """The chance that fair dice fill so many equally probable cells at least as unevenly."""
    total = sum(counts.values())
    expected = total / cells
    assert expected >= 5, "too few dice for so many cells"
    square = math.fsum((count - expected) ** 2 / expected for count in counts.values())
    return chi_square_tail(square + (cells - len(counts)) * expected, cells - 1)


def faults(values: Sequence[int], faces: int) -> list[str]:
    """What is wrong with dice in the order they fell: their faces, and pairs of one die and the next."""
    found = []
    for what, counts, cells in (
        ("faces", Counter(values), faces),
        ("pairs", Counter(zip(values[::2], values[1::2], strict=False)), faces**2),
    ):
        chance = evenness(counts, cells)
        if not SUSPICIOUS <= chance <= 1 - SUSPICIOUS:
            found.append(f"{what}: {chance}")
    return found


Asked = Iterator[tuple[Seal, Reason]]


def blows() -> Asked:
    """The dice of ever more battles as they are fought: action after action, all dice of one action together."""
    for seal in battles():
        for round_, place, die in product(ROUNDS, PLACES, DICE):
            yield seal, blow(round_, place, die)


def rounds() -> Asked:
    """The same dice, but the same one in round after round together."""
    for seal in battles():
        for place, die, round_ in product(PLACES, DICE, ROUNDS):
            yield seal, blow(round_, place, die)


def pool() -> Asked:
    """One action with ever more dice of one purpose."""
    for index in itertools.count():
        yield SEAL, Reason(BLOW, "damage", "Skeletor", index)


def battles() -> Iterator[Seal]:
    for number in itertools.count(1):
        seed = hashlib.sha256(f"soak {number}".encode()).digest()
        yield Seal(f"schlacht-{number}", seed, (("black", "Nebel"), ("white", f"Wort {number}")))


BLACK = ("Skeletor", "Beast Man", "Trap-Jaw", "Webstor", "Evil-Lyn", "Mer-Man")
WHITE = ("He-Man", "Teela", "Man-at-Arms", "Stratos", "Orko", "Ram-Man")
ROUNDS = range(1, 11)
# Phase, attacker, target and weapon: everybody against everybody.
PLACES = (
    *product(("white_reacts",), BLACK, WHITE, ("Havoc-Stab", "Keule")),
    *product(("black_reacts",), WHITE, BLACK, ("Machtschwert", "Keule")),
)
# Purpose, whether the attacker rolls (0) or the target (1), and the index.
DICE = (
    *(("attack", 0, 0), ("attack_reach", 0, 0), ("parry", 1, 0), ("parry_reach", 1, 0), ("dodge", 1, 0)),
    *(("soak", 1, 0), ("damage", 0, 0), ("damage", 0, 1), ("luck", 1, 0), ("luck", 1, 1)),
)


def blow(round_: int, place: tuple[str, str, str, str], die: tuple[str, int, int]) -> Reason:
    phase, attacker, target, weapon = place
    purpose, who, index = die
    return Reason((round_, phase, attacker, "melee", target, weapon, "all"), purpose, (attacker, target)[who], index)


def rolled(faces: int, asked: Asked, count: int) -> list[int]:
    dice: dict[Seal, SealedDice] = {}
    return [
        (dice.get(seal) or dice.setdefault(seal, SealedDice(seal))).roll(faces, reason)
        for seal, reason in itertools.islice(asked, count)
    ]


@pytest.mark.parametrize(
    ("freedom", "tail", "critical"),
    # From printed tables; the last ones follow from the exponential and the normal distribution.
    [
        (1, 0.05, 3.841),
        (2, 0.05, 5.991),
        (3, 0.01, 11.345),
        (5, 0.001, 20.515),
        (10, 0.05, 18.307),
        (19, 0.01, 36.191),
        (35, 0.05, 49.802),
        (99, 0.05, 123.225),
        (100, 0.001, 149.449),
        (2, 1e-6, 2 * math.log(1e6)),
        (1, 1e-6, 4.891638**2),
    ],
)
def test_the_tail_of_the_chi_square(freedom: int, tail: float, critical: float):
    assert chi_square_tail(critical, freedom) == pytest.approx(tail, rel=2e-3)


def test_the_tail_of_a_large_chi_square():
    """Wilson and Hilferty's approximation, good for many degrees of freedom."""
    for freedom, deviation in product((399, 9999), (-4.0, 0.0, 4.0)):
        share = 2 / (9 * freedom)
        x = freedom * (1 - share + deviation * math.sqrt(share)) ** 3
        assert chi_square_tail(x, freedom) == pytest.approx(math.erfc(deviation / math.sqrt(2)) / 2, rel=0.02)


@pytest.mark.parametrize("faces", [3, 6, 20])
def test_twenty_thousand_dice_are_fair(faces: int):
    assert faults(rolled(faces, blows(), 20_000), faces) == []


def test_a_byte_modulo_six_is_found_out():
    """The fault that passing over bytes from 252 avoids: the faces 1 to 4 get 43 of 256, 5 and 6 get 42."""
    source = Random(1).randbytes(1_000_000)
    assert [fault.partition(":")[0] for fault in faults([byte % 6 + 1 for byte in source], 6)] == ["faces", "pairs"]
    assert faults([byte % 6 + 1 for byte in source if byte < 252], 6) == []


def test_dice_that_hang_together_are_found_out():
    random = Random(2)
    twice = [value for _ in range(10_000) for value in [random.randint(1, 6)] * 2]
    assert [fault.partition(":")[0] for fault in faults(twice, 6)] == ["pairs"]


def test_dice_that_are_too_even_are_found_out():
    assert "faces: 1.0" in faults([number % 6 + 1 for number in range(60_000)], 6)


@pytest.mark.soak
@pytest.mark.parametrize("faces", [3, 6, 20, 100])
@pytest.mark.parametrize("asked", [blows, rounds, pool])
def test_a_million_dice_are_fair(faces: int, asked: Callable[[], Asked]):
    values = rolled(faces, asked(), 1_000_000)
    assert faults(values, faces) == []
