"""A server with courses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from holdtheline.web.db.database import Database

from ..course_class import Class, Course, create_course
from ..server import TestClient, served_at


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served_at(f"sqlite:///{tmp_path_factory.mktemp('web')}/web.sqlite") as client:
        client.app.state.services.standings.cache_factor = 0.0
        yield client


@pytest.fixture
def kept(client: TestClient) -> Database:
    storage: Database = client.app.state.services.tables.database
    return storage


@pytest.fixture
def three(client: TestClient, kept: Database, tmp_path: Path) -> tuple[Class, Course, Course, Course]:
    """A course in which Ada beats Bob and Bob beats Cy, who crashes; all was judged."""
    course = create_course(client)
    ada, bob, cy = course.student("Ada", "9"), course.student("Bob", "5"), course.student("Cy", "5 ", "crash")
    course.is_judged(kept, tmp_path)
    return course, ada, bob, cy
