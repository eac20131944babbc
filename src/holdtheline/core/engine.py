"""A game's kernels over rows of words: the one doorway between Python and the rules."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any

from .contract import Contract, empty_log
from .kernel import Kernel, bare, opener


@dataclass(frozen=True)
class Engine:
    """What Python calls. Every `words` is one state."""

    start: Callable[..., Any]  # start(words, setup)
    turn: Callable[..., Any]  # turn(words) -> seat, CHANCE or OVER
    moves: Callable[..., Any]  # moves(words, codes) -> how many
    can_move: Callable[..., Any]  # can_move(words, seat) -> whether this seat may decide
    moves_of: Callable[..., Any]  # moves_of(words, seat, codes) -> how many
    why_not: Callable[..., Any]  # why_not(words, step) -> clause or 0
    advance: Callable[..., Any]  # advance(words, step) -> turn, or minus the clause that refuses
    advance_telling: Callable[..., Any]  # advance_telling(words, step, log): the same, with its events
    result: Callable[..., Any]  # result(words, seat) -> WON, DRAWN or LOST
    hide: Callable[..., Any]  # hide(words, seat)
    guess: Callable[..., Any]  # guess(words, seat, stream)


@functools.cache
def engine_of(contract: Contract, plain: bool = False) -> Engine:
    """The engine of this game: compiled, or plain where speed does not matter."""
    doors = doors_of(contract)
    form = "plain" if plain else "compiled"
    engine = Engine(**{f.name: getattr(doors[f.name], form) for f in fields(Engine)})
    if not contract.takes_long:
        return engine
    telling, nobody = engine.advance_telling, empty_log(0)
    return replace(engine, advance=lambda words, step: telling(words, step, nobody))


@functools.cache
def opener_of(contract: Contract) -> Kernel[..., Any]:
    return opener(contract.dtype, f"{contract.name}.opened")


@functools.cache
def doors_of(contract: Contract) -> dict[str, Kernel[..., Any]]:
    """The kernels behind an engine, by name."""
    opened = opener_of(contract)
    rule_start, rule_turn, rule_moves = contract.start, contract.turn, contract.moves
    rule_why_not, rule_apply, rule_result = contract.why_not, contract.apply, contract.result
    rule_hide, rule_guess = contract.hide, contract.guess
    rule_can_move, rule_moves_of = _at_once(contract)

    def start(words: Any, setup: Any) -> None:
        rule_start(opened(words), bare(setup))

    def turn(words: Any) -> Any:
        return rule_turn(opened(words))

    def moves(words: Any, codes: Any) -> Any:
        return rule_moves(opened(words), bare(codes))

    def can_move(words: Any, seat: Any) -> Any:
        return rule_can_move(opened(words), seat)

    def moves_of(words: Any, seat: Any, codes: Any) -> Any:
        return rule_moves_of(opened(words), seat, bare(codes))

    def why_not(words: Any, step: Any) -> Any:
        return rule_why_not(opened(words), step)

    def advance(words: Any, step: Any) -> Any:
        s = opened(words)
        clause = rule_why_not(s, step)
        if clause != 0:
            return -clause
        rule_apply(s, step, None)
        return rule_turn(s)

    def advance_telling(words: Any, step: Any, log: Any) -> Any:
        s = opened(words)
        clause = rule_why_not(s, step)
        if clause != 0:
            return -clause
        rule_apply(s, step, bare(log))
        return rule_turn(s)

    def result(words: Any, seat: Any) -> Any:
        return rule_result(opened(words), seat)

    def hide(words: Any, seat: Any) -> None:
        rule_hide(opened(words), seat)

    def guess(words: Any, seat: Any, stream: Any) -> None:
        rule_guess(opened(words), seat, bare(stream))

    doors = (
        start, turn, moves, can_move, moves_of, why_not, advance, advance_telling, result, hide, guess
    )  # fmt: skip
    return {door.__name__: Kernel(door, f"{contract.name}.{door.__name__}") for door in doors}


def _at_once(contract: Contract) -> tuple[Kernel[..., Any], Kernel[..., Any]]:
    """Who may decide, and what: where seats take turns, only the one whose turn it is."""
    if contract.together is not None:
        return contract.together.can_move, contract.together.moves_of
    turn, moves = contract.turn, contract.moves

    def has_turn(s: Any, seat: Any) -> Any:
        return turn(s) == seat

    def moves_on_turn(s: Any, seat: Any, codes: Any) -> Any:
        return moves(s, codes) if turn(s) == seat else 0

    names = (f"{contract.name}.has_turn", f"{contract.name}.moves_on_turn")
    return Kernel(has_turn, names[0]), Kernel(moves_on_turn, names[1])
