"""Page objects: elements are found by their roles and names, pieces by their ids."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, expect

from holdtheline.core.game_record.replay import Record

WIDE, NARROW = (1280, 900), (360, 740)


class Table:
    """The page of a game."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.picture = page.get_by_role("region", name="Picture")
        self.spots = self.picture.get_by_role("group", name="Clickable parts of the picture")
        self.bar = page.get_by_role("region", name="Actions", exact=True)
        self.go = self.bar.locator("[aria-keyshortcuts=Enter]")
        self.enabled_go = self.bar.locator("[aria-keyshortcuts=Enter].primary:not([aria-disabled=true])")
        self.undo = self.bar.get_by_role("button", name="Undo")
        self.odds = self.bar.get_by_role("group", name="Odds")
        self.news = page.locator(".news")
        self.coach = page.get_by_role("region", name="Coach")
        self.verdict = page.get_by_role("region", name="Verdict")
        self.asked = page.get_by_role("region", name="What to do now")
        self.prompt = self.asked.get_by_role("heading", level=2)
        self.log = page.get_by_label("What happened")
        self.notice = page.get_by_role("alert")
        self._root = page.locator("html")
        page.locator("html[data-version]:not([data-plays-itself])").wait_for(state="attached")

    @property
    def moves(self) -> Locator:
        """Return the list of moves, which is folded until it is asked for."""
        self.page.evaluate("() => (document.getElementById('moves').open = true)")
        return self.page.get_by_role("list", name="Moves")

    @property
    def version(self) -> int:
        """Return the number of record lines that the page shows."""
        return int(self._root.get_attribute("data-version") or 0)

    def shows(self, version: int) -> None:
        expect(self._root).to_have_attribute("data-version", str(version))

    @contextmanager
    def goes_on(self) -> Iterator[None]:
        """Wait at the end of the block until the page shows a newer version."""
        before = self.version
        yield
        expect(self._root).not_to_have_attribute("data-version", str(before))
        self.has_played_forced_moves()
        self.marks_what_can_be_touched()

    def has_played_forced_moves(self) -> None:
        """Wait until the page has played the moves that leave no choice."""
        expect(self._root).not_to_have_attribute("data-plays-itself", "")

    def marks_what_can_be_touched(self) -> None:
        """Wait for the next frame, in which the page marks what can be touched."""
        self.page.evaluate("() => new Promise(requestAnimationFrame)")

    @property
    def is_over(self) -> bool:
        return self.verdict.is_visible()

    @property
    def is_rolling(self) -> bool:
        return "Roll" in (self.go.text_content() or "")

    def piece(self, name: str) -> Locator:
        return self.picture.locator(f'svg [data-id="{name}"]')

    def touch(self, name: str) -> None:
        """Click on the shape of a piece, not between it and its label."""
        self.piece(name).locator("g").first.click()

    @property
    def shown(self) -> str:
        """Return the text of the picture for screen readers."""
        return self.picture.get_by_role("img").get_attribute("aria-label") or ""

    @property
    def touchable(self) -> list[str]:
        """Return the ids of the pieces that can be touched next, which the page marks a frame after what it shows."""
        self.marks_what_can_be_touched()
        found = self.picture.locator("svg [data-next]").all()
        return [piece.get_attribute("data-id") or "" for piece in found]

    @property
    def is_ready(self) -> bool:
        """Return whether the main button is enabled."""
        return self.enabled_go.is_visible()

    @property
    def lines(self) -> Locator:
        """Return the steps in the log, the newest first."""
        return self.log.get_by_role("button", name="look back at this step")

    @property
    def steps(self) -> int:
        """Return the number of the newest step."""
        return int(self.lines.first.get_attribute("data-step") or 0)

    @property
    def status_text(self) -> str:
        """Return the last announcement to screen readers."""
        return self.page.locator("[role=status][aria-live]").text_content() or ""

    def face(self, number: int) -> Locator:
        """Return the button that enters this face of a physical die."""
        return self.bar.get_by_role("button", name=f"The die shows {number}")

    @property
    def events(self) -> str:
        return self.log.inner_text()

    def record(self) -> Record:
        """Download the record."""
        with self.page.expect_download() as saved:
            self.page.get_by_role("button", name="Download the record").click()
        return Record.parse(saved.value.path().read_bytes())


class Lobby:
    """The page where games are started and found again."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.games = page.get_by_role("region", name="Games", exact=True)
        self.running = page.get_by_role("region", name="Continue where you left off")
        self.finished = page.get_by_role("region", name="Finished games")
        self.strange = self.finished.get_by_text("not on this server")
        expect(self.games.get_by_role("button", name="Play now").first).to_be_visible()

    def plays_now(self) -> Table:
        self.games.get_by_role("button", name="Play now").first.click()
        return Table(self.page)

    def chooses(self, game: str = "Siege", *, advanced: bool = True) -> Locator:
        """Open the form for a new game, by default with its advanced part."""
        card = self.games.get_by_role("listitem").filter(has=self.page.get_by_role("heading", name=game))
        card.locator("[id^=choose-]").click()
        form = self.page.get_by_role("dialog", name=f"New game of {game}")
        expect(form).to_be_visible()
        if advanced:
            form.get_by_text("Advanced").click()
        return form
