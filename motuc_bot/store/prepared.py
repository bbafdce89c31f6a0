"""The statements of every post, compiled once: SQLAlchemy's way to a statement takes longer than the statement.

They go straight to the driver; what goes wrong there is told as SQLAlchemy tells it. Whoever watches the statements of
an engine by SQLAlchemy's events sees these too: then they take the usual way.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Executable
from sqlalchemy.engine import Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler

Row = tuple[Any, ...]


class Prepared:
    """A statement of which each value is a named parameter; `build` makes it for the dialect of that name.

    The rows that it returns are as the driver gives them: numbers and text only.
    """

    def __init__(self, build: Callable[[str], Executable]) -> None:
        self._build = build
        self._compiled: dict[str, _Compiled] = {}

    def run(self, connection: Connection, values: Mapping[str, Any]) -> Sequence[Row]:
        """Run the statement with these values and return its rows. Raises: DBAPIError."""
        compiled = self._for(connection.dialect)
        return run_at_once(connection, compiled.text, compiled.parameters(values))

    def run_many(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
        """Run the statement with each of these rows of values. Raises: DBAPIError."""
        compiled = self._for(connection.dialect)
        given = [compiled.parameters(row) for row in rows]
        if _is_watched(connection):
            connection.exec_driver_sql(compiled.text, given)
            return
        driver: Any = connection.connection.driver_connection
        try:
            driver.cursor().executemany(compiled.text, given)
        except connection.dialect.loaded_dbapi.Error as error:
            raise _told(connection, error) from error

    def _for(self, dialect: Dialect) -> "_Compiled":
        found = self._compiled.get(dialect.name)
        if found is None:
            found = self._compiled[dialect.name] = _Compiled(self._build(dialect.name), dialect)
        return found


def run_at_once(connection: Connection, text: str, parameters: Any = ()) -> Sequence[Row]:
    """Run a statement in the words of the driver and return its rows, within a transaction. Raises: DBAPIError."""
    if _is_watched(connection):
        result = connection.exec_driver_sql(text, parameters)
        return [tuple(row) for row in result] if result.returns_rows else ()
    driver: Any = connection.connection.driver_connection
    try:
        cursor = driver.execute(text, parameters)
        rows: Sequence[Row] = cursor.fetchall() if cursor.description is not None else ()
    except connection.dialect.loaded_dbapi.Error as error:
        raise _told(connection, error) from error
    return rows


def _is_watched(connection: Connection) -> bool:
    """Tell whether somebody wants to be told of each statement."""
    watched = connection.engine.dispatch
    return bool(watched.before_cursor_execute or watched.after_cursor_execute)


def _told(connection: Connection, error: Exception) -> BaseException:
    """Return the error as SQLAlchemy would raise it; a connection that is broken is not used again."""
    dialect: Any = connection.dialect
    broken: bool = dialect.is_disconnect(error, connection.connection, None)
    if broken:
        connection.invalidate(error)
    # What was to be stored must not be told in a log.
    return DBAPIError.instance(
        None, None, error, dialect.loaded_dbapi.Error, True, connection_invalidated=broken, dialect=dialect
    )


class _Compiled:
    """The statement in the words of one dialect."""

    def __init__(self, statement: Executable, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)  # type: ignore[attr-defined]
        assert isinstance(compiled, SQLCompiler)
        self.text = compiled.string
        # The places in their order, where the driver knows no names.
        names = compiled.positiontup if compiled.positional else list(compiled.binds)
        assert names is not None
        self._names = tuple(names)
        self._positional = compiled.positional
        processors = (compiled.binds[name].type.dialect_impl(dialect).bind_processor(dialect) for name in names)
        self._processed = [(at, process) for at, process in enumerate(processors) if process is not None]

    def parameters(self, values: Mapping[str, Any]) -> Any:
        """Return the values as the driver wants them."""
        given = [values[name] for name in self._names]
        for at, process in self._processed:
            given[at] = process(given[at])
        return tuple(given) if self._positional else dict(zip(self._names, given, strict=True))
