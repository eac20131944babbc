"""The record of a siege, its named numbers, and its options."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import numpy as np

from ...core.contract import Option, Words

LANES = 3  # S1.1
TOP, MIDDLE, BOTTOM = range(LANES)
FULL = 6  # S1.2: what every lane and the backline start with
MOST_WAVES = 12
MOST_TROOPS = (LANES + 1) * FULL
"""Every wave kills at least one in each lane and at most two come back: there are never more."""


class Phase(IntEnum):
    COUNTDOWN = 0  # S1.3: the scouts' die is rolled
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
    """S3.2: how many of the arrangements of three dice (see moves.ORDERS) the option allows."""

    NONE = 1
    ONE = 4
    ANY = 6


NO_LIMIT = 99

DTYPE = np.dtype(
    [
        ("phase", "<i8"),
        ("waves", "<i8"),  # the countdown: waves still to survive
        ("lane", "<i8", (LANES,)),
        ("backline", "<i8"),
        ("enemy", "<i8", (LANES,)),  # the faces scouted so far, 0 for those to come
        ("rolled", "<i8"),
        ("regroup", "<i8"),
        ("stands", "<i8"),  # 1: one may go on without a backline
        ("limit", "<i8"),  # the most that a lane or the backline can show
        ("swap", "<i8"),
    ]
)

OPTIONS = (
    Option(
        "mode",
        ("normal", "easy", "hard", "scouts", *range(1, MOST_WAVES + 1)),
        "waves to survive: easy 2, normal 3, hard 4, scouts rolls a die, or a number",
        "S1.3",
    ),
    Option("regroup", (1, 2), "what the backline grows by after a wave", "S5.2"),
    Option("empty", ("stands", "loses"), "whether one can stand without a backline", "S2.3"),
    Option("table", ("dice", "paper"), "dice show at most 6; numbers on paper have no maximum", "S2.2"),
    Option("swap", ("any", "one", "none"), "how the lane dice may be rearranged", "S3.2"),
)

WAVES_OF_MODE = {"easy": 2, "normal": 3, "hard": 4, "scouts": 0}


def setup(options: Mapping[str, Any]) -> Words:
    """The options as the numbers that `start` takes."""
    mode = options["mode"]
    return np.array(
        [
            WAVES_OF_MODE.get(mode, mode),
            options["regroup"],
            options["empty"] == "stands",
            FULL if options["table"] == "dice" else NO_LIMIT,
            Swap[options["swap"].upper()],
        ],
        np.int64,
    )
