"""The two refusals of a reader: what can't be read, and a name that fits several."""

from rules.core import GeneralCode


class Unreadable(Exception):
    """A line that can't be read as an order.

    `code` is `syntax` or `unknown_name`; `why` tells apart the reasons under one code (a stable English key, used to
    choose the sentence that players read); `facts` are the values that sentence needs, such as `name`, `suggestions`
    or `rest`.
    """

    def __init__(self, code: GeneralCode, why: str, **facts: object) -> None:
        super().__init__(f"{code}: {why} {facts}")
        self.code = code
        self.why = why
        self.facts = facts


class Ambiguous(Exception):
    """A shortened name that fits several; `candidates` are their full names."""

    code = GeneralCode.AMBIGUOUS_NAME

    def __init__(self, why: str, name: str, candidates: tuple[str, ...]) -> None:
        super().__init__(f"{self.code}: {why} {name!r} {candidates}")
        self.why = why
        self.name = name
        self.candidates = candidates

    @property
    def facts(self) -> dict[str, object]:
        """The values that the sentence for players needs."""
        return {"name": self.name, "candidates": self.candidates}
