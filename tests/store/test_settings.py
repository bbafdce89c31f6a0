"""The settings: documented, and their faults told in one German line."""

import re
from pathlib import Path
from typing import Literal

import pytest
from pydantic import Field
from pydantic_settings import SettingsConfigDict

from motuc_bot import settings as module
from motuc_bot.settings import PREFIX, Settings, Shards, UnusableSettings, read_settings, shards_of
from tests.store.commands import fault

ROOT = Path(__file__).parents[2]
EXAMPLE = (ROOT / ".env.example").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no settings of whoever runs the tests count."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MOTUC_DATABASE_URL", raising=False)


def test_every_setting_is_documented_and_nothing_else() -> None:
    documented = re.findall(r"^#? ?(MOTUC_[A-Z_]+)=", EXAMPLE, re.MULTILINE)
    assert documented == [PREFIX + name.upper() for name in Settings.model_fields]


def test_the_example_as_it_stands_sets_nothing(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(EXAMPLE, encoding="utf-8")
    settings = read_settings()
    assert settings.model_fields_set == set()
    assert settings.database_url.endswith("motuc-bot.db")


def test_the_environment_wins_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("MOTUC_DATABASE_URL=sqlite:///file.db\n", encoding="utf-8")
    assert read_settings().database_url == "sqlite:///file.db"
    monkeypatch.setenv("MOTUC_DATABASE_URL", "sqlite:///environment.db")
    assert read_settings().database_url == "sqlite:///environment.db"


class ManySettings(Settings):
    """Settings of every kind."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True)

    port: int = Field(default=8080, ge=1, le=65535)
    quiet: bool = False
    pace: float = 1.0
    mode: Literal["table", "bot"] = "table"
    token: str = Field(default="x" * 20, min_length=20)
    folders: tuple[str, ...] = ()


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("PORT", "geheim", "das ist keine ganze Zahl"),
        ("PORT", "0", "die Zahl muss mindestens 1 sein"),
        ("PORT", "70000", "die Zahl darf höchstens 65535 sein"),
        ("QUIET", "geheim", "hier geht nur true oder false"),
        ("PACE", "geheim", "das ist keine Zahl"),
        ("MODE", "geheim", "hier geht nur 'table' oder 'bot'"),
        ("TOKEN", "geheim", "das ist zu kurz, es braucht 20 Zeichen"),
        ("DATABASE_URL", "geheim" * 1000, "das ist zu lang, es gehen 2000 Zeichen"),
    ],
)
def test_what_does_not_fit_is_told_with_its_variable(
    name: str, value: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "Settings", ManySettings)
    monkeypatch.setenv(PREFIX + name, value)
    with pytest.raises(UnusableSettings) as caught:
        read_settings()
    assert str(caught.value) == f"{PREFIX}{name}: {told}; was geht, steht in .env.example"


def test_of_several_faults_the_first_is_told_and_the_others_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "Settings", ManySettings)
    monkeypatch.setenv("MOTUC_PORT", "x")
    monkeypatch.setenv("MOTUC_PACE", "x")
    with pytest.raises(UnusableSettings, match=r"^MOTUC_PORT: .* \(und 1 weitere\)$"):
        read_settings()


def test_a_list_that_is_none_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "Settings", ManySettings)
    monkeypatch.setenv("MOTUC_FOLDERS", "geheim")
    with pytest.raises(
        UnusableSettings, match=r"^MOTUC_FOLDERS: das lässt sich nicht lesen; was geht, steht in .env.example$"
    ):
        read_settings()


def test_a_file_that_is_not_in_utf8(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes("MOTUC_DATABASE_URL=sqlite:///Löwe.db".encode("latin-1"))
    assert fault(None, "db", "check") == ".env: die Datei ist nicht in UTF-8 geschrieben"


def test_a_folder_in_the_place_of_the_file_counts_as_none(tmp_path: Path) -> None:
    (tmp_path / ".env").mkdir()
    assert read_settings().model_fields_set == set()


def test_commands_tell_it_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    for command in (["db", "upgrade"], ["db", "check"], ["db", "backup", "x"], ["db", "restore", "x"], ["export", "1"]):
        line = fault("x" * 3000, *command)
        assert line == "MOTUC_DATABASE_URL: das ist zu lang, es gehen 2000 Zeichen; was geht, steht in .env.example"


@pytest.mark.parametrize(
    ("ids", "count", "shards"),
    [("", "", None), ("0", "1", Shards((0,), 1)), (" 2, 0 ,2", "4", Shards((0, 2), 4))],
)
def test_the_shards_taken(monkeypatch: pytest.MonkeyPatch, ids: str, count: str, shards: Shards | None) -> None:
    monkeypatch.setenv("MOTUC_SHARD_IDS", ids)
    monkeypatch.setenv("MOTUC_SHARD_COUNT", count)
    assert shards_of(read_settings()) == shards


@pytest.mark.parametrize(
    ("ids", "count", "told"),
    [
        ("a", "2", "hier gehen nur Zahlen mit Komma dazwischen"),
        ("0,1", "1", "gezählt wird ab 0, also muss MOTUC_SHARD_COUNT mindestens 2 sein"),
        ("3", "", "gezählt wird ab 0, also muss MOTUC_SHARD_COUNT mindestens 4 sein"),
        ("", "2", "zu MOTUC_SHARD_COUNT gehört, welche davon dieses Programm nimmt"),
    ],
)
def test_shards_that_do_not_fit(monkeypatch: pytest.MonkeyPatch, ids: str, count: str, told: str) -> None:
    monkeypatch.setenv("MOTUC_SHARD_IDS", ids)
    monkeypatch.setenv("MOTUC_SHARD_COUNT", count)
    with pytest.raises(UnusableSettings) as caught:
        shards_of(read_settings())
    assert str(caught.value) == f"MOTUC_SHARD_IDS: {told}; was geht, steht in .env.example"
