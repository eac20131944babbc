"""The search player: it searches for a number of seconds or simulations, from what its seat may know.

Two trees grow in parallel, each with its own random stream, and are merged at the end, so the same seed and number
of simulations give the same move. The trees are reused for the next move.
"""

from __future__ import annotations

import re
import secrets
import threading
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor

from ...core.ai.search_settings import SearchSettings
from ...core.dice import random_stream
from ...core.errors import BadOption, HtlError
from ...core.events import Move
from ...core.game import Game, State
from ...core.kernel.compiler import wait_while_compiling
from ...core.state_record import Words
from .search_tree import MoveEstimate, SearchResult, SearchTree, merge_trees, search_until, split_evenly
from .settings import search_model_of

SEARCH_NAME = "mcts"
SEARCH_DESCRIPTION = "looks ahead: tries out thousands of continuations before it moves"
CLASSIC_SUFFIX = ":classic"
"""The end of the name of a player that evaluates as before the evaluation was learned."""
DEFAULT_SECONDS = 1.0
DEFAULT_THREADS = 2
MAX_NODES = 200_000
MIN_NODES = 1_000
MAX_ACTIVE_PLAYERS = 4
"""Players that keep their trees; a server with many tables has no memory for all of them."""

_active_players: deque[SearchPlayer] = deque()
_active_lock = threading.Lock()
_search_lock = threading.Lock()  # one search at a time: it uses all threads


class SearchPlayer:
    """A player that searches for some `seconds`, or for some `nodes` (simulations)."""

    def __init__(
        self,
        seed: int | None = None,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        threads: int = DEFAULT_THREADS,
        settings: SearchSettings | None = None,
        name: str = SEARCH_NAME,
        is_classic: bool = False,
    ) -> None:
        if seconds is not None and nodes is not None:
            raise BadOption("give a search seconds or nodes, not both")
        if (seconds is not None and not 0 < seconds <= 3600) or (nodes is not None and nodes < 1):
            raise BadOption("a search needs more than 0 seconds, at most an hour, or at least 1 node")
        if threads < 1:
            raise BadOption("a search needs at least 1 thread")
        self.name = name
        self.seconds = DEFAULT_SECONDS if seconds is None and nodes is None else seconds
        self.nodes = nodes
        self._threads = threads
        self._seed = secrets.randbits(63) if seed is None else seed
        self._settings = settings
        self._is_classic = is_classic
        self._game: Game | None = None
        self._trees: list[SearchTree] = []

    def choose(self, state: State) -> Move:
        """Return its move; it uses only what the seat on turn may know."""
        return state.move(self.code(state))

    def code(self, state: State) -> int:
        """Return the code of its move (faster than `choose`)."""
        return self.think(state).moves[0].code

    def think(self, state: State) -> SearchResult:
        """Search this position, and return the chances of the position and of its moves."""
        if state.current_player < 0:
            raise HtlError("no seat decides now, so there is nothing to choose")
        wait_while_compiling(state.game.definition.kernel_prefix)
        seat, seen = int(state.current_player), state.seen_by(state.current_player)
        codes = seen.legal_codes()
        if len(codes) == 1 and self.nodes is None:
            return SearchResult(0.5, (MoveEstimate(codes[0], 0, 0.5),), 0, 0)
        if self._threads == 1:
            return self._search(state.game, seen, seat)
        with _search_lock:
            return self._search(state.game, seen, seat)

    def prepare(self, game: Game) -> None:
        """Allocate the trees now, so that the first search takes no longer than its seconds."""
        self._trees_for(game)

    def release(self) -> None:
        """Drop the trees, to free their memory."""
        self._game, self._trees = None, []

    def _search(self, game: Game, seen: State, seat: int) -> SearchResult:
        trees = self._trees_for(game)
        for tree in trees:
            tree.set_root(seen, seat)
        simulations, steps = self._run(trees)
        return merge_trees(trees, simulations, steps)

    def _trees_for(self, game: Game) -> list[SearchTree]:
        mark_active(self)
        if self._game is None or self._game.identity != game.identity:
            settings, memory = self._search_of(game)
            nodes = MAX_NODES if self.nodes is None else min(MAX_NODES, 4 * self.nodes + MIN_NODES)
            streams = [random_stream(self._seed, SEARCH_NAME, number) for number in range(self._threads)]
            self._trees = [SearchTree(game, stream, settings, nodes, memory) for stream in streams]
            self._game = game
        return self._trees

    def _search_of(self, game: Game) -> tuple[SearchSettings, Words | None]:
        """Return the settings and the memory of the search; None stands for the usual memory."""
        model = search_model_of(game.definition)
        if not self._is_classic:
            return self._settings or model.settings, None
        if model.classic is None:
            raise BadOption(no_classic_text(game.name))
        return self._settings or model.classic.settings, model.classic.make_memory(game.options)

    def _run(self, trees: list[SearchTree]) -> tuple[int, int]:
        """Run the simulations of all trees; return the numbers of simulations and steps."""
        shares = [None] * len(trees) if self.nodes is None else split_evenly(self.nodes, len(trees))
        end = time.perf_counter() + (self.seconds or 0.0)

        def grow(tree: SearchTree, share: int | None) -> tuple[int, int]:
            return (share, tree.simulate(share)) if share is not None else search_until(tree, end)

        if len(trees) == 1:
            return grow(trees[0], shares[0])
        with ThreadPoolExecutor(len(trees)) as pool:
            done = list(pool.map(grow, trees, shares))
        return sum(simulations for simulations, _ in done), sum(steps for _, steps in done)


def mark_active(player: SearchPlayer) -> None:
    """Note that this player searches, and release the player that searched longest ago if there are too many."""
    with _active_lock:
        if player in _active_players:
            _active_players.remove(player)
        _active_players.append(player)
        if len(_active_players) > MAX_ACTIVE_PLAYERS:
            _active_players.popleft().release()


# Players by name


def is_search_name(name: str) -> bool:
    return name == SEARCH_NAME or name.startswith(f"{SEARCH_NAME}:")


def no_classic_text(game: str) -> str:
    return f"{game} has no learned evaluation, so leave out {CLASSIC_SUFFIX!r}"


def is_classic_name(name: str) -> bool:
    return name.endswith(CLASSIC_SUFFIX)


def parse_search_player(
    name: str,
    *,
    seed: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    threads: int = DEFAULT_THREADS,
) -> SearchPlayer:
    """Make a search player by its name: `mcts`, `mcts:0.5s` (seconds) or `mcts:2000` (simulations).

    With `:classic` at the end it searches without the learned evaluation, where a game has one.
    """
    limit = name.removeprefix(SEARCH_NAME).removesuffix(CLASSIC_SUFFIX)
    if limit and (seconds is not None or nodes is not None):
        raise BadOption(f"{name[:40]!r} already has a limit; leave out seconds and nodes")
    if re.fullmatch(r":[0-9]{1,4}(\.[0-9]{1,3})?s", limit):
        seconds = float(limit[1:-1])
    elif re.fullmatch(r":[0-9]{1,9}", limit):
        nodes = int(limit[1:])
    elif limit:
        raise BadOption(f"{name[:40]!r} is not a search player; write mcts, mcts:0.5s, mcts:2000 or mcts:2000:classic")
    is_classic = is_classic_name(name)
    return SearchPlayer(seed, seconds=seconds, nodes=nodes, threads=threads, name=name, is_classic=is_classic)
