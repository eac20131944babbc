"""Measure the time from a move of the pointer in the browser to the server's answer.

Characters of skirmish are dragged over the table in a real Chromium, on the real server. The page measures itself: from
the time stamp of the pointer's move until the answer has been read, and until the end of the first frame that shows it.
"""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING

from ..measure import benchmark_parser, percentile, skip, track_progress
from .browser import LATENCY_HEAD, format_latency, run_on_page, why_unavailable

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOVES, QUICK_MOVES = 200, 5
AIM = 30.0
"""Milliseconds: the median of the answers must be lower."""
PAUSE = 45.0
"""Milliseconds between two moves, so that each has its own request."""
SETTLING_TIME = 500.0
"""Milliseconds until the page is calm after a roll."""
CHARACTER_PLACE = (13.5, 4.0)
"""Where a friend stands at the start of the battle at the mill, in inches."""

STOPWATCH = """
  const originalFetch = window.fetch;
  let moved = 0;
  window.answers = [];
  window.pictures = [];
  const painted = new MessageChannel();
  painted.port1.onmessage = ({ data }) => pictures.push(performance.now() - data);
  addEventListener("pointermove", (event) => (moved = event.timeStamp), true);
  window.fetch = async (path, options) => {
    const from = moved;
    const answer = await originalFetch(path, options);
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


def drag(page: Page, link: str, moves: int) -> tuple[list[float], list[float]]:
    """Drag a character over the table and put it back; return the latencies of the answers and of the pictures."""
    rng = random.Random(1)
    page.add_init_script(STOPWATCH)
    open_table(page, link)
    page.mouse.move(*page.evaluate(TO_SCREEN, CHARACTER_PLACE))
    page.mouse.down()
    for _ in track_progress(range(moves), "dragging", moves):
        place = [rng.uniform(5, 20), rng.uniform(2, 18)]
        page.mouse.move(*page.evaluate(TO_SCREEN, place))
        page.wait_for_timeout(PAUSE)
    page.keyboard.press("Escape")
    page.mouse.up()
    page.wait_for_timeout(4 * PAUSE)
    answers: list[float] = page.evaluate("() => answers")
    pictures: list[float] = page.evaluate("() => pictures")
    return answers, pictures


def open_table(page: Page, link: str) -> None:
    """Open the battle at the mill and roll until the friends begin a round."""
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Skirmish"))
    page.goto(link)
    card.get_by_role("button", name="Play now").click()
    panel = page.get_by_role("region", name="By hand")
    dice = page.get_by_role("button", name="Roll the dice")
    while not panel.is_visible():
        dice.click()
        page.wait_for_timeout(SETTLING_TIME)


def main() -> int:
    parser = benchmark_parser("web.drag_latency", __doc__)
    parser.add_argument("--moves", type=int, help=f"of the pointer (default: {MOVES})")
    args = parser.parse_args()
    if reason := why_unavailable():
        return skip(reason)
    moves = args.moves or (QUICK_MOVES if args.quick else MOVES)
    answers, pictures = run_on_page(lambda page, link: drag(page, link, moves))
    print("From a move of the pointer, milliseconds")
    print(LATENCY_HEAD)
    print(format_latency("answers", answers))
    print(format_latency("pictures", pictures))
    if args.quick or percentile(answers, 50) < AIM:
        return 0
    print(f"FAILED: the median of the answers is not under {AIM:.0f} ms")
    return 1


if __name__ == "__main__":
    sys.exit(main())
