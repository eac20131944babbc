"""The scenario card: the title above the map, history and numbers below it."""

from __future__ import annotations

import textwrap
from functools import lru_cache

from .....core.svg import Markup, group, path, text_element
from ...scenario.model import Scenario
from ...state import SEATS, SIDE_NAMES, Side
from ...text.briefing import LAST_TURN_TEXTS, live_vp_text, special_rule_lines
from .layout import MARGIN, page_width

LINE_HEIGHT = 22
LETTER_WIDTH = 7.7
COLUMN_GAP = 40
CARD_LEFT = MARGIN - 14

CARD_STYLE = """\
.htl-civilwar .htl-title{fill:var(--htl-ink);font-family:ui-serif,Georgia,serif;font-size:42px;
font-weight:700}
.htl-civilwar .htl-subtitle{fill:var(--htl-quiet);font-family:ui-serif,Georgia,serif;font-size:21px;
font-style:italic}
.htl-civilwar .htl-history{fill:var(--htl-ink);font-family:ui-serif,Georgia,serif;font-size:17px}
.htl-civilwar .htl-source{fill:var(--htl-quiet);font-size:15px}
"""


def draw_title(scenario: Scenario) -> list[Markup]:
    return [
        text_element(scenario.title, CARD_LEFT, 62, "htl-title htl-scene"),
        text_element(f"{scenario.place}, {scenario.date}", CARD_LEFT, 98, "htl-subtitle htl-scene"),
    ]


def column_widths(scenario: Scenario) -> tuple[float, float]:
    """Return the widths of the history and of the facts beside it."""
    width = page_width(scenario.battle_map) - 2 * CARD_LEFT - COLUMN_GAP
    return width * 0.56, width * 0.44


@lru_cache(maxsize=32)
def wrap_history(scenario: Scenario) -> tuple[str, ...]:
    return tuple(textwrap.wrap(scenario.history, int(column_widths(scenario)[0] / LETTER_WIDTH)))


def card_height(scenario: Scenario) -> int:
    return 50 + LINE_HEIGHT * max(len(wrap_history(scenario)), len(fact_lines(scenario)))


@lru_cache(maxsize=32)
def fact_lines(scenario: Scenario) -> tuple[tuple[str, str], ...]:
    """Return the lines of the facts, each with its CSS class."""
    max_letters = int(column_widths(scenario)[1] / LETTER_WIDTH)
    facts = [
        f"{scenario.turns} turns; {SIDE_NAMES[scenario.first_side]} acts first.",
        *(
            f"{SEATS[side].capitalize()}: command {scenario.command[side]}, {scenario.vp_to_win[side]} VP win, "
            f"home edge {scenario.home_edge[side].name.lower()}."
            for side in Side
        ),
        *([f"{live_vp_text(scenario)}."] if scenario.has_live_vp else []),
        f"After the last turn {LAST_TURN_TEXTS[scenario.last_turn_winner]}.",
        *special_rule_lines(scenario),
    ]
    if scenario.favoured_side is not None:
        facts.append(f"History favoured {SIDE_NAMES[scenario.favoured_side]}.")
    lines = [("htl-small", line) for fact in facts for line in textwrap.wrap(fact, max_letters)]
    lines += [("htl-source", line) for fact in scenario.sources for line in textwrap.wrap(fact, max_letters)]
    return tuple(lines)


def draw_scenario_card(scenario: Scenario, top: int) -> list[Markup]:
    second = CARD_LEFT + column_widths(scenario)[0] + COLUMN_GAP
    first_line = top + 34
    parts = [path(f"M{CARD_LEFT} {top + 6}H{page_width(scenario.battle_map) - CARD_LEFT}", "htl-tray-line")]
    parts += [
        text_element(line, CARD_LEFT, first_line + LINE_HEIGHT * index, "htl-history")
        for index, line in enumerate(wrap_history(scenario))
    ]
    parts += [
        text_element(line, second, first_line + LINE_HEIGHT * index, class_)
        for index, (class_, line) in enumerate(fact_lines(scenario))
    ]
    return [group(*parts, class_="htl-scene htl-story")]
