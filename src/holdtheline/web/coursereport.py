"""The report of a course, for its teacher: the page, the tables and the JSON of a tournament."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal

from ..arena.tournament.page import About, page
from ..arena.tournament.report import judged, limits_words, programs
from ..arena.tournament.standings import Standings
from ..arena.tournament.tables import crosstable_csv, games_csv, report_json, standings_csv
from ..core.catalog import contract_of
from .courseboard import Terms
from .schema import CourseRow

Form = Literal["report.html", "standings.csv", "crosstable.csv", "games.csv", "report.json"]
KINDS = {"html": "text/html; charset=utf-8", "csv": "text/csv; charset=utf-8", "json": "application/json"}


def report(course: CourseRow, table: Standings, form: Form) -> bytes:
    match form:
        case "standings.csv":
            return standings_csv(table)
        case "crosstable.csv":
            return crosstable_csv(table)
        case "games.csv":
            return games_csv(table)
        case "report.json":
            return report_json(table, dict(facts(course)))
        case _:
            return page(table, About(course.title, "a course in the browser", facts(course)))


def facts(course: CourseRow) -> tuple[tuple[str, str], ...]:
    terms = Terms.of(course)
    settings = terms.settings(course.game)
    return (
        ("Game", f"{course.game}, rules version {contract_of(course.game).rules_version}"),
        ("Options", ", ".join(f"{name} {value}" for name, value in terms.options.items())),
        ("Pairs", f"{terms.pairs} for each two bots, from both seats"),
        ("Judged", judged(settings)),
        ("Limits", limits_words(settings)),
        ("Programs", programs()),
        ("Written", datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")),
    )
