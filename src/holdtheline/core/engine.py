"""The engine: a game's kernels wrapped so that Python can call them with rows of words."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from .definition import CHANCE, OVER, GameDefinition, Rules
from .dice import FACES, roll_die
from .events import LOG_FIRST_EVENT, empty_log
from .kernel.compiler import Kernel, as_pointer, as_pointer_from, kernel, kernel_factory, record_opener
from .kernel.numba_version import PLAIN_PYTHON, USES_POINTERS
from .state_record import Words


@dataclass(frozen=True)
class Engine:
    """The functions that Python calls. Every `words` is one state."""

    start: Callable[..., Any]  # start(words, setup)
    turn: Callable[..., Any]  # turn(words) -> seat, CHANCE or OVER
    handles: HandleFunctions
    can_move: Callable[..., Any]  # can_move(words, seat) -> whether this seat may decide
    moves_of: Callable[..., Any]  # moves_of(words, seat, codes) -> count
    why_not: Callable[..., Any]  # why_not(words, step) -> clause or 0
    advance_with_log: Callable[..., Any]  # advance_with_log(words, step, log) -> like `play`, and log the events
    result: Callable[..., Any]  # result(words, seat) -> WON, DRAWN or LOST
    hide: Callable[..., Any]  # hide(words, seat)
    guess: Callable[..., Any]  # guess(words, seat, stream)


@functools.cache
def engine_of(definition: GameDefinition, plain: bool = False) -> Engine:
    """Return the engine of this game, compiled or in plain Python."""
    form = "plain" if plain else "compiled"
    functions = {name: getattr(kernel, form) for name, kernel in engine_kernels(definition).items()}
    is_direct = USES_POINTERS and not PLAIN_PYTHON and not plain
    handles = DirectFunctions(definition) if is_direct else IndirectFunctions(definition, form)
    return Engine(**functions, handles=handles)


# Playing and listing, the calls on which the speed from Python depends


class HandleFunctions(Protocol):
    """Functions that take `at`, the handle of a state's words: the words must stay there while the handle is used.

    They share a buffer for codes, which is safe because they do not release the GIL.
    """

    def load(self, name: str) -> Callable[..., Any]:
        """Return a function, and compile it if necessary.

        | | |
        |---|---|
        | `handle(words)` | the handle |
        | `play(at, step, buffer)` | the turn after a step, or minus the clause that forbids it |
        | `list_codes(at, 0, buffer)` | the turn, and the codes of the legal steps |
        | `step(at, step, buffer)` | the turn and the codes after a step, or minus the clause and no codes |
        | `step_and_roll(at, step, buffer, handle of a stream)` | the same after rolling dice until a seat decides |
        """

    @property
    def buffer(self) -> Any: ...


class IndirectFunctions:
    """In plain Python, and where compiled code cannot make lists: the handle is the words."""

    buffer = None

    def __init__(self, definition: GameDefinition, form: str) -> None:
        kernels = indirect_kernels(definition)
        self._kernels, self._form = kernels, form
        self._turn = engine_kernels(definition)["turn"]
        self._max_moves = definition.rules.max_moves
        self._log = empty_log(0) if definition.compiles_slowly else None

    def load(self, name: str) -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(self, name)
        return function

    def handle(self, words: Words) -> Words:
        return words

    def play(self, words: Words, step: int, _buffer: None) -> int:
        if not -(2**63) <= step < 2**63:
            raise OverflowError("a step is a 64-bit number")
        return int(getattr(self._kernels["advance"], self._form)(words, step, self._log))

    def list_codes(self, words: Words, _step: int, _buffer: None) -> tuple[int, list[int]]:
        turn = int(getattr(self._turn, self._form)(words))
        if turn < 0:
            return turn, [*range(1, FACES + 1)] if turn == CHANCE else []
        codes = np.empty(self._max_moves, np.int64)
        count = getattr(self._kernels["moves"], self._form)(words, codes)
        return turn, codes[:count].tolist()

    def step(self, words: Words, step: int, _buffer: None) -> tuple[int, list[int]]:
        turn = self.play(words, step, None)
        return (turn, []) if turn < OVER else self.list_codes(words, 0, None)

    def step_and_roll(self, words: Words, step: int, _buffer: None, stream: Words) -> tuple[int, list[int]]:
        turn = self.play(words, step, None)
        while turn == CHANCE:
            turn = self.play(words, int(roll_die(stream)), None)
        return (turn, []) if turn < OVER else self.list_codes(words, 0, None)


class DirectFunctions:
    """Compiled, without Numba's dispatcher: the handle is the address of the words."""

    def __init__(self, definition: GameDefinition) -> None:
        self._definition = definition
        self._codes = np.zeros(code_capacity(definition) + LOG_FIRST_EVENT, np.int64)
        self.buffer = self.load("handle")(self._codes)

    def load(self, name: str) -> Callable[..., Any]:
        from .kernel.direct_call import function_behind, types

        word = types.int64
        arguments = {"handle": (word[::1],), "step_and_roll": (word,) * 4}.get(name, (word,) * 3)
        function: Callable[..., Any] = function_behind(direct_kernels(self._definition)[name], *arguments)
        return function


