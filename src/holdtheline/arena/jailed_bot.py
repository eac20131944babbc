"""A bot in a jailed process that plays a seat: start it, greet it, and decide what a fault costs.

The game's bot API (`RemotePlayer`) decides what it is asked and how its answers are played."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from ..core.bots.bot_api import GameInProgress
from ..core.bots.faults import BotFailure, BotFault, InvalidAnswer
from ..core.game import Game
from ..core.kernel import cache, numba_version
from .bot_store import REFUSAL_SUFFIX, check_written, find_kernel_folder, keep_kernels, mark_used, remove_tree
from .connection import BotConnection
from .jail.bot_process import BotProcess
from .jail.limits import Limits
from .jail.supervisor import Supervisor
from .kit import PREPARE_ENTRY, RUN_ENTRY, warm_up_entry
from .move_bot import bot_api_of
from .protocol import MESSAGE_FORMS, PROTOCOL_VERSION
from .submission import PYTHON, Submission

EXIT_GRACE_SECONDS = 0.05
"""How long a bot may take to exit after the game."""
PRIVATE_LIMITS = ("log_bytes",)
"""Limits that are not sent to bots."""
COMPILE_LIMITS = Limits(load_seconds=30.0, memory_mb=512)
"""Limits while a bot's kernels are compiled: those of the tutorial's bot take 4 s and 110 MB."""


class JailedBot:
    """A bot in its own process, for one game."""

    def __init__(self, process: BotProcess, game: Game, seat: int, limits: Limits, strict: bool) -> None:
        api = bot_api_of(game.definition)
        self.process = process
        self.game = game
        self.seat = seat
        self.strict = strict
        self.slips = 0
        """The number of decisions it lost by faults in training."""
        self.connection = BotConnection(process, limits, api.question_names)
        self.remote = api.make_remote_player(self.connection, game, seat)

    def greet(self, seed: int) -> None:
        """Send the hello and wait until the bot is ready; raise BotFault if it fails."""
        try:
            self.get_ready(seed)
        except BotFailure as failure:
            kind = "load" if failure.kind in ("crash", "malformed", "time") else failure.kind
            raise BotFault(str(self.seat), failure.sentence, kind) from failure

    def get_ready(self, seed: int) -> None:
        """Send the hello and wait until the bot is ready; raise BotFailure if it fails."""
        limits = asdict(self.connection.limits)
        hello = {
            "hello": PROTOCOL_VERSION,
            "game": self.game.name,
            "rules": self.game.rules_version,
            "options": dict(self.game.options),
            "seat": self.seat,
            "seats": list(self.game.seats),
            "seed": seed,
            "limits": {name: value for name, value in limits.items() if name not in PRIVATE_LIMITS},
            **self.remote.hello_fields(),
        }
        answer = self.connection.greet(hello)
        self.connection.form = parse_form(answer)
        self.remote.check_ready(answer)

    def play(self, run: GameInProgress) -> None:
        """Play its decision; if it fails, it loses the game or, in training, only this decision."""
        try:
            self.remote.play(run)
        except BotFailure as failure:
            if self.strict or failure.is_final:
                raise BotFault(str(self.seat), failure.sentence, failure.kind) from failure
            self.slips += 1
            self.remote.play_default(run)

    @property
    def cpu_seconds(self) -> float:
        return self.process.cpu_seconds()

    def end(self, how: str, reason: str) -> None:
        """Send the result of the game and end the process."""
        if self.process.ended() is None:
            self.connection.send_last({"end": how, "reason": reason})
            self.process.resume()
            self.process.ended(EXIT_GRACE_SECONDS)
        self.process.kill()


def parse_form(answer: dict[str, Any]) -> str:
    """Return the form of questions that a bot wants, from its answer to the hello."""
    if answer.get("ready") is not True:
        raise InvalidAnswer("its first answer does not say that it is ready")
    form = answer.get("form", MESSAGE_FORMS[0])
    if form not in MESSAGE_FORMS:
        raise InvalidAnswer(f"it asks for an unknown form; the forms are {', '.join(MESSAGE_FORMS)}")
    return str(form)


def make_supervisor(game: str, writable: Sequence[Path] = ()) -> Supervisor:
    """Return a supervisor for bots of this game, whose files are in the cache or in `writable` folders."""
    return Supervisor(prepare=[warm_up_entry(game)], writable=[cache.cache_folder().parent, *writable])


def start_jailed_bot(
    supervisor: Supervisor, submission: Submission, game: Game, seat: int, limits: Limits, strict: bool
) -> JailedBot:
    """Start the process of a bot, which still has to be greeted; raise BotFault if its preparation has failed."""
    mark_used(submission)
    refusal = compile_bot_kernels(supervisor, submission, game)
    if refusal:
        raise BotFault(str(seat), refusal, "load")
    process = supervisor.start(
        submission, RUN_ENTRY, limits, reads=(find_kernel_folder(submission) / cache.sources_digest(),)
    )
    return JailedBot(process, game, seat, limits, strict)


def compile_bot_kernels(supervisor: Supervisor, submission: Submission, game: Game) -> str:
    """Compile the kernels of a Python bot, once per version of the rules.

    Return why the bot is refused: because it took too long or wrote too much; empty if it is not. What else fails
    here fails in its game as well, where the fault is reported.
    """
    has_kernels = submission.kind == PYTHON and bot_api_of(game.definition).has_kernels
    if not has_kernels or numba_version.PLAIN_PYTHON:
        return ""
    folder = find_kernel_folder(submission)
    marker = folder / f"{cache.cache_folder().name}.{game.name}"
    refusal = marker.with_name(f"{marker.name}{REFUSAL_SUFFIX}")
    if marker.exists():
        return refusal.read_text(encoding="utf-8") if refusal.exists() else ""
    folder.mkdir(parents=True, exist_ok=True)
    written = Path(tempfile.mkdtemp(prefix=".new-", dir=folder.parent))
    try:
        run_preparation(supervisor, submission, game, written)
        keep_kernels(written, folder)
    except BotFailure as failure:
        if failure.kind in ("time", "disk"):
            refusal.write_text(failure.sentence, encoding="utf-8")
    finally:
        remove_tree(written)
    marker.touch()
    return refusal.read_text(encoding="utf-8") if refusal.exists() else ""


def run_preparation(supervisor: Supervisor, submission: Submission, game: Game, folder: Path) -> None:
    """Let a bot load itself and write its kernels; raise BotFailure if it fails, or as soon as it writes too much."""
    process = supervisor.start(submission, PREPARE_ENTRY, COMPILE_LIMITS, writes_to=folder)
    try:
        bot = JailedBot(process, game, 0, COMPILE_LIMITS, True)
        bot.connection.watch = partial(check_written, folder)
        bot.get_ready(0)
    finally:
        process.kill()
