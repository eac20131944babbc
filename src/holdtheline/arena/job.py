"""One game to be played (`Job`) and its result (`GameResult`), both convertible to and from JSON.

The key of a job identifies its result: equal jobs give equal results, whenever and wherever they are played."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from .. import __version__
from ..core.catalog import definition_of
from .jail.limits import Limits

FAULT_KINDS = ("load", "crash", "time", "memory", "malformed", "illegal", "breach")
"""The kinds of faults."""


@dataclass(frozen=True)
class Job:
    """A game to play. Equal jobs have equal results."""

    game: str
    bots: tuple[str, ...]
    """By seat: the digest of a bot or the name of a built-in player."""
    seed: int
    options: tuple[tuple[str, str | int], ...] = ()
    """Options that differ from the defaults; the others may be included."""
    strict: bool = True
    """Whether a fault loses the game; otherwise (training) it loses only the action, where possible."""
    limits: Limits = field(default_factory=Limits)
    trust: bool = False
    """Whether bots run in this process, without a jail."""

    @functools.cached_property
    def key(self) -> str:
        """A digest of the job, the rules version and the program version."""
        definition = definition_of(self.game)
        options = sorted(definition.parse_options(dict(self.options)).items())
        content = {
            **self.to_json(),
            "options": options,
            "rules": definition.rules_version_for(dict(self.options)),
            "by": __version__,
        }
        return hashlib.blake2b(json.dumps(content, sort_keys=True).encode(), digest_size=16).hexdigest()

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "options": dict(self.options), "bots": list(self.bots)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Job:
        fields = {**data, "options": tuple(data["options"].items()), "bots": tuple(data["bots"])}
        return cls(**{**fields, "limits": Limits.from_json(data["limits"])})


@dataclass(frozen=True)
class Fault:
    """A fault of the bot in a seat."""

    seat: int
    kind: str
    """One of FAULT_KINDS."""
    sentence: str


LIST_FIELDS = ("scores", "slips", "cpu", "logs")


@dataclass(frozen=True)
class GameResult:
    """The result of a job. Tuples are indexed by seat."""

    key: str
    """The key of the job."""
    scores: tuple[int, ...]
    """WON, DRAWN or LOST."""
    reason: str
    """How the game ended, in one sentence."""
    turns: int
    digest: str
    """Digest of the final state."""
    faults: tuple[Fault, ...] = ()
    """The faults that ended the game: one, or one per seat if both failed in the same planning phase."""
    slips: tuple[int, ...] = ()
    """Number of actions lost by faults in training."""
    cpu: tuple[float, ...] = ()
    """CPU seconds used by each bot; 0 for a built-in player."""
    record: str | None = None
    """The record file, if one was written."""
    logs: tuple[str, ...] = field(default=(), repr=False)
    """What each bot printed; only its author may see it."""
    seconds: float = 0.0

    @property
    def fault(self) -> Fault | None:
        """The first fault that ended the game, or None."""
        return self.faults[0] if self.faults else None

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), **{name: list(getattr(self, name)) for name in LIST_FIELDS}} | {
            "faults": [asdict(fault) for fault in self.faults]
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> GameResult:
        lists = {name: tuple(data[name]) for name in LIST_FIELDS}
        return cls(**{**data, **lists, "faults": tuple(Fault(**fault) for fault in data["faults"])})
