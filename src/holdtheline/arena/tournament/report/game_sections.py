"""Sections of the report about single games: against each opponent, and faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log
from urllib.parse import quote

from ....core.svg import Markup, element
from ...job import Fault
from ..rating import ELO_PER_LOGIT
from ..standings import PlayedGame, Standings, StandingsRow
from . import plots
from .exports import format_points
from .html_parts import html_scroll_region, html_section, html_table

MAX_FAULT_SENTENCES = 5
"""The most fault sentences shown per bot."""


def opponents_section(table: Standings, records: frozenset[str]) -> Markup:
    by_pair: dict[frozenset[str], list[PlayedGame]] = {}
    for game in table.games:
        names = frozenset(entry.name for entry in game.entries)
        by_pair.setdefault(names, []).append(game)
    words = element(
        "p",
        "The dot is the share of points scored, the vertical mark the expected share. ",
        "“As Elo” is the performance rating against this opponent alone. Each game is a number ",
        "that links to its record; replay it with ",
        element("code", "htl replay FILE"),
        " or upload it in the browser. ○ lost, ◐ drawn, ● won.",
    )
    bots = [bot_details(table, place, by_pair, records) for place in range(len(table.rows))]
    return html_section("against", "Against each opponent", words, *bots)


def bot_details(
    table: Standings, place: int, by_pair: dict[frozenset[str], list[PlayedGame]], records: frozenset[str]
) -> Markup:
    row = table.rows[place]
    lines = [
        opponent_row(table, place, other, by_pair[frozenset((row.entry.name, table.rows[other].entry.name))], records)
        for other in range(len(table.rows))
        if other != place and table.met[place, other]
    ]
    heads = ["Opponent", "Share of points", "Points", "As Elo"]
    opponents = html_table(heads, lines, f"{row.entry.name} against each opponent", "against")
    short = f"{row.place}. {row.entry.name}, {row.elo:.0f}: won {row.won}, drew {row.drawn}, lost {row.lost}"
    return element("details", element("summary", short), opponents, id=f"bot-{quote(row.entry.name)}")


def opponent_row(
    table: Standings, place: int, other: int, games: Sequence[PlayedGame], records: frozenset[str]
) -> Markup:
    me, who = table.rows[place], table.rows[other]
    met, points = float(table.met[place, other]), float(table.points[place, other])
    expected = float(table.win_probability[place, other]) * met
    label = f"{format_points(points)} of {format_points(met)} points, {expected:.1f} expected"
    name = element("span", who.entry.name, class_="who")
    links = element("span", *(game_link(game, me, records) for game in games), class_="games")
    return element(
        "tr",
        element("th", name, links, scope="row"),
        element("td", plots.draw_share(points / met, expected / met, label), class_="wide"),
        element("td", f"{format_points(points)} of {format_points(met)}", class_="n"),
        element("td", format_performance(who.elo, points / met), class_="n"),
    )


def format_performance(opponent: float, share: float) -> str:
    if share in (0, 1):
        return "all lost" if share == 0 else "all won"
    return f"{opponent + ELO_PER_LOGIT * log(share / (1 - share)):.0f}"


def game_link(game: PlayedGame, me: StandingsRow, records: frozenset[str]) -> Markup:
    seat = 0 if game.entries[0].name == me.entry.name else 1
    score = "○◐●"[game.result.scores[seat] + 1]
    text = f"{game.pair.number}{'ab'[game.order]}{score}"
    title = f"pair {game.pair.number}, seat {seat}: {game.result.reason} (turn {game.result.turns})"
    return Markup(record_link(game, text, records, title) + " ")


def record_link(game: PlayedGame, text: str, records: frozenset[str], title: str | None = None) -> Markup:
    record = game.result.record
    if record is None or record not in records:
        return element("span", text, title=title)
    return element("a", text, href=quote(record), title=title, download="")


# Faults


def faults_section(table: Standings, records: frozenset[str]) -> Markup:
    rows = [line for row in table.rows for line in fault_rows(table, row, records)]
    if not rows:
        parts = [element("p", "No game was lost by a fault or a time-out.")]
    else:
        heads = ["Bot", "Kind", "Games", "What happened", "For example"]
        caption = "Games lost by a fault: time-outs, crashes, malformed or illegal answers"
        parts = [
            html_scroll_region(html_table(heads, rows, caption, "faults"), "Faults"),
            element("p", "The bots' own output is in the folder logs, one folder per bot."),
        ]
    return html_section("faults", "Time-outs and faults", *parts)


def fault_rows(table: Standings, row: StandingsRow, records: frozenset[str]) -> list[Markup]:
    """Return a row for each sentence, the most frequent first, with the first game that it ended."""
    found: dict[tuple[str, str], PlayedGame] = {}
    counts: Counter[tuple[str, str]] = Counter()
    for game in table.games:
        for entry, fault in game.faults():
            if entry.name == row.entry.name:
                counts[fault_key(fault)] += 1
                found.setdefault(fault_key(fault), game)
    shown = counts.most_common(MAX_FAULT_SENTENCES)
    lines = [
        element(
            "tr",
            element("th", row.entry.name, scope="row"),
            element("td", kind, class_="bad"),
            element("td", str(count), class_="n"),
            element("td", sentence, class_="sentence"),
            element("td", record_link(found[kind, sentence], str(found[kind, sentence].pair), records)),
        )
        for (kind, sentence), count in shown
    ]
    rest = sum(counts.values()) - sum(count for _, count in shown)
    if rest:
        more = element("td", "with other messages; see games.csv for all of them", colspan=2, class_="quiet")
        name = element("th", row.entry.name, scope="row")
        lines.append(element("tr", name, element("td", ""), element("td", str(rest), class_="n"), more))
    return lines


def fault_key(fault: Fault) -> tuple[str, str]:
    return fault.kind, fault.sentence
