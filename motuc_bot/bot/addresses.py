"""Where discord.py finds Discord: for a proxy, or a server that speaks the same."""

import yarl
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route


def point_at(*, api: str = "", gateway: str = "", cdn: str = "") -> None:
    """Let this program find Discord at other addresses; an empty one stays as it is."""
    # discord.py has no public way to do so.
    if api:
        Route.BASE = api.rstrip("/")
    if gateway:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
        DiscordWebSocket.gateway = _Fixed()  # type: ignore[assignment]
    if cdn:
        Asset.BASE = cdn.rstrip("/")


class _Fixed:
    """The address of a connection that stays the same: the one Discord names for going on would lead past a proxy."""

    def __get__(self, connection: object, owner: type[DiscordWebSocket]) -> yarl.URL:
        return owner.DEFAULT_GATEWAY

    def __set__(self, connection: object, named: yarl.URL) -> None:
        """Keep the address."""
