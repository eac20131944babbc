"""Draw with SVG: the elements that every game's picture is built from.

A picture uses classes and custom properties and no element ids, so one page can show several.
Everything a player can click is a `piece` with a stable `data-id`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import Any, NamedTuple

from .ascii_art import PIP_POSITIONS

DIE_SIZE = 62.0
"""The default width of a die."""

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Markup(str):
    """Text that is SVG. Any other text is escaped when it is put into an element."""

    __slots__ = ()


def escape_text(text: str) -> Markup:
    """Return plain text as markup, without characters that XML does not allow."""
    return text if isinstance(text, Markup) else Markup(escape(_NOT_XML.sub("", text)))


def format_number(value: float) -> str:
    """Return a coordinate as text, as short as possible."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(name: str, *children: str, **attributes: Any) -> Markup:
    """Return an element: `element("rect", width=2, class_="wall", data_id="w")`.

    In the names of attributes `_` means `-`; at the end it is removed.
    """
    inside = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_attribute_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    if not children:
        return Markup(f"<{name}{inside}/>")
    return Markup(f"<{name}{inside}>{''.join(map(escape_text, children))}</{name}>")


def _attribute_value(value: Any) -> str:
    return escape_text(value) if isinstance(value, str) else format_number(value)


def path(d: str, class_: str, **attributes: Any) -> Markup:
    return element("path", d=d, class_=class_, **attributes)


def rect(x: float, y: float, width: float, height: float, class_: str, rx: float | None = None) -> Markup:
    return element("rect", x=x, y=y, width=width, height=height, rx=rx, class_=class_)


def text_element(text: object, x: float, y: float, class_: str) -> Markup:
    return element("text", str(text), x=x, y=y, class_=class_)


def group(*children: str, class_: str) -> Markup:
    return element("g", *children, class_=class_)


def piece(id_: str, label: str, x: float, y: float, *children: str, class_: str = "") -> Markup:
    """Draw something that can be clicked; its children are drawn around the point (x, y)."""
    return element(
        "g",
        element("title", label),
        *children,
        class_=f"htl-piece htl-{id_} {class_}".rstrip(),
        data_id=id_,
        transform=f"translate({format_number(x)} {format_number(y)})",
    )


# Dice. The sides differ in colour, corners and pips. There are few different dice and each is drawn often, so they
# are cached.


@lru_cache(maxsize=512)
def svg_die(face: int | str, side: str, size: float = DIE_SIZE, sharp: bool = False) -> Markup:
    """Draw a die around (0, 0). A number too large for pips, or a word, is written out.

    A `sharp` die has square corners, a hatched rim and diamonds as pips; otherwise corners and pips are round.
    """
    half = size / 2
    corner = size * (0.03 if sharp else 0.23)
    parts = [
        rect(-half - 1, -half + size * 0.1, size + 2, size + 1, "htl-shadow", corner),
        rect(-half, -half + size * 0.07, size, size, "htl-die-side", corner),
        rect(-half, -half, size, size, "htl-die-face", corner),
    ]
    if sharp:
        parts.append(path(_hatching(half), "htl-die-hatch"))
        parts.append(rect(-half * 0.8, -half * 0.8, size * 0.8, size * 0.8, "htl-die-well"))
    else:
        parts.append(rect(-half + 2.5, -half + 2.5, size - 5, size - 5, "htl-die-gleam", corner - 2.5))
    if isinstance(face, str) or face not in PIP_POSITIONS:
        parts.append(_die_text(face, size))
    else:
        parts += [_pip(column * size * 0.25, row * size * 0.25, size, sharp) for column, row in PIP_POSITIONS[face]]
    return group(*parts, class_=f"htl-die htl-{side}")


@lru_cache(maxsize=512)
def svg_empty_die(side: str, size: float = DIE_SIZE, sharp: bool = False, mark: str = "") -> Markup:
    """Draw an empty space for a die."""
    half = size / 2
    place = rect(-half, -half, size, size, "htl-place", size * (0.03 if sharp else 0.23))
    return group(place, *([_die_text(mark, size)] if mark else []), class_=f"htl-no-die htl-{side}")


def _pip(x: float, y: float, size: float, sharp: bool) -> Markup:
    if not sharp:
        return element("circle", cx=x, cy=y, r=size * 0.085, class_="htl-pip")
    r = format_number(size * 0.105)
    d = f"M{format_number(x)} {format_number(y - size * 0.105)}l{r} {r} -{r} {r} -{r} -{r}z"
    return path(d, "htl-pip")


