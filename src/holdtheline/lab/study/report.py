"""The report of a study: one self-contained HTML page, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import floor, log10
from pathlib import Path

import numpy as np

from ...core.catalog import definition_of
from ...core.errors import NotSaved
from .measures import Measure
from .results import Figure, StudyResult
from .work_file import WORK_FILE

PAGE_FILE, DATA_FILE, TABLE_FILE = "report.html", "report.json", "figures.csv"
ROW_HEIGHT, RIGHT = 26, 20
LETTER_WIDTH, LABEL_GAP = 7, 10
TICKS = 5
TEMPLATE = Path(__file__).parent / "templates" / "report.html"


def write_report(result: StudyResult, folder: Path, command: str) -> None:
    """Write all files of the report into a folder."""
    files = {
        DATA_FILE: json.dumps(result.to_json(), indent=1) + "\n",
        TABLE_FILE: figures_csv(result),
        PAGE_FILE: render_page(result, command),
    }
    for name, text in files.items():
        try:
            (folder / name).write_text(text, encoding="utf-8")
        except OSError as error:
            raise NotSaved(f"{folder / name} cannot be written: {error.strerror}") from error


def figures_csv(result: StudyResult) -> str:
    """Return one line for each figure and difference."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["variant", "players", "seeds", "games", "kind", "measure", "value", "low", "high"])
    for variant in result.variants:
        who = [variant.name, " and ".join(variant.players), variant.seeds, variant.games]
        for kind, figures in (("mean", variant.figures), ("difference", variant.differences)):
            for name, figure in figures.items():
                writer.writerow([*who, kind, name, *(f"{x:.6g}" for x in (figure.value, figure.low, figure.high))])
    return text.getvalue()


# The page


@dataclass(frozen=True)
class PlotSize:
    """How wide a plot and its labels are, in the units of its text."""

    width: int
    labels: int


WIDE = PlotSize(800, 290)


@dataclass(frozen=True)
class Axis:
    """Maps values to points of a plot."""

    low: float
    high: float
    size: PlotSize

    def x(self, value: float) -> float:
        share = (min(max(value, self.low), self.high) - self.low) / ((self.high - self.low) or 1)
        return round(self.size.labels + share * (self.size.width - self.size.labels - RIGHT), 1)

    @property
    def ticks(self) -> list[float]:
        """About five round numbers."""
        rough = (self.high - self.low) / TICKS or 1
        power = 10 ** floor(log10(rough))
        step = min((power * part for part in (1, 2, 5, 10)), key=lambda step: abs(step - rough))
        first = -floor(-self.low / step)
        return [step * number for number in range(first, floor(self.high / step + 1e-9) + 1)]


def plot(
    title: str,
    rows: Sequence[tuple[str, Figure]],
    zero: bool = False,
    size: PlotSize = WIDE,
    span: tuple[float, float] | None = None,
) -> str:
    """Return an SVG with a point and an interval for each row; `zero` shows a line at 0.

    The axis has room for all figures, or shows the values in `span`.
    """
    finite = [x for _, figure in rows for x in (figure.value, figure.low, figure.high) if np.isfinite(x)]
    if not finite:
        return ""
    scale = rows[0][1].scale
    low, high = min([*finite, *([0.0] if zero else [])]), max([*finite, *([0.0] if zero else [])])
    margin = (high - low) * 0.06 or abs(high) * 0.1 or 1.0
    low, high = span or (low - margin, high + margin)
    axis, height = Axis(low * scale, high * scale, size), ROW_HEIGHT * (len(rows) + 1) + 8
    parts = [
        f'<svg role="img" viewBox="0 0 {size.width} {height}" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>"
    ]
    bottom, letters = ROW_HEIGHT * len(rows) + 6, (size.labels - LABEL_GAP) // LETTER_WIDTH
    for tick in axis.ticks:
        x = axis.x(tick)
        kind = "zero" if zero and abs(tick) < 1e-12 else "grid"
        parts.append(f'<line class="{kind}" x1="{x}" x2="{x}" y1="2" y2="{bottom}"/>')
        parts.append(f'<text class="tick" x="{x}" y="{bottom + 16}">{tick:g}</text>')
    for number, (name, figure) in enumerate(rows):
        y = ROW_HEIGHT * number + 17
        ends = [axis.x(max(min(scale * x, axis.high), axis.low)) for x in (figure.low, figure.high)]
        parts.append(
            f'<text class="label" x="{size.labels - LABEL_GAP}" y="{y + 4}">{escape(shorten(name, letters))}</text>'
        )
        parts.append(f'<line class="interval" x1="{ends[0]}" x2="{ends[1]}" y1="{y}" y2="{y}"/>')
        parts.append(f'<circle cx="{axis.x(scale * figure.value)}" cy="{y}" r="4.5"/>')
    return "".join([*parts, "</svg>"])


