"""What the program logs: lines for people or JSON for machines, by whomever, and never with a secret in it."""

import json
import logging
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TextIO

import structlog
from structlog.stdlib import ProcessorFormatter
from structlog.typing import EventDict, Processor

# What stands in addresses and headers and lets its holder speak as the bot.
_TOKENS = re.compile(
    r"(?<=/)[\w-]{50,}|[\w-]{20,}\.[\w-]{6}\.[\w-]{27,}"
    r"""|(?i:(?<=Bot )|(?<=token=)|(?<=token': ')|(?<=token": ")|(?<=token\\": \\"))[\w.-]{20,}"""
)
_OURS = "motuc_bot"
_FILE_BYTES, _OLD_FILES = 10_000_000, 5
# Shorter ones would blacken half of the log, and keep nothing secret.
_SHORTEST_SECRET = 4


@dataclass(frozen=True, slots=True)
class Log:
    """What is logged: from which level on, as JSON or not, into a file too (None = not), and what never shows."""

    level: str = "INFO"
    as_json: bool = False
    file: Path | None = None
    secrets: tuple[str, ...] = field(default=(), repr=False)


@contextmanager
def logging_as(log: Log) -> Iterator[None]:
    """Log everything to the standard output, and into the file, for as long as this goes on. Raises: OSError.

    The level is ours: below INFO libraries tell what was said to them, private posts included.
    """
    handlers: list[logging.Handler] = [_StandardOutput()]
    if log.file is not None:
        handlers.append(RotatingFileHandler(log.file, maxBytes=_FILE_BYTES, backupCount=_OLD_FILES, encoding="utf-8"))
    formatter = SecretlessFormatter(as_json=log.as_json, secrets=log.secrets)
    root, ours = logging.getLogger(), logging.getLogger(_OURS)
    before = root.level, ours.level
    level = logging.getLevelNamesMapping()[log.level]
    root.setLevel(max(level, logging.INFO))
    ours.setLevel(level)
    for handler in handlers:
        handler.setFormatter(formatter)
        root.addHandler(handler)
    try:
        yield
    finally:
        for handler in handlers:
            root.removeHandler(handler)
            handler.close()
        root.setLevel(before[0])
        ours.setLevel(before[1])


class SecretlessFormatter(ProcessorFormatter):
    """Formats what is logged: discord.py logs addresses with the tokens of interactions in them."""

    def __init__(self, *, as_json: bool = False, secrets: Iterable[str] = ()) -> None:
        shown: Processor = (
            structlog.processors.JSONRenderer(ensure_ascii=False)
            if as_json
            else structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
        )
        super().__init__(
            foreign_pre_chain=[
                structlog.stdlib.add_log_level,
                structlog.stdlib.add_logger_name,
                structlog.stdlib.ExtraAdder(),
                _without_copies,
                structlog.processors.TimeStamper(fmt="iso", utc=True),
            ],
            processors=[
                ProcessorFormatter.remove_processors_meta,
                structlog.processors.StackInfoRenderer(),
                structlog.processors.format_exc_info,
                shown,
            ],
        )
        known = [secret for secret in secrets if len(secret) >= _SHORTEST_SECRET]
        # As they are, and as they stand in JSON.
        spelt = {spelling for secret in known for spelling in (secret, json.dumps(secret)[1:-1])}
        self._secrets = re.compile("|".join(map(re.escape, sorted(spelt, key=len, reverse=True)))) if spelt else None

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of the log."""
        line = super().format(record)
        return without_tokens(line if self._secrets is None else self._secrets.sub("…", line))


def _without_copies(logger: object, method: str, event: EventDict) -> EventDict:
    """Return the event without what other formatters leave at a record: the event again, and its time."""
    del logger, method
    for name in ("message", "asctime"):
        event.pop(name, None)
    return event


def without_tokens(text: str) -> str:
    """Return the text without what could be a token."""
    return _TOKENS.sub("…", text)


class _StandardOutput(logging.StreamHandler[TextIO]):
    """Writes to what is the standard output then."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)

    @property
    def stream(self) -> TextIO:  # type: ignore[override]
        return sys.stdout
