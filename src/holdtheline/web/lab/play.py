"""Make a study from a request, play it slice by slice, and find one of its games again. All of it runs in a worker."""

from __future__ import annotations

import functools
import time
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ...arena.game_run import record_lines
from ...core.catalog import definition_of
from ...core.definition import GameDefinition
from ...core.errors import BadOption
from ...core.game_record.lines import TABLE_DICE, format_line, make_header
from ...core.options import Option
from ...lab.study.model import Study, Variant
from ...lab.study.parse import PLAYERS, Factor, Plan, make_study
from ...lab.study.report import PlotSize, plots, shown_measures
from ...lab.study.results import Figure, StudyResult, measure_variants
from ...lab.study.run import BASE, StudyRun
from ...lab.study.work_file import PlayedGames
from ...players.player import policies_of
from ..workers.positions import can_run_compiled
from .models import VARY_PLAYER, NewStudy, StudyFigure, StudyPlot, StudyRow

REPORT_SECONDS = 0.3
"""How often the figures are computed, about."""
PLOT_SIZE = PlotSize(width=400, labels=130)
"""Narrow enough for a phone."""
SVG_TAG = '<svg xmlns="http://www.w3.org/2000/svg"'
"""A picture by itself needs the namespace, which one in a page has anyway."""
MAX_DIFFERENT = 12


class Figures(NamedTuple):
    """What is known after some games."""

    games: int
    sentence: str
    moving_plots: list[StudyPlot]
    """With fixed axes."""
    plots: list[StudyPlot]
    rows: list[StudyRow]
    different: list[int]


# What can be studied


def fast_players(definition: GameDefinition) -> dict[str, str]:
    """Return the players that need milliseconds for a game, with their descriptions."""
    return {name: policy.description for name, policy in policies_of(definition).items() if not policy.writes_memory}


@functools.cache
def study_options(definition: GameDefinition) -> dict[str, Option]:
    """Return the options that can vary, with the values that leave the seats as they are."""
    found = {}
    seats = definition.seats_for(definition.parse_options({}))
    for option in definition.options:
        kept = [
            at
            for at, value in enumerate(option.values)
            if definition.seats_for(definition.parse_options({option.name: value})) == seats
        ]
        if len(kept) > 1:
            labels = tuple(option.labels[at] for at in kept) if option.labels else ()
            found[option.name] = replace(option, values=tuple(option.values[at] for at in kept), labels=labels)
    return found


def study_of(order: NewStudy) -> Study:
    """Return the study that a request asks for; raise an error with one sentence if it cannot be played."""
    definition = definition_of(order.game)
    seats = definition.seats_for(definition.parse_options({}))
    for name, value in order.options.items():
        check_value(definition, name, value)
    if len(order.players) != len(seats):
        raise BadOption(f"{definition.title} needs {len(seats)} players ({', '.join(seats)}), not {len(order.players)}")
    if order.seat >= len(seats):
        raise BadOption(f"{definition.title} has no seat {order.seat}")
    for player in order.players:
        check_player(definition, player)
    first, second = order.values
    if first == second:
        raise BadOption(f"choose two different values: both are {first!r}")
    if order.vary == VARY_PLAYER:
        for value in order.values:
            check_player(definition, value)
        teams = [(*order.players[: order.seat], str(value), *order.players[order.seat + 1 :]) for value in order.values]
        factor = Factor(PLAYERS, PLAYERS, tuple(teams))
    else:
        for value in order.values:
            check_value(definition, order.vary, value)
        factor = Factor("option", order.vary, tuple(order.values))
    plan = Plan(definition, order.options, tuple(order.players), [factor], Path())
    study = make_study(
        plan, "", "win", seeds=order.games, first_look=order.games, seed=order.seed, seat_name=seats[order.seat]
    )
    variants = [
        name_variant(order, variant, value) for variant, value in zip(study.variants, order.values, strict=True)
    ]
    return replace(study, title=title_of(order, seats), variants=tuple(variants))


