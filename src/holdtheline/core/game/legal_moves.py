"""`LegalMoves`: the moves of a position, each described when it is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from ..definition import FIRST_MOVE
from ..events import Move

if TYPE_CHECKING:
    from .game import Game


class LegalMoves(Sequence[Move]):
    """The legal moves of a position, as a sequence that makes each move when it is read.

    It can be indexed, searched, sorted and given to `random.choice` like a list; `list(moves)` is one.
    """

    __slots__ = ("_game", "_record", "_viewer", "_words", "codes")

    def __init__(self, codes: list[int], game: Game, words: bytes, viewer: int) -> None:
        self.codes = codes
        self._game, self._words, self._viewer = game, words, viewer
        self._record: Any = None

    def describe(self, code: int) -> tuple[str, str, str]:
        """Return the text, the clause and the label of a move, as its seat sees them."""
        if self._record is None:
            self._record = self._game.record_seen_by_mover(self._words, self._viewer)
        return describe_move(self._game, self._record, code)

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [Move(code, self) for code in self.codes[index]]
        return Move(self.codes[index], self)

    def __iter__(self) -> Iterator[Move]:
        return (Move(code, self) for code in self.codes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LegalMoves | list) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {', '.join(move.text for move in self[:5])}{', …' if len(self) > 5 else ''}>"


def describe_move(game: Game, record: Any, code: int) -> tuple[str, str, str]:
    """Return the text, the clause and the label of a step."""
    definition = game.definition
    if code < FIRST_MOVE:
        text = label = f"roll {code}"
    else:
        text, label = definition.text.move_text(record, code), definition.text.move_label(record, code)
    return text, definition.clause_id(definition.text.move_clause(record, code)), label
