"""One line that would be right where another one was refused, with the names of the battle."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import cast

from motuc_bot.systems.motuc.phrase import phrase
from motuc_bot.systems.motuc.spoken import VALUES
from rules.board import Field, distance, neighbours
from rules.core import GAME_MASTER, Rejected, RollBack, Seat
from rules.motuc import MOTUC
from rules.motuc import commands as cm
from rules.motuc.answers import Answer, Dodge, NoDefence, Parry, Resist
from rules.motuc.conditions import effective_agility
from rules.motuc.lineup import start_fields
from rules.motuc.magic import SPELLS, half_power
from rules.motuc.model import Figure, State
from rules.motuc.movement import reachable
from rules.motuc.reactions import ThreatKind, asked, threats
from rules.motuc.words import Phase, Quantity, Spell

Facts = Mapping[str, object]
Candidates = Callable[[State, Figure, Facts], Iterator[cm.Command]]

_MOST_ACTORS = 3
_MOST_WALKS = 12
_MOST_APPROACHES = 2
_MOST_GUESSED = 200


def example(
    why: str,
    facts: Facts,
    state: State,
    *,
    seat: Seat | None = None,
    figure: str | None = None,
    text: str = "",
    commands: Sequence[object] = (),
) -> str | None:
    """Return a line of a post that would count now and does the same kind of thing; None where there is none.

    `seat` and `figure` are who posted and for whom, `text` is the refused line and `commands` what it was read as,
    where they are known: without a line to go by the example may do anything.
    """
    if why in _OF_GAME_MASTER:
        return _OF_GAME_MASTER[why](state, facts)
    if any(isinstance(command, cm.Relocate) for command in commands):
        # Only the game master puts figures somewhere: a player's move is not what he meant.
        return None
    actors = _actors(facts, state, seat, figure or head(state, text))
    before, faulty, prefix = _fault(state, commands)
    facts = {**_hints(faulty), **facts}
    if state.phase is Phase.PLACEMENT and seat is None and actors:
        # Nothing may be tried out: which field is refused would tell where a figure secretly starts (R-S1).
        return phrase(next(_starts(state, actors[0], facts)))
    for actor in actors:
        for candidates in _kinds(why, faulty, text):
            line = _first_legal(state, actor, candidates(state, actor, facts))
            if line is None and prefix and actor.name == getattr(faulty, "figure", None):
                line = _first_legal(before, before.figure(actor.name), candidates(before, actor, facts), prefix)
            if line is not None:
                return line
    return None


def reaction_to_all(state: State, figure: Figure, wanted: Answer | None = None) -> cm.React | None:
    """Return one reaction to every attack on the figure that asks for one, if possible of the wanted kind."""
    attacks = [threat for threat in threats(state) if threat.figure == figure.name and asked(state, threat)]
    parried = figure.parried or isinstance(wanted, Dodge)
    answers: list[Answer] = []
    for threat in attacks:
        if isinstance(wanted, NoDefence):
            answers.append(NoDefence())
        elif threat.kind is ThreatKind.MELEE and not parried:
            answers.append(Parry())
            parried = True
        elif threat.kind is ThreatKind.DISARM:
            answers.append(Resist())
        else:
            answers.append(NoDefence() if figure.prone else Dodge())
    staking = [at for at, answer in enumerate(answers) if isinstance(answer, Dodge | Resist)]
    if len(staking) > 1 or any(attacks[at].kind is ThreatKind.SHOT for at in staking):
        share, rest = divmod(effective_agility(state, figure), len(staking))
        for number, at in enumerate(staking):
            stake = share + (number < rest)
            answers[at] = Resist(stake) if isinstance(answers[at], Resist) else Dodge(stake)
    reactions = tuple(
        cm.Reaction(answer, threat.attacker, threat.shot) for threat, answer in zip(attacks, answers, strict=True)
    )
    return cm.React(figure.name, reactions) if reactions else None


def head(state: State, text: str) -> str | None:
    """Return the figure before the colon of a line."""
    head = text.partition(":")[0].strip(" *_>").casefold()
    for figure in state.figures:
        if head in (figure.name.casefold(), *(alias.casefold() for alias in figure.sheet.aliases)):
            return figure.name
    return None


def _fault(state: State, commands: Sequence[object]) -> tuple[State, object, str]:
    """Return the first command that is refused, the state before it, and the commands before it as words."""
    done: list[str] = []
    for command in commands:
        name = getattr(command, "figure", None)
        if isinstance(command, RollBack) or name is None or state.find(str(name)) is None:
            break
        order = cast("cm.Command", command)
        try:
            events = MOTUC.decide(state, state.figure(str(name)).seat, order)
        except Rejected:
            return state, command, ", ".join(done)
        for event in events:
            state = MOTUC.evolve(state, event)
        done.append(phrase(order).removeprefix(f"{name}: "))
    return state, commands[0] if commands else None, ""


def _hints(command: object) -> dict[str, object]:
    """Return what the refused command was after."""
    match command:
        case cm.Walk(to=goal):
            return {"goal": goal}
        case cm.Attack(target=target) | cm.Disarm(target=target) | cm.Shoot(shots=((target, _), *_)):
            return {"target": target}
        case cm.Cast(spell=spell, target=target):
            return {"spell": spell, "target": target}
        case cm.ChangeWeapon(new=weapon) | cm.PickUp(weapon=weapon):
            return {"weapon": weapon}
        case cm.RegisterStart(field=goal):
            return {"field": goal}
        case cm.React(reactions=(first, *_)):
            return {"answer": first.answer}
        case _:
            return {}


def _kinds(why: str, faulty: object, text: str) -> tuple[Candidates, ...]:
    """Return what examples may do: what helps against the refusal, then the same kind of thing as the line."""
    wanted = _WANTED.get(why, ())
    own = _KINDS.get(type(faulty), ()) or _guessed(text)
    if own:
        return (*(kind for kind in wanted if kind in _REMEDIES or kind in own), *own)
    if text and why not in _SAYING_NOTHING:
        return wanted
    return (*wanted, *_ANYTHING)


def _guessed(text: str) -> tuple[Candidates, ...]:
    """Return what a line that can't be read is about, by its words."""
    plain = text[:_MOST_GUESSED].partition(":")[2].casefold()
    return next((kinds for words, kinds in _BY_WORDS if words.search(plain)), ())


