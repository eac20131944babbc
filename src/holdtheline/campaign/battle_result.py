"""The result of a finished battle for the members of a story (K6.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..core.catalog import should_run_plain
from ..core.declarations import EndedState
from ..core.events import Event
from ..core.game_record.replay import Record
from ..core.scenarios import Titled
from ..core.scenarios.campaign_battles import Battle, BattleResult
from .state import CampaignState


def result_from_state(
    state: CampaignState, battle: Battle[Titled], s: Any, events: Sequence[Event] = ()
) -> BattleResult:
    """Return the result of a finished battle for the members, including those who fought as guests."""
    result = state.story.battle_rules.read_result(battle.scenario, s, events)
    members = {name: fighter for name, fighter in result.people.items() if name in state.story.members}
    return replace(result, people=members)


def result_from_record(record: Record, state: CampaignState) -> BattleResult | None:
    """Return the result of the battle that a campaign is waiting for, or None if it is not over."""
    last = None
    events: list[Event] = []
    for moment in record.replay_steps(plain=should_run_plain(state.story.game)):
        last = moment.state
        events += moment.events
    if last is None or last.outcome is None or isinstance(last, EndedState):  # a campaign needs the end of the rules
        return None
    return result_from_state(state, state.battle(), last.record, events)
