"""Campaigns, their entries, the keys of their generals, and the tables of their battles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "campaigns",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("header", sa.Text, nullable=False),
        sa.Column("written", sa.Integer, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("scene", sa.Text, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("played", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_campaigns"),
    )
    op.create_table(
        "entries",
        sa.Column("campaign_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "number", name="pk_entries"),
        of_campaign("entries"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "generals",
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("campaign_id", sa.Text, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_generals"),
        of_campaign("generals"),
    )
    op.create_index("ix_generals_campaign_id", "generals", ["campaign_id"])
    op.create_table(
        "sorties",
        sa.Column("campaign_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("game_id", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "number", name="pk_sorties"),
        of_campaign("sorties"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_sorties_game_id", ondelete="CASCADE"),
    )


def of_campaign(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_campaign_id"
    return sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=name, ondelete="CASCADE")
