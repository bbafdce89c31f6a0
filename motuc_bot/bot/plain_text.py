"""What somebody wrote, without the codes of Discord."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime

_USER = re.compile(r"<@!?(\d{1,20})>")
_ROLE = re.compile(r"<@&\d{1,20}>")
_CHANNEL = re.compile(r"<#\d{1,20}>")
_EMOJI = re.compile(r"<a?:\w{1,40}:\d{1,20}>")
_TIME = re.compile(r"<t:(-?\d{1,13})(?::[tTdDfFR])?>")
_COMMAND = re.compile(r"</([^:>\n]{1,100}):\d{1,20}>")


def plain_text(text: str, names: Mapping[int, str]) -> str:
    """Return the text as the referee reads it; `names` says what the users in it are called.

    Emoji of a server are dropped: they are no words, and an order reads the same without them.
    """
    text = _USER.sub(lambda found: f"@{names.get(int(found[1]), 'jemand')}", text)
    text = _ROLE.sub("@Rolle", _CHANNEL.sub("#Kanal", text))
    text = _COMMAND.sub(r"/\1", _EMOJI.sub("", text))
    return _TIME.sub(_told, text)


def users_in(text: str) -> tuple[int, ...]:
    """Return the users in the text, each once."""
    return tuple(dict.fromkeys(int(user) for user in _USER.findall(text)))


def _told(found: re.Match[str]) -> str:
    try:
        # Without a colon: a line with one may be taken for an order.
        return f"{datetime.fromtimestamp(int(found[1]), UTC):%d.%m.%Y %H.%M Uhr} (UTC)"
    except (ValueError, OverflowError, OSError):
        return "irgendwann"
