"""The JSON shapes of courses."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, Field

from ..db.rows import BotKind, HandinState, MemberKind, Visibility
from ..http.names import MAX_NAME_LENGTH, MAX_TITLE_LENGTH, clean_name, clean_title
from ..http.requests import KeyText, RequestBody
from ..tables.lobby_models import CourseGame
from .judge_supervisor import JudgeState

MAX_PAIRS = 50
MAX_KEYS = 50
MAX_MATCHES = 100
ScoreWord = Literal["won", "drawn", "lost"]
Language = Literal["python", "javascript", "c"]

Title = Annotated[str, Field(min_length=1, max_length=MAX_TITLE_LENGTH), AfterValidator(clean_title)]
StudentName = Annotated[
    str,
    Field(min_length=1, max_length=MAX_NAME_LENGTH, description="unique within the course"),
    AfterValidator(clean_name),
]


def require_text(value: object) -> object:
    """Refuse numbers, which Pydantic would read as seconds since 1970."""
    if not isinstance(value, str):
        raise ValueError("it should be a date and time with a zone, such as 2030-06-30T18:00:00Z")
    return value


ZonedDateTime = Annotated[AwareDatetime, Field(strict=False), BeforeValidator(require_text)]
ShortText = Annotated[str, Field(min_length=1, max_length=40)]

# Requests


class BotLimits(RequestBody):
    """Limits on a bot's processor time and memory."""

    think_seconds: float = Field(2.0, ge=0.05, le=30, description="for one decision")
    unit_seconds: float = Field(0.1, ge=0.005, le=5, description="for each unit that acts")
    match_seconds: float = Field(120.0, ge=1, le=900, description="for all decisions of a match")
    memory_mb: int = Field(512, ge=64, le=4096)


class CourseSettings(RequestBody):
    title: Title
    pairs: int = Field(5, ge=1, le=MAX_PAIRS, description="matches between each pair of bots, from each seat")
    players: list[ShortText] = Field(default_factory=list, max_length=10, description="built-in players that take part")
    limits: BotLimits = Field(default_factory=lambda: BotLimits.model_validate({}))
    deadline: ZonedDateTime | None = Field(None, description="the last time to hand in a bot, with a time zone")
    shows: Visibility = Field(
        "all", description="what students see of others: all, all after the deadline, or only their own"
    )


class NewCourse(CourseSettings):
    game: ShortText
    options: dict[ShortText, Annotated[str, Field(max_length=40)] | int] = Field(default_factory=dict, max_length=40)


class CourseKeys(RequestBody):
    keys: list[KeyText] = Field(max_length=MAX_KEYS)


class JoinCourse(RequestBody):
    name: StudentName


class ChangeSettings(RequestBody):
    do: Literal["set"]
    settings: CourseSettings


class SetOpen(RequestBody):
    do: Literal["open"]
    open: bool = Field(description="whether students may join and hand in bots")


class RenewJoinLink(RequestBody):
    do: Literal["renew"]


class AdmitStudent(RequestBody):
    do: Literal["admit"]
    name: StudentName


class RenewStudentLink(RequestBody):
    do: Literal["relink"]
    student: ShortText


class RemoveStudent(RequestBody):
    do: Literal["remove"]
    student: ShortText


class DecideOnBot(RequestBody):
    do: Literal["verdict"]
    handin: int = Field(ge=1, le=2**31 - 1)
    counts: bool = Field(description="true: the bot plays again; false: it is excluded")


AnyTeacherAction = Annotated[
    ChangeSettings | SetOpen | RenewJoinLink | AdmitStudent | RenewStudentLink | RemoveStudent | DecideOnBot,
    Field(discriminator="do"),
]


class TeacherAction(RequestBody):
    act: AnyTeacherAction


# Responses


class CourseParts(BaseModel):
    games: list[CourseGame]
    limits: BotLimits = Field(description="the default")
    pairs: int
    max_bytes: int = Field(description="the largest bot that can be handed in")


class CreatedCourse(BaseModel):
    id: str
    key: str = Field(description="the teacher's key")
    join: str = Field(description="the key that lets students join")


