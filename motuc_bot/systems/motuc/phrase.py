"""Commands written back as the German that players write: `read(phrase(command)) == command`."""

from motuc_bot.systems.motuc.spoken import SPELLS, TEAMS, VALUES
from rules.core import GAME_MASTER, RollBack
from rules.motuc import commands as cm
from rules.motuc.answers import Dodge, LeftToReferee, NoDefence, Parry, Resist
from rules.motuc.model import BARE_HAND
from rules.motuc.words import WeaponName


def phrase(command: cm.Command | RollBack) -> str:
    """Return the command as one line of a post.

    Raises:
        ValueError: the command is given by a form, not by a post (line-up, leaving start positions).
    """
    match command:
        case RollBack() | cm.Proceed() | cm.Pause() | cm.Resume() | cm.EndBattle():
            return f"{GAME_MASTER}: {_of_game_master(command)}"
        case cm.Correct() | cm.Relocate() | cm.Reassign():
            reason = f", {command.reason}" if command.reason else ""
            return f"{GAME_MASTER}: {command.figure} {_correction(command)}{reason}"
        case cm.Done():
            return "fertig" if command.team is None else f"{TEAMS[command.team]}: fertig"
        case cm.TakeBack():
            return "zurück" if command.figure is None else f"{command.figure}: zurück"
        case cm.Enlist() | cm.Withdraw() | cm.Equip() | cm.LeaveStarts():
            raise ValueError(f"{type(command).__name__} is not given by a post")
        case _:
            return f"{command.figure}: {_of_figure(command)}"


def _of_game_master(command: RollBack | cm.Proceed | cm.Pause | cm.Resume | cm.EndBattle) -> str:
    match command:
        case RollBack(to=None):
            return "rückgängig"
        case RollBack(to=to):
            return f"rückgängig bis {to}"
        case cm.Proceed():
            return "weiter"
        case cm.Pause():
            return "Pause"
        case cm.Resume():
            return "Fortsetzen"
        case cm.EndBattle():
            return "Schlacht beenden"


def _correction(command: cm.Correct | cm.Relocate | cm.Reassign) -> str:
    match command:
        case cm.Correct():
            return f"{VALUES[command.quantity]} {command.value}"
        case cm.Relocate():
            return f"auf {command.field}"
        case cm.Reassign():
            return f"spielt @{command.seat}"


FigureOrder = (
    cm.Hold
    | cm.RegisterStart
    | cm.Walk
    | cm.Pass
    | cm.Attack
    | cm.Shoot
    | cm.Cast
    | cm.Disarm
    | cm.ChangeWeapon
    | cm.PickUp
    | cm.Reload
    | cm.StandUp
    | cm.React
)


def _of_figure(command: FigureOrder) -> str:
    match command:
        case cm.Hold():
            return f"hält {' und '.join(command.weapons)}" if command.weapons else "hält nichts"
        case cm.RegisterStart():
            return f"Start {command.field}"
        case cm.Walk():
            way = f" über {', '.join(map(str, command.via))}" if command.via else ""
            return f"geht nach {command.to}{way}"
        case cm.Pass():
            return "passt"
        case cm.Attack():
            return f"greift {command.target}{_with(command.weapon)} an{_stake(command.stake)}"
        case cm.Shoot():
            at = " und ".join(f"{count}x auf {target}" for target, count in command.shots)
            return f"schießt{_with(command.weapon)} {at}"
        case cm.Cast():
            return f"zaubert {SPELLS[command.spell]}{_aim(command)}{_split(command)}"
        case cm.Disarm():
            return f"entwaffnet {command.target}{_with(command.weapon)}{_stake(command.stake)}"
        case cm.ChangeWeapon(old=None):
            return f"zieht {command.new}"
        case cm.ChangeWeapon():
            return f"wechselt {command.old} gegen {command.new}"
        case cm.PickUp():
            return f"hebt {command.weapon} auf" + ("" if command.instead is None else f" statt {command.instead}")
        case cm.Reload():
            return "lädt nach" if command.weapon is None else f"lädt {command.weapon} nach"
        case cm.StandUp():
            return "steht auf"
        case cm.React():
            return ", ".join(_reaction(reaction) for reaction in command.reactions)


def _with(weapon: WeaponName | None) -> str:
    if weapon is None:
        return ""
    return " mit der bloßen Hand" if weapon == BARE_HAND.name else f" mit {weapon}"


def _stake(stake: int | None) -> str:
    return "" if stake is None else f", Beweglichkeit {stake}"


def _aim(command: cm.Cast) -> str:
    if command.direction is not None:
        return f" Richtung {command.direction}"
    return "" if command.target is None else f" auf {command.target}"


def _split(command: cm.Cast) -> str:
    parts = []
    if command.life is not None:
        parts.append(f"{command.life} Leben")
    if command.stamina is not None:
        parts.append(f"{command.stamina} Ausdauer")
    return f": {', '.join(parts)}" if parts else ""


def _reaction(reaction: cm.Reaction) -> str:
    whom = "" if reaction.attacker is None else f" {reaction.attacker}"
    match reaction.answer:
        case Parry(weapon=weapon):
            return f"pariert{whom}{_with(weapon)}"
        case Dodge(stake=stake) if reaction.shot:
            source = "" if reaction.attacker is None else f" von {reaction.attacker}"
            if stake is None:
                return f"weicht Schuss {reaction.shot}{source} aus"
            return f"Beweglichkeit {stake} auf Schuss {reaction.shot}{source}"
        case Dodge(stake=stake):
            return f"weicht{whom}{'' if stake is None else f' mit {stake}'} aus"
        case Resist(stake=stake):
            return f"widersteht{whom}" + ("" if stake is None else f" mit {stake}")
        case NoDefence():
            shot = f" gegen Schuss {reaction.shot}" if reaction.shot else ""
            if not whom:
                return f"wehrt sich nicht{shot}"
            return f"wehrt sich nicht{shot} von{whom}" if shot else f"wehrt sich nicht gegen{whom}"
        case LeftToReferee():
            raise ValueError("a reaction is left to the referee by `fertig`, not by name")
