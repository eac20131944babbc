"""Unit AIs as kernels: check that they only read, combine those of a seat into one, and compile them.

A unit AI is a plain function `act(unit, view)`, or a kernel `act(s, seat, index)`: `s` is the state as units see it
(`turn_buffer.UnitRecord`), `seat` the owner of the unit, and `index` its index in the rows of towers
(`s.tower_cell[index]`) or of soldiers (`s.body_cell[index] - 1`, `s.body_unit[index]`). It returns `moves.REST`,
`SCORE`, `GO + cell`, `STRIKE + cell` or `SHOOT + index of the soldier in the order deployed`. It must not write. A
kernel is compiled into the loop that plays the turn, so its units cost no Python at all.
"""

from __future__ import annotations

import dis
import functools
import hashlib
import inspect
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Protocol

import numpy as np

from ....core.bots.faults import BotFault, InvalidAction
from ....core.errors import HtlError
from ....core.game import Game
from ....core.kernel.cache import PACKAGE_FOLDER
from ....core.kernel.compiler import Kernel
from ....core.state_record import Words
from ..rules.moves import LAST_ACTION, REST
from ..state import SOLDIERS, TOWERS, UNIT_COUNT
from .turn_buffer import PUBLIC_WORDS, UnitRecord, make_public_opener

ASK_OWNER = -1
"""The answer of a combined kernel for units without a kernel."""
NO_KERNELS = "nobody"

ActFunction = Callable[..., Any]
UnitActs = Mapping[int, ActFunction | Kernel[..., Any]]
"""The unit AI of each kind of unit."""


class UnitController(Protocol):
    """The bot that decides for the units of a seat."""

    act_seconds: float

    @property
    def acts(self) -> UnitActs:
        """The unit AIs. A kind of unit without kernel rests."""

    def fault(self, unit: int | None, error: BaseException) -> BotFault:
        """Return the fault for an error of this kind of unit's AI (None: of any)."""


def action_or_rest(number: int) -> int:
    """Return the number if it can be an action; otherwise the action is lost (T8.2)."""
    return number if REST <= number <= LAST_ACTION else REST


def parse_action(answer: Any) -> int:
    """Return the action that a unit AI chose (None: rest); raise InvalidAction if it is not a whole number."""
    if answer is None:
        return REST
    if isinstance(answer, bool) or not isinstance(answer, int | np.integer):
        raise InvalidAction(type(answer).__name__)
    return action_or_rest(int(answer))


# Check a bot's kernels


KERNELS_BY_DIGEST: dict[str, Kernel[..., Any]] = {}
"""The first kernel with each digest."""


@functools.cache
def adopt_kernel(act: Kernel[..., Any]) -> str:
    """Check a bot's kernel and name it by the digest of its code, so that the cache never mixes bots up."""
    try:
        inspect.signature(act.function).bind("s", "seat", "index")
    except TypeError as error:
        raise HtlError(f"it must take the arguments s, seat and index: {error}") from error
    family = list(called_kernels(act))
    for kernel in family:
        if has_writes(kernel):
            raise HtlError(f"{kernel.function.__name__} writes, but a unit AI may only read the record (T8.2)")
    text = digest(b"\0".join(kernel_fingerprint(kernel) for kernel in family))
    for kernel in family:
        if not is_own_kernel(kernel) and not kernel.is_made:
            kernel.function.__qualname__ = f"{kernel.function.__name__}.{text}"
            kernel.name = f"{kernel.function.__module__}.{kernel.function.__qualname__}"
    KERNELS_BY_DIGEST.setdefault(text, act)
    return text


WRITING_OPCODES = (
    *("STORE_ATTR", "STORE_SUBSCR", "STORE_SLICE", "STORE_GLOBAL"),
    *("DELETE_ATTR", "DELETE_SUBSCR", "DELETE_GLOBAL"),
)
WRITING_METHODS = ("fill", "sort", "partition", "put", "itemset", "copyto", "fill_diagonal", "shuffle")
"""Methods and functions of NumPy that write to an array."""
ROW_FIELDS = tuple(name for name in UnitRecord.names if UnitRecord.dtype[name].shape)


def has_writes(kernel: Kernel[..., Any]) -> bool:
    """Return whether a kernel writes to the record: to a field, by NumPy, or as in `hp = s.hp; hp -= 1`."""
    code = list(dis.get_instructions(kernel.function))
    rows = {
        after.argval for before, after in pairwise(code) if before.argval in ROW_FIELDS and after.opname == "STORE_FAST"
    }
    return any(
        before.opname in WRITING_OPCODES
        or (before.opname in ("LOAD_ATTR", "LOAD_METHOD") and before.argval in WRITING_METHODS)
        or (before.opname == "BINARY_OP" and before.argrepr.endswith("=") and after.argval in rows)
        for before, after in pairwise(code)
    )


def called_kernels(act: Kernel[..., Any]) -> Iterator[Kernel[..., Any]]:
    """Yield a kernel and all kernels that it can call."""
    found, waiting = {id(act)}, [act]
    while waiting:
        kernel = waiting.pop()
        yield kernel
        for value in referenced_values(kernel).values():
            if isinstance(value, Kernel) and id(value) not in found:
                found.add(id(value))
                waiting.append(value)


def referenced_values(kernel: Kernel[..., Any]) -> dict[str, Any]:
    """Return the values of the names in a kernel's code, `module.name` included."""
    known = inspect.getclosurevars(kernel.function)
    values = {**known.globals, **known.nonlocals}
    for before, after in pairwise(dis.get_instructions(kernel.function)):
        module = values.get(str(before.argval))
        if isinstance(module, ModuleType) and after.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            values[f"{before.argval}.{after.argval}"] = getattr(module, str(after.argval), None)
    return values


