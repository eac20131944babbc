"""Deployment: the initial state of a battle, and characters that arrive later (K1.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ....core.events import log_event
from ....core.kernel.compiler import kernel
from ....core.state_record import Words, fill
from ..state import BATTLEFIELD_SIZE, MAX_CHARACTERS, CharacterStatus, Clause, Phase, SkirmishState
from .battlefield import pack_place
from .events import EventKind, Log
from .movement.paths import NOWHERE, find_free_place
from .objectives import count_possible_goals

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
            dx, dy = CENTRE - s.x[piece], CENTRE - s.y[piece]
            if dx == 0 and dy == 0:
                dy = 1
            x, y = find_free_place(s, piece, s.x[piece], s.y[piece], dx, dy, MAX_ARRIVAL_RINGS, False)
            if x != NOWHERE:
                s.x[piece] = x
                s.y[piece] = y
                s.status[piece] = CharacterStatus.STANDS
                log_event(log, Clause.K1_4, EventKind.ARRIVED, (piece, pack_place(x, y), 0, 0))
