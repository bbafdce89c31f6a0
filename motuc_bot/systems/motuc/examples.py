"""One line that would be right where another one was refused, with the names of the battle."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from motuc_bot.systems.motuc.phrase import phrase
from motuc_bot.systems.motuc.spoken import VALUES
from rules.board import Field, distance, neighbours
from rules.core import GAME_MASTER, Rejected, RollBack, Seat
from rules.motuc import MOTUC
from rules.motuc import commands as cm
from rules.motuc.answers import Answer, Dodge, NoDefence, Parry, Resist
from rules.motuc.conditions import effective_agility, occupied
from rules.motuc.lineup import start_fields
from rules.motuc.magic import SPELLS, half_power
from rules.motuc.model import Figure, State
from rules.motuc.movement import reachable
from rules.motuc.reactions import ThreatKind, threats
from rules.motuc.words import Phase, Quantity, Spell

Facts = Mapping[str, object]
Candidates = Callable[[State, Figure, Facts], Iterator[cm.Command]]

_MOST_ACTORS = 3
_MOST_WALKS = 12
_MOST_APPROACHES = 2


@dataclass(frozen=True, slots=True)
class Example:
    """A line of a post; `legal` tells that it would count right now."""

    line: str
    legal: bool = True


def example(
    why: str, facts: Facts, state: State, *, seat: Seat | None = None, figure: str | None = None
) -> Example | None:
    """Return a line that would count now, else one of the right form; None where no line could help.

    `seat` and `figure` are who posted and for whom, where they are known.
    """
    if why in _OF_GAME_MASTER:
        line = _OF_GAME_MASTER[why](state, facts)
        return None if line is None else Example(line)
    actors = _actors(why, facts, state, seat, figure)
    if state.phase is Phase.PLACEMENT and seat is None and actors:
        # Nothing may be tried out: which field is refused would tell where a figure secretly starts (R-S1).
        return Example(phrase(next(_starts(state, actors[0], facts))))
    for actor in actors:
        wanted = _WANTED.get(why, ())
        for candidates in (*wanted, *_ANYTHING):
            approaches = _MOST_APPROACHES if candidates in wanted else 0
            line = _first_legal(state, actor, candidates(state, actor, facts), approaches)
            if line is not None:
                return Example(line)
    return _form(state, actors[0]) if actors else None


def _actors(why: str, facts: Facts, state: State, seat: Seat | None, name: str | None) -> list[Figure]:
    """Return whose line the example may be: the figure meant, then those of the same player that are awaited."""
    meant = state.find(str(facts.get("figure") or name or ""))
    if meant is not None and seat not in (None, GAME_MASTER) and meant.seat != seat:
        meant = None
    if why == "not_your_figure" and seat is None:
        meant = None
    if seat is None and meant is not None:
        seat = meant.seat
    awaited = {owed.figure for owed in MOTUC.waiting(state)}
    owner = facts.get("owner")
    others = [one for one in state.figures if one is not meant and one.standing]
    others.sort(key=lambda one: (one.seat != seat, one.seat == owner, one.name not in awaited, one.usage.things))
    if seat not in (None, GAME_MASTER):
        others = [one for one in others if one.seat == seat] or ([] if meant is not None else others)
    first = [meant] if meant is not None and meant.standing else []
    return (first + others)[:_MOST_ACTORS]


def _first_legal(state: State, actor: Figure, commands: Iterator[cm.Command], approaches: int) -> str | None:
    """Return the first command that is legal, if need be after a walk; a walk is tried for so many commands only."""
    for tried, command in enumerate(commands):
        if _legal(state, actor.seat, command):
            return phrase(command)
        if tried < approaches:
            walk = _walk_before(state, actor, command)
            if walk is not None:
                return f"{phrase(walk)}, {phrase(command).removeprefix(f'{actor.name}: ')}"
    return None


def _legal(state: State, seat: Seat, command: cm.Command) -> bool:
    try:
        events = MOTUC.decide(state, seat, command)
    except Rejected:
        return False
    return bool(events) or isinstance(command, cm.RegisterStart)  # the same field again changes nothing (R-S2)


def _walk_before(state: State, actor: Figure, command: cm.Command) -> cm.Walk | None:
    """Return the shortest walk after which the attack is legal; None if none helps."""
    match command:
        case cm.Attack(target=target) | cm.Disarm(target=target):
            steps = 1
        case cm.Shoot(shots=((target, _),)):
            steps = max((one.weapon.ranged.range - 1 for one in actor.held if one.weapon.ranged is not None), default=0)
        case _:
            return None
    here, there = actor.field, state.figure(target).field
    if here is None or there is None or not _may_walk(state, actor):
        return None
    board = state.setup.board
    fields = [field for field in reachable(state, actor) if distance(board, field, there) <= steps]
    fields.sort(key=lambda field: (distance(board, here, field), field))
    for field in fields[:_MOST_WALKS]:
        walk = cm.Walk(actor.name, field)
        try:
            events = MOTUC.decide(state, actor.seat, walk)
        except Rejected:
            continue
        after = state
        for event in events:
            after = MOTUC.evolve(after, event)
        if _legal(after, actor.seat, command):
            return walk
    return None


def _may_walk(state: State, actor: Figure) -> bool:
    return state.phase.mover is actor.team and not actor.usage.walked


def _form(state: State, actor: Figure) -> Example | None:
    """Return an order that will be right when the figure's side moves."""
    if actor.field is None or state.phase is Phase.OVER:
        return None
    taken = occupied(state) | state.setup.board.blocked
    free = next((field for field in neighbours(state.setup.board, actor.field) if field not in taken), None)
    return Example(phrase(cm.Pass(actor.name) if free is None else cm.Walk(actor.name, free)), legal=False)


