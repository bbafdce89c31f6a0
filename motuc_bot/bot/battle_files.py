"""A battle out of a file that somebody attaches: the same files as for the command line, and the exports."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import discord

from motuc_bot.referee.open_battle import check_document
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.transcript.load import load
from motuc_bot.transcript.yaml_file import UnreadableFile

_MOST_BYTES = 1_000_000
_TOO_LARGE = "❓ Diese Datei ist zu groß: höchstens 1 MB. Es muss eine Schlacht als YAML-Datei sein."
_GONE = "❓ Die Datei ließ sich nicht von Discord holen: bitte gleich noch einmal."
_NAME = "Datei"


@dataclass(frozen=True, slots=True)
class BattleInFile:
    """What a file agrees for a battle; `posts` tells that there are posts in it, which do not count."""

    system: str
    document: Mapping[str, object]
    posts: bool


async def attached(file: discord.Attachment) -> bytes:
    """Return what somebody has attached. Raises: NotAllowed."""
    if file.size > _MOST_BYTES:
        raise NotAllowed(_TOO_LARGE)
    try:
        return await file.read()
    except (discord.HTTPException, OSError):
        raise NotAllowed(_GONE) from None


def battle_in(data: bytes) -> BattleInFile:
    """Return the battle that could be opened from a file. Raises: Refused."""
    # Faults name the line of a file.
    with TemporaryDirectory() as folder:
        path = Path(folder) / _NAME
        path.write_bytes(data)
        try:
            found = load(path)
        except UnreadableFile as fault:
            raise NotAllowed(f"❓ {str(fault).replace(str(path), _NAME)}") from None
    system = found.side.system.key
    check_document(system, found.document)
    return BattleInFile(system, found.document, bool(found.posts))
