"""Define a game: its rules as kernels, and the text and pictures that go with them.

A `GameDefinition` has four parts that every game fills in (`Rules`, `Text`, `View`, `Ai`) and optional
capabilities (`OrderBook`, `Simultaneous`, `TurnReplay`, `OpenTable`, `Secrets`, `Seating`, `Scenarios`, `BotApi`,
`CampaignBattles`, `Printing`, `Comparison`, `Encoding`, `Measures`, a guided first game) that a game has or leaves out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from .ai.encoding import Encoding
from .ai.search_settings import Policy, SearchModel
from .ascii_art import AsciiBoard
from .bots.bot_api import BotApi
from .effects import Effect
from .errors import BadOption
from .events import Event, Move
from .kernel.cache import package_digest
from .kernel.compiler import Kernel
from .options import Option
from .printing.canvas import Paper, Printout
from .scenarios import Scenarios
from .scenarios.campaign_battles import AnyCampaignBattles
from .state_record import Record, Words
from .view_types import ClickPath, Grid, Hotspot, Hud, Inspection, Mark, Odds

if TYPE_CHECKING:
    from .game import State

CHANCE = -1
"""`turn` returns this when a die must be rolled. The step is its face, 1 to 6."""
OVER = -2
"""`turn` returns this when the game has ended."""
FIRST_MOVE = 8
"""Move codes start here; the steps below are faces of a die."""

WON, DRAWN, LOST = 1, 0, -1
OUTCOME_TEXTS = {WON: "You won", DRAWN: "Draw", LOST: "You lost"}

EVERYONE = -1
"""An audience: every seat may read the event."""

LARGE_STATE = 4096
"""Bytes. The rules of a game with a larger state take long to compile."""


@dataclass(frozen=True)
class LaterVersion:
    """A version of the rules that only games with some options have."""

    number: int
    reason: str  # what changed for these options, as a clause of a sentence


@dataclass(frozen=True, eq=False)
class Rules:
    """The rules as kernels over an opened record `s`.

    All other array arguments (setup, codes, log, stream) can only be indexed: see `kernel.as_pointer`.
    """

    state: type[Record]
    max_moves: int
    setup: Callable[[Mapping[str, Any]], Words]  # setup(options) -> the initial state
    turn: Kernel[..., Any]  # turn(s) -> seat, CHANCE or OVER
    legal_moves: Kernel[..., Any]  # legal_moves(s, codes) -> count
    why_not: Kernel[..., Any]  # why_not(s, step) -> the clause that forbids the step, or 0
    apply: Kernel[..., Any]  # apply(s, step, log)
    result: Kernel[..., Any]  # result(s, seat) -> WON, DRAWN or LOST
    hide: Kernel[..., Any]  # hide(s, seat): erase what the seat may not know
    guess: Kernel[..., Any]  # guess(s, seat, stream): sample what the seat does not know
    start: Kernel[..., Any] | None = None
    """start(s, setup): write the initial state, for a game whose `setup` is not that state itself."""
    turns: Callable[[Any], int] = lambda s: 0  # the number of turns played
    die_owner: Callable[[Any], int] = lambda s: CHANCE  # the seat whose die must be rolled
    later_words: int = 0
    """The words at the end of the state that were added without a new version of the rules.

    Digests leave them out while they are 0, so that older records stay valid.
    """
    later_version: Callable[[Mapping[str, Any]], LaterVersion | None] = lambda options: None
    """later_version(options): the version of games with these options, if it is later than the game's."""
    resolve_options: Callable[[Mapping[str, Any], bool, bool], Mapping[str, Any]] = lambda options, *_: options
    """resolve_options(options, has_computer, has_real_dice): fill in the options that depend on who plays and how."""


@dataclass(frozen=True, eq=False)
class Text:
    """Moves, positions, prompts, refusals and events as text."""

    move_text: Callable[[Any, int], str]  # notation
    parse_move: Callable[[Any, str], int | None]
    move_label: Callable[[Any, int], str]  # what the move does, in a player's words
    move_clause: Callable[[Any, int], int]
    refusal: Callable[[Any, int, int], str]  # refusal(s, step, clause): why the clause forbids the step
    log_text: Callable[[Any, int, Sequence[int]], str]  # log_text(after, kind, numbers): an event
    prompt: Callable[[Any, int], str]  # prompt(s, seat); seat may be EVERYONE
    result_text: Callable[[Any], tuple[int, str]]  # the clause that ended the game, and why
    position_text: Callable[[Any], str]
    parse_position: Callable[[Any, str], None]  # parse_position(s, text): change an initial state into this position
    check_state: Callable[[Any, Any], str]  # check_state(s, initial): why s cannot arise, or ""
    parse_order: Callable[[Any, int, str], list[str] | None] = lambda s, seat, text: None
    """parse_order(s, seat, text): split an order typed in one go into the texts of its moves."""
    side_names: tuple[str, ...] = ()  # names of the seats for sentences, unless "the defender" is right
    sample_position: str = ""  # a position that shows the game at its best
    turn_name: str = "turn"  # what `Rules.turns` counts


