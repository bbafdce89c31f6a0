"""For a front that sends at once what its post brings about: all it needs for that, from the post's own transaction."""

from dataclasses import dataclass
from datetime import timedelta

from motuc_bot.referee.desk import Known
from motuc_bot.referee.threads import PlaceOfBattle, place_within
from motuc_bot.store.outbox import Claims
from motuc_bot.store.store import Connection


@dataclass(slots=True)
class AtOnce:
    """What the front may send now (`claims`), and where the battle is played (None = there is nothing to send).

    `asked` tells that nobody is to be asked anything after this post who has not been yet.
    """

    claims: Claims
    place: PlaceOfBattle | None = None
    asked: bool = False

    @classmethod
    def within(cls, lease: timedelta) -> "AtOnce":
        """Return one whose deliveries nobody else sends for so long."""
        return cls(Claims(lease))

    def begin(self) -> None:
        """Forget what an attempt had found that did not come to its end."""
        self.claims.taken.clear()
        self.place, self.asked = None, False

    def look(self, connection: Connection, battle: int, known: Known | None) -> None:
        """Find out what is needed, as the battle is after the post."""
        if self.claims.taken and known is not None:
            self.place = place_within(connection, battle)
            thread, moment = self.place.thread, known.side.phase(known.battle.state)
            self.asked = thread is not None and thread.asked == moment
