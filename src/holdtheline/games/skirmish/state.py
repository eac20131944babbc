"""The record of a battle on the open table, and its named numbers.

A character is one number: friends are 0 to 31, enemies 32 to 63, each side in the order of its sheet. A thing
that can be carried is one number as well: a character that lies, or 64 and more, an objective. Where a field
tells a character, a thing, a piece of terrain or a company that may be missing, it is that number plus 1, and
0 is nobody and nothing. Lengths and places are whole thousandths of an inch, x to the right, y upwards.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

# Limits

SIDES = 2
FRIENDS, ENEMIES = range(SIDES)
MOST_OF_A_SIDE = 32
CHARACTERS = SIDES * MOST_OF_A_SIDE
MOST_TERRAIN = 64
MOST_CORNERS = 512
MOST_COMPANIES = 16
MOST_OBJECTIVES = 16
MOST_ENDS = 12
MOST_GENERALS = 4
MOST_ROUNDS = 200
TABLE = 24_000
"""K1.1: the side of the table."""
CONTACT = 50
"""K1.1: bases with no wider gap are in contact."""
FIRST_OBJECTIVE = CHARACTERS
"""Things from here on are objectives."""


class Phase(IntEnum):
    """Who decides what now; a die where nothing else is said."""

    OPEN = 0  # K2.1: who starts the round
    CHOOSE = 1  # a general: whom to activate, or to pass
    ACTING = 2  # a general: what the active character does
    SHOOTING = 3
    FIGHTING = 4
    BACK = 5  # the target of a fight strikes back
    FREE_BLOW = 6  # an enemy strikes at somebody who flees from melee
    ROUT_TEST = 7  # a company tests
    RALLY = 8  # a routing character may recover
    WHICH = 9  # K5.3: which of several enemies the AI general's character fights
    SAVE = 10  # an item may save somebody (trait)
    CROSS = 11  # a gap is crossed (trait)
    HANG = 12  # somebody hangs on to an edge (trait)
    OVER = 13
    GOAL = 14  # which of several goals is real (trait)


class After(IntEnum):
    """What follows when the blow that was struck, and the tests that came of it, are done with."""

    END = 0  # the activation ends
    BLOW = 1  # whatever follows a blow: one back, the next of a swipe, another activation, or the end
    ROUND = 2  # the round ends
    FLEE = 3  # the next free blow, or the flight itself
    ACT = 4  # the activation goes on


class There(IntEnum):
    """Where a character is."""

    NOBODY = 0
    WAITS = 1  # arrives later
    STANDS = 2  # on the table
    LIES = 3  # fallen, and still on the table: its base counts for nothing
    FALLEN = 4
    FLED = 5  # routed off the table
    LEFT = 6  # went off the table by the rules of the scenario
    CARRIED = 7  # fallen, and carried by somebody
    HELD = 8  # grabbed by somebody, and alive


class Lies(IntEnum):
    """Where an objective is."""

    NOWHERE = 0
    FREE = 1
    CARRIED = 2
    LEFT = 3  # it left the table with whoever carried it
    LOST = 4


class Ground(IntEnum):
    """What a piece of terrain is, for words and pictures; the rules ask its bits."""

    NONE = 0
    WALL = 1
    PILLAR = 2
    WOOD = 3
    WATER = 4
    HILL = 5
    HOUSE = 6
    DOOR = 7
    CLIFF = 8
    GAP = 9
    EDGE = 10


BLOCKS_WAY = 1
BLOCKS_SIGHT = 2
IS_WATER = 4  # a leg that touches it counts double (trait)
IS_HIGH = 8  # higher ground (trait)
NEEDS_CLIMBER = 16  # only those who climb may enter (trait)
IS_GAP = 32  # crossed on a roll (trait)
IS_DROP = 64  # one may fall off here (trait)
IS_EXIT = 128  # one leaves an enclosed room here (trait)

# Traits of a character that are a bit; numbers that belong to one are fields of their own

NEVER_LOCKS = 1  # neither locks nor is locked in melee
NEVER_ROUTS = 2
LIES_WHEN_FALLEN = 4
ROUTS_BY_BLOW = 8  # its blow routs instead of wounding
SWIPES = 16  # strikes everybody in reach and in front
STRIKES_BACK = 32  # when wounded
CANNOT_BE_FELLED = 64
CLIMBS = 128
GRABS = 256  # grabs, carries off and drowns
ONE_SHOT_EACH = 512  # shoots no one who was shot at this round
CARRIES_FALLEN = 1024  # may pick up a character that lies
CAN_BE_CARRIED = 2048  # when it lies
SWIMS = 4096  # water does not slow it
IS_LEADER = 8192  # rout when named leaders are gone

# Bits of an objective

OFF_THE_TABLE = 1  # whoever carries it and touches the edge of the table leaves with it
IS_ROLLED_GOAL = 2  # before the first round a die chooses which of these is real (trait)


class Followup(IntEnum):
    """K3.9: how often felling an enemy gives another activation."""

    CHAIN = 0
    ONCE = 1
    OFF = 2


class Rout(IntEnum):
    """When a company tests, or routs without a test."""

    HALF = 0  # K4.3: tests when more than half is lost
    LOSSES = 1  # tests from `c_rout_at` losses on (trait)
    LEADERS = 2  # routs when all its leaders are gone (trait)
    NEVER = 3


class Shaken(IntEnum):
    """What a company that has lost too many is about to do."""

    NO = 0
    TESTS = 1
    BREAKS = 2  # routs without a test (trait)


class End(IntEnum):
    """What ends a battle, in a scenario's own list; with the meaning of its two numbers."""

    NONE = 0
    GONE = 1  # side: nobody of it is on the table or will be
    ROUNDS = 2  # number: that many rounds were played
    TAKEN = 3  # objective, side + 1 (0: either): it left the table with somebody of this side
    FALLEN = 4  # character: fallen or lying
    LEFT = 5  # character: left the table
    FEWER = 6  # company, number: fewer of it than this are on the table or waiting
    ALL_TAKEN = 7  # 0, side + 1: every objective left the table with this side
    HELD = 8  # objective, side + 1: when a round ends, somebody of this side carries it
    ESCAPED = 9  # side, number: nobody of it is on the table or will be, and at least so many have left it


