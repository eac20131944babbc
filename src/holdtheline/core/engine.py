"""The engine: a game's kernels wrapped so that Python can call them with rows of words."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any

from .definition import GameDefinition, Rules
from .events import empty_log
from .kernel.compiler import Kernel, as_pointer, kernel, kernel_factory, record_opener
from .state_record import Words


@dataclass(frozen=True)
class Engine:
    """The functions that Python calls. Every `words` is one state."""

    start: Callable[..., Any]  # start(words, setup)
    turn: Callable[..., Any]  # turn(words) -> seat, CHANCE or OVER
    moves: Callable[..., Any]  # moves(words, codes) -> count
    can_move: Callable[..., Any]  # can_move(words, seat) -> whether this seat may decide
    moves_of: Callable[..., Any]  # moves_of(words, seat, codes) -> count
    why_not: Callable[..., Any]  # why_not(words, step) -> clause or 0
    advance: Callable[..., Any]  # advance(words, step) -> turn, or minus the clause that forbids the step
    advance_with_log: Callable[..., Any]  # advance_with_log(words, step, log): the same, and log the events
    result: Callable[..., Any]  # result(words, seat) -> WON, DRAWN or LOST
    hide: Callable[..., Any]  # hide(words, seat)
    guess: Callable[..., Any]  # guess(words, seat, stream)


@functools.cache
def engine_of(definition: GameDefinition, plain: bool = False) -> Engine:
    """Return the engine of this game, compiled or in plain Python."""
    kernels = engine_kernels(definition)
    form = "plain" if plain else "compiled"
    engine = Engine(**{f.name: getattr(kernels[f.name], form) for f in fields(Engine)})
    if not definition.compiles_slowly:
        return engine
    # The kernel without a log would compile all rules a second time.
    advance_with_log, unused_log = engine.advance_with_log, empty_log(0)
    return replace(engine, advance=lambda words, step: advance_with_log(words, step, unused_log))


@kernel_factory
def state_opener(definition: GameDefinition) -> Kernel[[Words], Any]:
    """Return the kernel that opens a row of words as the state record of this game."""
    return record_opener(definition.rules.state, f"{definition.kernel_prefix}.opened")


@kernel_factory
def shared_kernel(definition: GameDefinition, rule: Kernel[..., Any]) -> Kernel[..., Any]:
    """Return a rule or policy as other kernels call it: in a game that compiles slowly, compiled once on its own."""
    if not definition.compiles_slowly:
        return rule
    return rule.separate_copy(f"{definition.kernel_prefix}.shared.{rule.function.__qualname__}")


@kernel_factory
def shared_rules(definition: GameDefinition) -> Rules:
    """Return the rules as the engine and the players call them."""
    rules, share = definition.rules, functools.partial(shared_kernel, definition)
    return replace(
        rules,
        legal_moves=share(rules.legal_moves),
        why_not=share(rules.why_not),
        apply=share(rules.apply),
        guess=share(rules.guess),
    )


@kernel
def copy_words(target: Words, source: Words, count: int) -> None:
    for index in range(count):
        target[index] = source[index]


@kernel
def no_log(log: Words) -> None:
    """Return None instead of a log: rules called with it are compiled without logging."""


def log_for_batches(definition: GameDefinition) -> Kernel[..., Any]:
    """Return a kernel that turns an empty log into the form for kernels whose events are not read."""
    return as_pointer if definition.compiles_slowly else no_log


@kernel_factory
def start_kernel(definition: GameDefinition) -> Kernel[..., Any]:
    """Return start(words, setup): copy the prepared state, or run the game's own `start`."""
    word_count, open_state = definition.rules.state.word_count(), state_opener(definition)
    rules_start: Any = definition.rules.start

    def start_by_rules(words: Words, setup: Words) -> None:
        rules_start(open_state(words), as_pointer(setup))

    def start_by_copy(words: Words, setup: Words) -> None:
        copy_words(as_pointer(words), as_pointer(setup), word_count)

    return Kernel(start_by_rules if rules_start else start_by_copy, f"{definition.kernel_prefix}.start")


@kernel_factory
def engine_kernels(definition: GameDefinition) -> dict[str, Kernel[..., Any]]:
    """Return the kernels of an engine by name."""
    open_state, rules = state_opener(definition), shared_rules(definition)
    rules_turn, rules_moves, rules_why_not, rules_apply = rules.turn, rules.legal_moves, rules.why_not, rules.apply
    rules_result, rules_hide, rules_guess = rules.result, rules.hide, rules.guess
    rules_can_move, rules_moves_of = _simultaneous_kernels(definition)

    def turn(words: Words) -> Any:
        return rules_turn(open_state(words))

    def moves(words: Words, codes: Words) -> Any:
        return rules_moves(open_state(words), as_pointer(codes))

    def can_move(words: Words, seat: int) -> Any:
        return rules_can_move(open_state(words), seat)

    def moves_of(words: Words, seat: int, codes: Words) -> Any:
        return rules_moves_of(open_state(words), seat, as_pointer(codes))

    def why_not(words: Words, step: int) -> Any:
        return rules_why_not(open_state(words), step)

    def advance(words: Words, step: int) -> Any:
        s = open_state(words)
        clause = rules_why_not(s, step)
        if clause != 0:
            return -clause
        rules_apply(s, step, None)
        return rules_turn(s)

    def advance_with_log(words: Words, step: int, log: Words) -> Any:
        s = open_state(words)
        clause = rules_why_not(s, step)
        if clause != 0:
            return -clause
        rules_apply(s, step, as_pointer(log))
        return rules_turn(s)

    def result(words: Words, seat: int) -> Any:
        return rules_result(open_state(words), seat)

    def hide(words: Words, seat: int) -> None:
        rules_hide(open_state(words), seat)

    def guess(words: Words, seat: int, stream: Words) -> None:
        rules_guess(open_state(words), seat, as_pointer(stream))

    functions = (turn, moves, can_move, moves_of, why_not, advance, advance_with_log, result, hide, guess)
    kernels = {
        function.__name__: Kernel(function, f"{definition.kernel_prefix}.{function.__name__}") for function in functions
    }
    return {"start": start_kernel(definition), **kernels}


def _simultaneous_kernels(definition: GameDefinition) -> tuple[Kernel[..., Any], Kernel[..., Any]]:
    """Return `can_move` and `moves_of`; where seats take turns, only the seat to move can."""
    if definition.simultaneous is not None:
        return definition.simultaneous.can_move, definition.simultaneous.moves_of
    turn, moves = definition.rules.turn, shared_rules(definition).legal_moves

    def is_to_move(s: Any, seat: int) -> Any:
        return turn(s) == seat

    def moves_if_to_move(s: Any, seat: int, codes: Words) -> Any:
        return moves(s, codes) if turn(s) == seat else 0

    names = (f"{definition.kernel_prefix}.is_to_move", f"{definition.kernel_prefix}.moves_if_to_move")
    return Kernel(is_to_move, names[0]), Kernel(moves_if_to_move, names[1])
