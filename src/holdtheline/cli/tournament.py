"""`htl tournament`: play every bot against every other, and report the standings."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.definition import GameDefinition
from ..core.errors import require_extra
from . import EXIT_BAD, EXIT_INTERRUPTED, EXIT_OK
from .bots import MemoryOption, SecondsOption, make_limits, require_walls
from .common import JsonOption, ensure_compiled, progress_bar

if TYPE_CHECKING:
    from ..arena.tournament.entries import EntryList
    from ..arena.tournament.pool import Pool, UnplayedJob
    from ..arena.tournament.result_store import ResultStore
    from ..arena.tournament.schedule import GamePair, TournamentSettings
    from ..arena.tournament.standings import Standings


SEATS = 2
SEED_BITS = 48
MAX_ROWS = 40
BOTS_FOLDER = "bots"
"""Subfolder of the results with a copy of each bot as it played."""
WorkersOption = Annotated[
    int | None, typer.Option(help="games to play at once, at most one per core; default: all cores")
]
TrustOption = Annotated[bool, typer.Option("--trust", help="run bots in the arena's own processes, without a jail")]
TrainingOption = Annotated[bool, typer.Option("--training", help="a fault costs the decision, not the game")]


def tournament(
    definition: GameDefinition,
    options: dict[str, str | int],
    folder: Annotated[Path, typer.Argument(help="folder with the bots", metavar="FOLDER")],
    out: Annotated[Path, typer.Option(help="folder for the results")],
    pairs: Annotated[int, typer.Option(help="seeds per pair of bots, each played from both seats")] = 10,
    player: Annotated[list[str] | None, typer.Option(help="also enter this built-in player; can be repeated")] = None,
    seed: Annotated[
        int | None, typer.Option(help="the same seed gives the same games; default: drawn at random and saved")
    ] = None,
    workers: WorkersOption = None,
    trust: TrustOption = False,
    training: TrainingOption = False,
    seconds: SecondsOption = 2.0,
    memory: MemoryOption = 512,
    ray: Annotated[bool, typer.Option("--ray", help="play on several machines with Ray")] = False,
    ray_address: Annotated[str | None, typer.Option(help="address of a Ray cluster")] = None,
    as_json: JsonOption = False,
) -> int:
    """Play all bots of a folder against each other, and write standings and a report.

    If it is stopped, run the same command again to continue.
    """
    require_extra("`htl tournament`", "tournament")
    from ..arena.tournament.entries import enter_folder
    from ..arena.tournament.result_store import ResultStore
    from ..arena.tournament.schedule import round_robin

    settings = make_settings(definition, options, trust, training)
    settings = replace(settings, limits=make_limits(seconds, memory))
    pool_config = PoolConfig(workers, ray or ray_address is not None, ray_address)
    pool_config.check()
    with ResultStore(out) as store:
        settings = replace(settings, seed=choose_seed(seed, store))
        entries = enter_folder(definition, folder, player or [], out / BOTS_FOLDER)
        schedule = round_robin(entries.entries, settings, pairs)
        store.check_settings(settings)
        stopped, unplayed = play_schedule(schedule, store, entries, settings, pool_config)
        return report_results(schedule, store, settings, unplayed, stopped, as_json)


def choose_seed(requested: int | None, store: ResultStore) -> int:
    """Return the requested seed, else the one saved in the folder, else a new one that bots cannot predict."""
    if requested is not None:
        return requested
    saved = store.seed()
    return secrets.randbits(SEED_BITS) if saved is None else saved


def make_settings(
    definition: GameDefinition, options: dict[str, str | int], trust: bool, training: bool
) -> TournamentSettings:
    from ..arena.match import require_two_seats
    from ..arena.tournament.schedule import TournamentSettings

    require_two_seats("a game of bots", definition, options)
    defaults = {option.name: option.default for option in definition.options}
    changed = tuple(sorted((name, value) for name, value in options.items() if value != defaults[name]))
    return TournamentSettings(definition.name, changed, strict=not training, trust=trust)


@dataclass(frozen=True)
class PoolConfig:
    """Where games are played: by workers on this machine, or on a Ray cluster."""

    workers: int | None
    on_ray: bool = False
    address: str | None = None

    def check(self) -> None:
        """Raise BadOption now, before anything is played, if there is no such pool."""
        from ..arena.tournament.pool import choose_cores

        if self.on_ray:
            from ..arena.tournament.ray_pool import import_ray

            import_ray()
        else:
            choose_cores(self.workers)

    @contextmanager
    def open_pool(self, entries: EntryList, settings: TournamentSettings, bots: Path) -> Iterator[Pool]:
        from ..arena.jail.limits import BUSY_FACTOR
        from ..arena.tournament.job_runner import ArenaJobRunner, PortableJobRunner
        from ..arena.tournament.pool import LocalPool, choose_cores

        runner = ArenaJobRunner(settings.game, settings.options, entries.submissions, bots.resolve(), settings.trust)
        pool: Pool
        if self.on_ray:
            from ..arena.tournament.ray_pool import RayPool  # each machine checks its own walls

            pool = RayPool(PortableJobRunner.pack(runner), self.address, self.workers)
        else:
            if entries.submissions and not settings.trust:
                require_walls()
            limits = settings.limits
            longest = 2 * SEATS * BUSY_FACTOR * (limits.match_seconds + limits.load_seconds)
            pool = LocalPool(runner, choose_cores(self.workers), longest)
        try:
            yield pool
        finally:
            pool.close()


def play_schedule(
    schedule: Sequence[GamePair],
    store: ResultStore,
    entries: EntryList,
    settings: TournamentSettings,
    pool_config: PoolConfig,
) -> tuple[bool, tuple[UnplayedJob, ...]]:
    """Play the missing games; return whether Ctrl-C stopped them, and the games that could not be played."""
    from ..arena.tournament.run import find_missing_batches, play_missing_games

    if next(find_missing_batches(schedule, set(store.results)), None) is None:
        return False, ()
    ensure_compiled(settings.game)
    if entries.submissions and not settings.trust and not pool_config.on_ray:
        attack_walls()
    try:
        with progress_bar() as bar, pool_config.open_pool(entries, settings, store.folder / BOTS_FOLDER) as pool:
            task = bar.add_task("")
            unplayed = play_missing_games(
                schedule, store, pool, lambda done, total: bar.update(task, completed=done, total=total)
            )
    except KeyboardInterrupt:
        return True, ()
    return False, unplayed


def attack_walls() -> None:
    """Raise an error if the jail does not hold, so that no bot is graded in it."""
    require_walls()
    from ..arena.jail.self_test import require_safe_jail
    from ..arena.jail.supervisor import Supervisor

    if sys.stderr.isatty():
        print("Testing the jail first …", file=sys.stderr)
    with Supervisor() as supervisor:
        require_safe_jail(supervisor)


def report_results(
    schedule: Sequence[GamePair],
    store: ResultStore,
    settings: TournamentSettings,
    unplayed: Sequence[UnplayedJob],
    stopped: bool,
    as_json: bool = False,
) -> int:
    from ..arena.tournament.report.page import DATA_FILE, PAGE_FILE, write_report
    from ..arena.tournament.standings import compute_standings

    table = compute_standings(schedule, store.results)
    if table is None:
        print("No game was played.")
        return EXIT_INTERRUPTED if stopped else EXIT_BAD
    write_report(store, table, settings, ["htl", *sys.argv[1:]], unplayed)
    code = EXIT_INTERRUPTED if stopped else EXIT_BAD if unplayed else EXIT_OK
    if as_json:
        print((store.folder / DATA_FILE).read_text(encoding="utf-8"), end="")
        return code
    print_standings(table)
    if stopped:
        print("Stopped. Run the same command again to continue.")
    if unplayed:
        print(f"{len(unplayed):,} games could not be played; they do not count against any bot.")
    print(f"The full report is in {store.folder / PAGE_FILE}.")
    return code


def print_standings(table: Standings) -> None:
    scheduled = "" if table.is_complete else f" of {table.scheduled:,}"
    print(f"{len(table.rows)} bots, {len(table.games):,}{scheduled} games")
    width = max(len(row.entry.name) for row in table.rows)
    print(f"{'':>4} {'':{width}} {'points':>7} {'Elo':>5}  {'95 %':<12} ranks")
    for row in table.rows[:MAX_ROWS]:
        before = table.rows[row.place - 2].group if row.place > 1 else row.group
        if row.group != before:
            print("     " + "-" * (width + 35))
        interval = f"{row.low:.0f} to {row.high:.0f}"
        ranks = f"{row.rank_low} to {row.rank_high}" if row.rank_low < row.rank_high else f"{row.rank_low}"
        faults = sum(row.faults.values())
        note = f"   {faults:,} lost by a fault" if faults else ""
        print(
            f"{row.place:>3}. {row.entry.name:{width}} {row.points:>7g} {row.elo:>5.0f}  {interval:<12} {ranks}{note}"
        )
    if len(table.rows) > MAX_ROWS:
        print(f"and {len(table.rows) - MAX_ROWS} more")
    print("Within a group, no bot is significantly weaker than the first.")
