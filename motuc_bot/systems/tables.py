"""The systems' tables of figures. Apart from the registry, so that who needs no database does not load one."""

from sqlalchemy import MetaData, Table

from motuc_bot.systems.motuc.table import figures_table


def figure_tables(metadata: MetaData) -> dict[str, Table]:
    """Return the table of each system by its key, added to the metadata; once for each metadata."""
    return {"motuc": figures_table(metadata)}
