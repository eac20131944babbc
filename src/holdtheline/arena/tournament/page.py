"""The report as one page of HTML that needs nothing else: no network, no script."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from urllib.parse import quote

from ...core.svg import Markup, element, escaped
from . import plots
from .details import against_section, faults_section
from .pool import Unplayed
from .standings import Row, Standings
from .tables import number

HEATS = 10
"""Steps of the heat map to either side."""
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""Nothing is asked for, from nobody."""
REPEATED = 0.9
"""Where fewer of the games differ, that is told."""


@dataclass(frozen=True)
class About:
    """How a tournament was made."""

    title: str
    command: str
    facts: tuple[tuple[str, str], ...]
    """What else there is to know, in words."""
    records: frozenset[str] = frozenset()
    """Those that are in the folder."""
    unplayed: tuple[Unplayed, ...] = ()


def page(table: Standings, about: About) -> bytes:
    style = (files(__package__) / "report.css").read_text(encoding="utf-8")
    sections = [
        standings_section(table),
        strengths_section(table),
        cross_section(table),
        against_section(table, about.records),
        faults_section(table, about.records),
        hints_section(table),
        cpu_section(table),
        unplayed_section(about.unplayed),
        made_section(table, about),
    ]
    head = element(
        "head",
        Markup('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'),
        Markup('<meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">'),
        element("title", about.title),
        element("style", Markup(style)),
    )
    main = element("main", summary(table, about), *filter(None, sections), id="main")
    body = element("body", element("a", "Skip to the table", class_="skip", href="#standings"), main)
    return f'<!doctype html>\n<html lang="en">{head}{body}</html>\n'.encode()


def summary(table: Standings, about: About) -> Markup:
    counts = f"{len(table.rows)} bots, {len(table.games):,} games"
    notes = []
    if not table.is_whole:
        notes.append(
            f"This tournament is not finished: {len(table.games):,} of {table.wanted:,} games were played. "
            "The same command goes on."
        )
    if table.different < REPEATED * len(table.games):
        notes.append(
            f"Only {table.different:,} of the {len(table.games):,} games differ: some bots play the same "
            "game again and again. Seeds with the very same games count once in the intervals."
        )
    best = table.rows[0]
    tops = [row.entry.name for row in table.rows if row.group == 1]
    told = (
        f"{best.entry.name} is first"
        if len(tops) == 1
        else f"{len(tops)} bots cannot be told apart at the top: {', '.join(tops)}"
    )
    return element(
        "header",
        element("p", "Hold the Line", class_="house"),
        element("h1", about.title),
        element("p", f"{counts}. {told}.", class_="lead"),
        *(element("p", note, class_="note") for note in notes),
        contents(),
    )


def contents() -> Markup:
    links = [
        ("standings", "Standings"), ("strengths", "Strengths and ranks"), ("cross", "Cross table"),
        ("against", "Against each opponent"), ("faults", "Faults"), ("hints", "Hints"),
        ("cpu", "Processor time"),
        ("made", "How it was made"),
    ]  # fmt: skip
    items = [element("li", element("a", text, href=f"#{place}")) for place, text in links]
    return element("nav", element("ul", *items), aria_label="Contents")


def section(place: str, title: str, *parts: str) -> Markup:
    return element("section", element("h2", title), *parts, id=place, class_="card")


def scrolled(table: str, label: str) -> Markup:
    """Wide tables scroll in a frame of their own, which the keyboard can reach."""
    return element("div", table, class_="scroll", tabindex=0, role="region", aria_label=label)


def grown(head: Sequence[str], rows: Sequence[Markup], caption: str, class_: str = "") -> Markup:
    heads = [element("th", text, scope="col") for text in head]
    return element(
        "table",
        element("caption", caption),
        element("thead", element("tr", *heads)),
        element("tbody", *rows),
        class_=class_,
    )


# Standings


