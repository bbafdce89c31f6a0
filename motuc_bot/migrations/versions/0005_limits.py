"""How much one person may write on a server."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("bot_settings", sa.Column("posts_a_minute", sa.Integer(), nullable=False, server_default="20"))


def downgrade() -> None:
    op.drop_column("bot_settings", "posts_a_minute")
