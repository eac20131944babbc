"""Makes the pictures of the documentation: `make pictures`."""

from __future__ import annotations

import base64
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Page, sync_playwright

from holdtheline.core import catalog

HERE = Path(__file__).parent
WIDTH, HEIGHT = 1280, 800
RECORDS = HERE.parents[1] / "tests" / "golden"
TIMEOUT = 120.0
"""Seconds, because the rules may have to be compiled."""
SIEGE = {"game": "siege", "seats": ["me"], "dice": "mine", "name": "Ada"}
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
MILLRACE = {"game": "skirmish", "seats": ["me"], "dice": "mine", "name": "Ada"}
FIRST_ROUND = (
    "roll 6",
    "use f1",
    "go 12,8.5",
    "use f2",
    "go 13.5,6.5",
    "go 15.5,8",
    "roll 2",
)
FROM, OVER, TO = (9.5, 3), (9, 4.5), (8.25, 8.25)
TOWERS = ("towers-book-against-spam", 47, ["me", "friend"])
KILLS = 2
BULL_RUN = ("civilwar-book-at-bull-run", 188, ["me", "friend"])
"""Golden records, the step at which a new game continues, and its seats."""
TO_WEBP = """async (png) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas.toDataURL("image/webp", 0.9).split(",")[1];
}"""
"""Turn a screenshot into a file of a third of its size."""
TO_SCREEN = """([x, y]) => {
  const matrix = document.querySelector(".htl-table").getScreenCTM();
  const { x: px, y: py } = new DOMPoint(1000 * x, 24000 - 1000 * y).matrixTransform(matrix);
  return [px, py];
}"""
"""Where a place in inches is on the page."""


def main() -> None:
    draw()
    with served() as link:
        photograph(link, seat_at(link, SIEGE, STEPS), HERE / "table.webp", with_the_coach)
        photograph(link, seat_at(link, MILLRACE, FIRST_ROUND), HERE / "skirmish.webp", in_hand)
        photograph(link, seat_in(link, *TOWERS), HERE / "towers.webp", in_the_turn)
        photograph(link, seat_in(link, *BULL_RUN), HERE / "civilwar.webp", about_to_fire)


def draw() -> None:
    siege = catalog.load("siege", plain=True)
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


def seat_at(link: str, asked: dict[str, Any], steps: Iterable[str]) -> str:
    """The key of a seat where this has been played."""
    key: str = httpx.post(f"{link}api/tables", json=asked, timeout=TIMEOUT).json()["key"]
    said = {"Authorization": f"Bearer {key}"}
    for play in steps:
        at = httpx.get(f"{link}api/table", headers=said, timeout=TIMEOUT).json()["version"]
        body = {"play": play, "at": at}
        httpx.post(f"{link}api/table/moves", json=body, headers=said, timeout=TIMEOUT).raise_for_status()
    return key


def seat_in(link: str, record: str, step: int, seats: list[str]) -> str:
    """The key of a seat in a game that continues this record."""
    content = (RECORDS / f"{record}.htl").read_bytes()
    key = httpx.post(f"{link}api/records", content=content, timeout=TIMEOUT).raise_for_status().json()["key"]
    said = {"Authorization": f"Bearer {key}"}
    asked = {"seats": seats, "dice": "table", "name": "Ada"}
    answer = httpx.post(f"{link}api/replay/{step}/continue", json=asked, headers=said, timeout=TIMEOUT)
    continued: str = answer.raise_for_status().json()["key"]
    return continued


def with_the_coach(page: Page) -> None:
    page.keyboard.press("h")
    page.get_by_text("Chance to win now").wait_for(timeout=1000 * TIMEOUT)
    for key_of_spot in TOUCHED:
        page.keyboard.press(key_of_spot)


def in_hand(page: Page) -> None:
    """A character is dragged, and not let go."""
    page.mouse.move(*page.evaluate(TO_SCREEN, FROM))
    page.mouse.down()
    for place in (OVER, TO):
        page.mouse.move(*page.evaluate(TO_SCREEN, place), steps=5)
    page.locator(".drag-sight").first.wait_for(state="attached")


def in_the_turn(page: Page) -> None:
    """The soldiers are on the lanes in the replay of a turn."""
    page.get_by_role("button", name="Replay the turn").click()
    page.locator(".turn-replay-play").wait_for()
    page.keyboard.press("Space")
    for _ in range(KILLS):
        page.get_by_role("button", name="Next kill").click()


def about_to_fire(page: Page) -> None:
    """A unit is selected; the hexes and enemies that it can reach are marked."""
    page.keyboard.press("n")
    page.locator(".marks.in-reach .mark-target").first.wait_for()


def photograph(link: str, key: str, path: Path, pose: Callable[[Page], None]) -> None:
    with sync_playwright() as playwright:
        program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.goto(f"{link}table#{key}")
        page.wait_for_selector("html[data-version]", state="attached", timeout=1000 * TIMEOUT)
        page.wait_for_timeout(600)
        page.get_by_role("button", name="No, thanks").click()  # to the guided first game
        pose(page)
        page.wait_for_timeout(600)
        png = base64.b64encode(page.screenshot()).decode()
        page.goto("about:blank")
        path.write_bytes(base64.b64decode(page.evaluate(TO_WEBP, png)))
        browser.close()


if __name__ == "__main__":
    main()
