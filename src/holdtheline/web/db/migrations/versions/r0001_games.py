"""Games, the lines of their records, and the keys to their seats."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("header", sa.Text, nullable=False),
        sa.Column("written", sa.Integer, nullable=False),
        sa.Column("steps", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("verdict", sa.Text),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("played", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.CheckConstraint("kind IN ('table', 'upload')", name=op.f("ck_games_kind")),
    )
    op.create_table(
        "lines",
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_lines"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_lines_game_id", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "keys",
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_keys"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_keys_game_id", ondelete="CASCADE"),
        sa.CheckConstraint("kind IN ('seat', 'watch')", name=op.f("ck_keys_kind")),
    )
    op.create_index("ix_keys_game_id", "keys", ["game_id"])
