"""Makes the pictures of the documentation: `make pictures`."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

import holdtheline as htl

HERE = Path(__file__).parent
WIDTH, HEIGHT = 1280, 800
STEPS = (
    "reinforce 0 0 0",
    "roll 4",
    "roll 4",
    "roll 3",
    "arrange 6 6 6",
    "reinforce 1 2 1",
    "roll 6",
    "roll 2",
    "roll 5",
)
TOUCHED = ("t", "m")


def main() -> None:
    draw()
    with served() as link:
        photograph(link, seat_at(link), HERE / "table.png")


def draw() -> None:
    siege = htl.load("siege", plain=True)
    state = siege.position("lanes 6 4 2, backline 5, waves 2, enemy 5 6 1")
    (HERE / "siege.svg").write_text(state.svg() + "\n", encoding="utf-8")


@contextmanager
def served() -> Iterator[str]:
    """A server with a database of its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "holdtheline", "serve", "--no-open", "--port", "0"]
        command += ["--database", f"sqlite:///{folder}/web.sqlite"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found
        try:
            yield found[0]
        finally:
            server.terminate()
            server.wait()


def seat_at(link: str) -> str:
    """The key of a seat at a siege in its second wave."""
    asked = {"game": "siege", "seats": ["me"], "dice": "mine", "name": "Ada"}
    key: str = httpx.post(f"{link}api/tables", json=asked).json()["key"]
    for at, play in enumerate(STEPS):
        answer = httpx.post(
            f"{link}api/table/moves",
            json={"play": play, "at": at},
            headers={"Authorization": f"Bearer {key}"},
        )
        answer.raise_for_status()
    return key


def photograph(link: str, key: str, path: Path) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.goto(f"{link}table#{key}")
        page.wait_for_selector("html[data-version]", state="attached", timeout=60_000)
        page.keyboard.press("h")
        page.get_by_text("Chance to win now").wait_for(timeout=60_000)
        for key_of_spot in TOUCHED:
            page.keyboard.press(key_of_spot)
        page.wait_for_timeout(600)
        page.screenshot(path=path)
        browser.close()


if __name__ == "__main__":
    main()
