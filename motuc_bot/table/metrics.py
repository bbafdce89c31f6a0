"""The numbers for Prometheus: counted as posts come in, or read from the database when somebody asks."""

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from motuc_bot.referee.desk import Desk
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.store.health import count_battles, outbox_numbers

# In seconds: a post takes some milliseconds, one that waits for the database some seconds.
_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
OUTCOMES = ("accepted", "refused", "repeated")


class Metrics:
    """The numbers of one process; the posts are those of its own desk."""

    def __init__(self, desk: Desk) -> None:
        self._registry = CollectorRegistry()
        self._posts = Counter("motuc_posts", "Posts by what came of them", ["outcome"], registry=self._registry)
        self._seconds = Histogram(
            "motuc_post_seconds",
            "How long a post took to be judged and kept",
            buckets=_BUCKETS,
            registry=self._registry,
        )
        for outcome in OUTCOMES:
            self._posts.labels(outcome)
        ProcessCollector(registry=self._registry)
        self._registry.register(_Kept(desk))
        desk.watch = self._watch

    def text(self) -> bytes:
        """Return the numbers of now, in Prometheus' own form."""
        return generate_latest(self._registry)

    def _watch(self, outcome: str, seconds: float) -> None:
        self._posts.labels(outcome).inc()
        self._seconds.observe(seconds)


class _Kept(Collector):
    """What the database tells; without it the other numbers are told all the same."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def describe(self) -> Iterator[Metric]:
        """Give no names: else the registry would ask the database for them at once."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        """Yield the numbers of now."""
        try:
            with self._desk.store.reading() as connection:
                numbers = outbox_numbers(connection, self._desk.now())
                running, over = count_battles(connection)
        except DatabaseFault:
            yield GaugeMetricFamily("motuc_database_up", "Whether the database answers", 0)
            return
        yield GaugeMetricFamily("motuc_database_up", "Whether the database answers", 1)
        battles = GaugeMetricFamily("motuc_battles", "Battles that go on, and that are over", labels=["state"])
        battles.add_metric(["open"], running)
        battles.add_metric(["over"], over)
        yield battles
        outbox = GaugeMetricFamily("motuc_outbox", "Answers on their way out, by what they wait for", labels=["state"])
        for state in ("due", "overdue", "held", "dead", "lapsed"):
            outbox.add_metric([state], getattr(numbers, state))
        yield outbox
