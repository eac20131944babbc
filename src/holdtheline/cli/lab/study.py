"""`htl study`: play the variants that a file describes until its question is answered, and write a report."""

from __future__ import annotations

import json
import shlex
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...core.errors import require_extra
from .. import EXIT_INTERRUPTED, EXIT_OK
from ..common import JsonOption, ensure_compiled, progress_bar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ...lab.study.model import Study
    from ...lab.study.results import StudyResult
    from ...lab.study.run import Progress

SUFFIX = "-study"
"""The end of the default folder's name."""


def study(
    file: Annotated[
        str | None, typer.Argument(help="a TOML file, or the name of a shipped study; without it, these are listed")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="folder for the games and the report; default: NAME-study")] = None,
    as_json: JsonOption = False,
) -> int:
    """Play variants of a game until a question about them is answered.

    If it is stopped, run the same command again to continue.
    """
    from ...lab.study import find_study, shipped_studies

    if file is None:
        for name in shipped_studies():
            print(f"{name:<28} {find_study(name).title}")
        return EXIT_OK
    require_extra("`htl study`", "tournament")
    found = find_study(file)
    return run_and_report(found, out or Path(f"{found.name}{SUFFIX}"), as_json, writes_report=True)


def run_and_report(found: Study, folder: Path, as_json: bool, writes_report: bool) -> int:
    """Run a study in a folder and print its result."""
    from ...lab.games import needs_python
    from ...lab.study import run_study

    if any(needs_python(variant.players) for variant in found.variants):
        ensure_compiled(found.game)
    with show_progress(found) as report:
        result = run_study(found, folder, report)
    if writes_report:
        from ...lab.study.report import write_report

        write_report(result, folder, shlex.join(["htl", *sys.argv[1:]]))
    print(json.dumps(result.to_json())) if as_json else print_result(result, folder if writes_report else None)
    return EXIT_INTERRUPTED if result.was_stopped else EXIT_OK


@contextmanager
def show_progress(found: Study) -> Iterator[Callable[[Progress], None]]:
    total = len(found.variants) * found.arrangements * found.seeds
    with progress_bar("{task.description}") as bar:
        task = bar.add_task(f"compiling {found.game}", total=total)
        yield lambda progress: bar.update(task, completed=progress.games, description=progress.variant)


def print_result(result: StudyResult, folder: Path | None) -> None:
    from ...lab.study.report import PAGE_FILE, shown_measures

    print(result.study.title)
    print(result.answer)
    if result.skill is not None:
        share, low, high = (f"{100 * x:.0f}%" for x in (result.skill.value, result.skill.low, result.skill.high))
        print(f"Who plays explains {share} ({low} to {high}) of the variance of the results; the rest is luck.")
    for measure in shown_measures(result):
        print(f"\n{measure.title}")
        width = max(len(variant.name) for variant in result.variants)
        for variant in result.variants:
            figure, difference = variant.figures.get(measure.name), variant.differences.get(measure.name)
            if figure is None:
                continue
            apart = f"   {difference.text} ({difference.interval})" if difference else ""
            print(f"  {variant.name:{width}}  {figure.text} ({figure.interval}){apart}")
    print(f"\n{result.games:,} games; intervals are 95%; differences are from {result.variants[0].name}.")
    if folder is not None:
        print(f"The report is in {folder / PAGE_FILE}.")
