"""The seals of an export: what was bound before the battle and shown after it."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from motuc_bot.sealed_dice import Seal, commitment_of

_Hex64 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


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
    seals: tuple[SealRow, ...] = Field(strict=False, min_length=1)

    def of_post(self, number: int) -> SealRow:
        """Return the seal that binds the dice of a post."""
        return next((seal for seal in reversed(self.seals) if seal.first_post <= number), self.seals[0])

    def seal(self, battle: str, row: SealRow) -> Seal | None:
        """Return the seal with its seed, None while that is not shown."""
        if row.seed is None:
            return None
        return Seal(battle, bytes.fromhex(row.seed), tuple(sorted(self.salt.items())))
