"""Plays every conformance case, quickly and without pytest; exits 1 at the first that fails."""

import sys
from pathlib import Path

from tests.rules.conformance.playing import CASES, UNPLAYABLE, case_differences, unplayable_reason


def main() -> int:
    """Return 1 if a case differs from what it expects, or a battle that can't be played is played."""
    for path in CASES:
        if case_differences(path):
            return 1
    return int(any(unplayable_reason(path) is None for path in UNPLAYABLE))


if __name__ == "__main__":
    sys.exit(main() if Path.cwd() in Path(__file__).parents else 2)
