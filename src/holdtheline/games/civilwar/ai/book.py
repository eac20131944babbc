"""The book players: score each legal move per action point and play the best.

Fire and assaults are scored by their exact expectation; hexes by cover, threatened fire, own targets and the
distance to victory hexes. The side that loses at the end of the last turn advances, the other side holds.
The levels differ in the noise added to the scores: much for `easy`, a little for `book`, none for `hard`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from ....core.ai.search_settings import Policy
from ....core.dice import FACES, random_below
from ....core.kernel.compiler import kernel
from ....core.state_record import Row, Words
from ..rules.hex_map import leader_with, side_of
from ..rules.morale import morale_die_colour, morale_level
from ..rules.moves import MoveKind, legal_moves, move_hex, move_kind, move_piece
from ..rules.retreat import must_take_leader
from ..state import CAVALRY, GUNBOAT, LEADER, CivilWarState, Phase
from .heuristics import (
    BLOCK_SCORE,
    GROUND_GAIN,
    MIN_AP_SCORE,
    NOISE,
    UNSUPPORTED_ARTILLERY,
    count_units_in,
    nearest_enemy_distance,
    score_assault,
    score_fire,
    score_hex,
    score_leader_hex,
    score_victory_hex,
)

STRANDED_LEADER_PENALTY = 200  # for a leader left without a unit
ENTER_SCORE = 70  # for a reinforcement
LEADER_SCORE = 10  # for a leader who goes with a unit
MIN_SCORE = -1_000_000
WEIGHTS = (0, 177, 133, 45, 20, 40, 25, 68, 45, 35, 40, 12, 9, 9, 27, 70, 51, 6)
"""The weights, in the order of `heuristics`. They were tuned by games of the book player against itself."""


@kernel
def choose_move(s: CivilWarState, codes: Words, stream: Words, memory: Words) -> int:
    noise = memory[NOISE]
    best, best_score = 0, MIN_SCORE
    for index in range(legal_moves(s, codes)):
        score = score_move(s, memory, codes[index])
        if noise > 0 and move_kind(codes[index]) != MoveKind.END:
            score += random_below(stream, 2 * noise + 1) - noise
        if score > best_score:
            best, best_score = codes[index], score
    return best


@kernel
def score_move(s: CivilWarState, w: Row, code: int) -> int:
    """Return the score of a move for each AP that it costs."""
    kind = move_kind(code)
    if kind == MoveKind.END:
        return w[MIN_AP_SCORE]
    if kind == MoveKind.FIRE:
        return score_shot(s, w, move_piece(code), move_hex(code))
    if kind == MoveKind.ASSAULT:
        return score_assault(s, w, move_hex(code)) // 2
    if kind == MoveKind.RALLY:
        return score_rally(s, move_piece(code))
    if kind == MoveKind.ENTER or kind == MoveKind.ENTER_WITH:
        return score_entry(s, w, move_piece(code), move_hex(code), kind == MoveKind.ENTER_WITH)
    if kind == MoveKind.GO or kind == MoveKind.GO_WITH:
        return score_first_step(s, w, move_piece(code), move_hex(code), kind == MoveKind.GO_WITH)
    if s.phase == Phase.ADVANCE:
        return score_advance(s, w, kind)
    return score_next_step(s, w, kind, move_hex(code))


@kernel
def score_entry(s: CivilWarState, w: Row, piece: int, hex_: int, with_leader: bool) -> int:
    """Score a reinforcement: the better of two equally near hexes, and a leader with infantry or cavalry."""
    score = ENTER_SCORE
    if hex_ != s.entry_hex[piece] - 1 and s.kind[piece] != LEADER:
        gain = score_hex(s, w, piece, hex_) - score_hex(s, w, piece, s.entry_hex[piece] - 1)
        score += min(max(gain, -ENTER_SCORE // 2), ENTER_SCORE // 2)
    if with_leader:
        score += LEADER_SCORE if s.kind[piece] <= CAVALRY else LEADER_SCORE // 2
    return score


@kernel
def score_shot(s: CivilWarState, w: Row, piece: int, hex_: int) -> int:
    """Score a shot. For moving cavalry it competes with hexes, so add the score of its hex."""
    here = s.hex_of[piece] - 1
    score = score_fire(s, w, piece, here, hex_)
    return score + score_hex(s, w, piece, here) if s.phase == Phase.MOVE else score


@kernel
def score_rally(s: CivilWarState, piece: int) -> int:
    """Score a block by the chance to restore it, more if few are left."""
    level, restoring_faces = morale_level(s, piece), 0
    for face in range(1, FACES + 1):
        if morale_die_colour(s, face) != level:
            restoring_faces += 1
    return BLOCK_SCORE * restoring_faces // FACES * (5 - s.strength[piece]) // 3


@kernel
def score_first_step(s: CivilWarState, w: Row, piece: int, hex_: int, with_leader: bool) -> int:
    here = s.hex_of[piece] - 1
    if s.kind[piece] == LEADER:
        return score_leader_hex(s, piece, hex_) - score_leader_hex(s, piece, here) - w[MIN_AP_SCORE]
    gain = score_hex(s, w, piece, hex_) - score_hex(s, w, piece, here) - abandoned_artillery_penalty(s, w, piece)
    if s.kind[piece] == GUNBOAT or leader_with(s, piece) == 0:
        return gain
    alone = count_units_in(s, here) == 1
    if alone and not with_leader:
        return gain - STRANDED_LEADER_PENALTY
    return gain + 1 if alone else gain - (20 if with_leader else 0)


@kernel
def abandoned_artillery_penalty(s: CivilWarState, w: Row, piece: int) -> int:
    """Return the cost of leaving artillery without infantry near the enemy."""
    here = s.hex_of[piece] - 1
    if s.kind[piece] > CAVALRY or s.artillery_at[here] == 0:
        return 0
    return w[UNSUPPORTED_ARTILLERY] if nearest_enemy_distance(s, side_of(piece), here) <= 3 else 0


@kernel
def score_next_step(s: CivilWarState, w: Row, kind: int, hex_: int) -> int:
    """Score the next hex of a move, flight or retreat, or to stop here."""
    if s.phase == Phase.RETREAT:
        return score_hex(s, w, s.shaken_unit - 1, hex_) + score_leaving(s, kind)
    if s.phase == Phase.DISPLACE:
        return score_hex(s, w, s.displaced - 1, hex_)
    mover = s.mover - 1
    destination = s.hex_of[mover] - 1 if kind == MoveKind.STOP else hex_
    if s.kind[mover] == LEADER:
        return score_leader_hex(s, mover, destination)
    score = score_hex(s, w, mover, destination)
    return score + (w[MIN_AP_SCORE] if kind == MoveKind.STOP else 0)


@kernel
def score_leaving(s: CivilWarState, kind: int) -> int:
    """Score the choice of a leader whose unit retreats: to go along, unless he would be left alone anyway (C4.3)."""
    if s.leader_at[s.target - 1] == 0 or must_take_leader(s, s.shaken_unit - 1):
        return 0
    if kind == MoveKind.RETREAT_WITH:
        return LEADER_SCORE
    return 0 if count_units_in(s, s.target - 1) > 1 and s.must_retreat == 0 else -STRANDED_LEADER_PENALTY


@kernel
def score_advance(s: CivilWarState, w: Row, kind: int) -> int:
    piece, here, there = s.actor - 1, s.hex_of[s.actor - 1] - 1, s.target - 1
    if kind == MoveKind.STAY:
        return 0
    gain = score_hex(s, w, piece, there) - score_hex(s, w, piece, here)
    gain += w[GROUND_GAIN] // 3 + score_victory_hex(s, w, there, side_of(piece)) // 2
    if leader_with(s, piece) == 0:
        return gain
    follows = kind == MoveKind.ADVANCE_WITH
    if count_units_in(s, here) == 1:
        return gain if follows else gain - STRANDED_LEADER_PENALTY
    return gain - 10 if follows else gain


def book_policy(noise: int, description: str) -> Policy:
    return Policy(choose_move, description, partial(weights_with_noise, noise))


def weights_with_noise(noise: int, options: Mapping[str, Any]) -> Words:
    return np.array([noise, *WEIGHTS[1:]], np.int64)


POLICIES = {
    "easy": book_policy(130, "scores every move, and often does not play the best one"),
    "book": book_policy(30, "scores every shot and every hex, with a little noise"),
    "hard": book_policy(0, "scores every shot and every hex, without noise"),
}
