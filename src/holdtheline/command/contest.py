"""Many bots against each other, and whether a new one is better than an old one."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.contract import Contract
from ..core.errors import BadOption
from . import BAD, FINE, STOPPED
from .bots import Memory, Seconds, limits_of, refuse_without_walls
from .study import be_warm

if TYPE_CHECKING:
    from rich.progress import Progress

    from ..arena.tournament.duel import Standing
    from ..arena.tournament.entering import Field
    from ..arena.tournament.pool import Pool, Unplayed
    from ..arena.tournament.schedule import Pair, Settings
    from ..arena.tournament.standings import Standings
    from ..arena.tournament.store import Store

SEATS = 2
SEED_BITS = 48
MOST_ROWS = 40
RECORDS = "bots"
"""The folder of a tournament in which the bots' files are kept as they were judged."""

Seed = Annotated[int, typer.Option(help="the same seed gives the same games")]
Workers = Annotated[int | None, typer.Option(help="how many play at once, at most one a core; else all")]
Trust = Annotated[
    bool, typer.Option("--trust", help="run bots in this arena's own processes, without a jail")
]
Training = Annotated[bool, typer.Option("--training", help="a fault loses the action, not the game")]


def tournament(
    contract: Contract,
    options: dict[str, str | int],
    folder: Annotated[Path, typer.Argument(help="the folder with the bots", metavar="FOLDER")],
    out: Annotated[Path, typer.Option(help="the folder for everything that comes out")],
    pairs: Annotated[int, typer.Option(help="seeds that each two bots play, from both seats")] = 10,
    player: Annotated[
        list[str] | None, typer.Option(help="a player that is built in takes part, too")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="the same seed gives the same games; else one is drawn and kept")
    ] = None,
    workers: Workers = None,
    trust: Trust = False,
    training: Training = False,
    seconds: Seconds = 2.0,
    memory: Memory = 512,
    ray: Annotated[bool, typer.Option("--ray", help="play on many machines, with Ray")] = False,
    ray_address: Annotated[str | None, typer.Option(help="the address of a Ray cluster")] = None,
) -> int:
    """Everybody against everybody: points, strengths with intervals, and a report.

    Stopped or killed, the same command goes on where it was.
    """
    from ..arena.tournament.entering import enter
    from ..arena.tournament.schedule import round_robin
    from ..arena.tournament.store import Store

    settings = settings_of(contract, options, trust, training)
    settings = replace(settings, limits=limits_of(seconds, memory))
    crew = Crew(workers, ray or ray_address is not None, ray_address)
    crew.check()
    with Store(out) as store:
        settings = replace(settings, seed=the_seed(seed, store))
        field = enter(contract, folder, player or [], out / RECORDS)
        plan = round_robin(field.entries, settings, pairs)
        store.settle(settings)
        stopped, unplayed = played(plan, store, field, settings, crew)
        return reported(plan, store, settings, unplayed, stopped)


def the_seed(asked: int | None, store: Store) -> int:
    """What was asked for, or that of the folder, or one that nobody could know beforehand."""
    if asked is not None:
        return asked
    kept = store.seed()
    return secrets.randbits(SEED_BITS) if kept is None else kept


def settings_of(contract: Contract, options: dict[str, str | int], trust: bool, training: bool) -> Settings:
    from ..arena.tournament.schedule import Settings

    seats = contract.seats_of(options)
    if len(seats) != SEATS:
        raise BadOption(f"{contract.name} has {len(seats)} seat(s), and bots play against each other in two")
    usual = {option.name: option.default for option in contract.options}
    unusual = tuple(sorted((name, value) for name, value in options.items() if value != usual[name]))
    return Settings(contract.name, unusual, strict=not training, trust=trust)


