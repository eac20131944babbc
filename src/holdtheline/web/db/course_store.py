"""Store courses: their members, submitted bots, and the bots' matches."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ...core.game_record.durable_file import FileLock
from .connection import POSTGRESQL
from .database import ID_PARAMETER, Database
from .keys import digest_key, new_key
from .rows import CourseRow, HandinRow, HandinState, InvitationRow, MatchRow, MemberRow, utc_now
from .schema import courses_table, handins_table, invitations_table, matches_table, members_table
from .writer import WriteConflict

SELECT_COURSE = sa.select(courses_table).where(courses_table.c.id == ID_PARAMETER)
SELECT_MEMBER = sa.select(members_table).where(members_table.c.digest == ID_PARAMETER)
SELECT_STUDENT = sa.select(members_table).where(members_table.c.id == ID_PARAMETER)
SELECT_STUDENTS = (
    sa.select(members_table)
    .where(members_table.c.course_id == ID_PARAMETER, members_table.c.kind == "student")
    .order_by(members_table.c.called)
)
HANDIN_COLUMNS = [handins_table.c[column.name] for column in fields(HandinRow)]
MATCH_COLUMNS = [matches_table.c[column.name] for column in fields(MatchRow)]
SELECT_HANDINS = (
    sa.select(*HANDIN_COLUMNS).where(handins_table.c.course_id == ID_PARAMETER).order_by(handins_table.c.number.desc())
)
SELECT_MATCHES = (
    sa.select(*MATCH_COLUMNS).where(matches_table.c.course_id == ID_PARAMETER).order_by(matches_table.c.number)
)
JUDGE_LOCK = 0x6A756467  # an arbitrary number, as MIGRATION_LOCK
REPLACED_TEXT = "You handed in a newer bot before this one was checked."


@dataclass(frozen=True)
class NewHandin:
    """A bot to be stored."""

    course_id: str
    member_id: str
    file: str
    kind: str
    digest: str
    content: bytes


@dataclass(frozen=True)
class CheckResult:
    """The judge's result for a bot: its new state, a sentence for its author, and its log."""

    state: HandinState
    sentence: str
    log: str = ""


@dataclass(frozen=True)
class NewMatch:
    """A match to be stored."""

    key: str
    first: str
    second: str
    result: str
    logs: Sequence[str] = ()
    record: bytes | None = None


