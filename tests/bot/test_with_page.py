"""Bot and page in one program: what comes in at one is known at the other, and Discord may be away."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import urllib.request
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from motuc_bot import app
from motuc_bot.app import PageAt, join
from motuc_bot.bot.names import person_of
from motuc_bot.cli import app as command_line
from motuc_bot.referee.post import NewPost, post
from motuc_bot.referee.record import Message
from motuc_bot.referee.sit import sit
from motuc_bot.settings import Settings
from motuc_bot.table.hall import Hall, Seating
from tests.bot.server import Server, Thread


async def _posted_elsewhere(server: Server) -> Thread:
    """Let somebody at the page let Clawful attack, and return the thread of the battle."""
    thread = await server.open()
    await thread.begin()
    master = person_of(server.person("meister").id)
    await asyncio.to_thread(sit, server.desk, thread.battle, master, "kalle", "tisch")
    message = Message("tisch:1", datetime(2031, 1, 1, tzinfo=UTC))
    new = NewPost(thread.battle, "tisch", "Clawful: greift Buzz-Off an\nfertig", message)
    answer = await asyncio.to_thread(post, server.desk, new)
    assert answer.accepted
    return thread


def _all_know(thread: Thread) -> None:
    """Check that the thread was told, the player on Discord asked, and the pinned message changed."""
    assert "Clawful greift" in thread.said()
    assert f"<@{thread.server.person('anna').id}>" in thread.questions()[-1].content
    assert "Weiß reagiert" in thread.channel.pinned_messages()[0].content


async def test_what_is_posted_on_the_page_is_answered_in_the_thread_at_once(server: Server) -> None:
    thread = await _posted_elsewhere(server)
    hall = Hall(server.desk)
    join(hall, server.bot)
    hall.tell(thread.battle)
    await asyncio.gather(*server.bot._tasks)
    _all_know(thread)


async def test_what_is_posted_on_the_page_of_another_program_is_answered_soon(server: Server) -> None:
    thread = await _posted_elsewhere(server)
    await server.bot.send_late()
    _all_know(thread)


async def test_what_is_posted_on_discord_wakes_open_pages(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    hall = Hall(server.desk)
    join(hall, server.bot)
    waiting, other = hall.listen(thread.battle), hall.listen(thread.battle + 1)
    await thread.write("kalle", "Clawful: geht nach D4")
    assert waiting.is_set()
    assert not other.is_set()


def test_while_discord_is_away_the_page_serves_and_one_key_ends_both(tmp_path: Path) -> None:
    ran = subprocess.Popen(
        [sys.executable, "-m", "motuc_bot", "bot", "--page"],
        cwd=tmp_path,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(Path.cwd()),
            "MOTUC_DATABASE_URL": f"sqlite:///{tmp_path / 'a.db'}",
            "MOTUC_DISCORD_TOKEN": "geheim",
            # Nobody listens there.
            "MOTUC_DISCORD_API_URL": "http://127.0.0.1:9/api/v10",
            "MOTUC_PAGE_PORT": str(_free_port()),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert ran.stdout is not None
    said = ""
    while "nicht zu erreichen" not in said:
        line = ran.stdout.readline()
        assert line, said
        said += line
    address = re.search(r"http://127\.0\.0\.1:\d+/", said)
    assert address is not None
    with urllib.request.urlopen(address[0], timeout=60) as answer:
        assert "Schlacht" in answer.read().decode()
    ran.send_signal(signal.SIGINT)
    rest, _ = ran.communicate(timeout=60)
    assert ran.returncode == 0
    assert "Traceback" not in said + rest
    assert "geheim" not in said + rest


@pytest.mark.parametrize(
    ("options", "variables", "page"),
    [
        ([], {}, None),
        (["--page"], {}, PageAt("127.0.0.1", 8017, Seating.HOT_SEAT)),
        ([], {"MOTUC_PAGE": "true", "MOTUC_PAGE_PORT": "81"}, PageAt("127.0.0.1", 81, Seating.HOT_SEAT)),
        (
            ["--page", "--host", "0.0.0.0", "--port", "82", "--seats", "--name", "eternia.example"],
            {"MOTUC_PAGE_PORT": "81", "MOTUC_PAGE_HOST": "::"},
            PageAt("0.0.0.0", 82, Seating.LINKS, ["eternia.example"]),
        ),
    ],
)
def test_the_page_is_where_options_or_settings_say(
    monkeypatch: pytest.MonkeyPatch, options: list[str], variables: dict[str, str], page: PageAt | None
) -> None:
    served: list[PageAt | None] = []

    def run_bot(settings: Settings, page: PageAt | None = None) -> None:
        served.append(page)

    monkeypatch.setattr(app, "run_bot", run_bot)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert CliRunner().invoke(command_line, ["bot", *options]).exit_code == 0
    assert served == [page]


def test_a_taken_port_is_one_clear_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MOTUC_DATABASE_URL", f"sqlite:///{tmp_path / 'a.db'}")
    monkeypatch.setenv("MOTUC_DISCORD_TOKEN", "geheim")
    with app._listening("127.0.0.1", 0) as taken:
        ran = CliRunner().invoke(command_line, ["bot", "--page", "--port", str(taken.getsockname()[1])])
    assert ran.exit_code == 2
    assert "hier läuft schon etwas" in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


def _free_port() -> int:
    with app._listening("127.0.0.1", 0) as listening:
        return int(listening.getsockname()[1])
