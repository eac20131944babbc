"""The odds of a move."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from holdtheline.core import catalog
from holdtheline.core.events import Event
from holdtheline.core.game import Game, State
from holdtheline.games.siege.state import EventKind
from holdtheline.games.siege.view.odds import odds

NONE = "none get through"
SOME = "some get through, and the backline holds"
FALLEN = "the castle falls"


def odds_of(state: State, move: str) -> dict[str, Fraction]:
    return {odd.label: odd.chance for odd in odds(state.record, state.move(move).code)}


# By hand


def test_a_full_line_lets_none_through() -> None:
    assert odds_of(catalog.load("siege").start(), "hold") == {NONE: 1}


def test_an_empty_line_without_a_backline_falls() -> None:
    state = catalog.load("siege").position("lanes 0 0 0, backline 0, waves 2")
    assert odds_of(state, "hold") == {FALLEN: 1}


def test_one_weak_lane_is_put_where_the_enemy_is_weakest() -> None:
    # 6 6 0: two dice hold anything, so only the weakest of the three strengths gets through. It
    # is at least 1, so some always do, and at most 3.
    state = catalog.load("siege").position("lanes 6 6 0, backline 3, waves 2")
    # The weakest is 3 when both outer dice show 5 or 6 and the middle one 3 or more.
    assert odds_of(state, "hold") == {SOME: 1 - Fraction(2 * 4 * 2, 216), FALLEN: Fraction(16, 216)}


def test_a_line_that_may_not_be_rearranged_meets_the_enemy_as_it_stands() -> None:
    state = catalog.load("siege", swap="none").position("lanes 3 3 3, backline 2, waves 2")
    # The outer lanes hold against anything; the middle one against 1, 2 and 3. 4 lets one through, 5
    # two, which break the backline.
    assert odds_of(state, "hold") == {
        NONE: Fraction(1, 2),
        SOME: Fraction(1, 6),
        FALLEN: Fraction(1, 3),
    }


def test_what_was_sent_stands_in_the_line_and_not_in_the_backline() -> None:
    state = catalog.load("siege", swap="none").position("lanes 3 3 3, backline 2, waves 2")
    assert odds_of(state, "reinforce 0 2 0") == {NONE: Fraction(5, 6), FALLEN: Fraction(1, 6)}
    assert odds_of(state, "reinforce 0 1 0") == {NONE: Fraction(4, 6), FALLEN: Fraction(2, 6)}


def test_a_backline_that_holds_in_the_last_wave_wins() -> None:
    state = catalog.load("siege", swap="none").position("lanes 3 3 3, backline 2, waves 1")
    assert list(odds_of(state, "hold")) == [f"{NONE}: you win", f"{SOME}: you win", FALLEN]


@pytest.mark.parametrize(
    ("position", "move", "label"),
    [
        (
            "lanes 6 4 5, backline 3, waves 2, enemy 5 2 6",
            "keep",
            "none get through; the lanes keep 3, 2, 2",
        ),
        (
            "lanes 6 4 2, backline 3, waves 2, enemy 5 5 6",
            "keep",
            "2 get through, and the backline has 1; the lanes keep 3, 0, 0",
        ),
        (
            "lanes 6 4 2, backline 3, waves 2, enemy 5 5 6",
            "arrange 4 6 2",
            "1 gets through, and the backline has 2; the lanes keep 1, 1, 0",
        ),
        ("lanes 6 4 2, backline 2, waves 2, enemy 5 5 6", "keep", "2 get through: the castle falls"),
        ("lanes 6 4 2, backline 0, waves 1, enemy 5 2 3", "keep", "none get through: you win"),
        (
            "lanes 6 4 2, backline 2, waves 1, enemy 5 5 1",
            "keep",
            "1 gets through, and the backline holds: you win",
        ),
    ],
)
def test_the_odds_of_an_arrangement_say_what_the_battle_will_do(position: str, move: str, label: str) -> None:
    assert odds_of(catalog.load("siege").position(position), move) == {label: 1}


def test_a_move_that_the_rules_refuse_has_no_odds() -> None:
    state = catalog.load("siege").start()
    assert odds_of(state, "reinforce 1 0 0") == {}
    assert odds_of(state, "keep") == {}
    assert odds_of(state, "roll 3") == {}


# By playing every roll


def overflow_in(events: list[Event]) -> int:
    return sum(event.numbers[2] for event in events if event.kind == EventKind.OVERRUN)


def ends(state: State) -> list[tuple[int, bool, bool]]:
    """Return the overflow, and whether the game is lost or won, for each arrangement."""
    found = []
    for code in state.legal_codes():
        played, events = state.copy(), list[Event]()
        played.play(code, events)
        outcome = played.outcome
        winner = outcome.winner if outcome else None
        found.append((overflow_in(events), outcome is not None and winner is None, winner == 0))
    return found


def counted(state: State, code: int) -> dict[str, Fraction]:
    """Compute the same odds by playing all 216 rolls and every arrangement."""
    labels: Counter[str] = Counter()
    for faces in product(range(1, 7), repeat=3):
        rolled, events = state.copy(), list[Event]()
        rolled.play(code)
        for face in faces:
            rolled.play(face, events)
        if rolled.game.options["swap"] == "none":
            outcome = rolled.outcome
            lost = outcome is not None and outcome.winner is None
            best = (overflow_in(events), lost, outcome is not None and not lost)
        else:
            best = min(ends(rolled))
        through, lost, won = best
        label = FALLEN if lost else SOME if through else NONE
        labels[f"{label}: you win" if won else label] += 1
    return {label: Fraction(count, 216) for label, count in labels.items()}


def random_positions(game: Game, count: int, dice: random.Random) -> list[State]:
    most = 6 if game.options["table"] == "dice" else 8
    least = 0 if game.options["empty"] == "stands" else 1
    texts = [
        f"lanes {dice.randint(0, 5)} {dice.randint(0, most)} {dice.randint(0, 4)}, "
        f"backline {dice.randint(least, 5)}, waves {dice.randint(1, 3)}"
        for _ in range(count)
    ]
    return [game.position(text) for text in texts]


@pytest.mark.parametrize("swap", ["any", "one", "none"])
@pytest.mark.parametrize("empty", ["stands", "loses"])
@pytest.mark.parametrize("table", ["dice", "paper"])
def test_the_odds_are_those_of_all_rolls_played_out(swap: str, empty: str, table: str) -> None:
    game = catalog.load("siege", swap=swap, empty=empty, table=table)
    dice = random.Random(f"{swap} {empty} {table}")
    for state in random_positions(game, 2, dice):
        code = dice.choice(state.legal_codes())
        assert odds_of(state, state.move(code).text) == counted(state, code), state.position()


def test_odds_add_up_and_change_nothing() -> None:
    dice = random.Random(1)
    for regroup, swap in product((1, 2), ("any", "one", "none")):
        for state in random_positions(catalog.load("siege", regroup=regroup, swap=swap), 10, dice):
            before = state.digest()
            for code in state.legal_codes():
                found = odds(state.record, code)
                assert sum(odd.chance for odd in found) == 1
                assert all(odd.chance for odd in found)
            assert state.digest() == before


def test_the_odds_of_an_arrangement_come_true() -> None:
    dice = random.Random(2)
    for state in random_positions(catalog.load("siege"), 20, dice):
        state.play(dice.choice(state.legal_codes()))
        for _ in range(3):
            state.play(dice.randint(1, 6))
        before = state.digest()
        for code, (through, lost, won) in zip(state.legal_codes(), ends(state), strict=True):
            (odd,) = odds(state.record, code)
            assert odd.chance == 1
            assert odd.label.startswith(f"{through or 'none'} get")
            assert odd.label.endswith("the castle falls") == lost
            assert odd.label.endswith("you win") == won
        assert state.digest() == before
