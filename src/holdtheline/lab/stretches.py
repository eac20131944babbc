"""A game cut into stretches: dice in a row, decisions of one seat, those of others.

Where seats decide at once and sealed, the order in which they did so means nothing. A seat's own plan is
then one stretch, as if it had been the first; all that the others planned, and what came of it, is the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ..core.contract import CHANCE
from ..core.game import State
from ..table.session import Table

Kind = Literal["luck", "skill", "others"]
LUCK: Kind = "luck"
SKILL: Kind = "skill"
OTHERS: Kind = "others"


@dataclass(frozen=True)
class Stretch:
    """Steps that are looked at as one."""

    first: int
    last: int
    kind: Kind
    steps: tuple[int, ...]
    """Those that made it what it is; of a plan its own, wherever they stand in the record."""
    begun: int | None = None
    """The first step of the round that it ends, where seats decide at once."""

    @property
    def again(self) -> int:
        """The step after which one could do otherwise."""
        return (self.begun or self.first) - 1

    @property
    def is_in_order(self) -> bool:
        return self.steps == tuple(range(self.first, self.last + 1))


def stretches_of(table: Table, seat: int, at_once: int) -> list[Stretch]:
    """The whole game as this seat lived it, with at most so many decisions in a stretch."""
    found: list[Stretch] = []
    before: Kind | None = None  # of what kind the last step was; None: nothing can be added to its stretch
    step = 1
    while step <= len(table.done):
        end = end_of_round(table, step)
        if end is not None:
            found += stretches_of_round(table, seat, step, end)
            step, before = end + 1, None
            continue
        kind = kind_of(table, seat, step)
        may_join = before is not None and (is_forced(table, step) or may_go_on(found[-1], kind, at_once))
        if may_join and (before == kind or is_forced(table, step)):
            found[-1] = replace(found[-1], last=step, steps=(*found[-1].steps, step))
        else:
            found.append(Stretch(step, step, kind, (step,)))
        step, before = step + 1, kind
    return found


def may_go_on(stretch: Stretch, kind: Kind, at_once: int) -> bool:
    return stretch.kind == kind and (kind == LUCK or len(stretch.steps) < at_once)


def kind_of(table: Table, seat: int, step: int) -> Kind:
    whose = table.done[step - 1].seat
    return LUCK if whose == CHANCE else SKILL if whose == seat else OTHERS


def is_forced(table: Table, step: int) -> bool:
    """Whether there was no other move: then nobody decided anything."""
    whose, contract = table.done[step - 1].seat, table.game.contract
    if whose == CHANCE or contract.is_open:  # where moves are only a sample, there may be others
        return False
    return len(table.state_after(step - 1).codes(whose)) == 1


# Where seats decide at once


def end_of_round(table: Table, step: int) -> int | None:
    """The last step of what seats decide at once from this step on; None: they do not."""
    contract, before = table.game.contract, table.state_after(step - 1)
    if contract.together is None or sum(map(before.can_move, range(len(table.game.seats)))) < 2:
        return None
    while step < len(table.done):
        after = table.state_after(step)
        if contract.reveals(before.record, after.record):
            return step
        before, step = after, step + 1
    return step


def stretches_of_round(table: Table, seat: int, first: int, last: int) -> Iterator[Stretch]:
    steps = range(first, last + 1)
    own = tuple(step for step in steps if table.done[step - 1].seat == seat)
    others = tuple(step for step in steps if step not in own)
    if own and others:
        yield Stretch(first, last - 1, SKILL, own)
        yield Stretch(last, last, OTHERS, others, begun=first)
    else:
        yield Stretch(first, last, SKILL if own else OTHERS, own or others)


def state_after(table: Table, stretch: Stretch) -> State:
    """The game after a stretch; after a plan as if the others had planned nothing yet."""
    if stretch.kind != SKILL or stretch.is_in_order:
        return table.state_after(stretch.last)
    state = table.state_after(stretch.first - 1).copy()
    for step in stretch.steps:
        done = table.done[step - 1]
        state.play(state.move(done.play, done.seat))
    return state


def positions_of(table: Table, stretches: Sequence[Stretch]) -> Iterator[State]:
    """The start, and the game after each stretch."""
    yield table.state_after(0)
    for stretch in stretches:
        yield state_after(table, stretch)
