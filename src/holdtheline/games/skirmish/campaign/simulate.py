"""Whole campaigns without people: battles by somebody else, every other decision at random (K6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from ....core.contract import Words
from ....core.dice import below, stream_for
from ..layout import laid_out
from ..scenarios import OPTIONS
from ..state import setup_row
from ..table import Scenario
from .aftermath import fought_in
from .allowed import why_not
from .entries import Chose, Entry, Handed, Header, Rolled, Travelled, TravelledOn, WentOn
from .files import Texts
from .journey import Awaits, Journey
from .passing import offered
from .story import PACK, Outcome, Sort, Story
from .unfolding import begun, unfolded

PlayBattle = Callable[[Words], Any]
"""play_battle(setup) -> the last state of a battle that begins with these numbers."""


@dataclass
class Tally:
    """What came of many campaigns."""

    campaigns: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    fought: Counter[str] = field(default_factory=Counter)
    """How often each scene's battle was fought, and below, won."""
    won: Counter[str] = field(default_factory=Counter)
    entries: int = 0

    def count(self, journey: Journey) -> None:
        self.campaigns += 1
        self.ends[journey.scene] += 1
        self.entries += journey.entries
        for name, played in journey.played.items():
            if journey.story.scenes[name].sort == Sort.BATTLE:
                self.fought[name] += 1
                self.won[name] += played.outcome == Outcome.WON


def simulate(story: Story, play_battle: PlayBattle, campaigns: int, seed: int = 0, **settings: Any) -> Tally:
    """So many campaigns; `settings` are fields of their headers."""
    tally = Tally()
    header = Header(Texts(story.name, "", {}), seed)
    for number in range(campaigns):
        tally.count(play_through(story, replace(header, seed=seed + number, **settings), play_battle))
    return tally


def play_through(story: Story, header: Header, play_battle: PlayBattle) -> Journey:
    """One campaign to its end."""
    stream = stream_for(header.seed, "choices")
    journey = begun(story, header)
    while not journey.is_over:
        while handed := handing(journey, stream):
            journey = unfolded(journey, handed)
        journey = unfolded(journey, next_entry(journey, play_battle, stream))
    return journey


def next_entry(journey: Journey, play_battle: PlayBattle, stream: Words) -> Entry:
    """A decision at random, or what a die or a battle answers."""
    company = journey.company
    if journey.awaits == Awaits.TRAVELLERS:
        count = journey.fewest + int(below(stream, journey.most - journey.fewest + 1))
        others = [name for name in company.able if name not in journey.needed]
        count = max(count, len(journey.needed))
        return Travelled((*journey.needed, *drawn(others, count - len(journey.needed), stream)))
    if journey.awaits == Awaits.BATTLE:
        scenario = journey.battle()
        return fought_in(play_battle(setup_of(journey, scenario)), scenario, journey.story.members)
    if journey.awaits == Awaits.DIE:
        face = int(below(stream, 6)) + 1 if journey.header.dice_are_mine else journey.next_face
        return Rolled(face)
    if journey.awaits == Awaits.CHOICE:
        options = offered(journey)
        return Chose(options[int(below(stream, len(options)))].name)
    if journey.awaits == Awaits.TRAVEL_ON:
        count = 1 + int(below(stream, journey.travel_on))
        return TravelledOn(tuple(drawn(company.alive, count, stream)))
    return WentOn()


def drawn(names: list[str], count: int, stream: Words) -> list[str]:
    """So many of them at random."""
    left, found = list(names), []
    for _ in range(min(count, len(left))):
        found.append(left.pop(int(below(stream, len(left)))))
    return found


def handing(journey: Journey, stream: Words) -> Handed | None:
    """An item of the pack goes to somebody who can hold it, where items can be handed over."""
    for item in journey.company.items_of(PACK):
        hands = [Handed(item.name, name) for name in journey.company.alive]
        hands = [one for one in hands if not why_not(journey, one)]
        if hands:
            return hands[int(below(stream, len(hands)))]
    return None


def setup_of(journey: Journey, scenario: Scenario) -> Words:
    """The numbers of the battle, without the way over its text."""
    options = {option.name: option.default for option in OPTIONS}
    return setup_row(laid_out(scenario, options | journey.settings(scenario)) | {"battle": 0})