def shorten(name: str, length: int = 40) -> str:
    return name if len(name) <= length else f"{name[: length - 1]}…"


def plots(result: StudyResult, size: PlotSize = WIDE, is_moving: bool = False) -> list[tuple[str, str]]:
    """Return the plots of the page with their titles: the figures of the question, and the differences.

    While figures move, those that are shares have fixed axes, so that the intervals can be seen to close.
    """
    measure = result.main
    unit = " in %" if measure.is_share else ""
    played = [variant for variant in result.variants if variant.figures]
    found = [(f"{measure.title}{unit}", [(variant.name, variant.figures[measure.name]) for variant in played], False)]
    apart = [(variant.name, variant.differences[measure.name]) for variant in played if variant.differences]
    if apart:
        points = ", in percentage points" if measure.is_share else ""
        title = f"{measure.title}: difference from {result.variants[0].name}{points}"
        found.append((title, list(apart), True))
    is_fixed = is_moving and measure.is_share
    spans = {False: (0.0, 1.0), True: (-0.5, 0.5)} if is_fixed else {}
    return [(title, plot(title, rows, zero, size, spans.get(zero))) for title, rows, zero in found if rows]


def facts(result: StudyResult, command: str) -> list[tuple[str, str]]:
    study = result.study
    definition = definition_of(study.game)
    usual = {option.name: option.default for option in definition.options}
    shared = [
        (name, value)
        for name, value in study.variants[0].options
        if value != usual[name] and all(dict(variant.options)[name] == value for variant in study.variants)
    ]
    version = definition.rules_version_for(dict(study.variants[0].options))
    sure = "all seeds are played" if study.precision is None else f"half an interval of at most {study.precision:g}"
    return [
        ("Game", f"{definition.title}, rules version {version}"),
        ("Options", ", ".join(f"{name} {shorten(str(value), 40)}" for name, value in shared) or "default"),
        ("Players", "; ".join(dict.fromkeys(" and ".join(variant.players) for variant in study.variants))),
        ("Seats", "each seed is played from both seats" if study.swaps else f"figures of {seat_name(result)}"),
        ("Until", f"{sure}; at most {study.seeds:,} seeds per variant"),
        ("Seed", str(study.seed)),
        ("Games", f"{result.games:,}, in {WORK_FILE}"),
        ("Command", command),
    ]


def seat_name(result: StudyResult) -> str:
    study = result.study
    return definition_of(study.game).seats_for(dict(study.variants[0].options))[study.seat]


def render_page(result: StudyResult, command: str) -> str:
    from jinja2 import Environment, StrictUndefined  # of an extra

    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string(TEMPLATE.read_text(encoding="utf-8"))
    return template.render(
        result=result, plots=plots(result), facts=facts(result, command), shown=shown_measures(result)
    )


def shown_measures(result: StudyResult) -> list[Measure]:
    """Return the measures, that of the question first."""
    return sorted(result.measures, key=lambda measure: measure.name != result.study.measure)
