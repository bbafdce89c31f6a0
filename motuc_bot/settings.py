"""What an operator can set, by environment variables that begin with MOTUC_ or in a file `.env`."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from platformdirs import user_data_path
from pydantic import BeforeValidator, Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict, SettingsError

PREFIX = "MOTUC_"
_FILE = "motuc-bot.db"
_ENV = ".env"
# How pydantic-settings names what it can't even parse.
_FIELD = re.compile('field "([^"]+)"')


class UnusableSettings(Exception):
    """The settings can't be used; the text is one German line that names the variable."""


def data_folder() -> Path:
    """Return the user's folder for the data of this program; it need not exist."""
    return user_data_path("motuc-bot", appauthor=False)


class Settings(BaseSettings):
    """The settings, each with its default; `.env.example` documents them. A variable that is empty is not set."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=_ENV, env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore"
    )

    database_url: str = Field(default_factory=lambda: f"sqlite:///{data_folder() / _FILE}", max_length=2000)
    discord_token: str = Field(default="", max_length=500, repr=False)
    discord_api_url: str = Field(default="", max_length=500)
    discord_gateway_url: str = Field(default="", max_length=500)
    discord_cdn_url: str = Field(default="", max_length=500)
    shard_ids: str = Field(default="", pattern=r"^\s*(\d{1,5}\s*(,\s*\d{1,5}\s*)*)?$", max_length=500)
    shard_count: int = Field(default=0, ge=0, le=10_000)
    page: bool = False
    page_host: str = Field(default="127.0.0.1", min_length=1, max_length=255)
    page_port: int = Field(default=8017, ge=1, le=65535)
    log_level: Annotated[Literal["debug", "info", "warning", "error"], BeforeValidator(str.lower)] = "info"
    log_format: Annotated[Literal["console", "json"], BeforeValidator(str.lower)] = "console"
    log_file: str = Field(default="", max_length=1000)
    health_port: int = Field(default=0, ge=0, le=65535)
    metrics_token: str = Field(default="", max_length=500, repr=False)
    retention_days: int = Field(default=0, ge=0, le=36500)


@dataclass(frozen=True, slots=True)
class Shards:
    """Those of so many shards that this program takes."""

    ids: tuple[int, ...]
    count: int


def shards_of(settings: Settings) -> Shards | None:
    """Return which shards of Discord this program takes; None: all there are. Raises: UnusableSettings."""
    ids = tuple(sorted({int(number) for number in settings.shard_ids.split(",") if number.strip()}))
    if not ids and not settings.shard_count:
        return None
    if not ids:
        raise UnusableSettings(_line("shard_ids", "zu MOTUC_SHARD_COUNT gehört, welche davon dieses Programm nimmt"))
    if ids[-1] >= settings.shard_count:
        fault = f"gezählt wird ab 0, also muss MOTUC_SHARD_COUNT mindestens {ids[-1] + 1} sein"
        raise UnusableSettings(_line("shard_ids", fault))
    return Shards(ids, settings.shard_count)


def read_settings() -> Settings:
    """Return the settings of the environment. Raises: UnusableSettings."""
    try:
        return Settings()
    except ValidationError as error:
        raise UnusableSettings(_told(error)) from None
    except SettingsError as error:
        field = _FIELD.search(str(error))
        raise UnusableSettings(_line(field.group(1) if field else "…", "das lässt sich nicht lesen")) from None
    except UnicodeDecodeError:
        raise UnusableSettings(f"{_ENV}: die Datei ist nicht in UTF-8 geschrieben") from None
    except OSError as error:
        raise UnusableSettings(f"{_ENV}: die Datei lässt sich nicht lesen ({error.strerror})") from None


def _told(error: ValidationError) -> str:
    """Return the first fault in German, with its variable; what was given may be secret and is not shown."""
    first, *others = error.errors(include_input=False, include_url=False)
    fault = _GERMAN.get(first["type"], first["msg"])
    for name, value in first.get("ctx", {}).items():
        fault = fault.replace(f"{{{name}}}", str(value).replace(" or ", " oder "))
    more = f" (und {len(others)} weitere)" if others else ""
    return _line("_".join(str(part) for part in first["loc"]), fault) + more


def _line(field: str, fault: str) -> str:
    return f"{PREFIX}{field.upper()}: {fault}; was geht, steht in .env.example"


_GERMAN = {
    "bool_parsing": "hier geht nur true oder false",
    "enum": "hier geht nur {expected}",
    "float_parsing": "das ist keine Zahl",
    "greater_than_equal": "die Zahl muss mindestens {ge} sein",
    "int_parsing": "das ist keine ganze Zahl",
    "less_than_equal": "die Zahl darf höchstens {le} sein",
    "literal_error": "hier geht nur {expected}",
    "missing": "diese Einstellung fehlt",
    "string_pattern_mismatch": "hier gehen nur Zahlen mit Komma dazwischen",
    "string_too_long": "das ist zu lang, es gehen {max_length} Zeichen",
    "string_too_short": "das ist zu kurz, es braucht {min_length} Zeichen",
}
