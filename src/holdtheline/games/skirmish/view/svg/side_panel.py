"""The side panel: the round, who is still to act, the die, and all characters with wounds and states."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .....core.sentences import plural
from .....core.svg import Markup, element, format_number, group, path, piece, rect, svg_die, svg_empty_die, text_element
from ...state import CharacterStatus, ObjectiveStatus, Phase, SkirmishState
from ...text.names import SIDE_WORDS, battle_names, shorten
from ...text.prompts import is_die_due
from ..scene import HELD_STATUSES, ON_BATTLEFIELD, Figure, ObjectiveToken
from . import figures
from .figures import draw_sign

PANEL_LEFT, PANEL_WIDTH, PANEL_TOP, PANEL_BOTTOM = 1058.0, 328.0, 14.0, 1040.0
"""The panel, in units of the sheet."""
PANEL_EDGE = 1048.0
HEADER_HEIGHT = 118.0
LIST_TOP = PANEL_TOP + 76
"""Where a narrow page begins to show the panel: below the title, the round and the die."""
ROW_HEIGHT, HEADING_HEIGHT, OBJECTIVE_ROW_HEIGHT = 37.0, 26.0, 27.0
COMPANY_GAP = 16.0
"""The space above the name of a company."""
ROW_LETTERS = 30
"""The letters of stats and state that fit in a row of two lines."""
MIN_TWO_LINE_HEIGHT = 30.0
"""A lower row has one line only."""
DIE_SIZE = 52.0
KEY_HEIGHT = 122.0
KEY_ENTRIES = (
    ("done", "done this round"),
    ("routs", "routs"),
    ("melee", "in melee"),
    ("shot", "was shot at"),
    ("slot", "can be wounded"),
    ("wound", "wounded"),
)
STATS_KEY = "M move · A attack · D defence · R range"

STYLE = """\
.htl-skirmish .htl-panel{fill:var(--htl-paper);stroke:var(--htl-frame);stroke-width:1.4}
.htl-skirmish .htl-title{fill:var(--htl-quiet);font-size:16px;font-weight:700;letter-spacing:.04em}
.htl-skirmish .htl-round{fill:var(--htl-ink);font-family:ui-serif,Georgia,serif;
font-size:29px;font-weight:700}
.htl-skirmish .htl-moment{fill:var(--htl-ink);font-size:17px;font-weight:600}
.htl-skirmish .htl-company{fill:var(--htl-ink);font-family:ui-serif,Georgia,serif;
font-weight:700}
.htl-skirmish .htl-company-line{fill:none;stroke:var(--htl-side-ring);stroke-width:3}
.htl-skirmish .htl-row-active{fill:var(--htl-active);opacity:.32}
.htl-skirmish .htl-row-touch{fill:transparent}
.htl-skirmish .htl-row-id{fill:var(--htl-quiet);font-weight:600;text-anchor:end;
font-variant-numeric:tabular-nums lining-nums}
.htl-skirmish .htl-row-name{fill:var(--htl-ink);font-weight:600}
.htl-skirmish .htl-row-stats{fill:var(--htl-quiet);}
.htl-skirmish .htl-row-state{fill:var(--htl-ink);font-style:italic;text-anchor:end}
.htl-skirmish .htl-row-gone .htl-row-name{fill:var(--htl-quiet);text-decoration:line-through}
.htl-skirmish .htl-row-done .htl-row-name{font-weight:400}
"""


def draw_side_panel(s: SkirmishState, characters: Sequence[Figure], tokens: Sequence[ObjectiveToken]) -> Markup:
    """Draw the panel. A narrow page shows the list separately, in the bounds `data-aside`, under `data-aside-title`."""
    width, height = PANEL_LEFT + PANEL_WIDTH + 14 - PANEL_EDGE, PANEL_BOTTOM + 8
    return element(
        "g",
        rect(PANEL_EDGE, 0, width + 6, height + 12, "htl-sheet htl-scene"),
        rect(PANEL_LEFT - 7, PANEL_TOP - 7, PANEL_WIDTH + 14, PANEL_BOTTOM - PANEL_TOP + 7, "htl-panel htl-scene", 10),
        draw_header(s, characters),
        draw_die(s),
        *draw_rows(characters, tokens),
        data_aside=" ".join(map(format_number, (PANEL_EDGE, LIST_TOP, width, height - LIST_TOP))),
        data_aside_title=round_text(s),
    )


def round_text(s: SkirmishState) -> str:
    return f"Round {max(s.round, 1)} of {s.rounds}"


def draw_header(s: SkirmishState, characters: Sequence[Figure]) -> Markup:
    """Draw the title, the round, and who is still to act; the prompt says the rest."""
    lines = [
        (shorten(battle_names(s).title, 34), 22, "htl-title"),
        (round_text(s), 60, "htl-round"),
        ("" if s.phase == Phase.OVER else still_to_act_text(characters), 98, "htl-moment"),
    ]
    texts = (text_element(text, PANEL_LEFT + 4, PANEL_TOP + down, class_) for text, down, class_ in lines if text)
    return group(*texts, class_="htl-scene htl-head")


def still_to_act_text(characters: Sequence[Figure]) -> str:
    """Return `Still to act: 6 friends, 8 enemies`: how many have not been activated in this round (K2.2)."""
    ready = [one.side for one in characters if one.status == CharacterStatus.STANDS and not one.done]
    counts = (ready.count(side) for side in (0, 1))
    return f"Still to act: {', '.join(map(plural, counts, ('friend', 'enemy'), SIDE_WORDS))}"


def draw_die(s: SkirmishState) -> Markup:
    """Draw the die to roll, or an empty outline."""
    is_due = is_die_due(s)
    die = svg_die("?", "count", DIE_SIZE) if is_due else svg_empty_die("count", DIE_SIZE)
    label = "a die to roll" if is_due else "no die to roll"
    return piece("die", label, PANEL_LEFT + PANEL_WIDTH - 36, PANEL_TOP + 46, die)


# Rows


def draw_rows(characters: Sequence[Figure], tokens: Sequence[ObjectiveToken]) -> list[Markup]:
    """Draw the characters by company, friends first, then the objectives, all rows as high as they fit."""
    companies: dict[tuple[int, str], list[Figure]] = {}
    for figure in characters:
        companies.setdefault((figure.side, figure.company), []).append(figure)
    needed = len(characters) * ROW_HEIGHT + len(companies) * HEADING_HEIGHT
    needed += len(tokens) * OBJECTIVE_ROW_HEIGHT + HEADING_HEIGHT * bool(tokens)
    scale = min(1.0, (PANEL_BOTTOM - PANEL_TOP - HEADER_HEIGHT - 12) / needed) if needed else 1.0
    spare = PANEL_BOTTOM - KEY_HEIGHT - 8 - PANEL_TOP - HEADER_HEIGHT - needed
    gap = max(0.0, min(COMPANY_GAP, spare / len(companies))) if companies else 0.0
    parts, y = [], PANEL_TOP + HEADER_HEIGHT - gap
    for (side, name), members in companies.items():
        y += gap
        parts.append(draw_heading(side, company_heading(side, name), y, scale))
        y += HEADING_HEIGHT * scale
        for figure in members:
            parts.append(draw_row(figure, y, scale))
            y += ROW_HEIGHT * scale
    if tokens:
        y += gap
        parts.append(draw_heading(None, "To carry", y, scale))
        y += HEADING_HEIGHT * scale
        for token in tokens:
            parts.append(draw_objective_row(token, y, scale))
            y += OBJECTIVE_ROW_HEIGHT * scale
    return parts + ([draw_key(PANEL_BOTTOM - KEY_HEIGHT)] if y + KEY_HEIGHT + 8 < PANEL_BOTTOM else [])


def company_heading(side: int, name: str) -> str:
    """Return `The Lamplighters (friends)`: the rules and the log call the sides friends and enemies."""
    return f"{shorten(name, 26)} ({SIDE_WORDS[side]})" if name else SIDE_WORDS[side].capitalize()


@lru_cache(maxsize=4)
def draw_key(y: float) -> Markup:
    """Draw the key to the small signs, and to the letters of the stats."""
    parts = []
    for index, (name, text) in enumerate(KEY_ENTRIES):
        x, row = PANEL_LEFT + 16 + index % 2 * PANEL_WIDTH / 2, y + 20 + index // 2 * 28
        transform = f"translate({format_number(x)} {format_number(row)}) scale(.055)"
        parts.append(element("g", draw_key_sign(name), transform=transform))
        parts.append(draw_text(text, x + 18, row + 5, "htl-row-stats", 16))
    parts.append(draw_text(STATS_KEY, PANEL_LEFT + 4, y + KEY_HEIGHT - 12, "htl-row-stats", 16))
    return group(*parts, class_="htl-scene htl-key")


def draw_key_sign(name: str) -> Markup:
    if name in ("slot", "wound"):
        return group(figures.draw_pip_row(int(name == "wound"), 1), class_=f"htl-{figures.SIDE_CLASSES[0]}")
    return draw_sign(name)


@lru_cache(maxsize=64)
def draw_heading(side: int | None, name: str, y: float, scale: float) -> Markup:
    bottom, size = y + HEADING_HEIGHT * scale, min(17.0, 22 * scale)
    title = element("text", name, x=PANEL_LEFT + 4, y=bottom - 9 * scale, font_size=f"{size:g}", class_="htl-company")
    line = path(f"M{PANEL_LEFT} {format_number(bottom - 2)}h{PANEL_WIDTH}", "htl-company-line")
    return group(title, line, class_=f"htl-scene htl-{'things' if side is None else figures.SIDE_CLASSES[side]}")


def draw_row(figure: Figure, y: float, scale: float) -> Markup:
    height = ROW_HEIGHT * scale
    is_gone = figure.status not in (*ON_BATTLEFIELD, *HELD_STATUSES, CharacterStatus.WAITS)
    names, wounds = (figure.id, figure.short, figure.name, figure.stats), (figure.wounds, figure.slots)
    content = draw_row_content(figure.side, *names, *wounds, state_text(figure), height)
    state_classes = " htl-row-gone" * is_gone + " htl-row-done" * figure.done
    under = [rect(-6, 0, PANEL_WIDTH + 12, height, "htl-row-active", 6)] if figure.active else []
    return place_row(
        figure, y, f"htl-{figures.SIDE_CLASSES[figure.side]} htl-row{state_classes}", is_gone, *under, content
    )


def place_row(item: Figure | ObjectiveToken, y: float, class_: str, is_gone: bool, *parts: Markup) -> Markup:
    """Draw a row; what is off the table can be clicked here, everything else on the battlefield."""
    if is_gone:
        return piece(item.id, item.label, PANEL_LEFT, y, *parts, class_=class_)
    place = f"translate({format_number(PANEL_LEFT)} {format_number(y)})"
    return element("g", *parts, class_=f"{class_} htl-scene htl-row-{item.id}", transform=place)


def state_text(figure: Figure) -> str:
    """Return as many states as fit in a row beside the stats."""
    room = int(ROW_LETTERS - 1.15 * len(short_stats(figure.stats)))  # the stats are not in italics, and wider
    states = [state for state in figure.states if state != "acts"]
    both = ", ".join(states[:2])
    return both if len(both) <= room else shorten(states[0], room)


@lru_cache(maxsize=512)
def draw_row_content(
    side: int, id_: str, short: str, name: str, stats: str, wounds: int, slots: int, state: str, height: float
) -> Markup:
    has_two_lines = height >= MIN_TWO_LINE_HEIGHT
    baseline = height * 0.44 if has_two_lines else height * 0.68
    size, scale = min(16.0, height * 0.62), min(14.0, height * 0.44) / 500
    place = f"translate(48 {format_number(height / 2)}) scale({scale:g})"
    parts = [
        rect(0, 0, PANEL_WIDTH, height, "htl-row-touch"),
        draw_text(id_, 28, baseline, "htl-row-id", min(16.0, size)),
        element("g", figures.draw_disc(side, 500, short), transform=place),
        draw_text(shorten(name, 22 if has_two_lines else 18), 70, baseline, "htl-row-name", size),
    ]
    if slots:
        pip = min(0.062, height * 0.0018) * min(1, 8 / slots)
        y = format_number(baseline - size * 0.36)
        transform = f"translate({format_number(PANEL_WIDTH - 10)} {y}) scale({pip:.4g})"
        parts.append(element("g", figures.draw_pip_row(wounds, slots), transform=transform))
    if has_two_lines:
        parts.append(draw_text(short_stats(stats), 70, height * 0.87, "htl-row-stats", min(16.0, size)))
        parts.append(draw_text(state, PANEL_WIDTH - 4, height * 0.87, "htl-row-state", min(16.0, size)))
    else:
        right = PANEL_WIDTH - 20 - min(slots, 8) * 16
        parts.append(draw_text(shorten(state, 12), right, baseline, "htl-row-state", size))
    return group(*parts, class_="htl-row-in")


def short_stats(stats: str) -> str:
    """Shorten `move 6, attack 2, defence 1, range 12` to `M6 A2 D1 R12`."""
    return " ".join(f"{word[0].upper()}{value}" for word, value in (part.split() for part in stats.split(", ")))


def draw_text(text: str, x: float, y: float, class_: str, size: float) -> Markup:
    return element("text", text, x=x, y=y, class_=class_, font_size=f"{size:.4g}")


def draw_objective_row(token: ObjectiveToken, y: float, scale: float) -> Markup:
    height = OBJECTIVE_ROW_HEIGHT * scale
    is_gone = token.status not in (ObjectiveStatus.FREE, ObjectiveStatus.CARRIED)
    content = draw_objective_content(token.id, token.is_person, token.name, token.state, height)
    return place_row(token, y, "htl-row htl-thing-row" + " htl-row-gone" * is_gone, is_gone, content)


@lru_cache(maxsize=128)
def draw_objective_content(id_: str, is_person: bool, name: str, state: str, height: float) -> Markup:
    shape = figures.draw_person() if is_person else figures.draw_chest()
    size = min(16.0, height * 0.62)
    return group(
        rect(0, 0, PANEL_WIDTH, height, "htl-row-touch"),
        draw_text(id_, 28, height * 0.68, "htl-row-id", min(16.0, size)),
        element("g", shape, transform=f"translate(48 {format_number(height / 2)}) scale({height * 0.0012:.4g})"),
        draw_text(shorten(name, 18), 70, height * 0.68, "htl-row-name", size),
        draw_text(shorten(state, 18), PANEL_WIDTH - 4, height * 0.68, "htl-row-state", min(16.0, size)),
        class_="htl-row-in",
    )
