"""The judge of the courses: looks at the bots that were handed in, and lets them play each other.

It is a process beside the server. All that it knows is in the database, and a game is written there in one
piece; so it can be killed at any moment, and two of them do no harm.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import threading
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from ..arena.jail.handin import BadBot, Handin
from ..arena.jail.keeper import Keeper
from ..arena.jail.proving import NotSafe, prove
from ..arena.playing import Fault, GameResult, Job, play
from ..arena.preparing import keeper_for, shelf
from ..arena.tournament.schedule import Pair
from ..core.catalog import contract_of
from ..core.contract import DRAWN, WON
from ..core.errors import HtlError
from ..players.player import policies_of
from .courseboard import Terms, entries_of, name_of, newest_known, pairs_of
from .register import Finding, NewBout, Register
from .schema import CourseRow, HandinRow, State
from .storage import Storage
from .uploads import laid_out

T = TypeVar("T")
Play = Callable[[Job, Mapping[str, Handin], Path], GameResult]
"""play(job, bots by their digests, file for the record)"""
Tell = Callable[[str, str], None]
"""tell(state, sentence): what the server hears."""
EASY = ("passive", "random")
"""Who a bot is tried against, where there is one."""
WORKING, RESTING, REFUSES, FAILED = "working", "resting", "refuses", "failed"
LINGERING = 600.0
"""Seconds."""
DONE, TRY_AGAIN = 0, 1


class NotPlayed(Exception):
    """A game could not be played, and no bot is charged with it."""


@dataclass
class Plan:
    """The games of a course that are still to be played."""

    course: CourseRow
    pairs: tuple[Pair, ...]
    todo: Iterator[Job]


class Judge:
    def __init__(
        self, register: Register, play: Play, bots: Path, tell: Tell = lambda state, told: None
    ) -> None:
        self.register = register
        self.tell = tell
        self._play = play
        self._bots = bots
        """The folder for their files."""
        self._laid_out: dict[str, Handin] = {}
        self._plans: dict[str, Plan] = {}
        self._set_aside: set[object] = set()
        """What could not be played this time, and why nobody knows."""

    def work(self) -> int:
        """Until nothing is left to do. TRY_AGAIN: something could not be played."""
        self.tell(WORKING, "")
        while self.one_more():
            pass
        return TRY_AGAIN if self._set_aside else DONE

    def one_more(self) -> bool:
        """A check, or a game in each course that wants one; whether there was anything."""
        waiting = [one for one in self.register.unchecked() if one.number not in self._set_aside]
        if waiting:
            self._whatever(waiting[0].number, self._check, waiting[0])
            return True
        played = [self._one_game(course) for course in self.register.unjudged()]
        return any(played)

    def _whatever(self, thing: object, work: Callable[[T], None], of: T) -> None:
        try:
            work(of)
        except NotSafe:
            raise
        except (NotPlayed, HtlError) as error:
            self._set_aside.add(thing)
            self.tell(FAILED, str(error))

    # A bot that was handed in

    def _check(self, handin: HandinRow) -> None:
        course = self.register.course(handin.course_id)
        if course is None:
            return
        try:
            found = self._tried(course, handin)
        except BadBot as error:
            found = Finding("bad", f"{error}.")
        run(self.register.find(handin, found))
        if found.state == "good":
            self._forget_old_games(course.id)

    def _tried(self, course: CourseRow, handin: HandinRow) -> Finding:
        """A game from each seat against somebody easy."""
        bot = self._laid(handin)
        other = easy_player(course.game)
        settings = Terms.of(course).settings(course.game)
        results = [
            (seat, self._played(settings.job(seats, 0))[0])
            for seat, seats in enumerate(((bot.digest, other), (other, bot.digest)))
        ]
        for seat, result in results:
            for fault in result.faults:
                if fault.seat == seat:
                    return finding_of(fault, result)
        seat, result = results[0]
        return Finding("good", told_of_check(result, seat, other), log_of(result, seat))

    def _forget_old_games(self, course_id: str) -> None:
        """Games of bots that nobody has any more."""
        course = self.register.course(course_id)
        if course is not None:
            known = newest_known(course, self.register.handins(course_id)).values()
            players = policies_of(contract_of(course.game))
            run(self.register.forget(course_id, [*(one.digest for one in known), *players]))

    # A game

    def _one_game(self, course: CourseRow) -> bool:
        plan = self._plan(course)
        job = next(plan.todo, None)
        if job is None:
            if not any(name_of(one) in self._set_aside for pair in plan.pairs for one in pair.jobs):
                run(self.register.settle(course))
            return False
        self._whatever(name_of(job), lambda job: self._judge(course, job), job)
        return True

    def _plan(self, course: CourseRow) -> Plan:
        handed_in = self.register.handins(course.id)
        pairs = pairs_of(
            course.game, course.settings, entries_of(course, self.register.students(course.id), handed_in)
        )
        old = self._plans.get(course.id)
        if old is None or old.pairs is not pairs:
            done = {one.key for one in self.register.bouts(course.id)} | self._set_aside
            old = self._plans[course.id] = Plan(course, pairs, to_play(pairs, done))
        return old

    def _judge(self, course: CourseRow, job: Job) -> None:
        good = {one.digest: one for one in self.register.handins(course.id) if one.state == "good"}
        for digest in job.bots:
            if digest in good:
                self._laid(good[digest])
        result, record = self._played(job)
        breaches = [
            (job.bots[fault.seat], finding_of(fault, result))
            for fault in result.faults
            if fault.kind == "breach"
        ]
        kept = json.dumps(replace(result, logs=(), record=None).to_json())
        first, second = job.bots
        bout = NewBout(name_of(job), (first, second), kept, result.logs, record)
        run(self.register.keep(course.id, bout, breaches))

    def _played(self, job: Job) -> tuple[GameResult, bytes | None]:
        with tempfile.TemporaryDirectory(prefix="htl-game-") as folder:
            file = Path(folder) / "game.htl"
            try:
                result = self._play(job, self._laid_out, file)
            except HtlError:
                raise
            except Exception as error:
                raise NotPlayed(f"a game could not be played: {type(error).__name__}: {error}") from error
            folders = [str(self._laid_out[one].folder) for one in job.bots if one in self._laid_out]
            return without(folders, result), zlib.compress(file.read_bytes(), 9)

    def _laid(self, handin: HandinRow) -> Handin:
        """Its files, on the disk of this process."""
        if handin.digest not in self._laid_out:
            found = laid_out(handin.file, self.register.content(handin.number), self._bots)
            self._laid_out[handin.digest] = found
        return self._laid_out[handin.digest]


def without(folders: list[str], result: GameResult) -> GameResult:
    """What was said, without the places where this machine keeps the files of bots."""

    def told(text: str) -> str:
        for folder in folders:
            text = text.replace(f"{folder}/", "")
        return text

    faults = tuple(replace(one, sentence=told(one.sentence)) for one in result.faults)
    return replace(result, reason=told(result.reason), faults=faults, logs=tuple(map(told, result.logs)))


def to_play(pairs: tuple[Pair, ...], done: set[object]) -> Iterator[Job]:
    """The games without a result. Bots with the same files have the same games: once."""
    seen = set(done)
    for pair in pairs:
        for job in pair.jobs:
            if name_of(job) not in seen:
                seen.add(name_of(job))
                yield job


def easy_player(game: str) -> str:
    players = policies_of(contract_of(game))
    return next((name for name in EASY if name in players), next(iter(players)))


def told_of_check(result: GameResult, seat: int, other: str) -> str:
    word = {WON: "won", DRAWN: "drew"}.get(result.scores[seat], "lost")
    seconds = f", with {result.cpu[seat]:.2g} s of processor time" if result.cpu else ""
    turns = "one turn" if result.turns == 1 else f"{result.turns} turns"
    return f"It plays: it {word} against {other} in {turns}{seconds}."


def finding_of(fault: Fault, result: GameResult) -> Finding:
    state: State = "suspended" if fault.kind == "breach" else "bad"
    return Finding(state, sentence_of(fault), log_of(result, fault.seat))


def sentence_of(fault: Fault) -> str:
    text = fault.sentence.strip()
    is_file = "." in text.split(" ")[0]  # whose name stays as it is
    first = text[:1] if is_file else text[:1].upper()
    return f"{first}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")


def log_of(result: GameResult, seat: int) -> str:
    return result.logs[seat] if seat < len(result.logs) else ""


def run(writing: object) -> None:
    asyncio.run(writing)  # type: ignore[arg-type]


# The process


class Referee:
    """Who plays the games: behind walls that were attacked first, with a keeper for each game."""

    def __init__(self) -> None:
        self._keepers: dict[str, Keeper] = {}

    def __call__(self, job: Job, bots: Mapping[str, Handin], file: Path) -> GameResult:
        return play(job, bots, self._keeper(job.game), record=file)

    def _keeper(self, game: str) -> Keeper:
        if game not in self._keepers:
            keeper = self._keepers[game] = keeper_for(game)
            keeper.begin()
            prove(keeper)
        return self._keepers[game]

    def close(self) -> None:
        for keeper in self._keepers.values():
            keeper.close()


def say(state: str, sentence: str) -> None:
    with suppress(BrokenPipeError):
        print(json.dumps({"state": state, "sentence": sentence}), flush=True)


class Bell:
    """Rung by a line of the input. The server holds the other end as long as it lives: then we end, too."""

    def __init__(self) -> None:
        self._rung = threading.Event()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for _ in sys.stdin:
            self._rung.set()
        os._exit(1)

    def rings_within(self, seconds: float) -> bool:
        is_rung = self._rung.wait(seconds)
        self._rung.clear()
        return is_rung


def judge_on(judge: Judge, bell: Bell) -> int:
    """Do what there is to do, and wait a while for more: the walls are tried, the rules are in memory."""
    while True:
        code = judge.work()
        if code != DONE:
            return code
        judge.tell(RESTING, "")
        if not bell.rings_within(LINGERING):
            return DONE


def main() -> int:
    """The first line of the input is the address of the database, which may hold a password."""
    address = sys.stdin.readline().strip()
    bell = Bell()
    os.nice(10)
    storage = Storage(address)
    try:
        if not Register(storage).has_work():
            return DONE
        with closing(Referee()) as referee:
            return judge_on(Judge(Register(storage), referee, shelf(), say), bell)
    except NotSafe as error:
        say(REFUSES, f"{str(error)[0].upper()}{str(error)[1:]}.")
        return DONE
    finally:
        storage.close()


if __name__ == "__main__":
    sys.exit(main())
