"""Positions of towers in words, and random games, for the tests of its texts and views."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from holdtheline.games.towers import ruleset
from holdtheline.games.towers.rules import hidden_information, legality, moves, sequence_of_play
from holdtheline.games.towers.state import (
    Phase,
    TowersState,
)
from holdtheline.games.towers.text import names, notation, position

from .engine_game import numbers_of
from .reference_game import EXAMPLE

OPTIONS = {"ruleset": numbers_of(EXAMPLE), "frost": "step", "tower_bounty": "price", "turn_limit": 100}
LEFT, RIGHT = 0, 1


def started(zero_health_attacks: int = 0, asks: bool = False, **options: Any) -> Any:
    state = TowersState(ruleset.setup({**OPTIONS, **options}))
    state.zero_health_attacks = zero_health_attacks
    return state


def at(words: str, **options: Any) -> Any:
    """Return a state in this position."""
    state = started(**options)
    position.parse_position(state, words)
    return state


def after(state: Any, *texts: str) -> Any:
    """Play these moves, which must be legal, and return the state."""
    for move in texts:
        code = notation.parse_move(state, move)
        assert code is not None, move
        assert legality.why_not(state, code) == 0, move
        sequence_of_play.apply(state, code, None)
    return state


def legal(state: Any, seat: int) -> list[int]:
    codes = np.zeros(moves.MAX_MOVES, np.int64)
    return codes[: legality.legal_moves_of(state, seat, codes)].tolist()


def hidden(state: Any, seat: int) -> Any:
    visible = state.copy()
    hidden_information.hide(visible, seat)
    return visible


def same(one: Any, other: Any) -> bool:
    return bool((one.words == other.words).all())


OPENING = ("hire shield", "tower frost", "cell 15 3", "soldier 1", "column 3", "step 0")
ASKING = ("mind shield own", "mind frost own")


def random_states(seed: int, asks: bool, steps: int = 180, **options: Any) -> Iterator[Any]:
    """Yield states of a random game after an opening of both seats. `asks`: units ask their owner."""
    random, state = Random(seed), started(**options)
    for seat in names.SEAT_NAMES:
        for move in OPENING + ASKING if asks else OPENING:
            yield state
            after(state, f"{seat} {move}")
    for _ in range(steps - 2 * len(OPENING)):
        yield state
        if state.phase == Phase.OVER:
            return
        plans = state.phase == Phase.PLAN
        seat_now = random.choice([p for p in (0, 1) if not state.ready[p]]) if plans else moves.seat_to_move(state)
        codes = [c for c in legal(state, seat_now) if asks or not notation.move_text(state, c).endswith(" own")]
        kind = random.choice(sorted({notation.decode_move(code).kind for code in codes}))
        alike = [code for code in codes if notation.decode_move(code).kind == kind]
        sequence_of_play.apply(state, random.choice(alike), None)


GAMES = [
    (1, {"asks": True}),
    (2, {"asks": True, "ruleset": "course", "frost": "turn", "tower_bounty": "price_plus_one"}),
    (3, {"asks": False, "turn_limit": 3}),
    (4, {"asks": False, "ruleset": "course"}),
]
random_games = pytest.mark.parametrize(("seed", "options"), GAMES, ids=str)
PLAN = "played 1; left gold 5; left soldiers rifle 17 2, shield home; left towers missile 3 5 10"
TOWER_ACTS = (
    "played 1; timestep 5 left tower 1; left towers missile 10 3 10; left minds missile own; "
    "right soldiers shield 0 3, rifle 0 0, shield 0 6; "
    "left bodies 1 14 3 6 6 0, 2 15 3 3 6 0, 3 gone 1 6 0; left results 1 0 0; left hp 9"
)
BOMB_ACTS = (
    "played 1; timestep 5 right soldier 1; left soldiers bomb 0 3; left minds bomb own; "
    "right towers blockade 16 3 30, missile 18 3 10; right bodies 1 17 3 3 6 0"
)
RIFLE_ACTS = (
    "played 1; timestep 5 right soldier 1; left soldiers rifle 0 3; left minds rifle own; "
    "right towers blockade 13 3 30, missile 12 3 10; right bodies 1 16 3 3 6 0"
)


# Why not


ROW = ", ".join(f"blockade 3 {column} 30" for column in range(6))
