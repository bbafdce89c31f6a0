"""The usual choices of a seat, from what the rules offer: finite, and few enough for a page."""

from collections.abc import Iterator
from itertools import combinations, product

from motuc_bot.systems.choices import Choice, ChoiceGroup
from motuc_bot.systems.motuc import chance_texts
from motuc_bot.systems.motuc.phrase import phrase
from motuc_bot.systems.motuc.reaction_choices import reaction_groups
from motuc_bot.systems.motuc.spoken import SPELLS
from motuc_bot.systems.motuc.wording import counted, is_bare_hand, listed, weapon_name
from rules.board import Field
from rules.core import Choice as OfferedChoice
from rules.core import Offer, Seat, ShareOf
from rules.motuc import MOTUC, odds
from rules.motuc import commands as cm
from rules.motuc.conditions import effective_agility
from rules.motuc.magic import NEVER_ON_ONESELF
from rules.motuc.model import Figure, Magic, State
from rules.motuc.movement import price, steps_to
from rules.motuc.offers import offers_by_post
from rules.motuc.weapons import held_item
from rules.motuc.words import FigureName, Spell, WeaponName

# In the order in which they are shown; those of reactions name the attack and come before `Sonst`.
_KINDS = ("Start", "In der Hand", "Laufen", "Angreifen", "Schießen", "Werfen", "Zaubern", "Entwaffnen", "Waffen")
_REST = "Sonst"
_GAME_MASTER = "Spielleitung"
_MOST_SPLITS = 12
# No post says it, or a form asks for a value and a reason.
_BY_FORM = (cm.LeaveStarts, cm.Correct, cm.Relocate, cm.Reassign)


def choices(state: State, seat: Seat) -> tuple[ChoiceGroup, ...]:
    """Return what the seat can choose by buttons, group by group: those of figures first, in their order.

    Forms give the rest: the line-up, missing starts left to the referee, what the game master corrects.
    """
    view = MOTUC.view(state, seat)
    known = view.state
    commands: dict[FigureName | None, list[cm.Command]] = {}
    for offer in offers_by_post(view, seat):
        for command in _usual(offer):
            if isinstance(command, _BY_FORM):
                break
            commands.setdefault(FigureName(offer.figure) if offer.figure else None, []).append(command)
    groups: list[ChoiceGroup] = []
    for figure in known.figures:
        if figure.name in commands:
            groups += _of_figure(known, figure, commands[figure.name])
    return (*groups, *_of_seat(commands.get(None, [])))


def _usual(offer: Offer[cm.Command]) -> Iterator[cm.Command]:
    """Yield the commands of an offer; of all ways to share something only the usual ones."""
    names = [name for name, _ in offer.choices]
    for chosen in product(*(_values(name, choice) for name, choice in offer.choices)):
        yield offer.build(**dict(zip(names, chosen, strict=True)))


def _values(name: str, choice: OfferedChoice) -> tuple[object, ...]:
    if isinstance(choice, ShareOf) and choice.least:
        return _shots(choice)
    values = tuple(choice.values())
    # All agility comes first, then less and less.
    return (*values[:1], *reversed(values[1:])) if name == "stake" else values


def _shots(share: ShareOf) -> tuple[tuple[int, ...], ...]:
    """Return all shots at one target, for each of them; then evenly split among each two, each three."""
    splits: list[tuple[int, ...]] = []
    for count in range(1, min(share.total, share.parts) + 1):
        if len(splits) > share.parts + _MOST_SPLITS or count > 3:
            break
        each, rest = divmod(share.total, count)
        for parts in combinations(range(share.parts), count):
            given = {part: each + (at < rest) for at, part in enumerate(parts)}
            splits.append(tuple(given.get(part, 0) for part in range(share.parts)))
    return tuple(splits[: share.parts + _MOST_SPLITS])


# --- figures -----------------------------------------------------------------------------------------------------


