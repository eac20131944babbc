"""The record of a game of towers, its named numbers, and how its lists are laid out."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

PLAYERS = 2
COLUMNS = 7  # T1.1
MOST_ROWS = 21
CELLS = COLUMNS * MOST_ROWS
MOST_TOWERS = (COLUMNS - 1) * (MOST_ROWS - 1)  # T4.2: every row that can be built on keeps one cell
MOST_SOLDIERS = 255  # T2.6
CELLS_A_WORD = COLUMNS * 9  # in a set of cells: whole rows, and never the sign
CROWD_WORDS = -(-CELLS // CELLS_A_WORD)
STEPS = 100  # T2.1


class Unit(IntEnum):
    """T4.3, T5.2."""

    MISSILE = 0
    ROCKET = 1
    FROST = 2
    BLOCKADE = 3
    SHIELD = 4
    RIFLE = 5
    BOMB = 6
    HORSE = 7


UNITS = len(Unit)
TOWERS = (Unit.MISSILE, Unit.ROCKET, Unit.FROST, Unit.BLOCKADE)
SOLDIERS = (Unit.SHIELD, Unit.RIFLE, Unit.BOMB, Unit.HORSE)
FIRST_SOLDIER = int(Unit.SHIELD)


class Mind(IntEnum):
    """How a unit decides: the AIs that are built in, and one that somebody else runs."""

    USUAL = 0  # a tower scans from the lowest row; a soldier runs ahead
    THRIFTY = 1  # a tower wastes no shot on the fallen; a soldier goes round what stands in its way
    HUNTER = 2  # a tower shoots at the weakest; a soldier at any tower in its range
    OWN = 3  # each action is a move of its own


MINDS = len(Mind)


class Phase(IntEnum):
    PLAN = 0  # T2.2
    ACT = 1  # a unit whose mind is OWN acts
    OVER = 2


class Stage(IntEnum):
    """T3.1: where in a timestep a turn stands."""

    ENTER = 0
    TOWERS = 1
    SOLDIERS = 2
    CLEAN_UP = 3


class Picked(IntEnum):
    """The first half of an order that has two."""

    NOTHING = 0
    TOWER = 1  # its cell is to come
    SOLDIER = 2  # its column is to come, or home
    COLUMN = 3  # its timestep is to come


class Clause(IntEnum):
    T1_1 = 101
    T1_2 = 102
    T1_3 = 103
    T2_1 = 201
    T2_2 = 202
    T2_3 = 203
    T2_4 = 204
    T2_5 = 205
    T2_6 = 206
    T3_1 = 301
    T3_2 = 302
    T3_3 = 303
    T3_4 = 304
    T4_1 = 401
    T4_2 = 402
    T4_3 = 403
    T4_4 = 404
    T5_1 = 501
    T5_2 = 502
    T5_3 = 503
    T5_4 = 504
    T6_1 = 601
    T6_2 = 602
    T7_1 = 701
    T7_2 = 702
    T8_1 = 801
    T8_2 = 802


def a_player(words: int) -> tuple[int]:
    """The shape of a list that both players have: first that of player 0, then that of player 1."""
    return (PLAYERS * words,)


# Player p defends lane p. Lists of towers and cells belong to a lane; lists of soldiers to their owner, who
# is the other player: see `lane.owner_on`. A number of a unit is one more than its place, and 0 is none.
RULESET = (
    # By unit
    ("cost", "<i8", (UNITS,)),
    ("health", "<i8", (UNITS,)),
    ("reach", "<i8", (UNITS,)),
    ("damage", "<i8", (UNITS,)),
    ("whole_cell", "<i8", (UNITS,)),
    ("freezes", "<i8", (UNITS,)),
    ("speed", "<i8", (UNITS,)),
    ("moves_every", "<i8", (UNITS,)),
    ("front_only", "<i8", (UNITS,)),
    ("jumps", "<i8", (UNITS,)),
    # and as a whole
    ("deployment_row", "<i8"),
    ("income", "<i8"),  # gold a turn
    ("gold_for_scorers", "<i8"),
    ("zero_health_attacks", "<i8"),
    ("sees_deployment_row", "<i8"),
    ("frost_turn", "<i8"),  # 1: frozen for the turn, 0: for the timestep
    ("turn_limit", "<i8"),
)
OPEN = (  # T8.1: what stands on the lanes, for everybody's units to see
    *RULESET,
    # The game
    ("number", "<i8"),  # turns that have been played
    ("step", "<i8"),
    ("hp", "<i8", (PLAYERS,)),
    ("leaked", "<i8", (PLAYERS,)),  # soldiers that scored on this lane
    ("felled", "<i8", (PLAYERS,)),  # soldiers that fell on this lane
    ("razed", "<i8", (PLAYERS,)),  # towers that this lane lost
    # Towers, in the order built
    ("towers", "<i8", (PLAYERS,)),  # how many
    ("tower_unit", "<i8", a_player(MOST_TOWERS)),
    ("tower_cell", "<i8", a_player(MOST_TOWERS)),
    ("tower_health", "<i8", a_player(MOST_TOWERS)),
    ("tower_at", "<i8", a_player(CELLS)),  # the number of the tower in a cell
    # Bodies, in the order deployed
    ("body_health", "<i8", a_player(MOST_SOLDIERS)),
    ("body_cell", "<i8", a_player(MOST_SOLDIERS)),  # one more than its cell; 0: not on the lane
    ("body_frozen", "<i8", a_player(MOST_SOLDIERS)),
    ("body_rests", "<i8", a_player(MOST_SOLDIERS)),  # the timestep before which it cannot move again
    ("over", "<i8", a_player(MOST_SOLDIERS)),  # who came into its cell after it
    ("under", "<i8", a_player(MOST_SOLDIERS)),  # and before it
    ("top", "<i8", a_player(CELLS)),  # who came into a cell last
    ("alive", "<i8", (PLAYERS,)),  # soldiers on the lane, fallen ones too
    ("crowd", "<i8", a_player(CROWD_WORDS)),  # a bit for every cell with a soldier
)
CLOSED = (  # what a player keeps, and how far the rules have come
    ("phase", "<i8"),
    ("ready", "<i8", (PLAYERS,)),
    ("gold", "<i8", (PLAYERS,)),
    ("standing", "<i8", (PLAYERS,)),  # how many of the towers the other player has seen
    # Soldiers, in the order hired
    ("soldiers", "<i8", (PLAYERS,)),  # how many
    ("veterans", "<i8", (PLAYERS,)),  # how many of them were there before this turn
    ("soldier_unit", "<i8", a_player(MOST_SOLDIERS)),
    ("entry", "<i8", a_player(MOST_SOLDIERS)),  # when and where it enters: see `entry_of`
    ("mind", "<i8", a_player(UNITS)),
    # Those who enter in this turn, or entered in the last, in the order deployed
    ("shown", "<i8", (PLAYERS,)),  # how many
    ("shown_unit", "<i8", a_player(MOST_SOLDIERS)),
    ("shown_entry", "<i8", a_player(MOST_SOLDIERS)),
    ("shown_place", "<i8", a_player(MOST_SOLDIERS)),  # in the roster, for its owner alone
    # An order that is half given
    ("picked", "<i8", (PLAYERS,)),
    ("picked_unit", "<i8", (PLAYERS,)),  # the kind of tower, or the number of the soldier
    ("picked_column", "<i8", (PLAYERS,)),
    # A turn that is being played
    ("lane", "<i8"),
    ("stage", "<i8"),
    ("acting", "<i8"),  # the place of the next unit in its order
    ("to_enter", "<i8", (PLAYERS,)),
    ("entered", "<i8", (PLAYERS,)),
    ("gone", "<i8", (PLAYERS,)),  # so many of those who came first have left already
    ("fallen", "<i8", (PLAYERS,)),  # soldiers that the clean-up has to take away
    ("frozen", "<i8", (PLAYERS,)),  # hits in this timestep that froze
    ("ruins", "<i8", (PLAYERS,)),  # towers that it has to take away
    ("earned", "<i8", (PLAYERS,)),
)
DTYPE = np.dtype([*OPEN, *CLOSED])


def entry_of(step: int, column: int) -> int:
    """A timestep and a column in one number; 0 is: not this turn."""
    return 1 + step * COLUMNS + column


def when_and_where(entry: int) -> tuple[int, int] | None:
    return None if entry == 0 else divmod(entry - 1, COLUMNS)


def cell_of(row: int, column: int) -> int:
    return row * COLUMNS + column


def row_and_column(cell: int) -> tuple[int, int]:
    return divmod(cell, COLUMNS)


NAMES = tuple(unit.name.lower() for unit in Unit)


def unit_name(unit: Any) -> str:
    return NAMES[int(unit)]
