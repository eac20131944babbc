"""Where a turn is a plan of many orders: whole plans are tried out against each other.

Single orders say nothing before the turn is played. So the game's own players each make some plans, and every
plan is followed to the end of the game, again and again, with what the seat may not know guessed anew and the
book playing for both, from the sealed orders of the others on. What is won of these games is a plan's chance.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from ..core.contract import LOST, Contract, empty_log
from ..core.dice import stream_for
from ..core.engine import opener_of
from ..core.game import State
from ..core.interval import wilson
from ..core.kernel import Kernel, bare, batch_kernel
from .mcts import NAME, Line, Thought
from .player import player
from .ponder import decided_by
from .search import MOST_FOLLOWED, following_of, judgement_of, nothing
from .tree import copy

OF_EACH = 2
"""Plans that each player makes."""
MOST_ORDERS = 500


def are_made_in(seen: State) -> bool:
    """Whether the seats plan now."""
    contract = seen.game.contract
    goes_on = contract.films is not None and contract.films.goes_on(seen.record)
    return contract.together is not None and not goes_on


class Plan:
    """Orders of a seat, and how often the game was won with them."""

    def __init__(self, seen: State, orders: list[int]) -> None:
        self.orders = orders
        self.after = seen.copy()
        for code in orders[:-1]:  # the last says that it is ready: the guess comes before that
            self.after.play(code)
        self.visits = 0
        self.points = 0

    @property
    def line(self) -> Line:
        first, orders = self.orders[0], tuple(self.orders)
        if self.visits == 0:
            return Line(first, 0, 0.5, plan=orders)
        ends = wilson(self.points / 2, self.visits)
        return Line(first, self.visits, self.points / (2 * self.visits), *ends, orders)


class Planning:
    """Thinks about whole plans, a little at a time; see `ponder.Pondering`."""

    def __init__(self, seen: State, seat: int, seed: int) -> None:
        contract = seen.game.contract
        self._seat = seat
        self._plans = plans_for(seen, seat, seed)
        self._stream = stream_for(seed, NAME)
        self._memory = judgement_of(contract).remember(seen.game.options)
        self._play_out = playing_out(contract).compiled
        self._codes = np.zeros(contract.most_moves, np.int64)
        self._words = np.zeros_like(seen.words)
        self.simulations = 0

    def think(self, simulations: int) -> Thought:
        """So many games more, shared by the plans that may still be the best."""
        lines = [plan.line for plan in self._plans]
        surest = max(line.low for line in lines)
        racing = [plan for plan, line in zip(self._plans, lines, strict=True) if line.high >= surest]
        for plan in racing:
            share = max(simulations // len(racing), 1)
            plan.points += self._points(plan, share)
            plan.visits += share
            self.simulations += share
        lines = sorted((plan.line for plan in self._plans), key=lambda line: (-line.visits, -line.chance))
        return Thought(lines[0].chance, tuple(lines), self.simulations, 0, (lines[0].low, lines[0].high))

    def _points(self, plan: Plan, games: int) -> int:
        rows = (plan.after.words, self._words, self._codes, empty_log(0))
        ready = plan.orders[-1]
        return int(self._play_out(rows, self._seat, ready, self._stream, self._memory, games))


def plans_for(seen: State, seat: int, seed: int) -> list[Plan]:
    """What the players of the game would order; each plan once."""
    found: dict[bytes, Plan] = {}
    root = decided_by(seen, seat)
    for name in seen.game.contract.policies:
        for number in range(OF_EACH):
            plan = Plan(seen, orders_of(root, seat, name, seed + number))
            found.setdefault(plan.after.words.tobytes(), plan)
    return list(found.values())


def orders_of(root: State, seat: int, name: str, seed: int) -> list[int]:
    """What this player orders, up to and with `ready`."""
    together, state, one = root.game.contract.together, root.copy(), player(name, seed=seed)
    assert together is not None
    ready, orders = together.ready(seat), []
    for _ in range(MOST_ORDERS):
        code = one.code(state)
        if code == ready:
            break
        orders.append(code)
        state.play(code)
    return [*orders, ready]


@functools.cache
def playing_out(contract: Contract) -> Kernel[..., Any]:
    """play_out(rows, seat, ready, stream, memory, games): the points of so many games; a draw is one."""
    opened, told = opener_of(contract), bare if contract.takes_long else nothing
    guess, apply, result, seats = contract.guess, contract.apply, contract.result, len(contract.seats)
    follow, together = following_of(contract), contract.together
    assert together is not None
    reopen = together.reopen

    @batch_kernel(f"{contract.name}.play_out")
    def play_out(rows: Any, seat: Any, ready: Any, stream: Any, memory: Any, games: Any) -> Any:
        root, words, code_row, nobody = rows
        s, codes, rolls, log = opened(words), bare(code_row), bare(stream), told(nobody)
        points = 0
        for _ in range(games):
            copy(bare(words), bare(root), len(words))
            guess(s, seat, rolls)
            for other in range(seats):
                if other != seat:
                    reopen(s, other)
            apply(s, ready, log)
            follow(s, codes, MOST_FOLLOWED, rolls, bare(memory), log)
            points += result(s, seat) - LOST
        return points

    return play_out
