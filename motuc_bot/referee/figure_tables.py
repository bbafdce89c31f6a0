"""The tables of figures of all systems, in the metadata of the store."""

from collections.abc import Mapping

from sqlalchemy import Table

from motuc_bot.store.tables import METADATA
from motuc_bot.systems.tables import figure_tables

FIGURE_TABLES: Mapping[str, Table] = figure_tables(METADATA)
