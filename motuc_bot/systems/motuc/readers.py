"""The readers of the battles that are played, each kept as long as the names that it knows stay the same."""

from collections import OrderedDict
from functools import lru_cache
from threading import Lock

from motuc_bot.systems.motuc.reader import Reader, Vocabulary
from rules.motuc.model import Setup, State

_KEPT = 256
_Basis = tuple[object, ...]
# By the setup, which a battle keeps until its line-up changes; it is kept too, so that no other gets its id.
_latest: OrderedDict[int, tuple[Setup, _Basis, Reader]] = OrderedDict()
_keeping = Lock()


def reader_of(state: State) -> Reader:
    """Return the reader of posts in the names of this battle."""
    basis = _basis(state)
    kept = _latest.get(id(state.setup))
    if kept is not None and kept[0] is state.setup and kept[1] == basis:
        return kept[2]
    reader = _reader(_vocabulary(state))
    with _keeping:
        _latest[id(state.setup)] = state.setup, basis, reader
        _latest.move_to_end(id(state.setup))
        if len(_latest) > _KEPT:
            _latest.popitem(last=False)
    return reader


def _basis(state: State) -> _Basis:
    """Return all on which the names depend; what has not changed is the same object, so this is quickly compared."""
    found: list[object] = [state.ground]
    for figure in state.figures:
        found += (figure.sheet, figure.seat, figure.items, figure.field if state.ground else None)
    return tuple(found)


@lru_cache(maxsize=_KEPT)
def _reader(vocabulary: Vocabulary) -> Reader:
    """Keep the readers of recent battles: several may have the same names."""
    return Reader(vocabulary)


def _vocabulary(state: State) -> Vocabulary:
    """Return the names of the battle; a weapon that nobody has and that lies nowhere keeps its name alone.

    So `Schwert` is not ambiguous because of what was left in an armoury. What lies where a figure stands counts as
    that figure's own, so that it can be picked up by its short name.
    """
    carried = {
        figure.name: dict.fromkeys(
            [item.weapon.name for item in figure.items]
            + [lying.item.weapon.name for lying in state.ground if lying.field == figure.field]
        )
        for figure in state.figures
    }
    in_play = {name for names in carried.values() for name in names}
    in_play |= {lying.item.weapon.name for lying in state.ground}
    return Vocabulary(
        figures=tuple((figure.name, figure.sheet.aliases) for figure in state.figures),
        weapons=tuple(
            (weapon.name, weapon.aliases if weapon.name in in_play else ()) for weapon in state.setup.weapons
        ),
        seats=tuple(dict.fromkeys(figure.seat for figure in state.figures)),
        carried=tuple((name, tuple(names)) for name, names in carried.items()),
    )
