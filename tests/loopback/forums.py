"""Posts in a forum: a thread whose first message has the thread's id."""

from collections.abc import Sequence

from tests.loopback import messages, refusals, shapes
from tests.loopback.message_limits import check_message, is_empty
from tests.loopback.messages import File
from tests.loopback.refusals import Form, Json
from tests.loopback.rights import require
from tests.loopback.threads import check_thread, opened
from tests.loopback.world import Channel, Message, User, World


def open_in_forum(
    world: World, user: User, forum: Channel, body: Json, files: Sequence[File] = ()
) -> tuple[Channel, Message]:
    """Open a post in a forum with its first message. Raises: Refusal."""
    require(user, forum, "send_messages", *(["attach_files"] if files else []))
    check_thread(body)
    first = body.get("message")
    if not isinstance(first, dict):
        form = Form()
        form.fault("message", "BASE_TYPE_REQUIRED", "This field is required")
        form.done()
        raise AssertionError
    check_message(first, [len(file.data) for file in files])
    if is_empty(first, len(files)):
        raise refusals.empty_message()
    if forum.tag_required and not body.get("applied_tags"):
        raise refusals.tag_required()
    thread = opened(world, user, forum, body)
    message = messages.build(world, user, thread, first, files)
    message.id = thread.id
    messages.publish(world, message)
    return thread, message


def shape(world: World, thread: Channel, message: Message, user: User) -> Json:
    """Return what whoever opened it gets."""
    return shapes.channel(thread) | {"message": shapes.message(world, message, user)}
