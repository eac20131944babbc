"""A match: two participants, many games, and the result.

Bots play in jailed processes (`JailSettings`) or, if they are trusted, in this process. A bot that commits a fault
loses that game, with the reason, and the match continues (T8.2). In-process play isolates honest bots from each
other but does not contain malicious ones, which can do whatever this process can."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core.definition import DRAWN, LOST, WON, GameDefinition
from ..core.dice import random_stream
from ..core.errors import BadOption, NotSaved
from ..core.game import Game
from ..players.confidence_interval import wilson_interval
from .jail.limits import Limits
from .job import GameResult, Job
from .participant import Participant, find_player_factory, make_names_distinct, participant_key
from .referee import play_job

if TYPE_CHECKING:
    from .jail.supervisor import Supervisor

MATCH_SEATS = 2


class MatchGame(NamedTuple):
    """One game of a match, from the first participant's point of view."""

    number: int
    """From 1."""
    seat: int
    score: int
    """WON, DRAWN or LOST."""
    turns: int
    at_fault: str
    """The names of the participants whose faults ended the game, or an empty string."""
    reason: str
    """How the game ended."""
    digest: str
    """Digest of the final state: equal games have equal digests."""
    kind: str = ""
    """The kind of fault, one of `FAULT_KINDS`."""
    cpu: tuple[float, ...] = ()
    """CPU seconds used by each participant, if measured."""
    slips: tuple[int, ...] = ()
    """Number of decisions lost by each participant in training."""


class Tally(NamedTuple):
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True)
class MatchResult:
    """The result of a match, from the first participant's point of view."""

    game: str
    names: tuple[str, str]
    seats: tuple[str, ...]
    swapped: bool
    requested: int
    """The number of games requested; fewer were played if the match was stopped."""
    played: tuple[MatchGame, ...]
    seconds: float

    @property
    def games(self) -> int:
        return len(self.played)

    @property
    def wins(self) -> int:
        return self.tally().wins

    @property
    def draws(self) -> int:
        return self.tally().draws

    @property
    def losses(self) -> int:
        return self.tally().losses

    @property
    def was_stopped(self) -> bool:
        return self.games < self.requested

    @property
    def turns(self) -> float:
        """The mean number of turns per game."""
        return sum(game.turns for game in self.played) / max(self.games, 1)

    @property
    def distinct(self) -> int:
        """The number of distinct games: two deterministic players repeat the same game."""
        return len({game.digest for game in self.played})

    @property
    def faults(self) -> tuple[MatchGame, ...]:
        """The games that ended by a fault."""
        return tuple(game for game in self.played if game.at_fault)

    def tally(self, seat: int | None = None) -> Tally:
        """Count the results of all games, or of those in one seat."""
        scores = [game.score for game in self.played if seat is None or game.seat == seat]
        return Tally(scores.count(WON), scores.count(DRAWN), scores.count(LOST))

    def win_rate(self) -> float:
        return self.wins / max(self.games, 1)

    def score(self) -> float:
        """Return the points per game: a draw is half a win."""
        return (self.wins + self.draws / 2) / max(self.games, 1)

    @property
    def seeds(self) -> int:
        """The number of seeds played: with `swap`, each seed gives two games."""
        return (self.games + 1) // 2 if self.swapped else self.games

    def interval(self) -> tuple[float, float]:
        """Return the 95% confidence interval of the win rate (Wilson).

        The two games of a seed are strongly correlated, so they count as one observation.
        """
        return self._interval_of(self.win_rate())

    def score_interval(self) -> tuple[float, float]:
        """Return the 95% confidence interval of the score, counted like that of the win rate."""
        return self._interval_of(self.score())

    def _interval_of(self, rate: float) -> tuple[float, float]:
        return wilson_interval(rate * self.seeds, self.seeds) if self.games else (0.0, 1.0)


@dataclass(frozen=True)
class JailSettings:
    """How untrusted bots are run."""

    supervisor: Supervisor
    limits: Limits = field(default_factory=Limits)
    strict: bool = True
    logs: Path | None = None
    """The folder for the bots' logs."""


