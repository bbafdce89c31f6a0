"""What Discord answers to a request that it refuses: a status, a code, a text, and which field is wrong."""

from typing import Any

Json = dict[str, Any]


class Refusal(Exception):
    """A request is refused; `body` is what Discord answers."""

    def __init__(self, status: int, code: int, text: str, errors: Json | None = None) -> None:
        super().__init__(f"{status} ({code}): {text}{f' {errors}' if errors else ''}")
        self.status = status
        self.code = code
        self.body: Json = {"message": text, "code": code, **({"errors": errors} if errors else {})}


def unauthorized() -> Refusal:
    return Refusal(401, 0, "401: Unauthorized")


def unknown_route() -> Refusal:
    return Refusal(404, 0, "404: Not Found")


def unknown_channel() -> Refusal:
    return Refusal(404, 10003, "Unknown Channel")


def unknown_guild() -> Refusal:
    return Refusal(404, 10004, "Unknown Guild")


def unknown_member() -> Refusal:
    return Refusal(404, 10007, "Unknown Member")


def unknown_message() -> Refusal:
    return Refusal(404, 10008, "Unknown Message")


def unknown_user() -> Refusal:
    return Refusal(404, 10013, "Unknown User")


def unknown_emoji() -> Refusal:
    return Refusal(400, 10014, "Unknown Emoji")


def unknown_webhook() -> Refusal:
    return Refusal(404, 10015, "Unknown Webhook")


def unknown_interaction() -> Refusal:
    return Refusal(404, 10062, "Unknown interaction")


def too_many_pins() -> Refusal:
    return Refusal(400, 30003, "Maximum number of pins reached (250)")


def too_many_reactions() -> Refusal:
    return Refusal(400, 30010, "Maximum number of reactions reached (20)")


def too_large() -> Refusal:
    return Refusal(413, 40005, "Request entity too large")


def already_acknowledged() -> Refusal:
    return Refusal(400, 40060, "Interaction has already been acknowledged.")


def tag_required() -> Refusal:
    return Refusal(400, 40067, "A tag is required to create a forum post in this channel")


def missing_access() -> Refusal:
    return Refusal(403, 50001, "Missing Access")


def not_the_author() -> Refusal:
    return Refusal(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> Refusal:
    return Refusal(400, 50006, "Cannot send an empty message")


def closed_to_messages() -> Refusal:
    return Refusal(403, 50007, "Cannot send messages to this user")


def missing_permissions() -> Refusal:
    return Refusal(403, 50013, "Missing Permissions")


def invalid_token() -> Refusal:
    return Refusal(401, 50027, "Invalid Webhook Token")


def system_message() -> Refusal:
    return Refusal(403, 50021, "Cannot execute action on a system message")


def wrong_channel_type() -> Refusal:
    return Refusal(400, 50024, "Cannot execute action on this channel type")


def archived() -> Refusal:
    return Refusal(400, 50083, "Thread is archived")


def locked() -> Refusal:
    return Refusal(400, 160005, "Thread is locked")


def no_history_to_reply() -> Refusal:
    return Refusal(400, 160002, "Cannot reply without permission to read message history")


class Form:
    """Collects what is wrong with the fields of a body; `done` refuses the body if anything is."""

    def __init__(self) -> None:
        self._errors: Json = {}

    def fault(self, path: str, code: str, text: str) -> None:
        """Note a fault of the field at a path such as `components.0.label`."""
        at = self._errors
        for part in path.split("."):
            at = at.setdefault(part, {})
        at.setdefault("_errors", []).append({"code": code, "message": text})

    def text(self, path: str, value: object, least: int, most: int) -> None:
        """Note it if the value is no text with a length between the two."""
        if not isinstance(value, str):
            self.fault(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif not least <= len(value) <= most:
            within = f"between {least} and {most} in length." if least else f"{most} or fewer in length."
            self.fault(path, "BASE_TYPE_BAD_LENGTH", f"Must be {within}")

    def number(self, path: str, value: object, least: int, most: int) -> None:
        """Note it if the value is no number between the two."""
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            self.fault(path, "NUMBER_TYPE_RANGE", f"int value should be between {least} and {most}.")

    def count(self, path: str, values: object, least: int, most: int) -> None:
        """Note it if there are fewer or more of them."""
        if not isinstance(values, list) or not least <= len(values) <= most:
            self.fault(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")

    def done(self) -> None:
        """Let pass what has no fault. Raises: Refusal."""
        if self._errors:
            raise Refusal(400, 50035, "Invalid Form Body", self._errors)