# --- commands that may be legal, the most fitting first ----------------------------------------------------------


def _walks(state: State, actor: Figure, facts: Facts) -> Iterator[cm.Command]:
    goal = facts.get("target_field", facts.get("field"))
    near = goal if isinstance(goal, Field) and goal in state.setup.board else actor.field
    if near is None:
        return
    fields = sorted(reachable(state, actor), key=lambda field: (distance(state.setup.board, near, field), field))
    for field in fields[:_MOST_WALKS]:
        yield cm.Walk(actor.name, field)


def _starts(state: State, actor: Figure, facts: Facts) -> Iterator[cm.Command]:
    wanted = facts.get("field")
    row = wanted.row if isinstance(wanted, Field) else 0
    fields = [field for field in start_fields(state.setup, actor.team) if field != wanted]
    for field in sorted(fields, key=lambda field: abs(field.row - row)):
        yield cm.RegisterStart(actor.name, field)


def _attacks(state: State, actor: Figure, facts: Facts) -> Iterator[cm.Command]:
    stake = effective_agility(state, actor) if "named" in facts else None
    for target in _enemies(state, actor, facts):
        yield cm.Attack(actor.name, target.name, stake=stake)


def _shots(state: State, actor: Figure, facts: Facts) -> Iterator[cm.Command]:
    allowed = facts.get("allowed") or facts.get("left")
    count = allowed if isinstance(allowed, int) else 1
    for target in _enemies(state, actor, facts):
        yield cm.Shoot(actor.name, ((target.name, count),))


def _spells(state: State, actor: Figure, facts: Facts) -> Iterator[cm.Command]:
    magic = actor.sheet.magic
    if magic is None or actor.field is None:
        return
    known = SPELLS[magic.category]
    asked = facts.get("spell")
    for spell in sorted(known, key=lambda one: one != asked):
        if spell is Spell.SHOCK_WAVE:
            yield from _shock_waves(state, actor, facts)
        elif spell is Spell.REGENERATION and "points" in facts:
            yield cm.Cast(actor.name, spell, life=half_power(magic), stamina=0)
        elif spell in (Spell.REGENERATION, Spell.INVISIBILITY, Spell.SHIELD):
            yield cm.Cast(actor.name, spell)
        else:
            for target in _enemies(state, actor, facts):
                yield cm.Cast(actor.name, spell, target.name)


