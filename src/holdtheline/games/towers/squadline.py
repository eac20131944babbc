"""What a squad is asked and what it answers, as lines of bytes: see docs/protocol.md.

A referee does this thousands of times a game, so both are kernels. They know one way to write either line,
which is that of the kit; whatever else a bot says is left to those who read JSON.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from ...core.fields import WORD
from ...core.game import Game, State
from ...core.kernel import Kernel, bare
from . import mirror, squad
from .mirror import PAIR, WORDS, Told
from .moves import REST, SHOOT
from .squad import ACTS, MANY, MOST, WRONG_COUNT
from .state import MOST_SOLDIERS

IDENTITY = 16
"""Signs of the id of a question."""
ELSEWISE = -101
"""The answer is not written as the kit does it."""
FIRST_SIGN = 48
TEN = 10
MOST_DIGITS = 9
LONGEST_ANSWER = 65536


def signs(text: bytes) -> Any:
    return np.frombuffer(text, np.uint8)


ASK, BYTES, ASKED = signs(b'{"ask":"act","id":"'), signs(b'","bytes":'), signs(b"}\n")
ID, ACTIONS, ANSWERED = signs(b'{"id":"'), signs(b'","actions":['), signs(b"]}\n")
COMMA = ord(",")
MOST_ASKED = len(ASK) + IDENTITY + len(BYTES) + 2 * MOST_DIGITS + len(ASKED) + PAIR * WORDS * WORD


@functools.cache
def writer() -> Kernel[..., Any]:
    """A kernel that writes a question."""
    count_of, *_ = squad.doors()
    tell = mirror.doors()[1]

    def put(out: Any, at: Any, text: Any) -> Any:
        for place in range(len(text)):
            out[at + place] = text[place]
        return at + len(text)

    def put_number(out: Any, at: Any, number: Any) -> Any:
        unit = 1
        while number // unit >= TEN:
            unit *= TEN
        while unit > 0:
            out[at] = FIRST_SIGN + number // unit % TEN
            unit //= TEN
            at += 1
        return at

    put_text, put_digits = (Kernel(one, f"towers.squadline.{one.__name__}") for one in (put, put_number))

    def question(words: Any, seat: Any, known: Any, room: Any, ids: Any, first: Any, out: Any) -> Any:
        """Write what is asked of the squad; how long that is, and how many are asked: both in one number."""
        count, told = count_of(words), bare(room)
        behind = tell(words, seat, known, room)
        at = put_text(out, 0, ASK)
        for place in range(IDENTITY):
            out[at + place] = ids[first + place]
        at = put_text(out, at + IDENTITY, BYTES)
        at = put_digits(out, at, (behind - WORDS) * WORD)
        at = put_text(out, at, ASKED)
        for place in range(WORDS, behind):
            word = told[place]
            for part in range(WORD):
                out[at + part] = (word >> (8 * part)) & 255
            at += WORD
        return at * MANY + count

    return Kernel(question, "towers.squadline.question")


@functools.cache
def reader() -> Kernel[..., Any]:
    """A kernel that reads an answer and does it."""
    _, _, feed, _ = squad.doors()

    def says(heard: Any, at: Any, text: Any) -> Any:
        for place in range(len(text)):
            if heard[at + place] != text[place]:
                return False
        return True

    def digit(sign: Any) -> Any:
        return FIRST_SIGN <= sign < FIRST_SIGN + TEN

    is_said, is_digit = (Kernel(one, f"towers.squadline.{one.__name__}") for one in (says, digit))

    def numbers(heard: Any, at: Any, behind: Any, actions: Any) -> Any:
        """Read the actions, with commas between them; how many there are, or ELSEWISE."""
        many, number, digits = 0, 0, 0
        for place in range(at, behind + 1):
            sign = int(heard[place]) if place < behind else COMMA
            if sign == COMMA:
                if digits == 0 or many == MOST:
                    return ELSEWISE
                # T8.2: what can be no action is a lost one.
                actions[many] = number if REST <= number < SHOOT + MOST_SOLDIERS else REST
                many, number, digits = many + 1, 0, 0
            elif is_digit(sign) and digits < MOST_DIGITS and (digits == 0 or number > 0):
                number = TEN * number + sign - FIRST_SIGN
                digits += 1
            else:
                return ELSEWISE
        return many

    listed = Kernel(numbers, "towers.squadline.numbers")

    def answer(words: Any, heard: Any, size: Any, ids: Any, first: Any, actions: Any, codes: Any) -> Any:
        """Do what the squad answers: see `squad.doors`; how many acted and whose turn it is in one number."""
        start = len(ID) + IDENTITY + len(ACTIONS)
        behind = size - len(ANSWERED)
        if behind <= start or not is_said(heard, 0, ID) or not is_said(heard, behind, ANSWERED):
            return ELSEWISE
        if not is_said(heard, len(ID) + IDENTITY, ACTIONS):
            return ELSEWISE
        for place in range(IDENTITY):
            if heard[len(ID) + place] != ids[first + place]:
                return ELSEWISE
        many = listed(heard, start, behind, actions)
        if many == ELSEWISE:
            return ELSEWISE
        turn = feed(words, actions, many, codes)
        return (turn + ACTS) * MANY + many if turn != WRONG_COUNT else ELSEWISE

    return Kernel(answer, "towers.squadline.answer")


class SquadLine:
    """The lines of one bot's squads. `out` is the question, `heard` the place for its answer."""

    def __init__(self, game: Game, told: Told) -> None:
        kernels = writer(), reader()
        self._question, self._answer = (one.plain if game.plain else one.compiled for one in kernels)
        self._told = told
        self._out = np.zeros(MOST_ASKED, np.uint8)
        self._heard = np.zeros(LONGEST_ANSWER, np.uint8)
        self.out, self.heard = self._out.data, self._heard.data
        self._actions, self._codes = np.zeros((2, MOST), np.int64)
        self._taken = self._codes.data
        self.goes_on = False
        """Whether units are asked again after those that have acted last."""

    def question(self, state: State, ids: Any, first: int) -> tuple[int, int]:
        """Write it; how long it is, and how many units are asked."""
        told = self._told
        found = self._question(state.words, told.seat, told.words, told.room, ids, first, self._out)
        size, count = divmod(found, MANY)
        return size, count

    def answer(self, state: State, size: int, ids: Any, first: int) -> list[int] | None:
        """Do what was answered; the codes of what the units did, or None: it is to be read otherwise."""
        found = self._answer(state.words, self._heard, size, ids, first, self._actions, self._codes)
        if found == ELSEWISE:
            return None
        turn, many = divmod(found, MANY)
        turn -= ACTS
        self.goes_on = turn >= ACTS
        state.turn = turn - ACTS if self.goes_on else turn
        return self._taken[:many].tolist()
