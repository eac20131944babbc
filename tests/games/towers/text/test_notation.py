"""Moves of towers: their text, which is read back, and their labels."""

from __future__ import annotations

from typing import Any

import pytest

from holdtheline.core.definition import FIRST_MOVE
from holdtheline.games.towers.rules import legality, moves
from holdtheline.games.towers.state import (
    Clause,
    Phase,
    Picked,
    Unit,
)
from holdtheline.games.towers.text import labels, names, notation, refusals
from holdtheline.games.towers.view import hotspots

from ..worded_positions import (
    BOMB_ACTS,
    LEFT,
    PLAN,
    RIGHT,
    TOWER_ACTS,
    after,
    at,
    legal,
    random_games,
    random_states,
    started,
)


@pytest.mark.parametrize(
    ("local", "text"),
    [
        (moves.READY, "ready"),
        (moves.NEVER_MIND, "never mind"),
        (moves.HOME, "home"),
        (moves.DISMISS, "dismiss"),
        (moves.ALL_HOME, "all home"),
        (moves.HIRE + Unit.RIFLE, "hire rifle"),
        (moves.TOWER + Unit.MISSILE, "tower missile"),
        (moves.CELL + 26, "cell 3 5"),
        (moves.TAKE_DOWN + 26, "take down 3 5"),
        (moves.SOLDIER, "soldier 1"),
        (moves.SOLDIER + 254, "soldier 255"),
        (moves.COLUMN + 2, "column 2"),
        (moves.STEP + 17, "step 17"),
        (moves.MIND + Unit.RIFLE * 4 + 2, "mind rifle hunter"),
        (moves.TOGETHER + 3, "together 3"),
        (moves.IN_FILE + 3, "in file 3"),
        (moves.REST, "rest"),
        (moves.SCORE, "score"),
        (moves.GO + 30, "go 4 2"),
        (moves.STRIKE + 31, "strike 4 3"),
        (moves.SHOOT + 11, "shoot 12"),
    ],
)
def test_a_move_has_a_text_that_is_read_with_the_seat_in_front_where_another_decides(local: int, text: str) -> None:
    state = started()
    mine, yours = int(moves.encode_move(LEFT, local)), int(moves.encode_move(RIGHT, local))
    assert notation.move_text(state, mine) == notation.move_text(state, yours) == text
    assert notation.parse_move(state, text) == notation.parse_move(state, f"left {text}") == mine
    assert notation.parse_move(state, f"right {text}") == yours
    after(state, "ready")
    assert notation.parse_move(state, text) == yours
    assert notation.parse_move(state, f"left {text}") == mine


@pytest.mark.parametrize("text", ["Hire  Rifle", " hire rifle ", "LEFT hire rifle"])
def test_a_move_is_read_however_it_is_spaced(text: str) -> None:
    assert notation.parse_move(started(), text) == notation.parse_move(started(), "hire rifle")
    assert notation.parse_move(started(), "cell 03 005") == notation.parse_move(started(), "cell 3 5")


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "left", "hire", "hire missile", "tower rifle", "hire rifle 1", "soldier 0", "soldier 256",
        "soldier -1", "soldier １", "column 7", "step 100", "cell 3", "cell 21 0", "cell 3 7", "cell -1 3",
        "mind rifle", "mind rifle clever", "middle ready", "left right ready", "move 9", "roll 3",
        "ready now",
    ],
)  # fmt: skip
def test_what_is_no_move_is_not_read(text: str) -> None:
    assert notation.parse_move(started(), text) is None


@random_games
def test_every_legal_move_of_both_seats_is_read_back_from_its_text(seed: int, options: Any) -> None:
    picked, phases = set(), set()
    for state in random_states(seed, **options):
        phases.add(state.phase)
        for seat in (LEFT, RIGHT):
            picked.add(state.picked[seat])
            codes = legal(state, seat)
            texts = [notation.move_text(state, code) for code in codes]
            assert len(set(texts)) == len(texts)
            assert [notation.parse_move(state, f"{names.SEAT_NAMES[seat]} {text}") for text in texts] == codes
            assert all(labels.move_label(state, code) for code in codes)
            assert all(Clause(notation.move_clause(state, code)) for code in codes)
    assert picked == set(Picked)
    assert (Phase.ACT in phases) == options["asks"]


