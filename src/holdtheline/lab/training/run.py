"""Train the evaluation of a game in rounds, which can be stopped and resumed."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from ...core.ai.network import read_network
from ...core.catalog import definition_of
from ...core.errors import BadOption
from .fit import Fitted, fit
from .self_play import GAMES_PER_CHUNK, Positions, SelfPlay, learned_value, play_chunk

Report = Callable[[str, int, int], None]
"""report(what, done, total)"""


@dataclass(frozen=True)
class Round:
    """The games of a round, and how many percent of their decisions become positions."""

    games: int
    sampled_percent: int
    simulations: int = 0


@dataclass(frozen=True)
class Training:
    """What to train, where to keep unfinished work, and where to write the network."""

    game: str
    seed: int
    rounds: tuple[Round, ...]
    work: Path
    processes: int
    command: str


def train(training: Training, out: Path, report: Report) -> Fitted:
    """Play the rounds, fit a network after each, and write the last one."""
    definition = definition_of(training.game)
    count = learned_value(definition).feature_count
    training.work.mkdir(parents=True, exist_ok=True)
    check_settings(training)
    chunks: list[Positions] = []
    fitted: Fitted | None = None
    for number, round_ in enumerate(training.rounds):
        how = SelfPlay(training.game, training.seed, number, round_.sampled_percent, round_.simulations)
        if fitted is not None and round_.simulations:
            how = replace(how, network=tuple(read_network(network_file(training, number - 1), count).tolist()))
        chunks += play_round(training, how, round_.games // GAMES_PER_CHUNK, report)
        positions = merge(chunks)
        fitted = fit(positions, training.seed, partial(report, f"network {number + 1}"))
        write_network(training, fitted, len(positions.results), network_file(training, number))
    assert fitted is not None
    out.write_bytes(network_file(training, len(training.rounds) - 1).read_bytes())
    return fitted


def check_settings(training: Training) -> None:
    """Raise if the folder has the work of another training."""
    path = training.work / "training.json"
    settings = json.dumps([training.game, training.seed, [repr(each) for each in training.rounds]])
    if path.exists() and path.read_text(encoding="utf-8") != settings:
        raise BadOption(f"{training.work} has the work of another training; name another folder with --work")
    path.write_text(settings, encoding="utf-8")


def network_file(training: Training, number: int) -> Path:
    return training.work / f"network-{number + 1}.json"


def play_round(training: Training, how: SelfPlay, count: int, report: Report) -> list[Positions]:
    """Play the chunks of a round that are not in the folder yet, and return all."""
    files = [training.work / f"positions-{how.round + 1}-{chunk}.npz" for chunk in range(count)]
    missing = [chunk for chunk in range(count) if not files[chunk].exists()]
    what = f"round {how.round + 1}"
    report(what, count - len(missing), count)
    with ProcessPoolExecutor(training.processes) as pool:
        try:
            for done, chunk in enumerate(pool.map(play_chunk, [how] * len(missing), missing)):
                store(chunk, files[missing[done]])
                report(what, count - len(missing) + done + 1, count)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return [load(path) for path in files]


def write_network(training: Training, fitted: Fitted, positions: int, path: Path) -> None:
    """Write a network with the command that made it, and its error on games that were left out."""
    data = {
        "command": training.command,
        "rules_version": definition_of(training.game).rules_version,
        "positions": positions,
        "test_loss": round(fitted.test_loss, 4),
        "test_loss_of_a_constant": round(fitted.constant_loss, 4),
        "bias": fitted.bias,
        "outputs": fitted.outputs,
        "biases": fitted.biases,
        "weights": fitted.weights,
    }
    lines = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in data.items())
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def store(positions: Positions, path: Path) -> None:
    """Write positions to a file, which exists only when it is whole."""
    part = path.with_suffix(".part.npz")
    np.savez_compressed(part, **positions._asdict())
    part.replace(path)


def load(path: Path) -> Positions:
    with np.load(path) as stored:
        return Positions(stored["features"], stored["results"], stored["games"])


def merge(chunks: list[Positions]) -> Positions:
    return Positions(*map(np.concatenate, zip(*chunks, strict=True)))
