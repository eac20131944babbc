"""A server with the campaign of the tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from holdtheline.campaign.story import files

from ..server import TestClient, served_at
from .leaders import HERE


@pytest.fixture(scope="module", autouse=True)
def own_campaigns() -> Iterator[None]:
    """The server ships the campaign of the tests."""
    shipped = files.DATA_FOLDER
    files.DATA_FOLDER = HERE
    files.shipped_campaigns.cache_clear()
    yield
    files.DATA_FOLDER = shipped
    files.shipped_campaigns.cache_clear()


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served_at(f"sqlite:///{tmp_path_factory.mktemp('web')}/web.sqlite") as client:
        yield client
