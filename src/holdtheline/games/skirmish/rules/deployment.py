"""Deployment: the state in which a battle begins, and characters that arrive later (K1.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ....core.events import log_event
from ....core.kernel.compiler import kernel
from ....core.plane import move_along
from ....core.state_record import Words, fill
from ..state import BATTLEFIELD_SIZE, MAX_CHARACTERS, CharacterStatus, Clause, Phase, SkirmishState
from .battlefield import pack_place
from .events import EventKind, Log
from .movement.paths import (
    CLOSED_TO_BASES,
    RING_WIDTH,
    TURN_COUNT,
    can_stand,
    find_terrain_obstacle,
    turn_direction,
)
from .objectives import count_possible_goals

# The start


def prepare_state(fields: Mapping[str, int | Sequence[int]]) -> Words:
    """Return the state in which a battle begins. Fields that are not given are 0, and rows may be shorter."""
    words = np.zeros(SkirmishState.word_count(), np.int64)
    s = SkirmishState(words)
    for name, value in fields.items():
        if isinstance(value, int):
            setattr(s, name, value)
        else:
            fill(getattr(s, name), value)
    s.general = s.generals - 1  # K6.1: so that the first general has the first turn
    s.round = 1
    s.phase = Phase.GOAL if count_possible_goals(s) > 0 else Phase.OPEN
    return words


# Late arrivals (trait `arrives`)

MAX_ARRIVAL_RINGS = 16
"""If the place is taken, a character arrives on one of this many rings around it, up to 4 inches away."""
CENTRE = BATTLEFIELD_SIZE // 2


@kernel
def bring_in_arrivals(s: SkirmishState, log: Log) -> None:
    """Bring in the characters whose round has come; one who finds no free place waits another round."""
    for piece in range(MAX_CHARACTERS):
        if s.status[piece] == CharacterStatus.WAITS and s.arrives[piece] <= s.round:
            is_free, x, y = find_arrival_place(s, piece)
            if is_free:
                s.x[piece] = x
                s.y[piece] = y
                s.status[piece] = CharacterStatus.STANDS
                log_event(log, Clause.K1_4, EventKind.ARRIVED, (piece, pack_place(x, y), 0, 0))


@kernel
def find_arrival_place(s: SkirmishState, piece: int) -> tuple[bool, int, int]:
    """Find a free index where a character arrives, or near it: return whether there is one, and its x and y."""
    ax, ay = s.x[piece], s.y[piece]
    if can_stand(s, piece, ax, ay):
        return True, ax, ay
    dx, dy = CENTRE - ax, CENTRE - ay
    if dx == 0 and dy == 0:
        dy = 1
    for index in range(MAX_ARRIVAL_RINGS * TURN_COUNT):
        ring, turn = index // TURN_COUNT, index % TURN_COUNT
        bx, by = turn_direction(dx, dy, turn)
        x, y = move_along(ax, ay, bx, by, (ring + 1) * RING_WIDTH)
        if can_stand(s, piece, x, y) and find_terrain_obstacle(s, piece, ax, ay, x, y, CLOSED_TO_BASES) == 0:
            return True, x, y
    return False, ax, ay
