"""The notation of moves: a text for every move code, and back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from ....core.definition import FIRST_MOVE
from ..rules import moves
from ..rules.moves import CODES_PER_SEAT, encode_move, local_code, move_seat, seat_to_move
from ..state import (
    CELLS,
    COLUMNS,
    MAX_SOLDIERS,
    MIND_COUNT,
    PLAYERS,
    SOLDIERS,
    TIMESTEPS,
    TOWERS,
    UNIT_COUNT,
    Clause,
    Mind,
    Phase,
    TowersState,
    row_and_column,
    unit_name,
)
from .names import SEAT_NAMES, mind_name


class MoveForm(NamedTuple):
    """A kind of move: its first code, its words, the clause that allows it, and the tail for each number."""

    kind: int
    words: str
    clause: int
    tails: Mapping[int, str]


class DecodedMove(NamedTuple):
    """The parts of a move code: `kind` is the first code of its kind, `number` the offset."""

    seat: int
    kind: int
    number: int


NO_TAILS = {0: ""}
COLUMN_TAILS = {column: str(column) for column in range(COLUMNS)}
CELL_TAILS = {cell: " ".join(map(str, row_and_column(cell))) for cell in range(CELLS)}
SOLDIER_TAILS = {number: str(number + 1) for number in range(MAX_SOLDIERS)}
MIND_TAILS = {
    unit * MIND_COUNT + mind: f"{unit_name(unit)} {mind_name(mind)}" for unit in range(UNIT_COUNT) for mind in Mind
}

MOVE_FORMS = (
    MoveForm(moves.READY, "ready", Clause.T2_2, NO_TAILS),
    MoveForm(moves.NEVER_MIND, "never mind", Clause.T2_2, NO_TAILS),
    MoveForm(moves.HOME, "home", Clause.T2_3, NO_TAILS),
    MoveForm(moves.DISMISS, "dismiss", Clause.T2_4, NO_TAILS),
    MoveForm(moves.ALL_HOME, "all home", Clause.T2_3, NO_TAILS),
    MoveForm(moves.AS_LAST, "as last turn", Clause.T2_3, NO_TAILS),
    MoveForm(moves.HIRE, "hire", Clause.T2_4, {int(unit): unit_name(unit) for unit in SOLDIERS}),
    MoveForm(moves.TOWER, "tower", Clause.T4_1, {int(unit): unit_name(unit) for unit in TOWERS}),
    MoveForm(moves.SOLDIER, "soldier", Clause.T2_3, SOLDIER_TAILS),
    MoveForm(moves.COLUMN, "column", Clause.T2_3, COLUMN_TAILS),
    MoveForm(moves.STEP, "step", Clause.T2_3, {step: str(step) for step in range(TIMESTEPS)}),
    MoveForm(moves.CELL, "cell", Clause.T4_1, CELL_TAILS),
    MoveForm(moves.TAKE_DOWN, "take down", Clause.T4_1, CELL_TAILS),
    MoveForm(moves.MIND, "mind", Clause.T8_1, MIND_TAILS),
    MoveForm(moves.TOGETHER, "together", Clause.T2_3, COLUMN_TAILS),
    MoveForm(moves.IN_FILE, "in file", Clause.T2_3, COLUMN_TAILS),
    MoveForm(moves.REST, "rest", Clause.T3_2, NO_TAILS),
    MoveForm(moves.SCORE, "score", Clause.T5_4, NO_TAILS),
    MoveForm(moves.GO, "go", Clause.T5_1, CELL_TAILS),
    MoveForm(moves.STRIKE, "strike", Clause.T5_2, CELL_TAILS),
    MoveForm(moves.SHOOT, "shoot", Clause.T4_3, SOLDIER_TAILS),
)
FORMS_BY_CODE = {form.kind + number: form for form in MOVE_FORMS for number in form.tails}
TEXTS_BY_CODE = {
    form.kind + number: f"{form.words} {tail}".strip() for form in MOVE_FORMS for number, tail in form.tails.items()
}
CODES_BY_TEXT = {text: local for local, text in TEXTS_BY_CODE.items()}


def decode_move(code: int) -> DecodedMove | None:
    """Return the parts of a code, or None if it is not a move."""
    if not FIRST_MOVE <= code < FIRST_MOVE + PLAYERS * CODES_PER_SEAT:
        return None
    seat, local = move_seat(code), local_code(code)
    form = FORMS_BY_CODE.get(local)
    return DecodedMove(seat, form.kind, local - form.kind) if form else None


def move_text(s: TowersState, code: int) -> str:
    """Return the text of a move, without its seat."""
    order = decode_move(code)
    return f"move {code}" if order is None else TEXTS_BY_CODE[order.kind + order.number]


def parse_move(s: TowersState, text: str) -> int | None:
    """Return the code of a text, which may begin with a seat (default: the seat to move)."""
    words = re.sub(r"\b0+(?=[0-9])", "", text.lower()).split()
    seat = seat_to_move(s)
    if words and words[0] in SEAT_NAMES:
        seat = SEAT_NAMES.index(words.pop(0))
    local = CODES_BY_TEXT.get(" ".join(words))
    return None if local is None else encode_move(seat, local)


def move_clause(s: TowersState, code: int) -> int:
    order = decode_move(code)
    if order is not None:
        return FORMS_BY_CODE[order.kind + order.number].clause
    return Clause.T3_2 if s.phase == Phase.ACT else Clause.T2_2
