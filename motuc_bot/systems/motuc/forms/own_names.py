"""The names of own figures and weapons: such that posts can use them and nothing else has them already."""

from collections.abc import Iterable, Sequence

from motuc_bot.language.folding import name_key
from motuc_bot.systems.form_values import Entered, quoted
from motuc_bot.systems.forms import FieldKind, FormFault, FormField
from motuc_bot.systems.motuc.battle_file import FigureRow, WeaponRow
from motuc_bot.systems.motuc.lexicon import lexicon
from motuc_bot.systems.motuc.names import name_index
from motuc_bot.systems.motuc.pool.loader import load_pool
from motuc_bot.systems.motuc.spoken import TEAMS
from rules.board import Field
from rules.core import GAME_MASTER
from rules.motuc.model import BARE_HAND

NAME, ALIASES = "name", "aliases"

_LONGEST_NAME, _LONGEST_ALIASES = 60, 300
_MOST_ALIASES = 8
_SIGNS = " -'’.()&+/"
# What the reader of posts takes for somebody else.
_OTHERS = (GAME_MASTER, "Spielleitung", "Spielleiter", "Spielleiterin", "bloße Hand", BARE_HAND.name, *TEAMS.values())
_RESERVED = frozenset(map(name_key, _OTHERS))


def name_fields(hint: str) -> tuple[FormField, ...]:
    """Return the fields for the name and the aliases, which have the `hint`."""
    return (
        FormField(NAME, "Name", FieldKind.TEXT, high=_LONGEST_NAME),
        FormField(ALIASES, "Andere Namen", FieldKind.TEXT, high=_LONGEST_ALIASES, hint=hint, required=False),
    )


def own_names(entered: Entered) -> tuple[str, tuple[str, ...]]:
    """Return the name and the aliases without those that are superfluous. Raises: FormFault."""
    name = entered.text(NAME)
    _check(NAME, name)
    aliases = tuple(alias for alias in entered.words(ALIASES) if name_key(alias) != name_key(name))
    for alias in aliases:
        _check(ALIASES, alias)
    if len(aliases) > _MOST_ALIASES:
        raise FormFault(ALIASES, f"Das sind zu viele: höchstens {_MOST_ALIASES}.")
    return name, aliases


def free_of(name: str, aliases: Sequence[str], others: Iterable[FigureRow | WeaponRow], what: str) -> None:
    """Let pass names that none of the others has as name or alias. Raises: FormFault."""
    taken = {name_key(word): row.name for row in others for word in (row.name, *row.aliases)}
    for field, word in ((NAME, name), *((ALIASES, alias) for alias in aliases)):
        if owner := taken.get(name_key(word)):
            raise FormFault(field, f"{quoted(word)} heißt schon {what} {owner}.")


def _check(field: str, name: str) -> None:
    key = name_key(name)
    if len(name) > _LONGEST_NAME:
        raise FormFault(field, f"{quoted(name)} ist zu lang: höchstens {_LONGEST_NAME} Zeichen.")
    odd = next((sign for sign in name if not sign.isalnum() and sign not in _SIGNS), None)
    if odd is not None:
        raise FormFault(field, f"Das Zeichen {quoted(odd)} kann in einem Namen nicht stehen: Beiträge nennen ihn.")
    if not name[:1].isalpha() or not key:
        raise FormFault(field, f"{quoted(name)} geht nicht: Ein Name beginnt mit einem Buchstaben.")
    if key in _RESERVED or _has_a_meaning(key):
        raise FormFault(field, f"{quoted(name)} geht nicht: Das Wort hat in Beiträgen schon eine Bedeutung.")
    if _is_field(key):
        raise FormFault(field, f"{quoted(name)} geht nicht: So heißt ein Feld.")


def _has_a_meaning(key: str) -> bool:
    """Tell whether posts mean something else by the word: names are read first. What the pool uses as a name is one."""
    words = lexicon()
    if key not in words.words and key not in words.phrases and not name_index((), ()).exact(key):
        return False
    pool = load_pool()
    names = [name for row in pool.figures for name in (row.name, *row.aliases)]
    names += [name for row in pool.weapons for name in (row.name, *row.aliases)]
    return key not in map(name_key, names)


def _is_field(key: str) -> bool:
    try:
        Field.parse(key)
    except ValueError:
        return False
    return True