def _of_figure(state: State, figure: Figure, commands: list[cm.Command]) -> Iterator[ChoiceGroup]:
    found: dict[str, list[Choice]] = {kind: [] for kind in (*_KINDS, _REST)}
    stakes, hands = _stakes(state, figure), set[tuple[WeaponName, ...]]()
    steps = steps_to(state, figure) if any(isinstance(command, cm.Walk) for command in commands) else {}
    reactions = [command for command in commands if isinstance(command, cm.React)]
    for command in commands:
        match command:
            case cm.RegisterStart():
                found["Start"].append(_choice(command, str(command.field), command.field))
            case cm.Hold():
                held = tuple(sorted(command.weapons))
                if held not in hands:
                    hands.add(held)
                    found["In der Hand"].append(_choice(command, _hand(figure, command)))
            case cm.Walk():
                found["Laufen"].append(_choice(command, _way(figure, command.to, steps[command.to]), command.to))
            case cm.Attack() if _usual_attack(state, figure, command, stakes):
                weapon = odds.attack_weapon(figure, command.weapon).name
                label = f"{command.target} ({weapon_name(weapon)}){_stake(state, figure, command)}"
                found["Angreifen"].append(_action(state, command, label, command.target))
            case cm.Disarm() if command.weapon is None and _usual_stake(state, command, stakes):
                label = f"{command.target}{_stake(state, figure, command)}"
                found["Entwaffnen"].append(_action(state, command, label, command.target))
            case cm.Shoot(weapon=str(name)):
                thrown = held_item(figure, name).weapon.thrown
                found["Werfen" if thrown else "Schießen"].append(_volley(state, command))
            case cm.Cast() if figure.sheet.magic is not None and _usual_spell(state, figure, command):
                found["Zaubern"].append(_spell(state, command, figure.sheet.magic))
            case cm.ChangeWeapon() | cm.PickUp() | cm.Reload():
                if (handling := _handling(command)) not in found["Waffen"]:
                    found["Waffen"].append(handling)
            case cm.StandUp():
                found["Waffen"].append(_choice(command, "Aufstehen"))
            case cm.Pass():
                found[_REST].append(_choice(command, "Fertig" if figure.usage.things else "Passen"))
            case cm.TakeBack():
                found[_REST].append(_choice(command, "Zurücknehmen"))
            case _:
                pass
    yield from (ChoiceGroup(figure.name, kind, tuple(found[kind])) for kind in _KINDS if found[kind])
    yield from reaction_groups(state, figure, reactions)
    if found[_REST]:
        yield ChoiceGroup(figure.name, _REST, tuple(found[_REST]))


def _choice(command: cm.Command, label: str, field: Field | None = None, chance: str | None = None) -> Choice:
    return Choice(label, phrase(command), None if field is None else str(field), chance)


def _action(state: State, command: cm.Command, label: str, target: FigureName | None) -> Choice:
    """Return the choice of an action, to be clicked where its only target stands."""
    field = None if target is None else state.figure(target).field
    return _choice(command, label, field, chance_texts.of_command(state, command))


def _hand(figure: Figure, command: cm.Hold) -> str:
    now = sorted(item.weapon.name for item in figure.held) == sorted(command.weapons)
    return (listed(command.weapons) or "nichts") + (" (wie jetzt)" if now else "")


def _way(figure: Figure, goal: Field, steps: int) -> str:
    stamina, agility = price(figure, steps)
    costs = [counted(steps, "Feld", "Felder")]
    costs += [f"{stamina} Ausdauer"] if stamina else []
    costs += [f"{agility} Bew."] if agility else []
    return f"{goal} ({', '.join(costs)})"


