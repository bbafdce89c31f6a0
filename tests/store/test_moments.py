"""Moments are aware and in UTC, whatever the database makes of them."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from motuc_bot.store.tables import Moment
from tests.referee.table import open_desk

METADATA = sa.MetaData()
MOMENTS = sa.Table("moments", METADATA, sa.Column("id", sa.Integer, primary_key=True), sa.Column("at", Moment))
KABUL = timezone(timedelta(hours=4, minutes=30))
NEVER_EARLIER, NEVER_LATER = datetime(1900, 1, 2), datetime(2500, 1, 1)


def test_what_is_stored_comes_back_in_utc(database_url: str) -> None:
    desk = open_desk(database_url)
    engine = desk.store.engine
    METADATA.create_all(engine)
    offsets = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
    moments = st.datetimes(NEVER_EARLIER, NEVER_LATER, timezones=offsets)

    @settings(max_examples=30, suppress_health_check=list(HealthCheck))
    @given(st.lists(moments, min_size=1, max_size=10))
    def come_back(given: list[datetime]) -> None:
        with engine.begin() as connection:
            connection.execute(sa.delete(MOMENTS))
            connection.execute(sa.insert(MOMENTS), [{"at": moment} for moment in given])
            stored = connection.execute(sa.select(MOMENTS.c.at).order_by(MOMENTS.c.id)).scalars().all()
            ordered = connection.execute(sa.select(MOMENTS.c.at).order_by(MOMENTS.c.at)).scalars().all()
            first = connection.execute(sa.select(sa.func.min(MOMENTS.c.at))).scalar_one()
            later = sa.select(sa.func.count()).where(MOMENTS.c.at > given[0])
            assert connection.execute(later).scalar_one() == sum(moment > given[0] for moment in given)
        assert stored == given
        assert all(moment.tzinfo is UTC for moment in stored)
        assert (ordered, first) == (sorted(given), min(given))

    come_back()
    desk.store.close()


def test_the_zone_of_the_session_does_not_matter(database_url: str) -> None:
    desk = open_desk(database_url)
    engine = desk.store.engine
    METADATA.create_all(engine)
    at = datetime(2030, 7, 1, 12, 30, 15, 123456, tzinfo=KABUL)
    with engine.begin() as connection:
        if not desk.store.is_sqlite:
            connection.execute(sa.text("SET LOCAL TIME ZONE 'Asia/Kabul'"))
        connection.execute(sa.insert(MOMENTS).values(at=at))
        found = connection.execute(sa.select(MOMENTS.c.at)).scalar_one()
    assert (found, found.tzinfo) == (at, UTC)
    desk.store.close()


def test_no_moment_stays_none(database_url: str) -> None:
    desk = open_desk(database_url)
    METADATA.create_all(desk.store.engine)
    with desk.store.engine.begin() as connection:
        connection.execute(sa.insert(MOMENTS).values(at=None))
        assert connection.execute(sa.select(MOMENTS.c.at)).scalar_one() is None
    desk.store.close()


def test_a_moment_without_a_zone_is_not_stored(database_url: str) -> None:
    desk = open_desk(database_url)
    METADATA.create_all(desk.store.engine)
    with desk.store.engine.begin() as connection:
        with pytest.raises(sa.exc.StatementError, match="a moment without a time zone"):
            connection.execute(sa.insert(MOMENTS).values(at=datetime(2030, 7, 1)))
        assert connection.execute(sa.select(sa.func.count()).select_from(MOMENTS)).scalar_one() == 0
    desk.store.close()
