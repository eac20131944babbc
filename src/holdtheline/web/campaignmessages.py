"""What comes in and what goes out for campaigns, as OpenAPI describes it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from .messages import Asked, At, DiceKind, Key, Name

Word = Annotated[str, Field(min_length=1, max_length=40)]
Line = Annotated[str, Field(min_length=1, max_length=200)]
MOST_KEYS = 50

# What comes in


class NewCampaign(Asked):
    campaign: Word
    policy: Literal["iron", "free"] = Field(
        "iron", description="free: one may go back to the start of a scene"
    )
    seats: list[Literal["me", "friend"]] = Field(min_length=1, max_length=4, description="one a general")
    aftermath: Literal["example", "none", "harsh"] | None = Field(
        None, description="what becomes of the felled; null: as the campaign has it"
    )
    dice: DiceKind = Field("table", description="who rolls: the table, or you with real dice")
    name: Name = ""


class CampaignKeys(Asked):
    keys: list[Key] = Field(max_length=MOST_KEYS)


class Travel(Asked):
    do: Literal["travel"]
    who: list[Word] = Field(max_length=32)


class TravelOn(Asked):
    do: Literal["travel on"]
    who: list[Word] = Field(max_length=32)


class Hand(Asked):
    do: Literal["hand"]
    item: Word
    to: Word = Field(description="a name, or `pack`")


class Choose(Asked):
    do: Literal["choose"]
    option: Line


class Roll(Asked):
    do: Literal["roll"]
    face: int | None = Field(None, ge=1, le=6, description="what your own die shows")


class GoOn(Asked):
    do: Literal["go on"]


class GoBack(Asked):
    do: Literal["go back"]
    scene: Word


AnyAct = Annotated[
    Travel | TravelOn | Hand | Choose | Roll | GoOn | GoBack,
    Field(discriminator="do"),
]


class Act(Asked):
    at: At
    act: AnyAct


# What goes out


class Meaning(BaseModel):
    word: str
    sentence: str


class CampaignCard(BaseModel):
    name: str
    title: str
    story: list[str]
    company: str
    scenes: int
    people: int
    aftermath: str = Field(description="what is usual")


class Shipped(BaseModel):
    campaigns: list[CampaignCard]
    policies: list[Meaning]
    aftermaths: list[Meaning]


class CampaignInvitation(BaseModel):
    seat: int
    title: str
    key: str


class Started(BaseModel):
    id: str
    key: str
    friends: list[CampaignInvitation] = Field(description="the keys of the other generals")


class MyCampaign(BaseModel):
    id: str
    title: str
    scene: str
    over: bool
    played: str


class MyCampaigns(BaseModel):
    campaigns: list[MyCampaign | None]


class GeneralCard(BaseModel):
    seat: int
    title: str
    name: str
    mine: bool


class Place(BaseModel):
    """Where the story stands: a scene, or its end."""

    name: str
    title: str
    kind: Literal["battle", "haven", "choice", "item", "end"]
    story: list[str]
    outcome: Literal["won", "lost", "drawn"] | None
    aim: str = Field(description="of a battle; otherwise empty")
    how_hard: str = Field(description="of a battle that was measured; otherwise empty")


class Pick(BaseModel):
    """Somebody who can be chosen, or an option."""

    name: str
    text: str


class AskedNow(BaseModel):
    what: Literal["travellers", "battle", "die", "choice", "leave", "travel on", "nothing"]
    question: str
    picks: list[Pick]
    fewest: int
    most: int
    needed: list[str]
    can_hand: bool


class ScarCard(BaseModel):
    name: str
    text: str
    change: str


class ItemCard(BaseModel):
    name: str
    text: str
    effect: str
    holder: str = Field(description="a name, or `pack`")
    can_hold: list[str]


class PersonCard(BaseModel):
    name: str
    text: str
    standing: Literal["there", "dead", "left"]
    wounds: int = Field(description="that stay until the next haven")
    slots: int
    rests: bool
    travels: bool
    general: str = Field(description="who commands, where there are several")
    numbers: list[Pick]
    traits: list[str]
    scars: list[ScarCard]
    items: list[str]


class MapScene(BaseModel):
    name: str
    title: str
    kind: Literal["battle", "haven", "choice", "item"]
    known: Literal["played", "now", "next"]
    outcome: Literal["won", "lost", "drawn"] | None
    can_go_back: bool


class JournalPage(BaseModel):
    heading: str
    paragraphs: list[str]


class VerdictCard(BaseModel):
    name: str
    by: str
    face: int | None
    words: str
    is_dead: bool
    is_due: bool


class Last(BaseModel):
    """What came of the last scene; of a battle with its dice."""

    title: str
    number: int = Field(description="which entry it was; another number is another end")
    battle: bool
    under_way: bool = Field(description="the scene is not left yet: a die, or a choice, is still to come")
    outcome: Literal["won", "lost", "drawn"] | None
    words: str
    verdicts: list[VerdictCard]
    paragraphs: list[str]


class BattleTable(BaseModel):
    key: str
    watching: bool
    my_turn: bool
    steps: int


class CampaignView(BaseModel):
    id: str
    version: int
    title: str
    company: str
    story: list[str]
    policy: Meaning
    aftermath: Meaning
    dice: DiceKind
    generals: list[GeneralCard]
    place: Place
    asked: AskedNow
    last: Last | None
    roster: list[PersonCard]
    items: list[ItemCard]
    memorial: list[str]
    map: list[MapScene]
    unknown: int = Field(description="scenes that nobody knows yet")
    journal: list[JournalPage]
    battle: BattleTable | None
    rules: str
