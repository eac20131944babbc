"""Build the application: middleware, the API routers, the socket and the pages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from anyio.to_thread import run_sync as to_thread
from fastapi import FastAPI

from ..core.catalog import games, import_panels
from .campaigns import routes as campaigns_routes
from .coach.advice import freeze_memory
from .courses import routes as courses_routes
from .courses.judge_supervisor import JudgeSupervisor
from .db.course_store import CourseStore
from .db.database import Database
from .http import errors, sockets
from .http.auth import Services
from .http.compression import CompressionMiddleware
from .http.headers import SecurityHeadersMiddleware
from .http.limits import LimitMiddleware, RequestLimits
from .invitations import routes as invitations_routes
from .lab import routes as lab_routes
from .pages import routes as pages_routes
from .puzzles import routes as puzzles_routes
from .startup import BackgroundStartup
from .tables import guides, lobby, questions, routes
from .tables.registry import MAX_IDLE_TABLES
from .workers.pool import WorkerPool

API_DESCRIPTION = """Start, view, play and watch games. Send the key of a seat as a bearer token. Every error has the
same shape: a sentence and, if the rules forbid a move, the clause."""


def make_app(
    database: Database,
    limits: RequestLimits | None = None,
    *,
    workers: WorkerPool | None = None,
    max_idle: int = MAX_IDLE_TABLES,
    prepare: bool = False,
    with_judge: bool = False,
    with_lab: bool = False,
) -> FastAPI:
    """Build the application over a database. It closes the database and the workers when it shuts down.

    With `prepare`, games are solved and compiled in the background from the start.
    """
    judge = JudgeSupervisor(database.engine.url.render_as_string(hide_password=False)) if with_judge else None
    services = Services.over(database, workers or WorkerPool(), max_idle=max_idle, judge=judge, with_lab=with_lab)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        freeze_memory()
        startup = BackgroundStartup(services.coach) if prepare else None
        if judge is not None and await to_thread(CourseStore(database).has_work):
            judge.wake()
        following = asyncio.create_task(app.state.services.tables.follow_changes())
        yield
        following.cancel()
        services.workers.close()
        if judge is not None:
            await to_thread(judge.close)
        if startup is not None:
            startup.close()
        await to_thread(database.close)

    app = FastAPI(
        title="Hold the Line",
        version=version("holdtheline"),
        description=API_DESCRIPTION,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        redirect_slashes=False,
    )
    app.state.services = services
    errors.install_error_handlers(app)
    app.add_middleware(CompressionMiddleware)  # inside the limits, which charge an address for its processor time
    app.add_middleware(LimitMiddleware, limits=limits or RequestLimits())
    app.add_middleware(SecurityHeadersMiddleware)
    for router in (
        lobby.router,
        campaigns_routes.router,
        courses_routes.router,
        invitations_routes.router,
        *(panels.router for name in games() if (panels := import_panels(f"{__package__}.games.{name}"))),
        puzzles_routes.router,
        lab_routes.router,
        guides.router,
        routes.router,
        questions.router,
        sockets.router,
    ):
        app.include_router(router, prefix="/api")
    pages_routes.install_pages(app, has_lab=with_lab)
    return app
