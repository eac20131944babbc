"""Who answers for the units of a seat: its kernels as one, how they act, and what bots can do wrong there."""

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
from .lane import move, score, shoot, strike
from .moves import (
    GO,
    REST,
    SCORE,
    SHOOT,
    STRIKE,
    code_of,
    why_no_score,
    why_no_shot,
    why_no_strike,
    why_no_walk,
)
from .state import CELLS, MOST_SOLDIERS, SOLDIERS, TOWERS, UNITS
from .unitview import CODES, COUNT, OPEN, OPEN_WORDS

ASK = -1
"""No kernel answers for this unit."""
LAST_ACTION = SHOOT + MOST_SOLDIERS
NO_ANSWERS = "nobody"

Act = Callable[..., Any]
Acts = Mapping[int, Act | Kernel[..., Any]]
"""Who answers for each kind of unit."""


class BotFault(HtlError):
    """A bot did what no bot may do, and loses (T8.2). `reason` is one sentence that names it."""

    def __init__(self, name: str, reason: str, kind: str = "crash") -> None:
        super().__init__(reason)
        self.name = name
        self.reason = reason
        self.kind = kind
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


class Answer(NamedTuple):
    """Kernels that answer for units, as one: `kernel(s, seat, unit, place) -> local code or ASK`."""

    kernel: Kernel[..., Any]
    name: str


class Answers(NamedTuple):
    """Who answers for the units of a seat. Towers and soldiers act in two loops, so each have their own."""

    towers: Answer
    soldiers: Answer

    @property
    def name(self) -> str:
        return f"{self.towers.name}.{self.soldiers.name}"


def answers_of(acts: Acts) -> Answers:
    """Kernels of the same text are the same, whoever brings them; the name is that of their text."""
    with making:
        return Answers(*(_answer(texts_of(acts, units)) for units in (TOWERS, SOLDIERS)))


def texts_of(acts: Acts, units: Sequence[int]) -> tuple[tuple[str, int], ...]:
    """The texts of the kernels for these kinds, each with a bit for every kind that it answers for."""
    texts: dict[str, int] = {}
    for unit in units:
        act = acts.get(unit)
        if isinstance(act, Kernel):
            text = adopted(act)
            texts[text] = texts.get(text, 0) | 1 << unit
    return tuple(texts.items())


making = threading.RLock()
"""Kernels are made once: two of one name would be refused."""


@functools.cache
def _answer(known: tuple[tuple[str, int], ...]) -> Answer:
    """The kernels of these texts as one."""
    if not known:

        def nobody(s: Any, seat: Any, unit: Any, place: Any) -> Any:
            return ASK

        return Answer(Kernel(nobody, "towers.answers.nobody"), NO_ANSWERS)
    (text, units), others = known[0], _answer(known[1:])
    act, more = ADOPTED[text], others.kernel

    def answer(s: Any, seat: Any, unit: Any, place: Any) -> Any:
        if units >> unit & 1:
            return max(act(s, seat, place) | 0, 0)  # whole numbers only, compiled as plain
        return more(s, seat, unit, place)

    name = digest(f"{units} {text} {others.name}".encode())
    return Answer(Kernel(answer, f"towers.answers.{name}"), name)


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
    for answer in answers:
        if not game.plain and answer.name != NO_ANSWERS:
            with making:
                door = door_of(answer)
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
def door_of(answer: Answer) -> Kernel[..., Any]:
    opened_up, answered = opened_to_units(), answer.kernel

    def door(words: Any, seat: Any, unit: Any, place: Any) -> Any:
        return answered(opened_up(words), seat, unit, place)

    return Kernel(door, f"towers.door.{answer.name}")


@functools.cache
def opened_to_units() -> Kernel[..., Any]:
    """Opens a row of words as units may see it, with arrays, as authors of bots know them."""
    return opener(OPEN, "towers.stepping.open", arrays=True)


# Taking what was answered


@functools.cache
def takers() -> tuple[Kernel[..., Any], Kernel[..., Any]]:
    """Kernels that let a tower and a soldier act, and keep the code: what they cannot do is lost (T8.2).

    `rooms` are the record as units see it, and the whole room. A choice is checked by the record that it was
    made by: then the compiler knows that most of it has been read already.
    """

    def tower_takes(s: Any, lane: Any, tower: Any, rooms: Any, local: Any) -> None:
        seen, room = rooms
        if why_no_shot(seen, lane, tower, local - SHOOT) == 0:
            shoot(s, lane, tower, (1 - lane) * MOST_SOLDIERS + local - SHOOT, None)
        else:
            local = REST
        room[CODES + room[COUNT]] = code_of(lane, local)
        room[COUNT] += 1

    def soldier_takes(s: Any, lane: Any, soldier: Any, rooms: Any, local: Any) -> None:
        seen, room = rooms
        unit, goal, target = seen.body_unit[soldier], local - GO, local - STRIKE
        if 0 <= goal < CELLS and why_no_walk(seen, lane, soldier, unit, goal) == 0:
            move(s, lane, soldier, goal, None)
        elif 0 <= target < CELLS and why_no_strike(seen, lane, soldier, unit, target) == 0:
            strike(s, lane, soldier, target, None)
        elif local == SCORE and why_no_score(seen, soldier) == 0:
            score(s, lane, soldier, None)
        else:
            local = REST
        room[CODES + room[COUNT]] = code_of(1 - lane, local)
        room[COUNT] += 1

    made = (tower_takes, soldier_takes)
    tower, soldier = (Kernel(one, f"towers.answers.{one.__name__}", inlined=True) for one in made)
    return tower, soldier
