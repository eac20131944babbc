"""Without the extras the games work, and what needs one says how to install it."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from holdtheline.core import errors
from holdtheline.core.errors import EXTRA_PACKAGES, MissingExtra, require_extra

ROOT = Path(__file__).parents[2]
ONLY_FASTER = {"uvloop"}
IMPORT_NAMES = {"markdown-it-py": "markdown_it", "open-spiel": "pyspiel", "pillow": "PIL", "resvg-py": "resvg_py"}

# Runs commands where packages are not found.
WITHOUT = """
import sys
from importlib.machinery import PathFinder

hidden = set(sys.argv[1].split(","))

class Hiding(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return None if name.split(".")[0] in hidden else super().find_spec(name, path, target)

sys.meta_path[sys.meta_path.index(PathFinder)] = Hiding

from holdtheline.cli import main

for words in sys.argv[2:]:
    sys.argv = ["htl", *words.split()]
    try:
        main()
    except SystemExit as left:
        print("exit", left.code, flush=True)
"""


def packages_of(extra: str) -> set[str]:
    """The packages of an extra in pyproject.toml, as they are imported."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = {re.split(r"[\[><=; ]", line)[0] for line in project["optional-dependencies"][extra]}
    return {IMPORT_NAMES.get(name, name) for name in names}


@pytest.mark.parametrize("extra", EXTRA_PACKAGES)
def test_the_packages_of_an_extra_are_those_of_pyproject(extra: str) -> None:
    assert {*EXTRA_PACKAGES[extra]} == packages_of(extra) - ONLY_FASTER


def test_a_missing_extra_is_named_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    require_extra("`htl serve`", "server")
    monkeypatch.setattr(errors, "find_spec", lambda name: None if name == "uvicorn" else name)
    sentence = "`htl serve` needs the extra `server`: pip install 'holdtheline[server]'"
    with pytest.raises(MissingExtra, match=re.escape(sentence)):
        require_extra("`htl serve`", "server")
    require_extra("`htl tournament`", "tournament")


def test_learning_environments_without_their_extra_say_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module("holdtheline.rl")
    monkeypatch.setattr(errors, "find_spec", lambda name: None if name == "gymnasium" else name)
    with pytest.raises(
        MissingExtra, match=re.escape("`holdtheline.rl` needs the extra `rl`: pip install 'holdtheline[rl]'")
    ):
        importlib.reload(module)


def run_without(folder: Path, packages: set[str], *commands: str, typed: str = "") -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, ",".join(packages - {"markdown_it"}), *commands],  # rich needs markdown_it
        cwd=folder,
        env={**os.environ, "HTL_HOME": str(folder), "HTL_DEBUG": "1"},
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=300,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout.splitlines()


def test_without_extras_the_games_can_be_played(tmp_path: Path) -> None:
    extras = packages_of("server") | packages_of("tournament") | {"psycopg"}
    record = ROOT / "tests" / "golden" / "siege-held.htl"
    commands = ["play siege --plain", "print millrace", f"replay --plain {record}"]
    printed = run_without(tmp_path, extras, *commands, "serve", "tournament . --game towers --out x", typed="quit\n")
    assert [line for line in printed if line.startswith("exit")] == ["exit 0"] * len(commands) + ["exit 2"] * 2
    assert [line for line in printed if line.startswith("htl: ")] == [
        "htl: `htl serve` needs the extra `server`: pip install 'holdtheline[server]'",
        "htl: `htl tournament` needs the extra `tournament`: pip install 'holdtheline[tournament]'",
    ]


def test_the_server_needs_no_scipy_until_a_course_is_made(tmp_path: Path) -> None:
    start, _, _ = WITHOUT.partition("from holdtheline.cli")
    code = f"""{start}
import warnings
warnings.simplefilter("ignore")
from starlette.testclient import TestClient
from holdtheline.web.app import make_app
from holdtheline.web.db.database import Database

with TestClient(make_app(Database("sqlite:///games.sqlite")), base_url="http://127.0.0.1") as client:
    assert client.post("/api/tables", json={{"game": "siege", "seats": ["me"]}}).status_code == 201
    print(client.post("/api/courses", json={{"title": "A", "game": "towers"}}).json()["error"]["sentence"])
"""
    done = subprocess.run(
        [sys.executable, "-c", code, "scipy,choix"], cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=300
    )
    sentence = "A course needs the extra `tournament`: pip install 'holdtheline[tournament]'."
    assert (done.stdout, done.stderr) == (f"{sentence}\n", "")
