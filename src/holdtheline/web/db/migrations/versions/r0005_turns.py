"""The turn of a game, for the list of games. It is unknown for games of earlier versions until their next move."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("games", sa.Column("turns", sa.Integer))
