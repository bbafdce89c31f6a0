"""Results that wait for the game master: until he posts them, nobody else sees on the page how the battle stands."""

from aiohttp import web

from motuc_bot.referee.refused import NotAllowed
from motuc_bot.referee.results import are_hidden_from
from motuc_bot.table.hall import HALL, work
from motuc_bot.table.visitors import visitor

WITH_MASTER = (
    "Die Ergebnisse liegen bei der Spielleitung. Sobald sie sie im Thread auf Discord postet, "
    "kannst du hier wieder nachsehen."
)


async def is_covered(request: web.Request, battle: int) -> bool:
    """Tell whether the visitor may not see now how the battle stands. Raises: DatabaseFault."""
    return await work(are_hidden_from, request.app[HALL].desk, battle, visitor(request, battle).person)


async def uncovered(request: web.Request, battle: int) -> None:
    """Let pass who may see how the battle stands. Raises: NotAllowed, DatabaseFault."""
    if await is_covered(request, battle):
        raise NotAllowed(WITH_MASTER)
