"""Why a move is refused, with its clause, and that a refusal reveals nothing."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from holdtheline.games.towers.rules import legality, moves
from holdtheline.games.towers.rules.turn_end import game_over_clause
from holdtheline.games.towers.state import (
    Clause,
)
from holdtheline.games.towers.text import labels, notation, refusals
from holdtheline.games.towers.view import hotspots

from ..worded_positions import (
    BOMB_ACTS,
    LEFT,
    PLAN,
    RIFLE_ACTS,
    RIGHT,
    ROW,
    TOWER_ACTS,
    after,
    at,
    hidden,
    random_games,
    random_states,
    started,
)

ZERO = {"zero_health_attacks": 1}
REFUSED = [
    ("played 100", [], "ready", Clause.T7_2, "the game is over"),
    (
        "played 3; left hp 0; left results 1 0 0; right showed shield 0 0 1; right soldiers shield 0 0",
        [],
        "ready",
        Clause.T7_1,
        "the game is over",
    ),
    (PLAN, [], "never mind", Clause.T2_2, "there is no order to cancel"),
    (PLAN, [], "cell 3 4", Clause.T2_2, "pick a tower first, then its cell"),
    (PLAN, [], "column 3", Clause.T2_2, "pick a soldier first"),
    (PLAN, ["tower frost"], "home", Clause.T2_2, "pick a soldier first"),
    (PLAN, ["soldier 1"], "step 3", Clause.T2_2, "pick a soldier and its column first"),
    (PLAN, [], "rest", Clause.T2_2, "units act only after both players have ended their turn"),
    (PLAN, [], "as last turn", Clause.T2_3, "you sent no soldiers in the last turn"),
    (PLAN, [], "mind blockade hunter", Clause.T4_3, "a blockade cannot attack, so it decides nothing"),
    (PLAN, ["ready"], "left hire rifle", Clause.T2_2, "left has ended the turn, and can give no more orders"),
    (
        PLAN,
        ["tower frost"],
        "ready",
        Clause.T2_2,
        "finish this order first: give its cell, or cancel it (never mind)",
    ),
    (
        PLAN,
        ["soldier 1"],
        "hire rifle",
        Clause.T2_2,
        "finish this order first: give its column or home, or cancel it (never mind)",
    ),
    (
        PLAN,
        ["soldier 1", "column 3"],
        "soldier 2",
        Clause.T2_2,
        "finish this order first: give its timestep, or cancel it (never mind)",
    ),
    (
        PLAN,
        ["hire rifle", "hire rifle"],
        "hire bomb",
        Clause.T6_2,
        "a bomb soldier costs 3 gold, and left has 1",
    ),
    ("played 1; left gold 0", [], "tower frost", Clause.T6_2, "a frost tower costs 3 gold, and left has 0"),
    (PLAN, [], "soldier 3", Clause.T6_2, "there is no soldier 3: left has 2"),
    ("played 0", [], "in file 3", Clause.T6_2, "left has no soldiers to send"),
    (
        f"played 1; left soldiers {', '.join(['shield home'] * 255)}",
        [],
        "hire rifle",
        Clause.T2_6,
        "a player owns at most 255 soldiers",
    ),
    (
        PLAN,
        [],
        "dismiss",
        Clause.T2_4,
        "you hired no soldier in this turn, and soldiers from earlier turns cannot be dismissed",
    ),
    (PLAN, [], "take down 3 5", Clause.T2_5, "the tower in row 3, column 5 is from an earlier turn"),
    (PLAN, [], "take down 3 4", Clause.T2_5, "no tower stands in row 3, column 4"),
    (PLAN, [], "mind rifle usual", Clause.T8_1, "rifle soldiers already decide this way (usual)"),
    (PLAN, ["tower frost"], "cell 20 3", Clause.T4_1, "the last row of a lane is row 19"),
    (
        PLAN,
        ["tower frost"],
        "cell 19 3",
        Clause.T1_2,
        "row 19 is where soldiers enter: build your towers below it",
    ),
    (PLAN, ["tower frost"], "cell 3 5", Clause.T4_1, "a tower stands in row 3, column 5 already"),
    (
        f"played 1; left towers {ROW}",
        ["tower frost"],
        "cell 3 6",
        Clause.T4_2,
        "row 3 would be closed: leave a free cell in every row",
    ),
    (
        TOWER_ACTS,
        [],
        "right rest",
        Clause.T3_1,
        "left decides now, for its missile tower in row 10, column 3",
    ),
    (
        TOWER_ACTS,
        [],
        "ready",
        Clause.T3_2,
        "the missile tower in row 10, column 3 acts now, and it shoots or rests",
    ),
    (
        BOMB_ACTS,
        [],
        "shoot 1",
        Clause.T3_2,
        "the soldier 1, a bomb, in row 17, column 3 acts now, and it moves, attacks, scores or rests",
    ),
    (TOWER_ACTS, [], "shoot 2", Clause.T4_3, "the range of a missile tower is 4, and soldier 2 is 5 away"),
    (TOWER_ACTS, [], "shoot 3", Clause.T4_3, "soldier 3 is not on the lane"),
    (BOMB_ACTS, [], "score", Clause.T5_4, "a soldier scores from row 0, and this bomb soldier is on row 17"),
    (
        BOMB_ACTS,
        [],
        "go 15 1",
        Clause.T5_1,
        "the speed of a bomb soldier is 1, and row 15, column 1 is 2 away",
    ),
    (BOMB_ACTS, [], "go 17 3", Clause.T5_1, "the bomb soldier is in row 17, column 3 already"),
    (BOMB_ACTS, [], "go 20 3", Clause.T5_1, "the last row of a lane is row 19"),
    (BOMB_ACTS, [], "go 16 3", Clause.T4_1, "a tower stands in row 16, column 3"),
    (
        BOMB_ACTS,
        [],
        "go 16 2",
        Clause.T5_3,
        "a bomb soldier moves every 2 timesteps, and this one next at timestep 6",
    ),
    (
        BOMB_ACTS,
        [],
        "strike 18 3",
        Clause.T5_2,
        "a bomb soldier attacks only the cell straight ahead of row 17, column 3",
    ),
    (BOMB_ACTS, [], "strike 16 2", Clause.T5_2, "no tower stands in row 16, column 2"),
    (
        RIFLE_ACTS,
        [],
        "strike 12 3",
        Clause.T5_2,
        "the range of a rifle soldier is 3, and row 12, column 3 is 4 away",
    ),
    (
        RIFLE_ACTS.replace("16 3 3 6 0", "16 3 0 6 0"),
        [],
        "go 15 3",
        Clause.T3_3,
        "the rifle soldier has no health left, so it cannot do this",
    ),
]


@pytest.mark.parametrize(("words", "first", "move", "clause", "reason"), REFUSED)
def test_a_refusal_says_why(words: str, first: list[str], move: str, clause: Clause, reason: str) -> None:
    state = at(words, zero_health_attacks=int(clause == Clause.T3_3))
    after(state, *first)
    code = notation.parse_move(state, move)
    assert (legality.why_not(state, code), refusals.refusal(state, code, clause)) == (clause, reason)


def test_every_clause_that_can_refuse_has_its_words() -> None:
    text = Path(legality.__file__).read_text() + inspect.getsource(game_over_clause.function)
    named = set(re.findall(r"Clause\.(T\d+_\d+)", text))
    assert {clause.name for _, _, _, clause, _ in REFUSED} == named


@pytest.mark.parametrize(
    ("orders_before", "move", "reason"),
    [
        (["right hire rifle"] * 5, "right hire bomb", "a bomb soldier costs 3 gold, and right has less"),
        (["right hire rifle"], "right soldier 9", "there is no soldier 9: right has fewer"),
        (
            ["right tower frost"],
            "right ready",
            "finish this order first: give the rest of it, or cancel it (never mind)",
        ),
    ],
)
def test_a_refusal_of_the_other_seat_is_true_and_reveals_nothing(
    orders_before: list[str], move: str, reason: str
) -> None:
    state = after(started(), *orders_before)
    code = notation.parse_move(state, move)
    clause = legality.why_not(state, code)
    assert clause
    assert refusals.refusal(hidden(state, LEFT), code, clause) == reason


@random_games
def test_any_code_has_words_also_for_a_seat_that_does_not_see_all(seed: int, options: Any) -> None:
    random = Random(seed)
    for state in random_states(seed, **options):
        for local in random.sample(sorted(notation.TEXTS_BY_CODE), 12):
            code = int(moves.encode_move(random.randrange(2), local))
            clause = legality.why_not(state, code)
            for visible in (state, hidden(state, LEFT), hidden(state, RIGHT)):
                assert labels.move_label(visible, code)
                assert notation.move_text(visible, code) == notation.move_text(state, code)
                assert hotspots.clicks(visible, code) == hotspots.clicks(state, code)
                assert not clause or refusals.refusal(visible, code, clause)
