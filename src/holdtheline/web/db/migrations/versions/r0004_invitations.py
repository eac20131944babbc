"""Invitations, which are exchanged for a key once. Keys of earlier versions stay as they are."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

PLACES = {"game_id": "games", "campaign_id": "campaigns", "member_id": "members"}


def upgrade() -> None:
    op.create_table(
        "invitations",
        sa.Column("digest", sa.Text, nullable=False),
        *(sa.Column(name, sa.Text) for name in PLACES),
        sa.Column("seat", sa.Integer),
        sa.Column("claimed", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("digest", name="pk_invitations"),
        *(
            sa.ForeignKeyConstraint([name], [f"{table}.id"], name=f"fk_invitations_{name}", ondelete="CASCADE")
            for name, table in PLACES.items()
        ),
    )
    for name in PLACES:
        op.create_index(f"ix_invitations_{name}", "invitations", [name])
