"""The judge of the courses: check submitted bots, and play their matches.

It runs in a separate process, and its games in worker processes (`judge_worker`). Its state is in the database, and
each match is written in one transaction, so it can be killed at any time and continues where it was."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from ...arena.bot_store import mark_used, remove_old_bots, submissions_folder
from ...arena.jail.self_test import JailNotSafe
from ...arena.job import Fault, GameResult, Job
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
from .judge_queue import Capacity, CheckProgress, CourseShares, ReportChecks, Task, slow_bots_last
from .judge_supervisor import FAILED, REFUSES, RESTING, WORKING, JudgeState
from .judge_worker import MatchGivenUp, MatchNotPlayed, WorkerPool, choose_worker_cores
from .standings import CourseTerms, list_entries, list_pairs, match_name, newest_checked
from .uploads import unpack_bot

PlayMatch = Callable[[Job, Mapping[str, Submission], Path], GameResult]
"""play(job, bots by digest, file for the record); called by several threads"""
ReportStatus = Callable[[JudgeState, str], None]
"""report(state, sentence): send a status to the server"""
EASY_OPPONENTS = ("passive", "random")
"""Preferred opponents for the check of a bot."""
IDLE_SECONDS = 600.0
"""How long the process waits for more work, with the jail tested and the rules loaded, before it ends."""
LOOK_SECONDS = 5.0
"""How often it looks for work that another server on the same database has added."""
RETRY_SECONDS = 300.0
"""When to try again what failed for an unknown reason, while there is other work."""
CHECK_WEIGHT = 0.3
"""The weight of the newest check in the mean duration of checks."""
DONE, TRY_AGAIN = 0, 1


@dataclass
class CourseSchedule:
    """The matches of a course, and an iterator over those that are not played."""

    pairs: tuple[GamePair, ...]
    unplayed: Iterator[Job]


class Judge:
    """Gives each course its share, and does what it chooses in threads."""

    def __init__(
        self,
        store: CourseStore,
        play: PlayMatch,
        bots_folder: Path,
        report: ReportStatus = lambda state, sentence: None,
        report_checks: ReportChecks = lambda progress: None,
        capacity: Capacity | None = None,
        woken: threading.Event | None = None,
    ) -> None:
        self.store = store
        self.report = report
        self.woken = woken or threading.Event()
        """Set when there may be more to do."""
        self._report_checks = report_checks
        self._capacity = capacity or Capacity()
        self._play = play
        self._bots_folder = bots_folder
        self._threads = ThreadPoolExecutor(self._capacity.workers, "judge")
        self._running: dict[Future[None], Task] = {}
        self._shares = CourseShares()
        self._submissions: dict[str, Submission] = {}
        self._schedules: dict[str, CourseSchedule] = {}
        self._quickest: dict[str, float] = {}
        """The seconds of each bot's shortest game."""
        self._check_seconds: dict[str, float] = {}
        """The mean duration of checks, by course."""
        self._failed: dict[int | str, float] = {}
        """When a check or match failed for an unknown reason, by its name."""

    def work(self) -> int:
        """Work until nothing is left to do; return TRY_AGAIN if something failed."""
        self.report(WORKING, "")
        while True:
            self.woken.clear()
            self._finish_tasks()
            self._forget_failures()
            while len(self._running) < self._capacity.workers and self._start_next():
                pass
            if not self._running:
                return TRY_AGAIN if self._failed else DONE
            self.woken.wait(LOOK_SECONDS)

    # Tasks

    def _start_next(self) -> bool:
        """Start a check or a match of the course that had the least time; return whether there was one to start."""
        waiting = [handin for handin in self.store.unchecked() if self._may_check(handin)]
        courses = self._courses_with_work(waiting)
        for task in self._running.values():
            self._shares.charge(task, time.monotonic())
        for course_id in self._shares.order(courses):
            handin = next((handin for handin in waiting if handin.course_id == course_id), None)
            if handin and self._capacity.allows(self._running.values(), course_id, "check"):
                task = Task(course_id, "check", handin.number, handin.member_id)
                self._start(task, partial(self._check, courses[course_id], handin))
                return True
            if not self._capacity.allows(self._running.values(), course_id, "match"):
                continue
            if job := self._next_match(courses[course_id]):
                task = Task(course_id, "match", match_name(job))
                self._start(task, partial(self._play_match, courses[course_id], job))
                return True
        return False

    def _may_check(self, handin: HandinRow) -> bool:
        """Return whether a bot can be checked now; a student has only one check at a time, also of a replaced bot."""
        is_authors_turn = all(task.student != handin.member_id for task in self._running.values())
        return is_authors_turn and handin.number not in self._failed

    def _courses_with_work(self, waiting: Sequence[HandinRow]) -> dict[str, CourseRow]:
        courses = {course.id: course for course in self.store.unjudged()}
        for handin in waiting:
            if handin.course_id not in courses and (course := self.store.course(handin.course_id)):
                courses[course.id] = course
        return courses

    def _start(self, task: Task, work: Callable[[], None]) -> None:
        future = self._threads.submit(self._attempt, task, work)
        self._running[future] = task
        future.add_done_callback(lambda _: self.woken.set())
        if task.kind == "check":
            self._tell_progress()

    def _attempt(self, task: Task, work: Callable[[], None]) -> None:
        """Call `work`, and remember the task if it fails."""
        try:
            work()
        except JailNotSafe:
            raise
        except (MatchNotPlayed, HtlError) as error:
            self._failed[task.name] = time.monotonic()
            self.report(FAILED, str(error))

    def _finish_tasks(self) -> None:
        """Forget the tasks that are finished, and raise what no task expects."""
        finished = {future: task for future, task in self._running.items() if future.done()}
        for future, task in finished.items():
            del self._running[future]
            self._shares.charge(task, time.monotonic())
            future.result()
        if any(task.kind == "check" for task in finished.values()):
            self._tell_progress()

    def _forget_failures(self) -> None:
        """Let what failed long ago be tried again."""
        now = time.monotonic()
        again = [name for name, failed in self._failed.items() if now - failed > RETRY_SECONDS]
        for name in again:
            del self._failed[name]
        if again:
            self._schedules.clear()

    def _tell_progress(self) -> None:
        running = [task.name for task in self._running.values() if task.kind == "check"]
        self._report_checks(CheckProgress(tuple(map(int, running)), dict(self._check_seconds)))

    # Checks

    def _check(self, course: CourseRow, handin: HandinRow) -> None:
        started = time.monotonic()
        try:
            result = self._try_out(course, handin)
        except BadBot as error:
            result = CheckResult("bad", f"{error}.")
        except MatchGivenUp as error:
            result = CheckResult("bad", f"The check was given up after {error}; hand the bot in again to repeat it.")
        run_write(self.store.save_check(handin, result))
        seconds = time.monotonic() - started
        mean = self._check_seconds.get(course.id, seconds)
        self._check_seconds[course.id] = mean + CHECK_WEIGHT * (seconds - mean)
        if result.state == "good":
            self._delete_old_matches(course.id)

    def _try_out(self, course: CourseRow, handin: HandinRow) -> CheckResult:
        """Let a bot play one game from each seat against an easy opponent, until it fails."""
        bot = self._submission(handin)
        opponent = easy_opponent(course.game)
        settings = CourseTerms.parse(course.settings).settings(course.game)
        sentence = log = ""
        for seat, seats in enumerate(((bot.digest, opponent), (opponent, bot.digest))):
            result, _ = self._play_job(settings.job(seats, 0))
            for fault in result.faults:
                if fault.seat == seat:
                    return result_of_fault(fault, result)
            if seat == 0:
                sentence, log = check_text(result, seat, opponent), bot_log(result, seat)
        return CheckResult("good", sentence, log)

    def _delete_old_matches(self, course_id: str) -> None:
        """Delete the matches of bots that were replaced."""
        course = self.store.course(course_id)
        if course is not None:
            newest = newest_checked(course, self.store.handins(course_id)).values()
            players = policies_of(definition_of(course.game))
            run_write(self.store.delete_matches(course_id, [*(handin.digest for handin in newest), *players]))

    # Matches

    def _next_match(self, course: CourseRow) -> Job | None:
        """Return a match of this course to play; if all are played, record that."""
        schedule = self._schedule(course)
        job = next(schedule.unplayed, None)
        if job is None and not any(self._is_open(match_name(job)) for pair in schedule.pairs for job in pair.jobs):
            run_write(self.store.mark_judged(course))
        return job

    def _is_open(self, name: str) -> bool:
        """Return whether a match is in progress or failed."""
        return name in self._failed or any(task.name == name for task in self._running.values())

    def _schedule(self, course: CourseRow) -> CourseSchedule:
        handins = self.store.handins(course.id)
        entries = list_entries(course, self.store.students(course.id), handins)
        pairs = list_pairs(course.game, course.settings, entries)
        schedule = self._schedules.get(course.id)
        if schedule is None or schedule.pairs is not pairs:
            matches = self.store.matches(course.id)
            if schedule is None:
                for match in matches:
                    self._note_seconds((match.first, match.second), json.loads(match.result)["seconds"])
            running = {task.name for task in self._running.values()}
            finished = {match.key for match in matches} | self._failed.keys() | running
            missing = chain.from_iterable(find_missing_batches(pairs, finished, match_name))
            schedule = CourseSchedule(pairs, slow_bots_last(missing, self._quickest))
            self._schedules[course.id] = schedule
        return schedule

    def _note_seconds(self, bots: Sequence[str], seconds: float) -> None:
        for bot in bots:
            self._quickest[bot] = min(seconds, self._quickest.get(bot, seconds))

    def _play_match(self, course: CourseRow, job: Job) -> None:
        good = {handin.digest: handin for handin in self.store.handins(course.id) if handin.state == "good"}
        for digest in job.bots:
            if digest in good:
                self._submission(good[digest])
        try:
            result, record = self._play_job(job)
        except MatchGivenUp as error:
            result, record = result_of_given_up(job, str(error)), None
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
            except (HtlError, MatchGivenUp, MatchNotPlayed):
                raise
            except Exception as error:
                raise MatchNotPlayed(f"a match could not be played: {type(error).__name__}: {error}") from error
            self._note_seconds(job.bots, result.seconds)
            folders = [str(self._submissions[bot].folder) for bot in job.bots if bot in self._submissions]
            return hide_folders(folders, result), zlib.compress(file.read_bytes(), 9)

    def _submission(self, handin: HandinRow) -> Submission:
        """Return the bot, unpacked into the folder of this process."""
        known = self._submissions.get(handin.digest)
        if known is None or not known.folder.is_dir():
            content = self.store.content(handin.number)
            known = self._submissions[handin.digest] = unpack_bot(handin.file, content, self._bots_folder)
            mark_used(known)
            remove_old_bots(self._bots_folder)
        return known


