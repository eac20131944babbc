"""`State`: a position of any game, with the moves that it allows."""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING, Any

import numpy as np

from ..ascii_art import AsciiBoard, drawing_text
from ..definition import CHANCE, FIRST_MOVE, OVER, WON
from ..dice import FACES, DiceSource, SeededDice
from ..errors import BadOption, BadPosition, IllegalMove
from ..events import LOG_CAPACITY, LOG_COUNT, Event, Move, Outcome, empty_log, logged_events
from ..state_record import OpenedState, Words
from ..view_types import ClickPath, Hotspot
from .legal_moves import LegalMoves, describe_move

if TYPE_CHECKING:
    from .game import Game

FACE_CODES = list(range(1, FACES + 1))
IMPOSSIBLE_CODE = -1
"""A code that is never legal: it replaces codes too large for 64 bits."""
MIN_CODE, MAX_CODE = -(2**63), 2**63 - 1


class State:
    """A position of a game. Only `play`, `step` and `roll` change it. `Game.start` returns the first one.

    >>> import holdtheline as htl
    >>> state, dice = htl.load("siege", mode=1).start(), htl.SeededDice(7)
    >>> while not state.is_over:
    ...     if state.is_chance:
    ...         face = state.roll(dice)
    ...     else:
    ...         state.play(state.legal_moves()[0])
    >>> state.returns()
    [1.0]

    A move can be given as a `Move`, as its text or as its code. Seats see different things: `seen_by(seat)` is what
    one of them may know. `print(state)` draws the board, and notebooks show its picture.
    """

    __slots__ = ("_at", "_words", "current_player", "game")

    current_player: int
    """The seat that decides, CHANCE or OVER."""

    def __init__(self, game: Game, words: Words, current_player: int | None = None, at: object = None) -> None:
        """Make a state of these words. `at` is their handle, if they are certainly contiguous and writable."""
        if at is None and not words.flags.carray:
            raise ValueError("the words of a state must be contiguous and writable")
        self.game = game
        self._words = words
        self._at = game.handle(words) if at is None else at
        self.current_player = game.engine.turn(words) if current_player is None else current_player

    @property
    def words(self) -> Words:
        """The state as the rules read it."""
        return self._words

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.current_player == OVER

    @property
    def is_chance(self) -> bool:
        """Whether a die must be rolled now."""
        return self.current_player == CHANCE

    # Names of version 0.2, for bots that were uploaded before the names above

    @property
    def turn(self) -> int:
        """The older name of `current_player`."""
        return self.current_player

    def codes(self, seat: int | None = None) -> list[int]:
        """Return what `legal_codes` returns."""
        return self.legal_codes(seat)

    def moves(self, seat: int | None = None) -> list[Move]:
        """Return `legal_moves` as a list."""
        return list(self.legal_moves(seat))

    def choices(self, move: Move) -> tuple[ClickPath, ...]:
        """Return what `click_paths` returns."""
        return self.click_paths(move)

    def spots(self, seat: int | None = None) -> tuple[Hotspot, ...]:
        """Return what `hotspots` returns."""
        return self.hotspots(seat)

    # Moves

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the faces of the die that must be rolled, each with its probability; no die: an empty list."""
        return [(face, 1 / FACES) for face in FACE_CODES] if self.is_chance else []

    def can_move(self, seat: int) -> bool:
        """Return whether this seat may decide now; where seats decide simultaneously, several may."""
        if self.game.definition.simultaneous is None:
            return seat == self.current_player
        return 0 <= seat < len(self.game.seats) and bool(self.game.engine.can_move(self.words, seat))

    def seat_of(self, code: int) -> int:
        """Return the seat that takes this step, or CHANCE."""
        simultaneous = self.game.definition.simultaneous
        if simultaneous is None or code < FIRST_MOVE:
            return int(self.current_player)
        seat = simultaneous.seat_of(code)
        return seat if 0 <= seat < len(self.game.seats) else int(self.current_player)

    def legal_codes(self, seat: int | None = None) -> list[int]:
        """Return the codes of the legal steps (faster than `legal_moves`)."""
        if self.current_player == CHANCE:
            return FACE_CODES.copy()
        if seat is None:
            game = self.game
            legal: list[int] = game.list_codes(self._at, 0, game.buffer)[1]
        else:
            codes = np.empty(self.game.definition.rules.max_moves, np.int64)
            legal = codes[: self.game.engine.moves_of(self._words, seat, codes)].tolist()
        return legal

    def legal_moves(self, seat: int | None = None) -> LegalMoves:
        """Return the legal steps of this seat, or of the seat to move; at a chance node the faces of the die.

        Their texts are made when they are read, so this costs about as much as `legal_codes`.
        """
        viewer = self.current_player if seat is None else seat
        return LegalMoves(self.legal_codes(seat), self.game, self._words.tobytes(), viewer)

    def move(self, step: Move | str | int, seat: int | None = None) -> Move:
        """Return the move for a text or a code, legal or not; `seat` is the seat that plays it."""
        code = self.code(step, seat)
        return self._move(self.seen_by_mover(self.seat_of(code)).record, code)

    def why_not(self, step: Move | str | int) -> IllegalMove | None:
        """Return the clause and the reason that forbid this step, or None if it is legal."""
        try:
            code = self.code(step)
        except IllegalMove as refusal:
            return refusal
        code = code if MIN_CODE <= code <= MAX_CODE else IMPOSSIBLE_CODE
        clause = int(self.game.engine.why_not(self.words, code))
        return self._refusal(code, clause) if clause else None

    # Play

    def play(self, step: Move | str | int, events: list[Event] | None = None, *, frames: bool = True) -> None:
        """Take a step, and append its events to `events`; without `frames`, those of a turn replay are left out."""
        code = step if step.__class__ is int else self.code(step)
        if not MIN_CODE <= code <= MAX_CODE:
            code = IMPOSSIBLE_CODE
        if events is None:
            game = self.game
            turn = game.play(self._at, code, game.buffer)
        else:
            turn = self._advance_with_events(code, events, frames)
        if turn < OVER:
            raise self._refusal(code, -turn)
        self.current_player = turn

    def step(self, code: int, dice: SeededDice | None = None) -> list[int]:
        """Play a step by its code and return the codes that are legal after it, an empty list if the game is over.

        This is `play` and `legal_codes` in one call, for programs that play many games. With `dice` they are rolled
        too, until a seat must decide.
        """
        game = self.game
        if code.__class__ is not int:
            code = self.code(code)
        try:
            if dice is None:
                turn, codes = game.step(self._at, code, game.buffer)
            else:
                turn, codes = game.step_and_roll(self._at, code, game.buffer, game.handle(dice.stream))
        except OverflowError:  # not a 64-bit number
            return self.step(IMPOSSIBLE_CODE)
        if turn < OVER:
            raise self._refusal(code, -turn)
        self.current_player = turn
        return codes

    def roll(self, dice: DiceSource, events: list[Event] | None = None) -> int:
        """Roll the dice at a chance node and return the face."""
        if self.current_player != CHANCE:
            raise self._refusal(0, int(self.game.engine.why_not(self.words, 0)))
        face = dice.roll(self.prompt())
        self.play(face, events)
        return face

    # The state itself

    @property
    def record(self) -> OpenedState:
        """The fields of the state, for reading; `games/<game>/state.py` declares them.

        >>> import holdtheline as htl
        >>> htl.load("siege").start().record.backline
        6
        """
        return self.game.open_record(self.words)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game, or None if it is not over."""
        if self.current_player != OVER:
            return None
        seats = range(len(self.game.seats))
        scores = tuple(int(self.game.engine.result(self.words, seat)) for seat in seats)
        winner = next((seat for seat in seats if scores[seat] == WON), None)
        clause, reason = self.game.definition.text.result_text(self.record)
        return Outcome(winner, scores, reason, self.game.definition.clause_id(clause))

    def returns(self) -> list[float]:
        """Return the result of each seat: 1.0 won, 0.0 drawn or not over, -1.0 lost.

        Two opposing seats add up to zero. In siege there is one seat, which plays against the rules. In a skirmish
        generals of the same side have the same result.
        """
        outcome = self.outcome
        return [0.0] * len(self.game.seats) if outcome is None else [float(score) for score in outcome.scores]

    def copy(self) -> State:
        """Return an independent copy; the game, which never changes, is shared."""
        words = self._words.copy()
        return State(self.game, words, self.current_player, self.game.handle(words))

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        rules = self.game.rules_version
        return (restore_state, (self.game, rules, self.words.astype("<i8").tobytes(), int(self.current_player)))

    def information_state(self, seat: int) -> str:
        """Return a key for what this seat knows: positions that it cannot tell apart have the same key.

        It is the digest of `seen_by(seat)`. Like the state, it does not include the moves that led here.
        """
        return self.seen_by(seat).digest()

    def seen_by(self, seat: int) -> State:
        """Return a copy without anything that this seat may not know."""
        seats = len(self.game.seats)
        if not isinstance(seat, int | np.integer) or not 0 <= seat < seats:
            raise BadOption(f"{self.game.name} has the seats 0 to {seats - 1}, not {str(seat)[:20]!r}")
        seen = self.copy()
        self.game.engine.hide(seen.words, seat)
        return seen

    def seen_by_all(self) -> State:
        """Return a copy with only what every seat may know."""
        seen = self
        for seat in range(len(self.game.seats)):
            seen = seen.seen_by(seat)
        return seen

    def digest(self) -> str:
        """Return 32 hexadecimal digits that identify this state."""
        first_words = self.words.size - self.game.definition.rules.later_words
        words = self.words if self.words[first_words:].any() else self.words[:first_words]
        return hashlib.blake2b(words.astype("<i8").tobytes(), digest_size=16).hexdigest()

    def to_json(self) -> str:
        """Return the state as text, for `Game.from_json`."""
        name, rules, options = self.game.identity
        return json.dumps({"game": name, "rules": rules, "options": options, "words": self.words.tolist()})

    # Views

    def prompt(self, seat: int | None = None) -> str:
        """Return a sentence that says what this seat, or the seat to move, must do now."""
        return self.game.definition.text.prompt(*self._seen(seat))

    def view(self, seat: int | None = None) -> dict[str, object]:
        """Return everything that a client needs to show the game to a seat, as JSON."""
        record, viewer = self._seen(seat)
        definition, outcome = self.game.definition, self.outcome
        return {
            "game": self.game.name,
            "options": dict(self.game.options),
            "seat": viewer,
            "turn": int(self.current_player),
            "prompt": definition.text.prompt(record, viewer),
            "board": definition.view.board(record, viewer),
            "spots": [
                {"id": spot.id, "key": spot.key, "label": spot.label}
                for spot in definition.view.hotspots(record, viewer)
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

    def moves_seen_by(self, seat: int) -> list[dict[str, object]]:
        """Return the moves that a client can offer to this seat, with their clicks, as JSON."""
        if self.current_player != CHANCE and not self.can_move(seat):
            return []
        seen = self.seen_by(seat)
        record = seen.record
        return [self._move_as_json(record, seen._move(record, code)) for code in seen.legal_codes(seat)]

    def hotspots(self, seat: int | None = None) -> tuple[Hotspot, ...]:
        """Return what this seat, or the seat to move, can click in the picture."""
        return self.game.definition.view.hotspots(*self._seen(seat))

    def click_paths(self, move: Move) -> tuple[ClickPath, ...]:
        """Return the ways to click this move in the picture."""
        return self.game.definition.view.clicks(self.seen_by_mover(self.seat_of(move.code)).record, move.code)

    def svg(self, seat: int | None = None) -> str:
        """Return the picture that this seat, or the seat to move, sees."""
        return self.game.definition.view.svg(*self._seen(seat))

    def drawing(self, seat: int | None = None) -> AsciiBoard:
        """Return the picture as characters; `print(state)` writes it."""
        return self.game.definition.view.ascii_board(*self._seen(seat))

    def position(self) -> str:
        """Return the position in the notation that `Game.position` parses."""
        return self.game.definition.text.position_text(self.record)

    def __str__(self) -> str:
        return drawing_text(self.drawing())

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        decides = "the game is over" if self.is_over else "a die is next" if self.is_chance else ""
        decides = decides or f"{self.game.sides[self.current_player]} to move"
        return f"<{self.game.name}: {self.position()}; {decides}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (
            self.game.identity == other.game.identity
            and self.current_player == other.current_player
            and bool((self.words == other.words).all())
        )

    __hash__ = None  # type: ignore[assignment]  # a state changes; use its digest as a key

    # Private

    def code(self, step: Move | str | int, seat: int | None = None) -> int:
        """Return the code of a step by this seat, or by the seat to move."""
        if isinstance(step, Move):
            return step.code
        if isinstance(step, str):
            return self._parse_code(step, seat)
        if isinstance(step, bool) or not isinstance(step, int | np.integer):
            raise IllegalMove(str(step)[:60], "", "a step is a move, its text or its code")
        return int(step)

    def _parse_code(self, text: str, seat: int | None) -> int:
        words = text.lower().split()
        if len(words) == 2 and words[0] == "roll" and re.fullmatch("[0-9]{1,3}", words[1]):
            face = int(words[1])
            if 1 <= face <= FACES:
                return face
            refusal = self._refusal(0, int(self.game.engine.why_not(self.words, 0)))
            raise IllegalMove(text, refusal.clause, refusal.reason)
        if self.game.definition.simultaneous is not None and seat is not None and seat != self.current_player:
            code = self.game.definition.text.parse_move(self.record, f"{self.game.seats[seat]} {text}")
        else:
            code = self.game.definition.text.parse_move(self.record, text)
        if code is None:
            codes = self.legal_codes(seat)
            example = f"; an example: {self.move(codes[-1]).text}" if codes else ""
            raise IllegalMove(text[:60], "", f"this is not a move here{example}")
        return code

    def _move(self, record: Any, code: int) -> Move:
        return Move(code, described=describe_move(self.game, record, code))

    def _move_as_json(self, record: Any, move: Move) -> dict[str, object]:
        clicks = () if move.code < FIRST_MOVE else self.game.definition.view.clicks(record, move.code)
        return {
            "text": move.text,
            "code": move.code,
            "clause": move.clause,
            "label": move.label,
            "choices": [{"ids": list(path.ids), "any_order": path.any_order} for path in clicks],
        }

    def _refusal(self, code: int, clause: int) -> IllegalMove:
        definition, record = self.game.definition, self.seen_by_mover(self.seat_of(code)).record
        text = f"roll {code}" if 0 <= code < FIRST_MOVE else definition.text.move_text(record, code)
        return IllegalMove(text, definition.clause_id(clause), definition.text.refusal(record, code, clause))

    def _advance_with_events(self, code: int, events: list[Event], frames: bool) -> int:
        before = self.words.copy()
        log = empty_log(32)
        advance = self.game.engine.advance_with_log
        turn: int = advance(self.words, code, log)
        if log[LOG_COUNT] > log[LOG_CAPACITY]:
            self.words[:] = before
            log = empty_log(int(log[LOG_COUNT]))
            turn = advance(self.words, code, log)
        definition = self.game.definition
        replay = None if frames else definition.turn_replay
        for clause, kind, *numbers in logged_events(log):
            if replay is not None and replay.is_frame(kind):
                continue
            text = definition.text.log_text(self.record, kind, numbers)
            events.append(Event(definition.clause_id(clause), kind, tuple(numbers), text))
        return turn

    def seen_by_mover(self, seat: int | None = None) -> State:
        """Return the state that a text about a step may describe; at a roll, only what every seat may know."""
        if not self.game.definition.has_secrets:
            return self
        viewer = self.current_player if seat is None else seat
        return self.seen_by(viewer) if viewer >= 0 else self.seen_by_all()

    def _seen(self, seat: int | None) -> tuple[Any, int]:
        """Return the record that this seat, or the seat to move, sees, and the seat."""
        viewer = max(int(self.current_player), 0) if seat is None else seat
        return self.seen_by(viewer).record, viewer


def restore_state(game: Game, rules: int, words: bytes, current_player: int) -> State:
    """Return a state that was pickled."""
    restored = np.frombuffer(bytearray(words), "<i8").astype(np.int64)
    if rules != game.rules_version or restored.shape != game.start().words.shape:
        raise BadPosition(f"this state was saved by another version of {game.name}")
    return State(game, restored, current_player)
