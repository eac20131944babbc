"""Each hostile behaviour in a game against an honest bot gets the right verdict and leaves nothing behind."""

from __future__ import annotations

import ctypes
import io
import json
import os
import re
import stat
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest

from holdtheline.arena import jailed_bot
from holdtheline.arena.jail.bot_process import PROCESS_CPU_CLOCK, BotProcess
from holdtheline.arena.jail.self_test import find_missing_walls
from holdtheline.arena.job import Fault, GameResult
from holdtheline.arena.participant import PlayerFactory
from holdtheline.arena.submission import BadBot, Submission, store_submission, unpack_zip
from holdtheline.core.dice import random_stream
from holdtheline.games.towers.bots.bot_player import CommanderPlayer
from holdtheline.games.towers.bots.commander import Commander, Orders

from ..system_programs import needed, node
from .faulty_bots import HEAD
from .hostile_behaviours import BEHAVIOURS
from .hostile_bots import (
    ATTACKS_LAST,
    IDLE,
    KEY,
    MARK,
    PATCHES,
    REMEMBERS,
    SAYS_ALL,
    THINKS_ON,
    Behaviour,
    plans,
    talks,
)
from .jailed_games import QUICK, JailedArena, open_jailed_arena
from .leftovers import NOTHING, left, left_soon, more, processes

HONEST = """
class CommanderHonest(Commander):
    def plan(self, view):
        orders = Orders(view)
        orders.build("missile", 9, 3)
        while orders.hire("rifle") is None:
            pass
        orders.send_all(column=view.turn % 7)
        return orders
"""
TURNS = 2
LIMITS = replace(QUICK, load_seconds=2.0, think_seconds=1.0)
SECRET = "the-referee-s-own-secret"
CARRIED: set[int] = set()
"""Numbers of the list with a separate test."""
Test = TypeVar("Test", bound=Callable[..., None])


def carries(number: int) -> Callable[[Test], Test]:
    CARRIED.add(number)
    return lambda test: test


class Battery:
    """Plays against an honest bot, and knows how its games go undisturbed."""

    def __init__(self, arena: JailedArena, folder: Path) -> None:
        self.arena = arena
        self.folder = folder
        self.honest = self.bot("honest.py", HEAD + HONEST)
        self.idle = self.bot("idle.py", HEAD + IDLE)
        self.usual = [self.play(self.idle, seat) for seat in (0, 1)]
        assert [one.scores for one in self.usual] == [(-1, 1), (1, -1)]
        self.normal = arena.play(self.honest, self.honest)

    def bot(self, name: str, text: str) -> str:
        file = self.folder / name
        other = next((one for one in self.arena.bots.values() if one.name == "honest"), None)
        text = text.replace("$OTHER", str(other and other.folder / other.main))
        file.write_text(text.replace("$REFEREE", str(os.getpid())))
        file.chmod(0o755)
        return self.arena.bot(file)

    def play(self, bot: str, seat: int, **terms: object) -> GameResult:
        """Play against the honest bot in this seat."""
        seats = (bot, self.honest) if seat == 0 else (self.honest, bot)
        return self.arena.play(*seats, **{"limits": LIMITS, **terms})


@pytest.fixture(scope="module")
def battery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Battery]:
    assert find_missing_walls() == (), "a wall is missing, so nothing can be judged on this machine"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HTL_TEST_SECRET", SECRET)
        for arena in open_jailed_arena("towers", tmp_path_factory.mktemp("arena"), turn_limit=TURNS):
            yield Battery(arena, tmp_path_factory.mktemp("bots"))


@pytest.fixture
def unharmed(battery: Battery) -> Iterator[Battery]:
    """Check after the test that nothing is left and that the next game is undisturbed."""
    store = battery.arena.folder
    known = set(store.iterdir())
    before = left(battery.arena)
    yield battery
    after = left_soon(battery.arena, before)
    new = tuple(str(path) for path in set(store.iterdir()) - known)
    handed_in = {one for one in after.files if new and one[0].startswith(new)}
    assert all(mode & 0o222 == 0 or stat.S_ISDIR(mode) for _, mode, _ in handed_in)
    assert more(after._replace(files=after.files - handed_in), before) == NOTHING
    assert before.files - after.files == set()
    normal = battery.arena.play(battery.honest, battery.honest)
    assert (normal.digest, normal.faults) == (battery.normal.digest, ())


def test_what_is_left_would_be_noticed(unharmed: Battery) -> None:
    arena, libc = unharmed.arena, ctypes.CDLL(None)
    before = left(arena)
    process = arena.supervisor.start(arena.bots[unharmed.idle], "signal:pause", LIMITS)
    segment = libc.shmget(KEY, 4096, 0o1600)
    file = Path("/dev/shm", MARK)
    file.touch()
    try:
        after = left(arena)
        assert after.processes - before.processes == {process.pid}
        assert {path for path, *_ in after.files - before.files} == {str(file)}
        assert len(after.segments) == 1
        assert after.handles > before.handles
    finally:
        file.unlink()
        libc.shmctl(segment, 0, None)
        process.kill()


