"""Measure the time from a click in the browser to the new picture.

Siege is played by clicks in a real Chromium, on the real server. The page measures itself: from the time stamp of the
click to the end of the first frame that shows the new table, or the beginning of what leads to it: the dice that roll.
"""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING

from ..measure import benchmark_parser, percentile, skip, track_progress
from .browser import LATENCY_HEAD, format_latency, run_on_page, why_unavailable

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

CLICKS, QUICK_CLICKS = 200, 6
AIM = 50.0
"""Milliseconds: the median must be lower."""
THINKING_TIME = 150.0
"""Milliseconds from a picture to the next click: few people are faster, and the dice still roll."""

AT_REST = "html[data-version]:not([data-effects]):not([data-plays-itself])"
STOPWATCH = """
  let clicked = null;
  let resolveClick = null;
  window.untilPainted = () => new Promise((resolve, reject) => {
    resolveClick = resolve;
    setTimeout(() => reject(new Error("this click has changed nothing")), 10000);
  });
  const painted = new MessageChannel();
  painted.port1.onmessage = ({ data }) => resolveClick(performance.now() - data);
  const changed = () => {
    if (clicked === null) return;
    const from = clicked;
    clicked = null;
    requestAnimationFrame(() => painted.port2.postMessage(from));
  };
  addEventListener("click", (event) => (clicked = event.timeStamp), true);
  addEventListener("DOMContentLoaded", () =>
    new MutationObserver(changed)
      .observe(document.documentElement, { attributeFilter: ["data-version", "data-playing"] }));
"""
"""A message arrives after the frame in which it was sent has been painted."""


class Clicker:
    """Plays one game after the other by clicks, and measures each."""

    def __init__(self, page: Page, link: str) -> None:
        self.page = page
        self.link = link
        self.rng = random.Random(1)
        self.rolls: list[float] = []
        self.moves: list[float] = []
        page.add_init_script(STOPWATCH)

    def play(self, clicks: int) -> None:
        self.open_table()
        for _ in track_progress(range(clicks), "clicking", clicks):
            self.page.locator(AT_REST).wait_for(state="attached")
            if self.page.get_by_role("region", name="Verdict").is_visible():
                self.open_table()
            dice = self.page.get_by_role("button", name="Roll the dice")
            if dice.is_visible():
                self.rolls.append(self.measure_click(dice))
            else:
                self.moves.append(self.measure_click(self.random_move()))

    def open_table(self) -> None:
        self.page.goto(self.link)
        self.page.get_by_role("button", name="Play now").first.click()
        self.page.locator("html[data-version]").wait_for(state="attached")

    def random_move(self) -> Locator:
        self.page.evaluate("() => (document.getElementById('moves').open = true)")
        moves = self.page.get_by_role("list", name="Moves").get_by_role("button")
        return moves.nth(self.rng.randrange(moves.count()))

    def measure_click(self, button: Locator) -> float:
        """Click a button; return the milliseconds until the new picture was painted."""
        button.scroll_into_view_if_needed()
        self.page.mouse.move(*middle_of(button))
        self.page.wait_for_timeout(THINKING_TIME)
        button.scroll_into_view_if_needed()  # the dice have gone, and the page is longer again
        self.page.evaluate("() => { window.latency = untilPainted(); }")
        self.page.mouse.click(*middle_of(button))
        latency: float = self.page.evaluate("() => latency")
        return latency


def middle_of(button: Locator) -> tuple[float, float]:
    """Return where to click. A click by the button's name would make the page search for it while time is measured."""
    box = button.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def main() -> int:
    parser = benchmark_parser("web.click_latency", __doc__)
    parser.add_argument("--clicks", type=int, help=f"how many (default: {CLICKS})")
    args = parser.parse_args()
    if reason := why_unavailable():
        return skip(reason)
    clicks = args.clicks or (QUICK_CLICKS if args.quick else CLICKS)

    def measure(page: Page, link: str) -> Clicker:
        clicker = Clicker(page, link)
        clicker.play(clicks)
        return clicker

    clicker = run_on_page(measure)
    latencies = clicker.rolls + clicker.moves
    print("From a click to its picture, milliseconds")
    print(LATENCY_HEAD)
    for name, figures in (("rolls", clicker.rolls), ("moves", clicker.moves), ("clicks", latencies)):
        print(format_latency(name, figures))
    if args.quick or percentile(latencies, 50) < AIM:
        return 0
    print(f"FAILED: the median is not under {AIM:.0f} ms")
    return 1


if __name__ == "__main__":
    sys.exit(main())
