"""Courses, their members and keys, the bots handed in, and the matches of these bots."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "courses",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("deadline", sa.DateTime(timezone=True)),
        sa.Column("shows", sa.Text, nullable=False),
        sa.Column("is_open", sa.Boolean, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("judged", sa.Integer, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_courses"),
        sa.CheckConstraint("shows IN ('all', 'after', 'own')", name=op.f("ck_courses_shows")),
    )
    members()
    handins()
    bouts()


def members() -> None:
    op.create_table(
        "members",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("course_id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("called", sa.Text),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_members"),
        of_course("members"),
        sa.CheckConstraint("kind IN ('teacher', 'student', 'join')", name=op.f("ck_members_kind")),
        sa.UniqueConstraint("course_id", "called", name="uq_members_course_id"),
        sa.UniqueConstraint("digest", name="uq_members_digest"),
    )
    op.create_index("ix_members_course_id", "members", ["course_id"])


def handins() -> None:
    states = "state IN ('checking', 'good', 'bad', 'suspended', 'out')"
    op.create_table(
        "handins",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("course_id", sa.Text, nullable=False),
        sa.Column("member_id", sa.Text, nullable=False),
        sa.Column("file", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("sentence", sa.Text, nullable=False),
        sa.Column("log", sa.Text, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_handins"),
        of_course("handins"),
        sa.ForeignKeyConstraint(["member_id"], ["members.id"], name="fk_handins_member_id", ondelete="CASCADE"),
        sa.CheckConstraint(states, name=op.f("ck_handins_state")),
    )
    op.create_index("ix_handins_course_id", "handins", ["course_id"])
    op.create_index("ix_handins_member_id", "handins", ["member_id"])


def bouts() -> None:
    op.create_table(
        "bouts",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("course_id", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("first", sa.Text, nullable=False),
        sa.Column("second", sa.Text, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("logs", sa.Text, nullable=False),
        sa.Column("record", sa.LargeBinary),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_bouts"),
        of_course("bouts"),
        sa.UniqueConstraint("course_id", "key", name="uq_bouts_course_id"),
    )


def of_course(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_course_id"
    return sa.ForeignKeyConstraint(["course_id"], ["courses.id"], name=name, ondelete="CASCADE")