class Clause(IntEnum):
    K1_1 = 101
    K1_2 = 102
    K1_3 = 103
    K1_4 = 104
    K2_1 = 201
    K2_2 = 202
    K2_3 = 203
    K3_1 = 301
    K3_2 = 302
    K3_3 = 303
    K3_4 = 304
    K3_5 = 305
    K3_6 = 306
    K3_7 = 307
    K3_8 = 308
    K3_9 = 309
    K4_1 = 401
    K4_2 = 402
    K4_3 = 403
    K4_4 = 404
    K5_1 = 501
    K5_2 = 502
    K5_3 = 503
    K5_4 = 504
    K5_5 = 505
    K5_6 = 506
    K5_7 = 507
    K5_8 = 508
    K5_9 = 509
    K6_1 = 601
    K6_2 = 602
    K6_3 = 603
    K6_4 = 604


# What `start` reads: a row of words, the fields below one after the other in this order. Each name of HEAD
# is one word; each name of OF_TERRAIN is a row of MOST_TERRAIN words, and so on; corners are a row of all x
# and a row of all y. See `setup_row`.

HEAD = (
    "battle",  # the number of the scenario, for its names
    "generals",  # K6.1: how many humans there are, 1 to 4; they have the seats 0 and on
    "enemy_seat",  # 1: the enemy has a seat of its own, 0: the AI general commands it
    "followup",  # as in Followup
    "strike_back",
    "shoot_into_melee",
    "bases_block_sight",
    "count_fled",
    "rally",
    "free_blow",
    "pickup_reach",  # thousandths
    "rounds",  # the last round, at most MOST_ROUNDS
    "timeout",  # who wins after it: side + 1, 0: nobody
    "enclosed",  # 1: the edges of the table are no way out (trait)
    "aftermath",  # K6.4, for the campaign: 0 example, 1 none, 2 harsh
)
OF_TERRAIN = ("t_kind", "t_first", "t_count", "t_round", "t_bits", "t_roll")
"""Ground (0: no more); its corners, against the clock: the first and how many; rounding, at least 1; bits;
the least face of the die that its trait asks for."""
CORNERS = ("corner_x", "corner_y")
OF_A_COMPANY = ("c_side", "c_total", "c_lost", "c_fled", "c_rout", "c_rout_at", "c_quits_at")
"""Side + 1 (0: no more); how many it has, have fallen, have fled; Rout; losses for it (traits)."""
OF_A_CHARACTER = (
    "there",
    "company",  # its number, from 0
    "owner",  # the seat that commands it
    "x",
    "y",
    "radius",
    "face_x",  # K3.4: which way it looks, a vector of any length from 1 to 30,000
    "face_y",
    "pace",  # K1.2: its move
    "attack",
    "defence",
    "slots",
    "wounds",
    "shoots",  # its shooting range, 0: it does not shoot
    "rank",  # K5.1: the AI general takes lower ranks first, then by the sheet
    "own_list",  # the lines of its own AI list, four bits each, the first lowest; 0: as K5 says
    "traits",
    "fear",  # unengaged enemies keep this far away (trait)
    "tether",  # it stays this near to tether_x, tether_y (trait), 0: no tether
    "tether_x",
    "tether_y",
    "reach",  # it fights this far (trait)
    "knock",  # it knocks back this far (trait)
    "saves",  # an item saves it on this face or higher, 0: none (trait)
    "bane",  # the character + 1 against whom an item changes its fight (trait)
    "bane_attack",
    "bane_defence",
    "drowns",  # whom it holds for so many full rounds drowns (trait)
    "most_carried",  # how many it may grab (trait)
    "arrives",  # the round in which it arrives, 0: it does not wait (trait)
    "door",  # the terrain + 1 where it arrives, at its x and y (trait)
)
OF_AN_OBJECTIVE = (
    "o_kind",  # for words; 0: no more
    "o_x",
    "o_y",
    "o_lies",  # as in Lies
    "o_by",  # the character + 1 that carries it, or took it off the table
    "o_friends",  # bits of the friends that may carry it (place in their side)
    "o_enemies",  # bits of the enemies
    "o_bits",
)
OF_AN_END = ("e_kind", "e_first", "e_second", "e_winner")
"""End (0: no more); its two numbers; who wins: side + 1, 0: nobody. The first that is true ends it."""