# The list


@pytest.mark.parametrize("one", BEHAVIOURS, ids=str)
def test_a_behaviour_gets_its_verdict_and_leaves_nothing(unharmed: Battery, one: Behaviour) -> None:
    if one.name.endswith(".js"):
        if os.environ.get("HTL_NO_NODE"):
            pytest.skip("HTL_NO_NODE is set")
        needed("nodejs", node)
    seat = one.number % 2
    result = unharmed.play(unharmed.bot(one.name, one.text), seat, limits=replace(LIMITS, **one.limits))
    judge(unharmed, one, seat, result)
    assert SECRET not in result.logs[seat]
    assert result.logs[1 - seat] == ""


def judge(battery: Battery, one: Behaviour, seat: int, result: GameResult) -> None:
    log = result.logs[seat]
    if not one.kind:
        assert result.faults == (), log
        usual = battery.usual[seat]
        assert (result.scores, result.digest) == (usual.scores, usual.digest)
        assert [line for line in log.splitlines() if line.startswith("got")] == []
        assert one.log_text in log
        assert log.count("refused") == one.refused
        return
    [fault] = result.faults
    assert (fault.seat, fault.kind) == (seat, fault.kind), log
    assert fault.kind in one.kind.split("|"), fault.sentence
    assert re.search(one.words, fault.sentence), fault.sentence
    assert len(fault.sentence) < 300
    assert fault.sentence.isprintable()
    assert result.reason == fault.sentence
    assert result.scores[seat] == -1
    assert result.scores[1 - seat] == 1


# Those that need more than one game, or none


@carries(25)
def test_nothing_is_kept_for_a_later_game(unharmed: Battery) -> None:
    bot = unharmed.bot("bad.py", REMEMBERS)
    logs = [unharmed.play(bot, 0).logs[0] for _ in range(2)]
    assert logs == ["False False False False False False\n"] * 2


@carries(28)
def test_nobody_thinks_in_the_other_s_time(unharmed: Battery) -> None:
    """The opponent runs in this process and inspects the bot while it plans."""
    arena, seen = unharmed.arena, list[float]()
    others = processes(arena)

    class CommanderWatcher(Commander):
        def plan(self, view: Any) -> Orders:
            [pid] = processes(arena) - others
            while Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "T":
                time.sleep(0.001)
            clock = (~pid << 3) | PROCESS_CPU_CLOCK
            before = time.clock_gettime(clock)
            time.sleep(0.02)
            seen.append(time.clock_gettime(clock) - before)
            return Orders(view)

    arena.bots["watcher"] = PlayerFactory("watcher", lambda name, seed: CommanderPlayer(CommanderWatcher, name))
    result = arena.play(unharmed.bot("bad.py", THINKS_ON), "watcher", limits=LIMITS)
    assert result.faults == ()
    assert seen == [0.0] * TURNS


@carries(24)
def test_who_attacks_after_the_game_has_lost_it(unharmed: Battery, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jailed_bot, "EXIT_GRACE_SECONDS", 20.0)
    bot = unharmed.bot("bad.py", ATTACKS_LAST)
    result = unharmed.arena.play(bot, unharmed.idle, limits=LIMITS)
    assert result.faults == (Fault(0, "breach", "it made a forbidden system call: socket"),)
    assert (result.scores, result.turns) == ((-1, 1), TURNS)


def zipped(name: str, content: bytes = b"", kind: int = stat.S_IFREG) -> bytes:
    data = io.BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as archive:
        member = ZipInfo(name)
        member.external_attr = (kind | 0o644) << 16
        archive.writestr(member, content, ZIP_DEFLATED)
    return data.getvalue()


@carries(33)
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (zipped("bot.py", bytes(2**25)), "unpacks to more"),
        (zipped("bot.py", b"/etc/passwd", stat.S_IFLNK), "is not a regular file"),
        (zipped("../../bot.py"), "is not allowed"),
        (zipped("/tmp/" + MARK), "is not allowed"),
    ],
    ids=["a bomb", "a link", "a way out", "another place"],
)
def test_a_hostile_upload_is_refused(tmp_path: Path, data: bytes, reason: str) -> None:
    with pytest.raises(BadBot, match=reason):
        unpack_zip(data, tmp_path / "inside")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@carries(33)
def test_a_bot_s_files_shadow_none_of_ours(unharmed: Battery) -> None:
    folder = unharmed.folder / "shadows"
    folder.mkdir()
    (folder / "bot.py").write_text(HEAD + IDLE)
    for name in ("json", "numpy", "holdtheline", "traceback", "socket"):
        (folder / f"{name}.py").write_text("print('got in')\nraise SystemExit(1)\n")
    result = unharmed.play(unharmed.arena.bot(folder), 0)
    assert (result.digest, result.logs[0]) == (unharmed.usual[0].digest, "")


