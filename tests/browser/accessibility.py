"""Check the looks of a page: axe finds what people cannot read or reach, and nothing makes it scroll sideways."""

from __future__ import annotations

from typing import Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from .page_objects import NARROW, WIDE

VISUAL_RULES = [
    "color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable", "duplicate-id-aria"
]  # fmt: skip
"""The rules of axe that depend on colours and width."""
FIND_VIOLATIONS = """async (runOnly) => {
  const asked = { resultTypes: ["violations"], ...(runOnly && { runOnly }) };
  const { violations } = await axe.run(document, asked);
  const describe = ({ id, nodes }) => nodes.map((one) => `${id}: ${one.target} ${one.failureSummary}`);
  return violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).flatMap(describe);
}"""

Scheme = Literal["light", "dark"]
LOOKS: tuple[tuple[tuple[int, int], Scheme, list[str] | None], ...] = (
    (WIDE, "light", None),
    (NARROW, "dark", VISUAL_RULES),
)
"""Sizes, colour schemes, and the rules that axe checks: all in the first look, then only VISUAL_RULES."""

NEXT_FRAME = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
TOO_WIDE = """() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const all = [...document.querySelectorAll("body *")];
  const over = all.filter(one => one.getBoundingClientRect().right > clientWidth + 1);
  return scrollWidth <= clientWidth ? [] : over.map(one => one.outerHTML.slice(0, 80)).slice(0, 5);
}"""


SET_BAR = "position => { const bar = document.querySelector('#bar'); if (bar) bar.style.position = position; }"
"""On a phone the bar of actions sticks to the bottom and may cover half of a line, which the reader can scroll free."""


def faults_in_looks(page: Page) -> list[str]:
    """Return serious violations that axe finds, and elements that make the page scroll sideways, in each look."""
    page.evaluate(AXE_SCRIPT)
    faults = []
    for (width, height), scheme, rules in LOOKS:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        page.evaluate(NEXT_FRAME)  # the page redraws what depends on its size
        faults += [f"{width}, too wide: {fault}" for fault in page.evaluate(TOO_WIDE)]
        page.evaluate(SET_BAR, "static")
        faults += [f"{width}, {scheme}: {fault}" for fault in page.evaluate(FIND_VIOLATIONS, rules)]
        page.evaluate(SET_BAR, "")
    return faults
