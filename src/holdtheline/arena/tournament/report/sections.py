"""The numbers behind the sections of the report; the templates show them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import floor, log, log10

from ..rating import ELO_PER_LOGIT
from ..standings import PlayedGame, Standings, StandingsRow

HEATMAP_STEPS = 10
"""Colour steps on either side of one half."""
HEATMAP_STEP_PERCENT = 9
MAX_FAULT_SENTENCES = 5
"""The most fault sentences shown per bot."""

# Plots. Positions are percentages of the plot's width, so it fits a phone and a wide screen, and its text keeps the
# size of the surrounding text.

EDGE = 3.0
"""The margin on either side, in percent of the width."""
TICKS = 5
MAX_SPREAD = 2.5
"""The scale is at most this many times as wide as the range of the bots; longer intervals end in an arrow."""


@dataclass(frozen=True)
class Scale:
    """Maps values from `low` to `high` to percent of the width."""

    low: float
    high: float

    def at(self, value: float) -> float:
        share = (min(max(value, self.low), self.high) - self.low) / ((self.high - self.low) or 1)
        return EDGE + (100 - 2 * EDGE) * share

    def is_inside(self, value: float) -> bool:
        return self.low <= value <= self.high

    @property
    def ticks(self) -> list[float]:
        """About five round numbers."""
        rough = (self.high - self.low) / TICKS or 1
        power = 10 ** floor(log10(rough))
        step = min((power * part for part in (1, 2, 5, 10)), key=lambda step: abs(step - rough))
        first = -floor(-self.low / step)
        return [step * number for number in range(first, floor(self.high / step + 1e-9) + 1)]


class RankScale(Scale):
    """A scale of whole ranks."""

    @property
    def ticks(self) -> list[float]:
        return [tick for tick in sorted({1, *super().ticks}) if tick >= 1 and tick == int(tick)]


def make_interval_scale(rows: Sequence[StandingsRow]) -> Scale:
    """Return a scale that includes all strengths, and the ends of their intervals unless they are far away."""
    low, high = min(row.elo for row in rows), max(row.elo for row in rows)
    margin = max(high - low, 50.0) * (MAX_SPREAD - 1) / 2
    return Scale(max(min(row.low for row in rows), low - margin), min(max(row.high for row in rows), high + margin))


# Cross table


def heat_style(share: float) -> str:
    """Return the style of a cell by the share of points: more or less than one half, in a few steps."""
    step = round((share - 0.5) * 2 * HEATMAP_STEPS)
    return f"--heat: var(--heat-{'red' if step < 0 else 'blue'}) {abs(step) * HEATMAP_STEP_PERCENT}%"


# Against each opponent


@dataclass(frozen=True)
class Opponent:
    """The games of one bot against another."""

    row: StandingsRow
    points: float
    met: float
    """The number of games."""
    expected: float
    games: Sequence[PlayedGame]

    @property
    def performance(self) -> str:
        """The rating that these games alone would give."""
        share = self.points / self.met
        if share in (0, 1):
            return "all lost" if share == 0 else "all won"
        return f"{self.row.elo + ELO_PER_LOGIT * log(share / (1 - share)):.0f}"


def list_opponents(table: Standings) -> list[list[Opponent]]:
    """Return the opponents of each bot."""
    by_pair: dict[frozenset[str], list[PlayedGame]] = {}
    for game in table.games:
        by_pair.setdefault(frozenset(entry.name for entry in game.entries), []).append(game)
    return [
        [
            Opponent(
                opponent,
                table.points[place, other],
                table.met[place, other],
                table.win_probability[place, other] * table.met[place, other],
                by_pair[frozenset((row.entry.name, opponent.entry.name))],
            )
            for other, opponent in enumerate(table.rows)
            if other != place and table.met[place, other]
        ]
        for place, row in enumerate(table.rows)
    ]


# Faults


@dataclass(frozen=True)
class FaultRow:
    """The games that a bot lost with the same message."""

    bot: str
    kind: str
    sentence: str
    games: Sequence[PlayedGame]
    is_rest: bool = False
    """Whether this is the sum of all rarer messages."""


def list_faults(table: Standings) -> list[FaultRow]:
    """Return a row for each message, by bot and the most frequent first."""
    return [row for bot in table.rows for row in faults_of_bot(table.games, bot.entry.name)]


def faults_of_bot(games: Iterable[PlayedGame], bot: str) -> list[FaultRow]:
    found: dict[tuple[str, str], list[PlayedGame]] = {}
    for game in games:
        for entry, fault in game.faults():
            if entry.name == bot:
                found.setdefault((fault.kind, fault.sentence), []).append(game)
    rows = [FaultRow(bot, kind, sentence, lost) for (kind, sentence), lost in found.items()]
    rows.sort(key=lambda row: -len(row.games))
    rest = [game for row in rows[MAX_FAULT_SENTENCES:] for game in row.games]
    return rows[:MAX_FAULT_SENTENCES] + ([FaultRow(bot, "", "", rest, is_rest=True)] if rest else [])
