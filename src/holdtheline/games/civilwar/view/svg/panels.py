"""The panels around the map: sides, turn, action points and dice above, reinforcements below."""

from __future__ import annotations

from functools import lru_cache

from .....core.svg import Markup, element, group, path, piece, rect, svg_die, svg_empty_die, text_element
from ...scenario.model import BattleMap, Scenario
from ...scenario.setup import scenario_of
from ...state import DICE_PHASES, SEATS, SIDES, CivilWarState, Side
from ..scene import COMBAT_PHASES, Block, SideStatus, count_dice_left, headline, hits_text, side_status, waiting_blocks
from . import blocks
from .layout import MARGIN, TRAY_HEADER_HEIGHT, TRAY_ROW_HEIGHT, map_bottom, page_width

PANEL_WIDTH = 236
PANEL_HEIGHT = 92
PANEL_TOP = 14
TRAY_SLOT_WIDTH = 97
DIE_SIZE = 46
MAX_AP_PIPS = 14
MAX_STARS = 7  # for victory points

PANEL_STYLE = """\
.htl-civilwar .htl-panel{fill:var(--htl-paper);stroke:var(--htl-neat);stroke-width:1.4}
.htl-civilwar .htl-acts .htl-panel{stroke:var(--htl-active-under);stroke-width:3}
.htl-civilwar .htl-acts-edge{fill:none;stroke:var(--htl-active);stroke-width:3}
.htl-civilwar .htl-caption{fill:var(--htl-quiet);font-size:15px;font-weight:600;letter-spacing:.1em}
.htl-civilwar .htl-side-name{fill:var(--htl-ink);font-size:16px;font-weight:700;letter-spacing:.08em}
.htl-civilwar .htl-vp{fill:var(--htl-ink);font-size:34px;font-weight:700;font-family:ui-serif,Georgia,serif}
.htl-civilwar .htl-vp-of{fill:var(--htl-quiet);font-size:16px;font-weight:600}
.htl-civilwar .htl-small{fill:var(--htl-ink);font-size:15px}
.htl-civilwar .htl-aside{fill:var(--htl-quiet);font-size:15px;text-anchor:end}
.htl-civilwar .htl-sentence{fill:var(--htl-ink);font-family:ui-serif,Georgia,serif;font-size:23px;
font-weight:600}
.htl-civilwar .htl-ap{fill:var(--htl-active);stroke:var(--htl-active-under);stroke-width:1.6}
.htl-civilwar .htl-ap-number{fill:var(--htl-ink);font-size:17px;font-weight:700}
.htl-civilwar .htl-turn-past{fill:var(--htl-neat)}
.htl-civilwar .htl-turn-now{fill:var(--htl-active);stroke:var(--htl-active-under);stroke-width:1.6}
.htl-civilwar .htl-turn-next{fill:none;stroke:var(--htl-neat);stroke-width:1.4}
.htl-civilwar .htl-hit{fill:var(--htl-hit);stroke:var(--htl-drawn);stroke-width:1}
.htl-civilwar .htl-tray-line{fill:none;stroke:var(--htl-neat);stroke-width:1.4}
.htl-civilwar .htl-due{fill:var(--htl-quiet);font-size:15px;text-anchor:middle}
.htl-civilwar .htl-due-now{fill:var(--htl-ink);font-weight:700}
"""


# Above the map


def draw_header(s: CivilWarState, seat: int) -> list[Markup]:
    sheet_width = page_width(scenario_of(s).battle_map)
    return [
        *(draw_side_panel(side_status(s, side), sheet_width) for side in range(SIDES)),
        draw_turn_panel(s, seat),
        *draw_dice(s, sheet_width),
    ]


@lru_cache(maxsize=512)
def draw_side_panel(status: SideStatus, sheet_width: int) -> Markup:
    """Draw a side's VP, the VP that it needs, and its losses."""
    x = MARGIN - 14 if status.side == Side.UNION else sheet_width - MARGIN + 14 - PANEL_WIDTH
    name, flag_transform = SEATS[status.side], f"translate({x + 32:g} {PANEL_TOP + 21:g}) scale(.48 1)"
    stars = [blocks.star_path(x + PANEL_WIDTH - 16 - 16 * index, PANEL_TOP + 60, 7) for index in range(status.vp)]
    parts = [
        rect(x, PANEL_TOP, PANEL_WIDTH, PANEL_HEIGHT, "htl-panel", 9),
        element("g", *blocks.draw_strip(status.side, 18), class_="htl-flag", transform=flag_transform),
        text_element(name.upper(), x + 62, PANEL_TOP + 26, "htl-side-name"),
        text_element(status.vp, x + 12, PANEL_TOP + 68, "htl-vp"),
        text_element(status.vp_text, x + 18 + 19 * len(str(status.vp)), PANEL_TOP + 68, "htl-vp-of"),
        text_element(status.losses_text, x + 12, PANEL_TOP + 86, "htl-small"),
        path("".join(stars[:MAX_STARS]), "htl-star"),
    ]
    if status.acts:
        parts.append(rect(x + 3, PANEL_TOP + 3, PANEL_WIDTH - 6, PANEL_HEIGHT - 6, "htl-acts-edge", 7))
    return group(*parts, class_=f"htl-scene htl-{name}" + " htl-acts" * status.acts)


