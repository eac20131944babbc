"""The built-in minds (T8.1) and how far units reach (T3.4), worked out on paper, for the engine and its twin.

The numbers are those of `EXAMPLE`, unless a case says more: a missile has range 4 and damage 3, a blockade 30
health, a rifle range 3, damage 3 and 3 health, a shield range 1, damage 1 and 6 health. A soldier that enters
at timestep 0 stands on row 19 - t when the towers act in timestep t.
"""

from __future__ import annotations

from typing import Any

import pytest

from ..engine_game import Field
from ..reference_game import COURSE, Event, Order, Ruleset, Twin
from .clause_games import RICH, changed, column_of, events_of

models = pytest.mark.parametrize("model", [Twin, Field], ids=["twin", "engine"])
Orders = list[Order]


def played(model: Any, defence: Orders, attack: Orders, ruleset: Ruleset = RICH) -> Any:
    """Return the game after one turn in which no order was refused."""
    game = model(ruleset)
    assert game.play_turn([defence, attack]) == []
    return game


def shots(game: Any) -> list[tuple[int, int]]:
    """Return which soldier was shot when."""
    return [(timestep, number) for timestep, _, _, number in events_of(game, "shot")]


def hits(game: Any) -> list[tuple[int, tuple[int, int]]]:
    """Return which tower was hit when."""
    return [(timestep, cell) for timestep, _, _, cell in events_of(game, "hit")]


def blockades(*cells: tuple[int, int]) -> Orders:
    return [("build", "blockade", *cell) for cell in cells]


# Distance


@models
@pytest.mark.clause("T3.4")
@pytest.mark.parametrize("column", [0, 1, 2, 4, 5, 6])  # in column 3 stands the tower
def test_T3_4_what_a_tower_reaches_is_a_square(model: Any, column: int) -> None:
    # Range 2 about (10, 3): rows 8 to 12 in columns 1 to 5, the corners too. On row 12 at timestep 7.
    near = changed(RICH, {"missile": {"range": 2, "damage": 1}})
    game = played(model, [("build", "missile", 10, 3)], column_of("shield", 1, column), near)
    in_range = range(7, 12) if 1 <= column <= 5 else range(0)
    assert shots(game) == [(timestep, 0) for timestep in in_range]


@models
@pytest.mark.clause("T3.4", "T5.2")
@pytest.mark.parametrize(
    ("cell", "first"),
    [
        ((16, 0), 0),  # 3 rows and 3 columns from (19, 3): a corner
        ((16, 6), 0),
        ((15, 0), 1),  # a row too far; it goes to row 18 first
        ((17, 3), 0),  # 2 rows straight ahead
    ],
)
def test_T3_4_T5_2_a_rifle_reaches_three_cells_in_every_direction(
    model: Any, cell: tuple[int, int], first: int
) -> None:
    # 30 / 3 = 10 hits.
    attack = [("mind", "rifle", "hunter"), *column_of("rifle", 1, column=3)]
    game = played(model, blockades(cell), attack)
    assert hits(game) == [(timestep, cell) for timestep in range(first, first + 10)]
    assert events_of(game, "score") == [(19 + 10, "score", 0)]


@models
@pytest.mark.clause("T3.4", "T5.2")
def test_T3_4_T5_2_what_is_four_columns_away_is_out_of_a_rifle_s_range(model: Any) -> None:
    attack = [("mind", "rifle", "hunter"), *column_of("rifle", 1, column=4)]
    game = played(model, blockades((16, 0)), attack)
    assert events_of(game, "hit", "score") == [(19, "score", 0)]


@models
@pytest.mark.clause("T5.2")
def test_T5_2_a_bomb_that_hunts_reaches_only_what_is_straight_ahead(model: Any) -> None:
    # At 0 the blockades are diagonally ahead, beside and behind in turn; the one in column 3 is ahead of row
    # 17, where the bomb comes at 2. 30 / 6 = 5 hits.
    attack = [("mind", "bomb", "hunter"), *column_of("bomb", 1, column=3)]
    game = played(model, blockades((18, 2), (18, 4), (16, 3), (16, 2)), attack)
    assert hits(game) == [(timestep, (16, 3)) for timestep in range(3, 8)]


@models
@pytest.mark.clause("T5.2")
def test_T5_2_the_bomb_of_the_course_reaches_every_neighbouring_cell(model: Any) -> None:
    # 30 / 3 = 10 hits.
    attack = [("mind", "bomb", "hunter"), *column_of("bomb", 1, column=3)]
    game = played(model, blockades((19, 2)), attack, COURSE)
    assert hits(game) == [(timestep, (19, 2)) for timestep in range(10)]


