"""The state of a siege: its fields, enums, event kinds and options, and the initial state (S1)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from ...core.options import Option
from ...core.state_record import Record, Row, Words, fill, row

LANES = 3  # S1.1
TOP, MIDDLE, BOTTOM = range(LANES)
FULL_STRENGTH = 6  # S1.2: troops in each lane and in the backline at the start
MAX_WAVES = 12
MAX_TROOPS = (LANES + 1) * FULL_STRENGTH
"""The greatest number of troops: a wave kills at least one in each lane, and at most two come back."""
NO_LIMIT = 99  # S2.2: numbers on paper have no maximum


class Phase(IntEnum):
    COUNTDOWN = 0  # S1.3: the scouts' die must be rolled
    REINFORCE = 1
    SCOUT = 2
    REARRANGE = 3
    WON = 4
    LOST = 5


class Clause(IntEnum):
    S1_1 = 101
    S1_2 = 102
    S1_3 = 103
    S2_1 = 201
    S2_2 = 202
    S2_3 = 203
    S3_1 = 301
    S3_2 = 302
    S4_1 = 401
    S4_2 = 402
    S4_3 = 403
    S5_1 = 501
    S5_2 = 502
    S5_3 = 503


class Swap(IntEnum):
    """S3.2: the number of `rules.LANE_ORDERS` that the option allows."""

    NONE = 1
    ONE = 4
    ANY = 6


class EventKind(IntEnum):
    """The events of the log. The comments name the numbers of each event."""

    COUNTDOWN_ROLLED = 1  # waves
    REINFORCED = 2  # top, middle, bottom, troops left in the backline
    BACKLINE_EMPTIED = 3
    SCOUTED = 4  # lane, face, strength
    REARRANGED = 5  # top, middle, bottom
    HELD = 6  # lane, strength, troops left
    OVERRUN = 7  # lane, strength, overflow
    BACKLINE_STRUCK = 8  # overflow, troops left
    LOST = 9
    COUNTED_DOWN = 10  # waves
    REGROUPED = 11  # growth, backline
    WON = 12


class SiegeState(Record):
    phase: int
    waves: int  # the countdown: waves still to survive
    lane: Row = row(LANES)  # troops in each lane
    backline: int  # troops in the backline
    enemy: Row = row(LANES)  # the faces scouted so far; 0: not rolled yet
    rolled_count: int  # the number of faces scouted so far
    # The options
    regroup: int  # S5.2: troops that join the backline after a wave
    allows_empty_backline: int  # S2.3: 1 if an empty backline does not lose
    capacity: int  # S2.2: the greatest number of troops in a lane or in the backline
    swap: int  # S3.2: a `Swap`


OPTIONS = (
    Option(
        "mode",
        ("normal", "easy", "hard", "scouts", *range(1, MAX_WAVES + 1)),
        "how many waves you must survive",
        "S1.3",
        title="Difficulty",
        labels=(
            "normal (3 waves)",
            "easy (2 waves)",
            "hard (4 waves)",
            "scouts (a die decides)",
            "1 wave",
            *(f"{waves} waves" for waves in range(2, MAX_WAVES + 1)),
        ),
        is_main=True,
    ),
    Option(
        "regroup",
        (1, 2),
        "troops that join the backline after a wave",
        "S5.2",
        "Reinforcements",
        ("1 troop", "2 troops"),
    ),
    Option(
        "empty",
        ("stands", "loses"),
        "whether you may send the last troop of the backline",
        "S2.3",
        "Emptying the backline",
        ("allowed", "not allowed"),
    ),
    Option(
        "table",
        ("dice", "paper"),
        "dice show at most 6; numbers on paper have no maximum",
        "S2.2",
        "Count troops with",
        ("dice", "paper"),
    ),
    Option(
        "swap",
        ("any", "one", "none"),
        "how the lane dice may be rearranged",
        "S3.2",
        "Rearranging lanes",
        ("any order", "one swap", "not allowed"),
    ),
)

MODE_WAVES = {"easy": 2, "normal": 3, "hard": 4, "scouts": 0}


def setup(options: Mapping[str, Any]) -> Words:
    """Return the initial state of a game with these options (S1.2, S1.3)."""
    s = SiegeState.zeros()
    s.waves = MODE_WAVES.get(options["mode"], options["mode"])
    s.phase = Phase.REINFORCE if s.waves else Phase.COUNTDOWN
    s.backline = FULL_STRENGTH
    fill(s.lane, [FULL_STRENGTH] * LANES)
    s.regroup = options["regroup"]
    s.allows_empty_backline = options["empty"] == "stands"
    s.capacity = FULL_STRENGTH if options["table"] == "dice" else NO_LIMIT
    s.swap = Swap[options["swap"].upper()]
    return s.words
