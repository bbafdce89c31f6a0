"""The statements of every post, compiled once: SQLAlchemy's way to a statement takes longer than the statement."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, CursorResult, Executable
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.compiler import SQLCompiler

Processor = Callable[[Any], Any]


class Prepared:
    """A statement of which each value is a named parameter; `build` makes it for the dialect of that name.

    The rows that it returns are as the driver gives them: numbers and text only.
    """

    def __init__(self, build: Callable[[str], Executable]) -> None:
        self._build = build
        self._compiled: dict[str, _Compiled] = {}

    def run(self, connection: Connection, values: Mapping[str, Any]) -> CursorResult[Any]:
        """Run the statement with these values."""
        compiled = self._for(connection.dialect)
        return connection.exec_driver_sql(compiled.text, compiled.parameters(values))

    def run_many(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
        """Run the statement with each of these rows of values."""
        compiled = self._for(connection.dialect)
        connection.exec_driver_sql(compiled.text, [compiled.parameters(row) for row in rows])

    def _for(self, dialect: Dialect) -> "_Compiled":
        found = self._compiled.get(dialect.name)
        if found is None:
            found = self._compiled[dialect.name] = _Compiled(self._build(dialect.name), dialect)
        return found


class _Compiled:
    """The statement in the words of one dialect."""

    def __init__(self, statement: Executable, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)  # type: ignore[attr-defined]
        assert isinstance(compiled, SQLCompiler)
        self.text = compiled.string
        # The places in their order, where the driver knows no names.
        names = compiled.positiontup if compiled.positional else list(compiled.binds)
        assert names is not None
        self._positional = compiled.positional
        self._values: list[tuple[str, Processor | None]] = [
            (name, compiled.binds[name].type.dialect_impl(dialect).bind_processor(dialect)) for name in names
        ]

    def parameters(self, values: Mapping[str, Any]) -> Any:
        """Return the values as the driver wants them."""
        if self._positional:
            return tuple([process(values[name]) if process else values[name] for name, process in self._values])
        return {name: process(values[name]) if process else values[name] for name, process in self._values}
