"""Everything that a tournament tells, written into its folder: a page, CSV and JSON."""

from __future__ import annotations

import platform
import shlex
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

from ... import __version__
from ...core.catalog import contract_of
from .page import About, page
from .pool import Unplayed
from .schedule import Settings
from .standings import Standings
from .store import RESULTS, Store, write_whole
from .tables import crosstable_csv, games_csv, report_json, standings_csv

PAGE = "report.html"
LIBRARIES = ("numpy", "scipy", "choix", "numba")


def write_report(
    store: Store,
    table: Standings,
    settings: Settings,
    words: Sequence[str],
    unplayed: Sequence[Unplayed] = (),
) -> None:
    """`words` are those of the command that made it."""
    about = about_of(store, table, settings, words, unplayed)
    facts = {"command": about.command, **dict(about.facts)}
    for name, data in (
        ("standings.csv", standings_csv(table)),
        ("crosstable.csv", crosstable_csv(table)),
        ("games.csv", games_csv(table)),
        ("report.json", report_json(table, facts)),
        (PAGE, page(table, about)),
    ):
        write_whole(store.folder / name, data)


def about_of(
    store: Store, table: Standings, settings: Settings, words: Sequence[str], unplayed: Sequence[Unplayed]
) -> About:
    contract = contract_of(settings.game)
    kept = {game.result.record for game in table.games if store.is_there(game.result)}
    facts = (
        ("Game", f"{settings.game}, rules version {contract.rules_version}"),
        ("Options", ", ".join(f"{name} {value}" for name, value in settings.options) or "as usual"),
        ("Pairs", f"{max(game.pair.number for game in table.games)} for each two bots, from both seats"),
        ("Seed", str(settings.seed)),
        ("Judged", judged(settings)),
        ("Limits", limits_words(settings)),
        ("Programs", programs()),
        ("Written", datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")),
        ("Every result", f"{RESULTS}, a line a game"),
    )
    return About(
        f"Tournament of {settings.game}",
        shlex.join(words),
        facts,
        frozenset(record for record in kept if record),
        tuple(unplayed),
    )


def judged(settings: Settings) -> str:
    where = "in the arena's own process, without walls" if settings.trust else "each bot in a jail of its own"
    how = "a fault loses the game" if settings.strict else "a fault loses the action"
    return f"{where}; {how}; on the unmodified rules"


def limits_words(settings: Settings) -> str:
    limits: Any = settings.limits
    return (
        f"{limits.load_seconds:g} s to load, {limits.think_seconds:g} s to think, {limits.unit_seconds:g} s "
        f"for a unit, {limits.match_seconds:g} s a game, of the processor; {limits.memory_mb} MB"
    )


def programs() -> str:
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    return f"htl {__version__}, Python {platform.python_version()}, {libraries}, {platform.system()}"
