"""Battles in every stage of their life, to look at: set up through the referee, as the pages would do it."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.form import Form
from motuc_bot.referee.open_battle import open_battle
from motuc_bot.referee.post import NewPost, post
from motuc_bot.referee.record import Message
from motuc_bot.referee.take_seat import take_seat
from motuc_bot.systems.registry import SIDES
from motuc_bot.table.demo import set_up_demo
from motuc_bot.table.visitors import EVERYBODY
from rules.core import GAME_MASTER, Seat

_BEGUN = datetime(2030, 1, 2, 18, 0, tzinfo=UTC)
# Forty characters, and nowhere a blank to break at.
LONG = "Donaudampfschifffahrtskapitänsmützenheld"
HOSTILE = '</p><script>alert(1)</script><b onmouseover="alert(2)">\u202eumgekehrt'
_HEROES = ("He-Man", "Teela", "Man-at-Arms", "Stratos", "Ram Man")
_VILLAINS = ("Skeletor", "Evil-Lyn", "Trap-Jaw", "Beast Man", "Tri-Klops")


def set_up_stages(desk: Desk) -> dict[str, int]:
    """Open a battle for each stage and return their numbers."""
    demo = set_up_demo(desk)
    assert demo is not None
    return {
        "reactions": demo,
        "line-up, empty": _lineup(desk),
        "line-up, some": _lineup(desk, _HEROES[:2], _VILLAINS[:3]),
        "placement": _battle(desk, "Startfelder", starts=False),
        "moves": _moves(desk),
        "paused": _battle(desk, "Pause", [(GAME_MASTER, "SL: Pause")]),
        "finished": _battle(desk, "Vorbei", [(GAME_MASTER, "SL: weiter"), (GAME_MASTER, "SL: Schlacht beenden")]),
        "vast": _vast(desk),
    }


def _message(battle: int, number: int) -> Message:
    return Message(f"{battle}-{number}", _BEGUN + timedelta(minutes=number))


def _lineup(desk: Desk, heroes: Sequence[str] = (), villains: Sequence[str] = ()) -> int:
    up = SIDES[0].setting_up
    values = up.templates()[1].values
    opened = open_battle(desk, SIDES[0].system.key, up.battle_document(values, (), ()), EVERYBODY).battle
    for number, (side, name) in enumerate([("white", one) for one in heroes] + [("black", one) for one in villains]):
        seat = Seat("Dirk" if side == "white" else "Bernd")
        order = up.enlist(_state(desk, opened), seat, name, side, ())
        take_seat(desk, Form(opened, EVERYBODY, (order,), _message(opened, number), seat))
    return opened


def _state(desk: Desk, battle: int) -> object:
    with desk.store.reading() as connection:
        return desk.view(connection, battle, EVERYBODY).battle.state


def _battle(
    desk: Desk,
    name: str,
    posts: Sequence[tuple[str, str]] = (),
    *,
    starts: bool = True,
    board: tuple[int, int] = (10, 7),
    players: tuple[str, str] = ("Bernd", "Dirk"),
    extra: Sequence[dict[str, object]] = (),
) -> int:
    columns, rows = board
    heroes = [*_HEROES, *(str(row["name"]) for row in extra if row["side"] == "good")]
    villains = [*_VILLAINS, *(str(row["name"]) for row in extra if row["side"] == "evil")]
    count = 6 if extra else 2
    teams = {
        key: [
            {"figure": figure, "player": player, **({"at": f"{column}{row + 1}"} if starts else {})}
            for row, figure in enumerate(names[-count:])
        ]
        for key, names, player, column in (
            ("black", villains, players[0], "C"),
            ("white", heroes, players[1], "F"),
        )
    }
    document: dict[str, object] = {
        "battle": {
            "name": name,
            "board": {"columns": columns, "rows": rows, "grid": "square"},
            "terrain": {"blocked": ["D3", "E6"], "raised": ["D4"]},
            "rounds": 6,
            "value": "any",
        },
        "teams": teams,
    }
    if extra:
        document["figures"] = [dict(row) for row in extra]
    opened = open_battle(desk, SIDES[0].system.key, document, EVERYBODY).battle
    for player in players:
        take_seat(desk, Form(opened, EVERYBODY, (), _message(opened, 900 + players.index(player)), player))
    for number, (seat, text) in enumerate(posts):
        post(desk, NewPost(opened, EVERYBODY, text, _message(opened, number), seat))
    return opened


def _moves(desk: Desk) -> int:
    """A battle in which everything has been said that pages must bear: faults, hostile text, many posts."""
    talk = [("Bernd", f"Beitrag {number}: der Wind dreht, und alle reden durcheinander.") for number in range(62)]
    faulty = [("Bernd", "Trap-Jaw: fliegt nach Z99"), ("Bernd", HOSTILE), ("Dirk", f"{LONG * 4}\n\nUnd Ende.")]
    return _battle(desk, "Viele Beiträge", [*talk, *faulty])


def _vast(desk: Desk) -> int:
    """Forty times forty fields, twelve figures, names without a blank."""
    row = SIDES[0].setting_up.figure_row
    extra = [
        {**row({"name": LONG, "side": "good", "weapons": ("Machtschwert",)}, ()), "side": "good"},
        {**row({"name": LONG[::-1].capitalize(), "side": "evil", "weapons": ("Havoc-Stab",)}, ()), "side": "evil"},
    ]
    players = (f"{LONG[:-4]}Otto", f"{LONG[:-4]}Anna")
    return _battle(desk, LONG + "schlacht", board=(40, 40), players=players, extra=extra)
