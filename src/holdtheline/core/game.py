"""Game, State, Move, Event, Outcome: the face that every game shows to Python."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .contract import (
    CHANCE,
    FIRST_MOVE,
    LOG_COUNT,
    LOG_ROOM,
    OVER,
    WON,
    Contract,
    Words,
    empty_log,
    events_in,
)
from .dice import FACES, Dice
from .drawing import as_text
from .engine import engine_of
from .errors import BadOption, BadPosition, HtlError, IllegalMove
from .fields import fields_of
from .kernel import words_of

FACE_CODES = list(range(1, FACES + 1))
NO_CODE = -1
"""Legal nowhere: stands for whatever is too large for the rules to be asked about."""
LEAST_CODE, MOST_CODE = -(2**63), 2**63 - 1


@dataclass(frozen=True, slots=True)
class Move:
    """A decision, or the face of a die: its text can be typed, its code is what the rules take."""

    text: str
    code: int
    clause: str
    label: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Event:
    """Something that the rules did, and the clause that made them."""

    clause: str
    kind: int
    numbers: tuple[int, ...]
    text: str

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won (a seat, or nobody), each seat's result (1, 0 or -1), and why."""

    winner: int | None
    scores: tuple[int, ...]
    reason: str
    clause: str


class Game:
    """A game with its options settled: starts states and reads them back."""

    def __init__(self, contract: Contract, options: Mapping[str, object], plain: bool = False) -> None:
        self.contract = contract
        self.name = contract.name
        self.options = contract.read_options(options)
        self.seats = contract.seats_of(self.options)
        self.sides = contract.sides_of(self.options)
        self.plain = plain
        self.engine = engine_of(contract, plain)
        self.setup = contract.setup(self.options)
        self._fields = fields_of(contract.dtype)
        self._started = np.zeros(words_of(contract.dtype), np.int64)
        self.engine.start(self._started, self.setup)
        self._first_turn = int(self.engine.turn(self._started))
        self.code_rooms = [self.code_room()]

    def start(self) -> State:
        return State(self, self._started.copy(), self._first_turn)

    def code_room(self) -> tuple[Words, memoryview]:
        """Room for the codes of the legal moves. `code_rooms` has those that nobody uses just now."""
        codes = np.empty(self.contract.most_moves, np.int64)
        return codes, codes.data

    def position(self, text: str) -> State:
        """A state in the middle of a game, described in words (see the game's rulebook)."""
        state = self.start()
        self.contract.position(state.record, text)
        state.turn = self.engine.turn(state.words)
        return state

    def settled(self, has_computer: bool) -> Game:
        """The game for a table where a computer plays, or only people: some options depend on that."""
        options = self.contract.settled(self.options, has_computer)
        return self if options == self.options else Game(self.contract, options, self.plain)

    def solution(self) -> Any:
        """The exact solution, with `value(state)` and `moves(state)`, of a game small enough to have one."""
        if self.contract.solve is None:
            raise HtlError(f"{self.name} is too large to be solved exactly")
        return self.contract.solve(self.options)

    def from_json(self, text: str) -> State:
        """The state that `State.to_json` wrote."""
        try:
            data = json.loads(text)
            words = np.array([_whole(word) for word in data["words"]], np.int64)
            same = (data["game"], data["rules"], data["options"]) == self._identity()
        except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
            raise BadPosition(f"this is not a saved state of {self.name}") from error
        if not same or words.shape != self._started.shape:
            raise BadPosition(f"this state was saved by another game, option or version of {self.name}")
        fault = self.contract.fault(self._opened(words), self._opened(self._started))
        if fault:
            raise BadPosition(f"this state of {self.name} cannot arise: {fault}")
        return State(self, words)

    def _opened(self, words: Words) -> Any:
        return self._fields(words)

    def _identity(self) -> tuple[str, int, dict[str, str | int]]:
        return (self.name, self.contract.rules_version, self.options)

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"load({self.name!r}{options})"


