"""The rules of siege, clause by clause, with cases computed by hand."""

from __future__ import annotations

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.definition import CHANCE, OVER
from holdtheline.core.errors import IllegalMove
from holdtheline.core.game import Game, State

SIEGE = load("siege")
NO_SWAP = load("siege", swap="none")


def played(game: Game, position: str, *steps: str | int) -> tuple[State, list[str]]:
    """Return the state after these steps from a position (numbers are rolls), and the log."""
    state, events = game.position(position), []
    for step in steps:
        state.play(step, events)
    return state, [str(event) for event in events]


def refused(state: State, step: str | int) -> tuple[str, str]:
    """Return the clause and the reason of a refusal, which must not change the state."""
    before = state.words.copy()
    with pytest.raises(IllegalMove) as refusal:
        state.play(step)
    assert (state.words == before).all()
    return refusal.value.clause, refusal.value.reason


# S1: set-up


@pytest.mark.clause("S1.1")
def test_one_defender_has_three_lanes_a_backline_and_a_countdown() -> None:
    assert SIEGE.seats == ("defender",)
    board = SIEGE.start().view(0)["board"]
    assert len(board["lanes"]) == len(board["enemy"]) == 3
    assert (board["backline"], board["waves"]) == (6, 3)
    assert [spot.id for spot in SIEGE.start().hotspots(0)] == ["top", "middle", "bottom"]


@pytest.mark.clause("S1.2")
def test_every_lane_and_the_backline_start_with_six() -> None:
    assert SIEGE.start().position() == "lanes 6 6 6, backline 6, waves 3"
    assert SIEGE.start().current_player == 0


@pytest.mark.clause("S1.3")
@pytest.mark.parametrize(("mode", "waves"), [("easy", 2), ("normal", 3), ("hard", 4), (1, 1), (12, 12)])
def test_the_mode_sets_the_countdown(mode: str | int, waves: int) -> None:
    assert load("siege", mode=mode).start().position() == f"lanes 6 6 6, backline 6, waves {waves}"


@pytest.mark.clause("S1.3")
@pytest.mark.parametrize("face", range(1, 7))
def test_the_scouts_roll_the_countdown_before_anything_else(face: int) -> None:
    state, events = load("siege", mode="scouts").start(), []
    assert (state.current_player, state.position()) == (CHANCE, "lanes 6 6 6, backline 6, waves ?")
    state.play(face, events)
    assert state.position() == f"lanes 6 6 6, backline 6, waves {face}"
    assert [str(event) for event in events] == [f"The scouts report: {face} {'wave' if face == 1 else 'waves'}. (S1.3)"]
    assert state.current_player == 0


@pytest.mark.clause("S1.3")
@pytest.mark.parametrize("step", ["hold", "keep", 0, 7])
def test_nothing_but_a_roll_can_answer_the_scouts(step: str | int) -> None:
    clause, reason = refused(load("siege", mode="scouts").start(), step)
    assert (clause, reason) == ("S1.3", "roll a die now; it shows 1 to 6")


# S2: a wave, and its reinforcements


@pytest.mark.clause("S2.1", "S3.1", "S4.2", "S5.1", "S5.2")
def test_a_wave_runs_reinforce_scout_battle_results() -> None:
    state, log = played(SIEGE, "lanes 3 2 6, backline 4, waves 3", "reinforce 0 2 0", 5, 3, 2, "arrange 6 4 3")
    assert log == [
        "Sent 2 to middle; the backline has 2. (S2.2)",
        "Top: the enemy rolls 5, strength 3. (S3.1)",
        "Middle: the enemy rolls 3, strength 3. (S3.1)",
        "Bottom: the enemy rolls 2, strength 1. (S3.1)",
        "The lanes now have 6, 4 and 3. (S3.2)",
        "Top loses 3 and holds with 3. (S4.2)",
        "Middle loses 3 and holds with 1. (S4.2)",
        "Bottom loses 1 and holds with 2. (S4.2)",
        "The wave is over: 2 waves left. (S5.1)",
        "The backline gains 1 and has 3. (S5.2)",
    ]
    assert state == SIEGE.position("lanes 3 1 2, backline 3, waves 2")


