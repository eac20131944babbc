"""Pick a move by clicking hotspots: the clicks so far, the moves they can become, and why a click is refused.

A move is ready when one of its click paths has exactly these clicks, and open when more clicks can lead to it."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

from ..core.errors import IllegalMove
from ..core.events import Move
from ..core.game import State
from ..core.view_types import ClickPath, Hotspot
from .text import refusal_text

CODE_BITS = 62
MAX_NAMED_HOTSPOTS = 6
"""A refusal lists the hotspots that can be clicked if there are no more than this."""


@dataclass(frozen=True)
class MoveClicks:
    """A legal move and one way to click it."""

    move: Move
    path: ClickPath


def completes_path(path: ClickPath, clicks: Sequence[str]) -> bool:
    """Return whether these clicks complete the path."""
    if path.any_order:
        return Counter(path.ids) == Counter(clicks)
    return path.ids == tuple(clicks)


def starts_path(path: ClickPath, clicks: Sequence[str]) -> bool:
    """Return whether these clicks can be continued to the path."""
    if path.any_order:
        return Counter(clicks) <= Counter(path.ids)
    return path.ids[: len(clicks)] == tuple(clicks)


def next_clicks(path: ClickPath, clicks: Sequence[str]) -> tuple[str, ...]:
    """Return what can be clicked next on a path that has begun."""
    if path.any_order:
        return tuple((Counter(path.ids) - Counter(clicks)).keys())
    return path.ids[len(clicks) : len(clicks) + 1]


class MovePicker:
    """The clicks of a person who must decide; nothing can be clicked if another seat decides or a die is due."""

    def __init__(self, state: State, seat: int | None = None, *, decides: bool = True) -> None:
        self.clicks: list[str] = []
        self._state = state
        can_click = decides and state.current_player >= 0
        self._seat = int(state.current_player) if seat is None or not state.can_move(seat) else seat
        self._spots: tuple[Hotspot, ...] = state.hotspots(seat) if can_click else ()
        moves = state.legal_moves(self._seat) if can_click else []
        self._all_paths = [MoveClicks(move, path) for move in moves for path in state.click_paths(move)]
        self._open_paths = self._all_paths  # those that the clicks so far can become

    # State

    @property
    def spots(self) -> tuple[Hotspot, ...]:
        """Everything that can be clicked in this state, legally or not."""
        return self._spots

    @property
    def ready(self) -> Move | None:
        """The move that the clicks so far complete, or None."""
        return next((option.move for option in self._open_paths if completes_path(option.path, self.clicks)), None)

    @property
    def open(self) -> list[Move]:
        """The moves that the clicks so far can become, including the ready one."""
        return list({option.move.code: option.move for option in self._open_paths}.values())

    @property
    def next_ids(self) -> list[str]:
        """What can be clicked next, in the order of the hotspots."""
        ids = {id_ for option in self._open_paths for id_ in next_clicks(option.path, self.clicks)}
        order = [spot.id for spot in self._spots]
        return sorted(ids, key=lambda id_: (order.index(id_) if id_ in order else len(order), id_))

    @property
    def marks(self) -> dict[str, str]:
        """The text on each clicked hotspot: how often it was clicked, or, if no path repeats one, in which order."""
        if any(len(set(option.path.ids)) < len(option.path.ids) for option in self._all_paths):
            return {id_: f"+{count}" for id_, count in Counter(self.clicks).items()}
        return {id_: str(number) for number, id_ in enumerate(self.clicks, 1)}

    def name(self, id_: str) -> str:
        """Return the label of a hotspot, or its id as words."""
        return next((spot.label for spot in self._spots if spot.id == id_), id_.replace("-", " "))

    def spot_of_key(self, key: str) -> Hotspot | None:
        return next((spot for spot in self._spots if spot.key and spot.key == key), None)

    # Clicks

    def click(self, id_: str) -> str | None:
        """Click a hotspot; return None, or why it is refused."""
        clicks = [*self.clicks, id_]
        open_paths = [option for option in self._open_paths if starts_path(option.path, clicks)]
        if not open_paths:
            return refusal_text(self._why_not(clicks))
        self.clicks, self._open_paths = clicks, open_paths
        return None

    def back(self) -> str | None:
        """Undo the last click and return it."""
        undone = self.clicks.pop() if self.clicks else None
        self._open_paths = [option for option in self._all_paths if starts_path(option.path, self.clicks)]
        return undone

    def clear(self) -> None:
        self.clicks = []
        self._open_paths = self._all_paths

    # Refusals

    def why_not(self, clicks: Sequence[str]) -> IllegalMove | None:
        """Return why these clicks, in order, lead to no move, or None if they do or can."""
        picker = copy(self)
        picker.clear()
        for id_ in clicks:
            wanted = [*picker.clicks, id_]
            if picker.click(id_) is not None:
                return picker._why_not(wanted)
        return None

    def _why_not(self, clicks: Sequence[str]) -> IllegalMove:
        """Return why no move has these clicks."""
        refusal = self._refusal_of(clicks)
        if refusal is not None:
            return refusal
        clauses = ", ".join(sorted({option.move.clause for option in self._all_paths}))
        *before, last = clicks
        if before and any(last in option.path.ids for option in self._all_paths):
            return IllegalMove(last, clauses, f"no move continues with {self.name(last)}")
        reason = f"there is nothing to do with {self.name(last)} now"
        clickable = {id_ for option in self._all_paths for id_ in option.path.ids}
        names = [spot.label.partition(",")[0] for spot in self.spots if spot.id in clickable]
        if 0 < len(names) <= MAX_NAMED_HOTSPOTS:
            reason += f"; you can click: {', '.join(names)}"
        return IllegalMove(last, clauses, reason)

    def _refusal_of(self, clicks: Sequence[str]) -> IllegalMove | None:
        """Return how the rules refuse the illegal move that these clicks would make.

        Move codes are packed from small numbers, so that move often differs from the ready move by 1 in one of
        them. It is looked for only there.
        """
        definition, record = self._state.game.definition, self._state.record
        code = definition.view.move_from_clicks(record, self._seat, clicks)
        if code is not None:
            return self._state.why_not(code)
        ready = self.ready
        if ready is None:
            return None
        for bit in range(CODE_BITS):
            code = ready.code + (1 << bit)
            with contextlib.suppress(LookupError, ValueError, OverflowError):
                if any(completes_path(path, clicks) for path in definition.view.clicks(record, code)):
                    return self._state.why_not(code)
        return None