def match(
    game: Game,
    a: str | Path | Participant,
    b: str | Path | Participant,
    games: int = 100,
    swap: bool = False,
    seed: int = 1,
    report: Callable[[int], None] = lambda done: None,
    *,
    records: Path | None = None,
    jail: JailSettings | None = None,
) -> MatchResult:
    """Play a match; with `swap`, play each seed from both seats. The same seed gives the same games.

    Ctrl-C ends the match; the games played so far count. `records` is the folder for one record per game.
    Without `jail`, bots are trusted and run in this process; with it, they must be submissions.
    """
    require_two_seats("a match", game.definition, game.options)
    if games < 1:
        raise BadOption(f"the number of games must be at least 1, not {games}")
    if swap and games % 2:
        raise BadOption(f"with swapped seats the number of games must be even, not {games}")
    found = [find_player_factory(game.definition, who) if isinstance(who, str | Path) else who for who in (a, b)]
    participants = make_names_distinct(found[0], found[1])
    runner = MatchRunner(game, participants, swap, seed, records, jail)
    played: list[MatchGame] = []
    started = time.perf_counter()
    with catch_interrupts() as stopped:
        try:
            while len(played) < games and not stopped():
                played.append(runner.play(len(played), stopped))
                report(len(played))
        except KeyboardInterrupt:
            pass
    names = participants[0].name, participants[1].name
    seconds = time.perf_counter() - started
    return MatchResult(game.name, names, game.seats, swap, games, tuple(played), seconds)


def require_two_seats(what: str, definition: GameDefinition, options: Mapping[str, object]) -> None:
    """Raise BadOption if a game has another number of seats, and say which options give it two."""
    seats = len(definition.seats_for(options))
    if seats == MATCH_SEATS:
        return
    usual = {option.name: option.default for option in definition.options}
    ways = [chosen for chosen, seats in definition.seatings() if len(seats) == MATCH_SEATS]
    changes = [{name: value for name, value in way.items() if value != usual[name]} for way in ways]
    if not changes:
        raise BadOption(f"{what} needs two seats; {definition.name} has {seats}")
    add = " ".join(f"--{name} {value}" for name, value in min(changes, key=len).items())
    raise BadOption(f"{what} needs two seats; with these options {definition.name} has {seats}; add {add}")


class MatchRunner(NamedTuple):
    """Plays the games of a match."""

    game: Game
    participants: tuple[Participant, Participant]
    swap: bool
    seed: int
    records: Path | None
    jail: JailSettings | None

    def play(self, number: int, stopped: Callable[[], bool]) -> MatchGame:
        seed_index, seat = (number // 2, number % 2) if self.swap else (number, 0)
        order = self.participants if seat == 0 else self.participants[::-1]
        job = Job(
            self.game.name,
            tuple(map(participant_key, order)),
            int(random_stream(self.seed, "lot", seed_index)[0]),
            tuple(self.game.options.items()),
            self.jail is None or self.jail.strict,
            Limits() if self.jail is None else self.jail.limits,
            self.jail is None,
        )
        file = f"{order[0].name}-{order[1].name}-{number + 1:04}.htl"
        result = play_job(
            job,
            {participant_key(participant): participant for participant in order},
            None if self.jail is None else self.jail.supervisor,
            record=self.records and self.records / file,
            game=self.game,
            stopped=lambda: stopped() or not is_main_thread(),
        )
        if self.jail is not None and self.jail.logs is not None:
            append_bot_logs(self.jail.logs, [participant.name for participant in order], number + 1, result)
        return make_match_game(number + 1, seat, [participant.name for participant in order], result)


def make_match_game(number: int, seat: int, names: list[str], result: GameResult) -> MatchGame:
    """Convert a result to the point of view of the first participant, who had this seat."""
    participant_order = slice(None, None, -1 if seat else 1)
    at_fault = " and ".join(names[fault.seat] for fault in result.faults)
    return MatchGame(
        number,
        seat,
        result.scores[seat],
        result.turns,
        at_fault,
        result.reason,
        result.digest,
        " and ".join(fault.kind for fault in result.faults),
        result.cpu[participant_order],
        result.slips[participant_order],
    )


def append_bot_logs(folder: Path, names: list[str], number: int, result: GameResult) -> None:
    """Append each bot's log to a separate file, because only its author may see it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for seat, name in enumerate(names):
            faults = [fault.sentence for fault in result.faults if fault.seat == seat]
            if result.logs[seat] or faults:
                with (folder / f"{name}.log").open("a", encoding="utf-8") as file:
                    file.write("\n".join((f"--- game {number} ---", result.logs[seat], *faults, "")))
    except OSError as error:
        raise NotSaved(f"{error.filename or folder} cannot be written: {error.strerror}") from error


def is_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


@contextmanager
def catch_interrupts() -> Iterator[Callable[[], bool]]:
    """Yield a function that returns whether Ctrl-C was pressed, even if a bot caught the KeyboardInterrupt."""
    pressed = threading.Event()

    def stop(number: int, frame: Any) -> None:
        pressed.set()
        raise KeyboardInterrupt

    if not is_main_thread():
        yield pressed.is_set
        return
    before = signal.signal(signal.SIGINT, stop)
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, before)
