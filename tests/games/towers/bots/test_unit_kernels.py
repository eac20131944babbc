"""What units answer: legal actions are taken, and all others are lost."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from holdtheline.benchmarks.speed.towers_unit_ai import PythonCommander
from holdtheline.core.catalog import load
from holdtheline.core.kernel.compiler import kernel
from holdtheline.games.towers.bots.turn_buffer import CODES_AT
from holdtheline.games.towers.bots.turn_runner import TurnBuffer, TurnRunner
from holdtheline.games.towers.bots.unit_kernels import LAST_ACTION, combine_kernels
from holdtheline.games.towers.rules import legality, moves
from holdtheline.games.towers.rules.lane import distance
from holdtheline.games.towers.rules.moves import acting_soldier, acting_unit_and_cell
from holdtheline.games.towers.state import CELLS, MAX_TOWERS, SOLDIERS, TOWERS, Stage, Unit, unit_name
from holdtheline.games.towers.text.notation import FORMS_BY_CODE

from .test_turn_runner import GAME, plain_and_compiled, plan, players, started

# What a soldier in cell 0 would do
WALKS = tuple(moves.GO + aside for aside in (-14, -14, -8, -7, -7, -7, -7, -7, -6, -1, 0, 1, 7, 147))
STRIKES = tuple(moves.STRIKE + aside for aside in (-14, -8, -7, -7, -6, -1, 0, 7, 190))
NEAR = WALKS + STRIKES
OTHER = (
    moves.REST,
    moves.SCORE,
    moves.SCORE,
    moves.READY,
    -1,
    -3000,
    1 << 40,
    moves.SHOOT,
    moves.CODES_PER_SEAT,
)


@kernel
def wild_soldier(s: Any, seat: Any, place: Any) -> Any:
    """Choose any action, mostly close to a legal one."""
    cell = s.body_cell[place] - 1
    chance = s.timestep * 7919 + place * 104729 + cell * 31 + s.body_health[place] * 613 + s.hp[seat]
    if cell < 7 or chance % 5 == 0:
        return OTHER[chance // 5 % len(OTHER)]
    return NEAR[chance // 5 % len(NEAR)] + cell


@kernel
def wild_tower(s: Any, seat: Any, place: Any) -> Any:
    chance = s.timestep * 7919 + place * 104729 + s.tower_health[place] * 613 + s.on_lane[seat] * 31
    if chance % 7 == 0:
        return OTHER[chance // 7 % len(OTHER)]
    return moves.SHOOT + chance // 7 % 20 - 2


WILD = {unit: wild_tower if unit in TOWERS else wild_soldier for unit in (*TOWERS, *SOLDIERS)}
WILD_AIS = {unit_name(unit): act for unit, act in WILD.items()}


def wanted_by(s: Any, seat: int) -> int:
    """Return what the kernel of the acting unit chooses."""
    place = seat * MAX_TOWERS + s.acting if s.stage == Stage.TOWERS else acting_soldier(s)
    return int(WILD[Unit(acting_unit_and_cell(s)[0])](s, seat, place))


def is_legal(s: Any, seat: int, local: int) -> bool:
    return bool(legality.why_not_act(s, seat, local) == 0)


@pytest.mark.clause("T8.2", "T3.2", "T3.3", "T4.3", "T5.1", "T5.2", "T5.3", "T5.4")
@plain_and_compiled
def test_of_what_kernels_choose_the_legal_is_done_and_all_else_is_lost(game: Any) -> None:
    outcomes: Counter[tuple[int, bool]] = Counter()
    for seed, ruleset in enumerate(("standard", "course", "standard", "course")):
        bots, state = players(seed, WILD_AIS), started(load("towers", plain=game().plain, ruleset=ruleset))
        for _ in range(3):
            plan(state, bots)
            at, codes = state.copy(), TurnRunner(state.game, bots).play(state)
            for code in codes:
                wanted = wanted_by(at.record, at.current_player)
                legal = is_legal(at.record, at.current_player, wanted)
                assert code == moves.encode_move(at.current_player, wanted if legal else moves.REST)
                outcomes[FORMS_BY_CODE[wanted].kind if wanted in FORMS_BY_CODE else -1, legal] += 1
                at.play(code)
            assert at.digest() == state.digest()
    for kind in (moves.GO, moves.STRIKE, moves.SHOOT, moves.SCORE):
        assert outcomes[kind, True] > 20
        assert outcomes[kind, False] > 20
    assert outcomes[-1, False] > 20


@pytest.mark.clause("T8.2")
@pytest.mark.parametrize("seed", range(2))
def test_of_all_that_a_function_can_return_the_legal_is_done_and_all_else_is_lost(seed: int) -> None:
    buffer, legal_ones = TurnBuffer(GAME, [combine_kernels({})] * 2), 0
    bots, state = players(seed, PythonCommander.unit_ais), started(GAME)
    plan(state, bots)
    for number, code in enumerate(TurnRunner(GAME, bots).play(state.copy())):
        for local in range(moves.REST, LAST_ACTION + 1) if number % 60 == seed else ():
            buffer.load(state)
            buffer.step(buffer.words, local)
            legal = is_legal(state.record, state.current_player, local)
            assert buffer.numbers[CODES_AT] == moves.encode_move(state.current_player, local if legal else moves.REST)
            legal_ones += legal
        state.play(code)
    assert legal_ones > 10


@pytest.mark.clause("T3.4")
def test_the_distance_of_two_cells_is_the_larger_of_rows_and_columns() -> None:
    for one in range(CELLS):
        for other in range(CELLS):
            rows, columns = abs(one // 7 - other // 7), abs(one % 7 - other % 7)
            assert distance(one, other) == max(rows, columns)
    assert distance(0, -7) == distance(CELLS, 140) == CELLS
