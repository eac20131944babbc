"""Plain and compiled rules do the same."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdtheline.core.definition import OVER
from holdtheline.core.dice import random_stream
from holdtheline.core.events import empty_log
from holdtheline.core.game import Game, State

from .game_helpers import every_game, is_large

pytestmark = pytest.mark.compiled

picks = st.lists(st.integers(0, 9999), min_size=1, max_size=40)
codes = st.one_of(st.integers(-10, 60), st.integers(-(2**63), 2**63 - 1), st.integers(1 << 24, 3 << 24))


@every_game
@settings(max_examples=5)
@given(picks=picks, code=codes, seed=st.integers(0, 99))
def test_a_random_game_is_the_same_plain_and_compiled(game: Game, picks: list[int], code: int, seed: int) -> None:
    compiled, plain = game.start(), Game(game.definition, game.options, plain=True).start()
    is_the_same(compiled, plain)
    for number in range(80 if is_large(game) else 10_000):
        if compiled.current_player == OVER:
            break
        answers_the_same(compiled, plain, code, seed)
        legal = compiled.legal_codes()
        goes_on = is_large(game) and number % 8 == 7  # else hardly any turn would be played
        step = legal[0 if goes_on else picks[number % len(picks)] % len(legal)]
        logs = [empty_log(64), empty_log(64)]
        for state, log in zip((compiled.copy(), plain.copy()), logs, strict=True):
            state.game.engine.advance_with_log(state.words, step, log)
        assert (logs[0] == logs[1]).all()
        compiled.play(step)
        plain.play(step)
        is_the_same(compiled, plain)
    assert compiled.outcome == plain.outcome
    assert is_large(game) or compiled.outcome is not None


def is_the_same(compiled: State, plain: State) -> None:
    assert compiled.words.tobytes() == plain.words.tobytes()
    assert compiled.current_player == plain.current_player
    assert compiled == plain


def answers_the_same(compiled: State, plain: State, code: int, seed: int) -> None:
    """Return the answers to every question about this state."""
    assert compiled.legal_codes() == plain.legal_codes()
    for step in (code, *compiled.legal_codes()[:3]):
        assert str(compiled.why_not(step)) == str(plain.why_not(step))
    for seat in range(len(compiled.game.seats)):
        is_the_same(compiled.seen_by(seat), plain.seen_by(seat))
        streams = random_stream(seed), random_stream(seed)
        guesses = compiled.seen_by(seat), plain.seen_by(seat)
        for guess, stream in zip(guesses, streams, strict=True):
            guess.game.engine.guess(guess.words, seat, stream)
        assert guesses[0].words.tobytes() == guesses[1].words.tobytes()
        assert np.array_equal(*streams)