def _stakes(state: State, figure: Figure) -> tuple[int | None, ...]:
    """Return the usual stakes of an attack: all that is left, half of it, nothing."""
    left = effective_agility(state, figure)
    return (None, left // 2, 0) if left else (None,)


def _usual_stake(state: State, command: cm.Attack | cm.Disarm, stakes: tuple[int | None, ...]) -> bool:
    """Tell whether the stake is a usual one: but all is one where nothing can be done against the attack with it."""
    target = state.figure(command.target)
    needless = target.confused or (target.prone and isinstance(command, cm.Attack))
    return command.stake is None or (not needless and command.stake in stakes)


def _usual_attack(state: State, figure: Figure, command: cm.Attack, stakes: tuple[int | None, ...]) -> bool:
    """Tell whether the attack is a usual one: with the best weapon, or with another one in hand and all agility."""
    if command.weapon is None:
        return _usual_stake(state, command, stakes)
    another = command.weapon != odds.attack_weapon(figure, None).name
    return another and not is_bare_hand(command.weapon) and command.stake is None


def _stake(state: State, figure: Figure, command: cm.Attack | cm.Disarm) -> str:
    if command.stake is not None:
        return f", {command.stake} Bew." if command.stake else ", ohne Bew."
    left = effective_agility(state, figure)
    needless = isinstance(command, cm.Attack) and state.figure(command.target).prone
    return f", alle Bew. ({left})" if left and not needless else ""


def _volley(state: State, command: cm.Shoot) -> Choice:
    aims = [f"{count}× {target}" for target, count in command.shots]
    only = command.shots[0] if len(command.shots) == 1 else None
    if only is not None and only[1] == 1:
        aims = [only[0]]
    label = f"{listed(aims)} ({weapon_name(command.weapon)})"
    return _action(state, command, label, None if only is None else only[0])


def _usual_spell(state: State, mage: Figure, command: cm.Cast) -> bool:
    """Tell whether the spell helps a friend or harms an enemy, and is not wholly in vain."""
    if command.spell is Spell.SHOCK_WAVE:
        return chance_texts.meets_somebody(state, command)
    target = mage if command.target is None else state.figure(command.target)
    if (command.spell in NEVER_ON_ONESELF) is (target.team is mage.team):
        return False
    if command.spell is not Spell.REGENERATION or mage.sheet.magic is None:
        return True
    unsplit = chance_texts.gains(target, cm.Cast(mage.name, command.spell, command.target), mage.sheet.magic)
    if command.life is None:
        return sum(unsplit) > 0
    # A split that wastes nothing.
    split = chance_texts.gains(target, command, mage.sheet.magic)
    return split == (command.life, command.stamina) and sum(split) == sum(unsplit) and split != unsplit


def _spell(state: State, command: cm.Cast, magic: Magic) -> Choice:
    name = SPELLS[command.spell]
    if command.spell is Spell.SHOCK_WAVE:
        chance = chance_texts.of_command(state, command)
        return _choice(command, f"{name} Richtung {command.direction}", command.direction, chance)
    aim = " auf sich selbst" if command.target is None else f" auf {command.target}"
    if command.spell is Spell.INVISIBILITY:
        aim = ""
    if command.life is not None:
        aim += f": {command.life} Leben, {command.stamina} Ausdauer"
    return _action(state, command, f"{name}{aim}", command.target or command.figure)


def _handling(command: cm.ChangeWeapon | cm.PickUp | cm.Reload) -> Choice:
    match command:
        case cm.ChangeWeapon():
            return _choice(command, _instead(f"{command.new} ziehen", command.old))
        case cm.PickUp():
            return _choice(command, _instead(f"{command.weapon} aufheben", command.instead))
        case cm.Reload():
            return _choice(command, "Nachladen" if command.weapon is None else f"{command.weapon} nachladen")


def _instead(label: str, old: WeaponName | None) -> str:
    return label if old is None else f"{label} statt {old}"


# --- the whole seat ----------------------------------------------------------------------------------------------


def _of_seat(commands: list[cm.Command]) -> Iterator[ChoiceGroup]:
    rest: list[Choice] = []
    of_game_master: list[Choice] = []
    for command in commands:
        match command:
            case cm.Done():
                rest.append(_choice(command, "Fertig"))
            case cm.TakeBack():
                rest.append(_choice(command, "Letzten Beitrag zurücknehmen"))
            case cm.Proceed():
                of_game_master.append(_choice(command, "Weiter"))
            case cm.Pause():
                of_game_master.append(_choice(command, "Pause"))
            case cm.Resume():
                of_game_master.append(_choice(command, "Fortsetzen"))
            case cm.EndBattle():
                of_game_master.append(_choice(command, "Schlacht beenden"))
            case _:
                pass
    if rest:
        yield ChoiceGroup(None, _REST, tuple(rest))
    if of_game_master:
        yield ChoiceGroup(None, _GAME_MASTER, tuple(of_game_master))
