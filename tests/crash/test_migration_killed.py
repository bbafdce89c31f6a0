"""The process is killed while it brings the database to a newer shape: nothing has happened then."""

import shutil
from dataclasses import replace
from pathlib import Path

import sqlalchemy as sa

import motuc_bot
from motuc_bot.store import revisions
from motuc_bot.store.engine import open_engine
from tests.crash.client import Nursery, client, dies
from tests.crash.points import Life, Point
from tests.crash.verdict import faults

# The table of the posts is made anew (on SQLite: copied and dropped), with others depending on its rows.
_STEP = '''"""A step of the future."""

import sqlalchemy as sa
from alembic import op

revision = "{new}"
down_revision = "{old}"


def upgrade() -> None:
    with op.batch_alter_table("posts", recreate="auto") as posts:
        posts.add_column(sa.Column("mood", sa.Text(), nullable=True))
        posts.alter_column("text", existing_type=sa.Text(), nullable=True)
    op.execute("UPDATE posts SET mood = 'froh'")
    op.create_table("moods", sa.Column("mood", sa.Text(), primary_key=True))
    op.execute("INSERT INTO moods VALUES ('froh')")
'''
_NEW = "9999"


def future_scripts(folder: Path) -> str:
    """Return a folder with the migrations of a later program."""
    scripts = folder / "migrations"
    shutil.copytree(Path(motuc_bot.__file__).parent / "migrations", scripts)
    step = _STEP.format(new=_NEW, old=revisions.newest())
    (scripts / "versions" / f"{_NEW}_mood.py").write_text(step)
    return str(scripts)


def shape(url: str) -> tuple[str | None, dict[str, list[str]]]:
    """Return the revision of a database and its tables with their columns."""
    engine = open_engine(url)
    with engine.connect() as connection:
        inspector = sa.inspect(connection)
        names = sorted(inspector.get_table_names())
        tables = {name: [column["name"] for column in inspector.get_columns(name)] for name in names}
        versions = connection.execute(sa.text("SELECT version_num FROM alembic_version")) if names else None
        revision = versions.scalar_one() if versions is not None else None
    engine.dispose()
    return revision, tables


def killed_in_each_step(nursery: Nursery, life: Life, every: int = 1) -> int:
    """Kill the process at each statement that changes something, then at the commit; return how often it died."""
    before = shape(life.url)
    count = 1
    while dies(nursery, replace(life, point=Point.IN_MIGRATION, count=count)):
        assert shape(life.url) == before
        count += every
    return count // every


def test_from_an_empty_database(nursery: Nursery, database_url: str, tmp_path: Path) -> None:
    life = Life(database_url, str(tmp_path / "shown.jsonl"))
    assert killed_in_each_step(nursery, life, every=3) >= 4
    assert shape(database_url)[0] == revisions.newest()
    playing = client(nursery, database_url, tmp_path, 2)
    playing.works(8)
    playing.finish()
    assert faults(playing) == []


def test_with_battles_that_go_on_afterwards(nursery: Nursery, database_url: str, tmp_path: Path) -> None:
    playing = client(nursery, database_url, tmp_path, 2)
    playing.works(12)
    playing.life = replace(playing.life, scripts=future_scripts(tmp_path))
    assert killed_in_each_step(nursery, playing.life) >= 5
    revision, tables = shape(database_url)
    assert revision == _NEW
    assert "mood" in tables["posts"]
    playing.works(8)
    playing.finish()
    assert faults(playing) == []
