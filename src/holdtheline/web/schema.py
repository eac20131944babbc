"""The tables of the database, and their rows: games, campaigns and courses, and the keys that open them."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal

import sqlalchemy as sa

NAMES = {
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "ix": "ix_%(table_name)s_%(column_0_name)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
}
"""How constraints are called, so that a later migration can name the one it changes."""

metadata = sa.MetaData(naming_convention=NAMES)


class Instant(sa.TypeDecorator[datetime]):
    """A moment in UTC; SQLite forgets the zone, so it is given back."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Any) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def of_course() -> sa.Column[str]:
    course = sa.ForeignKey("courses.id", ondelete="CASCADE")
    return sa.Column("course_id", sa.Text, course, nullable=False, index=True)


games = sa.Table(
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
    sa.Column("made", Instant, nullable=False),
    sa.Column("played", Instant, nullable=False),
    sa.CheckConstraint("kind IN ('table', 'upload')", name="kind"),
)

lines = sa.Table(
    "lines",
    metadata,
    sa.Column("game_id", sa.Text, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("text", sa.Text, nullable=False),
    sqlite_with_rowid=False,  # the lines of a game then lie side by side
)

keys = sa.Table(
    "keys",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("game_id", sa.Text, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("seats", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.CheckConstraint("kind IN ('seat', 'watch')", name="kind"),
)

campaigns = sa.Table(
    "campaigns",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("header", sa.Text, nullable=False),
    sa.Column("written", sa.Integer, nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("scene", sa.Text, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("made", Instant, nullable=False),
    sa.Column("played", Instant, nullable=False),
)

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("campaign_id", sa.Text, sa.ForeignKey("campaigns.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("text", sa.Text, nullable=False),
    sqlite_with_rowid=False,
)

generals = sa.Table(
    "generals",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column(
        "campaign_id", sa.Text, sa.ForeignKey("campaigns.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    sa.Column("seats", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
)

sorties = sa.Table(
    "sorties",
    metadata,
    sa.Column("campaign_id", sa.Text, sa.ForeignKey("campaigns.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("game_id", sa.Text, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
)
"""The tables at which the battles of a campaign are fought: one for each time that one is begun."""

courses = sa.Table(
    "courses",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("settings", sa.Text, nullable=False),
    sa.Column("deadline", Instant),
    sa.Column("shows", sa.Text, nullable=False),
    sa.Column("is_open", sa.Boolean, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("judged", sa.Integer, nullable=False),
    sa.Column("made", Instant, nullable=False),
    sa.CheckConstraint("shows IN ('all', 'after', 'own')", name="shows"),
)

members = sa.Table(
    "members",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    of_course(),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("digest", sa.Text, nullable=False, unique=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("called", sa.Text),
    sa.Column("made", Instant, nullable=False),
    sa.CheckConstraint("kind IN ('teacher', 'student', 'join')", name="kind"),
    sa.UniqueConstraint("course_id", "called"),
)
"""`called` is the name of a student in small letters: nobody is called like another."""

handins = sa.Table(
    "handins",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True),
    of_course(),
    sa.Column(
        "member_id", sa.Text, sa.ForeignKey("members.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    sa.Column("file", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("content", sa.LargeBinary, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("sentence", sa.Text, nullable=False),
    sa.Column("log", sa.Text, nullable=False),
    sa.Column("made", Instant, nullable=False),
    sa.CheckConstraint("state IN ('checking', 'good', 'bad', 'suspended', 'out')", name="state"),
)

bouts = sa.Table(
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
    sa.Column("made", Instant, nullable=False),
    sa.UniqueConstraint("course_id", "key"),
)
"""The games of a course, each once: who played, in the order of the seats, and what came out."""


def now() -> datetime:
    return datetime.now(UTC)


def new_key() -> str:
    """A secret that nobody guesses; whoever has it has the seat."""
    return secrets.token_urlsafe(16)


def digest_of(key: str) -> str:
    """What the database keeps of a key: from it nobody finds the key."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True)
class GameRow:
    """A game without its lines. `written` is how many lines it has: its version, which only grows."""

    id: str
    kind: Literal["table", "upload"]
    game: str
    header: str
    written: int = 0
    steps: int = 0
    turn: int = 0
    over: bool = False
    verdict: str | None = None
    made: datetime = field(default_factory=now)
    played: datetime = field(default_factory=now)


@dataclass(frozen=True)
class KeyRow:
    """What a key opens: the seats it holds, or those whose view it watches; none: what all may see."""

    digest: str
    game_id: str
    kind: Literal["seat", "watch"]
    seats: tuple[int, ...] = ()
    name: str = ""

    @classmethod
    def of(
        cls,
        key: str,
        game_id: str,
        kind: Literal["seat", "watch"],
        seats: tuple[int, ...] = (),
        name: str = "",
    ) -> KeyRow:
        return cls(digest_of(key), game_id, kind, seats, name)


@dataclass(frozen=True)
class Progress:
    """How far a game is. `steps` or `turn` of None: that was not asked, and stays as it was."""

    steps: int | None
    turn: int | None
    over: bool = False
    verdict: str | None = None
    is_news: bool = True
    """Whether everybody may know when this was; the time of a sealed step is kept for nobody."""


@dataclass(frozen=True)
class CardRow:
    """A game as the list of my games shows it: my key, the game, and all who hold a seat in it."""

    key: KeyRow
    game: GameRow
    seated: tuple[KeyRow, ...]


@dataclass(frozen=True)
class CampaignRow:
    """A campaign without its entries. `written` is how many it has: its version, which only grows."""

    id: str
    header: str
    title: str
    scene: str
    """The title of where it stands."""
    written: int = 0
    over: bool = False
    made: datetime = field(default_factory=now)
    played: datetime = field(default_factory=now)


@dataclass(frozen=True)
class GeneralRow:
    """What a key opens: a campaign, and the seats of a general, or of several, at its battles."""

    digest: str
    campaign_id: str
    seats: tuple[int, ...]
    name: str = ""


@dataclass(frozen=True)
class SortieRow:
    """A battle: it was begun when the campaign had so many entries."""

    campaign_id: str
    number: int
    game_id: str


Shows = Literal["all", "after", "own"]
"""What a student sees of others: everything, everything after the deadline, nothing."""


@dataclass(frozen=True)
class CourseRow:
    """A course. `version` grows with all that happens in it; `judged` was the version when all was played."""

    id: str
    title: str
    game: str
    settings: str
    """Options, pairs, limits, players and the seed, as JSON."""
    deadline: datetime | None
    shows: Shows
    is_open: bool = True
    version: int = 0
    judged: int = 0
    made: datetime = field(default_factory=now)


@dataclass(frozen=True)
class MemberRow:
    """What a key opens: a course as its teacher, as a student, or the door by which students come in."""

    id: str
    course_id: str
    kind: Literal["teacher", "student", "join"]
    digest: str
    name: str = ""
    called: str | None = None
    made: datetime = field(default_factory=now)


State = Literal["checking", "good", "bad", "suspended", "out"]


@dataclass(frozen=True)
class HandinRow:
    """A bot that a student has handed in, without its files."""

    number: int
    course_id: str
    member_id: str
    file: str
    kind: str
    digest: str
    size: int
    state: State
    sentence: str
    made: datetime


@dataclass(frozen=True)
class BoutRow:
    """A game of a course, without its record and its logs."""

    number: int
    key: str
    first: str
    second: str
    result: str
    made: datetime
