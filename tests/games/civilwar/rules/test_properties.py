"""What must hold in every game, whatever is played and rolled."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.definition import CHANCE, OVER
from holdtheline.core.events import empty_log, logged_events
from holdtheline.core.game import State
from holdtheline.core.scenarios import CUSTOM_SCENARIO_HEADER
from holdtheline.games.civilwar.rules.moves import MoveKind, move_kind, pack_entry, pack_move, why_not
from holdtheline.games.civilwar.rules.terrain import Terrain
from holdtheline.games.civilwar.rules.victory import victory_points
from holdtheline.games.civilwar.scenario.parse import list_scenarios
from holdtheline.games.civilwar.state import (
    ARTILLERY,
    GUNBOAT,
    LEADER,
    MAX_HEXES,
    PIECE_SLOTS,
    CivilWarState,
    EventKind,
    Phase,
)

from ..random_battle import any_battle

SWITCHES = ("hill_guns", "rally_only_hit", "fire_advance", "attacker_check", "hill_sight", "bank_ap", "fog")
STEPS = 150
ACTIONS = (
    MoveKind.GO,
    MoveKind.GO_WITH,
    MoveKind.FIRE,
    MoveKind.ASSAULT,
    MoveKind.RALLY,
    MoveKind.ENTER,
    MoveKind.ENTER_WITH,
)
FIGHTS = tuple(kind for kind in ACTIONS if kind not in (MoveKind.GO, MoveKind.GO_WITH))
DICE = (Phase.AP, Phase.CHECK, Phase.DICE, Phase.LEADER, Phase.MORALE, Phase.RALLY)
SEEDS = [*((name, 1) for name in list_scenarios()), *(("", seed) for seed in range(8))]
"""Each battle that is shipped, and some by chance, which are small and crowded."""


def any_game(name: str, seed: int) -> tuple[State, Random]:
    chance = Random(f"{name} {seed}")
    options = {switch: chance.choice(["off", "on"]) for switch in SWITCHES}
    options["leader_risk"] = chance.choice(["source", "per_one"])
    options["vp_hexes"] = chance.choice(["live", "end_only"])
    options["morale_die"] = chance.choice(["3-2-1", "2-2-2"])
    scenario = name or CUSTOM_SCENARIO_HEADER + any_battle(chance)
    return load("civilwar", plain=True, scenario=scenario, **options).start(), chance


def any_step(state: State, chance: Random) -> int:
    """Choose a random step, with attacks more often and the end of a turn less often."""
    codes = state.legal_codes()
    if state.current_player == CHANCE:
        return chance.choice(codes)
    fights = [code for code in codes if move_kind(code) in FIGHTS]
    if fights and chance.random() < 0.4:
        return chance.choice(fights)
    if len(codes) > 1 and move_kind(codes[0]) == MoveKind.END and chance.random() < 0.9:
        codes = codes[1:]
    return chance.choice(codes)


def lists_of(s: Any) -> SimpleNamespace:
    """Return the record with lists for its rows, which are much faster to read."""
    return SimpleNamespace(
        **{name: row if isinstance(row := getattr(s, name), int) else row.tolist() for name in CivilWarState.names},
        record=s,
    )


def on_map(s: Any) -> list[int]:
    return [piece for piece in range(PIECE_SLOTS) if s.kind[piece] and s.hex_of[piece]]


# What holds in a state


def check_places(s: Any) -> None:
    """Check that the three rows of hexes say where the pieces are, one of each in a hex (C2.7)."""
    rows: dict[str, dict[int, int]] = {"unit_at": {}, "artillery_at": {}, "leader_at": {}}
    sides: dict[int, set[int]] = {}
    for piece in on_map(s):
        kind, hex_ = s.kind[piece], s.hex_of[piece] - 1
        assert 0 <= hex_ < s.width * s.height
        if kind == LEADER and piece in (s.mover - 1, s.mover_leader - 1) and s.leader_at[hex_] != piece + 1:
            continue  # on his way, alone or with a unit, he may pass another leader
        row = rows["leader_at" if kind == LEADER else "artillery_at" if kind == ARTILLERY else "unit_at"]
        assert hex_ not in row, "two of a kind in one hex"
        row[hex_] = piece + 1
        sides.setdefault(hex_, set()).add(piece // 40)
    for name, row in rows.items():
        assert {hex_: piece for hex_, piece in enumerate(getattr(s, name)) if piece} == row, name
    assert all(len(there) == 1 for there in sides.values()), "the two sides share a hex"


def check_ground(s: Any) -> None:
    """Check that gunboats are on rivers, others not, and no piece in a swamp (C2.4)."""
    for piece in on_map(s):
        terrain = s.terrain[s.hex_of[piece] - 1]
        assert terrain != Terrain.SWAMP
        assert (terrain == Terrain.RIVER) == (s.kind[piece] == GUNBOAT)


def check_numbers(s: Any) -> None:
    for piece in range(PIECE_SLOTS):
        if not s.kind[piece]:
            continue
        there = s.hex_of[piece] > 0 or s.entry_turn[piece] > 0
        assert (1 <= s.strength[piece] <= s.full_strength[piece]) if there else s.strength[piece] == 0
        assert not (s.hex_of[piece] and s.entry_turn[piece])
    assert s.ap >= 0
    assert min(s.banked_ap) >= 0
    assert s.bank_ap or not any(s.banked_ap)
    assert 1 <= s.turn <= s.last_turn
    for side in (0, 1):
        enemies = range(40 * (1 - side), 40 * (2 - side))
        gone = [p for p in enemies if s.kind[p] and not s.hex_of[p] and not s.entry_turn[p]]
        assert s.elimination_vp[side] == len(gone)  # C7.1
        assert s.leaders_lost[1 - side] == sum(s.kind[p] == LEADER for p in gone)
        held = [
            worth
            for hex_, worth, scorers, holder in zip(
                s.victory_hex, s.victory_hex_vp, s.victory_hex_scorers, s.victory_hex_holder, strict=True
            )
            if hex_ and holder == side + 1 and scorers & (1 << side)
        ]
        is_end = s.turn == s.last_turn and s.side != s.first_side
        assert victory_points(s.record, side) == s.elimination_vp[side] + (
            sum(held) if is_end or not s.vp_hexes_at_end else 0
        )


def check_phase(state: State, s: Any) -> None:
    """Check who decides, and that nothing is left of a finished combat (C1.1)."""
    if s.phase in DICE:
        assert state.current_player == CHANCE
    elif s.phase == Phase.OVER:
        assert state.current_player == OVER
    else:
        answers = s.phase in (Phase.RETREAT, Phase.DISPLACE, Phase.FLIGHT)
        assert state.current_player == (1 - s.side if answers else s.side)
    assert bool(s.mover) == (s.phase in (Phase.MOVE, Phase.FLIGHT))
    if s.phase in (Phase.AP, Phase.ACT, Phase.MOVE):
        assert not any(
            (s.actor, s.target, s.dice_left, s.hits, s.ones, s.shaken_unit, s.must_retreat, s.displaced, s.retreat_hex)
        )


# What holds from one to the next


def check_step(s: Any, code: int, then: Any, acted: set[int]) -> None:
    """Check that a piece acts once per turn and no piece appears from nowhere (C1.3)."""
    if s.phase == Phase.AP:
        acted.clear()
    elif s.phase == Phase.ACT and move_kind(code) in ACTIONS:
        piece = code >> 8 & 255
        assert piece not in acted
        acted.add(piece)
        assert then.acted[piece]
    assert (then.kind, then.morale) == (s.kind, s.morale)
    for piece in [piece for piece in range(PIECE_SLOTS) if s.kind[piece]]:
        was = s.hex_of[piece] > 0 or s.entry_turn[piece] > 0
        assert was or not (then.hex_of[piece] or then.entry_turn[piece]), "a piece came back"
        more = then.strength[piece] - s.strength[piece]
        assert more <= (s.phase == Phase.RALLY and piece == s.actor - 1)
        assert then.revealed[piece] >= s.revealed[piece]
    assert then.ap <= s.ap or s.phase == Phase.AP
    assert all(then.elimination_vp[side] >= s.elimination_vp[side] for side in (0, 1))


@pytest.mark.parametrize(("name", "seed"), SEEDS)
def test_what_always_holds(name: str, seed: int) -> None:
    state, chance = any_game(name, seed)
    acted: set[int] = set()
    s = lists_of(state.record)
    for _ in range(STEPS):
        check_places(s)
        check_ground(s)
        check_numbers(s)
        check_phase(state, s)
        if state.current_player == OVER:
            return
        code = any_step(state, chance)
        state.play(code)
        then = lists_of(state.record)
        check_step(s, code, then, acted)
        s = then


# The list of the moves and the answer to a single one


def all_codes(s: Any) -> Iterator[int]:
    """Return the codes of every kind, piece and hex, also of missing ones; during a move only of a few pieces."""
    few = {0, 1, 40, PIECE_SLOTS - 1, *(piece - 1 for piece in (s.mover, s.actor, s.shaken_unit) if piece)}
    pieces = range(PIECE_SLOTS) if s.phase == Phase.ACT else sorted(few)
    yield from (pack_move(do, piece, hex_) for do in range(18) for piece in pieces for hex_ in range(MAX_HEXES))
    leaders = [piece for piece in range(PIECE_SLOTS) if s.kind[piece] == LEADER]
    units = [piece for piece in pieces if s.entry_turn[piece]]
    yield from (pack_entry(unit, hex_, leader) for unit in units for hex_ in range(MAX_HEXES) for leader in leaders)


@pytest.mark.parametrize(("name", "seed"), [("shiloh", 7), ("", 0), ("", 4)])
def test_the_moves_are_those_that_nothing_refuses(name: str, seed: int) -> None:
    state, chance = any_game(name, seed + 50)
    kinds: set[int] = set()
    for _ in range(STEPS):
        if state.current_player == OVER:
            break
        s = state.record
        if state.current_player != CHANCE and s.phase not in kinds and (s.phase != Phase.ACT or chance.random() < 0.1):
            kinds.add(s.phase)
            codes = state.legal_codes()
            assert len(codes) == len(set(codes))
            assert {code for code in all_codes(s) if why_not(s, code) == 0} == set(codes)
        state.play(any_step(state, chance))
    assert {Phase.ACT, Phase.MOVE} <= kinds


@pytest.mark.parametrize("seed", range(2))
def test_at_a_die_only_faces_are_taken_and_at_the_end_nothing(seed: int) -> None:
    state, chance = any_game("", seed)
    while state.current_player != OVER:
        if state.current_player == CHANCE:
            legal = [code for code in range(-1, 10) if why_not(state.record, code) == 0]
            assert legal == [1, 2, 3, 4, 5, 6]
            assert why_not(state.record, pack_move(MoveKind.END, 0, 0))
        state.play(any_step(state, chance))
    assert all(why_not(state.record, code) == 702 for code in (1, 6, pack_move(MoveKind.END, 0, 0)))
    outcome = state.outcome
    assert outcome is not None
    assert sum(outcome.scores) == 0


@pytest.mark.parametrize("seed", range(2))
def test_the_log_has_every_loss(seed: int) -> None:
    """Check that the logged losses of blocks and pieces are those that are gone (C7.1, C3.3)."""
    state, chance = any_game("", seed + 20)
    while state.current_player != OVER:
        before, log = state.copy(), empty_log(64)
        code = any_step(state, chance)
        state.current_player = state.game.engine.advance_with_log(state.words, code, log)
        s, then = before.record, state.record
        events = [(kind, numbers) for _, kind, *numbers in logged_events(log)]
        lost = {numbers[0] for kind, numbers in events if kind == EventKind.ELIMINATED}
        assert lost == {p for p in range(PIECE_SLOTS) if s.strength[p] and not then.strength[p]}
        blocks = {numbers[0]: numbers[1] for kind, numbers in events if kind == EventKind.SUFFERED}
        for piece, count in blocks.items():
            assert s.strength[piece] - then.strength[piece] >= count
