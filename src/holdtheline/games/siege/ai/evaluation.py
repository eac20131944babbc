"""The search model of siege: move ordering, search settings, levels.

A siege is short, so the book player plays every rollout to the end, and unfinished games need no evaluation.
It is a little weaker than the best play, equally for all moves, and the tree corrects that. Arrangements are
ordered by the book player's score; reinforcements by the expected overflow of the next wave, where a troop in the
backline counts too.
"""

from __future__ import annotations

from ....core.ai.search_settings import Level, SearchModel, SearchSettings
from ....core.dice import FACES
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..rules import enemy_strength, lane_number, lane_overflow
from ..state import LANES, Phase, SiegeState
from .book import choose, score_arrangement

BACKLINE_SCORE = 2
"""The score of a troop in the backline. An enemy that gets through at one of the six faces scores -1."""
ARRANGEMENT_SCALE = 100
"""`score_arrangement` subtracts this for each enemy that gets through; here that is -6, one for each face."""


@kernel
def score_moves(s: SiegeState, codes: Words, count: int, scores: Words, memory: Words) -> None:
    """Write a score for each move into `scores`."""
    for index in range(count):
        if s.phase == Phase.REINFORCE:
            scores[index] = score_reinforcements(s, codes[index])
        else:
            scores[index] = score_arrangement(s, codes[index]) * FACES // ARRANGEMENT_SCALE


@kernel
def score_reinforcements(s: SiegeState, code: int) -> int:
    score = BACKLINE_SCORE * s.backline
    for lane in range(LANES):
        sent = lane_number(code, lane)
        score -= BACKLINE_SCORE * sent
        for face in range(1, FACES + 1):
            score -= lane_overflow(s.lane[lane] + sent, enemy_strength(lane, face))
    return score


SEARCH_SETTINGS = SearchSettings(
    exploration=0.4, prior_weight=0.5, temperature=3.0, widening_base=2, widening=0.7, max_moves=16, expansion_visits=8
)
LEVEL_VALUES = ((30, 90), (30, 65), (30, 40), (30, 20), (30, 8), (40,), (150,))
"""Simulations and blunder percentage of each level. Siege is simple: a player who blunders nearly always wins a
third of the games and the best play three quarters, so the levels are close together."""
LEVELS = (*(Level(*values) for values in LEVEL_VALUES), Level(1, policy="optimal"))
SEARCH_MODEL = SearchModel(rollout_policy=choose, score_moves=score_moves, settings=SEARCH_SETTINGS, levels=LEVELS)
