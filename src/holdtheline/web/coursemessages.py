"""What comes in and what goes out for courses, as OpenAPI describes it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, Field

from .messages import Asked, Key, Nothing, tidy_name

LONGEST_NAME = 40
MOST_PAIRS = 50
MOST_KEYS = 50
MOST_MATCHES = 100
__all__ = ["Nothing"]

Title = Annotated[str, Field(min_length=1, max_length=80), AfterValidator(tidy_name)]
StudentName = Annotated[
    str,
    Field(min_length=1, max_length=LONGEST_NAME, description="no other student of the course has it"),
    AfterValidator(tidy_name),
]
Shows = Literal["all", "after", "own"]


def as_written(moment: object) -> object:
    """Only a text: a number would be some second of 1970."""
    if not isinstance(moment, str):
        raise ValueError("it should be a date and time with a zone, such as 2030-06-30T18:00:00Z")
    return moment


Moment = Annotated[AwareDatetime, Field(strict=False), BeforeValidator(as_written)]
Word = Annotated[str, Field(min_length=1, max_length=40)]
State = Literal["checking", "good", "bad", "suspended", "out"]

# What comes in


class BotLimits(Asked):
    """Of a bot's own processor time, and of its memory."""

    think_seconds: float = Field(2.0, ge=0.05, le=30, description="for one decision")
    unit_seconds: float = Field(0.1, ge=0.005, le=5, description="for each unit that acts")
    match_seconds: float = Field(120.0, ge=1, le=900, description="for all decisions of a game")
    memory_mb: int = Field(512, ge=64, le=4096)


class CourseSettings(Asked):
    title: Title
    pairs: int = Field(5, ge=1, le=MOST_PAIRS, description="games of each two bots on each seat")
    players: list[Word] = Field(
        default_factory=list, max_length=10, description="built-in ones that play along"
    )
    limits: BotLimits = Field(default_factory=lambda: BotLimits.model_validate({}))
    deadline: Moment | None = Field(None, description="the last one to hand in; with its zone")
    shows: Shows = Field(
        "all", description="what students see of others: all, all after the deadline, or nothing"
    )


class NewCourse(CourseSettings):
    game: Word
    options: dict[Word, Annotated[str, Field(max_length=40)] | int] = Field(
        default_factory=dict, max_length=40
    )


class CourseKeys(Asked):
    keys: list[Key] = Field(max_length=MOST_KEYS)


class Joining(Asked):
    name: StudentName


class SetTerms(Asked):
    do: Literal["set"]
    settings: CourseSettings


class Open(Asked):
    do: Literal["open"]
    open: bool = Field(description="whether students may join and hand in")


class RenewDoor(Asked):
    do: Literal["renew"]


class Admit(Asked):
    do: Literal["admit"]
    name: StudentName


class Relink(Asked):
    do: Literal["relink"]
    student: Word


class Remove(Asked):
    do: Literal["remove"]
    student: Word


class Verdict(Asked):
    do: Literal["verdict"]
    handin: int = Field(ge=1, le=2**31 - 1)
    counts: bool = Field(description="false: this bot plays no more; true: it plays again")


AnyCourseAct = Annotated[
    SetTerms | Open | RenewDoor | Admit | Relink | Remove | Verdict, Field(discriminator="do")
]


class CourseAct(Asked):
    act: AnyCourseAct


# What goes out


class CoursePlayer(BaseModel):
    name: str
    sentence: str


class CourseGameOption(BaseModel):
    name: str
    meaning: str
    clause: str
    rule: str | None
    default: str | int
    values: list[str | int]
    labels: list[str]


class CourseGame(BaseModel):
    name: str
    title: str
    sentence: str
    rules: str
    options: list[CourseGameOption]
    players: list[CoursePlayer]


class CourseParts(BaseModel):
    games: list[CourseGame]
    limits: BotLimits = Field(description="what is usual")
    pairs: int
    most_bytes: int = Field(description="of a bot that is handed in")


class MadeCourse(BaseModel):
    id: str
    key: str = Field(description="the teacher's")
    join: str = Field(description="the key that lets students join")


class MyCourse(BaseModel):
    id: str
    title: str
    kind: Literal["teacher", "student", "join"]
    game: str
    name: str
    open: bool
    deadline: str | None


class MyCourses(BaseModel):
    courses: list[MyCourse | None]


class Joined(BaseModel):
    key: str
    name: str


class GameCard(BaseModel):
    name: str
    title: str
    options_text: str
    rules: str
    seats: list[str]


class SettingsCard(BaseModel):
    title: str
    pairs: int
    players: list[str]
    limits: BotLimits
    deadline: str | None
    shows: Shows


class JudgeCard(BaseModel):
    state: Literal["resting", "working", "refuses", "failed", "off"]
    sentence: str = Field(description="why nothing is judged; for the teacher, with the wall that is missing")


class Progress(BaseModel):
    played: int
    wanted: int
    seconds_left: int | None = Field(description="a guess; null: nothing is left, or nobody knows")


class StandingRow(BaseModel):
    """A bot in the table. What only a comparison with others tells is null where these are hidden."""

    name: str
    bot: str
    student: str | None = Field(description="the id of its author; null: built in")
    mine: bool
    place: int | None
    group: int | None = Field(description="bots of one group cannot be told apart")
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
    faults: dict[str, int] = Field(description="games lost by each kind of fault")
    against: list[float | None] | None = Field(
        description="the share of points against each row of the table; null: not met, or itself"
    )


class HandinCard(BaseModel):
    number: int
    file: str
    kind: Literal["python", "node", "program"]
    size: int
    state: State
    sentence: str
    made: str
    counts: bool = Field(description="it is the bot that plays for its author now")


class StudentCard(BaseModel):
    id: str
    name: str
    handins: list[HandinCard]


class Given(BaseModel):
    """A link that was just made; nobody can be told it again."""

    name: str
    key: str


class CourseView(BaseModel):
    id: str
    version: int
    kind: Literal["teacher", "student", "join"]
    name: str = Field(description="your own")
    game: GameCard
    settings: SettingsCard
    open: bool
    can_hand_in: bool
    why_not: str | None
    most_bytes: int
    judge: JudgeCard
    progress: Progress
    hidden: str | None = Field(description="why the table has no others, in a sentence")
    table: list[StandingRow]
    mine: list[HandinCard] = Field(description="what you have handed in, the newest first")
    students: list[StudentCard] = Field(description="for the teacher")
    join: str | None = Field(description="the key that lets students join, for the teacher")
    given: Given | None = Field(description="the answer to `admit` and `relink`")


class HandinView(BaseModel):
    handin: HandinCard
    log: str = Field(description="what it printed when it was checked")


class MatchSeat(BaseModel):
    name: str
    title: str
    mine: bool
    score: Literal["won", "drawn", "lost"]
    cpu: float | None


class MatchFault(BaseModel):
    seat: int
    kind: str
    sentence: str | None = Field(description="for the author and the teacher")


class MatchCard(BaseModel):
    key: str
    number: int = Field(description="in the order in which they were played")
    seats: list[MatchSeat]
    reason: str
    turns: int
    faults: list[MatchFault]
    made: str


class Matches(BaseModel):
    matches: list[MatchCard] = Field(description="the newest first")
    more: bool


class MatchLog(BaseModel):
    seat: int
    text: str


class MatchView(BaseModel):
    match: MatchCard
    logs: list[MatchLog] = Field(description="those of your own bots; for the teacher all")


class ReplayKey(BaseModel):
    key: str
