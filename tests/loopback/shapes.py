"""How Discord writes what there is as JSON."""

from datetime import datetime
from typing import Any

from tests.loopback.rights import rights
from tests.loopback.world import Application, Attachment, Channel, Guild, Kind, Member, Message, Role, User, World

Json = dict[str, Any]


def moment(at: datetime | None) -> str | None:
    """Return a time as Discord writes it."""
    return None if at is None else at.isoformat()


def user(one: User) -> Json:
    return {
        "id": str(one.id),
        "username": one.name,
        "global_name": None if one.bot else one.name,
        "discriminator": "0",
        "avatar": None,
        "bot": one.bot,
        "public_flags": 0,
    }


def member(one: Member, *, with_user: bool = True) -> Json:
    shape: Json = {
        "roles": [str(role.id) for role in one.roles],
        "nick": one.nick,
        "avatar": None,
        "joined_at": moment(one.joined),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "communication_disabled_until": None,
    }
    return shape | ({"user": user(one.user)} if with_user else {})


def role(one: Role, position: int) -> Json:
    return {
        "id": str(one.id),
        "name": one.name,
        "permissions": str(one.permissions),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": one.mentionable,
        "flags": 0,
    }


def channel(one: Channel) -> Json:
    last = max(one.messages, default=None)
    shape: Json = {"id": str(one.id), "type": int(one.kind), "last_message_id": None if last is None else str(last)}
    if one.kind is Kind.DM:
        return shape | {"recipients": [user(other) for other in one.recipients if not other.bot], "flags": 0}
    assert one.guild is not None
    shape |= {"guild_id": str(one.guild.id), "name": one.name, "rate_limit_per_user": 0, "flags": 0}
    if one.thread is not None:
        return shape | _thread(one)
    if one.kind is Kind.FORUM:
        shape |= {"available_tags": [], "default_reaction_emoji": None, "flags": 1 << 4 if one.tag_required else 0}
    overwrites = [
        {"id": str(over.target), "type": int(over.member), "allow": str(over.allow), "deny": str(over.deny)}
        for over in one.overwrites
    ]
    return shape | {"position": 0, "parent_id": None, "topic": None, "permission_overwrites": overwrites, "nsfw": False}


def _thread(one: Channel) -> Json:
    assert one.thread is not None
    assert one.parent is not None
    state, said = one.thread, len(one.shown())
    return {
        "parent_id": str(one.parent.id),
        "owner_id": str(state.owner),
        "message_count": said,
        "total_message_sent": said,
        "member_count": len(state.members),
        "applied_tags": [],
        "thread_metadata": {
            "archived": state.archived,
            "locked": state.locked,
            "auto_archive_duration": state.auto_archive,
            "archive_timestamp": moment(state.since),
            "create_timestamp": moment(state.since),
        },
    }


def thread_member(one: Channel, number: int) -> Json:
    assert one.thread is not None
    return {"id": str(one.id), "user_id": str(number), "join_timestamp": moment(one.thread.since), "flags": 0}


def attachment(one: Attachment, cdn: str) -> Json:
    url = f"{cdn}/attachments/{one.id}/{one.name}"
    shape: Json = {"id": str(one.id), "filename": one.name, "size": len(one.data), "url": url, "proxy_url": url}
    return shape | ({"description": one.description} if one.description is not None else {})


def message(world: World, one: Message, reader: User | None = None, *, resolve: bool = True) -> Json:
    """Return a message as the reader gets it: `me` of its reactions, and the message that it answers."""
    shape: Json = {
        "id": str(one.id),
        "channel_id": str(one.channel.id),
        "type": one.type,
        "author": user(one.author),
        "content": one.content,
        "timestamp": moment(one.at),
        "edited_timestamp": moment(one.edited),
        "tts": False,
        "mention_everyone": one.mention_everyone,
        "mentions": [user(world.users[number]) for number in one.mentions],
        "mention_roles": [str(number) for number in one.mention_roles],
        "attachments": [attachment(file, world.cdn) for file in one.attachments],
        "embeds": one.embeds,
        "components": one.components,
        "pinned": one.pinned is not None,
        "flags": one.flags,
    }
    if one.reactions:
        shape["reactions"] = [_reaction(mark, users, reader) for mark, users in one.reactions.items() if users]
    if one.webhook is not None:
        shape |= {"webhook_id": str(one.webhook), "application_id": str(one.webhook)}
    if one.reference is not None:
        place: Json = {"type": 0, "message_id": str(one.reference), "channel_id": str(one.channel.id)}
        if one.channel.guild is not None:
            place["guild_id"] = str(one.channel.guild.id)
        shape["message_reference"] = place
        if resolve:
            answered = one.channel.messages.get(one.reference)
            shape["referenced_message"] = answered and message(world, answered, reader, resolve=False)
    return shape


def _reaction(mark: str, users: list[int], reader: User | None) -> Json:
    return {
        "emoji": {"id": None, "name": mark},
        "count": len(users),
        "count_details": {"normal": len(users), "burst": 0},
        "me": reader is not None and reader.id in users,
        "me_burst": False,
        "burst_colors": [],
    }


def message_event(world: World, one: Message, reader: User | None = None) -> Json:
    """Return a message as the gateway tells of it."""
    shape = message(world, one, reader)
    guild = one.channel.guild
    if guild is not None:
        shape["guild_id"] = str(guild.id)
        if one.author.id in guild.members and one.webhook is None:
            shape["member"] = member(guild.members[one.author.id], with_user=False)
    return shape


def guild(world: World, one: Guild, reader: User) -> Json:
    """Return a guild as a bot gets it that does not ask for its members: with itself alone."""
    channels = [place for place in world.channels_of(one) if rights(reader, place).view_channel]
    return {
        "id": str(one.id),
        "name": one.name,
        "owner_id": str(one.owner.id),
        "icon": None,
        "features": [],
        "emojis": [],
        "stickers": [],
        "roles": [role(each, at) for at, each in enumerate(one.roles.values())],
        "member_count": len(one.members),
        "large": False,
        "unavailable": False,
        "joined_at": moment(one.members[reader.id].joined),
        "members": [member(one.members[reader.id])],
        "channels": [channel(place) for place in channels if place.thread is None],
        # Archived threads are not told of.
        "threads": [channel(place) for place in channels if place.thread is not None and not place.thread.archived],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
        "preferred_locale": "de",
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "system_channel_flags": 0,
    }


def application(one: Application) -> Json:
    return {
        "id": str(one.id),
        "name": one.user.name,
        "icon": None,
        "description": "",
        "summary": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        # GATEWAY_MESSAGE_CONTENT_LIMITED
        "flags": 1 << 19 if one.reads else 0,
        "owner": user(one.user),
        "team": None,
        "bot": user(one.user),
    }
