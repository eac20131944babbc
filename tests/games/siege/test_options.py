"""Every option of siege, with its edges."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

from holdtheline.core.catalog import definition_of, load
from holdtheline.core.definition import OVER
from holdtheline.core.errors import BadOption, BadPosition
from holdtheline.core.game import State


def moves(state: State) -> list[str]:
    return sorted(str(move) for move in state.legal_moves())


def after_a_wave(position: str, *faces: int, **options: Any) -> State:
    """Return the state after a wave in which the defender holds and keeps."""
    state = load("siege", swap="none", **options).position(position)
    for step in ("hold", *faces):
        state.play(step)
    return state


# Lists


def test_the_defaults_are_the_first_values() -> None:
    assert load("siege").options == {
        "mode": "normal",
        "regroup": 1,
        "empty": "stands",
        "table": "dice",
        "swap": "any",
    }


def test_every_option_cites_a_clause_and_says_what_it_means() -> None:
    for option in definition_of("siege").options:
        assert option.meaning
        assert option.clause.startswith("S")
        assert len(set(map(str, option.values))) == len(option.values)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("mode", 0, "mode '0' does not exist (S1.3); it can be normal, easy, hard, scouts or 1 to 12"),
        ("mode", 13, "mode '13' does not exist (S1.3); it can be normal, easy, hard, scouts or 1 to 12"),
        (
            "mode",
            "Easy",
            "mode 'Easy' does not exist (S1.3); it can be normal, easy, hard, scouts or 1 to 12",
        ),
        ("mode", "", "mode '' does not exist (S1.3); it can be normal, easy, hard, scouts or 1 to 12"),
        ("mode", None, "mode 'None' does not exist (S1.3); it can be normal, easy, hard, scouts or 1 to 12"),
        ("mode", 2.0, "mode '2.0' does not exist (S1.3); it can be normal, easy, hard, scouts or 1 to 12"),
        ("regroup", 0, "regroup '0' does not exist (S5.2); it can be 1 or 2"),
        ("regroup", 3, "regroup '3' does not exist (S5.2); it can be 1 or 2"),
        ("regroup", True, "regroup 'True' does not exist (S5.2); it can be 1 or 2"),
        ("empty", "wins", "empty 'wins' does not exist (S2.3); it can be stands or loses"),
        ("table", "stone", "table 'stone' does not exist (S2.2); it can be dice or paper"),
        ("swap", "two", "swap 'two' does not exist (S3.2); it can be any, one or none"),
    ],
)
def test_a_wrong_value_is_refused_and_the_right_ones_are_named(name: str, value: object, sentence: str) -> None:
    with pytest.raises(BadOption) as refusal:
        load("siege", **{name: value})
    assert str(refusal.value) == sentence


def test_an_unknown_option_is_refused_and_the_known_ones_are_named() -> None:
    with pytest.raises(BadOption) as refusal:
        load("siege", waves=3)
    assert str(refusal.value) == ("siege has no option 'waves'; its options are: mode, regroup, empty, table, swap")


def test_a_value_is_read_from_a_command_line_as_from_python() -> None:
    typed = load("siege", mode=" 12 ", regroup="2", empty="loses", table="paper", swap="one")
    assert (
        typed.options == load("siege", mode=12, regroup=np.int64(2), empty="loses", table="paper", swap="one").options
    )
    assert type(typed.options["mode"]) is type(typed.options["regroup"]) is int


# mode


@pytest.mark.clause("S1.3")
@pytest.mark.parametrize("waves", range(1, 13))
def test_a_number_as_mode_is_the_countdown(waves: int) -> None:
    state = load("siege", mode=waves).start()
    assert state.position() == f"lanes 6 6 6, backline 6, waves {waves}"


@pytest.mark.clause("S1.3", "S5.3")
def test_a_mode_of_one_wave_is_won_by_one_wave() -> None:
    state = after_a_wave("lanes 6 6 6, backline 6, waves 1", 6, 6, 6, mode=1)
    assert (state.current_player, state.position()) == (OVER, "lanes 3 0 3, backline 6, waves 0, enemy 6 6 6, won")


# regroup


@pytest.mark.clause("S5.2")
@pytest.mark.parametrize(
    ("regroup", "backlines"),
    [(1, {0: 0, 1: 2, 2: 3, 4: 5, 5: 6, 6: 6}), (2, {0: 0, 1: 3, 2: 4, 4: 6, 5: 6, 6: 6})],
)
def test_the_backline_grows_by_regroup_up_to_six(regroup: int, backlines: dict[int, int]) -> None:
    for before, after in backlines.items():
        state = after_a_wave(f"lanes 4 4 4, backline {before}, waves 2", 1, 1, 1, regroup=regroup)
        assert state.position() == f"lanes 3 3 3, backline {after}, waves 1"


@pytest.mark.clause("S5.2")
def test_growth_is_logged_as_what_the_die_could_take() -> None:
    state, events = load("siege", regroup=2, swap="none").position("lanes 4 4 4, backline 5, waves 2"), []
    for step in ("hold", 1, 1, 1):
        state.play(step, events)
    assert str(events[-1]) == "The backline gains 1 and has 6. (S5.2)"


# empty


@pytest.mark.clause("S2.3")
def test_an_empty_backline_stands_or_loses() -> None:
    position = "lanes 5 5 5, backline 1, waves 2"
    assert moves(load("siege", empty="stands").position(position)) == [
        "reinforce 0 0 0",
        "reinforce 0 0 1",
        "reinforce 0 1 0",
        "reinforce 1 0 0",
    ]
    assert moves(load("siege", empty="loses").position(position)) == ["reinforce 0 0 0"]


@pytest.mark.clause("S2.3")
def test_where_an_empty_backline_loses_sending_more_than_there_is_still_cites_the_sending() -> None:
    state = load("siege", empty="loses").position("lanes 5 5 5, backline 1, waves 2")
    one, two = state.why_not("reinforce 1 0 0"), state.why_not("reinforce 1 1 0")
    assert one is not None
    assert two is not None
    assert (one.clause, two.clause) == ("S2.3", "S2.2")
    assert two.reason == "you have only 1 troop to send, not 2"


@pytest.mark.clause("S2.3", "S4.3")
@pytest.mark.parametrize("empty", ["stands", "loses"])
def test_a_battle_that_empties_the_backline_loses_either_way(empty: str) -> None:
    state = after_a_wave("lanes 6 1 6, backline 2, waves 2", 1, 3, 1, empty=empty)
    assert state.position() == "lanes 5 0 5, backline 0, waves 2, enemy 1 3 1, lost"


@pytest.mark.clause("S2.3")
def test_an_empty_backline_can_be_set_up_only_where_it_stands() -> None:
    position = "lanes 5 5 5, backline 0, waves 2"
    assert load("siege", empty="stands").position(position).position() == position
    with pytest.raises(BadPosition, match=r"^an empty backline has lost already \(S2\.3, option empty\)$"):
        load("siege", empty="loses").position(position)


# table


@pytest.mark.clause("S2.2")
def test_no_lane_die_can_show_more_than_six() -> None:
    state = load("siege", table="dice").position("lanes 6 5 4, backline 3, waves 2")
    assert moves(state) == [
        "reinforce 0 0 0",
        "reinforce 0 0 1",
        "reinforce 0 0 2",
        "reinforce 0 1 0",
        "reinforce 0 1 1",
        "reinforce 0 1 2",
    ]
    for step, lane, total in (("1 0 0", "top", 7), ("0 2 0", "middle", 7), ("0 0 3", "bottom", 7)):
        refusal = state.why_not(f"reinforce {step}")
        assert refusal is not None
        assert refusal.clause == "S2.2"
        assert refusal.reason == f"a die shows at most 6, and the {lane} lane would have {total}"


@pytest.mark.clause("S2.2")
def test_numbers_on_paper_have_no_maximum() -> None:
    state = load("siege", table="paper").position("lanes 6 6 6, backline 6, waves 3")
    assert len(state.legal_moves()) == 84  # ways to share at most six among three lanes
    state.play("reinforce 0 6 0")
    assert state.position() == "lanes 6 12 6, backline 0, waves 3, enemy ? ? ?"


@pytest.mark.clause("S5.2")
@pytest.mark.parametrize(("regroup", "after"), [(1, 7), (2, 8)])
def test_on_paper_regrouping_does_not_stop_at_six(regroup: int, after: int) -> None:
    state = after_a_wave("lanes 6 6 6, backline 6, waves 3", 1, 1, 1, table="paper", regroup=regroup)
    assert state.position() == f"lanes 5 5 5, backline {after}, waves 2"


@pytest.mark.clause("S2.2")
@pytest.mark.parametrize("position", ["lanes 7 5 5, backline 3, waves 2", "lanes 0 0 0, backline 7, waves 2"])
def test_more_than_six_can_be_set_up_only_on_paper(position: str) -> None:
    assert load("siege", table="paper").position(position).position() == position
    with pytest.raises(BadPosition, match=r"^a die shows at most 6 \(S2\.2, option table\)$"):
        load("siege", table="dice").position(position)


@pytest.mark.clause("S1.2")
def test_no_table_ever_holds_more_troops_than_the_set_up() -> None:
    paper = load("siege", table="paper")
    assert len(paper.position("lanes 0 0 0, backline 24, waves 1").legal_moves()) == paper.definition.rules.max_moves
    with pytest.raises(BadPosition, match=r"^a siege starts with 24 troops and never has more \(S1\.2\)$"):
        paper.position("lanes 0 0 1, backline 24, waves 1")


# swap

SCOUTED = "lanes 6 4 5, backline 3, waves 2, enemy 1 6 1"


@pytest.mark.clause("S3.2")
def test_swap_any_allows_all_six_arrangements() -> None:
    assert len(moves(load("siege", swap="any").position(SCOUTED))) == 6


@pytest.mark.clause("S3.2")
def test_swap_one_allows_one_exchange_or_none() -> None:
    state = load("siege", swap="one").position(SCOUTED)
    assert moves(state) == ["arrange 4 6 5", "arrange 5 4 6", "arrange 6 4 5", "arrange 6 5 4"]
    for step in ("arrange 4 5 6", "arrange 5 6 4"):
        refusal = state.why_not(step)
        assert refusal is not None
        assert (refusal.clause, refusal.reason) == ("S3.2", "you may swap only two dice")


@pytest.mark.clause("S3.2")
def test_two_like_dice_let_one_exchange_reach_every_arrangement() -> None:
    position = "lanes 4 4 5, backline 3, waves 2, enemy 1 6 1"
    assert moves(load("siege", swap="one").position(position)) == moves(load("siege").position(position))


@pytest.mark.clause("S3.2")
def test_swap_none_fights_at_once_after_the_third_roll() -> None:
    state = load("siege", swap="none").position("lanes 6 4 5, backline 3, waves 2, enemy 1 6 ?")
    state.play(1)
    assert state.position() == "lanes 5 0 4, backline 2, waves 1"
    with pytest.raises(
        BadPosition, match=r"^after the third roll the battle is fought at once \(S3\.2, option swap\)$"
    ):
        load("siege", swap="none").position(SCOUTED)


# All options together, counted by trying


def may_be_sent(lanes: list[int], backline: int, sent: tuple[int, ...], options: dict[str, Any]) -> bool:
    """Count reinforcements by S2.2 and S2.3, independently."""
    left = backline - sum(sent)
    over = options["table"] == "dice" and any(n + more > 6 for n, more in zip(lanes, sent, strict=True))
    return not over and left >= (1 if options["empty"] == "loses" else 0)


@pytest.mark.clause("S2.2", "S2.3")
@pytest.mark.parametrize("empty", ["stands", "loses"])
@pytest.mark.parametrize("table", ["dice", "paper"])
@pytest.mark.parametrize(("lanes", "backline"), [((6, 6, 6), 6), ((0, 0, 0), 6), ((5, 1, 3), 4), ((2, 6, 0), 1)])
def test_the_moves_are_those_that_trying_every_split_finds(
    lanes: tuple[int, ...], backline: int, table: str, empty: str
) -> None:
    game = load("siege", table=table, empty=empty)
    state = game.position(f"lanes {' '.join(map(str, lanes))}, backline {backline}, waves 2")
    found = []
    for sent in product(range(9), repeat=3):
        text = f"reinforce {' '.join(map(str, sent))}"
        if may_be_sent(list(lanes), backline, sent, game.options):
            found.append(text)
        refusal = state.why_not(text)
        assert (refusal is None) == (text in found)
        assert refusal is None or refusal.clause in ("S2.2", "S2.3")
    assert moves(state) == sorted(found)


@pytest.mark.clause("S3.2")
@pytest.mark.parametrize(("swap", "most_moved"), [("one", 2), ("any", 3)])
@pytest.mark.parametrize("lanes", [(6, 4, 5), (4, 4, 5), (5, 4, 4), (4, 5, 4), (3, 3, 3), (0, 6, 0)])
def test_the_arrangements_are_those_that_trying_every_order_finds(
    lanes: tuple[int, ...], swap: str, most_moved: int
) -> None:
    state = load("siege", swap=swap).position(f"lanes {' '.join(map(str, lanes))}, backline 2, waves 2, enemy 1 1 1")
    found = {
        f"arrange {' '.join(str(lanes[lane]) for lane in order)}"
        for order in permutations(range(3))
        if sum(lane != place for place, lane in enumerate(order)) <= most_moved
    }
    assert moves(state) == sorted(found)
    for wanted in product(range(7), repeat=3):
        text = f"arrange {' '.join(map(str, wanted))}"
        refusal = state.why_not(text)
        assert (refusal is None) == (text in found)
        assert refusal is None or refusal.clause == "S3.2"
