"""Questions to a squad and its answers as bytes, written and read by kernels: see docs/reference/protocol.md.

A referee does this thousands of times per game. The kernels know one format, that of the kit; every other answer goes
to `json_messages`.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from ....core.bots.bot_api import ID_LENGTH
from ....core.definition import OVER
from ....core.game import Game, State
from ....core.kernel.compiler import Kernel, as_pointer
from ....core.state_record import WORD_BYTES, Words
from .mirrored_state import STATE_WORDS, WORDS_PER_CHANGE, SeatKnowledge, make_entry_points
from .squads import MAX_SQUAD, WRONG_COUNT, make_squad_kernels
from .unit_kernels import action_or_rest

Bytes = np.ndarray[Any, np.dtype[np.uint8]]

OTHER_FORMAT = -101
"""The result of a reader if the answer is not in the format of the kit."""
COUNT_BASE = 1024
"""Results pack two numbers into one: `value * COUNT_BASE + squad size`."""
ZERO_DIGIT = ord("0")
BASE = 10
MAX_DIGITS = 9
MAX_ANSWER_BYTES = 65536


def byte_array(text: bytes) -> Bytes:
    return np.frombuffer(text, np.uint8)


QUESTION_HEAD, QUESTION_SIZE, QUESTION_END = (
    byte_array(b'{"ask":"act","id":"'),
    byte_array(b'","bytes":'),
    byte_array(b"}\n"),
)
ANSWER_HEAD, ANSWER_ACTIONS, ANSWER_END = (
    byte_array(b'{"id":"'),
    byte_array(b'","actions":['),
    byte_array(b"]}\n"),
)
COMMA = ord(",")
MAX_QUESTION_BYTES = (
    len(QUESTION_HEAD)
    + ID_LENGTH
    + len(QUESTION_SIZE)
    + 2 * MAX_DIGITS
    + len(QUESTION_END)
    + WORDS_PER_CHANGE * STATE_WORDS * WORD_BYTES
)


@functools.cache
def make_question_writer() -> Kernel[..., int]:
    """Return the kernel that writes a question."""
    count_units, update = make_squad_kernels().count, make_entry_points().update

    def write_text(out: Bytes, at: int, text: Bytes) -> int:
        for index in range(len(text)):
            out[at + index] = text[index]
        return at + len(text)

    def write_number(out: Bytes, at: int, number: int) -> int:
        power = 1
        while number // power >= BASE:
            power *= BASE
        while power > 0:
            out[at] = ZERO_DIGIT + number // power % BASE
            power //= BASE
            at += 1
        return at

    put_text = Kernel(write_text, "towers.messages.write_text")
    put_number = Kernel(write_number, "towers.messages.write_number")

    def write_question(words: Words, seat: int, known: Words, buffer: Words, ids: Bytes, first: int, out: Bytes) -> int:
        """Write the question to the squad, and return its length and the number of units in one number."""
        count, changes = count_units(words), as_pointer(buffer)
        end = update(words, seat, known, buffer)
        at = put_text(out, 0, QUESTION_HEAD)
        for index in range(ID_LENGTH):
            out[at + index] = ids[first + index]
        at = put_text(out, at + ID_LENGTH, QUESTION_SIZE)
        at = put_number(out, at, (end - STATE_WORDS) * WORD_BYTES)
        at = put_text(out, at, QUESTION_END)
        for index in range(STATE_WORDS, end):
            word = changes[index]
            for part in range(WORD_BYTES):
                out[at + part] = (word >> (8 * part)) & 255
            at += WORD_BYTES
        return at * COUNT_BASE + count

    return Kernel(write_question, "towers.messages.write_question")


@functools.cache
def make_answer_reader() -> Kernel[..., int]:
    """Return the kernel that reads an answer and lets the squad act."""
    act = make_squad_kernels().act

    def is_text(answer: Bytes, at: int, text: Bytes) -> bool:
        for index in range(len(text)):
            if answer[at + index] != text[index]:
                return False
        return True

    def is_digit(byte: int) -> bool:
        return ZERO_DIGIT <= byte < ZERO_DIGIT + BASE

    has_text, is_number = Kernel(is_text, "towers.messages.is_text"), Kernel(is_digit, "towers.messages.is_digit")
    valid_action = Kernel(action_or_rest, "towers.messages.valid_action")

    def read_actions(answer: Bytes, at: int, end: int, actions: Words) -> int:
        """Read the actions, separated by commas, and return their number, or OTHER_FORMAT."""
        count, number, digits = 0, 0, 0
        for index in range(at, end + 1):
            byte = int(answer[index]) if index < end else COMMA
            if byte == COMMA:
                if digits == 0 or count == MAX_SQUAD:
                    return OTHER_FORMAT
                actions[count] = valid_action(number)
                count, number, digits = count + 1, 0, 0
            elif is_number(byte) and digits < MAX_DIGITS and (digits == 0 or number > 0):
                number = BASE * number + byte - ZERO_DIGIT
                digits += 1
            else:
                return OTHER_FORMAT
        return count

    read = Kernel(read_actions, "towers.messages.read_actions")

    def read_answer(
        words: Words, answer: Bytes, size: int, ids: Bytes, first: int, actions: Words, codes: Words
    ) -> int:
        """Carry out the answer of a squad, and return the next `turn` and the number of units in one number."""
        start = len(ANSWER_HEAD) + ID_LENGTH + len(ANSWER_ACTIONS)
        end = size - len(ANSWER_END)
        if end <= start or not has_text(answer, 0, ANSWER_HEAD) or not has_text(answer, end, ANSWER_END):
            return OTHER_FORMAT
        if not has_text(answer, len(ANSWER_HEAD) + ID_LENGTH, ANSWER_ACTIONS):
            return OTHER_FORMAT
        for index in range(ID_LENGTH):
            if answer[len(ANSWER_HEAD) + index] != ids[first + index]:
                return OTHER_FORMAT
        count = read(answer, start, end, actions)
        if count == OTHER_FORMAT:
            return OTHER_FORMAT
        turn = act(words, actions, count, codes)
        return (turn - OVER) * COUNT_BASE + count if turn != WRONG_COUNT else OTHER_FORMAT

    return Kernel(read_answer, "towers.messages.read_answer")


class SquadMessages:
    """The messages to and from one bot's squads, in two buffers of bytes."""

    def __init__(self, game: Game, knowledge: SeatKnowledge) -> None:
        kernels = make_question_writer(), make_answer_reader()
        self._write, self._read = (kernel.plain if game.plain else kernel.compiled for kernel in kernels)
        self._knowledge = knowledge
        self._question_bytes = np.zeros(MAX_QUESTION_BYTES, np.uint8)
        self._answer_bytes = np.zeros(MAX_ANSWER_BYTES, np.uint8)
        self.question, self.answer = self._question_bytes.data, self._answer_bytes.data
        self._actions, self._codes = np.zeros((2, MAX_SQUAD), np.int64)
        self._code_numbers = self._codes.data

    def write_question(self, state: State, ids: Any, first: int) -> tuple[int, int]:
        """Write the question with the id that begins at `first`; return its size and the number of units asked."""
        known = self._knowledge
        packed = self._write(state.words, known.seat, known.words, known.buffer, ids, first, self._question_bytes)
        size, count = divmod(packed, COUNT_BASE)
        return size, count

    def read_answer(self, state: State, size: int, ids: Any, first: int) -> list[int] | None:
        """Carry out the answer and return the codes of the actions, or None if it is in another format."""
        packed = self._read(state.words, self._answer_bytes, size, ids, first, self._actions, self._codes)
        if packed == OTHER_FORMAT:
            return None
        turn, count = divmod(packed, COUNT_BASE)
        state.current_player = turn + OVER
        return self._code_numbers[:count].tolist()
