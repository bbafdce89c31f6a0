"""YAML from people: duplicate keys and bombs are refused, every fault has its line and is told in German."""

from collections.abc import Hashable
from typing import ClassVar

import yaml

MOST_NODES = 1_000_000
_LONGEST_KEY = 60
_NO_YAML = "kein gültiges YAML (stimmen Klammern, Anführungszeichen, Doppelpunkte und Einrückung?)"

# The parser in C where the wheel has it: ten times as fast.
_Base = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class YamlFault(Exception):
    """A text that can't be used as YAML; what is wrong is one German line, with the line of the text if it is known."""


class _Twice(yaml.MarkedYAMLError):
    """A key stands twice; the problem is German."""


class _Loader(_Base):  # type: ignore[misc, valid-type]
    """The safe loader, but a key that stands twice is an error, and what looks like a date stays text."""

    yaml_implicit_resolvers: ClassVar[dict[str, object]] = {
        first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
        for first, resolvers in _Base.yaml_implicit_resolvers.items()
    }

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, object]:
        seen: dict[Hashable, int] = {}
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if isinstance(key, Hashable):
                if key in seen:
                    raise _Twice(None, None, _twice(key_node, seen[key]), key_node.start_mark)
                seen[key] = key_node.start_mark.line
        mapping: dict[Hashable, object] = super().construct_mapping(node, deep=deep)
        return mapping


def parse(text: str) -> object:
    """Return the content of a YAML text. Raises: YamlFault."""
    try:
        content = yaml.load(text, _Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f"Zeile {mark.line + 1}: " if mark is not None else ""
        raise YamlFault(f"{line}{error.problem if isinstance(error, _Twice) else _NO_YAML}") from None
    except (yaml.YAMLError, ValueError, RecursionError, OverflowError):
        raise YamlFault(_NO_YAML) from None
    try:
        _measure(content, set(), 0)
    except (_TooLarge, RecursionError):
        raise YamlFault("die Datei ist zu tief oder zu oft in sich selbst verschachtelt") from None
    return content


def compose(text: str) -> yaml.Node | None:
    """Return a YAML text as nodes that know their lines, None for what can't be read."""
    try:
        node: yaml.Node | None = yaml.compose(text, _Loader)
    except (yaml.YAMLError, RecursionError):
        return None
    return node


def _twice(key: yaml.Node, before: int) -> str:
    """Return that a key stands twice, where it stood before, and what to do about it."""
    name = " ".join(str(key.value).split())[:_LONGEST_KEY] if isinstance(key, yaml.ScalarNode) else "ein Schlüssel"
    elsewhere = "" if before == key.start_mark.line else f" (schon in Zeile {before + 1})"
    return f"„{name}“ steht hier zweimal{elsewhere}; lass nur eines davon stehen"


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
