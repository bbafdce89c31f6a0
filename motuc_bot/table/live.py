"""News of a battle, pushed to open pages."""

import asyncio
from contextlib import suppress

from aiohttp import web
from aiohttp_sse import sse_response

from motuc_bot.referee.version_of import version_of
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.table.battle_pages import number_of
from motuc_bot.table.hall import HALL, Hall, work
from motuc_bot.table.visitors import visitor

ROUTES = web.RouteTableDef()

# Other processes (the bot) write to the same battles: so often the database is asked.
POLL_SECONDS = 2.0
# So soon a browser that has lost the line comes back.
_RETRY_MILLISECONDS = 1500


@ROUTES.get(r"/schlacht/{battle:\d{1,9}}/neues")
async def news(request: web.Request) -> web.StreamResponse:
    """Tell the page each time that something has come in for its visitor; what it is, the page asks by itself."""
    battle, hall = number_of(request), request.app[HALL]
    if hall.crowded:
        raise web.HTTPServiceUnavailable(text="Gerade schauen zu viele zu: bitte später noch einmal.")
    person = visitor(request, battle).person
    # Whoever listens first misses nothing.
    waiting = hall.listen(battle)
    try:
        told = await _version(hall, battle, person)
        async with sse_response(request) as response:
            # The browser has gone: nothing is lost.
            with suppress(ConnectionError):
                await response.send(told or "", event="stand", retry=_RETRY_MILLISECONDS)
                while response.is_connected() and not hall.closing:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(waiting.wait(), POLL_SECONDS)
                    waiting.clear()
                    now = await _version(hall, battle, person)
                    if now is not None and now != told:
                        told = now
                        await response.send(told, event="stand")
    finally:
        hall.forget(battle, waiting)
    return response


async def _version(hall: Hall, battle: int, person: str | None) -> str | None:
    """Return how far the battle is for the person; None = the database is away, and is asked again soon."""
    try:
        return await work(version_of, hall.desk, battle, person)
    except DatabaseFault:
        return None
