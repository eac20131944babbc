"""Lines 4 and 6 of the AI general's list find a move whenever one exists (K5.5, K5.7).

`ai_general_twin` is the oracle; as a command it plays whole battles.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from holdtheline.core.catalog import load
from holdtheline.games.skirmish.rules import ai_general, sequence_of_play
from holdtheline.games.skirmish.rules.movement.bends import is_bend, may_end_way
from holdtheline.games.skirmish.rules.movement.paths import can_stand
from holdtheline.games.skirmish.state import ENEMIES, MAX_PER_SIDE, AiLine, Phase, SkirmishState

from ....effort import MORE
from ..ai_general_twin import missed
from ..battle_builder import Stage, commanded
from .test_compiled_battles import OF_CAMPAIGNS


@pytest.mark.clause("K5.5")
def test_the_bow_on_the_mound_steps_aside_and_shoots() -> None:
    """From 17.52,19.26 it would see Ketta Marl, and the 24 directions that were once tried do not lead there."""
    game = load("skirmish", plain=True)
    state = game.position(
        "round 2 friends; f1 3.52,6.28, f2 20.48,5.36, f3 10.55,8.29, f4 18.08,1.57, f5 20.39,2.66, f6 7.65,8.11, "
        "e1 done; choose"
    )
    state.play("pass")
    s = state.record
    assert Phase(s.phase) == Phase.SHOOTING
    assert (s.striker or s.actor, s.target) == (MAX_PER_SIDE + 2, 3)


@pytest.mark.clause("K5.5")
def test_it_moves_around_a_corner_in_two_legs_to_shoot() -> None:
    """A wall reaches from the Orc to the right, and Ada stands behind it: only left of its end can she be seen."""
    battle = commanded("Ada 12 14", "Orc 12 17.2 range=6 move=8; Gob 3 3", ground="wall 9 16 24 16; wall 9 16 9 18")
    assert battle.ai_lines(1) == ["K5.5 Ada"]
    assert (battle.phase, battle.target) == ("SHOOTING", "Ada")
    assert battle.s.legs == 2


@pytest.mark.clause("K5.5")
def test_it_shoots_through_a_narrow_gap_between_two_bases() -> None:
    """Two friends of the Orc hide Ada but for the gap of 0.1 inches between them, at x = 13."""
    battle = commanded("Ada 13 8", "Orc 12 20 range=12; Gob 12.45 14; Hob 13.55 14; Nob 11.4 14; Dob 14.6 14")
    assert battle.ai_lines(1) == ["K5.5 Ada"]
    assert battle.phase == "SHOOTING"


MISSED = [
    (
        "high-weir",
        "round 1 friends; f2 18.7,4.285, f3 9.688,2.577, f4 18.225,5.542, f5 11.838,0.001, f6 10.616,0.001, "
        "e1 11.359,6.769 done, e2 12,10 done, e3 done, e4 done, e5 13.445,13.1 done, e6 10.083,13 done, "
        "e7 14.518,13.555 done, e9 done; choose",
        (1, 2),
    ),
    (
        "millrace",
        "round 1 friends; f1 9.001,7.696 shot_at, f3 11.052,8.795 shot_at, f4 17.589,1.75, f5 12.037,0.594, "
        "f6 5.481,0.001, e1 15.558,15.942 done, e2 20.547,17.263 done, e3 4.096,16.994 done, e4 5.513,13.772 done, "
        "e5 13.987,11.779 done, e6 17.473,11.994 done, e7 9.6,16.229 done; choose",
        (4, 2),
    ),
    (
        "millrace",
        "round 2 friends; f1 10.482,0.001, f2 12.374,6.289, f3 11.326,4.875 lies, f4 14.25,8.093, f5 10.901,2.501, "
        "f6 1.705,1.948, e1 14.5,14.983 done, e2 16.419,14.056 done, e3 4.131,15.701 done, e4 11.036,9.564 done, "
        "e5 12.724,9.059 done, e6 18.635,10.531 fallen, e7 7.811,7.299 done, e8 15.166,17.292; c1 lost 1, c2 lost 1; "
        "choose",
        (4, 1),
    ),
    (  # one leg between the marsh, in which it would be too long, and the Bow behind the cart
        "long-causeway",
        "round 5 friends; f1 16,9 lies, f2 15.329,5.294, f3 lies, f4 lies, f5 4.129,5.335, f6 12.879,0.478, "
        "f7 fled, f8 fallen, f9 fallen, e1 2.954,5.93 done, e2 15.276,6.317 done, e3 16,17, e4 20.679,16.07 done, "
        "e5 5.852,15.606 done, e6 7.613,14.152 done, e7 4.803,6.075 done, e8 23.115,10.001 done, e9 11.455,8.144 done, "
        "e10 13.041,1.979 done; c1 lost 3, c2 lost 2 fled 1; choose",
        (2, 1),
    ),
    (  # at the back of a wood, from where it is seen out
        OF_CAMPAIGNS["low-harrow"],
        "round 3 friends; f1 4.084,2.379, f2 17.83,6.499, f3 8.7,2.627, f4 12.154,1.329, f5 10.112,8.448 lies, "
        "f6 20.069,0.666, e1 11.761,2.139 done, e2 17.071,7.151 done, e3 2.633,14.838 done, e4 19.962,13.761, "
        "e5 10.541,13.394 done, e6 16.178,10.456 done, e7 15.19,10.613 done; c1 lost 1; choose",
        (2, 1),
    ),
]


@pytest.mark.clause("K5.5")
@pytest.mark.parametrize(("scenario", "position", "target_and_legs"), MISSED)
def test_it_finds_the_nearest_enemy_at_the_edge_of_its_sight(
    scenario: str, position: str, target_and_legs: tuple[int, int]
) -> None:
    """A sweep with lines 0.45 inches apart finds none of these shots."""
    state = load("skirmish", plain=True, scenario=scenario).position(position)
    state.play("pass")
    s = state.record
    assert (Phase(s.phase), s.ai_line) == (Phase.SHOOTING, AiLine.MOVE_AND_SHOOT)
    assert (s.target, s.legs) == target_and_legs


@pytest.mark.clause("K5.5")
def test_it_shoots_from_the_limit_of_its_range_at_the_end_of_a_passage() -> None:
    """Only a leg through the passage, 0.02 inches wider than the Orc, brings Ada into range; its sides hide nobody."""
    sides = "cliff 2 15.4 11.49 19.4; cliff 12.51 15.4 22 19.4"
    battle = commanded("Ada 15 8.6; Bo 2 2", "Orc 12 20 range=6 move=6; Gob 22 2", ground=sides)
    assert battle.ai_lines(1) == ["K5.5 Ada"]
    assert (battle.s.legs, battle.phase, battle.target) == (1, "SHOOTING", "Ada")


@pytest.mark.clause("K5.7")
def test_it_charges_past_what_stands_before_the_middle_of_the_enemy() -> None:
    """Gob stands in the straight way, a little to the left. The Orc must turn 9.4 degrees to pass him, and may turn
    11.5 to touch Ada."""
    battle = commanded("Ada 12 12; Bo 2 2", "Orc 12 17; Gob 11.4 14.5")
    assert battle.ai_lines(1) == ["K5.7 Ada"]
    assert (battle.s.legs, battle.phase, battle.target) == (1, "FIGHTING", "Ada")


@pytest.mark.clause("K5.7")
def test_it_charges_around_a_wall_in_two_legs_of_any_length() -> None:
    """The first leg is short: the wall begins at once, and a full half of the move would lead too far from Ada."""
    battle = commanded("Ada 12 12; Bo 2 2", "Orc 12 14.2; Gob 3 3", ground="wall 9.5 13.1 12.2 13.1")
    assert battle.ai_lines(1) == ["K5.7 Ada"]
    assert (battle.s.legs, battle.phase, battle.target) == (2, "FIGHTING", "Ada")


@pytest.mark.clause("K5.7")
def test_it_charges_along_the_bank_out_of_water() -> None:
    """The Orc wades 1 inch at most, then has 2 inches on dry ground to Ada: only a few degrees lead to both."""
    battle = commanded("Ada 13.3 8.5; Bo 2 2", "Orc 9.9 10.3 move=4; Gob 22 2", ground="water 0 10 12 24")
    assert battle.ai_lines(1) == ["K5.7 Ada"]
    assert (battle.s.legs, battle.phase, battle.target) == (2, "FIGHTING", "Ada")


@pytest.mark.clause("K5.7")
def test_it_charges_before_a_pillar_that_its_tether_does_not_let_it_pass() -> None:
    """Beyond the tangent to the pillar the Orc would leave its pool; before it, it may touch Ada."""
    orc = "Orc 14.416 5.824 base=1.2 move=5 tether=6500 tether_x=12000 tether_y=12500"
    battle = commanded("Ada 17.282 7.828; Bo 2 2", f"{orc}; Gob 22 2", ground="pillar 16.5 8 0.3")
    assert battle.ai_lines(1) == ["K5.7 Ada"]
    assert (battle.s.legs, battle.phase, battle.target) == (1, "FIGHTING", "Ada")


def crowd(rng: random.Random) -> Stage:
    """Build a battle with four or five a side close together, some with bows, among walls and water."""
    friends = "; ".join(f"F{number} {1 + 2 * number} 1" for number in range(rng.randint(3, 5)))
    bow = "range=6" if rng.random() < 0.6 else ""
    enemies = "; ".join(f"E{number} {1 + 2 * number} 23 {bow} move=5" for number in range(rng.randint(3, 5)))
    ground = "house 8 10 11 11; wall 13 9 13 13; pillar 10 14 0.5; wood 14 14 16 16; water 9 12 11 12.8"
    battle = commanded(friends, enemies, ground=ground)
    s = battle.s
    for number in battle.names.values():
        while True:
            x, y = rng.randint(6_000, 18_000), rng.randint(6_000, 18_000)
            if can_stand(s, number, x, y):
                s.x[number], s.y[number] = x, y
                break
    return battle


def activate_enemy(battle: Stage) -> SkirmishState:
    """Let the AI general activate its first character, and return the state in which it decides."""
    s = battle.s
    s.side, s.phase, s.round = ENEMIES, Phase.CHOOSE, 1
    sequence_of_play.apply_move(s, ai_general.decide_move(s, None), None)
    return s


@pytest.mark.clause("K3.4")
def test_two_legs_lead_less_far_into_water() -> None:
    """The Orc may go 3 inches and, in the pool, 1.5 more."""
    s = activate_enemy(commanded("Ada 12 2", "Orc 12 17 move=6", ground="water 0 0 24 15"))
    assert may_end_way(s, 12_000, 12_500)
    assert not may_end_way(s, 12_000, 12_499)


@pytest.mark.clause("K5.5", "K5.7")
def test_no_place_is_ruled_out_that_two_legs_lead_to() -> None:
    rng, reached = random.Random(23), 0
    for _ in range(10 * MORE):
        s = activate_enemy(crowd(rng))
        half, piece = s.pace[s.actor - 1] // 2, s.actor - 1
        for _ in range(30):
            x, y = s.x[piece] + rng.randint(-half, half), s.y[piece] + rng.randint(-half, half)
            bx, by = x + rng.randint(-half, half), y + rng.randint(-half, half)
            if is_bend(s, x, y, bx, by):
                reached += 1
                assert may_end_way(s, bx, by)
    assert reached > 50 * MORE


@pytest.mark.clause("K5.5", "K5.7")
def test_in_a_crowd_it_misses_nothing_that_brute_force_finds() -> None:
    rng = random.Random(22)
    followed: Counter[int] = Counter()
    for _ in range(40 * MORE):
        battle = crowd(rng)
        s = activate_enemy(battle)
        before = SkirmishState(battle.words.copy())
        ai_general.decide_move(s, None)
        if s.ai_line:
            assert list(missed(before, int(s.ai_line), int(s.ai_target) - 1)) == []
            followed[int(s.ai_line)] += 1
    assert followed[AiLine.MOVE_AND_SHOOT] > 2 * MORE
    assert followed[AiLine.CHARGE] > 2 * MORE
