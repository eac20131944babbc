"""What a study counts in battles of skirmish."""

from __future__ import annotations

from ...core.definition import Measures
from ...core.kernel.compiler import kernel
from .rules.battlefield import characters_of_side, is_remaining
from .rules.moves import MoveKind, move_kind
from .state import ENEMIES, FRIENDS, SkirmishState

MOVE_KINDS = tuple(
    MoveKind(kind).name.lower().replace("_", " ") if kind in set(MoveKind) else ""
    for kind in range(1, max(MoveKind) + 1)
)


@kernel
def characters_ahead(s: SkirmishState, seat: int) -> int:
    """Return how many characters a seat's side has more than the other."""
    ahead = 0
    for piece in characters_of_side(s, FRIENDS):
        ahead += 1 if is_remaining(s, piece) else 0
    for piece in characters_of_side(s, ENEMIES):
        ahead -= 1 if is_remaining(s, piece) else 0
    return ahead if seat < s.generals else -ahead


@kernel
def count_as(code: int) -> int:
    return move_kind(code) - 1


MEASURES = Measures(characters_ahead, "characters", False, count_as, MOVE_KINDS)
