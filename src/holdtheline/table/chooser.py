"""Choosing a move by touching things: touches so far, what they can become, and why one is refused.

A move is ready when one of its choices has exactly these touches, and open when more touches can
lead to it. Nothing here knows a screen: whoever shows a table can use it.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

from ..core.contract import Choice, Spot
from ..core.errors import IllegalMove
from ..core.game import Move, State
from .words import complaint

CODE_BITS = 62
MOST_NAMED = 6
"""Things that a refusal still counts up."""


@dataclass(frozen=True)
class Way:
    """A legal move and one way to point at it."""

    move: Move
    choice: Choice


def completes(choice: Choice, touches: Sequence[str]) -> bool:
    """Whether these touches are all that the choice asks for."""
    if choice.any_order:
        return Counter(choice.ids) == Counter(touches)
    return choice.ids == tuple(touches)


def begins(choice: Choice, touches: Sequence[str]) -> bool:
    """Whether these touches, and perhaps more, can become the choice."""
    if choice.any_order:
        return Counter(touches) <= Counter(choice.ids)
    return choice.ids[: len(touches)] == tuple(touches)


def missing(choice: Choice, touches: Sequence[str]) -> tuple[str, ...]:
    """What can be touched next on the way to a choice that has begun."""
    if choice.any_order:
        return tuple((Counter(choice.ids) - Counter(touches)).keys())
    return choice.ids[len(touches) : len(touches) + 1]


class Chooser:
    """The touches of a person who is to decide; none where a die is to be rolled or another decides."""

    def __init__(self, state: State, seat: int | None = None, *, decides: bool = True) -> None:
        self.touches: list[str] = []
        self._state = state
        asked = decides and state.turn >= 0
        self._seat = int(state.turn) if seat is None or not state.can_move(seat) else seat
        self._spots: tuple[Spot, ...] = state.spots(seat) if asked else ()
        moves = state.moves(self._seat) if asked else []
        self._ways = [Way(move, choice) for move in moves for choice in state.choices(move)]
        self._begun = self._ways  # those that the touches so far can become

    # What there is

    @property
    def spots(self) -> tuple[Spot, ...]:
        """What can be touched in this state, legally or not."""
        return self._spots

    @property
    def ready(self) -> Move | None:
        """The move that these touches are."""
        return next((way.move for way in self._begun if completes(way.choice, self.touches)), None)

    @property
    def open(self) -> list[Move]:
        """The moves that these touches can become, the ready one among them."""
        return list({way.move.code: way.move for way in self._begun}.values())

    @property
    def next_ids(self) -> list[str]:
        """What can be touched next, in the order of the spots."""
        ids = {id_ for way in self._begun for id_ in missing(way.choice, self.touches)}
        order = [spot.id for spot in self._spots]
        return sorted(ids, key=lambda id_: (order.index(id_) if id_ in order else len(order), id_))

    @property
    def marks(self) -> dict[str, str]:
        """What to write on the things touched: how often, or, where once is all, in which order."""
        if any(len(set(way.choice.ids)) < len(way.choice.ids) for way in self._ways):
            return {id_: f"+{count}" for id_, count in Counter(self.touches).items()}
        return {id_: str(number) for number, id_ in enumerate(self.touches, 1)}

    def name(self, id_: str) -> str:
        """A thing in words, as far as the game has any."""
        return next((spot.label for spot in self._spots if spot.id == id_), id_.replace("-", " "))

    def spot_of_key(self, key: str) -> Spot | None:
        return next((spot for spot in self._spots if spot.key and spot.key == key), None)

    # What is done

    def touch(self, id_: str) -> str | None:
        """Touch a thing; None, or the sentence that refuses it."""
        touches = [*self.touches, id_]
        begun = [way for way in self._begun if begins(way.choice, touches)]
        if not begun:
            return complaint(self._why_not(touches))
        self.touches, self._begun = touches, begun
        return None

    def back(self) -> str | None:
        """Take the last touch back; what it was."""
        gone = self.touches.pop() if self.touches else None
        self._begun = [way for way in self._ways if begins(way.choice, self.touches)]
        return gone

    def clear(self) -> None:
        self.touches = []
        self._begun = self._ways

    # Why not

    def why_not(self, touches: Sequence[str]) -> IllegalMove | None:
        """Why these touches, one after the other, lead to no move; None: they do, or can."""
        chooser = copy(self)
        chooser.clear()
        for id_ in touches:
            wanted = [*chooser.touches, id_]
            if chooser.touch(id_) is not None:
                return chooser._why_not(wanted)
        return None

    def _why_not(self, touches: Sequence[str]) -> IllegalMove:
        """Why no move has these touches."""
        refusal = self._refusal_of(touches)
        if refusal is not None:
            return refusal
        clauses = ", ".join(sorted({way.move.clause for way in self._ways}))
        *before, last = touches
        if before and any(last in way.choice.ids for way in self._ways):
            return IllegalMove(last, clauses, f"no move goes on from here with {self.name(last)}")
        told = f"there is nothing to do with {self.name(last)} now"
        touchable = {id_ for way in self._ways for id_ in way.choice.ids}
        names = [spot.label.partition(",")[0] for spot in self.spots if spot.id in touchable]
        if 0 < len(names) <= MOST_NAMED:
            told += f"; what can be touched: {', '.join(names)}"
        return IllegalMove(last, clauses, told)

    def _refusal_of(self, touches: Sequence[str]) -> IllegalMove | None:
        """What the rules say to the illegal move that these touches would be.

        Codes are packed from small numbers, so such a move is often one step in one of them away
        from the move that is ready: it is looked for there, and nowhere else.
        """
        contract, record = self._state.game.contract, self._state.record
        meant = contract.meant(record, self._seat, touches)
        if meant is not None:
            return self._state.why_not(meant)
        near = self.ready
        if near is None:
            return None
        choices = contract.choices
        for bit in range(CODE_BITS):
            code = near.code + (1 << bit)
            with contextlib.suppress(LookupError, ValueError, OverflowError):
                if any(completes(choice, touches) for choice in choices(record, code)):
                    return self._state.why_not(code)
        return None
