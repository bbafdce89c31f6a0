"""Threads are opened, archived, woken."""

from tests.loopback import refusals, shapes
from tests.loopback.refusals import Form, Json
from tests.loopback.rights import require, rights
from tests.loopback.world import Channel, Kind, Message, ThreadState, User, World

_DURATIONS = (60, 1440, 4320, 10080)
_THREAD_CREATED = 18


def check_thread(body: Json) -> None:
    """Let pass a thread with this name and duration. Raises: Refusal."""
    form = Form()
    form.text("name", body.get("name"), 1, 100)
    if body.get("auto_archive_duration", _DURATIONS[0]) not in _DURATIONS:
        form.fault("auto_archive_duration", "BASE_TYPE_CHOICES", f"Value must be one of {_DURATIONS}.")
    form.done()


def open_in_channel(world: World, user: User, parent: Channel, body: Json) -> Channel:
    """Open a public thread, which a line in the channel tells of. Raises: Refusal."""
    require(user, parent, "create_public_threads")
    check_thread(body)
    if parent.kind is not Kind.TEXT or body.get("type") != Kind.PUBLIC_THREAD:
        raise refusals.wrong_channel_type()
    thread = opened(world, user, parent, body)
    told = Message(world.snowflake(), parent, user, world.clock.now(), thread.name, type=_THREAD_CREATED)
    parent.messages[told.id] = told
    world.emit("MESSAGE_CREATE", shapes.message_event(world, told), parent)
    return thread


def opened(world: World, user: User, parent: Channel, body: Json) -> Channel:
    """Return a new thread."""
    state = ThreadState(user.id, world.clock.now(), body.get("auto_archive_duration") or 4320, members={user.id})
    thread = Channel(world.snowflake(), Kind.PUBLIC_THREAD, body["name"], parent.guild, parent, state)
    world.channels[thread.id] = thread
    told = shapes.channel(thread) | {"newly_created": True, "member": shapes.thread_member(thread, user.id)}
    world.emit("THREAD_CREATE", told, thread)
    return thread


def wake(world: World, user: User, channel: Channel) -> None:
    """Take a thread out of the archive for whoever writes there. Raises: Refusal."""
    state = channel.thread
    if state is None:
        return
    if state.locked and not rights(user, channel).manage_threads:
        raise refusals.archived() if state.archived else refusals.locked()
    if state.archived:
        set_archived(world, channel, archived=False)


def set_archived(world: World, thread: Channel, *, archived: bool, locked: bool | None = None) -> None:
    """Put a thread into the archive, as Discord does by itself after a while, or take it out."""
    assert thread.thread is not None
    thread.thread.archived = archived
    thread.thread.since = world.clock.now()
    if locked is not None:
        thread.thread.locked = locked
    world.emit("THREAD_UPDATE", shapes.channel(thread), thread)


def change(world: World, user: User, thread: Channel, body: Json) -> Channel:
    """Change a thread. Raises: Refusal."""
    state = thread.thread
    if state is None:
        raise refusals.wrong_channel_type()
    require(user, thread)
    manages = rights(user, thread).manage_threads
    # Whoever may write there may wake it; all else belongs to its owner, locks to managers.
    only_wakes = set(body) == {"archived"} and not body["archived"] and not state.locked
    if not (manages or (only_wakes and rights(user, thread).send_messages_in_threads)) and (
        state.owner != user.id or "locked" in body or state.locked
    ):
        raise refusals.missing_permissions()
    if state.archived and body.get("archived", True):
        raise refusals.archived()
    if "name" in body:
        form = Form()
        form.text("name", body["name"], 1, 100)
        form.done()
        thread.name = body["name"]
    set_archived(world, thread, archived=body.get("archived", state.archived), locked=body.get("locked"))
    return thread


def delete(world: World, user: User, channel: Channel) -> None:
    """Delete a channel or a thread. Raises: Refusal."""
    require(user, channel, "manage_channels" if channel.thread is None else "manage_threads")
    assert channel.guild is not None
    del world.channels[channel.id]
    gone: Json = {"id": str(channel.id), "guild_id": str(channel.guild.id), "type": int(channel.kind)}
    if channel.parent is not None:
        world.emit("THREAD_DELETE", gone | {"parent_id": str(channel.parent.id)}, channel)
    else:
        world.emit("CHANNEL_DELETE", shapes.channel(channel), channel)
