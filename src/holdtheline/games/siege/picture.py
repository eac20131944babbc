"""The siege as a picture: a breached castle at the left, three roads, and the enemy at their right ends."""

from __future__ import annotations

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
    told = ("Siege", in_words(s), prompt(s, seat))
    ending = {Phase.WON: " htl-siege-won", Phase.LOST: " htl-siege-lost"}.get(s.phase, "")
    return document(
        f"htl-siege{ending}",
        (scenery.WIDTH, scenery.HEIGHT),
        told,
        scenery.STYLE + STYLE,
        scenery.sky(s.phase),
        scenery.land(),
        scenery.castle(s.phase),
        *(lane(s, i) for i in range(LANES)),
        backline(s),
        scenery.front_wall(s.phase),
        countdown(s),
    )


def in_words(s: Any) -> str:
    """The whole position, for whoever does not see it."""
    lanes = ", ".join(f"{name} lane {n}" for name, n in zip(LANE_NAMES, s.lane, strict=True))
    enemies = [f"{LANE_NAMES[i]} {enemy_words(s, i)}" for i in range(LANES) if s.enemy[i]]
    enemy = f"Enemy: {', '.join(enemies)}." if enemies else "No enemy in sight."
    return f"{headline(s)}. {lanes.capitalize()}, backline {s.backline}. {enemy}"


def enemy_words(s: Any, i: int) -> str:
    return f"{s.enemy[i]}, strength {strength(i, s.enemy[i])}"


def headline(s: Any) -> str:
    match s.phase:
        case Phase.COUNTDOWN:
            return "The scouts will tell"
        case Phase.WON:
            return "You held the line"
        case Phase.LOST:
            return "The castle falls"
        case _:
            return waves_left(s)


# What lies on the table


def lane(s: Any, i: int) -> Markup:
    return group(strength_arrow(s, i), own_die(s, i), enemy_die(s, i), class_="htl-lane")


def own_die(s: Any, i: int) -> Markup:
    name, troops = LANE_NAMES[i], int(s.lane[i])
    note = "" if troops else " · empty"
    label = words(f"{name.capitalize()}{note}", -29, -LABEL_UP, "htl-label htl-from-left")
    return piece(name, f"{name} lane, {troops}", OWN_X, LANE_Y[i], label, die(troops, "own"))


def enemy_die(s: Any, i: int) -> Markup:
    name, face = LANE_NAMES[i], int(s.enemy[i])
    if face:
        told, shown = f"enemy in the {name} lane, {enemy_words(s, i)}", die(face, "enemy", sharp=True)
        label, class_ = ("Beaten", "htl-beaten") if s.phase == Phase.WON else ("Enemy", "")
    else:
        is_next = s.phase == Phase.SCOUT and s.rolled == i
        told, shown = f"no enemy scouted in the {name} lane", no_die("enemy", sharp=True, mark="?")
        label, class_ = ("Roll", "htl-next") if is_next else ("Enemy", "")
    above = words(label, 0, -LABEL_UP, "htl-label")
    return piece(f"enemy-{name}", told, ENEMY_X, LANE_Y[i], above, shown, class_=class_)


def strength_arrow(s: Any, i: int) -> Markup:
    """S4.1: the die at the right, and what it comes to at the arrow's head."""
    name, face = LANE_NAMES[i], int(s.enemy[i])
    if not face:
        return piece(f"strength-{name}", f"no enemy in the {name} lane yet", 0, LANE_Y[i])
    is_past = s.phase in (Phase.WON, Phase.LOST)
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


def backline(s: Any) -> Markup:
    troops = int(s.backline)
    shown = die(troops, "own") if troops else no_die("own")
    label = words("Backline", 0, -LABEL_UP, "htl-label")
    return piece("backline", f"backline, {troops}", *BACKLINE, label, shown)


def countdown(s: Any) -> Markup:
    is_open = s.phase == Phase.COUNTDOWN
    shown = die("?" if is_open else int(s.waves), "count", 58)
    told = "countdown, not rolled yet" if is_open else f"countdown, {s.waves}"
    ribbon = []
    if s.phase in (Phase.WON, Phase.LOST):
        ribbon.append(path("M10-27H352l-14 27 14 27H10z", "htl-ribbon"))
    return piece(
        "countdown",
        told,
        *COUNTDOWN,
        *ribbon,
        shown,
        words("COUNTDOWN", 46, -8, "htl-caption"),
        words(headline(s), 45, 20, "htl-sentence"),
    )
