"""The program that is killed: `motuc-bot bot` as it is, but for what would make a start slow.

The first argument is by how many seconds its clock is ahead: what a life that has ended was just sending belongs to it
for half a minute, which is not waited for.
"""

import sys
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch

from motuc_bot import app, cli
from motuc_bot.bot.client import MotucBot
from motuc_bot.referee.desk import Desk
from motuc_bot.settings import Settings
from motuc_bot.store.upgrade import Upgraded

_open_desk, _begin = app.open_desk, MotucBot.__init__


def main(ahead: timedelta) -> None:
    """Run the program with the rest of the arguments."""

    def opened(settings: Settings) -> tuple[Desk, Upgraded]:
        desk, upgraded = _open_desk(settings)
        desk.now = lambda: datetime.now(UTC) + ahead
        return desk, upgraded

    def begun(bot: MotucBot, *args: Any, **more: Any) -> None:
        _begin(bot, *args, **more)
        # Two seconds for more guilds; here all come at once.
        bot._connection.guild_ready_timeout = 0.05

    with patch.object(app, "open_desk", opened), patch.object(MotucBot, "__init__", begun):
        cli.main()


if __name__ == "__main__":
    main(timedelta(seconds=float(sys.argv.pop(1))))
