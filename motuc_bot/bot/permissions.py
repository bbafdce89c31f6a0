"""What the bot must be allowed to do on a server, and what for."""

from dataclasses import dataclass

import discord

_INVITE = "https://discord.com/oauth2/authorize"


@dataclass(frozen=True, slots=True)
class Need:
    """A permission: `flag` is discord.py's name, `german` what Discord's settings call it, `purpose` what it is for."""

    flag: str
    german: str
    purpose: str


NEEDS = (
    Need("view_channel", "Kanäle ansehen", "damit ich den Kanal überhaupt sehe"),
    Need("send_messages", "Nachrichten senden", "für Antworten, in Foren auch für neue Threads"),
    Need("create_public_threads", "Öffentliche Threads erstellen", "für den Thread einer Schlacht"),
    Need("send_messages_in_threads", "Nachrichten in Threads senden", "für Ergebnisse und Fragen"),
    Need("manage_threads", "Threads verwalten", "um archivierte und geschlossene Threads wieder zu öffnen"),
    Need("read_message_history", "Nachrichtenverlauf anzeigen", "um nachzuholen, was geschrieben wurde"),
    Need("add_reactions", "Reaktionen hinzufügen", "für ✅ ❓ 💬 an den Beiträgen"),
    Need("attach_files", "Dateien anhängen", "für die Karte"),
    # Since 2026 it is one of its own, no part of managing messages.
    Need("pin_messages", "Nachrichten anpinnen", "damit der Stand der Schlacht oben bleibt"),
)


def needed() -> discord.Permissions:
    """Return all permissions that the bot needs."""
    return discord.Permissions(**{need.flag: True for need in NEEDS})


def missing(allowed: discord.Permissions) -> tuple[Need, ...]:
    """Return what is needed and not among the permissions."""
    return tuple(need for need in NEEDS if not allowed.administrator and not getattr(allowed, need.flag))


def invite_link(application: int | str) -> str:
    """Return the link by which somebody who manages a server invites the bot, with just these permissions."""
    scopes = "bot+applications.commands"
    return f"{_INVITE}?client_id={application}&scope={scopes}&permissions={needed().value}"