def standings_section(table: Standings) -> Markup:
    head = ["Place", "Bot", "Points", "Won", "Drawn", "Lost", "Strength", "95 %", "Ranks", "Faults"]
    rows = [standings_row(table, row) for row in table.rows]
    caption = (
        "By strength. A line between two rows ends a group: bots of one group have intervals that "
        "overlap with the first of the group, so nobody can tell them apart from it."
    )
    return section("standings", "Standings", scrolled(grown(head, rows, caption, "standings"), "Standings"))


def standings_row(table: Standings, row: Row) -> Markup:
    following = table.rows[row.place] if row.place < len(table.rows) else None
    ends = following is not None and following.group != row.group
    faults = sum(row.faults.values())
    cells = [
        element("td", str(row.place), class_="n"),
        element("th", element("a", row.entry.name, href=f"#bot-{quote(row.entry.name)}"), scope="row"),
        element("td", number(row.points), class_="n strong"),
        *(element("td", str(count), class_="n") for count in (row.won, row.drawn, row.lost)),
        element("td", f"{row.elo:.0f}", class_="n strong"),
        element("td", f"{row.low:.0f} to {row.high:.0f}", class_="n"),
        element("td", rank_words(row), class_="n"),
        element("td", str(faults or "–"), class_="n bad" if faults else "n"),
    ]
    return element("tr", *cells, class_="ends" if ends else None)


def rank_words(row: Row) -> str:
    return str(row.rank_low) if row.rank_low == row.rank_high else f"{row.rank_low} to {row.rank_high}"


def strengths_section(table: Standings) -> Markup:
    rows = table.rows
    scale = plots.scale_for([row.elo for row in rows], [end for row in rows for end in (row.low, row.high)])
    elo = [
        (
            row,
            plots.interval(
                scale, row.low, row.elo, row.high, f"{row.elo:.0f}, {row.low:.0f} to {row.high:.0f}"
            ),
        )
        for row in rows
    ]
    places = plots.Scale(1, len(rows))
    ranks = [
        (
            row,
            plots.ranks(
                places, row.rank_low, row.place, row.rank_high, f"place {row.place}, ranks {rank_words(row)}"
            ),
        )
        for row in rows
    ]
    return section(
        "strengths",
        "Strengths and ranks",
        element(
            "p",
            "The dot is what was measured; the line has the truth on it in 95 of 100 such tournaments. 400 "
            "points are odds of 10 to 1. The mean of all bots that have both won and lost is 1500.",
        ),
        element(
            "div",
            figure("Strength, in Elo", elo, plots.axis(scale)),
            figure("Ranks that are possible", ranks, plots.axis(places, whole(places))),
            class_="two",
        ),
    )


def whole(scale: plots.Scale) -> list[tuple[float, str]]:
    return [(tick, f"{tick:g}") for tick in sorted({1, *scale.ticks()}) if tick >= 1 and tick == int(tick)]


def figure(title: str, rows: Sequence[tuple[Row, Markup]], axis: Markup) -> Markup:
    lines = [element("div", element("span", row.entry.name, class_="who"), plot) for row, plot in rows]
    return element(
        "figure",
        element("figcaption", title),
        *lines,
        element("div", element("span", ""), axis),
        class_="plot",
    )


# Everybody against everybody


def cross_section(table: Standings) -> Markup:
    head = ["", *(str(row.place) for row in table.rows)]
    rows = [cross_row(table, place) for place in range(len(table.rows))]
    caption = (
        "Points of the row against the column, whose number is the place of a bot. Blue: more than half."
    )
    return section("cross", "Cross table", scrolled(grown(head, rows, caption, "cross"), "Cross table"))


def cross_row(table: Standings, place: int) -> Markup:
    row = table.rows[place]
    cells = [element("th", element("span", str(row.place), class_="n"), f" {row.entry.name}", scope="row")]
    for other in range(len(table.rows)):
        met, points = table.met[place, other], table.points[place, other]
        if place == other or not met:
            cells.append(element("td", "", class_="none"))
            continue
        heat = round((points / met - 0.5) * 2 * HEATS)
        title = f"{row.entry.name} {number(points)} of {number(met)} against {table.rows[other].entry.name}"
        cells.append(element("td", number(points), class_=f"h{heat:+d}", title=title))
    return element("tr", *cells)