@dataclass(frozen=True, eq=False)
class View:
    """What a seat sees and can click. `seat` may be EVERYONE: a spectator."""

    board: Callable[[Any, int], dict[str, Any]]  # what the seat sees, as JSON
    hotspots: Callable[[Any, int], tuple[Hotspot, ...]]
    clicks: Callable[[Any, int], tuple[ClickPath, ...]]  # clicks(s, code): how to click this move
    ascii_board: Callable[[Any, int], AsciiBoard]
    svg: Callable[[Any, int], str]
    move_from_clicks: Callable[[Any, int, Sequence[str]], int | None] = lambda s, seat, clicked: None
    """move_from_clicks(s, seat, ids): the move that these clicks mean, legal or not."""
    die_id: Callable[[Any], str] = lambda s: ""  # the SVG id of the die that must be rolled
    odds: Callable[[Any, int], tuple[Odds, ...]] = lambda s, code: ()  # the possible results of a move
    marks: Callable[[Any, int, Sequence[str]], tuple[Mark, ...]] = lambda s, seat, clicked: ()
    """marks(s, seat, ids): where the selected piece can go and what it can attack."""
    inspect: Callable[[Any, int, str, Sequence[str]], Inspection | None] = lambda s, seat, id_, clicked: None
    """inspect(s, seat, id, clicked): the numbers of something in the picture, also for the selected piece."""
    hud: Callable[[Any, int], Hud | None] = lambda s, seat: None
    """hud(s, seat): what stays in sight while a large picture is zoomed."""
    effects: Callable[[Any, Any, Sequence[Event]], tuple[Effect, ...]] = lambda before, after, events: ()
    """effects(before, after, events): what a step looks like, from the events that a seat may read and what it sees."""
    close_up: Callable[[Any, str], str] | None = None
    """close_up(s, text): draw the part of a large position that a text mentions."""
    has_hex_map: bool = False  # the ASCII board is a map of hexes


class Solution(Protocol):
    """The exact solution of a game: its chances under the best play."""

    def value(self, state: State) -> Fraction:
        """Return the chance to win with the best play."""

    def moves(self, state: State) -> list[tuple[Move, Fraction]]:
        """Return every move with its chance, the best first."""


@dataclass(frozen=True, eq=False)
class Ai:
    """The computer players of a game."""

    policies: Mapping[str, Policy] = field(default_factory=dict)
    search: SearchModel | None = None  # None: rollouts are random
    solver: Callable[[Mapping[str, Any]], Solution] | None = None  # solver(options) -> the exact solution


@dataclass(frozen=True, eq=False)
class OrderBook:
    """The log in short: one line for each action, under headings by turn."""

    turn_heading: Callable[[Any], str]  # turn_heading(before): the heading above a step, such as `Turn 3 · Union`
    continues_action: Callable[[Any, int], bool] = lambda s, step: step < FIRST_MOVE
    """continues_action(before, step): whether a step belongs to the action before it; by default, rolls do."""
    action_text: Callable[[Any, Sequence[Event]], str] = lambda s, events: ""
    """action_text(after, events): the events of an action so far in one line; "": the move and its sentences."""
    event_ids: Callable[[Any, int, Sequence[int]], tuple[str, ...]] = lambda s, kind, numbers: ()
    """event_ids(after, kind, numbers): what an event is about, as ids in the picture."""


@dataclass(frozen=True, eq=False)
class Simultaneous:
    """Several seats decide at once: `turn` names one of them, and their moves commute.

    Such a move is secret until all have decided; the others do not even see that there was one.
    """

    can_move: Kernel[..., Any]  # can_move(s, seat) -> whether this seat may decide now
    moves_of: Kernel[..., Any]  # moves_of(s, seat, codes) -> count
    seat_of: Callable[[int], int]  # the seat that a move code belongs to
    ready: Callable[[int], int]  # the code by which a seat ends its planning
    reopen: Kernel[..., Any]  # reopen(s, seat): undo `ready`, to search the seat's possible decisions
    plan_text: Callable[[Sequence[int]], str]  # a whole plan in one sentence


