"""Reading files from people: every fault names the file and, where it can be found, the line."""

from pathlib import Path

import yaml

from motuc_bot import strict_yaml
from motuc_bot.systems.faults import FileFault, Place, place_name

MOST_BYTES = 8_000_000


class UnreadableFile(Exception):
    """A file that can't be used; the text is one German line that names file, place and fault."""


def load(path: Path) -> object:
    """Return the content of a YAML file. Raises: UnreadableFile."""
    text = _text(path)
    try:
        return strict_yaml.parse(text)
    except strict_yaml.YamlFault as fault:
        raise UnreadableFile(f"{path}: {fault}") from None


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


def _found(path: Path, place: Place) -> tuple[int | None, list[str]]:
    """Return the line of the deepest part of the place that the file has, and the names of what it lies in."""
    try:
        node = strict_yaml.compose(_text(path))
    except UnreadableFile:
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
