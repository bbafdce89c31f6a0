"""Weapons in hand, on the belt and on the ground: which one is meant, and handling them (§6.1, §7)."""

from collections.abc import Iterator

from rules.core import Rejected, Seat
from rules.motuc import events as ev
from rules.motuc.codes import Ruling
from rules.motuc.commands import ChangeWeapon, PickUp, Reload, StandUp
from rules.motuc.model import BARE_HAND, Figure, Item, MeleeValues, State, Weapon
from rules.motuc.orders import Need, ready_to_move
from rules.motuc.words import ItemId, WeaponName

HANDS = 2


def held_item(figure: Figure, name: WeaponName) -> Item:
    """Return the weapon of that name in the figure's hands. Raises: Rejected (R-T5)."""
    for item in figure.held:
        if item.weapon.name == name:
            return item
    on_belt = any(item.weapon.name == name for item in figure.belt)
    raise Rejected(Ruling.R_T5, "on_belt" if on_belt else "not_in_hand", figure=figure.name, weapon=name)


def melee_item(figure: Figure, name: WeaponName) -> Item | None:
    """Return the named melee weapon in hand, None for the bare hand (R-N1). Raises: Rejected (R-T5, R-N1)."""
    if name == BARE_HAND.name:
        return None
    item = held_item(figure, name)
    if item.weapon.melee is None:
        raise Rejected(Ruling.R_N1, "no_melee_weapon", figure=figure.name, weapon=name)
    return item


def weapon_of(figure: Figure, item: ItemId | None) -> Weapon:
    """Return the kind of a carried item; None = the bare hand."""
    if item is None:
        return BARE_HAND
    return next(carried.weapon for carried in figure.items if carried.id == item)


def holds(figure: Figure, item: ItemId | None) -> bool:
    """Tell whether the item is in hand; the bare hand always is."""
    return item is None or item in figure.hands


def best_for_attack(figure: Figure) -> Item | None:
    """Return the melee weapon in hand for an attack where none is named (R-W1); None = bare hand."""
    candidates = [(melee.attack, melee.damage, melee.reach, -at, item) for at, item, melee in _melee_in_hand(figure)]
    return max(candidates, key=lambda candidate: candidate[:4])[4] if candidates else None


def best_for_parry(figure: Figure) -> Item | None:
    """Return the melee weapon in hand for a parry where none is named (R-W1); None = bare hand."""
    candidates = [(melee.defence, melee.reach, -at, item) for at, item, melee in _melee_in_hand(figure)]
    return max(candidates, key=lambda candidate: candidate[:3])[3] if candidates else None


def takeable(figure: Figure) -> tuple[Item, ...]:
    """Return the weapons in hand that can be taken by disarming, in the order of the hands (R-X3)."""
    return tuple(item for item in figure.held if not item.weapon.fixed)


def fits(weapons: tuple[Weapon, ...]) -> bool:
    """Tell whether these weapons can be in hand together (R-T5, R-T6)."""
    return sum(weapon.hands for weapon in weapons) <= HANDS and sum(weapon.fixed for weapon in weapons) <= 1


def change(state: State, seat: Seat, command: ChangeWeapon) -> tuple[ev.Event, ...]:
    """Return the change of a weapon from the belt (§6.1, R-X2). Raises: Rejected."""
    figure = ready_to_move(state, seat, command.figure, Need.HANDLING)
    old = None if command.old is None else held_item(figure, command.old)
    new = next((item for item in figure.belt if item.weapon.name == command.new), None)
    if new is None:
        held = any(item.weapon.name == command.new for item in figure.held)
        why = "already_in_hand" if held else "not_carried"
        raise Rejected(Ruling.R_T5, why, figure=figure.name, weapon=command.new)
    hands, away = _taken_in_hand(figure, new, old)
    return (ev.WeaponChanged(figure.name, new.id, away, hands),)


