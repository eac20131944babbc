"""The HTML parts that sections of the report share: section, table, scroll region and plot."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.svg import Markup, element
from ..standings import StandingsRow


def html_section(place: str, title: str, *parts: str) -> Markup:
    return element("section", element("h2", title), *parts, id=place, class_="card")


def html_scroll_region(table: str, label: str) -> Markup:
    """Wrap a wide table in a scroll region that can be focused with the keyboard."""
    return element("div", table, class_="scroll", tabindex=0, role="region", aria_label=label)


def html_table(head: Sequence[str], rows: Sequence[Markup], caption: str, class_: str = "") -> Markup:
    heads = [element("th", text, scope="col") for text in head]
    return element(
        "table",
        element("caption", caption),
        element("thead", element("tr", *heads)),
        element("tbody", *rows),
        class_=class_,
    )


def html_plot(title: str, rows: Sequence[tuple[StandingsRow, Markup]], axis: Markup) -> Markup:
    lines = [element("div", element("span", row.entry.name, class_="who"), plot) for row, plot in rows]
    return element(
        "figure",
        element("figcaption", title),
        *lines,
        element("div", element("span", ""), axis),
        class_="plot",
    )
