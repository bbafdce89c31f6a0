"""The command line on a database, in this process."""

import re
from dataclasses import dataclass

from typer.testing import CliRunner

from motuc_bot.cli import app

UNUSABLE, DIFFERENT = 2, 1
# What an operator must never see.
_FOREIGN = re.compile(r"Traceback|sqlalche|Background on this error|\[SQL|geheim", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command said and how it ended."""

    status: int
    out: str
    err: str


def run(url: str | None, *arguments: str) -> Outcome:
    """Run `motuc-bot` with these arguments on the database; None = none is set."""
    result = CliRunner().invoke(app, arguments, env={"MOTUC_DATABASE_URL": url})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert _FOREIGN.search(result.output) is None, result.output
    return Outcome(result.exit_code, result.stdout, result.stderr)


def fault(url: str | None, *arguments: str) -> str:
    """Return the one line by which a command says why it can't be carried out."""
    outcome = run(url, *arguments)
    assert (outcome.status, outcome.out) == (UNUSABLE, ""), outcome
    assert len(outcome.err.splitlines()) == 1, outcome.err
    return outcome.err.strip()
