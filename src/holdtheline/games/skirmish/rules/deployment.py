"""Deployment: the initial state of a battle, and characters that arrive later (K1.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ....core.events import log_event
from ....core.kernel.compiler import kernel
from ....core.state_record import Words, fill
from ..state import (
    BATTLEFIELD_SIZE,
    FIRST_OBJECTIVE,
    MAX_CHARACTERS,
    MAX_OBJECTIVES,
    CharacterStatus,
    Clause,
    ObjectiveStatus,
    Phase,
    SkirmishState,
)
from .battlefield import pack_place, place_objective
from .events import EventKind, Log
from .movement.paths import NOWHERE, find_free_place
from .objectives import count_possible_goals, is_worn
from .traits.loans import change_load

# The start


def prepare_state(fields: Mapping[str, int | Sequence[int]]) -> Words:
    """Return the initial state of a battle. Missing fields are 0, and rows may be shorter."""
    words = np.zeros(SkirmishState.word_count(), np.int64)
    s = SkirmishState(words)
    for name, value in fields.items():
        if isinstance(value, int):
            setattr(s, name, value)
        else:
            fill(getattr(s, name), value)
    hand_out_objectives(s)
    s.general = s.generals - 1  # K6.1: so that the first general has the first turn
    s.round = 1
    s.phase = Phase.GOAL if count_possible_goals(s) > 0 else Phase.OPEN
    return words


def hand_out_objectives(s: SkirmishState) -> None:
    """Give the objectives that someone has at the start to their bearers (trait `borne_by`)."""
    for objective in range(MAX_OBJECTIVES):
        piece, thing = s.objective_carrier[objective] - 1, FIRST_OBJECTIVE + objective
        if s.objective_status[objective] == ObjectiveStatus.CARRIED and piece >= 0:
            worn = is_worn(s, thing)
            change_load(s, piece, s.carries[piece] if worn else thing + 1, thing + 1 if worn else s.wears[piece])
            place_objective(s, thing, s.x[piece], s.y[piece])


# Late arrivals (trait `arrives`)

MAX_ARRIVAL_RINGS = 16
"""If the place is taken, a character arrives on one of this many rings around it, up to 4 inches away."""
CENTRE = BATTLEFIELD_SIZE // 2


@kernel
def bring_in_arrivals(s: SkirmishState, log: Log) -> None:
    """Bring in the characters whose round has come; one who finds no free place waits another round."""
    for piece in range(MAX_CHARACTERS):
        if s.status[piece] == CharacterStatus.WAITS and s.arrives[piece] <= s.round:
            dx, dy = CENTRE - s.x[piece], CENTRE - s.y[piece]
            if dx == 0 and dy == 0:
                dy = 1
            x, y = find_free_place(s, piece, s.x[piece], s.y[piece], dx, dy, MAX_ARRIVAL_RINGS, False)
            if x != NOWHERE:
                s.x[piece] = x
                s.y[piece] = y
                s.status[piece] = CharacterStatus.STANDS
                log_event(log, Clause.K1_4, EventKind.ARRIVED, (piece, pack_place(x, y), 0, 0))
