"""Why the coach prefers a move: the exact odds of its dice, and what it and the next best move lead to.

Both moves are played on many times, with the same seeds: what the seat does not know is guessed, and `book` plays for
all seats until the seat decides again after another seat did, or in another turn. The means of the game's measures are
compared; a difference is mentioned only if it is larger than the error of the mean and worth mentioning. So every
number of a sentence was measured, and there is no sentence without one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from ..core.definition import CHANCE, OVER, Comparison
from ..core.dice import SeededDice, random_stream
from ..core.game import Game, State
from ..core.kernel.compiler import is_precompiled
from ..core.kernel.numba_version import PLAIN_PYTHON
from ..core.state_record import Words
from ..players.levels import BOOK_NAME
from ..players.player import PolicyPlayer
from .text import format_rounded_percent

MAX_DECISIONS = 200
"""Decisions of a continuation, for a game in which the seat may never decide again."""
ERRORS = 2.0
"""A difference is mentioned if it is larger than this many standard errors."""
USUAL_SHARE = 0.5
"""A continuation is usual if it follows in at least this share of the samples."""


@dataclass(frozen=True)
class Outlook:
    """What a move leads to: a row of measured changes for each sample, and the moves that followed."""

    changes: np.ndarray[tuple[int, int], np.dtype[np.float64]]
    next_moves: Counter[str]
    answers: Counter[str]

    @property
    def samples(self) -> int:
        return len(self.changes)


def compiled_state(seen: State) -> State | None:
    """Return the same state of the compiled game, or None if that is not compiled: this would take too long then."""
    game = seen.game
    if PLAIN_PYTHON or not is_precompiled(game.definition.kernel_prefix):
        return None
    fast = Game(game.definition, game.options) if game.plain else game
    return State(fast, seen.words.copy(), seen.current_player)


def outlook(seen: State, seat: int, codes: Sequence[int], seed: int) -> Outlook:
    """Play a move, or the orders of a plan, and what follows, many times."""
    comparison = seen.game.definition.comparison
    assert comparison is not None
    before = np.array(comparison.measure(seen.record, seat), np.float64)
    changes, next_moves, answers = [], Counter[str](), Counter[str]()
    stream, book = random_stream(seed, "reasons"), PolicyPlayer(BOOK_NAME, seed)
    for number in range(comparison.samples):
        state = start_of_sample(seen, seat, codes, stream)
        following = play_on(state, seat, SeededDice(seed + number), book)
        changes.append(np.array(comparison.measure(state.record, seat), np.float64) - before)
        next_moves.update(following[:1])
        answers.update(following[1:])
    return Outlook(np.array(changes), next_moves, answers)


def start_of_sample(seen: State, seat: int, codes: Sequence[int], stream: Words) -> State:
    """Return the state after these moves, with a guess of what the seat does not know."""
    game, simultaneous = seen.game, seen.game.definition.simultaneous
    state = seen.copy()
    game.engine.guess(state.words, seat, stream)
    if simultaneous is not None:
        for other in range(len(game.seats)):
            if other != seat:
                simultaneous.reopen.plain(state.record, other)
    for code in codes:
        state.play(int(code))
    return state


def play_on(state: State, seat: int, dice: SeededDice, book: PolicyPlayer) -> list[str]:
    """Let `book` play for all until the seat decides again after another one, or in another turn.

    Return what the seat did next in the same turn and what the other side did first, "" for nothing.
    """
    turns = state.game.definition.rules.turns
    own, answer, has_passed, turn = "", "", False, turns(state.record)
    for _ in range(MAX_DECISIONS):
        while state.current_player == CHANCE:
            state.play(dice.roll(""))
        mover = int(state.current_player)
        if mover == OVER or (mover == seat and (has_passed or turns(state.record) != turn)):
            break
        code = book.code(state)
        label = state.seen_by(seat).move(code, mover).label if not (own if mover == seat else answer) else ""
        if mover == seat:
            own = own or label
        else:
            has_passed, answer = True, answer or label
        state.play(code)
    return [own, answer]


# Sentences


def key_odds_sentence(seen: State, code: int) -> str:
    """Return the exact odds that matter most for a move with dice: `70%: Latham is eliminated by hits`, or ""."""
    definition = seen.game.definition
    if definition.comparison is None:
        return ""
    odds = definition.comparison.key_odds(definition.view.odds(seen.record, code))
    if odds is None:
        return ""
    ends = [format_rounded_percent(float(end)) for end in (odds.chance, odds.max_chance) if end is not None]
    return f"{odds.label}: {' to '.join(dict.fromkeys(ends))}"


def compare_outlooks(comparison: Comparison, best: Outlook, other: Outlook) -> tuple[list[str], list[str]]:
    """Return what speaks for the best move and what against it: a clause for each measure that certainly differs.

    The largest difference comes first.
    """
    found: tuple[list[tuple[float, str]], list[tuple[float, str]]] = ([], [])
    for index, measure in enumerate(comparison.measures):
        mine, theirs = best.changes[:, index], other.changes[:, index]
        difference = float(mine.mean() - theirs.mean())
        error = sqrt((mine.var() + theirs.var()) / len(mine))
        if abs(difference) >= max(ERRORS * error, measure.least):
            texts = [f"{mean:.1f}" for mean in (mine.mean(), theirs.mean())]
            text = f"{measure.text.format(texts[0])} ({texts[1]} after the next best)"
            found[(difference > 0) != measure.is_good].append((-abs(difference) / measure.least, text))
    advantages, drawbacks = ([text for _, text in sorted(side)] for side in found)
    return advantages, drawbacks


def usual_moves(best: Outlook) -> list[str]:
    """Return what usually follows the move, as clauses."""
    found = []
    for counts, text in ((best.next_moves, "then usually"), (best.answers, "the usual answer")):
        (label, count), *_ = [*counts.most_common(1), ("", 0)]
        if label and count >= USUAL_SHARE * best.samples:
            found.append(f"{text}: {label} ({format_rounded_percent(count / best.samples)})")
    return found


@dataclass(frozen=True)
class Reason:
    """Why a move is the best: one line, and what else was measured."""

    line: str
    details: tuple[str, ...] = ()


def find_reason(seen: State, seat: int, best: Sequence[int], other: Sequence[int], seed: int) -> Reason:
    """Compare the best move with the next best one; each is its code, or the codes of a plan."""
    comparison = seen.game.definition.comparison
    if comparison is None:
        return Reason("")
    is_plan = len(best) > 1
    odds = "" if is_plan else key_odds_sentence(seen, best[0])
    fast = compiled_state(seen) if comparison.measures and other else None
    if fast is None:
        return Reason(odds)
    first = outlook(fast, seat, best, seed)
    advantages, drawbacks = compare_outlooks(comparison, first, outlook(fast, seat, other, seed))
    measured = [f"{comparison.horizon} {advantages[0]}"] if advantages else []
    line = "; ".join(filter(None, (odds, *measured)))
    how = f"Means of {comparison.samples} continuations by the player book"
    following = [] if is_plan else usual_moves(first)  # the first order of another plan says little
    against = [f"but {text}" for text in drawbacks]
    details = (*advantages[1:], *against, *following)
    return Reason(line, (*details, how) if measured or details else ())
