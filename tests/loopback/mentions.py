"""Whom a message mentions, and whom of them it really calls."""

import re
from dataclasses import dataclass

from tests.loopback.refusals import Json
from tests.loopback.rights import rights
from tests.loopback.world import Channel, Flag, Message, User, World

_USERS, _ROLES = re.compile(r"<@!?(\d{1,20})>"), re.compile(r"<@&(\d{1,20})>")
_EVERYONE = re.compile(r"@(?:everyone|here)\b")


@dataclass(frozen=True, slots=True)
class Mentions:
    """Whom a text mentions, as far as it may."""

    users: list[int]
    roles: list[int]
    everyone: bool
    replied: int | None


def mentions_of(
    world: World, author: User, channel: Channel, content: str, allowed: Json | None, answered: Message | None
) -> Mentions:
    """Return whom a text mentions; without `allowed` (allowed_mentions) everything in it counts."""
    parse = ["users", "roles", "everyone"] if allowed is None else allowed.get("parse") or []
    named_users = {int(one) for one in (allowed or {}).get("users") or []}
    named_roles = {int(one) for one in (allowed or {}).get("roles") or []}
    users = [
        number
        for number in dict.fromkeys(map(int, _USERS.findall(content)))
        if number in world.users and ("users" in parse or number in named_users)
    ]
    may_all = rights(author, channel).mention_everyone
    known = channel.guild.roles if channel.guild is not None else {}
    roles = [
        number
        for number in dict.fromkeys(map(int, _ROLES.findall(content)))
        if number in known and ("roles" in parse or number in named_roles) and (known[number].mentionable or may_all)
    ]
    # Nothing said of it: whoever is answered is called.
    replies = answered is not None and (True if allowed is None else bool(allowed.get("replied_user")))
    replied = answered.author.id if answered is not None and replies else None
    everyone = "everyone" in parse and may_all and _EVERYONE.search(content) is not None
    return Mentions(users, roles, everyone, replied)


def pinged_by(found: Mentions, channel: Channel, author: User, flags: int) -> frozenset[int]:
    """Return who is called: whoever is mentioned and sees the channel; nobody by a silent message."""
    if flags & Flag.SUPPRESS_NOTIFICATIONS:
        return frozenset()
    called = {*found.users, *([] if found.replied is None else [found.replied])}
    if channel.guild is None:
        # Every private message calls.
        return frozenset(user.id for user in channel.recipients if user is not author)
    members = channel.guild.members
    called |= {
        number
        for number, member in members.items()
        if found.everyone or any(role.id in found.roles for role in member.roles)
    }
    return frozenset(
        number
        for number in called - {author.id}
        if number in members and rights(members[number].user, channel).view_channel
    )
