"""The odds of a move: the possible results of this wave, with exact chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product

from ....core.definition import FIRST_MOVE, Comparison
from ....core.dice import FACES
from ....core.events import empty_log, logged_events
from ....core.view_types import Odds
from ..rules import LANE_ORDERS, apply, enemy_strength, is_lost, lane_number, lane_overflow, why_not
from ..state import LANES, EventKind, Phase, SiegeState

ENEMY_COUNTS = Counter(
    tuple(enemy_strength(lane, face) for lane, face in enumerate(faces))
    for faces in product(range(1, FACES + 1), repeat=LANES)
)
"""The number of the 216 rolls of a wave that give each strength of the enemy in the three lanes (S3.1, S4.1)."""
LAST_WAVE = 1
MAX_EVENTS = 12
FALLS_TEXT = "the castle falls"


def odds(s: SiegeState, code: int) -> tuple[Odds, ...]:
    """Return the odds of a legal move; a roll or an illegal move has none."""
    if code < FIRST_MOVE or why_not(s, code):
        return ()
    if s.phase == Phase.REARRANGE:
        return (Odds(battle_text(s, code), Fraction(1)),)
    sent = [lane_number(code, lane) for lane in range(LANES)]
    lanes = tuple(troops + more for troops, more in zip(s.lane, sent, strict=True))
    return scouting_odds(lanes, s.backline - sum(sent), s.swap, s.waves == LAST_WAVE)


@lru_cache(maxsize=4096)
def scouting_odds(lanes: tuple[int, ...], backline: int, orders: int, is_last: bool) -> tuple[Odds, ...]:
    """Return the possible results of the wave if you rearrange the lanes to minimise the overflow."""
    none = some = fallen = 0
    for enemy, rolls in ENEMY_COUNTS.items():
        overflow = min_overflow(lanes, enemy, orders)
        if is_lost(backline, overflow):
            fallen += rolls
        elif overflow:
            some += rolls
        else:
            none += rolls
    win = ": you win" if is_last else ""
    counted = {
        f"none get through{win}": none,
        f"some get through, and the backline holds{win}": some,
        FALLS_TEXT: fallen,
    }
    return tuple(Odds(label, Fraction(count, ENEMY_COUNTS.total())) for label, count in counted.items() if count)


def min_overflow(lanes: tuple[int, ...], enemy: tuple[int, ...], orders: int) -> int:
    """Return the minimum overflow over all allowed orders of the lanes (S3.2, S4.2)."""
    return min(
        sum(lane_overflow(lanes[order[lane]], enemy[lane]) for lane in range(LANES)) for order in LANE_ORDERS[:orders]
    )


def battle_text(s: SiegeState, code: int) -> str:
    """Return the result of the battle, which is certain: all dice are rolled."""
    after, log = s.copy(), empty_log(MAX_EVENTS)
    apply(after, code, log)
    struck = [numbers for _, kind, *numbers in logged_events(log) if kind == EventKind.BACKLINE_STRUCK]
    overflow, left = struck[0][:2] if struck else (0, 0)
    arrive = "1 gets through" if overflow == 1 else f"{overflow or 'none'} get through"
    if after.phase == Phase.LOST:
        return f"{arrive}: the castle falls"
    if after.phase == Phase.WON:
        return f"{arrive}, and the backline holds: you win" if overflow else f"{arrive}: you win"
    lanes = f"the lanes keep {', '.join(map(str, after.lane))}"
    return f"{arrive}, and the backline has {left}; {lanes}" if overflow else f"{arrive}; {lanes}"


def key_odds(odds: Sequence[Odds]) -> Odds | None:
    """Return the odds that the castle falls in this wave, or else that no enemy gets through."""
    return next((odd for odd in odds if odd.label == FALLS_TEXT), odds[0] if odds else None)


COMPARISON = Comparison(measures=(), measure=lambda s, seat: (), horizon="", samples=0, key_odds=key_odds)
"""Its chances are exact, so only the odds of this wave are a reason."""
