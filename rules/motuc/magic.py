"""Magic: who may cast what on whom, and the nine spells (§5.2.2)."""

from typing import assert_never

from rules.board import adjacent, distance, fan, same_direction
from rules.core import Rejected, Seat
from rules.dice import Dice
from rules.motuc import events as ev
from rules.motuc.actions import Casting
from rules.motuc.codes import Ruling
from rules.motuc.commands import Cast
from rules.motuc.conditions import effective_strength, occupant, sees
from rules.motuc.damage import Course, roll_d6, spell_damage
from rules.motuc.dice_keys import DiceKey, dice_key
from rules.motuc.model import START_LIFE, Figure, Magic, State
from rules.motuc.orders import Need, known, ready_to_move
from rules.motuc.targets import can_cast, place, seen, visible
from rules.motuc.words import Category, EffectKind, FigureName, Spell, Trait

SPELLS: dict[Category, tuple[Spell, ...]] = {
    Category.GREEN: (Spell.REGENERATION, Spell.INVISIBILITY, Spell.FIRE_BEAM),
    Category.WHITE: (Spell.REGENERATION, Spell.SHIELD, Spell.CONFUSION),
    Category.BLACK: (Spell.TORTURE, Spell.SHOCK_WAVE, Spell.LIGHTNING),
}
NEVER_ON_ONESELF = frozenset({Spell.FIRE_BEAM, Spell.LIGHTNING, Spell.TORTURE, Spell.CONFUSION})
ROBOTS_ARE_IMMUNE = frozenset({Spell.CONFUSION, Spell.TORTURE})


def cast(state: State, seat: Seat, command: Cast) -> tuple[ev.Event, ...]:
    """Return the announcement of a spell (R-Z1 to R-Z3). Raises: Rejected."""
    figure = ready_to_move(state, seat, command.figure, Need.ACTION)
    target = None if command.target is None else known(state, command.target)
    magic = magic_for(figure, command.spell)
    if command.spell is Spell.SHOCK_WAVE:
        return (ev.ActionAnnounced(_shock_wave(state, figure, command)),)
    aimed = figure if target is None else target
    may_be_target(state, figure, aimed, command.spell, magic)
    if command.spell is Spell.REGENERATION:
        _fair_split(figure, command, magic)
    return (
        ev.ActionAnnounced(
            Casting(figure.name, command.spell, target=aimed.name, life=command.life, stamina=command.stamina)
        ),
    )


def magic_for(figure: Figure, spell: Spell) -> Magic:
    """Return the figure's magic if it can cast the spell now. Raises: Rejected (R-Z1)."""
    magic = figure.sheet.magic
    if magic is None:
        raise Rejected(Ruling.R_Z1, "no_mage", figure=figure.name)
    if spell not in SPELLS[magic.category]:
        raise Rejected(Ruling.R_Z1, "other_category", figure=figure.name, spell=spell, category=magic.category)
    if not can_cast(figure):
        raise Rejected(Ruling.R_Z1, "no_wand", figure=figure.name)
    return magic


def only_on_oneself(spell: Spell, magic: Magic) -> bool:
    """Tell whether the spell works on the mage alone (§5.2.2.1 a, b)."""
    return spell is Spell.INVISIBILITY or (spell is Spell.REGENERATION and magic.category is Category.GREEN)


def may_be_target(state: State, figure: Figure, target: Figure, spell: Spell, magic: Magic) -> None:
    """Let pass a target the spell may be cast on (R-Z2, R-Z5, R-Z7, R-B4). Raises: Rejected."""
    if target.name == figure.name:
        if spell in NEVER_ON_ONESELF:
            raise Rejected(Ruling.R_Z2, "not_on_oneself", figure=figure.name, spell=spell)
        return
    if only_on_oneself(spell, magic):
        raise Rejected(Ruling.R_Z2, "only_on_oneself", figure=figure.name, spell=spell)
    if not target.standing:
        raise Rejected(Ruling.R_Z2, "target_fallen", figure=figure.name, target=target.name)
    steps = distance(state.setup.board, place(figure), place(target))
    if steps > magic.power:
        raise Rejected(
            Ruling.R_Z2, "too_far", figure=figure.name, target=target.name, distance=steps, power=magic.power
        )
    seen(state, figure, target)
    visible(figure, target)
    if spell in ROBOTS_ARE_IMMUNE and target.has(Trait.ROBOT):
        raise Rejected(Ruling.R_Z5, "immune", target=target.name, spell=spell)


def half_power(magic: Magic) -> int:
    """Return half the power, half points in favour of the mage (R-Z3)."""
    return (magic.power + 1) // 2


