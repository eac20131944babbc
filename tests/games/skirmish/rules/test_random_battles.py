"""Random battles: no base overlaps a base or a wall, every battle ends, and compiled rules do what plain ones do."""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

import numpy as np
import pytest

from holdtheline.core.dice import random_stream
from holdtheline.core.events import empty_log
from holdtheline.core.plane import move_towards
from holdtheline.games.skirmish.rules import move_generation
from holdtheline.games.skirmish.rules.combat.line_of_sight import can_see_from, find_sight_blocker
from holdtheline.games.skirmish.rules.endings import result
from holdtheline.games.skirmish.rules.movement.paths import find_obstacle, free_length
from holdtheline.games.skirmish.state import (
    BATTLEFIELD_SIZE,
    BLOCKS_MOVEMENT,
    MAX_CHARACTERS,
    CharacterStatus,
    SkirmishState,
)

from ....effort import MORE
from .. import compiled_rules
from ..battle_builder import Stage, stage


def any_stage(rng: random.Random, most: int = 4, **more: Any) -> Stage:
    """Build a battle with random terrain, two companies and objectives that do not overlap."""
    ground = []
    for _ in range(rng.randint(0, 5)):
        kind = rng.choice(["wall", "wood", "house", "hill", "pillar"])
        x, y = rng.uniform(3, 18), rng.uniform(8, 14)
        width, height = rng.uniform(0.5, 4), rng.uniform(0.5, 3)
        if kind == "pillar":
            ground.append(f"pillar {x:.3f} {y:.3f} {width / 3:.3f}")
        else:
            ground.append(f"{kind} {x:.3f} {y:.3f} {x + width:.3f} {y + height:.3f}")
    sides = []
    for side, (low, high) in enumerate(((1, 5), (19, 23))):
        people = []
        for place in range(rng.randint(1, most)):
            x, y = 1 + 22 * (place + 0.5) / most, rng.uniform(low, high)
            card = f"attack={rng.randint(0, 3)} defence={rng.randint(0, 2)} slots={rng.randint(0, 2)}"
            shoots = f"range={rng.randint(4, 12)}" if rng.random() < 0.4 else ""
            body = f"move={rng.randint(3, 9)} base={rng.choice([1, 1, 1, 0.8, 1.5, 2])}"
            people.append(f"{'FE'[side]}{place} {x:.3f} {y:.3f} {card} {shoots} {body}")
        sides.append("; ".join(people))
    places = [(rng.uniform(1, 23), rng.uniform(6, 18)) for _ in range(rng.randint(0, 2))]
    things = "; ".join(f"t{number} {x:.3f} {y:.3f}" for number, (x, y) in enumerate(places))
    switches = {name: rng.randint(0, 1) for name in ("strike_back", "shoot_into_melee", "bases_block_sight")}
    switches |= {name: rng.randint(0, 1) for name in ("count_fled", "rally", "free_blow")}
    more = {"followup": rng.randint(0, 2), "rounds": 40, "ai": rng.random() < 0.6, **switches, **more}
    return stage(*sides, ground="; ".join(ground), things=things, **more)


# An oracle in plain numbers with fractions, which shares nothing with the rules


def distance_to_segment(p: Any, a: Any, b: Any) -> float:
    whole = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    part = 0.0 if whole == 0 else ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / whole
    part = min(max(part, 0.0), 1.0)
    return math.dist(p, (a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])))


def distance_to_hull(p: Any, corners: list[Any]) -> float:
    sides = list(zip(corners, corners[1:] + corners[:1], strict=True))
    lefts = [(b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) for a, b in sides]
    if len(corners) > 2 and min(lefts) >= 0:
        return 0.0
    return min(distance_to_segment(p, a, b) for a, b in sides)


def fault(s: Any) -> str:
    """Return what overlaps or is off the table, or an empty text."""
    here = [piece for piece in range(MAX_CHARACTERS) if s.status[piece] == CharacterStatus.STANDS]
    for piece in here:
        p = (s.x[piece], s.y[piece])
        if not (0 <= p[0] <= BATTLEFIELD_SIZE and 0 <= p[1] <= BATTLEFIELD_SIZE):
            return f"{piece} is off the table"
        for other in here:
            near = s.radius[piece] + s.radius[other]
            if other < piece and (s.x[other] - p[0]) ** 2 + (s.y[other] - p[1]) ** 2 < near**2:
                return f"{piece} overlaps {other}"
        for place in range(64):
            if s.terrain_kind[place] and s.terrain_bits[place] & BLOCKS_MOVEMENT:
                numbers = range(s.first_corner[place], s.first_corner[place] + s.corner_count[place])
                corners = [(s.corner_x[n], s.corner_y[n]) for n in numbers]
                if distance_to_hull(p, corners) < s.radius[piece] + s.terrain_rounding[place] - 1e-6:
                    return f"{piece} overlaps terrain {place}"
    return ""


