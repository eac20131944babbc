"""The report as one self-contained HTML page (no network, no script), and the writing of all report files."""

from __future__ import annotations

import platform
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from importlib.resources import files
from typing import Any

from .... import __version__
from ....core.catalog import definition_of
from ....core.svg import Markup, element, escape_text
from ..pool import UnplayedJob
from ..result_store import RESULTS_FILE, ResultStore, write_atomically
from ..schedule import TournamentSettings
from ..standings import Standings
from .exports import crosstable_csv, games_csv, report_json, standings_csv
from .game_sections import faults_section, opponents_section
from .html_parts import html_scroll_region, html_section, html_table
from .sections import (
    cpu_section,
    crosstable_section,
    hints_section,
    standings_section,
    strengths_section,
    unplayed_section,
)

CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""The page loads nothing."""
REPEAT_THRESHOLD = 0.9
"""Below this share of distinct games the page shows a note."""


@dataclass(frozen=True)
class ReportInfo:
    """How a tournament was run."""

    title: str
    command: str
    facts: tuple[tuple[str, str], ...]
    """Further facts as pairs of name and text."""
    records: frozenset[str] = frozenset()
    """The records in the folder."""
    unplayed: tuple[UnplayedJob, ...] = ()


def render_page(table: Standings, about: ReportInfo) -> bytes:
    style = (files(__package__) / "report.css").read_text(encoding="utf-8")
    sections = [
        standings_section(table),
        strengths_section(table),
        crosstable_section(table),
        opponents_section(table, about.records),
        faults_section(table, about.records),
        hints_section(table),
        cpu_section(table),
        unplayed_section(about.unplayed),
        method_section(table, about),
    ]
    head = element(
        "head",
        Markup('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{CONTENT_SECURITY_POLICY}">'),
        Markup('<meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">'),
        element("title", about.title),
        element("style", Markup(style)),
    )
    main = element("main", summary_header(table, about), *filter(None, sections), id="main")
    body = element("body", element("a", "Skip to the table", class_="skip", href="#standings"), main)
    return f'<!doctype html>\n<html lang="en">{head}{body}</html>\n'.encode()


def summary_header(table: Standings, about: ReportInfo) -> Markup:
    counts = f"{len(table.rows)} bots, {len(table.games):,} games"
    notes = []
    if not table.is_complete:
        notes.append(
            f"This tournament is not finished: {len(table.games):,} of {table.scheduled:,} games were played. "
            "Run the same command to continue."
        )
    if table.distinct < REPEAT_THRESHOLD * len(table.games):
        notes.append(
            f"Only {table.distinct:,} of the {len(table.games):,} games are distinct: some bots repeat "
            "the same game. Identical games count once in the confidence intervals."
        )
    best = table.rows[0]
    tops = [row.entry.name for row in table.rows if row.group == 1]
    leaders = (
        f"{best.entry.name} is first"
        if len(tops) == 1
        else f"The top {len(tops)} bots cannot be distinguished statistically: {', '.join(tops)}"
    )
    return element(
        "header",
        element("p", "Hold the Line", class_="house"),
        element("h1", about.title),
        element("p", f"{counts}. {leaders}.", class_="lead"),
        *(element("p", note, class_="note") for note in notes),
        contents_nav(),
    )


def contents_nav() -> Markup:
    links = [
        ("standings", "Standings"), ("strengths", "Strengths and ranks"), ("cross", "Cross table"),
        ("against", "Against each opponent"), ("faults", "Faults"), ("hints", "Hints"),
        ("cpu", "CPU time"),
        ("made", "Method"),
    ]  # fmt: skip
    items = [element("li", element("a", text, href=f"#{place}")) for place, text in links]
    return element("nav", element("ul", *items), aria_label="Contents")


def method_section(table: Standings, about: ReportInfo) -> Markup:
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
    bots = html_scroll_region(
        html_table(["Bot", "From", "Digest of its files"], rows, "Who took part"), "Who took part"
    )
    return html_section(
        "made",
        "Method",
        element("pre", element("code", about.command)),
        element("dl", *facts),
        element("p", *READING_NOTE),
        bots,
    )


READING_NOTE = (
    "The same command with the same bots gives the same table. Strengths follow the Bradley-Terry model; a draw "
    "is half a win for each. Each bot gets one additional drawn game, spread over all opponents, so that all "
    "strengths are finite. The 95% confidence intervals come from 1,000 resamples (Bayesian bootstrap) of the "
    "pairs of games. The data are also available as ",
    *(
        part
        for name in ("standings.csv", "crosstable.csv", "games.csv", "report.json")
        for part in (element("a", name, href=name), " ")
    ),
    escape_text("in this folder."),
)

PAGE_FILE = "report.html"
LIBRARIES = ("numpy", "scipy", "choix", "numba")


def write_report(
    store: ResultStore,
    table: Standings,
    settings: TournamentSettings,
    words: Sequence[str],
    unplayed: Sequence[UnplayedJob] = (),
) -> None:
    """Write all report files; `words` are the words of the command."""
    about = make_report_info(store, table, settings, words, unplayed)
    facts = {"command": about.command, **dict(about.facts)}
    for name, data in (
        ("standings.csv", standings_csv(table)),
        ("crosstable.csv", crosstable_csv(table)),
        ("games.csv", games_csv(table)),
        ("report.json", report_json(table, facts)),
        (PAGE_FILE, render_page(table, about)),
    ):
        write_atomically(store.folder / name, data)


def make_report_info(
    store: ResultStore,
    table: Standings,
    settings: TournamentSettings,
    words: Sequence[str],
    unplayed: Sequence[UnplayedJob],
) -> ReportInfo:
    definition = definition_of(settings.game)
    kept = {game.result.record for game in table.games if store.has_record(game.result)}
    facts = (
        ("Game", f"{settings.game}, rules version {definition.rules_version}"),
        ("Options", ", ".join(f"{name} {value}" for name, value in settings.options) or "default"),
        ("Pairs", f"{max(game.pair.number for game in table.games)} for each pair of bots, from both seats"),
        ("Seed", str(settings.seed)),
        ("Conditions", describe_conditions(settings)),
        ("Limits", describe_limits(settings)),
        ("Versions", describe_versions()),
        ("Written", datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")),
        ("All results", f"{RESULTS_FILE}, one line per game"),
    )
    return ReportInfo(
        f"Tournament of {settings.game}",
        shlex.join(words),
        facts,
        frozenset(record for record in kept if record),
        tuple(unplayed),
    )


def describe_conditions(settings: TournamentSettings) -> str:
    where = "bots in the referee's process, without a jail" if settings.trust else "each bot in a separate jail"
    how = "a fault loses the game" if settings.strict else "a fault loses the action"
    return f"{where}; {how}; unmodified rules"


def describe_limits(settings: TournamentSettings) -> str:
    limits: Any = settings.limits
    return (
        f"{limits.load_seconds:g} s to load, {limits.think_seconds:g} s to think, {limits.unit_seconds:g} s "
        f"per unit, {limits.match_seconds:g} s per game (CPU time); {limits.memory_mb} MB"
    )


def describe_versions() -> str:
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    return f"htl {__version__}, Python {platform.python_version()}, {libraries}, {platform.system()}"
