"""When seeds are drawn and when they are shown."""

from collections.abc import Iterator, Sequence

from motuc_bot.judging.judged import AnyBattle
from motuc_bot.referee.deliveries import CHECKING
from motuc_bot.referee.desk import Desk, Table, seal_for
from motuc_bot.referee.record import Outcome
from motuc_bot.sealed_dice import commitment_of
from motuc_bot.store.battles import SealRow
from rules.dice import Rolled


def new_seal(desk: Desk, first_post: int) -> SealRow:
    """Return a fresh seed for the dice of the posts from that number on."""
    seed = desk.draw_seed()
    return SealRow(first_post, seed, commitment_of(seed))


def fresh_seal(desk: Desk, table: Table, number: int) -> SealRow | None:
    """Return a fresh seed if the last one has been shown: only a roll-back of a finished battle leads on from there."""
    over = table.side.system.over(table.battle.state) is not None
    return new_seal(desk, number) if over else None


def told_of_commitment(seal: SealRow) -> str:
    """Return the line that binds the referee to a seed."""
    return f"🔒 Siegel der Würfel: {seal.commitment}"


def needed(table: Table, after: AnyBattle, seal: SealRow | None, rolls: Sequence[Rolled]) -> SealRow | None:
    """Return the fresh seed if the post has led on from the end of the battle, or has used it."""
    goes_on = table.side.system.over(after.state) is None
    return seal if goes_on or rolls else None


def told_of_seals(table: Table, outcome: Outcome) -> Iterator[str]:
    """Yield what the thread learns of seeds after a post: a new commitment, or the seed of a battle that is over."""
    over = table.side.system.over
    if outcome.new_seal is not None:
        yield told_of_commitment(outcome.new_seal)
    was_over = over(table.battle.state) is not None and outcome.new_seal is None
    if over(outcome.after.state) is not None and not was_over:
        seal = outcome.new_seal or seal_for(table.known.seals, table.row.posts + 1)
        yield f"🔓 Die Würfel sind offen: {seal.seed.hex()} (Siegel {seal.commitment})"
        yield f"{CHECKING}motuc-bot export {table.row.id}, dann motuc-bot verify (wie das geht: docs/wuerfel.md)"
