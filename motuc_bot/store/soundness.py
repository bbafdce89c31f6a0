"""Whether a database is whole, below what battles and rules know."""

from collections.abc import Iterator

from motuc_bot.store.store import Store


def unsound(store: Store) -> Iterator[str]:
    """Yield what is wrong with an SQLite file, in German; a server sees to that by itself. Raises: DatabaseFault."""
    if not store.is_sqlite:
        return
    with store.reading() as connection:
        for (fault,) in connection.exec_driver_sql("PRAGMA integrity_check(5)"):
            if fault != "ok":
                yield f"die Datei ist beschädigt: {' '.join(fault.split())}"
        for table, row, parent, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
            yield f"in {table} gehört Zeile {row} zu nichts in {parent}"
