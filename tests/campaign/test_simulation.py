"""Simulated campaigns always end, and the same seed gives the same campaign."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from holdtheline.campaign.entries import CampaignHeader
from holdtheline.campaign.simulation import play_campaign, simulate_campaigns
from holdtheline.campaign.story.model import Aftermath, Story
from holdtheline.core.dice import random_below, random_stream
from holdtheline.core.state_record import Words
from holdtheline.games.skirmish.state import MAX_CHARACTERS, MAX_PER_SIDE, CharacterStatus, SkirmishState

from .lantern_road import changed, story, texts

FATES = (
    CharacterStatus.STANDS,
    CharacterStatus.STANDS,
    CharacterStatus.FALLEN,
    CharacterStatus.FLED,
    CharacterStatus.LEFT,
    CharacterStatus.LIES,
    CharacterStatus.HELD,
)


class MadeUp:
    """A battle player that returns random results."""

    def __init__(self, seed: int) -> None:
        self.stream = random_stream(seed, "battles")
        self.friends: list[int] = []

    def __call__(self, setup: Words) -> Any:
        started = SkirmishState(setup)
        self.friends.append(sum(status != 0 for status in started.status.tolist()[:MAX_PER_SIDE]))
        endings = sum(kind != 0 for kind in started.ending_kind)
        drawn = [FATES[int(random_below(self.stream, len(FATES)))] if one else 0 for one in started.status]
        return SimpleNamespace(
            status=drawn,
            wounds=[0] * MAX_CHARACTERS,
            held_by=[0] * MAX_CHARACTERS,
            winner=int(random_below(self.stream, 3)),
            ended=int(random_below(self.stream, endings + 1)),
            round=2,
        )


@pytest.mark.parametrize("aftermath", list(Aftermath))
def test_every_campaign_comes_to_an_end(aftermath: Aftermath) -> None:
    tally = simulate_campaigns(story(), MadeUp(1), 150, seed=100, aftermath=aftermath)
    assert tally.campaigns == sum(tally.ends.values()) == 150
    assert set(tally.ends) == {"bright road", "grey road", "dark road"}
    assert 0 < tally.won["the ford"] < tally.fought["the ford"] == 150


def test_the_same_seed_gives_the_same_campaign() -> None:
    header = CampaignHeader(texts(), seed=11)
    once, again = (play_campaign(story(), header, MadeUp(4)) for _ in range(2))
    assert once == again
    assert play_campaign(story(), CampaignHeader(texts(), seed=12), MadeUp(4)) != once


def test_the_battles_have_no_more_friends_than_places() -> None:
    battles = MadeUp(2)
    simulate_campaigns(story(), battles, 40)
    assert max(battles.friends) == 6  # four places and two guests at the lamp
    assert min(battles.friends) >= 1


def test_those_who_must_come_travel_even_if_few_were_drawn() -> None:
    tale: Story = changed('needs = ["Oda Verrin"]', 'needs = ["Oda Verrin", "Hask", "Pim Sallow"]')
    battles = MadeUp(3)
    simulate_campaigns(tale, battles, 10)
    assert battles.friends[0] == 3
