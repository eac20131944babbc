from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from holdtheline.core.ascii_art import drawing_text
from holdtheline.core.catalog import load
from holdtheline.core.errors import IllegalMove
from holdtheline.core.events import Event
from holdtheline.core.game import State
from holdtheline.games.towers.replay.playback import play_back
from holdtheline.games.towers.rules.sequence_of_play import (
    ASKING_LOOPS,
    advance_stage,
    begin_turn,
    enter_soldiers,
    is_turn_finished,
)
from holdtheline.games.towers.rules.turn_end import clean_up, end_turn
from holdtheline.games.towers.state import TIMESTEPS, Stage
from holdtheline.games.towers.text.order_parser import parse_order
from holdtheline.games.towers.view.ascii_board import ascii_board

from ..random_plans import any_order

OPTIONS: tuple[dict[str, str], ...] = ({}, {"frost": "turn"}, {"ruleset": "course"})


def planned(chance: Random, state: State) -> None:
    """Give random legal orders for both seats, up to the last `ready`."""
    for seat in (0, 1):
        for _ in range(60):
            kind, *rest = any_order(chance, int(state.record.deployment_row))
            if kind in ("send", "home"):
                rest[0] += 1
            text = " ".join(map(str, (kind, *rest)))
            if kind == "send":
                text = f"send {rest[0]} {rest[2]} {rest[1]}"
            for move in parse_order(state.record, seat, text) or [text]:
                try:
                    state.play(state.move(move, seat))
                except IllegalMove:
                    break
            if state.record.picked[seat]:
                state.play(state.move("never mind", seat))
    state.play(state.move("ready", 0))


def any_turns(seed: int) -> Iterator[tuple[State, list[Event], State]]:
    """Yield the first turns of a game: the state before the last `ready`, the events, and the state after it."""
    chance = Random(seed)
    state = load("towers", plain=True, **OPTIONS[seed % 3]).start()
    for seat in (0, 1):
        state.record.gold[seat] = chance.choice([12, 100, 300])
    for _ in range(2):
        planned(chance, state)
        before, events = state.copy(), list[Event]()
        state.play(state.move("ready", 1), events)
        yield before, events, state.copy()


def stepped(s: Any) -> Iterator[tuple[int, Any]]:
    """Run the rules stage by stage."""
    s = s.copy()
    begin_turn(s)
    while s.timestep < TIMESTEPS:
        if s.stage == Stage.ENTER and s.lane == 0 and is_turn_finished(s):
            break
        if s.stage == Stage.ENTER:
            enter_soldiers(s, s.lane, None)
        elif s.stage == Stage.TOWERS and s.on_lane[s.lane]:
            ASKING_LOOPS.towers(s, s.lane, None, None)
        elif s.stage == Stage.SOLDIERS and s.on_lane[s.lane]:
            ASKING_LOOPS.soldiers(s, s.lane, None, None)
        elif s.stage == Stage.CLEAN_UP:
            if s.lane == 0:
                yield int(s.timestep), s.copy()
            clean_up(s, s.lane, None)
        advance_stage(s)
    end_turn(s, None)
    yield TIMESTEPS, s


def numbers(s: Any) -> dict[str, Any]:
    """Return all of a record but the phase, which the rules leave alone until a unit asks its owner."""
    fields = {name: getattr(s, name) for name in s.names if name != "phase"}
    return {name: value if isinstance(value, int) else value.tolist() for name, value in fields.items()}


@pytest.mark.parametrize("seed", range(6))
def test_every_timestep_is_as_the_rules_had_it(seed: int) -> None:
    for before, events, after in any_turns(seed):
        frames = list(play_back(before.record, events))
        rules = list(stepped(before.record))
        assert [numbers(s) for _, s in frames[:-1]] == [numbers(s) for _, s in rules[: len(frames) - 1]]
        assert [step for step, _ in frames[:-1]] == list(range(len(frames) - 1))
        assert frames[-1][0] == TIMESTEPS
        assert numbers(frames[-1][1]) == numbers(rules[-1][1]) == numbers(after.record)


def turn_of(*lines: str) -> tuple[State, list[Event], State]:
    """Play a turn in which the left lane has these towers and the right sends these soldiers."""
    state = load("towers", plain=True).start()
    for seat, line in enumerate(lines):
        for move in (move for order in line.split("; ") for move in parse_order(state.record, seat, order) or ()):
            state.play(state.move(move, seat))
    state.play(state.move("ready", 0))
    before, events = state.copy(), list[Event]()
    state.play(state.move("ready", 1), events)
    return before, events, state


@pytest.mark.clause("T3.3")
def test_the_fallen_lie_there_in_their_timestep_and_then_no_more() -> None:
    before, events, _ = turn_of("build missile 15 3", "hire rifle; send 1 3 5")
    rows = [
        [row for row in drawing_text(ascii_board(s, 0)).splitlines() if "rx" in row]
        for _, s in play_back(before.record, events)
    ]
    assert sum(map(len, rows)) == 1
    assert rows[-1] == []


@pytest.mark.clause("T4.3")
def test_frost_is_seen_in_its_timestep() -> None:
    before, events, _ = turn_of("build frost 10 3", "hire shield; send 1 3 0")
    assert any("s~" in drawing_text(ascii_board(s, 0)) for _, s in play_back(before.record, events))


def test_a_turn_in_which_nothing_happens_is_its_end() -> None:
    before, events, after = turn_of("build missile 3 3")
    ((step, s),) = play_back(before.record, events)
    assert step == TIMESTEPS
    assert numbers(s) == numbers(after.record)


def test_the_record_before_stays_as_it_was() -> None:
    before, events, _ = turn_of("build missile 15 3", "hire rifle; send 1 3 5")
    digest = before.digest()
    assert len(list(play_back(before.record, events))) > 5
    assert before.digest() == digest
