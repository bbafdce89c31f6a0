"""News of a battle, pushed to open pages."""

import asyncio
from contextlib import suppress

from aiohttp import web
from aiohttp_sse import sse_response

from motuc_bot.referee.version_of import version_of
from motuc_bot.table.battle_pages import number_of
from motuc_bot.table.hall import HALL, work

ROUTES = web.RouteTableDef()

# Other processes (the bot) write to the same battles: so often the database is asked.
POLL_SECONDS = 2.0


@ROUTES.get(r"/schlacht/{battle:\d{1,9}}/neues")
async def news(request: web.Request) -> web.StreamResponse:
    """Tell the page each time that something has come in; what it is, the page asks by itself."""
    battle, hall = number_of(request), request.app[HALL]
    told = await work(version_of, hall.desk, battle)
    waiting = hall.listen(battle)
    try:
        async with sse_response(request) as response:
            await response.send(str(told), event="stand")
            while response.is_connected():
                with suppress(TimeoutError):
                    await asyncio.wait_for(waiting.wait(), POLL_SECONDS)
                waiting.clear()
                now = await work(version_of, hall.desk, battle)
                if now != told:
                    told = now
                    await response.send(str(told), event="stand")
    finally:
        hall.forget(battle, waiting)
    return response
