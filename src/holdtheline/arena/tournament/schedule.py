"""Who plays whom: everybody against everybody, on the same seeds, each seed from both seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from ...core.dice import stream_for
from ...core.errors import BadOption
from ..jail.limits import Limits
from ..playing import Job

MOST_PAIRS = 10_000


@dataclass(frozen=True)
class Entry:
    """Somebody who takes part."""

    name: str
    id: str
    """The digest of a bot, or the name of a player that is built in."""
    source: str
    """Where it came from: its file or folder, or `built in`."""


@dataclass(frozen=True)
class Settings:
    """What all games of a tournament have in common."""

    game: str
    options: tuple[tuple[str, str | int], ...] = ()
    seed: int = 1
    strict: bool = True
    limits: Limits = field(default_factory=Limits)
    trust: bool = False
    own_luck: bool = False
    """Each two bots have luck of their own: nobody learns it from games that others have played."""

    def job(self, seats: tuple[str, str], number: int) -> Job:
        """A game of these two, with the luck that belongs to this number."""
        whose = sorted(seats) if self.own_luck else ()
        luck = int(stream_for(self.seed, "pair", number, *whose)[0])
        return Job(self.game, seats, luck, self.options, self.strict, self.limits, self.trust)


@dataclass(frozen=True)
class Pair:
    """Two games of one seed: `first` sits in seat 0 in the first of them, and in seat 1 in the second."""

    first: Entry
    second: Entry
    number: int
    """From 1; pairs of one number have the same luck, whoever plays."""
    jobs: tuple[Job, Job]

    def __str__(self) -> str:
        return f"{self.first.name}-{self.second.name}-{self.number:04}"

    def name_of(self, game: int) -> str:
        """What the files of this game are called: the names in the order of the seats."""
        names = (self.first.name, self.second.name) if game == 0 else (self.second.name, self.first.name)
        return f"{names[0]}-{names[1]}-{self.number:04}-{self.jobs[game].key[:8]}"


def round_robin(entries: Sequence[Entry], settings: Settings, pairs: int) -> tuple[Pair, ...]:
    """All pairs of games, always in the same order: number by number, so that a part is fair as well."""
    if not 1 <= pairs <= MOST_PAIRS:
        raise BadOption(f"the number of pairs must be 1 to {MOST_PAIRS:,}, not {pairs}")
    in_order = in_order_of_names(entries)
    if len(in_order) < 2:
        raise BadOption(f"a tournament needs two bots or more, and there is {len(in_order) or 'none'}")
    return tuple(
        pair_of(first, second, settings, number)
        for number in range(1, pairs + 1)
        for first, second in combinations(in_order, 2)
    )


def pair_of(first: Entry, second: Entry, settings: Settings, number: int) -> Pair:
    seats = first.id, second.id
    return Pair(
        first, second, number, (settings.job(seats, number), settings.job((seats[1], seats[0]), number))
    )


def in_order_of_names(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """By their names; two of one name are refused, also where only the case of letters differs."""
    taken: dict[str, Entry] = {}
    for entry in sorted(entries, key=lambda entry: (entry.name.casefold(), entry.source)):
        other = taken.setdefault(entry.name.casefold(), entry)
        if other is not entry:
            raise BadOption(
                f"two bots have one name: {other.name} ({other.source}) and {entry.name} ({entry.source}); "
                "names must differ, and not only by the case of letters"
            )
    return tuple(taken.values())
