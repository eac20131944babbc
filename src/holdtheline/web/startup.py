"""Prepare a starting server: solve small games and compile or load the rules in the background."""

from __future__ import annotations

import subprocess
import sys
import threading

from ..core.catalog import all_definitions
from ..core.definition import CHANCE, GameDefinition
from ..core.game import Game
from ..core.kernel.compiler import is_precompiled
from ..core.kernel.numba_version import PLAIN_PYTHON
from ..players.precompile import EXIT_WITH_PARENT_CODE
from ..table.hints import hints_for
from .coach.advice import Coach

COMPILE_PROGRAM = f"""{EXIT_WITH_PARENT_CODE}
os.nice(10)
from holdtheline.players.precompile import precompile
precompile()
"""
"""The code of a child process that compiles the rules and ends with the server."""


class BackgroundStartup:
    """Work that begins with the server. Until it is done, games are played with the slower plain rules."""

    def __init__(self, coach: Coach) -> None:
        self._compiling: subprocess.Popen[bytes] | None = None
        definitions = all_definitions()
        solve_default_games(coach, definitions)
        long = [definition for definition in definitions if definition.turn_replay is not None]
        if is_precompiled():
            threading.Thread(target=load_compiled_code, args=(definitions,), daemon=True).start()
        elif long and not PLAIN_PYTHON:
            # In another process with low priority, because compiling here would block every request.
            quiet = subprocess.DEVNULL
            self._compiling = compiling = subprocess.Popen(
                [sys.executable, "-c", COMPILE_PROGRAM], stdin=subprocess.PIPE, stdout=quiet, stderr=quiet
            )
            coach.is_compiling = lambda: compiling.poll() is None

    def close(self) -> None:
        if self._compiling is not None:
            self._compiling.terminate()
            self._compiling.wait()


def solve_default_games(coach: Coach, definitions: list[GameDefinition]) -> None:
    """Begin to solve the games with their default options, so that luck and advice are ready in time."""
    for definition in definitions:
        if definition.ai.solver is not None:
            coach.solution(Game(definition, {}, plain=True))


def load_compiled_code(definitions: list[GameDefinition]) -> None:
    load_rules([definition for definition in definitions if definition.turn_replay is not None])
    if not PLAIN_PYTHON:  # in plain Python a search would take too long
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
