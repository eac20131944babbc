"""Thinking about one position for as long as somebody wants to know more, a little at a time."""

from __future__ import annotations

from ..core.dice import stream_for
from ..core.errors import HtlError
from ..core.game import State
from .mcts import NAME, Thought, Tree, added_up, looked_at, shared
from .search import judgement_of

TREES = 2
NODES = 40_000
"""Of each tree, which then has 19 MB. Whoever only wants advice needs less than a player."""


class Pondering:
    """Two trees that grow in turns, in the thread of whoever asks: so others have the processor, too.

    It gets what the seat sees. With the same seed and number of simulations it says the same. Where the dice
    or others are next it has no moves to tell of, but what the position is worth.
    """

    def __init__(self, seen: State, seat: int, seed: int, *, nodes: int = NODES) -> None:
        game = seen.game
        self._decides = seen.can_move(seat)
        root = decided_by(seen, seat) if self._decides else seen
        tuning = judgement_of(game.contract).tuning
        streams = [stream_for(seed, NAME, number) for number in range(TREES)]
        self._trees = [Tree(game, stream, tuning, nodes) for stream in streams]
        for tree in self._trees:
            tree.begin(root, seat)
        self.simulations = 0
        self._steps = 0

    def think(self, simulations: int) -> Thought:
        """So many simulations more; what all of them say together."""
        for tree, share in zip(self._trees, shared(simulations, TREES), strict=True):
            self._steps += tree.think(share)
        self.simulations += simulations
        tell = added_up if self._decides else looked_at
        return tell(self._trees, self.simulations, self._steps)


def decided_by(seen: State, seat: int) -> State:
    """What a seat sees, at its turn: where others decide at the same time, they are thought to be ready."""
    together = seen.game.contract.together
    if not seen.can_move(seat):
        raise HtlError("this seat has nothing to decide now")
    if together is None or seen.turn == seat:
        return seen
    state = seen.copy()
    while state.turn != seat:
        state.play(together.ready(state.turn))
    return state