# Towers


@models
@pytest.mark.clause("T8.1", "T3.3")
def test_T8_1_thrifty_towers_waste_no_shot(model: Any) -> None:
    # Column 4 is 3 and 4 columns away. Each missile fells a rifle: number 1 came last, so it is the first.
    towers: Orders = [("build", "missile", 10, 1), ("build", "missile", 10, 0)]
    game = played(model, [*towers, ("mind", "missile", "thrifty")], column_of("rifle", 2, column=4))
    assert game.frames[5][0] == [
        ("shot", (10, 1), 1),
        ("shot", (10, 0), 0),
        ("fell", 0),
        ("fell", 1),
    ]
    assert events_of(game, "fell") == [(5, "fell", 0), (5, "fell", 1)]


@models
@pytest.mark.clause("T8.1")
def test_T8_1_a_tower_that_hunts_shoots_at_the_one_with_the_least_health(model: Any) -> None:
    # The shield, number 0, is in the lower column. The rifle has less health, and falls first.
    attack: Orders = [("hire", "shield"), ("hire", "rifle"), ("send", 0, 0, 2), ("send", 1, 0, 4)]
    towers: Orders = [("build", "missile", 10, 3), ("mind", "missile", "hunter")]
    assert shots(played(model, towers, attack)) == [(5, 1), (6, 0), (7, 0)]
    # Two of them: the rifle has fallen when the second one shoots. At 6 the shield falls at the first shot.
    assert shots(played(model, [("build", "missile", 10, 2), *towers], attack)) == [
        (5, 1),
        (5, 0),
        (6, 0),
    ]


@models
@pytest.mark.clause("T8.1")
@pytest.mark.parametrize(
    ("entries", "order"),
    [
        (((0, 4), (0, 2)), [(5, 1), (6, 0)]),  # the lower column
        (((0, 2), (1, 2)), [(5, 0), (6, 1)]),  # the lower row
        (((0, 3), (0, 3)), [(5, 1), (6, 0)]),  # who came last into the cell
    ],
)
def test_T8_1_of_equals_a_tower_that_hunts_takes_the_first_in_the_usual_order(
    model: Any, entries: tuple[tuple[int, int], ...], order: list[tuple[int, int]]
) -> None:
    sent: Orders = [("send", number, *entry) for number, entry in enumerate(entries)]
    towers: Orders = [("build", "missile", 10, 3), ("mind", "missile", "hunter")]
    assert shots(played(model, towers, [*[("hire", "rifle")] * 2, *sent])) == order


@models
@pytest.mark.clause("T8.1")
@pytest.mark.parametrize("mind", ["thrifty", "hunter"])
@pytest.mark.parametrize(("towers_see", "first"), [(True, 0), (False, 1)])
def test_T8_1_no_built_in_mind_looks_at_the_deployment_row_where_the_ruleset_says_so(
    model: Any, mind: str, towers_see: bool, first: int
) -> None:
    ruleset = changed(RICH, towers_see_deployment_row=towers_see)
    towers: Orders = [("build", "missile", 18, 2), ("mind", "missile", mind)]
    assert shots(played(model, towers, column_of("rifle", 1, column=3), ruleset)) == [(first, 0)]


# Soldiers


@models
@pytest.mark.clause("T8.1", "T5.1")
@pytest.mark.parametrize(
    ("column", "closed", "then"),
    [
        (3, (3,), 2),
        (3, (3, 2), 4),
        (0, (0,), 1),
        (1, (1,), 0),
        (5, (5, 4), 6),
        (6, (6,), 5),
        (6, (6, 5), None),
        (3, (2, 3, 4), None),
        (3, (2, 4), 3),
    ],
)
def test_T8_1_a_thrifty_soldier_goes_round_by_the_lower_column_first(
    model: Any, column: int, closed: tuple[int, ...], then: int | None
) -> None:
    attack = [("mind", "shield", "thrifty"), *column_of("shield", 1, column)]
    game = played(model, blockades(*((18, there) for there in closed)), attack)
    first: Event = ("hit", 0, (18, column)) if then is None else ("move", 0, 18, then)
    assert game.frames[0][0] == [("enter", 0, column), first]
    # On the way round it loses no time; else 30 hits of 1 come before.
    assert events_of(game, "score") == [(19 if then is not None else 49, "score", 0)]


