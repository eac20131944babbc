"""How many positions two decisions lead to, from the start of a battle, for the engine and for its oracle.

The die for APs shows 3. A path is two decisions one after the other; where a die is to be rolled after the
first (an END, a FIRE) it ends there. The numbers are those of the battles as they are shipped: who changes
a battle's map or its pieces counts again.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import pytest

from holdtheline.core.catalog import load
from holdtheline.games.civilwar.rules.moves import MoveKind, move_kind
from holdtheline.games.civilwar.scenario.parse import load_scenario

# How they come about. The first decision is END, a shot, or the first hex of a piece (GO, or GO_WITH its
# leader). Where the piece can go on, the second is STEP or STOP. Where its way is over with the first hex
# (artillery, woods and the like, next to an enemy) another piece acts: "GO GO" is nearly the product of two
# choices among the GOs. It is less, because a piece goes once and may stand where the other would go. The
# same two in the other order, or the same hex reached in two ways, are one position: so there are fewer
# positions than paths.
PATHS: dict[str, dict[str, int]] = {
    # 54 GO, 16 GO_WITH and END: 71 first decisions. 23 of the GOs go on (23 "GO STOP"), 31 are over. The three
    # shots in range and in sight, at two hills and a wood, cannot hit (C3.2).
    "bull-run": {
        "END": 1,
        "GO END": 31,
        "GO GO": 1514,
        "GO GO_WITH": 414,
        "GO STOP": 23,
        "GO STEP": 120,
        "GO_WITH END": 10,
        "GO_WITH GO": 426,
        "GO_WITH GO_WITH": 68,
        "GO_WITH STOP": 6,
        "GO_WITH STEP": 33,
    },
    # 54 GO, 9 GO_WITH, 1 FIRE and END: 65. The armies are in touch, and few ways go on. Of nine shots in range
    # and in sight only that of Swett's guns, at 2 hexes at a wood, can hit (C3.2).
    "shiloh": {
        "END": 1,
        "FIRE": 1,
        "GO END": 31,
        "GO GO": 1546,
        "GO GO_WITH": 260,
        "GO FIRE": 23,
        "GO STOP": 23,
        "GO STEP": 71,
        "GO_WITH END": 2,
        "GO_WITH GO": 92,
        "GO_WITH GO_WITH": 12,
        "GO_WITH FIRE": 2,
        "GO_WITH STOP": 7,
        "GO_WITH STEP": 19,
    },
    # 61 GO, 6 GO_WITH and END: 68. Nobody is in range, and 48 of the GOs are over with the first hex.
    "picketts-charge": {
        "END": 1,
        "GO END": 48,
        "GO GO": 2719,
        "GO GO_WITH": 245,
        "GO STOP": 13,
        "GO STEP": 66,
        "GO_WITH END": 5,
        "GO_WITH GO": 284,
        "GO_WITH GO_WITH": 22,
        "GO_WITH STOP": 1,
        "GO_WITH STEP": 4,
    },
}
POSITIONS = {"bull-run": (71, 1907), "shiloh": (65, 1593), "picketts-charge": (68, 2150)}
"""After one decision and after two."""


def check(name: str, reached: Iterator[tuple[str, object]]) -> None:
    """Check the counts of paths and of different positions at each depth."""
    paths: Counter[str] = Counter()
    first, last = set(), set()
    for kinds, position in reached:
        if " " not in kinds:
            first.add(position)
        if " " in kinds or kinds in ("END", "FIRE", "ASSAULT", "RALLY"):
            paths[kinds] += 1
            last.add(position)
    assert dict(paths) == PATHS[name]
    assert (len(first), len(last)) == POSITIONS[name]


def by_engine(name: str) -> Iterator[tuple[str, object]]:
    """Yield the kinds of one or two decisions and the position after them."""
    start = load("civilwar", plain=True, scenario=name).start()
    start.play(3)
    for one in start.legal_codes():
        then = start.copy()
        then.play(one)
        first = MoveKind(move_kind(one)).name
        yield first, then.words.tobytes()
        for two in then.legal_codes() if then.current_player >= 0 else ():
            after = then.copy()
            after.play(two)
            yield f"{first} {MoveKind(move_kind(two)).name}", after.words.tobytes()


@pytest.mark.clause("C1.3")
@pytest.mark.parametrize("name", PATHS)
def test_the_engine_reaches_the_stated_numbers_of_positions(name: str) -> None:
    check(name, by_engine(name))


# The oracle


def by_oracle(name: str) -> Iterator[tuple[str, object]]:
    from ..oracle.battle import Oracle

    start = Oracle(load_scenario(name), {})
    start.roll(3)
    for one in sorted(start.moves()):
        then = played(start, one)
        yield kind(one), position_of(then)
        for two in sorted(then.moves()) if then.turn >= 0 else ():
            yield f"{kind(one)} {kind(two)}", position_of(played(then, two))


def kind(order: Any) -> str:
    """Return the name that the engine has for this kind of order."""
    return str(order.word).upper() + ("_WITH" if order.word == "go" and order.leader >= 0 else "")


def played(oracle: Any, order: Any) -> Any:
    """Return a copy after this order, without asking whether it is legal, which takes most of the time."""
    after = copied(oracle)
    after.moves = lambda: {order}
    after.play(order)
    del after.moves
    return after


def copied(oracle: Any) -> Any:
    """Copy an oracle, at rest or with a moving piece; share what never changes."""
    assert oracle.fight is None
    after = copy.copy(oracle)
    after.field = copy.copy(oracle.field)
    after.pieces = after.field.pieces = {number: copy.copy(piece) for number, piece in oracle.pieces.items()}
    for name in ("bank", "kills", "lost", "holders"):
        setattr(after, name, getattr(oracle, name).copy())
    if oracle.journey is not None:
        after.journey = copy.copy(oracle.journey)
        after.journey.mover = after.pieces[oracle.journey.mover.number]
        along = oracle.journey.along
        after.journey.along = after.pieces[along.number] if along else None
    return after


def position_of(oracle: Any) -> object:
    """Return what makes a position differ from another."""
    way, fight = oracle.journey, oracle.fight
    facts = {name: sorted(fact) if isinstance(fact, set) else fact for name, fact in oracle.facts().items()}
    return (
        repr(facts),
        (way.gone, way.quiet, way.pushed) if way else None,
        (fight.attacker.number, fight.target, fight.is_assault) if fight else None,
    )


@pytest.mark.skipif(find_spec("tests.games.civilwar.oracle.battle") is None, reason="there is no oracle")
@pytest.mark.parametrize("name", PATHS)
def test_the_oracle_reaches_as_many(name: str) -> None:
    check(name, by_oracle(name))
