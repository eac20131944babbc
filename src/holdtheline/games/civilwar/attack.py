"""The numbers of an attack: ranges, dice, what hits, and the morale of who is attacked (C3, C4.4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.kernel import kernel
from .battle import Terrain
from .ground import ARTILLERY, CAVALRY, SPIRIT, far, holds_leader_of, side_of
from .state import MORALES

DICE = 3  # C3.1, C4.1
RANGE = np.array([0, 2, 1, 3, 3, 0])
"""By kind."""
HITS_AT = np.array([0, 4, 3, 3, 3, 0])
"""What hits at a range, less the range itself: infantry 5 at 1 and 6 at 2, artillery 4, 5, 6 (C3.2)."""
CLOSE = 4  # C4.1: what hits in close combat


@kernel
def range_of(s: Any, piece: Any) -> Any:
    return range_from(s, piece, s.at[piece] - 1)


@kernel
def range_from(s: Any, piece: Any, hex_: Any) -> Any:
    """C3.1, and option hill_guns: how far it would reach from there."""
    reach = RANGE[s.kind[piece]]
    if s.hill_guns and s.kind[piece] == ARTILLERY and s.terrain[hex_] == Terrain.HILL:
        reach += 1
    return reach


@kernel
def dice_of(s: Any, piece: Any, away: Any) -> Any:
    """C3.1: artillery rolls one more at range 1."""
    return DICE + 1 if s.kind[piece] == ARTILLERY and away == 1 else DICE


@kernel
def number_to_hit(s: Any, piece: Any, away: Any) -> Any:
    """C3.2, without terrain; 6 is the worst."""
    if s.kind[piece] == CAVALRY:
        return 5
    return min(HITS_AT[s.kind[piece]] + away, 6)


@kernel
def needed(s: Any) -> Any:
    """The number that hits in the combat in course, without terrain."""
    if s.assault:
        return CLOSE
    return number_to_hit(s, s.actor - 1, far(s, s.at[s.actor - 1] - 1, s.target - 1))


@kernel
def level_of(s: Any, piece: Any) -> Any:
    """C4.4: the morale of a unit where it stands, 1 green to 3 gold."""
    here = s.at[piece] - 1
    return level_in(s, here, s.morale[piece], 1 if holds_leader_of(s, here, side_of(piece)) else 0)


@kernel
def level_in(s: Any, hex_: Any, morale: Any, leaders: Any) -> Any:
    """C4.4: what a morale is in a hex, with so many leaders: one or none."""
    return min(max(morale + SPIRIT[s.terrain[hex_]] + leaders, 1), MORALES)


@kernel
def colour_of(s: Any, face: Any) -> Any:
    """C4.4: three green, two black and one gold face; option morale_die: two of each."""
    if s.even_die:
        return (face + 1) // 2
    if face <= 3:
        return 1
    return 2 if face <= 5 else 3
