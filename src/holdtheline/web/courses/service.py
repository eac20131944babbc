"""Create courses, admit students, accept bots, and carry out the teacher's decisions."""

from __future__ import annotations

import base64
import hashlib
import secrets
import zlib
from dataclasses import dataclass, replace

from anyio.to_thread import run_sync as to_thread

from ...arena.jail.limits import Limits
from ...arena.submission import BadBot
from ...core.catalog import definition_of
from ...core.definition import GameDefinition
from ...core.errors import BadOption, require_extra
from ...core.game import Game
from ...core.game_record.lines import format_line
from ...core.game_record.replay import Record
from ...players.player import policies_of
from ...table.session import PERSON
from ..db.course_store import CourseStore, NewHandin, is_in_time
from ..db.keys import KeyRow, derive_key, digest_key, join_key, new_key
from ..db.rows import CourseRow, HandinRow, MemberKind, MemberRow, utc_now
from ..db.writer import WriteConflict
from ..http.errors import ApiError
from ..http.limits import MIB
from ..tables.registry import KEY_IN_USE, TableRegistry
from .models import BotLimits, CourseSettings, CreatedCourse, NewCourse
from .standings import CourseStandings, CourseTerms, StandingsCache
from .uploads import identify_bot

SEATS_OF_A_MATCH = 2
MAX_BOT_BYTES = MIB
MAX_STUDENTS = 500
MAX_HANDINS = 300
"""Bots that one student may hand in."""
NO_COURSE = "This link does not open a course; it may be outdated or incomplete."
NO_STUDENT = "There is no such student in this course."


@dataclass(frozen=True)
class CourseMember:
    """The holder of a course key, and the course."""

    key: str
    row: MemberRow
    course: CourseRow

    @property
    def is_teacher(self) -> bool:
        return self.row.kind == "teacher"

    @property
    def is_student(self) -> bool:
        return self.row.kind == "student"

    @property
    def sees_all(self) -> bool:
        """Whether this member sees the results of others."""
        if self.is_student and self.course.shows != "all":
            return self.course.shows == "after" and not is_in_time(utc_now(), self.course.deadline)
        return self.row.kind != "join"


