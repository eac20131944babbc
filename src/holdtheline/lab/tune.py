"""Find numbers of a ruleset or battle that meet targets, with few games.

Candidates are combinations of the numbers within their bounds. All play the same seeds; after each round the worse half
is dropped and the rest plays twice as many (successive halving: Karnin, Koren and Somekh, ICML 2013). Picking the best
of many flatters it, so the winner is measured once more, with fresh seeds, and only that counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from pathlib import Path

import numpy as np

from ..core.definition import GameDefinition
from ..core.errors import BadOption
from ..core.game import Game
from ..core.state_record import Words
from .games import Pairing, play_slices
from .intervals import Values, mean_interval
from .study.measures import COUNTS_CHOICES, GameRows, Measure, find_measure
from .study.numbers import change_numbers
from .study.parse import fill_seats
from .study.results import Figure

MAX_CANDIDATES = 64
FIRST_GAMES = 100
FINALISTS = 3
"""The candidates that are left after the last round; they are validated in order until one meets the targets."""
VALIDATION_GAMES = 4_000
TUNING, VALIDATION = "tune", "validate"


@dataclass(frozen=True)
class Target:
    """A measure and the range that its mean must lie in."""

    measure: Measure
    low: float
    high: float

    def distance(self, value: float) -> float:
        """Return how far a value is from the middle, in half ranges."""
        return abs(value - (self.low + self.high) / 2) / ((self.high - self.low) / 2)


@dataclass(frozen=True)
class Checked:
    """A target and what was measured with fresh seeds."""

    target: Target
    figure: Figure

    @property
    def is_met(self) -> bool:
        """Whether the measured mean is within the range."""
        return self.target.low <= self.figure.value <= self.target.high

    @property
    def is_certain(self) -> bool:
        """Whether the whole interval is within the range."""
        return self.target.low <= self.figure.low and self.figure.high <= self.target.high


@dataclass(frozen=True)
class Tuned:
    """The numbers that were found, and how they did with fresh seeds."""

    numbers: dict[str, int]
    checked: tuple[Checked, ...]
    games: int
    candidates: int

    @property
    def is_met(self) -> bool:
        return all(each.is_met for each in self.checked)

    @property
    def distance(self) -> float:
        """How far the worst target is from its middle, in half ranges."""
        return max(each.target.distance(each.figure.value) for each in self.checked)


@dataclass
class Candidate:
    """A combination of numbers, and its games so far."""

    numbers: dict[str, int]
    game: Game
    rows: list[Words] = field(default_factory=list)

    @property
    def games(self) -> int:
        return sum(map(len, self.rows))


@dataclass(frozen=True)
class Tuning:
    """What is tuned: a game, the bounds of its numbers, the players and the targets."""

    definition: GameDefinition
    options: Mapping[str, str | int]
    bounds: Mapping[str, tuple[int, int]]
    targets: tuple[Target, ...]
    players: tuple[str, ...] = ()
    seed: int = 1
    seat: int = 0
    folder: Path = Path()

    def check(self) -> None:
        """Raise BadOption if there is nothing to tune or to reach."""
        if not self.bounds or not self.targets:
            raise BadOption("say what may change (--vary union.vp=4..10) and what to reach (--target win=0.48..0.52)")
        for name, (low, high) in self.bounds.items():
            if low > high:
                raise BadOption(f"{name} must go from a lower number to a higher one, not from {low} to {high}")
        for target in self.targets:
            if target.low >= target.high:
                raise BadOption(f"{target.measure.name} must have a range such as 0.48..0.52")

    def candidates(self) -> list[Candidate]:
        """Return all combinations of the numbers, or a sample of them, those in the middle of the bounds first."""
        names, ranges = list(self.bounds), [range(low, high + 1) for low, high in self.bounds.values()]
        total = prod(map(len, ranges))
        if total <= MAX_CANDIDATES:
            chosen = list(product(*ranges))
        else:
            generator = np.random.default_rng(self.seed)
            drawn = {tuple(int(generator.choice(each)) for each in ranges) for _ in range(20 * MAX_CANDIDATES)}
            chosen = sorted(drawn)
            chosen = [chosen[index] for index in generator.permutation(len(chosen))[:MAX_CANDIDATES]]
        return [self._candidate(dict(zip(names, values, strict=True))) for values in chosen]

    def _candidate(self, numbers: dict[str, int]) -> Candidate:
        options = change_numbers(self.definition, self.options, numbers, self.folder)
        return Candidate(numbers, Game(self.definition, options))

    def play(self, candidate: Candidate, games: int, purpose: str) -> None:
        """Play the games that a candidate lacks, up to this number."""
        counts_choices = any(target.measure.name == COUNTS_CHOICES for target in self.targets)
        players = fill_seats(self.definition, candidate.game.options, self.players)
        pairing = Pairing(candidate.game, players, (self.seed, purpose), counts_choices)
        pairing.prepare()
        candidate.rows += play_slices(pairing, candidate.games, games - candidate.games)

    def values(self, candidate: Candidate, target: Target) -> Values:
        seats = len(candidate.game.seats)
        return target.measure.values(GameRows(np.concatenate(candidate.rows), seats, self.seat))

    def loss(self, candidate: Candidate) -> float:
        """Return how badly a candidate misses the targets: the largest distance counts most."""
        distances = [target.distance(float(self.values(candidate, target).mean())) for target in self.targets]
        return max(distances) + sum(distances) / (10 * len(distances))


def tune(tuning: Tuning, report: Callable[[int], None] = lambda games: None) -> Tuned:
    """Return the numbers that meet the targets best."""
    tuning.check()
    alive = tuning.candidates()
    everyone, games, played = len(alive), FIRST_GAMES, 0
    while True:
        for candidate in alive:
            before = candidate.games
            tuning.play(candidate, games, TUNING)
            played += candidate.games - before
            report(played)
        alive.sort(key=tuning.loss)
        if len(alive) <= FINALISTS:
            break
        alive, games = alive[: max(FINALISTS, len(alive) // 2)], 2 * games
    best: Tuned | None = None
    for finalist in alive:
        fresh = Candidate(finalist.numbers, finalist.game)
        tuning.play(fresh, VALIDATION_GAMES, VALIDATION)
        played += fresh.games
        report(played)
        tuned = Tuned(finalist.numbers, check_targets(tuning, fresh), played, everyone)
        if tuned.is_met:
            return tuned
        best = tuned if best is None or tuned.distance < best.distance else best
    assert best is not None
    return Tuned(best.numbers, best.checked, played, everyone)


def check_targets(tuning: Tuning, fresh: Candidate) -> tuple[Checked, ...]:
    found = []
    for target in tuning.targets:
        values = tuning.values(fresh, target)
        interval = mean_interval(values, target.measure.is_share)
        found.append(Checked(target, Figure(float(values.mean()), *interval, target.measure.is_share)))
    return tuple(found)


def parse_range(text: str) -> tuple[str, float, float]:
    """Return the name and the ends of `win=0.48..0.52`."""
    name, _, ends = text.partition("=")
    low, dots, high = ends.partition("..")
    try:
        if not dots:
            raise ValueError
        return name.strip(), float(low), float(high)
    except ValueError:
        raise BadOption(f"write NAME=LOW..HIGH, such as union.vp=4..10 or win=0.48..0.52, not {text[:60]!r}") from None


def make_tuning(
    definition: GameDefinition,
    options: Mapping[str, str | int],
    vary: Sequence[str],
    targets: Sequence[str],
    players: Sequence[str],
    seed: int,
) -> Tuning:
    """Return the tuning that the words of a command describe."""
    seats = len(definition.seats_for(options))
    bounds = {name: (int(low), int(high)) for name, low, high in map(parse_range, vary)}
    found = tuple(
        Target(find_measure(definition, seats, name), low, high) for name, low, high in map(parse_range, targets)
    )
    return Tuning(definition, options, bounds, found, tuple(players), seed)
