"""Terrain: its letters on a map, and its effect on dice, morale, movement and sight.

To add a terrain, extend the enum, the letters and the four lookup arrays here; write a pattern in
`view.svg.terrain_patterns` or `view.svg.roads_and_rivers`, and name it in `view.svg.terrain`; draw it in
`printing.hex_map.draw_terrain`; describe it in `editor.palette` and in `docs/rules/civilwar.md`. If some pieces cannot
enter it, change `can_enter_terrain`, and the reasons in `text.refusals.explain_terrain`,
`scenario.validate.why_not_on_terrain` and `view.inspector.terrain_rows`. `encoding` gets a plane more."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ....core.kernel.compiler import kernel
from ....core.state_record import Row
from ..state import GUNBOAT


class Terrain(IntEnum):
    CLEAR = 0
    WOODS = 1
    HILL = 2
    TOWN = 3
    FENCE = 4
    ENTRENCHMENT = 5
    FORT = 6
    CREEK = 7
    RIVER = 8
    BRIDGE = 9
    FORD = 10
    SWAMP = 11
    ROAD = 12


TERRAIN_LETTERS = ".whtfeFcrbds-"
"""The letter of each terrain in the map of a scenario file."""
TERRAIN_NAMES = tuple(terrain.name.lower() for terrain in Terrain)

DIE_MODIFIER: Row = np.array([0, -1, -1, -1, -1, -1, -2, 1, 0, 0, 0, 0, 0])
"""The modifier of each attack die, by the terrain of the target (C3.2)."""
MORALE_MODIFIER: Row = np.array([0, 1, 1, 1, 1, 1, 2, -1, 0, 0, 0, 0, 0])
"""The modifier of a unit's morale, by its terrain (C4.4)."""
STOPS_MOVEMENT: Row = np.array([0, 1, 1, 0, 0, 1, 1, 1, 0, 0, 1, 0, 0])
BLOCKS_SIGHT: Row = np.array([0, 1, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0])
assert len(DIE_MODIFIER) == len(MORALE_MODIFIER) == len(STOPS_MOVEMENT) == len(BLOCKS_SIGHT) == len(Terrain)


@kernel
def can_enter_terrain(kind: int, terrain: int) -> bool:
    """Return whether a piece of this kind can be there: gunboats only on rivers, no piece in a swamp (C2.4)."""
    if kind == GUNBOAT:
        return terrain == Terrain.RIVER
    return terrain != Terrain.RIVER and terrain != Terrain.SWAMP