def _hatching(half: float) -> str:
    """Return the path of slanting lines over a square; the well covers their middle."""
    gap = half / 4
    lines = []
    for line in range(-7, 8):
        start, end = max(-half, line * gap - half), min(half, line * gap + half)
        lines.append(
            f"M{format_number(start)} {format_number(line * gap - start)}"
            f"L{format_number(end)} {format_number(line * gap - end)}"
        )
    return "".join(lines)


def _die_text(text: object, size: float) -> Markup:
    height = size * (0.64, 0.64, 0.52, 0.36)[min(len(str(text)), 3)]
    return element("text", str(text), y=height * 0.36, font_size=height, class_="htl-written", text_anchor="middle")


# The whole picture


def css_palette(scope: str, colours: Mapping[str, tuple[str, str]]) -> str:
    """Return custom properties for light and dark mode; `scope` is a class."""
    light, dark = (";".join(f"--htl-{name}:{pair[i]}" for name, pair in colours.items()) for i in (0, 1))
    return f".{scope}{{{light}}}\n@media (prefers-color-scheme:dark){{.{scope}{{{dark}}}}}\n"


DICE_COLOURS = {
    "ink": ("#2b2a33", "#f1ebdd"),
    "quiet": ("#565463", "#b9b6c4"),
    "shade": ("#1d1a26", "#000"),
    "own-face": ("#fffaf0", "#f4ecdc"),
    "own-side": ("#b9c3cc", "#8f9aa6"),
    "own-edge": ("#1f4e6b", "#7fb4d6"),
    "own-pip": ("#1b4965", "#153b54"),
    "enemy-face": ("#a8372c", "#b0402f"),
    "enemy-side": ("#5f1a15", "#571812"),
    "enemy-edge": ("#4d120e", "#f0a08e"),
    "enemy-pip": ("#fff3e2", "#fff1e0"),
    "count-face": ("#f2c14e", "#e8b544"),
    "count-side": ("#a5741a", "#8a6116"),
    "count-edge": ("#6b4a0d", "#ffe2a0"),
    "count-pip": ("#3d2a06", "#33230a"),
}

_SIDE_STYLE = "".join(
    f".htl-{side}{{--htl-face:var(--htl-{side}-face);--htl-side:var(--htl-{side}-side);"
    f"--htl-edge:var(--htl-{side}-edge);--htl-dot:var(--htl-{side}-pip)}}\n"
    for side in ("own", "enemy", "count")
)

DICE_STYLE = (
    css_palette("htl-picture", DICE_COLOURS)
    + _SIDE_STYLE
    + """\
.htl-picture{display:block;width:100%;height:auto;font-family:system-ui,sans-serif}
.htl-shadow{fill:var(--htl-shade);opacity:.22}
.htl-die-side{fill:var(--htl-side);stroke:var(--htl-edge);stroke-width:1.5}
.htl-die-face{fill:var(--htl-face);stroke:var(--htl-edge);stroke-width:1.5}
.htl-die-gleam{fill:none;stroke:#fff;stroke-width:2;opacity:.55}
.htl-die-hatch{fill:none;stroke:var(--htl-side);stroke-width:2.5}
.htl-die-well{fill:var(--htl-face)}
.htl-pip{fill:var(--htl-dot)}
.htl-written{fill:var(--htl-dot);font-weight:700;font-variant-numeric:lining-nums}
.htl-place{fill:var(--htl-shade);fill-opacity:.07;stroke:var(--htl-ink);stroke-width:2;stroke-dasharray:6 5;\
stroke-opacity:.75}
.htl-no-die .htl-written{fill:var(--htl-ink)}
"""
)


@lru_cache(maxsize=16)
def _style_element(style: str) -> Markup:
    return element("style", Markup(DICE_STYLE + style))


class SvgText(NamedTuple):
    """The texts of a picture for a screen reader."""

    title: str
    position: str
    prompt: str


def svg_document(
    class_: str, size: tuple[int, int], text: tuple[str, str, str], style: str, *parts: str, map_box: str | None = None
) -> str:
    """Return a whole picture; `text` is an `SvgText`, `map_box` the part that a page shows without the rest."""
    title, position, prompt = text
    width, height = size
    return element(
        "svg",
        element("title", title),
        element("desc", prompt),
        _style_element(style),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        class_=f"htl-picture {class_}",
        role="img",
        aria_label=position,
        data_map=map_box,
    )
