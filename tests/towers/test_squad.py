"""Squads: who is asked at once, and that asking them at once changes nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from benchmarks.stepping import Kernels, Python

from holdtheline.core.catalog import load
from holdtheline.core.contract import OVER
from holdtheline.core.game import Game, State
from holdtheline.games.towers import moves
from holdtheline.games.towers.answers import ASK, answers_of
from holdtheline.games.towers.bot import CommanderPlayer
from holdtheline.games.towers.mirror import Told
from holdtheline.games.towers.squad import SquadRoom, Squads
from holdtheline.games.towers.state import COLUMNS, Phase, Stage
from holdtheline.games.towers.stepping import NOBODY, Stepper, acts_of

from .test_mirror import rich, some_move
from .test_stepping import plan, players, started

pytestmark = pytest.mark.xdist_group("towers")

GAME = load("towers", plain=True)
plain_and_compiled = pytest.mark.parametrize(
    "game",
    [
        pytest.param(lambda: GAME, id="plain"),
        pytest.param(lambda: load("towers"), id="compiled", marks=pytest.mark.compiled),
    ],
)


@pytest.mark.parametrize("seed", range(8))
def test_those_who_are_listed_are_those_who_will_be_asked(seed: int) -> None:
    """Whatever they do, in games with any minds at all."""
    chance, squads = Random(seed), Squads(GAME)
    state, sizes = rich(chance), [0]
    for _ in range(500):
        if state.turn == OVER:
            break
        if state.record.phase != Phase.ACT:
            state.play(some_move(state, chance, of_minds=True))
            continue
        listed, where = squads.units(state), squad_of(state)
        assert squads.count(state) == len(listed) > 0
        sizes.append(len(listed))
        for (number, _, row, column, _), targets in listed:
            assert (number, squad_of(state)) == (state.record.acting + 1, where)
            codes = state.codes()
            assert targets_in(codes) == targets_of(state, targets)
            assert (row, column) == acting_cell(state)
            state.play(chance.choice(codes))
        assert state.turn == OVER or state.record.phase != Phase.ACT or squad_of(state) != where
    assert seed > 0 or max(sizes) > 1


def squad_of(state: State) -> tuple[int, ...]:
    s = state.record
    return s.number, s.step, s.stage, s.lane


def acting_cell(state: State) -> tuple[int, int]:
    from holdtheline.games.towers.orders import acting_unit

    return divmod(acting_unit(state.record)[1], COLUMNS)


def targets_in(codes: list[int]) -> set[int]:
    return {local for local in map(moves.local_of, codes) if local >= moves.STRIKE}


def targets_of(state: State, targets: list[int]) -> set[int]:
    if state.record.stage == Stage.TOWERS:
        return {moves.SHOOT + number - 1 for number in targets}
    return {moves.STRIKE + cell for cell in targets}


def squad_by_squad(game: Game, state: State, bots: list[CommanderPlayer]) -> list[int]:
    """A turn in which each bot plays its squads on what it was told."""
    squads = Squads(game)
    rooms = [SquadRoom(game, answers_of(bot.acts)) for bot in bots]
    told = [Told(game, seat) for seat in (0, 1)]
    codes: list[int] = []
    while state.turn != OVER and state.record.phase == Phase.ACT:
        seat = state.turn
        rooms[seat].hear(told[seat].changes(state).cast("B").tobytes())
        done = squads.feed(state, actions_of(rooms[seat], bots[seat]))
        assert done is not None
        codes += done
    return codes


def actions_of(room: SquadRoom, bot: CommanderPlayer) -> list[int]:
    acts: Any = acts_of(bot) * 2
    answer = room.step(room.words, ASK)
    while answer[0] != NOBODY:
        local = acts[answer[0]](room.units[answer[0]](answer), room.views[answer[0]])
        answer = room.step(room.words, local)
    return room.taken()


@plain_and_compiled
@pytest.mark.parametrize("ais", [Python.unit_ais, Kernels.unit_ais], ids=["functions", "kernels"])
def test_bots_that_play_squads_on_what_they_are_told_play_the_same_turns(game: Any, ais: Any) -> None:
    for seed in range(2):
        one, other = started(game()), started(game())
        bots, others = players(seed, ais), players(seed, ais)
        stepper = Stepper(game(), bots)
        for _ in range(2):
            plan(one, bots)
            plan(other, others)
            assert one == other
            if one.turn == OVER or one.record.phase != Phase.ACT:
                continue
            codes = list(stepper.play(one))
            assert squad_by_squad(game(), other, others) == codes
            assert one == other


def test_what_cannot_be_done_is_lost_and_a_wrong_number_of_actions_is_refused() -> None:
    state = started(GAME)
    bots = players(1, Python.unit_ais)
    plan(state, bots)
    assert state.record.phase == Phase.ACT
    squads, before = Squads(GAME), state.copy()
    count = squads.count(state)
    assert squads.feed(state, [moves.REST] * (count + 1)) is None
    assert squads.feed(state, [moves.REST] * 1000) is None
    assert squads.feed(state, []) is None
    assert state == before
    codes = squads.feed(state, [moves.GO + 140] * count)
    assert codes == [moves.code_of(before.turn, moves.REST)] * count
    for code in codes:
        before.play(code)
    assert before == state
