"""The record of a battle, and its named numbers.

A piece is one number, `side * MOST_PIECES` and its place among its side's pieces in the file. Where a field
tells a piece, a hex or a side that may be missing, it is that number plus 1, and 0 is nobody and nowhere.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from .battle import MOST_COLUMNS, MOST_ROWS
from .checks import MOST_PIECES, MOST_POINTS

SIDES = 2
PIECES = SIDES * MOST_PIECES
MOST_HEXES = MOST_COLUMNS * MOST_ROWS
MORALES = 3
NEVER = 99
"""The turn from which a fixed piece can move."""


class Phase(IntEnum):
    """Who decides what now. In RETREAT, DISPLACE and FLIGHT it is the side that was attacked."""

    AP = 0  # a die: action points
    ACT = 1
    MOVE = 2  # a piece is on its way
    CHECK = 3  # a die: does the attacker dare (option attacker_check)
    DICE = 4  # dice of fire or close combat
    LEADER = 5  # dice for a leader in the target
    MORALE = 6  # morale dice of the units in the target
    RETREAT = 7
    DISPLACE = 8
    FLIGHT = 9  # a leader without units is on his way
    ADVANCE = 10
    RALLY = 11  # a morale die
    OVER = 12


ROLLS = (Phase.AP, Phase.CHECK, Phase.DICE, Phase.LEADER, Phase.MORALE, Phase.RALLY)
"""The phases in which a die is to be rolled."""


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


RALLIED = 2  # C6.1: a leader who has rallied a unit stays where he is

HEAD = (
    "battle",  # the number of the scenario, for its names: see `scenarios.scenario_of`
    "width",
    "height",
    "turns",
    "first",
    "winner",  # as in battle.Winner
    "hill_guns",
    "rally_only_hit",
    "fire_advance",
    "attacker_check",
    "risk_per_one",
    "vp_at_end",
    "even_die",
    "hill_sight",
    "bank_ap",
    "fog",
)
"""What is settled before the first turn, as single numbers; `start` reads them in this order."""
OF_A_SIDE = ("command", "vp", "home", "rallies")
OF_A_POINT = ("point_hex", "point_worth", "point_scorers", "point_holder")
"""Hex + 1; VP; 1 for the Union and 2 for the Confederacy, added; who holds it: side + 1."""
OF_A_PIECE = (
    "kind",  # battle.Kind + 1, 0: there is no such piece
    "strength",
    "full",
    "morale",  # 1 green, 2 black, 3 gold, 0: it has none, or it is hidden
    "at",  # hex + 1, 0: it waits, or it is gone
    "due",  # the turn from which it can enter, 0: it does not wait
    "entry",  # hex + 1 where it enters
    "moves_from",  # the first turn in which it can move
)

DTYPE = np.dtype(
    [
        *((name, "<i8") for name in HEAD),
        *((name, "<i8", (SIDES,)) for name in OF_A_SIDE),
        ("dealt", "<i8", (SIDES * MORALES,)),  # how many of each morale the side began with
        ("terrain", "<i8", (MOST_HEXES,)),
        *((name, "<i8", (MOST_POINTS,)) for name in OF_A_POINT),
        *((name, "<i8", (PIECES,)) for name in OF_A_PIECE),
        ("shown", "<i8", (PIECES,)),  # 1: its morale has shown
        ("acted", "<i8", (PIECES,)),  # 1, or RALLIED
        ("struck", "<i8", (PIECES,)),  # 1: attacked since the end of its owner's last turn
        ("unit_at", "<i8", (MOST_HEXES,)),  # piece + 1: infantry, cavalry or gunboat
        ("guns_at", "<i8", (MOST_HEXES,)),  # artillery
        ("leader_at", "<i8", (MOST_HEXES,)),  # a leader, unless he is on his way alone
        ("kills", "<i8", (SIDES,)),  # VP for enemies that were eliminated
        ("lost", "<i8", (SIDES,)),  # own leaders lost
        ("banked", "<i8", (SIDES,)),  # APs kept for the next turn (option bank_ap)
        ("phase", "<i8"),
        ("number", "<i8"),  # the turn, from 1
        ("side", "<i8"),  # whose part of the turn it is
        ("ap", "<i8"),
        # A piece on its way
        ("mover", "<i8"),
        ("along", "<i8"),  # the leader who goes along
        ("steps", "<i8"),  # hexes that it has left without anybody's help
        ("gone", "<i8"),  # hexes gone
        ("quiet", "<i8"),  # 1: it was next to no enemy unit so far
        ("pushed", "<i8"),  # 1: it took the leader's extra hex
        ("bound", "<i8"),  # 1: the terrain stops it
        # A combat, or a rally of `actor`
        ("actor", "<i8"),
        ("target", "<i8"),
        ("assault", "<i8"),  # 1: close combat
        ("dice", "<i8"),  # still to be rolled
        ("hits", "<i8"),
        ("ones", "<i8"),
        ("checked", "<i8"),  # the unit that rolls for morale, or retreats
        ("fails", "<i8"),  # who must retreat: 1 infantry or cavalry, 2 artillery, added
        ("displaced", "<i8"),
        ("into", "<i8"),  # where the retreating unit goes when its friend has made room
    ]
)
