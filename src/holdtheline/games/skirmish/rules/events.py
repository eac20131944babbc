"""The kinds of events that the rules log, and the meaning of their numbers.

A place is one number, `x << 16 | y` (see `battlefield.pack_place`)."""

from __future__ import annotations

from enum import IntEnum

from ....core.state_record import Words

Log = Words | None
"""The log of events, or None if events are not needed."""


class EventKind(IntEnum):
    """What happened. The comments name the numbers of an event, in order."""

    ROUND_OPENED = 1  # round, face, side that starts
    PASSED = 2  # seat
    ACTIVATED = 3  # character, 1: a follow-up activation (K3.9)
    PICKED_UP = 4  # character, thing
    DROPPED = 5  # character, thing, place
    MOVED = 6  # character, from, to, 1: into contact
    TURNED = 7  # character, the place it now faces
    SHOT = 8  # character, target, face needed, 1: after a move
    FOUGHT = 9  # character, target, face needed
    STRUCK = 10  # striker, target, face, 1: it hits
    WOUNDED = 11  # character, its wounds, its slots
    FELL = 12  # character, striker, place, 1: it lies there
    STRUCK_BACK = 13  # striker, target, face needed
    FREE_BLOW = 14  # striker, character that flees, face needed
    TESTED = 15  # company, face, 1: it routs
    RALLIED = 16  # character, face, 1: it recovers
    FLED = 17  # character, from, to: a rout move
    OFF_THE_TABLE = 18  # character, place, 1: it fled, 0: it left
    STAYED = 19  # character
    LINE_FOLLOWED = 20  # character, line of the AI list (0: before the list, 9: after it), thing + 1 it is about
    CHOSEN = 21  # character, face, the enemy it fights (of several); 64: roll again
    ROUND_ENDED = 22  # round
    WON = 23  # side, index + 1 of the scenario's ending
    DRAWN = 24  # index + 1 of the scenario's ending
    SAVED = 25  # character, face, 1: an item turns the wound away
    ROUTED = 26  # character, striker
    BROKE = 27  # company, 1: after its losses, 0: its leaders are gone: it routs without a test
    QUIT = 28  # company: it leaves the table after its losses
    GRABBED = 29  # striker, the character it grabs
    FREED = 30  # character, place
    DROWNED = 31  # character, holder, place, 1: it lies there
    ARRIVED = 32  # character, place
    CROSSED = 33  # character, terrain, face, 1: it crosses
    HUNG = 34  # character, terrain, face, 1: it hangs on
    KNOCKED = 35  # character, from, to, striker
    SWIPED = 36  # striker, number of targets
    GOAL = 37  # face, the objective that is real; 16: roll again
    UNHURT = 38  # character: it cannot be felled
    CORRECTED = 39  # character, from, to: its figure had slipped
    FELL_INTO = 40  # character, terrain, face, place
    START_ROLLED = 41  # character, face, result