@carries(32)
@pytest.mark.parametrize(
    "name", ["\x1b[2J", "<b>ada", "a\nb", "-rf", "", "ada loses", "a" * 41, "\u202eada", "\u0430da", "a\u0301da"]
)
def test_a_name_is_only_a_name(tmp_path: Path, name: str) -> None:
    (file := tmp_path / "bot.py").write_text("")
    with pytest.raises(BadBot, match="is not a valid bot name") as refusal:
        store_submission(file, tmp_path / "store", name=name or " ")
    assert str(refusal.value).isprintable()


@carries(35)
def test_a_bot_that_patches_its_kit_gets_no_more_than_it_can_pay(unharmed: Battery) -> None:
    result = unharmed.play(unharmed.bot("bad.py", PATCHES), 0)
    assert (result.digest, result.faults) == (unharmed.normal.digest, ())


OVERSPENDS = talks("""
turns = iter(range(1, 100))
while "end" not in (asked := heard()):
    if "ask" in asked:
        twice = [["send", 1, 0, 5], ["send", 1, 0, 6]]
        build, send = [["build", "missile", 9, 3]], [["send_all", next(turns) % 7]]
        answers(asked, orders=build + [["hire", "rifle"]] * 50 + twice + send)
""")


@carries(30)
def test_orders_that_are_each_affordable_are_paid_together(unharmed: Battery) -> None:
    result = unharmed.play(unharmed.bot("bad.py", OVERSPENDS), 0)
    assert (result.digest, result.faults) == (unharmed.normal.digest, ())


def heard(result: GameResult, seat: int = 0) -> list[dict[str, Any]]:
    """Return the messages in the log of a bot that logs everything."""
    return [json.loads(line) for line in result.logs[seat].splitlines()]


def without_ids(result: GameResult) -> list[dict[str, Any]]:
    return [{name: word for name, word in one.items() if name != "id"} for one in heard(result)]


@carries(36)
def test_neither_ids_nor_seeds_can_be_known_from_what_a_bot_hears(unharmed: Battery) -> None:
    bot = unharmed.bot("tells", SAYS_ALL)
    games = [unharmed.arena.play(bot, bot, seed=seed, limits=LIMITS) for seed in (7, 7, 8)]
    conversations = [heard(result, seat) for result in games for seat in (0, 1)]
    ids = [one["id"] for messages in conversations for one in messages if "id" in one]
    assert len(set(ids)) == len(ids) == TURNS * len(conversations)
    seeds = [messages[0]["seed"] for messages in conversations]
    assert seeds[:2] == seeds[2:4]
    assert len({7, 8, *seeds}) == 2 + 4
    dice = int(random_stream(7, "dice")[0])
    assert dice not in {*seeds, *(int(random_stream(seed, "dice")[0]) for seed in seeds)}


@carries(37)
def test_a_partner_cannot_be_recognised(unharmed: Battery) -> None:
    bot, partner = unharmed.bot("tells", SAYS_ALL), unharmed.bot("partner.py", HEAD + HONEST + "# me\n")
    games = [unharmed.arena.play(bot, other, limits=LIMITS) for other in (unharmed.honest, partner)]
    assert without_ids(games[0]) == without_ids(games[1])
    for word in ("partner", "honest", partner, unharmed.honest):
        assert word not in games[0].logs[0] + games[1].logs[0]


@carries(38)
def test_grading_cannot_be_recognised(unharmed: Battery) -> None:
    bot = unharmed.bot("tells", SAYS_ALL)
    games = [unharmed.play(bot, 0, strict=strict) for strict in (True, False)]
    assert without_ids(games[0]) == without_ids(games[1])


FAILS = plans("if view.turn == 2: 1 // 0")


@pytest.fixture
def started(battery: Battery, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the processes that were started."""
    start, names = battery.arena.supervisor.start, list[str]()

    def noted(submission: Submission, *others: Any, **more: Any) -> BotProcess:
        names.append(submission.name)
        return start(submission, *others, **more)

    monkeypatch.setattr(battery.arena.supervisor, "start", noted)
    return names


@carries(39)
def test_a_bot_that_fails_alone_gets_no_second_game(unharmed: Battery, started: list[str]) -> None:
    for seat in (0, 1):
        result = unharmed.play(unharmed.bot("bad.py", FAILS), seat)
        assert [fault.seat for fault in result.faults] == [seat]
        assert (result.scores[seat], result.turns) == (-1, 1)
    assert sorted(started) == ["bad", "bad", "honest", "honest"]


@carries(40)
def test_if_both_fail_at_once_there_is_one_more_game_and_then_a_draw(unharmed: Battery, started: list[str]) -> None:
    bots = [unharmed.bot(f"{name}.py", FAILS + f"# {name}\n") for name in ("one", "two")]
    result = unharmed.arena.play(*bots, limits=LIMITS)
    assert result.scores == (0, 0)
    assert [fault.seat for fault in result.faults] == [0, 1]
    assert started == ["one", "two"] * 2


def test_every_number_of_the_list_is_tested() -> None:
    assert {one.number for one in BEHAVIOURS} | CARRIED == set(range(1, 44))
