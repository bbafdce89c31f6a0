"""`db check` finds whatever somebody has changed in the database by hand."""

import pytest

from motuc_bot.referee.check_battles import check_battles
from motuc_bot.referee.desk import Desk
from tests.referee.table import Thread, duel


def damaged(desk: Desk, statement: str) -> str:
    """Return what the check finds in the first of two battles after that; the second one is in order."""
    thread = duel(desk)
    thread.play([("eve", "Los!"), ("kalle", "Skeletor: greift He-Man an"), ("anna", "He-Man: pariert")])
    duel(desk)
    assert [faults for _, _, faults in check_battles(desk)] == [(), ()]
    with desk.store.engine.begin() as connection:
        for part in statement.split(";"):
            connection.exec_driver_sql(f"{part} {'AND' if 'WHERE' in part else 'WHERE'} battle_id = 1")
    (_, _, faults), (_, _, none) = check_battles(desk)
    assert none == ()
    assert faults
    return "\n".join(faults)


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("UPDATE motuc_figures SET life = 3", "Tabelle der Figuren"),
        ("DELETE FROM motuc_figures", "Tabelle der Figuren"),
        ("DELETE FROM events WHERE seq = 3", "ergibt keine Schlacht"),
        ("DELETE FROM events WHERE kind = 'Posted'", "Ereignisse sollen da sein"),
        ("UPDATE events SET payload = '{}' WHERE kind = 'PhaseBegan'", "lässt sich nicht lesen"),
        ("UPDATE events SET kind = 'Unfug' WHERE seq = 3", "„Unfug“ kennt dieses Programm nicht"),
        ("DELETE FROM posts WHERE number = 1", "nach Beitrag #0 kommt Beitrag #2"),
        ("DELETE FROM posts WHERE number = 3", "der letzte ist #2"),
        ("UPDATE posts SET number = 9 WHERE number = 3", "nach Beitrag #2 kommt Beitrag #9"),
        ("UPDATE posts SET commands = '[]' WHERE number = 3", "zu keinem Beitrag"),
        ("UPDATE posts SET commands = 'Unfug' WHERE number = 3", "lässt sich nicht lesen"),
        ("UPDATE posts SET rolls = '[]' WHERE number = 3", "Würfel passen nicht"),
        ("UPDATE posts SET seat = 'anna' WHERE number = 2", "#2 würde heute abgelehnt"),
        ("UPDATE seals SET seed = substr(seed, 1, 31) || substr(seed, 1, 1)", "Würfel passen nicht"),
    ],
)
def test_damage_is_found(desk: Desk, statement: str, found: str) -> None:
    if "seed" in statement:
        # All bytes of a test's seed are alike.
        other = "zeroblob(32)" if desk.store.is_sqlite else "decode(repeat('00', 32), 'hex')"
        statement = f"UPDATE seals SET seed = {other}"
    assert found in damaged(desk, statement)


def test_what_the_list_of_battles_says_is_checked(desk: Desk) -> None:
    thread = duel(desk)
    thread.play([("kalle", "Skeletor: wartet")])
    for change, found in (
        ("moment = '9 over'", "9 over"),
        ("moment = '1 white_moves', over = true", "eingetragen ist"),
        ("over = false, posts = 7", "7 Beiträge sollen da sein"),
        ("posts = 1, system = 'schach'", "schach"),
        ("system = 'motuc', rules_version = 99", "Fassung 99"),
        ('rules_version = 1, config = \'["Config", 1, "{}"]\'', "lässt sich nicht lesen"),
    ):
        with desk.store.engine.begin() as connection:
            connection.exec_driver_sql(f"UPDATE battles SET {change}")
        assert found in str(list(check_battles(desk))), change


def test_a_corrected_battle_is_in_order(desk: Desk) -> None:
    thread: Thread = duel(desk)
    thread.play([("sl", "SL: Skeletor Leben 3"), ("sl", "SL: rückgängig"), ("sl", "SL: Schlacht beenden")])
    assert list(check_battles(desk)) == [(thread.battle, "Zweikampf", ())]
