"""Browsing the pool: figures and weapons with all their values."""

from collections.abc import Sequence

from aiohttp import web

from motuc_bot.systems.forms import PoolColumn, PoolRow
from motuc_bot.systems.registry import SIDES
from motuc_bot.table.page import page

ROUTES = web.RouteTableDef()


@ROUTES.get("/figuren")
async def figures(request: web.Request) -> web.Response:
    """All figures, sorted by the chosen column."""
    up = SIDES[0].setting_up
    return _list_page(request, "Figuren", up.figure_columns(), up.figure_rows())


@ROUTES.get("/waffen")
async def weapons(request: web.Request) -> web.Response:
    """All weapons, sorted by the chosen column."""
    up = SIDES[0].setting_up
    return _list_page(request, "Waffen", up.weapon_columns(), up.weapon_rows())


def _list_page(
    request: web.Request, title: str, columns: Sequence[PoolColumn], rows: Sequence[PoolRow]
) -> web.Response:
    tags = sorted({tag for row in rows for tag in row.tags})
    wanted = [tag for tag in request.query.getall("nur", []) if tag in tags]
    key, down = request.query.get("nach", ""), request.query.get("ab") == "1"
    column = next((column for column in columns if column.key == key), None)
    by_name = sorted(rows, key=lambda row: row.name.casefold(), reverse=down) if key == "name" else rows
    shown = [row for row in by_name if all(tag in row.tags for tag in wanted)]
    if column is not None:
        shown = _sorted(shown, column, down=down)
    return page(
        request, "pool.html", title=title, columns=columns, rows=shown, tags=tags, wanted=wanted, key=key, down=down
    )


def _sorted(rows: Sequence[PoolRow], column: PoolColumn, *, down: bool) -> list[PoolRow]:
    """Return the rows by the column; those that have no such value come last either way."""
    having = [row for row in rows if row.cells.get(column.key) not in (None, "")]
    lacking = [row for row in rows if row.cells.get(column.key) in (None, "")]
    if column.numeric:
        having.sort(key=lambda row: _number(row.cells[column.key]), reverse=down)
    else:
        having.sort(key=lambda row: str(row.cells[column.key]).casefold(), reverse=down)
    return having + lacking


def _number(cell: str | int | None) -> int:
    return cell if isinstance(cell, int) else 0
