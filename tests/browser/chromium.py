"""A real Chromium for the tests: started, and everything watched that goes wrong in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, WebError, expect, sync_playwright

from ..system_programs import chromium, needed

LEAVE_OUT = "HTL_NO_CHROMIUM"
LEFT_OUT = f"THE PAGES ARE NOT TESTED IN A BROWSER, because {LEAVE_OUT}=1 is set"
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 60_000.0  # milliseconds, on a machine that does much else
LOUD = ("error", "warning", "assert")
POLICY = "addEventListener('securitypolicyviolation', e => console.error('policy', e.violatedDirective))"
SECRET = re.compile(r"[A-Za-z0-9_-]{22}")
"""What the key of a seat looks like."""

expect.set_options(timeout=PATIENCE)


@contextmanager
def started() -> Iterator[Browser]:
    """A browser, until the block ends; it asks nobody but the pages' own server."""
    program = needed("chromium-headless-shell", chromium)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        yield browser
        browser.close()


class Visitor:
    """Somebody with a browser that knows nothing yet; what goes wrong in it is written down."""

    def __init__(self, browser: Browser, **options: Any) -> None:
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(POLICY)
        self.context.on("console", self._said)
        self.context.on("weberror", self._failed)
        self.context.on("request", self._asked)
        self.context.on("page", self._opened)
        self.faults: list[str] = []
        self.asked: list[str] = []
        self._expected: list[str] = []

    def opens(self, address: str) -> Page:
        page = self.context.new_page()
        page.goto(address)
        return page

    def expects(self, *faults: str) -> None:
        """These faults are part of the test: a refusal by the server, a line that is cut."""
        self._expected += faults

    def goes(self) -> None:
        """Leave; nothing may have gone wrong."""
        self.context.close()
        unexpected = [fault for fault in self.faults if not any(part in fault for part in self._expected)]
        assert not unexpected, unexpected
        missing = [part for part in self._expected if not any(part in fault for fault in self.faults)]
        assert not missing, f"this was expected, and did not happen: {missing}"
        hosts = {urlsplit(address).netloc for address in self.asked}
        assert len(hosts) <= 1, f"a page asks for something from elsewhere: {hosts}"
        told = [address for address in self.asked if SECRET.search(address)]
        assert not told, f"a key stands in an address: {told}"

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in LOUD:
            self.faults.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _failed(self, error: WebError) -> None:
        self.faults.append(f"not caught: {error.error}")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith(("data:", "blob:")):
            self.asked.append(request.url)

    def _opened(self, page: Page) -> None:
        page.on("websocket", lambda socket: self.asked.append(socket.url))


class Visitors:
    """All who came in one test."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._came: list[Visitor] = []

    def comes(self, **options: Any) -> Visitor:
        """One more; the options are those of a browser's context: viewport, color_scheme …"""
        self._came.append(Visitor(self._browser, **options))
        return self._came[-1]

    def photograph(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for number, page in enumerate(page for one in self._came for page in one.context.pages):
            page.screenshot(path=folder / f"{number}.png", full_page=True, timeout=5000)

    def go(self) -> None:
        for one in self._came:
            one.goes()
