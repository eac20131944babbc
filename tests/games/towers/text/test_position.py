"""Positions in words, and states from outside that cannot arise."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from holdtheline.core.errors import BadPosition
from holdtheline.games.towers.rules import moves, sequence_of_play
from holdtheline.games.towers.state import (
    Stage,
    TowersState,
)
from holdtheline.games.towers.text import position, state_validation

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
    legal,
    random_games,
    random_states,
    same,
    started,
)


@random_games
def test_a_position_in_words_is_read_back_as_it_was(seed: int, options: Any) -> None:
    for state in random_states(seed, **options):
        words = position.position_text(state)
        assert "\n" not in words
        assert same(at(words, **options), state), words
        assert state_validation.check_state(state, started(**options)) == ""
        for seat in (LEFT, RIGHT):
            assert position.position_text(hidden(state, seat))


@pytest.mark.parametrize("words", [PLAN, TOWER_ACTS, BOMB_ACTS, RIFLE_ACTS])
def test_a_position_is_read_however_it_is_spaced(words: str) -> None:
    state = at(words)
    assert same(at(words.upper().replace(" ", "  ").replace(";", " ;")), state)
    assert same(at(position.position_text(state)), state)


def test_the_text_of_a_position_can_be_read_by_a_person() -> None:
    state = after(at(PLAN), "mind rifle hunter", "tower frost", "cell 4 4", "soldier 2", "right hire horse")
    assert position.position_text(state) == (
        "played 1; left hp 10; left gold 2; left towers missile 3 5 10; left built frost 4 4 10; "
        "left soldiers rifle 17 2, shield home; left minds rifle hunter; left picked soldier 2; "
        "right hp 10; right gold 9; right hired horse home"
    )
    assert position.position_text(at(BOMB_ACTS)) == (
        "played 1; timestep 5 right soldier 1; left hp 10; left gold 12; left soldiers bomb 0 3; "
        "left minds bomb own; right hp 10; right gold 12; right towers blockade 16 3 30, missile 18 3 10; "
        "right bodies 1 17 3 3 6 0"
    )


@pytest.mark.parametrize(
    "words",
    [
        "", "x", "?", "0" * 1000, "\n", "lanes", "９", "played", "played x", "played ９", "played 1 2",
        "played 1;", "played 1; left", "played 1; left gold", "played 1; left gold five",
        "played 1; up gold 5",
        "played 1; left gold 5 5", "played 1; left treasure 5", "played 1; left towers", "left gold 5",
        "played 1; left towers missile 3", "played 1; left towers rifle x 5 10", "played 1; left minds rifle",
        "played 1; left towers missile 3 5 10,", "played 1; left soldiers rifle away", "played 1; timestep 5",
        "played 1; timestep 5 left horse 1", "played 1; left picked tower", "played 1; left picked tower x",
        "played 1; left gold 9999999999999999999", "played 1; left bodies 1 gone", "played 1; played 1",
        "played 1; left gold 5; left gold 5",
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_read_is_refused_in_one_line(words: str) -> None:
    state = started()
    with pytest.raises(BadPosition) as refusal:
        position.parse_position(state, words)
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 300
    assert same(state, started())


CANNOT_BE = [
    ("played 101", "at most 100 turns"),
    ("played -2", "at most 100 turns"),
    ("played 1; left ready 1; right ready 1", "when both are ready"),
    ("played 1; left ready 2", "who is ready"),
    ("played 1; left ready 1; left picked tower frost", "who is ready"),
    ("played 100; left ready 1", "left can give no orders now"),
    ("played 100; right hired rifle home", "right can give no orders now"),
    ("played 1; left towers rifle 3 5 3", "left: there is no such tower"),
    ("played 1; left towers missile 19 5 10", "rows 0 to 18, columns 0 to 6"),
    ("played 1; left towers missile -1 5 10", "rows 0 to 18, columns 0 to 6"),
    ("played 1; left towers missile 3 7 10", "rows 0 to 18, columns 0 to 6"),
    ("played 1; left towers missile 3 5 11", "no more than 10 health"),
    ("played 1; left towers missile 3 5 0", "no more than 10 health"),
    ("played 1; left built missile 3 5 9", "a new tower has all its health"),
    ("played 1; left towers missile 3 5 10, frost 3 5 10", "two towers stand in one cell"),
    (f"played 1; left towers {ROW}, blockade 3 6 30", "row 3 is closed"),
    (f"played 9; left soldiers {', '.join(['shield home'] * 256)}", "at most 255 soldiers"),
    ("played 1; left soldiers missile home", "there is no such soldier"),
    ("played 1; left soldiers rifle 100 2", "at a timestep from 0 to 99"),
    ("played 1; left soldiers rifle 17 7", "in a column from 0 to 6"),
    ("played 1; left showed rifle home 1; left soldiers rifle home", "entered one after the other"),
    (
        "played 1; left showed rifle 5 2 1, rifle 4 2 2; left soldiers rifle 5 2, rifle 4 2",
        "one after the other",
    ),
    ("played 1; left showed rifle 5 2 1; left soldiers bomb 5 2", "others were shown than there are"),
    ("played 1; left showed bomb 5 2 2; left soldiers bomb 5 2", "others were shown than there are"),
    ("played 1; left showed bomb 5 2 1, bomb 6 2 1; left soldiers bomb 5 2, bomb home", "others were shown"),
    ("played 1; left showed bomb 5 2 2, bomb 5 3 1; left soldiers bomb 5 2, bomb 5 2", "one after the other"),
    ("played 1; left results 1 0 0", "more scored or fell than entered"),
    ("played 1; left results 0 0 -1", "less than 0 times"),
    ("played 1; left results 0 0 115; right earned 200", "more towers fell than there was room for"),
    ("played 0; left towers missile 3 5 10", "nothing is there before the first turn"),
    ("played 0; left soldiers shield home", "nothing is there before the first turn"),
    ("played 1; left hp 11", "its HP cannot be 11"),
    ("played 0; left hp 9", "its HP cannot be 9"),
    ("played 1; left hp 0", "its HP cannot be 0"),
    ("played 1; left earned 1", "it cannot have earned 1"),
    ("played 1; left results 0 0 1", "right: it cannot have earned 0"),
    ("played 0; left gold 13", "its gold cannot be 13"),
    ("played 1; left gold -1", "its gold cannot be -1"),
    ("played 0; left hired rifle home", "its gold cannot be 12"),
    ("played 1; left picked soldier 1", "what is picked cannot be"),
    ("played 1; left gold 2; left picked tower frost", "what is picked cannot be"),
    ("played 1; left picked tower rifle", "what is picked cannot be"),
    ("played 1; left soldiers rifle home; left picked soldier 1 7", "what is picked cannot be"),
    ("played 1; left soldiers rifle home; left picked soldier 0", "what is picked cannot be"),
    ("played 100; timestep 5 left tower 1", "there is no turn after turn 100"),
    ("played 1; timestep 100 left tower 1", "the turn cannot stand there"),
    ("played 1; timestep 5 left tower 1", "no tower asks its owner there"),
    ("played 1; timestep 5 left soldier 1", "no soldier asks its owner there"),
    (TOWER_ACTS.replace("missile own", "missile hunter"), "no tower asks"),
    (TOWER_ACTS.replace("left tower 1", "left tower 2"), "no tower asks"),
    (TOWER_ACTS.replace("left tower 1", "left tower 0"), "no tower asks"),
    (TOWER_ACTS.replace("1 14 3", "1 15 3"), "no tower asks"),
    (TOWER_ACTS.replace("left tower 1", "left soldier 1"), "no soldier asks"),
    (TOWER_ACTS.replace("1 14 3", "1 20 3"), "left lane: soldier 1 cannot be there"),
    (TOWER_ACTS.replace("1 14 3", "1 14 7"), "left lane: soldier 1 cannot be there"),
    (TOWER_ACTS.replace("1 14 3", "1 10 3"), "left lane: soldier 1 cannot be there"),
    (TOWER_ACTS.replace("1 14 3", "4 14 3"), "others are on the lane than entered"),
    (TOWER_ACTS.replace("1 14 3", "2 14 3"), "others are on the lane than entered"),
    (TOWER_ACTS.replace("1 14 3 6 6 0", "1 14 3 7 6 0"), "soldier 1 cannot be in this state"),
    (TOWER_ACTS.replace("1 14 3 6 6 0", "1 14 3 6 6 2"), "soldier 1 cannot be in this state"),
    (TOWER_ACTS.replace("1 14 3 6 6 0", "1 14 3 6 7 0"), "soldier 1 cannot rest so long"),
    (TOWER_ACTS.replace("1 14 3 6 6 0", "1 14 3 6 6 1"), "the frost does not fit"),
    (f"{TOWER_ACTS}; left froze 1", "the frost does not fit"),
    (TOWER_ACTS.replace("left results 1 0 0", "left results 0 1 0"), "soldiers left the lane in another way"),
    (f"{TOWER_ACTS}; left gone 1", "fewer have left so far"),
    (f"{TOWER_ACTS}; right ready 1", "right can give no orders now"),
    (BOMB_ACTS.replace("1 17 3 3 6 0", "1 17 3 -1 6 0"), "no soldier asks"),
    (
        BOMB_ACTS.replace("1 17 3 3 6 0", "1 gone 3 6 0") + "; right results 1 0 0; right hp 9",
        "no soldier asks",
    ),
]


@pytest.mark.parametrize(("words", "reason"), CANNOT_BE)
def test_a_position_that_cannot_be_says_why(words: str, reason: str) -> None:
    state = started()
    with pytest.raises(BadPosition, match=reason):
        position.parse_position(state, words)
    assert same(state, started())


FIELDS = {name: offset // 8 for name, (_, offset) in (TowersState.dtype.fields or {}).items()}
"""The first word of each."""


@pytest.mark.parametrize(
    ("words", "changes", "reason"),
    [
        (PLAN, {"cost": 1}, "other rules or options"),
        (PLAN, {"turn_limit": 99}, "other rules or options"),
        (PLAN, {"tower_bounty": 1}, "other rules or options"),
        (PLAN, {"phase": 3}, "no such phase"),
        (PLAN, {"phase": 2}, "'phase' do not fit"),
        (PLAN, {"phase": 1}, "the turn cannot stand there"),
        (PLAN, {"towers": 121}, "impossible number of towers"),
        (PLAN, {"towers": -1}, "impossible number of towers"),
        (PLAN, {"towers_seen": 121}, "impossible number of towers"),
        (PLAN, {"towers_seen": 2}, "'towers seen' do not fit"),
        (PLAN, {"towers": 0}, "'tower cell' do not fit"),
        (PLAN, {"soldiers": 256}, "impossible number of soldiers"),
        (PLAN, {"veterans": -1}, "impossible number of soldiers"),
        (PLAN, {"veterans": 3}, "'veterans' do not fit"),
        (PLAN, {"deployed": 256}, "impossible number of soldiers"),
        (PLAN, {"entered": 256}, "impossible number of soldiers"),
        (PLAN, {"entered": 1}, "'entered' do not fit"),
        (PLAN, {"tower_unit": 4}, "no such tower"),
        (PLAN, {"tower_unit": 2**62}, "no such tower"),
        (PLAN, {"tower_cell": 133}, "rows 0 to 18"),
        (PLAN, {"tower_cell": 25}, "'tower at' do not fit"),
        (PLAN, {"tower_at": 1}, "'tower at' do not fit"),
        (PLAN, {"soldier_unit": 3}, "no such soldier"),
        (PLAN, {"entry": 701}, "timestep from 0 to 99"),
        (PLAN, {"mind": 4}, "no such mind"),
        (PLAN, {"mind": -1}, "no such mind"),
        (PLAN, {"picked": 4}, "what is picked"),
        (PLAN, {"picked_unit": 1}, "what is picked"),
        (PLAN, {"picked": 2, "picked_unit": 2}, "what is picked"),
        (PLAN, {"picked": 3, "picked_column": 7}, "what is picked"),
        (PLAN, {"timestep": 1}, "'timestep' do not fit"),
        (PLAN, {"acting": 1}, "'acting' do not fit"),
        (PLAN, {"deployed_soldier": 1}, "'deployed soldier' do not fit"),
        (PLAN, {"last_in_cell": 1}, "'last in cell' do not fit"),
        (PLAN, {"came_after": 1}, "'came after' do not fit"),
        (TOWER_ACTS, {"lane": 2}, "the turn cannot stand there"),
        (TOWER_ACTS, {"stage": Stage.ENTER}, "the turn cannot stand there"),
        (TOWER_ACTS, {"acting": 1}, "no tower asks"),
        (TOWER_ACTS, {"acting": -1}, "no tower asks"),
        (TOWER_ACTS, {"to_enter": 4}, "'to enter' do not fit"),
        (TOWER_ACTS, {"on_lane": 1}, "'on lane' do not fit"),
        (TOWER_ACTS, {"occupied": 1}, "'occupied' do not fit"),
        (TOWER_ACTS, {"fallen": 1}, "'fallen' do not fit"),
        (TOWER_ACTS, {"ruins": 1}, "'ruins' do not fit"),
        (TOWER_ACTS, {"towers_seen": 0}, "'towers seen' do not fit"),
        (BOMB_ACTS, {"deployed_soldier": 1}, "'deployed soldier' do not fit"),
        (BOMB_ACTS, {"deployed_soldier": 2**62}, "'deployed soldier' do not fit"),
        (TOWER_ACTS, {"first_on_lane": 1}, "fewer have left so far"),
        (TOWER_ACTS, {"first_on_lane": -1}, "fewer have left so far"),
        (BOMB_ACTS, {"body_cell": 0}, "cannot be there"),
        (BOMB_ACTS, {"body_cell": 2**62}, "cannot be there"),
        (BOMB_ACTS, {"body_cell": 1}, "'body cell' do not fit|'last in cell' do not fit"),
        (BOMB_ACTS, {"came_before": 1}, "'came before' do not fit"),
        (BOMB_ACTS, {"came_after": 600}, "'came after' do not fit"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_state_from_outside_that_cannot_arise_is_refused(words: str, changes: dict[str, int], reason: str) -> None:
    state = at(words)
    for name, value in changes.items():
        state.words[FIELDS[name]] = value
    assert re.search(reason, state_validation.check_state(state, started()))


def test_no_number_makes_the_check_itself_fail_and_what_it_takes_can_be_played() -> None:
    random, taken = Random(4), 0
    for state in random_states(3, asks=True, ruleset="course", steps=120):
        fresh = started(ruleset="course")
        for _ in range(10):
            other, name = state.copy(), random.choice(TowersState.dtype.names[17:])
            kind = TowersState.dtype.fields[name][0]
            word = FIELDS[name] + random.randrange(kind.itemsize // 8)
            other.words[word] += random.choice((1, -1, 7, 255, 2**40, -(2**40), -other.words[word] - 1))
            if state_validation.check_state(other, fresh) == "":
                taken += 1
                for _ in range(5):
                    codes = legal(other, moves.seat_to_move(other))
                    if codes:
                        sequence_of_play.apply(other, random.choice(codes), None)
    assert taken > 10
