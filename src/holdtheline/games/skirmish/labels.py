"""Names beside the bases: under each, over it, or at its side, wherever nothing is in the way."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.svg import Markup, element
from .outlines import Spot, upright
from .shown import ON_TABLE, Figure, Token
from .state import TABLE, Lies, There

Labels = dict[str, Spot]
"""Where the middle of a name is, seen from the middle of its thing; who has no room for one is not there."""
Round = tuple[float, float, float]
"""A middle, and how far it reaches to each side."""

LETTER = 114.0
"""Half of what a letter takes."""
LINE = 350.0
TOKEN = 330.0
ASIDE = 200.0
"""Between a base and the name at its side."""


def blocks_of(figures: Iterable[Figure], tokens: Iterable[Token], names: Labels) -> list[Round]:
    """What no other words may run into: bases, tokens and names, each with its middle and half its width."""
    there: list[Figure | Token] = [one for one in figures if one.there in (*ON_TABLE, There.WAITS)]
    there += [one for one in tokens if one.lies == Lies.FREE]
    found = []
    for one in there:
        x, y = upright(one.x, one.y)
        far = size_of(one)
        found += [(x, y + row, far) for row in (-far * 0.6, 0, far * 0.6)]
        if one.id in names:
            aside, down = names[one.id]
            found.append((x + aside, y + down - 110, len(one.name) * LETTER))
    return found


def labels(figures: Iterable[Figure], tokens: Iterable[Token]) -> Labels:
    there: list[Figure | Token] = [one for one in figures if one.there in ON_TABLE]
    there += [one for one in tokens if one.lies == Lies.FREE]
    bases = [(*upright(one.x, one.y), size_of(one)) for one in there]
    taken: list[Round] = []
    found = {}
    for place, one in enumerate(there):
        x, y, radius = bases[place]
        others = bases[:place] + bases[place + 1 :]
        half = len(one.name) * LETTER
        for aside, down in spots(one, x, radius, half):
            text = (x + aside, y + down, half)
            if fits(text, others, taken):
                taken.append(text)
                found[one.id] = (aside, down)
                break
    return found


def spots(one: Figure | Token, x: float, radius: float, half: float) -> list[Spot]:
    """Under it and over it, as far inwards as the table needs, and else to its right and its left."""
    inwards = max(half, min(TABLE - half, x)) - x
    beside = radius + ASIDE + half
    return [(inwards, down) for down in rows(one, radius)] + [(beside, 110), (-beside, 110)]


def rows(one: Figure | Token, radius: float) -> tuple[float, float]:
    """Under it and over it; who looks down has the name above, out of the way of where it looks."""
    below, above = radius + 370, -radius - 160
    if not isinstance(one, Figure) or one.there != There.STANDS:
        return below, above
    looks_down, looks_up = 30 < one.degrees < 150, -150 < one.degrees < -30
    below, above = below + 200 * looks_down, above - 200 * looks_up
    return (above, below) if looks_down else (below, above)


def size_of(one: Figure | Token) -> float:
    return float(one.radius) if isinstance(one, Figure) else TOKEN


def fits(text: Round, bases: Iterable[Round], taken: Iterable[Round]) -> bool:
    """Whether a line runs into no base and no other name, and not off the table."""
    x, y, half = text
    if not (half <= x <= TABLE - half and LINE < y < TABLE + LINE):
        return False
    if any(abs(by - y + 110) < far + 120 and abs(bx - x) < far + half for bx, by, far in bases):
        return False
    return all(abs(ty - y) > LINE or abs(tx - x) > half + other for tx, ty, other in taken)


def label(one: Figure | Token, names: Labels) -> list[Markup]:
    if one.id not in names:
        return []
    aside, down = names[one.id]
    return [element("text", one.name, x=round(aside) or None, y=round(down), class_="htl-called")]
