"""Sections of the report about all bots: standings, strengths, cross table, hints, CPU time, unplayed games."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from ....core.svg import Markup, element
from ..pool import UnplayedJob
from ..standings import Standings, StandingsRow
from . import plots
from .exports import format_points
from .html_parts import html_plot, html_scroll_region, html_section, html_table

HEATMAP_STEPS = 10
"""Colour steps on either side of one half."""


# Standings


def format_ranks(row: StandingsRow) -> str:
    return str(row.rank_low) if row.rank_low == row.rank_high else f"{row.rank_low} to {row.rank_high}"


def standings_section(table: Standings) -> Markup:
    head = ["Place", "Bot", "Points", "Won", "Drawn", "Lost", "Elo", "95% interval", "Ranks", "Faults"]
    rows = [standings_row(table, row) for row in table.rows]
    caption = (
        "Sorted by strength. Lines separate groups: the intervals of a group's bots overlap with that of its first "
        "bot, so they cannot be distinguished from it statistically."
    )
    return html_section(
        "standings",
        "Standings",
        html_scroll_region(html_table(head, rows, caption, "standings"), "Standings"),
    )


def standings_row(table: Standings, row: StandingsRow) -> Markup:
    following = table.rows[row.place] if row.place < len(table.rows) else None
    ends = following is not None and following.group != row.group
    faults = sum(row.faults.values())
    cells = [
        element("td", str(row.place), class_="n"),
        element("th", element("a", row.entry.name, href=f"#bot-{quote(row.entry.name)}"), scope="row"),
        element("td", format_points(row.points), class_="n strong"),
        *(element("td", str(count), class_="n") for count in (row.won, row.drawn, row.lost)),
        element("td", f"{row.elo:.0f}", class_="n strong"),
        element("td", f"{row.low:.0f} to {row.high:.0f}", class_="n"),
        element("td", format_ranks(row), class_="n"),
        element("td", str(faults or "–"), class_="n bad" if faults else "n"),
    ]
    return element("tr", *cells, class_="ends" if ends else None)


def strengths_section(table: Standings) -> Markup:
    rows = table.rows
    scale = plots.make_interval_scale([row.elo for row in rows], [end for row in rows for end in (row.low, row.high)])
    elo = [
        (
            row,
            plots.draw_interval(scale, row.low, row.elo, row.high, f"{row.elo:.0f}, {row.low:.0f} to {row.high:.0f}"),
        )
        for row in rows
    ]
    places = plots.Scale(1, len(rows))
    ranks = [
        (
            row,
            plots.draw_ranks(
                places,
                row.rank_low,
                row.place,
                row.rank_high,
                f"place {row.place}, ranks {format_ranks(row)}",
            ),
        )
        for row in rows
    ]
    return html_section(
        "strengths",
        "Strengths and ranks",
        element(
            "p",
            "The dot is the estimated strength, the line its 95% confidence interval. 400 Elo are odds of 10 to 1. "
            "The mean of all bots that have both won and lost is 1500.",
        ),
        element(
            "div",
            html_plot("Strength (Elo)", elo, plots.draw_axis(scale)),
            html_plot("Possible ranks (95% interval)", ranks, plots.draw_axis(places, whole_ticks(places))),
            class_="two",
        ),
    )


def whole_ticks(scale: plots.Scale) -> list[tuple[float, str]]:
    return [(tick, f"{tick:g}") for tick in sorted({1, *scale.ticks()}) if tick >= 1 and tick == int(tick)]


# Cross table


def crosstable_section(table: Standings) -> Markup:
    head = ["", *(str(row.place) for row in table.rows)]
    rows = [crosstable_row(table, place) for place in range(len(table.rows))]
    caption = "Points of the row against the column; column numbers are places. Blue is more than half."
    return html_section(
        "cross", "Cross table", html_scroll_region(html_table(head, rows, caption, "cross"), "Cross table")
    )


def crosstable_row(table: Standings, place: int) -> Markup:
    row = table.rows[place]
    cells = [element("th", element("span", str(row.place), class_="n"), f" {row.entry.name}", scope="row")]
    for other in range(len(table.rows)):
        met, points = table.met[place, other], table.points[place, other]
        if place == other or not met:
            cells.append(element("td", "", class_="none"))
            continue
        heat = round((points / met - 0.5) * 2 * HEATMAP_STEPS)
        title = (
            f"{row.entry.name} {format_points(points)} of {format_points(met)} against {table.rows[other].entry.name}"
        )
        cells.append(element("td", format_points(points), class_=f"h{heat:+d}", title=title))
    return element("tr", *cells)


# Hints, CPU time, unplayed games


def hints_section(table: Standings) -> Markup:
    about = element(
        "p",
        "Pairs of bots whose points against each other do not fit their strengths. A hint is not a verdict: "
        "bots that help each other look like this, and so do bots with an unusually good or bad match-up. "
        "Review the games. The p-value is corrected for the number of pairs; below 5% a pair is a hint.",
    )
    shown = table.hints or table.residuals[:5]
    title = f"{len(table.hints)} hint{'s' * (len(table.hints) != 1)}" if table.hints else "No hints"
    rows = [
        element(
            "tr",
            element(
                "th",
                f"{table.rows[residual.first].entry.name} against {table.rows[residual.second].entry.name}",
                scope="row",
            ),
            element("td", f"{format_points(residual.points)} of {format_points(residual.games)}", class_="n"),
            element("td", f"{residual.expected:.1f}", class_="n"),
            element("td", f"{residual.z:+.1f}", class_="n"),
            element("td", "below 0.1%" if residual.p_value < 0.001 else f"{residual.p_value:.1%}", class_="n"),
        )
        for residual in shown
    ]
    caption = "Hints" if table.hints else "The largest differences; none is significant"
    head = ["Bots", "Points", "Expected", "Standard errors", "p-value"]
    return html_section(
        "hints",
        f"Unexpected results: {title}",
        about,
        html_scroll_region(html_table(head, rows, caption, "numbers"), "Hints"),
    )


def cpu_section(table: Standings) -> Markup:
    used = [(row, row.cpu) for row in table.rows if any(row.cpu)]
    if not used:
        return html_section(
            "cpu",
            "CPU time",
            element("p", "Not measured: the bots ran in the referee's process."),
        )
    scale = plots.Scale(0, max(max(cpu) for _, cpu in used))
    rows = [
        (
            row,
            plots.draw_amount(
                scale,
                sum(cpu) / len(cpu),
                max(cpu),
                f"{sum(cpu) / len(cpu):.2f} s per game, at most {max(cpu):.2f} s",
            ),
        )
        for row, cpu in used
    ]
    words = element("p", "CPU seconds per game: the bar shows the mean, the mark the maximum.")
    return html_section("cpu", "CPU time", words, html_plot("Seconds per game", rows, plots.draw_axis(scale)))


def unplayed_section(unplayed: Sequence[UnplayedJob]) -> Markup | None:
    if not unplayed:
        return None
    items = [element("li", element("code", job.key[:8]), f" {job.reason}") for job in unplayed]
    words = element("p", "No bot is at fault for these games, and they do not count.")
    return html_section("unplayed", "Games that could not be played", words, element("ul", *items))
