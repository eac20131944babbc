"""The SVG picture of a battle: the battlefield from above, and the side panel; and a close-up of a part.

The sheet has 40 units an inch. Inside it, the group `htl-table` is scaled so that its own coordinates are
thousandths of an inch from the upper left corner of the battlefield: a place x, y of the rules is at x,
24,000 - y."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

from .....core.definition import EVERYONE
from .....core.svg import Markup, element, format_number, group, path, rect, svg_document, text_element
from ...rules.battlefield import thing_x, thing_y
from ...rules.movement.legs import longest_leg
from ...state import BATTLEFIELD_SIZE, CharacterStatus, Phase, SkirmishState
from ...text.names import battle_names, thing_with_id
from ...text.position import parse_place
from ...text.prompts import prompt, status_text
from ..scene import Figure, ObjectiveToken, build_figures, build_terrain, build_tokens
from ..shapes import Point, circle_path, line_path, to_picture
from . import battlefield, figures, labels, side_panel
from .labels import BlockedArea, blocked_areas, place_labels

SCALE = 0.04
"""Units of the sheet per thousandth of an inch."""
MARGIN = 44
"""Around the battlefield, with its frame."""
SHEET_SIZE = (1400, 1048)

STYLE = ".htl-skirmish{border-radius:14px}\n"
ALL_STYLES = battlefield.STYLE + figures.STYLE + side_panel.STYLE + STYLE
BLOW_PHASES = (Phase.SHOOTING, Phase.FIGHTING, Phase.BACK, Phase.FREE_BLOW, Phase.SAVE)


def svg(s: SkirmishState, seat: int) -> str:
    return draw_sheet(s, seat, has_panel=True)


def draw_sheet(s: SkirmishState, seat: int, has_panel: bool) -> str:
    characters, tokens = build_figures(s), build_tokens(s)
    return svg_document(
        "htl-skirmish htl-large",
        SHEET_SIZE,
        (battle_names(s).title, description(s, characters), prompt(s, seat)),
        ALL_STYLES,
        rect(0, 0, *SHEET_SIZE, "htl-sheet htl-scene"),
        draw_battlefield(s, characters, tokens),
        *([side_panel.draw_side_panel(s, characters, tokens)] if has_panel else []),
    )


def draw_battlefield(s: SkirmishState, characters: list[Figure], tokens: list[ObjectiveToken]) -> Markup:
    """Draw the battlefield and everything on it, at its place on the sheet."""
    terrain, label_offsets = build_terrain(s), place_labels(characters, tokens)
    blocked = blocked_areas(characters, tokens, label_offsets)
    return element(
        "g",
        battlefield.draw_terrain(terrain, bool(s.enclosed)),
        *draw_fear_and_tethers(s, characters),
        *draw_ranges(s, characters, blocked),
        battlefield.draw_frame(),
        labels.draw_terrain_names(terrain, blocked),
        *figures.draw_figures(characters, tokens, label_offsets),
        *draw_aim(s, characters),
        class_="htl-table",
        transform=f"translate({MARGIN} {MARGIN}) scale({SCALE})",
    )


def to_sheet(x: float, y: float) -> Point:
    """Convert a place of the rules to a point of the sheet."""
    px, py = to_picture(x, y)
    return MARGIN + px * SCALE, MARGIN + py * SCALE


def description(s: SkirmishState, characters: Sequence[Figure]) -> str:
    """Describe the position in two sentences, for screen readers."""
    counts = [
        sum(figure.status == CharacterStatus.STANDS and figure.side == side for figure in characters) for side in (0, 1)
    ]
    standing = f"{counts[0]} of the friends and {counts[1]} of the enemy stand on the table"
    return f"{battle_names(s).title}, round {max(s.round, 1)} of {s.rounds}. {status_text(s)}. {standing}."


# Rings


def draw_fear_and_tethers(s: SkirmishState, characters: Sequence[Figure]) -> Iterator[Markup]:
    """Draw how far enemies keep away from feared characters, and how far tethers reach."""
    standing = [figure for figure in characters if figure.status == CharacterStatus.STANDS]
    for figure in standing:
        if fear := s.fear[figure.number]:
            yield draw_ring(to_picture(figure.x, figure.y), figure.radius + fear, "fear")
    pools = {
        (s.tether_x[figure.number], s.tether_y[figure.number], s.tether[figure.number])
        for figure in standing
        if s.tether[figure.number]
    }
    for x, y, radius in sorted(pools):
        yield draw_ring(to_picture(x, y), radius, "tether")


def draw_ranges(s: SkirmishState, characters: Sequence[Figure], blocked: Sequence[BlockedArea]) -> Iterator[Markup]:
    """Draw how far the active character reaches with its next leg, whole and half, and with a shot."""
    for figure in characters:
        if not figure.active or figure.status != CharacterStatus.STANDS or s.phase != Phase.ACTING:
            continue
        centre = to_picture(figure.x, figure.y)
        leg = 0 if figure.engaged or figure.routs else longest_leg(s)
        if leg > 0:
            half = (figure.move >> min(s.follow_ups, 1)) // 2
            if not s.legs and half < leg:
                yield draw_ring(centre, figure.radius + half, "half")
            yield draw_ring(centre, figure.radius + leg, "move", inches_label(leg), blocked)
        if figure.range and not figure.engaged:
            yield draw_ring(centre, figure.radius + figure.range, "range", inches_label(figure.range), blocked)
        start = to_picture(s.start_x, s.start_y)
        if s.legs and math.dist(start, centre) > figure.radius:
            trail = line_path(start, centre)
            ghost = element("circle", cx=start[0], cy=start[1], r=figure.radius - 25, class_="htl-ghost")
            yield group(path(trail, "htl-trail"), ghost, class_=f"htl-scene htl-{figures.SIDE_CLASSES[figure.side]}")


def draw_ring(middle: Point, radius: float, kind: str, text: str = "", blocked: Sequence[BlockedArea] = ()) -> Markup:
    d = circle_path(middle, radius)
    parts = [path(d, "htl-ring-under"), path(d, f"htl-ring-{kind}")]
    if text and (point := find_label_point(middle, radius, blocked)):
        parts.append(text_element(text, round(point[0]), round(point[1] + 130), "htl-ring-word"))
    return group(*parts, class_=f"htl-scene htl-ring htl-{kind}-ring")


def find_label_point(middle: Point, radius: float, blocked: Sequence[BlockedArea]) -> Point | None:
    """Return the highest free point of a ring on the battlefield, for its label."""
    for degrees in (90, 60, 120, 30, 150, 0, 180, -30, 210, -60, 240, 270):
        angle = math.radians(degrees)
        x, y = middle[0] + math.cos(angle) * radius, middle[1] - math.sin(angle) * radius
        on_table = 400 < x < BATTLEFIELD_SIZE - 400 and 300 < y < BATTLEFIELD_SIZE - 300
        if on_table and all(abs(x - bx) > far + 380 or abs(y - by) > 420 for bx, by, far in blocked):
            return x, y
    return None


def inches_label(thousandths: int) -> str:
    return f"{format_number(thousandths / 1000)}″"


# Blows


def draw_aim(s: SkirmishState, characters: Sequence[Figure]) -> Iterator[Markup]:
    """Draw an arrow from the striker to the target: thin for a shot, wide for melee."""
    by_number = {figure.number: figure for figure in characters}
    striker, target = by_number.get(s.striker - 1), by_number.get(s.target - 1)
    if s.phase in BLOW_PHASES and striker and target and CharacterStatus.STANDS == striker.status == target.status:
        width = 90 if s.phase == Phase.SHOOTING else 230
        yield path(arrow_path(striker, target, width), "htl-arrow htl-scene htl-aim")


def arrow_path(striker: Figure, target: Figure, width: float) -> str:
    (x, y), (tx, ty) = to_picture(striker.x, striker.y), to_picture(target.x, target.y)
    distance = math.hypot(tx - x, ty - y) or 1
    ux, uy = (tx - x) / distance, (ty - y) / distance
    close = distance < striker.radius + target.radius + 900
    start = striker.radius * 0.55 if close else striker.radius + 120
    tip = distance - (target.radius * 0.5 if close else target.radius + 60)
    head = min(420.0, (tip - start) * 0.6)

    def at(forward: float, sideways: float) -> str:
        return f"{x + ux * forward - uy * sideways:.0f} {y + uy * forward + ux * sideways:.0f}"

    half = width / 2
    points = [at(start, -half), at(tip - head, -half), at(tip - head, -half - 150), at(tip, 0)]
    points += [at(tip - head, half + 150), at(tip - head, half), at(start, half)]
    return f"M{'L'.join(points)}z"


# A close-up: the part of the picture that a text mentions, for the examples in the rulebook

THING_PATTERN = re.compile(r"\b[feo][1-9][0-9]?\b")
LEG_PATTERN = re.compile(r"\bgo ([0-9.]+,[0-9.]+)")
CONTEXT_MARGIN = 2000
"""Thousandths of an inch around the mentioned places."""
FRAME_MARGIN = 42
"""Units of the sheet that show the frame."""
MIN_VIEW = 8000
"""The minimum width and height, in thousandths of an inch."""


def close_up(s: SkirmishState, text: str) -> str:
    """Draw the surroundings of the things and ends of legs that a text mentions; all if it mentions none."""
    left, top, width, height = crop_around(list(mentioned_places(s, text)))
    crop = " ".join(map(format_number, (left, top, width, height)))
    size = f'width="{format_number(width)}" height="{format_number(height)}"'
    whole = draw_sheet(s, EVERYONE, has_panel=False)
    return whole.replace(f'viewBox="0 0 {SHEET_SIZE[0]} {SHEET_SIZE[1]}"', f'viewBox="{crop}" {size}', 1)


def mentioned_places(s: SkirmishState, text: str) -> Iterator[Point]:
    """Yield the places of the things and ends of legs that a text mentions."""
    for id_ in THING_PATTERN.findall(text):
        thing = thing_with_id(s, id_)
        if thing is not None:
            yield thing_x(s, thing), thing_y(s, thing)
    for place in LEG_PATTERN.findall(text):
        x, y = parse_place(place)
        yield min(x, BATTLEFIELD_SIZE), min(y, BATTLEFIELD_SIZE)


def crop_around(places: list[Point]) -> tuple[float, float, float, float]:
    """Return the part of the sheet with these places: left, top, width and height."""
    places = places or [(0, 0), (BATTLEFIELD_SIZE, BATTLEFIELD_SIZE)]
    x_range = padded_range([x for x, _ in places])
    y_range = padded_range([y for _, y in places])
    left, top = to_sheet(x_range[0], y_range[1])
    right, bottom = to_sheet(x_range[1], y_range[0])
    minimum, maximum = MARGIN - FRAME_MARGIN, MARGIN + BATTLEFIELD_SIZE * SCALE + FRAME_MARGIN
    left, top, right, bottom = max(left, minimum), max(top, minimum), min(right, maximum), min(bottom, maximum)
    return left, top, right - left, bottom - top


def padded_range(coordinates: list[float]) -> tuple[float, float]:
    """Return the range of the coordinates with a margin, at least as long as MIN_VIEW."""
    low, high = min(coordinates) - CONTEXT_MARGIN, max(coordinates) + CONTEXT_MARGIN
    padding = max(0.0, MIN_VIEW - (high - low)) / 2
    return low - padding, high + padding
