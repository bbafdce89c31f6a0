"""What the client knows for itself: what it has sent, and what of it was acknowledged."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Sent:
    """A post of the client; its `id` is that of the message, and never changes."""

    id: str
    battle: int
    person: str
    text: str


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """What the process has answered to a post; `number` None = refused."""

    number: int | None
    lines: tuple[str, ...]
    own: tuple[str, ...]


@dataclass(slots=True)
class Ledger:
    """Kept outside the process that dies."""

    sent: dict[str, Sent] = field(default_factory=dict)
    acknowledged: dict[str, Acknowledgement] = field(default_factory=dict)
    # What the process has said that can't be.
    contradictions: list[str] = field(default_factory=list)

    def note_sent(self, post: Sent) -> None:
        """Note that it is on its way."""
        self.sent[post.id] = post

    def note_acknowledged(self, message: str, given: Acknowledgement) -> None:
        """Note that it was acknowledged."""
        before = self.acknowledged.setdefault(message, given)
        if before != given:
            self.contradictions.append(f"{message}: acknowledged as {before}, then as {given}")

    def open(self) -> list[Sent]:
        """Return what was sent and not acknowledged: a platform gives it again after a restart."""
        return [post for post in self.sent.values() if post.id not in self.acknowledged]
