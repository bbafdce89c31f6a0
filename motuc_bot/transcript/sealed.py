"""The seals of an export: what was bound before the battle and shown after it."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from motuc_bot.sealed_dice import Seal, commitment_of
from motuc_bot.systems.german_errors import Wrong

_HEX_DIGITS = frozenset("0123456789abcdef")


def _hex(text: str) -> str:
    if len(text) != 64 or not _HEX_DIGITS.issuperset(text):
        raise Wrong("müssen 64 Ziffern aus 0–9 und a–f sein")
    return text


def _some(seals: tuple["SealRow", ...]) -> tuple["SealRow", ...]:
    if not seals:
        raise Wrong("mindestens ein Siegel muss es geben")
    firsts = [seal.first_post for seal in seals]
    if firsts[0] != 0 or firsts != sorted(set(firsts)):
        raise Wrong("das erste Siegel gilt ab Beitrag 0 (first_post), jedes weitere ab einem späteren")
    return seals


_Hex64 = Annotated[str, AfterValidator(_hex)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class SealRow(_Strict):
    """A commitment, the number of the first post whose dice it binds, and the seed once it is shown."""

    first_post: Annotated[int, Field(ge=0)]
    commitment: _Hex64
    seed: _Hex64 | None = None

    @property
    def holds(self) -> bool:
        """Tell whether the seed is the one that was bound, or is not shown yet."""
        return self.seed is None or commitment_of(bytes.fromhex(self.seed)) == self.commitment


class Sealed(_Strict):
    """All seals of a battle and the words that its sides have added."""

    salt: dict[str, str] = Field(default={})
    seals: Annotated[tuple[SealRow, ...], AfterValidator(_some)] = Field(strict=False)

    def of_post(self, number: int) -> SealRow:
        """Return the seal that binds the dice of a post."""
        return next((seal for seal in reversed(self.seals) if seal.first_post <= number), self.seals[0])

    def seal(self, battle: str, row: SealRow) -> Seal | None:
        """Return the seal with its seed, None while that is not shown."""
        if row.seed is None:
            return None
        return Seal(battle, bytes.fromhex(row.seed), tuple(sorted(self.salt.items())))
