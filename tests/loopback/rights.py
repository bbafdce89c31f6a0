"""Who may do what where, by Discord's rules for roles and overwrites."""

import discord

from tests.loopback import refusals
from tests.loopback.world import Channel, Guild, Kind, Overwrite, User

_ALL = discord.Permissions.all().value
_PRIVATE = discord.Permissions(
    view_channel=True,
    send_messages=True,
    read_message_history=True,
    add_reactions=True,
    attach_files=True,
    embed_links=True,
    pin_messages=True,
    use_application_commands=True,
).value


def rights(user: User, channel: Channel) -> discord.Permissions:
    """Return what somebody may do in a channel; nothing where he has no business."""
    if channel.kind is Kind.DM:
        return discord.Permissions(_PRIVATE if user in channel.recipients else 0)
    assert channel.guild is not None
    # A thread has no overwrites of its own.
    place = channel.parent or channel
    return discord.Permissions(_overwritten(user, channel.guild, place.overwrites))


def require(user: User, channel: Channel, *names: str) -> None:
    """Let pass whoever sees the channel and has these rights. Raises: Refusal."""
    held = rights(user, channel)
    if not held.view_channel:
        raise refusals.missing_access()
    if not all(getattr(held, name) for name in names):
        raise refusals.missing_permissions()


def _overwritten(user: User, guild: Guild, overwrites: list[Overwrite]) -> int:
    member = guild.members.get(user.id)
    if member is None:
        return 0
    if guild.owner is user:
        return _ALL
    held = guild.roles[guild.id].permissions
    for role in member.roles:
        held |= role.permissions
    if held & discord.Permissions(administrator=True).value:
        return _ALL
    mine = {role.id for role in member.roles}
    of_roles = [one for one in overwrites if not one.member and one.target in mine]
    for group in (
        [one for one in overwrites if one.target == guild.id],
        of_roles,
        [one for one in overwrites if one.member and one.target == user.id],
    ):
        for one in group:
            held &= ~one.deny
        for one in group:
            held |= one.allow
    return held
