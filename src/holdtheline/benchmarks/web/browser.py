"""Start Chromium for the benchmarks of pages, with Playwright (the extra `bench`)."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ..measure import percentile
from .server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PROGRAM_VARIABLE = "HTL_CHROMIUM"
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
LATENCY_HEAD = "                    median      95%  slowest"

Result = TypeVar("Result")


def find_chromium() -> str | None:
    return os.environ.get(PROGRAM_VARIABLE) or next(filter(None, map(shutil.which, PROGRAMS)), None)


def why_unavailable() -> str:
    """Return why no browser can be started here ("": one can)."""
    if find_spec("playwright") is None:
        return "it needs Playwright: pip install 'holdtheline[bench]'"
    if find_chromium() is None:
        return f"it needs Chromium: install it, or name its program in {PROGRAM_VARIABLE}"
    return ""


@contextmanager
def start_chromium() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        yield browser
        browser.close()


def run_on_page(measure: Callable[[Page, str], Result]) -> Result:
    """Start the server and a browser, and call `measure` with a new page and the server's address."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"sqlite:///{folder}/web.sqlite", Path(folder) / "log")
        try:
            with start_chromium() as browser:
                return measure(browser.new_page(), f"http://127.0.0.1:{server.port}/")
        finally:
            server.stop()


def format_latency(name: str, milliseconds: list[float]) -> str:
    """Return a row below `LATENCY_HEAD`."""
    if len(milliseconds) < 2:
        return f"  {len(milliseconds):4} {name:10} too few"
    median, slow = percentile(milliseconds, 50), percentile(milliseconds, 95)
    return f"  {len(milliseconds):4} {name:10} {median:8.1f} {slow:8.1f} {max(milliseconds):8.1f}"
