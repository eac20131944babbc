"""Draw the siege as SVG: a breached castle on the left, three roads, and the enemy at their right ends."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ....core.svg import Markup, SvgText, group, path, piece, svg_die, svg_document, svg_empty_die, text_element
from ..rules import enemy_strength
from ..state import LANES, MIDDLE, Phase, SiegeState
from ..text import LANE_NAMES, prompt, waves_text
from . import scenery
from .scenery import LANE_Y

OWN_X, ENEMY_X = 272, 632
BACKLINE = (94, 348)
COUNTDOWN = (262, 50)
LABEL_UP = 40  # from the middle of a die up to the baseline of its label

STYLE = """\
.htl-siege{border-radius:14px}
.htl-siege .htl-label{fill:var(--htl-ink);font-size:20px;font-weight:600;text-anchor:middle}
.htl-siege .htl-from-left{text-anchor:start}
.htl-siege .htl-caption{fill:var(--htl-quiet);font-size:16px;font-weight:600;letter-spacing:.14em}
.htl-siege .htl-sentence{fill:var(--htl-ink);font-family:ui-serif,serif;font-size:25px;font-weight:600}
.htl-siege .htl-ribbon{fill:var(--htl-plate);stroke:var(--htl-line);stroke-width:1.6;stroke-linejoin:round}
.htl-siege .htl-arrow{fill:var(--htl-enemy-face);stroke:var(--htl-enemy-edge);stroke-width:1.5;
stroke-linejoin:round}
.htl-siege .htl-strength{fill:var(--htl-enemy-pip);font-size:30px;font-weight:700;text-anchor:middle}
.htl-siege .htl-from{fill:var(--htl-enemy-pip);font-size:20px;font-weight:500;text-anchor:end}
.htl-siege .htl-past .htl-arrow{fill:var(--htl-road);stroke:var(--htl-quiet);stroke-dasharray:5 5}
.htl-siege .htl-past .htl-strength,.htl-siege .htl-past .htl-from{fill:var(--htl-ink)}
.htl-siege .htl-next .htl-place{stroke-width:3.5;stroke-opacity:1}
.htl-siege .htl-beaten .htl-die{opacity:.6}
"""


def svg(s: SiegeState, seat: int) -> str:
    phase, lanes, enemy = s.phase, s.lane.tolist(), s.enemy.tolist()
    description = position_description(headline(phase, s.waves), lanes, s.backline, enemy)
    next_lane = s.rolled_count if phase == Phase.SCOUT else None
    return svg_document(
        f"htl-siege{RESULT_CLASSES.get(phase, '')}",
        (scenery.WIDTH, scenery.HEIGHT),
        SvgText("Siege", description, prompt(s, seat)),
        ALL_STYLES,
        scenery.sky(phase),
        scenery.LAND,
        scenery.castle(phase),
        *(
            group(
                strength_arrow(i, enemy[i], phase in RESULT_CLASSES),
                own_die(i, lanes[i]),
                enemy_die(i, enemy[i], phase == Phase.WON and lanes[i] > 0, i == next_lane),
                class_="htl-lane",
            )
            for i in range(LANES)
        ),
        backline_die(s.backline),
        scenery.front_wall(phase),
        countdown(phase, s.waves),
        map_box=f"0 0 {scenery.WIDTH} {scenery.HEIGHT}",
    )


RESULT_CLASSES: dict[int, str] = {Phase.WON: " htl-siege-won", Phase.LOST: " htl-siege-lost"}
ALL_STYLES = scenery.STYLE + STYLE


def position_description(title: str, lanes: Sequence[int], backline: int, enemy: Sequence[int]) -> str:
    """Return the whole position as text, for a screen reader."""
    line = ", ".join(f"{name} lane {n}" for name, n in zip(LANE_NAMES, lanes, strict=True))
    enemies = [f"{LANE_NAMES[i]} {enemy_description(i, enemy[i])}" for i in range(LANES) if enemy[i]]
    coming = f"Enemy: {', '.join(enemies)}." if enemies else "No enemy in sight."
    return f"{title}. {line.capitalize()}, backline {backline}. {coming}"


def enemy_description(i: int, face: int) -> str:
    return f"{face}, strength {enemy_strength(i, face)}"


def headline(phase: int, waves: int) -> str:
    match phase:
        case Phase.COUNTDOWN:
            return "The scouts will tell"
        case Phase.WON:
            return "You held the line"
        case Phase.LOST:
            return "The castle falls"
        case _:
            return waves_text(waves)


# The pieces. Each form of a piece is drawn once and cached.


@cache
def own_die(i: int, troops: int) -> Markup:
    name = LANE_NAMES[i]
    note = "" if troops else " · empty"
    label = text_element(f"{name.capitalize()}{note}", -29, -LABEL_UP, "htl-label htl-from-left")
    return piece(name, f"{name} lane, {troops}", OWN_X, LANE_Y[i], label, svg_die(troops, "own"))


@cache
def enemy_die(i: int, face: int, is_beaten: bool, is_next: bool) -> Markup:
    name = LANE_NAMES[i]
    if face:
        text = f"enemy in the {name} lane, {enemy_description(i, face)}"
        die = svg_die(face, "enemy", sharp=True)
        label, class_ = ("Beaten", "htl-beaten") if is_beaten else ("Enemy", "")
    else:
        text, die = f"no enemy scouted in the {name} lane", svg_empty_die("enemy", sharp=True, mark="?")
        label, class_ = ("Roll", "htl-next") if is_next else ("Enemy", "")
    above = text_element(label, 0, -LABEL_UP, "htl-label")
    return piece(f"enemy-{name}", text, ENEMY_X, LANE_Y[i], above, die, class_=class_)


@cache
def strength_arrow(i: int, face: int, is_past: bool) -> Markup:
    """Draw the enemy's strength at the head of an arrow, and how it follows from the die (S4.1)."""
    name = LANE_NAMES[i]
    if not face:
        return piece(f"strength-{name}", f"no enemy in the {name} lane yet", 0, LANE_Y[i])
    source = f"full {face}" if i == MIDDLE else f"half of {face}"
    return piece(
        f"strength-{name}",
        f"the enemy comes with {enemy_strength(i, face)}: {source}",
        0,
        LANE_Y[i],
        path("M318 0l34-28v12h228l-12 16 12 16h-228v12z", "htl-arrow"),
        text_element(enemy_strength(i, face), 364, 10.5, "htl-strength"),
        text_element(source, 558, 7, "htl-from"),
        class_="htl-past" if is_past else "",
    )


@cache
def backline_die(troops: int) -> Markup:
    die = svg_die(troops, "own") if troops else svg_empty_die("own")
    label = text_element("Backline", 0, -LABEL_UP, "htl-label")
    return piece("backline", f"backline, {troops}", *BACKLINE, label, die)


@cache
def countdown(phase: int, waves: int) -> Markup:
    is_rolled = phase != Phase.COUNTDOWN
    die = svg_die(waves if is_rolled else "?", "count", 58)
    text = f"countdown, {waves}" if is_rolled else "countdown, not rolled yet"
    ribbon = []
    if phase in RESULT_CLASSES:
        ribbon.append(path("M10-27H352l-14 27 14 27H10z", "htl-ribbon"))
    return piece(
        "countdown",
        text,
        *COUNTDOWN,
        *ribbon,
        die,
        text_element("COUNTDOWN", 46, -8, "htl-caption"),
        text_element(headline(phase, waves), 45, 20, "htl-sentence"),
    )