def hide_folders(folders: list[str], result: GameResult) -> GameResult:
    """Remove the paths of this machine from what bots printed and from their tracebacks."""

    def hide(text: str) -> str:
        for folder in folders:
            text = text.replace(f"{folder}/", "")
        return text

    faults = tuple(replace(fault, sentence=hide(fault.sentence)) for fault in result.faults)
    return replace(result, reason=hide(result.reason), faults=faults, logs=tuple(map(hide, result.logs)))


def result_of_given_up(job: Job, time: str) -> GameResult:
    """Return the result of a match that was not over in time: a draw, because no bot is to blame."""
    reason = f"the match was not over after {time} and was given up; it counts as a draw"
    return GameResult(job.key, (DRAWN,) * len(job.bots), reason, turns=0, digest=f"given up {job.key}")


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


_output_lock = threading.Lock()


def print_message(message: dict[str, Any]) -> None:
    with _output_lock, suppress(BrokenPipeError):
        print(json.dumps(message), flush=True)


def print_status(state: JudgeState, sentence: str) -> None:
    print_message({"state": state, "sentence": sentence})


def print_checks(progress: CheckProgress) -> None:
    print_message({"running": progress.running, "seconds": progress.seconds})


def listen(woken: threading.Event) -> None:
    """Set the event for each line of the input, and end with the server, which holds the other end."""
    for _ in sys.stdin:
        woken.set()
    os._exit(1)


