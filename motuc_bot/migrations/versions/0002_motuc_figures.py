"""The figures of MotUC-Battle."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "motuc_figures",
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("side", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("field", sa.Text(), nullable=True),
        sa.Column("life", sa.Integer(), nullable=False),
        sa.Column("stamina", sa.Integer(), nullable=False),
        sa.Column("agility", sa.Integer(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("defeated", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battles.id"], name="fk_motuc_figures_battle_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("battle_id", "name", name="pk_motuc_figures"),
    )


def downgrade() -> None:
    op.drop_table("motuc_figures")
