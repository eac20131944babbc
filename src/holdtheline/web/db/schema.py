"""The tables of the database: games, campaigns and courses, and the keys that open them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

CONSTRAINT_NAMES = {
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "ix": "ix_%(table_name)s_%(column_0_name)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
}
"""Naming scheme for constraints, so that a later migration can refer to the one it changes."""

metadata = sa.MetaData(naming_convention=CONSTRAINT_NAMES)


class UtcDateTime(sa.TypeDecorator[datetime]):
    """A time in UTC. SQLite drops the time zone, so it is added when a row is read."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Any) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def course_id_column() -> sa.Column[str]:
    course = sa.ForeignKey("courses.id", ondelete="CASCADE")
    return sa.Column("course_id", sa.Text, course, nullable=False, index=True)


games_table = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("header", sa.Text, nullable=False),
    sa.Column("written", sa.Integer, nullable=False),
    sa.Column("steps", sa.Integer, nullable=False),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("verdict", sa.Text),
    sa.Column("made", UtcDateTime, nullable=False),
    sa.Column("played", UtcDateTime, nullable=False),
    sa.CheckConstraint("kind IN ('table', 'upload')", name="kind"),
)

lines_table = sa.Table(
    "lines",
    metadata,
    sa.Column("game_id", sa.Text, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("text", sa.Text, nullable=False),
    sqlite_with_rowid=False,  # stores the lines of a game next to each other
)

keys_table = sa.Table(
    "keys",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("game_id", sa.Text, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("seats", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.CheckConstraint("kind IN ('seat', 'watch')", name="kind"),
)

campaigns_table = sa.Table(
    "campaigns",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("header", sa.Text, nullable=False),
    sa.Column("written", sa.Integer, nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("scene", sa.Text, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("made", UtcDateTime, nullable=False),
    sa.Column("played", UtcDateTime, nullable=False),
)

entries_table = sa.Table(
    "entries",
    metadata,
    sa.Column("campaign_id", sa.Text, sa.ForeignKey("campaigns.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("text", sa.Text, nullable=False),
    sqlite_with_rowid=False,
)

generals_table = sa.Table(
    "generals",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("campaign_id", sa.Text, sa.ForeignKey("campaigns.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("seats", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
)

battles_table = sa.Table(
    "sorties",
    metadata,
    sa.Column("campaign_id", sa.Text, sa.ForeignKey("campaigns.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("game_id", sa.Text, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
)
"""The game of each battle of a campaign, one for each time a battle was begun."""

courses_table = sa.Table(
    "courses",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("settings", sa.Text, nullable=False),
    sa.Column("deadline", UtcDateTime),
    sa.Column("shows", sa.Text, nullable=False),
    sa.Column("is_open", sa.Boolean, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("judged", sa.Integer, nullable=False),
    sa.Column("made", UtcDateTime, nullable=False),
    sa.CheckConstraint("shows IN ('all', 'after', 'own')", name="shows"),
)

members_table = sa.Table(
    "members",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    course_id_column(),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("digest", sa.Text, nullable=False, unique=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("called", sa.Text),
    sa.Column("made", UtcDateTime, nullable=False),
    sa.CheckConstraint("kind IN ('teacher', 'student', 'join')", name="kind"),
    sa.UniqueConstraint("course_id", "called"),
)
"""`called` is the name of a student in lower case, which makes names unique within a course."""

handins_table = sa.Table(
    "handins",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True),
    course_id_column(),
    sa.Column("member_id", sa.Text, sa.ForeignKey("members.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("file", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("content", sa.LargeBinary, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("sentence", sa.Text, nullable=False),
    sa.Column("log", sa.Text, nullable=False),
    sa.Column("made", UtcDateTime, nullable=False),
    sa.CheckConstraint("state IN ('checking', 'good', 'bad', 'suspended', 'out')", name="state"),
)

matches_table = sa.Table(
    "bouts",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("course_id", sa.Text, sa.ForeignKey("courses.id", ondelete="CASCADE"), nullable=False),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("first", sa.Text, nullable=False),
    sa.Column("second", sa.Text, nullable=False),
    sa.Column("result", sa.Text, nullable=False),
    sa.Column("logs", sa.Text, nullable=False),
    sa.Column("record", sa.LargeBinary),
    sa.Column("made", UtcDateTime, nullable=False),
    sa.UniqueConstraint("course_id", "key"),
)
"""The matches of a course, each once: the two bots in seat order, and the result."""
