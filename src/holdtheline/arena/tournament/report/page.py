"""Write the report files, among them one self-contained HTML page (no network, no script)."""

from __future__ import annotations

import platform
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from .... import __version__
from ....core.catalog import definition_of
from ....core.svg import escape_text
from ..pool import UnplayedJob
from ..result_store import RESULTS_FILE, ResultStore, write_atomically
from ..schedule import TournamentSettings
from ..standings import Standings
from .exports import DATA_FILES, format_points, report_json
from .sections import RankScale, Scale, heat_style, list_faults, list_opponents, make_interval_scale

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


def escape(value: object) -> object:
    """Escape text as in pictures: without the characters that XML does not allow."""
    return Markup(escape_text(value)) if type(value) is str else value


environment = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    finalize=escape,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)
environment.filters |= {"number": format, "points": format_points}


def render_page(table: Standings, about: ReportInfo) -> bytes:
    longest = max((seconds for row in table.rows for seconds in row.cpu), default=0.0)
    page = environment.get_template("report.html").render(
        table=table,
        about=about,
        repeat_threshold=REPEAT_THRESHOLD,
        elo_scale=make_interval_scale(table.rows),
        rank_scale=RankScale(0.5, len(table.rows) + 0.5),
        share_scale=Scale(0, 1),
        cpu_scale=Scale(0, longest) if longest else None,
        heat_style=heat_style,
        opponents=list_opponents(table),
        faults=list_faults(table),
    )
    return page.encode()


PAGE_FILE = "report.html"
DATA_FILE = "report.json"
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
    data = {name: make(table) for name, make in DATA_FILES.items()}
    data |= {DATA_FILE: report_json(table, facts), PAGE_FILE: render_page(table, about)}
    for name, content in data.items():
        write_atomically(store.folder / name, content)


def make_report_info(
    store: ResultStore,
    table: Standings,
    settings: TournamentSettings,
    words: Sequence[str],
    unplayed: Sequence[UnplayedJob],
) -> ReportInfo:
    definition = definition_of(settings.game)
    records = {game.result.record for game in table.games if store.has_record(game.result)}
    facts = (
        ("Game", f"{settings.game}, rules version {definition.rules_version_for(dict(settings.options))}"),
        ("Options", ", ".join(f"{name} {value}" for name, value in settings.options) or "default"),
        ("Pairs", f"{max(game.pair.number for game in table.games)} for each pair of bots, from both seats"),
        ("Seed", str(settings.seed)),
        ("Conditions", describe_conditions(settings)),
        ("Limits", describe_limits(settings)),
        ("Versions", describe_versions()),
        ("Written", datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")),
        ("All results", f"{RESULTS_FILE}, one line per game"),
    )
    found = frozenset(record for record in records if record)
    return ReportInfo(f"Tournament of {settings.game}", shlex.join(words), facts, found, tuple(unplayed))


def describe_conditions(settings: TournamentSettings) -> str:
    where = "bots in the referee's process, without a jail" if settings.trust else "each bot in a separate jail"
    how = "a fault loses the game" if settings.strict else "a fault loses the action"
    return f"{where}; {how}; unmodified rules"


def describe_limits(settings: TournamentSettings) -> str:
    limits = settings.limits
    return (
        f"{limits.load_seconds:g} s to load, {limits.think_seconds:g} s to think, {limits.unit_seconds:g} s "
        f"per unit, {limits.match_seconds:g} s per game (CPU and idle time); {limits.memory_mb} MB"
    )


def describe_versions() -> str:
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    return f"htl {__version__}, Python {platform.python_version()}, {libraries}, {platform.system()}"
