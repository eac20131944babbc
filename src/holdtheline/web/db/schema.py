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


def required(kind: Any, *names: str) -> list[sa.Column[Any]]:
    """Return columns of this type that are never null."""
    return [sa.Column(name, kind, nullable=False) for name in names]


def reference(name: str, table: str, *, nullable: bool = False, **options: Any) -> sa.Column[str]:
    """Return a column with the id of a row; when that row is deleted, so is this one."""
    return sa.Column(name, sa.Text, sa.ForeignKey(f"{table}.id", ondelete="CASCADE"), nullable=nullable, **options)


games_table = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    *required(sa.Text, "kind", "game", "header"),
    *required(sa.Integer, "written", "steps", "turn"),
    *required(sa.Boolean, "over"),
    sa.Column("verdict", sa.Text),
    *required(UtcDateTime, "made", "played"),
    sa.Column("turns", sa.Integer),
    sa.CheckConstraint("kind IN ('table', 'upload')", name="kind"),
)

lines_table = sa.Table(
    "lines",
    metadata,
    reference("game_id", "games", primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    *required(sa.Text, "text"),
    sqlite_with_rowid=False,  # stores the lines of a game next to each other
)

keys_table = sa.Table(
    "keys",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    reference("game_id", "games", index=True),
    *required(sa.Text, "kind", "seats", "name"),
    sa.CheckConstraint("kind IN ('seat', 'watch')", name="kind"),
)

campaigns_table = sa.Table(
    "campaigns",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    *required(sa.Text, "header"),
    *required(sa.Integer, "written"),
    *required(sa.Text, "title", "scene"),
    *required(sa.Boolean, "over"),
    *required(UtcDateTime, "made", "played"),
)

entries_table = sa.Table(
    "entries",
    metadata,
    reference("campaign_id", "campaigns", primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    *required(sa.Text, "text"),
    sqlite_with_rowid=False,
)

generals_table = sa.Table(
    "generals",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    reference("campaign_id", "campaigns", index=True),
    *required(sa.Text, "seats", "name"),
)

battles_table = sa.Table(
    "sorties",
    metadata,
    reference("campaign_id", "campaigns", primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    reference("game_id", "games"),
)
"""The game of each battle of a campaign, one for each time a battle was begun."""

courses_table = sa.Table(
    "courses",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    *required(sa.Text, "title", "game", "settings"),
    sa.Column("deadline", UtcDateTime),
    *required(sa.Text, "shows"),
    *required(sa.Boolean, "is_open"),
    *required(sa.Integer, "version", "judged"),
    *required(UtcDateTime, "made"),
    sa.CheckConstraint("shows IN ('all', 'after', 'own')", name="shows"),
)

members_table = sa.Table(
    "members",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    reference("course_id", "courses", index=True),
    *required(sa.Text, "kind"),
    sa.Column("digest", sa.Text, nullable=False, unique=True),
    *required(sa.Text, "name"),
    sa.Column("called", sa.Text),
    *required(UtcDateTime, "made"),
    sa.CheckConstraint("kind IN ('teacher', 'student', 'join')", name="kind"),
    sa.UniqueConstraint("course_id", "called"),
)
"""`called` is the name of a student in lower case, which makes names unique within a course."""

invitations_table = sa.Table(
    "invitations",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    reference("game_id", "games", nullable=True, index=True),
    reference("campaign_id", "campaigns", nullable=True, index=True),
    reference("member_id", "members", nullable=True, index=True),
    sa.Column("seat", sa.Integer),
    sa.Column("claimed", UtcDateTime),
)
"""Offers of a seat in a game or a campaign, or of a student's place. Each is claimed once, at the time `claimed`."""

handins_table = sa.Table(
    "handins",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True),
    reference("course_id", "courses", index=True),
    reference("member_id", "members", index=True),
    *required(sa.Text, "file", "kind", "digest"),
    *required(sa.Integer, "size"),
    *required(sa.LargeBinary, "content"),
    *required(sa.Text, "state", "sentence", "log"),
    *required(UtcDateTime, "made"),
    sa.CheckConstraint("state IN ('checking', 'good', 'bad', 'suspended', 'out')", name="state"),
)

matches_table = sa.Table(
    "bouts",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True),
    reference("course_id", "courses"),
    *required(sa.Text, "key", "first", "second", "result", "logs"),
    sa.Column("record", sa.LargeBinary),
    *required(UtcDateTime, "made"),
    sa.UniqueConstraint("course_id", "key"),
)
"""The matches of a course, each once: the two bots in seat order, and the result."""
