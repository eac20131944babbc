"""Write a page as an SVG picture of the size of its paper.

A text names our fonts and others that many machines have; its width is fixed, so that it fits with any of them.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..svg import Markup, element
from .canvas import Clip, Item, Label, Outline, Page, Shape, format_length
from .font import MM_PER_POINT


def write_svg(page: Page, title: str) -> str:
    """Return the page as an SVG document."""
    width, height = format_length(page.paper.width), format_length(page.paper.height)
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
        stroke_width=format_length(shape.width) if shape.stroke else None,
        stroke_dasharray=" ".join(map(format_length, shape.dash)) or None,
    )


def draw_label(label: Label) -> Markup:
    _, weight, style = label.face.value
    rotation = " ".join(map(format_length, (label.angle, label.x, label.y)))
    return element(
        "text",
        label.text,
        x=format_length(label.x),
        y=format_length(label.y),
        font_family=label.face.family,
        font_weight=weight if weight != "400" else None,
        font_style=style if style != "normal" else None,
        font_size=format_length(label.size * MM_PER_POINT),
        fill=label.fill,
        textLength=format_length(label.width) if len(label.text) > 1 else None,
        lengthAdjust="spacingAndGlyphs" if len(label.text) > 1 else None,
        transform=f"rotate({rotation})" if label.angle else None,
    )


def outline_text(outline: Outline) -> str:
    return "".join(
        segment.command + " ".join(f"{format_length(x)} {format_length(y)}" for x, y in segment.points)
        for segment in outline
    )