def code_capacity(definition: GameDefinition) -> int:
    """Return the number of codes that the buffer holds; behind them is an empty log."""
    return max(definition.rules.max_moves, FACES)


@kernel_factory
def indirect_kernels(definition: GameDefinition) -> dict[str, Kernel[..., Any]]:
    """Return the kernels behind `IndirectFunctions`."""
    open_state, rules, log_form = state_opener(definition), shared_rules(definition), log_for_batches(definition)
    rules_turn, rules_moves, rules_why_not, rules_apply = rules.turn, rules.legal_moves, rules.why_not, rules.apply

    def moves(words: Words, codes: Words) -> Any:
        return rules_moves(open_state(words), as_pointer(codes))

    def advance(words: Words, step: int, log: Any) -> Any:
        s = open_state(words)
        clause = rules_why_not(s, step)
        if clause != 0:
            return -clause
        rules_apply(s, step, log_form(log))
        return rules_turn(s)

    return {each.__name__: Kernel(each, f"{definition.kernel_prefix}.{each.__name__}") for each in (moves, advance)}


@kernel_factory
def direct_kernels(definition: GameDefinition) -> dict[str, Kernel[..., Any]]:
    """Return the kernels behind `DirectFunctions`. Python cannot run them uncompiled."""
    from .kernel import direct_call

    pointer_at, turn_and_codes, address_in = direct_call.pointer_at, direct_call.turn_and_codes, direct_call.address_in
    open_state, rules, log_form = state_opener(definition), shared_rules(definition), log_for_batches(definition)
    rules_turn, rules_moves, rules_why_not, rules_apply = rules.turn, rules.legal_moves, rules.why_not, rules.apply
    log_start, prefix = code_capacity(definition), definition.kernel_prefix

    def list_legal(s: Any, codes: Any) -> Any:
        player = rules_turn(s)
        count = 0
        if player >= 0:
            count = rules_moves(s, codes)
        elif player == CHANCE:
            count = FACES
            for face in range(FACES):
                codes[face] = face + 1
        return turn_and_codes(player, codes, count)

    listed = Kernel(list_legal, f"{prefix}.list_legal")

    def handle(words: Words) -> Any:
        return address_in(words)

    def play(at: int, step: int, buffer: int) -> Any:
        s = open_state(pointer_at(at))
        clause = rules_why_not(s, step)
        if clause != 0:
            return -clause
        rules_apply(s, step, log_form(as_pointer_from(pointer_at(buffer), log_start)))
        return rules_turn(s)

    def list_codes(at: int, step: int, buffer: int) -> Any:
        return listed(open_state(pointer_at(at)), pointer_at(buffer))

    def step(at: int, step: int, buffer: int) -> Any:
        s, codes = open_state(pointer_at(at)), pointer_at(buffer)
        clause = rules_why_not(s, step)
        if clause != 0:
            return turn_and_codes(-clause, codes, 0)
        rules_apply(s, step, log_form(as_pointer_from(codes, log_start)))
        return listed(s, codes)

    def step_and_roll(at: int, step: int, buffer: int, stream: int) -> Any:
        s, codes = open_state(pointer_at(at)), pointer_at(buffer)
        clause = rules_why_not(s, step)
        if clause != 0:
            return turn_and_codes(-clause, codes, 0)
        rules_apply(s, step, log_form(as_pointer_from(codes, log_start)))
        while rules_turn(s) == CHANCE:
            rules_apply(s, roll_die(pointer_at(stream)), log_form(as_pointer_from(codes, log_start)))
        return listed(s, codes)

    functions = (handle, play, list_codes, step, step_and_roll)
    return {each.__name__: Kernel(each, f"{prefix}.{each.__name__}") for each in functions}


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
    rules_turn, rules_why_not, rules_apply = rules.turn, rules.why_not, rules.apply
    rules_result, rules_hide, rules_guess = rules.result, rules.hide, rules.guess
    rules_can_move, rules_moves_of = simultaneous_kernels(definition)

    def turn(words: Words) -> Any:
        return rules_turn(open_state(words))

    def can_move(words: Words, seat: int) -> Any:
        return rules_can_move(open_state(words), seat)

    def moves_of(words: Words, seat: int, codes: Words) -> Any:
        return rules_moves_of(open_state(words), seat, as_pointer(codes))

    def why_not(words: Words, step: int) -> Any:
        return rules_why_not(open_state(words), step)

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

    functions = (turn, can_move, moves_of, why_not, advance_with_log, result, hide, guess)
    kernels = {
        function.__name__: Kernel(function, f"{definition.kernel_prefix}.{function.__name__}") for function in functions
    }
    return {"start": start_kernel(definition), **kernels}


def simultaneous_kernels(definition: GameDefinition) -> tuple[Kernel[..., Any], Kernel[..., Any]]:
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
