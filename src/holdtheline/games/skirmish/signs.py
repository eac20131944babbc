"""Small signs at the bases: done, routing, shot at, and crossed swords where two are in melee."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache

from ...core.svg import Markup, element, group, path
from .outlines import upright, whole
from .shown import Figure, touching

SIGN = 190


def signs(one: Figure) -> list[Markup]:
    """Done at the upper right, routing at the upper left, shot at to the left."""
    flags = ((one.done, "done", 45), (one.routs, "routs", 135), (one.shot_at, "shot", 180))
    found = []
    for is_so, name, degrees in flags:
        if is_so:
            far = one.radius - 10
            x, y = math.cos(math.radians(degrees)) * far, -math.sin(math.radians(degrees)) * far
            found.append(element("g", sign(name), transform=f"translate({whole(x)} {whole(y)})"))
    return found


@lru_cache(maxsize=16)
def sign(name: str) -> Markup:
    """A tick, a white flag, or an arrow that has struck."""
    disc_ = element("circle", r=SIGN, class_="htl-sign")
    marks = {
        "done": path("M-85 5l60 65L90-70", "htl-sign-line"),
        "routs": path("M-60 110V-110M-60-105q55-35 90 0t60 5v115q-25 25-60 0t-90 0", "htl-sign-line"),
        "shot": group(
            element("circle", r=60, class_="htl-sign-line"),
            path("M-150-150L0 0M-70 0h70v-70", "htl-sign-line"),
            class_="htl-hit",
        ),
        "melee": path("M-105-105L105 105M105-105L-105 105M-115 45l70 70M115 45l-70 70", "htl-swords"),
    }
    return group(disc_, marks[name], class_=f"htl-sign-{name}")


def melee(figures: Iterable[Figure]) -> Iterator[Markup]:
    """Crossed swords where two bases meet."""
    for a, b in touching(figures):
        part = a.radius / (a.radius + b.radius)
        x, y = upright(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part)
        place = f"translate({whole(x)} {whole(y)})"
        yield element("g", sign("melee"), class_="htl-scene htl-melee", transform=place)