@pytest.mark.clause("S2.1")
def test_the_turn_passes_from_the_defender_to_three_rolls_and_back() -> None:
    state = SIEGE.start()
    turns = [state.current_player]
    for step in ("hold", 1, 1, 1, "keep"):
        state.play(step)
        turns.append(state.current_player)
    assert turns == [0, CHANCE, CHANCE, CHANCE, 0, 0]


@pytest.mark.clause("S2.1")
@pytest.mark.parametrize("step", ["arrange 6 4 5", "keep", "roll 3", 3])
def test_before_reinforcing_nothing_else_can_be_done(step: str | int) -> None:
    state = SIEGE.position("lanes 6 4 5, backline 3, waves 2")
    assert refused(state, step) == ("S2.1", "reinforce the lanes now")


@pytest.mark.clause("S2.1")
@pytest.mark.parametrize("step", ["reinforce 0 0 0", "hold", "roll 3"])
def test_after_the_third_roll_it_is_too_late_to_reinforce(step: str) -> None:
    state = SIEGE.position("lanes 6 4 5, backline 3, waves 2, enemy 1 1 1")
    assert refused(state, step) == ("S2.1", "arrange the lane dice now")


@pytest.mark.clause("S2.2")
@pytest.mark.parametrize(
    ("move", "after"),
    [
        ("reinforce 0 0 0", "lanes 2 3 4, backline 4, waves 2, enemy ? ? ?"),
        ("reinforce 4 0 0", "lanes 6 3 4, backline 0, waves 2, enemy ? ? ?"),
        ("reinforce 0 3 0", "lanes 2 6 4, backline 1, waves 2, enemy ? ? ?"),
        ("reinforce 0 0 2", "lanes 2 3 6, backline 2, waves 2, enemy ? ? ?"),
        ("reinforce 1 1 1", "lanes 3 4 5, backline 1, waves 2, enemy ? ? ?"),
        ("reinforce 2 1 1", "lanes 4 4 5, backline 0, waves 2, enemy ? ? ?"),
    ],
)
def test_what_the_lanes_gain_the_backline_loses(move: str, after: str) -> None:
    state, _ = played(SIEGE, "lanes 2 3 4, backline 4, waves 2", move)
    assert state.position() == after


@pytest.mark.clause("S2.2")
def test_any_split_of_the_backline_may_be_sent() -> None:
    state = SIEGE.position("lanes 0 0 0, backline 2, waves 1")
    assert sorted(str(move) for move in state.legal_moves()) == [
        "reinforce 0 0 0",
        "reinforce 0 0 1",
        "reinforce 0 0 2",
        "reinforce 0 1 0",
        "reinforce 0 1 1",
        "reinforce 0 2 0",
        "reinforce 1 0 0",
        "reinforce 1 0 1",
        "reinforce 1 1 0",
        "reinforce 2 0 0",
    ]


@pytest.mark.clause("S2.2")
@pytest.mark.parametrize("step", ["reinforce 4 0 0", "reinforce 0 2 2", "reinforce 2 1 1"])
def test_no_more_than_the_backline_has_can_be_sent(step: str) -> None:
    state = SIEGE.position("lanes 1 1 1, backline 3, waves 2")
    assert refused(state, step) == ("S2.2", "you have only 3 troops to send, not 4")


@pytest.mark.clause("S2.2")
def test_an_empty_backline_sends_no_troops() -> None:
    state = SIEGE.position("lanes 1 1 1, backline 0, waves 2")
    assert [str(move) for move in state.legal_moves()] == ["reinforce 0 0 0"]
    assert played(SIEGE, "lanes 1 1 1, backline 0, waves 2", "hold")[1] == ["No troops were sent. (S2.2)"]


