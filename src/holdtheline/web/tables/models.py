"""The JSON shapes of tables, replays and the lobby."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AliasChoices, BaseModel, Field

from ..db.rows import GameKind
from ..http.requests import MAX_CODE, DiceKind, KeyText, Name, RequestBody, TableVersion

MAX_KEYS = 200
MoveText = Annotated[
    Annotated[str, Field(min_length=1, max_length=200)] | Annotated[int, Field(ge=0, le=MAX_CODE)],
    Field(description="the text or the code of a move; `roll 5` enters the face of a real die"),
]


# Requests


class Seating(RequestBody):
    seats: list[Annotated[str, Field(min_length=1, max_length=40)]] = Field(
        max_length=8, description="for each seat `me`, `friend`, or the name of a computer player"
    )
    dice: DiceKind = Field("table", description="who rolls: the table, or you with real dice")
    coach: bool | None = Field(
        None, description="whether the coach may be asked; null: only if one person holds all seats of people"
    )
    name: Name = ""


class NewTable(Seating):
    game: str = Field(min_length=1, max_length=40)
    options: dict[Annotated[str, Field(max_length=40)], Annotated[str, Field(max_length=40)] | int] = Field(
        default_factory=dict, max_length=40
    )


class PlayMove(RequestBody):
    play: MoveText
    at: TableVersion


class WhyNotQuestion(RequestBody):
    """A move that the player only considers: the ids clicked on the picture, or its text."""

    touches: list[Annotated[str, Field(max_length=60)]] | None = Field(None, max_length=60)
    play: MoveText | None = None


class MoveQuestion(RequestBody):
    play: MoveText


class ClickedIds(RequestBody):
    touches: list[Annotated[str, Field(max_length=60)]] = Field(max_length=60)


Inches = Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)]
Point = Annotated[
    list[Inches], Field(min_length=2, max_length=2, description="x to the right and y upwards, in inches")
]


class MovePreviewRequest(RequestBody):
    """A dragged move that the player only considers, on an open table."""

    who: Annotated[str, Field(max_length=20)] | None = Field(
        None, description="an id in the picture; null: the active character, or one that may act"
    )
    to: Point
    via: Point | None = Field(None, description="a waypoint")
    exact: bool = Field(False, description="do not snap to a contact, a terrain feature or the edge")
    face: bool = Field(False, description="only pivot towards `to`")


class NewName(RequestBody):
    name: Name


class TableKeys(RequestBody):
    keys: list[KeyText] = Field(max_length=MAX_KEYS)


# Responses


class PlayerCard(BaseModel):
    name: str
    sentence: str


class SeatInvitation(BaseModel):
    """A friend's seat, and the token with which the friend claims it, once."""

    seat: int
    title: str
    invitation: str


class OpenedTable(BaseModel):
    id: str
    key: str | None = Field(description="your key, for all seats that are `me`; null if there are none")
    friends: list[SeatInvitation]
    watch: str = Field(description="a key for spectators")


class UploadedRecord(BaseModel):
    id: str
    key: str


class SharedKey(BaseModel):
    key: str


class SeatCard(BaseModel):
    seat: int
    title: str
    name: str
    player: str = Field(description="`person`, or the name of the computer player")
    mine: bool


class SeatPresence(SeatCard):
    here: bool = Field(description="whether a holder of this seat is connected")
    claimed: str | None = Field(
        description="when the invitation to this seat was claimed; null: not yet, or there is none"
    )


class ClickSequence(BaseModel):
    ids: list[str]
    any_order: bool


class MoveCard(BaseModel):
    text: str
    code: int
    clause: str
    label: str
    choices: list[ClickSequence] = Field(description="the ids to click in the picture; each entry is one possibility")


class MoveList(BaseModel):
    version: int
    moves: list[MoveCard]


class HotspotCard(BaseModel):
    id: str
    key: str
    label: str


class EventTrace(BaseModel):
    """The path or aim of an event on an open table, in inches."""

    who: str
    how: str
    way: list[list[float]] | None
    at: str | None = Field(description="the id of the target")


class EventCard(BaseModel):
    text: str
    clause: str
    rule: str | None = Field(description="the address of the clause")
    trace: EventTrace | None


class LogLine(BaseModel):
    number: int
    seat: int = Field(description="-1: a roll")
    play: str | None = Field(description="the step as the record writes it; null if it is secret")
    headline: str
    face: int | None
    die: str | None = Field(description="the id of the rolled die in the picture")
    events: list[EventCard]
    luck: float | None = Field(description="percentage points that the roll gained or lost")
    turn_replay: bool = Field(description="whether this step ended a turn that /replay/{step}/turn can show")


class Availability(BaseModel):
    possible: bool
    why: str | None


class CoachAvailability(Availability):
    never: bool = Field(description="the coach is not allowed at this table")


class BriefingSection(BaseModel):
    heading: str
    lines: list[str]
    paragraph: str


class Briefing(BaseModel):
    sections: list[BriefingSection]


class OutcomeCard(BaseModel):
    winner: int | None
    scores: list[int]
    reason: str
    clause: str
    rule: str | None
    verdict: str


