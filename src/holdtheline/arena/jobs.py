"""One game as a piece of work: what is to be played, and what came out.

Both can be written as JSON.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from .. import __version__
from ..core.catalog import contract_of
from .jail.limits import Limits

FAULTS = ("load", "crash", "time", "memory", "malformed", "illegal", "breach")
"""Kinds of faults: what is said of each is a sentence."""


@dataclass(frozen=True)
class Job:
    """A game that is to be played. The same job has the same result, whenever and wherever it is played."""

    game: str
    bots: tuple[str, ...]
    """In the order of the seats: digests of bots, or names of players that are built in."""
    seed: int
    options: tuple[tuple[str, str | int], ...] = ()
    """Those that are not as usual; the others may be named, too."""
    strict: bool = True
    """A fault loses the game; in training, where it can be, only the action."""
    limits: Limits = field(default_factory=Limits)
    trust: bool = False
    """Bots run in this process, without walls."""

    @functools.cached_property
    def key(self) -> str:
        """The name of this job, and of no other: the version of the rules and of the program are in it."""
        contract = contract_of(self.game)
        options = sorted(contract.read_options(dict(self.options)).items())
        told = {**self.to_json(), "options": options, "rules": contract.rules_version, "by": __version__}
        return hashlib.blake2b(json.dumps(told, sort_keys=True).encode(), digest_size=16).hexdigest()

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "options": dict(self.options), "bots": list(self.bots)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Job:
        """What `to_json` made."""
        given = {**data, "options": tuple(data["options"].items()), "bots": tuple(data["bots"])}
        return cls(**{**given, "limits": Limits(**data["limits"])})


@dataclass(frozen=True)
class Fault:
    """What a bot did that no bot may do."""

    seat: int
    kind: str
    """One of FAULTS."""
    sentence: str


@dataclass(frozen=True)
class GameResult:
    """What came out. All lists are by the seats."""

    key: str
    """That of the job."""
    scores: tuple[int, ...]
    """WON, DRAWN or LOST."""
    reason: str
    """How it ended, in a sentence."""
    turns: int
    digest: str
    """Of the last state."""
    faults: tuple[Fault, ...] = ()
    """Those that ended the game: one, or that of each, if both failed in one planning."""
    slips: tuple[int, ...] = ()
    """Actions that were lost by a fault, in training."""
    cpu: tuple[float, ...] = ()
    """Seconds of the processor that each bot has used; 0 for a player that is built in."""
    record: str | None = None
    """The file, if there is one."""
    logs: tuple[str, ...] = field(default=(), repr=False)
    """What each bot has written: for its author alone."""
    seconds: float = 0.0

    @property
    def fault(self) -> Fault | None:
        """The first that ended the game, if one did."""
        return self.faults[0] if self.faults else None

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), **{name: list(getattr(self, name)) for name in LISTS}} | {
            "faults": [asdict(one) for one in self.faults]
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> GameResult:
        """What `to_json` made."""
        lists = {name: tuple(data[name]) for name in LISTS}
        return cls(**{**data, **lists, "faults": tuple(Fault(**one) for one in data["faults"])})


LISTS = ("scores", "slips", "cpu", "logs")
