"""The judge of courses on a real server, with real bots in the jail.

First, how long another course waits while two bots of one course sleep for ever: its bots must be checked at most 10 s
later than without them, and its games must be played. Then the judge is killed by SIGKILL, again and again, while
students hand in bots: what a client was told of bots and games must be there in the end, unchanged and once.
"""

from __future__ import annotations

import itertools
import json
import random
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from ...arena.jail.availability import NEEDS_LINUX, has_linux
from ...web.courses.judge_supervisor import JUDGE_COMMAND, RESTING
from ..measure import benchmark_parser, skip
from .server import ADDRESSES, Server

KILLS, QUICK_KILLS = 20, 1
MAX_DELAY = 10.0
"""Seconds that sleeping bots in one course may cost another."""
PATIENCE = 600.0
"""Seconds: the first start of the judge compiles the rules."""
OTHER_BOTS = 3
BOT = """
from holdtheline.games.towers.bot import Commander, Orders


class Commander{name}(Commander):
    def plan(self, view):
        return Orders(view)
"""
SLEEPER = f"import time\n\ntime.sleep(1e6)\n{BOT}"
COURSE = {"title": "Bots", "game": "towers", "options": {"turn_limit": 1}, "pairs": 1}


class Client:
    """Requests to the server, each from the next of some addresses, because rate limits are per address."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._addresses = itertools.cycle(ADDRESSES)

    def request(self, path: str, key: str = "", body: Any = None) -> Any:
        """Send a GET, or a POST of JSON or of bytes; return the JSON of the response."""
        connection = HTTPConnection("127.0.0.1", self._port, timeout=60, source_address=(next(self._addresses), 0))
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        content = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        if not isinstance(body, bytes):
            headers["Content-Type"] = "application/json"
        connection.request("GET" if body is None else "POST", f"/api{path}", content, headers)
        response = connection.getresponse()
        data = response.read()
        connection.close()
        if response.status >= 400:
            raise RuntimeError(f"{path}: {response.status}: {data[:300]!r}")
        return json.loads(data)

    def new_course(self) -> Course:
        created = self.request("/courses", body=COURSE)
        return Course(self, created["key"], created["join"])


@dataclass
class Course:
    client: Client
    key: str
    join: str
    told_bots: dict[int, Any] = field(default_factory=dict)
    """What a client was told of each bot that was checked, by its number."""
    told_games: dict[str, Any] = field(default_factory=dict)
    """What a client was told of each game, by its key."""
    handed_in: int = 0

    def hand_in(self, source: str = BOT) -> None:
        """Let a new student hand in a bot; when this returns, the server has acknowledged it."""
        name = f"Bot{secrets.token_hex(4)}"
        key = self.client.request("/course/join", self.join, {"name": name})["key"]
        self.client.request(f"/course/handins?file={name}.py", key, source.replace("{name}", name).encode())
        self.handed_in += 1

    @property
    def view(self) -> Any:
        return self.client.request("/course", self.key)

    def bots(self) -> list[Any]:
        return [bot for student in self.view["students"] for bot in student["handins"]]

    def count_states(self, *states: str) -> int:
        return sum(bot["state"] in states for bot in self.bots())

    def is_finished(self) -> bool:
        view = self.view
        checked = [bot["state"] != "checking" for student in view["students"] for bot in student["handins"]]
        return all(checked) and view["progress"]["played"] == view["progress"]["wanted"]

    def games(self) -> list[Any]:
        games: list[Any] = []
        before = ""
        while True:
            page = self.client.request(f"/course/matches?limit=100{before}", self.key)
            games += page["matches"]
            if not page["more"]:
                return games
            before = f"&before={games[-1]['number']}"

    def compare(self) -> list[str]:
        """Return what was told and is now lost or different, and games that are there twice; note what is new."""
        bots, games = {bot["number"]: bot for bot in self.bots()}, self.games()
        by_key = {game["key"]: game for game in games}
        faults = [f"{len(games) - len(by_key)} games are there twice"] if len(games) != len(by_key) else []
        faults += [
            f"bot {number} was {told['state']}" for number, told in self.told_bots.items() if bots[number] != told
        ]
        faults += [
            f"game {key} is lost or different" for key, told in self.told_games.items() if by_key.get(key) != told
        ]
        if len(bots) != self.handed_in:
            faults.append(f"{self.handed_in} bots were handed in, and {len(bots)} are there")
        # Only the bot that plays changes its card: it does when its author hands in another one.
        self.told_bots |= {number: bot for number, bot in bots.items() if bot["state"] != "checking"}
        self.told_games |= by_key
        return faults


def wait_until(happens: Callable[[], bool], what: str) -> float:
    """Wait for something, and return how long it took."""
    began = time.monotonic()
    while not happens():
        if time.monotonic() - began > PATIENCE:
            raise RuntimeError(f"within {PATIENCE:g} s this did not happen: {what}")
        time.sleep(0.1)
    return time.monotonic() - began


# Sleepers


def measure_sleepers(folder: Path) -> list[str]:
    """Return what is wrong if two bots of one course sleep for ever."""
    server = Server(f"sqlite:///{folder}/sleepers.sqlite", folder / "log")
    try:
        client = Client(server.port)
        warm = client.new_course()
        for _ in range(2):
            warm.hand_in()
        wait_until(lambda: warm.view["progress"]["played"] > 0, "the first game is played")
        calm = time_course(client, "without sleepers")
        asleep = client.new_course()
        for _ in range(2):
            asleep.hand_in(SLEEPER)
        wait_until(lambda: any(bot["queue"]["place"] == 0 for bot in asleep.bots()), "a bot that sleeps is checked")
        disturbed = time_course(client, "with two sleepers")
        if disturbed - calm > MAX_DELAY:
            return [f"two sleeping bots cost another course {disturbed - calm:.1f} s"]
        return []
    finally:
        server.kill()


def time_course(client: Client, label: str) -> float:
    """Return the seconds until the bots of a new course are checked; wait until their games are played, too."""
    course = client.new_course()
    began = time.monotonic()
    for _ in range(OTHER_BOTS):
        course.hand_in()
    wait_until(lambda: course.count_states("good") == OTHER_BOTS, "all bots are checked")
    checked = time.monotonic() - began
    wait_until(course.is_finished, "all games are played")
    played = time.monotonic() - began
    print(f"  {label}: {OTHER_BOTS} bots checked after {checked:.1f} s, games seen after {played:.1f} s", flush=True)
    return checked


# Kills


class JudgeProcess:
    """A judge that this process starts and kills, as the server would start it."""

    def __init__(self, database: str) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            JUDGE_COMMAND, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, encoding="utf-8"
        )
        assert self._process.stdin is not None
        self._process.stdin.write(f"{database}\n")
        self._process.stdin.flush()

    def wait_for_rest(self) -> None:
        """Wait until everything is judged."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if json.loads(line).get("state") == RESTING:
                return
        if self._process.wait() != 0:
            raise RuntimeError(f"the judge ended with code {self._process.returncode}")

    def kill(self) -> list[str]:
        """Kill the judge; return which of its processes outlive it."""
        below = descendants(self._process.pid)
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        until = time.monotonic() + 10
        while time.monotonic() < until and any(is_alive(pid) for pid in below):
            time.sleep(0.05)
        return [f"process {pid} outlived the judge" for pid in below if is_alive(pid)]


