"""What Discord takes as a message."""

from typing import Any

from tests.loopback import refusals
from tests.loopback.component_limits import check_components
from tests.loopback.refusals import Form, Json
from tests.loopback.world import Flag

# Code points, as Discord's API counts them.
MOST_CONTENT, MOST_EMBEDS, MOST_FILES, MOST_NONCE = 2000, 10, 10, 25
MOST_BYTES = 10 * 1024 * 1024
_EMBED_TEXTS = {"title": 256, "description": 4096}
_MOST_FIELDS, _MOST_IN_EMBEDS = 25, 6000


def check_message(body: Json, sizes: list[int]) -> None:
    """Let pass a message with files of these sizes, new or changed. Raises: Refusal."""
    if any(size > MOST_BYTES for size in sizes):
        raise refusals.too_large()
    form = Form()
    if body.get("content") is not None:
        if isinstance(body["content"], str):
            form.text("content", body["content"].strip(), 0, MOST_CONTENT)
        else:
            form.fault("content", "STRING_TYPE_CONVERT", "Could not interpret as string.")
    if int(body.get("flags") or 0) & Flag.COMPONENTS_V2:
        form.fault("flags", "MESSAGE_FLAGS_NOT_HERE", "This server knows no components of the second kind")
    _check_nonce(form, body.get("nonce"))
    _check_embeds(form, body.get("embeds"))
    if body.get("components") is not None:
        check_components(form, body["components"])
    _check_mentions(form, body.get("allowed_mentions"))
    _check_files(form, body.get("attachments"), sizes)
    form.done()


def is_empty(body: Json, files: int) -> bool:
    """Tell whether nothing would be seen of a message."""
    return not ((body.get("content") or "").strip() or body.get("embeds") or body.get("components") or files)


def _check_nonce(form: Form, nonce: Any) -> None:
    if nonce is not None and len(str(nonce)) > MOST_NONCE:
        form.fault("nonce", "NONCE_TYPE_TOO_LONG", "Must be 25 or fewer in length.")


def _check_embeds(form: Form, embeds: Any) -> None:
    if not embeds:
        return
    form.count("embeds", embeds, 0, MOST_EMBEDS)
    total = 0
    for at, embed in enumerate(embeds):
        path = f"embeds.{at}"
        texts: list[tuple[str, Any, int]] = [(key, embed.get(key), most) for key, most in _EMBED_TEXTS.items()]
        texts.append(("footer.text", (embed.get("footer") or {}).get("text"), 2048))
        texts.append(("author.name", (embed.get("author") or {}).get("name"), 256))
        fields = embed.get("fields") or []
        form.count(f"{path}.fields", fields, 0, _MOST_FIELDS)
        for place, one in enumerate(fields):
            form.text(f"{path}.fields.{place}.name", one.get("name"), 1, 256)
            form.text(f"{path}.fields.{place}.value", one.get("value"), 1, 1024)
            total += len(one.get("name") or "") + len(one.get("value") or "")
        for name, text, most in texts:
            if text is not None:
                form.text(f"{path}.{name}", text, 0, most)
                total += len(text)
    if total > _MOST_IN_EMBEDS:
        form.fault("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")


def _check_mentions(form: Form, allowed: Any) -> None:
    if allowed is None:
        return
    parse = allowed.get("parse") or []
    for at, kind in enumerate(parse):
        if kind not in ("users", "roles", "everyone"):
            form.fault(
                f"allowed_mentions.parse.{at}",
                "BASE_TYPE_CHOICES",
                "Value must be one of {'users', 'roles', 'everyone'}.",
            )
    for kind in ("users", "roles"):
        form.count(f"allowed_mentions.{kind}", allowed.get(kind) or [], 0, 100)
        if kind in parse and allowed.get(kind):
            form.fault(
                "allowed_mentions",
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
            )


def _check_files(form: Form, attachments: Any, sizes: list[int]) -> None:
    form.count("attachments", attachments or [None] * len(sizes), 0, MOST_FILES)
    for at, one in enumerate(attachments or []):
        if one.get("description") is not None:
            form.text(f"attachments.{at}.description", one["description"], 0, 1024)
