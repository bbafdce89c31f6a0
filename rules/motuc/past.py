"""Stored shapes of MotUC-Battle that were different once; so far none was."""

from rules.core import Past

PAST = Past({})