class Crew:
    """Who plays the games: workers of this machine, or Ray's."""

    def __init__(self, workers: int | None, on_ray: bool = False, address: str | None = None) -> None:
        self.workers = workers
        self.on_ray = on_ray
        self.address = address

    def check(self) -> None:
        """What is wrong is said before anything is played."""
        from ..arena.tournament.pool import cores_for

        if self.on_ray:
            from ..arena.tournament.ray import find_ray

            find_ray()
        else:
            cores_for(self.workers)

    @contextmanager
    def at_work(self, field: Field, settings: Settings, bots: Path) -> Iterator[Pool]:
        from ..arena.tournament.judging import Judge, Travelling
        from ..arena.tournament.pool import LocalPool, cores_for

        judge = Judge(settings.game, settings.options, field.handins, bots.resolve(), settings.trust)
        pool: Pool
        if self.on_ray:
            from ..arena.tournament.ray import RayPool  # its machines look at their walls themselves

            pool = RayPool(Travelling.packed(judge), self.address, self.workers)
        else:
            if field.handins and not settings.trust:
                refuse_without_walls()
            limits = settings.limits
            longest = 2 * SEATS * limits.patience * (limits.match_seconds + limits.load_seconds)
            pool = LocalPool(judge, cores_for(self.workers), longest)
        try:
            yield pool
        finally:
            pool.close()


def played(
    plan: Sequence[Pair], store: Store, field: Field, settings: Settings, crew: Crew
) -> tuple[bool, tuple[Unplayed, ...]]:
    """Whether somebody pressed Ctrl-C, and what could not be played."""
    from ..arena.tournament.running import play_all, to_play

    if next(to_play(plan, set(store.results)), None) is None:
        return False, ()
    be_warm()
    if field.handins and not settings.trust and not crew.on_ray:
        attack_ourselves()
    try:
        with progress() as bar, crew.at_work(field, settings, store.folder / RECORDS) as pool:
            task = bar.add_task("")
            unplayed = play_all(
                plan, store, pool, lambda done, of: bar.update(task, completed=done, total=of)
            )
    except KeyboardInterrupt:
        return True, ()
    return False, unplayed


def attack_ourselves() -> None:
    """Nobody is graded behind walls that do not hold."""
    from ..arena.jail.keeper import Keeper
    from ..arena.jail.proving import prove

    refuse_without_walls()
    if sys.stderr.isatty():
        print("Attacking the walls first …", file=sys.stderr)
    with Keeper() as keeper:
        prove(keeper)


def reported(
    plan: Sequence[Pair], store: Store, settings: Settings, unplayed: Sequence[Unplayed], stopped: bool
) -> int:
    from ..arena.tournament.report import PAGE, write_report
    from ..arena.tournament.standings import standings

    table = standings(plan, store.results)
    if table is None:
        print("No game was played.")
        return STOPPED if stopped else BAD
    write_report(store, table, settings, ["htl", *sys.argv[1:]], unplayed)
    tell(table)
    if stopped:
        print("Stopped; the same command goes on.")
    if unplayed:
        print(f"{len(unplayed):,} games could not be played; nobody is charged with them.")
    print(f"{store.folder / PAGE} tells everything.")
    return STOPPED if stopped else BAD if unplayed else FINE


def tell(table: Standings) -> None:
    whole = "" if table.is_whole else f" of {table.wanted:,}"
    print(f"{len(table.rows)} bots, {len(table.games):,}{whole} games")
    width = max(len(row.entry.name) for row in table.rows)
    print(f"{'':>4} {'':{width}} {'points':>7} {'Elo':>5}  {'95 %':<12} ranks")
    for row in table.rows[:MOST_ROWS]:
        before = table.rows[row.place - 2].group if row.place > 1 else row.group
        if row.group != before:
            print("     " + "-" * (width + 35))
        interval = f"{row.low:.0f} to {row.high:.0f}"
        ranks = f"{row.rank_low} to {row.rank_high}" if row.rank_low < row.rank_high else f"{row.rank_low}"
        faults = sum(row.faults.values())
        told = f"   {faults:,} lost by a fault" if faults else ""
        print(
            f"{row.place:>3}. {row.entry.name:{width}} {row.points:>7g} {row.elo:>5.0f}  "
            f"{interval:<12} {ranks}{told}"
        )
    if len(table.rows) > MOST_ROWS:
        print(f"and {len(table.rows) - MOST_ROWS} more")
    print("Bots between two lines cannot be told apart from the first of them.")


