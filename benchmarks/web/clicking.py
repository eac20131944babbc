"""How long it takes in the browser from a click to the new picture, on this machine.

`python -m benchmarks.web.clicking` plays siege by clicks in a real Chromium, on the real server. The page
measures itself: from the click, by its own time stamp, to the end of the first frame that shows the new
table. Dice tumble over a picture that is there already.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Locator, Page
from tests.browser.chromium import started

from benchmarks.web.server import Server

MEDIAN = 50.0
"""Milliseconds that a click may take, as a rule."""
THINKING = 150.0
"""Milliseconds from a picture to the next click. Nobody is faster, and the dice still tumble."""

STOPWATCH = """
  let pressed = null;
  let tell = null;
  window.untilPainted = () => new Promise((told, failed) => {
    tell = told;
    setTimeout(() => failed(new Error("this click has changed nothing")), 10000);
  });
  const painted = new MessageChannel();
  painted.port1.onmessage = ({ data }) => tell(performance.now() - data);
  const changed = () => {
    if (pressed === null) return;
    const from = pressed;
    pressed = null;
    requestAnimationFrame(() => painted.port2.postMessage(from));
  };
  addEventListener("click", (event) => (pressed = event.timeStamp), true);
  addEventListener("DOMContentLoaded", () =>
    new MutationObserver(changed).observe(document.documentElement, { attributeFilter: ["data-version"] }));
"""
"""A message arrives after the frame in which it was sent has been painted."""


class Clicker:
    """Somebody who plays one game after the other by clicks, with a stopwatch."""

    def __init__(self, page: Page, link: str) -> None:
        self.page = page
        self.link = link
        self.chance = random.Random(1)
        self.rolls: list[float] = []
        self.moves: list[float] = []
        page.add_init_script(STOPWATCH)

    def plays(self, clicks: int) -> None:
        self.sits_down()
        for _ in range(clicks):
            if self.page.get_by_role("region", name="Verdict").is_visible():
                self.sits_down()
            dice = self.page.get_by_role("button", name="Roll the dice")
            if dice.is_visible():
                self.rolls.append(self.time_of(dice))
            else:
                self.moves.append(self.time_of(self.any_move()))

    def sits_down(self) -> None:
        self.page.goto(self.link)
        self.page.get_by_role("button", name="Play now").first.click()
        self.page.locator("html[data-version]").wait_for(state="attached")

    def any_move(self) -> Locator:
        offered = self.page.get_by_role("list", name="Moves").get_by_role("button")
        return offered.nth(self.chance.randrange(offered.count()))

    def time_of(self, button: Locator) -> float:
        """Click; how many milliseconds passed until the new picture was painted."""
        button.scroll_into_view_if_needed()
        self.page.mouse.move(*middle_of(button))
        self.page.wait_for_timeout(THINKING)
        button.scroll_into_view_if_needed()  # dice that tumbled have gone, and the page is longer again
        self.page.evaluate("() => { window.waited = untilPainted(); }")
        self.page.mouse.click(*middle_of(button))
        waited: float = self.page.evaluate("() => waited")
        return waited


def middle_of(button: Locator) -> tuple[float, float]:
    """Where to click. A click by the button's name would let the page search for it, at the wrong time."""
    box = button.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def quantile(figures: list[float], hundredth: int) -> float:
    return statistics.quantiles(figures, n=100, method="inclusive")[hundredth - 1]


def told(name: str, figures: list[float]) -> str:
    middle, slow = quantile(figures, 50), quantile(figures, 95)
    return f"  {len(figures):4} {name:6} {middle:8.1f} {slow:8.1f} {max(figures):8.1f}"


def run(clicks: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"sqlite:///{folder}/web.sqlite", Path(folder) / "log")
        try:
            with started() as browser:
                clicker = Clicker(browser.new_page(), f"http://127.0.0.1:{server.port}/")
                clicker.plays(clicks)
        finally:
            server.stop()
    everything = clicker.rolls + clicker.moves
    print("from a click to its picture, milliseconds")
    print("                median     95 %     most")
    for name, figures in (("rolls", clicker.rolls), ("moves", clicker.moves), ("clicks", everything)):
        print(told(name, figures))
    if quantile(everything, 50) < MEDIAN:
        return 0
    print(f"  FAULT: the median is not under {MEDIAN:.0f} ms")
    return 1


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m benchmarks.web.clicking", description=__doc__)
    asked.add_argument("--clicks", type=int, default=200)
    sys.exit(run(asked.parse_args().clicks))


if __name__ == "__main__":
    main()
