"""The book player: what it sends, how it rearranges, and how well it plays."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from holdtheline.core.catalog import load
from holdtheline.core.definition import CHANCE, OVER
from holdtheline.core.dice import SeededDice, random_stream
from holdtheline.core.game import Game, State

SIEGE = load("siege")


def chosen(state: State) -> str:
    """Return what the book plays; it needs no random stream and no memory."""
    codes = np.zeros(state.game.definition.rules.max_moves, np.int64)
    stream = random_stream(1)
    before = stream.copy(), state.words.copy()
    code = state.game.definition.ai.policies["book"].choose(state.record, codes, stream, np.zeros(1, np.int64))
    assert (stream == before[0]).all()
    assert (state.words == before[1]).all()
    return str(state.move(int(code)))


@pytest.mark.parametrize(
    ("position", "move"),
    [
        ("lanes 6 6 6, backline 6, waves 3", "reinforce 0 0 0"),  # nothing is missing
        ("lanes 6 1 6, backline 6, waves 3", "reinforce 0 4 0"),  # two stay behind
        ("lanes 6 4 6, backline 6, waves 3", "reinforce 0 2 0"),  # the middle is wanted at six
        ("lanes 0 4 2, backline 6, waves 3", "reinforce 2 2 0"),  # then the weaker outer lane
        ("lanes 2 4 0, backline 6, waves 3", "reinforce 0 2 2"),
        ("lanes 1 6 0, backline 6, waves 3", "reinforce 1 0 3"),  # the outer lanes are wanted at three
        ("lanes 2 6 2, backline 3, waves 3", "reinforce 1 0 0"),  # of two alike the top
        ("lanes 0 0 0, backline 2, waves 1", "reinforce 0 0 0"),  # the reserve is never sent
        ("lanes 0 0 0, backline 0, waves 1", "reinforce 0 0 0"),
    ],
)
def test_the_middle_first_then_the_weaker_outer_lane_and_two_in_reserve(position: str, move: str) -> None:
    assert chosen(SIEGE.position(position)) == move


@pytest.mark.parametrize(
    ("position", "move"),
    [
        ("lanes 6 2 4, backline 3, waves 2, enemy 1 6 1", "arrange 2 6 4"),  # none get through
        ("lanes 2 5 3, backline 3, waves 2, enemy 6 1 1", "arrange 5 2 3"),  # the weakest keeps one
        ("lanes 4 4 4, backline 3, waves 2, enemy 1 6 3", "arrange 4 4 4"),
    ],
)
def test_whatever_lets_the_fewest_through_then_the_strongest_weakest_lane(position: str, move: str) -> None:
    assert chosen(SIEGE.position(position)) == move


def rank(state: State, move: str) -> tuple[int, int]:
    """Return how many do not get through, and the weakest lane after the fight, from the events."""
    events = []
    state.copy().play(move, events)
    battle = [event for event in events if event.clause == "S4.2"]
    through = sum(event.numbers[2] for event in battle if "overrun" in event.text)
    weakest = min(0 if "overrun" in event.text else event.numbers[2] for event in battle)
    return -through, weakest


@pytest.mark.parametrize("swap", ["any", "one"])
def test_no_other_arrangement_would_be_better_by_the_book(swap: str) -> None:
    random, game = Random(3), load("siege", swap=swap)
    for _ in range(150):
        lanes = " ".join(str(random.randrange(7)) for _ in range(3))
        faces = " ".join(str(random.randrange(1, 7)) for _ in range(3))
        state = game.position(f"lanes {lanes}, backline {random.randrange(7)}, waves 2, enemy {faces}")
        best = max(rank(state, str(move)) for move in state.legal_moves())
        assert rank(state, chosen(state)) == best, state


@pytest.mark.parametrize(
    "game",
    [
        load("siege", mode=12, regroup=regroup, empty=empty, table=table, swap=swap)
        for regroup, empty, table, swap in (
            (1, "stands", "dice", "any"),
            (2, "loses", "paper", "one"),
            (2, "loses", "dice", "none"),
            (1, "loses", "paper", "any"),
        )
    ],
    ids=repr,
)
def test_the_book_never_breaks_a_rule(game: Game) -> None:
    for seed in range(30):
        state, dice = game.start(), SeededDice(seed)
        while state.current_player != OVER:
            if state.current_player == CHANCE:
                state.roll(dice)
            else:
                state.play(chosen(state))
        assert state.outcome is not None
