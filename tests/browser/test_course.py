"""A course as people meet it: made by a teacher, joined by students, handed in to, watched while it grows."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from holdtheline.web.db.database import Database

from ..web.course_class import Class, Course, create_course, judge
from ..web.server import Server, visitor
from .accessibility import faults_in_looks
from .chromium import Visitor, Visitors
from .page_objects import Lobby


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without a judge: ours judges."""
    with Server(tmp_path_factory.mktemp("courses"), "--port", "0", "--no-judge") as server:
        yield server
        assert server.error_output == ""


@pytest.fixture
def link(server: Server) -> str:
    return server.link


@pytest.fixture
def client(link: str) -> Iterator[httpx.Client]:
    with visitor(link) as client:
        yield client


@pytest.fixture
def me(visitors: Visitors) -> Visitor:
    return visitors.comes(viewport={"width": 1440, "height": 900})


@pytest.fixture
def judged(server: Server, tmp_path: Path) -> Any:
    """Whatever waits is checked and played."""

    def work() -> None:
        storage = Database(f"sqlite:///{server.folder}/home/web.sqlite")
        try:
            judge(storage, tmp_path).work()
        finally:
            storage.close()

    def in_a_thread() -> None:  # Playwright's loop runs in this one
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()

    return in_a_thread


class Room:
    """The page of a course."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.standings = page.get_by_role("table", name="Standings")
        self.games = page.get_by_role("region", name="Games")
        self.bots = page.get_by_role("list", name="My bots")
        page.locator("html[data-version]").wait_for(state="attached")

    @property
    def names(self) -> Locator:
        return self.standings.locator("tbody .who")

    def sends(self, file: str, text: str) -> None:
        payload: Any = {"name": file, "mimeType": "text/plain", "buffer": text.encode()}
        self.page.get_by_label("Choose a file").set_input_files(payload)


def at(me: Visitor, link: str, one: Course) -> Room:
    return Room(me.opens(f"{link}course#{one.key}"))


@pytest.fixture
def course(client: httpx.Client) -> Class:
    return create_course(client, title="Bots 101", players=["passive"])


def test_a_course_is_made_from_the_lobby_and_joined_by_its_link(me: Visitor, visitors: Visitors, link: str) -> None:
    lobby = Lobby(me.opens(link))
    lobby.page.get_by_role("link", name="Courses").click()
    page = lobby.page
    assert faults_in_looks(page) == []
    page.get_by_role("button", name="Make a course").click()
    form = page.get_by_role("dialog", name="Make a course")
    form.get_by_label("Title").fill("Towers in autumn")
    form.get_by_label("Deadline", exact=True).fill("2099-12-01T18:00")
    form.get_by_role("radio", name="Everything after the deadline").check()
    assert faults_in_looks(page) == []
    page.set_viewport_size({"width": 1440, "height": 900})
    form.get_by_role("button", name="Create").click()
    Room(page)
    expect(page.get_by_role("heading", name="Towers in autumn")).to_be_visible()
    assert faults_in_looks(page) == []
    door = page.get_by_role("textbox", name="Link for all students").input_value()
    student = visitors.comes().opens(door)
    expect(student.get_by_role("heading", name="Towers in autumn")).to_be_visible()
    assert faults_in_looks(student) == []
    student.get_by_label("Your name").fill("Ada")
    student.keyboard.press("Enter")
    room = Room(student)
    expect(student.locator("#about")).to_contain_text("You are Ada")
    assert faults_in_looks(room.page) == []
    page.bring_to_front()
    expect(page.get_by_role("region", name="Students").get_by_text("Ada")).to_be_visible()
    page.get_by_role("link", name="All courses").click()
    mine = page.get_by_role("region", name="Continue where you left off")
    expect(mine).to_contain_text("You are its teacher")


def test_a_bot_is_handed_in_checked_and_the_table_grows_while_one_looks(
    me: Visitor, link: str, course: Class, judged: Any
) -> None:
    room = at(me, link, course.student("Ada"))
    course.student("Cy", "1")
    room.sends("ada.py", "5")
    expect(room.bots).to_contain_text("Second in the queue.")
    assert faults_in_looks(room.page) == []
    judged()
    expect(room.bots).to_contain_text("The check passed: it won against passive")
    expect(room.names).to_have_text(["Ada", "Cy", "passive"])
    course.student("Bob", "9")
    judged()
    expect(room.names).to_have_text(["Bob", "Ada", "Cy", "passive"])
    expect(room.page.get_by_text("All 12 games are played.")).to_be_visible()
    room.page.get_by_text("Results of each pair").click()
    for number in range(8):
        course.student(f"A student with a long name {number}", str(number))
    judged()
    expect(room.names).to_have_count(12)
    assert room.page.get_by_role("region", name="Results of each pair").is_visible()
    assert faults_in_looks(room.page) == []


def test_a_bot_can_be_dropped_and_one_that_fails_says_why_with_its_log(
    me: Visitor, link: str, course: Class, judged: Any
) -> None:
    room = at(me, link, course.student("Ada"))
    room.page.evaluate(
        """() => {
          const data = new DataTransfer();
          data.items.add(new File(["crash"], "dropped.py"));
          const how = { dataTransfer: data, bubbles: true, cancelable: true };
          document.body.dispatchEvent(new DragEvent("drop", how));
        }"""
    )
    expect(room.bots).to_contain_text("dropped.py")
    judged()
    expect(room.bots).to_contain_text("It failed with its crash.")
    room.bots.get_by_role("button", name="Log").press("Enter")
    paper = room.page.get_by_role("dialog", name="What dropped.py printed")
    expect(paper).to_contain_text("log of crash")
    assert faults_in_looks(room.page) == []


def test_what_is_no_bot_is_told_beside_the_file(me: Visitor, link: str, course: Class) -> None:
    me.expects("422")
    room = at(me, link, course.student("Ada"))
    room.sends("bots.zip", "no archive")
    expect(room.page.get_by_role("alert").filter(has_text="bots.zip")).to_be_visible()
    assert faults_in_looks(room.page) == []


def test_a_game_opens_in_the_replay_and_a_log_is_read_by_its_author_alone(
    me: Visitor, link: str, course: Class, judged: Any
) -> None:
    ada, _ = course.student("Ada", "5"), course.student("Bob", "9")
    judged()
    room = at(me, link, ada)
    mine = room.games.get_by_role("listitem").filter(has_text="Ada").first
    others = room.games.get_by_role("listitem").filter(has_not_text="Ada").first
    expect(others.get_by_role("button", name="Log")).to_have_count(0)
    mine.get_by_role("button", name="Log").click()
    paper = room.page.get_by_role("dialog")
    expect(paper).to_contain_text("log of 5")
    expect(paper).not_to_contain_text("log of 9")
    paper.get_by_role("button", name="Close").click()
    mine.get_by_role("button", name="Watch").click()
    room.page.locator("html[data-step]").wait_for(state="attached")
    assert "/replay#" in room.page.url


def test_where_others_are_hidden_nothing_on_the_page_names_them(
    me: Visitor, link: str, client: httpx.Client, judged: Any
) -> None:
    course = create_course(client, shows="own")
    ada, _ = course.student("Ada", "5"), course.student("Robert", "9")
    judged()
    room = at(me, link, ada)
    expect(room.names).to_have_text(["Ada"])
    expect(room.games).to_contain_text("another bot")
    assert "Robert" not in room.page.content()
    assert faults_in_looks(room.page) == []


def test_a_teacher_decides_about_a_bot_that_broke_out(me: Visitor, link: str, course: Class, judged: Any) -> None:
    course.student("Ada", "5")
    course.student("Eve", "breach")
    judged()
    room = at(me, link, course.teacher)
    eve = room.page.get_by_role("region", name="Students").get_by_role("group").filter(has_text="Eve")
    eve.locator("summary").click()
    expect(eve).to_contain_text("It failed with its breach.")
    assert faults_in_looks(room.page) == []
    eve.get_by_role("button", name="Let it play").click()
    room.page.get_by_role("dialog", name="Let it play?").get_by_role("button", name="Let it play").click()
    expect(room.names.filter(has_text="Eve")).to_be_visible()


def test_a_teacher_replaces_a_lost_link_and_changes_the_settings(
    me: Visitor, visitors: Visitors, link: str, course: Class
) -> None:
    course.student("Ada")
    room = at(me, link, course.teacher)
    page = room.page
    page.get_by_role("group").filter(has_text="Ada").locator("summary").click()
    page.get_by_role("button", name="Another link").click()
    page.get_by_role("dialog", name="Another link for Ada?").get_by_role("button", name="Create").click()
    given = page.get_by_role("textbox", name="Link for Ada").input_value()
    assert faults_in_looks(page) == []
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    student_page = visitors.comes().opens(given)
    student_page.get_by_role("button", name="Open the course").click()
    student = Room(student_page)
    expect(student.page.locator("#about")).to_contain_text("You are Ada")
    page.get_by_role("button", name="Course settings").click()
    form = page.get_by_role("dialog", name="Settings")
    form.get_by_label("Title").fill("Bots 102")
    form.get_by_role("radio", name="Closed").check()
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Bots 102")).to_be_visible()
    expect(page.get_by_role("region", name="Students")).to_contain_text("no one can join")
    student.page.bring_to_front()
    expect(student.page.get_by_text("The course is closed; you can no longer hand in bots.")).to_be_visible()


def test_a_link_that_opens_nothing_says_so(me: Visitor, link: str) -> None:
    me.expects("401")
    page = me.opens(f"{link}course#nothing-here")
    expect(page.get_by_role("heading", name="No course behind this link")).to_be_visible()
    page.get_by_role("link", name="Go to the courses").click()
    expect(page.get_by_role("button", name="Make a course")).to_be_visible()
