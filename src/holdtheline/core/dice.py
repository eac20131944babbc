"""Every die of every game: the sources that answer a chance node, and the one random generator.

No other file does arithmetic on random numbers. The generator is a multiply-with-carry whose
products stay below 2**63, so that it gives the same numbers compiled and plain, on every machine.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import numpy as np

from .errors import BadDice
from .kernel import kernel

FACES = 6

# MULTIPLIER * 2**32 - 1 is a safe prime: the period is (MULTIPLIER * 2**32 - 2) / 2, about 2**62.
MULTIPLIER = 2050662783
LOW_32 = 0xFFFFFFFF


@kernel
def draw(stream: Any) -> Any:
    """The next 32 random bits."""
    low = stream[0] & LOW_32
    carry = stream[0] >> 32
    stream[0] = MULTIPLIER * low + carry
    return low ^ carry


@kernel
def below(stream: Any, count: Any) -> Any:
    """A whole number from 0 up to, not including, count: each exactly as likely as the others."""
    product = draw(stream) * count
    if product & LOW_32 < count:
        unfair = (LOW_32 + 1) % count
        while product & LOW_32 < unfair:
            product = draw(stream) * count
    return product >> 32


@kernel
def roll(stream: Any) -> Any:
    """A face, 1 to 6."""
    return below(stream, FACES) + 1


def stream_for(*path: int | str) -> np.ndarray[Any, np.dtype[np.int64]]:
    """A stream of its own for this seed (and for whatever part of the work the path names)."""
    names = tuple(part if isinstance(part, str) else int(part) for part in path)  # NumPy's numbers too
    digest = hashlib.blake2b(repr(names).encode(), digest_size=16).digest()
    low = int.from_bytes(digest[:4], "little")
    carry = 1 + int.from_bytes(digest[4:12], "little") % (MULTIPLIER - 2)
    return np.array([carry << 32 | low], np.int64)


class Dice(Protocol):
    """Who answers when the rules ask for a face."""

    def roll(self, question: str) -> int: ...


class SeededDice:
    """The computer's dice. The same seed gives the same rolls, for ever."""

    def __init__(self, seed: int, rolled: int = 0) -> None:
        self.seed = seed
        self._stream = stream_for(seed)
        for _ in range(rolled):
            self.roll("")

    def roll(self, question: str) -> int:
        return int(roll(self._stream))


class TableDice:
    """Dice that nobody can foresee: there is no seed that could become known."""

    def roll(self, question: str) -> int:
        return secrets.randbelow(FACES) + 1


class ScriptedDice:
    """Faces given beforehand: for tests, for examples, and for replaying a record."""

    def __init__(self, faces: Iterable[int | str]) -> None:
        self._faces = [checked_face(face) for face in faces]
        self._next = 0

    def roll(self, question: str) -> int:
        if self._next == len(self._faces):
            raise BadDice(f"the script has only {self._next} rolls, and the game asks for one more")
        self._next += 1
        return self._faces[self._next - 1]


class TypedDice:
    """A person's own dice: asks for the face, and asks again until it is one."""

    def __init__(self, ask: Callable[[str], str], refuse: Callable[[str], None]) -> None:
        self._ask = ask
        self._refuse = refuse

    def roll(self, question: str) -> int:
        while True:
            try:
                return checked_face(self._ask(question))
            except BadDice as error:
                self._refuse(str(error))


def checked_face(face: object) -> int:
    """The face as a number, if it is one."""
    text = str(face).strip()
    if len(text) == 1 and text in "123456":
        return int(text)
    raise BadDice(f"a die shows 1 to {FACES}, not {text[:20]!r}")
