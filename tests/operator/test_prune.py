"""`motuc-bot db prune`: what is long over goes, written down before if wanted; everything else stays."""

import asyncio
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from motuc_bot.app import prune_daily
from motuc_bot.cli import app
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.prune_battles import export_into, old_ones, prune_battle
from motuc_bot.referee.read_battle import list_battles
from motuc_bot.referee.refused import Refused
from motuc_bot.referee.threads import ThreadRow
from motuc_bot.store import prune
from motuc_bot.store.tables import BATTLES, METADATA, OUTBOX, POSTS
from tests.operator.operated import finished
from tests.referee.bound import bind_thread
from tests.referee.table import duel, open_desk
from tests.store.commands import fault, run


@pytest.fixture
def old(desk: Desk) -> Desk:
    """Give a desk with a battle that has long been over, one that is over, one that goes on, and a newest one."""
    finished(desk, days_ago=400)
    finished(desk, days_ago=1)
    duel(desk)
    with desk.store.writing() as connection:
        connection.execute(sa.update(BATTLES).where(BATTLES.c.id == 3).values(changed_at=long_ago(desk)))
    duel(desk)
    return desk


def long_ago(desk: Desk) -> datetime:
    return desk.now() - timedelta(days=400)


def numbers(desk: Desk) -> list[int]:
    return sorted(one.battle for one in list_battles(desk))


def test_only_what_is_long_over_goes_with_all_that_belongs_to_it(old: Desk) -> None:
    before = old.now() - timedelta(days=365)
    assert [one.battle for one in old_ones(old, before)] == [1]
    assert prune_battle(old, 1, before)
    assert numbers(old) == [2, 3, 4]
    with old.store.reading() as connection:
        for table in METADATA.sorted_tables:
            if "battle_id" in table.c:
                left = connection.execute(sa.select(table.c.battle_id).where(table.c.battle_id == 1)).all()
                assert left == [], table.name
    for battle in (2, 3, 4):
        assert not prune_battle(old, battle, before)
    assert numbers(old) == [2, 3, 4]


def test_what_still_has_something_to_send_stays(old: Desk) -> None:
    before = old.now() - timedelta(days=365)
    bind_thread(old, ThreadRow(1, 1, 1001, None, "sl"))
    assert old_ones(old, before) == ()
    with old.store.writing() as connection:
        connection.execute(sa.update(OUTBOX).values(sent_at=old.now()))
    assert [one.battle for one in old_ones(old, before)] == [1]


def test_the_newest_battle_stays_whose_number_would_be_given_again(desk: Desk) -> None:
    finished(desk, days_ago=400)
    assert old_ones(desk, desk.now()) == ()
    duel(desk)
    assert [one.battle for one in old_ones(desk, desk.now())] == [1]


def test_nothing_is_left_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "battles.db"
    desk = open_desk(f"sqlite:///{file}")
    mark = "Ein ganz besonderer Satz"
    with closing(desk.store):
        finished(desk, days_ago=400)
        with desk.store.writing() as connection:
            connection.execute(sa.update(POSTS).where(POSTS.c.id == 1).values(text=mark))
        duel(desk)
    assert mark.encode() in file.read_bytes()
    desk = open_desk(f"sqlite:///{file}")
    with closing(desk.store):
        assert prune_battle(desk, 1, desk.now())
    assert mark.encode() not in file.read_bytes()


def test_a_battle_is_written_down_before_and_can_be_proved(old: Desk, tmp_path: Path) -> None:
    file = export_into(old, 1, tmp_path)
    assert file == tmp_path / "schlacht-1.yaml"
    assert prune_battle(old, 1, old.now() - timedelta(days=365))
    assert CliRunner().invoke(app, ["verify", str(file)]).exit_code == 0
    file.rename(tmp_path / "schlacht-2.yaml")
    with pytest.raises(Refused, match="gibt es schon"):
        export_into(old, 2, tmp_path)


# --- the command -------------------------------------------------------------------------------------------------


@pytest.fixture
def url(tmp_path: Path) -> str:
    """Give a database with a battle that was over in the past, and a newer one."""
    url = f"sqlite:///{tmp_path / 'battles.db'}"
    desk = open_desk(url)
    with closing(desk.store):
        finished(desk)
        duel(desk)
        with desk.store.writing() as connection:
            values = {"changed_at": datetime.now(UTC) - timedelta(days=100)}
            connection.execute(sa.update(BATTLES).where(BATTLES.c.id == 1).values(values))
    return url


def left(url: str) -> list[int]:
    desk = open_desk(url)
    with closing(desk.store):
        return numbers(desk)


def test_with_a_file_of_each(url: str, tmp_path: Path) -> None:
    outcome = run(url, "db", "prune", "--older-than", "99", "--export-to", str(tmp_path), "--yes")
    assert outcome.status == 0
    assert f"{tmp_path / 'schlacht-1.yaml'}: geschrieben\nSchlacht 1: gelöscht\n" in outcome.out
    assert left(url) == [2]


@pytest.mark.parametrize(("said", "remaining"), [("ja\n", [2]), ("nein\n", [1, 2]), ("\n", [1, 2])])
def test_who_is_asked_may_say_no(url: str, said: str, remaining: list[int]) -> None:
    ran = CliRunner().invoke(app, ["db", "prune", "--older-than", "99"], input=said, env={"MOTUC_DATABASE_URL": url})
    assert ran.exit_code == 0
    assert "Vorher aufschreiben geht mit --export-to ORDNER." in ran.output
    assert left(url) == remaining


def test_the_setting_says_how_long(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert fault(url, "db", "prune").startswith("Ab wann? --older-than TAGE, oder MOTUC_RETENTION_DAYS")
    monkeypatch.setenv("MOTUC_RETENTION_DAYS", "101")
    assert run(url, "db", "prune").out == "Keine Schlacht ist seit 101 Tagen zu Ende.\n"
    monkeypatch.setenv("MOTUC_RETENTION_DAYS", "99")
    assert run(url, "db", "prune", "--yes").status == 0
    assert left(url) == [2]


def test_without_its_file_no_battle_goes(url: str, tmp_path: Path) -> None:
    arguments = ("db", "prune", "--older-than", "99", "--yes", "--export-to")
    assert fault(url, *arguments, str(tmp_path / "nowhere")).endswith("nowhere: diesen Ordner gibt es nicht")
    (tmp_path / "schlacht-1.yaml").write_text("meins")
    outcome = run(url, *arguments, str(tmp_path))
    assert outcome.status == 2
    assert "gibt es schon" in outcome.err
    assert (tmp_path / "schlacht-1.yaml").read_text() == "meins"
    assert left(url) == [1, 2]


def test_what_has_changed_meanwhile_stays(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prune, "delete_battle", lambda *arguments: False)
    outcome = run(url, "db", "prune", "--older-than", "99", "--yes")
    assert "Schlacht 1: bleibt, sie hat sich gerade geändert" in outcome.out


async def test_the_bot_deletes_each_day_what_is_kept_no_longer(old: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def a_day(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 1:
            with old.store.writing() as connection:
                connection.execute(sa.update(BATTLES).where(BATTLES.c.id == 2).values(changed_at=long_ago(old)))
            return
        raise asyncio.CancelledError

    monkeypatch.setattr(asyncio, "sleep", a_day)
    with pytest.raises(asyncio.CancelledError):
        await prune_daily(old, 365)
    # The first went at the start, the second a day later; what goes on stays, however old.
    assert numbers(old) == [3, 4]
    assert waited == [86_400, 86_400]
