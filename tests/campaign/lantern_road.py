"""A small campaign for tests: its texts and story, variants with errors, and invented battle results."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from holdtheline.campaign.entries import (
    CampaignHeader,
    DieRolled,
    Entry,
    MembersKept,
    OptionChosen,
    SceneExited,
    TravellersChosen,
)
from holdtheline.campaign.roster import MemberStatus
from holdtheline.campaign.rules import apply_entry, start_campaign
from holdtheline.campaign.state import CampaignState, Phase
from holdtheline.campaign.story.files import CampaignTexts, parse_texts, read_texts
from holdtheline.campaign.story.model import Aftermath, Story
from holdtheline.core.errors import BadFile
from holdtheline.core.scenarios.campaign_battles import BattleResult, Fate, FighterResult, Outcome

FILE = Path(__file__).parent / "data" / "lantern-road.toml"
ODA, HASK, PIM, WENNA, ORLA, BURR = (
    "Oda Verrin",
    "Hask",
    "Pim Sallow",
    "Wenna Thorne",
    "Orla Flint",
    "Burr",
)
BOARS = ("Grey Boar", "Young Boar", "Something")


@functools.cache
def texts() -> CampaignTexts:
    return read_texts(FILE)


@functools.cache
def story() -> Story:
    return parse_texts(texts())


def spoiled(old: str, new: str, file: str = "") -> CampaignTexts:
    """Return the texts with one passage replaced, in the campaign or in one of its battles."""
    whole = texts()
    if file:
        assert whole.battles[file].count(old) == 1, old
        return whole._replace(battles={**whole.battles, file: whole.battles[file].replace(old, new)})
    assert whole.story.count(old) == 1, old
    return whole._replace(story=whole.story.replace(old, new))


def changed(old: str, new: str, file: str = "") -> Story:
    return parse_texts(spoiled(old, new, file))


def refusal(wrong: CampaignTexts) -> str:
    """Return the sentences with which these texts are refused."""
    with pytest.raises(BadFile) as refused:
        parse_texts(wrong)
    assert "\n" not in str(refused.value)
    return " ".join(fault.sentence() for fault in refused.value.faults)


def line_of(words: str, text: str) -> int:
    """Return the number of the first line that contains these words."""
    return next(number for number, line in enumerate(text.split("\n"), 1) if words in line)


def start(tale: Story | None = None, **settings: object) -> CampaignState:
    """Start a campaign with typed dice, so that a test can choose the rolls."""
    header = CampaignHeader(texts(), seed=1, dice_are_mine=True)
    fields = {**vars(header), **settings}
    return start_campaign(tale or story(), CampaignHeader(**fields))


def after(state: CampaignState, *entries: Entry) -> CampaignState:
    for entry in entries:
        state = apply_entry(state, entry)
    return state


def fought(
    state: CampaignState,
    outcome: Outcome = Outcome.WON,
    ending: str = "",
    felled: Iterable[str] = (),
    fates: Mapping[str, Fate] | None = None,
    slain: Iterable[str] = (),
) -> BattleResult:
    """Return a battle result for the travellers; all who are not named stand and survive."""
    fell = list(felled)
    people = {name: FighterResult(Fate.FELLED if name in fell else Fate.STANDS) for name in state.travellers}
    people |= {name: FighterResult(fate) for name, fate in (fates or {}).items()}
    enemies = {name: name not in slain for name in state.battle().enemies}
    return BattleResult(outcome, ending, 4, people, enemies)


def at_the_barn(
    outcome: Outcome = Outcome.WON,
    ending: str = "",
    felled: Iterable[str] = (),
    faces: Iterable[int] = (),
    slain: Iterable[str] = (),
    tale: Story | None = None,
    **settings: object,
) -> CampaignState:
    """Play the ford with Oda, Hask and Pim."""
    state = after(start(tale, **settings), TravellersChosen((ODA, HASK, PIM)))
    state = after(state, fought(state, outcome, ending, felled, slain=slain))
    return after(state, *map(DieRolled, faces))


def at_the_fork(state: CampaignState, face: int = 1) -> CampaignState:
    """Leave the barn with this roll and pass through the inn."""
    return after(state, SceneExited(), DieRolled(face), SceneExited())


def at_the_lamp(state: CampaignState, travel_on: tuple[str, ...] = (ODA, HASK, PIM)) -> CampaignState:
    """Travel from the fork over the mire."""
    state = after(state, OptionChosen("Over the mire"), OptionChosen("Wait"))
    return after(state, MembersKept(travel_on)) if state.phase == Phase.TRAVEL_ON else state


def standing(state: CampaignState, name: str) -> MemberStatus:
    return state.company.people[name].status


def wounds(state: CampaignState) -> dict[str, int]:
    return {name: one.wounds for name, one in state.company.people.items() if one.wounds}


__all__ = [
    "Aftermath",
    "DieRolled",
    "Fate",
    "MembersKept",
    "OptionChosen",
    "Outcome",
    "Phase",
    "SceneExited",
    "TravellersChosen",
]
