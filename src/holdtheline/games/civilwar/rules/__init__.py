"""The rules, one module for each chapter of the rulebook.

`sequence_of_play` (C1) calls the others: `movement` and `reinforcements` (C2), `fire` and `line_of_sight`
(C3), `close_combat`, `morale` and `advance` (C4), `retreat` (C5), `rally` (C6), `victory` (C7), and
`hidden_information` (C8). `moves` lists the legal moves; `terrain` and `hex_map` describe the map."""

from __future__ import annotations

from .hidden_information import guess, hide
from .moves import MAX_MOVES, legal_moves, why_not
from .sequence_of_play import apply, turn
from .victory import result

__all__ = ["MAX_MOVES", "apply", "guess", "hide", "legal_moves", "result", "turn", "why_not"]