class MyCourse(BaseModel):
    id: str
    title: str
    kind: MemberKind
    game: str
    name: str
    open: bool
    deadline: str | None


class MyCourses(BaseModel):
    courses: list[MyCourse | None]


class CourseGameCard(BaseModel):
    name: str
    title: str
    options_text: str
    rules: str
    starters: list[Language] = Field(description="the languages of its starter kits: /api/starters/GAME/LANGUAGE")
    seats: list[str]


class SettingsCard(BaseModel):
    title: str
    pairs: int
    players: list[str]
    limits: BotLimits
    deadline: str | None
    shows: Visibility


class JudgeCard(BaseModel):
    state: JudgeState
    sentence: str = Field(description="why nothing is judged; in detail only for the teacher")


class CourseProgress(BaseModel):
    played: int
    wanted: int
    seconds_left: int | None = Field(description="an estimate; null if it is unknown or nothing is left")


class StandingRow(BaseModel):
    """A bot in the standings. Comparisons with other bots are null if these are hidden."""

    name: str
    bot: str
    student: str | None = Field(description="the id of its author; null for a built-in player")
    mine: bool
    place: int | None
    group: int | None = Field(description="bots in one group do not differ significantly")
    rank_low: int | None
    rank_high: int | None
    games: int
    won: int
    drawn: int
    lost: int
    points: float
    elo: int | None
    low: int | None
    high: int | None
    faults: dict[str, int] = Field(description="matches lost by each kind of fault")
    against: list[float | None] | None = Field(
        description="the share of points against each row of the standings; null: not played, or itself"
    )


class QueuePlace(BaseModel):
    """Where a bot is that waits for its check."""

    place: int = Field(description="in the queue of this course; 0: it is being checked")
    seconds: int | None = Field(description="an estimate of the time until its check is over; null if it is unknown")


class HandinCard(BaseModel):
    number: int
    file: str
    kind: BotKind
    size: int
    state: HandinState
    sentence: str
    made: str
    counts: bool = Field(description="whether this bot plays for its author now")
    queue: QueuePlace | None = Field(description="null unless its state is checking")


class StudentCard(BaseModel):
    id: str
    name: str
    handins: list[HandinCard]


class JoinedCourse(BaseModel):
    """The name of a student and their key, which is sent only once."""

    name: str
    key: str


class StudentInvitation(BaseModel):
    """The name of a student, and the token with which they take their place, once; it is sent only once."""

    name: str
    invitation: str


class CourseView(BaseModel):
    id: str
    version: int
    kind: MemberKind
    name: str = Field(description="your name")
    game: CourseGameCard
    settings: SettingsCard
    open: bool
    can_hand_in: bool
    why_not: str | None
    max_bytes: int
    judge: JudgeCard
    progress: CourseProgress
    hidden: str | None = Field(description="why the standings show only your own bot")
    standings: list[StandingRow]
    mine: list[HandinCard] = Field(description="the bots you have handed in, the newest first")
    students: list[StudentCard] = Field(description="for the teacher only")
    join: str | None = Field(description="the key that lets students join, for the teacher only")
    invitation: StudentInvitation | None = Field(description="the invitation created by `admit` or `relink`")


class HandinView(BaseModel):
    handin: HandinCard
    log: str = Field(description="what the bot printed when it was checked")


class MatchSeat(BaseModel):
    name: str
    title: str
    mine: bool
    score: ScoreWord
    cpu: float | None


class MatchFault(BaseModel):
    seat: int
    kind: str
    sentence: str | None = Field(description="for the author and the teacher only")


class MatchCard(BaseModel):
    key: str
    number: int = Field(description="matches are numbered in the order in which they were played")
    seats: list[MatchSeat]
    reason: str
    turns: int
    faults: list[MatchFault]
    made: str


class MatchList(BaseModel):
    matches: list[MatchCard] = Field(description="the newest first")
    more: bool


class MatchLog(BaseModel):
    seat: int
    text: str


class MatchView(BaseModel):
    match: MatchCard
    logs: list[MatchLog] = Field(description="the logs of your own bots; for the teacher, of all bots")
