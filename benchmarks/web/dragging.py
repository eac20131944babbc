"""How long it takes in the browser from a move of the pointer to the answer to it, on this machine.

`python -m benchmarks.web.dragging` drags characters of skirmish over the table in a real Chromium, on the real
server. The page measures itself: from the pointer's move, by its own time stamp, until the server's answer
has been read, and until the end of the first frame that shows it.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page
from tests.browser.chromium import started

from benchmarks.web.clicking import told
from benchmarks.web.server import Server

MOST = 30.0
"""Milliseconds that an answer may take, as a rule."""
PAUSE = 45.0
"""Milliseconds between two moves of the hand, each of which is then asked about by itself."""

STOPWATCH = """
  const asked = window.fetch;
  let moved = 0;
  window.answers = [];
  window.pictures = [];
  const painted = new MessageChannel();
  painted.port1.onmessage = ({ data }) => pictures.push(performance.now() - data);
  addEventListener("pointermove", (event) => (moved = event.timeStamp), true);
  window.fetch = async (path, more) => {
    const from = moved;
    const answer = await asked(path, more);
    if (!String(path).endsWith("/table/try")) return answer;
    await answer.clone().text();
    answers.push(performance.now() - from);
    requestAnimationFrame(() => painted.port2.postMessage(from));
    return answer;
  };
"""
TO_SCREEN = """([x, y]) => {
  const matrix = document.querySelector(".htl-table").getScreenCTM();
  const point = new DOMPoint(1000 * x, 24000 - 1000 * y).matrixTransform(matrix);
  return [point.x, point.y];
}"""
SETTLING = 500.0
HASK = (13.5, 4.0)
"""Where somebody stands at the start of the battle at the mill."""


def drags(page: Page, link: str, moves: int) -> tuple[list[float], list[float]]:
    """Take somebody over the table and put him back; how long the answers took, and the pictures."""
    chance = random.Random(1)
    page.add_init_script(STOPWATCH)
    sits_down(page, link)
    page.mouse.move(*page.evaluate(TO_SCREEN, HASK))
    page.mouse.down()
    for _ in range(moves):
        place = [chance.uniform(5, 20), chance.uniform(2, 18)]
        page.mouse.move(*page.evaluate(TO_SCREEN, place))
        page.wait_for_timeout(PAUSE)
    page.keyboard.press("Escape")
    page.mouse.up()
    page.wait_for_timeout(4 * PAUSE)
    answers: list[float] = page.evaluate("() => answers")
    pictures: list[float] = page.evaluate("() => pictures")
    return answers, pictures


def sits_down(page: Page, link: str) -> None:
    """At the mill, in a round that the friends begin."""
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Skirmish"))
    page.goto(link)
    card.get_by_role("button", name="Play now").click()
    panel = page.get_by_role("region", name="By hand")
    dice = page.get_by_role("button", name="Roll the dice")
    while not panel.is_visible():
        dice.click()
        page.wait_for_timeout(SETTLING)


def run(moves: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"sqlite:///{folder}/web.sqlite", Path(folder) / "log")
        try:
            with started() as browser:
                answers, pictures = drags(browser.new_page(), f"http://127.0.0.1:{server.port}/", moves)
        finally:
            server.stop()
    print("from a move of the pointer, milliseconds")
    print("                  median     95 %     most")
    print(told("answers", answers))
    print(told("pictures", pictures))
    if sorted(answers)[len(answers) // 2] < MOST:
        return 0
    print(f"  FAULT: the median of the answers is not under {MOST:.0f} ms")
    return 1


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m benchmarks.web.dragging", description=__doc__)
    asked.add_argument("--moves", type=int, default=200)
    sys.exit(run(asked.parse_args().moves))


if __name__ == "__main__":
    main()