@dataclass(frozen=True, eq=False)
class TurnReplay:
    """A long step can be watched as an animation. Such a game runs compiled even for people."""

    is_frame: Callable[[int], bool]  # whether an event kind belongs to the replay, not to the log
    is_running: Callable[[Any], bool]  # is_running(s): a turn has begun and not ended
    has_ended: Callable[[Any, Any], bool]  # has_ended(s, after): this step ended a turn
    make: Callable[[Any, Sequence[Any], Any, int], dict[str, Any]]
    """make(before, events, after, seat): the replay as JSON, in ids and points of the SVG."""


@dataclass(frozen=True, eq=False)
class OpenTable:
    """Pieces move freely: `legal_moves` offers a sample, and `why_not` accepts more than that."""

    preview: Callable[[Any, int, Mapping[str, Any]], dict[str, Any]]
    """preview(s, seat, query): the result of a move that is being dragged, as JSON."""
    measure: Callable[[Any, str], tuple[str, ...]]  # measure(s, text): distance and sight, in sentences
    grid: Grid
    trace: Callable[[int, Sequence[int]], dict[str, Any] | None]
    """trace(kind, numbers): the path or aim that an event leaves on the table, as JSON."""


@dataclass(frozen=True, eq=False)
class Secrets:
    """Some seats know what others may not."""

    is_secret_move: Callable[[Any, int], bool] = lambda s, code: False  # only the seat that plays it may see it
    event_audience: Callable[[int, Sequence[int]], int] = lambda kind, numbers: EVERYONE
    reveals_secret: Callable[[Any, Any], bool] = lambda s, after: False  # a step that cannot be undone


@dataclass(frozen=True, eq=False)
class Seating:
    """The seats depend on options."""

    options: tuple[str, ...]
    seats: Callable[[Mapping[str, Any]], tuple[str, ...]]
    teams: Callable[[Mapping[str, Any]], tuple[int, ...]] | None = None  # the team of each seat, if some are allies


@dataclass(frozen=True)
class ComparedNumber:
    """A number of a position that the coach compares between moves."""

    text: str  # what it means that it rose by {}: `the enemy loses {} blocks`
    least: float  # the coach does not mention a smaller difference
    is_good: bool  # whether more is better for the seat


@dataclass(frozen=True, eq=False)
class Comparison:
    """What the coach compares between the best moves beside their chances: see `table.reasons`."""

    measures: tuple[ComparedNumber, ...]
    measure: Callable[[Any, int], Sequence[int]]  # measure(s, seat): a number for each measure
    horizon: str  # how far it looks, as `until your next turn, on average,`
    samples: int
    key_odds: Callable[[Sequence[Odds]], Odds | None] = lambda odds: None
    """key_odds(odds): which of the possible results of a move matters most."""


@dataclass(frozen=True, eq=False)
class Printing:
    """Pages to print, to play on a real table."""

    names: Callable[[], Sequence[str]]  # what can be printed by name: the game, or its scenarios
    by_name: Callable[[str, Paper], Printout]
    from_text: Callable[[str, str, Paper], Printout] | None = None
    """from_text(text, file name, paper): what a TOML file describes; raises BadOption with the line of an error."""


@dataclass(frozen=True, eq=False)
class Measures:
    """What a study counts in a game, besides its result and its length."""

    margin: Kernel[..., Any]  # margin(s, seat) -> how far the seat is ahead, or how much it has left
    margin_name: str  # what the margin counts: `VP`
    has_leader: bool  # whether the margin says who leads, so that the lead can change
    move_kind: Kernel[..., Any]  # move_kind(code) -> the index of the move's kind in `move_kinds`
    move_kinds: tuple[str, ...]  # "": an index that no move has


