"""What the log of a battle tells. Pieces, hexes and sides are plain numbers, unless a comment says + 1."""

from __future__ import annotations

from enum import IntEnum


class Happened(IntEnum):
    AP_ROLLED = 1  # side, face, AP of this turn
    MOVED = 2  # piece, from, to, leader along + 1: one hex, or a gunboat's whole way
    EXTRA_HEX = 3  # piece, leader: the next hex is his
    ENTERED = 4  # piece, hex, leader along + 1
    RUN_OVER = 5  # leader, piece that did it, hex
    FIRED = 6  # piece, target, dice, number that hits
    ASSAULTED = 7  # piece, target, dice, number that hits
    DARED = 8  # piece, face, its level, 1: it dares not, and fires
    DIE_ROLLED = 9  # face, 1: a hit, terrain's part of it
    LEADER_ROLLED = 10  # leader, face, 1: he is eliminated
    SUFFERED = 11  # piece, blocks lost, blocks left
    ELIMINATED = 12  # piece, the side that gets the VP, hex
    MORALE_ROLLED = 13  # piece, face, its level, 1: it must retreat
    RETREATED = 14  # piece, from, to, leader along + 1
    NO_RETREAT = 15  # piece, hex: it is eliminated
    MADE_ROOM = 16  # piece, from, to
    FLED = 17  # leader, from, to
    NO_FLIGHT = 18  # leader, hex: he is eliminated
    ADVANCED = 19  # piece, from, to, leader along + 1
    RALLIED = 20  # piece, face, its level, blocks now (0: no block is restored)
    TAKEN = 21  # side, hex, worth
    TURN_ENDED = 22  # side, VP of the Union, VP of the Confederacy, turn
    WON = 23  # side, its VP, 1: by its number of VP, 0: at the end of the last turn
    DRAWN = 24  # VP of the Union, VP of the Confederacy
    STOPPED = 25  # piece, hex
    STAYED = 26  # piece, the hex that it could have gone to
    RALLYING = 27  # piece, leader
    NEEDS_ROOM = 28  # piece that retreats, hex, friend in the way
