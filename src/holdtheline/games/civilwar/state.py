"""The state of a battle: its limits, enums, event kinds and fields.

A piece is one number: `side * MAX_PIECES` plus its index among the pieces of its side in the scenario file.
A field that may be empty holds the number of a piece, hex or side plus 1, and 0 if it is empty."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from ...core.state_record import Record, Row, row

MAX_COLUMNS, MAX_ROWS = 13, 11
MIN_COLUMNS, MIN_ROWS = 9, 7
COLUMN_LETTERS = "ABCDEFGHIJKLM"

MAX_PIECES = 40
"""For each side, units and leaders together."""
MAX_VICTORY_HEXES = 24

SIDES = 2
PIECE_SLOTS = SIDES * MAX_PIECES
MAX_HEXES = MAX_COLUMNS * MAX_ROWS
MORALE_LEVELS = 3
NEVER_MOVES = 99
"""The value of `moves_from` for a piece that never moves."""


class Side(IntEnum):
    UNION = 0
    CONFEDERATE = 1


SIDE_NAMES = ("the Union", "the Confederacy")

SEATS = ("union", "confederate")


class MapEdge(IntEnum):
    """An edge of the map. North is the top."""

    NORTH = 0
    SOUTH = 1
    EAST = 2
    WEST = 3


class PieceKind(IntEnum):
    INFANTRY = 0
    CAVALRY = 1
    ARTILLERY = 2
    GUNBOAT = 3
    LEADER = 4


INFANTRY, CAVALRY, ARTILLERY, GUNBOAT, LEADER = (kind + 1 for kind in PieceKind)
"""The values of the field `kind`; 0 means that there is no piece."""


FULL_STRENGTH: Mapping[PieceKind, int] = {
    PieceKind.INFANTRY: 4,
    PieceKind.CAVALRY: 2,
    PieceKind.ARTILLERY: 2,
    PieceKind.GUNBOAT: 1,
    PieceKind.LEADER: 1,
}
"""The blocks of a piece without losses (C2.1 to C2.5)."""


class Morale(IntEnum):
    """The morale of a unit, from low to high (C4.4)."""

    GREEN = 0
    BLACK = 1
    GOLD = 2


class LastTurnWinner(IntEnum):
    """The winner after the last turn (C7.2): a side, the side with more VP, or none."""

    UNION = 0
    CONFEDERATE = 1
    MOST = 2
    NOBODY = 3


class Phase(IntEnum):
    """The decision or roll that comes next. In RETREAT, DISPLACE and FLIGHT the side that was attacked decides."""

    AP = 0  # a roll for action points
    ACT = 1
    MOVE = 2  # a piece is moving
    CHECK = 3  # a morale roll of the attacker (option attacker_check)
    DICE = 4  # attack dice, of fire or close combat
    LEADER = 5  # dice for a leader in the target
    MORALE = 6  # morale dice of the units in the target
    RETREAT = 7
    DISPLACE = 8
    FLIGHT = 9  # a leader who lost a unit, or is left alone, flees or stays
    ADVANCE = 10
    RALLY = 11  # a morale roll to rally
    OVER = 12


DICE_PHASES = (Phase.AP, Phase.CHECK, Phase.DICE, Phase.LEADER, Phase.MORALE, Phase.RALLY)
"""The phases in which a die must be rolled."""


class Clause(IntEnum):
    C1_1 = 101
    C1_2 = 102
    C1_3 = 103
    C2_1 = 201
    C2_2 = 202
    C2_3 = 203
    C2_4 = 204
    C2_5 = 205
    C2_6 = 206
    C2_7 = 207
    C2_8 = 208
    C3_1 = 301
    C3_2 = 302
    C3_3 = 303
    C3_4 = 304
    C3_5 = 305
    C4_1 = 401
    C4_2 = 402
    C4_3 = 403
    C4_4 = 404
    C4_5 = 405
    C5_1 = 501
    C5_2 = 502
    C5_3 = 503
    C6_1 = 601
    C7_1 = 701
    C7_2 = 702
    C8_1 = 801


class EventKind(IntEnum):
    """The events of the log, each with its four numbers (`+ 1`: 0 means none)."""

    AP_ROLLED = 1  # side, face, AP of this turn
    MOVED = 2  # piece, from, to, leader with it + 1: one hex, or the whole move of a gunboat
    EXTRA_HEX = 3  # piece, leader who gives it the next hex
    ENTERED = 4  # piece, hex, leader with it + 1
    RUN_OVER = 5  # leader, piece that overruns him, hex
    FIRED = 6  # piece, target, dice, number that hits
    ASSAULTED = 7  # piece, target, dice, number that hits
    DARED = 8  # piece, face, its morale level, 1 if it fails and fires instead
    DIE_ROLLED = 9  # face, 1 for a hit, terrain modifier
    LEADER_ROLLED = 10  # leader, face, 1 if he is eliminated
    SUFFERED = 11  # piece, blocks lost, blocks left
    ELIMINATED = 12  # piece, the side that gets the VP, hex
    MORALE_ROLLED = 13  # piece, face, its morale level, 1 if it must retreat
    RETREATED = 14  # piece, from, to, leader with it + 1
    NO_RETREAT = 15  # piece, hex: it is eliminated
    MADE_ROOM = 16  # piece, from, to
    FLED = 17  # leader, from, to
    NO_FLIGHT = 18  # leader, hex: every way is blocked, so he stays
    ADVANCED = 19  # piece, from, to, leader with it + 1
    RALLIED = 20  # piece, face, its morale level, blocks now, or 0 if none is restored
    TAKEN = 21  # side, hex, its VP
    TURN_ENDED = 22  # side, VP of the Union, VP of the Confederacy, turn
    WON = 23  # side, its VP, 1 if it reached the VP to win, 0 if it wins after the last turn
    DRAWN = 24  # VP of the Union, VP of the Confederacy
    STOPPED = 25  # piece, hex
    STAYED = 26  # piece, the hex that it could have entered
    RALLYING = 27  # piece, leader
    NEEDS_ROOM = 28  # piece that retreats, hex, friend in the way


HAS_RALLIED = 2
"""The value of `acted` for a leader who has rallied a unit: he cannot move any more in this turn (C6.1)."""


class BattleSetup(Record):
    """The fields that the scenario and the options determine. They do not change during a battle."""

    # The scenario
    scenario_number: int  # finds the scenario with its names: see scenario.setup.scenario_of
    width: int  # of the map, in hexes
    height: int
    last_turn: int
    first_side: int  # the side that acts first in each turn (C1.1)
    last_turn_winner: int  # a LastTurnWinner (C7.2)
    # Options: 1 if the variant is played
    hill_guns: int
    rally_only_hit: int
    fire_advance: int
    attacker_check: int
    leader_risk_per_one: int
    vp_hexes_at_end: int
    even_morale_die: int
    hill_sight: int
    bank_ap: int
    fog: int
    # Each side
    command: Row = row(SIDES)  # C1.2
    vp_to_win: Row = row(SIDES)  # C7.2
    home_edge: Row = row(SIDES)  # a MapEdge (C5.1)
    can_rally: Row = row(SIDES)  # C6.1
    morale_counts: Row = row(SIDES * MORALE_LEVELS)  # units of each morale at the start
    # Each hex, and the hexes worth VP (C7.1)
    terrain: Row = row(MAX_HEXES)
    victory_hex: Row = row(MAX_VICTORY_HEXES)  # hex + 1
    victory_hex_vp: Row = row(MAX_VICTORY_HEXES)
    victory_hex_scorers: Row = row(MAX_VICTORY_HEXES)  # bits: 1 the Union, 2 the Confederacy


class CivilWarState(BattleSetup):
    """The state of a battle. The order of the fields is part of the format of saved states."""

    victory_hex_holder: Row = row(MAX_VICTORY_HEXES)  # side + 1
    # Each piece
    kind: Row = row(PIECE_SLOTS)  # PieceKind + 1, 0 for an unused slot; never changes
    strength: Row = row(PIECE_SLOTS)  # blocks left
    full_strength: Row = row(PIECE_SLOTS)  # never changes
    morale: Row = row(PIECE_SLOTS)  # 1 green, 2 black, 3 gold; 0 for a leader, or hidden (C8.1)
    hex_of: Row = row(PIECE_SLOTS)  # hex + 1; 0 for a piece that waits or is lost
    entry_turn: Row = row(PIECE_SLOTS)  # the first turn in which a waiting piece can enter, else 0 (C2.8)
    entry_hex: Row = row(PIECE_SLOTS)  # hex + 1, for a waiting piece
    moves_from: Row = row(PIECE_SLOTS)  # the first turn in which it can move; never changes
    revealed: Row = row(PIECE_SLOTS)  # 1: both sides know its morale (C8.1)
    acted: Row = row(PIECE_SLOTS)  # 1 after its action in this turn, or HAS_RALLIED
    attacked: Row = row(PIECE_SLOTS)  # 1: it was attacked since the end of its side's last turn
    # Each hex: the piece + 1 that stands there
    unit_at: Row = row(MAX_HEXES)  # infantry, cavalry or a gunboat
    artillery_at: Row = row(MAX_HEXES)
    leader_at: Row = row(MAX_HEXES)  # not a leader who moves alone, or who passes another one
    # Each side
    elimination_vp: Row = row(SIDES)  # VP for eliminated enemies (C7.1)
    leaders_lost: Row = row(SIDES)
    banked_ap: Row = row(SIDES)  # kept for the next turn (option bank_ap)
    # The turn
    phase: int
    turn: int  # from 1
    side: int  # the side whose part of the turn it is
    ap: int  # action points left
    # The move in progress
    mover: int  # piece + 1
    mover_leader: int  # the leader + 1 who moves with it, or with a unit that retreats when a friend has made room
    steps_left: int  # hexes of its own allowance
    hexes_moved: int
    avoided_enemies: int  # 1: so far it was never next to an enemy unit
    bonus_hex_taken: int  # 1: it used the extra hex of its leader (C2.5)
    stopped_by_terrain: int
    # The combat in progress, or the rally of `actor`
    actor: int  # piece + 1
    target: int  # hex + 1
    assault: int  # 1: close combat, 0: fire
    dice_left: int
    hits: int
    ones: int  # dice that show 1: a risk for a leader (C3.4, C4.2)
    shaken_unit: int  # the unit + 1 that rolls for morale or retreats
    must_retreat: int  # bits of the units that failed: see rules.retreat
    displaced: int  # the unit + 1 that makes room for a retreating friend (C5.2)
    retreat_hex: int  # hex + 1 where the retreating unit goes then
    has_displaced: int  # 1: a unit has made room in this combat, so no other one does (C5.2)
    has_lost_unit: int  # 1: a unit of the target was eliminated in this combat, so its leader may flee (C5.3)
    moved_first: int  # 1: cavalry moved before it fired, so no leader follows its advance (C4.5)


ACTION_FIELDS = CivilWarState.names[CivilWarState.names.index("mover") :]
"""The fields of the action in progress; all are 0 between actions."""
MOVE_FIELDS = ACTION_FIELDS[: ACTION_FIELDS.index("actor")]

PIECE_REFERENCES = {
    "mover": "mover",
    "along": "mover_leader",
    "actor": "actor",
    "checked": "shaken_unit",
    "displaced": "displaced",
}
"""The words of position texts and JSON for the fields that name a piece of the action in progress."""
HEX_REFERENCES = {"target": "target", "into": "retreat_hex"}
