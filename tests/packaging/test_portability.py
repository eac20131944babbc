"""Nothing that people do on Windows needs a module or a function that only Unix has (see `windows.py`)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"

LINUX_ONLY = {
    f"holdtheline.{name}"
    for name in (
        "arena.jailed_bot",
        "arena.connection",
        "arena.conformance",
        "arena.kit",
        "web.courses.judge",
        "web.courses.judge_worker",
    )
}
JAIL = "holdtheline.arena.jail."
BENCHMARKS = "holdtheline.benchmarks"
"""Some measure the jail, others need peers that may not be installed."""
NEEDS_TORCH = "holdtheline.rl.ppo"
PORTABLE_PARTS_OF_THE_JAIL = {f"{JAIL}availability", f"{JAIL}limits"}

IMPORT_ALL = f"""
import pkgutil
from importlib import import_module

import holdtheline

for module in pkgutil.walk_packages(holdtheline.__path__, "holdtheline."):
    needs_linux = module.name in {LINUX_ONLY} or module.name.startswith(("{JAIL}", "{BENCHMARKS}", "{NEEDS_TORCH}"))
    if module.name in {PORTABLE_PARTS_OF_THE_JAIL} or not (needs_linux or ".migrations" in module.name):
        import_module(module.name)
"""

RUN_COMMANDS = """
import io, sys
from holdtheline.cli import main

for line in sys.argv[1:]:
    words, _, typed = line.partition(" < ")
    sys.argv[1:] = words.split()
    sys.stdin = io.StringIO(typed.replace(";", chr(10)))
    try:
        main()
    except SystemExit as left:
        print("exit", left.code)
"""

SERVE = """
import warnings
warnings.filterwarnings("ignore", message="Using `httpx`")
from starlette.testclient import TestClient

from holdtheline.web import server
from holdtheline.web.app import make_app
from holdtheline.web.db.database import Database

server.raise_file_limit()
server.open_listening_socket(server.ServerAddress(port=0)).close()
app = make_app(Database("sqlite:///games.sqlite"), with_judge=True)
with TestClient(app, base_url="http://127.0.0.1") as client:
    assert client.get("/").status_code == 200
    table = client.post("/api/tables", json={"game": "siege", "seats": ["me"]}).json()
    me = {"Authorization": "Bearer " + table["key"]}
    version = client.get("/api/table", headers=me).json()["version"]
    answer = client.post("/api/table/moves", json={"play": "hold", "at": version}, headers=me)
    print(answer.status_code, answer.json()["version"] > version)
    judge = app.state.services.judge
    judge._run_judge()
    print(judge.status.sentence)
"""


def run_as_on_windows(folder: Path, code: str, *words: str) -> str:
    """Run code in a process that looks like Windows, and return what it prints, errors included."""
    done = subprocess.run(
        [
            sys.executable,
            *("-X", "warn_default_encoding"),
            "-c",
            f"from tests.packaging.windows import pretend\npretend()\n{code}",
            *words,
        ],
        env={**os.environ, "HTL_HOME": str(folder / "home"), "HTL_DEBUG": "1", "PYTHONPATH": str(ROOT)},
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=300,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_every_module_outside_the_jail_can_be_imported(tmp_path: Path) -> None:
    run_as_on_windows(tmp_path, IMPORT_ALL)


def test_games_are_played_resumed_and_replayed(tmp_path: Path) -> None:
    printed = run_as_on_windows(
        tmp_path,
        RUN_COMMANDS,
        "play siege --plain --seed 1 < hold;quit",
        "resume --list",
        "resume --plain < show;quit",
        f"replay --plain {GOLDEN / 'siege-held.htl'}",
        f"check {GOLDEN / 'siege-held.htl'}",
        "campaign start the-last-lamp",
        "campaign play --plain < quit",
        "campaign list",
    )
    assert printed.count("exit ") == printed.count("exit 0") == 8, printed
    assert "Help arrives. You held the line!" in printed


@pytest.mark.compiled
def test_games_are_simulated_solved_and_reviewed_and_trusted_bots_play(tmp_path: Path) -> None:
    printed = run_as_on_windows(
        tmp_path,
        RUN_COMMANDS,
        "simulate siege --games 1000",
        "solve siege",
        f"review --plain {GOLDEN / 'siege-held.htl'}",
        "new-bot towers ada",
        "match towers bots/ada.py spam --trust --games 2",
    )
    assert printed.count("exit ") == printed.count("exit 0") == 5, printed
    assert "(exactly 37907/52488)" in printed


def test_the_server_plays_and_its_judge_says_why_bots_wait(tmp_path: Path) -> None:
    printed = run_as_on_windows(tmp_path, SERVE)
    assert printed == "200 True\nThe jail for bots needs Linux, so bots wait.\n"


def test_what_needs_a_jail_is_refused_in_one_sentence(tmp_path: Path) -> None:
    printed = run_as_on_windows(
        tmp_path,
        RUN_COMMANDS,
        "new-bot towers ada",
        "match towers bots/ada.py book",
        "bot check bots/ada.py",
        "walls",
        "tournament bots --game towers --out results",
        "duel bots/ada.py bots/ada.py --game towers --trust",
    )
    refusals = [line for line in printed.splitlines() if line.startswith("htl: ")]
    assert refusals == [
        "htl: the jail for bots needs Linux; --trust runs your own bots without a jail",
        "htl: the jail for bots needs Linux; `htl match --trust` plays your bot without a jail",
        "htl: the jail for bots needs Linux; here, bots run only with --trust",
        *["htl: tournaments and duels need Linux or macOS; `htl match --trust` plays bots on Windows"] * 2,
    ]
    assert printed.count("exit 2") == len(refusals)


@pytest.mark.parametrize(
    "code",
    [
        "import fcntl",
        "import os; os.fork()",
        "from signal import SIGKILL",
        "from pathlib import Path; Path(__file__).read_text()",
    ],
)
def test_a_module_of_ours_with_such_code_would_fail(tmp_path: Path, code: str) -> None:
    module = {"__name__": "holdtheline.new", "__file__": __file__}
    with pytest.raises(AssertionError, match=r"ModuleNotFoundError|AttributeError|ImportError|EncodingWarning"):
        run_as_on_windows(tmp_path, f"exec({code!r}, {module})")
