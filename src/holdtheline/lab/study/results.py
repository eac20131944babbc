"""The result of a study: figures of the variants, differences between them, and the answer in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from math import log10
from typing import TYPE_CHECKING, Any

import numpy as np

from ..intervals import Values, interval_text, mean_interval, number_text
from ..sequential import Comparison, standard_error
from .measures import Measure
from .model import Study

if TYPE_CHECKING:
    from .run import StudyRun

SKILL_DRAWS = 4_000
MAX_NAMED_VARIANTS = 4
"""With more variants than this the answer names only the extremes."""
PERCENT = 100


@dataclass(frozen=True)
class Figure:
    """A measured mean with its 95% interval."""

    value: float
    low: float
    high: float
    is_share: bool

    @property
    def scale(self) -> int:
        return PERCENT if self.is_share else 1

    @property
    def text(self) -> str:
        sign = "%" if self.is_share else ""
        return f"{number_text(*(self.scale * x for x in (self.value, self.low, self.high)))}{sign}"

    @property
    def interval(self) -> str:
        return interval_text(self.scale * self.low, self.scale * self.high) + ("%" if self.is_share else "")

    def to_json(self) -> dict[str, float]:
        return {"value": self.value, "low": self.low, "high": self.high}


@dataclass(frozen=True)
class Difference(Figure):
    """A difference from the first variant, on the same seeds."""

    @property
    def text(self) -> str:
        text = number_text(*(self.scale * x for x in (self.value, self.low, self.high)))
        return f"{'+' if self.value > 0 else ''}{text}{' points' if self.is_share else ''}"

    @property
    def interval(self) -> str:
        return interval_text(self.scale * self.low, self.scale * self.high)

    @property
    def sign(self) -> int:
        """1 or -1 if the interval excludes 0, otherwise 0."""
        return 1 if self.low > 0 else -1 if self.high < 0 else 0


@dataclass(frozen=True)
class VariantResult:
    """What was measured of a variant."""

    name: str
    players: tuple[str, ...]
    seeds: int
    games: int
    figures: dict[str, Figure]
    differences: dict[str, Difference]
    """By measure; empty for the first variant."""
    is_over: bool
    """Whether its comparison has ended."""


@dataclass(frozen=True)
class SkillShare:
    """How much of the variance of results is explained by who plays; the rest is luck."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class StudyResult:
    study: Study
    measures: tuple[Measure, ...]
    variants: tuple[VariantResult, ...]
    was_stopped: bool
    skill: SkillShare | None

    @property
    def main(self) -> Measure:
        return next(measure for measure in self.measures if measure.name == self.study.measure)

    @property
    def games(self) -> int:
        return sum(variant.games for variant in self.variants)

    @property
    def is_answered(self) -> bool:
        return not self.was_stopped and all(variant.is_over for variant in self.variants)

    @property
    def answer(self) -> str:
        """The answer to the question, in one or a few sentences."""
        return self.findings if self.is_answered else f"{self.findings} It is not finished; the same command continues."

    @property
    def findings(self) -> str:
        """What is known so far, in one or a few sentences."""
        played = [variant for variant in self.variants if variant.seeds]
        if not played:
            return "No game was played."
        first, title = played[0], self.main.title
        figure = first.figures[self.study.measure]
        sentences = [f"{first.name}: {title} {figure.text} ({figure.interval})."]
        if len(played) > MAX_NAMED_VARIANTS:
            sentences.append(self._summary(played))
        else:
            sentences += [self._sentence(variant) for variant in played[1:]]
        return " ".join(sentences)

    def _sentence(self, variant: VariantResult) -> str:
        difference = variant.differences[self.study.measure]
        if not difference.sign:
            return f"{variant.name}: no difference found ({difference.interval})."
        return (
            f"{variant.name}: {'more' if difference.sign > 0 else 'less'}, {difference.text} ({difference.interval})."
        )

    def _summary(self, played: list[VariantResult]) -> str:
        """Return how many of many variants differ, and the extremes."""
        name = self.study.measure
        signs = [variant.differences[name].sign for variant in played[1:]]
        ordered = sorted(played, key=lambda variant: variant.figures[name].value)
        (low, least), (high, most) = ((variant.name, variant.figures[name]) for variant in (ordered[0], ordered[-1]))
        return (
            f"Of the {len(signs)} others, {signs.count(1)} are higher, {signs.count(-1)} lower, and {signs.count(0)} "
            f"not clearly different. The lowest is {low}: {least.text} ({least.interval}); the highest {high}: "
            f"{most.text} ({most.interval})."
        )

    def to_json(self) -> dict[str, Any]:
        study = {**self.study.to_json(), "title": self.study.title, "question": self.study.question}
        variants = [
            {
                "name": variant.name,
                "players": variant.players,
                "seeds": variant.seeds,
                "games": variant.games,
                "figures": {name: figure.to_json() for name, figure in variant.figures.items()},
                "differences": {name: figure.to_json() for name, figure in variant.differences.items()},
            }
            for variant in self.variants
        ]
        skill = (
            None if self.skill is None else {"value": self.skill.value, "low": self.skill.low, "high": self.skill.high}
        )
        return {
            "study": study, "answer": self.answer, "answered": self.is_answered, "games": self.games,
            "variants": variants, "skill_share": skill,
        }  # fmt: skip


