"""What is wrong with a command line, in German: the library that reads it says it in English only."""

import re

# Each kind of message with what it means; what stands in the message is put in.
_KINDS = tuple(
    (re.compile(pattern, re.DOTALL), text)
    for pattern, text in (
        (r"Missing command\.", "der Befehl fehlt"),
        (r"No such command (?P<what>.+?)\.(?: Did you mean (?P<near>.+)\?)?", "den Befehl {what} gibt es nicht"),
        (r"No such option: (?P<what>.+?)(?: \(Possible options: (?P<near>.+)\))?", "die Option {what} gibt es nicht"),
        (r"Missing (?:argument|parameter)(?: (?P<what>.+?))?\..*", "{what} fehlt"),
        (r"Missing option(?: (?P<what>.+?))?\..*", "die Option {what} fehlt"),
        (r"Option (?P<what>.+) requires .*", "zur Option {what} fehlt der Wert"),
        (r"Option (?P<what>.+) does not take a value\.", "die Option {what} hat keinen Wert"),
        (r"Got unexpected extra arguments?(?:\(s\))? \((?P<what>.+)\)", "{what}: das ist zu viel"),
        (r"Invalid value for (?P<what>[^:]+): (?P<value>.*)", "{what}: {value}"),
        (r"Invalid value: (?P<value>.*)", "{value}"),
    )
)
_VALUES = tuple(
    (re.compile(pattern, re.DOTALL), text)
    for pattern, text in (
        (r".*valid integer.*", "das muss eine ganze Zahl sein"),
        (r".*valid number.*", "das muss eine Zahl sein (mit Punkt, nicht mit Komma)"),
        (r".*finite number.*", "das muss eine endliche Zahl sein"),
        (r".*greater than or equal to (?P<bound>\S+)", "das muss mindestens {bound} sein"),
        (r".*less than or equal to (?P<bound>\S+)", "das darf höchstens {bound} sein"),
    )
)
_ANY_VALUE = "das ist kein gültiger Wert"
_ANY_KIND = "so geht der Aufruf nicht"


def in_german(message: str) -> str:
    """Return what the message means, in one line."""
    for pattern, text in _KINDS:
        found = pattern.fullmatch(message)
        if found is not None:
            parts = {name: _plain(part) for name, part in found.groupdict(default="").items()}
            parts["value"] = _value(parts.get("value", ""))
            near = parts.get("near")
            return text.format_map(parts) + (f"; meintest du {near.replace(', ', ' oder ')}?" if near else "")
    return _ANY_KIND


def _value(fault: str) -> str:
    for pattern, text in _VALUES:
        found = pattern.fullmatch(fault)
        if found is not None:
            return text.format_map(found.groupdict())
    return _ANY_VALUE


def _plain(part: str) -> str:
    """Return names as they are typed, without quotes, in one line."""
    return " ".join(re.sub(r"""(?<!\w)(['"])(.*?)\1""", r"\2", part).split())