@dataclass(frozen=True, eq=False)
class GameDefinition:
    """Everything that the rest of the program needs of a game."""

    name: str
    title: str
    summary: str
    clause_prefix: str
    rules_version: int
    seats: tuple[str, ...]
    options: tuple[Option, ...]
    rules: Rules
    text: Text
    view: View
    ai: Ai = Ai()
    order_book: OrderBook | None = None
    secrets: Secrets | None = None
    simultaneous: Simultaneous | None = None
    turn_replay: TurnReplay | None = None
    open_table: OpenTable | None = None
    seating: Seating | None = None
    scenarios: Scenarios | None = None
    campaign_battles: AnyCampaignBattles | None = None
    printing: Printing | None = None
    comparison: Comparison | None = None
    encoding: Encoding | None = None
    measures: Measures | None = None
    bots: Callable[[], BotApi] | None = None  # loaded when a bot plays; None: a bot is a class with `choose`
    rulebook: Path | None = None  # the Markdown page, if it is not in docs/rules
    guide: Path | None = None  # the TOML file of the guided first game: see `guide`
    puzzles: Path | None = None  # the file of its puzzles: see `table.puzzles`
    package: str = ""  # of a third-party game; the catalog sets it

    @cached_property
    def kernel_prefix(self) -> str:
        """The first part of the names of this game's compiled kernels.

        The cache is named by a digest of this package alone, so the name of a third-party game includes a digest of
        its own package.
        """
        return f"{self.name}-{package_digest(self.package)}" if self.package else self.name

    @property
    def has_secrets(self) -> bool:
        return self.secrets is not None

    @property
    def is_open_table(self) -> bool:
        return self.open_table is not None

    @property
    def is_solved(self) -> bool:
        """Whether every chance is known exactly."""
        return self.ai.solver is not None and not self.has_secrets

    @property
    def compiles_slowly(self) -> bool:
        """Whether the rules are so large that compiling them twice would keep people waiting."""
        return self.rules.state.dtype.itemsize > LARGE_STATE

    def is_secret_move(self, s: Any, code: int) -> bool:
        """Return whether only the seat that makes this move may see it."""
        return self.secrets is not None and self.secrets.is_secret_move(s, code)

    def event_audience(self, kind: int, numbers: Sequence[int]) -> int:
        """Return the seat that may read an event, or EVERYONE."""
        return EVERYONE if self.secrets is None else self.secrets.event_audience(kind, numbers)

    def reveals_secret(self, s: Any, after: Any) -> bool:
        """Return whether a step showed a seat something hidden, so that it cannot be undone."""
        return self.secrets is not None and self.secrets.reveals_secret(s, after)

    def trace(self, kind: int, numbers: Sequence[int]) -> dict[str, Any] | None:
        """Return the path or aim that an event leaves on an open table, as JSON."""
        return None if self.open_table is None else self.open_table.trace(kind, numbers)

    def seats_for(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the seats of a game with these options; missing options have their defaults."""
        if self.seating is None:
            return self.seats
        return self.seating.seats({option.name: option.default for option in self.options} | dict(options))

    def teams_for(self, options: Mapping[str, Any]) -> tuple[int, ...]:
        """Return the team of each seat; without allies, each seat is its own team."""
        if self.seating is None or self.seating.teams is None:
            return tuple(range(len(self.seats_for(options))))
        return self.seating.teams({option.name: option.default for option in self.options} | dict(options))

    def rules_version_for(self, options: Mapping[str, Any]) -> int:
        """Return the version of the rules of games with these options; missing options have their defaults."""
        later = self.rules.later_version({option.name: option.default for option in self.options} | dict(options))
        return later.number if later else self.rules_version

    def side_names_for(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the seats as a sentence names them."""
        return self.text.side_names or tuple(f"the {seat}" for seat in self.seats_for(options))

    def seatings(self) -> list[tuple[dict[str, str | int], tuple[str, ...]]]:
        """Return the seats for each combination of the options that they depend on."""
        names = self.seating.options if self.seating else ()
        relevant = [option for option in self.options if option.name in names]
        combinations = product(*([(option.name, value) for value in option.values] for option in relevant))
        return [(dict(chosen), self.seats_for(dict(chosen))) for chosen in combinations]

    def parse_options(self, options: Mapping[str, object]) -> dict[str, str | int]:
        """Return every option of the game with its value; refuse a wrong one."""
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                names = ", ".join(known) or "none"
                raise BadOption(f"{self.name} has no option {name[:40]!r}; its options are: {names}")
        return {name: option.parse(options.get(name, option.default)) for name, option in known.items()}

    def refuse_files(self, options: Mapping[str, object]) -> None:
        """Refuse options that name a file: a remote user must not make this machine read its files."""
        for option in self.options:
            if option.is_file(options.get(option.name)):
                raise BadOption(f"{option.name} cannot be a file here; it can be {option.values_text()}")

    def clause_id(self, number: int) -> str:
        """Return the clause as the rulebook writes it: 402 is `S4.2`."""
        return f"{self.clause_prefix}{number // 100}.{number % 100}" if number else ""
