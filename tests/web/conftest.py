"""What the tests of the table in the browser share."""

from __future__ import annotations

from .databases import cluster, database_url, postgresql_name, postgresql_url, sqlite_url, storage

__all__ = [
    "cluster",
    "database_url",
    "postgresql_name",
    "postgresql_url",
    "sqlite_url",
    "storage",
]
