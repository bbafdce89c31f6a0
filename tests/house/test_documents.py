"""The project stands alone, and its documents speak of what is there."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = {".git", ".venv", "build", "dist", "node_modules", "mutants"}

# The patterns are put together from pieces, so that this file may be searched like any other.
FOREIGN = {
    "a folder next to the project": re.compile(re.escape(".." + "/shared")),
    "a path of one machine": re.compile(r"(?<![\w.~/-])/(?:work|root|home|opt|Users|mnt)" + r"/\w"),
    "a package registry": re.compile(
        "|".join(["pypi" + r"\.org", "python" + r"hosted\.org", "npm" + r"js\.(?:org|com)"])
    ),
}


def tracked() -> list[Path]:
    """All files of the project, those not yet committed included."""
    if shutil.which("git") is not None:
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=False,
        )
        paths = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
        if listed.returncode == 0 and ROOT / "README.md" in paths:
            return [path for path in paths if path.is_file()]
    found: list[Path] = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in LEFT_OUT and not name.endswith(("_cache", "__pycache__"))]
        found += [Path(folder, name) for name in names]
    return found


def make_targets() -> set[str]:
    """The targets that a person calls by name."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z][a-z-]*):(?!=)", makefile, re.MULTILINE))


@pytest.mark.parametrize("kind", FOREIGN)
def test_the_project_stands_alone(kind: str):
    files = tracked()
    assert ROOT / "pyproject.toml" in files
    hits = []
    for path in files:
        text = path.read_text(encoding="utf-8", errors="replace")
        hits += [f"{path.relative_to(ROOT)}: {match.group()}" for match in FOREIGN[kind].finditer(text)]
    assert hits == []


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("a folder next to the project", "see .." + "/shared/spec"),
        ("a path of one machine", "cd /" + "work/main"),
        ("a path of one machine", "(/" + "home/anna)"),
        ("a package registry", "https://" + "pypi" + ".org/simple"),
    ],
)
def test_the_patterns_find_what_they_are_for(kind: str, text: str):
    assert FOREIGN[kind].search(text)


def test_readme_and_makefile_name_the_same_targets():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\bmake ([a-z][a-z-]*)", readme)) == make_targets() - {"help"}


@pytest.mark.parametrize("document", ["README.md", "CHANGELOG.md", "rules/README.md"])
def test_links_lead_somewhere(document: str):
    path = ROOT / document
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text(encoding="utf-8"))
    dead = [link for link in links if "://" not in link and not (path.parent / link).exists()]
    assert dead == []
