"""Prepare a starting server: solve small games and compile or load the rules in the background."""

from __future__ import annotations

import threading
from typing import Any

from ..core.catalog import all_definitions, definition_of
from ..core.definition import OVER, GameDefinition, TurnReplay
from ..core.game import Game
from ..core.kernel.numba_version import PLAIN_PYTHON
from ..players.background_compiler import BackgroundCompiler
from ..players.precompile import is_ready
from ..table.hints import solution_of
from .coach.advice import Coach
from .coach.exact import game_key


class BackgroundStartup:
    """Work that starts with the server. Until it is finished, games are played with the slower plain rules."""

    def __init__(self, coach: Coach) -> None:
        definitions = all_definitions()
        ready = [definition for definition in definitions if is_ready(definition.name)]
        self.compiler: BackgroundCompiler | None = None
        if len(ready) < len(definitions):  # in another process, because compiling here would block every request

            def load(name: str) -> None:
                load_compiled_code(coach, [definition_of(name)])

            self.compiler = BackgroundCompiler([definition.name for definition in definitions], load)
            coach.compiler = self.compiler
        if not PLAIN_PYTHON:  # in plain Python solving a game would take too long
            threading.Thread(target=load_compiled_code, args=(coach, ready), daemon=True).start()

    def close(self) -> None:
        if self.compiler is not None:
            self.compiler.close()


def load_compiled_code(coach: Coach, definitions: list[GameDefinition]) -> None:
    """Load what the server itself runs compiled, before a request needs it; workers load the rest."""
    for definition in definitions:
        game = Game(definition, {}, plain=definition.turn_replay is None)
        if definition.is_solved:
            coach.solutions.add(game_key(game), load_solution(game))
        if definition.turn_replay is not None:
            play_one_turn(game, definition.turn_replay)


def load_solution(game: Game) -> Any:
    """Solve a game with its default options, so that luck and advice are ready in time."""
    solution, state = solution_of(game), game.start()
    while state.current_player != OVER:
        solution.value(state)
        if state.current_player >= 0:
            solution.moves(state)
        state.play(state.legal_codes()[0])
    return solution


def play_one_turn(game: Game, replay: TurnReplay) -> None:
    state, ended = game.start(), False
    while state.current_player >= 0 and not ended:
        before = state.record.copy()
        state.play(state.legal_codes()[0], [], frames=False)
        ended = replay.has_ended(before, state.record)
