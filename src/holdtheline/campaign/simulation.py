"""Simulate whole campaigns: a computer player plays the battles, and all other decisions are random (K6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from ..core.dice import random_below, random_stream
from ..core.scenarios.campaign_battles import Outcome
from ..core.state_record import Words
from .battle_result import result_from_state
from .conditions_and_effects import available_options
from .entries import (
    CampaignHeader,
    DieRolled,
    Entry,
    ItemHandedOver,
    MembersKept,
    OptionChosen,
    SceneExited,
    TravellersChosen,
)
from .rules import apply_entry, start_campaign, why_not
from .state import CampaignState, Phase
from .story.files import CampaignTexts
from .story.model import PACK, SceneKind, Story

PlayBattle = Callable[[Words], Any]
"""Plays the battle with this setup row and returns its final state."""


@dataclass
class CampaignTally:
    """Counts over many simulated campaigns."""

    campaigns: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    fought: Counter[str] = field(default_factory=Counter)
    """For each scene, the number of times its battle was fought; `won` counts the victories."""
    won: Counter[str] = field(default_factory=Counter)
    entries: int = 0

    def count(self, state: CampaignState) -> None:
        self.campaigns += 1
        self.ends[state.scene] += 1
        self.entries += state.entries
        for name, played in state.played.items():
            if state.story.scenes[name].kind == SceneKind.BATTLE:
                self.fought[name] += 1
                self.won[name] += played.outcome == Outcome.WON


def simulate_campaigns(
    story: Story, play_battle: PlayBattle, campaigns: int, seed: int = 0, **settings: Any
) -> CampaignTally:
    """Play this many campaigns and count their results; `settings` are fields of their headers."""
    tally = CampaignTally()
    header = CampaignHeader(
        CampaignTexts(story.name, "", {}), seed, wounds=story.wounds, felled_travel=story.felled_travel
    )
    for number in range(campaigns):
        tally.count(play_campaign(story, replace(header, seed=seed + number, **settings), play_battle))
    return tally


def play_campaign(story: Story, header: CampaignHeader, play_battle: PlayBattle) -> CampaignState:
    """Play one campaign to its end."""
    stream = random_stream(header.seed, "choices")
    state = start_campaign(story, header)
    while not state.is_over:
        while handover := random_handover(state, stream):
            state = apply_entry(state, handover)
        state = apply_entry(state, random_entry(state, play_battle, stream))
    return state


def random_entry(state: CampaignState, play_battle: PlayBattle, stream: Words) -> Entry:
    """Return the next entry: a random decision, a roll or the result of a battle."""
    company = state.company
    if state.phase == Phase.TRAVELLERS:
        minimum, maximum, required = state.min_travellers, state.max_travellers, state.required_travellers
        count = minimum + int(random_below(stream, maximum - minimum + 1))
        others = [name for name in company.able if name not in required]
        return TravellersChosen((*required, *draw_names(others, max(0, count - len(required)), stream)))
    if state.phase == Phase.BATTLE:
        battle = state.battle()
        settings = state.story.game.parse_options(state.settings(battle))
        setup = state.story.battle_rules.setup(battle.scenario, settings)  # without writing and parsing its text
        return result_from_state(state, battle, play_battle(setup))
    if state.phase == Phase.DIE:
        face = int(random_below(stream, 6)) + 1 if state.header.dice_are_mine else state.next_face
        return DieRolled(face)
    if state.phase == Phase.CHOICE:
        options = available_options(state)
        return OptionChosen(options[int(random_below(stream, len(options)))].name)
    if state.phase == Phase.TRAVEL_ON:
        count = 1 + int(random_below(stream, state.travel_on))
        return MembersKept(tuple(draw_names(company.alive, count, stream)))
    return SceneExited()


def draw_names(names: list[str], count: int, stream: Words) -> list[str]:
    """Draw this many names at random, or all if there are fewer."""
    remaining, drawn = list(names), []
    for _ in range(min(count, len(remaining))):
        drawn.append(remaining.pop(int(random_below(stream, len(remaining)))))
    return drawn


def random_handover(state: CampaignState, stream: Words) -> ItemHandedOver | None:
    """Return a handover of an item from the pack to a random member who can hold it, or None."""
    for item in state.company.items_of(PACK):
        handovers = [ItemHandedOver(item.name, name) for name in state.company.alive]
        handovers = [handover for handover in handovers if not why_not(state, handover)]
        if handovers:
            return handovers[int(random_below(stream, len(handovers)))]
    return None
