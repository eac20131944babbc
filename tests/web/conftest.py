"""What the tests of the table in the browser share."""

from __future__ import annotations

from .databases import cluster, database_url, postgresql_name, postgresql_url, sqlite_url, storage
from .postgres import pytest_terminal_summary

__all__ = [
    "cluster",
    "database_url",
    "postgresql_name",
    "postgresql_url",
    "pytest_terminal_summary",
    "sqlite_url",
    "storage",
]
