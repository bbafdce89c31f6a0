"""`motuc-bot bot`: what it needs, and where it finds Discord."""

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import discord
import pytest
import yarl
from aiohttp import web
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route
from typer.testing import CliRunner

from motuc_bot.bot.addresses import point_at
from motuc_bot.bot.client import MotucBot
from motuc_bot.cli import app
from motuc_bot.settings import read_settings


def test_without_a_token_there_is_one_clear_line(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "motuc_bot", "bot"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(Path.cwd()), "MOTUC_DATABASE_URL": f"sqlite:///{tmp_path / 'a.db'}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ran.returncode == 2
    assert ran.stdout == ""
    (line,) = ran.stderr.splitlines()
    assert line.startswith("MOTUC_DISCORD_TOKEN fehlt")
    assert not (tmp_path / "a.db").exists()


@pytest.mark.parametrize(
    ("error", "told", "status"),
    [
        (discord.LoginFailure("x"), "dieses Token nimmt Discord nicht an", 2),
        # Only after this does it help to start again.
        (OSError("x"), "Discord ist nicht zu erreichen", 75),
    ],
)
def test_what_keeps_it_from_discord_is_one_clear_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, error: Exception, told: str, status: int
) -> None:
    async def fails(*args: object, **more: object) -> None:
        raise error

    monkeypatch.setattr(MotucBot, "start", fails)
    monkeypatch.setenv("MOTUC_DATABASE_URL", f"sqlite:///{tmp_path / 'a.db'}")
    monkeypatch.setenv("MOTUC_DISCORD_TOKEN", "geheim")
    ran = CliRunner().invoke(app, ["bot"])
    assert ran.exit_code == status
    assert told in ran.stderr
    assert len(ran.stderr.splitlines()) == 1
    assert "geheim" not in ran.output


def test_where_it_may_not_read_it_says_so_loudly_and_plays_without(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    began: list[bool] = []

    async def starts(bot: MotucBot, *args: object, **more: object) -> None:
        began.append(bot.intents.message_content)
        if bot.reads:
            raise discord.PrivilegedIntentsRequired(None)

    monkeypatch.setattr(MotucBot, "start", starts)
    monkeypatch.setenv("MOTUC_DATABASE_URL", f"sqlite:///{tmp_path / 'a.db'}")
    monkeypatch.setenv("MOTUC_DISCORD_TOKEN", "geheim")
    ran = CliRunner().invoke(app, ["bot"])
    assert ran.exit_code == 0
    assert began == [True, False]
    assert ran.output.count("Message Content Intent") == 1
    assert "/befehl" in ran.output


async def test_the_bot_asks_where_it_was_told_to(tmp_path: Path, aiohttp_server: Any) -> None:
    """Through the real HTTP of discord.py: a server of our own that knows no token."""
    asked: list[tuple[str, str]] = []

    async def refuse(request: web.Request) -> web.Response:
        asked.append((request.path, request.headers["Authorization"]))
        return web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)

    application = web.Application()
    application.router.add_route("*", "/{tail:.*}", refuse)
    server = await aiohttp_server(application)
    ran = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "motuc_bot",
        "bot",
        cwd=tmp_path,
        env={
            "PYTHONPATH": str(Path.cwd()),
            "MOTUC_DATABASE_URL": f"sqlite:///{tmp_path / 'a.db'}",
            "MOTUC_DISCORD_TOKEN": "sehr-geheim",
            "MOTUC_DISCORD_API_URL": str(server.make_url("/api/v10")),
        },
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, told = await asyncio.wait_for(ran.communicate(), 60)
    assert ran.returncode == 2
    assert asked == [("/api/v10/users/@me", "Bot sehr-geheim")]
    assert "MOTUC_DISCORD_TOKEN: dieses Token nimmt Discord nicht an" in told.decode()
    assert "sehr-geheim" not in (out + told).decode()


def test_discord_may_be_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    monkeypatch.setattr(Asset, "BASE", Asset.BASE)
    monkeypatch.setattr(DiscordWebSocket, "gateway", None, raising=False)
    before = Route.BASE
    point_at()
    assert before == Route.BASE
    point_at(api="http://127.0.0.1:1/api/v10/", gateway="ws://127.0.0.1:1/", cdn="http://127.0.0.1:1/cdn/")
    assert Route("GET", "/users/@me").url == "http://127.0.0.1:1/api/v10/users/@me"
    assert yarl.URL("ws://127.0.0.1:1/") == DiscordWebSocket.DEFAULT_GATEWAY
    assert Asset.BASE == "http://127.0.0.1:1/cdn"


def test_the_settings_are_read_and_documented(monkeypatch: pytest.MonkeyPatch) -> None:
    example = Path(".env.example").read_text(encoding="utf-8")
    for name in ("TOKEN", "API_URL", "GATEWAY_URL", "CDN_URL"):
        assert f"MOTUC_DISCORD_{name}=" in example
        monkeypatch.setenv(f"MOTUC_DISCORD_{name}", f"http://{name.lower()}")
    settings = read_settings()
    assert settings.discord_api_url == "http://api_url"
    assert settings.discord_token == "http://token"
    assert "http://token" not in repr(settings)
