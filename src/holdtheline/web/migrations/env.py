"""Run by Alembic: the connection is open, in a transaction, and locked (see `database.migrate`)."""

from __future__ import annotations

from alembic import context

from holdtheline.web.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=True,
)
context.run_migrations()
