"""Battles in threads of Discord, and what its servers have set."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "bot_threads",
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("status_message_id", sa.BigInteger(), nullable=True),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.Column("asked", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battles.id"], name="fk_bot_threads_battle_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("battle_id", name="pk_bot_threads"),
        sa.UniqueConstraint("channel_id", name="uq_bot_threads_channel_id"),
    )
    op.create_table(
        "bot_settings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("opener_role_id", sa.BigInteger(), nullable=True),
        sa.Column("most_open", sa.Integer(), nullable=False),
        sa.Column("echo", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_bot_settings"),
    )


def downgrade() -> None:
    op.drop_table("bot_settings")
    op.drop_table("bot_threads")
