"""The rules, in the order of the rulebook.

K1 the table: `deployment`, `battlefield`, `movement.terrain`
K2 the round: `sequence_of_play` (turn, apply), `rounds`, `endings`
K3 an activation: `activation`, `objectives`, `movement` (legs, charges), `combat.shooting`, `combat.melee`
K4 combat: `combat` (blows, casualties, rout, line of sight)
K5 the AI general: `ai_general`, which looks for legs and charges in `movement.approach`

`moves` has the moves as numbers and says which clause forbids one; `move_generation` lists legal moves; `events` has
what is logged; `traits` has the special rules of characters, terrain and scenarios."""

from __future__ import annotations

from .endings import result
from .move_generation import MAX_MOVES, legal_moves
from .moves import why_not
from .sequence_of_play import apply, guess, hide, turn

__all__ = ["MAX_MOVES", "apply", "guess", "hide", "legal_moves", "result", "turn", "why_not"]
