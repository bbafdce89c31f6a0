"""Reading YAML from people: duplicate keys and bombs are refused, every fault has a line."""

from collections.abc import Hashable
from pathlib import Path
from typing import ClassVar

import yaml

from motuc_bot.systems.faults import FileFault, Place, place_name

MOST_BYTES = 8_000_000
MOST_NODES = 1_000_000
_NO_YAML = "kein gültiges YAML (stimmen Klammern, Anführungszeichen, Doppelpunkte und Einrückung?)"

# The parser in C where the wheel has it: ten times as fast.
_Base = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class UnreadableFile(Exception):
    """A file that can't be used; the text is one German line that names file, place and fault."""


class _Loader(_Base):  # type: ignore[misc, valid-type]
    """The safe loader, but a key that stands twice is an error, and what looks like a date stays text."""

    yaml_implicit_resolvers: ClassVar[dict[str, object]] = {
        first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
        for first, resolvers in _Base.yaml_implicit_resolvers.items()
    }

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, object]:
        seen = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if isinstance(key, Hashable):
                if key in seen:
                    raise yaml.constructor.ConstructorError(
                        None, None, f"„{key}“ steht hier zweimal", key_node.start_mark
                    )
                seen.add(key)
        mapping: dict[Hashable, object] = super().construct_mapping(node, deep=deep)
        return mapping


def load(path: Path) -> object:
    """Return the content of a YAML file. Raises: UnreadableFile."""
    text = _text(path)
    try:
        content = yaml.load(text, _Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f"Zeile {mark.line + 1}: " if mark is not None else ""
        own = error.problem is not None and error.problem.startswith("„")
        raise UnreadableFile(f"{path}: {line}{error.problem if own else _NO_YAML}") from None
    except (yaml.YAMLError, ValueError, RecursionError, OverflowError):
        raise UnreadableFile(f"{path}: {_NO_YAML}") from None
    try:
        _measure(content, set(), 0)
    except (_TooLarge, RecursionError):
        raise UnreadableFile(f"{path}: die Datei ist zu tief oder zu oft in sich selbst verschachtelt") from None
    return content


def located(path: Path, fault: FileFault) -> UnreadableFile:
    """Return the fault with the file's name and, where it can be found, its line."""
    line, names = _found(path, fault.place)
    place = place_name(fault.place) + (f" ({', '.join(names)})" if names else "")
    where = ", ".join(part for part in (f"Zeile {line}" if line else "", place) if part)
    return UnreadableFile(f"{path}: {where}: {fault.text}" if where else f"{path}: {fault.text}")


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise UnreadableFile(f"{path}: die Datei ist zu groß (höchstens {MOST_BYTES // 1_000_000} MB)")
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise UnreadableFile(f"{path}: die Datei gibt es nicht") from None
    except IsADirectoryError:
        raise UnreadableFile(f"{path}: das ist ein Ordner, keine Datei") from None
    except UnicodeDecodeError as error:
        raise UnreadableFile(f"{path}: kein UTF-8-Text (Byte {error.start})") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadableFile(f"{path}: die Datei lässt sich nicht lesen ({reason})") from None


class _TooLarge(Exception):
    """Aliases blow the content up."""


def _measure(content: object, open_ids: set[int], count: int) -> int:
    """Count the nodes as they would be if every alias were written out; refuse loops and bombs."""
    count += 1
    if count > MOST_NODES:
        raise _TooLarge
    if isinstance(content, dict | list):
        if id(content) in open_ids:
            raise _TooLarge
        open_ids.add(id(content))
        for part in content.values() if isinstance(content, dict) else content:
            count = _measure(part, open_ids, count)
        open_ids.remove(id(content))
    return count


def _found(path: Path, place: Place) -> tuple[int | None, list[str]]:
    """Return the line of the deepest part of the place that the file has, and the names of what it lies in."""
    try:
        node = yaml.compose(_text(path), _Loader)
    except (yaml.YAMLError, UnreadableFile, RecursionError):
        return None, []
    line: int | None = None
    names = [f"Beitrag {place[1] + 1}"] if len(place) > 1 and place[0] == "posts" and isinstance(place[1], int) else []
    for step in place:
        found = _child(node, step)
        if found is None:
            break
        line, node = found
        name = _child(node, "name") if isinstance(step, int) else None
        if name is not None and isinstance(name[1], yaml.ScalarNode):
            names.append(" ".join(name[1].value.split())[:60])
    return line, names


def _child(node: yaml.Node | None, step: str | int) -> tuple[int, yaml.Node] | None:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == str(step):
                return key.start_mark.line + 1, value
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        child = node.value[step]
        return child.start_mark.line + 1, child
    return None
