"""Where courses are kept: their members, the bots that these hand in, the games that these play."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from .schema import (
    BoutRow,
    CourseRow,
    HandinRow,
    MemberRow,
    State,
    bouts,
    courses,
    digest_of,
    handins,
    members,
    now,
)
from .storage import Clash, Storage

OF: sa.BindParameter[str] = sa.bindparam("of")
COURSE = sa.select(courses).where(courses.c.id == OF)
MEMBER = sa.select(members).where(members.c.digest == OF)
STUDENTS = (
    sa.select(members)
    .where(members.c.course_id == OF, members.c.kind == "student")
    .order_by(members.c.called)
)
SHORT_HANDIN = [handins.c[one.name] for one in fields(HandinRow)]
SHORT_BOUT = [bouts.c[one.name] for one in fields(BoutRow)]
HANDINS = sa.select(*SHORT_HANDIN).where(handins.c.course_id == OF).order_by(handins.c.number.desc())
BOUTS = sa.select(*SHORT_BOUT).where(bouts.c.course_id == OF).order_by(bouts.c.number)
REPLACED = "A newer one came before this one was looked at."


@dataclass(frozen=True)
class NewHandin:
    """A bot as it comes in."""

    course_id: str
    member_id: str
    file: str
    kind: str
    digest: str
    content: bytes


@dataclass(frozen=True)
class Finding:
    """What the judge found out about a bot."""

    state: State
    sentence: str
    log: str = ""


@dataclass(frozen=True)
class NewBout:
    """A game that was played."""

    key: str
    bots: tuple[str, str]
    result: str
    logs: Sequence[str] = ()
    record: bytes | None = None


class Register:
    """The courses in a database. What a method wrote is on the disk when it comes back."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    # Writing

    async def new(self, course: CourseRow, opens: Sequence[MemberRow]) -> None:
        def work(connection: Connection) -> None:
            connection.execute(sa.insert(courses), asdict(course))
            connection.execute(sa.insert(members), [asdict(one) for one in opens])

        await self.storage.write(work)

    async def change(self, course_id: str, **columns: Any) -> None:
        """Other settings."""

        def work(connection: Connection) -> None:
            _grows(connection, course_id, **columns)

        await self.storage.write(work)

    async def renew_door(self, course_id: str, door: MemberRow, settings: str) -> None:
        """Another key for joining; the old one opens nothing any more."""
        old = sa.delete(members).where(members.c.course_id == course_id, members.c.kind == "join")

        def work(connection: Connection) -> None:
            connection.execute(old)
            connection.execute(sa.insert(members), asdict(door))
            _grows(connection, course_id, settings=settings)

        await self.storage.write(work)

    async def admit(self, member: MemberRow) -> None:
        """One student more; Clash: somebody has that name."""

        def work(connection: Connection) -> None:
            connection.execute(sa.insert(members), asdict(member))
            _grows(connection, member.course_id)

        await self.storage.write(work)

    async def relink(self, course_id: str, member_id: str, key: str) -> bool:
        """Another key for a student; the old one opens nothing any more. False: there is no such student."""
        change = sa.update(members).where(*_student(course_id, member_id)).values(digest=digest_of(key))
        return await self.storage.write(lambda connection: connection.execute(change).rowcount == 1)

    async def remove(self, course_id: str, member_id: str) -> bool:
        """A student with all that was handed in; the games go when the judge plans anew."""
        removal = sa.delete(members).where(*_student(course_id, member_id))

        def work(connection: Connection) -> bool:
            is_gone = connection.execute(removal).rowcount == 1
            if is_gone:
                _grows(connection, course_id)
            return is_gone

        return await self.storage.write(work)

    async def hand_in(self, new: NewHandin) -> None:
        """One bot more, to be checked; of those that wait, only the newest is looked at."""
        waiting = sa.update(handins).where(
            handins.c.member_id == new.member_id, handins.c.state == "checking"
        )
        row = asdict(new) | {"size": len(new.content), "state": "checking", "sentence": "", "log": ""}

        def work(connection: Connection) -> None:
            connection.execute(waiting.values(state="bad", sentence=REPLACED, content=b""))
            connection.execute(sa.insert(handins), row | {"made": now()})
            _grows(connection, new.course_id)

        await self.storage.write(work)

    async def find(self, handin: HandinRow, found: Finding) -> None:
        """What came out of a check. The files of a bad one are of no use to anybody here."""
        values = asdict(found) | ({"content": b""} if found.state == "bad" else {})
        change = sa.update(handins).where(handins.c.number == handin.number, handins.c.state == "checking")

        def work(connection: Connection) -> None:
            if connection.execute(change.values(values)).rowcount:
                _grows(connection, handin.course_id)

        await self.storage.write(work)

    async def judge(self, course_id: str, number: int, state: State, before: Sequence[State]) -> bool:
        """The teacher's word on a bot; False: there is none of which this can be said."""
        change = sa.update(handins).where(
            handins.c.course_id == course_id, handins.c.number == number, handins.c.state.in_(before)
        )

        def work(connection: Connection) -> bool:
            is_done = connection.execute(change.values(state=state)).rowcount == 1
            if is_done:
                _grows(connection, course_id)
            return is_done

        return await self.storage.write(work)

    async def keep(self, course_id: str, bout: NewBout, breaches: Sequence[tuple[str, Finding]] = ()) -> None:
        """A game, unless somebody else has played it; bots that broke out of their walls are suspended."""
        row = {
            "course_id": course_id,
            "key": bout.key,
            "first": bout.bots[0],
            "second": bout.bots[1],
            "result": bout.result,
            "logs": json.dumps(list(bout.logs)),
            "record": bout.record,
            "made": now(),
        }

        def work(connection: Connection) -> None:
            connection.execute(sa.insert(bouts), row)
            for digest, found in breaches:
                of_bot = handins.c.course_id == course_id, handins.c.digest == digest
                change = sa.update(handins).where(*of_bot, handins.c.state == "good")
                connection.execute(change.values(asdict(found)))
            _grows(connection, course_id)

        try:
            await self.storage.write(work)
        except Clash:
            return

    async def forget(self, course_id: str, but: Collection[str]) -> None:
        """The games of bots that are none of these: they were replaced, or went with their students."""
        old = sa.delete(bouts).where(
            bouts.c.course_id == course_id,
            sa.or_(bouts.c.first.not_in(but), bouts.c.second.not_in(but)),
        )
        await self.storage.write(lambda connection: connection.execute(old) and None)

    async def settle(self, course: CourseRow) -> None:
        """All that this version of a course has to be played was played."""
        change = sa.update(courses).where(courses.c.id == course.id).values(judged=course.version)
        await self.storage.write(lambda connection: connection.execute(change) and None)

    # Reading

    def member(self, key: str) -> MemberRow | None:
        """What this secret opens; None: no course here."""
        found = self.storage.rows(MEMBER, of=digest_of(key))
        return MemberRow(**found[0]) if found else None

    def course(self, course_id: str) -> CourseRow | None:
        found = self.storage.rows(COURSE, of=course_id)
        return CourseRow(**found[0]) if found else None

    def students(self, course_id: str) -> list[MemberRow]:
        return [MemberRow(**row) for row in self.storage.rows(STUDENTS, of=course_id)]

    def handins(self, course_id: str) -> list[HandinRow]:
        """The newest first."""
        return [HandinRow(**row) for row in self.storage.rows(HANDINS, of=course_id)]

    def log(self, number: int) -> str:
        """What a bot has printed when it was checked."""
        return str(self._one(sa.select(handins.c.log).where(handins.c.number == number)) or "")

    def content(self, number: int) -> bytes:
        """The file that was handed in."""
        return bytes(self._one(sa.select(handins.c.content).where(handins.c.number == number)) or b"")

    def bouts(self, course_id: str) -> list[BoutRow]:
        """The oldest first."""
        return [BoutRow(**row) for row in self.storage.rows(BOUTS, of=course_id)]

    def logs_of(self, number: int) -> list[str]:
        """What the bots of a game have printed, by their seats."""
        logs: list[str] = json.loads(
            self._one(sa.select(bouts.c.logs).where(bouts.c.number == number)) or "[]"
        )
        return logs

    def record_of(self, number: int) -> bytes | None:
        """The record of a game, compressed."""
        found = self._one(sa.select(bouts.c.record).where(bouts.c.number == number))
        return None if found is None else bytes(found)

    def mine(self, keys: Sequence[str]) -> list[tuple[MemberRow, CourseRow] | None]:
        """What these keys open, in the same order."""
        digests = [digest_of(key) for key in keys]
        with self.storage.reading() as connection:
            choice = sa.select(members).where(members.c.digest.in_(digests))
            found = [MemberRow(**row) for row in connection.execute(choice).mappings()]
            ids = {one.course_id for one in found}
            rows = connection.execute(sa.select(courses).where(courses.c.id.in_(ids))).mappings()
            by_id = {row["id"]: CourseRow(**row) for row in rows}
        opened = {one.digest: (one, by_id[one.course_id]) for one in found if one.course_id in by_id}
        return [opened.get(digest) for digest in digests]

    # What the judge has to do

    def has_work(self) -> bool:
        return bool(self.unchecked() or self.unjudged())

    def unchecked(self) -> list[HandinRow]:
        """Bots that wait for their check, the oldest first."""
        choice = sa.select(*SHORT_HANDIN).where(handins.c.state == "checking").order_by(handins.c.number)
        with self.storage.reading() as connection:
            return [HandinRow(**row) for row in connection.execute(choice).mappings()]

    def unjudged(self) -> list[CourseRow]:
        """Courses in which something has happened since all was played."""
        choice = sa.select(courses).where(courses.c.judged < courses.c.version).order_by(courses.c.made)
        with self.storage.reading() as connection:
            return [CourseRow(**row) for row in connection.execute(choice).mappings()]

    def _one(self, choice: sa.Select[Any]) -> Any:
        with self.storage.reading() as connection:
            return connection.execute(choice).scalar_one_or_none()


def _student(course_id: str, member_id: str) -> tuple[sa.ColumnElement[bool], ...]:
    return members.c.course_id == course_id, members.c.id == member_id, members.c.kind == "student"


def _grows(connection: Connection, course_id: str, **columns: Any) -> None:
    """Something has happened in a course."""
    grown = sa.update(courses).where(courses.c.id == course_id)
    if connection.execute(grown.values(version=courses.c.version + 1, **columns)).rowcount != 1:
        raise Clash("this course is gone")


def is_before(moment: datetime, deadline: datetime | None) -> bool:
    return deadline is None or moment <= deadline