# Hints, processor time, what could not be played


def hints_section(table: Standings) -> Markup:
    about = element(
        "p",
        "Points of two bots against each other that do not fit their strengths. This is a hint, and never a "
        "verdict: bots that help each other look so, and so do bots whose style suits or does not suit the "
        "other's. Look at the games. The chance is corrected for the number of pairs: below 5 % a pair is a "
        "hint.",
    )
    shown = table.hints or table.residuals[:5]
    title = f"{len(table.hints)} hint{'s' * (len(table.hints) != 1)}" if table.hints else "No hints"
    rows = [
        element(
            "tr",
            element(
                "th",
                f"{table.rows[one.first].entry.name} against {table.rows[one.second].entry.name}",
                scope="row",
            ),
            element("td", f"{number(one.points)} of {number(one.games)}", class_="n"),
            element("td", f"{one.expected:.1f}", class_="n"),
            element("td", f"{one.z:+.1f}", class_="n"),
            element("td", "below 0.1 %" if one.chance < 0.001 else f"{one.chance:.1%}", class_="n"),
        )
        for one in shown
    ]
    caption = "Hints" if table.hints else "The largest differences; none is a hint"
    head = ["Bots", "Points", "Expected", "Standard errors", "Chance"]
    return section(
        "hints", f"Do results fit? {title}", about, scrolled(grown(head, rows, caption, "numbers"), "Hints")
    )


def cpu_section(table: Standings) -> Markup:
    used = [(row, row.cpu) for row in table.rows if any(row.cpu)]
    if not used:
        return section(
            "cpu",
            "Processor time",
            element("p", "Nobody measured it: the bots ran in the arena's own process."),
        )
    scale = plots.Scale(0, max(max(cpu) for _, cpu in used))
    rows = [
        (
            row,
            plots.amount(
                scale,
                sum(cpu) / len(cpu),
                max(cpu),
                f"{sum(cpu) / len(cpu):.2f} s a game, at most {max(cpu):.2f} s",
            ),
        )
        for row, cpu in used
    ]
    words = element(
        "p", "Seconds of the processor that a bot has used in a game: the bar is the mean, the mark the most."
    )
    return section("cpu", "Processor time", words, figure("Seconds a game", rows, plots.axis(scale)))


def unplayed_section(unplayed: Sequence[Unplayed]) -> Markup | None:
    if not unplayed:
        return None
    items = [element("li", element("code", one.key[:8]), f" {one.why}") for one in unplayed]
    words = element("p", "These were set aside. No bot is charged with them, and they count for nobody.")
    return section("unplayed", "Games that could not be played", words, element("ul", *items))


def made_section(table: Standings, about: About) -> Markup:
    facts = [Markup(element("dt", name) + element("dd", value)) for name, value in about.facts]
    rows = [
        element(
            "tr",
            element("th", row.entry.name, scope="row"),
            element("td", row.entry.source),
            element("td", element("code", row.entry.id)),
        )
        for row in sorted(table.rows, key=lambda row: row.entry.name.casefold())
    ]
    bots = scrolled(grown(["Bot", "From", "Digest of its files"], rows, "Who took part"), "Who took part")
    return section(
        "made",
        "How it was made",
        element("pre", element("code", about.command)),
        element("dl", *facts),
        element("p", *READING),
        bots,
    )


READING = (
    "The same command with the same bots gives the same table. Strengths are those of the Bradley-Terry "
    "model; a draw is half a win for each, and everybody has one more game, drawn and spread over all "
    "opponents, so that nobody is infinitely strong or weak. Intervals come from 1,000 resamples (a Bayesian "
    "bootstrap) of the pairs of games. Beside this page are ",
    *(
        part
        for name in ("standings.csv", "crosstable.csv", "games.csv", "report.json")
        for part in (element("a", name, href=name), " ")
    ),
    escaped("for programs."),
)