class CourseService:
    """The courses of this server. Only computed standings are kept in memory."""

    def __init__(self, tables: TableRegistry, standings_cache: StandingsCache) -> None:
        self.tables = tables
        self.standings_cache = standings_cache
        self.store = CourseStore(tables.database)

    # Creating and finding

    async def create(self, request: NewCourse) -> CreatedCourse:
        require_extra("a course", "tournament")
        definition = definition_of(request.game)
        definition.refuse_files(request.options)
        options = dict((await to_thread(lambda: Game(definition, request.options, plain=True))).options)
        if len(definition.seats_for(options)) != SEATS_OF_A_MATCH:
            raise BadOption(
                f"a course needs a game with two seats; with these options {definition.title} has more or fewer"
            )
        terms = CourseTerms(options=options, seed=secrets.randbits(48))
        row = CourseRow(secrets.token_urlsafe(9), request.title, definition.name, "", request.deadline, request.shows)
        row = replace(row, settings=apply_settings(terms, request, definition).format())
        key = new_key()
        join = join_key(key, terms.join_number)
        await self.store.new(row, [new_member(row.id, "teacher", key), new_member(row.id, "join", join)])
        return CreatedCourse(id=row.id, key=key, join=join)

    async def find_member(self, key: str) -> CourseMember:
        """Return the member that this key belongs to."""
        if not key:
            raise ApiError("key", "This request needs the key of a course; it is part of your link.")
        is_plausible = key.isascii() and len(key) <= 64
        row = await to_thread(self.store.member, key) if is_plausible else None
        course = await to_thread(self.store.course, row.course_id) if row else None
        if row is None or course is None:
            raise ApiError("key", NO_COURSE)
        return CourseMember(key, row, course)

    async def standings(self, member: CourseMember) -> CourseStandings:
        return await to_thread(self.standings_cache.get, self.store, member.course)

    # Students

    async def join(self, member: CourseMember, name: str) -> str:
        """Add a student who followed the join link, and return their key."""
        if member.row.kind != "join":
            raise ApiError("forbidden", "You already have your own link, so you do not need to join.")
        if not member.course.is_open:
            raise ApiError("forbidden", "The course is closed; ask your teacher for a link.")
        key = new_key()
        await self._add_student(member.course, name, key)
        return key

    async def invite_student(self, course: CourseRow, name: str) -> str:
        """Add a student, and return the invitation with which they take their place."""
        invitation = new_key()
        await self._add_student(course, name, new_key(), invitation)
        return invitation

    async def _add_student(self, course: CourseRow, name: str, key: str, invitation: str | None = None) -> None:
        if not name:
            raise ApiError("invalid", "A student needs a name.")
        if name.casefold() in (PERSON, *policies_of(definition_of(course.game))):
            raise ApiError("invalid", f"{name} is the name of a built-in player; choose another name.")
        if len(await to_thread(self.store.students, course.id)) >= MAX_STUDENTS:
            raise ApiError("forbidden", f"A course has at most {MAX_STUDENTS} students.")
        try:
            await self.store.admit(new_member(course.id, "student", key, name), invitation)
        except WriteConflict as error:
            sentence = f"The name {name} is taken; choose another name, or use your own link."
            raise ApiError("invalid", sentence) from error

    async def renew_student_link(self, course: CourseRow, student: str) -> tuple[str, str]:
        """Replace the key of a student whose link was lost or leaked; return the name and an invitation."""
        invitation = new_key()
        students = {row.id: row.name for row in await to_thread(self.store.students, course.id)}
        if not await self.store.renew_student_invitation(course.id, student, invitation):
            raise ApiError("unknown", NO_STUDENT)
        return students.get(student, ""), invitation

    async def renew_key(self, member: CourseMember, key: str) -> None:
        """Replace a member's own key; the old one stops working at once, and the teacher's join link with it."""
        if digest_key(key) == member.row.digest:
            return  # the request is repeated, because its answer was lost
        terms = CourseTerms.parse(member.course.settings)
        try:
            is_renewed = await self.store.renew_key(
                member.row, key, join_key(key, terms.join_number) if member.is_teacher else None
            )
        except WriteConflict as error:
            raise ApiError("invalid", KEY_IN_USE) from error
        if not is_renewed:
            raise ApiError("key", NO_COURSE)

    async def remove_student(self, course: CourseRow, student: str) -> None:
        if not await self.store.remove(course.id, student):
            raise ApiError("unknown", NO_STUDENT)

    # The teacher's decisions

    async def change_settings(self, course: CourseRow, settings: CourseSettings) -> None:
        terms = apply_settings(CourseTerms.parse(course.settings), settings, definition_of(course.game))
        await self.store.change(
            course.id, title=settings.title, settings=terms.format(), deadline=settings.deadline, shows=settings.shows
        )

    async def renew_join_link(self, teacher: CourseMember) -> None:
        """Replace the join link; the old one stops working."""
        course = teacher.course
        terms = CourseTerms.parse(course.settings)
        terms = replace(terms, join_number=terms.join_number + 1)
        member = new_member(course.id, "join", join_key(teacher.key, terms.join_number))
        await self.store.renew_join_link(course.id, member, terms.format())

    async def decide_on_bot(self, course: CourseRow, number: int, plays: bool) -> None:
        """Let a suspended bot play again, or exclude a bot that broke the rules of the course."""
        if plays:
            is_changed = await self.store.set_state(course.id, number, "good", ("suspended", "out"))
        else:
            is_changed = await self.store.set_state(course.id, number, "out", ("good", "suspended"))
        if not is_changed:
            raise ApiError("unknown", "There is no such bot, or its state has changed.")

    # Bots

    async def hand_in(self, member: CourseMember, file: str, content: bytes) -> None:
        if why_not := why_not_hand_in(member):
            raise ApiError("forbidden", why_not)
        if not content:
            raise ApiError("invalid", "The file is empty.")
        mine = [handin for handin in await self.handins(member) if handin.member_id == member.row.id]
        if len(mine) >= MAX_HANDINS:
            raise ApiError("forbidden", f"You have handed in {MAX_HANDINS} bots, which is the limit.")
        try:
            kind, digest = await to_thread(identify_bot, file, content)
        except BadBot as error:
            raise ApiError("invalid", str(error)) from error
        await self.store.hand_in(NewHandin(member.course.id, member.row.id, file, kind, digest, content))

    async def handins(self, member: CourseMember) -> list[HandinRow]:
        return await to_thread(self.store.handins, member.course.id)

    async def handin(self, member: CourseMember, number: int) -> HandinRow:
        """Return a bot that this member may open: its author or the teacher."""
        for handin in await self.handins(member):
            if handin.number == number and (member.is_teacher or handin.member_id == member.row.id):
                return handin
        raise ApiError("unknown", "You have not handed in this bot.")

    # Matches

    async def share_replay(self, member: CourseMember, number: int, seats: list[str], name: str) -> str:
        """Return a key that opens the replay of a match, the same one each time."""
        packed = await to_thread(self.store.match_record, number)
        if packed is None:
            raise ApiError("unknown", "There is no record of this match.")
        key = derive_key(member.key, f"game {name} {seats}")
        if await to_thread(self.tables.database.key, key) is None:
            data = await to_thread(rename_seats, zlib.decompress(packed), seats)
            digest = hashlib.blake2b(f"{member.course.id} {name} {seats}".encode(), digest_size=12).digest()
            game_id = base64.urlsafe_b64encode(digest).decode()
            await self.tables.add_replay(data, game_id, KeyRow.of(key, game_id, "watch"))
        return key


def why_not_hand_in(member: CourseMember) -> str | None:
    if not member.is_student:
        return "Only students can hand in bots; join the course as a student."
    if not member.course.is_open:
        return "The course is closed; you can no longer hand in bots."
    if not is_in_time(utc_now(), member.course.deadline):
        return f"The deadline was {member.course.deadline:%d %B %Y, %H:%M} UTC; you can no longer hand in bots."
    return None


def apply_settings(terms: CourseTerms, settings: CourseSettings, definition: GameDefinition) -> CourseTerms:
    known = policies_of(definition)
    for name in settings.players:
        if name not in known:
            players = ", ".join(known)
            raise ApiError("invalid", f"{definition.title} has no player {name!r}; choose one of: {players}")
    return replace(
        terms,
        pairs=settings.pairs,
        players=tuple(dict.fromkeys(settings.players)),
        limits=replace(Limits(), **settings.limits.model_dump()),
    )


def limits_card(limits: Limits) -> BotLimits:
    return BotLimits(**{name: getattr(limits, name) for name in BotLimits.model_fields})


def new_member(course_id: str, kind: MemberKind, key: str, name: str = "") -> MemberRow:
    called = name.casefold() if kind == "student" else None
    return MemberRow(secrets.token_urlsafe(9), course_id, kind, digest_key(key), name, called)


def rename_seats(record: bytes, seats: list[str]) -> bytes:
    """Return the record with other names for its players."""
    first, _, rest = record.partition(b"\n")
    header = Record.parse(first + b"\n").header
    return format_line(replace(header, seats=seats)).encode() + rest
