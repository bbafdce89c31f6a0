"""Standing orders, a game master who is replaced, results that wait for one, how far threads have been read."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "standing_orders",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("kept_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["battle_id"], ["battles.id"], name="fk_standing_orders_battle_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_standing_orders"),
    )
    op.create_index("ix_standing_orders_battle_id", "standing_orders", ["battle_id"])
    op.create_table(
        "takeovers",
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("side", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("candidate", sa.Text(), nullable=False),
        sa.Column("agreed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battles.id"], name="fk_takeovers_battle_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("battle_id", "side", name="pk_takeovers"),
    )
    op.create_table(
        "bot_private_channels",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("read_until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_bot_private_channels"),
    )
    op.add_column("bot_threads", sa.Column("read_until", sa.BigInteger(), nullable=True))
    op.add_column("outbox", sa.Column("held", sa.Boolean(), nullable=False, server_default=sa.false()))
    for name, usual in (("results_first", sa.false()), ("pictures", sa.true())):
        op.add_column("bot_settings", sa.Column(name, sa.Boolean(), nullable=False, server_default=usual))


def downgrade() -> None:
    for name in ("pictures", "results_first"):
        op.drop_column("bot_settings", name)
    op.drop_column("outbox", "held")
    op.drop_column("bot_threads", "read_until")
    op.drop_table("bot_private_channels")
    op.drop_table("takeovers")
    op.drop_table("standing_orders")
