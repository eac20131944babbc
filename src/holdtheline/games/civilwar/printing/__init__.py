"""Print a battle for a real table: the map, the blocks, tracks, charts, and the briefing."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.definition import Printing
from ....core.printing.booklet import Booklet
from ....core.printing.canvas import Paper, Printout
from ..scenario.model import Scenario
from ..scenario.parse import SCENARIO_FILES, parse_scenario
from ..text.briefing import briefing
from .counters import add_counter_pages
from .hex_map import draw_map, map_size
from .reference import add_chart_page, add_track_page

SOURCES = "Sources"


def print_battle(scenario: Scenario, paper: Paper) -> Printout:
    book = Booklet(paper, scenario.name, scenario.title)
    sections = [
        (section.heading, [*section.lines, *([section.paragraph] if section.paragraph else [])])
        for section in briefing(scenario)
    ]
    sections.sort(key=lambda section: section[0] == SOURCES)  # the last
    command = f"htl play civilwar --scenario {scenario.name} --dice mine"
    sections.append(
        ("With a computer", [f"Run “{command}” beside the table: it knows the rules and asks for your dice."])
    )
    book.text_pages(f"{scenario.title}: the battle", sections)
    book.tiled_pages(
        f"{scenario.title}: the map", map_size(scenario.battle_map), lambda canvas, box: draw_map(canvas, scenario, box)
    )
    add_counter_pages(book, scenario)
    add_track_page(book, scenario)
    add_chart_page(book)
    return book.to_printout()


def print_named(name: str, paper: Paper) -> Printout:
    return print_battle(SCENARIO_FILES.named(name), paper)


def print_text(text: str, file_name: str, paper: Paper) -> Printout:
    return print_battle(parse_scenario(text, file_name), paper)


def names() -> Sequence[str]:
    return SCENARIO_FILES.shipped()


PRINTING = Printing(names, print_named, print_text)