class State:
    """One moment of a game. Asking changes nothing; `play` and `roll` do."""

    __slots__ = ("_advance", "_moves", "game", "turn", "words")

    turn: int
    """The seat that decides, CHANCE or OVER."""

    def __init__(self, game: Game, words: Words, turn: int | None = None) -> None:
        self.game = game
        self.words = words
        self._advance = game.engine.advance
        self._moves = game.engine.moves
        self.turn = game.engine.turn(words) if turn is None else turn

    # What can be done

    def can_move(self, seat: int) -> bool:
        """Whether this seat may decide now; where seats decide at once, that is not only `turn`."""
        if self.game.contract.together is None:
            return seat == self.turn
        return 0 <= seat < len(self.game.seats) and bool(self.game.engine.can_move(self.words, seat))

    def whose(self, code: int) -> int:
        """The seat whose step this is, or CHANCE."""
        together = self.game.contract.together
        if together is None or code < FIRST_MOVE:
            return int(self.turn)
        seat = together.seat_of(code)
        return seat if 0 <= seat < len(self.game.seats) else int(self.turn)

    def codes(self, seat: int | None = None) -> list[int]:
        """The codes of the legal steps: quicker than `moves`, for programs."""
        if self.turn == CHANCE:
            return FACE_CODES.copy()
        rooms = self.game.code_rooms
        try:
            room = rooms.pop()
        except IndexError:  # another thread has it
            room = self.game.code_room()
        codes, view = room
        if seat is None:
            count = self._moves(self.words, codes)
        else:
            count = self.game.engine.moves_of(self.words, seat, codes)
        legal: list[int] = view[:count].tolist()
        rooms.append(room)
        return legal

    def moves(self, seat: int | None = None) -> list[Move]:
        """The legal steps of this seat, or of whoever's turn it is; or the faces of a die."""
        record = self._seen_by_asker(seat).record
        return [self._move(record, code) for code in self.codes(seat)]

    def move(self, step: Move | str | int, seat: int | None = None) -> Move:
        """The move that a text or a code means here, said by this seat, legal or not."""
        code = self.code(step, seat)
        return self._move(self._seen_by_asker(self.whose(code)).record, code)

    def why_not(self, step: Move | str | int) -> IllegalMove | None:
        """The clause and the reason that refuse this step, or None: it is legal."""
        try:
            code = self.code(step)
        except IllegalMove as refusal:
            return refusal
        if not LEAST_CODE <= code <= MOST_CODE:
            code = NO_CODE
        clause = int(self.game.engine.why_not(self.words, code))
        return self._refusal(code, clause) if clause else None

    # What is done

    def play(self, step: Move | str | int, events: list[Event] | None = None, *, frames: bool = True) -> None:
        """Take a step; what happens is added to `events` where a list is given, with or without `frames`."""
        code = step if step.__class__ is int else self.code(step)
        if not LEAST_CODE <= code <= MOST_CODE:
            code = NO_CODE
        if events is None:
            turn = self._advance(self.words, code)
        else:
            turn = self._advance_and_tell(code, events, frames)
        if turn < OVER:
            raise self._refusal(code, -turn)
        self.turn = turn

    def roll(self, dice: Dice, events: list[Event] | None = None) -> int:
        """Let the dice answer a chance node; the face that came."""
        if self.turn != CHANCE:
            raise self._refusal(0, int(self.game.engine.why_not(self.words, 0)))
        face = dice.roll(self.prompt())
        self.play(face, events)
        return face

    # What it is

    @property
    def record(self) -> Any:
        """The state's fields, to read."""
        return self.game._opened(self.words)

    @property
    def outcome(self) -> Outcome | None:
        if self.turn != OVER:
            return None
        seats = range(len(self.game.seats))
        scores = tuple(int(self.game.engine.result(self.words, seat)) for seat in seats)
        winner = next((seat for seat in seats if scores[seat] == WON), None)
        clause, reason = self.game.contract.ending(self.record)
        return Outcome(winner, scores, reason, self.game.contract.clause_id(clause))

    def copy(self) -> State:
        return State(self.game, self.words.copy(), self.turn)

    def seen_by(self, seat: int) -> State:
        """A copy without anything that this seat may not know."""
        seats = len(self.game.seats)
        if not isinstance(seat, int | np.integer) or not 0 <= seat < seats:
            raise BadOption(f"{self.game.name} has the seats 0 to {seats - 1}, not {str(seat)[:20]!r}")
        seen = self.copy()
        self.game.engine.hide(seen.words, seat)
        return seen

    def digest(self) -> str:
        """32 hexadecimal digits that tell this state from any other of the game."""
        return hashlib.blake2b(self.words.astype("<i8").tobytes(), digest_size=16).hexdigest()

    def to_json(self) -> str:
        name, rules, options = self.game._identity()
        return json.dumps({"game": name, "rules": rules, "options": options, "words": self.words.tolist()})

    # How it looks

    def prompt(self, seat: int | None = None) -> str:
        """What is asked now, of this seat or of whoever is to decide."""
        viewer = self._viewer(seat)
        return self.game.contract.prompt(self.seen_by(viewer).record, viewer)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """All that a client needs to show the table to a seat, as JSON."""
        viewer = self._viewer(seat)
        seen = self.seen_by(viewer)
        contract, record = self.game.contract, seen.record
        outcome = self.outcome
        return {
            "game": self.game.name,
            "options": dict(self.game.options),
            "seat": viewer,
            "turn": int(self.turn),
            "prompt": contract.prompt(record, viewer),
            "board": contract.board(record, viewer),
            "spots": [
                {"id": spot.id, "key": spot.key, "label": spot.label}
                for spot in contract.spots(record, viewer)
            ],
            "moves": self.moves_seen_by(viewer),
            "outcome": None
            if outcome is None
            else {
                "winner": outcome.winner,
                "scores": list(outcome.scores),
                "reason": outcome.reason,
                "clause": outcome.clause,
            },
        }

    def moves_seen_by(self, seat: int) -> list[dict[str, Any]]:
        """The moves that a client can offer to this seat, and how to point at them, as JSON."""
        if self.turn != CHANCE and not self.can_move(seat):
            return []
        seen = self.seen_by(seat)
        record = seen.record
        return [self._move_as_json(record, seen._move(record, code)) for code in seen.codes(seat)]

    def spots(self, seat: int | None = None) -> tuple[Any, ...]:
        viewer = self._viewer(seat)
        return self.game.contract.spots(self.seen_by(viewer).record, viewer)

    def choices(self, move: Move) -> tuple[Any, ...]:
        """The ways to point at this move."""
        return self.game.contract.choices(self._seen_by_asker(self.whose(move.code)).record, move.code)

    def svg(self, seat: int | None = None) -> str:
        viewer = self._viewer(seat)
        return self.game.contract.picture(self.seen_by(viewer).record, viewer)

    def drawing(self, seat: int | None = None) -> Any:
        viewer = self._viewer(seat)
        return self.game.contract.drawing(self.seen_by(viewer).record, viewer)

    def position(self) -> str:
        """The position in the words that `Game.position` reads."""
        return self.game.contract.position_text(self.record)

    def __str__(self) -> str:
        return as_text(self.drawing())

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<{self.game.name}: {self.position()}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game._identity() == other.game._identity() and bool((self.words == other.words).all())

    __hash__ = None  # type: ignore[assignment]  # a state changes; its digest is its name

    # Inside

    def code(self, step: Move | str | int, seat: int | None = None) -> int:
        """The code of a step that this seat, or whoever's turn it is, speaks of."""
        if isinstance(step, Move):
            return step.code
        if isinstance(step, str):
            return self._code_of_text(step, seat)
        if isinstance(step, bool) or not isinstance(step, int | np.integer):
            raise IllegalMove(str(step)[:60], "", "a step is a move, its text or its code")
        return int(step)

    def _code_of_text(self, text: str, seat: int | None) -> int:
        words = text.lower().split()
        if len(words) == 2 and words[0] == "roll" and re.fullmatch("[0-9]{1,3}", words[1]):
            face = int(words[1])
            if 1 <= face <= FACES:
                return face
            refusal = self._refusal(0, int(self.game.engine.why_not(self.words, 0)))
            raise IllegalMove(text, refusal.clause, refusal.reason)
        speaks_of_another = self.game.contract.together is not None and seat is not None and seat != self.turn
        spoken = f"{self.game.seats[seat]} {text}" if speaks_of_another and seat is not None else text
        code = self.game.contract.read_move(self.record, spoken)
        if code is None:
            codes = self.codes(seat)
            example = f"; one reads: {self.move(codes[-1]).text}" if codes else ""
            raise IllegalMove(text[:60], "", f"this is not a move here{example}")
        return code

    def _move(self, record: Any, code: int) -> Move:
        contract = self.game.contract
        if code < FIRST_MOVE:
            text = label = f"roll {code}"
        else:
            text, label = contract.move_text(record, code), contract.label(record, code)
        return Move(text, code, contract.clause_id(contract.move_clause(record, code)), label)

    def _move_as_json(self, record: Any, move: Move) -> dict[str, Any]:
        choices = () if move.code < FIRST_MOVE else self.game.contract.choices(record, move.code)
        return {
            "text": move.text,
            "code": move.code,
            "clause": move.clause,
            "label": move.label,
            "choices": [{"ids": list(way.ids), "any_order": way.any_order} for way in choices],
        }

    def _refusal(self, code: int, clause: int) -> IllegalMove:
        contract, record = self.game.contract, self._seen_by_asker(self.whose(code)).record
        text = f"roll {code}" if 0 <= code < FIRST_MOVE else contract.move_text(record, code)
        return IllegalMove(text, contract.clause_id(clause), contract.reason(record, code, clause))

    def _advance_and_tell(self, code: int, events: list[Event], frames: bool) -> int:
        before = self.words.copy()
        log = empty_log(32)
        advance = self.game.engine.advance_telling
        turn: int = advance(self.words, code, log)
        if log[LOG_COUNT] > log[LOG_ROOM]:
            self.words[:] = before
            log = empty_log(int(log[LOG_COUNT]))
            turn = advance(self.words, code, log)
        contract = self.game.contract
        films = None if frames else contract.films
        for row in events_in(log):
            if films is not None and films.is_frame(row[1]):
                continue
            text = contract.sentence_of(self.record, row[1], row[2:])
            events.append(Event(contract.clause_id(row[0]), row[1], tuple(row[2:]), text))
        return turn

    def seen_by_all(self) -> State:
        """A copy with only what every seat may know."""
        seen = self
        for seat in range(len(self.game.seats)):
            seen = seen.seen_by(seat)
        return seen

    def _seen_by_asker(self, seat: int | None = None) -> State:
        """What words about a step may speak of; at a roll anybody may have asked."""
        if not self.game.contract.has_secrets:
            return self
        asker = self.turn if seat is None else seat
        return self.seen_by(asker) if asker >= 0 else self.seen_by_all()

    def _viewer(self, seat: int | None) -> int:
        return max(int(self.turn), 0) if seat is None else seat


def _whole(word: object) -> int:
    if type(word) is not int:
        raise TypeError("a word is a whole number")
    return word
