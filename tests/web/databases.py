"""Databases for tests, SQLite and PostgreSQL, each empty and each for one test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..system_programs import Impossible
from .concurrent_writes import Patient as Storage
from .postgres import LEAVE_OUT, LEFT_OUT, Cluster


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """Start a PostgreSQL server, or fail: tests that could not run must not look as if they had passed."""
    if os.environ.get(LEAVE_OUT) == "1":
        pytest.skip(LEFT_OUT)
    try:
        cluster = Cluster()
    except Impossible as error:
        pytest.fail(f"THE DATABASE CANNOT BE TESTED ON POSTGRESQL: {error}. ({LEAVE_OUT}=1 leaves it out.)")
    yield cluster
    cluster.remove()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/web.sqlite"


@pytest.fixture
def postgresql_name(cluster: Cluster) -> Iterator[str]:
    with cluster.new_database() as name:
        yield name


@pytest.fixture
def postgresql_url(cluster: Cluster, postgresql_name: str) -> str:
    return cluster.url(postgresql_name)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """Return the URL of an empty database. The test runs once on each kind."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
def storage(database_url: str) -> Iterator[Storage]:
    storage = Storage(database_url)
    yield storage
    storage.close()
