"""Check a bot against the protocol (`htl bot check`): its first answers, whole games, and repeatability."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from ..core.bots.faults import BotFault
from ..core.definition import CHANCE
from ..core.game import Game
from .game_run import GameRun
from .jail.limits import Limits
from .jail.supervisor import Supervisor
from .jailed_bot import JailedBot, start_jailed_bot
from .job import GameResult, Job
from .referee import play_job
from .submission import Submission

UNKNOWN_EVENT = {"event": "weather", "sky": "grey", "more": [1, None, {"\u00e9": True}]}
"""An event that bots must ignore: later versions of the protocol may add events."""
CHECK_SEED = 20
EXIT_SECONDS = 2.0
"""How long a bot may take to exit after its game."""
OPPONENTS = ("passive", "random", "spam", "book")
"""The opponents, if the game has them."""


@dataclass(frozen=True)
class CheckResult:
    """The result of one check."""

    name: str
    fault: str = ""
    """What is wrong, or an empty string."""
    advice: str = ""
    """What could be better, or an empty string."""
    log: str = ""
    """What the bot printed, if something is wrong."""


@dataclass(frozen=True)
class ConformanceChecker:
    """Checks one bot."""

    game: Game
    submission: Submission
    supervisor: Supervisor
    limits: Limits

    def checks(self) -> Iterator[CheckResult]:
        """Yield the results of all checks, up to the first fault."""
        for check in chain((self._check_protocol(),), self._check_games()):
            yield check
            if check.fault:
                return

    # The protocol

    def _check_protocol(self) -> CheckResult:
        """Check that the bot gets ready, ignores unknown events, answers, and exits after the game."""
        name = "it gets ready, answers its first question and exits after the game"
        bot = start_jailed_bot(self.supervisor, self.submission, self.game, 0, self.limits, strict=True)
        process = bot.process
        try:
            bot.greet(CHECK_SEED)
            bot.connection.queue(UNKNOWN_EVENT)
            self._first_question(bot)
            bot.connection.queue(UNKNOWN_EVENT)
            bot.connection.send_last({"end": "drawn", "reason": "this is only a check"})
            process.resume()
            late = process.ended(EXIT_SECONDS) is None
        except BotFault as fault:
            process.kill()
            return CheckResult(name, fault=fault.reason, log=process.log())
        finally:
            process.kill()
        return CheckResult(name, advice="it does not exit when it receives the end message" if late else "")

    def _first_question(self, bot: JailedBot) -> None:
        run = GameRun(self.game, CHECK_SEED)
        while run.state.current_player == CHANCE:
            run.roll()
        if run.state.current_player == bot.seat:
            bot.play(run)

    # Whole games

    def _check_games(self) -> Iterator[CheckResult]:
        seats = len(self.game.seats)
        known = {"random", *self.game.definition.ai.policies}
        opponents = [name for name in OPPONENTS if name in known] if seats > 1 else [""]
        for opponent in opponents:
            for seat in range(seats):
                yield self._check_game(opponent, seat)
        yield self._check_repeatability()

    def _job(self, opponent: str, seat: int) -> Job:
        others = [opponent] * (len(self.game.seats) - 1)
        bots = (*others[:seat], self.submission.digest, *others[seat:])
        return Job(self.game.name, bots, CHECK_SEED, tuple(self.game.options.items()), True, self.limits)

    def _play(self, opponent: str, seat: int) -> GameResult:
        return play_job(
            self._job(opponent, seat), {self.submission.digest: self.submission}, self.supervisor, game=self.game
        )

    def _check_game(self, opponent: str, seat: int) -> CheckResult:
        result = self._play(opponent, seat)
        role = f" as {self.game.seats[seat]}" if opponent else ""
        name = f"a game{f' against {opponent}' if opponent else ''}{role}"
        for fault in result.faults:
            if fault.seat == seat:
                return CheckResult(name, fault=fault.sentence, log=result.logs[seat])
        outcome = {1: "won", 0: "drawn", -1: "lost"}[result.scores[seat]]
        return CheckResult(f"{name}: {outcome}, {result.cpu[seat]:.2f} s of CPU time")

    def _check_repeatability(self) -> CheckResult:
        """Check that the same seed gives the same game, so that games can be replayed and debugged."""
        opponent = "random" if len(self.game.seats) > 1 else ""
        first, second = (self._play(opponent, 0) for _ in range(2))
        name = "the same seed gives the same game"
        if first.digest == second.digest:
            return CheckResult(name)
        return CheckResult(
            name, advice="it plays differently with the same seed; seed your random generator from the hello message"
        )