def judge_until_idle(judge: Judge) -> int:
    """Do all work, then wait for more until IDLE_SECONDS have passed without any.

    Where several servers share a database, each has a judge, and one of them works.
    """
    while True:
        with judge.store.judging() as is_ours:
            if is_ours and judge.work() != DONE:
                return TRY_AGAIN
        other_works = not is_ours and judge.store.has_work()
        judge.report(WORKING if other_works else RESTING, "")
        is_woken = judge.woken.wait(LOOK_SECONDS if other_works else IDLE_SECONDS)
        judge.woken.clear()
        if not is_woken and not other_works:
            return DONE


def main() -> int:
    """Run the judge. The first line of the input is the database URL, which may contain a password."""
    database_url = sys.stdin.readline().strip()
    woken = threading.Event()
    threading.Thread(target=listen, args=[woken], daemon=True).start()
    os.nice(10)  # Unix only, as the jail
    database = Database(database_url)
    try:
        store = CourseStore(database)
        if not store.has_work():
            return DONE
        cores = choose_worker_cores()
        with closing(WorkerPool(cores)) as play:
            capacity = Capacity(len(cores))
            judge = Judge(store, play, submissions_folder(), print_status, print_checks, capacity, woken)
            return judge_until_idle(judge)
    except JailNotSafe as error:
        print_status(REFUSES, f"{str(error)[0].upper()}{str(error)[1:]}.")
        return DONE
    finally:
        database.close()


if __name__ == "__main__":
    sys.exit(main())
