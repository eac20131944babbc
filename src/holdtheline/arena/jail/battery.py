"""The arena attacks itself before anybody is graded: attackers are jailed like bots, and must get nothing."""

from __future__ import annotations

import ctypes
import json
import os
import socket
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from .attackers import ATTACKERS, GOT, Target
from .handin import Handin, hand_in
from .keeper import Keeper
from .limits import Limits

ENTRY = "holdtheline.arena.jail.attackers:attack"
LIMITS = Limits(load_seconds=5, match_seconds=5, memory_mb=64, log_bytes=4096)
SECONDS = 20.0


@dataclass(frozen=True)
class Attack:
    name: str
    held: bool
    evidence: str
    """What the attacker got, or what stopped it."""


def attack(keeper: Keeper, names: Iterable[str] = ATTACKERS) -> tuple[Attack, ...]:
    """All attacks, or these, one after the other."""
    with tempfile.TemporaryDirectory() as folder, targets(Path(folder)) as (attacker, target):
        return tuple(attacked(keeper, attacker, target | {"attack": name}) for name in names)


@contextmanager
def targets(folder: Path) -> Iterator[tuple[Handin, Target]]:
    """An attacker, and what it goes for: this process, another bot, servers that listen."""
    bots = []
    for name in ("attacker", "victim"):
        file = folder / f"{name}.py"
        file.write_text(f"secret = 'of the {name}'\n")
        bots.append(hand_in(file, folder / "bots"))
    attacker, victim = bots
    secret = ctypes.create_string_buffer(b"referee")
    local = folder / "socket"
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as near:
        near.bind(str(local))
        near.listen()
        yield (
            attacker,
            {
                "pid": os.getpid(),
                "address": ctypes.addressof(secret),
                "own": str(attacker.folder / attacker.main),
                "other": str(victim.folder / victim.main),
                "folder": str(folder),
                "local": str(local),
                "port": server.getsockname()[1],
                "memory_mb": LIMITS.memory_mb,
            },
        )


def attacked(keeper: Keeper, attacker: Handin, target: Target) -> Attack:
    prisoner = keeper.start(attacker, ENTRY, LIMITS)
    try:
        prisoner.socket.sendall(json.dumps(target).encode() + b"\n")
        end = prisoner.ended(SECONDS)
    finally:
        prisoner.kill()
    said = prisoner.log().strip().splitlines()
    got = [line for line in said if line.startswith(GOT)]
    if got:
        return Attack(target["attack"], False, got[0])
    how = end.how if end else "was still at it when its time was over"
    return Attack(target["attack"], True, how if not end or end.is_breach or not said else said[-1])