def kernel_fingerprint(kernel: Kernel[..., Any]) -> bytes:
    """Return everything that a kernel's machine code depends on (for our own kernels, the cache folder's name does)."""
    if is_own_kernel(kernel):
        return kernel.name.encode()
    values = {name: value_fingerprint(value) for name, value in referenced_values(kernel).items()}
    code, defaults = kernel.function.__code__, kernel.function.__defaults__
    # The file is left out: it may have changed since it was imported.
    return repr((code.co_code, code.co_consts, code.co_names, code.co_varnames, defaults, values)).encode()


def value_fingerprint(value: Any) -> str:
    """Return the part of a named value that compiled code depends on."""
    if isinstance(value, np.ndarray | np.generic):
        return f"{value.dtype} {value.tolist()}"
    if isinstance(value, type) and issubclass(value, Enum):
        return str([(name, member.value) for name, member in value.__members__.items()])
    return repr(value) if isinstance(value, int | float | tuple | str | bytes | None) else ""


def is_own_kernel(kernel: Kernel[..., Any]) -> bool:
    return Path(kernel.function.__code__.co_filename).is_relative_to(PACKAGE_FOLDER)


def digest(text: bytes) -> str:
    return hashlib.blake2b(text, digest_size=8).hexdigest()


# Combine and compile them


class CombinedKernel(NamedTuple):
    """Several unit AIs in one kernel: `kernel(s, seat, unit, index)` returns a local code or ASK_OWNER."""

    kernel: Kernel[..., Any]
    name: str


class SeatKernels(NamedTuple):
    """The kernels of a seat. Towers and soldiers act in different loops, so each has its own."""

    towers: CombinedKernel
    soldiers: CombinedKernel

    @property
    def name(self) -> str:
        return f"{self.towers.name}.{self.soldiers.name}"


def combine_kernels(acts: UnitActs) -> SeatKernels:
    """Combine the kernels among a seat's unit AIs. Equal code gives the same kernel, even from different bots."""
    with kernel_lock:
        return SeatKernels(*(_combine(kernel_digests(acts, units)) for units in (TOWERS, SOLDIERS)))


def kernel_digests(acts: UnitActs, units: Sequence[int]) -> tuple[tuple[str, int], ...]:
    """Return the digests of the kernels for these units, each with a bit for every unit that it decides for."""
    digests: dict[str, int] = {}
    for unit in units:
        act = acts.get(unit)
        if isinstance(act, Kernel):
            name = adopt_kernel(act)
            digests[name] = digests.get(name, 0) | 1 << unit
    return tuple(digests.items())


kernel_lock = threading.RLock()
"""Held while kernels are created: two with the same name would be refused."""


@functools.cache
def _combine(digests: tuple[tuple[str, int], ...]) -> CombinedKernel:
    """Return one kernel that calls the kernels with these digests."""
    if not digests:

        def ask_owner(s: UnitRecord, seat: int, unit: int, index: int) -> int:
            return ASK_OWNER

        return CombinedKernel(Kernel(ask_owner, "towers.answers.ask_owner"), NO_KERNELS)
    (text, units), others = digests[0], _combine(digests[1:])
    act, answer_others = KERNELS_BY_DIGEST[text], others.kernel

    def answer(s: UnitRecord, seat: int, unit: int, index: int) -> Any:
        if units >> unit & 1:
            return max(act(s, seat, index) | 0, 0)  # `| 0` refuses anything but whole numbers, compiled or plain
        return answer_others(s, seat, unit, index)

    name = digest(f"{units} {text} {others.name}".encode())
    return CombinedKernel(Kernel(answer, f"towers.answers.{name}"), name)


def compile_seat_kernels(game: Game, bot: UnitController | None) -> SeatKernels:
    """Compile the kernels of a seat, so that errors in them are attributed to their bot."""
    acts = {} if bot is None else bot.acts
    try:
        return compile_kernels(game, acts)
    except Exception as error:
        if bot is None:
            raise
        unit, reason = find_faulty_kernel(game, acts, error)
        raise bot.fault(unit, reason) from error


def compile_kernels(game: Game, acts: UnitActs) -> SeatKernels:
    answers = combine_kernels(acts)
    for answer in answers:
        if not game.plain and answer.name != NO_KERNELS:
            with kernel_lock:
                entry_point = make_entry_point(answer)
            entry_point.compiled(np.zeros(PUBLIC_WORDS, np.int64), 0, UNIT_COUNT, 0)
    return answers


def find_faulty_kernel(game: Game, acts: UnitActs, error: Exception) -> tuple[int | None, HtlError]:
    """Return the kind of unit whose kernel cannot be used, and why."""
    for unit, act in acts.items():
        try:
            compile_kernels(game, {unit: act})
        except HtlError as refusal:
            return unit, refusal
        except Exception as failure:  # noqa: BLE001 - the compiler may raise anything for a bot's code
            return unit, HtlError(f"it does not compile: {type(failure).__name__}: {compiler_message(failure)}")
    return None, HtlError(f"the kernels do not compile: {error}")


def compiler_message(failure: Exception) -> str:
    """Return the compiler's message without the stages that it names first."""
    lines = str(failure).splitlines()
    return " ".join(line for line in lines if not line.startswith("Failed in nopython mode"))


@functools.cache
def make_entry_point(answer: CombinedKernel) -> Kernel[..., Any]:
    """Return a kernel that Python can call with a row of words."""
    open_public, answer_kernel = make_public_opener(), answer.kernel

    def entry_point(words: Words, seat: int, unit: int, index: int) -> Any:
        return answer_kernel(open_public(words), seat, unit, index)

    return Kernel(entry_point, f"towers.answers.entry_point.{answer.name}")
