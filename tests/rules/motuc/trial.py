"""MotUC-Battle on trial: battles, commands and hidden things made up at random."""

from dataclasses import replace
from random import Random

from rules.board import Field
from rules.core import GAME_MASTER, Seat
from rules.motuc import commands as cm
from rules.motuc.answers import Answer, Dodge, NoDefence, Parry, Resist
from rules.motuc.lineup import start_fields
from rules.motuc.model import BARE_HAND, Start, State
from rules.motuc.reactions import ThreatKind, threats
from rules.motuc.words import FigureName, Quantity, Spell, Team, WeaponName
from tests.rules.motuc.battles import PLAYERS, WEAPONS, random_config

__all__ = ["SEATS", "pace", "random_config", "rewritten", "strange_command"]

SEATS = (*PLAYERS[Team.BLACK], *PLAYERS[Team.WHITE], GAME_MASTER)
_NAMES = [weapon.name for weapon in WEAPONS]


def pace(command: cm.Command) -> float:
    """Return how likely the command should be: taking back and the game master's doings must not fill the battle."""
    match command:
        case cm.Attack() | cm.Cast() | cm.Shoot() | cm.Disarm() | cm.Enlist() | cm.PickUp():
            return 1.0
        case cm.Proceed():
            return 0.7
        case cm.TakeBack() | cm.Withdraw() | cm.Equip() | cm.Hold():
            return 0.1
        case cm.EndBattle() | cm.Pause() | cm.Correct() | cm.Relocate() | cm.Reassign():
            return 0.03
        case _:
            return 0.5


def strange_command(random: Random, state: State, seat: Seat) -> cm.Command:
    """Return any well-formed command about this battle's figures, mostly the seat's own and with what they carry."""
    names = [figure.name for figure in state.figures] or [state.setup.sheets[0].name]
    mine = [
        figure.name
        for figure in state.figures
        if seat in (figure.seat, GAME_MASTER) and figure.team in (state.phase.mover, state.phase.reactor)
    ]
    name = random.choice(mine if mine and random.random() < 0.9 else names)
    other = random.choice(names)
    figure = state.find(name)
    carried = [] if figure is None else [item.weapon.name for item in figure.items]
    weapon = random.choice(carried if carried and random.random() < 0.7 else _NAMES)
    maybe: WeaponName | None = random.choice([None, BARE_HAND.name, weapon])
    field = Field(random.randint(1, state.setup.board.columns + 1), random.randint(1, state.setup.board.rows + 1))
    choices: tuple[cm.Command, ...] = (
        cm.Walk(name, field),
        cm.Walk(name, field),
        cm.Pass(name),
        cm.Attack(name, other, maybe, _stake(random)),
        cm.Attack(name, other, maybe, _stake(random)),
        _shoot(random, state, name, weapon),
        _cast(random, name, other, field),
        _cast(random, name, other, field),
        cm.Disarm(name, other, random.choice([None, weapon]), _stake(random)),
        cm.ChangeWeapon(name, weapon, random.choice([None, *_NAMES])),
        cm.ChangeWeapon(name, weapon, random.choice([None, *carried])),
        cm.PickUp(name, random.choice(_NAMES), random.choice([None, *carried])),
        cm.Reload(name, random.choice([None, weapon])),
        cm.StandUp(name),
        cm.Done(),
        cm.TakeBack(),
        cm.TakeBack(name),
        _react(random, state, name, other, maybe),
        _react(random, state, name, other, maybe),
        _react(random, state, name, other, maybe),
        cm.RegisterStart(name, field),
        cm.LeaveStarts(),
        cm.Proceed(),
        cm.Pause(),
        cm.Resume(),
        cm.EndBattle(),
        cm.Correct(name, random.choice(tuple(Quantity)), random.randint(-1, 12)),
        cm.Relocate(name, field),
        cm.Hold(name, tuple(random.sample(_NAMES, random.randint(0, 2)))),
        cm.Hold(name, tuple(random.choices([*carried, weapon], k=random.randint(0, 2)))),
        cm.Withdraw(name),
        cm.Reassign(name, random.choice([one.seat for one in state.figures] or SEATS)),
    )
    return random.choice(choices)


def rewritten(random: Random, state: State, seat: Seat | None) -> State | None:
    """Return the state with other start fields, registered in another order, of the figures not seen by the seat."""
    hidden = [
        start.figure
        for start in state.starts
        if seat not in (state.figure(start.figure).seat, GAME_MASTER) and start.field is not None
    ]
    if not hidden:
        return None
    starts = [
        Start(start.figure, random.choice(start_fields(state.setup, state.figure(start.figure).team)))
        if start.figure in hidden
        else start
        for start in state.starts
    ]
    random.shuffle(starts)
    return replace(state, starts=tuple(starts))


def _stake(random: Random) -> int | None:
    return random.choice([None, 0, 1, 2, 3, 5])


def _shoot(random: Random, state: State, name: FigureName, weapon: WeaponName) -> cm.Shoot:
    """Return a volley with a named weapon, its targets in the order of the figures, as offers describe them."""
    targets = [figure.name for figure in state.figures if random.random() < 0.3] or [name]
    return cm.Shoot(name, tuple((target, random.randint(1, 2)) for target in targets), weapon)


def _cast(random: Random, name: FigureName, other: FigureName, field: Field) -> cm.Cast:
    spell = random.choice(tuple(Spell))
    if spell is Spell.SHOCK_WAVE:
        return cm.Cast(name, spell, None, field)
    target = None if other == name else other
    if spell is Spell.REGENERATION and random.random() < 0.5:
        return cm.Cast(name, spell, target, life=random.randint(0, 3), stamina=random.randint(0, 3))
    return cm.Cast(name, spell, target)


def _react(random: Random, state: State, name: FigureName, other: FigureName, weapon: WeaponName | None) -> cm.React:
    """Return a reaction that names attacker and shot, as offers do; a whole volley only for no defence."""
    choices: tuple[Answer, ...] = (Parry(weapon), Dodge(_stake(random)), Resist(_stake(random)), NoDefence())
    answer = random.choice(choices)
    volley = any(threat.kind is ThreatKind.SHOT and threat.attacker == other for threat in threats(state))
    least = 1 if volley and not isinstance(answer, NoDefence) else 0
    return cm.React(name, (cm.Reaction(answer, other, random.randint(least, 2)),))
