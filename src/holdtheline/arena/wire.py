"""The line to a bot: what is asked and answered, and everything that can go wrong there.

A bot may answer late, never, too much, or nonsense; it may not read, or be gone. None of this can make the
referee wait longer than the bot's time, use more memory than an answer has, or raise anything but Failure.
"""

from __future__ import annotations

import json
import secrets
import select
import socket
import time
from math import ceil
from typing import Any, NoReturn, Protocol

import numpy as np

from .jail.limits import Limits
from .jail.prisoner import Ended

CHUNK = 65536
SOON = 1.0
"""Seconds for a process that has closed its line to end."""
MOST_DRAINED = 64
"""Chunks of what nobody asked for that are thrown away at once."""
LONGEST = 200
IDENTITY, FRESH_ONES = 16, 64
WHAT = {"hello": "to get ready", "plan": "for its plan", "act": "for its units", "move": "for its move"}


class Process(Protocol):
    """A bot that runs: see `jail.prisoner.Prisoner`."""

    @property
    def socket(self) -> socket.socket: ...

    def cpu_seconds(self) -> float: ...

    def go(self) -> None: ...

    def halt(self) -> None: ...

    def ended(self, wait: float = 0.0) -> Ended | None: ...


class Failure(Exception):
    """A bot has not answered as it must. The sentence speaks of the bot as `it`."""

    def __init__(self, kind: str, sentence: str, *, is_final: bool = False) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.sentence = sentence
        self.is_final = is_final
        """Nothing can be asked any more."""