@pytest.mark.clause("S2.2")
def test_full_lanes_are_the_reason_that_no_troops_were_sent() -> None:
    full = ["Every lane is full, so no troops were sent. (S2.2)"]
    assert played(SIEGE, "lanes 6 6 6, backline 5, waves 2", "hold")[1] == full
    assert played(SIEGE, "lanes 6 6 5, backline 5, waves 2", "hold")[1] == ["No troops were sent. (S2.2)"]


@pytest.mark.clause("S2.3")
def test_an_empty_backline_is_taken_off_and_the_siege_continues() -> None:
    state, log = played(SIEGE, "lanes 2 3 4, backline 4, waves 2", "reinforce 0 3 1")
    assert log == [
        "Sent 3 to middle, 1 to bottom; the backline has 0. (S2.2)",
        "The backline is empty and comes off the table. (S2.3)",
    ]
    assert (state.current_player, state.position()) == (CHANCE, "lanes 2 6 5, backline 0, waves 2, enemy ? ? ?")


@pytest.mark.clause("S2.3")
def test_where_an_empty_backline_loses_the_last_one_cannot_be_sent() -> None:
    state = load("siege", empty="loses").position("lanes 2 3 4, backline 2, waves 2")
    assert refused(state, "reinforce 1 1 0") == ("S2.3", "an empty backline loses, so one troop must stay behind")
    assert sorted(str(move) for move in state.legal_moves()) == [
        "reinforce 0 0 0",
        "reinforce 0 0 1",
        "reinforce 0 1 0",
        "reinforce 1 0 0",
    ]


# S3: scouting


@pytest.mark.clause("S3.1")
def test_the_enemy_is_rolled_for_top_then_middle_then_bottom() -> None:
    state = SIEGE.position("lanes 6 4 5, backline 3, waves 2, enemy ? ? ?")
    lanes = []
    for face in (2, 6, 5):
        lanes.append(state.prompt())
        state.play(face)
        lanes.append(state.position().partition("waves 2, ")[2])
    assert lanes == [
        "Roll for the enemy in the three lanes, the top one first.",
        "enemy 2 ? ?",
        "Roll for the enemy in the middle lane.",
        "enemy 2 6 ?",
        "Roll for the enemy in the bottom lane.",
        "enemy 2 6 5",
    ]


@pytest.mark.clause("S3.1")
@pytest.mark.parametrize("step", [0, 7, -1, "hold", "keep", "reinforce 0 0 0"])
def test_while_scouting_only_a_face_of_a_die_counts(step: str | int) -> None:
    state = SIEGE.position("lanes 6 4 5, backline 3, waves 2, enemy 2 ? ?")
    assert refused(state, step) == ("S3.1", "roll a die now; it shows 1 to 6")


@pytest.mark.clause("S3.2")
def test_after_the_three_rolls_the_lane_dice_may_trade_places() -> None:
    state = SIEGE.position("lanes 6 4 5, backline 3, waves 2, enemy 1 6 1")
    assert sorted(str(move) for move in state.legal_moves()) == [
        "arrange 4 5 6",
        "arrange 4 6 5",
        "arrange 5 4 6",
        "arrange 5 6 4",
        "arrange 6 4 5",
        "arrange 6 5 4",
    ]
    state.play("arrange 4 6 5")
    assert state.position() == "lanes 3 0 4, backline 4, waves 1"


@pytest.mark.clause("S3.2")
@pytest.mark.parametrize("step", ["arrange 6 4 3", "arrange 3 4 5", "arrange 6 6 5", "arrange 7 4 5"])
def test_the_backline_does_not_take_part_in_rearranging(step: str) -> None:
    state = SIEGE.position("lanes 6 4 5, backline 3, waves 2, enemy 1 6 1")
    assert refused(state, step) == ("S3.2", "your lane dice are 6, 4, 5, and they can only trade places")


