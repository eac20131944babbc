"""Who answers for the units of a seat: its kernels as one, and the mistakes that bots can make there."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from ...core.errors import HtlError
from ...core.game import Game
from ...core.kernel import Kernel, opener
from .adoption import ADOPTED, adopted, digest
from .moves import REST, SHOOT
from .state import MOST_SOLDIERS, UNITS
from .unitview import OPEN, OPEN_WORDS

ASK = -1
"""No kernel answers for this unit."""
LAST_ACTION = SHOOT + MOST_SOLDIERS
NO_ANSWERS = "nobody"

Act = Callable[..., Any]
Acts = Mapping[int, Act | Kernel[..., Any]]
"""Who answers for each kind of unit."""


class BotFault(HtlError):
    """A bot did what no bot may do, and loses (T8.2). `reason` is one sentence that names it."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(reason)
        self.name = name
        self.reason = reason
        self.codes: Sequence[int] = ()
        """The actions of the turn that units had taken before; the state stands behind them."""


class Minds(Protocol):
    """Who answers for the units of a seat."""

    act_seconds: float

    @property
    def acts(self) -> Acts:
        """Where there is none for a kind of unit, it rests."""

    def fault(self, unit: int | None, error: BaseException) -> BotFault:
        """What is to be said of the one who answers for this kind of unit, or for any of them."""


class NotAnAction(Exception):
    """A unit AI returned something that is neither an action nor None."""


def action_in(answer: Any) -> int:
    """T8.2: what cannot be an action is a lost one; what is not even a number is a bot's mistake."""
    if answer is None:
        return REST
    if isinstance(answer, bool) or not isinstance(answer, int | np.integer):
        raise NotAnAction(type(answer).__name__)
    return int(answer) if REST <= answer <= LAST_ACTION else REST


# Kernels


class Answers(NamedTuple):
    """The kernels that answer for a seat, as one: `answer(s, seat, unit, place) -> local code or ASK`."""

    kernel: Kernel[..., Any]
    name: str


def answers_of(acts: Acts) -> Answers:
    """Kernels of the same text are the same, whoever brings them; the name is that of their text."""
    kernels = {unit: act for unit, act in sorted(acts.items()) if isinstance(act, Kernel)}
    units: dict[str, int] = {}
    with making:
        for unit, act in kernels.items():
            text = adopted(act)
            units[text] = units.get(text, 0) | 1 << unit
        return _answers(tuple(units.items()))


making = threading.RLock()
"""Kernels are made once: two of one name would be refused."""


@functools.cache
def _answers(known: tuple[tuple[str, int], ...]) -> Answers:
    """`known`: texts of kernels, each with a bit for every kind of unit that it answers for."""
    if not known:

        def nobody(s: Any, seat: Any, unit: Any, place: Any) -> Any:
            return ASK

        return Answers(Kernel(nobody, "towers.answers.nobody"), NO_ANSWERS)
    (text, units), others = known[0], _answers(known[1:])
    act, more = ADOPTED[text], others.kernel

    def answer(s: Any, seat: Any, unit: Any, place: Any) -> Any:
        if units >> unit & 1:
            return max(act(s, seat, place) | 0, 0)  # whole numbers only, compiled as plain
        return more(s, seat, unit, place)

    name = digest(f"{units} {text} {others.name}".encode())
    return Answers(Kernel(answer, f"towers.answers.{name}"), name)


def compiled_answers(game: Game, minds: Minds | None) -> Answers:
    """The kernels of a seat. They are compiled here, so that what is wrong is said of their owner."""
    acts = {} if minds is None else minds.acts
    try:
        return compiled(game, acts)
    except Exception as error:
        if minds is None:
            raise
        unit, wrong = wrong_one(game, acts, error)
        raise minds.fault(unit, wrong) from error


def compiled(game: Game, acts: Acts) -> Answers:
    answers = answers_of(acts)
    if not game.plain and answers.name != NO_ANSWERS:
        with making:
            door = door_of(answers)
        door.compiled(np.zeros(OPEN_WORDS, np.int64), 0, UNITS, 0)
    return answers


def wrong_one(game: Game, acts: Acts, error: Exception) -> tuple[int | None, HtlError]:
    """For which kind of unit the kernel cannot be used, and why."""
    for unit, act in acts.items():
        try:
            compiled(game, {unit: act})
        except HtlError as refusal:
            return unit, refusal
        except Exception as failure:  # noqa: BLE001 - whatever the compiler makes of a bot's text
            return unit, HtlError(f"it does not compile: {type(failure).__name__}: {why_of(failure)}")
    return None, HtlError(f"the kernels do not compile: {error}")


def why_of(failure: Exception) -> str:
    """What the compiler says, without the stages that it names first."""
    lines = str(failure).splitlines()
    return " ".join(line for line in lines if not line.startswith("Failed in nopython mode"))


@functools.cache
def door_of(answers: Answers) -> Kernel[..., Any]:
    opened_up, answer = opened_to_units(), answers.kernel

    def door(words: Any, seat: Any, unit: Any, place: Any) -> Any:
        return answer(opened_up(words), seat, unit, place)

    return Kernel(door, f"towers.door.{answers.name}")


@functools.cache
def opened_to_units() -> Kernel[..., Any]:
    """Opens a row of words as units may see it."""
    return opener(OPEN, "towers.stepping.open")
