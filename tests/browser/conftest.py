"""Fixtures of the tests in the browser: one Chromium, one server, and visitors whose errors fail the test."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Generator, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser

from .. import system_programs
from ..web.databases import sqlite_url as sqlite_url
from ..web.server import PATIENCE, Server, me_at, visitor
from . import chromium
from .chromium import Visitors

FAILED = pytest.StashKey[bool]()
PICTURES = Path(tempfile.gettempdir()) / "holdtheline-browser"


# Playwright leaves an event loop running in the thread of the tests, which breaks tests in other folders: so the
# browser lives no longer than the tests of this one.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Start Chromium, or fail: tests that could not run must not look as if they had passed."""
    if os.environ.get(chromium.LEAVE_OUT) == "1":
        pytest.skip(chromium.LEFT_OUT)
    try:
        started = chromium.started()
        browser = started.__enter__()
    except system_programs.Impossible as error:
        leave_out = f"{chromium.LEAVE_OUT}=1 leaves them out"
        pytest.fail(f"THE PAGES CANNOT BE TESTED IN A BROWSER: {error}. ({leave_out}.)")
    yield browser
    started.__exit__(None, None, None)


@pytest.fixture(scope="package")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a real server with its usual limits, and wait until its coach is ready."""
    with Server(tmp_path_factory.mktemp("server")) as server:
        with visitor(server.link) as client:
            me, until = me_at(client), time.monotonic() + PATIENCE
            while not me.post("/table/coach").json()["ready"]:
                assert time.monotonic() < until, "the coach does not get ready"
                time.sleep(0.1)
        yield server
        assert server.error_output == ""


@pytest.fixture
def link(server: Server) -> str:
    return server.link


@pytest.fixture
def client(link: str) -> Iterator[httpx.Client]:
    """Return a client for the same server, without a browser."""
    with visitor(link) as client:
        yield client


@pytest.fixture
def visitors(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visitors]:
    """Open visitors, each with an own browser context; an error in any of them fails the test."""
    visitors = Visitors(browser)
    yield visitors
    if request.node.stash.get(FAILED, False):
        visitors.take_screenshots(PICTURES / request.node.name.replace("/", "-"))
    visitors.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember that a test has failed, so that screenshots of its pages are taken."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report
