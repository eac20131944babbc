"""`VectorEnv`: many games at once play exactly as games one by one."""

from __future__ import annotations

import numpy as np
import pytest

import holdtheline as htl
from holdtheline.core.definition import CHANCE, OVER
from holdtheline.core.dice import random_stream, roll_die
from holdtheline.core.errors import BadOption, IllegalMove
from holdtheline.rl import VectorEnv


def test_each_game_goes_as_it_does_alone() -> None:
    """The oracle: one game at a time through `State`, with the dice of its stream."""
    games = VectorEnv("siege", 5, seed=3, mode="easy")
    encoding, layout = games.encoding, np.array(games.encoding.layout(games.game.start().record))
    states, streams = [games.game.start() for _ in range(5)], [random_stream(3, "game", number) for number in range(5)]
    finished = 0
    for _ in range(60):
        actions = games.sample().copy()
        _, rewards, ended, masks = games.step(actions)
        for number, (state, stream) in enumerate(zip(states, streams, strict=True)):
            state.play(int(encoding.code_of(state.record, layout, int(actions[number]))))
            while state.current_player == CHANCE:
                state.play(int(roll_die(stream)))
            assert ended[number] == (state.current_player == OVER)
            outcome = state.outcome
            assert rewards[number] == (outcome.scores[0] if outcome else 0)
            if outcome:
                finished += 1
                states[number] = state = games.game.start()
            numbers = np.zeros(encoding.size, np.int64)
            encoding.observe(state.record, 0, layout, numbers)
            assert (games.observations[number] == numbers).all()
            legal = {int(encoding.action_of(state.record, layout, code)) for code in state.legal_codes()}
            assert set(np.flatnonzero(masks[number]).tolist()) == legal
    assert finished > 10


def test_the_number_of_threads_and_of_games_changes_nothing() -> None:
    histories = []
    for count, threads in ((7, 1), (7, 3), (9, 2)):
        games = VectorEnv("siege", count, seed=1, threads=threads)
        history = []
        for _ in range(20):
            games.step(games.sample())
            history.append((games.observations[:7].copy(), games.rewards[:7].copy(), games.masks[:7].copy()))
        histories.append(history)
        games.close()
    for other in histories[1:]:
        for before, after in zip(histories[0], other, strict=True):
            assert all((a == b).all() for a, b in zip(before, after, strict=True))


def test_a_seed_repeats_the_games_and_no_seed_continues_the_dice() -> None:
    games = VectorEnv("siege", 4, seed=5)
    first = [games.step(games.sample())[0].copy() for _ in range(10)]
    games.reset(5)
    assert all((games.step(games.sample())[0] == before).all() for before in first)
    games.reset()
    assert any((games.step(games.sample())[0] != before).any() for before in first)


def test_an_illegal_action_is_refused_and_nothing_is_played() -> None:
    games = VectorEnv("siege", 3)
    before, actions = games.observations.copy(), games.sample().copy()
    for wrong in (int(np.argmin(games.masks[1])), -1, games.action_count):
        actions[1] = wrong
        with pytest.raises(IllegalMove, match="the mask of game 1 forbids it"):
            games.step(actions)
        assert (games.observations == before).all()
    with pytest.raises(BadOption, match="an action for each of the 3 games"):
        games.step([0, 0])


def test_two_seats_each_learn_against_an_opponent_that_knows_no_more_than_it_may() -> None:
    """The opponent is a kernel inside the loop; a game that starts with its turn has come to the learner's."""
    for seat in (0, 1):
        games = VectorEnv(htl.load("civilwar", plain=True), 1, seat=seat, opponents="random", seed=2)
        for _ in range(15):
            own_turn = games.observations[0][games.encoding.slices()["own_turn"]]
            retreats = games.observations[0][games.encoding.slices()["phase"]] >= 7
            assert own_turn or retreats
            assert games.masks[0].any()
            games.step(games.sample())


@pytest.mark.parametrize(
    ("arguments", "options", "sentence"),
    [
        (("siege", 0), {}, "the number of games must be 1 or more, not 0"),
        (("siege", 1), {"seat": 1}, "siege has the seats 0 to 0, not 1"),
        (("towers", 1), {"opponents": "level3"}, "an opponent must be a policy, such as random or book, not 'level3'"),
        (("towers", 1), {"opponents": ["book", "book"]}, "towers needs 1 opponents, not 2"),
        (("towers", 1), {"opponents": "bok"}, "towers has no player 'bok'"),
        (("siege", 1), {"mode": "odd"}, "mode 'odd' does not exist"),
    ],
)
def test_a_wrong_request_gets_a_sentence(arguments: tuple[str, int], options: dict[str, object], sentence: str) -> None:
    with pytest.raises(htl.HtlError, match=sentence):
        VectorEnv(*arguments, **options)  # type: ignore[arg-type]
