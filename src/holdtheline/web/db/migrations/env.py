"""Run by Alembic with an open, locked connection inside a transaction (see `connection.migrate`)."""

from __future__ import annotations

from alembic import context

from holdtheline.web.db.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=True,
)
context.run_migrations()
