"""What Discord takes as the commands of a bot."""

import unicodedata
from typing import Any

from tests.loopback.refusals import Form, Json

CHAT, USER, MESSAGE = 1, 2, 3
SUBCOMMAND, GROUP, STRING, INTEGER, NUMBER = 1, 2, 3, 4, 10
_KINDS = range(1, 12)
_MOST_COMMANDS, _MOST_OPTIONS, _MOST_CHARACTERS = 100, 25, 8000
_LOCALES = frozenset(
    [
        "id",
        "da",
        "de",
        "en-GB",
        "en-US",
        "es-ES",
        "es-419",
        "fr",
        "hr",
        "it",
        "lt",
        "hu",
        "nl",
        "no",
        "pl",
        "pt-BR",
        "ro",
        "fi",
        "sv-SE",
        "vi",
        "tr",
        "cs",
        "el",
        "bg",
        "ru",
        "uk",
        "hi",
        "th",
        "zh-CN",
        "ja",
        "zh-TW",
        "ko",
    ]
)


def check_commands(commands: Any) -> None:
    """Let pass the commands that a bot registers all at once. Raises: Refusal."""
    form = Form()
    chats = [one for one in commands if one.get("type", CHAT) == CHAT]
    form.count("commands", chats, 0, _MOST_COMMANDS)
    names: set[tuple[int, str]] = set()
    for at, command in enumerate(commands):
        path = str(at)
        kind = command.get("type", CHAT)
        _check_name(form, path, command, plain=kind == CHAT)
        if kind == CHAT:
            _check_description(form, path, command)
            _check_options(form, path, command.get("options") or [], depth=0)
            if characters(command) > _MOST_CHARACTERS:
                form.fault(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")
        elif command.get("description") or command.get("options"):
            form.fault(
                path, "APPLICATION_COMMAND_CONTEXT_MENU", "Context menu commands have no description nor options"
            )
        if (kind, str(command.get("name"))) in names:
            form.fault(
                f"{path}.name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique"
            )
        names.add((kind, str(command.get("name"))))
    form.done()


def characters(part: Json) -> int:
    """Return how many characters a command has, as Discord counts them: of localised texts the longest."""
    total = 0
    for key in ("name", "description"):
        texts = [part.get(key) or "", *((part.get(f"{key}_localizations") or {}).values())]
        total += max(len(text) for text in texts)
    total += sum(characters(option) for option in part.get("options") or [])
    for choice in part.get("choices") or []:
        names = [choice.get("name") or "", *((choice.get("name_localizations") or {}).values())]
        total += max(len(name) for name in names) + len(str(choice.get("value")))
    return total


def _check_name(form: Form, path: str, part: Json, *, plain: bool) -> None:
    texts = {f"{path}.name": part.get("name")}
    for locale, text in (part.get("name_localizations") or {}).items():
        _check_locale(form, f"{path}.name_localizations", locale)
        texts[f"{path}.name_localizations.{locale}"] = text
    for place, name in texts.items():
        form.text(place, name, 1, 32)
        if plain and isinstance(name, str) and not _is_name(name):
            form.fault(place, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _check_description(form: Form, path: str, part: Json) -> None:
    form.text(f"{path}.description", part.get("description"), 1, 100)
    for locale, text in (part.get("description_localizations") or {}).items():
        _check_locale(form, f"{path}.description_localizations", locale)
        form.text(f"{path}.description_localizations.{locale}", text, 1, 100)


def _check_locale(form: Form, path: str, locale: str) -> None:
    if locale not in _LOCALES:
        form.fault(path, "BASE_TYPE_CHOICES", f"{locale} is no locale")


def _is_name(name: str) -> bool:
    """Tell whether it has but letters, digits, `-_'` and the signs of Devanagari and Thai, all in lower case."""
    return name == name.lower() and all(
        sign in "-_'" or unicodedata.category(sign)[0] in "LN" or "ऀ" <= sign <= "ॿ" or "\u0e00" <= sign <= "\u0e7f"
        for sign in name
    )


def _check_options(form: Form, path: str, options: list[Json], depth: int) -> None:
    form.count(f"{path}.options", options, 0, _MOST_OPTIONS)
    names: set[object] = set()
    optional = False
    for at, option in enumerate(options):
        place = f"{path}.options.{at}"
        kind = option.get("type")
        _check_name(form, place, option, plain=True)
        _check_description(form, place, option)
        if kind not in _KINDS or (kind == GROUP and depth) or (kind == SUBCOMMAND and depth > 1):
            form.fault(
                f"{place}.type",
                "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
                "Sub-command and sub-command group options have a wrong place",
            )
        if option.get("name") in names:
            form.fault(f"{place}.name", "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED", "Option names must be unique")
        names.add(option.get("name"))
        if kind in (SUBCOMMAND, GROUP):
            _check_options(form, place, option.get("options") or [], depth + (2 if kind == SUBCOMMAND else 1))
            continue
        if option.get("required") and optional:
            form.fault(
                place,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional = optional or not option.get("required")
        _check_value(form, place, option)
    kinds = {option.get("type") in (SUBCOMMAND, GROUP) for option in options}
    if len(kinds) > 1:
        form.fault(
            f"{path}.options",
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and other options are mutually exclusive",
        )


def _check_value(form: Form, place: str, option: Json) -> None:
    choices = option.get("choices") or []
    form.count(f"{place}.choices", choices, 0, _MOST_OPTIONS)
    if choices and option.get("autocomplete"):
        form.fault(
            place, "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", "Choices and autocomplete are mutually exclusive"
        )
    names: set[object] = set()
    for at, choice in enumerate(choices):
        form.text(f"{place}.choices.{at}.name", choice.get("name"), 1, 100)
        if option.get("type") == STRING:
            form.text(f"{place}.choices.{at}.value", choice.get("value"), 1, 100)
        if choice.get("name") in names:
            form.fault(
                f"{place}.choices.{at}.name",
                "APPLICATION_COMMAND_OPTIONS_CHOICES_DUPLICATED",
                "Choice names must be unique",
            )
        names.add(choice.get("name"))
    for key, most in (("min_length", 6000), ("max_length", 6000)):
        if option.get(key) is not None:
            form.number(f"{place}.{key}", option[key], 0 if key == "min_length" else 1, most)
    for key in ("min_value", "max_value"):
        if option.get(key) is not None and option.get("type") not in (INTEGER, NUMBER):
            form.fault(f"{place}.{key}", "APPLICATION_COMMAND_OPTIONS_VALUE_RANGE", "Only numbers have a range")
