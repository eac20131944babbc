"""Prepare a starting server: solve small games and compile or load the rules in the background."""

from __future__ import annotations

import threading

from ..core.catalog import all_definitions, definition_of
from ..core.definition import CHANCE, GameDefinition
from ..core.game import Game
from ..core.kernel.numba_version import PLAIN_PYTHON
from ..players.background_compiler import BackgroundCompiler
from ..players.precompile import is_ready
from ..table.hints import hints_for
from .coach.advice import Coach


class BackgroundStartup:
    """Work that starts with the server. Until it is finished, games are played with the slower plain rules."""

    def __init__(self, coach: Coach) -> None:
        definitions = all_definitions()
        ready = [definition for definition in definitions if is_ready(definition.name)]
        self.compiler: BackgroundCompiler | None = None
        if len(ready) < len(definitions):  # in another process, because compiling here would block every request

            def load(name: str) -> None:
                solve_default_games(coach, [definition_of(name)])
                load_compiled_code([definition_of(name)])

            self.compiler = BackgroundCompiler([definition.name for definition in definitions], load)
            coach.compiler = self.compiler
        solve_default_games(coach, ready)
        if not PLAIN_PYTHON:  # in plain Python a search would take too long
            threading.Thread(target=load_compiled_code, args=(ready,), daemon=True).start()

    def close(self) -> None:
        if self.compiler is not None:
            self.compiler.close()


def solve_default_games(coach: Coach, definitions: list[GameDefinition]) -> None:
    """Start to solve the games with their default options, so that luck and advice are ready in time."""
    for definition in definitions:
        if definition.ai.solver is not None:
            coach.solution(Game(definition, {}, plain=True))


def load_compiled_code(definitions: list[GameDefinition]) -> None:
    load_rules([definition for definition in definitions if definition.turn_replay is not None])
    load_search(definitions)


def load_rules(definitions: list[GameDefinition]) -> None:
    """Load the compiled rules before the first table needs them, by playing one turn."""
    for definition in definitions:
        assert definition.turn_replay is not None
        state, ended = Game(definition, {}).start(), False
        while state.turn >= 0 and not ended:
            before = state.record.copy()
            state.play(state.codes()[0], [], frames=False)
            ended = definition.turn_replay.has_ended(before, state.record)


def load_search(definitions: list[GameDefinition]) -> None:
    """Load the compiled search before the coach needs it."""
    for definition in definitions:
        if not definition.is_solved:
            state = Game(definition, {}).start()
            while state.turn == CHANCE:
                state.play(1)
            next(hints_for(state.seen_by(state.turn), state.turn, at_once=2), None)