def draw_turn_panel(s: CivilWarState, seat: int) -> Markup:
    x = MARGIN + PANEL_WIDTH + 8
    scenario, number, turns, ap = scenario_of(s), int(s.turn), int(s.last_turn), int(s.ap)
    pips = [
        element("circle", cx=x + 114 + 15 * index, cy=PANEL_TOP + 84, r=5.5, class_="htl-ap")
        for index in range(min(ap, MAX_AP_PIPS))
    ]
    parts = [
        text_element(f"{scenario.title}, {scenario.date}".upper(), x, PANEL_TOP + 16, "htl-caption"),
        text_element(headline(s, seat), x, PANEL_TOP + 43, "htl-sentence"),
        text_element(f"Turn {number} of {turns}", x, PANEL_TOP + 65, "htl-small"),
        draw_turn_track(number, turns, x + 108, PANEL_TOP + 60),
        text_element(f"{ap} AP left", x, PANEL_TOP + 90, "htl-ap-number"),
        *pips,
    ]
    return group(*parts, class_="htl-scene htl-centre")


@lru_cache(maxsize=256)
def draw_turn_track(turn: int, turns: int, x: float, y: float) -> Markup:
    """Draw a mark for each turn of the battle."""
    step = min(14, 260 / turns)
    kinds = ("past", "now", "next")
    return group(
        *(
            rect(x + step * index, y - 4, step - 3, 8, f"htl-turn-{kinds[(index + 1 >= turn) + (index + 1 > turn)]}", 2)
            for index in range(turns)
        ),
        class_="htl-track",
    )


def draw_dice(s: CivilWarState, sheet_width: int) -> list[Markup]:
    """Draw the dice left to roll at the right of the header; the first one can be clicked."""
    right = sheet_width - MARGIN - PANEL_WIDTH - 16
    left = count_dice_left(s)
    parts = [draw_die(index, s, right - DIE_SIZE / 2 - index * (DIE_SIZE + 8)) for index in range(max(left, 1))]
    if s.phase in COMBAT_PHASES and s.target:
        parts.append(draw_hits(int(s.hits), right))
    return parts


def draw_die(index: int, s: CivilWarState, x: float) -> Markup:
    """Draw a die to roll, or an empty space for it."""
    y = PANEL_TOP + 28
    rolls = s.phase in DICE_PHASES
    die = svg_die("?", "count", DIE_SIZE) if rolls else svg_empty_die("count", DIE_SIZE)
    if index:
        return element("g", die, class_="htl-scene", transform=f"translate({x:g} {y})")
    text = f"a die to roll, {count_dice_left(s)} left" if rolls else "no die to roll"
    return piece("die", text, x, y, die)


@lru_cache(maxsize=64)
def draw_hits(count: int, right: float) -> Markup:
    y = PANEL_TOP + 78
    shape = "l2.5 5.5 6-2-3 5.5 3 5.5-6-2-2.5 5.5-2.5-5.5-6 2 3-5.5-3-5.5 6 2z"  # of a shell burst
    bursts = "".join(f"M{right - 8 - 20 * index} {y - 14}{shape}" for index in range(count))
    return group(
        path(bursts, "htl-hit") if count else "",
        text_element(hits_text(count), right - 20 * count - 4, y, "htl-aside"),
        class_="htl-scene htl-hits",
    )


# Below the map


def count_tray_slots(battle_map: BattleMap) -> int:
    """Count the cards that fit beside each other, for each side."""
    return int((page_width(battle_map) / 2 - MARGIN) // TRAY_SLOT_WIDTH)


def count_tray_rows(scenario: Scenario) -> int:
    """Count the rows that the reinforcements need at the start, so that the page keeps its size."""
    counts = [sum(piece.turn > 0 and piece.side == side for piece in scenario.pieces) for side in Side]
    return -(-max(counts) // count_tray_slots(scenario.battle_map))


def page_height(scenario: Scenario) -> int:
    rows = count_tray_rows(scenario)
    return round(map_bottom(scenario.battle_map) + 14 + (TRAY_HEADER_HEIGHT + TRAY_ROW_HEIGHT * rows if rows else 0))


def draw_tray(all_blocks: list[Block], scenario: Scenario, turn: int) -> list[Markup]:
    """Draw the reinforcements, each with its turn and its hex."""
    if not count_tray_rows(scenario):
        return []
    parts = []
    half, top = page_width(scenario.battle_map) / 2, map_bottom(scenario.battle_map) + 10
    for side in Side:
        own, x = waiting_blocks(all_blocks, side), MARGIN - 14 if side == Side.UNION else half + 12
        text = "REINFORCEMENTS (TURN, HEX)" if own else "NO MORE TO COME"
        parts.append(text_element(f"{SEATS[side].upper()}: {text}", x, top + 18, "htl-caption htl-scene"))
        for index, block in enumerate(own):
            row, column = divmod(index, count_tray_slots(scenario.battle_map))
            position = x + 47 + column * TRAY_SLOT_WIDTH, top + TRAY_HEADER_HEIGHT + row * TRAY_ROW_HEIGHT
            parts.append(draw_waiting_block(block, scenario, turn, *position))
    line = f"M{half:g} {top + 4:g}V{page_height(scenario) - 12}"
    return [path(line, "htl-tray-line"), *parts]


def draw_waiting_block(block: Block, scenario: Scenario, turn: int, x: float, y: float) -> Markup:
    can_enter = block.entry_turn <= turn
    label = f"{'now' if can_enter else f'T{block.entry_turn}'} · {scenario.battle_map.name_of(block.hex)}"
    when = text_element(label, x, y + 8, "htl-due" + " htl-due-now" * can_enter)
    return group(when, blocks.draw_block(block, x, y + 34), class_="htl-waits")
