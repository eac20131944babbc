"""Dice: the sources that answer a chance node, and the one random number generator.

All arithmetic on random numbers is in this module. The generator is multiply-with-carry with products below 2**63,
so it gives the same numbers compiled and plain, on every machine.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import numpy as np

from .errors import BadDice
from .kernel.compiler import kernel
from .state_record import Words

FACES = 6

# MULTIPLIER * 2**32 - 1 is a safe prime: the period is (MULTIPLIER * 2**32 - 2) / 2, about 2**62.
MULTIPLIER = 2050662783
LOW_32 = 0xFFFFFFFF


@kernel
def random_bits(stream: Words) -> int:
    """Return the next 32 random bits."""
    low: int = stream[0] & LOW_32
    carry: int = stream[0] >> 32
    stream[0] = MULTIPLIER * low + carry
    return low ^ carry


@kernel
def random_below(stream: Words, count: int) -> int:
    """Return a number from 0 to count - 1, each exactly equally likely (Lemire 2019)."""
    product = random_bits(stream) * count
    if product & LOW_32 < count:
        threshold = (LOW_32 + 1) % count
        while product & LOW_32 < threshold:
            product = random_bits(stream) * count
    return product >> 32


@kernel
def roll_die(stream: Words) -> int:
    """Return a face, 1 to 6."""
    return random_below(stream, FACES) + 1


def random_stream(*path: int | str) -> Words:
    """Return an independent stream for this path: a seed, optionally followed by names."""
    parts = tuple(part if isinstance(part, str) else int(part) for part in path)  # including NumPy's integers
    digest = hashlib.blake2b(repr(parts).encode(), digest_size=16).digest()
    low = int.from_bytes(digest[:4], "little")
    carry = 1 + int.from_bytes(digest[4:12], "little") % (MULTIPLIER - 2)
    return np.array([carry << 32 | low], np.int64)


GOLDEN_RATIO = np.uint64(0x9E3779B97F4A7C15)
"""2**64 divided by the golden ratio: the increment of SplitMix64."""


def random_streams(count: int, first: int, *path: int | str) -> Words:
    """Return two streams for each of `count` games from number `first` on, one after the other in one row.

    A game's streams depend on the path and its number alone. They are made like SplitMix64 (Steele et al. 2014).
    """
    counters = np.arange(2 * first, 2 * (first + count), dtype=np.uint64)
    start = random_stream(*path).astype(np.uint64)
    low = _mix_bits(start + (2 * counters) * GOLDEN_RATIO)
    carry = _mix_bits(start + (2 * counters + np.uint64(1)) * GOLDEN_RATIO)
    streams = (1 + carry % np.uint64(MULTIPLIER - 2)) << np.uint64(32) | low & np.uint64(LOW_32)
    return streams.astype(np.int64)


def _mix_bits(words: np.ndarray[Any, np.dtype[np.uint64]]) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """Return the finalizer of SplitMix64 of each word."""
    words = (words ^ words >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ words >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return words ^ words >> np.uint64(31)


class DiceSource(Protocol):
    """Dice: anything that answers when the rules ask for a face. `State.roll` takes one.

    >>> class AlwaysSix:
    ...     def roll(self, question):
    ...         return 6
    >>> import holdtheline as htl
    >>> state = htl.load("siege").start()
    >>> state.play("reinforce 0 0 0")
    >>> state.roll(AlwaysSix())
    6
    """

    def roll(self, question: str) -> int:
        """Return a face, 1 to 6."""


class SeededDice:
    """The computer's dice. The same seed gives the same rolls.

    >>> dice = SeededDice(7)
    >>> [dice.roll("") for _ in range(5)]
    [5, 3, 4, 4, 3]
    """

    def __init__(self, seed: int, rolled_count: int = 0) -> None:
        self.seed = seed
        self.stream = random_stream(seed)
        for _ in range(rolled_count):
            self.roll("")

    def roll(self, question: str) -> int:
        """Return the next face."""
        return int(roll_die(self.stream))


class UnseededDice:
    """Dice from the operating system's random numbers, without a seed that could be found out."""

    def roll(self, question: str) -> int:
        return secrets.randbelow(FACES) + 1


class ScriptedDice:
    """Predetermined faces: for tests, for examples, and for replaying a record.

    >>> dice = ScriptedDice([6, 1])
    >>> dice.roll(""), dice.roll("")
    (6, 1)
    """

    def __init__(self, faces: Iterable[int | str]) -> None:
        self._faces = [parse_face(face) for face in faces]
        self._next = 0

    def roll(self, question: str) -> int:
        """Return the next face; raise BadDice if there is none."""
        if self._next == len(self._faces):
            raise BadDice(f"the script has only {self._next} rolls, and the game needs one more")
        self._next += 1
        return self._faces[self._next - 1]


class GuideDice:
    """The dice of a guided game: predetermined faces first, then random ones."""

    def __init__(self, faces: Sequence[int], rolled_count: int = 0) -> None:
        self._faces = list(faces[rolled_count:])
        self._after = UnseededDice()

    def roll(self, question: str) -> int:
        return self._faces.pop(0) if self._faces else self._after.roll(question)


class TypedDice:
    """A person's own dice: ask for the face until it is valid."""

    def __init__(self, ask: Callable[[str], str], refuse: Callable[[str], None]) -> None:
        self._ask = ask
        self._refuse = refuse

    def roll(self, question: str) -> int:
        """Return the face that the person types."""
        while True:
            try:
                return parse_face(self._ask(question))
            except BadDice as error:
                self._refuse(str(error))


def parse_face(face: object) -> int:
    """Return the face as a number; refuse anything but 1 to 6."""
    text = str(face).strip()
    if len(text) == 1 and text in "123456":
        return int(text)
    raise BadDice(f"a die shows 1 to {FACES}, not {text[:20]!r}")
