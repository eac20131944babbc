"""Before anybody is graded: every wall that is needed stands, and the arena's own attackers get nothing."""

from __future__ import annotations

from ...core.errors import HtlError
from .battery import attack
from .keeper import Keeper
from .walls import missing_walls


class NotSafe(HtlError):
    """Bots cannot be judged on this machine, and which wall is missing."""


def prove(keeper: Keeper) -> None:
    """NotSafe, where a wall is missing or an attacker got something."""
    for wall in missing_walls():
        raise NotSafe(f"no bot is judged here, because a wall is missing: {wall.keeps}; {wall.why_not}")
    for one in attack(keeper):
        if not one.held:
            raise NotSafe(
                f"no bot is judged here, because an attacker got through ({one.name}): {one.evidence}"
            )
