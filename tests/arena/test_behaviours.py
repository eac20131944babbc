"""Every behaviour of the list in a game against an honest bot: the right verdict, and nothing is left."""

from __future__ import annotations

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

from holdtheline.arena.jail.handin import BadBot, Handin, hand_in
from holdtheline.arena.jail.prisoner import CPU_CLOCK, Prisoner
from holdtheline.arena.jail.unzipping import unzip
from holdtheline.arena.jail.walls import missing_walls
from holdtheline.arena.loading import Entrant
from holdtheline.arena.playing import GameResult
from holdtheline.core.dice import stream_for
from holdtheline.games.towers.bot import Commander, CommanderPlayer, Orders

from .behaviours import BEHAVIOURS
from .bots import HEAD
from .court import QUICK, Court, court_of
from .hostile import IDLE, KEY, MARK, PATCHES, REMEMBERS, SAYS_ALL, THINKS_ON, Behaviour, plans, talks

pytestmark = pytest.mark.xdist_group("jail")

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
LIMITS = replace(QUICK, load_seconds=2.0, think_seconds=1.0, patience=10.0)
SECRET = "the-referee-s-own-secret"
FIRST_USER = 0x70000000
"""Bots that root starts are users from here on."""
PLACES = ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run")


CARRIED: set[int] = set()
"""Numbers of the list that have a test of their own."""
Test = TypeVar("Test", bound=Callable[..., None])


def carries(number: int) -> Callable[[Test], Test]:
    CARRIED.add(number)
    return lambda test: test


class Battery:
    """A court with an honest bot, and what its games are like where nobody does harm."""

    def __init__(self, court: Court, folder: Path) -> None:
        self.court = court
        self.folder = folder
        self.honest = self.bot("honest.py", HEAD + HONEST)
        self.idle = self.bot("idle.py", HEAD + IDLE)
        self.usual = [self.play(self.idle, seat) for seat in (0, 1)]
        assert [one.scores for one in self.usual] == [(-1, 1), (1, -1)]
        self.normal = court.play(self.honest, self.honest)

    def bot(self, name: str, text: str) -> str:
        file = self.folder / name
        other = next((one for one in self.court.bots.values() if one.name == "honest"), None)
        text = text.replace("$OTHER", str(other and other.folder / other.main))
        file.write_text(text.replace("$REFEREE", str(os.getpid())))
        file.chmod(0o755)
        return self.court.bot(file)

    def play(self, bot: str, seat: int, **terms: object) -> GameResult:
        """Against the honest bot, in this seat."""
        seats = (bot, self.honest) if seat == 0 else (self.honest, bot)
        return self.court.play(*seats, **{"limits": LIMITS, **terms})


@pytest.fixture(scope="module")
def battery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Battery]:
    assert missing_walls() == (), "a wall is missing, so nothing can be judged on this machine"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HTL_TEST_SECRET", SECRET)
        for court in court_of("towers", tmp_path_factory.mktemp("court"), turn_limit=TURNS):
            yield Battery(court, tmp_path_factory.mktemp("bots"))


# What is left


def parent_of(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except (FileNotFoundError, ProcessLookupError):
        return 0


def processes(court: Court) -> set[int]:
    """The zygote, what is around it, and all below; and whoever is in the folder of a bot."""
    top = court.keeper.zygote_pid
    while parent_of(top) != os.getpid():
        top = parent_of(top)
    parents = {int(one): parent_of(int(one)) for one in os.listdir("/proc") if one.isdigit()}
    found = {top}
    while new := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= new
    return found | {pid for pid in parents if is_in(pid, court.folder)}


def is_in(pid: int, folder: Path) -> bool:
    try:
        return Path(os.readlink(f"/proc/{pid}/cwd")).is_relative_to(folder)
    except OSError:
        return False


def files(court: Court) -> set[tuple[str, int, float]]:
    """All of the bots' own, and what bots have made elsewhere."""
    own = [path for path in court.folder.rglob("*") if court.folder.is_dir()]
    marked = [path for place in PLACES if os.path.isdir(place) for path in Path(place).iterdir()]
    marked = [path for path in marked if MARK in path.name or owner_of(path) >= FIRST_USER]
    stats = [(path, path.lstat()) for path in (*own, *marked)]
    return {(str(path), stat.st_mode, stat.st_mtime) for path, stat in stats}


def owner_of(path: Path) -> int:
    try:
        return path.lstat().st_uid
    except FileNotFoundError:  # it was somebody else's
        return 0


def segments() -> list[str]:
    """Those in the kernel that are a bot's: by their key, or their owner."""
    lines = [
        line
        for kind in ("shm", "msg", "sem")
        for line in Path(f"/proc/sysvipc/{kind}").read_text().splitlines()
    ]
    return [
        line
        for line in lines
        if line.split()[0] == str(KEY) or re.search(r"\b187\d{7}\b|\b[2-4]\d{9}\b", line)
    ]


def left(court: Court) -> tuple[object, ...]:
    """What a game could leave behind."""
    handles = len(os.listdir("/proc/self/fd"))
    return processes(court), files(court), segments(), handles


@pytest.fixture
def unharmed(battery: Battery) -> Iterator[Battery]:
    """After the test all is as before it, and the next game is what it always is."""
    shelf = battery.court.folder
    known = {one.name for one in shelf.iterdir()}
    before = left(battery.court)
    yield battery
    after = left(battery.court)
    new = {str(shelf / one.name) for one in shelf.iterdir() if one.name not in known}
    own = {one for one in after[1] if any(one[0].startswith(path) for path in new)}  # type: ignore[attr-defined]
    assert all(stat & 0o222 == 0 or Path(path).is_dir() for path, stat, _ in own)
    assert (after[0], after[1] - own, *after[2:]) == before  # type: ignore[operator]
    normal = battery.court.play(battery.honest, battery.honest)
    assert (normal.digest, normal.faults) == (battery.normal.digest, ())


# The list


@pytest.mark.parametrize("one", BEHAVIOURS, ids=str)
def test_a_behaviour_gets_its_verdict_and_leaves_nothing(unharmed: Battery, one: Behaviour) -> None:
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
        assert one.said in log
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
    """The other one runs in this process, and looks at the bot while it plans itself."""
    court, seen = unharmed.court, list[float]()

    class CommanderWatcher(Commander):
        def plan(self, view: Any) -> Orders:
            [pid] = [one for one in processes(court) if is_in(one, court.folder)]
            while Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "T":
                time.sleep(0.001)
            clock = (~pid << 3) | CPU_CLOCK
            before = time.clock_gettime(clock)
            time.sleep(0.02)
            seen.append(time.clock_gettime(clock) - before)
            return Orders(view)

    court.bots["watcher"] = Entrant("watcher", lambda name, seed: CommanderPlayer(CommanderWatcher, name))
    result = court.play(unharmed.bot("bad.py", THINKS_ON), "watcher", limits=LIMITS)
    assert result.faults == ()
    assert seen == [0.0] * TURNS


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
        (zipped("bot.py", b"/etc/passwd", stat.S_IFLNK), "is no plain file"),
        (zipped("../../bot.py"), "no good name"),
        (zipped("/tmp/" + MARK), "no good name"),
    ],
)
def test_a_hostile_upload_is_refused(tmp_path: Path, data: bytes, reason: str) -> None:
    with pytest.raises(BadBot, match=reason):
        unzip(data, tmp_path / "inside")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@carries(33)
