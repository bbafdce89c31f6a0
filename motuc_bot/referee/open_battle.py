"""A battle is opened: by a form, with the line-up still to come, or from a file with everything ready."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from motuc_bot.judging.judged import AnySide
from motuc_bot.referee.deliveries import notice
from motuc_bot.referee.desk import Desk, Known, codec_of
from motuc_bot.referee.refused import Refused
from motuc_bot.referee.sealing import new_seal, told_of_commitment
from motuc_bot.sealed_dice import Seal, SealedDice
from motuc_bot.store import battles, events, figures, outbox, seats, threads
from motuc_bot.store.battles import KeyTaken, NewBattle
from motuc_bot.store.seats import SeatRow
from motuc_bot.store.threads import ThreadRow
from motuc_bot.systems.faults import FileFault
from motuc_bot.systems.registry import side_of
from rules.core import GAME_MASTER, Battle, Rejected
from rules.dice import Recorder


@dataclass(frozen=True, slots=True)
class Opened:
    """A battle that has just been opened; `commitment` binds the referee to its dice."""

    battle: int
    commitment: str
    lines: tuple[str, ...]


class AlreadyOpen(Refused):
    """A battle of that key is there already."""


def open_battle(
    desk: Desk,
    system: str,
    document: Mapping[str, object],
    person: str,
    key: str | None = None,
    thread: Callable[[int], ThreadRow] | None = None,
) -> Opened:
    """Open the battle that the document describes, with the person as its game master.

    A document with teams is a ready-made line-up; without, players take their seats and figures one by one.
    A key is given for a battle that shall be there only once; `thread` gives the thread of a battle of that number, in
    which it is played from the first. Raises: Refused, AlreadyOpen, DatabaseFault.
    """
    side = _known(system)
    config = _config(side, document)
    key, seal = key or desk.draw_key(), new_seal(desk, 0)
    dice = Recorder(SealedDice(Seal(key, seal.seed, ())))
    try:
        battle = Battle.open(side.system, config, dice)
    except Rejected as rejected:
        raise Refused((f"❓ {side.explain(rejected, side.system.blank)}",)) from None
    codec, at = codec_of(system), desk.now()
    lines = (*side.tell(side.system.blank, battle.log), told_of_commitment(seal))
    new = NewBattle(
        key=key,
        system=system,
        rules_version=side.system.version,
        name=side.name(battle.state),
        config=codec.encode_one(config),
        moment=side.phase(battle.state),
        over=side.system.over(battle.state) is not None,
        version=len(battle.log),
        at=at,
    )
    with desk.store.writing() as connection:
        try:
            number = battles.insert_battle(connection, new)
        except KeyTaken:
            raise AlreadyOpen(("Diese Schlacht gibt es schon.",)) from None
        battles.insert_seal(connection, number, seal)
        if thread is not None:
            threads.insert_thread(connection, thread(number))
        seats.insert_seat(connection, number, SeatRow(GAME_MASTER, person), at)
        events.append(connection, number, 0, [codec.encode(event) for event in battle.log])
        table = desk.store.figures[system]
        figures.keep(connection, table, number, (), side.system.figures(battle.state))
        outbox.insert(connection, number, None, [notice(lines, f"{key}.opened")], at)
    desk.remember(number, Known(side, battle, (seal,)))
    return Opened(number, seal.commitment, lines)


def check_document(system: str, document: Mapping[str, object]) -> None:
    """Let pass what `open_battle` would take, as far as can be told without dice. Raises: Refused."""
    _config(_known(system), document)


def _known(system: str) -> AnySide:
    side = side_of(system)
    if side is None:
        raise Refused((f"Das Regelwerk „{system}“ gibt es nicht.",))
    return side


def _config(side: AnySide, document: Mapping[str, object]) -> object:
    try:
        return side.config(document) if "teams" in document else side.new_battle(document)
    except FileFault as fault:
        place = " → ".join(str(part) for part in fault.place)
        raise Refused((f"❓ {place}: {fault.text}" if place else f"❓ {fault.text}",)) from None