def _shock_waves(state: State, actor: Figure, facts: Facts) -> Iterator[cm.Command]:
    if actor.field is not None:
        for field in neighbours(state.setup.board, actor.field):
            yield cm.Cast(actor.name, Spell.SHOCK_WAVE, direction=field)


def _disarmings(state: State, actor: Figure, facts: Facts) -> Iterator[cm.Command]:
    for target in _enemies(state, actor, facts):
        yield cm.Disarm(actor.name, target.name)


def _changes(state: State, actor: Figure, facts: Facts) -> Iterator[cm.Command]:
    wanted = facts.get("weapon")
    for item in sorted(actor.belt, key=lambda one: one.weapon.name != wanted):
        yield cm.ChangeWeapon(actor.name, item.weapon.name)
        for held in actor.held:
            yield cm.ChangeWeapon(actor.name, item.weapon.name, held.weapon.name)


def _pick_ups(state: State, actor: Figure, facts: Facts) -> Iterator[cm.Command]:
    wanted = facts.get("weapon")
    lying = [one.item for one in state.ground if one.field == actor.field]
    for item in sorted(lying, key=lambda one: one.weapon.name != wanted):
        yield cm.PickUp(actor.name, item.weapon.name)
        for held in actor.held:
            yield cm.PickUp(actor.name, item.weapon.name, held.weapon.name)


def _reloads(state: State, actor: Figure, facts: Facts) -> Iterator[cm.Command]:
    yield cm.Reload(actor.name)


def _stand_ups(state: State, actor: Figure, facts: Facts) -> Iterator[cm.Command]:
    yield cm.StandUp(actor.name)


def _passes(state: State, actor: Figure, facts: Facts) -> Iterator[cm.Command]:
    yield cm.Pass(actor.name)


def _takings_back(state: State, actor: Figure, facts: Facts) -> Iterator[cm.Command]:
    yield cm.TakeBack(actor.name)
    yield cm.TakeBack()


def _holds(state: State, actor: Figure, facts: Facts) -> Iterator[cm.Command]:
    held = tuple(item.weapon.name for item in actor.held)
    if held:
        yield cm.Hold(actor.name, held)


def _reactions(state: State, actor: Figure, facts: Facts) -> Iterator[cm.Command]:
    """Yield reactions to the attacks on the figure; a stake is named where one too high was refused."""
    left = facts.get("agility")
    stake = left if isinstance(left, int) and "named" in facts else None
    for threat in threats(state):
        if threat.figure != actor.name:
            continue
        answers: tuple[Answer, ...]
        match threat.kind:
            case ThreatKind.MELEE:
                answers = (Dodge(stake),) if "named" in facts else (Parry(), Dodge())
            case ThreatKind.SHOT:
                answers = (Dodge(1 if stake is None else stake), Dodge(0))
            case ThreatKind.DISARM:
                answers = (Resist(stake),)
        for answer in (*answers, NoDefence()):
            yield cm.React(actor.name, (cm.Reaction(answer, threat.attacker, threat.shot),))


def _enemies(state: State, actor: Figure, facts: Facts) -> list[Figure]:
    """Return the standing enemies: the target that was named first, then the nearest."""
    wanted = facts.get("target")
    enemies = [other for other in state.figures if other.standing and other.team is not actor.team]

    def rank(other: Figure) -> tuple[bool, int]:
        if actor.field is None or other.field is None:
            return other.name != wanted, 0
        return other.name != wanted, distance(state.setup.board, actor.field, other.field)

    return sorted(enemies, key=rank)


_ANYTHING: tuple[Candidates, ...] = (_reactions, _starts, _attacks, _shots, _walks, _spells, _stand_ups, _passes)
_WEAPONS: tuple[Candidates, ...] = (_changes, _pick_ups)

