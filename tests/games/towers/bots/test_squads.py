"""Squads: who is asked at once, and that asking them at once changes nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from holdtheline.benchmarks.speed.towers_unit_ai import KernelCommander, PythonCommander
from holdtheline.core.catalog import load
from holdtheline.core.definition import OVER
from holdtheline.core.game import Game, State
from holdtheline.games.towers.bots.bot_player import CommanderPlayer
from holdtheline.games.towers.bots.mirrored_state import SeatKnowledge
from holdtheline.games.towers.bots.squads import SquadBuffer, Squads
from holdtheline.games.towers.bots.turn_runner import NO_UNIT, TurnRunner, list_python_acts
from holdtheline.games.towers.bots.unit_kernels import ASK_OWNER, combine_kernels
from holdtheline.games.towers.rules import moves
from holdtheline.games.towers.state import COLUMNS, Phase, Stage

from .test_mirrored_state import rich, some_move
from .test_turn_runner import plan, players, started

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
        if state.current_player == OVER:
            break
        if state.record.phase != Phase.ACT:
            state.play(some_move(state, chance, of_minds=True))
            continue
        units, where = squads.units(state), squad_of(state)
        assert squads.count(state) == len(units) > 0
        sizes.append(len(units))
        for (number, _, row, column, _), targets in units:
            assert (number, squad_of(state)) == (state.record.acting + 1, where)
            codes = state.legal_codes()
            assert targets_in(codes) == targets_of(state, targets)
            assert (row, column) == acting_cell(state)
            state.play(chance.choice(codes))
        assert state.current_player == OVER or state.record.phase != Phase.ACT or squad_of(state) != where
    assert seed > 0 or max(sizes) > 1


def squad_of(state: State) -> tuple[int, ...]:
    s = state.record
    return s.turns_played, s.timestep, s.stage, s.lane


def acting_cell(state: State) -> tuple[int, int]:
    from holdtheline.games.towers.rules.moves import acting_unit_and_cell

    return divmod(acting_unit_and_cell(state.record)[1], COLUMNS)


def targets_in(codes: list[int]) -> set[int]:
    return {local for local in map(moves.local_code, codes) if local >= moves.STRIKE}


def targets_of(state: State, targets: list[int]) -> set[int]:
    if state.record.stage == Stage.TOWERS:
        return {moves.SHOOT + number - 1 for number in targets}
    return {moves.STRIKE + cell for cell in targets}


def squad_by_squad(game: Game, state: State, bots: list[CommanderPlayer]) -> list[int]:
    """Play a turn in which each bot plays its squads on what it knows."""
    squads = Squads(game)
    buffers = [SquadBuffer(game, combine_kernels(bot.acts)) for bot in bots]
    knowledge = [SeatKnowledge(game, seat) for seat in (0, 1)]
    codes: list[int] = []
    while state.current_player != OVER and state.record.phase == Phase.ACT:
        seat = state.current_player
        buffers[seat].receive(knowledge[seat].update(state).cast("B").tobytes())
        done = squads.act(state, actions_of(buffers[seat], bots[seat]))
        assert done is not None
        codes += done
    return codes


def actions_of(buffer: SquadBuffer, bot: CommanderPlayer) -> list[int]:
    acts: Any = list_python_acts(bot) * 2
    answer = buffer.step(buffer.words, ASK_OWNER)
    while answer[0] != NO_UNIT:
        local = acts[answer[0]](buffer.units[answer[0]](answer), buffer.views[answer[0]])
        answer = buffer.step(buffer.words, local)
    return [int(action) for action in buffer.actions_text().split(",")]


@plain_and_compiled
@pytest.mark.parametrize("ais", [PythonCommander.unit_ais, KernelCommander.unit_ais], ids=["functions", "kernels"])
def test_bots_that_play_squads_on_what_they_know_play_the_same_turns(game: Any, ais: Any) -> None:
    for seed in range(2):
        one, other = started(game()), started(game())
        bots, others = players(seed, ais), players(seed, ais)
        stepper = TurnRunner(game(), bots)
        for _ in range(2):
            plan(one, bots)
            plan(other, others)
            assert one == other
            if one.current_player == OVER or one.record.phase != Phase.ACT:
                continue
            codes = list(stepper.play(one))
            assert squad_by_squad(game(), other, others) == codes
            assert one == other


def test_what_cannot_be_done_is_lost_and_a_wrong_number_of_actions_is_refused() -> None:
    state = started(GAME)
    bots = players(1, PythonCommander.unit_ais)
    plan(state, bots)
    assert state.record.phase == Phase.ACT
    squads, before = Squads(GAME), state.copy()
    count = squads.count(state)
    assert squads.act(state, [moves.REST] * (count + 1)) is None
    assert squads.act(state, [moves.REST] * 1000) is None
    assert squads.act(state, []) is None
    assert state == before
    codes = squads.act(state, [moves.GO + 140] * count)
    assert codes == [moves.encode_move(before.current_player, moves.REST)] * count
    for code in codes:
        before.play(code)
    assert before == state
