"""The figures of MotUC-Battle as a table for a person with any SQL tool; always equal to the fold."""

from sqlalchemy import Boolean, Column, ForeignKey, Integer, MetaData, Table, Text

NAME = "motuc_figures"


def figures_table(metadata: MetaData) -> Table:
    """Return the table of the figures, put into the metadata; each row is one `FigureRow` of `MOTUC.figures`.

    `place` is the place in the list of figures, from 0; `field` is null until the figure stands on the board.
    """
    return Table(
        NAME,
        metadata,
        Column("battle_id", Integer, ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
        Column("name", Text, primary_key=True),
        Column("place", Integer, nullable=False),
        Column("side", Text, nullable=False),
        Column("seat", Text, nullable=False),
        Column("field", Text, nullable=True),
        Column("life", Integer, nullable=False),
        Column("stamina", Integer, nullable=False),
        Column("agility", Integer, nullable=False),
        Column("status", Text, nullable=False),
        Column("defeated", Boolean, nullable=False),
    )
