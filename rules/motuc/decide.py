"""What a command makes happen at once, or why it is refused."""

from typing import assert_never

from rules.core import Seat
from rules.motuc import (
    commands as cm,
)
from rules.motuc import (
    corrections,
    disarming,
    finishing,
    lineup,
    magic,
    melee,
    movement,
    placement,
    ranged,
    reactions,
    weapons,
)
from rules.motuc.events import Event
from rules.motuc.model import State


def decide(state: State, seat: Seat, command: cm.Command) -> tuple[Event, ...]:
    """Return the events of the command; never rolls. Raises: Rejected."""
    match command:
        case cm.Walk():
            return movement.walk(state, seat, command)
        case cm.Pass():
            return finishing.pass_by(state, seat, command)
        case cm.Attack():
            return melee.attack(state, seat, command)
        case cm.Shoot():
            return ranged.shoot(state, seat, command)
        case cm.Cast():
            return magic.cast(state, seat, command)
        case cm.Disarm():
            return disarming.disarm(state, seat, command)
        case cm.React():
            return reactions.react(state, seat, command)
        case cm.ChangeWeapon():
            return weapons.change(state, seat, command)
        case cm.PickUp():
            return weapons.pick_up(state, seat, command)
        case cm.Reload():
            return weapons.reload(state, seat, command)
        case cm.StandUp():
            return weapons.stand_up(state, seat, command)
        case cm.Done():
            return finishing.done(state, seat, command)
        case cm.TakeBack():
            return finishing.take_back(state, seat, command)
        case cm.Enlist():
            return lineup.enlist(state, seat, command)
        case cm.Withdraw():
            return lineup.withdraw(state, seat, command)
        case cm.Equip():
            return lineup.equip(state, seat, command)
        case cm.Hold():
            return lineup.hold(state, seat, command)
        case cm.RegisterStart():
            return placement.register(state, seat, command)
        case cm.LeaveStarts():
            return placement.leave(state, seat, command)
        case cm.Proceed():
            return corrections.proceed(state, seat, command)
        case cm.Pause():
            return corrections.pause(state, seat, command)
        case cm.Resume():
            return corrections.resume(state, seat, command)
        case cm.Correct():
            return corrections.correct(state, seat, command)
        case cm.Relocate():
            return corrections.relocate(state, seat, command)
        case cm.Reassign():
            return corrections.reassign(state, seat, command)
        case cm.EndBattle():
            return corrections.end(state, seat, command)
        case _:
            assert_never(command)