def _shock_wave(state: State, figure: Figure, command: Cast) -> Casting:
    direction = command.direction
    if direction is None:
        raise Rejected(Ruling.R_Z2, "direction_needed", figure=figure.name)
    if direction not in state.setup.board:
        raise Rejected(Ruling.R_B3, "off_board", field=direction)
    if not adjacent(state.setup.board, place(figure), direction):
        raise Rejected(Ruling.R_Z2, "no_neighbour", figure=figure.name, field=direction)
    return Casting(figure.name, command.spell, origin=place(figure), direction=direction)


def _fair_split(figure: Figure, command: Cast, magic: Magic) -> None:
    wanted = (command.life or 0) + (command.stamina or 0)
    if wanted > half_power(magic):
        raise Rejected(Ruling.R_Z3, "split_too_high", figure=figure.name, wanted=wanted, points=half_power(magic))


def resolve(course: Course, action: Casting, dice: Dice) -> None:
    """Let a spell happen: its cost first, then its effect (§5.2.2, R-Z1)."""
    course.happen(ev.SpellCast(action.figure, action.spell, action.target, action.direction))
    mage = course.state.figure(action.figure)
    magic = mage.sheet.magic
    assert magic is not None
    key = dice_key(course.state, action)
    target = action.figure if action.target is None else action.target
    match action.spell:
        case Spell.REGENERATION:
            _regenerate(course, action, target, magic)
        case Spell.INVISIBILITY:
            course.happen(ev.EffectBegan(target, EffectKind.INVISIBLE, mage.team))
        case Spell.SHIELD:
            course.happen(ev.EffectBegan(target, EffectKind.SHIELDED, mage.team, magic.power))
        case Spell.FIRE_BEAM | Spell.LIGHTNING:
            spell_damage(course, dice, key, action.figure, target, action.spell, magic.power)
        case Spell.CONFUSION:
            _confuse(course, mage, target, magic, dice, key)
        case Spell.TORTURE:
            loss = min(half_power(magic), course.state.figure(target).stamina)
            course.happen(ev.Tortured(action.figure, target, loss))
        case Spell.SHOCK_WAVE:
            _roll_shock_wave(course, action, mage, magic, dice, key)
        case _:
            assert_never(action.spell)


def _regenerate(course: Course, action: Casting, target: FigureName, magic: Magic) -> None:
    figure = course.state.figure(target)
    points = half_power(magic)
    missing_life, missing_stamina = START_LIFE - figure.life, figure.sheet.stamina - figure.stamina
    if action.life is None and action.stamina is None:
        life = min(points, missing_life)
        stamina = min(points - life, missing_stamina)
    else:
        life = min(action.life or 0, missing_life)
        stamina = min(action.stamina or 0, missing_stamina)
    course.happen(ev.Regenerated(target, life, stamina, lost=points - life - stamina))


def _confuse(course: Course, mage: Figure, target: FigureName, magic: Magic, dice: Dice, key: DiceKey) -> None:
    strength = effective_strength(course.state, course.state.figure(target))
    face = roll_d6(dice, key, "confusion", mage.name)
    target_face = roll_d6(dice, key, "strength", target)
    worked = magic.power + face > strength + target_face
    course.happen(ev.ConfusionRolled(mage.name, target, magic.power, face, strength, target_face, worked))
    if worked:
        course.happen(ev.EffectBegan(target, EffectKind.CONFUSED, mage.team))


def shock_targets(state: State, action: Casting, power: int) -> tuple[FigureName, ...]:
    """Return whom the wave meets, in order: standing figures of the fan in sight, not yet prone (§5.2.2.3 b)."""
    mage = state.figure(action.figure)
    origin, direction = action.origin, action.direction
    assert origin is not None
    assert direction is not None
    board = state.setup.board
    here = place(mage)
    # The game master may have moved the mage since he named the field: the direction stays what it was.
    toward = same_direction(board.grid, origin, direction, here)
    met = (occupant(state, field) for field in fan(board, here, toward, power))
    return tuple(
        figure.name for figure in met if figure is not None and not figure.prone and sees(state, here, place(figure))
    )


def _roll_shock_wave(course: Course, action: Casting, mage: Figure, magic: Magic, dice: Dice, key: DiceKey) -> None:
    targets = shock_targets(course.state, action, magic.power)
    if not targets:
        course.happen(ev.ShockWaveSpent(mage.name))
    for target in targets:
        strength = effective_strength(course.state, course.state.figure(target))
        face = roll_d6(dice, (*key, target), "shock", mage.name)
        target_face = roll_d6(dice, (*key, target), "strength", target)
        fell = strength + target_face <= magic.power + face
        course.happen(ev.ShockRolled(mage.name, target, magic.power, face, strength, target_face, fell))
