"""What somebody got in a battle: who was called by what, which answers the thread has, what can be pressed."""

import re
from collections.abc import Iterable, Iterator

import discord

from tests.bot.server import Server, Thread

_CALLED = re.compile(r"<@\d+>")
_NUMBER = re.compile(r"\*\*#(\d+)\*\*")


def close_doors(server: Server, name: str) -> None:
    """Let somebody take no private messages from the bot."""
    path = f"/channels/{server.person(name).user.dm_channel.id}/messages"
    server.env.inject_error("POST", path, status=403, code=50007, times=None)


def calls(server: Server, name: str) -> list[str]:
    """Return the first line of each message by which a bell rang for somebody, without the names of the called."""
    user = server.person(name).id
    found = []
    for request in server.env.http_requests:
        body = request.json
        if request.method != "POST" or not request.path.endswith("/messages") or not isinstance(body, dict):
            continue
        allowed = body.get("allowed_mentions")
        assert isinstance(allowed, dict), body
        assert allowed.get("parse", []) == [], body
        if user in allowed.get("users", ()):
            found.append(_CALLED.sub("", str(body["content"]).partition("\n")[0]).strip(" ,:"))
    return found


def numbers(texts: Iterable[str]) -> list[int]:
    """Return the numbers of posts that the answers begin with, in their order."""
    return [int(found[1]) for text in texts if (found := _NUMBER.search(text.partition("\n")[0]))]


def answer_to(thread: Thread, message: discord.Message) -> discord.Message:
    """Return the latest reply to a message."""
    return [one for one in thread.channel.history() if one.reference and one.reference.message_id == message.id][-1]


def question_to(thread: Thread, name: str) -> discord.Message:
    """Return the latest question to somebody."""
    called = f"<@{thread.server.person(name).id}>"
    return [one for one in thread.questions() if one.content.startswith(called) and "bitte wählen" in one.content][-1]


def lists_in(message: discord.Message) -> Iterator[discord.SelectMenu]:
    """Yield the lists to choose from in a message."""
    for row in message.components:
        if isinstance(row, discord.ActionRow):
            yield from (child for child in row.children if isinstance(child, discord.SelectMenu))


async def choose(thread: Thread, name: str, message: discord.Message, heading: str, label: str) -> None:
    """Choose, in the list whose heading begins so, what has that label."""
    found = next(one for one in lists_in(message) if (one.placeholder or "").startswith(heading))
    value = next(option.value for option in found.options if option.label == label)
    await thread.server.person(name).select(message, [value], custom_id=found.custom_id)
