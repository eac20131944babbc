"""A study: what it plays and measures, and how sure it must be."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from ... import __version__
from ...core.catalog import definition_of
from ...core.game import Game

FIXED, SWAP = "fixed", "swap"
DEFAULT_SEEDS, MAX_SEEDS = 100_000, 100_000_000
DEFAULT_FIRST_LOOK = 200


@dataclass(frozen=True)
class Variant:
    """One of the things that a study compares."""

    name: str
    options: tuple[tuple[str, str | int], ...]
    """All options of the game; a file is here as its text."""
    players: tuple[str, ...]
    changes: tuple[tuple[str, str], ...] = ()
    """What makes it different: names and values."""

    def game(self, name: str, plain: bool = False) -> Game:
        return Game(definition_of(name), dict(self.options), plain)


@dataclass(frozen=True)
class Study:
    """Variants of a game that are played with the same seeds, and a question about them.

    The first variant is the one that the others are compared with.
    """

    title: str
    game: str
    variants: tuple[Variant, ...]
    measure: str
    measures: tuple[str, ...]
    precision: float | None = None
    """Half the interval that answers the question; None: play all seeds."""
    seeds: int = DEFAULT_SEEDS
    """The most seeds per variant."""
    first_look: int = DEFAULT_FIRST_LOOK
    seed: int = 1
    seat: int = 0
    """The seat whose results are measured; with swapped seats, those of the first player."""
    swaps: bool = False
    """Whether each seed is played twice, the players exchanged."""
    question: str = ""
    name: str = "study"

    @property
    def arrangements(self) -> int:
        """The games of each seed."""
        return 2 if self.swaps else 1

    @property
    def digest(self) -> str:
        """A digest of everything that its results depend on."""
        return hashlib.blake2b(json.dumps(self.to_json(), sort_keys=True).encode(), digest_size=12).hexdigest()

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "rules": [definition_of(self.game).rules_version_for(dict(variant.options)) for variant in self.variants],
            "version": __version__,
            "variants": [
                {"name": variant.name, "options": dict(variant.options), "players": variant.players}
                for variant in self.variants
            ],
            "measure": self.measure,
            "measures": self.measures,
            "precision": self.precision,
            "seeds": self.seeds,
            "first_look": self.first_look,
            "seed": self.seed,
            "seat": self.seat,
            "swaps": self.swaps,
        }
