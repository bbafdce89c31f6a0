"""Figures of the command line: how long it takes to start."""

import subprocess
import sys
from collections.abc import Iterator

from tests.bench.measure import Measure, least_of


def measures() -> Iterator[Measure]:
    """Yield the figures."""

    def work() -> None:
        subprocess.run([sys.executable, "-m", "motuc_bot", "--help"], check=True, capture_output=True)

    yield Measure("motuc-bot --help", least_of(work, rounds=9), 0.4, "s")