@contextmanager
def progress(*more: str) -> Iterator[Progress]:
    """A bar with the time that is left; quiet where there is no terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (*map(TextColumn, more), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()
    ) as bar:
        yield bar


# Duels


def duel(
    contract: Contract,
    options: dict[str, str | int],
    old: Annotated[str, typer.Argument(help="a bot, or a player that is built in", metavar="OLD")],
    new: Annotated[str, typer.Argument(help="the one that may be better", metavar="NEW")],
    elo0: Annotated[float, typer.Option(help="not better: at most so much stronger, in Elo")] = 0.0,
    elo1: Annotated[float, typer.Option(help="better: at least so much stronger")] = 20.0,
    alpha: Annotated[float, typer.Option(help="the chance to call it better if it is not")] = 0.05,
    beta: Annotated[float, typer.Option(help="the chance to call it not better if it is")] = 0.05,
    most: Annotated[int, typer.Option(help="pairs of games, at most")] = 2000,
    seed: Seed = 1,
    workers: Workers = None,
    trust: Trust = False,
    seconds: Seconds = 2.0,
    memory: Memory = 512,
) -> int:
    """Is NEW better than OLD? Plays pairs of games until that is known."""
    from ..arena.tournament.duel import BETTER, Test
    from ..arena.tournament.duel import duel as begin

    settings = settings_of(contract, options, trust, training=False)
    settings = replace(settings, seed=seed, limits=limits_of(seconds, memory))
    test = Test(elo0, elo1, alpha, beta, most)
    crew = Crew(workers)
    crew.check()
    standing: Standing | None = None
    stopped = False
    with TemporaryDirectory(prefix="htl-duel-") as place:
        Path(place).chmod(0o755)  # bots run as another user, and read their own files
        field = rivals(contract, old, new, Path(place))
        first, second = field.entries
        be_warm()
        try:
            with progress("{task.description}") as bar, crew.at_work(field, settings, Path(place)) as pool:
                task = bar.add_task("", total=most)
                for standing in begin(first, second, settings, test, pool):
                    bar.update(task, completed=standing.pairs, description=ratio_words(standing))
        except KeyboardInterrupt:
            stopped = True
    if standing is None:
        print("No pair was played.")
        return STOPPED
    tell_duel(standing, first.name, second.name)
    if stopped:
        return STOPPED
    return FINE if standing.verdict == BETTER else BAD


def rivals(contract: Contract, old: str, new: str, into: Path) -> Field:
    """Both, told apart where they have one name."""
    from ..arena.tournament.entering import Field, entered

    sides = [
        entered(contract, [who if is_name(who) else Path(who)], into / side)
        for side, who in (("old", old), ("new", new))
    ]
    names = [side.entries[0].name for side in sides]
    entries = [side.entries[0] for side in sides]
    if names[0].casefold() == names[1].casefold():
        entries = [
            replace(entry, name=f"{entry.name} ({side})")
            for entry, side in zip(entries, ("old", "new"), strict=True)
        ]
    return Field(tuple(entries), sides[0].handins | sides[1].handins)


def is_name(who: str) -> bool:
    """A bot is named by its file: that has an ending or a folder, or it is there."""
    return not ("/" in who or "\\" in who or "." in who or Path(who).exists())


def ratio_words(standing: Standing) -> str:
    low, high = standing.test.bounds
    return f"LLR {standing.ratio:+.2f} ({low:.2f} to {high:.2f})"


def tell_duel(standing: Standing, old: str, new: str) -> None:
    test, (lost, worse, even, better, won) = standing.test, standing.counts
    print(f"{new} against {old}: {standing.verdict}")
    print(
        f"{standing.pairs:,} pairs: {won:,} won 2-0, {better:,} with 1½, {even:,} even, {worse:,} with ½, "
        f"{lost:,} lost; score {standing.score:.1%}"
    )
    print(f"{ratio_words(standing)}, for {test.elo1:g} Elo against {test.elo0:g}")
    for name, faults in zip((old, new), standing.faults, strict=True):
        if faults:
            print(f"{name} lost {faults:,} games by a fault of its own")
    if standing.different < standing.pairs:
        print(
            f"Only {standing.different:,} of {2 * standing.pairs:,} games differ, "
            "so this says less than it seems to."
        )
