"""What comes in and what goes out, as OpenAPI describes it."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

LONGEST_NAME = 40
MOST_KEYS = 200
LARGEST_CODE = 2**63 - 1

DiceKind = Literal["table", "mine"]


def tidy_name(name: str) -> str:
    """A name on one line, of characters that can be seen."""
    shown = "".join(" " if unicodedata.category(sign)[0] in "CZ" else sign for sign in name)
    return " ".join(shown.split())


Name = Annotated[
    str,
    Field(max_length=LONGEST_NAME, description="optional, as the others see it"),
    AfterValidator(tidy_name),
]
Key = Annotated[str, Field(min_length=1, max_length=64)]
Play = Annotated[
    Annotated[str, Field(min_length=1, max_length=200)] | Annotated[int, Field(ge=0, le=LARGEST_CODE)],
    Field(description="a move as its text or its code; `roll 5` is a face of your own die"),
]
At = Annotated[int, Field(ge=0, le=LARGEST_CODE, description="the version of the table that you saw")]


class Asked(BaseModel):
    """A body; fields that do not exist are refused, so that a slip of the pen is noticed."""

    model_config = ConfigDict(extra="forbid", strict=True)


# What comes in


class Seating(Asked):
    seats: list[Annotated[str, Field(min_length=1, max_length=40)]] = Field(
        max_length=8, description="one a seat: `me`, `friend`, or the name of a computer player"
    )
    dice: DiceKind = Field("table", description="who rolls: the table, or you with real dice")
    coach: bool | None = Field(
        None, description="whether the coach may be asked; null: only where one person has all seats"
    )
    name: Name = ""


class NewTable(Seating):
    game: str = Field(min_length=1, max_length=40)
    options: dict[Annotated[str, Field(max_length=40)], Annotated[str, Field(max_length=40)] | int] = Field(
        default_factory=dict, max_length=40
    )


class Step(Asked):
    play: Play
    at: At


class Now(Asked):
    at: At


class Question(Asked):
    """A move that is only thought of: things touched on the table, or a text."""

    touches: list[Annotated[str, Field(max_length=60)]] | None = Field(None, max_length=60)
    play: Play | None = None


class Thought(Asked):
    play: Play


class Touched(Asked):
    touches: list[Annotated[str, Field(max_length=60)]] = Field(max_length=60)


Inches = Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)]
Place = Annotated[list[Inches], Field(min_length=2, max_length=2, description="x to the right, y upwards")]


class Try(Asked):
    """A move by hand that is only thought of, on a table that is measured in inches."""

    who: Annotated[str, Field(max_length=20)] | None = Field(
        None, description="an id of the picture; null: the active character, or one that can be used"
    )
    to: Place
    via: Place | None = Field(None, description="a way-point")
    exact: bool = Field(False, description="nothing snaps to a contact, a thing or the edge")
    face: bool = Field(False, description="it only pivots towards `to`")


class Naming(Asked):
    name: Name


class Keys(Asked):
    keys: list[Key] = Field(max_length=MOST_KEYS)


class Nothing(Asked):
    """A body without fields."""


# What goes out


class OptionCard(BaseModel):
    name: str
    meaning: str
    clause: str
    rule: str
    default: str | int
    values: list[str | int]
    labels: list[str]


class PlayerCard(BaseModel):
    name: str
    sentence: str


class SeatingCard(BaseModel):
    options: dict[str, str | int] = Field(description="those that decide which seats there are")
    seats: list[str]


class GameCard(BaseModel):
    name: str
    title: str
    sentence: str
    seats: list[str] = Field(description="with the usual options")
    seatings: list[SeatingCard]
    options: list[OptionCard]
    players: list[PlayerCard]
    has_secrets: bool
    coach: Literal["exact", "sampled"] = Field(description="how the coach knows chances")
    picture: str
    rules: str


class Games(BaseModel):
    games: list[GameCard]


class Invitation(BaseModel):
    seat: int
    title: str
    key: str


class Opened(BaseModel):
    id: str
    key: str | None = Field(description="yours, for all seats that are `me`; null where you have none")
    friends: list[Invitation]
    watch: str = Field(description="a key that only watches")


class Uploaded(BaseModel):
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


class Seat(SeatCard):
    here: bool = Field(description="whether somebody with this seat looks at the table now")


class Way(BaseModel):
    ids: list[str]
    any_order: bool


class MoveCard(BaseModel):
    text: str
    code: int
    clause: str
    label: str
    choices: list[Way] = Field(description="ways to point at it: ids of the picture to touch")


class Moves(BaseModel):
    version: int
    moves: list[MoveCard]


class SpotCard(BaseModel):
    id: str
    key: str
    label: str


class Trace(BaseModel):
    """What an event leaves on an open table, in inches."""

    who: str
    how: str
    way: list[list[float]] | None
    at: str | None = Field(description="whom it is aimed at")


class Told(BaseModel):
    text: str
    clause: str
    rule: str
    trace: Trace | None


class LogLine(BaseModel):
    number: int
    seat: int = Field(description="-1: a roll")
    play: str | None = Field(description="the step as a record writes it; null where it is sealed")
    headline: str
    face: int | None
    die: str | None = Field(description="the die that was rolled, as the picture names it")
    events: list[Told]
    luck: float | None = Field(description="percentage points that the roll gave or took")
    film: bool = Field(description="whether there is a film of what this step played")


class Possible(BaseModel):
    possible: bool
    why: str | None


class CoachPossible(Possible):
    never: bool = Field(description="at this table the coach is forbidden")


class Passage(BaseModel):
    heading: str
    lines: list[str]
    paragraph: str


class Briefing(BaseModel):
    sections: list[Passage]


class End(BaseModel):
    winner: int | None
    scores: list[int]
    reason: str
    clause: str
    rule: str
    verdict: str


class View(BaseModel):
    """All that a key may see of a table now."""

    id: str
    version: int
    game: str
    title: str
    options: dict[str, str | int]
    options_text: str
    rules: str
    seats: list[Seat]
    seat: int = Field(description="whose view this is")
    watching: bool
    turn: int = Field(description="a seat; -1: a die is to be rolled; -2: the game is over")
    may_act: bool
    may_roll: bool
    roller: int = Field(description="the seat whose die is to be rolled; -1: nobody's, or none is")
    dice: Literal["table", "mine", "seeded"]
    prompt: str
    board: dict[str, Any]
    spots: list[SpotCard]
    moves: list[MoveCard]
    picture: str
    log: list[LogLine] = Field(description="the last of them; a replay has all")
    undo: Possible
    coach: CoachPossible
    briefing: bool = Field(description="whether there is one: see /table/briefing")
    by_hand: bool = Field(description="whether pieces are moved freely: see /table/try")
    outcome: End | None


class Reason(BaseModel):
    possible: bool
    sentence: str | None
    clause: str | None
    rule: str | None


class Chance(BaseModel):
    percent: str
    fraction: str
    chance: float
    most: float
    """The same as `chance`, unless it is a range."""


class Odds(Chance):
    label: str


class OddsOfMove(BaseModel):
    label: str
    odds: list[Odds]


class MarkOf(BaseModel):
    id: str
    kind: str
    sign: str
    text: str
    meaning: str
    plays: list[str]
    """The moves that lead there, one after the other, where they are several."""


class Marks(BaseModel):
    marks: list[MarkOf]


class Leg(BaseModel):
    to: list[float]
    inches: float
    counts: float = Field(description="the inches that it uses up: double in water")


class Blocker(BaseModel):
    id: str
    name: str
    at: list[float]


class Sighted(BaseModel):
    """An enemy, as whoever is moved would see it and be seen at the end of the way."""

    id: str
    name: str
    at: list[float]
    gap: float
    sees: bool = Field(description="nothing hides it")
    seen: bool = Field(description="nothing hides the mover, who is in its forward half")
    blocker: Blocker | None
    shoots: bool = Field(description="it could be shot at from there")
    odds: str
    shot: str = Field(description="the chance that its own shot would hurt; empty: it has none")
    plays: list[str]


class Tried(BaseModel):
    possible: bool
    sentence: str | None
    clause: str | None
    rule: str | None
    who: str | None
    name: str
    text: str = Field(description="what it would do")
    radius: float
    start: list[float]
    legs: list[Leg]
    end: list[float] = Field(description="where it would stand; of a move that is refused, how far it can go")
    inches: float
    left: float
    move: float
    facing: list[float]
    charges: list[str]
    takes: str | None
    leaves: bool
    in_way: Blocker | None
    farthest: list[float] | None
    sight: list[Sighted]
    plays: list[str] = Field(description="the moves that it is made of, one after the other")
    instead: list[str] = Field(description="the same, as far as it can go")


class Estimate(BaseModel):
    """A chance to win."""

    percent: str
    fraction: str | None = Field(description="null where it was sampled")
    chance: float
    low: float = Field(description="the ends of the 95 % interval of the sampling; exact: the chance")
    high: float
    interval: str | None = Field(description="the same in words; null where it is exact")


class MoveChance(Estimate):
    text: str
    code: int
    label: str
    plays: list[str] = Field(description="where it is a whole plan, its orders, but for the last, `ready`")


class Advice(BaseModel):
    ready: bool = Field(description="false: ask again soon")
    done: bool = Field(description="false: asked again, it knows more")
    exact: bool
    sentence: str | None
    simulations: int
    chance: Estimate | None
    moves: list[MoveChance]


class Card(BaseModel):
    id: str
    kind: Literal["table", "upload"]
    game: str
    title: str
    options_text: str
    seats: list[SeatCard]
    over: bool
    my_turn: bool
    steps: int
    played: str
    verdict: str | None
    watching: bool


class Cards(BaseModel):
    tables: list[Card | None]


class Lens(BaseModel):
    lens: str
    title: str


class Replay(BaseModel):
    id: str
    game: str
    title: str
    options_text: str
    rules: str
    over: bool
    version: int
    steps: list[LogLine]
    lenses: list[Lens]
    verdict: str | None
    seats: list[Seat]
    players: list[PlayerCard]
    go_on: Possible = Field(alias="continue")
    download: Possible
    review: Possible


class Frame(BaseModel):
    step: int
    line: LogLine
    prompt: str
    picture: str
    position: str | None = Field(description="the position in words, where it has no secrets")
