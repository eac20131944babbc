"""The state of a game of towers: sizes, enums, clauses, event kinds and record fields."""

from __future__ import annotations

from enum import IntEnum

from ...core.kernel.compiler import kernel
from ...core.state_record import Record, Row, row

PLAYERS = 2
COLUMNS = 7  # T1.1
MAX_ROWS = 21
CELLS = COLUMNS * MAX_ROWS
MAX_TOWERS = MOST_TOWERS = (COLUMNS - 1) * (MAX_ROWS - 1)  # T4.2; bots handed in earlier import the second name
MAX_SOLDIERS = 255  # T2.6
CELLS_PER_WORD = COLUMNS * 9  # a set of cells has whole rows in each word, and does not use its sign
OCCUPANCY_WORDS = -(-CELLS // CELLS_PER_WORD)
TIMESTEPS = 100  # T2.1


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


UNIT_COUNT = len(Unit)
TOWERS = (Unit.MISSILE, Unit.ROCKET, Unit.FROST, Unit.BLOCKADE)
SOLDIERS = (Unit.SHIELD, Unit.RIFLE, Unit.BOMB, Unit.HORSE)
FIRST_SOLDIER = int(Unit.SHIELD)
UNIT_NAMES = tuple(unit.name.lower() for unit in Unit)


def unit_name(unit: int) -> str:
    return UNIT_NAMES[unit]


class Mind(IntEnum):
    """How the units of a kind decide: by a built-in AI, or by asking their owner (T8.1)."""

    USUAL = 0  # a tower scans from the lowest row; a soldier runs ahead
    THRIFTY = 1  # a tower wastes no shot on the fallen; a soldier goes around towers
    HUNTER = 2  # a tower shoots at the weakest soldier; a soldier attacks any tower in range
    OWN = 3  # every action is a move of the owner


MIND_COUNT = len(Mind)
MIND_NAMES = tuple(mind.name.lower() for mind in Mind)


class Phase(IntEnum):
    PLAN = 0  # T2.2
    ACT = 1  # a turn is played and waits for the action of a unit whose mind is OWN
    OVER = 2


class Stage(IntEnum):
    """The stages of a timestep (T3.1)."""

    ENTER = 0
    TOWERS = 1
    SOLDIERS = 2
    CLEAN_UP = 3


class Picked(IntEnum):
    """The part of an order that is given so far."""

    NOTHING = 0
    TOWER = 1  # a kind of tower; its cell is missing
    SOLDIER = 2  # a soldier; its column is missing, or `home`
    COLUMN = 3  # a soldier and its column; its timestep is missing


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


class EventKind(IntEnum):
    """The events of the log, and the numbers of each."""

    # Timestep events: the action of one unit in one timestep. The first number is `lane.event_time(s, lane)`.
    ENTERED = 1  # time, soldier, cell, unit
    SHOT = 2  # time, cell of the tower, soldier, damage
    MOVED = 3  # time, soldier, cell
    STRUCK = 4  # time, soldier, cell of the tower, damage
    SCORED = 5  # time, soldier, cell, HP left
    FELL = 6  # time, soldier, cell
    RAZED = 7  # time, cell, gold paid for it, unit
    FROZE = 8  # time, cell of the tower, soldier
    # Orders, and the end of a turn
    BUILT = 20  # seat, unit, cell, gold left
    HIRED = 21  # seat, unit, number, gold left
    SENT = 22  # seat, number, timestep, column
    SENT_HOME = 23  # seat, number
    MIND_SET = 24  # seat, unit, mind
    READY = 25  # seat
    LANE_RESULT = 26  # lane, leaked, felled, razed
    INCOME = 27  # seat, income, earned, gold
    WON = 28  # seat
    DRAWN = 29
    ALL_SENT = 30  # seat, the order without its seat (`moves.local_code`)
    DISMISSED = 31  # seat, unit, gold left
    TAKEN_DOWN = 32  # seat, unit, cell, gold left


LAST_TIMESTEP_EVENT = EventKind.FROZE


def is_timestep_event(kind: int) -> bool:
    """Return whether this kind of event reports an action of one unit in one timestep."""
    return kind <= LAST_TIMESTEP_EVENT


def per_player(length: int) -> int:
    """Return the length of a row that has this many numbers for player 0, then as many for player 1."""
    return PLAYERS * length


# Player p defends lane p, so the soldiers on lane p belong to player 1 - p (`lane.attacker_on`). Rows of towers and
# of cells are indexed by lane, rows of soldiers by owner. A "number" of a tower or of a soldier is one more than its
# index, so that 0 means none.
class TowersRuleset(Record):
    """The numbers of a ruleset (T1.3)."""

    # By unit
    cost: Row = row(UNIT_COUNT)
    health: Row = row(UNIT_COUNT)
    reach: Row = row(UNIT_COUNT)  # the range of its attack
    damage: Row = row(UNIT_COUNT)
    whole_cell: Row = row(UNIT_COUNT)
    freezes: Row = row(UNIT_COUNT)
    speed: Row = row(UNIT_COUNT)
    moves_every: Row = row(UNIT_COUNT)
    front_only: Row = row(UNIT_COUNT)
    jumps: Row = row(UNIT_COUNT)
    # Of the game
    deployment_row: int
    income: int  # gold per turn
    gold_for_scorers: int
    zero_health_attacks: int
    sees_deployment_row: int
    frost_turn: int  # 1: a frozen soldier loses its actions of the whole turn, 0: of the timestep
    turn_limit: int


class PublicState(TowersRuleset):
    """Everything on the lanes, which every unit may see (T8.1)."""

    # The game
    turns_played: int
    timestep: int  # 0 to 99
    hp: Row = row(PLAYERS)
    leaked: Row = row(PLAYERS)  # soldiers that scored on this lane in this turn, or in the last one
    felled: Row = row(PLAYERS)  # soldiers that fell on this lane
    razed: Row = row(PLAYERS)  # towers that this lane lost
    # Towers, in the order built
    towers: Row = row(PLAYERS)  # the number of towers
    tower_unit: Row = row(per_player(MAX_TOWERS))
    tower_cell: Row = row(per_player(MAX_TOWERS))
    tower_health: Row = row(per_player(MAX_TOWERS))
    tower_at: Row = row(per_player(CELLS))  # by cell: the number of the tower there
    # Soldiers on the lanes, in the order deployed. Kernels of bots read these fields, so their names stay.
    body_health: Row = row(per_player(MAX_SOLDIERS))
    body_cell: Row = row(per_player(MAX_SOLDIERS))  # cell + 1; 0: not on the lane
    body_frozen: Row = row(per_player(MAX_SOLDIERS))
    body_rests_until: Row = row(per_player(MAX_SOLDIERS))  # the first timestep in which it can move again (T5.3)
    # The soldiers in a cell form a linked list in the order in which they came into it
    came_after: Row = row(per_player(MAX_SOLDIERS))  # the number of the next soldier that came into its cell
    came_before: Row = row(per_player(MAX_SOLDIERS))  # the number of the previous one
    last_in_cell: Row = row(per_player(CELLS))  # by cell: the number of the soldier that came last
    on_lane: Row = row(PLAYERS)  # the number of soldiers on the lane, including those that fell in this timestep
    occupied: Row = row(per_player(OCCUPANCY_WORDS))  # a bit for every cell with a soldier


class TowersState(PublicState):
    """The whole state: what each player keeps secret, and the progress of the turn."""

    phase: int
    ready: Row = row(PLAYERS)
    gold: Row = row(PLAYERS)
    towers_seen: Row = row(PLAYERS)  # the number of towers from earlier turns, which the other player knows
    # The roster: soldiers in the order hired
    soldiers: Row = row(PLAYERS)  # the number of soldiers in the roster
    veterans: Row = row(PLAYERS)  # the number of them that were hired in earlier turns
    soldier_unit: Row = row(per_player(MAX_SOLDIERS))
    entry: Row = row(per_player(MAX_SOLDIERS))  # when and where it enters (`encode_entry`); 0: it stays at home
    mind: Row = row(per_player(UNIT_COUNT))
    # The soldiers that enter in this turn, or entered in the last one, in the order deployed
    deployed: Row = row(PLAYERS)  # the number of soldiers deployed
    deployed_unit: Row = row(per_player(MAX_SOLDIERS))
    deployed_entry: Row = row(per_player(MAX_SOLDIERS))
    deployed_soldier: Row = row(per_player(MAX_SOLDIERS))  # its index in the roster, known to its owner only
    # An incomplete order
    picked: Row = row(PLAYERS)
    picked_unit: Row = row(PLAYERS)  # the kind of tower, or the index of the soldier
    picked_column: Row = row(PLAYERS)
    # The turn that is being played
    lane: int
    stage: int
    acting: int  # the index of the next unit in its list
    to_enter: Row = row(PLAYERS)  # by lane: soldiers that enter in this turn
    entered: Row = row(PLAYERS)  # by lane: the number of them that have entered
    first_on_lane: Row = row(PLAYERS)  # by lane: all soldiers deployed before this index have left
    fallen: Row = row(PLAYERS)  # by lane: soldiers that the clean-up must remove
    frozen_hits: Row = row(PLAYERS)  # by lane: hits of this timestep that froze a soldier
    ruins: Row = row(PLAYERS)  # by lane: towers that the clean-up must remove
    earned: Row = row(PLAYERS)  # gold for what was destroyed in this turn
    # Added later: see LATER_WORDS
    tower_bounty: int  # gold for a destroyed tower beyond its price (T4.4)


LATER_WORDS = 1
"""The words from `tower_bounty` on: states of earlier versions end before them."""


@kernel
def encode_entry(step: int, column: int) -> int:
    """Return a timestep and a column as one number; 0 is left for "not this turn"."""
    return 1 + step * COLUMNS + column


@kernel
def entry_step(entry: int) -> int:
    return (entry - 1) // COLUMNS


@kernel
def entry_column(entry: int) -> int:
    return (entry - 1) % COLUMNS


def decode_entry(entry: int) -> tuple[int, int] | None:
    """Return the timestep and the column, or None if the soldier stays at home."""
    return None if entry == 0 else (entry_step(entry), entry_column(entry))


def cell_of(row: int, column: int) -> int:
    return row * COLUMNS + column


def row_and_column(cell: int) -> tuple[int, int]:
    return divmod(cell, COLUMNS)
