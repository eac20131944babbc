"""A toy game with secrets, to test hiding and guessing.

X1.1 Each of two seats secretly takes 1, 2 or 3: the left one first.
X1.2 A die is rolled. On an even face the left seat bets first, on an odd one the right.
X2.1 Each seat bets what the other holds: a number that the die's face is not a multiple of, or 1.
X2.2 The numbers are counted aloud, ten times over: the only seat with a right bet wins.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from holdtheline.core.ascii_art import AsciiBoard, TextSpan
from holdtheline.core.definition import (
    CHANCE,
    DRAWN,
    EVERYONE,
    FIRST_MOVE,
    LOST,
    OVER,
    WON,
    GameDefinition,
    Rules,
    Secrets,
    Text,
    View,
)
from holdtheline.core.dice import FACES, random_below
from holdtheline.core.errors import BadPosition
from holdtheline.core.events import log_event
from holdtheline.core.kernel.compiler import kernel
from holdtheline.core.options import Option
from holdtheline.core.state_record import Record, Row, row
from holdtheline.core.view_types import ClickPath, Hotspot

SEATS = ("left", "right")
HELD = (1, 2, 3)
HIDDEN = -1
COUNTS = 10
TAKE, BET = FIRST_MOVE, 2 * FIRST_MOVE
VERBS = {TAKE: "take", BET: "bet"}


class ToyState(Record):
    held: Row = row(2)
    face: int
    bet: Row = row(2)
    counts: int


class Clause(IntEnum):
    X1_1 = 101
    X1_2 = 102
    X2_1 = 201
    X2_2 = 202


class Happened(IntEnum):
    TOOK = 1  # seat
    ROLLED = 2  # face
    BET = 3  # seat, number
    COUNTED = 4  # seat, number
    HELD = 5  # seat, number: for that seat alone


# The rules


@kernel
def start(s: Any, setup: Any) -> None:
    s.held[0] = s.held[1] = s.face = s.bet[0] = s.bet[1] = 0
    s.counts = setup[0]


@kernel
def turn(s: Any) -> int:
    for seat in range(2):
        if s.held[seat] == 0:
            return seat
    if s.face == 0:
        return CHANCE
    first = s.face % 2
    if s.bet[first] == 0:
        return first
    return 1 - first if s.bet[1 - first] == 0 else OVER


@kernel
def may_bet(s: Any, number: Any) -> Any:
    return number == 1 or s.face % number != 0


@kernel
def moves(s: Any, codes: Any) -> Any:
    count = 0
    for number in HELD:
        if s.held[0] == 0 or s.held[1] == 0:
            codes[count] = TAKE + number
            count += 1
        elif turn(s) >= 0 and may_bet(s, number):
            codes[count] = BET + number
            count += 1
    return count


@kernel
def why_not(s: Any, step: Any) -> int:
    whose = turn(s)
    if whose == OVER:
        return Clause.X2_2
    if whose == CHANCE:
        return 0 if 1 <= step <= FACES else Clause.X1_2
    if s.held[0] == 0 or s.held[1] == 0:
        return 0 if 1 <= step - TAKE <= 3 else Clause.X1_1
    return 0 if 1 <= step - BET <= 3 and may_bet(s, step - BET) else Clause.X2_1


@kernel
def apply(s: Any, step: Any, log: Any) -> None:
    whose = turn(s)
    if whose == CHANCE:
        s.face = step
        log_event(log, Clause.X1_2, Happened.ROLLED, (step, 0, 0, 0))
    elif s.held[whose] == 0:
        s.held[whose] = step - TAKE
        log_event(log, Clause.X1_1, Happened.TOOK, (whose, 0, 0, 0))
        log_event(log, Clause.X1_1, Happened.HELD, (whose, step - TAKE, 0, 0))
    else:
        s.bet[whose] = step - BET
        log_event(log, Clause.X2_1, Happened.BET, (whose, step - BET, 0, 0))
        if turn(s) == OVER:
            count_aloud(s, log)


@kernel
def count_aloud(s: Any, log: Any) -> None:
    for _ in range(s.counts):
        for seat in range(2):
            for number in range(1, s.held[seat] + 1):
                log_event(log, Clause.X2_2, Happened.COUNTED, (seat, number, 0, 0))


@kernel
def result(s: Any, seat: Any) -> int:
    mine, theirs = s.bet[seat] == s.held[1 - seat], s.bet[1 - seat] == s.held[seat]
    if mine == theirs:
        return DRAWN
    return WON if mine else LOST


@kernel
def hide(s: Any, seat: Any) -> None:
    if turn(s) != OVER and s.held[1 - seat] != 0:
        s.held[1 - seat] = HIDDEN


@kernel
def guess(s: Any, seat: Any, stream: Any) -> None:
    if s.held[1 - seat] == HIDDEN:
        s.held[1 - seat] = 1 + random_below(stream, 3)


# The texts, as naive as possible: they show everything in the record.


def shown(number: int) -> str:
    return {0: "-", HIDDEN: "?"}.get(int(number), str(number))


def position_text(s: Any) -> str:
    numbers = (*s.held, s.face, *s.bet)
    return "held {} {}, face {}, bets {} {}".format(*map(shown, numbers))


def position(s: Any, text: str) -> None:
    found = re.fullmatch(r"held ([1-3-]) ([1-3-]), face ([1-6-]), bets ([1-3-]) ([1-3-])", text)
    if not found:
        raise BadPosition(f"a position of the toy reads: held 1 2, face 3, bets - 1; not {text[:40]!r}")
    numbers = [0 if word == "-" else int(word) for word in found.groups()]
    s.held, s.face, s.bet = numbers[:2], numbers[2], numbers[3:]


def move_text(s: Any, code: int) -> str:
    kind = code // FIRST_MOVE * FIRST_MOVE
    return f"{VERBS[kind]} {code - kind}" if kind in VERBS else f"move {code}"


def read_move(s: Any, text: str) -> int | None:
    verb, _, number = text.partition(" ")
    if len(number) == 1 and number in "01234567":
        return next((kind + int(number) for kind, name in VERBS.items() if name == verb), None)
    return None


def move_clause(s: Any, code: int) -> int:
    if code < FIRST_MOVE:
        return Clause.X1_2
    return Clause.X1_1 if code < BET else Clause.X2_1


def reason(s: Any, code: int, clause: int) -> str:
    return {
        Clause.X1_1: f"a seat takes 1, 2 or 3, and {position_text(s)}",
        Clause.X1_2: f"a die is to be rolled, and {position_text(s)}",
        Clause.X2_1: f"with a face of {shown(s.face)} this cannot be bet",
        Clause.X2_2: "the game is over",
    }[Clause(clause)]


def sentence_of(s: Any, kind: int, numbers: Sequence[int]) -> str:
    match kind:
        case Happened.TOOK:
            return f"{SEATS[numbers[0]]} took a number."
        case Happened.HELD:
            return f"You hold {numbers[1]}."
        case Happened.ROLLED:
            return f"The die shows {numbers[0]}."
        case Happened.BET:
            return f"{SEATS[numbers[0]]} bets {numbers[1]}."
        case _:
            return f"{SEATS[numbers[0]]} counts {numbers[1]}."


def board(s: Any, seat: int) -> dict[str, Any]:
    return {"held": [int(n) for n in s.held], "face": int(s.face), "bets": [int(n) for n in s.bet]}


def spots(s: Any, seat: int) -> tuple[Hotspot, ...]:
    hands = [Hotspot(name, name[0], f"{name} holds {shown(s.held[i])}") for i, name in enumerate(SEATS)]
    return (*hands, *(Hotspot(f"number-{n}", str(n), str(n)) for n in HELD))


def drawing(s: Any, seat: int) -> AsciiBoard:
    return [
        [TextSpan(f"{name:6}", "quiet"), TextSpan(shown(n), "own", name)] for name, n in zip(SEATS, s.held, strict=True)
    ]


def setup(options: Any) -> Any:
    return np.array([COUNTS if options["aloud"] == "yes" else 0], np.int64)


# Kernels of this file are not in the digest that names the cache folder, so their name has a digest.
SOURCE = hashlib.blake2b(Path(__file__).read_bytes(), digest_size=4).hexdigest()

GAME = GameDefinition(
    name=f"toy-{SOURCE}",
    title="Toy",
    summary="Two hidden numbers and a die.",
    clause_prefix="X",
    rules_version=1,
    seats=SEATS,
    options=(Option("aloud", ("yes", "no"), "whether the numbers are counted aloud", "X2.2"),),
    rules=Rules(
        state=ToyState,
        max_moves=len(HELD),
        setup=setup,
        start=start,
        turn=turn,
        legal_moves=moves,
        why_not=why_not,
        apply=apply,
        result=result,
        hide=hide,
        guess=guess,
    ),
    text=Text(
        move_text=move_text,
        parse_move=read_move,
        move_label=lambda s, code: f"{move_text(s, code)}, the table holds {shown(s.held[0])} {shown(s.held[1])}",
        move_clause=move_clause,
        refusal=reason,
        log_text=sentence_of,
        prompt=lambda s, seat: (
            f"{SEATS[seat]}, the other holds {shown(s.held[1 - seat])}: what now?" if seat != EVERYONE else "What now?"
        ),
        result_text=lambda s: (Clause.X2_2, f"{shown(s.held[0])} and {shown(s.held[1])} were held"),
        position_text=position_text,
        parse_position=position,
        check_state=lambda s, started: "" if all(0 <= held <= 3 for held in s.held) else "nobody holds so much",
    ),
    view=View(
        board=board,
        hotspots=spots,
        clicks=lambda s, code: (ClickPath((f"number-{code % FIRST_MOVE}",)),),
        ascii_board=drawing,
        svg=lambda s, seat: f"<svg><text>{position_text(s)}</text></svg>",
        die_id=lambda s: f"die-{shown(s.held[0])}-{shown(s.held[1])}",
    ),
    secrets=Secrets(
        is_secret_move=lambda s, code: code < BET,
        event_audience=lambda kind, numbers: numbers[0] if kind == Happened.HELD else EVERYONE,
    ),
)
