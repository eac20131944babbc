"""The judge of the courses: check submitted bots, and play their matches.

It runs in a separate process. Its state is in the database, and each match is written in one
transaction, so it can be killed at any time, and two judges at once do no harm."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import threading
import zlib
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from ...arena.jail.self_test import JailNotSafe, require_safe_jail
from ...arena.jail.supervisor import Supervisor
from ...arena.jailed_bot import make_supervisor
from ...arena.job import Fault, GameResult, Job
from ...arena.referee import play_job
from ...arena.shelf import clean_shelf, mark_used, submissions_folder
from ...arena.submission import BadBot, Submission
from ...arena.tournament.run import find_missing_batches
from ...arena.tournament.schedule import GamePair
from ...core.catalog import definition_of
from ...core.definition import DRAWN, WON
from ...core.errors import HtlError
from ...players.player import policies_of
from ..db.course_store import CheckResult, CourseStore, NewMatch
from ..db.database import Database
from ..db.rows import CourseRow, HandinRow, HandinState
from .judge_supervisor import FAILED, REFUSES, RESTING, WORKING, JudgeState
from .standings import CourseTerms, list_entries, list_pairs, match_name, newest_checked
from .uploads import unpack_bot

T = TypeVar("T")
PlayMatch = Callable[[Job, Mapping[str, Submission], Path], GameResult]
"""play(job, bots by digest, file for the record)"""
ReportStatus = Callable[[JudgeState, str], None]
"""report(state, sentence): send a status to the server"""
EASY_OPPONENTS = ("passive", "random")
"""Preferred opponents for the check of a bot."""
IDLE_SECONDS = 600.0
"""How long the process waits for more work, with the jail tested and the rules loaded, before it ends."""
DONE, TRY_AGAIN = 0, 1


class MatchNotPlayed(Exception):
    """A match failed through no fault of a bot."""


@dataclass
class CourseSchedule:
    """The matches of a course, and an iterator over those that are not played."""

    pairs: tuple[GamePair, ...]
    unplayed: Iterator[Job]


class Judge:
    def __init__(
        self,
        store: CourseStore,
        play: PlayMatch,
        bots_folder: Path,
        report: ReportStatus = lambda state, sentence: None,
    ) -> None:
        self.store = store
        self.report = report
        self._play = play
        self._bots_folder = bots_folder
        self._submissions: dict[str, Submission] = {}
        self._schedules: dict[str, CourseSchedule] = {}
        self._failed: set[object] = set()
        """Numbers of bots and names of matches that failed in this run for an unknown reason."""

    def work(self) -> int:
        """Work until nothing is left to do; return TRY_AGAIN if something failed."""
        self.report(WORKING, "")
        while self.do_next():
            pass
        return TRY_AGAIN if self._failed else DONE

    def do_next(self) -> bool:
        """Check one bot, or play one match in each course; return whether there was anything to do."""
        waiting = [handin for handin in self.store.unchecked() if handin.number not in self._failed]
        if waiting:
            self._attempt(waiting[0].number, self._check, waiting[0])
            return True
        played = [self._play_next(course) for course in self.store.unjudged()]
        return any(played)

    def _attempt(self, name: object, work: Callable[[T], None], subject: T) -> None:
        """Call `work(subject)`, and remember `name` if it fails."""
        try:
            work(subject)
        except JailNotSafe:
            raise
        except (MatchNotPlayed, HtlError) as error:
            self._failed.add(name)
            self.report(FAILED, str(error))

    # Checks

    def _check(self, handin: HandinRow) -> None:
        course = self.store.course(handin.course_id)
        if course is None:
            return
        try:
            result = self._try_out(course, handin)
        except BadBot as error:
            result = CheckResult("bad", f"{error}.")
        run_write(self.store.save_check(handin, result))
        if result.state == "good":
            self._delete_old_matches(course.id)

    def _try_out(self, course: CourseRow, handin: HandinRow) -> CheckResult:
        """Let a bot play one game from each seat against an easy opponent."""
        bot = self._submission(handin)
        opponent = easy_opponent(course.game)
        settings = CourseTerms.parse(course.settings).settings(course.game)
        results = [
            (seat, self._play_job(settings.job(seats, 0))[0])
            for seat, seats in enumerate(((bot.digest, opponent), (opponent, bot.digest)))
        ]
        for seat, result in results:
            for fault in result.faults:
                if fault.seat == seat:
                    return result_of_fault(fault, result)
        seat, result = results[0]
        return CheckResult("good", check_text(result, seat, opponent), bot_log(result, seat))

    def _delete_old_matches(self, course_id: str) -> None:
        """Delete the matches of bots that were replaced."""
        course = self.store.course(course_id)
        if course is not None:
            newest = newest_checked(course, self.store.handins(course_id)).values()
            players = policies_of(definition_of(course.game))
            run_write(self.store.delete_matches(course_id, [*(handin.digest for handin in newest), *players]))

    # Matches

    def _play_next(self, course: CourseRow) -> bool:
        schedule = self._schedule(course)
        job = next(schedule.unplayed, None)
        if job is None:
            if not any(match_name(job) in self._failed for pair in schedule.pairs for job in pair.jobs):
                run_write(self.store.mark_judged(course))
            return False
        self._attempt(match_name(job), lambda job: self._play_match(course, job), job)
        return True

    def _schedule(self, course: CourseRow) -> CourseSchedule:
        handins = self.store.handins(course.id)
        entries = list_entries(course, self.store.students(course.id), handins)
        pairs = list_pairs(course.game, course.settings, entries)
        schedule = self._schedules.get(course.id)
        if schedule is None or schedule.pairs is not pairs:
            finished = {match.key for match in self.store.matches(course.id)} | self._failed
            unplayed = chain.from_iterable(find_missing_batches(pairs, finished, match_name))
            schedule = self._schedules[course.id] = CourseSchedule(pairs, unplayed)
        return schedule

    def _play_match(self, course: CourseRow, job: Job) -> None:
        good = {handin.digest: handin for handin in self.store.handins(course.id) if handin.state == "good"}
        for digest in job.bots:
            if digest in good:
                self._submission(good[digest])
        result, record = self._play_job(job)
        breaches = [
            (job.bots[fault.seat], result_of_fault(fault, result)) for fault in result.faults if fault.kind == "breach"
        ]
        result_text = json.dumps(replace(result, logs=(), record=None).to_json())
        first, second = job.bots
        match = NewMatch(match_name(job), first, second, result_text, result.logs, record)
        run_write(self.store.save_match(course.id, match, breaches))

    def _play_job(self, job: Job) -> tuple[GameResult, bytes | None]:
        with tempfile.TemporaryDirectory(prefix="htl-game-") as folder:
            file = Path(folder) / "game.htl"
            try:
                result = self._play(job, self._submissions, file)
            except HtlError:
                raise
            except Exception as error:
                raise MatchNotPlayed(f"a match could not be played: {type(error).__name__}: {error}") from error
            folders = [str(self._submissions[bot].folder) for bot in job.bots if bot in self._submissions]
            return hide_folders(folders, result), zlib.compress(file.read_bytes(), 9)

    def _submission(self, handin: HandinRow) -> Submission:
        """Return the bot, unpacked into the folder of this process."""
        known = self._submissions.get(handin.digest)
        if known is None or not known.folder.is_dir():
            content = self.store.content(handin.number)
            known = self._submissions[handin.digest] = unpack_bot(handin.file, content, self._bots_folder)
            mark_used(known)
            clean_shelf(self._bots_folder)
        return known


def hide_folders(folders: list[str], result: GameResult) -> GameResult:
    """Remove the paths of this machine from what bots printed and from their tracebacks."""

    def hide(text: str) -> str:
        for folder in folders:
            text = text.replace(f"{folder}/", "")
        return text

    faults = tuple(replace(fault, sentence=hide(fault.sentence)) for fault in result.faults)
    return replace(result, reason=hide(result.reason), faults=faults, logs=tuple(map(hide, result.logs)))


def easy_opponent(game: str) -> str:
    players = policies_of(definition_of(game))
    return next((name for name in EASY_OPPONENTS if name in players), next(iter(players)))


def check_text(result: GameResult, seat: int, opponent: str) -> str:
    verb = {WON: "won", DRAWN: "drew"}.get(result.scores[seat], "lost")
    seconds = f", with {result.cpu[seat]:.2g} s of processor time" if result.cpu else ""
    turns = "one turn" if result.turns == 1 else f"{result.turns} turns"
    return f"The check passed: it {verb} against {opponent} in {turns}{seconds}."


def result_of_fault(fault: Fault, result: GameResult) -> CheckResult:
    state: HandinState = "suspended" if fault.kind == "breach" else "bad"
    return CheckResult(state, fault_sentence(fault), bot_log(result, fault.seat))


def fault_sentence(fault: Fault) -> str:
    """Return a fault's sentence with a capital letter, unless it begins with a file name."""
    text = fault.sentence.strip()
    begins_with_file = "." in text.split(" ")[0]
    first = text[:1] if begins_with_file else text[:1].upper()
    return f"{first}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")


