r"""Dice that are computed from a sealed seed and the action they belong to.

Before the battle a seed is drawn and its SHA-256, the commitment, is made public; each side may add a word after that;
when the battle is over the seed is made public too. From then on anybody can compute every die again. This is all
there is to it, in any language:

1. The message of a die is one JSON object with exactly these keys, in this order:
   `action`   the action the die belongs to: an array of strings and integers,
   `battle`   the key of the battle: a string,
   `block`    an integer, 0 to begin with,
   `faces`    how many faces the die has: an integer,
   `figure`   who rolls: a string,
   `index`    counts the dice of one purpose from 0: an integer,
   `purpose`  the die's part in the action: a string,
   `salt`     an object: the name of each side that added a word → its word, both strings; sides ascending by code
              points; `{}` if none did.
2. It is written without white space between its parts. Integers are plain decimals. Strings hold every character as
   it is, but `\"` for the quotation mark, `\\` for the backslash, `\b` `\t` `\n` `\f` `\r` for these five, and
   `\u00` with two lower-case hexadecimal digits for the other characters below U+0020. Nothing is normalised. The text
   is encoded as UTF-8.
3. The digest is HMAC-SHA256 of the message, the key being the 32 bytes of the seed.
4. With n = the fewest bytes, at least one, for which 256^n >= faces, the digest is cut from its beginning into groups
   of n bytes; fewer than n bytes at its end are not used. Each group is a number, most significant byte first.
5. The first number below the greatest multiple of `faces` that is not above 256^n decides: the die shows number modulo
   faces, plus 1. The numbers before it are passed over, so that each face is as likely as the others.
6. If a digest has no such number, steps 1 to 5 are repeated with `block` one greater.

An example. The seed is the 32 bytes 00 01 02 … 1f, its commitment
    630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd
Skeletor rolls one die with six faces; the message (in one line, without the line break) and its digest are
    {"action":[1,"white_reacts","Skeletor","melee","He-Man","Havoc-Stab","all"],"battle":"sturm-auf-grayskull",
    "block":0,"faces":6,"figure":"Skeletor","index":0,"purpose":"attack","salt":{"black":"Nebel","white":"Süßholz"}}
    5f52573a7143fa55f404ad7fd1a48c5ee5bf0c94baea93f4948121bb022046ab
A number below 252 decides. The first is 95, it is 95 modulo 6 = 5: the die shows 6.
"""

import hashlib
import hmac
import json
import secrets
from dataclasses import dataclass, field

from rules.dice import Reason

SEED_BYTES = 32
MOST_FACES = 1 << 256

_CANONICAL = json.JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Seal:
    """What decides all dice of a battle: its key, a secret seed of 32 bytes, and each side's word.

    `salt` names a side of the battle and its word, sorted by side; sides without a word are left out. Words count
    letter by letter, so they are to be tidied before. The seed is not part of the `repr`: it must not get into a log.

    Raises:
        ValueError: the seed has another length, the salt is not sorted or names a side twice, or a text can't be
            encoded.
    """

    battle: str
    seed: bytes = field(repr=False)
    salt: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(self.seed)}")
        sides = [side for side, _ in self.salt]
        if sides != sorted(set(sides)):
            raise ValueError(f"the salt names each side once, in order, not {', '.join(sides)}")
        for text in (self.battle, *(text for pair in self.salt for text in pair)):
            text.encode()

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed, 64 hexadecimal digits; it may be known before the seed."""
        return commitment_of(self.seed)


class SealedDice:
    """Rolls what the seal decides: the same die always shows the same face, whenever and however often it is rolled.

    How, to the letter, is at the top of this file.
    """

    def __init__(self, seal: Seal) -> None:
        self._seal = seal
        self._salt = dict(seal.salt)

    def roll(self, faces: int, reason: Reason) -> int:
        """One die with so many faces: 1 to `faces`.

        Raises:
            ValueError: `faces` is less than 1 or more than 2^256.
        """
        if not 1 <= faces <= MOST_FACES:
            raise ValueError(f"a die has 1 to 2^256 faces, not {faces}: {reason}")
        width = max(1, ((faces - 1).bit_length() + 7) // 8)
        fair = 256**width // faces * faces
        block = 0
        while True:
            digest = hmac.digest(self._seal.seed, self._message(faces, reason, block), "sha256")
            for start in range(0, len(digest) - width + 1, width):
                number = int.from_bytes(digest[start : start + width], "big")
                if number < fair:
                    return number % faces + 1
            block += 1

    def _message(self, faces: int, reason: Reason, block: int) -> bytes:
        message = {
            "action": reason.action,
            "battle": self._seal.battle,
            "block": block,
            "faces": faces,
            "figure": reason.figure,
            "index": reason.index,
            "purpose": reason.purpose,
            "salt": self._salt,
        }
        return _CANONICAL.encode(message).encode()


def draw_seed() -> bytes:
    """32 bytes that nobody can guess."""
    return secrets.token_bytes(SEED_BYTES)


def commitment_of(seed: bytes) -> str:
    """The SHA-256 of a seed, 64 hexadecimal digits: proof, once the seed is known, that it was this one."""
    return hashlib.sha256(seed).hexdigest()
