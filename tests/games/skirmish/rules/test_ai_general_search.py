"""Lines 4 and 6 of the AI general's list find a move whenever one exists (K5.5, K5.7).

`ai_general_twin` is the oracle; as a command it plays whole battles.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from holdtheline.core.catalog import load
from holdtheline.games.skirmish.rules import ai_general, sequence_of_play
from holdtheline.games.skirmish.rules.movement.paths import can_stand
from holdtheline.games.skirmish.state import ENEMIES, MAX_PER_SIDE, AiLine, Phase, SkirmishState

from ....effort import MORE
from ..ai_general_twin import missed
from ..battle_builder import Stage, commanded


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


@pytest.mark.clause("K5.5", "K5.7")
def test_in_a_crowd_it_misses_nothing_that_brute_force_finds() -> None:
    rng = random.Random(22)
    followed: Counter[int] = Counter()
    for _ in range(40 * MORE):
        battle = crowd(rng)
        s = battle.s
        s.side, s.phase, s.round = ENEMIES, Phase.CHOOSE, 1
        sequence_of_play.apply_move(s, ai_general.decide_move(s, None), None)
        before = SkirmishState(battle.words.copy())
        ai_general.decide_move(s, None)
        if s.ai_line:
            assert list(missed(before, int(s.ai_line), int(s.ai_target) - 1)) == []
            followed[int(s.ai_line)] += 1
    assert followed[AiLine.MOVE_AND_SHOOT] > 2 * MORE
    assert followed[AiLine.CHARGE] > 2 * MORE