def _actors(facts: Facts, state: State, seat: Seat | None, name: str | None) -> list[Figure]:
    """Return whose line the example may be: the figure meant, never another player's; if unknown, who is awaited."""
    meant = state.find(str(facts.get("figure") or name or ""))
    if meant is not None:
        mine = seat in (None, GAME_MASTER, meant.seat)
        return [meant] if mine and meant.standing else []
    awaited = {owed.figure for owed in MOTUC.waiting(state)}
    others = [one for one in state.figures if one.standing and seat in (None, GAME_MASTER, one.seat)]
    others.sort(key=lambda one: (one.name not in awaited, one.usage.things))
    return others[:_MOST_ACTORS]


def _first_legal(state: State, actor: Figure, commands: Iterator[cm.Command], prefix: str = "") -> str | None:
    """Return the first command that is legal, if need be after a walk; a walk is tried for so many commands only."""
    for tried, command in enumerate(commands):
        if _legal(state, actor.seat, command):
            return _line(actor, prefix, phrase(command))
        if tried < _MOST_APPROACHES and not prefix:
            walk = _walk_before(state, actor, command)
            if walk is not None:
                return _line(actor, phrase(walk), phrase(command))
    return None


def _line(actor: Figure, first: str, then: str) -> str:
    """Return both orders of the figure as one line."""
    head = f"{actor.name}: "
    return f"{head}{first.removeprefix(head)}, {then.removeprefix(head)}" if first else then


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
        case cm.Cast(target=str(target)) if actor.sheet.magic is not None and target != actor.name:
            steps = actor.sheet.magic.power
        case _:
            return None
    here, there = actor.field, state.figure(target).field
    if here is None or there is None or not _may_walk(state, actor):
        return None
    board = state.setup.board
    fields = [field for field in reachable(state, actor) if distance(board, field, there) <= steps]
    for field in sorted(fields, key=_nearest(state, actor, here, here))[:_MOST_WALKS]:
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


def _nearest(
    state: State, actor: Figure, near: Field, towards: Field
) -> Callable[[Field], tuple[int, bool, int, Field]]:
    """Return by what the fields near one are sorted, so that examples for different figures lead to different fields.

    Of equally near ones those come first which no friend before the actor is as near to, then those `towards` another.
    """
    board, here = state.setup.board, actor.field or near
    before = [one.field for one in state.team(actor.team) if one.standing and one.field is not None]
    before = before[: before.index(here)] if here in before else []

    def rank(field: Field) -> tuple[int, bool, int, Field]:
        steps = distance(board, here, field)
        contested = any(distance(board, friend, field) <= steps for friend in before)
        straight = abs(field.column - towards.column) + abs(field.row - towards.row)
        return distance(board, near, field), contested, straight, field

    return rank


