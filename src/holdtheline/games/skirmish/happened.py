"""What can happen in a battle: the kinds of events, and what their numbers tell.

A place is one number, `x << 16 | y`.
"""

from __future__ import annotations

from enum import IntEnum


class Happened(IntEnum):
    """The comment names the numbers, in order."""

    ROUND_OPENED = 1  # round, face, side that starts
    PASSED = 2  # seat
    ACTIVATED = 3  # character, 1: it is another activation (K3.9)
    PICKED_UP = 4  # character, thing
    DROPPED = 5  # character, thing, place
    MOVED = 6  # character, from, to, 1: into contact
    TURNED = 7  # character, the place that it looks at
    SHOT = 8  # character, target, what the die is to reach, 1: after a move
    FOUGHT = 9  # character, target, what the die is to reach
    STRUCK = 10  # striker, target, face, 1: it wounds
    WOUNDED = 11  # character, its wounds, its slots
    FELL = 12  # character, by whom, place, 1: it lies there
    STRUCK_BACK = 13  # striker, target, what the die is to reach
    FREE_BLOW = 14  # striker, who flees, what the die is to reach
    TESTED = 15  # company, face, 1: it routs
    RALLIED = 16  # character, face, 1: it recovers
    FLED = 17  # character, from, to: a rout move
    OFF_THE_TABLE = 18  # character, place, 1: it fled, 0: it left
    STAYED = 19  # character
    LISTED = 20  # character, line of the list (0: before it, 9: behind it), thing + 1 that it is about
    CHOSEN = 21  # character, face, the enemy that it fights (of several); 64: rolled again
    ROUND_ENDED = 22  # round
    WON = 23  # side, number of the scenario's end + 1
    DRAWN = 24  # number of the scenario's end + 1
    SAVED = 25  # character, face, 1: an item turns the wound away
    ROUTED = 26  # character, by whose blow
    BROKE = 27  # company: its leaders are gone, it routs without a test
    QUIT = 28  # company: it leaves the table after its losses
    GRABBED = 29  # striker, whom it seizes
    FREED = 30  # character, place
    DROWNED = 31  # character, by whom, place, 1: it lies there
    ARRIVED = 32  # character, place
    CROSSED = 33  # character, terrain, face, 1: it crosses
    HUNG = 34  # character, terrain, face, 1: it hangs on
    KNOCKED = 35  # character, from, to, by whom
    SWIPED = 36  # striker, how many it strikes at
    GOAL = 37  # face, the objective that is real; 16: rolled again
    UNHURT = 38  # character: it cannot be felled
