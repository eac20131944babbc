"""Fixtures for the tests of the web server."""

from __future__ import annotations

from .databases import cluster, database_url, postgresql_name, postgresql_url, sqlite_url, storage
from .server import client, toy

__all__ = [
    "client",
    "cluster",
    "database_url",
    "postgresql_name",
    "postgresql_url",
    "sqlite_url",
    "storage",
    "toy",
]