@pytest.mark.clause("K1.3", "K2.3")
@pytest.mark.parametrize("seed", range(12))
def test_no_base_ever_overlaps_and_every_battle_ends(seed: int) -> None:
    rng = random.Random(seed)
    battle = any_stage(rng, rounds=12)
    assert fault(battle.s) == ""
    while battle.phase != "OVER":
        codes = battle.legal_moves()
        assert len(codes) == len(set(codes))
        assert all(battle.why_not(code) == "" for code in codes[:: max(1, len(codes) // 8)])
        battle.play(rng.choice(codes) if codes else rng.randint(1, 6))
        assert fault(battle.s) == ""


@pytest.mark.clause("K3.4")
@pytest.mark.parametrize("seed", range(4))
def test_any_leg_that_is_not_refused_is_taken_and_overlaps_nothing(seed: int) -> None:
    """Draw ends of legs that no list would have, all over the table."""
    rng = random.Random(seed)
    battle, taken = any_stage(rng, rounds=6, ai=False), 0
    while battle.phase != "OVER":
        codes = battle.legal_moves()
        step = rng.choice(codes) if codes else rng.randint(1, 6)
        if battle.phase == "ACTING":
            actor = battle.s.actor - 1
            for _ in range(4):
                x = battle.s.x[actor] / 1000 + rng.uniform(-6, 6)
                y = battle.s.y[actor] / 1000 + rng.uniform(-6, 6)
                leg = f"leg {min(max(x, 0), 24):.3f} {min(max(y, 0), 24):.3f}"
                if battle.why_not(leg) == "":
                    step, taken = battle.code(leg), taken + 1
                    break
        battle.play(step)
        assert fault(battle.s) == ""
    assert taken > 0


@pytest.mark.clause("K1.3")
def test_as_far_as_a_way_goes_it_is_free() -> None:
    """Among many bases and walls, a path is often stopped by one and grazes others."""
    rng = random.Random(3)
    blocked = 0
    for _ in range(40):
        battle = any_stage(rng, most=9)
        for piece in range(MAX_CHARACTERS):
            if battle.s.status[piece] != CharacterStatus.STANDS:
                continue
            a = battle.s.x[piece], battle.s.y[piece]
            for _ in range(6):
                b = rng.randint(0, BATTLEFIELD_SIZE), rng.randint(0, BATTLEFIELD_SIZE)
                length = free_length(battle.s, piece, *a, *b)
                assert find_obstacle(battle.s, piece, *a, *move_towards(*a, *b, length)) == 0
                blocked += length * length < (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
    assert blocked > 500


@pytest.mark.clause("K1.3")
def test_a_path_that_one_base_stops_does_not_continue_because_it_only_grazes_another() -> None:
    """Bo stops Ada at about 5 inches. Cy is clear of the whole way, but not of the rounded one up to Bo."""
    battle = stage("Ada 11.807 3.678; Bo 14.148 8.879; Cy 11.729 5.941")
    length = free_length(battle.s, 0, 11_807, 3678, 15_501, 11_884)
    assert 4600 < length < 4710
    assert find_obstacle(battle.s, 0, 11_807, 3678, *move_towards(11_807, 3678, 15_501, 11_884, length)) == 0


@pytest.mark.compiled
def test_compiled_and_plain_battles_are_the_same_word_by_word() -> None:
    codes, log = np.zeros(move_generation.MAX_MOVES, np.int64), empty_log(0)
    for seed in range(6):
        rng = random.Random(seed)
        battle = any_stage(rng, rounds=10)
        words = np.zeros_like(battle.words)
        compiled_rules.start.compiled(words, battle.setup)
        assert (words == battle.words).all()
        while battle.phase != "OVER":
            count = compiled_rules.list_moves.compiled(words, codes)
            assert codes[:count].tolist() == battle.legal_moves()
            step = rng.choice(codes[:count].tolist()) if count else rng.randint(1, 6)
            assert compiled_rules.advance.compiled(words, step, log) >= -2
            battle.play(step)
            assert (words == battle.words).all()
        for seat in range(2):
            assert compiled_rules.result.compiled(words, seat) == result(battle.s, seat)


@pytest.mark.compiled
def test_hundreds_of_battles_end_without_an_overlap() -> None:
    codes, log = np.zeros(move_generation.MAX_MOVES, np.int64), empty_log(0)
    rng = random.Random(1)
    for seed in range(300 * MORE):
        battle = any_stage(rng, most=9)
        steps = compiled_rules.play_out(battle.words, random_stream(seed), codes, log)
        assert steps > 0
        assert fault(SkirmishState(battle.words)) == ""


@pytest.mark.clause("K4.4")
def test_a_character_who_is_not_seen_has_a_blocker() -> None:
    rng = random.Random(2)
    for _ in range(20):
        battle = any_stage(rng, most=9)
        s = battle.s
        here = [piece for piece in range(MAX_CHARACTERS) if s.status[piece] == CharacterStatus.STANDS]
        for piece, other in itertools.permutations(here, 2):
            named = find_sight_blocker(s, piece, s.x[piece], s.y[piece], other, s.x[other], s.y[other])
            assert (named == 0) == bool(can_see_from(s, piece, s.x[piece], s.y[piece], other))