def elo_of(score: float) -> float:
    """Return the difference in Elo that a score means."""
    score = min(max(score, 1e-6), 1 - 1e-6)
    return 400 * log10(score / (1 - score))


def measure_variants(run: StudyRun, was_stopped: bool, with_skill: bool = True) -> StudyResult:
    results = [measure_variant(run, number, was_stopped) for number in range(len(run.study.variants))]
    skill = skill_share(run) if with_skill else None
    return StudyResult(run.study, tuple(run.measures), tuple(results), was_stopped, skill)


def measure_variant(run: StudyRun, number: int, was_stopped: bool) -> VariantResult:
    study, variant = run.study, run.study.variants[number]
    seeds = run.seeds(number)
    figures: dict[str, Figure] = {}
    differences: dict[str, Difference] = {}
    is_over = not was_stopped
    comparison: Comparison | None = None
    if number and study.precision is not None:
        comparison, missing = run.compare(number, min(seeds, run.seeds(0)))
        is_over = not missing
    for measure in run.measures if seeds else ():
        values = run.values(number, measure, seeds)
        figures[measure.name] = Figure(float(values.mean()), *mean_interval(values, measure.is_share), measure.is_share)
        if not number:
            continue
        pairs = min(seeds, run.seeds(0)) if comparison is None else comparison.seeds
        if pairs:
            apart = run.values(number, measure, pairs) - run.values(0, measure, pairs)
            differences[measure.name] = make_difference(apart, measure, comparison if measure == run.main else None)
    games = sum(run.work.count((number, arrangement)) for arrangement in range(study.arrangements))
    return VariantResult(variant.name, variant.players, seeds, games, figures, differences, is_over)


def make_difference(values: Values, measure: Measure, comparison: Comparison | None) -> Difference:
    """Return a difference: that of the question with the interval of its early end, another one with the usual one."""
    if comparison is not None and comparison.is_over:
        return Difference(comparison.difference, comparison.low, comparison.high, measure.is_share)
    low, high = mean_interval(values, is_share=False)
    if not np.ptp(values):  # all are equal: the rule of three
        low, high = float(values[0]) - 3 / len(values), float(values[0]) + 3 / len(values)
    return Difference(float(values.mean()), low, high, measure.is_share)


def skill_share(run: StudyRun) -> SkillShare | None:
    """Return how much of the variance of the score the players explain, if they are all that varies.

    The variance of a result is that of the expected scores of those who play, which is skill, and that around them,
    which is luck. In a game for one, expected scores vary around their mean; in a game for two with swapped seats,
    around one half.
    """
    study = run.study
    has_one_setting = len({variant.options for variant in study.variants}) == 1
    if len(study.variants) < 2 or not has_one_setting or not (study.swaps or run.seats == 1):
        return None
    score = find_score(run)
    if score is None or min(run.seeds(number) for number in range(len(study.variants))) < 2:
        return None
    samples = [run.values(number, score, run.seeds(number)) for number in range(len(study.variants))]
    means = np.array([sample.mean() for sample in samples])
    errors = np.array([standard_error(sample) for sample in samples])
    total = np.array([_variance_of_a_game(run, number, score) for number in range(len(samples))])
    draws = np.random.default_rng(1).normal(means, errors, (SKILL_DRAWS, len(means)))
    shares = np.array([_share(one, errors, total, study.swaps) for one in draws])
    value = _share(means, errors, total, study.swaps)
    low, high = np.percentile(shares, (2.5, 97.5)) - (shares.mean() - value)
    return SkillShare(value, max(float(low), 0.0), min(float(high), 1.0))


def find_score(run: StudyRun) -> Measure | None:
    return next((measure for name in ("score", "win") for measure in run.measures if measure.name == name), None)


def _variance_of_a_game(run: StudyRun, number: int, score: Measure) -> float:
    """Return the variance of the results of single games around the expected score of their variant."""
    seeds, arrangements = run.seeds(number), range(run.study.arrangements)
    values = np.concatenate([run.values_of_arrangement(number, each, score, seeds) for each in arrangements])
    return float(((values - values.mean()) ** 2).mean())


def _share(means: Values, errors: Values, within: Values, is_duel: bool) -> float:
    centre = 0.5 if is_duel else float(means.mean())
    freedom = 1 if is_duel else (len(means) - 1) / len(means)
    between = max(float(((means - centre) ** 2).mean() / freedom - (errors**2).mean()), 0.0)
    return between / ((between + float(within.mean())) or 1.0)