@pytest.mark.clause("S3.2")
def test_a_line_that_stays_as_it_was_is_not_logged() -> None:
    _, log = played(SIEGE, "lanes 6 4 5, backline 3, waves 2, enemy 1 1 1", "keep")
    assert log[0] == "Top loses 1 and holds with 5. (S4.2)"


@pytest.mark.clause("S3.2")
def test_dice_that_show_the_same_are_one_arrangement() -> None:
    state = SIEGE.position("lanes 4 4 5, backline 3, waves 2, enemy 1 6 1")
    assert sorted(map(str, state.legal_moves())) == ["arrange 4 4 5", "arrange 4 5 4", "arrange 5 4 4"]


# S4: the battle


@pytest.mark.clause("S4.1")
@pytest.mark.parametrize(("face", "halved"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_the_enemy_is_halved_rounding_up_outside_and_full_in_the_middle(face: int, halved: int) -> None:
    state, log = played(NO_SWAP, "lanes 6 6 6, backline 3, waves 2", "hold", face, face, face)
    assert state.position() == f"lanes {6 - halved} {6 - face} {6 - halved}, backline 4, waves 1"
    assert log[1:4] == [
        f"Top: the enemy rolls {face}, strength {halved}. (S3.1)",
        f"Middle: the enemy rolls {face}, strength {face}. (S3.1)",
        f"Bottom: the enemy rolls {face}, strength {halved}. (S3.1)",
    ]


@pytest.mark.clause("S4.2")
def test_a_lane_below_nothing_becomes_nothing_and_the_excess_overflows() -> None:
    state, log = played(NO_SWAP, "lanes 3 4 1, backline 5, waves 2", "hold", 6, 6, 4)
    assert log[4:] == [
        "Top loses 3 and holds with 0. (S4.2)",
        "Middle is overrun by a strength of 6: 2 get through. (S4.2)",
        "Bottom is overrun by a strength of 2: 1 gets through. (S4.2)",
        "The backline loses 3 and has 2 left. (S4.3)",
        "The wave is over: 1 wave left. (S5.1)",
        "The backline gains 1 and has 3. (S5.2)",
    ]
    assert state.position() == "lanes 0 0 0, backline 3, waves 1"


@pytest.mark.clause("S4.3")
def test_the_overflows_of_all_lanes_add_up_against_the_backline() -> None:
    state, log = played(NO_SWAP, "lanes 0 0 0, backline 6, waves 2", "hold", 1, 2, 3)
    assert "The backline loses 5 and has 1 left. (S4.3)" in log
    assert state.position() == "lanes 0 0 0, backline 2, waves 1"


@pytest.mark.clause("S4.3")
@pytest.mark.parametrize("backline", [3, 2, 1])
def test_an_overflow_that_uses_up_the_backline_loses(backline: int) -> None:
    state, log = played(NO_SWAP, f"lanes 6 1 6, backline {backline}, waves 1", "hold", 1, 4, 1)
    assert log[-2:] == [
        "The backline loses 3 and has 0 left. (S4.3)",
        "The backline is broken. The castle falls. (S4.3)",
    ]
    assert state.position() == "lanes 5 0 5, backline 0, waves 1, enemy 1 4 1, lost"
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.scores, outcome.clause) == (None, (-1,), "S4.3")
    assert outcome.reason == "the overflow broke the backline"


@pytest.mark.clause("S4.3")
def test_one_troop_left_behind_the_overflow_is_enough() -> None:
    state, _ = played(NO_SWAP, "lanes 6 1 6, backline 4, waves 2", "hold", 1, 4, 1)
    assert state.position() == "lanes 5 0 5, backline 2, waves 1"


@pytest.mark.clause("S4.3")
def test_any_overflow_loses_where_there_is_no_backline() -> None:
    state, log = played(NO_SWAP, "lanes 6 5 6, backline 0, waves 2", "hold", 1, 6, 1)
    assert "The backline loses 1 and has 0 left. (S4.3)" in log
    assert state.position() == "lanes 5 0 5, backline 0, waves 2, enemy 1 6 1, lost"


@pytest.mark.clause("S4.3", "S5.2")
def test_without_overflow_one_stands_even_without_a_backline() -> None:
    state, log = played(NO_SWAP, "lanes 3 6 3, backline 0, waves 2", "hold", 6, 6, 6)
    assert log[-1] == "The wave is over: 1 wave left. (S5.1)"
    assert state.position() == "lanes 0 0 0, backline 0, waves 1"


# S5: the results


@pytest.mark.clause("S5.1")
def test_every_wave_that_is_beaten_takes_one_off_the_countdown() -> None:
    state = load("siege", mode="hard", swap="none").start()
    countdown = []
    while state.current_player != OVER:
        for step in ("hold", 1, 1, 1):
            state.play(step)
        countdown.append(int(state.record.waves))
    assert countdown == [3, 2, 1, 0]


@pytest.mark.clause("S5.2")
@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 2), (4, 5), (5, 6), (6, 6)])
def test_a_backline_that_stands_grows_by_one(before: int, after: int) -> None:
    state, log = played(NO_SWAP, f"lanes 4 4 4, backline {before}, waves 2", "hold", 2, 2, 2)
    assert state.position() == f"lanes 3 2 3, backline {after}, waves 1"
    grown = [f"The backline gains 1 and has {after}. (S5.2)"] if after > before else []
    assert log[7:] == ["The wave is over: 1 wave left. (S5.1)", *grown]


