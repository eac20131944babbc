"""`htl duel`: play pairs of games until a sequential test decides whether a new bot is better."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer

from ..core.definition import GameDefinition
from . import EXIT_BAD, EXIT_INTERRUPTED, EXIT_OK
from .bots import MemoryOption, SecondsOption, make_limits
from .common import GameSeedOption, JsonOption, ensure_compiled, progress_bar
from .tournament import PoolConfig, TrustOption, WorkersOption, make_settings

if TYPE_CHECKING:
    from ..arena.tournament.duel import DuelStatus
    from ..arena.tournament.entries import EntryList


def is_player_name(name: str) -> bool:
    """Return whether this names a built-in player, not the file or folder of a bot."""
    return not ("/" in name or "\\" in name or "." in name or Path(name).exists())


def enter_bots(definition: GameDefinition, old: str, new: str, into: Path) -> EntryList:
    """Enter both bots; if they have the same name, add (old) and (new)."""
    from ..arena.tournament.entries import EntryList, make_entries

    sides = [
        make_entries(definition, [name if is_player_name(name) else Path(name)], into / side)
        for side, name in (("old", old), ("new", new))
    ]
    names = [side.entries[0].name for side in sides]
    entries = [side.entries[0] for side in sides]
    if names[0].casefold() == names[1].casefold():
        entries = [
            replace(entry, name=f"{entry.name} ({side})") for entry, side in zip(entries, ("old", "new"), strict=True)
        ]
    return EntryList(tuple(entries), sides[0].submissions | sides[1].submissions)


def likelihood_ratio_text(status: DuelStatus) -> str:
    low, high = status.test.bounds
    return f"LLR {status.ratio:+.2f} ({low:.2f} to {high:.2f})"


def print_duel(status: DuelStatus, old: str, new: str) -> None:
    test, (lost, worse, even, better, won) = status.test, status.counts
    print(f"{new} against {old}: {status.verdict}")
    print(
        f"{status.pairs:,} pairs: {won:,} won 2-0, {better:,} with 1½, {even:,} even, {worse:,} with ½, "
        f"{lost:,} lost; score {status.score:.1%}"
    )
    print(f"{likelihood_ratio_text(status)}, for {test.elo1:g} Elo against {test.elo0:g}")
    for name, faults in zip((old, new), status.faults, strict=True):
        if faults:
            print(f"{name} ended {faults:,} games by a fault")
    repeated = status.played - status.pairs
    if status.repeats_itself:
        print("The bots play the same games again and again, so more of them would say nothing.")
    if repeated:
        print(f"{repeated:,} of {status.played:,} pairs repeated earlier ones and do not count.")


def duel_json(status: DuelStatus, old: str, new: str) -> dict[str, Any]:
    """Return the result as JSON; scores are those of the new bot."""
    from ..lab.intervals import mean_interval

    scores = np.repeat(np.linspace(0, 1, len(status.counts)), status.counts)
    return {
        "old": old,
        "new": new,
        "verdict": status.verdict,
        "pairs": dict(zip(("0", "0.5", "1", "1.5", "2"), status.counts, strict=True)),
        "played": status.played,
        "repeated": status.played - status.pairs,
        "repeats_itself": status.repeats_itself,
        "score": status.score,
        "score_interval": mean_interval(scores) if len(scores) else (0.0, 1.0),
        "ratio": status.ratio,
        "bounds": status.test.bounds,
        "elo": (status.test.elo0, status.test.elo1),
        "faults": dict(zip(("old", "new"), status.faults, strict=True)),
    }


def duel(
    definition: GameDefinition,
    options: dict[str, str | int],
    old: Annotated[str, typer.Argument(help="a bot or a built-in player", metavar="OLD")],
    new: Annotated[str, typer.Argument(help="the bot that may be better", metavar="NEW")],
    elo0: Annotated[float, typer.Option(help="NEW is not better if it is at most this many Elo stronger")] = 0.0,
    elo1: Annotated[float, typer.Option(help="NEW is better if it is at least this many Elo stronger")] = 20.0,
    alpha: Annotated[float, typer.Option(help="chance to call NEW better when it is not")] = 0.05,
    beta: Annotated[float, typer.Option(help="chance to call NEW not better when it is")] = 0.05,
    most: Annotated[int, typer.Option(help="maximum number of game pairs")] = 2000,
    seed: GameSeedOption = 1,
    workers: WorkersOption = None,
    trust: TrustOption = False,
    seconds: SecondsOption = 2.0,
    memory: MemoryOption = 512,
    as_json: JsonOption = False,
) -> int:
    """Play pairs of games until it is decided whether NEW is better than OLD."""
    from ..arena.tournament.duel import BETTER, SequentialTest, run_duel

    settings = make_settings(definition, options, trust, training=False)
    settings = replace(settings, seed=seed, limits=make_limits(seconds, memory))
    test = SequentialTest(elo0, elo1, alpha, beta, most)
    pool_config = PoolConfig(workers)
    pool_config.check()
    status: DuelStatus | None = None
    stopped = False
    with TemporaryDirectory(prefix="htl-duel-") as folder:
        Path(folder).chmod(0o755)  # bots run as another user and read their files here
        entries = enter_bots(definition, old, new, Path(folder))
        first, second = entries.entries
        ensure_compiled(definition.name)
        try:
            with (
                progress_bar("{task.description}") as bar,
                pool_config.open_pool(entries, settings, Path(folder)) as pool,
            ):
                task = bar.add_task("", total=most)
                for status in run_duel(first, second, settings, test, pool):
                    bar.update(task, completed=status.played, description=likelihood_ratio_text(status))
        except KeyboardInterrupt:
            stopped = True
    if status is None:
        print("No pair was played.")
        return EXIT_INTERRUPTED
    if as_json:
        print(json.dumps(duel_json(status, first.name, second.name)))
    else:
        print_duel(status, first.name, second.name)
    if stopped:
        return EXIT_INTERRUPTED
    return EXIT_OK if status.verdict == BETTER else EXIT_BAD
