"""`motuc-bot table` as a program: where it listens, what it prints, how it ends, and a database that goes away."""

import http.client
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from motuc_bot.app import PortTaken, serve_table
from motuc_bot.settings import Settings
from motuc_bot.table.hall import Seating
from tests.databases import PostgresServer

LONG = 60.0


class Served:
    """A running page."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.port = process, port
        self.said = ""
        self.open: list[http.client.HTTPConnection] = []

    def wait_for(self, what: str) -> re.Match[str]:
        """Return the match of what it prints, once it does."""
        assert self.process.stdout is not None
        end = time.monotonic() + LONG
        while not (match := re.search(what, self.said)):
            assert time.monotonic() < end, self.said
            if select.select([self.process.stdout], [], [], 0.2)[0]:
                # Not by lines: what lies in a buffer would wait for more.
                some = os.read(self.process.stdout.fileno(), 65536)
                assert some, self.said
                self.said += some.decode()
        return match

    def get(self, path: str) -> tuple[int, str]:
        """Return the status and the page."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONG)
        connection.request("GET", path)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    def listen(self, battle: int) -> http.client.HTTPResponse:
        """Wait for news as an open page does."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONG)
        self.open.append(connection)
        connection.request("GET", f"/schlacht/{battle}/neues")
        answer = connection.getresponse()
        assert answer.readline() == b"event: stand\r\n"
        return answer

    def interrupt(self) -> tuple[int, float, str]:
        """Press Ctrl+C and return the status, the seconds that it took, and all that was printed."""
        begin = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        out, _ = self.process.communicate(timeout=LONG)
        return self.process.returncode, time.monotonic() - begin, self.said + out


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


@contextmanager
def served(url: str, *options: str) -> Iterator[Served]:
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "motuc_bot", "table", "--port", str(port), *options],
        env={**os.environ, "MOTUC_DATABASE_URL": url},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    page = Served(process, port)
    try:
        yield page
    finally:
        for connection in page.open:
            connection.close()
        process.kill()
        process.communicate()


def test_it_ends_quietly_while_pages_are_open(tmp_path: Path) -> None:
    with served(f"sqlite:///{tmp_path / 'b.db'}", "--demo", "--seats") as page:
        secret = page.wait_for(r"http://127\.0\.0\.1:\d+/leitung/(\S+)")[1]
        page.wait_for("Strg\\+C")
        assert page.get("/schlacht/1")[0] == 200
        assert page.get(f"/leitung/{secret}")[0] == 303
        assert page.get("/platz/1/" + "geheim" * 8)[0] == 403
        open_pages = [page.listen(1) for _ in range(3)]
        status, seconds, said = page.interrupt()
        assert status == 0
        assert seconds < 5
        # No log of visits, no traceback: nothing after the start.
        assert said.endswith("Zum Beenden: Strg+C\n")
        assert said.count(secret) == 1
        assert "geheim" not in said
        for answer in open_pages:
            answer.close()
    again = Path(tmp_path / "b.db")
    assert secret.encode() not in again.read_bytes()


def test_a_taken_port_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "motuc_bot", "table", "--port", str(port)],
            env={**os.environ, "MOTUC_DATABASE_URL": f"sqlite:///{tmp_path / 'b.db'}"},
            capture_output=True,
            text=True,
            timeout=LONG,
        )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == f"127.0.0.1:{port}: hier läuft schon etwas; bitte --port mit einer anderen Zahl\n"
    # Nothing was begun.
    assert not (tmp_path / "b.db").exists()


@pytest.mark.parametrize(
    ("host", "told"),
    [("203.0.113.7", "diese Adresse hat das Gerät nicht"), ("gibtsnicht.invalid", "diesen Namen kennt das Gerät nicht"),
     ("x" * 300, "diesen Namen kennt das Gerät nicht"), ("2001:db8::7", "diese Adresse hat das Gerät nicht")],
)  # fmt: skip
def test_a_wrong_address_is_told(tmp_path: Path, host: str, told: str) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'b.db'}")
    with pytest.raises(PortTaken) as caught:
        serve_table(settings, host=host, port=8017, seating=Seating.HOT_SEAT, demo=False)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("options", "environment"),
    [(["--port", "0"], {}), (["--port", "70000"], {}), (["--port", "x"], {}), ([], {"MOTUC_DATABASE_URL": "quatsch"}),
     ([], {"MOTUC_DATABASE_URL": "sqlite:////gibt/es/nicht/b.db"})],
)  # fmt: skip
def test_what_can_not_be_used_is_told_in_a_line(options: list[str], environment: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "motuc_bot", "table", *(options or ["--port", str(free_port())])],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=LONG,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_server_that_goes_away_and_comes_back(postgres_server: PostgresServer) -> None:
    url = postgres_server.emptied()
    with served(url, "--demo") as page:
        page.wait_for("Strg\\+C")
        before = page.get("/schlacht/1")
        assert before[0] == 200
        listener = page.listen(1)
        postgres_server.go_away()
        try:
            status, text = page.get("/schlacht/1")
            assert status == 503
            assert "Die Datenbank macht Ärger" in text
            assert "Traceback" not in text
        finally:
            postgres_server.come_back()
        end = time.monotonic() + LONG
        while page.get("/schlacht/1")[0] != 200 and time.monotonic() < end:
            time.sleep(0.2)
        assert page.get("/schlacht/1")[0] == 200
        status, seconds, said = page.interrupt()
        assert (status, seconds < 5) == (0, True)
        assert "Traceback" not in said
        listener.close()
