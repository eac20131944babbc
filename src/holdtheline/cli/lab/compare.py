"""`htl compare`: the short form of a study."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from ...core.definition import GameDefinition
from ...core.errors import require_extra
from ..common import GameSeedOption, JsonOption
from .study import run_and_report

DEFAULT_PRECISION = 0.01
"""Half the interval of a difference between shares: one percentage point."""


def compare(
    definition: GameDefinition,
    options: dict[str, str | int],
    vary: Annotated[
        list[str],
        typer.Option(
            help="what varies, first the value to compare with: an option (swap=any,one), a number of the ruleset or "
            "scenario (missile.cost=4,3), or players (players=book,random; one for each seat: book+random); "
            "can be repeated"
        ),
    ],
    player: Annotated[list[str] | None, typer.Option(help="a computer player; repeat it once per seat")] = None,
    measure: Annotated[str, typer.Option(help="what is compared: win, score, turns, …")] = "",
    precision: Annotated[
        float | None, typer.Option(help="the ± of a difference at which to stop; default: 0.01 for shares")
    ] = None,
    games: Annotated[int, typer.Option(help="at most this many seeds per variant")] = 100_000,
    swap_seats: Annotated[bool, typer.Option("--swap-seats", help="play every seed from both seats")] = False,
    seed: GameSeedOption = 1,
    out: Annotated[Path | None, typer.Option(help="folder for the games and a report, to continue later")] = None,
    as_json: JsonOption = False,
) -> int:
    from ...lab.study.measures import find_measure
    from ...lab.study.parse import Plan, make_study, parse_vary_words

    if out is not None:
        require_extra("the report of a study", "tournament")
    plan = Plan(definition, options, tuple(player or ()), parse_vary_words(vary), Path())
    measure = measure or ("score" if swap_seats else "win")
    is_share = find_measure(definition, len(definition.seats_for(options)), measure).is_share
    study = make_study(
        plan,
        f"{definition.title}: what {' and '.join(factor.name for factor in plan.factors)} changes",
        measure,
        precision=precision or (DEFAULT_PRECISION if is_share else None),
        seeds=games,
        seed=seed,
        swaps=swap_seats,
    )
    with TemporaryDirectory(prefix="htl-compare-") if out is None else nullcontext(str(out)) as folder:
        return run_and_report(study, Path(folder), as_json, writes_report=out is not None)
