"""The tables that battles of every system share."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "battles",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("system", sa.Text(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("config", sa.Text(), nullable=False),
        sa.Column("salt", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("posts", sa.Integer(), nullable=False),
        sa.Column("moment", sa.Text(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_battles"),
        sa.UniqueConstraint("key", name="uq_battles_key"),
    )
    op.create_table(
        "events",
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("schema_version", sa.Integer(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battles.id"], name="fk_events_battle_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("battle_id", "seq", name="pk_events"),
    )
    op.create_table(
        "posts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("commands", sa.Text(), nullable=False),
        sa.Column("rolls", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("posted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battles.id"], name="fk_posts_battle_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_posts"),
        sa.UniqueConstraint("message_id", "revision", name="uq_posts_message_id_revision"),
    )
    op.create_index("ix_posts_battle_id_number", "posts", ["battle_id", "number"], unique=False)

    op.create_table(
        "seals",
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("first_post", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battles.id"], name="fk_seals_battle_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("battle_id", "first_post", name="pk_seals"),
    )
    op.create_table(
        "seats",
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("taken_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battles.id"], name="fk_seats_battle_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("battle_id", "seat", "person", name="pk_seats"),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("post_id", sa.Integer(), nullable=True),
        sa.Column("person", sa.Text(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("nonce", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("claimed_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("sent_as", sa.Text(), nullable=True),
        sa.Column("dead_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("fault", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["battle_id"], ["battles.id"], name="fk_outbox_battle_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["post_id"], ["posts.id"], name="fk_outbox_post_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sa.UniqueConstraint("nonce", name="uq_outbox_nonce"),
    )
    op.create_index(
        "ix_outbox_open",
        "outbox",
        ["battle_id", "id"],
        unique=False,
        sqlite_where=sa.text("sent_at IS NULL AND dead_at IS NULL"),
        postgresql_where=sa.text("sent_at IS NULL AND dead_at IS NULL"),
    )


def downgrade() -> None:
    op.drop_index("ix_outbox_open", "outbox")
    op.drop_table("outbox")
    op.drop_table("seats")
    op.drop_table("seals")
    op.drop_index("ix_posts_battle_id_number", "posts")

    op.drop_table("posts")
    op.drop_table("events")
    op.drop_table("battles")
