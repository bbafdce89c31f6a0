"""The pure rules engine: no I/O, no clock, no chance of its own, no language."""

from typing import Any

from rules.core import System
from rules.motuc import MOTUC

# The one place that names the systems; their types differ, so that only here they are Any.
SYSTEMS: tuple[System[Any, Any, Any, Any, Any], ...] = (MOTUC,)