@pytest.mark.clause("S5.2", "S5.3")
def test_the_backline_regroups_before_the_last_wave_is_called_won() -> None:
    _, log = played(NO_SWAP, "lanes 6 6 6, backline 2, waves 1", "hold", 1, 1, 1)
    assert log[-3:] == [
        "The last wave is over. (S5.1)",
        "The backline gains 1 and has 3. (S5.2)",
        "Help arrives. You held the line! (S5.3)",
    ]


@pytest.mark.clause("S5.3")
def test_a_countdown_of_nothing_is_won() -> None:
    state, _ = played(NO_SWAP, "lanes 3 6 3, backline 0, waves 1", "hold", 6, 6, 6)
    assert (state.current_player, state.position()) == (OVER, "lanes 0 0 0, backline 0, waves 0, enemy 6 6 6, won")
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.scores, outcome.clause) == (0, (1,), "S5.3")
    assert outcome.reason == "the countdown reached 0"


@pytest.mark.clause("S4.3", "S5.3")
@pytest.mark.parametrize("step", ["hold", "keep", 3])
def test_after_the_end_every_step_is_refused(step: str | int) -> None:
    won, _ = played(NO_SWAP, "lanes 6 6 6, backline 6, waves 1", "hold", 1, 1, 1)
    lost, _ = played(NO_SWAP, "lanes 0 0 0, backline 1, waves 1", "hold", 1, 1, 1)
    assert refused(won, step) == ("S5.3", "the game is over")
    assert refused(lost, step) == ("S4.3", "the game is over")
    assert won.legal_codes() == lost.legal_codes() == []


# A whole siege


@pytest.mark.clause("S1.2", "S2.1", "S5.3")
def test_a_normal_siege_by_hand() -> None:
    state = SIEGE.start()
    positions = []
    for wave in (
        ("hold", 6, 5, 3, "keep"),  # 6-3, 6-5, 6-2
        ("reinforce 0 4 0", 2, 6, 6, "arrange 3 5 4"),  # 3-1, 5-6, 4-3: one gets through
        ("hold", 4, 1, 2, "keep"),  # 2-2, 0-1, 1-1: one gets through
    ):
        for step in wave:
            state.play(step)
        positions.append(state.position())
    assert positions == [
        "lanes 3 1 4, backline 6, waves 2",
        "lanes 2 0 1, backline 2, waves 1",
        "lanes 0 0 0, backline 2, waves 0, enemy 4 1 2, won",
    ]