IN_PLAY = ("routs", "done", "carries", "held_by", "held_since", "shot_at", "swept")
"""Of a character: whether it routs, has been activated this round; the thing + 1 that it carries, who + 1
holds it and since which round, whether it was shot at this round, and whether a swipe is still to strike
it."""

LAYOUT = (
    *((name, 1) for name in HEAD),
    *((name, MOST_TERRAIN) for name in OF_TERRAIN),
    *((name, MOST_CORNERS) for name in CORNERS),
    *((name, MOST_COMPANIES) for name in OF_A_COMPANY),
    *((name, CHARACTERS) for name in OF_A_CHARACTER),
    *((name, MOST_OBJECTIVES) for name in OF_AN_OBJECTIVE),
    *((name, MOST_ENDS) for name in OF_AN_END),
)
"""Each field that `start` reads, and how many words it has there."""

DTYPE = np.dtype(
    [
        *((name, "<i8") if words == 1 else (name, "<i8", (words,)) for name, words in LAYOUT),
        *((name, "<i8", (CHARACTERS,)) for name in IN_PLAY),
        ("c_tests", "<i8", (MOST_COMPANIES,)),  # as in Shaken
        ("phase", "<i8"),
        ("round", "<i8"),  # from 1
        ("side", "<i8"),  # whose activation it is, or is chosen
        ("general", "<i8"),  # which of the humans has the turn, or had it last
        ("passed", "<i8"),  # bits of the generals who have passed since somebody was activated
        ("first", "<i8"),  # who began this round
        ("ended", "<i8"),  # how it ended: the number + 1 of the scenario's end, or 0
        ("winner", "<i8"),  # side + 1, 0: nobody
        # The activation
        ("actor", "<i8"),  # character + 1
        ("legs", "<i8"),  # how many it has moved
        ("moved_far", "<i8"),  # 1: its first leg was longer than half its move
        ("turned", "<i8"),  # 1: it has pivoted since its last leg
        ("charged", "<i8"),  # 1: it has moved into contact, and must fight
        ("extra", "<i8"),  # how many activations it got by felling enemies
        ("start_x", "<i8"),  # where the activation began
        ("start_y", "<i8"),
        ("over", "<i8"),  # the terrain + 1 that its leg crosses on a roll
        ("over_x", "<i8"),  # where that leg is to end
        ("over_y", "<i8"),
        # A blow
        ("striker", "<i8"),  # character + 1
        ("target", "<i8"),  # character + 1
        ("after", "<i8"),  # as in After
        ("blows", "<i8"),  # who + 1 struck the last free blow
        ("tested", "<i8"),  # company + 1
        ("blow", "<i8"),  # the phase in which the last blow was struck: what kind of blow it was
        ("hurt", "<i8"),  # 1: it wounded
        ("felled", "<i8"),  # 1: the active character has felled an enemy in this fight
        ("brink", "<i8"),  # terrain + 1 that the target is thrown over, or 0
        # What the AI general has in mind
        ("line", "<i8"),  # the line of its list that it follows, as in traits.Line; 0: none
        ("aim", "<i8"),  # thing + 1: whom it means to shoot or to charge, or what it means to reach
        ("aim_x", "<i8"),  # where its next leg ends, if `going`
        ("aim_y", "<i8"),
        ("going", "<i8"),  # 1: it has decided on another leg
        ("onward_x", "<i8"),  # K5.3: the direction of the enemy that was felled
        ("onward_y", "<i8"),
    ]
)


def setup_row(fields: dict[str, object]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The row that `start` reads, from the fields by name; what is not named is 0, rows may be shorter."""
    parts = []
    for name, words in LAYOUT:
        part = np.zeros(words, np.int64)
        given = np.atleast_1d(np.asarray(fields.get(name, 0), np.int64))
        part[: len(given)] = given
        parts.append(part)
    assert set(fields) <= {name for name, _ in LAYOUT}
    return np.concatenate(parts)
