"""Pig: the dice game, in a distribution of its own. It writes only what a game must have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from holdtheline.core.ascii_art import AsciiBoard, TextSpan
from holdtheline.core.definition import (
    CHANCE,
    FIRST_MOVE,
    LOST,
    OVER,
    WON,
    GameDefinition,
    Rules,
    Text,
    View,
)
from holdtheline.core.errors import BadPosition
from holdtheline.core.events import log_event
from holdtheline.core.kernel import kernel
from holdtheline.core.state_record import Record, Row, Words, row
from holdtheline.core.view_types import ClickPath, Hotspot

GOAL = 20
ROLL, HOLD = FIRST_MOVE, FIRST_MOVE + 1
MOVES = {ROLL: "roll", HOLD: "hold"}
SEATS = ("first", "second")


class Phase(IntEnum):
    DECIDE = 0
    ROLLING = 1
    OVER = 2


class Clause(IntEnum):
    P1_1 = 101
    P1_2 = 102
    P1_3 = 103
    P2_1 = 201


class EventKind(IntEnum):
    ROLLED = 1  # seat, face, turn total
    HELD = 2  # seat, score


class PigState(Record):
    phase: int
    player: int
    total: int  # of this turn
    score: Row = row(2)


# Rules


@kernel
def start(s: PigState, setup: Words) -> None:
    """Every number starts at 0."""


@kernel
def turn(s: PigState) -> int:
    if s.phase == Phase.DECIDE:
        return s.player
    return CHANCE if s.phase == Phase.ROLLING else OVER


@kernel
def legal_moves(s: PigState, codes: Words) -> int:
    codes[0] = ROLL
    codes[1] = HOLD
    if s.phase != Phase.DECIDE:
        return 0
    return 2 if s.total > 0 else 1


@kernel
def why_not(s: PigState, step: int) -> int:
    if s.phase == Phase.OVER:
        return Clause.P2_1
    if s.phase == Phase.ROLLING:
        return 0 if 1 <= step <= 6 else Clause.P1_2
    if step == HOLD:
        return 0 if s.total > 0 else Clause.P1_3
    return 0 if step == ROLL else Clause.P1_1


@kernel
def apply(s: PigState, step: int, log: Words) -> None:
    if s.phase == Phase.ROLLING:
        s.total = 0 if step == 1 else s.total + step
        log_event(log, Clause.P1_2, EventKind.ROLLED, (s.player, step, s.total, 0))
        s.phase = Phase.DECIDE
        if step == 1:
            s.player = 1 - s.player
    elif step == ROLL:
        s.phase = Phase.ROLLING
    else:
        s.score[s.player] += s.total
        log_event(log, Clause.P1_3, EventKind.HELD, (s.player, s.score[s.player], 0, 0))
        s.total = 0
        if s.score[s.player] >= GOAL:
            s.phase = Phase.OVER
        else:
            s.player = 1 - s.player


@kernel
def result(s: PigState, seat: int) -> int:
    return WON if s.score[seat] >= GOAL else LOST


@kernel
def hide(s: PigState, seat: int) -> None:
    """Nothing is hidden."""


@kernel
def guess(s: PigState, seat: int, stream: Words) -> None:
    """Nothing is hidden."""


def setup(options: Mapping[str, Any]) -> Words:
    return np.zeros(1, np.int64)


# Text


def parse_move(s: PigState, text: str) -> int | None:
    return next((code for code, name in MOVES.items() if name == text.strip().lower()), None)


def refusal(s: PigState, step: int, clause: int) -> str:
    return {
        Clause.P2_1: "the game is over",
        Clause.P1_2: "the die must be rolled, and it shows 1 to 6",
        Clause.P1_3: "you have no turn total to hold",
    }.get(Clause(clause), "you can roll or hold")


def log_text(s: PigState, kind: int, numbers: Sequence[int]) -> str:
    if kind == EventKind.ROLLED:
        return f"{SEATS[numbers[0]]} rolls {numbers[1]}."
    return f"{SEATS[numbers[0]]} holds and has {numbers[1]}."


def prompt(s: PigState, seat: int) -> str:
    if s.phase == Phase.OVER:
        return f"{SEATS[s.player]} wins."
    return f"{SEATS[s.player]}: {s.total} this turn, {s.score[s.player]} of {GOAL}. Roll or hold?"


def position_text(s: PigState) -> str:
    return f"score {s.score[0]} {s.score[1]}, total {s.total}, {SEATS[s.player]}"


def parse_position(s: PigState, text: str) -> None:
    raise BadPosition("pig has no position texts")


def check_state(s: PigState, started: PigState) -> str:
    return "" if s.phase in list(Phase) and s.player in (0, 1) else "its numbers are out of range (P1.1)"


# View


def board(s: PigState, seat: int) -> dict[str, Any]:
    return {"score": s.score.tolist(), "total": s.total, "player": s.player}


def hotspots(s: PigState, seat: int) -> tuple[Hotspot, ...]:
    return (Hotspot("roll", "r", "Roll the die"), Hotspot("hold", "h", "Hold"))


def ascii_board(s: PigState, seat: int) -> AsciiBoard:
    return [[TextSpan(f"{name:7}", "quiet"), TextSpan(str(s.score[i]))] for i, name in enumerate(SEATS)]


def svg(s: PigState, seat: int) -> str:
    text = f'<text x="10" y="55" font-size="40">{s.score[0]} : {s.score[1]}</text>'
    buttons = (
        '<rect id="roll" x="10" y="70" width="80" height="20"/><rect id="hold" x="110" y="70" width="80" height="20"/>'
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">{text}{buttons}</svg>'


GAME = GameDefinition(
    name="pig",
    title="Pig",
    summary="A dice game for two: roll on, or hold what you have.",
    clause_prefix="P",
    rules_version=1,
    seats=SEATS,
    options=(),
    rules=Rules(
        state=PigState,
        max_moves=2,
        setup=setup,
        start=start,
        turn=turn,
        legal_moves=legal_moves,
        why_not=why_not,
        apply=apply,
        result=result,
        hide=hide,
        guess=guess,
    ),
    text=Text(
        move_text=lambda s, code: MOVES.get(code, f"move {code}"),
        parse_move=parse_move,
        move_label=lambda s, code: MOVES.get(code, f"move {code}"),
        move_clause=lambda s, code: Clause.P1_3 if code == HOLD else Clause.P1_1,
        refusal=refusal,
        log_text=log_text,
        prompt=prompt,
        result_text=lambda s: (Clause.P2_1, f"{SEATS[s.player]} reached {GOAL}"),
        position_text=position_text,
        parse_position=parse_position,
        check_state=check_state,
    ),
    view=View(
        board=board,
        hotspots=hotspots,
        clicks=lambda s, code: (ClickPath((MOVES.get(code, ""),)),),
        ascii_board=ascii_board,
        svg=svg,
    ),
    rulebook=Path(__file__).parent / "rulebook.md",
)
