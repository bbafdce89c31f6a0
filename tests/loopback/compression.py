"""The gateway's events as one compressed stream for each connection, of the kind that a bot asks for."""

import importlib
import zlib
from collections.abc import Callable
from typing import Any

Compress = Callable[[bytes], bytes]


def stream(kind: str | None) -> Compress | None:
    """Return what compresses the next message of a stream; None: it is sent as text."""
    match kind:
        case "zlib-stream":
            return _zlib()
        case "zstd-stream":
            return _zstd()
        case _:
            return None


def _zlib() -> Compress:
    # Little effort: whoever measures a bot wants no busy server.
    packer = zlib.compressobj(level=1)
    return lambda data: packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH)


def _zstd() -> Compress:
    """Return the same by whichever library the bot has too, since it asked for it."""
    packer: Any
    try:
        library: Any = importlib.import_module("zstandard")
    except ModuleNotFoundError:
        library = importlib.import_module("compression.zstd")
        packer = library.ZstdCompressor()
        return lambda data: bytes(packer.compress(data, mode=packer.FLUSH_BLOCK))
    packer = library.ZstdCompressor().compressobj()
    return lambda data: bytes(packer.compress(data) + packer.flush(library.COMPRESSOBJ_FLUSH_BLOCK))
