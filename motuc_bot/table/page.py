"""Making pages from templates."""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import aiohttp_jinja2
import jinja2
from aiohttp import web
from markupsafe import Markup, escape

from motuc_bot.table import visitors
from motuc_bot.table.hall import HALL, Seating

FOLDER = Path(__file__).parent
_KINDS: Mapping[str, str | tuple[str, ...]] = {
    "result": "**",
    "fault": "❓",
    "effect": "→",
    "sum": ("gegen ", "Parade:"),
    "example": "Zum Beispiel:",
    "short": "Kurz:",
}
_DIE = re.compile(r"\bW[0-9]+ [0-9]|\bzwei W6\b|Zweiter W6|ohne Wurf")
_MARKS = re.compile(r"\*\*([^*\n]+)\*\*|`([^`\n]+)`")


def set_up_templates(app: web.Application) -> None:
    """Give the app its templates; all that is put into them is escaped."""
    environment = aiohttp_jinja2.setup(
        app,
        loader=jinja2.FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(told=told, when=when, kind_of_line=kind_of_line)


def page(request: web.Request, template: str, status: int = 200, **values: Any) -> web.Response:
    """Return a page, with what every page needs to know."""
    context: Mapping[str, Any] = {
        "token": visitors.form_token(request),
        "hot_seat": request.app[HALL].seating is Seating.HOT_SEAT,
        **values,
    }
    return aiohttp_jinja2.render_template(template, request, context, status=status)


def error_page(request: web.Request, status: int, title: str, lines: Iterable[str]) -> web.Response:
    """Return a page that tells what went wrong, or the same as JSON for who asked for that."""
    told_lines = list(lines)
    if "application/json" in request.headers.get("Accept", ""):
        return web.json_response({"title": title, "lines": told_lines}, status=status)
    return page(request, "error.html", status=status, title=title, lines=told_lines)


def kind_of_line(line: str) -> str:
    """Return what a line of the referee is: a result, a fault, what it cost, how it was reckoned, and so on."""
    for kind, begins in _KINDS.items():
        if line.startswith(begins):
            return kind
    return "sum" if _DIE.search(line) else "plain"


def told(line: str) -> Markup:
    """Return a line of the referee with its bold parts and its examples; the page has a sign of its own for faults."""
    line = line.removeprefix("❓").lstrip()
    parts: list[str] = []
    end = 0
    for mark in _MARKS.finditer(line):
        parts.append(escape(line[end : mark.start()]))
        bold, code = mark.groups()
        parts.append(Markup("<strong>{}</strong>").format(bold) if bold else Markup("<code>{}</code>").format(code))
        end = mark.end()
    parts.append(escape(line[end:]))
    return Markup("").join(parts)


def when(moment: datetime) -> Markup:
    """Return a moment as people read it; the browser may show it in its own zone."""
    utc = moment.strftime("%d.%m.%Y %H:%M")
    return Markup('<time datetime="{}">{} UTC</time>').format(moment.isoformat(timespec="seconds"), utc)
