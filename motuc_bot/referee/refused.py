"""What the referee does not do, in German."""


class Refused(Exception):
    """Something was not done; `lines` tell the person why and what to do."""

    def __init__(self, lines: tuple[str, ...]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


class NoSuchBattle(Refused):
    """There is no such battle."""

    def __init__(self, line: str) -> None:
        super().__init__((line,))


class NotAllowed(Refused):
    """The person may not do that."""

    def __init__(self, line: str) -> None:
        super().__init__((line,))
