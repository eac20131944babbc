"""Whole campaigns are played without people: every one comes to an end, and the same seed to the same."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from holdtheline.core.contract import Words
from holdtheline.core.dice import below, stream_for
from holdtheline.games.skirmish.campaign.entries import Header
from holdtheline.games.skirmish.campaign.simulate import play_through, simulate
from holdtheline.games.skirmish.campaign.story import Aftermath, Story
from holdtheline.games.skirmish.state import CHARACTERS, LAYOUT, MOST_OF_A_SIDE, There

from .walkers import changed, story, texts

FATES = (There.STANDS, There.STANDS, There.FALLEN, There.FLED, There.LEFT, There.LIES, There.HELD)


def fields(setup: Words) -> dict[str, Words]:
    found, at = {}, 0
    for name, words in LAYOUT:
        found[name] = setup[at : at + words]
        at += words
    return found


class MadeUp:
    """Battles that end anyhow."""

    def __init__(self, seed: int) -> None:
        self.stream = stream_for(seed, "battles")
        self.friends: list[int] = []

    def __call__(self, setup: Words) -> Any:
        there = fields(setup)["there"]
        self.friends.append(int((there[:MOST_OF_A_SIDE] != 0).sum()))
        ends = int((fields(setup)["e_kind"] != 0).sum())
        drawn = [FATES[int(below(self.stream, len(FATES)))] if one else 0 for one in there]
        return SimpleNamespace(
            there=drawn,
            wounds=[0] * CHARACTERS,
            winner=int(below(self.stream, 3)),
            ended=int(below(self.stream, ends + 1)),
            round=2,
        )


@pytest.mark.parametrize("aftermath", list(Aftermath))
def test_every_campaign_comes_to_an_end(aftermath: Aftermath) -> None:
    tally = simulate(story(), MadeUp(1), 150, seed=100, aftermath=aftermath)
    assert tally.campaigns == sum(tally.ends.values()) == 150
    assert set(tally.ends) == {"bright road", "grey road", "dark road"}
    assert 0 < tally.won["the ford"] < tally.fought["the ford"] == 150


def test_the_same_seed_gives_the_same_campaign() -> None:
    header = Header(texts(), seed=11)
    once, again = (play_through(story(), header, MadeUp(4)) for _ in range(2))
    assert once == again
    assert play_through(story(), Header(texts(), seed=12), MadeUp(4)) != once


def test_the_battles_have_no_more_friends_than_places() -> None:
    battles = MadeUp(2)
    simulate(story(), battles, 40)
    assert max(battles.friends) == 6  # four places and two guests at the lamp
    assert min(battles.friends) >= 1


def test_everybody_who_must_come_does_even_if_few_were_drawn() -> None:
    tale: Story = changed('needs = ["Oda Verrin"]', 'needs = ["Oda Verrin", "Hask", "Pim Sallow"]')
    battles = MadeUp(3)
    simulate(tale, battles, 10)
    assert battles.friends[0] == 3