class CourseStore:
    """The courses in a database. When a method that writes returns, the data is on the disk."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # Writing

    async def new(self, course: CourseRow, members: Sequence[MemberRow]) -> None:
        def work(connection: Connection) -> None:
            connection.execute(sa.insert(courses_table), asdict(course))
            connection.execute(sa.insert(members_table), [asdict(member) for member in members])

        await self.database.write(work)

    async def change(self, course_id: str, **columns: Any) -> None:
        """Set these columns of a course."""
        await self._write(course_id, **columns)

    async def renew_join_link(self, course_id: str, member: MemberRow, settings: str) -> None:
        """Replace the join key; the old one stops working."""
        old = sa.delete(members_table).where(members_table.c.course_id == course_id, members_table.c.kind == "join")
        await self._write(course_id, old, sa.insert(members_table).values(asdict(member)), settings=settings)

    async def admit(self, member: MemberRow, invitation: str | None = None) -> None:
        """Add a student, with an invitation to take the place; raise WriteConflict if the name is taken."""
        statements: list[sa.UpdateBase] = [sa.insert(members_table).values(asdict(member))]
        if invitation is not None:
            statements.append(_insert_invitation(member.id, invitation))
        await self._write(member.course_id, *statements)

    async def renew_student_invitation(self, course_id: str, member_id: str, invitation: str) -> bool:
        """Replace the key of a student by an invitation; return whether there is such a student."""
        update = sa.update(members_table).where(*_where_student(course_id, member_id))
        old = sa.delete(invitations_table).where(invitations_table.c.member_id == member_id)

        def work(connection: Connection) -> bool:
            if connection.execute(update.values(digest=digest_key(new_key()))).rowcount != 1:
                return False
            connection.execute(old)
            connection.execute(_insert_invitation(member_id, invitation))
            return True

        return await self.database.write(work)

    async def renew_key(self, member: MemberRow, key: str, join_key: str | None) -> bool:
        """Replace the key of a member and, for the teacher, the join key; return whether there is such a member."""
        columns = members_table.c
        update = sa.update(members_table).where(columns.digest == member.digest).values(digest=digest_key(key))

        def work(connection: Connection) -> bool:
            if connection.execute(update).rowcount != 1:
                return False
            if join_key is not None:
                is_join = sa.and_(columns.course_id == member.course_id, columns.kind == "join")
                connection.execute(sa.update(members_table).where(is_join).values(digest=digest_key(join_key)))
            return True

        return await self.database.write(work)

    async def remove(self, course_id: str, member_id: str) -> bool:
        """Delete a student and all their bots; the judge deletes their matches later."""
        return await self._write_one(course_id, sa.delete(members_table).where(*_where_student(course_id, member_id)))

    async def hand_in(self, new: NewHandin) -> None:
        """Add a bot to be checked; the student's older bots that are still waiting are dropped."""
        waiting = sa.update(handins_table).where(
            handins_table.c.member_id == new.member_id, handins_table.c.state == "checking"
        )
        row = {"size": len(new.content), "state": "checking", "sentence": "", "log": "", "made": utc_now()}
        await self._write(
            new.course_id,
            waiting.values(state="bad", sentence=REPLACED_TEXT, content=b""),
            sa.insert(handins_table).values(asdict(new) | row),
        )

    async def save_check(self, handin: HandinRow, result: CheckResult) -> None:
        """Save the result of a check. The files of a bad bot are not kept."""
        values = asdict(result) | ({"content": b""} if result.state == "bad" else {})
        update = sa.update(handins_table).where(
            handins_table.c.number == handin.number, handins_table.c.state == "checking"
        )
        await self._write_one(handin.course_id, update.values(values))

    async def set_state(self, course_id: str, number: int, state: HandinState, before: Sequence[HandinState]) -> bool:
        """Change the state of a bot that is in one of the states `before`; return whether there is one."""
        update = sa.update(handins_table).where(
            handins_table.c.course_id == course_id, handins_table.c.number == number, handins_table.c.state.in_(before)
        )
        return await self._write_one(course_id, update.values(state=state))

    async def save_match(
        self, course_id: str, match: NewMatch, breaches: Sequence[tuple[str, CheckResult]] = ()
    ) -> None:
        """Save a match unless another judge has; suspend the bots that tried to break out of their jail."""
        row = asdict(match) | {"course_id": course_id, "logs": json.dumps(list(match.logs)), "made": utc_now()}
        suspensions = [
            sa.update(handins_table)
            .where(
                handins_table.c.course_id == course_id,
                handins_table.c.digest == digest,
                handins_table.c.state == "good",
            )
            .values(asdict(result))
            for digest, result in breaches
        ]
        with suppress(WriteConflict):
            await self._write(course_id, sa.insert(matches_table).values(row), *suspensions)

    async def delete_matches(self, course_id: str, keep: Collection[str]) -> None:
        """Delete the matches of all bots but these: the others were replaced, or their students removed."""
        delete = sa.delete(matches_table).where(
            matches_table.c.course_id == course_id,
            sa.or_(matches_table.c.first.not_in(keep), matches_table.c.second.not_in(keep)),
        )
        await self.database.write(lambda connection: connection.execute(delete) and None)

    async def mark_judged(self, course: CourseRow) -> None:
        """Record that every match of this version of a course is played."""
        update = sa.update(courses_table).where(courses_table.c.id == course.id).values(judged=course.version)
        await self.database.write(lambda connection: connection.execute(update) and None)

    async def _write(self, course_id: str, *statements: sa.UpdateBase, **columns: Any) -> None:
        """Execute these statements, set these columns of the course, and increase its version."""

        def work(connection: Connection) -> None:
            for statement in statements:
                connection.execute(statement)
            _bump_version(connection, course_id, **columns)

        await self.database.write(work)

    async def _write_one(self, course_id: str, statement: sa.UpdateBase) -> bool:
        """Execute a statement; if it changes a row, increase the version of the course and return True."""

        def work(connection: Connection) -> bool:
            is_changed = connection.execute(statement).rowcount == 1
            if is_changed:
                _bump_version(connection, course_id)
            return is_changed

        return await self.database.write(work)

    # Reading

    def member(self, key: str) -> MemberRow | None:
        """Return the member that this key belongs to, if it belongs to one."""
        rows = self.database.select(SELECT_MEMBER, digest_key(key))
        return MemberRow(**rows[0]) if rows else None

    def student(self, member_id: str) -> MemberRow | None:
        rows = self.database.select(SELECT_STUDENT, member_id)
        return MemberRow(**rows[0]) if rows else None

    def course(self, course_id: str) -> CourseRow | None:
        rows = self.database.select(SELECT_COURSE, course_id)
        return CourseRow(**rows[0]) if rows else None

    def students(self, course_id: str) -> list[MemberRow]:
        return [MemberRow(**row) for row in self.database.select(SELECT_STUDENTS, course_id)]

    def handins(self, course_id: str) -> list[HandinRow]:
        """Return the bots handed in, the newest first."""
        return [HandinRow(**row) for row in self.database.select(SELECT_HANDINS, course_id)]

    def log(self, number: int) -> str:
        """Return what a bot printed when it was checked."""
        return str(self._column(handins_table.c.log, number) or "")

    def content(self, number: int) -> bytes:
        """Return the file that was handed in."""
        return bytes(self._column(handins_table.c.content, number) or b"")

    def matches(self, course_id: str) -> list[MatchRow]:
        """Return the matches, the oldest first."""
        return [MatchRow(**row) for row in self.database.select(SELECT_MATCHES, course_id)]

    def match_logs(self, number: int) -> list[str]:
        """Return what the bots of a match printed, by seat."""
        logs: list[str] = json.loads(self._column(matches_table.c.logs, number) or "[]")
        return logs

    def match_record(self, number: int) -> bytes | None:
        """Return the compressed record of a match."""
        record = self._column(matches_table.c.record, number)
        return None if record is None else bytes(record)

    def list_by_keys(self, keys: Sequence[str]) -> list[tuple[MemberRow, CourseRow] | None]:
        """Return the courses that these keys open, in the same order, or None for a key that opens nothing."""
        digests = [digest_key(key) for key in keys]
        with self.database.reading() as connection:
            statement = sa.select(members_table).where(members_table.c.digest.in_(digests))
            members = [MemberRow(**row) for row in connection.execute(statement).mappings()]
            ids = {member.course_id for member in members}
            rows = connection.execute(sa.select(courses_table).where(courses_table.c.id.in_(ids))).mappings()
            by_id = {row["id"]: CourseRow(**row) for row in rows}
        opened = {member.digest: (member, by_id[member.course_id]) for member in members if member.course_id in by_id}
        return [opened.get(digest) for digest in digests]

    # Work for the judge

    def has_work(self) -> bool:
        return bool(self.unchecked() or self.unjudged())

    def unchecked(self) -> list[HandinRow]:
        """Return the bots that are waiting for their check, the oldest first."""
        statement = (
            sa.select(*HANDIN_COLUMNS).where(handins_table.c.state == "checking").order_by(handins_table.c.number)
        )
        return [HandinRow(**row) for row in self.database.select(statement)]

    def unjudged(self) -> list[CourseRow]:
        """Return the courses that changed since their matches were all played."""
        changed = courses_table.c.judged < courses_table.c.version
        statement = sa.select(courses_table).where(changed).order_by(courses_table.c.made)
        return [CourseRow(**row) for row in self.database.select(statement)]

    @contextmanager
    def judging(self) -> Iterator[bool]:
        """Let one judge at a time work on this database; yield whether it is this one.

        The lock ends with its process or connection, so a judge that is killed leaves none behind.
        """
        if self.database.engine.dialect.name == POSTGRESQL:
            with self.database.engine.connect() as connection:
                connection = connection.execution_options(isolation_level="AUTOCOMMIT")
                statement = sa.select(sa.func.pg_try_advisory_lock(JUDGE_LOCK))
                try:
                    yield bool(connection.execute(statement).scalar_one())
                finally:
                    connection.invalidate()  # the lock ends with the session
            return
        try:
            lock = FileLock(Path(f"{self.database.engine.url.database}.judge"))
        except BlockingIOError:
            yield False
            return
        try:
            yield True
        finally:
            lock.release()

    def _column(self, column: sa.Column[Any], number: int) -> Any:
        """Return one column of the bot or the match with this number."""
        with self.database.reading() as connection:
            return connection.execute(sa.select(column).where(column.table.c.number == number)).scalar_one_or_none()


def _where_student(course_id: str, member_id: str) -> tuple[sa.ColumnElement[bool], ...]:
    return (members_table.c.course_id == course_id, members_table.c.id == member_id, members_table.c.kind == "student")


def _insert_invitation(member_id: str, invitation: str) -> sa.Insert:
    row = InvitationRow(digest_key(invitation), member_id=member_id)
    return sa.insert(invitations_table).values(asdict(row))


def _bump_version(connection: Connection, course_id: str, **columns: Any) -> None:
    """Set columns of a course and increase its version."""
    update = sa.update(courses_table).where(courses_table.c.id == course_id)
    if connection.execute(update.values(version=courses_table.c.version + 1, **columns)).rowcount != 1:
        raise WriteConflict("this course no longer exists")


def is_in_time(time: datetime, deadline: datetime | None) -> bool:
    return deadline is None or time <= deadline
