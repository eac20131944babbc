"""The set-up sheet of a battle: the map, how it ends, special rules, and where everything goes (K1.4, K2.3)."""

from __future__ import annotations

import math

from ....core.printing.booklet import Booklet, TextFlow
from ....core.printing.canvas import GREY
from ....core.printing.font import MM_PER_INCH, Face
from ....core.sentences import plural
from ..scenario.model import Scenario, Side
from ..scenario.setup_fields import numbered_characters
from ..state import FIRST_OBJECTIVE
from ..text.briefing import SIDE_TITLES, arrival_texts, ending_texts, objective_texts, special_rules
from ..text.names import place_text, thing_id
from .battle_map import (
    TABLE_INCHES,
    MapScale,
    draw_legend,
    draw_map,
    facing_text,
    size_text,
    terrain_place_text,
    terrain_title,
)
from .tokens import draw_round_track

TEXT_BELOW_MAP = 62.0


def add_setup_sheet(book: Booklet, scenario: Scenario, command: str) -> None:
    """Add the map and what goes with it. The command plays the battle at the computer beside the table."""
    add_map_page(book, scenario)
    flow = TextFlow(book, f"{scenario.title}: set-up", 2)
    flow.add_section("The aim", [scenario.aim])
    flow.add_section("How it ends", list(ending_texts(scenario)))
    objectives = [
        f"{thing_id(FIRST_OBJECTIVE + index)}  {text}" for index, text in enumerate(objective_texts(scenario))
    ]
    flow.add_section("Objectives", objectives or ["None."])
    flow.add_section("Special rules", list(special_rules(scenario)) or ["None."])
    if late := list(arrival_texts(scenario)):
        flow.add_section("Who comes later", late)
    for side in Side:
        rows = [
            (
                thing_id(number),
                character.name + (f" ({plural(character.wounds, 'wound')})" if character.wounds else ""),
                place_text(*character.point),
                facing_text(character.degrees),
            )
            for number, character in numbered_characters(scenario)
            if character.side == side
        ]
        if rows:
            flow.add_table(SIDE_TITLES[side], ("", "", "at", "looks"), (0.09, 0.48, 0.23, 0.2), rows)
    pieces = [
        (terrain_title(terrain, index), terrain.kind.name.lower(), size_text(terrain), terrain_place_text(terrain))
        for index, terrain in enumerate(scenario.terrain)
    ]
    if pieces:
        flow.add_table("Terrain", ("", "", "size", "place"), (0.3, 0.13, 0.2, 0.37), pieces)
    flow.add_section("The story", list(scenario.story))
    at_the_table = (
        f"Run “{command}” beside the table: it asks what your dice show and says what the AI general does.",
        "If a figure slipped, say where it stands: “correct f3 12.5,8”.",
    )
    flow.add_section("With a computer", at_the_table)


def add_map_page(book: Booklet, scenario: Scenario) -> None:
    scale = MapScale(map_side(book))
    page = book.new_page(scenario.title, "Set-up: the table is 24 × 24 inches")
    left = book.left + (book.width - scale.side + 5) / 2
    draw_map(page.at(left, book.top + 1), scenario, scale)
    y = book.top + scale.side + 9
    kinds = list(dict.fromkeys(terrain.kind for terrain in scenario.terrain))
    y += draw_legend(page.at(left, y), kinds, scale) + 2.5
    ratio = MM_PER_INCH / scale.per_inch
    note = (
        f"Scale 1 : {ratio:.1f}, {scale.per_inch:g} mm for an inch; the thin lines are inches. Places are inches to "
        "the right and up from the lower left corner. White bases are friends, black ones enemies, dashed ones come "
        "later; the arrow shows where a figure looks."
    )
    y = page.paragraph(note, left, y, scale.side, 8.5, fill=GREY)
    y = page.paragraph(scenario.aim, left, y + 2, scale.side, 12, Face.TITLE)
    draw_round_track(page.at(left, y - 1), scenario.rounds, scale.side)


def map_side(book: Booklet) -> float:
    """Return the side of the map: as many half millimetres for an inch as leave room for the text below it."""
    room = min(book.width - 8, book.height - TEXT_BELOW_MAP)
    return math.floor(room / TABLE_INCHES * 2) / 2 * TABLE_INCHES