def bot_log(result: GameResult, seat: int) -> str:
    return result.logs[seat] if seat < len(result.logs) else ""


def run_write(write: Coroutine[Any, Any, None]) -> None:
    asyncio.run(write)


# The process


class MatchRunner:
    """Play matches in jails; each game's jail is attacked first, to prove that it holds."""

    def __init__(self) -> None:
        self._supervisors: dict[str, Supervisor] = {}

    def __call__(self, job: Job, bots: Mapping[str, Submission], file: Path) -> GameResult:
        return play_job(job, bots, self._supervisor(job.game), record=file)

    def _supervisor(self, game: str) -> Supervisor:
        if game not in self._supervisors:
            supervisor = self._supervisors[game] = make_supervisor(game)
            supervisor.start_zygote()
            require_safe_jail(supervisor)
        return self._supervisors[game]

    def close(self) -> None:
        for supervisor in self._supervisors.values():
            supervisor.close()


def print_status(state: JudgeState, sentence: str) -> None:
    with suppress(BrokenPipeError):
        print(json.dumps({"state": state, "sentence": sentence}), flush=True)


class WakeSignal:
    """Set by each line of the input. The server holds its other end, so this process ends with the server."""

    def __init__(self) -> None:
        self._event = threading.Event()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for _ in sys.stdin:
            self._event.set()
        os._exit(1)

    def wait(self, seconds: float) -> bool:
        """Return whether a line arrived within this time."""
        is_set = self._event.wait(seconds)
        self._event.clear()
        return is_set


def judge_until_idle(judge: Judge, wake: WakeSignal) -> int:
    """Do all work, then wait for more until IDLE_SECONDS have passed without any."""
    while True:
        code = judge.work()
        if code != DONE:
            return code
        judge.report(RESTING, "")
        if not wake.wait(IDLE_SECONDS):
            return DONE


def main() -> int:
    """Run the judge. The first line of the input is the database URL, which may contain a password."""
    database_url = sys.stdin.readline().strip()
    wake = WakeSignal()
    os.nice(10)  # Unix only, as the jail
    database = Database(database_url)
    try:
        store = CourseStore(database)
        if not store.has_work():
            return DONE
        with closing(MatchRunner()) as runner:
            return judge_until_idle(Judge(store, runner, submissions_folder(), print_status), wake)
    except JailNotSafe as error:
        print_status(REFUSES, f"{str(error)[0].upper()}{str(error)[1:]}.")
        return DONE
    finally:
        database.close()


if __name__ == "__main__":
    sys.exit(main())
