"""Courses on this server: made, joined, handed in to, and what their teachers decide."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import tempfile
import zlib
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from anyio.to_thread import run_sync as to_thread

from ..arena.jail.handin import BadBot
from ..arena.jail.limits import Limits
from ..core.catalog import contract_of, games
from ..core.contract import Contract
from ..core.errors import BadOption
from ..core.game import Game
from ..core.record import Record, as_text
from ..players.player import policies_of
from ..table.session import PERSON
from .courseboard import Board, Boards, Terms
from .coursemessages import BotLimits, CourseSettings, MadeCourse, NewCourse
from .limits import MIB
from .problems import Problem
from .register import NewHandin, Register, is_before
from .schema import CourseRow, HandinRow, KeyRow, MemberRow, digest_of, new_key, now
from .storage import Clash
from .tables import Tables
from .uploads import laid_out

SEATS = 2
MOST_BYTES = MIB
MOST_STUDENTS = 500
MOST_HANDINS = 300
"""Of one student."""
NO_COURSE = "This link does not open any course; it may be old, or cut off."
DOOR = "join"
T = TypeVar("T")


@dataclass(frozen=True)
class Caller:
    """Whoever came with a key of a course, and that course."""

    key: str
    member: MemberRow
    course: CourseRow

    @property
    def is_teacher(self) -> bool:
        return self.member.kind == "teacher"

    @property
    def sees_all(self) -> bool:
        """Whether others are shown to them."""
        if self.member.kind == "student" and self.course.shows != "all":
            return self.course.shows == "after" and not is_before(now(), self.course.deadline)
        return self.member.kind != "join"


class Courses:
    """The courses of this server. Nothing of them is kept in memory but tables that were worked out."""

    def __init__(self, tables: Tables, boards: Boards) -> None:
        self.tables = tables
        self.boards = boards
        self.register = Register(tables.storage)

    # Making and finding

    async def make(self, asked: NewCourse) -> MadeCourse:
        contract = contract_of(asked.game)
        contract.refuse_files(asked.options)
        options = dict((await to_thread(lambda: Game(contract, asked.options, plain=True))).options)
        if len(contract.seats_of(options)) != SEATS:
            raise BadOption(f"a course is for games of two seats, and {contract.title} has others")
        terms = Terms(options=options, seed=secrets.randbits(48))
        row = CourseRow(secrets.token_urlsafe(9), asked.title, contract.name, "", asked.deadline, asked.shows)
        row = replace(row, settings=with_settings(terms, asked, contract).as_text())
        key = new_key()
        door = door_key(key, terms.door)
        await self.register.new(row, [member(row.id, "teacher", key), member(row.id, DOOR, door)])
        return MadeCourse(id=row.id, key=key, join=door)

    async def caller(self, key: str) -> Caller:
        """What a secret opens."""
        if not key:
            raise Problem("key", "This needs the key of a course; the link that you were given has it.")
        can_be_one = key.isascii() and len(key) <= 64
        found = await to_thread(self.register.member, key) if can_be_one else None
        course = await to_thread(self.register.course, found.course_id) if found else None
        if found is None or course is None:
            raise Problem("key", NO_COURSE)
        return Caller(key, found, course)

    async def again(self, me: Caller) -> Caller:
        """The course as it is now."""
        return await self.caller(me.key)

    async def board(self, me: Caller) -> Board:
        return await to_thread(self.boards.board, self.register, me.course)

    # Students

    async def join(self, me: Caller, name: str) -> str:
        """A student more, who came by the link for joining; the new key."""
        if me.member.kind != DOOR:
            raise Problem("forbidden", "Whoever has a link of their own need not join.")
        if not me.course.is_open:
            raise Problem("forbidden", "The course is closed: ask the teacher for a link.")
        return await self.admit(me.course, name)

    async def admit(self, course: CourseRow, name: str) -> str:
        key = new_key()
        if not name:
            raise Problem("invalid", "A student needs a name.")
        if name.casefold() in (PERSON, *policies_of(contract_of(course.game))):
            raise Problem("invalid", f"{name} is the name of a player that is built in; take another.")
        if len(await to_thread(self.register.students, course.id)) >= MOST_STUDENTS:
            raise Problem("forbidden", f"A course has at most {MOST_STUDENTS} students.")
        try:
            await self.register.admit(member(course.id, "student", key, name))
        except Clash as error:
            sentence = f"Somebody here is called {name} already; take another name, or use that link."
            raise Problem("invalid", sentence) from error
        return key

    async def relink(self, course: CourseRow, student: str) -> tuple[str, str]:
        """The name of a student and another key, because the old one was lost, or went astray."""
        key = new_key()
        if not await self.register.relink(course.id, student, key):
            raise Problem("unknown", "There is no such student in this course.")
        found = await to_thread(self.register.member, key)
        return (found.name if found else "", key)

    async def remove(self, course: CourseRow, student: str) -> None:
        if not await self.register.remove(course.id, student):
            raise Problem("unknown", "There is no such student in this course.")

    # The teacher's word

    async def set_terms(self, course: CourseRow, asked: CourseSettings) -> None:
        terms = with_settings(Terms.of(course), asked, contract_of(course.game))
        await self.register.change(
            course.id,
            title=asked.title,
            settings=terms.as_text(),
            deadline=asked.deadline,
            shows=asked.shows,
        )

    async def open(self, course: CourseRow, is_open: bool) -> None:
        await self.register.change(course.id, is_open=is_open)

    async def renew_door(self, me: Caller) -> None:
        """Another link for joining; the old one opens nothing any more."""
        terms = Terms.of(me.course)
        new = replace(terms, door=terms.door + 1)
        door = member(me.course.id, DOOR, door_key(me.key, new.door))
        await self.register.renew_door(me.course.id, door, new.as_text())

    async def decide(self, course: CourseRow, number: int, counts: bool) -> None:
        """Whether a bot plays: a suspended one again, or one that broke the rules of the course no more."""
        done = await self.register.judge(
            course.id, number, *(("good", ("suspended", "out")) if counts else ("out", ("good", "suspended")))
        )
        if not done:
            raise Problem("unknown", "There is no such bot here of which this can be said.")

    # Bots

    async def hand_in(self, me: Caller, file: str, content: bytes) -> None:
        if why := why_not_hand_in(me):
            raise Problem("forbidden", why)
        if not content:
            raise Problem("invalid", "The file is empty.")
        mine = [one for one in await self.handins(me) if one.member_id == me.member.id]
        if len(mine) >= MOST_HANDINS:
            raise Problem("forbidden", f"You have handed in {MOST_HANDINS} times; that is the most.")
        try:
            kind, digest = await to_thread(looked_at, file, content)
        except BadBot as error:
            raise Problem("invalid", str(error)) from error
        await self.register.hand_in(NewHandin(me.course.id, me.member.id, file, kind, digest, content))

    async def handins(self, me: Caller) -> list[HandinRow]:
        return await to_thread(self.register.handins, me.course.id)

    async def handin(self, me: Caller, number: int) -> HandinRow:
        """One that this caller may look into: its author, or the teacher."""
        for one in await self.handins(me):
            if one.number == number and (me.is_teacher or one.member_id == me.member.id):
                return one
        raise Problem("unknown", "You have handed in no such bot.")

    # Games

    async def show(self, me: Caller, bout: int, seats: list[str], name: str) -> str:
        """A key with which the replay of a game can be watched; the same each time."""
        packed = await to_thread(self.register.record_of, bout)
        if packed is None:
            raise Problem("unknown", "There is no record of this game.")
        key = derived(me.key, f"game {name} {seats}")
        if await to_thread(self.tables.storage.key, key) is None:
            data = await to_thread(renamed, zlib.decompress(packed), seats)
            place = hashlib.blake2b(f"{me.course.id} {name} {seats}".encode(), digest_size=12)
            game_id = base64.urlsafe_b64encode(place.digest()).decode()
            await self.tables.put_up(data, game_id, KeyRow.of(key, game_id, "watch"))
        return key


# Who may do what


def why_not_hand_in(me: Caller) -> str | None:
    if me.member.kind != "student":
        return "Bots are handed in by students; join the course as one."
    if not me.course.is_open:
        return "The course is closed; nothing more is taken."
    if not is_before(now(), me.course.deadline):
        return f"The deadline was {moment(me.course.deadline)}; nothing more is taken."
    return None


def moment(time: datetime | None) -> str:
    return f"{time:%d %B %Y, %H:%M} UTC" if time else ""


# Small pieces


def course_games() -> list[Contract]:
    """Games in which two bots can meet."""
    contracts = [contract_of(name) for name in games()]
    return [one for one in contracts if len(one.seats) == SEATS]


def with_settings(terms: Terms, asked: CourseSettings, contract: Contract) -> Terms:
    known = policies_of(contract)
    for name in asked.players:
        if name not in known:
            there = ", ".join(known)
            raise Problem("invalid", f"nobody called {name!r} plays {contract.title}; there are: {there}")
    return replace(
        terms,
        pairs=asked.pairs,
        players=tuple(dict.fromkeys(asked.players)),
        limits=replace(Limits(), **asked.limits.model_dump()),
    )


def bot_limits(limits: Limits) -> BotLimits:
    return BotLimits(**{name: getattr(limits, name) for name in BotLimits.model_fields})


def member(course_id: str, kind: str, key: str, name: str = "") -> MemberRow:
    called = name.casefold() if kind == "student" else None
    return MemberRow(secrets.token_urlsafe(9), course_id, kind, digest_of(key), name, called)  # type: ignore[arg-type]


def derived(key: str, what: str) -> str:
    """A secret that whoever has the key finds again, and nobody else."""
    digest = hmac.digest(key.encode(), what.encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:16]).rstrip(b"=").decode()


def door_key(key: str, number: int) -> str:
    """The key for joining, from that of the teacher."""
    return derived(key, f"join {number}")


def looked_at(file: str, content: bytes) -> tuple[str, str]:
    """The kind and the digest of a bot; BadBot: it is none."""
    with tempfile.TemporaryDirectory(prefix="htl-look-") as folder:
        found = laid_out(file, content, Path(folder))
        return found.kind, found.digest


def renamed(record: bytes, seats: list[str]) -> bytes:
    """The record with other names for those who sat there."""
    first, _, rest = record.partition(b"\n")
    header = Record.parse(first + b"\n").header
    return as_text(replace(header, seats=seats)).encode() + rest