def descendants(pid: int) -> list[int]:
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    found = [pid]
    for parent in found:
        found += [child for child, its_parent in parents.items() if its_parent == parent]
    return found[1:]


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def kill_judges(database: str, folder: Path, kills: int, rng: random.Random) -> list[str]:
    """Kill the judge this many times while bots are handed in; return what was lost, doubled or left behind."""
    server = Server(database, folder / "log", "--no-judge")
    judge: JudgeProcess | None = None
    faults: list[str] = []
    try:
        client = Client(server.port)
        courses = [client.new_course(), client.new_course()]
        for number in range(kills):
            for course in courses:
                course.hand_in()
            before = sum(count_results(course) for course in courses)
            judge = JudgeProcess(database)
            if number % 4:  # every fourth is killed while it starts
                wait_until(partial(has_more_results, courses, before), "the judge does something")
            time.sleep(rng.uniform(0, 2))
            faults += [fault for course in courses for fault in course.compare()] + judge.kill()
            faults += [fault for course in courses for fault in course.compare()]
            print(f"  {number + 1} of {kills} kills, {sum(map(count_results, courses))} results", flush=True)
        judge = JudgeProcess(database)
        judge.wait_for_rest()
        faults += [fault for course in courses for fault in course.compare()]
        faults += [
            f"a course is not finished: {course.view['progress']}" for course in courses if not course.is_finished()
        ]
        told = sum(len(course.told_bots) + len(course.told_games) for course in courses)
        print(
            f"  {sum(course.handed_in for course in courses)} bots handed in, {told} results told, {len(faults)} faults"
        )
        return faults
    finally:
        if judge is not None:
            judge.kill()
        server.kill()


def has_more_results(courses: Sequence[Course], before: int) -> bool:
    return sum(map(count_results, courses)) > before


def count_results(course: Course) -> int:
    view = course.view
    bots = [bot for student in view["students"] for bot in student["handins"] if bot["state"] != "checking"]
    return len(bots) + int(view["progress"]["played"])


def main() -> int:
    parser = benchmark_parser("web.judge", __doc__)
    parser.add_argument("--kills", type=int, help=f"how often to kill the judge (default: {KILLS})")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6), help="of the delays before kills")
    parser.add_argument("--database", default="", help="a database URL for the kills (default: a new SQLite file)")
    args = parser.parse_args()
    if not has_linux():
        return skip(NEEDS_LINUX)
    kills = QUICK_KILLS if args.quick else KILLS if args.kills is None else args.kills
    with tempfile.TemporaryDirectory() as folder:
        print("Two bots of one course sleep for ever", flush=True)
        faults = measure_sleepers(Path(folder))
        print(f"{kills} kills of the judge, seed {args.seed}", flush=True)
        database = args.database or f"sqlite:///{folder}/kills.sqlite"
        faults += kill_judges(database, Path(folder), kills, random.Random(args.seed))
    for fault in faults:
        print(f"  FAILED: {fault}")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
