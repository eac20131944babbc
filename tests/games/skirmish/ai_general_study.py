"""Play the shipped battles and count the moves that the AI general misses (K5.5, K5.7), judged by brute force.

    python -m tests.games.skirmish.ai_general_study

It fails if the general misses more than 1 in 200, or says that no line of its list applies although one does.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from holdtheline.core.definition import CHANCE, OVER
from holdtheline.core.dice import random_below, random_stream, roll_die
from holdtheline.core.engine import state_opener
from holdtheline.core.events import empty_log
from holdtheline.core.kernel.compiler import Kernel
from holdtheline.games.skirmish import GAME
from holdtheline.games.skirmish.ai import book
from holdtheline.games.skirmish.rules import ai_general, move_generation, moves, sequence_of_play
from holdtheline.games.skirmish.rules.ai_general import CENTRE_LINE, RETURN_LINE
from holdtheline.games.skirmish.rules.moves import MoveKind
from holdtheline.games.skirmish.scenario.setup import setup
from holdtheline.games.skirmish.state import ENEMIES, MAX_PER_SIDE, AiLine, SkirmishState

from .ai_general_twin import missed
from .rules.test_compiled_battles import BATTLES

_opened = state_opener(GAME)
_decide_move, _apply_move, _apply_roll = (
    ai_general.decide_move,
    sequence_of_play.apply_move,
    sequence_of_play.apply_roll,
)
_turn, _legal_moves, _book = sequence_of_play.turn, move_generation.legal_moves, book.choose


def _decide(words: Any, log: Any) -> Any:
    return _decide_move(_opened(words), log)


def _move(words: Any, code: int, log: Any) -> Any:
    _apply_move(_opened(words), code, log)
    return 0


def _roll(words: Any, face: int, log: Any) -> Any:
    _apply_roll(_opened(words), face, log)
    return 0


def _whose(words: Any) -> Any:
    return _turn(_opened(words))


def _moves(words: Any, codes: Any) -> Any:
    return _legal_moves(_opened(words), codes)


def _choose(words: Any, codes: Any, stream: Any, memory: Any) -> Any:
    return _book(_opened(words), codes, stream, memory)


decide = Kernel(_decide, "skirmish.tests.decide")
move = Kernel(_move, "skirmish.tests.move")
roll = Kernel(_roll, "skirmish.tests.roll")
whose_turn = Kernel(_whose, "skirmish.tests.whose_turn")
list_moves = Kernel(_moves, "skirmish.tests.list_moves")
choose_by_book = Kernel(_choose, "skirmish.tests.choose_by_book")


def list_decisions(scenario: str, seed: str, game: int) -> Iterator[tuple[SkirmishState, int, int]]:
    """Play a battle; yield each state in which the general used its list, its line and its target.

    In even games the friends play at random, in odd ones by the book.
    """
    words = setup({**default_options(), "scenario": scenario}).copy()
    memory = book.steps_from_setup(words)
    s, log, stream = SkirmishState(words), empty_log(0), random_stream(seed, scenario, game)
    codes = np.zeros(move_generation.MAX_MOVES, np.int64)
    while (whose := int(whose_turn.compiled(words))) != OVER:
        if whose == CHANCE:
            roll.compiled(words, roll_die(stream), log)
        elif s.side == ENEMIES:
            before = words.copy()
            code = int(decide.compiled(words, log))
            if SkirmishState(before).ai_line == 0 and s.ai_line not in (0, RETURN_LINE):
                yield SkirmishState(before), int(s.ai_line), int(s.ai_target) - 1
            if code:
                move.compiled(words, code, log)
        elif game % 2:
            move.compiled(words, choose_by_book.compiled(words, codes, stream, memory), log)
        else:
            count = int(list_moves.compiled(words, codes))
            move.compiled(words, codes[random_below(stream, count)], log)


def default_options() -> dict[str, Any]:
    return {option.name: option.default for option in GAME.options}


def main() -> int:
    parser = argparse.ArgumentParser(prog="ai_general_study", description=__doc__.splitlines()[0])
    parser.add_argument("--decisions", type=int, default=2400, help="how many uses of the list to check")
    parser.add_argument("--show", type=int, default=0, help="how many misses to print")
    parser.add_argument("--seed", default="twin")
    args = parser.parse_args()
    followed, misses, untrue = Counter[int](), Counter[int](), 0
    each = -(-args.decisions // len(BATTLES))
    for name, scenario in BATTLES.items():
        here, game = 0, 0
        while here < each:
            for before, line, target in list_decisions(scenario, args.seed, game):
                if here == each:
                    break
                here += 1
                followed[line] += 1
                found = list(missed(before, line, target))
                for missed_line, codes in found:
                    misses[missed_line] += 1
                    followed[missed_line] += missed_line != line
                    if sum(misses.values()) <= args.show:
                        print(name, game, "line", line, "missed", missed_line, describe(before, codes))
                untrue += bool(found) and line == CENTRE_LINE
            game += 1
        print(f"{name}: {here} uses of the list, missed so far: {dict(misses)}", flush=True)
    for line, text in ((AiLine.MOVE_AND_SHOOT, "shots after a move"), (AiLine.CHARGE, "charges")):
        share = misses[line] / max(1, followed[line])
        print(f"line {line.value}, {text}: {misses[line]} of {followed[line]} missed ({share:.1%})")
    print(f"{untrue} of {followed[CENTRE_LINE]} times it said that no line applies although one did")
    return 1 if untrue or any(200 * misses[line] > followed[line] for line in misses) else 0


def describe(before: SkirmishState, codes: list[int]) -> str:
    me = int(before.actor) - 1
    text = [f"e{me - MAX_PER_SIDE + 1} at {before.x[me]},{before.y[me]} legs {before.legs}"]
    for code in codes:
        text.append(
            f"{MoveKind(moves.move_kind(code)).name} {moves.move_thing(code)} {moves.move_x(code)},{moves.move_y(code)}"
        )
    return "; ".join(text)


if __name__ == "__main__":
    sys.exit(main())
