"""What a position is worth to a seat: exactly where the game is solved, else by a search.

A judgement depends on what the seat may know, and on nothing else: the search begins anew at every position,
with the same random stream. So the same position is worth the same in every game and every time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Protocol

from ..core.contract import LOST, OVER, Judgement, Tuning, Words
from ..core.dice import stream_for
from ..core.errors import BadOption
from ..core.game import Game, State
from ..players.mcts import Line, Tree
from ..players.search import judgement_of
from ..players.tree import MILLION
from ..table.hints import solution_of

NODES = 1_000
"""Simulations for each position, unless one says how many."""
MOST_NODES = 100_000
SPARE = 1_000
"""Nodes more than there are simulations."""
FAR = 100
"""Steps beyond the tree: so many follow a whole battle of skirmish nearly to its end."""
SURE = Fraction(1, 2_000)
"""A search is never surer than that of a game that is not over."""


@dataclass(frozen=True)
class Judged:
    """The chance to win, a draw being half a win, and the best move where the seat is to decide."""

    chance: Fraction
    best: int | None = None


class Judge(Protocol):
    unit: int
    """Its chances are told in so many hundredths of a percent."""
    at_once: int
    """Decisions in a row that it looks at as one."""
    nodes: int | None
    """Simulations for each position; None: it does not search."""

    def judge(self, state: State, seat: int) -> Judged: ...


def judge_for(game: Game, nodes: int = NODES) -> Judge:
    if not 1 <= nodes <= MOST_NODES:
        raise BadOption(f"a review takes 1 to {MOST_NODES} simulations for each position, not {nodes}")
    return ExactJudge(game) if game.contract.is_solved else SearchJudge(game, nodes)


def result_of(state: State, seat: int) -> Fraction:
    """What a game that is over was worth to a seat."""
    outcome = state.outcome
    assert outcome is not None
    return Fraction(outcome.scores[seat] - LOST, 2)


class ExactJudge:
    unit: int = 1
    at_once: int = 1
    nodes: int | None = None

    def __init__(self, game: Game) -> None:
        self._solution = solution_of(game)

    def judge(self, state: State, seat: int) -> Judged:
        best = self._solution.moves(state)[0][0].code if state.turn == seat else None
        return Judged(self._solution.value(state), best)


class SearchJudge:
    """Rows are made once; one thread at a time may use them."""

    unit: int = 10
    at_once: int = 4

    def __init__(self, game: Game, nodes: int, seed: int = 1) -> None:
        contract, judgement = game.contract, judgement_of(game.contract)
        self.nodes: int | None = nodes
        self._count = nodes
        self._seed = seed
        self._plans = contract.together is not None
        tuning = fair(judgement.tuning) if self._plans else calm(judgement)
        self._tree = Tree(game, self._stream(), tuning, nodes + SPARE)

    def judge(self, state: State, seat: int) -> Judged:
        if state.turn == OVER:
            return Judged(result_of(state, seat))
        seen = state.seen_by(seat)
        self._tree.begin_anew(seen, seat, self._stream())
        self._tree.think(self._count)
        chance = Fraction(self._tree.chance(), MILLION)
        best = most_tried(self._tree.lines()) if seen.turn == seat and not self._plans else None
        return Judged(min(max(chance, SURE), 1 - SURE), best)

    def _stream(self) -> Words:
        return stream_for(self._seed, "review")


def fair(tuning: Tuning) -> Tuning:
    """For games where seats decide at once: all go on as the game is followed beyond the tree.

    In a tree the others would answer a plan that is sealed, and every plan would look like a blunder.
    """
    return replace(tuning, first=1, more=0.0, listed=1, ripe=MOST_NODES + 1)


def calm(judgement: Judgement) -> Tuning:
    """Where games would be followed far, they are judged at once: quicker, and chances jump less."""
    is_far = judgement.value is not None and judgement.tuning.depth > FAR
    return replace(judgement.tuning, depth=0) if is_far else judgement.tuning


def most_tried(lines: Iterable[Line]) -> int | None:
    """The code of the first step that was tried most, or None: there was none."""
    best = max(lines, key=lambda line: line.visits, default=None)
    return best.code if best and best.visits else None
