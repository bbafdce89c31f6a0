"""The page of a battle: the thread, the board, the figures, what to do; and the box for posts."""

import secrets
from datetime import UTC, datetime
from urllib.parse import quote

from aiohttp import web

from motuc_bot.referee.post import NewPost, post
from motuc_bot.referee.preview_post import preview_post
from motuc_bot.referee.record import Message
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.table.hall import HALL, work
from motuc_bot.table.page import page
from motuc_bot.table.shown import shown
from motuc_bot.table.visitors import visitor

ROUTES = web.RouteTableDef()


@ROUTES.get(r"/schlacht/{battle:\d{1,9}}")
async def show(request: web.Request) -> web.Response:
    """The whole page."""
    return await battle_page(request, number_of(request))


@ROUTES.get(r"/schlacht/{battle:\d{1,9}}/stand")
async def show_stand(request: web.Request) -> web.Response:
    """What changes when there is news: thread, board, figures and choices, without the page around them."""
    return await battle_page(request, number_of(request), template="_battle.html")


@ROUTES.post(r"/schlacht/{battle:\d{1,9}}/beitrag")
async def write(request: web.Request) -> web.StreamResponse:
    """A post from the box; a refused one comes back into the box with what is wrong."""
    battle, form, hall = number_of(request), await request.post(), request.app[HALL]
    who = visitor(request, battle)
    if who.person is None:
        raise NotAllowed("Hier schreiben nur, die einen Platz haben.")
    text, writer = str(form.get("text", "")), str(form.get("als", "")) or None
    if not text.strip():
        return await battle_page(request, battle, writer=writer)
    private = form.get("privat") == "1"
    # The box names each post: sent twice by a shaky line, it counts once.
    message = Message(f"tisch:{str(form.get('nonce', ''))[:80] or new_nonce()}", datetime.now(UTC))
    new = NewPost(battle, who.person, text.replace("\r\n", "\n"), message, writer, private)
    answer = await work(post, hall.desk, new)
    hall.tell(battle)
    if answer.accepted:
        raise web.HTTPSeeOther(f"/schlacht/{battle}?als={_quoted(writer)}#neu")
    return await battle_page(
        request, battle, writer=writer, draft=text, private=private, lines=answer.lines, status=422
    )


@ROUTES.post(r"/schlacht/{battle:\d{1,9}}/entwurf")
async def add_to_draft(request: web.Request) -> web.Response:
    """A button of a choice, where no script runs: its line is added to the draft, nothing counts yet."""
    form = await request.post()
    lines = [str(form.get(part, "")).replace("\r\n", "\n").rstrip("\n") for part in ("text", "dazu")]
    return await battle_page(
        request,
        number_of(request),
        writer=str(form.get("als", "")) or None,
        draft="\n".join(line for line in lines if line),
        private=form.get("privat") == "1",
    )


@ROUTES.post(r"/schlacht/{battle:\d{1,9}}/vorschau")
async def show_preview(request: web.Request) -> web.Response:
    """What the referee would understand of the text in the box."""
    battle, form = number_of(request), await request.post()
    who = visitor(request, battle)
    if who.person is None:
        raise NotAllowed("Hier schreiben nur, die einen Platz haben.")
    seen = await work(
        preview_post,
        request.app[HALL].desk,
        battle,
        who.person,
        str(form.get("text", "")).replace("\r\n", "\n"),
        seat=str(form.get("als", "")) or None,
        private=form.get("privat") == "1",
    )
    return page(request, "_preview.html", preview=seen)


async def battle_page(
    request: web.Request,
    battle: int,
    *,
    template: str = "battle.html",
    writer: str | None = None,
    draft: str = "",
    private: bool = False,
    lines: tuple[str, ...] = (),
    status: int = 200,
) -> web.Response:
    """Return the page of a battle; `lines` tell what is wrong with the draft in the box."""
    who = visitor(request, battle)
    before = request.query.get("vor", "")
    seen = await work(
        shown,
        request.app[HALL].desk,
        battle,
        who,
        writer or request.query.get("als"),
        int(before) if before.isdecimal() and len(before) < 10 else None,
    )
    return page(
        request,
        template,
        status=status,
        shown=seen,
        battle=seen.battle,
        who=who,
        nonce=new_nonce(),
        draft=draft or request.query.get("text", "")[:4000],
        private=private,
        lines=lines,
    )


def number_of(request: web.Request) -> int:
    """Return the number of the battle in the address."""
    return int(request.match_info["battle"])


def new_nonce() -> str:
    """Return a name for the next post of this box."""
    return secrets.token_hex(12)


def _quoted(text: str | None) -> str:
    return quote(text or "", safe="")