def test_a_bot_s_files_shadow_none_of_ours(unharmed: Battery) -> None:
    folder = unharmed.folder / "shadows"
    folder.mkdir()
    (folder / "bot.py").write_text(HEAD + IDLE)
    for name in ("json", "numpy", "holdtheline", "traceback", "socket"):
        (folder / f"{name}.py").write_text("print('got in')\nraise SystemExit(1)\n")
    result = unharmed.play(unharmed.court.bot(folder), 0)
    assert (result.digest, result.logs[0]) == (unharmed.usual[0].digest, "")


@carries(32)
@pytest.mark.parametrize("name", ["\x1b[2J", "<b>ada", "a\nb", "-rf", "", "ada loses", "a" * 41, "\u202eada"])
def test_a_name_is_only_a_name(tmp_path: Path, name: str) -> None:
    (file := tmp_path / "bot.py").write_text("")
    with pytest.raises(BadBot, match="a bot is named with letters") as refusal:
        hand_in(file, tmp_path / "shelf", name=name or " ")
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
    """What a bot that says all has heard."""
    return [json.loads(line) for line in result.logs[seat].splitlines()]


def without_ids(result: GameResult) -> list[dict[str, Any]]:
    return [{name: word for name, word in one.items() if name != "id"} for one in heard(result)]


@carries(36)
def test_neither_ids_nor_seeds_can_be_known_from_what_a_bot_hears(unharmed: Battery) -> None:
    bot = unharmed.bot("tells", SAYS_ALL)
    games = [unharmed.court.play(bot, bot, seed=seed, limits=LIMITS) for seed in (7, 7, 8)]
    told = [heard(result, seat) for result in games for seat in (0, 1)]
    ids = [one["id"] for messages in told for one in messages if "id" in one]
    assert len(set(ids)) == len(ids) == TURNS * len(told)
    seeds = [messages[0]["seed"] for messages in told]
    assert seeds[:2] == seeds[2:4]
    assert len({7, 8, *seeds}) == 2 + 4
    dice = int(stream_for(7, "dice")[0])
    assert dice not in {*seeds, *(int(stream_for(seed, "dice")[0]) for seed in seeds)}


@carries(37)
def test_a_partner_cannot_be_recognised(unharmed: Battery) -> None:
    bot, partner = unharmed.bot("tells", SAYS_ALL), unharmed.bot("partner.py", HEAD + HONEST + "# me\n")
    games = [unharmed.court.play(bot, other, limits=LIMITS) for other in (unharmed.honest, partner)]
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
    """Who was started."""
    start, names = battery.court.keeper.start, list[str]()

    def noted(handin: Handin, *others: Any, **more: Any) -> Prisoner:
        names.append(handin.name)
        return start(handin, *others, **more)

    monkeypatch.setattr(battery.court.keeper, "start", noted)
    return names


@carries(39)
def test_whoever_fails_alone_gets_no_second_game(unharmed: Battery, started: list[str]) -> None:
    for seat in (0, 1):
        result = unharmed.play(unharmed.bot("bad.py", FAILS), seat)
        assert [fault.seat for fault in result.faults] == [seat]
        assert (result.scores[seat], result.turns) == (-1, 1)
    assert sorted(started) == ["bad", "bad", "honest", "honest"]


@carries(40)
def test_if_both_fail_at_once_there_is_one_more_game_and_then_a_draw(
    unharmed: Battery, started: list[str]
) -> None:
    bots = [unharmed.bot(f"{name}.py", FAILS + f"# {name}\n") for name in ("one", "two")]
    result = unharmed.court.play(*bots, limits=LIMITS)
    assert result.scores == (0, 0)
    assert [fault.seat for fault in result.faults] == [0, 1]
    assert started == ["one", "two"] * 2


def test_every_number_of_the_list_is_tested() -> None:
    assert {one.number for one in BEHAVIOURS} | CARRIED == set(range(1, 44))