_WANTED: dict[str, tuple[Candidates, ...]] = {
    "off_board": (_walks, _starts),
    "blocked": (_walks, _starts),
    "occupied": (_walks, _starts),
    "already_there": (_walks,),
    "too_far": (_walks, _spells),
    "no_path": (_walks,),
    "no_line_of_sight": (_shots, _spells),
    "not_adjacent": (_attacks,),
    "no_enemy": (_attacks, _shots),
    "target_fallen": (_attacks, _shots, _spells),
    "no_melee_weapon": (_attacks, _reactions),
    "out_of_range": (_shots,),
    "too_many_shots": (_shots,),
    "not_enough_shots_left": (_shots,),
    "weapon_empty": (_reloads,),
    "no_ranged_weapon": (_shots, _attacks),
    "nothing_to_shoot_with": (_attacks,),
    "on_belt": _WEAPONS,
    "not_in_hand": _WEAPONS,
    "not_carried": (_holds, *_WEAPONS),
    "hands_full": _WEAPONS,
    "one_fixed_in_hand": (_holds, *_WEAPONS),
    "too_much_for_two_hands": (_holds,),
    "already_in_hand": (_attacks,),
    "prone": (_stand_ups,),
    "acted": (_takings_back,),
    "passed": (_takings_back,),
    "two_things_done": (_takings_back,),
    "walked_already": (_attacks, _takings_back),
    "not_on_oneself": (_spells,),
    "only_on_oneself": (_spells,),
    "other_category": (_spells,),
    "no_wand": (*_WEAPONS,),
    "direction_needed": (_shock_waves,),
    "no_neighbour": (_shock_waves,),
    "split_too_high": (_spells,),
    "immune": (_spells,),
    "invisible": (_attacks, _shots, _spells),
    "nothing_to_take": (_attacks,),
    "no_disarming_weapon": (_attacks,),
    "weapon_does_not_disarm": (_disarmings, _attacks),
    "not_on_this_field": (_pick_ups, _changes),
    "not_the_own_edge": (_starts,),
    "own_figure_starts_there": (_starts,),
    "too_much_agility": (_attacks, _reactions),
    # what could not be read
    "field_missing": (_walks, _starts),
    "one_destination": (_walks,),
    "one_target": (_attacks,),
    "target_missing": (_attacks, _shots),
    "weapon_missing": _WEAPONS,
    "one_weapon": (_attacks, *_WEAPONS),
    "spell_missing": (_spells,),
    "spell_needs_figure": (_spells,),
    "which_shots": (_shots,),
    "unknown_spell": (_spells,),
    "loot_not_chosen": (_disarmings,),
}


def _correction(state: State, facts: Facts) -> str | None:
    name, quantity, most = facts.get("figure"), facts.get("quantity"), facts.get("most")
    if isinstance(quantity, Quantity):
        return f"{GAME_MASTER}: {name} {VALUES[quantity]} {most}"
    standing = next((figure.name for figure in state.figures if figure.standing), None)
    return None if standing is None else f"{GAME_MASTER}: {standing} {VALUES[Quantity.LIFE]} 7, weil falsch gerechnet"


def _roll_back(state: State, facts: Facts) -> str | None:
    last = facts.get("last")
    return phrase(RollBack(last - 1 if isinstance(last, int) else None))


def _nothing(state: State, facts: Facts) -> str | None:
    return None


_OF_GAME_MASTER: dict[str, Callable[[State, Facts], str | None]] = {
    "out_of_bounds": _correction,
    "value_missing": _correction,
    "no_such_post": _roll_back,
    "roll_back_must_come_first": _roll_back,
    "paused_already": lambda state, facts: phrase(cm.Resume()),
    "not_paused": lambda state, facts: phrase(cm.Pause()),
    # No line of a post could help.
    "paused": _nothing,
    "over": _nothing,
    "nothing_to_roll_back": _nothing,
    "empty_team": _nothing,
    "unequal": _nothing,
    "not_the_agreed_value": _nothing,
    "figure_taken": _nothing,
    "both_teams": _nothing,
    "enough_weapons": _nothing,
    "not_in_stock": _nothing,
    "wrong_side": _nothing,
    "edge_full": _nothing,
    "not_your_seat": _nothing,
}