@pytest.mark.parametrize("code", [-1, 0, 3, 7, FIRST_MOVE + 6, FIRST_MOVE + moves.HIRE, 8200, 2**62, -(2**62)])
@pytest.mark.parametrize("words", [PLAN, TOWER_ACTS])
def test_a_code_that_is_no_move_is_named_and_refused(words: str, code: int) -> None:
    state = at(words)
    clause = legality.why_not(state, code)
    assert clause
    assert notation.move_text(state, code) == labels.move_label(state, code) == f"move {code}"
    assert Clause(notation.move_clause(state, code))
    assert refusals.refusal(state, code, clause)
    assert hotspots.clicks(state, code) == ()


@pytest.mark.parametrize(
    ("words", "first", "move", "label"),
    [
        (PLAN, [], "ready", "End turn"),
        (PLAN, [], "hire rifle", "Hire a rifle soldier for 2 gold"),
        (PLAN, ["hire bomb"], "dismiss", "Dismiss soldier 3, a bomb"),
        (PLAN, [], "tower blockade", "Build a blockade for 1 gold: then choose its cell"),
        (PLAN, ["tower frost"], "cell 4 4", "Build the frost tower in row 4, column 4"),
        (PLAN, ["tower frost"], "never mind", "Cancel this order"),
        (
            PLAN,
            ["tower frost", "cell 4 4"],
            "take down 4 4",
            "Take down the frost tower in row 4, column 4, to get its gold back",
        ),
        (PLAN, [], "soldier 1", "Send soldier 1, a rifle, or keep it at home (now timestep 17, column 2)"),
        (PLAN, [], "soldier 2", "Send soldier 2, a shield, or keep it at home (now at home)"),
        (PLAN, ["soldier 2"], "home", "Keep soldier 2 at home"),
        (PLAN, ["soldier 2"], "column 3", "Send soldier 2 into column 3: then choose its timestep"),
        (PLAN, ["soldier 2", "column 3"], "step 9", "Send soldier 2 into column 3 at timestep 9"),
        (PLAN, [], "all home", "Keep all soldiers at home"),
        (PLAN, [], "together 4", "Send all soldiers into column 4 at timestep 0"),
        (PLAN, [], "in file 4", "Send all soldiers into column 4, one per timestep"),
        (PLAN, [], "mind rifle hunter", "Rifle soldiers attack any tower in range (hunter)"),
        (PLAN, [], "mind missile own", "Missile towers ask you before every action (own)"),
        (PLAN, [], "right soldier 1", "Send soldier 1, or keep it at home"),
        (TOWER_ACTS, [], "rest", "Rest"),
        (TOWER_ACTS, [], "shoot 1", "Shoot at soldier 1, a shield with 6 health in row 14, column 3"),
        (BOMB_ACTS, [], "strike 16 3", "Attack the blockade in row 16, column 3"),
        (BOMB_ACTS, [], "go 16 2", "Move to row 16, column 2"),
        (BOMB_ACTS, [], "score", "Score: right loses 1 HP"),
    ],
)
def test_a_label_says_what_a_move_does(words: str, first: list[str], move: str, label: str) -> None:
    state = after(at(words), *first)
    assert labels.move_label(state, notation.parse_move(state, move)) == label


# As in the last turn


@pytest.mark.clause("T2.3")
def test_as_last_turn_sends_the_same_soldiers_to_the_same_entries() -> None:
    hired = "hire rifle", "hire shield", "hire rifle"
    sent = "soldier 1", "column 2", "step 5", "soldier 3", "column 4", "step 0"
    state = after(started(), *hired, *sent, "ready", "ready")
    entries = list(state.entry)
    changed = after(state, "hire shield", "together 6")
    assert list(changed.entry) != entries
    after(changed, "as last turn")
    assert list(changed.entry) == entries
