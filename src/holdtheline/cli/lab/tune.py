"""`htl tune`: find numbers of a ruleset or battle that meet a target."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...core.definition import GameDefinition
from .. import EXIT_BAD, EXIT_OK
from ..common import GameSeedOption, JsonOption, progress_bar

if TYPE_CHECKING:
    from ...lab.tune import Tuned


def tune(
    definition: GameDefinition,
    options: dict[str, str | int],
    vary: Annotated[list[str], typer.Option(help="a number and its bounds: union.vp=4..10; can be repeated")],
    target: Annotated[list[str], typer.Option(help="a measure and its range: win=0.48..0.52; can be repeated")],
    player: Annotated[list[str] | None, typer.Option(help="a computer player; repeat it once per seat")] = None,
    seed: GameSeedOption = 1,
    as_json: JsonOption = False,
) -> int:
    from ...lab.tune import make_tuning
    from ...lab.tune import tune as find_numbers

    tuning = make_tuning(definition, options, vary, target, player or (), seed)
    tuning.check()
    with progress_bar("{task.description}") as bar:
        task = bar.add_task(f"compiling {definition.name}", total=None)
        tuned = find_numbers(tuning, lambda games: bar.update(task, completed=games, description=f"{games:,} games"))
    print(json.dumps(_tuned_json(tuned))) if as_json else _print_tuned(tuned)
    return EXIT_OK if tuned.is_met else EXIT_BAD


def _print_tuned(tuned: Tuned) -> None:
    numbers = ", ".join(f"{name} = {number}" for name, number in tuned.numbers.items())
    print(f"{'Found' if tuned.is_met else 'Not met; the nearest is'}: {numbers}")
    for each in tuned.checked:
        figure, target = each.figure, each.target
        wanted = f"{figure.scale * target.low:g} to {figure.scale * target.high:g}{'%' if figure.is_share else ''}"
        verdict = "met" if each.is_certain else "met, but the interval reaches beyond" if each.is_met else "NOT MET"
        print(f"  {target.measure.title}: {figure.text} ({figure.interval}), wanted {wanted}: {verdict}")
    print(f"Measured with fresh seeds. {tuned.games:,} games of {tuned.candidates} candidates.")


def _tuned_json(tuned: Tuned) -> dict[str, Any]:
    checked = [
        {
            "measure": each.target.measure.name,
            "wanted": [each.target.low, each.target.high],
            **each.figure.to_json(),
            "met": each.is_met,
        }
        for each in tuned.checked
    ]
    return {
        "numbers": tuned.numbers,
        "met": tuned.is_met,
        "checked": checked,
        "games": tuned.games,
        "candidates": tuned.candidates,
    }
