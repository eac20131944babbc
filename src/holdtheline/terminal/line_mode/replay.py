"""Print a record step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ...core.declarations import declaration_text
from ...table.history import PlayedStep
from ...table.text import format_sentence, options_text, reason_text, step_text, winner_text
from .. import EXIT_INTERRUPTED, EXIT_OK
from ..games import find_panel
from .console import WriteLine, print_line, wrap_text
from .play import game_heading

if TYPE_CHECKING:
    from ...core.game import State
    from ...core.game_record.replay import Record

    LinesOfRecord = Callable[[Record], Iterable[str]]


def _result_lines(state: State) -> list[str]:
    outcome = state.outcome
    if outcome is None:
        return ["", "The game is not finished."]
    return ["", f"{winner_text(outcome, state.game.sides, [])}: {reason_text(outcome)}."]


def replay_lines(record: Record) -> list[str]:
    """Return a record as sentences."""
    game = record.game(plain=True)
    lines = [game_heading(game.definition.title, options_text(game))]
    panel: LinesOfRecord | None = find_panel(game.definition.name, "line_mode", "replay_lines", None)
    if panel is not None:
        return [*lines, *panel(record), *_result_lines(record.replay(plain=True))]
    last, positions = 0, not (game.definition.view.has_hex_map or game.definition.is_open_table)
    state = game.start()
    for moment in record.replay_steps(plain=True):
        if moment.declared is not None:
            lines += ["", declaration_text(moment.declared.declares, moment.declared.seat, game.sides)]
            state = moment.state
            continue
        if moment.step < last or (moment.step == last and moment.step):
            lines += ["", f"Back to step {moment.step}."]
        elif moment.step:
            step = PlayedStep(moment.step, moment.seat, moment.move, moment.events)
            lines += ["", f"Step {moment.step}: {step_text(step, game.seats)}."]
            lines += [str(event) for event in moment.events]
        last, state = moment.step, moment.state
        lines += [format_sentence(state.position())] if positions else []
    return [*lines, *_result_lines(state)]


def replay(record: Record, write: WriteLine | None = None) -> int:
    """Print a record step by step, and return the exit code; raise BadRecord where it is invalid."""
    write = write or print_line
    try:
        for line in replay_lines(record):
            for part in wrap_text(line):
                write(part)
    except BrokenPipeError:
        return EXIT_OK
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    return EXIT_OK
