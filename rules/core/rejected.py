"""The refusal of the rules: a stable code and the facts, never prose."""

from enum import StrEnum


class GeneralCode(StrEnum):
    """Codes that belong to no single ruling."""

    SYNTAX = "syntax"
    UNKNOWN_NAME = "unknown_name"
    AMBIGUOUS_NAME = "ambiguous_name"
    NOT_YOUR_FIGURE = "not_your_figure"
    WRONG_PHASE = "wrong_phase"
    ALREADY_ACTED = "already_acted"


class Rejected(Exception):
    """A command that the rules refuse.

    `code` is the ruling (`R-…`) or a general code; `why` tells apart the different reasons under one code (a stable
    English key, used to choose the sentence that players read); `facts` are the values that sentence needs.
    """

    def __init__(self, code: StrEnum, why: str, **facts: object) -> None:
        super().__init__(f"{code}: {why} {facts}")
        self.code = code
        self.why = why
        self.facts = facts
