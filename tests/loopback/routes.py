"""The routes of Discord's REST API, version 10, that a bot in threads needs."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from tests.loopback import forums, marks, messages, refusals, shapes, threads
from tests.loopback.calls import Call
from tests.loopback.command_limits import check_commands
from tests.loopback.interactions import Interactions
from tests.loopback.refusals import Form, Json
from tests.loopback.rights import require, rights
from tests.loopback.world import Application, Guild, Kind, Message, World

Handler = Callable[["Routes", Call], Any]
_TABLE: list[tuple[str, "re.Pattern[str]", Handler, bool]] = []
# No content: status 204.
NOTHING = None


def _route(method: str, path: str, *, token: bool = True) -> Callable[[Handler], Handler]:
    pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))

    def add(handler: Handler) -> Handler:
        _TABLE.append((method, pattern, handler, token))
        return handler

    return add


@dataclass(slots=True)
class Routes:
    """Works requests; whatever it returns is the body of the answer, None for none."""

    world: World
    interactions: Interactions
    gateway_url: str = ""

    def work(self, call: Call, authorization: str | None) -> Any:
        """Do what is asked. Raises: Refusal."""
        for method, pattern, handler, token in _TABLE:
            found = pattern.fullmatch(call.path)
            if found is None or method != call.method:
                continue
            call.parts = {name: unquote(part) for name, part in found.groupdict().items()}
            if token:
                call.bot = self._bot(authorization)
            return handler(self, call)
        raise refusals.unknown_route()

    def _bot(self, authorization: str | None) -> Application:
        application = self.world.applications.get((authorization or "").removeprefix("Bot "))
        if application is None or not (authorization or "").startswith("Bot "):
            raise refusals.unauthorized()
        return application

    def shown(self, call: Call, message: Message) -> Json:
        """Return a message as the bot that asks gets it."""
        return shapes.message(self.world, message, call.bot.user if call.bot is not None else None)

    @_route("GET", "/gateway/bot")
    def gateway_bot(self, call: Call) -> Json:
        limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        # Discord recommends one for each thousand guilds.
        return {"url": self.gateway_url, "shards": 1 + len(self.world.guilds) // 1000, "session_start_limit": limit}

    @_route("GET", "/users/@me")
    def me(self, call: Call) -> Json:
        return shapes.user(call.application.user) | {"verified": True, "mfa_enabled": False, "email": None}

    @_route("GET", "/users/{user}")
    def user(self, call: Call) -> Json:
        if call.number("user") not in self.world.users:
            raise refusals.unknown_user()
        return shapes.user(self.world.users[call.number("user")])

    @_route("POST", "/users/@me/channels")
    def create_dm(self, call: Call) -> Json:
        other = self.world.users.get(int(call.form.get("recipient_id") or 0))
        if other is None or other is call.application.user:
            form = Form()
            form.fault("recipient_id", "USER_INVALID", "Invalid recipient")
            form.done()
            raise AssertionError
        return shapes.channel(self.world.private(call.application.user, other))

    @_route("GET", "/applications/@me")
    @_route("GET", "/oauth2/applications/@me")
    def application(self, call: Call) -> Json:
        return shapes.application(call.application)

    @_route("GET", "/applications/{application}/commands")
    def commands(self, call: Call) -> list[Json]:
        return self._own(call).commands

    @_route("PUT", "/applications/{application}/commands")
    def overwrite_commands(self, call: Call) -> list[Json]:
        application = self._own(call)
        check_commands(call.body)
        application.commands = [
            {
                "type": 1,
                "default_member_permissions": None,
                **one,
                "id": str(self.world.snowflake()),
                "application_id": str(application.id),
                "version": str(self.world.snowflake()),
            }
            for one in call.body
        ]
        return application.commands

    def _own(self, call: Call) -> Application:
        if call.number("application") != call.application.id:
            raise refusals.missing_access()
        return call.application

    @_route("GET", "/guilds/{guild}")
    def guild(self, call: Call) -> Json:
        return shapes.guild(self.world, self._guild(call), call.application.user)

    @_route("GET", "/guilds/{guild}/members/{user}")
    def member(self, call: Call) -> Json:
        member = self._guild(call).members.get(call.number("user"))
        if member is None:
            known = call.number("user") in self.world.users
            raise refusals.unknown_member() if known else refusals.unknown_user()
        return shapes.member(member)

    @_route("GET", "/guilds/{guild}/threads/active")
    def active_threads(self, call: Call) -> Json:
        user, places = call.application.user, self.world.channels_of(self._guild(call))
        seen = [one for one in places if one.thread is not None and rights(user, one).view_channel]
        return {
            "threads": [shapes.channel(one) for one in seen if one.thread and not one.thread.archived],
            "members": [],
        }

    def _guild(self, call: Call) -> Guild:
        guild = self.world.guilds.get(call.number("guild"))
        if guild is None:
            raise refusals.unknown_guild()
        if call.application.user.id not in guild.members:
            raise refusals.missing_access()
        return guild

    @_route("GET", "/channels/{channel}")
    def channel(self, call: Call) -> Json:
        channel = self.world.channel(call.number("channel"))
        require(call.application.user, channel)
        return shapes.channel(channel)

    @_route("PATCH", "/channels/{channel}")
    def edit_channel(self, call: Call) -> Json:
        channel = self.world.channel(call.number("channel"))
        return shapes.channel(threads.change(self.world, call.application.user, channel, call.form))

    @_route("DELETE", "/channels/{channel}")
    def delete_channel(self, call: Call) -> Json:
        channel = self.world.channel(call.number("channel"))
        threads.delete(self.world, call.application.user, channel)
        return shapes.channel(channel)

    @_route("POST", "/channels/{channel}/typing")
    def typing(self, call: Call) -> None:
        require(call.application.user, self.world.channel(call.number("channel")), "send_messages")

    @_route("POST", "/channels/{channel}/threads")
    def create_thread(self, call: Call) -> Json:
        channel, user = self.world.channel(call.number("channel")), call.application.user
        if channel.kind is Kind.FORUM:
            thread, message = forums.open_in_forum(self.world, user, channel, call.form, call.files)
            return forums.shape(self.world, thread, message, user)
        thread = threads.open_in_channel(self.world, user, channel, call.form)
        return shapes.channel(thread) | {"member": shapes.thread_member(thread, user.id)}

    @_route("PUT", "/channels/{channel}/thread-members/@me")
    def join_thread(self, call: Call) -> None:
        channel = self.world.channel(call.number("channel"))
        require(call.application.user, channel)
        if channel.thread is None:
            raise refusals.wrong_channel_type()
        channel.thread.members.add(call.application.user.id)

    @_route("POST", "/channels/{channel}/messages")
    def create_message(self, call: Call) -> Json:
        channel = self.world.channel(call.number("channel"))
        message = messages.create(self.world, call.application.user, channel, call.form, call.files)
        # Only whoever sent it is told the nonce.
        return self.shown(call, message) | ({"nonce": message.nonce} if message.nonce is not None else {})

    @_route("GET", "/channels/{channel}/messages")
    def history(self, call: Call) -> list[Json]:
        channel = self.world.channel(call.number("channel"))
        return [self.shown(call, one) for one in messages.history(call.application.user, channel, call.query)]

    # The old addresses of pins; before those of messages, of which `pins` is none.
    @_route("GET", "/channels/{channel}/pins")
    def old_pins(self, call: Call) -> list[Json]:
        return [self.shown(call, one) for one in self._pins(call)]

    @_route("GET", "/channels/{channel}/messages/pins")
    def pins(self, call: Call) -> Json:
        items = [{"pinned_at": shapes.moment(one.pinned), "message": self.shown(call, one)} for one in self._pins(call)]
        return {"items": items, "has_more": False}

    @_route("PUT", "/channels/{channel}/pins/{message}")
    @_route("PUT", "/channels/{channel}/messages/pins/{message}")
    def pin(self, call: Call) -> None:
        marks.pin(self.world, call.application.user, self._message(call))

    @_route("DELETE", "/channels/{channel}/pins/{message}")
    @_route("DELETE", "/channels/{channel}/messages/pins/{message}")
    def unpin(self, call: Call) -> None:
        marks.unpin(self.world, call.application.user, self._message(call))

    def _pins(self, call: Call) -> list[Message]:
        channel = self.world.channel(call.number("channel"))
        require(call.application.user, channel)
        return channel.pins() if rights(call.application.user, channel).read_message_history else []

    @_route("GET", "/channels/{channel}/messages/{message}")
    def message(self, call: Call) -> Json:
        found = self._message(call)
        require(call.application.user, found.channel, "read_message_history")
        return self.shown(call, found)

    @_route("PATCH", "/channels/{channel}/messages/{message}")
    def edit_message(self, call: Call) -> Json:
        user, message = call.application.user, self._message(call)
        return self.shown(call, messages.edit(self.world, user, message, call.form, call.files))

    @_route("POST", "/channels/{channel}/messages/bulk-delete")
    def delete_messages(self, call: Call) -> None:
        channel = self.world.channel(call.number("channel"))
        messages.delete_many(self.world, call.application.user, channel, call.form.get("messages"))

    @_route("DELETE", "/channels/{channel}/messages/{message}")
    def delete_message(self, call: Call) -> None:
        messages.delete(self.world, call.application.user, self._message(call))

    @_route("PUT", "/channels/{channel}/messages/{message}/reactions/{mark}/@me")
    def react(self, call: Call) -> None:
        marks.react(self.world, call.application.user, self._message(call), call.parts["mark"])

    @_route("DELETE", "/channels/{channel}/messages/{message}/reactions/{mark}/@me")
    def unreact(self, call: Call) -> None:
        marks.unreact(self.world, call.application.user, self._message(call), call.parts["mark"])

    @_route("DELETE", "/channels/{channel}/messages/{message}/reactions/{mark}/{user}")
    def unreact_of(self, call: Call) -> None:
        if call.number("user") != call.application.user.id:
            raise refusals.missing_permissions()
        marks.unreact(self.world, call.application.user, self._message(call), call.parts["mark"])

    def _message(self, call: Call) -> Message:
        channel = self.world.channel(call.number("channel"))
        require(call.application.user, channel)
        return self.world.message(channel, call.number("message"))

    @_route("POST", "/interactions/{interaction}/{token}/callback", token=False)
    def callback(self, call: Call) -> Json | None:
        number, token = call.number("interaction"), call.parts["token"]
        told = self.interactions.callback(number, token, call.form, call.files)
        return told if call.query.get("with_response") in ("1", "true") else NOTHING

    @_route("POST", "/webhooks/{application}/{token}", token=False)
    def follow_up(self, call: Call) -> Json:
        made = self.interactions.interaction(call.number("application"), call.parts["token"])
        return self.shown(call, self.interactions.follow_up(made, call.form, call.files))

    @_route("GET", "/webhooks/{application}/{token}/messages/{message}", token=False)
    def answer(self, call: Call) -> Json:
        made = self.interactions.interaction(call.number("application"), call.parts["token"])
        return self.shown(call, self.interactions.find(made, call.parts["message"]))

    @_route("PATCH", "/webhooks/{application}/{token}/messages/{message}", token=False)
    def edit_answer(self, call: Call) -> Json:
        made = self.interactions.interaction(call.number("application"), call.parts["token"])
        message = self.interactions.find(made, call.parts["message"])
        return self.shown(call, self.interactions.edit(made, message, call.form, call.files))

    @_route("DELETE", "/webhooks/{application}/{token}/messages/{message}", token=False)
    def delete_answer(self, call: Call) -> None:
        made = self.interactions.interaction(call.number("application"), call.parts["token"])
        messages.remove(self.world, self.interactions.find(made, call.parts["message"]))