def _may_walk(state: State, actor: Figure) -> bool:
    return state.phase.mover is actor.team and not actor.usage.walked


# --- commands that may be legal, the most fitting first ----------------------------------------------------------


def _walks(state: State, actor: Figure, facts: Facts) -> Iterator[cm.Command]:
    goal = facts.get("goal", facts.get("target_field", facts.get("field")))
    near = towards = actor.field
    if near is None or towards is None:
        return
    if isinstance(goal, Field):
        # Of a field off the board nothing but the direction is known.
        near, towards = (goal, near) if goal in state.setup.board else (near, goal)
    for field in sorted(reachable(state, actor), key=_nearest(state, actor, near, towards))[:_MOST_WALKS]:
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


def _uses(state: State, actor: Figure, facts: Facts) -> Iterator[cm.Command]:
    """Yield attacks with the weapon that is in hand already; a shield is no weapon to advise for that."""
    weapon = next((one.weapon for one in actor.held if one.weapon.name == facts.get("weapon")), None)
    if weapon is None:
        return
    for target in _enemies(state, actor, facts):
        if weapon.ranged is not None:
            yield cm.Shoot(actor.name, ((target.name, 1),), weapon.name)
        elif weapon.melee is not None:
            yield cm.Attack(actor.name, target.name, None if weapon.shield else weapon.name)


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


def _all_reactions(state: State, actor: Figure, facts: Facts) -> Iterator[cm.Command]:
    wanted = facts.get("answer")
    react = reaction_to_all(state, actor, wanted if isinstance(wanted, Parry | Dodge | Resist | NoDefence) else None)
    if react is not None:
        yield react


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
# What helps whatever was wanted.
_REMEDIES = frozenset((*_WEAPONS, _uses, _reloads, _stand_ups, _takings_back, _all_reactions))

# What is of the same kind as a command.
_KINDS: dict[type, tuple[Candidates, ...]] = {
    cm.Walk: (_walks,),
    cm.Attack: (_attacks,),
    cm.Shoot: (_shots,),
    cm.Cast: (_spells,),
    cm.Disarm: (_disarmings,),
    cm.ChangeWeapon: (_changes,),
    cm.PickUp: (_pick_ups,),
    cm.Reload: (_reloads,),
    cm.StandUp: (_stand_ups,),
    cm.React: (_reactions,),
    cm.RegisterStart: (_starts,),
    cm.Hold: (_holds,),
    cm.Pass: (_passes,),
    cm.TakeBack: (_takings_back,),
}

# The kinds by words of a line that can't be read; the first that is found counts.
_BY_WORDS: tuple[tuple[re.Pattern[str], tuple[Candidates, ...]], ...] = tuple(
    (re.compile(words), kinds)
    for words, kinds in (
        (r"\bstart", (_starts,)),
        (r"parier|ausweich|weich\w* .*\baus\b|widersteh|wehr", (_all_reactions, _reactions)),
        (r"entwaffn", (_disarmings,)),
        (r"zauber|magi|blitz|folter|schockwelle|feuerstrahl|regener|heil|verwirr|unsichtbar|schutzschild", (_spells,)),
        (r"lädt|lade", (_reloads,)),
        (r"wechsel|zieht|ziehe|gürtel", (_changes, _pick_ups)),
        (r"\bheb|nimmt|nehme|sammel", (_pick_ups, _changes)),
        (r"schie(?:ß|ss)|wirf|werf|feuer", (_shots,)),
        (r"greif|angriff|attack|schl[aä]g|\bhau", (_attacks,)),
        (r"steh\w* (?:wieder )?auf|aufsteh", (_stand_ups,)),
        (r"\bgeh|lauf|läuf|lauf|flieg|schweb|reit|renn|nach [a-z]{1,2}\d", (_walks,)),
    )
)
# Of these a line may have meant anything: any example shows what an order looks like.
_SAYING_NOTHING = frozenset(("not_understood", "verb_missing", "misspelt_verb", "negated"))

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
    "already_in_hand": (_uses, _changes),
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
    "which_attack": (_all_reactions,),
    "which_shot": (_all_reactions,),
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
    "not_your_figure": _nothing,
    "game_master_only": _nothing,
    "no_figures": _nothing,
    "paused": _nothing,
    "not_begun": _nothing,
    "wrong_phase": _nothing,
    "not_its_move_phase": _nothing,
    "not_its_reaction_phase": _nothing,
    "not_your_phase": _nothing,
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