def pick_up(state: State, seat: Seat, command: PickUp) -> tuple[ev.Event, ...]:
    """Return the picking up of a weapon from the own field (§6.1, R-X2). Raises: Rejected."""
    figure = ready_to_move(state, seat, command.figure, Need.HANDLING)
    lying = next(
        (lying for lying in state.ground if lying.field == figure.field and lying.item.weapon.name == command.weapon),
        None,
    )
    if lying is None:
        raise Rejected(Ruling.R_X2, "not_on_this_field", figure=figure.name, weapon=command.weapon, field=figure.field)
    old = None if command.instead is None else held_item(figure, command.instead)
    hands, away = _taken_in_hand(figure, lying.item, old)
    return (ev.WeaponPickedUp(figure.name, lying.item, away, hands),)


def reload(state: State, seat: Seat, command: Reload) -> tuple[ev.Event, ...]:
    """Return the loading of a weapon in hand (§6.1, R-F4). Raises: Rejected."""
    figure = ready_to_move(state, seat, command.figure, Need.HANDLING)
    if command.weapon is not None:
        item = held_item(figure, command.weapon)
        if not needs_reload(item):
            why = "never_empty" if item.charge is None else "still_full"
            raise Rejected(Ruling.R_F4, why, figure=figure.name, weapon=item.weapon.name)
    else:
        wanting = [item for item in figure.held if needs_reload(item)]
        if not wanting:
            raise Rejected(Ruling.R_F4, "nothing_to_reload", figure=figure.name)
        item = wanting[0]
    assert item.weapon.ranged is not None
    assert item.weapon.ranged.reload is not None
    return (ev.WeaponReloaded(figure.name, item.id, item.weapon.ranged.reload),)


def needs_reload(item: Item) -> bool:
    """Tell whether the weapon can be loaded and is not full (R-F4)."""
    ranged = item.weapon.ranged
    return ranged is not None and ranged.reload is not None and item.charge != ranged.reload


def stand_up(state: State, seat: Seat, command: StandUp) -> tuple[ev.Event, ...]:
    """Return the getting up of a prone figure, a handling (R-Z4). Raises: Rejected."""
    figure = ready_to_move(state, seat, command.figure, Need.HANDLING)
    if not figure.prone:
        raise Rejected(Ruling.R_Z4, "not_prone", figure=figure.name)
    return (ev.StoodUp(figure.name),)


def can_take_in_hand(figure: Figure, new: Item, old: Item | None) -> bool:
    """Tell whether a handling may bring `new` into hand, instead of `old` if given (R-X2)."""
    try:
        _taken_in_hand(figure, new, old)
    except Rejected:
        return False
    return True


def _taken_in_hand(figure: Figure, new: Item, old: Item | None) -> tuple[tuple[ItemId, ...], tuple[ItemId, ...]]:
    """Return the hands after taking `new`, and what went to the belt for it (R-X2, R-T5, R-T6)."""
    held = figure.held
    if old is None and sum(item.weapon.hands for item in held) >= HANDS:
        raise Rejected(Ruling.R_T5, "hands_full", figure=figure.name, weapon=new.weapon.name, held=_names(held))
    hands = [*held, new] if old is None else [new if item.id == old.id else item for item in held]
    if new.weapon.hands == HANDS:
        hands = [new]
    if not fits(tuple(item.weapon for item in hands)):
        raise Rejected(Ruling.R_T6, "one_fixed_in_hand", figure=figure.name, weapon=new.weapon.name, held=_names(held))
    ids = tuple(item.id for item in hands)
    return ids, tuple(item.id for item in held if item.id not in ids)


def _names(items: tuple[Item, ...]) -> tuple[WeaponName, ...]:
    return tuple(item.weapon.name for item in items)


def _melee_in_hand(figure: Figure) -> Iterator[tuple[int, Item, MeleeValues]]:
    for at, item in enumerate(figure.items):
        if item.id in figure.hands and item.weapon.melee is not None:
            yield at, item, item.weapon.melee