class Wire:
    """One bot's line, for one game."""

    def __init__(self, process: Process, limits: Limits) -> None:
        self._process = process
        self._socket = process.socket
        self._limits = limits
        self._poll = select.poll()
        self._poll.register(self._socket, select.POLLIN)
        self._to_write = b""
        self._read = b""
        self._void: set[str] = set()
        self.ids = np.zeros(0, np.uint8)
        """The signs of ids that nobody can guess, drawn in advance: that takes a fraction of the time."""
        self.id_at = 0
        """Where in it the newest one is."""
        self._heard = [(self._socket.fileno(), select.POLLIN)]
        """What `poll` tells if the bot has said something, and nothing else."""
        self._used_before = self._used = self._before = 0.0
        """Seconds of its processor before the game, until its last answer, and before the last question."""
        self._waited = 0.0
        self._waits_to_write = False

    # Saying

    def tell(self, message: dict[str, Any]) -> None:
        """Something that is not answered. It goes out with the next question."""
        self._to_write += as_line(message)

    def say(self, message: dict[str, Any]) -> None:
        """The last word, if there is still somebody who hears it."""
        self.tell(message)
        try:
            self._socket.send(self._to_write)
        except OSError:
            pass

    def ask(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a question, which gets a fresh id."""
        identity = self._fresh()
        line = as_line({**message, "id": identity})
        return self._asked(message["ask"], identity, self._to_write + line, seconds)

    def ask_in_words(self, what: str, seconds: float, words: memoryview) -> dict[str, Any]:
        """The same with 64-bit words behind the question, all that is asked: see docs/protocol.md."""
        identity = self._fresh()
        line = f'{{"ask":"{what}","id":"{identity}","bytes":{words.nbytes}}}\n'.encode()
        return self._asked(what, identity, b"".join((self._to_write, line, words)), seconds)

    def exchange(self, question: memoryview, seconds: float, into: memoryview) -> int:
        """Send a question that has the newest id, and put what is answered there; how long that is.

        This is done thousands of times a game, and nearly always the answer comes in time and in one piece.
        0: it is not so; see `go_on`.
        """
        process = self._process
        self._before = used = self._used
        try:
            sent = self._socket.send(question)
        except OSError:
            sent = 0
        if sent < len(question):
            self._to_write = bytes(question[sent:])
            return 0
        process.go()
        began = time.monotonic()
        try:
            if self._poll.poll(int(seconds * 1000) + 1) != self._heard:
                return 0
            size = self._socket.recv_into(into)
            self._used = process.cpu_seconds()
            if self._used - used <= seconds:
                return size
            self._read = bytes(into[:size])
        except OSError:
            pass
        finally:
            process.halt()
            self._waited += time.monotonic() - began
        return 0

    def go_on(self, what: str, seconds: float, read: bytes) -> dict[str, Any]:
        """The answer to the question that was sent by `exchange`, of which this has been read already."""
        self._read = self._read or read
        return self._awaited(what, self._newest(), seconds, self._before)

    def ask_as_written(self, what: str, seconds: float, question: memoryview) -> dict[str, Any]:
        """The answer to a question that has the newest id and is written already."""
        return self._asked(what, self._newest(), self._to_write + question, seconds)

    def is_clear(self, seconds: float) -> bool:
        """Whether nothing is left over from before, and there is time enough for the whole question."""
        return not (self._to_write or self._read or self._void) and self._time_left() >= seconds

    def fresh(self) -> int:
        """A new id that nobody can guess: where it is among the `ids`."""
        self.id_at += IDENTITY
        if self.id_at >= len(self.ids):
            drawn = secrets.token_hex(IDENTITY // 2 * FRESH_ONES)
            self.ids = np.frombuffer(bytearray(drawn.encode()), np.uint8)
            self.id_at = 0
        return self.id_at

    def _fresh(self) -> str:
        self.fresh()
        return self._newest()

    def _newest(self) -> str:
        return self.ids[self.id_at : self.id_at + IDENTITY].tobytes().decode()

    def greet(self, message: dict[str, Any]) -> dict[str, Any]:
        """The answer to the hello, which has no id. What it costs is not part of the game."""
        answer = self._asked("hello", None, as_line(message), self._limits.load_seconds)
        self._used_before = self._used = self._process.cpu_seconds()
        return answer

    def _time_left(self) -> float:
        """Of its seconds for the game; what it did after an answer counts for the next one."""
        return self._limits.match_seconds - (self._used - self._used_before)

    def _asked(self, what: str, identity: str | None, data: bytes, seconds: float) -> dict[str, Any]:
        if self._void:
            self._drain()
        left = self._time_left()
        if identity is not None and left < seconds:
            if left <= 0:
                raise self._out_of_time()
            seconds = left
        self._to_write = data
        return self._awaited(what, identity, seconds, self._used)

    def _awaited(self, what: str, identity: str | None, seconds: float, used: float) -> dict[str, Any]:
        """Let it go, and halt it when it has answered."""
        process = self._process
        try:
            self._write()
            process.go()
            began = time.monotonic()
            try:
                return self._answer(what, identity, seconds, used)
            finally:
                process.halt()
                self._waited += time.monotonic() - began
        except Failure:
            if identity is not None:
                self._void.add(identity)
            raise

    # Waiting

    def _answer(self, what: str, identity: str | None, seconds: float, used_before: float) -> dict[str, Any]:
        """Wait for a line that answers; `seconds` are those of the bot's own processor time."""
        cpu, poll = self._process.cpu_seconds, self._poll.poll
        began = time.monotonic()
        wait, clock = 0.0 if self._read else seconds, self._clock_for(seconds)
        while True:
            heard = poll(ceil(wait * 1000))
            line = self._hear(heard[0][1] if heard else 0) if heard or self._read else None
            self._used = cpu()
            used = self._used - used_before
            if used > seconds:
                if self._time_left() < 0 and identity is not None:
                    raise self._out_of_time()
                raise Failure("time", f"it took longer than {seconds:g} s {WHAT[what]}")
            if line is not None:
                answer = read_answer(line)
                if self._is_to(answer, identity):
                    return answer
                wait = 0.0  # there may be another line already
                continue
            waited = time.monotonic() - began
            if waited > clock:
                raise Failure(
                    "time", f"it took longer than {clock:g} s on the clock {WHAT[what]}", is_final=True
                )
            wait = min(seconds - used, clock - waited)

    def _clock_for(self, seconds: float) -> float:
        """So long it may take by the clock on the wall, if the processor is busy with others."""
        limits = self._limits
        longest = max(limits.match_seconds * limits.patience - self._waited, 0)
        return min(max(seconds * limits.patience, limits.clock_seconds), longest)

    def _out_of_time(self) -> Failure:
        sentence = f"it has used up its {self._limits.match_seconds:g} s for the game"
        return Failure("time", sentence, is_final=True)

    def _hear(self, events: int) -> bytes | None:
        """Write and read as far as that is possible now; a whole line, if there is one."""
        if self._to_write:
            self._write()
        newline = self._read.find(b"\n")
        if newline < 0:
            if not events & ~select.POLLOUT:
                return None
            if not self._receive():
                return None
            newline = self._read.find(b"\n")
        if newline < 0 and len(self._read) <= self._limits.answer_bytes:
            return None
        if newline < 0 or newline > self._limits.answer_bytes:
            self._read = b""
            raise Failure("malformed", f"its answer is longer than {self._limits.answer_bytes:,} bytes")
        line, self._read = self._read[:newline], self._read[newline + 1 :]
        return line

    def _receive(self) -> bool:
        try:
            data = self._socket.recv(CHUNK)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        if not data:
            self._gone()
        self._read = self._read + data if self._read else data
        return True

    def _write(self) -> None:
        """As much as the bot's end has room for; the rest when it has read."""
        try:
            sent = self._socket.send(self._to_write)
        except BlockingIOError:
            sent = 0
        except OSError:
            if not self._read:
                self._hear_last_words()
            sent = len(self._to_write)
        self._to_write = self._to_write[sent:]
        if bool(self._to_write) != self._waits_to_write:
            self._waits_to_write = bool(self._to_write)
            self._poll.modify(self._socket, select.POLLIN | (select.POLLOUT if self._to_write else 0))

    def _hear_last_words(self) -> None:
        """It hears nothing any more, but it may have said why."""
        self._receive()

    def _gone(self) -> NoReturn:
        """The line is closed."""
        ended = self._process.ended(SOON)
        if ended is None:
            raise Failure("crash", "it closed its line to the referee", is_final=True)
        raise Failure("breach" if ended.is_breach else "crash", f"it {ended.how}", is_final=True)

    def _drain(self) -> None:
        """Throw away what was said too late."""
        self._read = b""
        for _ in range(MOST_DRAINED):
            if not self._receive():
                return
            self._read = b""

    # Judging

    def _is_to(self, answer: dict[str, Any], identity: str | None) -> bool:
        """Whether it answers this question; False: it answers one whose time is over."""
        if "fault" in answer:
            raise told_fault(answer)
        if identity is None or answer.get("id") == identity:
            if self._read:
                raise Failure("malformed", "it said more than it was asked")
            return True
        if isinstance(answer.get("id"), str) and answer["id"] in self._void:
            return False
        raise Failure("malformed", "its answer has another id than the question")


OWN_FAULTS = ("crash", "memory", "malformed", "illegal", "load")


def told_fault(answer: dict[str, Any]) -> Failure:
    """A bot says itself what went wrong; it can only speak of itself."""
    kind = answer.get("kind")
    is_final = answer.get("goes_on") is not True
    return Failure(kind if kind in OWN_FAULTS else "crash", shown(answer["fault"]), is_final=is_final)


def shown(words: object) -> str:
    """What a bot says, in one line that does no harm."""
    text = " ".join(str(words)[: 4 * LONGEST].split())
    clean = "".join(sign if sign.isprintable() else "\ufffd" for sign in text[:LONGEST])
    return clean if len(text) <= LONGEST else f"{clean}…"


# JSON


def as_line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


class Odd(ValueError):
    """JSON, but not what a bot may say."""


def no_fraction(text: str) -> NoReturn:
    raise Odd("numbers are whole numbers")


def once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise Odd("a name stands twice in one object")
    return made


DECODER = json.JSONDecoder(parse_float=no_fraction, parse_constant=no_fraction, object_pairs_hook=once_each)


def read_answer(line: bytes) -> dict[str, Any]:
    """A line as an object, or a Failure that says what is wrong with it."""
    try:
        text = line.decode()
        answer = DECODER.decode(text)
        if b"\\" in line:  # only an escape can name half a sign
            text.encode() and json.dumps(answer, ensure_ascii=False).encode()
    except UnicodeDecodeError as error:
        raise Failure("malformed", "its answer is not UTF-8") from error
    except UnicodeEncodeError as error:
        raise Failure("malformed", "its answer has half a sign in it") from error
    except Odd as error:
        raise Failure("malformed", f"in its answer {error}") from error
    except (ValueError, RecursionError) as error:
        raise Failure("malformed", "its answer is not JSON") from error
    if not isinstance(answer, dict):
        raise Failure("malformed", "its answer is not a JSON object")
    return answer
