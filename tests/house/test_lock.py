"""The lock serves every machine: it names no host and no path, and whatever it installs is hashed."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
REQUIREMENT = re.compile(r"^(?P<name>[a-z0-9][a-z0-9-]*)==(?P<version>[^ ;]+)(?P<rest>.*)$", re.MULTILINE)


def entries() -> dict[str, str]:
    """Each locked package with the text of its entry, continuation lines joined."""
    joined = LOCK.replace("\\\n", " ")
    return {match["name"]: match["rest"] for match in REQUIREMENT.finditer(joined)}


def normalised(requirement: str) -> str:
    """The package name at the beginning of a requirement, as the lock spells it."""
    match = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert match is not None, requirement
    return re.sub(r"[-_.]+", "-", match.group()).lower()


def test_names_no_host_and_no_path():
    assert "://" not in LOCK
    assert "file:" not in LOCK
    assert "@" not in LOCK
    paths = [word for word in LOCK.split() if word.startswith(("/", "./", "../", "~"))]
    assert paths == []


def test_holds_only_hashed_requirements():
    joined = LOCK.replace("\\\n", " ")
    lines = [line for line in joined.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    assert lines
    bad = [line[:60] for line in lines if not REQUIREMENT.match(line) or "--hash=sha256:" not in line]
    assert bad == []


def test_has_no_option_lines():
    assert [line for line in LOCK.splitlines() if line.startswith("-")] == []


# What Python itself had before: each stands in where it is gone.
STAND_INS = ["audioop-lts"]


def test_excludes_no_python_we_support():
    bound = [name for name, rest in entries().items() if "python_version" in rest or "python_full_version" in rest]
    assert bound == STAND_INS


def test_covers_all_that_the_project_asks_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = [
        *project["project"]["dependencies"],
        *project["project"]["optional-dependencies"]["dev"],
        *project["build-system"]["requires"],
    ]
    assert {normalised(requirement) for requirement in asked} - entries().keys() == set()