def check_value(definition: GameDefinition, name: str, value: str | int) -> None:
    """Refuse an option or a value that the page does not offer, such as the name of a file."""
    option = study_options(definition).get(name)
    if option is None:
        raise BadOption(f"the lab cannot set {name!r} of {definition.title}")
    if value not in option.values:
        raise BadOption(f"the lab cannot set {name} to {value!r}; it can be {option.values_text()}")


def check_player(definition: GameDefinition, name: str | int) -> None:
    players = fast_players(definition)
    if name not in players:
        raise BadOption(f"in the lab {definition.title} has no player {name!r}; choose from: {', '.join(players)}")


def name_variant(order: NewStudy, variant: Variant, value: str | int) -> Variant:
    """Name a variant for people."""
    option = study_options(definition_of(order.game)).get(order.vary)
    text = option.display_value(value) if option else str(value)
    return replace(variant, name=f"{text[:1].upper()}{text[1:]}" if option else text)


def title_of(order: NewStudy, seats: tuple[str, ...]) -> str:
    definition = definition_of(order.game)
    option = study_options(definition).get(order.vary)
    what = option.display_name if option else "Player"
    seat = f" of the {seats[order.seat]}" if len(seats) > 1 and not option else ""
    return f"{definition.title}: {what}{seat}"


def check_order(order: NewStudy) -> tuple[str, list[str]]:
    """Return the title of the study and the names of its variants."""
    study = study_of(order)
    return study.title, [variant.name for variant in study.variants]


# Playing


def play_study(order: NewStudy) -> Generator[Figures | None, None, Figures]:
    """Play a study; yield the figures so far every now and then, and after every slice at least None."""
    run = StudyRun(study_of(order), PlayedGames(), plain=not can_run_compiled(order.game, is_compiling=False))
    reported = 0.0
    for _ in run.play_by_turns():
        is_due = time.perf_counter() - reported > REPORT_SECONDS and bool(run.seeds(1))
        yield figures_of(run) if is_due else None
        reported = time.perf_counter() if is_due else reported
    return figures_of(run)


def figures_of(run: StudyRun) -> Figures:
    games = min(run.seeds(number) for number in range(len(run.study.variants)))
    result = measure_variants(run, games < run.study.seeds, with_skill=False)
    rows = []
    for measure in shown_measures(result):
        figures = [figure_card(variant.figures[measure.name]) for variant in result.variants]
        difference = result.variants[1].differences.get(measure.name)
        rows.append(
            StudyRow(
                title=measure.title,
                figures=figures,
                difference=figure_card(difference) if difference else None,
                differs=bool(difference and difference.sign),
            )
        )
    moving, final = (plot_cards(result, is_moving) for is_moving in (True, False))
    first, second = (run.values(number, run.main, games) for number in (BASE, 1))
    different = (np.flatnonzero(first != second)[:MAX_DIFFERENT] + 1).tolist()
    return Figures(games, result.findings, moving, final, rows, different)


def plot_cards(result: StudyResult, is_moving: bool) -> list[StudyPlot]:
    return [
        StudyPlot(title=title, picture=picture.replace("<svg", SVG_TAG, 1))
        for title, picture in plots(result, PLOT_SIZE, is_moving)
    ]


def figure_card(figure: Figure) -> StudyFigure:
    return StudyFigure(text=figure.text, interval=figure.interval)


# One game of a study


def record_game(order: NewStudy, variant: int, number: int) -> bytes:
    """Return the record of a game of a study: it is played again from its seed."""
    run = StudyRun(study_of(order), PlayedGames(), plain=not can_run_compiled(order.game, is_compiling=False))
    pairing = run.pairing(variant, 0)
    header = make_header(pairing.game, list(run.study.variants[variant].players), TABLE_DICE)
    lines = record_lines(pairing.game.start(), pairing.codes(number - 1))
    return "".join(map(format_line, (header, *lines))).encode()
