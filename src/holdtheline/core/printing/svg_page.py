"""Write a page as an SVG picture of the size of its paper.

A text names our fonts and others that many machines have; its width is fixed, so that it fits with any of them.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..svg import Markup, element
from .canvas import Clip, Item, Label, Outline, Page, Shape
from .font import MM_PER_POINT


def write_svg(page: Page, title: str) -> str:
    """Return the page as an SVG document."""
    width, height = number(page.paper.width), number(page.paper.height)
    return element(
        "svg",
        element("title", title),
        element("rect", width=width, height=height, fill="#ffffff"),
        *draw_items(page.items, "clip"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=f"{width}mm",
        height=f"{height}mm",
        stroke_linecap="round",
        stroke_linejoin="round",
        role="img",
    )


def draw_items(items: Iterable[Item], prefix: str) -> list[Markup]:
    """Draw items; the ids of clips start with the prefix."""
    drawn = []
    for index, item in enumerate(items):
        if isinstance(item, Clip):
            id_ = f"{prefix}-{index}"
            drawn.append(element("clipPath", element("path", d=outline_text(item.outline)), id=id_))
            drawn.append(element("g", *draw_items(item.items, id_), Markup(""), clip_path=f"url(#{id_})"))
        else:
            drawn.append(draw_label(item) if isinstance(item, Label) else draw_shape(item))
    return drawn


def draw_shape(shape: Shape) -> Markup:
    return element(
        "path",
        d=outline_text(shape.outline),
        fill=shape.fill or "none",
        stroke=shape.stroke,
        stroke_width=number(shape.width) if shape.stroke else None,
        stroke_dasharray=" ".join(map(number, shape.dash)) or None,
    )


def draw_label(label: Label) -> Markup:
    _, weight, style = label.face.value
    turn = f"rotate({number(label.angle)} {number(label.x)} {number(label.y)})" if label.angle else None
    return element(
        "text",
        label.text,
        x=number(label.x),
        y=number(label.y),
        font_family=label.face.family,
        font_weight=weight if weight != "400" else None,
        font_style=style if style != "normal" else None,
        font_size=number(label.size * MM_PER_POINT),
        fill=label.fill,
        textLength=number(label.width) if len(label.text) > 1 else None,
        lengthAdjust="spacingAndGlyphs" if len(label.text) > 1 else None,
        transform=turn,
    )


def outline_text(outline: Outline) -> str:
    return "".join(
        segment.command + " ".join(f"{number(x)} {number(y)}" for x, y in segment.points) for segment in outline
    )


def number(value: float) -> str:
    """Return a length with thousandths, as short as possible."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
