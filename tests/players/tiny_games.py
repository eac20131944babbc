"""Games so small that the result of a search is known, with the state record of the toy game."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from holdtheline.core.definition import CHANCE, DRAWN, LOST, OVER, WON, GameDefinition
from holdtheline.core.dice import FACES
from holdtheline.core.kernel.compiler import Kernel, kernel

from ..definition import toy_game
from ..definition.toy_game import BET, TAKE
from ..definition.variants import variant

SOURCE = hashlib.blake2b(Path(__file__).read_bytes(), digest_size=4).hexdigest()


@kernel
def hide_nothing(s: Any, seat: Any) -> None:
    pass


@kernel
def guess_nothing(s: Any, seat: Any, stream: Any) -> None:
    pass


def make_game(name: str, **parts: Any) -> GameDefinition:
    return variant(toy_game.GAME, name=f"{name}-{SOURCE}", policies={}, **parts)


# One seat, three wagers: a 5 on a die, a 3, or 8 with two dice.

WAGERS = (1 / 3, 2 / 3, 15 / 36)


@kernel
def turn_of_wager(s: Any) -> int:
    if s.held[0] == 0:
        return 0
    return CHANCE if s.face == 0 or (s.held[0] == 3 and s.bet[0] == 0) else OVER


@kernel
def wagers(s: Any, codes: Any) -> Any:
    for number in range(3):
        codes[number] = TAKE + 1 + number
    return 3 if s.held[0] == 0 else 0


@kernel
def why_no_wager(s: Any, step: Any) -> int:
    if turn_of_wager(s) == CHANCE:
        return 0 if 1 <= step <= FACES else 102
    return 0 if s.held[0] == 0 and TAKE + 1 <= step <= TAKE + 3 else 101


@kernel
def apply_wager(s: Any, step: Any, log: Any) -> None:
    if s.held[0] == 0:
        s.held[0] = step - TAKE
    elif s.face == 0:
        s.face = step
    else:
        s.bet[0] = step


@kernel
def result_of_wager(s: Any, seat: Any) -> int:
    wanted = 5 if s.held[0] == 1 else 3 if s.held[0] == 2 else 8
    return WON if s.face + s.bet[0] >= wanted else LOST


WAGER = make_game(
    "wager",
    seats=("one",),
    secrets=None,
    turn=turn_of_wager,
    legal_moves=wagers,
    why_not=why_no_wager,
    apply=apply_wager,
    result=result_of_wager,
    hide=hide_nothing,
    guess=guess_nothing,
)


# Three seats: the first asks the second or the third for help, who then gives it or not. The second has
# more from not helping; the third has as much from helping, and nothing from not helping.


@kernel
def turn_of_favour(s: Any) -> int:
    if s.held[0] == 0:
        return 0
    return s.held[0] if s.held[1] == 0 else OVER


@kernel
def favours(s: Any, codes: Any) -> Any:
    codes[0], codes[1] = TAKE + 1, TAKE + 2
    return 2 if turn_of_favour(s) >= 0 else 0


@kernel
def why_no_favour(s: Any, step: Any) -> int:
    return 0 if turn_of_favour(s) >= 0 and TAKE + 1 <= step <= TAKE + 2 else 101


@kernel
def apply_favour(s: Any, step: Any, log: Any) -> None:
    s.held[0 if s.held[0] == 0 else 1] = step - TAKE


@kernel
def result_of_favour(s: Any, seat: Any) -> int:
    helped = s.held[1] == 1
    if seat == 0:
        return WON if helped else LOST
    if seat != s.held[0]:
        return DRAWN
    if seat == 1:
        return DRAWN if helped else WON
    return WON if helped else LOST


FAVOUR = make_game(
    "favour",
    seats=("one", "two", "three"),
    secrets=None,
    turn=turn_of_favour,
    legal_moves=favours,
    why_not=why_no_favour,
    apply=apply_favour,
    result=result_of_favour,
    hide=hide_nothing,
    guess=guess_nothing,
)


# The toy, where a bet is at most the number held: the other seat's legal moves depend on hidden information.


@kernel
def may_afford(s: Any, number: Any) -> Any:
    return number <= s.held[toy_game.turn(s)]


@kernel
def affordable(s: Any, codes: Any) -> Any:
    if toy_game.turn(s) < 0 or s.held[0] == 0 or s.held[1] == 0:
        return toy_game.moves(s, codes)
    count = 0
    for number in range(1, 4):
        if may_afford(s, number):
            codes[count] = BET + number
            count += 1
    return count


@kernel
def why_not_afforded(s: Any, step: Any) -> Any:
    if toy_game.turn(s) < 0 or s.held[0] == 0 or s.held[1] == 0:
        return toy_game.why_not(s, step)
    return 0 if 1 <= step - BET <= 3 and may_afford(s, step - BET) else 201


def apply_checked(s: Any, step: Any, log: Any) -> None:
    """Refuse an illegal step, in plain Python."""
    assert why_not_afforded.plain(s, step) == 0
    toy_game.apply.plain(s, step, log)


HONEST = make_game(
    "honest",
    legal_moves=affordable,
    why_not=why_not_afforded,
    apply=Kernel(toy_game.apply.function, f"tiny.apply.{SOURCE}", plain=apply_checked),
)
