"""The book player finds its way, takes objectives that win, strikes where that pays, and beats random moves by far."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from holdtheline.core.catalog import load
from holdtheline.core.definition import CHANCE
from holdtheline.core.dice import SeededDice, random_stream
from holdtheline.games.skirmish.ai import book
from holdtheline.games.skirmish.ai.walking_distance import (
    STEP_LENGTH,
    UNREACHABLE,
    compute_walking_steps,
    walking_distance,
)
from holdtheline.games.skirmish.rules.move_generation import MAX_MOVES
from holdtheline.games.skirmish.rules.moves import MoveKind, move_kind, move_thing, why_not
from holdtheline.games.skirmish.state import BLOCKS_MOVEMENT, IS_WATER
from holdtheline.players.batch import play_games
from holdtheline.players.player import player

from ..battle_builder import acting


def box(bits: int, x: int, y: int, to_x: int, to_y: int) -> Any:
    return bits, 1, (x, to_x, to_x, x), (y, y, to_y, to_y)


def test_on_open_ground_a_walk_is_straight() -> None:
    steps = compute_walking_steps(())
    assert walking_distance(steps, 1000, 1000, 4000, 5000) == 5000


def test_a_walk_goes_round_a_wall() -> None:
    """From one side of a wall to the other it is 10 inches up to its end, and 10 down again."""
    steps = compute_walking_steps((box(BLOCKS_MOVEMENT, 11_900, 0, 12_100, 13_000),))
    assert 20_000 < walking_distance(steps, 10_500, 3500, 13_500, 3500) < 26_000
    assert walking_distance(steps, 10_500, 20_500, 13_500, 20_500) == 3000


def test_no_walk_leads_through_a_wall_from_edge_to_edge() -> None:
    steps = compute_walking_steps((box(BLOCKS_MOVEMENT, 0, 11_900, 24_000, 12_100),))
    assert walking_distance(steps, 12_000, 3500, 12_000, 20_500) >= UNREACHABLE * STEP_LENGTH


def test_a_door_as_wide_as_a_base_and_a_half_is_found() -> None:
    wall = (
        box(BLOCKS_MOVEMENT, 0, 11_900, 11_250, 12_100),
        box(BLOCKS_MOVEMENT, 12_750, 11_900, 24_000, 12_100),
    )
    assert walking_distance(compute_walking_steps(wall), 12_000, 8500, 12_000, 15_500) == 7000


def test_wading_takes_twice_as_long() -> None:
    dry, wet = compute_walking_steps(()), compute_walking_steps((box(IS_WATER, 0, 10_000, 24_000, 16_000),))
    assert (
        walking_distance(wet, 12_000, 8500, 12_000, 18_500) > walking_distance(dry, 12_000, 8500, 12_000, 18_500) + 5000
    )


def chosen(s: Any) -> int:
    """Return the move of the book player in this battle on open ground."""
    code = int(book.choose(s, np.zeros(MAX_MOVES, np.int64), random_stream(1, "book"), compute_walking_steps(())))
    assert why_not(s, code) == 0
    return code


def test_it_strikes_the_one_whom_the_blow_would_fell() -> None:
    on = acting("F0", "F0 12 12 attack=2", "E0 13 12 slots=2; E1 11 12 slots=0")
    code = chosen(on.s)
    assert (move_kind(code), on.name_of(move_thing(code))) == (MoveKind.FIGHT, "E1")


def test_it_charges_a_lone_enemy_rather_than_walk_about() -> None:
    on = acting("F0", "F0 12 10 attack=3", "E0 12 15 slots=0")
    on.play(chosen(on.s))
    assert on.phase == "FIGHTING"


def test_it_never_makes_a_move_that_the_rules_refuse() -> None:
    state = load("skirmish", scenario="millrace", plain=True).start()
    book_player, dice = player("book", seed=3), SeededDice(4)
    for _ in range(60):
        if state.current_player == CHANCE:
            state.roll(dice)
        else:
            state.play(book_player.choose(state))


@pytest.mark.compiled
def test_it_beats_chance_by_far() -> None:
    """100 battles each: the book wins at least three times as often as moves at random, and two in five."""
    rules = load("skirmish", scenario="millrace")
    book_won, random_won = (
        play_games(rules, (name,), 100, random_stream(5, name))[0][0, 2] for name in ("book", "random")
    )
    assert book_won >= 40
    assert book_won >= 3 * random_won
