"""`Game`: a game with its options, from which states start."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping
from typing import Any, cast

import numpy as np

from ..definition import GameDefinition, Solution
from ..engine import engine_of
from ..errors import BadPosition, HtlError
from ..state_record import OpenedState, Words
from .state import State


class Game:
    """A game with its options: it creates initial states and reads saved ones. `holdtheline.load` returns one.

    >>> import holdtheline as htl
    >>> game = htl.load("siege", mode="hard")
    >>> game.seats, game.options["mode"]
    (('defender',), 'hard')
    >>> game.start()
    <siege: lanes 6 6 6, backline 6, waves 4; the defender to move>
    >>> game.position("lanes 1 2 3, backline 4, waves 1, enemy 6 6 ?").is_chance
    True
    """

    def __init__(self, definition: GameDefinition, options: Mapping[str, object], plain: bool = False) -> None:
        self.definition = definition
        self.name = definition.name
        self.options = definition.parse_options(options)
        self.seats = definition.seats_for(self.options)
        self.sides = definition.side_names_for(self.options)
        self.teams = definition.teams_for(self.options)
        self.plain = plain
        self.engine = engine_of(definition, plain)
        self.setup = definition.rules.setup(self.options)
        self.open_record = cast("Callable[[Words], OpenedState]", definition.rules.state)
        self._started = np.zeros(definition.rules.state.word_count(), np.int64)
        self.engine.start(self._started, self.setup)
        self._first_turn = int(self.engine.turn(self._started))
        handles = self.engine.handles
        self.handle, self.buffer = handles.load("handle"), handles.buffer
        # Each is compiled, or read from the cache, when it is first called.
        self.step: Callable[..., tuple[int, list[int]]]
        self.play, self.list_codes = self._on_first_call("play"), self._on_first_call("list_codes")
        self.step, self.step_and_roll = self._on_first_call("step"), self._on_first_call("step_and_roll")

    def _on_first_call(self, name: str) -> Callable[..., Any]:
        """Return a function that replaces itself by the engine's function of this name."""

        def load_and_call(*arguments: Any) -> Any:
            function = self.engine.handles.load(name)
            setattr(self, name, function)
            return function(*arguments)

        return load_and_call

    def start(self) -> State:
        """Return a new game's first state."""
        words = self._started.copy()
        return State(self, words, self._first_turn, self.handle(words))

    def record_seen_by_mover(self, words: bytes, viewer: int) -> OpenedState:
        """Return the record of these words that texts about a seat's moves may describe."""
        state = State(self, np.frombuffer(bytearray(words), np.int64), viewer)
        return state.seen_by_mover().record

    def position(self, text: str) -> State:
        """Return the state of a position in the notation of the game's rulebook."""
        state = self.start()
        self.definition.text.parse_position(state.record, text)
        state.current_player = self.engine.turn(state.words)
        return state

    def resolve_options(self, *, has_computer: bool, has_real_dice: bool) -> Game:
        """Return the game with the options that depend on whether a computer plays, and on the dice."""
        options = self.definition.rules.resolve_options(self.options, has_computer, has_real_dice)
        return self if options == self.options else Game(self.definition, options, self.plain)

    def solution(self) -> Solution:
        """Return the exact solution of a game that has one.

        >>> import holdtheline as htl
        >>> siege = htl.load("siege")
        >>> siege.solution().value(siege.start()) > 0.4
        True
        """
        if self.definition.ai.solver is None:
            raise HtlError(f"{self.name} is too large to be solved exactly")
        return self.definition.ai.solver(self.options)

    def from_json(self, text: str) -> State:
        """Return the state that `State.to_json` wrote."""
        try:
            data = json.loads(text)
            if any(type(word) is not int for word in data["words"]):
                raise TypeError("a word must be an integer")
            words = np.array(data["words"], np.int64)
            is_same = (data["game"], data["rules"], data["options"]) == self.identity
        except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
            raise BadPosition(f"this is not a saved state of {self.name}") from error
        if not is_same or words.shape != self._started.shape:
            raise BadPosition(f"this state was saved by another game, option or version of {self.name}")
        reason = self.definition.text.check_state(self.open_record(words), self.open_record(self._started))
        if reason:
            raise BadPosition(f"this state of {self.name} cannot arise: {reason}")
        return State(self, words)

    @functools.cached_property
    def rules_version(self) -> int:
        return self.definition.rules_version_for(self.options)

    @property
    def identity(self) -> tuple[str, int, dict[str, str | int]]:
        """The name, the version of the rules and the options: equal for games with the same states."""
        return (self.name, self.rules_version, self.options)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        from ..catalog import load_with_options  # the catalog imports this module

        return (load_with_options, (self.name, self.options, self.plain))

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"load({self.name!r}{options})"