class TableFacts(BaseModel):
    id: str
    version: int
    game: str
    title: str
    options_text: str
    rules: str
    seats: list[SeatPresence]


class TableView(TableFacts):
    """Everything that a key may see of a table now."""

    options: dict[str, str | int]
    seat: int = Field(description="the seat whose view this is")
    spectator: bool
    turn: int = Field(description="a seat; -1: a die must be rolled; -2: the game is over")
    may_act: bool
    may_roll: bool
    roller: int = Field(description="the seat that rolls the die; -1: any seat, or there is no die to roll")
    dice: Literal["table", "mine", "seeded"]
    prompt: str
    board: dict[str, Any]
    spots: list[HotspotCard]
    moves: list[MoveCard]
    picture: str
    log: list[LogLine] = Field(description="the last lines; a replay has all")
    undo: Availability
    coach: CoachAvailability
    briefing: bool = Field(description="whether there is a briefing: see /table/briefing")
    by_hand: bool = Field(description="whether pieces are dragged freely: see /table/try")
    outcome: OutcomeCard | None


class WhyNotAnswer(BaseModel):
    """Whether a move is possible, or the sentence and the clause that refuse it."""

    possible: bool
    sentence: str | None
    clause: str | None
    rule: str | None


class ChanceRange(BaseModel):
    percent: str
    fraction: str
    chance: float
    most: float = Field(description="the upper end of a range; otherwise the same as `chance`")


class MoveOdds(ChanceRange):
    label: str


class OddsOfMove(BaseModel):
    label: str
    odds: list[MoveOdds]


class MarkCard(BaseModel):
    id: str
    kind: str
    sign: str
    text: str
    meaning: str
    plays: list[str] = Field(description="the moves that lead there, in order, if there are several")


class MarkList(BaseModel):
    marks: list[MarkCard]


class PreviewLeg(BaseModel):
    to: list[float]
    inches: float
    counts: float = Field(description="the inches of movement used: double in water")


class PreviewBlocker(BaseModel):
    id: str
    name: str
    at: list[float]


class PreviewTarget(PreviewBlocker):
    """An enemy, and whether it and the moved character would see each other at the end of the move."""

    gap: float
    sees: bool = Field(description="the mover would see it")
    seen: bool = Field(description="it would see the mover, who is in its forward half")
    blocker: PreviewBlocker | None
    shoots: bool = Field(description="the mover could shoot at it")
    odds: str
    shot: str = Field(description="the chance that its own shot would wound; empty if it cannot shoot")
    plays: list[str]


class MovePreview(WhyNotAnswer):
    who: str | None
    name: str
    text: str = Field(description="what the move would do")
    radius: float
    start: list[float]
    legs: list[PreviewLeg]
    end: list[float] = Field(description="where the mover would stand; if the move is illegal, how far it can go")
    inches: float
    left: float
    move: float
    facing: list[float]
    charges: list[str]
    takes: str | None
    leaves: bool
    in_way: PreviewBlocker | None
    farthest: list[float] | None
    sight: list[PreviewTarget]
    plays: list[str] = Field(description="the moves to play, in order")
    instead: list[str] = Field(description="the moves to play to go as far as possible")


class Lens(BaseModel):
    lens: str
    title: str


class Replay(TableFacts):
    over: bool
    steps: list[LogLine]
    lenses: list[Lens]
    verdict: str | None
    players: list[PlayerCard]
    continuing: Availability = Field(
        validation_alias=AliasChoices("continue", "continuing"),
        serialization_alias="continue",
        description="whether a new game can start from a step",
    )
    download: Availability
    review: Availability


class ReplayFrame(BaseModel):
    step: int
    line: LogLine
    prompt: str
    picture: str
    position: str | None = Field(description="the position in words, if it has no secrets")


# The lobby


class OptionCard(BaseModel):
    name: str
    meaning: str
    clause: str
    rule: str | None
    default: str | int
    values: list[str | int]
    labels: list[str]


class SeatingCard(BaseModel):
    options: dict[str, str | int] = Field(description="the options that decide which seats there are")
    seats: list[str]


class CourseGame(BaseModel):
    """A game in the form for a new course."""

    name: str
    title: str
    sentence: str
    rules: str
    options: list[OptionCard]
    players: list[PlayerCard]


class GameCard(CourseGame):
    """A game in the lobby."""

    seats: list[str] = Field(description="with the default options")
    seatings: list[SeatingCard]
    has_secrets: bool
    coach: Literal["exact", "sampled"] = Field(description="how the coach computes chances")
    picture: str
    preparing: str | None = Field(description="when the computer levels and the coach are ready; null if they are")


class GameList(BaseModel):
    games: list[GameCard]


class TableCard(BaseModel):
    id: str
    kind: GameKind
    game: str
    title: str
    options_text: str
    seats: list[SeatCard]
    over: bool
    my_turn: bool
    steps: int
    played: str
    verdict: str | None
    spectator: bool


class TableCards(BaseModel):
    tables: list[TableCard | None]
