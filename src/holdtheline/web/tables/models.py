"""The JSON shapes of tables, replays and the lobby."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AliasChoices, BaseModel, Field

from ...core.effects import Effect
from ..http.requests import MAX_CODE, DiceKind, KeyText, Name, RequestBody, TableVersion
from .guide_models import GuideProgress

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


class DeclarationRequest(RequestBody):
    declares: Literal["resign", "offer draw", "accept draw", "decline draw"]
    at: TableVersion


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
    player_title: str | None = Field(description="the computer player for people to read; null for a person")
    mine: bool


class SeatPresence(SeatCard):
    here: bool = Field(description="whether a holder of this seat is connected")
    claimed: str | None = Field(description="when the invitation to this seat was claimed, if it was")


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
    heading: str = Field(description="the turn and the side, such as `Turn 3 · Union`; empty: the game has no headings")
    continues: bool = Field(description="whether this step belongs to the action of the line before")
    action: str = Field(description="the action so far in one line; empty: the headline and the events say it")
    ids: list[str] = Field(description="what the events are about, as ids in the picture")
    turn_replay: bool = Field(description="whether this step ended a turn that /replay/{step}/turn can show")
    effects: list[Effect] = Field(description="what the step looks like, in the order of events")


class Availability(BaseModel):
    possible: bool
    why: str | None


class CoachAvailability(Availability):
    never: bool = Field(description="the coach is not allowed at this table")


class Declarations(BaseModel):
    """Whether you can resign or offer a draw, and the draw offer on the table."""

    resign: Availability
    gives_up: bool = Field(description="no opponent would win: you give up rather than resign")
    draw: Availability
    offered_by: int | None = Field(description="the seat that offers a draw; the offer lapses with the next move")
    may_answer: bool = Field(description="whether you can accept or decline the offer")
    last: str | None = Field(description="the last declaration, until the next move")


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


class HudSideCard(BaseModel):
    seat: int
    name: str
    points: int
    of: str = Field(description="what the points are, and how many win")
    note: str
    acts: bool


class GaugeCard(BaseModel):
    label: str
    value: int
    most: int | None
    shape: Literal["track", "pips"]


class HudCard(BaseModel):
    """What stays in sight while a large picture is zoomed; the picture's `data-map` is the rest of it."""

    title: str
    headline: str
    sides: list[HudSideCard]
    gauges: list[GaugeCard]
    dice: int = Field(description="dice that are left to roll")
    dice_text: str = Field(description="what the dice rolled so far have done")


class TableView(TableFacts):
    """Everything that a key may see of a table now."""

    tag: str = Field(description="names this view: send it as `Have-View` to get only what changed since")
    options: dict[str, str | int]
    seat: int = Field(description="the seat whose view this is")
    spectator: bool
    turn: int = Field(description="a seat; -1: a die must be rolled; -2: the game is over")
    may_act: bool
    may_roll: bool
    roller: int = Field(description="the seat that rolls the die; -1: any seat, or there is no die to roll")
    dice: Literal["table", "mine", "seeded", "guide"]
    prompt: str
    board: dict[str, Any]
    spots: list[HotspotCard]
    moves: list[MoveCard]
    picture: str
    hud: HudCard | None
    log: list[LogLine] = Field(description="the last lines; a replay has all")
    undo: Availability
    undoes_only_forced: bool = Field(description="whether all that can be undone played itself, so it was no decision")
    coach: CoachAvailability
    briefing: bool = Field(description="whether there is a briefing: see /table/briefing")
    by_hand: bool = Field(description="whether pieces are dragged freely: see /table/try")
    declarations: Declarations
    outcome: OutcomeCard | None
    guide: GuideProgress | None = Field(description="null: this is not a guided game, or you only watch")
    guide_minutes: int | None = Field(description="how long the guided first game takes; null: there is none")


class ViewPatch(BaseModel):
    """How to make a view of an earlier one: cut that one's text before each `{` and each `<`, and join the parts."""

    since: str = Field(description="the tag of the earlier view")
    tag: str
    patch: list[str | tuple[int, int]] = Field(
        description="runs of the earlier view's pieces (first, count), and new text"
    )


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
    hud: HudCard | None
    position: str | None = Field(description="the position in words, if it has no secrets")
