"""What a game has: its rules as kernels, and its words and pictures in Python beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from .drawing import Drawing
from .errors import BadOption
from .kernel import Kernel, kernel
from .scenario import Scenarios

CHANCE = -1
"""`turn`: a die is to be rolled. The step is its face, 1 to 6."""
OVER = -2
"""`turn`: the game has ended."""
FIRST_MOVE = 8
"""Codes of moves start here; those below are faces of a die."""

WON, DRAWN, LOST = 1, 0, -1

EVERYBODY = -1
"""`audience`: every seat may read the event."""

Words = np.ndarray[Any, np.dtype[np.int64]]
"""A row of 64-bit words: a state, a log, a list of codes, a random stream."""

# The log is one row of words: how many events it has room for, how many there were, and then for
# each event its clause, its kind and four numbers. With too little room it goes on counting, so that it
# can be enlarged. Where nobody wants to know, the log is None, and `note` is compiled to nothing; or, where
# rules take long to compile, it has no room.
LOG_ROOM, LOG_COUNT, LOG_EVENTS = 0, 1, 2
EVENT_WORDS = 6


SMALL = 4096  # bytes of a state: the rules of larger ones take long to compile


def empty_log(room: int) -> Words:
    log = np.zeros(LOG_EVENTS + room * EVENT_WORDS, np.int64)
    log[LOG_ROOM] = room
    return log


def events_in(log: Words) -> list[list[int]]:
    """The events that were written, each as clause, kind and four numbers."""
    count = min(log[LOG_COUNT], log[LOG_ROOM])
    events: list[list[int]] = (
        log[LOG_EVENTS : LOG_EVENTS + count * EVENT_WORDS].reshape(-1, EVENT_WORDS).tolist()
    )
    return events


@kernel
def note(log: Any, clause: Any, kind: Any, numbers: Any) -> None:
    """Write an event into the log; `numbers` is a tuple of four."""
    if log is None:
        return
    at = LOG_EVENTS + log[LOG_COUNT] * EVENT_WORDS
    log[LOG_COUNT] += 1
    if log[LOG_COUNT] <= log[LOG_ROOM]:
        log[at] = clause
        log[at + 1] = kind
        log[at + 2] = numbers[0]
        log[at + 3] = numbers[1]
        log[at + 4] = numbers[2]
        log[at + 5] = numbers[3]


@dataclass(frozen=True)
class Option:
    """A switch of the rules. The first value is the default."""

    name: str
    values: tuple[str | int, ...]
    meaning: str
    clause: str

    @property
    def default(self) -> str | int:
        return self.values[0]

    def read(self, value: object) -> str | int:
        """The value that was meant, from Python or from a command line."""
        for right in self.values:
            if type(value) is not bool and str(value).strip() == str(right):
                return right
        raise BadOption(
            f"{self.name} {str(value)[:40]!r} does not exist ({self.clause}); it can be {self.values_text()}"
        )

    def shown(self, value: str | int) -> str:
        """The value in few words."""
        return str(value)

    def told(self, value: str | int) -> str:
        """As the heading of a table has it: nothing, where all is as usual."""
        return "" if value == self.default else f"{self.name} {self.shown(value)}"

    def public(self, value: str | int) -> str | int:
        """The value as everybody at the table may know it."""
        return value

    def is_file(self, value: object) -> bool:
        """Whether this value names a file, which only somebody at this machine may have read."""
        return False

    def values_text(self) -> str:
        """`normal, easy or 1 to 12`: runs of numbers are folded."""
        words = [str(value) for value in self.values]
        numbers = sorted(value for value in self.values if isinstance(value, int))
        if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
            words = [word for word in words if not word.isdigit()]
            words.append(f"{numbers[0]} to {numbers[-1]}")
        return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


@dataclass(frozen=True)
class Policy:
    """A player that is one kernel: `choose(state, codes, stream, memory) -> code`.

    `codes` is room for the legal moves, `memory` what `remember(options)` made beforehand. Whoever
    `writes` into it gets one of its own.
    """

    choose: Kernel[..., Any]
    sentence: str
    remember: Callable[[Mapping[str, Any]], Words] = lambda options: np.zeros(1, np.int64)
    writes: bool = False


@dataclass(frozen=True)
class Tuning:
    """How a search spends its time on a game. Only data: to try other numbers, nothing is compiled anew."""

    explore: float = 0.7  # how much a move that was seldom tried is tried for that alone
    lean: float = 0.0  # how much the first judgement of a move counts, as long as it was seldom tried
    heat: float = 1.0  # worths that differ by this much differ in likelihood by e
    first: int = 10_000  # moves that are tried at once in a position
    more: float = 0.0  # and so many more, times the root of the visits
    listed: int = 10_000  # moves that are thought of at all, but for the first position
    ripe: int = 1  # visits before a position gets children
    depth: int = 10_000  # steps beyond the tree, then the value; a die that is due is still rolled


LADDER = ((30, 80), (30, 55), (30, 35), (30, 15), (30,), (100,), (300,), (1000,))
"""Simulations and slips of the levels, where a game does not say otherwise."""


@dataclass(frozen=True)
class Level:
    """How strong a player of a level is: it searches so much, or plays as another player does."""

    nodes: int  # simulations for each move
    slips: int = 0  # of a hundred decisions, those in which it plays another move: see `players/levels.py`
    plays: str = ""  # the policy that it is, instead of a search


@dataclass(frozen=True)
class Judgement:
    """What a search knows of a game beyond its rules: see `players/search.py`. All kernels get `memory`.

    Without a `value` every game is followed to its end; without `weigh` all moves look alike.
    """

    follow: Kernel[..., Any]  # follow(s, codes, stream, memory) -> code: how it goes on beyond the tree
    value: Kernel[..., Any] | None = None  # value(s, seat, memory) -> the chance to win, in millionths
    weigh: Kernel[..., Any] | None = None  # weigh(s, codes, count, worths, memory): how good moves seem
    remember: Callable[[Mapping[str, Any]], Words] = lambda options: np.zeros(1, np.int64)
    tuning: Tuning = Tuning()
    levels: tuple[Level, ...] = tuple(Level(*one) for one in LADDER)


@dataclass(frozen=True)
class Together:
    """How several seats decide at once: `turn` names one of them, and their moves commute.

    What one of them does then is sealed: the others do not even notice it.
    """

    can_move: Kernel[..., Any]  # can_move(s, seat) -> whether this seat may decide now
    moves_of: Kernel[..., Any]  # moves_of(s, seat, codes) -> how many
    seat_of: Callable[[int], int]  # whose move a code is
    ready: Callable[[int], int]  # the code by which a seat says that it has decided
    reopen: Kernel[..., Any]  # reopen(s, seat): it has not decided yet; for whoever imagines what it decides
    told: Callable[[Sequence[int]], str]  # told(codes): a whole plan, in a sentence


@dataclass(frozen=True)
class Films:
    """What a long step plays out, to be watched. People want the compiled rules for such a game too."""

    is_frame: Callable[[int], bool]  # an event of this kind belongs into the film, not into the log
    goes_on: Callable[[Any], bool]  # goes_on(s): a film has begun and has not ended
    ended: Callable[[Any, Any], bool]  # ended(s, after): this step was the last of a film
    make: Callable[[Any, Sequence[Any], Any, int], dict[str, Any]]
    """make(before, events, after, seat): the film as JSON, in ids and points of the picture."""


@dataclass(frozen=True)
class Choice:
    """How a move is pointed at: things to touch, each with an id of the picture.

    In any order where `any_order`; the move is complete when all of them have been touched.
    """

    ids: tuple[str, ...]
    any_order: bool = False


@dataclass(frozen=True)
class Odd:
    """Something that a move may lead to, and its exact chance: from `chance` to `most`, where it depends on
    what the asker does not know."""

    label: str
    chance: Fraction
    most: Fraction | None = None


@dataclass(frozen=True)
class Mark:
    """What a thing of the picture is to whatever is picked: `near`, `far` or `dear` to go to, a `target`, or
    `unseen`, and what `blocks` the sight of it."""

    id: str
    kind: str
    sign: str  # a few letters, to be written there
    text: str
    meaning: str  # of the kind and its signs, in few words
    plays: tuple[str, ...] = ()  # the texts of the moves that lead there, where they are several


@dataclass(frozen=True)
class Spot:
    """A thing on the table that can be touched, or reached by a key."""

    id: str
    key: str
    label: str


@dataclass(frozen=True)
class Grid:
    """Where the inches of an open table lie in its drawing: a row for each, from the top, and columns."""

    top: int  # rows above the table
    left: int  # columns beside it
    across: int  # columns for an inch
    inches: int  # of each side of the table

    def cell(self, x: float, y: float) -> tuple[int, int]:
        """Row and column of a place, which is counted from the left and from below."""
        row = self.top + self.inches - 1 - min(max(int(y), 0), self.inches - 1)
        return row, self.left + min(max(int(x * self.across), 0), self.inches * self.across - 1)

    def place(self, row: int, column: int) -> tuple[float, float] | None:
        """The middle of a cell, in inches; None: it is not on the table."""
        down, along = row - self.top, column - self.left
        if not (0 <= down < self.inches and 0 <= along < self.inches * self.across):
            return None
        return (along + 0.5) / self.across, self.inches - down - 0.5


@dataclass(frozen=True, eq=False)
class Contract:
    """A game's room, as the rest of the house sees it.

    The kernels take an opened record `s`, never a row of words; all else that they are handed (setup,
    codes, log, stream, memory) can only be indexed: see `kernel.bare`.
    """

    name: str
    letter: str
    title: str
    sentence: str
    rules_version: int
    seats: tuple[str, ...]
    options: tuple[Option, ...]
    dtype: np.dtype[Any]
    most_moves: int
    has_secrets: bool

    start: Kernel[..., Any]  # start(s, setup)
    turn: Kernel[..., Any]  # turn(s) -> seat, CHANCE or OVER
    moves: Kernel[..., Any]  # moves(s, codes) -> how many
    why_not: Kernel[..., Any]  # why_not(s, step) -> clause, or 0: legal
    apply: Kernel[..., Any]  # apply(s, step, log)
    result: Kernel[..., Any]  # result(s, seat) -> WON, DRAWN or LOST
    hide: Kernel[..., Any]  # hide(s, seat)
    guess: Kernel[..., Any]  # guess(s, seat, stream)

    setup: Callable[[Mapping[str, Any]], Words]
    position: Callable[[Any, str], None]  # position(s, text): put a started state into a position
    position_text: Callable[[Any], str]
    fault: Callable[[Any, Any], str]  # fault(s, started): why the rules could never lead to s, or ""
    move_text: Callable[[Any, int], str]
    move_clause: Callable[[Any, int], int]
    read_move: Callable[[Any, str], int | None]
    label: Callable[[Any, int], str]  # what the move does, in the words of a player
    reason: Callable[[Any, int, int], str]  # why a clause refuses a step
    sentence_of: Callable[
        [Any, int, Sequence[int]], str
    ]  # sentence_of(after, kind, numbers): an event in words
    prompt: Callable[[Any, int], str]  # of EVERYBODY: for whoever has no seat; so are drawing and picture
    ending: Callable[[Any], tuple[int, str]]  # clause and words of how it ended
    board: Callable[[Any, int], dict[str, Any]]  # what the seat sees, as JSON
    spots: Callable[[Any, int], tuple[Spot, ...]]
    choices: Callable[[Any, int], tuple[Choice, ...]]
    drawing: Callable[[Any, int], Drawing]
    picture: Callable[[Any, int], str]

    called: tuple[str, ...] = ()  # the seats in a sentence, where that is not "the defender"
    seated_by: tuple[str, ...] = ()  # the options that decide which seats there are
    seating: Callable[[Mapping[str, Any]], tuple[str, ...]] | None = None
    """seating(options): the seats, where options decide; `seats` are then those of the usual options."""
    is_open: bool = False  # `moves` offers a sample, and `why_not` accepts more than that
    has_map: bool = False  # it is played on a map of hexes, and its drawing is one
    close_up: Callable[[Any, str], str] | None = None
    """close_up(s, text): a picture of that part of a large position which a text speaks of."""
    sample: str = ""  # a position worth showing to somebody who does not know the game
    meant: Callable[[Any, int, Sequence[str]], int | None] = lambda s, seat, touches: None
    """meant(s, seat, touches): the code that these touches would be, legal or not, where that can be said."""
    die: Callable[[Any], str] = lambda s: ""  # the id of the die that is to be rolled, in the picture
    odds: Callable[[Any, int], tuple[Odd, ...]] = lambda s, code: ()  # what a move may lead to
    marks: Callable[[Any, int, Sequence[str]], tuple[Mark, ...]] = lambda s, seat, touches: ()
    """marks(s, seat, touches): where whatever these touches pick can go, and what it can attack."""
    trial: Callable[[Any, int, Mapping[str, Any]], dict[str, Any]] | None = None
    """trial(s, seat, asked): what would become of a move by hand on an open table, as JSON."""
    measure: Callable[[Any, str], tuple[str, ...]] | None = None
    """measure(s, text): what lies between two things or places of an open table, in sentences."""
    grid: Grid | None = None
    trace: Callable[[int, Sequence[int]], dict[str, Any] | None] = lambda kind, numbers: None
    """trace(kind, numbers): what an event leaves on an open table, as JSON: ways and aims."""
    rolls: Callable[[Any], int] = lambda s: CHANCE  # whose die is to be rolled, where somebody's it is
    sealed: Callable[[Any, int], bool] = lambda s, code: False  # only its own seat may know this move
    audience: Callable[[int, Sequence[int]], int] = lambda kind, numbers: EVERYBODY  # who may read an event

    reveals: Callable[[Any, Any], bool] = lambda s, after: False  # a step showed somebody something hidden

    spoken: Callable[[Any, int, str], list[str] | None] = lambda s, seat, text: None
    """spoken(s, seat, text): an order said in one go, as the texts of the small moves that it is made of."""

    together: Together | None = None  # where seats decide at once
    films: Films | None = None  # where a step plays more than a log can tell
    scenarios: Scenarios | None = None  # where a game is begun from a file

    settled: Callable[[Mapping[str, Any], bool], Mapping[str, Any]] = lambda options, has_computer: options
    """settled(options, has_computer): the options of a table, of which some may depend on who sits at it."""

    policies: Mapping[str, Policy] = field(default_factory=dict)
    value: Judgement | None = None  # for a search; without it, games are followed at random
    solve: Callable[[Mapping[str, Any]], Any] | None = None

    @property
    def is_solved(self) -> bool:
        """Whether every chance is known exactly."""
        return self.solve is not None and not self.has_secrets

    def seats_of(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """The seats of a game with these options, of which those that are usual may be left out."""
        if self.seating is None:
            return self.seats
        usual = {option.name: option.default for option in self.options}
        return self.seating({**usual, **options})

    def sides_of(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """The seats as a sentence names them."""
        return self.called or tuple(f"the {seat}" for seat in self.seats_of(options))

    def seatings(self) -> list[tuple[dict[str, str | int], tuple[str, ...]]]:
        """The seats for each set of values of the options that decide them."""
        deciding = [option for option in self.options if option.name in self.seated_by]
        sets = product(*([(option.name, value) for value in option.values] for option in deciding))
        return [(dict(chosen), self.seats_of(dict(chosen))) for chosen in sets]

    @property
    def takes_long(self) -> bool:
        """Whether its rules are so large that compiling them twice would keep people waiting."""
        return self.dtype.itemsize > SMALL

    def read_options(self, given: Mapping[str, object]) -> dict[str, str | int]:
        """Every option of the game with its value; a wrong one is refused."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                names = ", ".join(known) or "none"
                raise BadOption(f"{self.name} has no option {name[:40]!r}; its options are: {names}")
        return {name: option.read(given.get(name, option.default)) for name, option in known.items()}

    def refuse_files(self, given: Mapping[str, object]) -> None:
        """What comes from elsewhere must not make this machine read its files."""
        for option in self.options:
            if option.is_file(given.get(option.name)):
                raise BadOption(f"{option.name} cannot be a file here; it can be {option.values_text()}")

    def clause_id(self, number: int) -> str:
        """402 is the clause 4.2 of the game's rulebook: `S4.2`."""
        return f"{self.letter}{number // 100}.{number % 100}" if number else ""
