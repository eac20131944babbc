"""A game in a distribution of its own is found by its entry point and works everywhere."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "examples" / "pig"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Install the example game with pip into a folder of its own and return the environment that has it."""
    folder = tmp_path_factory.mktemp("third-party")
    source = shutil.copytree(SOURCE, folder / "source", ignore=shutil.ignore_patterns("__pycache__"))
    target = folder / "installed"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(target), str(source)], check=True, timeout=300)
    path = os.pathsep.join([str(target), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": path, "HTL_HOME": str(folder / "home")}


def run(environment: dict[str, str], *command: str, text: str = "") -> str:
    """Return what a command prints; it must succeed without a complaint."""
    done = subprocess.run(
        [sys.executable, *command], input=text, env=environment, capture_output=True, text=True, timeout=300
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_it_is_listed_after_the_shipped_games(installed: dict[str, str]) -> None:
    lines = run(installed, "-m", "holdtheline", "games").splitlines()
    assert [line.split()[0] for line in lines] == ["siege", "towers", "skirmish", "civilwar", "pig"]


def test_its_rulebook_is_read(installed: dict[str, str]) -> None:
    assert "loses the turn total" in run(installed, "-m", "holdtheline", "rules", "pig", "P1.2", "--plain")


def test_it_is_played_in_line_mode(installed: dict[str, str], tmp_path: Path) -> None:
    play = ("-m", "holdtheline", "play", "pig", "--plain", "--seed", "3", "--record", str(tmp_path / "game.htl"))
    printed = run(installed, *play, text="roll\n\nhold\nquit\n")
    assert "Roll or hold?" in printed
    assert "first rolls" in printed


@pytest.mark.compiled
def test_it_is_simulated_with_compiled_rules(installed: dict[str, str]) -> None:
    printed = run(
        installed, "-m", "holdtheline", "simulate", "pig", "--player", "random", "--player", "random", "--games", "2000"
    )
    assert "2,000" in printed or "2000" in printed


def test_it_is_in_the_web_lobby(installed: dict[str, str], tmp_path: Path) -> None:
    code = (
        "import json, sys\n"
        "from tests.web.server import served_at\n"
        "with served_at(sys.argv[1]) as client:\n"
        "    print(json.dumps(client.get('/api/games').json()))\n"
    )
    games = json.loads(run(installed, "-c", code, f"sqlite:///{tmp_path}/web.sqlite"))["games"]
    assert [game["name"] for game in games][-1] == "pig"


def test_a_broken_game_is_left_out_with_one_sentence(installed: dict[str, str], tmp_path: Path) -> None:
    info = tmp_path / "broken-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[holdtheline.games]\nbroken = broken_game:GAME\n")
    (tmp_path / "broken_game.py").write_text("raise RuntimeError('no such luck')\n")
    environment = {**installed, "PYTHONPATH": os.pathsep.join([str(tmp_path), installed["PYTHONPATH"]])}
    done = subprocess.run(
        [sys.executable, "-m", "holdtheline", "games"], env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0
    assert done.stderr == "htl: the game broken could not be loaded: RuntimeError: no such luck\n"
    assert "pig" in done.stdout
