"""Parts of the report about single games: against each opponent, and faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log
from urllib.parse import quote

from ...core.svg import Markup, element
from ..playing import Fault
from . import plots
from .rating import ELO
from .standings import Game, Row, Standings
from .tables import number

MOST_FAULTS = 5
"""Sentences that are told of a bot."""


def against_section(table: Standings, records: frozenset[str]) -> Markup:
    by_pair: dict[frozenset[str], list[Game]] = {}
    for game in table.games:
        names = frozenset(entry.name for entry in game.entries)
        by_pair.setdefault(names, []).append(game)
    words = element(
        "p",
        "The dot is the share of the points, the upright mark what the two strengths make one expect. ",
        "As Elo: how strong the bot was against this opponent alone. A game is a number; ",
        "its link is the record, which ",
        element("code", "htl replay FILE"),
        " shows, and the table in the browser, too, if it is uploaded there. ○ ",
        "lost, ◐ drawn, ● won.",
    )
    bots = [one_bot(table, place, by_pair, records) for place in range(len(table.rows))]
    return element(
        "section", element("h2", "Against each opponent"), words, *bots, id="against", class_="card"
    )


def one_bot(
    table: Standings, place: int, by_pair: dict[frozenset[str], list[Game]], records: frozenset[str]
) -> Markup:
    row = table.rows[place]
    lines = [
        opponent(
            table, place, other, by_pair[frozenset((row.entry.name, table.rows[other].entry.name))], records
        )
        for other in range(len(table.rows))
        if other != place and table.met[place, other]
    ]
    heads = [
        element("th", text, scope="col") for text in ("Opponent", "Share of the points", "Points", "As Elo")
    ]
    grown = element(
        "table",
        element("caption", f"{row.entry.name} against each opponent"),
        element("thead", element("tr", *heads)),
        element("tbody", *lines),
        class_="against",
    )
    short = f"{row.place}. {row.entry.name}, {row.elo:.0f}: won {row.won}, drew {row.drawn}, lost {row.lost}"
    return element("details", element("summary", short), grown, id=f"bot-{quote(row.entry.name)}")


def opponent(
    table: Standings, place: int, other: int, games: Sequence[Game], records: frozenset[str]
) -> Markup:
    me, who = table.rows[place], table.rows[other]
    met, points = float(table.met[place, other]), float(table.points[place, other])
    expected = float(table.chance[place, other]) * met
    label = f"{number(points)} of {number(met)} points, {expected:.1f} were expected"
    name = element("span", who.entry.name, class_="who")
    links = element("span", *(game_link(game, me, records) for game in games), class_="games")
    return element(
        "tr",
        element("th", name, links, scope="row"),
        element("td", plots.share(points / met, expected / met, label), class_="wide"),
        element("td", f"{number(points)} of {number(met)}", class_="n"),
        element("td", as_elo(who.elo, points / met), class_="n"),
    )


def as_elo(opponent: float, share: float) -> str:
    if share in (0, 1):
        return "all lost" if share == 0 else "all won"
    return f"{opponent + ELO * log(share / (1 - share)):.0f}"


def game_link(game: Game, me: Row, records: frozenset[str]) -> Markup:
    seat = 0 if game.entries[0].name == me.entry.name else 1
    score = "○◐●"[game.result.scores[seat] + 1]
    text = f"{game.pair.number}{'ab'[game.order]}{score}"
    title = f"pair {game.pair.number}, seat {seat}: {game.result.reason} (turn {game.result.turns})"
    return Markup(record_link(game, text, records, title) + " ")


def record_link(game: Game, text: str, records: frozenset[str], title: str | None = None) -> Markup:
    record = game.result.record
    if record is None or record not in records:
        return element("span", text, title=title)
    return element("a", text, href=quote(record), title=title, download="")


# Faults


def faults_section(table: Standings, records: frozenset[str]) -> Markup:
    rows = [line for row in table.rows for line in faults_of(table, row, records)]
    if not rows:
        parts = [element("p", "Nobody lost a game by a fault or ran out of time.")]
    else:
        heads = [
            element("th", text, scope="col")
            for text in ("Bot", "Kind", "Games", "What happened", "For example")
        ]
        grown = element(
            "table",
            element(
                "caption", "Games that were lost by a fault: time-outs, crashes, malformed or illegal answers"
            ),
            element("thead", element("tr", *heads)),
            element("tbody", *rows),
            class_="faults",
        )
        parts = [
            element("div", grown, class_="scroll", tabindex=0, role="region", aria_label="Faults"),
            element("p", "What the bots wrote themselves is in the folder logs, a folder for each author."),
        ]
    return element("section", element("h2", "Time-outs and faults"), *parts, id="faults", class_="card")


def faults_of(table: Standings, row: Row, records: frozenset[str]) -> list[Markup]:
    """Each sentence once, the most frequent first, with the first game that it ended."""
    found: dict[tuple[str, str], Game] = {}
    counts: Counter[tuple[str, str]] = Counter()
    for game in table.games:
        for entry, fault in game.faults():
            if entry.name == row.entry.name:
                counts[told(fault)] += 1
                found.setdefault(told(fault), game)
    shown = counts.most_common(MOST_FAULTS)
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
        more = element("td", "with other sentences; games.csv has all of them", colspan=2, class_="quiet")
        name = element("th", row.entry.name, scope="row")
        lines.append(element("tr", name, element("td", ""), element("td", str(rest), class_="n"), more))
    return lines


def told(fault: Fault) -> tuple[str, str]:
    return fault.kind, fault.sentence
