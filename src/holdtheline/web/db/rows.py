"""The rows of the database as dataclasses."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal

from .keys import KeyRow

GameKind = Literal["table", "upload"]


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True)
class GameRow:
    """A game without its record lines. `written` counts them: it is the version of the game and only grows."""

    id: str
    kind: GameKind
    game: str
    header: str
    written: int = 0
    steps: int = 0
    turn: int = 0
    over: bool = False
    verdict: str | None = None
    turns: int | None = None
    """The turn of the game; None if it has none, or an earlier version stored it."""
    made: datetime = field(default_factory=utc_now)
    played: datetime = field(default_factory=utc_now)


@dataclass(frozen=True)
class TableState:
    """What tells whether a table in memory is out of date: its number of lines, and keys."""

    written: int
    keys: list[KeyRow] = field(default_factory=list)
    claimed: dict[int, datetime] = field(default_factory=dict)
    """When the invitation to each seat was claimed."""


@dataclass(frozen=True)
class GameProgress:
    """The progress of a game for the list of games. `steps` or `turn` of None leaves the column unchanged."""

    steps: int | None
    turn: int | None
    over: bool = False
    verdict: str | None = None
    turns: int | None = None
    is_public: bool = True
    """Whether everyone may know when this happened; the time of a secret step is not stored."""


@dataclass(frozen=True)
class CardRow:
    """A game in the list of one browser: its key, the game, and all keys that hold a seat in it."""

    key: KeyRow
    game: GameRow
    seat_keys: tuple[KeyRow, ...]


@dataclass(frozen=True)
class CampaignRow:
    """A campaign without its entries. `written` counts them: it is the version and only grows."""

    id: str
    header: str
    title: str
    scene: str
    """The title of the current scene, or of the ending."""
    written: int = 0
    over: bool = False
    made: datetime = field(default_factory=utc_now)
    played: datetime = field(default_factory=utc_now)


@dataclass(frozen=True)
class GeneralRow:
    """What a campaign key opens: the campaign, and one or several generals' seats in its battles."""

    digest: str
    campaign_id: str
    seats: tuple[int, ...]
    name: str = ""


@dataclass(frozen=True)
class CampaignBattleRow:
    """A battle of a campaign; `number` is how many entries the campaign had when the battle began."""

    campaign_id: str
    number: int
    game_id: str


@dataclass(frozen=True)
class InvitationRow:
    """An offer of one place: a seat in a game or in a campaign, or the place of a student."""

    digest: str
    game_id: str | None = None
    campaign_id: str | None = None
    member_id: str | None = None
    seat: int | None = None
    claimed: datetime | None = None


Visibility = Literal["all", "after", "own"]
"""What a student sees of others: everything, everything after the deadline, nothing."""
MemberKind = Literal["teacher", "student", "join"]


@dataclass(frozen=True)
class CourseRow:
    """A course. `version` grows with every change; `judged` is the version whose matches are all played."""

    id: str
    title: str
    game: str
    settings: str
    """Options, pairs, limits, players and the seed, as JSON."""
    deadline: datetime | None
    shows: Visibility
    is_open: bool = True
    version: int = 0
    judged: int = 0
    made: datetime = field(default_factory=utc_now)


@dataclass(frozen=True)
class MemberRow:
    """What a course key opens: the course for its teacher, for a student, or only for joining."""

    id: str
    course_id: str
    kind: MemberKind
    digest: str
    name: str = ""
    called: str | None = None
    made: datetime = field(default_factory=utc_now)


BotKind = Literal["python", "node", "program"]
HandinState = Literal["checking", "good", "bad", "suspended", "out"]


@dataclass(frozen=True)
class HandinRow:
    """A bot that a student has handed in, without its files."""

    number: int
    course_id: str
    member_id: str
    file: str
    kind: BotKind
    digest: str
    size: int
    state: HandinState
    sentence: str
    made: datetime


@dataclass(frozen=True)
class MatchRow:
    """A match of a course, without its record and its logs."""

    number: int
    key: str
    first: str
    second: str
    result: str
    made: datetime
