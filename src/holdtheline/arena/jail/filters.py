"""Seccomp filters as small programs: for each system call with what it is allowed, and what happens else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from struct import Struct

from .kernelcalls import NUMBERS

INSTRUCTION = Struct("<HBBI")
LOAD, AND, EQUAL, GREATER, RETURN = 0x20, 0x54, 0x15, 0x25, 0x06
NUMBER_AT, MACHINE_AT, ARGUMENTS_AT = 0, 4, 16
X86_64 = 0xC000003E
OTHER_TABLE = 0x40000000
"""Numbers from here on are those of another way to call the kernel (x32), which nothing of ours uses."""

ALLOW = 0x7FFF0000
NOTIFY = 0x7FC00000
KILL = 0x80000000
WHOLE = 0xFFFFFFFF
OWN_PID = 0x5E1F5E1F
"""Stands for the pid of the process, which is not known before the fork."""


def fail(error: int) -> int:
    """The call fails with this error."""
    return 0x00050000 | error


@dataclass(frozen=True)
class Case:
    """If the lower (or upper) half of an argument, masked, is this value (or is not): that verdict."""

    argument: int
    value: int
    verdict: int
    mask: int = WHOLE
    upper: bool = False
    unless: bool = False


@dataclass(frozen=True)
class Rule:
    """The first case that holds decides, or else `verdict`."""

    verdict: int
    cases: tuple[Case, ...] = ()


@dataclass(frozen=True)
class Filter:
    """A program for the kernel."""

    code: bytes
    own_pid_at: tuple[int, ...]

    def made_for(self, pid: int) -> bytes:
        code = bytearray(self.code)
        for place in self.own_pid_at:
            code[place : place + 4] = pid.to_bytes(4, "little")
        return bytes(code)


def only(argument: int, values: Iterable[int], otherwise: int) -> Rule:
    """Allowed with these values of an argument."""
    return Rule(otherwise, tuple(Case(argument, value, ALLOW) for value in values))


def filter_of(rules: Mapping[str, Rule], verdict: int, beyond: int, last: int) -> Filter:
    """A filter with one rule a call: others get `verdict`, and those numbered after `last` get `beyond`."""
    steps = [
        (LOAD, 0, 0, MACHINE_AT),
        (EQUAL, 1, 0, X86_64),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER_AT),
        (GREATER, 0, 1, OTHER_TABLE - 1),
        (RETURN, 0, 0, KILL),
        (GREATER, 0, 1, last),
        (RETURN, 0, 0, beyond),
    ]
    for name, rule in sorted(rules.items(), key=lambda one: -len(one[1].cases)):
        body = body_of(rule)
        steps += [(EQUAL, 0, len(body), NUMBERS[name]), *body]
    steps.append((RETURN, 0, 0, verdict))
    places = tuple(INSTRUCTION.size * at + 4 for at, step in enumerate(steps) if step[3] == OWN_PID)
    return Filter(b"".join(INSTRUCTION.pack(*step) for step in steps), places)


def body_of(rule: Rule) -> list[tuple[int, int, int, int]]:
    steps = []
    for case in rule.cases:
        steps.append((LOAD, 0, 0, ARGUMENTS_AT + 8 * case.argument + 4 * case.upper))
        if case.mask != WHOLE:
            steps.append((AND, 0, 0, case.mask))
        steps.append((EQUAL, int(case.unless), int(not case.unless), case.value))
        steps.append((RETURN, 0, 0, case.verdict))
    return [*steps, (RETURN, 0, 0, rule.verdict)]
