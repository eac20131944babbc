"""Run a study: play slices of its variants until its question is answered.

Every decision depends on the games played up to a look and on nothing else, so a study that was killed and continued
has the same result as one that was not.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ...core.catalog import definition_of
from ..games import Pairing, next_size, play_slices
from ..intervals import Values
from ..sequential import Comparison, compare, deviation_of, most_seeds
from .measures import COUNTS_CHOICES, GameRows, Measure, find_measure
from .model import Study
from .results import StudyResult, measure_variants
from .work_file import PlayedGames, WorkFile

BASE = 0
"""The variant that the others are compared with."""


@dataclass(frozen=True)
class Progress:
    """How far a study is: games played, and those that it needs now to reach the next look."""

    variant: str
    games: int
    known: int


class StudyRun:
    """The games of a study and what they say."""

    def __init__(
        self,
        study: Study,
        work: PlayedGames,
        report: Callable[[Progress], None] = lambda progress: None,
        plain: bool = False,
    ) -> None:
        self.study, self.work, self.report = study, work, report
        self.definition = definition_of(study.game)
        self.games = [variant.game(study.game, plain) for variant in study.variants]
        self.seats = len(self.games[0].seats)
        self.measures = [find_measure(self.definition, self.seats, name) for name in study.measures]
        self.main = self.measures[study.measures.index(study.measure)]
        self.played = 0

    # Playing

    def play_until(self, variant: int, seeds: int) -> None:
        """Play the games of a variant that are missing, up to this number of seeds."""
        for arrangement in range(self.study.arrangements):
            place = variant, arrangement
            first = self.work.count(place)
            if first >= seeds:
                continue
            pairing = self.pairing(variant, arrangement)
            pairing.prepare()
            for rows in play_slices(pairing, first, seeds - first):
                self.work.save(place, rows)
                self.played += len(rows)
                self.report(Progress(self.study.variants[variant].name, self.played, seeds))

    def pairing(self, variant: int, arrangement: int) -> Pairing:
        """Return the game and the players of a variant; in the other arrangement they are exchanged."""
        players = self.study.variants[variant].players
        return Pairing(
            self.games[variant],
            players[::-1] if arrangement else players,
            (self.study.seed, "study"),
            COUNTS_CHOICES in self.study.measures,
        )

    def play_by_turns(self) -> Iterator[None]:
        """Play all seeds in one thread, the variants by turns, and yield after each short slice.

        This is for callers who look at the figures on the way: all variants have played about as many seeds.
        """
        places = [(variant, each) for variant in range(len(self.games)) for each in range(self.study.arrangements)]
        pairings = {place: self.pairing(*place) for place in places}
        sizes = dict.fromkeys(places, 1)
        never = threading.Event()
        while min(map(self.work.count, places)) < self.study.seeds:
            place = min(places, key=self.work.count)
            first = self.work.count(place)
            began = time.perf_counter()
            rows = pairings[place].play(first, min(sizes[place], self.study.seeds - first), never)
            sizes[place] = next_size(sizes[place], len(rows), time.perf_counter() - began)
            self.work.save(place, rows)
            yield

    def seeds(self, variant: int) -> int:
        """Return the number of seeds that are played in all arrangements."""
        return min(self.work.count((variant, arrangement)) for arrangement in range(self.study.arrangements))

    def values(self, variant: int, measure: Measure, seeds: int) -> Values:
        """Return the figure of each seed: the mean over its arrangements."""
        arrangements = range(self.study.arrangements)
        values = [self.values_of_arrangement(variant, each, measure, seeds) for each in arrangements]
        return np.asarray(np.mean(values, axis=0))

    def values_of_arrangement(self, variant: int, arrangement: int, measure: Measure, seeds: int) -> Values:
        if not seeds:
            return np.zeros(0)
        seat = arrangement if self.study.swaps else self.study.seat
        return measure.values(GameRows(self.work.rows((variant, arrangement), seeds), self.seats, seat))

    # Answering

    def run(self) -> None:
        """Play until every comparison is over, or, if there is no precision to reach, all seeds."""
        study = self.study
        if study.precision is None:
            for variant in range(len(study.variants)):
                self.play_until(variant, study.seeds)
            return
        if len(study.variants) == 1:
            self.play_until(BASE, study.first_look)
            self.play_until(BASE, self.seeds_of_single_variant())
            return
        waiting = dict.fromkeys(range(1, len(study.variants)), study.first_look)
        while waiting:
            seeds = min(waiting.values())
            self.play_until(BASE, seeds)
            for variant in [variant for variant, wanted in waiting.items() if wanted == seeds]:
                self.play_until(variant, seeds)
                _, wanted = self.compare(variant, seeds)
                if wanted:
                    waiting[variant] = wanted
                else:
                    del waiting[variant]

    def seeds_of_single_variant(self) -> int:
        assert self.study.precision is not None
        values = self.values(BASE, self.main, self.study.first_look)
        return most_seeds(deviation_of(values), self.study.precision, self.study.first_look, self.study.seeds)

    def compare(self, variant: int, seeds: int) -> tuple[Comparison, int]:
        assert self.study.precision is not None
        difference = self.values(variant, self.main, seeds) - self.values(BASE, self.main, seeds)
        return compare(difference, self.study.precision, self.study.first_look, self.study.seeds)


def run_study(study: Study, folder: Path, report: Callable[[Progress], None] = lambda progress: None) -> StudyResult:
    """Run or continue a study in a folder, and return its result. Ctrl-C ends it; what was played counts."""
    work = WorkFile(folder, study)
    try:
        run = StudyRun(study, work, report)
        was_stopped = False
        try:
            run.run()
        except KeyboardInterrupt:
            was_stopped = True
        return measure_variants(run, was_stopped)
    finally:
        work.close()
