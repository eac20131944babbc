"""Build the wheel, install it into new virtual environments, and play from it alone: `make wheel-check`.

It takes minutes, because it installs everything twice and compiles; `test_wheel.py` checks the same commands with the
packages that are installed already."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from pathlib import Path
from urllib.request import Request, urlopen

ROOT = Path(__file__).parents[2]
MAX_BASE_BYTES = 300_000_000
CONSTRAINTS = ("--constraint", str(ROOT / "constraints.txt"))
TRUST = () if sys.platform == "linux" else ("--trust",)

# What is typed, and a part of the answer
COMMANDS = (
    ("--version", "", "htl "),
    ("games", "", "civilwar"),
    ("rules siege S4.2", "", "Every lane loses"),
    ("rules skirmish", "", "inches"),
    ("play siege --plain", "hold\nquit\n", "The game is saved."),
    ("resume --plain", "quit\n", "The game is saved."),
    ("play civilwar --scenario shiloh --plain", "quit\n", "Shiloh"),
    ("campaign start the-last-lamp", "", "htl campaign play"),
    ("campaign list", "", "The Last Lamp"),
    ("print millrace", "", "millrace.pdf"),
    ("scenario show antietam", "", "Antietam"),
    ("solve siege", "", "37907/52488"),
    ("simulate siege", "", "63,133 of 100,000"),
    ("new-bot towers ada", "", "is your bot"),
)
SLOW_COMMANDS = ((" ".join(("match towers bots/ada.py book --games 2", *TRUST)), "", "ada against book: 2 games"),)


def run(htl: Sequence[str], words: str, typed: str, folder: Path) -> str:
    """Run a command in a folder that has nothing to do with the source tree."""
    done = subprocess.run(
        [*htl, *words.split()],
        cwd=folder,
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env={**os.environ, "HTL_HOME": str(folder / "home"), "PYTHONIOENCODING": "utf-8"},
    )
    if done.returncode != 0:
        raise AssertionError(f"htl {words} ended with code {done.returncode}: {done.stdout}")
    return done.stdout


def check_commands(htl: Sequence[str], folder: Path, commands: Sequence[tuple[str, str, str]] = COMMANDS) -> None:
    for words, typed, expected in commands:
        assert expected in (printed := run(htl, words, typed, folder)), f"htl {words}: {printed}"


def check_server(htl: Sequence[str], folder: Path) -> None:
    """Serve on a free port, load the pages, start a game and play a move."""
    server = subprocess.Popen(
        [*htl, "serve", "--port", "0", "--no-open"],
        cwd=folder,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "HTL_HOME": str(folder / "home")},
    )
    try:
        assert server.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/", server.stdout.readline())
        assert found is not None
        site = found.group()
        for page in ("", "rules/towers", "static/js/table/table.js", "campaign", "course"):
            with urlopen(site + page, timeout=60) as answer:
                assert answer.read(), page
        me = ask(site, "tables", {"game": "siege", "seats": ["me"]})["key"]
        version = ask(site, "table", key=me)["version"]
        assert ask(site, "table/moves", {"play": "hold", "at": version}, me)["version"] > version
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()


def ask(site: str, path: str, body: object = None, key: str = "") -> dict[str, str]:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(f"{site}api/{path}", data, headers), timeout=60) as answer:
        found: dict[str, str] = json.load(answer)
    return found


def make_environment(folder: Path, requirement: str) -> Path:
    """Install a requirement into a new virtual environment, and return the folder of its programs."""
    venv.create(folder, with_pip=False)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(programs / "python")]
    subprocess.run([*pip, "install", "--quiet", *CONSTRAINTS, requirement], check=True)
    return programs


def measure(environment: Path) -> int:
    """Return the bytes that the installed packages take, without compiled bytecode."""
    [packages] = environment.glob("[Ll]ib/**/site-packages")
    return sum(file.stat().st_size for file in packages.rglob("*") if file.is_file() and file.suffix != ".pyc")


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="htl-wheel-", ignore_cleanup_errors=True) as place:
        folder = Path(place)
        words = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
        subprocess.run(words, check=True)
        [wheel] = folder.glob("*.whl")
        print(f"Built {wheel.name} ({wheel.stat().st_size / 1e6:.1f} MB).", flush=True)

        base = make_environment(folder / "base", str(wheel))
        size = measure(folder / "base")
        print(f"Installed without extras: {size / 1e6:.0f} MB.", flush=True)
        assert size < MAX_BASE_BYTES
        (folder / "elsewhere").mkdir()
        htl = [str(base / "htl")]
        check_commands(htl, folder / "elsewhere", (*COMMANDS, *SLOW_COMMANDS))
        refused = subprocess.run([*htl, "serve"], capture_output=True, encoding="utf-8")
        sentence = "htl: `htl serve` needs the extra `server`: pip install 'holdtheline[server]'\n"
        assert (refused.returncode, refused.stderr) == (2, sentence), refused

        served = make_environment(folder / "served", f"{wheel}[server]")
        print(f"Installed with the server: {measure(folder / 'served') / 1e6:.0f} MB.", flush=True)
        check_server([str(served / "htl")], folder / "elsewhere")
        print("The wheel plays, serves, simulates and judges a bot.")


if __name__ == "__main__":
    main()
