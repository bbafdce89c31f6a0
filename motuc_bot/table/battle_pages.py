"""The page of a battle: the thread, the board, the figures, what to do; and the box for posts."""

import secrets
from collections.abc import Mapping
from urllib.parse import quote

from aiohttp import web

from motuc_bot.referee.post import NewPost, post
from motuc_bot.referee.preview_post import preview_post
from motuc_bot.referee.refused import NotAllowed, Refused
from motuc_bot.table.entered import Entered, entered, message_in, text_in
from motuc_bot.table.hall import HALL, work
from motuc_bot.table.held import WITH_MASTER, is_covered, uncovered
from motuc_bot.table.page import page
from motuc_bot.table.shown import Asked, is_list, is_long, shown
from motuc_bot.table.visitors import visitor
from rules.core import GAME_MASTER

ROUTES = web.RouteTableDef()

MOST_CHARACTERS = 20_000
_TOO_LONG = "❓ Das ist zu lang: ein Beitrag hat höchstens 20.000 Zeichen."
_OTHER_SEAT = "❓ Du schreibst jetzt als {}: bitte sieh nach, ob „geheim“ so stimmt, und poste noch einmal."


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
    battle, form, hall = number_of(request), await entered(request), request.app[HALL]
    person, writer = _writing(request, battle, form)
    text, private = text_in(form, "text"), form.get("privat") == "1"
    if not text.strip():
        return await battle_page(request, battle, writer=writer)
    if len(text) > MOST_CHARACTERS:
        return await battle_page(
            request, battle, writer=writer, draft=text, private=private, lines=(_TOO_LONG,), status=422
        )
    if _is_of_another_seat(form):
        lines = (_OTHER_SEAT.format(writer),)
        return await battle_page(request, battle, writer=writer, draft=text, lines=lines, status=422)
    answer = await work(post, hall.desk, NewPost(battle, person, text, message_in(form), writer, private))
    hall.tell(battle)
    if answer.accepted:
        raise web.HTTPSeeOther(f"/schlacht/{battle}?als={_quoted(writer)}#neu")
    return await battle_page(
        request, battle, writer=writer, draft=text, private=private, lines=answer.lines, status=422
    )


@ROUTES.post(r"/schlacht/{battle:\d{1,9}}/entwurf")
async def add_to_draft(request: web.Request) -> web.Response:
    """A button of a choice, where no script runs: its line is added to the draft, nothing counts yet."""
    sent = await entered(request)
    form = {key: value for key, value in sent.items() if isinstance(value, str)}
    draft = form.get("text", "").replace("\r\n", "\n").rstrip("\n")
    # A button has its line with it, or names the list in which it was chosen.
    listed = form.get("aus", "")
    line = form.get("dazu") or (form.get(listed) if listed.startswith("liste-") else None) or correction(form)
    return await battle_page(
        request,
        number_of(request),
        writer=form.get("als") or None,
        figure=form.get("figur") or form.get("offen") or None,
        draft="\n".join(one for one in (draft, line.strip()) if one),
        private=None if _is_of_another_seat(sent) else form.get("privat") == "1",
    )


@ROUTES.post(r"/schlacht/{battle:\d{1,9}}/vorschau")
async def show_preview(request: web.Request) -> web.Response:
    """What the referee would understand of the text in the box."""
    battle, form = number_of(request), await entered(request)
    person, writer = _writing(request, battle, form)
    await uncovered(request, battle)
    text = text_in(form, "text")
    if len(text) > MOST_CHARACTERS:
        raise Refused((_TOO_LONG,))
    seen = await work(
        preview_post,
        request.app[HALL].desk,
        battle,
        person,
        text,
        seat=writer,
        private=form.get("privat") == "1",
    )
    return page(request, "_preview.html", preview=seen)


async def battle_page(
    request: web.Request,
    battle: int,
    *,
    template: str = "battle.html",
    writer: str | None = None,
    figure: str | None = None,
    draft: str = "",
    private: bool | None = None,
    lines: tuple[str, ...] = (),
    status: int = 200,
) -> web.Response:
    """Return the page of a battle; `lines` tell what is wrong with the draft in the box.

    `private` None = a message is private where it had better be: as long as start positions are secret.
    """
    if await is_covered(request, battle):
        # An open page keeps what it shows already, and learns why there is nothing newer.
        covered = "held.html" if template == "battle.html" else "_held.html"
        return page(request, covered, status=status, battle=battle, draft=draft, lines=lines, told_of_held=WITH_MASTER)
    who, query = visitor(request, battle), request.query
    before = query.get("vor", "")
    asked = Asked(
        writer=writer or query.get("als"),
        figure=figure or query.get("figur"),
        field=query.get("feld"),
        before=int(before) if before.isdecimal() and len(before) < 10 else None,
        draft=draft or query.get("text", "")[:4000],
    )
    seen = await work(shown, request.app[HALL].desk, battle, who, asked)
    return page(
        request,
        template,
        status=status,
        shown=seen,
        battle=seen.battle,
        who=who,
        nonce=new_nonce(),
        draft=seen.draft,
        private=seen.secret and not seen.lineup and not seen.master if private is None else private,
        lines=lines,
        is_list=is_list,
        is_long=is_long,
    )


def correction(form: Mapping[str, str]) -> str:
    """Return the line with which the game master sets a value, a field or a player right; empty if there is none."""
    what, value = form.get("k-was", ""), " ".join(form.get("k-wert", "").split())
    reason, figure = " ".join(form.get("k-grund", "").split()), form.get("k-figur", "")
    if not value or not figure:
        return ""
    setting = {"Feld": f"auf {value}", "Platz": f"spielt @{value}"}.get(what, f"{what} {value}")
    return f"{GAME_MASTER}: {figure} {setting}" + (f", {reason}" if reason else "")


def _is_of_another_seat(form: Entered) -> bool:
    """Tell whether the box for „geheim“ stands as it was for another seat: what is secret could become public."""
    before = text_in(form, "war")
    return bool(before) and before != text_in(form, "als")


def number_of(request: web.Request) -> int:
    """Return the number of the battle in the address."""
    return int(request.match_info["battle"])


def _writing(request: web.Request, battle: int, form: Entered) -> tuple[str, str]:
    """Return who writes, and as which seat; whether it is his, the referee knows. Raises: NotAllowed."""
    who, writer = visitor(request, battle), text_in(form, "als")
    if who.person is None or not writer:
        # Without a seat he would be let speak as a guest, by a link that was taken back too.
        raise NotAllowed("Hier schreiben nur, die einen Platz haben.")
    return who.person, writer


def new_nonce() -> str:
    """Return a name for the next post of this box."""
    return secrets.token_hex(12)


def _quoted(text: str | None) -> str:
    return quote(text or "", safe="")
