"""The rules of towers, as kernels.

    T2.2    orders              build, hire, send: the orders of a planning phase, and what they cost
    T2, T3  sequence_of_play    a turn: planning, then 100 timesteps; `apply` and `turn`
    T3.4    lane                cells, distance, where soldiers stand, what a unit can do
    T4, T5  unit_actions        enter, shoot, move, strike, score
    T8.1    unit_ai             how units with a built-in mind decide
    T2.5, T4.4, T6, T7  turn_end  clean-up, gold, the end of a turn, victory
    T2.2, T8.1  hidden_information  what a player may not know about the other

`moves` defines the move codes; `legality` lists the legal moves and names the clause that refuses any other. The
initial state (T1.3) is `ruleset.setup`.
"""

from __future__ import annotations

from .hidden_information import guess, hide
from .legality import legal_moves, why_not
from .sequence_of_play import apply, turn
from .turn_end import result

__all__ = ["apply", "guess", "hide", "legal_moves", "result", "turn", "why_not"]
