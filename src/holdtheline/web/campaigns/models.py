"""The JSON shapes of campaigns."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from ..http.requests import DiceKind, KeyText, Name, RequestBody, TableVersion
from ..tables.models import SeatInvitation

ShortText = Annotated[str, Field(min_length=1, max_length=40)]
LongText = Annotated[str, Field(min_length=1, max_length=200)]
MAX_KEYS = 50
OutcomeWord = Literal["won", "lost", "drawn"]
SceneKindWord = Literal["battle", "haven", "choice", "item"]
SceneStatusWord = Literal["played", "now", "next"]
MemberStatusWord = Literal["there", "dead", "left", "taken"]
PhaseWord = Literal["travellers", "battle", "die", "choice", "leave", "travel on", "nothing"]

# Requests


class NewCampaign(RequestBody):
    campaign: ShortText
    policy: Literal["iron", "free"] = Field("iron", description="free: you may return to the start of a scene")
    seats: list[Literal["me", "friend"]] = Field(min_length=1, max_length=4, description="one for each general")
    aftermath: Literal["example", "none", "harsh"] | None = Field(
        None, description="what happens to the felled; null: the campaign's default"
    )
    wounds: Literal["heal", "keep"] | None = Field(
        None, description="whether the wounds of those who did not fall stay; null: the campaign's default"
    )
    felled_travel: Literal["on", "off"] | None = Field(
        None, description="off: the felled with no free wound slot rest; null: the campaign's default"
    )
    dice: DiceKind = Field("table", description="who rolls: the table, or you with real dice")
    name: Name = ""


class CampaignKeys(RequestBody):
    keys: list[KeyText] = Field(max_length=MAX_KEYS)


class Travel(RequestBody):
    do: Literal["travel"]
    who: list[ShortText] = Field(max_length=32)


class TravelOn(RequestBody):
    do: Literal["travel on"]
    who: list[ShortText] = Field(max_length=32)


class HandOver(RequestBody):
    do: Literal["hand"]
    item: ShortText
    to: ShortText = Field(description="a name, or `pack`")


class ChooseOption(RequestBody):
    do: Literal["choose"]
    option: LongText


class RollDie(RequestBody):
    do: Literal["roll"]
    face: int | None = Field(None, ge=1, le=6, description="what your real die shows")


class LeaveScene(RequestBody):
    do: Literal["go on"]


class GoBackToScene(RequestBody):
    do: Literal["go back"]
    scene: ShortText


AnyCampaignAction = Annotated[
    Travel | TravelOn | HandOver | ChooseOption | RollDie | LeaveScene | GoBackToScene,
    Field(discriminator="do"),
]


class CampaignAction(RequestBody):
    at: TableVersion
    act: AnyCampaignAction


# Responses


class WordMeaning(BaseModel):
    word: str
    sentence: str


class CampaignCard(BaseModel):
    name: str
    title: str
    story: list[str]
    company: str
    scenes: int
    people: int
    aftermath: str = Field(description="the default, as are the next two")
    wounds: str
    felled_travel: str


class CampaignList(BaseModel):
    campaigns: list[CampaignCard]
    policies: list[WordMeaning]
    aftermaths: list[WordMeaning]
    wounds: list[WordMeaning]
    felled_travel: list[WordMeaning]


class StartedCampaign(BaseModel):
    id: str
    key: str
    friends: list[SeatInvitation] = Field(description="the invitations of the other generals")


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
    claimed: str | None = Field(
        description="when the invitation to this seat was claimed; null: not yet, or there is none"
    )


class SceneCard(BaseModel):
    """The current scene, or the ending."""

    name: str
    title: str
    kind: SceneKindWord | Literal["end"]
    story: list[str]
    outcome: OutcomeWord | None
    aim: str = Field(description="the aim of a battle; otherwise empty")
    difficulty: str = Field(description="the difficulty of a battle, if it was measured; otherwise empty")


class PickCard(BaseModel):
    """A person or an option to choose, or a labelled number."""

    name: str
    text: str


class PendingDecision(BaseModel):
    what: PhaseWord
    question: str
    picks: list[PickCard]
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
    status: MemberStatusWord
    wounds: int = Field(description="wounds that last until the next haven")
    slots: int
    rests: bool
    travels: bool
    general: str = Field(description="the commander, if there are several generals")
    numbers: list[PickCard]
    traits: list[str]
    scars: list[ScarCard]
    items: list[str]


class MapSceneCard(BaseModel):
    name: str
    title: str
    kind: SceneKindWord
    status: SceneStatusWord
    outcome: OutcomeWord | None
    can_go_back: bool


class JournalPage(BaseModel):
    heading: str
    paragraphs: list[str]


class FelledCard(BaseModel):
    name: str
    by: str
    face: int | None
    words: str
    is_dead: bool
    is_due: bool


class LastScene(BaseModel):
    """The result of the last scene; for a battle, with the dice of the felled."""

    title: str
    number: int = Field(description="the number of its entry, which identifies this result")
    battle: bool
    under_way: bool = Field(description="the scene is not over: a die or a choice is still to come")
    outcome: OutcomeWord | None
    words: str
    verdicts: list[FelledCard]
    paragraphs: list[str]


class BattleTable(BaseModel):
    key: str
    spectator: bool
    my_turn: bool
    steps: int


class CampaignView(BaseModel):
    id: str
    version: int
    title: str
    company: str
    story: list[str]
    policy: WordMeaning
    aftermath: WordMeaning
    dice: DiceKind
    generals: list[GeneralCard]
    scene: SceneCard
    decision: PendingDecision
    last: LastScene | None
    roster: list[PersonCard]
    items: list[ItemCard]
    memorial: list[str]
    map: list[MapSceneCard]
    unknown: int = Field(description="the number of undiscovered scenes")
    journal: list[JournalPage]
    battle: BattleTable | None
    rules: str
