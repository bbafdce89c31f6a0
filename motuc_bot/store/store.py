"""A database in use: one transaction for each use case, its errors in German."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock

from sqlalchemy import Connection, Engine, Table
from sqlalchemy.exc import SQLAlchemyError

from motuc_bot.store import engine as engines
from motuc_bot.store.faults import fault_of
from motuc_bot.store.opened_file import OpenedFile
from motuc_bot.store.prepared import run_at_once


@dataclass(frozen=True, slots=True)
class Store:
    """A database whose tables are there. `figures` is the table of figures of each system, by its key."""

    engine: Engine
    figures: Mapping[str, Table]
    # SQLite has one writer at a time. Who waits for this lock is served next; who waits for SQLite's may starve.
    _writer: Lock = field(default_factory=Lock)
    # Its connection: to get one takes as long as two statements.
    _kept: list[Connection] = field(default_factory=list)
    _file: OpenedFile = field(default_factory=OpenedFile)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give a transaction that is committed at the end, or leaves no trace. Raises: DatabaseFault."""
        with _translated(self.engine):
            if not self.is_sqlite:
                with self.engine.begin() as begun:
                    yield begun
                return
            with self._writer:
                self.hold_file()
                connection = self._kept.pop() if self._kept else self.engine.connect()
                try:
                    with connection.begin():
                        yield connection
                    # Whoever waited for another program may have written into what is gone.
                    self.hold_file()
                except BaseException:
                    connection.close()
                    raise
                self._kept.append(connection)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a transaction that sees one moment of the database. Raises: DatabaseFault."""
        self.hold_file()
        with _translated(self.engine), engines.reading(self.engine).begin() as begun:
            if not self.is_sqlite:
                run_at_once(begun, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield begun

    def hold_file(self) -> None:
        """Let pass a database whose file is the one that was opened; what counts is the first call.

        Raises: DatabaseFault.
        """
        if self.is_sqlite:
            self._file.hold(str(self.engine.url.database))

    @property
    def is_sqlite(self) -> bool:
        """Tell whether the database is a file of SQLite."""
        return engines.is_sqlite(self.engine)

    def close(self) -> None:
        """Let all connections go; whoever needs the database later gets new ones."""
        with self._writer:
            while self._kept:
                self._kept.pop().close()
        self.engine.dispose()
        self._file.forget()


@contextmanager
def _translated(engine: Engine) -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as error:
        raise fault_of(error, engines.place(engine)) from error


__all__ = ["Connection", "Store"]
