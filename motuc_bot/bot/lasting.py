"""What can be pressed for ever: discord.py forgets a view after a time, unless it is told to have none."""

from typing import Any

import discord


def lasting(*items: discord.ui.Item[Any]) -> discord.ui.View:
    """Return a view of these items, which finds them by their ids, after a restart too."""
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view
