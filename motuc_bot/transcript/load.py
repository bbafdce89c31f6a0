"""A transcript as a file holds it: the battle for its system, the dice, the posts, what is expected."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from motuc_bot.systems.faults import FileFault
from motuc_bot.systems.german_errors import fault_of
from motuc_bot.systems.registry import SIDES, side_of
from motuc_bot.systems.side import Side
from motuc_bot.transcript import yaml_file
from motuc_bot.transcript.sealed import Sealed


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class PostRow(_Strict):
    """One post: the player (SL = the game master), its text, and whether it is a private message.

    An export also tells its number, which else is counted, when it was written, and the words that the game master put
    before its results; they order nothing.
    """

    by: Annotated[str, Field(min_length=1, max_length=100)]
    text: Annotated[str, Field(max_length=100_000)]
    private: bool = False
    number: Annotated[int, Field(ge=1)] | None = None
    at: str | None = None
    words: Annotated[str, Field(max_length=100_000)] = ""


class _Common(_Strict):
    """What transcripts of all systems have; an export also its id, the version of the rules, and its seals."""

    dice: tuple[Annotated[int, Field(ge=1, le=1000)], ...] = Field(default=(), strict=False)
    posts: tuple[PostRow, ...] = Field(default=(), strict=False)
    expect: dict[str, Any] | None = None
    id: Annotated[str, Field(min_length=1, max_length=100)] | None = None
    rules_version: int | None = None
    sealed: Sealed | None = None


@dataclass(frozen=True, slots=True)
class Transcript:
    """A transcript that can be played; `document` is the part that belongs to the system."""

    path: Path
    side: Side[Any, Any, Any, Any]
    document: Mapping[str, object]
    dice: tuple[int, ...]
    posts: tuple[PostRow, ...]
    expect: Mapping[str, Any] | None
    id: str | None = None
    rules_version: int | None = None
    sealed: Sealed | None = None


def load(path: Path) -> Transcript:
    """Return the transcript in the file. Raises: UnreadableFile."""
    content = yaml_file.load(path)
    try:
        return _transcript(path, content)
    except FileFault as fault:
        raise yaml_file.located(path, fault) from None


def _transcript(path: Path, content: object) -> Transcript:
    if not isinstance(content, dict):
        raise FileFault((), "die Datei beschreibt keine Schlacht (es fehlt z. B. „system: motuc“)")
    stray = next((key for key in content if not isinstance(key, str)), None)
    if stray is not None:
        raise FileFault((), f"„{stray}“ ist kein Schlüssel aus Text")
    key = content.get("system")
    side = side_of(key) if isinstance(key, str) else None
    if side is None:
        known = ", ".join(side.system.key for side in SIDES)
        fault = "fehlt" if key is None else f"das Regelwerk „{key}“ gibt es nicht"
        raise FileFault(("system",), f"{fault}; möglich: {known}")
    mine = set(_Common.model_fields)
    try:
        common = _Common.model_validate({name: value for name, value in content.items() if name in mine})
    except ValidationError as error:
        raise fault_of(error) from None
    document = {name: value for name, value in content.items() if name not in mine | {"system"}}
    return Transcript(
        path,
        side,
        document,
        common.dice,
        common.posts,
        common.expect,
        common.id,
        common.rules_version,
        common.sealed,
    )
