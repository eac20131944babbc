"""The siege as a picture: a breached castle at the left, three roads, and the enemy at their right ends."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from ...core.svg import Markup, die, document, group, no_die, path, piece, words
from . import scenery
from .rules import strength
from .scenery import LANE_Y
from .state import LANES, MIDDLE, Phase
from .text import LANE_NAMES, prompt, waves_left

OWN_X, ENEMY_X = 272, 632
BACKLINE = (94, 348)
COUNTDOWN = (262, 50)
LABEL_UP = 40  # from the middle of a die to the foot of the words above it

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


def picture(s: Any, seat: int) -> str:
    phase, waves, backline, rolled = int(s.phase), int(s.waves), int(s.backline), int(s.rolled)
    lanes, enemy = s.lane.tolist(), s.enemy.tolist()
    title = headline(phase, waves)
    told = ("Siege", in_words(title, lanes, backline, enemy), prompt(s, seat))
    next_lane = rolled if phase == Phase.SCOUT else None
    return document(
        f"htl-siege{ENDINGS.get(phase, '')}",
        (scenery.WIDTH, scenery.HEIGHT),
        told,
        ALL_STYLES,
        scenery.sky(phase),
        scenery.land(),
        scenery.castle(phase),
        *(
            group(
                strength_arrow(i, enemy[i], phase in ENDINGS),
                own_die(i, lanes[i]),
                enemy_die(i, enemy[i], phase == Phase.WON, i == next_lane),
                class_="htl-lane",
            )
            for i in range(LANES)
        ),
        backline_die(backline),
        scenery.front_wall(phase),
        countdown(phase, waves),
    )


ENDINGS: dict[int, str] = {Phase.WON: " htl-siege-won", Phase.LOST: " htl-siege-lost"}
ALL_STYLES = scenery.STYLE + STYLE


def in_words(title: str, lanes: Sequence[int], backline: int, enemy: Sequence[int]) -> str:
    """The whole position, for whoever does not see it."""
    line = ", ".join(f"{name} lane {n}" for name, n in zip(LANE_NAMES, lanes, strict=True))
    enemies = [f"{LANE_NAMES[i]} {enemy_words(i, enemy[i])}" for i in range(LANES) if enemy[i]]
    coming = f"Enemy: {', '.join(enemies)}." if enemies else "No enemy in sight."
    return f"{title}. {line.capitalize()}, backline {backline}. {coming}"


def enemy_words(i: int, face: int) -> str:
    return f"{face}, strength {strength(i, face)}"


def headline(phase: int, waves: int) -> str:
    match phase:
        case Phase.COUNTDOWN:
            return "The scouts will tell"
        case Phase.WON:
            return "You held the line"
        case Phase.LOST:
            return "The castle falls"
        case _:
            return waves_left(waves)


# What lies on the table. Each is drawn once for each way it can look.


@cache
def own_die(i: int, troops: int) -> Markup:
    name = LANE_NAMES[i]
    note = "" if troops else " · empty"
    label = words(f"{name.capitalize()}{note}", -29, -LABEL_UP, "htl-label htl-from-left")
    return piece(name, f"{name} lane, {troops}", OWN_X, LANE_Y[i], label, die(troops, "own"))


@cache
def enemy_die(i: int, face: int, is_beaten: bool, is_next: bool) -> Markup:
    name = LANE_NAMES[i]
    if face:
        told, shown = f"enemy in the {name} lane, {enemy_words(i, face)}", die(face, "enemy", sharp=True)
        label, class_ = ("Beaten", "htl-beaten") if is_beaten else ("Enemy", "")
    else:
        told, shown = f"no enemy scouted in the {name} lane", no_die("enemy", sharp=True, mark="?")
        label, class_ = ("Roll", "htl-next") if is_next else ("Enemy", "")
    above = words(label, 0, -LABEL_UP, "htl-label")
    return piece(f"enemy-{name}", told, ENEMY_X, LANE_Y[i], above, shown, class_=class_)


@cache
def strength_arrow(i: int, face: int, is_past: bool) -> Markup:
    """S4.1: the die at the right, and what it comes to at the arrow's head."""
    name = LANE_NAMES[i]
    if not face:
        return piece(f"strength-{name}", f"no enemy in the {name} lane yet", 0, LANE_Y[i])
    how = f"full {face}" if i == MIDDLE else f"half of {face}"
    return piece(
        f"strength-{name}",
        f"the enemy comes with {strength(i, face)}: {how}",
        0,
        LANE_Y[i],
        path("M318 0l34-28v12h228l-12 16 12 16h-228v12z", "htl-arrow"),
        words(strength(i, face), 364, 10.5, "htl-strength"),
        words(how, 558, 7, "htl-from"),
        class_="htl-past" if is_past else "",
    )


@cache
def backline_die(troops: int) -> Markup:
    shown = die(troops, "own") if troops else no_die("own")
    label = words("Backline", 0, -LABEL_UP, "htl-label")
    return piece("backline", f"backline, {troops}", *BACKLINE, label, shown)


@cache
def countdown(phase: int, waves: int) -> Markup:
    is_open = phase == Phase.COUNTDOWN
    shown = die("?" if is_open else waves, "count", 58)
    told = "countdown, not rolled yet" if is_open else f"countdown, {waves}"
    ribbon = []
    if phase in ENDINGS:
        ribbon.append(path("M10-27H352l-14 27 14 27H10z", "htl-ribbon"))
    return piece(
        "countdown",
        told,
        *COUNTDOWN,
        *ribbon,
        shown,
        words("COUNTDOWN", 46, -8, "htl-caption"),
        words(headline(phase, waves), 45, 20, "htl-sentence"),
    )
