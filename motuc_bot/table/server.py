"""The page as an aiohttp application."""

from pathlib import Path

from aiohttp import web

from motuc_bot import picture
from motuc_bot.table import (
    battle_pages,
    guard,
    health,
    lineup_pages,
    list_pages,
    live,
    look_back,
    pool_pages,
    seat_pages,
    setup_pages,
)
from motuc_bot.table.hall import HALL, Hall
from motuc_bot.table.page import FOLDER, set_up_templates


def make_app(hall: Hall, pace: guard.Pace | None = None, watched: health.Health | None = None) -> web.Application:
    """Return the application; nothing listens yet."""
    app = web.Application(
        middlewares=[guard.faults, guard.own_name, guard.paced(pace or guard.Pace()), guard.own_pages],
        client_max_size=guard.MOST_BYTES,
    )
    app[HALL] = hall
    app[health.HEALTH] = watched or health.Health(hall.desk)
    app.on_response_prepare.append(guard.put_headers)
    app.on_shutdown.append(_let_go)
    set_up_templates(app)
    for pages in (health, lineup_pages, list_pages, battle_pages, live, look_back, pool_pages, seat_pages, setup_pages):
        app.add_routes(pages.ROUTES)
    app.router.add_static("/static/", FOLDER / "static")
    app.router.add_get("/board.css", _board_css)
    return app


async def _let_go(app: web.Application) -> None:
    app[HALL].close()


async def _board_css(request: web.Request) -> web.FileResponse:
    del request
    return web.FileResponse(Path(picture.__file__).with_name("board.css"))
