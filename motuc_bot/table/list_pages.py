"""The list of battles."""

from dataclasses import dataclass
from datetime import datetime

from aiohttp import web

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.read_battle import ListedBattle, list_battles
from motuc_bot.referee.results import where_held
from motuc_bot.systems.registry import side_of
from motuc_bot.table.hall import HALL, work
from motuc_bot.table.page import page
from motuc_bot.table.visitors import visitor

ROUTES = web.RouteTableDef()

_LONGEST_SEARCH = 100


@dataclass(frozen=True, slots=True)
class Listed:
    """A battle in the list; `said` tells in German how far it is."""

    battle: int
    name: str
    said: str
    over: bool
    changed_at: datetime


@ROUTES.get("/")
async def battles(request: web.Request) -> web.Response:
    """All battles, or those whose name has the words that were searched for."""
    search = request.query.get("suche", "")[:_LONGEST_SEARCH].strip()
    found = await work(_listed, request.app[HALL].desk, search)
    return page(request, "list.html", battles=found, search=search, who=visitor(request))


def _listed(desk: Desk, search: str) -> tuple[Listed, ...]:
    held = where_held(desk)
    words = search.casefold().split()
    found = []
    for battle in list_battles(desk):
        if all(word in battle.name.casefold() for word in words):
            covered = battle.battle in held
            said = "Ergebnisse bei der Spielleitung" if covered else _said(battle)
            found.append(Listed(battle.battle, battle.name, said, battle.over and not covered, battle.changed_at))
    return tuple(found)


def _said(battle: ListedBattle) -> str:
    side = side_of(battle.system)
    return "zu Ende" if battle.over else battle.moment if side is None else side.phase_name(battle.moment)
