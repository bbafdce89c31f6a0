"""Looking back: any earlier moment, the film, the file, and the proof of the dice."""

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from aiohttp import web

from motuc_bot.referee.add_salt import add_salt
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.export_battle import as_yaml, export_battle
from motuc_bot.referee.read_battle import NO_POSTS, SeenBattle, SeenPost, read_battle, read_post
from motuc_bot.referee.read_moment import read_moment
from motuc_bot.referee.refused import NotAllowed, Refused
from motuc_bot.systems.registry import known_side
from motuc_bot.table.battle_pages import number_of
from motuc_bot.table.entered import entered
from motuc_bot.table.hall import HALL, work
from motuc_bot.table.held import uncovered
from motuc_bot.table.page import page
from motuc_bot.table.shown import Stand, stand
from motuc_bot.table.visitors import Visitor, visitor
from motuc_bot.transcript.load import load
from motuc_bot.transcript.verify import Verified, verify

ROUTES = web.RouteTableDef()


@dataclass(frozen=True, slots=True)
class Past:
    """An earlier moment: after post `number` of `last`."""

    battle: SeenBattle
    stand: Stand
    number: int
    last: int
    post: SeenPost | None
    master: bool = False  # nothing can be set right in the past


@ROUTES.get(r"/schlacht/{battle:\d{1,9}}/rueckblick")
@ROUTES.get(r"/schlacht/{battle:\d{1,9}}/rueckblick/{number:\d{1,9}}")
async def look_back(request: web.Request) -> web.Response:
    """A moment of the battle, with ways to the one before and after."""
    battle = number_of(request)
    await uncovered(request, battle)
    asked = request.match_info.get("number", request.query.get("nach", ""))
    number = int(asked) if asked.isdecimal() and len(asked) < 10 else 0
    past = await work(_past, request.app[HALL].desk, battle, visitor(request, battle), number)
    return page(request, "past.html", past=past, battle=past.battle, shown=past, begun=_begun(past.battle))


@ROUTES.get(r"/schlacht/{battle:\d{1,9}}/datei")
async def download(request: web.Request) -> web.Response:
    """The battle as a file."""
    battle = number_of(request)
    await uncovered(request, battle)
    text = await work(_file, request.app[HALL].desk, battle, visitor(request, battle))
    return web.Response(
        text=text,
        content_type="application/yaml",
        headers={"Content-Disposition": f'attachment; filename="schlacht-{battle}.yaml"'},
    )


@ROUTES.get(r"/schlacht/{battle:\d{1,9}}/wuerfel")
async def dice(request: web.Request) -> web.Response:
    """The seals of the dice, the sides' words, and once all is over the proof."""
    battle = number_of(request)
    await uncovered(request, battle)
    who = visitor(request, battle)
    seen = await work(read_battle, request.app[HALL].desk, battle, who.person, excerpt=NO_POSTS)
    proof = await work(_proof, request.app[HALL].desk, battle, who) if seen.over else None
    words = [(known_side(seen.system).side_name(side), word) for side, word in seen.salt]
    return page(
        request, "dice.html", battle=seen, proof=proof, words=words, begun=_begun(seen), writers=_without_word(seen)
    )


@ROUTES.post(r"/schlacht/{battle:\d{1,9}}/wort")
async def give_word(request: web.Request) -> web.StreamResponse:
    """A side adds its word to the dice."""
    battle, sent, hall = number_of(request), await entered(request), request.app[HALL]
    who = visitor(request, battle)
    if who.person is None:
        raise NotAllowed("Ein Wort für die Würfel gibt, wer eine Figur in der Schlacht hat.")
    seat = str(sent.get("als", "")) or None
    await work(add_salt, hall.desk, battle, who.person, str(sent.get("wort", "")), seat)
    hall.tell(battle)
    raise web.HTTPSeeOther(f"/schlacht/{battle}/wuerfel")


def _without_word(seen: SeenBattle) -> tuple[str, ...]:
    """Return the visitor's seats, one for each side that has not given its word yet; none once a die has fallen."""
    given = {side for side, _ in seen.salt}
    sides: dict[str, str] = {}
    for row in known_side(seen.system).roster(seen.state):
        if row.side not in given and row.seat in seen.mine:
            sides.setdefault(row.side, row.seat)
    return () if seen.over or seen.rolled else tuple(sides.values())


def _begun(seen: SeenBattle) -> bool:
    """Tell whether the line-up is over, so that there is a file of the battle."""
    return not known_side(seen.system).in_lineup(seen.state)


def _past(desk: Desk, battle: int, who: Visitor, number: int) -> Past:
    seen = read_battle(desk, battle, who.person, excerpt=NO_POSTS)
    moment = read_moment(desk, battle, who.person, number)
    post = read_post(desk, battle, who.person, moment.number) if moment.number else None
    drawn = stand(seen.system, moment, seen.seat, title=f"{seen.name}, nach Beitrag {moment.number}")
    return Past(seen, drawn, moment.number, moment.last, post)


def _file(desk: Desk, battle: int, who: Visitor) -> str:
    return as_yaml(export_battle(desk, battle, who.person))


def _proof(desk: Desk, battle: int, who: Visitor) -> Verified:
    """Return the same proof that `motuc-bot verify` gives for the file of the battle."""
    try:
        text = _file(desk, battle, who)
    except Refused as refused:
        return Verified(False, refused.lines)
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"schlacht-{battle}.yaml"
        file.write_text(text, encoding="utf-8")
        return verify(load(file))
