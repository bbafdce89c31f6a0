"""What an operator can set, by environment variables that begin with MOTUC_ or in a file `.env`."""

from pathlib import Path

from platformdirs import user_data_path
from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

_FILE = "motuc-bot.db"


def data_folder() -> Path:
    """Return the user's folder for the data of this program; it need not exist."""
    return user_data_path("motuc-bot", appauthor=False)


class Settings(BaseSettings):
    """The settings, each with its default; `.env.example` documents them."""

    model_config = SettingsConfigDict(env_prefix="MOTUC_", env_file=".env", env_file_encoding="utf-8", extra="ignore")

    database_url: str = Field(default_factory=lambda: f"sqlite:///{data_folder() / _FILE}")