@models
@pytest.mark.clause("T8.1", "T5.2")
@pytest.mark.parametrize(
    ("closed", "goal"), [([(18, 3)], (17, 3)), ([(17, 3)], (18, 3)), ([(18, 3), (17, 3)], (18, 2))]
)
def test_T8_1_a_thrifty_horse_jumps_then_steps_then_goes_round(
    model: Any, closed: list[tuple[int, int]], goal: tuple[int, int]
) -> None:
    attack = [("mind", "horse", "thrifty"), *column_of("horse", 1, column=3)]
    assert played(model, blockades(*closed), attack).frames[0][0] == [("enter", 0, 3), ("move", 0, *goal)]


@models
@pytest.mark.clause("T8.1")
def test_T8_1_a_soldier_that_hunts_attacks_the_tower_with_the_least_health(model: Any) -> None:
    # 10 health of the frost tower take 4 hits of 3, the 30 of the blockade 10.
    towers: Orders = [*blockades((16, 2)), ("build", "frost", 16, 5)]
    attack = [("mind", "rifle", "hunter"), *column_of("rifle", 1, column=3)]
    assert hits(played(model, towers, attack)) == [
        *[(timestep, (16, 5)) for timestep in range(4)],
        *[(timestep, (16, 2)) for timestep in range(4, 14)],
    ]


@models
@pytest.mark.clause("T8.1")
def test_T8_1_of_equals_a_soldier_that_hunts_takes_the_tower_built_first(model: Any) -> None:
    attack = [("mind", "rifle", "hunter"), *column_of("rifle", 1, column=3)]
    assert hits(played(model, blockades((17, 4), (17, 2)), attack)) == [
        *[(timestep, (17, 4)) for timestep in range(10)],
        *[(timestep, (17, 2)) for timestep in range(10, 20)],
    ]


@models
@pytest.mark.clause("T8.1")
def test_T8_1_a_soldier_that_hunts_wastes_no_hit_on_what_is_destroyed(model: Any) -> None:
    # Blockades of 3 health: a rifle for each of the two, and the third moves on, since none is left.
    weak = changed(RICH, {"blockade": {"health": 3}})
    attack = [("mind", "rifle", "hunter"), *column_of("rifle", 3, column=3)]
    game = played(model, blockades((17, 4), (17, 2)), attack, weak)
    assert game.frames[0][0][3:] == [
        ("hit", 0, (17, 4)),
        ("hit", 1, (17, 2)),
        ("move", 2, 18, 3),
        ("destroyed", (17, 4)),
        ("destroyed", (17, 2)),
    ]


@models
@pytest.mark.clause("T8.1", "T5.4")
def test_T8_1_who_hunts_on_row_0_scores_when_nothing_is_left_in_range(model: Any) -> None:
    # From row 2 the tower beside row 0 is out of the horse's range of 1. It jumps to row 0 at 9, hits 30
    # times for 1 from 10 on, and scores at 40.
    attack = [("mind", "horse", "hunter"), *column_of("horse", 1, column=3)]
    game = played(model, blockades((0, 4)), attack, COURSE)
    assert hits(game) == [(timestep, (0, 4)) for timestep in range(10, 40)]
    assert events_of(game, "score") == [(40, "score", 0)]


# Whose


@models
@pytest.mark.clause("T8.1")
def test_T8_1_a_mind_is_of_one_player_and_one_kind_and_stays(model: Any) -> None:
    # Both have a blockade diagonally ahead of a rifle and of a shield; only the rifle of player 1 hunts.
    sent: Orders = [("hire", "rifle"), ("hire", "shield"), ("send", 0, 99, 3), ("send", 1, 99, 3)]
    both = [*blockades((18, 2)), *sent]
    game = model(RICH)
    assert game.play_turn([both, [*both, ("mind", "rifle", "hunter")]]) == []
    for _ in range(2):
        assert [event[:3] for event in events_of(game, "hit", "move", lane=0)] == [(99, "hit", 0), (99, "move", 1)]
        assert [event[:3] for event in events_of(game, "hit", "move", lane=1)] == [
            (99, "move", 0),
            (99, "move", 1),
        ]
        game.play_turn([[], []])


@models
@pytest.mark.clause("T8.1", "T4.3")
def test_T8_1_T4_3_a_mind_that_it_has_or_that_decides_nothing_is_refused(model: Any) -> None:
    orders: Orders = [("mind", "rifle", "usual"), ("mind", "blockade", "hunter"), ("mind", "rifle", "hunter")]
    assert [clause for _, _, clause in model(RICH).play_turn([orders, []])] == ["T8.1", "T4.3"]
