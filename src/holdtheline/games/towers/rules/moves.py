"""Move codes: the orders of a planning phase, the actions of units that ask their owner, and whose move it is.

A code includes its seat, because both players plan at once (T2.2). A code without its seat is called local.
"""

from __future__ import annotations

from ....core.definition import FIRST_MOVE
from ....core.kernel.compiler import kernel
from ..state import CELLS, MAX_SOLDIERS, MAX_TOWERS, Phase, Stage, TowersState

CODES_PER_SEAT = 4096

# Orders
READY = 0
NEVER_MIND = 1
HOME = 2  # the picked soldier stays at home
DISMISS = 3  # the soldier hired last in this planning phase
ALL_HOME = 4
AS_LAST = 5  # all soldiers enter as in the last turn
HIRE = 8  # + unit
TOWER = 16  # + unit; its cell follows
SOLDIER = 32  # + index in the roster; its column follows
COLUMN = 300  # + column; its timestep follows
STEP = 400  # + timestep
CELL = 600  # + cell
TAKE_DOWN = 800  # + cell of a tower built in this planning phase
MIND = 1000  # + unit * MIND_COUNT + mind
TOGETHER = 1100  # + column: all soldiers enter in the first timestep
IN_FILE = 1110  # + column: one soldier enters per timestep
# Actions
REST = 2000
SCORE = 2001
GO = 2100  # + cell
STRIKE = 2300  # + cell
SHOOT = 2500  # + index of the soldier in the order deployed
LAST_ACTION = SHOOT + MAX_SOLDIERS - 1

MAX_MOVES = MAX_SOLDIERS + CELLS + 200


@kernel
def encode_move(seat: int, local: int) -> int:
    return FIRST_MOVE + seat * CODES_PER_SEAT + local


def ready_move(seat: int) -> int:
    return encode_move(seat, READY)


@kernel
def move_seat(code: int) -> int:
    return (code - FIRST_MOVE) // CODES_PER_SEAT


@kernel
def local_code(code: int) -> int:
    return (code - FIRST_MOVE) % CODES_PER_SEAT


@kernel
def seat_to_move(s: TowersState) -> int:
    """Return the first seat that is still planning, or the owner of the unit that acts."""
    if s.phase == Phase.PLAN:
        return 1 if s.ready[0] else 0
    return s.lane if s.stage == Stage.TOWERS else 1 - s.lane


@kernel
def can_move(s: TowersState, seat: int) -> bool:
    if s.phase == Phase.PLAN:
        return s.ready[seat] == 0
    return s.phase == Phase.ACT and seat == seat_to_move(s)


@kernel
def reopen_planning(s: TowersState, seat: int) -> None:
    s.ready[seat] = 0


def acting_soldier(s: TowersState) -> int:
    """Return the index of the soldier that acts in the rows of soldiers on the lanes (`body_…`)."""
    return (1 - s.lane) * MAX_SOLDIERS + s.acting


def acting_unit_and_cell(s: TowersState) -> tuple[int, int]:
    """Return the kind of the unit that acts, and its cell."""
    if s.stage == Stage.TOWERS:
        tower = s.lane * MAX_TOWERS + s.acting
        return s.tower_unit[tower], s.tower_cell[tower]
    soldier = acting_soldier(s)
    return s.deployed_unit[soldier], s.body_cell[soldier] - 1
