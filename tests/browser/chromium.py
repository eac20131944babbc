"""Start a real Chromium for the tests, and record every error in it."""

from __future__ import annotations

import os
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
PATIENCE = 120_000.0  # milliseconds, on a busy machine
SLOWER = float(os.environ.get("HTL_SLOW_BROWSER", "1"))
"""How many times slower pages run; above 1, each response also comes later. Races of tests show that way."""
LATENCY = 30.0
"""Milliseconds for each time slower."""
LOUD = ("error", "warning", "assert")
POLICY = "addEventListener('securitypolicyviolation', e => console.error('policy', e.violatedDirective))"
SECRET = re.compile(r"[A-Za-z0-9_-]{22}")
"""The pattern of a seat's key."""

expect.set_options(timeout=PATIENCE)


@contextmanager
def started() -> Iterator[Browser]:
    """Start a browser that makes no connections of its own, until the block ends."""
    program = needed("chromium-headless-shell", chromium)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        yield browser
        browser.close()


class Visitor:
    """A browser context without cookies or storage, which records its errors and requests."""

    def __init__(self, browser: Browser, **options: Any) -> None:
        self.context = browser.new_context(**{"reduced_motion": "reduce", **options})
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(POLICY)
        self.context.on("console", self._on_console)
        self.context.on("weberror", self._on_error)
        self.context.on("request", self._on_request)
        self.context.on("page", self._on_page)
        self.faults: list[str] = []
        self.requests: list[str] = []
        self._expected: list[str] = []

    def opens(self, address: str) -> Page:
        page = self.context.new_page()
        page.goto(address)
        return page

    def expects(self, *faults: str) -> None:
        """Expect these errors, such as a refusal by the server or a lost connection."""
        self._expected += faults

    def close(self) -> None:
        """Close the context and check that nothing went wrong."""
        self.context.close()
        unexpected = [fault for fault in self.faults if not any(part in fault for part in self._expected)]
        assert not unexpected, unexpected
        missing = [part for part in self._expected if not any(part in fault for fault in self.faults)]
        assert not missing, f"these errors were expected and did not happen: {missing}"
        hosts = {urlsplit(address).netloc for address in self.requests}
        assert len(hosts) <= 1, f"a page requests something from another host: {hosts}"
        leaked = [address for address in self.requests if SECRET.search(address)]
        assert not leaked, f"a key is in an address: {leaked}"

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in LOUD:
            self.faults.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _on_error(self, error: WebError) -> None:
        self.faults.append(f"not caught: {error.error}")

    def _on_request(self, request: Request) -> None:
        if not request.url.startswith(("data:", "blob:")):
            self.requests.append(request.url)

    def _on_page(self, page: Page) -> None:
        page.on("websocket", lambda socket: self.requests.append(socket.url))
        if SLOWER > 1:
            slow_down(page)


def slow_down(page: Page) -> None:
    tools = page.context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    conditions = {"offline": False, "latency": LATENCY * SLOWER, "downloadThroughput": -1, "uploadThroughput": -1}
    tools.send("Network.emulateNetworkConditions", conditions)


class Visitors:
    """All visitors of one test."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._visitors: list[Visitor] = []

    def comes(self, **options: Any) -> Visitor:
        """Open a visitor; the options are those of a browser context: viewport, color_scheme … Motion is reduced."""
        self._visitors.append(Visitor(self._browser, **options))
        return self._visitors[-1]

    def take_screenshots(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for number, page in enumerate(page for visitor in self._visitors for page in visitor.context.pages):
            page.screenshot(path=folder / f"{number}.png", full_page=True, timeout=5000)

    def close(self) -> None:
        for visitor in self._visitors:
            visitor.close()
