"""The mirrored game is the same game, and a seat learns nothing that it may not know."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from holdtheline.core.catalog import load
from holdtheline.core.definition import OVER
from holdtheline.core.game import State
from holdtheline.games.towers.bots.mirrored_state import (
    PLAYER_ROWS,
    SOLDIER_LIST,
    TOWER_LIST,
    SeatKnowledge,
    make_used_counter,
    mirror_state,
)
from holdtheline.games.towers.rules import moves
from holdtheline.games.towers.state import MIND_COUNT, UNIT_COUNT, Mind, Phase

GAME = load("towers", plain=True)


def mirror_move(code: int) -> int:
    """Return the same move by the other seat."""
    return moves.encode_move(1 - moves.move_seat(code), moves.local_code(code))


def rich(chance: Random) -> State:
    """Return the start of a game with gold for large plans and random built-in unit AIs."""
    state = GAME.start()
    for seat in (0, 1):
        state.record.gold[seat] = chance.randrange(20, 60)
        state.record.hp[seat] = chance.randrange(5, 30)
        for unit in range(UNIT_COUNT):
            state.record.mind[seat * UNIT_COUNT + unit] = chance.randrange(Mind.OWN)
    return state


FIRSTS = (moves.READY, moves.NEVER_MIND, moves.HIRE, moves.TOWER, moves.SOLDIER, moves.COLUMN, moves.STEP,
          moves.CELL, moves.MIND, moves.TOGETHER, moves.IN_FILE, moves.REST)  # fmt: skip


def some_move(state: State, chance: Random, of_minds: bool = False) -> int:
    """Choose a move, each kind equally likely; of unit AIs only the built-in ones, or all."""
    kinds: dict[int, list[int]] = {}
    for code in state.legal_codes():
        kind = max(first for first in FIRSTS if first <= moves.local_code(code))
        if of_minds or kind != moves.MIND:
            kinds.setdefault(kind, []).append(code)
    if len(kinds) > 1 and chance.random() < 0.7:
        kinds.pop(moves.READY, None)
        kinds.pop(moves.NEVER_MIND, None)
    return chance.choice(kinds[chance.choice(list(kinds))])


@pytest.mark.parametrize("seed", range(3))
def test_the_mirrored_game_has_the_mirrored_course(seed: int) -> None:
    chance = Random(seed)
    state = rich(chance)
    other = mirror_state(state)
    for _ in range(300):
        if state.current_player == OVER:
            break
        code = some_move(state, chance)
        state.play(code)
        other.play(mirror_move(code))
        assert mirror_state(other) == state
    assert state.record.turns_played > 2


@pytest.mark.parametrize("seed", range(2))
def test_turned_round_twice_is_the_same_again(seed: int) -> None:
    chance = Random(seed)
    state = rich(chance)
    acted = 0
    for _ in range(400):
        if state.current_player == OVER:
            break
        assert mirror_state(mirror_state(state)) == state
        acted += state.record.phase == Phase.ACT
        state.play(some_move(state, chance, of_minds=True))
    assert acted > 0


def test_a_code_turned_round_is_the_other_seat_s() -> None:
    code = int(moves.encode_move(1, moves.STRIKE + 5))
    assert mirror_move(code) == moves.encode_move(0, moves.STRIKE + 5)
    assert mirror_move(mirror_move(code)) == code


@pytest.mark.parametrize("seed", range(4))
def test_both_seats_know_the_same_of_a_game_and_of_its_mirror(seed: int) -> None:
    """A seat learns enough to know what `seen_by` shows."""
    chance = Random(seed)
    state = rich(chance)
    mine, theirs = SeatKnowledge(GAME, 0), SeatKnowledge(GAME, 1)
    for _ in range(150):
        if state.current_player == OVER:
            break
        mine.update(state)
        theirs.update(mirror_state(state))
        assert mine.state() == theirs.state()
        visible = state.seen_by(0)
        if state.record.phase == Phase.PLAN:
            visible.record.ready[1] = 0
        assert (mine.state().words == visible.words).all()
        state.play(some_move(state, chance, of_minds=True))


def test_what_has_changed_is_enough_to_know_all() -> None:
    chance = Random(3)
    state = rich(chance)
    knowledge = SeatKnowledge(GAME, 1)
    known = np.zeros_like(state.words)
    for _ in range(100):
        changes = np.frombuffer(knowledge.update(state), np.int64)
        known[changes[::2]] = changes[1::2]
        assert (known == knowledge.words).all()
        state.play(some_move(state, chance, of_minds=True))
    knowledge.update(state)
    assert len(knowledge.update(state)) == 0


@pytest.mark.clause("T8.1")
@pytest.mark.parametrize("seed", range(4))
def test_behind_what_is_in_use_there_are_zeros_whatever_a_seat_is_shown(seed: int) -> None:
    """So nothing is lost where only what is in use is copied."""
    chance = Random(seed)
    state = rich(chance)
    tolds = [SeatKnowledge(GAME, seat) for seat in (0, 1)]
    phases = set()
    for _ in range(400):
        if state.current_player == OVER:
            break
        state.play(some_move(state, chance, of_minds=True))
        phases.add(int(state.record.phase))
        views = [state, state.seen_by(0), state.seen_by(1)]
        for one in views:
            counts = {of: int(make_used_counter().plain(one.record, of)) for of in (TOWER_LIST, SOLDIER_LIST)}
            for first, many, of in PLAYER_ROWS.tolist():
                for half in (first, first + many):
                    assert not one.words[half + counts.get(of, many) : half + many].any()
        for seat, knowledge in enumerate(tolds):
            knowledge.update(state)
            visible = views[1 + seat] if seat == 0 else mirror_state(views[2])
            if state.record.phase == Phase.PLAN:
                visible.record.ready[1] = 0  # of the other seat, because each bot is seat 0 in its own view
            assert knowledge.state().words.tolist() == visible.words.tolist()
    assert {Phase.PLAN, Phase.ACT} <= phases


def test_sealed_orders_make_no_difference_to_what_the_other_seat_knows() -> None:
    """Byte by byte: whatever the other orders, keeps or thinks."""
    state = GAME.start()
    other = state.copy()
    for code in (
        moves.HIRE + 5,
        moves.TOWER + 0,
        moves.CELL + 66,
        moves.MIND + 5 * MIND_COUNT + Mind.HUNTER,
        moves.READY,
    ):
        other.play(int(moves.encode_move(0, code)))
    other.record.gold[0] += 7
    one, two = (bytes(SeatKnowledge(GAME, 1).update(each)) for each in (state, other))
    assert one == two
    assert one != bytes(SeatKnowledge(GAME, 0).update(other))
